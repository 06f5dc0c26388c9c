"""An auction of a few clauses: bids of 50, 55, 60, 65 and 70. Seat 3 deals, and seat 0 speaks first."""

from __future__ import annotations

import pytest

from tests.engine.small import small
from tests.engine.small_said import done, legal, prompt, why
from tests.engine.small_settled import Game
from whister import Deal

AUCTION: Game = {
    "course": {"phases": ["auction", "play"]}, "auction": {}, "bids": {"least": 50, "most": 70}, "outbid": {},
    "pass_final": {}, "all_pass": {},
}  # fmt: skip
BIDS = [f"bid {points}" for points in (50, 55, 60, 65, 70)]


def held(actions: str = "", /, **others: dict[str, object]) -> Deal:
    return done(small(**{**AUCTION, **others}).deal(1, dealer=3), actions)


def ended(deal: Deal) -> tuple[str | None, int | None, int]:
    return deal.phase, deal.declarer, deal.bid


def test_each_bid_beats_the_last_and_who_has_passed_is_out() -> None:
    assert legal(held()) == ["pass", *BIDS]
    assert legal(held("bid 55")) == ["pass", *BIDS[2:]]
    assert legal(held("bid 55, pass, bid 70")) == ["pass"]
    assert ended(held("bid 55, pass, bid 60, pass, bid 65, pass")) == ("play", 0, 65)
    assert held("bid 55, pass, bid 60, pass").pending == (0,), "seat 1 has passed"
    assert ended(held("pass, pass, pass, bid 50")) == ("play", 3, 50)


@pytest.mark.parametrize(
    ("actions", "said", "clause", "reason"),
    [("bid 55", "bid 55", "outbid", "It does not beat 55."), ("bid 55", "bid 50", "outbid", "It does not beat 55."),
     ("", "bid 52", "bids", "There is no bid '52'; bids go from 50 to 70."),
     ("", "bid ninety", "bids", "There is no bid 'ninety'; bids go from 50 to 70."),
     ("", "hold", "auction", "Expected 'pass' or a bid."),
     ("bid 55", "3: pass", "auction", "It is not the turn of seat 3."),
     ("bid 55, pass, bid 60", "1: bid 70", "pass-final", "Seat 1 has passed."),
     ("bid 70, pass, pass, pass", "bid 70", "auction", "The auction is over.")],
)  # fmt: skip
def test_a_call_that_is_refused_says_why(actions: str, said: str, clause: str, reason: str) -> None:
    seat, _, action = said.rpartition(": ")
    assert why(held(actions), action, int(seat) if seat else None) == (clause, reason)


def test_when_all_have_passed_but_one_he_may_have_to_bid() -> None:
    forced = held("pass, pass, pass", all_pass={"then": "forced"})
    assert legal(forced) == ["bid 50"]
    said = ("all-pass", "The others have passed, so seat 3 must bid 50.")
    assert why(forced, "pass") == why(forced, "bid 55") == said
    assert prompt(forced) == "The others have passed, so you must bid 50."
    assert ended(done(forced, "bid 50")) == ("play", 3, 50)
    assert legal(held("pass, pass", all_pass={"then": "forced"})) == ["pass", *BIDS]
    assert legal(held("bid 50, pass, pass", all_pass={"then": "forced"})) == ["pass", *BIDS[1:]]


@pytest.mark.parametrize(("then", "dealer"), [("redeal-same", 3), ("redeal-next", 0)])
def test_when_all_pass_the_cards_are_thrown_in(then: str, dealer: int) -> None:
    deal = held("pass, pass, pass, pass", all_pass={"then": then}, rotation={})
    assert deal.over
    settled = deal.settle()
    assert [line.text for line in settled.lines] == ["All passed: the cards are thrown in"]
    assert (settled.ledger.dealer, settled.ledger.number) == (dealer, 1)


def test_the_highest_bid_may_end_the_auction_at_once() -> None:
    assert ended(held("bid 70", top_closes={})) == ("play", 0, 70)
    assert held("bid 65", top_closes={}).phase == "auction"
    assert held("bid 70").phase == "auction"


