"""A hundredth of the random deals, in each run of the tests, for every rule set and number of players."""

from __future__ import annotations

from random import Random

import pytest

from tests.proof.deals import A_TABLE, ALL_DEALS, DEALS, chunk
from tests.proof.tables import choices, counts, drawn


@pytest.mark.parametrize("number", range(ALL_DEALS // DEALS // 100))
def test_nothing_is_lost_and_every_deal_ends(number: int) -> None:
    found = chunk(number)
    assert found.counts == {"tables": DEALS // A_TABLE, "deals": DEALS, "with all properties": DEALS // 50}
    assert not found.failures, "\n".join(found.failures)


def test_the_tables_go_round_every_rule_set_and_number_of_players() -> None:
    first = [drawn(number, Random(number)) for number in range(len(counts()))]
    assert [rules.id for rules in first] == [name for name, _ in counts()]
    assert all(
        rules.plan.table.n == players
        for rules, (_, players) in zip(first, counts(), strict=True)
        if not rules.chosen
    )


@pytest.mark.parametrize("name", ["hearts/black-lady", "boston/fontainebleau", "rook/tournament"])
def test_every_value_of_every_option_is_drawn(name: str) -> None:
    wanted = {(option, str(value)) for option, values in choices(name).items() for value in values}
    first = next(number for number, (rule_set, _) in enumerate(counts()) if rule_set == name)
    rounds = ALL_DEALS // A_TABLE // len(counts())
    found = set[tuple[str, str]]()
    for number in range(first, first + rounds * len(counts()), len(counts())):
        if found >= wanted:
            return
        found |= {(option, str(value)) for option, value in drawn(number, Random(number)).chosen.items()}
    assert wanted - found == set()
