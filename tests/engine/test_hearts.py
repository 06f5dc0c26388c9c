"""Hearts and Black Lady, played by hand."""

from __future__ import annotations

import pytest

import whister
from whister import Deal, DealError, Evidence, IllegalAction, Line, NotationError, RecordError, Session, Trick
from whister.bots import choose
from whister.deal.public import state_of
from whister.rules import resolve
from whister.rulesets.reader import read

BLACK_LADY = "hearts/black-lady"
MODERN = "hearts/modern"

#: Each seat has one suit without its lowest three cards, and the lowest three of the suit of its left neighbour.
HANDS = ["2D 3D 4D 5C 6C 7C 8C 9C TC JC QC KC AC", "2S 3S 4S 5D 6D 7D 8D 9D TD JD QD KD AD",
         "2H 3H 4H 5S 6S 7S 8S 9S TS JS QS KS AS", "2C 3C 4C 5H 6H 7H 8H 9H TH JH QH KH AH"]  # fmt: skip


def passed() -> Deal:
    """Return the deal of ``HANDS`` after each seat has passed three cards, so that every seat has one whole suit."""
    deal = whister.load(BLACK_LADY).deal(hands=HANDS)
    for seat, cards in enumerate(["2D 3D 4D", "2S 3S 4S", "2H 3H 4H", "2C 3C 4C"]):
        deal.act(f"give {cards}", seat)
    return deal


def test_the_hands_change_all_at_once_when_the_last_has_chosen() -> None:
    deal = whister.load(BLACK_LADY).deal(hands=HANDS)
    for seat, cards in enumerate(["2D 3D 4D", "2S 3S 4S", "2H 3H 4H"]):
        deal.act(f"give {cards}", seat)
        assert [len(hand) for hand in deal.hands] == [13, 13, 13, 13]
        assert deal.view(0).received == ()
    assert deal.pending == (3,)
    deal.act("give 2C 3C 4C", 3)
    assert deal.phase == "play"
    assert " ".join(deal.hands[1]) == "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"
    assert deal.view(1).received == ("2D", "3D", "4D")
    assert deal.view(1).given == ("2S", "3S", "4S")


def test_the_seats_may_choose_in_any_order_and_none_sees_what_another_gives() -> None:
    deal = whister.load(BLACK_LADY).deal(hands=HANDS)
    deal.act("give 2H 3H 4H", 2)
    assert deal.pending == (0, 1, 3)
    assert deal.view(2).events == ((2, "give 2H 3H 4H"),)
    assert deal.view(3).events == ((2, "give 3 cards"),)
    with pytest.raises(IllegalAction) as refused:
        deal.act("give 5S 6S 7S", 2)
    assert refused.value.clause.slug == "passing"


def test_a_whole_deal_by_hand() -> None:
    deal = passed()
    assert deal.to_act == 0
    assert deal.legal() == ("2C",)
    for card in ("2C", "2D", "2S"):
        deal.act(card)
    verdict = deal.why("2H")
    assert verdict.legal
    assert "first-trick" in [clause.slug for clause in verdict.waived], "a hand of hearts may throw one"
    deal.act("2H")
    assert deal.tricks[0].winner == 0
    for rank in "3456789TJQKA":
        for suit in "CDSH":
            deal.act(rank + suit)
    assert deal.over
    assert [trick.winner for trick in deal.tricks] == [0] * 13
    settlement = deal.settle()
    assert settlement.delta == (0, 26, 26, 26), "clubs always won, so the first player shot the moon"
    assert [line.clause.slug for line in settlement.lines] == ["score", "moon"]
    assert settlement.ledger.number == 2
    assert settlement.ledger.dealer == 0


