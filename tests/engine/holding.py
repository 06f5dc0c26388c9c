"""What is true in every deal of every rule set, whatever the cards and whoever plays: a function for each property.

Each takes a deal at any point, asserts one property, and leaves the deal as it was. They need no test runner, so
anything may call them: the tests for every rule set, and the long proof for a million deals.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from whister import Breach, Deal, DealRecord, IllegalAction, NotSourcedError, Record, Rules, Settlement
from whister.bots import choose
from whister.cards import Card
from whister.deal.public import state_of
from whister.notation import Action, word
from whister.plan.course import PLAY
from whister.plan.outcome import captured_masks

MANY_STEPS = 2000  #: more than any deal has
MANY_DEALS = 150  #: more than any game has
PASS = word("pass")


# -- playing -----------------------------------------------------------------------------------------------------------


def dealt(rules: Rules, chance: Random) -> Deal:
    """Return a deal with a random number, dealer and cards; if the pack is gathered, its order is random."""
    plan = rules.plan
    first_turn = chance.choice(plan.pack.suits) if plan.dealing.remembers_turn else ""
    stands: dict[str, Any] = {"number": chance.randint(1, 7), "dealer": chance.choice(plan.table.players)}
    ledger = rules.ledger(**stands, **({"first_turn": first_turn} if first_turn else {}))
    if plan.dealing.gathered and not plan.dealing.turns_still:
        pack = list(plan.cards_of(plan.present))
        chance.shuffle(pack)
        return rules.deal(ledger=ledger._replace(order=tuple(map(str, pack))))
    for _ in range(
        100 if plan.course.unseen is not None else 1
    ):  # a card that is to be turned up for it comes in one of 57
        deal = rules.deal(chance.getrandbits(32), ledger=ledger)
        if plan.course.unseen is not None and plan.course.unseen(state_of(deal)):
            break
    return deal


def act(deal: Deal, chance: Random) -> None:
    """Take some action that is possible now: any legal one, or at times one out of turn, a revoke or a cautious one."""
    seat = chance.choice(deal.pending)
    if (
        chance.random() < 0.1
        and (speaker := chance.choice(state_of(deal).plan.table.seats)) not in deal.pending
    ):
        said = deal.legal(speaker)
        if said:
            deal.act(chance.choice(said), speaker)
            return
    erring = (
        state_of(deal).plan.play.revoke is not None
        and deal.phase == PLAY
        and deal.trick.cards
        and chance.random() < 0.1
    )
    if erring and refused(deal, chance.choice(deal.hands[seat])) is None:
        return
    if deal.phase == "auction":
        action = call(deal, seat, chance)
    elif chance.random() < 0.1:
        action = choose(deal.view(seat))
    else:
        legal = deal.legal(seat)
        action = legal[chance.randrange(len(legal))]
    deal.act(action, seat)


def call(deal: Deal, seat: int, chance: Random) -> Action:
    """Return a bid, with every contract equally likely, or a pass, which is more likely once somebody has bid."""
    legal = deal.legal(seat)
    bid = any(action != PASS for _, action in deal.actions)
    if PASS in legal and chance.random() < (0.9 if bid else 0.25):
        return PASS
    contracts = {str(bid): bid.contract for bid in deal.bids}
    among: dict[str, list[Action]] = {}
    for action in legal:
        among.setdefault(contracts.get(action, action), []).append(action)
    return chance.choice(among[chance.choice(list(among))])


def refused(deal: Deal, card: str) -> IllegalAction | None:
    """Play a card; return the refusal, or None if the card is played, even as a revoke."""
    try:
        deal.act(card)
    except IllegalAction as refusal:
        return refusal
    return None


def breaches(deal: Deal) -> tuple[Breach, ...]:
    """Return every revoke of a deal, noticed or not."""
    found: tuple[Breach, ...] = state_of(deal).facts.get("breaches", ())
    return found


def ends(deal: Deal, chance: Random) -> set[str]:
    """Play a deal to the end, which it must reach; return the phases it goes through. (This one changes the deal.)"""
    phases: set[str] = set()
    for _ in range(MANY_STEPS):
        if deal.over:
            return phases
        phases.add(deal.phase)
        act(deal, chance)
    raise AssertionError(f"no end after {MANY_STEPS} steps: {deal}")


def cautious_players_finish(deal: Deal) -> None:
    """Let the table's own players play a deal to the end, with legal actions alone. (This one changes the deal.)"""
    for _ in range(MANY_STEPS):
        if deal.over:
            return
        seat = deal.pending[0]
        deal.act(choose(deal.view(seat)), seat)
    raise AssertionError(f"no end after {MANY_STEPS} steps: {deal}")


# -- at every step -----------------------------------------------------------------------------------------------------