def test_each_may_speak_once_and_no_more() -> None:
    once = held("bid 50, bid 55, pass", once_round={})
    assert why(once, "bid 60", 0) == ("once-round", "Seat 0 has spoken.")
    assert ended(done(once, "pass")) == ("play", 1, 55)
    assert why(held("bid 50", once_round={}), "bid 60", 2) == ("auction", "It is not the turn of seat 2.")


def test_a_bid_may_rise_by_one_step_alone() -> None:
    step = held("bid 50", jump={"to": "step"})
    assert legal(step) == ["pass", "bid 55"]
    assert why(step, "bid 60") == ("jump", "The next bid is 55.")
    assert legal(held(jump={"to": "step"})) == ["pass", "bid 50"]
    assert legal(held("bid 50", jump={"to": "any"})) == ["pass", *BIDS[1:]]


@pytest.mark.parametrize(
    ("times", "first", "second"), [(-1, True, True), (0, False, False), (1, True, False)]
)
def test_who_is_overcalled_may_announce_again_so_many_times(times: int, first: bool, second: bool) -> None:
    again = held("bid 50, bid 55, pass, pass", speak_again={"times": times})
    assert legal(again) == ["pass", *(BIDS[2:] if first else [])]
    if not first:
        assert why(again, "bid 60") == ("speak-again", "Seat 0 has announced once.")
        return
    done(again, "bid 60, bid 65")
    assert legal(again) == ["pass", *(BIDS[4:] if second else [])]
    if not second:
        assert why(again, "bid 70") == ("speak-again", "Seat 0 has announced twice.")


def test_a_bidder_whom_nobody_beats_may_raise_his_own_bid_where_that_is_said() -> None:
    assert ended(held("bid 50, pass, pass, pass", own_bid={"may_raise": False})) == ("play", 0, 50)
    raising = held("bid 50, pass, pass, pass", own_bid={"may_raise": True})
    assert (raising.phase, raising.to_act, legal(raising)) == ("auction", 0, ["pass", *BIDS[1:]])
    assert ended(done(raising.copy(), "pass")) == ("play", 0, 50)
    assert ended(done(raising, "bid 60")) == ("play", 0, 60)


def test_the_dealer_may_open_unasked() -> None:
    lowest = held(opening_bid={})
    assert (lowest.to_act, legal(lowest)) == (0, ["pass", *BIDS[1:]])
    assert ended(held("pass, pass, pass", opening_bid={})) == ("play", 3, 50)
    assert legal(held(opening_bid={"bid": 60})) == ["pass", *BIDS[3:]]


def test_the_first_to_speak_may_have_to_bid() -> None:
    must = held(must_open={})
    assert legal(must) == BIDS
    assert why(must, "pass") == ("must-open", "The first to speak must bid.")
    assert why(must, "hold") == ("auction", "Expected 'pass' or a bid.")
    assert why(must, "bid 52")[0] == "bids"
    assert legal(held("bid 50", must_open={})) == ["pass", *BIDS[1:]]


def test_a_seat_may_hold_its_partners_bid_once() -> None:
    rules: Game = {"partners": {}, "hold": {}}
    not_the_partners = ("hold", "The bid that stands is not the partner's.")
    assert why(held(**rules), "hold") == not_the_partners
    assert why(held("bid 50", **rules), "hold") == not_the_partners
    assert legal(held("bid 50, pass", **rules)) == ["pass", "hold", *BIDS[1:]]
    after = held("bid 50, pass, hold", **rules)
    assert legal(after) == ["pass", *BIDS[1:]]
    assert why(after, "hold") == not_the_partners
    assert why(after, "hold", 2) == ("hold", "Seat 2 has held once.")
    assert why(after, "bid 60", 2) == ("auction", "It is not the turn of seat 2.")
    done(after, "bid 55, bid 60")
    assert (after.to_act, legal(after)) == (2, ["pass", *BIDS[3:]])
    assert why(after, "hold") == ("hold", "Seat 2 has held once.")


