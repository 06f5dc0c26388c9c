"""The actions of a deal, card by card, encoded for a link as places in the hands; no rule is consulted. ``Table``
contains what a spectator who did not know the game would see: who holds which cards, who seems to be next to act, which
suit was led. From this it predicts the next action, so that an expected one takes little room; but any other action can
be encoded too, and nothing is refused. The predictions, and every number below, are part of the format of published
links and must not change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from whister.links.habits import AS_SAID, POINTS, SUITS, Step, suit_said
from whister.links.moves import Moved
from whister.links.numerals import Numerals, Odds

END, PLAY, OTHER, SEATED, GIVE, DISCARD, DRAW, SAY = range(8)
#: how likely each kind of step is, by the step before
_NEXT = {
    "start": Odds(16, 60, 8, 16, 60, 12, 2, 82),
    "play": Odds(2, 494, 8, 2, 1, 1, 1, 3),
    "play, with a stock": Odds(2, 190, 16, 2, 1, 1, 40, 4),
    "played out": Odds(248, 1, 1, 1, 1, 1, 1, 2),
    "give": Odds(4, 40, 8, 60, 120, 4, 2, 18),
    "discard": Odds(3, 24, 4, 4, 2, 20, 1, 198),
    "draw": Odds(2, 110, 2, 2, 1, 1, 136, 2),
    "bid": Odds(1, 4, 1, 1, 1, 6, 1, 241),
    "bid in a suit": Odds(1, 4, 1, 1, 1, 1, 1, 246),
    "pass": Odds(3, 34, 4, 2, 2, 40, 1, 170),
    "suit": Odds(3, 110, 8, 2, 1, 74, 1, 57),
    "say": Odds(4, 110, 8, 4, 6, 24, 1, 99),
    "out of turn": Odds(0, 10, 2, 0, 80, 20, 2, 142),
    "out of turn, giving": Odds(0, 2, 1, 0, 244, 1, 1, 7),
}

# -- calls -----------------------------------------------------------------------------------------------------------

_PASS, _STEP, _SUIT, _WORD, _PHRASE, _SUIT_BID, _CALL, _LEAD, _ANY = range(9)
#: how likely each kind of call is, by the call or other step before
_SAYINGS = {
    "bid": Odds(72, 156, 1, 6, 10, 8, 1, 1, 1),
    "bid in a suit": Odds(90, 2, 2, 10, 30, 118, 1, 1, 2),
    "pass": Odds(120, 70, 14, 20, 14, 14, 1, 1, 2),
    "discard": Odds(8, 8, 190, 8, 16, 1, 20, 1, 4),
    "suit": Odds(20, 2, 20, 90, 30, 1, 80, 1, 12),
    "say": Odds(60, 10, 50, 60, 40, 2, 28, 2, 4),
    "start": Odds(90, 80, 20, 6, 30, 24, 1, 1, 4),
}
_LEAPS = Odds(6, 7, 7, 6, 4, 1)
_MORE = Odds(12, 10, 5, 3, 2, 1, 1, 1, 1)  # how many more tricks than in the previous bid
_SUIT_VERBS = ("trump", "name")
WORDS = ("ask", "accept", "decline", "alone", "hold", "support", "trump high", "trump low", "opening declarer",
         "opening left", "declare old", "declare new", "declare no-hearts", "declare capot",
         "declare slam", "")  # fmt: skip
_ROUND = len(WORDS) - 1  # instead of a word: each seat in turn says one and the same word, or passes
_PROMISE = "declare no-hearts"  # the word in most rounds
_CONTRACTS = (
    "little-misere grand-misere little-spread grand-spread piccolissimo little-misere-table grand-misere-table "
    "chelem-table-s chelem-table-c chelem-table-d chelem-table-h boston boston-preference petite-misere grande-misere "
    "petite-misere-ouverte grande-misere-ouverte grand-slam proposal-c proposal-d proposal-s proposal-h solo-c solo-d solo-s "
    "solo-h demande independance slam proposal solo misere abundance abundance-in-trumps open-misere abundance-declared"
).split()
_MORE_CONTRACTS = (
    "rik rik-beter piek open-piek troela open-misere-with-talk open-piek-with-talk open-13".split()
)
#: common phrases; a new phrase may replace a "", but no phrase may move
PHRASES = (
    "claim redeal", "claim rest", *(f"claim revoke {seat}" for seat in range(8)), "declare chicane", "declare generale",
    "declare tricks", "declare off", "declare on", *(f"bid {contract}" for contract in _CONTRACTS),
    *(f"bid {tricks}N" for tricks in range(5, 14)), "bid chelem-table-n", "decline QS",
    "expose AH", "expose QS", "expose JD", "expose TC", *(f"bid {contract}" for contract in _MORE_CONTRACTS),
)  # fmt: skip
PHRASES += ("",) * (96 - len(PHRASES))
_PHRASE_AT = {phrase: number for number, phrase in enumerate(PHRASES) if phrase}
_WORD_AT = {said: number for number, said in enumerate(WORDS) if said}
_CALLS = ("call", "correct")
_BID = re.compile(r"bid ([1-9][0-9]{0,5}|0)")
_BID_SUIT = re.compile(r"bid ([1-9]|1[0-6])([A-Z])")
_NAMED = re.compile(r"(trump|name) ([A-Z])")
_LED_AS = re.compile(r"lead (\S+) as ([A-Z])")


class Table(Moved):
    """The moving cards of a deal, and its calls."""

    # -- one step, written or read ----------------------------------------------------------------------------------

    def coded(self, numerals: Numerals, ahead: Sequence[Step]) -> Step | None:
        """Encode or decode the next step, and return it; None at the end. A writer is given all remaining steps, a
        reader none."""
        if self.coming:
            return self.coming.pop(0)
        kind, seat, text = END, None, ""
        if ahead:
            seat, text = ahead[0]
            if not text.startswith("give "):
                self._hand_over()
            kind = SEATED if seat is not None else self._kind(text, None)
        kind = numerals.choose(kind, _NEXT[self._context()])
        if kind == END:
            return None
        if kind == SEATED:
            seat = self._seated(numerals, seat or 0)
            kind = numerals.choose(
                self._kind(text, seat) if ahead else SAY,
                _NEXT["out of turn, giving" if self.context == "give" else "out of turn"],
            )
        if kind == SAY:
            return seat, self._say(numerals, text, seat, self._round(ahead))
        return seat, self._METHODS[kind](self, numerals, text, seat)

    def _round(self, ahead: Sequence[Step]) -> Sequence[str]:
        """Return the calls of all seats in turn, if some say the same word and all others pass; otherwise nothing."""
        said = [text for seat, text in ahead[: self.n] if seat is None]
        words = [text for text in said if text != "pass"]
        whole = len(said) == self.n and bool(words) and set(words) <= {words[0]} & _WORD_AT.keys()
        return said if whole else ()

    def _seated(self, numerals: Numerals, seat: int) -> int:
        found = numerals.digit(min(seat, self.n), self.n + 1)
        return found if found < self.n else numerals.count(max(seat - self.n, 0)) + self.n

    def _context(self) -> str:
        if self.context != "play":
            return self.context
        if not any(self.piles[: self.n]):
            return "played out"
        return "play, with a stock" if self.piles[self.n] and not self.manner.draws else "play"

    def _kind(self, text: str, seat: int | None) -> int:
        """Return the kind of step that the text of an action describes."""
        card = self.numbers.get(text)
        if card is not None:
            turn = self.turn if seat is None else seat
            if turn < self.n and card in self.piles[turn]:
                return PLAY
            return OTHER if any(card in pile for pile in self.piles) else SAY
        verb = text.partition(" ")[0]
        if verb == "give":
            return GIVE if self._giving(text, seat) else SAY
        if verb == "discard":
            return DISCARD if self._discarding(text, seat) else SAY
        return DRAW if text == "draw" and self.piles[self.n] and seat is None else SAY

    # -- calls ---------------------------------------------------------------------------------------------------------

    def _say(self, numerals: Numerals, text: str, seat: int | None, each: Sequence[str]) -> str:
        self._hand_over()
        how = _WORD if each else self._saying(text)
        how = numerals.choose(how, _SAYINGS.get(self.context, _SAYINGS["start"]))
        self.context = {_PASS: "pass", _STEP: "bid", _SUIT_BID: "bid in a suit", _SUIT: "suit"}.get(
            how, "say"
        )
        text = self._worded(numerals, text, each) if how == _WORD else self._said(numerals, how, text, seat)
        suit = suit_said(text, self.kind)
        if suit >= 0 and self.manner.trump == AS_SAID:
            self.trump = suit
        if how == _PHRASE and text.startswith("bid "):
            self.context = "bid in a suit"
        return text

    def _said(self, numerals: Numerals, how: int, text: str, seat: int | None) -> str:
        if how == _PASS:
            return "pass"
        if how == _STEP:
            return self._step(numerals, text)
        if how == _PHRASE:
            return PHRASES[numerals.digit(_PHRASE_AT.get(text, 0), len(PHRASES))]
        suits = SUITS[self.kind]
        if how == _SUIT:
            named = _NAMED.fullmatch(text)
            verb = _SUIT_VERBS[numerals.digit(_SUIT_VERBS.index(named[1]) if named else 0, 2)]
            return f"{verb} {suits[numerals.digit(suits.index(named[2]) if named else 0, 4)]}"
        if how == _SUIT_BID:
            bid = _BID_SUIT.fullmatch(text)
            return f"bid {self._tricks(numerals, bid)}{suits[numerals.digit(suits.index(bid[2]) if bid else 0, 4)]}"
        verb, _, rest = text.partition(" ")
        if how == _CALL:
            verb = _CALLS[numerals.digit(_CALLS.index(verb) if text else 0, 2)]
            return f"{verb} {self.faces[numerals.digit(self.numbers.get(rest, 0), 57)]}"
        if how == _LEAD:
            led = _LED_AS.fullmatch(text)
            card = numerals.digit(self.numbers[led[1]] if led else 0, 57)
            suit = numerals.digit(suits.index(led[2]) if led else 0, 4)
            self._led_as(card, suit, seat)
            return f"lead {self.faces[card]} as {suits[suit]}"
        return numerals.text(text)

    def _worded(self, numerals: Numerals, text: str, each: Sequence[str]) -> str:
        """Encode a word, or a whole round of words, and return the first."""
        number = numerals.digit(_ROUND if each else _WORD_AT.get(text, 0), len(WORDS))
        if number != _ROUND:
            return WORDS[number]
        word = next((said for said in each if said != "pass"), WORDS[0])
        usual = word == _PROMISE or not each
        word = (
            WORDS[numerals.digit(_WORD_AT[word], len(WORDS))]
            if numerals.share(not usual, 1, 16)
            else _PROMISE
        )
        self.context = "play"  # play is expected next
        promised = [numerals.share(bool(each) and each[seat] == word, 1, 2) for seat in range(self.n)]
        first, *self.coming = [(None, word if one else "pass") for one in promised]
        return first[1]

    def _saying(self, text: str) -> int:
        suits = SUITS[self.kind]
        if text == "pass":
            return _PASS
        if bid := _BID.fullmatch(text):
            points, of = int(bid[1]), POINTS[self.manner.points]
            return _STEP if points > self.bid and points % of == 0 else _ANY
        if text in _WORD_AT or text in _PHRASE_AT:
            return _WORD if text in _WORD_AT else _PHRASE
        if (named := _NAMED.fullmatch(text)) and named[2] in suits:
            return _SUIT
        if (bid := _BID_SUIT.fullmatch(text)) and bid[2] in suits:
            return _SUIT_BID
        verb, _, rest = text.partition(" ")
        if verb in _CALLS and rest in self.numbers:
            return _CALL
        led = _LED_AS.fullmatch(text)
        return _LEAD if led and led[1] in self.numbers and led[2] in suits else _ANY

    def _step(self, numerals: Numerals, text: str) -> str:
        """Encode a bid in points as a number of steps above the last one."""
        of = POINTS[self.manner.points]
        bid = _BID.fullmatch(text)
        points = int(bid[1]) // of if bid else 0
        if self.bid < 0:
            points = (
                numerals.count(points) if numerals.share(points > 47, 1, 16) else numerals.digit(points, 48)
            )
        else:
            more = max(points - self.bid // of - 2, -1)
            points = (
                self.bid // of
                + 1
                + (
                    self._leap(numerals, more) + 1
                    if numerals.share(more >= 0, 5 if self.leaps else 1, 8)
                    else 0
                )
            )
            self.leaps = points > self.bid // of + 1
        self.bid = points * of
        return f"bid {self.bid}"

    def _leap(self, numerals: Numerals, more: int) -> int:
        """Encode how many steps a bid skips, beginning with the length of the number."""
        size = numerals.choose(min((more + 1).bit_length() - 1, 5) if more >= 0 else 0, _LEAPS)
        if size == 5:
            return numerals.count(more - 31) + 31
        return numerals.digit(more + 1 - (1 << size), 1 << size) + (1 << size) - 1

    def _tricks(self, numerals: Numerals, bid: re.Match[str] | None) -> int:
        """Encode the tricks of a bid in a suit, usually no fewer than those of the last bid."""
        number = int(bid[1]) if bid else 1
        more = number - self.tricks if self.tricks else -1
        if self.tricks:
            more = numerals.choose(more if 0 <= more < 8 else 8, _MORE)
        self.tricks = self.tricks + more if 0 <= more < 8 else numerals.digit(number - 1, 16) + 1
        return self.tricks

    def _led_as(self, card: int, suit: int, seat: int | None) -> None:
        holders = [at for at, pile in enumerate(self.piles) if card in pile]
        turn = self.turn if seat is None else seat
        if holders:
            source = turn if turn in holders else holders[0]
            self.piles[source].remove(card)
            self.piles[-1].append(card)
            turn = source if source < self.n else turn
        if turn < self.n:
            self._lies(turn, card, suit)

    _METHODS: ClassVar = {
        PLAY: Moved._play, OTHER: Moved._other, GIVE: Moved._give, DISCARD: Moved._discard, DRAW: Moved._draw,
    }  # fmt: skip
