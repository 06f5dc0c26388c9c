"""Actions as text: the play of a card is written as the card alone, every other action as a verb and its arguments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, islice
from math import comb
from typing import TypeAlias, overload

from whister.cards import Card, Layout, Pack, bits
from whister.checks import said
from whister.errors import NotationError
from whister.spelling import near

_LONGEST = 400  # more characters than an action that names every card of a hand
#: The verbs whose words are cards.
CARD_VERBS = ("give", "discard")
#: The verbs and what follows them, for messages.
VERBS = {
    "give": "give 9D KH QS", "bid": "bid 75, bid 5H, bid slam or bid little-misere", "pass": "pass", "ask": "ask",
    "accept": "accept", "decline": "decline or decline QS", "alone": "alone", "discard": "discard R12 R10",
    "trump": "trump G", "call": "call R1", "declare": "declare old or declare chicane", "claim": "claim redeal, claim rest or claim revoke 1",
    "support": "support", "correct": "correct Y9", "lead": "lead ROOK as Y", "name": "name H", "draw": "draw",
    "hold": "hold", "opening": "opening declarer or opening left", "expose": "expose QS",
}  # fmt: skip


#: Other words for the verbs, used by players and in books.
KNOWN_AS = {
    "whist": ("support",), "second": ("support",), "help": ("support",), "propose": ("bid",), "announce": ("bid", "declare"),
    "call-suit": ("trump",), "trumps": ("trump",), "name-trump": ("trump",), "skip": ("pass",), "no-bid": ("pass",),
    "check": ("pass",), "refuse": ("decline",), "no": ("decline",), "yes": ("accept",), "agree": ("accept",),
    "exchange": ("discard",), "bury": ("discard",), "lay": ("discard",), "lay-aside": ("discard",), "swap": ("give",),
    "hand": ("give",), "renege": ("claim",), "revoke": ("claim",), "redeal": ("claim",), "take": ("draw",), "solo": ("alone",),
    "promise": ("declare",), "pledge": ("declare",), "shoot": ("declare",), "stay": ("hold",),
    "show": ("expose",), "reveal": ("expose",),
}  # fmt: skip


def _meant(verb: str) -> str:
    """Return the end of an error message that suggests the verb nearest to an unknown one."""
    if verb in ("play", "throw", "drop"):
        return "; to play a card, give the card alone, such as 'QS'."
    return near(verb, VERBS, KNOWN_AS)


#: For a card: the part of a hand that holds it, its bit there, and its place in the pack.
Place: TypeAlias = tuple[int, int, int]
NOWHERE: Place = (0, 0, -1)


class Action(str):
    """One action, a string equal to its text. ``verb`` is ``play`` for a card; ``cards`` are the cards it moves."""

    __slots__ = ("_bit", "_home", "_mask", "_pack", "_place", "verb")
    verb: str
    _mask: int
    _pack: Pack | None
    # the place of the card played, if all deals with a pack share the action; see `place_of`
    _home: int
    _bit: int
    _place: int

    def __new__(cls, text: str) -> Action:
        """Return an action made from its text alone; the deal determines the cards that it moves."""
        action = str.__new__(cls, text)
        word = text.partition(" ")[0]
        action.verb, action._mask, action._pack = word if word in VERBS else "play", 0, None
        action._home, action._bit, action._place = NOWHERE
        return action

    @classmethod
    def make(cls, verb: str, words: Sequence[str] = (), mask: int = 0, pack: Pack | None = None) -> Action:
        action = str.__new__(cls, " ".join(words) if verb == "play" else " ".join((verb, *words)))
        action.verb, action._mask, action._pack = verb, mask, pack
        action._home, action._bit, action._place = NOWHERE
        return action

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that the action moves, in the order in which a hand is laid out; none for a call."""
        if self._pack is None:
            return ()
        cards = self._pack.spread(self._mask)
        return (
            cards[:1] if self.verb == "play" else cards
        )  # equal cards share one action, which plays one of them

    @property
    def words(self) -> tuple[str, ...]:
        """The arguments of the verb; the card itself for a play."""
        words = self.split()
        return tuple(words if self.verb == "play" else words[1:])

    def __reduce__(self) -> tuple[object, ...]:
        return Action.make, (self.verb, self.words, self._mask, self._pack)


def mask_of(moved: Action | CardChoices) -> int:
    """Return the cards that an action moves, or those of a choice, as a mask of the pack."""
    return moved._mask


def only_of(choices: CardChoices) -> Sequence[int]:
    """Return the choices allowed, as masks of the pack; empty if every choice of that many of the cards is."""
    return choices._only


def pack_of(action: Action) -> Pack | None:
    """Return the pack whose cards an action moves; None for an action that moves none."""
    return action._pack


def play(card: Card, pack: Pack) -> Action:
    """Return the action of playing a card of a pack."""
    return Action.make("play", (str(card),), 1 << card.index, pack)