def test_holding_belongs_to_the_auction_where_a_clause_allows_it_and_nowhere_else() -> None:
    over = "bid 55, pass, pass, pass"
    assert why(held(over, partners={}, hold={}), "hold") == ("hold", "The auction is over.")
    assert why(held(over, partners={}), "hold") == ("turn", "Now a card is to be played.")


def test_nobody_bids_more_than_the_chips_he_has() -> None:
    poor: Game = {"within_means": {}, "counters": {"each": {"1": 60}}}
    assert legal(held(**poor)) == ["pass", *BIDS[:3]]
    assert why(held(**poor), "bid 65") == ("within-means", "Seat 0 has 60 chips.")
    assert legal(held("bid 60", **poor)) == ["pass"]


def test_the_dealer_may_speak_first() -> None:
    deal = held(auction={"first": "dealer"})
    assert deal.to_act == 3
    assert done(deal, "pass").to_act == 0


def test_between_two_the_hand_of_nobody_does_not_speak() -> None:
    two: Game = {
        "players": {"allowed": [2]},
        "pack": {"kind": "french", "without": ["2C"]},
        "dummy": {},
        **AUCTION,
    }
    deal = small(2, **two).deal(1, dealer=1)
    assert [deal.to_act, done(deal, "bid 50").to_act, done(deal, "bid 55").to_act] == [0, 1, 0]
    assert ended(done(deal, "pass"))[:2] == ("play", 1)


# -- support --------------------------------------------------------------------------------------------------------

SUPPORTED: Game = {
    "course": {"phases": ["auction", "play"]}, "auction": {}, "outbid": {}, "pass_final": {}, "all_pass": {},
    "number_contracts": {"least": 5, "most": 6, "partner_to": 5}, "ladder": {}, "support": {},
}  # fmt: skip


def supported(actions: str = "", /, **others: dict[str, object]) -> Deal:
    return done(small(**{**SUPPORTED, **others}).deal(1, dealer=3), actions)


def test_another_player_may_support_a_bid_and_is_its_makers_partner() -> None:
    deal = supported("bid 5C")
    assert legal(deal)[:2] == ["pass", "support"]
    done(deal, "support, pass, pass")
    assert (deal.phase, deal.declarer, deal.partner, deal.contract, deal.trump) == ("play", 0, 1, "five", "C")
    alone = supported("bid 5C, pass, pass, pass")
    assert (alone.phase, alone.declarer, alone.partner) == ("play", 0, None)


@pytest.mark.parametrize(
    ("actions", "seat", "reason"),
    [("", 0, "Nothing is announced that could be supported."), ("bid 6C", 1, "Six tricks in clubs is played alone."),
     ("bid 5C, support", 2, "Seat 1 supports it already."),
     ("bid 5C, pass, pass", 1, "Seat 1 has spoken since Five tricks in clubs was announced and has not supported it.")],
)  # fmt: skip
def test_support_that_is_refused_says_why(actions: str, seat: int, reason: str) -> None:
    assert why(supported(actions), "support", seat) == ("support", reason)


def test_a_bid_that_is_refused_is_no_support_that_is_refused() -> None:
    deal = supported("bid 5D")
    assert why(deal, "bid 5C") == ("outbid", "It does not beat Five tricks in diamonds.")
    assert why(deal, "bid 4C")[0] == "ladder"
    assert why(deal, "hold") == ("auction", "Expected 'pass' or a bid.")


def test_a_higher_bid_dissolves_a_bid_and_its_support() -> None:
    deal = supported("bid 5C, support, bid 5D")
    assert deal.to_act == 3
    done(deal, "support")
    assert (deal.to_act, legal(deal)[:2]) == (0, ["pass", "bid 5S"])
    done(deal, "pass, pass")
    assert (deal.declarer, deal.partner, deal.trump) == (2, 3, "D")