def every_card_is_somewhere(deal: Deal) -> None:
    """Check that each card of the pack lies in exactly one place."""
    plan, facts = state_of(deal).plan, state_of(deal).facts
    undealt = state_of(deal).widow
    for cards in facts.get("laid_aside", {}).values():
        undealt |= cards  # the widow itself, once it has been exchanged
    undealt |= sum(1 << place for place in state_of(deal).stock) if plan.dealing.pile else 0
    places = [
        *(state_of(deal).hand(seat) for seat in plan.table.seats),
        *state_of(deal).captured,
        state_of(deal).on_table,
        undealt,
    ]
    places.append(facts.get("set_aside", (0, 0))[0])
    seen = 0
    for cards in places:
        assert not seen & cards, f"in two places: {plan.cards_of(seen & cards)}, {deal}"
        seen |= cards
    assert seen == plan.present, f"lost or found: {plan.cards_of(seen ^ plan.present)}, {deal}"
    assert seen.bit_count() == plan.cards


def something_is_legal(deal: Deal) -> None:
    """Check that somebody may act until the deal is over, and that whoever may act has a legal action."""
    assert bool(deal.pending) is not deal.over, deal
    for seat in deal.pending:
        legal = deal.legal(seat)
        assert len(legal) > 0, f"nothing is legal for seat {seat}: {deal}"
        first = legal[0]
        assert deal.why(first, seat).legal, f"{first} is listed and refused: {deal}"


# -- at any moment -----------------------------------------------------------------------------------------------------


def standing(deal: Deal) -> tuple[Any, ...]:
    """Return all there is to know of a deal, to be compared with itself later."""
    return (
        deal.phase, deal.over, deal.pending, deal.hands, state_of(deal).captured[:], [deal.taken(seat) for seat in state_of(deal).plan.table.seats],
        state_of(deal).widow, state_of(deal).turned, state_of(deal).stock, state_of(deal).turn_up, deal.trick, deal.tricks, deal.led, deal.trump, deal.contract,
        deal.bid, deal.declarer, deal.partner, deal.ledger, dict(state_of(deal).facts), deal.actions,
    )  # fmt: skip


def undo_is_exact(deal: Deal, chance: Random) -> None:
    """Check that an action that is taken back leaves no trace."""
    if deal.over:
        return
    before = standing(deal)
    act(deal, chance)
    assert standing(deal) != before
    deal.undo()
    assert standing(deal) == before, deal


def a_copy_goes_its_own_way(deal: Deal, chance: Random) -> None:
    """Check that actions in a copy leave the deal as it was."""
    before = standing(deal)
    twin = deal.copy()
    assert standing(twin) == before, deal
    for _ in range(8):
        if not twin.over:
            act(twin, chance)
    assert standing(deal) == before, deal


def one_clause_refuses(deal: Deal, card: Card) -> bool:
    """Check that a card is legal, or refused by one clause without any change; return whether it is refused."""
    return card in refusals(deal, [card])


def refusals(deal: Deal, cards: Iterable[Card]) -> list[Card]:
    """Return which of some cards may not be played now; check that one clause refuses each, without any change."""
    found: list[Card] = []
    listed: set[str] = set(deal.legal())
    before, twin = standing(deal), deal.copy()
    for card in cards:
        verdict = deal.why(card)
        assert verdict.legal == (card in listed), f"{card}: listed or refused, not both: {deal}"
        if verdict.legal:
            continue
        found.append(card)
        clause = verdict.clause
        assert clause is not None, f"{card}: nobody is to blame: {deal}"
        assert clause.enabled, f"{card}: {clause.id} is not in force"
        assert clause == deal.rules.clauses[clause.slug], (
            f"{card}: {clause.id} is not a clause of {deal.rules.id}"
        )
        assert verdict.reason, f"{card}: refused by {clause.id} without a word"
        refusal = refused(twin, card)
        if refusal is None:  # a revoke, and the table suffers it
            assert state_of(deal).plan.play.revoke is not None, (
                f"{card}: refused by {clause.id}, and played: {deal}"
            )
            assert breaches(twin)[:-1] == breaches(deal), f"{card}: a revoke is to be logged once: {deal}"
            twin = deal.copy()
        else:
            assert refusal.clause == clause, f"{card}: {refusal.clause} and {clause.id} refuse it: {deal}"
    assert standing(twin) == before, f"a refusal has left a trace: {deal}"
    assert standing(deal) == before, f"a question has left a trace: {deal}"
    return found


def record_plays_again(deal: Deal) -> None:
    """Check that the record of a deal leads to the same position, and that this has the same record."""
    text = str(Record.of(deal))
    again = Record.parse(text).replay()
    assert str(Record.of(again)) == text
    _same(again, deal)


def link_plays_again(deal: Deal) -> None:
    """Check that the link of a deal contains its record, and leads to the same position."""
    record = DealRecord.of(deal)
    found = DealRecord.parse(record.link())
    assert found == record
    assert found.plays_as(deal.rules)
    _same(found.replay(deal.rules), deal)


def _same(again: Deal, deal: Deal) -> None:
    """Check that two positions are the same, except that equal cards may have changed places."""
    assert _lying(again) == _lying(deal), deal
    if deal.over:
        assert _price(again) == _price(deal), deal