@cache
def plays(pack: Pack) -> Layout[Action]:
    """Return the actions of playing the cards of a pack. There is one layout for each pack, since its tables are filled
    as they are used. Equal cards share one action, which plays any of them.
    """
    width = pack.layout.width
    faces = {
        text: Action.make("play", (text,), sum(1 << place for place in places), pack)
        for text, places in pack.places.items()
    }
    layout = Layout([faces[card] for card in pack.cards], width, once=bool(pack.equals))
    for i, action in enumerate(layout.things):
        action._home, action._bit, action._place = i // width, 1 << i % width, i
    return layout


def place_of(action: Action) -> Place:
    """Return where the card that an action plays lies in a hand; ``NOWHERE`` for an action that plays no card, or
    that is not shared by all deals with the same pack."""
    return action._home, action._bit, action._place


@lru_cache(maxsize=512)
def word(verb: str, *words: str) -> Action:
    """Return an action without cards: ``bid 75``, ``pass``."""
    return Action.make(verb, words)


def of_cards(verb: str, pack: Pack, mask: int, *, tail: tuple[str, ...] = ()) -> Action:
    """Return an action that moves several cards: ``give 9D KH QS``; cards are in the order of the pack."""
    action = str.__new__(Action, " ".join([verb, *pack.spread(mask), *tail]))
    action.verb, action._mask, action._pack = verb, mask, pack
    action._home, action._bit, action._place = NOWHERE
    return action


def parse(text: str, pack: Pack) -> Action:
    """Return an action from its text, in its standard spelling. Raises ``NotationError``, saying what was expected. An
    ``Action`` is parsed again too, since one made for another pack may have the same text but moves other cards.
    """
    if not isinstance(text, str):
        raise NotationError(f"expected an action as text, such as 'QS' or 'pass'; got {said(text)}")
    if len(text) > _LONGEST:
        raise NotationError(f"an action has at most {_LONGEST} characters; got {said(text)}")
    parts = text.split()
    if not parts:
        raise NotationError("empty text is not an action; expected a card or a verb such as 'pass'")
    verb = parts[0].lower()
    if verb not in VERBS:
        if len(parts) == 1:
            try:
                card = pack.card(parts[0])
            except NotationError as error:
                hint = _meant(verb)
                raise NotationError(f"{error}{hint if hint != '.' else ''}") from None
            return plays(pack).things[card.index] if pack.equals else play(card, pack)
        raise NotationError(
            f"{said(text)}: {said(parts[0])} is not a verb{_meant(verb)} Expected a card or one of {', '.join(VERBS)}"
        )
    if verb in CARD_VERBS:
        cards, tail = parts[1:], ()
        if ">" in cards:
            at = cards.index(">")
            cards, tail = cards[:at], tuple(cards[at:])  # type: ignore[assignment]
        return of_cards(verb, pack, pack.mask(cards, said(text)), tail=tail)
    if verb in ("call", "decline", "expose") and len(parts) == 2:
        return word(verb, str(pack.card(parts[1])))
    if verb == "correct" and len(parts) == 2:
        card = pack.card(parts[1])
        return Action.make(verb, (str(card),), 1 << card.index, pack)
    if verb == "lead" and len(parts) == 4:
        card = pack.card(parts[1])
        return Action.make(verb, (str(card), "as", parts[3].upper()), 1 << card.index, pack)
    words = tuple(
        w.upper() if w.upper() in pack.suit_masks or w[:-1].isdecimal() else w.lower() for w in parts[1:]
    )
    return word(verb, *words)


def of_hand(action: Action, pack: Pack, hand: int) -> Action:
    """Return an action that moves cards, changed to move the copies that a hand holds."""
    if not pack.equals or action.verb not in CARD_VERBS or not action._mask & ~hand:
        return action
    cards = pack.spread(action._mask)
    tail = tuple(action.words[len(cards) :])
    return of_cards(action.verb, pack, pack.mask(cards, repr(str(action)), pack.all & ~hand), tail=tail)


def one_of_cards(actions: Sequence[Action], pack: Pack) -> CardChoices | None:
    """Return, as one choice, those of the actions that give or discard a single card; None if there are none, or if the
    actions are a choice already."""
    if isinstance(actions, CardChoices):
        return None
    cards = [action for action in actions if action.verb in CARD_VERBS and action._mask.bit_count() == 1]
    return CardChoices(cards[0].verb, pack, sum(action._mask for action in cards), 1) if cards else None


def offered(actions: Sequence[Action], text: str) -> Action | None:
    """Return the action, among those given, that the text names; None if it names none of them."""
    if isinstance(actions, CardChoices):
        return actions.own(text)
    return actions[actions.index(text)] if text in actions else None


_LISTED = 5000  # the most choices whose order is stored


