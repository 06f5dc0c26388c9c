"""A deal as a short text for a link: it opens again exactly, even after changes of the rules, or states why not."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import whister
from tests.house_rules import drawn
from whister import Deal, DealRecord, NotationError, ReplayError, Rules
from whister.bots import choose
from whister.deal.public import state_of
from whister.ledger import Ledger
from whister.links import permalink
from whister.links.deal_record import beyond
from whister.links.numerals import Odds, Reader, Writer
from whister.rules import load_with
from whister.table.recorded import corrected

PUBLISHED = (Path(__file__).parent / "published-links.txt").read_text("utf-8").splitlines()
LINKS = [line for line in PUBLISHED if line and not line.startswith("#")]
SINCE = " | since "
BLACK_LADY = "hearts/black-lady"

#: a whole deal at Four Jacks, as it is published
FOUR_JACKS = next(line.split()[0] for line in LINKS if line.startswith("w2~hearts/four-jacks~"))


def with_options(name: str, players: int, chance: random.Random) -> Rules:
    """Return the rule set with a few random options, or with none if those do not go together."""
    offered = [option for option in whister.load(name).options.values() if option.values]
    chosen = {option.name: chance.choice(option.values).value for option in offered if chance.random() < 0.15}
    try:
        return load_with(name, players, chosen)
    except whister.OptionError:
        return whister.load(name, players)


def played(deal: Deal, chance: random.Random, steps: int = 10_000) -> Deal:
    """Play a deal on by the table's own players, or at random with some actions out of turn, and return it."""
    cautious = chance.random() < 0.3
    while not deal.over and steps:
        seat = chance.choice(deal.pending)
        if not cautious and chance.random() < 0.05:
            seat = chance.choice(state_of(deal).plan.table.seats)
        legal = deal.legal(seat)
        if cautious and seat in deal.pending:
            deal.act(choose(deal.view(seat)), seat)
        elif legal:
            deal.act(legal[chance.randrange(len(legal))], seat)
        steps -= 1
    return deal


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_two_digits_are_a_number_with_the_first_one_last() -> None:
    writer = Writer()
    writer.digit(7, 10)
    writer.digit(3, 10)

    assert writer.number == 37


def test_of_two_values_one_that_holds_in_three_of_four_cases_takes_three_of_four_places() -> None:
    # the digit before it is 5; 1 of 4 places says no, 3 say yes: which of the three tells 5 apart by threes
    writer = Writer()
    writer.choose(1, Odds(1, 3))
    writer.digit(5, 10)

    assert writer.number == 5 // 3 * 4 + 1 + 5 % 3 == 7
    reader = Reader(7)
    assert (reader.choose(0, Odds(1, 3)), reader.digit(0, 10), reader.number) == (1, 5, 0)


def test_the_last_four_characters_are_what_remains_of_the_text_by_a_prime() -> None:
    text, check = FOUR_JACKS[:-4], FOUR_JACKS[-4:]
    remains = int.from_bytes(text.encode(), "big") % 16_777_213
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    assert sum(letters.index(letter) * 64**place for place, letter in enumerate(reversed(check))) == remains


def test_the_cards_and_the_moves_of_a_link_are_those_that_were_put_into_it() -> None:
    record = DealRecord.parse(FOUR_JACKS)

    assert record.hands == ("9CQCADJDQD8SASQH", "8CTCTDKDTS8H9HAH", "7CJCKC8D9SJSQSJH", "AC7D9D7SKS7HTHKH")
    assert [action for _, action in record.actions[:4]] == ["8S", "TS", "9S", "7S"]
    assert record.replay().settle().delta == (5, 0, 0, 0)


# -- there and back ----------------------------------------------------------------------------------------------------


def of_one_pack(rules: Rules) -> bool:
    """Return whether no card occurs twice, and the order of the cards never matters."""
    plan = rules.plan
    return (
        plan.makeup.copies == 1
        and not plan.dealing.stock
        and not plan.dealing.pile
        and plan.table.dummy is None
        and not plan.dealing.turns_still
    )


ONE_PACK = [name for name in whister.catalogue() if of_one_pack(whister.load(name))]


