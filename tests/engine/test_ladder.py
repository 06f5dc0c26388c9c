"""The auction as the table shows it: the rungs in order, the highest bid so far, the rungs that are closed, and why."""

from __future__ import annotations

from typing import Any

from tests.asking import asked

BOSTON, ROOK, CHIPS = "boston/fontainebleau", "rook/tournament", "hearts/auction"
PREFERENCE = "boston/mariland"
State = dict[str, Any]


def opened(rules: str, *calls: str, seat: int = 0) -> State:
    """Return the table after these calls, as a seat sees it."""
    import whister
    from whister.links.deal_record import DealRecord

    deal = whister.load(rules).deal(seed="1810")
    for call in calls:
        deal.act(call)
    return asked(op="open", record=str(DealRecord.of(deal)), seat=seat)


def rungs(state: State) -> list[State]:
    return [rung for part in state["choice"]["parts"] for rung in part["rungs"]]


def bids(state: State) -> dict[str, State]:
    return {bid["action"]: bid for rung in rungs(state) for bid in rung["bids"]}


def test_the_rungs_stand_from_low_to_high_each_with_its_clause() -> None:
    state = opened(BOSTON)
    assert len(rungs(state)) == 15
    assert [rung["title"] for rung in rungs(state)[:3]] == ["Five levées", "Six levées", "Little Misère"]
    assert rungs(state)[-1]["clause"]["url"] == "boston/fontainebleau/#announce-chelem-table"
    assert [bid["label"] for bid in rungs(state)[0]["bids"]] == ["spades", "clubs", "diamonds", "hearts"]
    assert all(bid["legal"] for bid in bids(state).values())
    assert [button["label"] for button in state["choice"]["beside"]] == ["Pass"]


def test_the_name_of_a_bid_holds_what_its_button_shows() -> None:
    state = opened(BOSTON)
    assert bids(state)["bid 5C"]["name"] == "Five levées in clubs"
    assert bids(state)["bid piccolissimo"]["name"] == "Piccolissimo, no trumps"
    assert all(bid["label"] in bid["name"] for bid in bids(state).values())


def test_rungs_below_the_bid_that_stands_are_summed_up_with_one_reason() -> None:
    state = opened(BOSTON, "bid 5C", "bid 6D", "bid 8S", "pass")
    below, above = state["choice"]["parts"]
    assert below["label"] == "5 rungs below Eight levées in spades"
    assert below["reason"]["text"] == "It does not beat Eight levées in spades."
    assert below["reason"]["clause"]["slug"] == "outbid"
    assert [rung["title"] for rung in below["rungs"]][-1] == "Piccolissimo"
    assert above["reason"] is None
    assert above["rungs"][0]["title"] == "Eight levées"


def test_who_made_a_bid_is_told_and_which_one_stands() -> None:
    found = bids(opened(BOSTON, "bid 5C", "bid 6D", "bid 8S", "pass"))
    assert [(action, bid["by"], bid["stands"]) for action, bid in found.items() if bid["by"] is not None] == [
        ("bid 5C", 0, False), ("bid 6D", 1, False), ("bid 8S", 2, True),
    ]  # fmt: skip


def test_of_the_rung_that_stands_the_higher_suits_are_open_and_the_lower_ones_say_why() -> None:
    found = bids(opened(BOSTON, "bid 5S", "bid 6C", "pass", "pass"))
    assert [found[f"bid 6{suit}"]["legal"] for suit in "SCDH"] == [False, False, True, True]
    assert found["bid 6S"]["reason"]["clause"]["slug"] == "outbid"
    assert "reason" not in found["bid 6D"]
    assert not any(bid["equal"] for bid in found.values()), "every suit beats the one before it"


def test_suits_that_do_not_beat_each_other_are_told_and_preferred_ones_named() -> None:
    state = asked(op="new", rules=PREFERENCE, seed="3", seat=0)
    facts = {fact["label"]: fact["value"] for fact in state["facts"]}
    plain, again, turned, first = rungs(state)[0]["bids"]
    assert [bid["equal"] for bid in (plain, again, turned, first)] == [False, True, False, False]
    assert turned["name"] == f"Four tricks in {facts['Preference']}, Preference"
    assert first["name"] == f"Four tricks in {facts['Super-preference']}, Super-preference"