def test_a_refused_card_changes_nothing() -> None:
    deal = passed()
    before = (deal.hands, deal.to_act, deal.actions)
    for wrong, slug in (("3C", "opening-lead"), ("2D", "turn"), ("pass", "turn")):
        with pytest.raises(IllegalAction) as refused:
            deal.act(wrong)
        assert refused.value.clause.slug == slug
    with pytest.raises(IllegalAction) as refused:
        deal.act("2D", seat=1)
    assert refused.value.clause.slug == "turn"
    assert (deal.hands, deal.to_act, deal.actions) == before


def test_where_the_two_of_clubs_lies_in_the_kitty_the_three_is_led() -> None:
    rules = whister.load(BLACK_LADY, 3, leftover="kitty-last", passing="none")
    two, *cards = (str(card) for card in rules.plan.pack.cards)
    deal = rules.deal(hands=[cards[2::3], cards[0::3], cards[1::3]], widow=two)
    assert (two, deal.to_act, deal.legal()) == ("2C", 1, ("3C",))


def test_the_last_two_cards_of_the_pack_are_the_kitty_of_five() -> None:
    rules = whister.load(BLACK_LADY, 5, leftover="kitty-last")
    *cards, last_but_one, last = (str(card) for card in rules.plan.pack.cards)
    deal = rules.deal(pack=[*cards, last_but_one, last])
    assert (
        [str(card) for card in state_of(deal).plan.cards_of(state_of(deal).widow)]
        == [last_but_one, last]
        == ["KH", "AH"]
    )
    assert [len(hand) for hand in deal.hands] == [10] * 5


def test_when_a_deal_is_over_every_card_is_too_late() -> None:
    deal = whister.load(BLACK_LADY).position(["2C", "3C", "4C", "5C"], trick=13)
    for card in ("2C", "3C", "4C", "5C"):
        deal.act(card)
    assert deal.over
    assert deal.why("6C").reason == "The deal is over."