@lru_cache(maxsize=64)
def _order(cards: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Return every choice of ``count`` places among ``cards``, in order."""
    return tuple(combinations(range(cards), count))


@lru_cache(maxsize=64)
def _order_of_faces(faces: tuple[Card, ...], count: int) -> tuple[tuple[int, ...], ...]:
    """Return every choice of ``count`` places among cards of which equal ones are adjacent; equal choices are listed
    once. Earlier copies are chosen before later ones.
    """
    again = [at > 0 and faces[at] == faces[at - 1] for at in range(len(faces))]
    return tuple(
        places
        for places in combinations(range(len(faces)), count)
        if not any(again[at] and at - 1 not in places for at in places)
    )


class CardChoices(Sequence[Action]):
    """All the ways to choose ``count`` of some cards, which can be counted, indexed and searched without being listed.

    ``always`` are the cards that are part of every choice. Choices that differ only in their copies of equal cards
    count as one, for which any copies may be given. ``only`` lists the choices allowed, as masks, if not all are.
    """

    __slots__ = (
        "_always", "_count", "_given", "_loose", "_mask", "_only", "_order", "_pack", "_size", "_verb", "tail",
    )  # fmt: skip

    def __init__(
        self, verb: str, pack: Pack, mask: int, count: int, *, tail: tuple[str, ...] = (), always: int = 0,
        only: Sequence[int] = (),
    ) -> None:  # fmt: skip
        self._verb, self._pack, self._mask, self._count = verb, pack, mask, count
        self.tail = tail  #: words after the cards: ``> 2`` names the seat to which they go
        self._always, self._only = always, only
        self._given: Action | None = None  # the choice that was returned last
        loose = self._loose = mask & ~always
        #: the choices as places among the cards not in ``always``, once known; empty if there are too many to list
        self._order: Sequence[tuple[int, ...]] | None = None
        if not (only or pack.equals):
            self._size = comb(loose.bit_count(), count - always.bit_count() if always else count)
        elif only:
            self._size = len(only)
        elif len(set(cards := pack.spread(loose))) < len(cards):
            self._order = _order_of_faces(cards, count - always.bit_count())
            self._size = len(self._order)
        else:
            self._size = comb(loose.bit_count(), count - always.bit_count())

    def __len__(self) -> int:
        return self._size

    @property
    def count(self) -> int:  # type: ignore[override]
        """The number of cards in one choice."""
        return self._count

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards to choose from."""
        return self._pack.spread(self._mask)

    @property
    def always(self) -> tuple[Card, ...]:
        """The cards that are part of every choice."""
        return self._pack.spread(self._always)

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Action]: ...
    def __getitem__(self, at: int | slice) -> Action | Sequence[Action]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        size = self._size
        if at < 0:
            at += size
        if not 0 <= at < size:
            raise IndexError(f"choice {said(at)} of {size}")
        if self._only:
            self._given = of_cards(self._verb, self._pack, self._only[at], tail=self.tail)
            return self._given
        cards = self._pack.spread(self._loose)
        order = self._order
        if order is None:
            order = self._order = self._ordered(cards)
        places = order[at] if order else next(islice(combinations(range(len(cards)), self._need), at, None))
        mask = self._always
        for place in places:
            mask |= 1 << cards[place].index
        if mask & self._always:
            return of_cards(self._verb, self._pack, mask, tail=self.tail)
        action = str.__new__(Action, " ".join([self._verb, *[cards[place] for place in places], *self.tail]))
        action.verb, action._mask, action._pack = self._verb, mask, self._pack
        action._home, action._bit, action._place = NOWHERE
        self._given = action
        return action

    @property
    def _need(self) -> int:
        """The number of cards to choose in addition to those that are part of every choice."""
        return self._count - self._always.bit_count()

    def _ordered(self, cards: Sequence[Card]) -> Sequence[tuple[int, ...]]:
        """Return the choices as places in ``cards``; empty if there are too many to list."""
        return _order(len(cards), self._need) if self._size <= _LISTED else ()

    def __contains__(self, action: object) -> bool:
        return isinstance(action, str) and self.own(action) is not None

    def own(self, text: str) -> Action | None:
        """Return the choice that the text names; None if it names none of them."""
        if text is self._given:
            return self._given
        try:
            action = of_hand(parse(text, self._pack), self._pack, self._mask)
        except NotationError:
            return None
        found = (
            action.verb == self._verb and action._mask.bit_count() == self._count
            and not action._mask & ~self._mask and not self._always & ~action._mask
            and (action.words[self._count :] == self.tail if self.tail else ">" not in action)
            and (not self._only or action._mask in self._only)
        )  # fmt: skip
        return action if found else None

    def __iter__(self) -> Iterator[Action]:
        if self._order or self._only:
            yield from (self[at] for at in range(self._size))
            return
        for chosen in combinations(bits(self._loose), self._need):
            yield of_cards(self._verb, self._pack, self._always | sum(1 << i for i in chosen), tail=self.tail)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CardChoices):
            return NotImplemented
        return self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        among, always = self._mask, self._always
        if self._pack.equals:
            return self._verb, self._pack.spread(among), self._count, self._pack.spread(always), self.tail
        return self._verb, among, self._count, always, self.tail

    def __repr__(self) -> str:
        return (
            f"<{len(self)} ways to {self._verb} {self._count} of {' '.join(self._pack.spread(self._mask))}>"
        )
