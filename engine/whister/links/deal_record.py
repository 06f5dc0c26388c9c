"""A deal as text: everything needed to play it again, on one line that fits a link.

It has seven fields separated by tildes::

    w1~hearts/black-lady~moon=new~b1-0123456789abcdef~n1.d3~2C3C….5H….….…~give+9D+KH+QS_…

The fields are the version, the rule set, the options (``players`` among them), the behaviour hash, the ledger (``n``
number, ``d`` dealer, ``p`` pools, ``t`` totals, ``s`` a mark that stays with the pool, ``l`` the last declaring side,
``f`` the suit turned up in the first deal, ``o`` the other pack in order, if two are used and neither is shuffled), the
hands with the widow last, followed by any stock in order (turned cards after ``!``), and the actions in order
(``2:pass`` names a seat that acts out of turn). Nothing in it depends on a random generator. The record of a session
has one deal on each line.

A link contains the same record in fewer characters, ``w2~…``: see `whister.links.permalink`.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from whister import checks
from whister.clause import OWN
from whister.deal import arguments
from whister.deal.dealing import Dealing
from whister.deal.public import state_of
from whister.errors import IllegalAction, NotationError, WhisterError
from whister.frozen import names
from whister.ledger import Ledger
from whister.links.written import (
    FORM,
    LONGEST_DEAL,
    SHORT,
    Actions,
    DamagedRecord,
    DealText,
    cards_of,
    fields_of,
)
from whister.objects import in_a_line, plain
from whister.rules import Deal, Rules, load_with


class ReplayError(WhisterError, ValueError):
    """The error for a record with a step that the current rules refuse. ``deal`` is the deal before that step."""

    number: int | None = None  #: the number of the deal in a session, from 1

    def __init__(self, step: int, action: str, deal: Deal, cause: WhisterError) -> None:
        self.step, self.action, self.deal, self.cause = step, action, deal, cause
        self.clause = cause.clause if isinstance(cause, IllegalAction) else None
        super().__init__(step, action, deal, cause)

    def __str__(self) -> str:
        which = f"deal {self.number}, " if self.number is not None else ""
        return f"record, {which}step {self.step} ({checks.said(self.action)}): {self.cause}"


class DealRecord(DealText):
    """One deal: its rule set and options, the ledger with which it opened, the cards as dealt, and its actions."""

    __slots__ = ()

    def __repr__(self) -> str:
        return in_a_line(f"DealRecord {self.rules}, deal {self.ledger.number}, {len(self.actions)} actions")

    @classmethod
    def of(cls, deal: Deal) -> DealRecord:
        """Return the record of a deal as far as it has been played."""
        checks.instance(deal, Deal, "record")
        if state_of(deal).origin is not None:
            raise NotationError(
                "a study position has no record; only a deal in which every card is known has one"
            )
        rules, (hands, widow, turned, stock, turn_up) = deal.rules, state_of(deal).dealt
        if rules.repealed_here:
            raise NotationError(
                f"{rules.id} is played without {', '.join(rules.repealed_here)} here, which a record cannot express; a "
                "pickled deal keeps it"
            )
        plan, spread = state_of(deal).plan, state_of(deal).plan.cards_of
        ledger = deal.ledger._replace(order=(), last_made=None)
        if not (plan.dealing.turns_still and plan.dealing.gathered):
            ledger = ledger._replace(still=())
        if not ledger.standing:
            ledger = ledger._replace(last_declarer=())
        lying = "".join(plan.pack.cards[i] for i in stock)
        left = "" if plan.dealing.stock and stock else "".join(spread(widow & ~turned))
        return cls(
            rules.id, rules.chosen, len(plan.table.players), rules.behaviour_hash, ledger,
            tuple(lying if seat == plan.table.dummy else "".join(spread(hand)) for seat, hand in enumerate(hands)),
            left if plan.table.dummy is not None else left + lying,
            str(state_of(deal).plan.pack.cards[turn_up]) if turn_up >= 0 else "".join(spread(turned)),
            done(deal),
        )  # fmt: skip

    @classmethod
    def parse(cls, text: str) -> DealRecord:
        """Read a record from its text, in full (``w1~…``) or in the form of a short link (``w2~…``, see ``link``).
        Raises ``NotationError`` with the reason: the text is cut short, damaged or of a newer version, or a field
        cannot be read.
        """
        text = as_text(text).strip()
        if len(text) > LONGEST_DEAL:
            raise NotationError(
                f"this is not a record of a deal: it is longer than {LONGEST_DEAL} characters"
            )
        if re.search("%[0-9A-Fa-f]{2}", text):  # percent-encoded by some other program
            text = re.sub("%([0-7][0-9A-Fa-f])", lambda found: chr(int(found[1], 16)), text)
        if text.partition("~")[0] == SHORT:
            from whister.links.permalink import decode  # loaded late, as most records are not links

            return decode(text, cls)
        return cls(**fields_of(text))

    def link(self) -> str:
        """Return the record as short text for a link, ``w2~…``, which ``parse`` reads. See ``whister.links.permalink``.

        Raises ``NotationError`` for the user's own rule set.
        """
        from whister.links.permalink import encode

        if self.rules.startswith(f"{OWN}/"):
            raise NotationError(
                f"{self.rules} ({self.behaviour_hash}) is a rule set of your own, which no link can name; keep the "
                "record and the file that contains its rules"
            )
        return encode(self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON data: cards and actions are strings."""
        return {name: plain(getattr(self, name)) for name in names(self)}

    def plays_as(self, rules: Rules) -> bool:
        """Return whether these rules behave like those of the record, as far as is known: a link contains only the
        beginning of the hash."""
        return checks.instance(rules, Rules, "record, rules").behaviour_hash.startswith(self.behaviour_hash)

    def load(self) -> Rules:
        """Load the current version of the record's rule set, with the record's options."""
        rules = load_with(self.rules, self.players, self.options)
        if rules.source and not self.plays_as(rules):
            raise NotationError(
                f"this record was played by {self.rules} as {self.behaviour_hash}; the rules that were loaded last by "
                f"that name play as {rules.behaviour_hash}"
            )
        return rules

    def opening(self, rules: Rules | None = None, ledger: Ledger | None = None) -> Deal:
        """Return the deal before its first action. A more complete ``ledger``, if given, replaces the record's."""
        plan = (self.load() if rules is None else checks.instance(rules, Rules, "record, rules")).plan
        ledger = ledger or self.ledger
        if unknown := [name for name in ledger.pools if name not in plan.settling.pools]:
            raise DamagedRecord(f"has chips in {unknown[0]!r}, a pool that {self.rules} does not have")
        arguments.ledger(ledger, plan)
        hands = [cards_of(hand, plan.makeup.kind) for hand in self.hands]
        turned = cards_of(self.turned, plan.makeup.kind)
        widow = cards_of(self.widow, plan.makeup.kind) + (
            turned if plan.dealing.turns_next or not plan.dealing.turn_up else []
        )
        turns = plan.dealing.turns_still
        if ledger.still and ([*ledger.still[:1]] != turned if turns else not plan.dealing.in_turn):
            raise DamagedRecord(
                f"has {ledger.still[0]} on top of the other pack, but {self.turned or 'no card'} is turned up"
            )
        if ledger.still:
            arguments.order(ledger.still, plan, "the other pack")
        return Deal(plan.once(Dealing).given(hands, widow, ledger, turned))

    def replay(self, rules: Rules | None = None, opening: Deal | None = None) -> Deal:
        """Return the deal with all its actions repeated and checked again, starting from ``opening`` if it is given.

        Raises ``ReplayError``, with the clause and the deal before the step, for a step that the current rules refuse.
        """
        deal = self.opening(rules) if opening is None else checks.instance(opening, Deal, "record, opening")
        act_on(deal, self.actions)
        return deal