def test_one_closed_rung_is_called_by_its_name() -> None:
    state = opened(BOSTON, "bid 5S", "bid 6C", "pass", "pass")
    assert state["choice"]["parts"][0]["label"] == "Five levées"


def test_rungs_without_a_sourced_price_are_closed_together_and_say_so_once() -> None:
    _open, closed = opened("boston/hoyle")["choice"]["parts"]
    assert (closed["label"], closed["reason"]["text"]) == (
        "Seven tricks to Grand slam",
        "No source that was read says what this pays, so it may not be bid.",
    )


def test_points_below_the_bid_that_stands_are_closed_together() -> None:
    state = opened(ROOK, "bid 70", "bid 80", "pass", "pass")
    below, rest = state["choice"]["parts"]
    assert (below["label"], [bid["label"] for bid in below["rungs"][0]["bids"]]) == ("Below 80", ["70", "75"])
    stands, higher = rest["rungs"]
    assert [(bid["label"], bid["by"], bid["stands"]) for bid in stands["bids"]] == [("80", 1, True)]
    assert higher["bids"][0]["label"] == "85"


def test_of_many_chips_those_in_reach_are_shown_and_the_rest_summed_up() -> None:
    state = opened(CHIPS, "bid 12", seat=1)
    below, reach, means = state["choice"]["parts"]
    assert (below["label"], below["rungs"]) == ("Below 12", [])
    assert [bid["label"] for bid in reach["rungs"][0]["bids"]] == ["12"]
    assert [bid["label"] for bid in reach["rungs"][1]["bids"]][:9] == [*map(str, range(13, 21)), "25"]
    assert (means["label"], means["reason"]["clause"]["title"]) == ("51 to 300", "No bid beyond one's chips")


def test_asking_at_once_is_a_question_of_its_own_and_no_ladder() -> None:
    options = {"whister_timing": "with-announcement"}
    state = asked(op="new", rules=BOSTON, options=options, seed="1810", seat=0, dealer=3)
    state = asked(op="act", record=state["record"], seat=0, action="bid 5S")
    assert state["choice"]["kind"] == "buttons"


def test_after_the_auction_the_table_says_what_was_beaten() -> None:
    state = opened(BOSTON, "bid 5C", "bid 6D", "pass", "pass", "pass")
    facts = {fact["label"]: fact["value"] for fact in state["facts"]}
    assert facts["Contract"] == "Six levées in diamonds, by West"
    assert facts["Beaten"] == "Five levées in clubs, by you"


def test_a_seat_shows_what_it_has_said() -> None:
    state = opened(BOSTON, "bid 5C", "bid 6D", "pass", "pass")
    assert [seat["call"] for seat in state["seats"]] == [
        "bid five levées in clubs", "bids six levées in diamonds", "passes", "passes",
    ]  # fmt: skip
    assert state["prompt"] == "Six levées in diamonds is bid. Bid higher or pass."


def test_after_three_bids_two_were_beaten() -> None:
    state = opened(BOSTON, "bid 5C", "bid 6D", "bid 8S", "pass", "pass", "pass")
    facts = {fact["label"]: fact["value"] for fact in state["facts"]}
    assert facts["Contract"] == "Eight levées in spades, by North"
    for beaten in ("Five levées in clubs, by you", "ix levées in diamonds, by West"):
        assert beaten in facts["Beaten"]


def test_the_lowest_bid_stands_as_any_other() -> None:
    found = bids(opened(BOSTON, "bid 5S", seat=1))
    assert [action for action, bid in found.items() if bid["stands"]] == ["bid 5S"]
    assert found["bid 5S"]["reason"]["clause"]["slug"] == "outbid"


def test_of_many_chips_the_next_eight_are_shown_and_then_each_fifth() -> None:
    _, reach, _ = opened(CHIPS, "bid 16", seat=1)["choice"]["parts"]
    shown = [bid["label"] for bid in reach["rungs"][1]["bids"]]
    assert shown == [*map(str, range(17, 25)), "25", "30", "35", "40", "45", "50"]