@pytest.mark.parametrize(("who", "asked"), [("any", [0, 1]), ("eldest-only", [0]), ("none", [])])
def test_of_those_who_have_passed_all_may_support_or_the_eldest_hand_or_nobody(
    who: str, asked: list[int]
) -> None:
    """Seats 0, 1 and 2 have passed when the dealer bids; seat 2 is asked last."""
    deal = supported("pass, pass, pass, bid 5C", support_after_pass={"who": who})
    for seat in [*asked, *([2] if who == "any" else [])]:
        assert (deal.to_act, legal(deal)) == (seat, ["pass", "support"])
        done(deal, "pass")
    assert (deal.phase, deal.declarer, deal.partner) == ("play", 3, None)


def test_the_eldest_hand_is_the_one_after_the_dealer() -> None:
    deal = small(**SUPPORTED, support_after_pass={"who": "eldest-only"}).deal(1, dealer=1)
    done(deal, "pass, pass, pass, bid 5C")
    assert (deal.to_act, legal(deal)) == (2, ["pass", "support"])
    assert done(deal, "pass").phase == "play", "seats 3 and 0 have passed"


def test_who_has_passed_is_told_so_by_the_clause_that_keeps_him_out() -> None:
    deal = supported("pass, pass, bid 5C", support_after_pass={"who": "none"})
    assert why(deal, "support", 0) == ("support-after-pass", "Seat 0 has passed.")
    eldest = supported("pass, pass, bid 5C", support_after_pass={"who": "eldest-only"})
    assert why(eldest, "support", 1) == ("support-after-pass", "Seat 1 has passed.")


def test_a_bid_that_nobody_supports_is_played_alone_raised_or_thrown_in() -> None:
    nobody = "bid 5C, pass, pass, pass"
    assert (supported(nobody).phase, supported(nobody).declarer) == ("play", 0)
    thrown = supported(nobody, unsupported={"then": "throw-in"})
    assert thrown.over
    assert [line.text for line in thrown.settle().lines] == ["Nobody supports it: the cards are thrown in"]
    raising = supported(nobody, unsupported={"then": "may-raise"})
    assert (raising.phase, raising.to_act) == ("auction", 0)
    assert prompt(raising) == (
        "Five tricks in clubs is bid. Nobody supports it. Bid higher, or pass and play it alone."
    )
    alone = done(raising.copy(), "pass")
    assert (alone.phase, alone.declarer, alone.contract) == ("play", 0, "five")
    raised = done(raising, "bid 6C")
    assert (raised.phase, raised.declarer, raised.contract) == ("play", 0, "six")


def test_who_has_passed_and_bids_is_refused_for_that_and_not_for_supporting() -> None:
    for verb in ("support", "accept"):
        deal = supported("pass, bid 5C", support={"said": verb})
        assert why(deal, "bid 6C", 0) == ("pass-final", "Seat 0 has passed.")
        done(deal, f"{verb}, pass")
        assert why(deal, "bid 6C") == ("auction", "The auction is over.")
        assert why(deal, "pass") == ("auction", "The auction is over.")


def test_the_seat_is_told_what_it_may_say_to_the_bid_that_stands() -> None:
    assert prompt(supported()) == "Bid or pass."
    assert prompt(supported("bid 5C")) == "Five tricks in clubs is bid. Support it, bid higher or pass."
    assert (
        prompt(supported("pass, bid 5C, pass, pass")) == "Five tricks in clubs is bid. Support it, or pass."
    )
    assert prompt(supported("bid 6C")) == "Six tricks in clubs is bid. Bid higher or pass."


# -- a pass that is not final ---------------------------------------------------------------------------------------

EXACT: Game = {
    "course": {"phases": ["auction", "play"]}, "auction": {}, "outbid": {}, "pass_final": {"but_exact": True}, "all_pass": {},
    "number_contracts": {"least": 5, "most": 6},
    "contract": {"id": "misere", "title": "Misère", "rank": 55, "tricks": 0, "exactly": True}, "no_trumps": {}, "ladder": {},
}  # fmt: skip


def exact(actions: str = "") -> Deal:
    return done(small(**EXACT).deal(1, dealer=3), actions)


