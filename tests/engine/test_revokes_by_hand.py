"""Revokes in the play, clause by clause: seat 1 throws a diamond on the ace of clubs, though he has clubs. Seat 3 deals."""

from __future__ import annotations

import pytest

from tests.engine.small import HANDS, small
from tests.engine.small_said import done, legal, prompt, why
from tests.engine.small_settled import FIVE_OR_SIX, Game
from whister import Deal, IllegalAction
from whister.deal.public import state_of
from whister.players.cautious import choose

GAME: Game = {
    "course": {"phases": ["play", "closing"]}, "values": {"cards": {"H": 1, "QS": 13}, "penalties": True}, "score_captured": {},
    "follow": {}, "revoke": {"allowed": True, "of": ["follow"]}, "revoke_claim": {}, "revoke_forfeit": {},
}  # fmt: skip
REVOKED = "AC, 2D"
CORRECT = ["correct 3C", "correct 4C", "correct 5C", "correct JC"]


def played(actions: str, **others: dict[str, object]) -> Deal:
    return done(small(**{**GAME, **others}).deal(hands=HANDS, dealer=3), actions)


def said(deal: Deal, seat: int, verb: str) -> list[str]:
    return [action for action in legal(deal, seat) if action.startswith(verb)]


def test_a_card_of_another_suit_is_refused_where_nobody_can_revoke_and_suffered_where_somebody_can() -> None:
    with pytest.raises(IllegalAction):
        played(REVOKED, revoke={"allowed": False})
    assert [str(card) for card in played(REVOKED).trick.cards] == ["AC", "2D"]
    for of in (["follow"], []):
        with pytest.raises(IllegalAction):
            played("AC, AC", revoke={"allowed": True, "of": of})
        with pytest.raises(IllegalAction):
            played("AC, 6C", revoke={"allowed": True, "of": of})
    with pytest.raises(IllegalAction):
        played(REVOKED, revoke={"allowed": True, "of": ["turn"]})
    refused = ("revoke", "A card that would be a revoke is refused: nobody can revoke.")
    assert why(played("AC", revoke={"allowed": False}), "claim revoke 1", 0) == refused


def test_a_revoke_is_claimed_once_the_play_has_begun_and_until_the_deal_is_over() -> None:
    bids: Game = {**GAME, **FIVE_OR_SIX, "course": {"phases": ["auction", "play"]}}
    deal = small(**bids).deal(hands=HANDS, dealer=3)
    assert why(deal, "claim revoke 1", 0) == ("revoke-claim", "The play has not begun.")
    done(deal, "bid 5H, pass, pass, pass")
    nothing_shown = "No card played so far shows that seat 1 has revoked."
    assert why(deal, "claim revoke 1", 0) == ("revoke-claim", nothing_shown)
    while not deal.over:
        deal.act(deal.legal()[0])
    assert why(deal, "claim revoke 1", 0) == ("revoke-claim", "The deal is over.")


@pytest.mark.parametrize(
    ("until", "offered"),
    [
        ("trick", [True, False, False, False]),
        ("next-lead", [True, True, False, False]),
        ("next-trick", [True, True, True, True]),
    ],
)
def test_a_revoke_may_be_put_right_until_the_end_of_the_trick_the_next_lead_or_the_next_trick(
    until: str, offered: list[bool]
) -> None:
    steps = (REVOKED, f"{REVOKED}, 6C, 9C", f"{REVOKED}, 6C, 9C, KC", f"{REVOKED}, 6C, 9C, KC, 3C")
    found = [said(played(step, revoke_correction={"until": until}), 1, "correct") for step in steps]
    assert [bool(offers) for offers in found] == offered
    assert all(offers == CORRECT for offers in found if offers)
    after = played(f"{steps[3]}, 7C, 8D", revoke_correction={"until": until})
    assert said(after, 1, "correct") == []


def test_the_card_put_right_goes_back_to_the_hand_and_another_takes_its_place() -> None:
    deal = done(played(REVOKED, revoke_correction={}), "1: correct 3C")
    assert [str(card) for card in deal.trick.cards] == ["AC", "3C"]
    assert "2D" in map(str, deal.hands[1])
    assert why(deal, "correct 4C", 1) == ("revoke-correction", "Seat 1 has nothing to put right with 4C.")
    later = done(played(f"{REVOKED}, 6C, 9C, KC", revoke_correction={}), "1: correct JC")
    assert [str(card) for card in later.tricks[0].cards] == ["AC", "JC", "6C", "9C"]
    assert ([str(card) for card in later.trick.cards], later.to_act) == (["KC"], 1)


