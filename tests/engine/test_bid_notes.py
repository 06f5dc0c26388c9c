"""What the ladder shows for each bid: what it undertakes, in words, and what it pays, as the rules settle it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import whister
from whister.deal.public import state_of
from whister.errors import NotSourcedError
from whister.rules import Deal, Rules
from whister.table.bid_prices import NO_PRICE, of_contract, signed
from whister.table.offers import choice
from whister.table.terms import TERMS

Note = dict[str, Any]
MARKED = "*"


def auctions() -> Iterator[tuple[str, int]]:
    """Yield every rule set whose deals open with an auction, for each number of players."""
    for name in whister.catalogue():
        for players in whister.load(name).players:
            if whister.load(name, players=players).deal("1").bids:
                yield name, players


AUCTIONS = tuple(auctions())


def ladder(deal: Deal) -> Note:
    found = choice(deal, deal.pending[0])
    assert found is not None
    assert found["kind"] == "ladder"
    return found


def notes(rules: Rules) -> dict[str, Note]:
    """Return the note of each rung by its title, with the note about all the bids in numbers, if there is one."""
    shown = ladder(rules.deal("1"))
    told = [shown["about"]] if shown["about"] else []
    rungs = [*told, *(rung for part in shown["parts"] for rung in part["rungs"] if rung["title"])]
    return {rung["title"]: rung["note"] | {"clause": rung["clause"]} for rung in rungs}


def note(name: str, title: str, **options: Any) -> Note:
    return notes(whister.load(name, **options))[title]


def row(found: Note, label: str) -> list[str]:
    """Return the figures for one result of a bid."""
    return next(list(row["cells"]) for row in found["prices"]["rows"] if row["label"] == label)


@pytest.mark.parametrize(("name", "players"), AUCTIONS)
def test_every_bid_says_what_it_undertakes_and_what_it_pays_or_that_no_source_prices_it(
    name: str, players: int
) -> None:
    found = notes(whister.load(name, players=players))
    contracts = [one for one in whister.load(name).contracts.values() if one.rank]
    assert len(found) == (len(contracts) or 1)
    for title, told in found.items():
        assert told["short"], title
        assert told["text"].endswith("."), title
        assert told["clause"]["text"], title
        if told["prices"] is None:
            assert told["notes"] == [NO_PRICE], title
            continue
        width = len(told["prices"]["columns"]) or 1
        assert len(told["prices"]["rows"]) >= 2, title
        assert all(len(one["cells"]) == width and all(one["cells"]) for one in told["prices"]["rows"]), title


def settled(deal: Deal, bid: Any, tricks: int, partners: int | None, suit: str) -> str:
    """Return what the declarer wins or loses if the deal is settled by the public methods, with nothing in the pool."""
    rules = deal.rules
    left = state_of(deal).plan.dealing.hand_size - rules.contracts[bid.contract].discard - tricks
    facts: dict[str, Any] = {"contract": str(bid), "declarer": 0, "tricks": [tricks, left, 0, 0]}
    if partners is not None:
        facts |= {"partner": 2, "tricks": [tricks, left - partners, partners, 0]}
    if suit and not bid.suit:
        facts["trump"] = suit
    if deal.turned_suit and "turned" in rules.declares:
        facts["declared"] = {"turned": deal.turned_suit}
    settlement = rules.settle(
        rules.outcome(**facts), rules.ledger(pool=0) if rules.plan.settling.pools else None
    )
    return signed(settlement.delta[0]) + MARKED * settlement.reconstructed


@pytest.mark.parametrize(
    "name", [name for name, _ in AUCTIONS if whister.load(name).deal("1").bids[0].contract]
)
def test_the_prices_of_a_contract_are_those_that_the_rules_settle(name: str) -> None:
    rules = whister.load(name)
    deal = rules.deal("1")
    found = notes(rules)
    priced = 0
    for contract in rules.contracts.values():
        if not contract.rank:
            continue
        told = found[contract.title]
        bids = [bid for bid in deal.bids if bid.contract == contract.id]
        if told["prices"] is None:
            suit = "" if contract.trump == "none" else deal.turned_suit
            with pytest.raises(NotSourcedError):
                settled(deal, bids[0], contract.tricks, None, suit)
            continue
        columns = [one["suit"] for one in told["prices"]["columns"]] or [_any_suit(deal, bids)]
        for place, one in enumerate(told["prices"]["rows"]):
            first = one["label"].split()[0]
            tricks, partners = 0 if first == "No" else int(first), None
            if "with a partner" in one["label"]:  # the declarer, if anybody, is the one who falls short
                own = contract.tricks - place % 2
                tricks, partners = own, tricks - own
            for suit, cell in zip(columns, one["cells"], strict=True):
                bid = next((bid for bid in bids if bid.suit == suit), bids[0])
                assert settled(deal, bid, tricks, partners, suit) == cell, (
                    contract.title,
                    one["label"],
                    suit,
                )
                priced += 1
    assert priced


def _any_suit(deal: Deal, bids: list[Any]) -> str:
    """Return a suit to settle bids that pay alike in all suits: that of the first bid, the suit turned up, or any suit
    that may be named."""
    contract = deal.rules.contracts[bids[0].contract]
    named = deal.rules.plan.pack.suits[0] if contract.trump == "later" else ""
    return bids[0].suit or ("" if contract.trump == "none" else deal.turned_suit or named)


@pytest.mark.parametrize(
    ("name", "players"), [one for one in AUCTIONS if not whister.load(one[0]).deal("1").bids[0].contract]
)
def test_a_bid_in_numbers_is_made_with_enough_and_lost_with_too_little(name: str, players: int) -> None:
    rules = whister.load(name, players=players)
    found = notes(rules)["What a bid means"]
    rows = found["prices"]["rows"]
    made, lost = rows[0]["cells"][0], rows[1]["cells"][0]
    bid = int(found["prices"]["caption"].removeprefix("A bid of ").partition(":")[0])
    if rules.plan.worth.named_value:
        assert int(made) > bid
        assert lost == f"−{bid + rules.plan.worth.named_value}"
        return
    every = rules.plan.worth.in_all(rules.plan.play.most_tricks)
    assert (rows[0]["label"], rows[2]["label"]) == (f"{bid} points", f"All {every} points")
    assert (made, lost, rows[2]["cells"]) == (f"+{bid}", f"−{bid}", [f"+{every}"])


# ---- what is said, case by case


def test_piccolissimo_is_exactly_one_trick_of_twelve() -> None:
    found = note("boston/fontainebleau", "Piccolissimo")
    assert found["short"] == "exactly 1 trick, a card laid aside"
    assert found["text"] == (
        "Win exactly 1 of the 12 tricks, without trumps, after every player has laid one card aside. "
        "You play alone against the other three."
    )
    assert found["terms"] == ["Piccolissimo: a bid to win exactly one trick."]


def test_five_are_eight_with_a_whister() -> None:
    found = note("boston/fontainebleau", "Five levées")
    assert found["short"] == "5 tricks alone, 8 with a partner"
    assert found["text"].endswith(
        "You may ask for a partner, the whister: if one accepts, the two of you need 8 together."
    )


def test_after_hoyle_seven_tricks_are_twelve_with_a_partner() -> None:
    assert note("boston/hoyle", "Seven tricks")["short"] == "7 tricks alone, 12 with a partner"


def test_a_proposal_that_nobody_plays_alone_is_priced_only_with_a_partner() -> None:
    found = note("boston/solo-1914", "Proposal")
    assert found["short"] == "8 tricks with a partner"
    assert [row["label"] for row in found["prices"]["rows"]] == [
        "8 tricks with a partner",
        "7 tricks with a partner",
    ]
    assert (row(found, "8 tricks with a partner"), row(found, "7 tricks with a partner")) == (["+5"], ["−6"])
    thrown = note("boston/whischt-bostonien", "Demande", unsupported="throw-in")
    assert thrown["short"] == "8 tricks with a partner"


def test_a_hand_on_the_table_lies_face_up_when_the_house_says() -> None:
    name, title = "boston/fontainebleau", "Chelem on the table"
    assert "with your hand face up on the table." in note(name, title)["text"]
    later = note(name, title, exposure_moment="after-first-trick")["text"]
    assert "with your hand face up on the table from the second trick on." in later


def test_five_in_hearts_win_sixty_and_lose_a_hundred() -> None:
    found = note("boston/fontainebleau", "Five levées")
    assert [one["label"] for one in found["prices"]["columns"]] == ["spades", "clubs", "diamonds", "hearts"]
    assert row(found, "5 tricks alone")[-1] == "+60", "20 from each of three"
    assert row(found, "4 tricks alone")[-1] == "−100", "25 to each of three, and to the pool"
    assert "Making the contract wins the pool as well." in found["notes"]


def test_a_figure_that_no_source_gives_is_marked() -> None:
    found = note("boston/fontainebleau", "Five levées", payment_table="ladder5")
    assert row(found, "5 tricks alone")[:3] == ["+15*", "+30*", "+45*"]
    assert found["notes"][0] == "* Reconstructed: no source gives this figure."


def test_a_trick_over_pays_fifteen_alone_and_five_with_a_partner() -> None:
    """Five in hearts brings 20 from each of three opponents, or 25 with six tricks.

    With a partner, each of two opponents pays 80, or 85 with a trick over, and the partners halve the sum.
    """
    rules = whister.load("boston/fontainebleau")
    told = "Each trick over adds 15 counters alone, 5 with a partner."
    assert told in note("boston/fontainebleau", "Five levées")["notes"]
    assert told.replace(", 5 with a partner", "") in note("boston/fontainebleau", "Ten levées")["notes"]

    def won(*tricks: int, **facts: int) -> object:
        outcome = rules.outcome(contract="5H", declarer=0, tricks=list(tricks), **facts)
        return rules.settle(outcome, rules.ledger(pool=0)).delta[0]

    assert (won(5, 8, 0, 0), won(6, 7, 0, 0)) == (60, 75)
    assert (won(5, 5, 3, 0, partner=2), won(6, 4, 3, 0, partner=2)) == (80, 85)


def test_a_contract_that_cannot_be_exceeded_says_nothing_of_tricks_over() -> None:
    for title in ("Piccolissimo", "Chelem", "Grand Misère"):
        assert not any("over" in said for said in note("boston/fontainebleau", title)["notes"]), title


@pytest.mark.parametrize(
    ("name", "title", "said"),
    [
        ("boston/american", "Five tricks", ["Tricks over add nothing."]),
        ("boston/mariland", "Four tricks", ["Each trick over adds 3 fiches, 12 in spades."]),
        (
            "boston/nantes",
            "Proposal",
            ["Tricks over add nothing.", "Winning every trick adds 24 fiches alone, 8 with a partner."],
        ),
        ("boston/hoyle", "Boston", ["Tricks over add to what you win, but not all of them equally."]),
        ("boston/solo-1914", "Solo", ["Each trick over adds 3 white counters."]),
        (
            "boston/solo-1909",
            "Proposition",
            ["Each trick over adds 1 penny.", "Winning every trick adds 5 pence besides."],
        ),
    ],
)
def test_what_tricks_over_pay_is_said_as_each_game_pays_it(name: str, title: str, said: list[str]) -> None:
    assert [one for one in note(name, title)["notes"] if " add" in one] == said


def test_a_slam_priced_only_with_a_partner_is_given_as_a_total() -> None:
    """In the third deal clubs are Petite and hearts Belle; the tricks over do not all add the same."""
    rules = whister.load("boston/french-1914")
    found = of_contract(rules, rules.contracts["demande"], [""], turned="C", first="H")["notes"]
    assert found[1:3] == [
        "No source gives one clear price for winning every trick alone.",
        "With a partner, winning every trick brings a total of 24 counters, 48 in hearts.",
    ]


def test_a_contract_that_no_source_prices_says_so() -> None:
    found = note("boston/hoyle", "Grand slam")
    assert (found["prices"], found["notes"]) == (None, ["No source gives a payment for this bid."])


def test_a_rook_bid_is_captured_with_the_partner_and_lost_by_five() -> None:
    found = note("rook/tournament", "What a bid means")
    assert found["text"] == (
        "Capture at least as many of the 120 points in the deal as you bid, together with your partner. "
        "Before the play you exchange cards with the nest and name the trump."
    )
    assert row(found, "70 points") == ["+70"]
    assert row(found, "65 points") == ["−70"]
    assert row(found, "All 120 points") == ["+120"]


def test_two_points_a_trick_count_towards_a_bid_for_three() -> None:
    found = note("rook/three-1914", "What a bid means")
    assert found["prices"]["caption"].startswith("A bid of 55:"), "the dealer has opened with 50"
    assert row(found, "54 points") == ["−55"]


def test_a_bid_that_stands_is_priced_no_more_but_the_next_is() -> None:
    deal = whister.load("rook/tournament").deal("1")
    deal.act("bid 80")
    assert (
        ladder(deal)["about"]["note"]["prices"]["caption"] == "A bid of 85: what you win or lose, in points"
    )


def test_chips_bid_go_into_the_pool() -> None:
    found = note("hearts/auction", "What a bid means")
    assert "pays the bid into the pool and names a suit" in found["text"]
    assert row(found, "One card of it, the others the rest") == ["−2"], "the bid of 1, and 1 for the card"


# ---- announcements that are not bids in an auction


def announced(name: str, **options: Any) -> Note:
    """Return the only rung of the announcements before the play, once all earlier actions are done."""
    deal = whister.load(name, **options).deal("1")
    while deal.phase not in ("announce", "pledge"):
        deal.act(deal.legal()[0])
    shown = ladder(deal)
    assert [one["action"] for one in shown["beside"]] == ["pass"]
    ((rung,),) = (part["rungs"] for part in shown["parts"])
    return dict(rung)


@pytest.mark.parametrize(
    ("name", "options", "title", "clause", "text"),
    [
        (
            "hearts/chasse-coeur", {}, "Générale", "generale",
            "Take all the penalty cards. If you do, each of the others scores 64 points. If not, you score 64 points.",
        ),
        (
            "hearts/four-jacks", {"capot": "on"}, "Capot", "capot",
            "Win all the tricks. If you do, each of the others scores 5 points. "
            "If not, what you score depends on the cards that you take.",
        ),
        (
            "hearts/four-jacks", {"capot": "on", "capot_lost": "five"}, "Capot", "capot",
            "Win all the tricks. If you do, each of the others scores 5 points. If not, you score 5 points.",
        ),
        (
            "hearts/partnership-slam", {}, "Slam", "slam-bid",
            "Win all the tricks. Whoever holds the ten of diamonds is your partner, in secret until it is played. "
            "If you do, you take 26 points off. If not, what you score depends on the cards that you take.",
        ),
        (
            "hearts/modern", {"pledge": True}, "No hearts", "pledge",
            "Promise to take no hearts. If you keep to it, you take 10 points off. If not, you score 10 points.",
        ),
    ],
)  # fmt: skip
def test_an_announcement_before_the_play_has_its_note_and_its_clause(
    name: str, options: dict[str, Any], title: str, clause: str, text: str
) -> None:
    rung = announced(name, **options)
    assert (rung["title"], rung["clause"]["slug"], rung["note"]["text"]) == (title, clause, text)
    assert rung["note"]["short"]
    assert rung["bids"][0]["name"].lower().startswith(rung["bids"][0]["label"])


@pytest.mark.parametrize(
    ("name", "title", "clause", "short"),
    [
        ("boston/nantes", "Accept", "support", "8 tricks together"),
        ("boston/whischt-bostonien", "Support", "support", "8 tricks together"),
        ("boston/solo-1914", "Accept", "accept", "8 tricks together"),
    ],
)
def test_what_is_said_to_a_bid_that_stands_has_its_note_and_its_clause(
    name: str, title: str, clause: str, short: str
) -> None:
    deal = whister.load(name).deal("1")
    deal.act(next(action for action in deal.legal() if action.verb == "bid"))
    shown = ladder(deal)
    assert [one["action"] for one in shown["beside"]] == ["pass"]
    (rung,) = shown["parts"][0]["rungs"]
    assert (rung["title"], rung["clause"]["slug"], rung["note"]["short"]) == (title, clause, short)
    assert (
        rung["note"]["text"] == f"You become the bidder's partner for this deal: the two of you need {short}."
    )


def test_who_announces_and_asks_in_one_is_told_what_either_wants() -> None:
    deal = whister.load("boston/fontainebleau", whister_timing="with-announcement").deal("1")
    deal.act("bid 6H")
    state = state_of(deal)
    assert state.plan.course.phases["auction"].prompt(state, deal.pending[0]) == (
        "Ask for a partner (9 tricks together), or play alone (6 tricks)."
    )


def test_every_word_that_is_explained_stands_in_some_auction() -> None:
    titles = {rung for name, players in AUCTIONS for rung in notes(whister.load(name, players=players))}
    said = " ".join(titles).lower()
    assert [term for term in TERMS if term not in said] == []