def test_who_has_passed_may_still_come_in_with_a_misere() -> None:
    deal = exact("pass, bid 5C, pass, pass")
    assert (deal.to_act, legal(deal)) == (0, ["pass", "bid misere"])
    assert (
        prompt(deal)
        == "Five tricks in clubs is bid. You have passed: bid Misère if it is higher, or pass again."
    )
    assert why(deal, "bid 6C") == ("pass-final", "Seat 0 has passed.")
    again = done(deal.copy(), "pass")
    assert (again.phase, again.declarer, again.contract) == ("play", 1, "five"), "each is asked once"
    come_in = done(deal, "bid misere")
    assert come_in.to_act == 1
    assert (done(come_in, "pass").phase, come_in.declarer, come_in.contract) == ("play", 0, "misere")


def test_nobody_who_has_passed_is_asked_once_every_misere_is_beaten() -> None:
    deal = exact("pass, bid 6C, pass, pass")
    assert (deal.phase, deal.declarer) == ("play", 1)


# -- asking for a partner -------------------------------------------------------------------------------------------

ASKING: Game = {
    "course": {"phases": ["auction", "partner", "play"]}, "auction": {}, "outbid": {}, "pass_final": {}, "all_pass": {},
    "number_contracts": {"least": 5, "most": 6, "partner_to": 5}, "ladder": {}, "whister": {}, "answers": {},
    "acceptors": {}, "bound": {},
}  # fmt: skip


def asking(actions: str = "", /, **others: dict[str, object]) -> Deal:
    return done(small(**{**ASKING, **others}).deal(1, dealer=3), actions)


WON = "bid 5C, pass, pass, pass"


def test_the_declarer_may_ask_and_the_first_to_accept_is_his_partner() -> None:
    deal = asking(WON)
    assert (deal.phase, deal.pending, legal(deal)) == ("partner", (0,), ["ask", "alone"])
    assert prompt(deal) == "Ask for a partner (5 tricks together), or play alone (5 tricks)."
    done(deal, "ask, decline")
    assert (deal.pending, legal(deal)) == ((2,), ["accept", "decline"])
    assert prompt(deal) == "Seat 0 asks for a partner: 5 tricks together. Accept or decline."
    done(deal, "accept")
    assert (deal.phase, deal.partner) == ("play", 2)
    assert (asking(f"{WON}, alone").phase, asking(f"{WON}, alone").partner) == ("play", None)
    nobody = asking(f"{WON}, ask, decline, decline, decline")
    assert (nobody.phase, nobody.partner) == ("play", None)


def test_those_asked_may_answer_from_the_right() -> None:
    deal = asking(f"{WON}, ask", answers={"from_the": "right"})
    assert [deal.to_act, done(deal, "decline").to_act, done(deal, "decline").to_act] == [3, 2, 1]


def test_those_who_have_passed_may_be_left_out() -> None:
    deal = asking("pass, bid 5C, pass, pass, ask", acceptors={"passed": False})
    assert (deal.phase, deal.partner) == ("play", None)
    again = asking(
        "bid 5C, bid 5D, bid 5S, pass, pass, pass, ask", acceptors={"passed": False}, pass_final={}
    )
    assert (again.declarer, again.phase) == (2, "play")


@pytest.mark.parametrize(
    ("actions", "said", "seat", "clause", "reason"),
    [(f"{WON}, ask", "accept", 3, "answers", "Seat 1 answers before seat 3."),
     (f"{WON}, ask, decline", "accept", 1, "answers", "Seat 1 has answered."),
     (f"{WON}, ask", "ask", 1, "whister", "Expected 'accept' or 'decline'."),
     (WON, "accept", 0, "whister", "Expected 'ask' or 'alone'."),
     (WON, "accept", 1, "whister", "It is not the turn of seat 1."),
     (f"{WON}, ask, accept", "ask", 0, "whister", "Seat 1 is the partner of seat 0."),
     (f"{WON}, alone", "ask", 0, "whister", "Seat 0 plays alone."),
     (f"{WON}, ask, decline, decline, decline", "ask", 0, "whister", "Seat 0 has asked, and nobody has accepted."),
     ("bid 6C, pass, pass, pass", "ask", 0, "whister", "Six tricks in clubs is played alone.")],
)  # fmt: skip
def test_what_is_said_of_a_partner_at_the_wrong_time_is_refused(
    actions: str, said: str, seat: int, clause: str, reason: str
) -> None:
    assert why(asking(actions), said, seat) == (clause, reason)


