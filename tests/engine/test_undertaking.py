"""One player undertakes to take everything: what may be said when, and what it changes."""

from __future__ import annotations

import json

import pytest

import whister
from whister import DealError
from whister.bots import choose
from whister.table.requests import handle

CHASSE = "hearts/chasse-coeur"
JACKS = "hearts/four-jacks"
CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
DIAMONDS = "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"
SPADES = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def test_the_announcement_is_public_and_names_its_maker() -> None:
    deal = whister.load(CHASSE).deal(seed="said")
    deal.act("pass")
    deal.act("declare generale")
    for seat in range(4):
        view = deal.view(seat)
        assert (view.declarer, view.contract) == (1, "generale")
        assert view.events == ((0, "pass"), (1, "declare generale"))


def test_other_words_are_refused_with_what_was_expected() -> None:
    deal = whister.load(CHASSE).deal(seed="said")
    verdict = deal.why("declare capot")
    assert verdict.clause is not None
    assert verdict.clause.id == "hearts/chasse-coeur#generale"
    assert verdict.reason == "Expected 'declare generale' or 'pass'."


def test_an_announcement_in_a_book_needs_its_announcer() -> None:
    with pytest.raises(DealError, match="given without a declarer; give the declarer of 'generale' too"):
        whister.load(CHASSE).outcome(contract="generale", points=[64, 0, 0, 0])


def test_a_capot_in_a_book_is_settled_by_tricks() -> None:
    rules = whister.load(JACKS, capot="on")
    outcome = rules.outcome(declarer=0, contract="capot", points=[5, 0, 0, 0])
    with pytest.raises(DealError, match="settled without 'tricks'"):
        rules.settle(outcome)


def test_a_generale_in_a_book_may_be_told_in_points() -> None:
    rules = whister.load(CHASSE)
    made = rules.outcome(declarer=2, contract="generale", points=[0, 0, 64, 0])
    lost = rules.outcome(declarer=2, contract="generale", points=[0, 1, 63, 0])
    assert rules.settle(made).delta == (64, 64, 0, 64)
    assert rules.settle(lost).delta == (0, 0, 64, 0)


def test_another_player_who_takes_everything_does_not_gain_by_a_failed_generale() -> None:
    rules = whister.load(CHASSE)
    outcome = rules.outcome(declarer=2, contract="generale", captured=[f"{HEARTS} QC QD QS", "", "", ""])
    assert rules.settle(outcome).delta == (0, 0, 64, 0)


def test_a_machine_announces_a_hand_that_cannot_lose_a_trick() -> None:
    deal = whister.load(CHASSE).deal(hands=[HEARTS, CLUBS, DIAMONDS, SPADES])
    assert choose(deal.view(0)) == "declare generale"


def test_a_machine_keeps_silent_with_any_other_hand() -> None:
    deal = whister.load(CHASSE).deal(seed="any other hand")
    assert choose(deal.view(0)) == "pass"


def test_the_power_of_a_king_lasts_for_one_trick() -> None:
    deal = whister.load(CHASSE).position(
        ["KD 2C", "AD 3C", "QD 4C", "5D 5C"], trick=12, contract="generale", declarer=0
    )
    for card in ("KD", "AD", "QD", "5D"):
        deal.act(card)
    assert deal.tricks[-1].winner == 0
    for card in ("2C", "3C", "4C", "5C"):
        deal.act(card)
    assert deal.tricks[-1].winner == 3, "in the next trick the highest card wins as ever"


def test_a_view_knows_that_the_king_wins() -> None:
    deal = whister.load(CHASSE).position(
        ["KD 2C", "AD 3C", "QD 4C", "5D 5C"], trick=12, contract="generale", declarer=0
    )
    for card, winning in (("KD", 0), ("AD", 1), ("QD", 0)):
        deal.act(card)
        assert deal.view(3).winning == winning


def test_a_king_that_holds_his_own_queen_is_beaten_by_the_ace() -> None:
    deal = whister.load(CHASSE).position(
        ["KD QD", "AD 3C", "9D 4C", "5D 5C"], trick=12, contract="generale", declarer=0
    )
    for card in ("KD", "AD", "9D", "5D"):
        deal.act(card)
    assert deal.tricks[-1].winner == 1


def test_undo_takes_back_an_announcement() -> None:
    deal = whister.load(CHASSE).deal(seed="said")
    deal.act("declare generale")
    deal.undo()
    assert (deal.phase, deal.declarer, deal.contract) == ("announce", None, "")


def test_the_table_offers_the_announcement_and_tells_of_it() -> None:
    request = {"op": "new", "rules": CHASSE, "players": 4, "seed": "said", "seat": 0}
    state = json.loads(handle(json.dumps(request)))["ok"]
    assert state["prompt"] == "Announce a générale (all the penalty cards), or pass."
    rungs = [rung for part in state["choice"]["parts"] for rung in part["rungs"]]
    assert [(rung["title"], rung["bids"][0]["name"]) for rung in rungs] == [
        ("Générale", "Announce a générale")
    ]
    assert [button["label"] for button in state["choice"]["beside"]] == ["Pass"]
    action = {"op": "act", "record": state["record"], "seat": 0, "action": "declare generale"}
    state = json.loads(handle(json.dumps(action)))["ok"]
    assert state["phase"] == "play"
    assert state["steps"][0]["text"] == "You announce a générale."
    assert {"label": "Contract", "value": "Générale, by you"} in state["facts"]
    assert state["seats"][0]["call"] == "announce a générale"


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_every_seat_of_four_jacks_has_a_place_of_its_own_at_the_table(players: int) -> None:
    for direction in ("clockwise", "right"):
        options = {"direction": direction}
        request = {
            "op": "new",
            "rules": JACKS,
            "players": players,
            "options": options,
            "seed": "8",
            "seat": 1,
        }
        seats = json.loads(handle(json.dumps(request)))["ok"]["seats"]
        places = [seat["position"] for seat in seats]
        assert len(set(places)) == players
        assert not any(place.startswith("seat") for place in places)
        assert places[1] == "south"


def test_where_play_goes_to_the_right_the_next_seat_sits_on_the_right() -> None:
    for direction, side in (("clockwise", "west"), ("right", "east")):
        request = {"op": "new", "rules": JACKS, "options": {"direction": direction}, "seed": "8", "seat": 0}
        seats = json.loads(handle(json.dumps(request)))["ok"]["seats"]
        assert seats[1]["position"] == side