@pytest.mark.parametrize("name", ONE_PACK)
def test_a_whole_deal_of_one_pack_takes_sixty_characters_at_most(name: str) -> None:
    """This is so for each number of players and under house rules, except in deals with an action out of turn."""
    chance = random.Random(name)
    tables = [whister.load(name, players) for players in whister.load(name).players]
    for rules in [table for table in [*tables, drawn(tables[0], chance)] if of_one_pack(table)]:
        deals = (in_turn(rules, chance) for _ in range(20))
        record = next(record for record in deals if record is not None)
        first = Ledger(1, rules.plan.table.n - 1, (0,) * rules.plan.table.n)  # no stakes in a pool yet
        payload = replace(record, ledger=first).link().rpartition("~")[2]
        assert len("2" + payload) <= 60, rules


def in_turn(rules: Rules, chance: random.Random) -> DealRecord | None:
    """Return the record of a deal played to the end; None if it has an action out of turn, which takes more room."""
    record = DealRecord.of(played(rules.deal(chance.getrandbits(32)), chance))
    return None if any(action.startswith(("claim", "correct")) for _, action in record.actions) else record


@pytest.mark.parametrize(
    ("table", "seed"), [(("hearts/black-lady", 7), 22_431), (("hearts/greek-1939", 6), 109_871_065)]
)
def test_a_deal_that_was_once_too_long_takes_sixty_characters_at_most(
    table: tuple[str, int], seed: int
) -> None:
    chance = random.Random(seed)
    rules = with_options(*table, chance)
    record = DealRecord.of(played(rules.deal(seed), chance))
    first = Ledger(1, rules.plan.table.n - 1, (0,) * rules.plan.table.n)
    assert len("2" + replace(record, ledger=first).link().rpartition("~")[2]) <= 60


@pytest.mark.parametrize(
    "name", ["boston/american", "hearts/auction", "hearts/reversis-hoyle", "rook/kentucky"]
)
def test_the_later_deals_of_a_game_come_back_with_their_totals_and_pools(name: str) -> None:
    game = whister.load(name).session("later")
    for _ in range(4):
        played(game.deal, random.Random(1))
        record = DealRecord.of(game.deal)
        assert DealRecord.parse(record.link()).ledger == record.ledger
        if not game.over:
            game.advance()


@pytest.mark.parametrize("said", sorted(product(("pass", "declare no-hearts"), repeat=4)), ids=" ".join)
def test_what_each_player_promises_comes_back_in_his_turn(said: tuple[str, ...]) -> None:
    deal = whister.load(BLACK_LADY, pledge=True, passing="none").deal("promises")
    for action in said:
        deal.act(action)

    for steps in (4, 3):
        record = DealRecord.of(deal)
        cut = replace(record, actions=record.actions[:steps])
        assert DealRecord.parse(cut.link()) == cut


def test_an_action_nobody_foresaw_comes_back_as_it_was_said() -> None:
    record = DealRecord.of(whister.load(BLACK_LADY).deal("odd"))
    said = replace(
        record, actions=((None, "say grace"), (3, "QS"), (77, "QS"), (None, "give QS > 9"), (2, "bid 5H"))
    )

    assert DealRecord.parse(said.link()) == said


def test_no_rule_set_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def unread(*_: object, **__: object) -> None:
        raise AssertionError("a rule set was loaded")

    monkeypatch.setattr("whister.rules._loaded", unread)
    monkeypatch.setattr("whister.links.deal_record.load_with", unread)
    record = DealRecord.parse(FOUR_JACKS)

    assert record.link() == FOUR_JACKS
    assert len(record.actions) == 32


# -- what is wrong with a link -----------------------------------------------------------------------------------------


@given(st.sampled_from([line.split()[0] for line in LINKS if line.startswith("w2")]), st.data())
@settings(max_examples=200)
def test_a_link_with_a_wrong_character_or_two_says_that_it_is_damaged(link: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(link.rindex("~") + 1, len(link) - 2))
    wrong = data.draw(
        st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", min_size=2, max_size=2)
    )
    assume(link[at : at + 2] != wrong)

    with pytest.raises(NotationError, match="damaged or cut short"):
        DealRecord.parse(link[:at] + wrong + link[at + 2 :])


@pytest.mark.parametrize("left", [range(3, 28, 4), range(28, len(FOUR_JACKS), 3)])
def test_a_link_cut_short_says_so(left: range) -> None:
    for size in left:
        with pytest.raises(NotationError, match="cut short"):
            DealRecord.parse(FOUR_JACKS[:size])


def test_a_whole_record_cut_short_says_where_it_ends() -> None:
    record = str(DealRecord.parse(FOUR_JACKS))

    with pytest.raises(NotationError, match="cut short: it ends before its cards"):
        DealRecord.parse("~".join(record.split("~")[:5]))


