"""Links and records that do not open as they should: what is wrong is stated in a player's words, and where."""

from __future__ import annotations

import json
from typing import Any

import pytest

import whister
from whister.links.record import Record
from whister.table.requests import handle

HEARTS = "hearts/black-lady"


def answer(**request: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(handle(json.dumps(request)))
    return found


def played_out(session: whister.Session) -> None:
    while not session.deal.over:
        session.deal.act(session.deal.legal()[0])


@pytest.fixture(scope="module")
def deals() -> list[str]:
    """Return the records of two deals of one game, one after the other, both over."""
    session = whister.load(HEARTS).session("1909")
    played_out(session)
    session.advance()
    played_out(session)
    return str(Record.of(session)).splitlines()


def changed(record: str, place: int, text: str) -> str:
    fields = record.split("~")
    fields[place] = text
    return "~".join(fields)


def step_changed(record: str, number: int, action: str) -> str:
    steps = record.split("~")[6].split("_")
    steps[number - 1] = action
    return changed(record, 6, "_".join(steps))


@pytest.mark.parametrize(
    ("place", "text", "said"),
    [
        (1, "hearts/black-ladi", "it belongs to a rule set that this site does not have, 'hearts/black-ladi'; did you mean 'hearts/black-lady'"),
        (1, "", "it does not say by which rule set it is played"),
        (2, "players=4,mooon=new", "it is played by a house rule that Black Lady does not have, 'mooon'; did you mean 'moon'"),
        (2, "players=4,moon=nix", "Black Lady does not have the house rule “The moon” with the choice 'nix'"),
        (2, "players=9", "it is of 9 players, and Black Lady is for 3, 4, 5, 6 and 7"),
        (2, "players=0", "damaged where it gives the number of players: expected a number from 1 to 64, got 0"),
        (2, "players=65", "damaged where it gives the number of players: expected a number from 1 to 64, got 65"),
        (2, "players=yes", "damaged where it gives the number of players: expected a number from 1 to 64, got True"),
        (2, "players", "damaged where it gives its house rules: 'players' has no value"),
        (4, "n0.d3", "damaged where it gives the dealer and the score: 'n0.d3' does not fit 4 players"),
        (4, "n1.d-1", "damaged where it gives the dealer and the score: 'n1.d-1' does not fit 4 players"),
        (4, "n1.d4", "damaged where it gives the dealer and the score: 'n1.d4' does not fit 4 players"),
        (4, "n1.d3.t1,2,3", "damaged where it gives the dealer and the score"),
        (4, "n1.d3.ppool=-1", "damaged where it gives the dealer and the score"),
        (4, "n1.d3.sjack.l4", "damaged where it gives the dealer and the score"),
        (4, "n1.d3.sjack.l-1", "damaged where it gives the dealer and the score"),
        (4, "n1.d3.sjack.l0,1,2,3,0", "damaged where it gives the dealer and the score"),
        (4, "n1.d3.t1/0,0,0,0", "damaged where it gives the number of the deal, the dealer and the score"),
        (4, "n1.d7", "damaged where it gives the dealer and the score"),
        (5, "XX.2C.3C.4C", "damaged where it lists the cards: 'XX' is not a French card"),
        (5, "2C.2C.3C.4C", "its cards do not make a deal of Black Lady: the hand of West: 2C is in another place already"),
        (6, "z:pass", "damaged where it gives the actions: no seat is called 'z'"),
    ],
)  # fmt: skip
def test_a_record_that_is_damaged_says_where_and_offers_the_rules(
    deals: list[str], place: int, text: str, said: str
) -> None:
    error = answer(op="open", record=changed(deals[0], place, text))["error"]
    assert said in error["message"]
    assert "behaviour" not in error["message"]
    if place != 1 or text:
        assert error["rules"] == {"title": "Black Lady", "url": "hearts/black-lady/"}


def test_a_record_of_somebody_s_own_rules_says_that_their_file_is_needed(deals: list[str]) -> None:
    error = answer(op="open", record=changed(deals[0], 1, "own/of-nobody"))["error"]
    said = "it belongs to a rule set of somebody's own, 'own/of-nobody', whose file is needed to open it"
    assert said in error["message"]
    assert error["rules"] is None


@pytest.mark.parametrize(
    ("text", "offers"),
    [
        ("w1~hearts/black-lady~zz", "Black Lady"),
        ("w1~hearts/black-ladi~zz", "Black Lady"),
        ("c1~hearts/black-lady#folow~A", "Black Lady"),
        ("c1~hearts/black-lady%23folow~A", "Black Lady"),
        ("w1~zz~zz~hearts/black-lady", "Black Lady"),
        ("w1~zz~zz~zz~hearts/black-lady", None),
        ("w1~hearts~zz", None),
        ("hearts/black-lady", None),
    ],
)
def test_the_rule_set_that_a_text_names_is_offered(text: str, offers: str | None) -> None:
    rules = answer(op="open", record=text)["error"]["rules"]
    assert (rules and rules["title"]) == offers


def test_a_damaged_deal_of_a_game_is_named(deals: list[str]) -> None:
    first, second = deals
    error = answer(op="open", record=f"{first}\n{changed(second, 4, 'zz')}")["error"]
    assert error["message"].startswith(
        "deal 2 of this record does not open: this record is damaged where it gives"
    )


def test_deals_that_do_not_follow_each_other_say_how_each_stands(deals: list[str]) -> None:
    error = answer(op="open", record=f"{deals[0]}\n{deals[0]}")["error"]
    assert "deal 2 of this record does not follow from deal 1" in error["message"]
    assert "it opens as deal 1 dealt by East, but deal 1 leaves deal 2 dealt by you" in error["message"]


def test_a_deal_after_one_that_is_not_over_says_so(deals: list[str]) -> None:
    error = answer(op="open", record=f"{changed(deals[0], 6, '')}\n{deals[1]}")["error"]
    assert "follows a deal that is not over" in error["message"]


@pytest.mark.parametrize("which", [1, 2])
def test_a_refused_step_of_a_game_names_its_deal(deals: list[str], which: int) -> None:
    texts = list(deals)
    texts[which - 1] = step_changed(texts[which - 1], 6, "ROOK")

    state = answer(op="open", record="\n".join(texts))["ok"]

    assert state["broken"]["text"].startswith(
        f"Step 6 of deal {which} of this record, “ROOK”, is not possible"
    )
    assert state["broken"]["text"].endswith(
        " Here is that deal as it stood before that step: play on from there, or begin a new game."
    )
    assert state["game"]["before"] == texts[: which - 1]
    assert len(state["game"]["sheet"]) == which - 1


def test_a_card_that_is_not_held_is_called_by_its_name(deals: list[str]) -> None:
    played = deals[1].split("~")[6].split("_")
    later = played.index("2C") + 4
    record = changed(deals[1], 6, "_".join([*played[:later], "2C"]))

    broken = answer(op="open", record=record)["ok"]["broken"]["text"]

    assert "of this record, the two of clubs, is refused by today's rules. It is not in the hand." in broken


def test_a_link_of_fewer_players_is_opened_from_the_first_seat() -> None:
    record = str(Record.of(whister.load(HEARTS, players=3).deal("three")))
    assert answer(op="open", record=record, seat=3)["ok"]["seat"] == 0


def test_a_step_refused_in_a_case_shows_the_case_before_it() -> None:
    state = answer(op="open", record=f"c1~{HEARTS}~first-trick~BLD-3~KH")["ok"]
    assert "the king of hearts, is refused by today's rules" in state["broken"]["text"]
    assert state["broken"]["clause"]["slug"] == "first-trick"
    assert [held["card"] for held in state["hand"]] == ["3D", "QS", "KH"]


def test_a_link_to_share_is_not_made_of_nonsense() -> None:
    error = answer(op="link", record="c1~nonsense", game={"seed": "a", "before": []})["error"]
    assert error["message"].startswith("this link to a case is damaged or cut short")


def opened_after(rules: str, *actions: str) -> dict[str, Any]:
    """Return the table's state for a deal whose record ends with a step that is refused."""
    record = str(Record.of(whister.load(rules).deal("1909")))
    done = "_".join(action.replace(" ", "+") for action in actions)
    return dict(answer(op="open", record=changed(record, 6, done))["ok"])


def test_a_bid_below_the_last_one_is_refused_by_its_clause_and_the_deal_before_it_is_shown() -> None:
    state = opened_after("rook/tournament", "bid 80", "bid 75")
    assert state["broken"]["text"] == (
        "Step 2 of this record, “75”, is refused by today's rules. It does not beat 80. "
        "Here is the deal as it stood before that step: play on from there, or begin a new game."
    )
    assert state["broken"]["clause"]["url"].startswith("rook/tournament/#")
    assert state["phase"] == "auction"


def test_a_step_that_comes_at_the_wrong_moment_is_told_without_notation() -> None:
    told = opened_after(HEARTS, "2C")["broken"]["text"]
    assert "the two of clubs, comes at the wrong moment: the rule there is “Passing”" in told
    assert "Expected" not in told


@pytest.mark.parametrize(("seat", "waits"), [(0, True), (1, False), (2, True)])
def test_who_is_not_to_act_where_a_step_was_refused_may_let_the_others_play_on(
    seat: int, waits: bool
) -> None:
    record = str(Record.of(whister.load("rook/tournament").deal("1909")))
    broken = answer(op="open", seat=seat, record=changed(record, 6, "bid+80_bid+75"))["ok"]
    also = [{"action": "say nothing", "label": "Let the others play on"}]
    assert broken["also"] == (also if waits else [])


@pytest.mark.parametrize(
    "rules", [HEARTS, "boston/fontainebleau", "boston/russian", "rook/tournament", "rook/red-one"]
)
def test_no_step_that_a_damaged_record_may_have_is_a_mistake_of_the_table(rules: str) -> None:
    texts = "accept alone ask bid call claim correct decline declare discard draw give hold lead name opening pass support trump"
    for action in [*texts.split(), "bid 999", "bid little-misere", "call 99", "claim rest", "claim revoke 9", "trump Q",
                   "declare chicane", "give 2C", "discard R1", "lead JK as", "correct 2C", "call 2C"]:  # fmt: skip
        record = str(Record.of(whister.load(rules).deal("1909")))
        found = answer(op="open", record=changed(record, 6, action.replace(" ", "+")))
        assert found.get("error", {}).get("kind") != "internal", (action, found)
        assert "ok" not in found or (found["ok"]["broken"] or {"text": "."})["text"].endswith("."), action


def test_empty_lines_between_the_deals_of_a_game_are_no_deals(deals: list[str]) -> None:
    text = "\n\n".join([*deals[:1], step_changed(deals[1], 6, "ROOK")])
    state = answer(op="open", record=text)["ok"]
    assert state["broken"]["text"].startswith("Step 6 of deal 2 of this record")
    assert state["game"]["before"] == deals[:1]


def test_a_kept_game_that_the_rules_refuse_is_told_like_a_link(deals: list[str]) -> None:
    error = answer(op="act", record=step_changed(deals[0], 1, "2C"), action="2C", seat=0)["error"]
    assert error["kind"] == "record"
    assert "Expected" not in error["message"]
    assert error["message"].startswith("Step 1 of this record, the two of clubs, comes at the wrong moment")


def test_a_text_full_of_brackets_is_answered_like_any_other() -> None:
    found = answer(id=7, op="open", record="[{" * 200)
    assert found["id"] == 7
    assert found["error"]["kind"] == "notation"