def _lying(deal: Deal) -> tuple[Any, ...]:
    """Return where the cards lie, as texts, and what has been announced and done."""
    cards_of, pack = state_of(deal).plan.cards_of, state_of(deal).plan.pack.cards
    return (
        deal.phase, deal.pending, deal.hands, [cards_of(cards) for cards in state_of(deal).captured], deal.trick, deal.tricks,
        cards_of(state_of(deal).widow), [pack[place] for place in state_of(deal).stock], state_of(deal).turn_up >= 0 and pack[state_of(deal).turn_up], deal.led,
        deal.trump, deal.contract, deal.bid, deal.declarer, deal.partner, deal.actions,
    )  # fmt: skip


# -- at the end --------------------------------------------------------------------------------------------------------


def _price(deal: Deal) -> Settlement | str:
    """Return the settlement of a deal, or which price no source gives."""
    try:
        return deal.settle()
    except NotSourcedError as unpriced:
        return str(unpriced)


def settlement_adds_up(deal: Deal) -> bool:
    """Check that a settlement is the sum of its lines and loses no chip; return whether there is a price for it."""
    settlement = _price(deal)
    if isinstance(settlement, str):
        assert "#" in settlement, f"which clause has no price? {settlement}"
        return False
    for seat in state_of(deal).plan.table.seats:
        lines = sum(line.amounts[seat] for line in settlement.lines)
        assert settlement.delta[seat] == lines, (
            f"seat {seat}: {settlement.delta[seat]} is not {lines}: {deal}"
        )
    if settlement.unit != "points":
        pool = settlement.pool - deal.ledger.pool
        assert sum(settlement.delta) + pool == 0, (
            f"chips are lost or made: {settlement.delta}, pool {pool}: {deal}"
        )
    assert settlement.ledger.pool == settlement.pool
    return True


def tricks_go_to_their_winners(deal: Deal) -> None:
    """Check that each seat has captured the cards of its tricks, and those set aside before them, and no others."""
    won, aside = [0] * state_of(deal).plan.table.n, 0
    for trick in deal.tricks:
        aside |= sum(1 << card.index for card in trick.cards)
        if trick.winner is not None:
            won[trick.winner] |= aside
            aside = 0
    if any(breach.found_by is not None for breach in breaches(deal)) or "conceded_to" in state_of(deal).facts:
        return  # tricks may have changed hands since
    assert state_of(deal).captured == won, deal
    assert aside == state_of(deal).facts.get("set_aside", (0, 0))[0], deal
    beside = [all_ & ~own for all_, own in zip(captured_masks(deal.outcome), won, strict=True)]
    assert not sum(beside) & sum(won), f"a card is captured twice: {deal}"


def game_ends(rules: Rules, seed: int) -> int:
    """Check that a game of the table's players ends with a winner and loses no chip; return the number of deals."""
    session = rules.session(seed)
    chips = sum(session.ledger.totals) + session.ledger.pool
    while not session.over:
        cautious_players_finish(session.deal)
        session.advance()
        assert session.ledger.number < MANY_DEALS, f"no end after {MANY_DEALS} deals: {rules}"
        if rules.plan.settling.unit != "points":
            there = sum(session.totals) + session.ledger.pool
            assert there == chips, (
                f"{chips} chips at first, {there} after deal {session.ledger.number - 1}: {rules}"
            )
    assert session.winners, rules
    return len(session.played) + 1


# -- all of it ---------------------------------------------------------------------------------------------------------


def everything(deal: Deal, chance: Random, *, close: int = 3) -> None:
    """Play a deal to the end, and check all properties.

    The cards and the choices are checked at every step, everything else when a phase begins and at ``close - 1`` random
    steps. It is played as ``ends`` plays it. (This one changes the deal.)
    """
    spare = Random(f"{state_of(deal).dealt}")
    looked = {
        spare.randrange(state_of(deal).plan.table.n * (state_of(deal).plan.play.most_tricks + 1))
        for _ in range(close - 1)
    }
    phases: set[str] = set()
    for step in range(MANY_STEPS):
        every_card_is_somewhere(deal)
        something_is_legal(deal)
        if deal.over:
            break
        if step in looked or deal.phase not in phases:
            everything_now(deal, spare)
        phases.add(deal.phase)
        act(deal, chance)
    assert deal.over, f"no end after {MANY_STEPS} steps: {deal}"
    record_plays_again(deal)
    link_plays_again(deal)
    tricks_go_to_their_winners(deal)
    settlement_adds_up(deal)


def everything_now(deal: Deal, chance: Random) -> None:
    """Check all that must be true of a deal at one moment."""
    undo_is_exact(deal, chance)
    a_copy_goes_its_own_way(deal, chance)
    record_plays_again(deal)
    link_plays_again(deal)
    if deal.phase == PLAY:
        assert refusals(deal, state_of(deal).plan.pack.cards), "a card that another seat holds is refused"