def as_text(given: Any) -> str:
    """Return the text given for a record, if it is a string. Raises ``NotationError`` for anything else."""
    if isinstance(given, str):
        return given
    raise NotationError(f"record: expected text of the form {FORM}; got {checks.said(given)}")


def done(deal: Deal, since: int = 0) -> Actions:
    """Return the actions of a deal, without the first ``since`` of them."""
    twin = deal.copy()
    twin.restart()
    actions: list[tuple[int | None, str]] = []
    for seat, action in deal.actions:
        actions.append((None if seat == twin.to_act else seat, str(action)))
        twin.act(action, seat)
    return tuple(actions[since:])


def act_on(deal: Deal, actions: Actions) -> None:
    """Carry out actions in order, leaving out cards that were played after the current rules end the play.

    Raises ``ReplayError`` for a step that the current rules refuse.
    """
    for step, (seat, action) in enumerate(actions, 1):
        try:
            deal.act(action, seat)
        except WhisterError as error:
            if _played_on(deal, actions[step - 1 :]):
                return
            raise ReplayError(step, action, deal, error) from None


def beyond(deal: Deal, record: DealRecord) -> tuple[str, ...]:
    """Return the cards that a record has beyond the end of the play, under rules that end it early."""
    rest = record.actions[len(deal.actions) :]
    return tuple(card for _, card in rest) if rest and _played_on(deal, rest) else ()


def _played_on(deal: Deal, rest: Actions) -> bool:
    """Return whether the play of a deal was cut short, and the rest of its record is nothing but cards still held."""
    if "stopped" not in state_of(deal).facts:
        return False
    held = Counter(str(card) for hand in deal.hands for card in hand)
    return all(seat is None for seat, _ in rest) and Counter(card for _, card in rest) <= held