def cards(deal: Deal) -> list[list[str]]:
    """Return the tricks, the open one last."""
    return [[str(card) for card in trick.cards] for trick in (*deal.tricks, deal.trick)]


def test_a_card_of_the_open_trick_stands_unless_it_is_the_one_that_puts_the_revoke_right() -> None:
    shown = f"{REVOKED}, 6C, 9C, KC, 3C"
    stands = done(played(shown, revoke_correction={}), "1: correct JC")
    assert (cards(stands), stands.to_act) == ([["AC", "JC", "6C", "9C"], ["KC", "3C"]], 2)
    used = done(played(shown, revoke_correction={}), "1: correct 3C")
    assert (cards(used), used.to_act) == ([["AC", "3C", "6C", "9C"], ["KC"]], 1)
    twice = done(played(f"{REVOKED}, 6C, 9C, AD, JC", revoke_correction={}), "1: correct JC")
    assert (cards(twice), twice.to_act) == ([["AC", "JC", "6C", "9C"], ["AD"]], 1)


def test_a_card_goes_back_that_would_not_follow_now_whether_or_not_a_later_player_has_revoked() -> None:
    """The two of diamonds that seat 1 threw was its only diamond; back in the hand, it must follow the ace."""
    alone = HANDS[1].replace("3D 4D", "8S 9S"), HANDS[3].replace("8S 9S", "3D 4D")
    rules = small(**{**GAME, "revoke_correction": {}})
    for after in ("", ", 5D", ", 7C"):
        deal = rules.deal(hands=[HANDS[0], alone[0], HANDS[2], alone[1]], dealer=3)
        done(deal, f"{REVOKED}, 6C, 9C, AD, 3C{after}, 1: correct 4C")
        assert (cards(deal), deal.to_act) == ([["AC", "4C", "6C", "9C"], ["AD"]], 1)


SHOWN = f"{REVOKED}, 6C, 9C, KC, 3C"


def test_a_revoke_is_claimed_by_an_opponent_once_the_cards_show_it() -> None:
    hidden = played(f"{REVOKED}, 6C, 9C, KC")
    no_card = ("revoke-claim", "No card played so far shows that seat 1 has revoked.")
    assert why(hidden, "claim revoke 1", 0) == no_card
    assert why(played(SHOWN), "claim revoke 0", 1) == (
        "revoke-claim",
        "No card played so far shows that seat 0 has revoked.",
    )
    expected = ("revoke-claim", "Expected 'claim revoke' and the seat of an opponent of seat 1.")
    assert why(played(SHOWN), "claim revoke 1", 1) == expected
    assert [said(played(SHOWN), seat, "claim") for seat in range(4)] == [
        ["claim revoke 1"],
        [],
        *[["claim revoke 1"]] * 2,
    ]
    pairs = played(SHOWN, partners={})
    assert [said(pairs, seat, "claim") for seat in range(4)] == [
        ["claim revoke 1"],
        [],
        ["claim revoke 1"],
        [],
    ]
    ended = done(played(SHOWN), "0: claim revoke 1")
    (breach,) = ended.outcome.breaches
    assert (ended.over, ended.outcome.stopped) == (True, True)
    assert (breach.seat, breach.trick, breach.card, breach.found_by) == (1, 1, "2D", 0)


def test_play_may_go_on_after_a_claim() -> None:
    deal = done(played(SHOWN, revoke_claim={"stops": False}), "0: claim revoke 1")
    assert (deal.over, deal.to_act) == (False, 2)
    assert said(deal, 2, "claim") == [], "it is claimed once"


def test_a_claim_in_time_for_a_correction_obliges_the_offender_to_it() -> None:
    deal = done(played(SHOWN, revoke_correction={}), "0: claim revoke 1")
    assert (deal.phase, deal.pending, legal(deal)) == ("mend", (1,), CORRECT)
    assert prompt(deal) == "You revoked. Put it right: choose a card for that trick."
    assert why(deal, "4C") != ("", "")
    done(deal, "correct JC")
    assert deal.phase == "play"
    assert [str(card) for card in deal.tricks[0].cards] == ["AC", "JC", "6C", "9C"]
    assert said(deal, 0, "claim") == []


def test_the_trick_of_a_revoke_goes_to_the_offender_once_it_is_claimed() -> None:
    for to, tricks in (("offender", (1, 1, 0, 0)), ("winner", (2, 0, 0, 0))):
        deal = played(f"{SHOWN}, 7C, 8D", revoke_claim={"stops": False}, revoke_trick={"to": to})
        done(deal, "0: claim revoke 1")
        assert tuple(deal.taken(seat) for seat in range(4)) == tricks