def test_the_declarer_may_refuse_the_partner_who_accepts() -> None:
    deal = asking(f"{WON}, ask, decline, accept", bound={"may_refuse": True})
    assert (deal.pending, legal(deal), deal.partner) == ((0,), ["accept", "alone"], None)
    assert prompt(deal) == "Seat 2 would be your partner. Accept, or play alone."
    assert why(deal, "ask") == ("bound", "Expected 'accept' or 'alone'.")
    taken, refused = done(deal.copy(), "accept"), done(deal, "alone")
    assert (taken.phase, taken.partner) == ("play", 2)
    assert (refused.phase, refused.partner) == ("play", None)
    said = ("bound", "Seat 0 has refused the partner and plays alone.")
    assert why(refused, "accept", 2) == said


def test_each_who_announces_may_say_at_once_whether_he_would_ask() -> None:
    at_once: dict[str, object] = {"asked": "with-announcement"}
    deal = asking("bid 5C", whister=at_once)
    assert (deal.phase, deal.to_act, legal(deal)) == ("auction", 0, ["ask", "alone"])
    assert why(deal, "pass") == ("whister", "Expected 'ask' or 'alone', which belongs to the announcement.")
    done(deal, "ask")
    assert (deal.to_act, legal(deal)[0]) == (1, "pass")
    assert why(deal, "ask") == ("whister", "It may only be said with an announcement.")
    done(deal, "pass, pass, pass")
    assert (deal.phase, deal.pending) == ("partner", (1,))
    assert done(deal, "accept").partner == 1
    alone = asking("bid 5C, alone, pass, pass, pass", whister=at_once)
    assert (alone.phase, alone.partner) == ("play", None)
    assert asking("bid 6C", whister=at_once).to_act == 1, "six tricks are played alone"


# -- suits that a card turned up prefers ----------------------------------------------------------------------------

PREFERRING: Game = {
    "course": {"phases": ["turn", "auction", "play"]}, "auction": {}, "outbid": {}, "pass_final": {},
    "number_contracts": {"least": 5, "most": 6}, "contract": EXACT["contract"], "no_trumps": {}, "turn_up": {},
    "preference": {}, "colour_preference": {},
}  # fmt: skip
SUITS = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SCHD"]


@pytest.mark.parametrize(
    ("by", "among", "equal", "rungs"),
    [("contract", "all", True, "5S=5C 5H 5D misere 6S=6C 6H 6D"), ("contract", "all", False, "5S 5C 5H 5D misere 6S 6C 6H 6D"),
     ("contract", "preferred", True, "5H 5D misere 6H 6D"), ("suit", "all", True, "5S=5C misere 6S=6C 5H 6H 5D 6D"),
     ("suit", "all", False, "5S misere 6S 5C 6C 5H 6H 5D 6D"), ("suit", "preferred", False, "misere 5H 6H 5D 6D")],
)  # fmt: skip
def test_when_a_diamond_is_turned_up_diamonds_come_first_and_hearts_after_them(
    by: str, among: str, equal: bool, rungs: str
) -> None:
    ladder = {"by": by, "among": among}
    rules = small(**PREFERRING, plain_suits={"equal": equal}, ladder=ladder)
    bids = rules.deal(hands=SUITS, turned="AD", dealer=3).bids
    found = [[bid.text for bid in bids if bid.rung == rung] for rung in sorted({bid.rung for bid in bids})]
    assert " ".join("=".join(rung) for rung in found) == rungs