@pytest.mark.parametrize(
    ("players", "phases"),
    [(3, "left right hold left right hold"), (4, "left right across hold left right"),
     (5, "left right hold left right hold"), (6, "left right across hold left right"),
     (7, "left right hold left right hold")],
)  # fmt: skip
def test_the_directions_of_passing_go_round(players: int, phases: str) -> None:
    rules = whister.load(BLACK_LADY, players)
    steps = {"left": 1, "right": -1, "across": players // 2}
    for number, direction in enumerate(phases.split(), 1):
        deal = rules.deal(seed=f"round {number}", number=number)
        if direction == "hold":
            assert deal.phase == "play"
            continue
        given = {seat: deal.hands[seat][:3] for seat in range(players)}
        for seat, cards in given.items():
            deal.act(f"give {' '.join(cards)}", seat)
        for seat, cards in given.items():
            assert deal.view((seat + steps[direction]) % players).received == cards, direction


def test_parletts_third_deal_gives_two_cards_to_each_opponent() -> None:
    deal = whister.load(BLACK_LADY, 3, passing="parlett").deal(seed="three", number=3)
    first, second = deal.hands[0][:2], deal.hands[0][2:4]
    with pytest.raises(IllegalAction) as refused:
        deal.act(f"give {' '.join(second)} > 2", 0)
    assert refused.value.clause.slug == "passing"
    deal.act(f"give {' '.join(first)} > 1", 0)
    with pytest.raises(IllegalAction):
        deal.act(f"give {' '.join(first)} > 2", 0)
    deal.act(f"give {' '.join(second)} > 2", 0)
    assert deal.pending == (1, 2)
    for seat, targets in ((1, (2, 0)), (2, (0, 1))):
        for to in targets:
            deal.act(deal.legal(seat)[0], seat)
            assert str(to) in deal.actions[-1][1].words
    assert set(first) <= set(deal.hands[1])
    assert set(second) <= set(deal.hands[2])
    assert [len(hand) for hand in deal.hands] == [17, 17, 17]


def played_out(session: Session, deals: int = 100) -> Session:
    """Play a session on with the first legal action each time, until the game ends or ``deals`` are played."""
    for _ in range(deals):
        while not session.deal.over:
            session.deal.act(session.deal.legal()[0], session.deal.to_act)
        session.advance()
        if session.over:
            break
    return session


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_a_session_goes_on_until_a_total_reaches_one_hundred(players: int) -> None:
    session = played_out(whister.load(BLACK_LADY, players).session(seed="one hundred"))
    assert session.over
    totals = session.totals
    assert max(totals) >= 100
    before = [total - last for total, last in zip(totals, session.settlements[-1].delta, strict=True)]
    assert max(before) < 100
    assert session.winners == tuple(seat for seat in range(players) if totals[seat] == min(totals))
    with pytest.raises(DealError, match="the game is over"):
        session.advance()


def test_a_session_tells_its_totals_its_pool_and_its_end() -> None:
    rules = whister.load(BLACK_LADY)
    session = rules.session("end", ledger=rules.ledger(totals=[99, 98, 97, 96]))
    before = (session.totals, session.pool, session.over, session.winners)
    assert before == ((99, 98, 97, 96), 0, False, ())
    while not session.deal.over:
        session.deal.act(session.deal.legal()[0])
    delta = session.advance().delta
    assert sum(delta) in (26, 78)
    assert session.totals == tuple(map(sum, zip((99, 98, 97, 96), delta, strict=True)))
    assert session.over
    assert session.winners == tuple(s for s in range(4) if session.totals[s] == min(session.totals))
    with pytest.raises(whister.DealError, match="the game is over; start another to deal again"):
        session.advance()
    staked = whister.load("boston/fontainebleau").session("pool")
    assert staked.pool == staked.deal.ledger.pool > 0


def test_the_deal_and_the_pass_go_round_in_a_session() -> None:
    session = whister.load(BLACK_LADY, target=1000).session(seed="round")
    dealers, first_phases = [], []
    for _ in range(5):
        dealers.append(session.deal.dealer)
        first_phases.append(session.deal.phase)
        while not session.deal.over:
            session.deal.act(session.deal.legal()[0], session.deal.to_act)
        session.advance()
    assert dealers == [3, 0, 1, 2, 3]
    assert first_phases == ["pass", "pass", "pass", "play", "pass"]


def test_a_tie_is_shared_or_played_off() -> None:
    rules = whister.load(BLACK_LADY)
    tied = rules.ledger(totals=[101, 30, 30, 60])
    assert rules.conclude(tied).winners == (1, 2)
    assert not rules.vary(tie="extra-deal").conclude(tied).over
    alone = rules.ledger(totals=[101, 30, 43, 60])
    assert rules.vary(tie="extra-deal").conclude(alone).winners == (1,)


def test_the_shooter_chooses_after_the_play_or_the_table_before_it() -> None:
    deal = whister.load(BLACK_LADY, moon="choice").deal(hands=HANDS)
    for seat, cards in enumerate(["2D 3D 4D", "2S 3S 4S", "2H 3H 4H", "2C 3C 4C"]):
        deal.act(f"give {cards}", seat)
    for rank in "23456789TJQKA":
        for suit in "CDSH":
            deal.act(rank + suit)
    assert deal.phase == "moon"
    assert deal.to_act == 0
    with pytest.raises(IllegalAction) as refused:
        deal.act("declare void")
    assert refused.value.clause.slug == "moon"
    deal.act("declare new")
    assert deal.settle().delta == (-26, 0, 0, 0)

    deal = whister.load(BLACK_LADY, moon="choice", moon_decider="table").deal(seed="table", number=4)
    assert (deal.phase, deal.to_act) == ("moon-beforehand", deal.dealer)
    deal.act("declare new")
    assert deal.phase == "play"


@pytest.mark.parametrize(
    ("totals", "said"),
    [([0, 0, 0, 0], "old"), ([60, 40, 30, 80], "new"), ([20, 40, 50, 80], "old")],
)
def test_a_machine_adds_to_the_others_unless_that_ends_the_game_without_its_winning(
    totals: list[int], said: str
) -> None:
    rules = whister.load(BLACK_LADY, moon="choice", passing="none")
    hands = [" ".join(rank + suit for rank in "23456789TJQKA") for suit in "CDSH"]
    deal = rules.deal(hands=hands, ledger=rules.ledger(totals=totals))
    for rank in "23456789TJQKA":
        for suit in "CDSH":
            deal.act(rank + suit)
    assert choose(deal.view(0)) == f"declare {said}"


def test_a_void_moon_leaves_no_bonus_either() -> None:
    rules = whister.load(BLACK_LADY, moon="void", jd_bonus="JD", no_tricks_bonus=-5)
    hearts = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS"
    settlement = rules.settle(rules.outcome(captured=[hearts, "JD", "", ""], tricks=[10, 3, 0, 0]))
    assert settlement.delta == (0, 0, 0, 0)


def test_with_twelve_hearts_in_the_pack_the_moon_is_worth_twenty_five() -> None:
    rules = whister.load(BLACK_LADY, 6, pack_table="PT-F")
    outcome = rules.outcome(captured=["3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS", "", "", "", "", ""])
    assert rules.settle(outcome).delta == (0, 25, 25, 25, 25, 25)


def test_a_pledge_made_in_the_play_is_settled() -> None:
    deal = whister.load(BLACK_LADY, pledge=True).deal(hands=HANDS)
    for seat, cards in enumerate(["2D 3D 4D", "2S 3S 4S", "2H 3H 4H", "2C 3C 4C"]):
        deal.act(f"give {cards}", seat)
    assert (deal.phase, deal.to_act) == ("pledge", 0)
    for words in ("declare no-hearts", "declare no-hearts", "pass", "pass"):
        deal.act(words)
    assert deal.phase == "play"
    for rank in "23456789TJQKA":
        for suit in "CDSH":
            deal.act(rank + suit)
    assert deal.settle().delta == (10, 16, 26, 26), "a moon, a broken pledge and a kept one"


def test_a_revoke_found_in_the_play_costs_every_point() -> None:
    rules = whister.load(MODERN, revoke="foster")
    deal = rules.position(["KC AH", "3C 5H", "4C 6H", "9C 7H"], trick=12, played="2H")
    for card in ("KC", "5H", "4C", "9C", "AH", "3C"):
        deal.act(card)
    deal.act("claim revoke 1", 2)
    for card in ("6H", "7H"):
        deal.act(card)
    assert deal.over
    assert deal.settle().delta == (0, 4, 0, 0), "four hearts were played, and the offender takes them all"


# -- errors -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "error", "words"),
    [
        (
            [HANDS[0].replace("2D", "1D"), *HANDS[1:]],
            NotationError,
            "the hand of seat 0: '1D' is not a card of a French",
        ),
        (
            [HANDS[0].removeprefix("2D "), *HANDS[1:]],
            DealError,
            "the hand of seat 0: expected 13 cards, got 12",
        ),
        ([HANDS[0].replace("3D", "2D"), *HANDS[1:]], NotationError, "the hand of seat 0: 2D is named twice"),
        (
            [HANDS[0].replace("2D", "2S"), *HANDS[1:]],
            DealError,
            "the hand of seat 1: 2S is in another place already",
        ),
        (HANDS[:3], DealError, "hands: expected 4 hands, one for each seat; got 3"),
    ],
)
def test_hands_that_cannot_be_dealt_are_refused(hands: list[str], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        whister.load(BLACK_LADY).deal(hands=hands)


def test_a_card_left_out_of_the_pack_is_refused() -> None:
    hands = ["2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D", "6D 7D 8D 9D TD JD QD KD AD 2H 3H 4H 5H 6H 7H 8H 9H",
             "TH JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"]  # fmt: skip
    with pytest.raises(DealError, match="the hand of seat 0: 2C is not in the pack of hearts/black-lady"):
        whister.load(BLACK_LADY, 3).deal(hands=hands)


def test_an_outcome_without_a_penalty_card_is_refused() -> None:
    with pytest.raises(DealError, match="every scoring card must be captured; missing: QS"):
        whister.load(BLACK_LADY).outcome(captured=["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", "", ""])


CLAUSE = """
[[clause]]
slug = "players"
section = "table"
title = "Players"
text = "Four."
rule = { players = { allowed = [4] } }
sources = [{ key = "uspc-hearts" }]
"""
TABLE = 'title = "A game"\nsections = [["table", "The table"]]\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("title = 'A game'\n[[clause", "games/bad: not TOML"),
        ("titel = 'A game'\n", "games/bad: 'titel' is not a key here; expected one of aliases,"),
        (
            CLAUSE.replace('text = "Four."\n', ""),
            r"\[\[clause\]\] number 1 \(players\): expected text for 'text'",
        ),
        (
            CLAUSE.replace('"players"', '"The Players"'),
            "a slug must be lower-case words joined by hyphens, got 'The Players'",
        ),
        (
            CLAUSE.replace('sources = [{ key = "uspc-hearts" }]', ""),
            "expected at least one entry in 'sources'",
        ),
        (
            CLAUSE.replace("rule = { players = { allowed = [4] } }", ""),
            "expected 'rule', or 'prose' with the reason",
        ),
    ],
)
def test_a_record_of_the_wrong_form_is_refused_where_it_is_wrong(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        read(text, "games/bad")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            CLAUSE.replace("players = {", "player = {"),
            "games/bad#players: no mechanism is called 'player'; did you mean 'players'",
        ),
        (CLAUSE.replace("allowed", "number"), "players has no parameter 'number'; its parameters: allowed"),
        (CLAUSE.replace("[4]", '"four"'), "players.allowed = 'four'; expected a list of whole numbers"),
        (CLAUSE.replace('section = "table"', 'section = "tabel"'), "section 'tabel' is not one of table"),
        (
            CLAUSE.replace('key = "uspc-hearts"', 'key = "x", evidence = "certain"'),
            "source 'x': evidence must be one of described,",
        ),
        (CLAUSE + '[[repeal]]\nslug = "moon"\n', r"\[\[repeal\]\] of 'moon', which is not in any parent"),
        (
            CLAUSE + '[[amend]]\nslug = "player"\n',
            r"\[\[amend\]\] of 'player', which is not in any parent; did you mean 'players'",
        ),
        (
            CLAUSE + '[defaults]\nmoon = "old"\n',
            r"\[defaults\] names 'moon', which is not an option of any parent",
        ),
        (
            CLAUSE + '[[option]]\nname = "moon"\ndefault = "old"\n',
            "option 'moon': 'default' must be one of the option's values",
        ),
    ],
)
def test_a_record_that_cannot_be_played_is_refused_where_it_is_wrong(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        resolve([("games/bad", read(TABLE + text, "games/bad"))], None, {})


def test_an_option_whose_default_differs_from_its_clause_is_refused() -> None:
    option = '[[option]]\nname = "count"\ndefault = 3\nkind = "integer"\nrange = [2, 4]\nparameter = "players:players.allowed"\n'
    with pytest.raises(
        RecordError, match=r"its default sets players:players.allowed = 3, but the clause says"
    ):
        resolve([("games/bad", read(TABLE + CLAUSE + option, "games/bad"))], None, {})


def test_an_unknown_rule_set_suggests_the_nearest() -> None:
    with pytest.raises(whister.UnknownRuleSet, match="did you mean 'hearts/black-lady'"):
        whister.load("hearts/black-lad")


def test_all_the_points_are_a_moon_though_the_cards_are_not_told() -> None:
    rules = whister.load("hearts/black-lady")
    assert rules.settle(rules.outcome(points=[0, 26, 0, 0])).delta == (26, 0, 26, 26)
    assert rules.settle(rules.outcome(points=[0, 25, 1, 0])).delta == (0, 25, 1, 0)
    pairs = whister.load("hearts/partnership")
    assert pairs.settle(pairs.outcome(points=[20, 0, 6, 0])).delta == (0, 52, 0, 52)
    needed = whister.load("hearts/black-lady", jd_bonus="JD", jd_needed_for_moon=True)
    with pytest.raises(
        whister.DealError,
        match="one player has all the points, and points do not show the other cards that count",
    ):
        needed.settle(needed.outcome(points=[0, 26, 0, 0]))


def test_every_descent_names_a_rule_set_a_source_and_a_grade() -> None:
    for name in whister.catalogue():
        for origin in whister.load(name).derives_from:
            assert set(origin) <= {"id", "source", "evidence", "via", "pages", "note"}, name
            assert origin["id"] in whister.catalogue(), name
            assert origin["id"] != name
            assert origin["evidence"] in ("described", "reported", "inferred"), name
            assert ("via" in origin) == (origin["evidence"] == "reported"), name


def test_nothing_descends_from_itself() -> None:
    def forebears(name: str, seen: tuple[str, ...]) -> None:
        assert name not in seen, seen
        for origin in whister.load(name).derives_from:
            forebears(origin["id"], (*seen, name))

    for name in whister.catalogue():
        forebears(name, ())


def test_before_the_first_lead_nothing_lies_on_the_table() -> None:
    deal = whister.load("hearts/black-lady").deal("1909")
    assert deal.phase == "pass"
    assert deal.trick == Trick(1, 0, (), None, 0, ())
    assert [deal.taken(seat) for seat in range(4)] == [0, 0, 0, 0]


def test_a_settlement_is_as_sure_as_its_weakest_amount_and_its_verdict_as_the_weakest_that_judges() -> None:
    rules = whister.load(BLACK_LADY)
    settlement = rules.settle(rules.outcome(points=[26, 0, 0, 0]))
    weak, sure = Evidence.RECONSTRUCTED, Evidence.DESCRIBED
    line = settlement.lines[0]
    for amount, verdict in ((weak, sure), (sure, weak)):
        told = (line._replace(evidence=amount), line._replace(evidence=verdict, kind="verdict"))
        found = settlement._replace(lines=told)
        assert (found.evidence, found.verdict_evidence) == (amount, verdict)
        assert found.reconstructed == (amount is weak)
    nothing = settlement._replace(lines=())
    assert (nothing.evidence, nothing.verdict_evidence, nothing.reconstructed) == (None, None, False)


def test_a_game_for_points_has_no_pool() -> None:
    rules = whister.load(BLACK_LADY)
    settlement = rules.settle(rules.outcome(points=[26, 0, 0, 0]))
    assert [line.pool for line in settlement.lines] == [0] * len(settlement.lines)
    assert settlement.pool == 0
    assert settlement.ledger.pools == {}
    assert (settlement.made, settlement.index) == (None, None)
    assert Line._field_defaults == {"pool": 0, "kind": "amount"}


def test_a_misdeal_is_not_counted_and_passes_the_deal_on() -> None:
    rules = whister.load(BLACK_LADY)
    after = rules.settle(rules.outcome(void="misdeal"), rules.ledger(number=4, dealer=1)).ledger
    assert (after.number, after.dealer, after.redeal) == (4, 2, False)


def test_in_a_position_who_has_no_card_given_is_still_to_play() -> None:
    deal = whister.load(BLACK_LADY).position(hands=["3C", "4C", "", ""], led="2C", leader=3, trick=5)
    deal.act("3C")
    deal.act("4C")
    assert (deal.to_act, len(deal.trick.cards)) == (2, 3)