def test_the_cards_of_the_trick_are_taken_from_its_winner_alone() -> None:
    """Seat 2 wins the first trick, which seat 3 leads, and the second; seat 1 has thrown a diamond and shows a club."""
    goes_on: Game = {"revoke_claim": {"stops": False}, "revoke_trick": {}}
    hands = [HANDS[1], HANDS[3], HANDS[0], HANDS[2]]
    deal = small(**{**GAME, **goes_on}).deal(hands=hands, dealer=2)
    done(deal, "6C, 3C, 8D, AC, KC, 7C, 4C, 9C")
    assert (deal.tricks[0].winner, deal.tricks[1].winner) == (2, 2)
    done(deal, "2: claim revoke 1")
    captured = [
        {str(card) for card in state_of(deal).plan.cards_of(mask)} for mask in state_of(deal).captured
    ]
    assert captured == [set(), {"6C", "3C", "8D", "AC"}, {"KC", "7C", "4C", "9C"}, set()]


def test_the_tricks_of_two_revokes_both_go_to_the_offender() -> None:
    goes_on: Game = {"revoke_claim": {"stops": False}, "revoke_trick": {}}
    deal = done(played(f"{SHOWN}, 7C, 8D", **goes_on), "0: claim revoke 1, AD, 4C, 5D, 9D, KD, 3D, 6D, TD")
    assert done(deal, "2: claim revoke 1").taken(1) == 2
    assert deal.taken(0) == 2


def test_a_trick_in_which_two_have_revoked_stays_with_whose_revoke_is_claimed_first() -> None:
    goes_on: Game = {"revoke_claim": {"stops": False}, "revoke_trick": {}}
    deal = played("AC, 2D, 5D, 9C, KC, 3C, 6C, 8D", **goes_on)
    done(deal, "0: claim revoke 2, 0: claim revoke 1")
    assert [deal.taken(seat) for seat in range(4)] == [1, 0, 1, 0]


def test_the_trick_of_an_earlier_revoke_changes_hands_though_a_later_one_has_been_claimed() -> None:
    """Seats 1 and 2 throw a diamond on the first and the second club of seat 0, and show a club afterwards."""
    goes_on: Game = {"revoke_claim": {"stops": False}, "revoke_trick": {}}
    deal = played("AC, 2D, 6C, 9C, KC, 3C, 5D, 8D, QC, 4C, 7C, TD", **goes_on)
    done(deal, "0: claim revoke 2, 0: claim revoke 1")
    assert [deal.taken(seat) for seat in range(4)] == [1, 1, 1, 0]


def test_after_the_play_all_is_known_and_each_may_still_claim_or_pass() -> None:
    """Each has three cards; seat 1 throws his diamond on the clubs, and the clubs come out."""
    three = ["AC KC QC", "2C 3C 4D", "5C 6C 7C", "8C 9C TC"]
    cards = small(**GAME).plan.pack.cards
    others = [str(card) for card in cards if str(card) not in " ".join(three).split()]
    rules = small(**{**GAME, "pack": {"kind": "french", "without": others}})
    deal = done(rules.deal(hands=three, dealer=3), "AC, 4D, 5C, 8C, KC, 2C, 6C, 9C, QC, 3C, 7C, TC")
    assert (deal.phase, deal.pending, legal(deal, 0)) == ("closing", (0, 2, 3), ["claim revoke 1", "pass"])
    assert prompt(deal) == "An opponent has revoked. Claim it, or pass."
    assert (
        why(deal, "claim revoke 2", 0)[1] == "Expected 'claim revoke' and a seat that has revoked, or 'pass'."
    )
    passed = done(deal.copy(), "0: pass, 2: pass, 3: pass")
    assert (passed.over, passed.outcome.breaches) == (True, ())
    claimed = done(deal, "0: pass, 2: claim revoke 1")
    assert (claimed.over, claimed.outcome.stopped) == (True, False)
    assert [(breach.seat, breach.found_by) for breach in claimed.outcome.breaches] == [(1, 2)]


def test_a_revoke_is_claimed_from_the_hands_that_are_laid_down_when_the_rest_is_conceded() -> None:
    deal = played(f"{REVOKED}, 6C, 9C, claim rest", claim_rest={})
    assert [*map(str, deal.view(0).exposed.get(1, ()))] == []
    done(deal, "1: accept, 2: accept, 3: accept")
    assert (deal.phase, legal(deal, 0)) == ("closing", ["claim revoke 1", "pass"])
    assert {"3C", "4C", "5C", "JC"} < {*map(str, deal.view(0).exposed[1])}
    assert str(choose(deal.view(0))) == "claim revoke 1"