def test_a_link_under_another_name_is_not_taken_for_the_same_deal() -> None:
    with pytest.raises(NotationError, match="damaged"):
        DealRecord.parse(FOUR_JACKS.replace("four-jacks", "black-lady"))


def test_a_link_of_a_version_to_come_says_that_it_is_newer() -> None:
    with pytest.raises(NotationError, match="version w3, which is newer"):
        DealRecord.parse("w3~hearts/black-lady~~AAAA")


def test_a_text_that_is_no_link_says_how_one_begins() -> None:
    with pytest.raises(NotationError, match="one begins with w1~ or w2~"):
        DealRecord.parse("QS 2C")


def test_a_link_that_a_letter_program_wrote_with_percent_signs_still_opens() -> None:
    assert DealRecord.parse(FOUR_JACKS.replace("~", "%7E").replace("/", "%2F")) == DealRecord.parse(
        FOUR_JACKS
    )


@example("111QEnQe800")  # cards without a seat
@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", max_size=200))
def test_a_link_made_up_by_hand_is_a_record_or_an_error(payload: str) -> None:
    text = f"w2~hearts/black-lady~~{payload}"
    try:
        record = DealRecord.parse(text + permalink.check(text))
    except NotationError:
        return
    assert DealRecord.parse(record.link()) == record


# -- links that are out in the world -----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", LINKS)
def test_a_published_link_opens_for_ever(line: str) -> None:
    link, _, shown = line.partition(" ")
    *_, newest = shown.split(SINCE)
    erratum, _, now = newest.partition(": ") if SINCE in shown else ("", "", shown)

    record = DealRecord.parse(link)

    assert says(record) == now
    assert not erratum or erratum in corrected(record.rules)


def test_a_deal_that_was_played_on_after_the_contract_was_lost_opens_where_it_is_decided_now() -> None:
    """A bid of thirteen at American Boston: the third trick is lost, and the old record goes on to the thirteenth."""
    record = DealRecord.parse("w2~boston/american~~rhVCRtqqOxyAyL6e1JSR1yxCkdyd0Wrq0pztrtHhj2v5ue")

    deal = record.replay()

    assert deal.over
    assert "stopped" in state_of(deal).facts
    assert len(beyond(deal, record)) == len(record.actions) - len(deal.actions) > 0
    again = DealRecord.of(deal)
    assert again.replay().settle() == deal.settle()
    assert beyond(again.replay(), again) == ()


def test_a_card_that_nobody_holds_is_refused_even_after_the_end_of_the_play() -> None:
    record = DealRecord.parse("w2~boston/american~~rhVCRtqqOxyAyL6e1JSR1yxCkdyd0Wrq0pztrtHhj2v5ue")
    played = record.actions[len(record.replay().actions) - 1]

    with pytest.raises(ReplayError):
        replace(record, actions=(*record.actions[:-1], played)).replay()


def says(record: DealRecord) -> str:
    """Return what each seat wins or loses, or the phase and the seat to act, or the step and clause of a refusal."""
    try:
        deal = record.replay()
    except ReplayError as error:
        return f"step {error.step} refused by {error.clause.id if error.clause else 'no clause'}"
    if deal.over:
        return "settles " + " ".join(map(str, deal.settle().delta))
    return f"{deal.phase}, seat {deal.to_act}"


def test_the_published_links_are_of_every_family_and_both_versions() -> None:
    for version in ("w1", "w2"):
        for family in ("hearts", "boston", "rook"):
            assert sum(line.startswith(f"{version}~{family}/") for line in LINKS) >= 5


def test_where_todays_rules_refuse_a_step_the_deal_before_it_the_step_and_the_clause_are_told() -> None:
    record = DealRecord.parse(FOUR_JACKS)
    actions = list(record.actions)
    actions[1], actions[5] = (
        (None, "8C"),
        (None, "TS"),
    )  # seat 1 follows spades with a club, and holds the ten

    link = replace(record, actions=tuple(actions)).link()

    with pytest.raises(ReplayError) as refused:
        DealRecord.parse(link).replay()
    assert refused.value.step == 2
    assert refused.value.action == "8C"
    assert refused.value.clause is not None
    assert refused.value.clause.slug == "follow"
    assert refused.value.deal.trick.cards == ("8S",)


def test_other_rules_of_the_same_name_are_told_from_those_of_the_link() -> None:
    record = DealRecord.parse(
        next(line.split()[0] for line in LINKS if line.startswith("w2~hearts/black-maria~~"))
    )

    assert record.plays_as(record.load())
    assert not record.plays_as(whister.load(BLACK_LADY))
