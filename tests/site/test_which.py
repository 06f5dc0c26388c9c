"""The pages on which players find out which game they play."""

from __future__ import annotations

from typing import Any

import pytest

import whister
from rulebook.comparing.which import QUESTIONS
from tests.site.pages import Site

ASKED = {
    family: [name for name in whister.catalogue() if name.startswith(f"{family}/")] for family in QUESTIONS
}
FAMILY_OF = {name: family for family, names in ASKED.items() for name in names}


@pytest.mark.parametrize("name", FAMILY_OF)
def test_every_rule_set_answers_every_question_with_a_clause_of_its_own(name: str) -> None:
    rules = whister.load(name)
    for question in QUESTIONS[FAMILY_OF[name]]:
        answers = list(question.answers(rules))
        assert answers, f"{name} does not answer {question.slug!r}"
        for answer in answers:
            assert answer.clause is None or rules.clauses[answer.clause.slug].enabled, answer


@pytest.mark.parametrize("family", ASKED)
def test_no_two_rule_sets_but_editions_of_one_game_answer_alike(family: str) -> None:
    """The questions distinguish the games, except those that differ only in what no question asks about."""
    by_answers: dict[str, list[str]] = {}
    for name in ASKED[family]:
        rules = whister.load(name)
        answers = str([[answer.text for answer in question.answers(rules)] for question in QUESTIONS[family]])
        by_answers.setdefault(answers, []).append(name)
    alike = [names for names in by_answers.values() if len(names) > 1]
    assert len(by_answers) > 0.8 * len(ASKED[family]), alike


def answers(name: str, slug: str, **options: Any) -> list[str]:
    question = next(question for question in QUESTIONS[FAMILY_OF[name]] if question.slug == slug)
    return [answer.text for answer in question.answers(whister.load(name, **options))]


def test_an_answer_goes_by_what_a_rule_does_and_not_by_what_it_is_called() -> None:
    """A card worth taking and a reward for winning every trick are answers, whatever the rules are called."""
    for name in ("hearts/omnibus", "hearts/royal"):
        assert answers(name, "other") == ["a card is worth taking"], name
    for name in ("hearts/reversis", "hearts/reversis-hoyle"):
        assert answers(name, "moon") == ["winning every trick is rewarded"], name


def test_tournament_rook_answers_as_its_article_does() -> None:
    told = {question.slug: answers("rook/tournament", question.slug) for question in QUESTIONS["rook"]}
    assert told == {
        "players": ["four, partners opposite"],
        "cards": ["5 to 14 and the Rook: 41 cards"],
        "ones": ["they are left out"],
        "bird": ["it is the highest trump"],
        "freedom": ["at any time"],
        "nest": ["five cards"],
        "laid-aside": ["any cards, face down"],
        "trump": ["by the highest bidder, after laying cards aside"],
        "bid": ["70"],
        "lead": ["the player to the dealer's left"],
        "points": ["120"],
        "end": ["at 300"],
    }


@pytest.mark.parametrize(
    ("slug", "options", "answer"),
    [
        ("bird", {"rook_rank": "lowest"}, "it is the lowest trump"),
        ("bird", {"rook_rank": "10.5"}, "among the trumps, between the 10 and the 11"),
        ("laid-aside", {"nest_discards": "counters-face-up"}, "counters must lie face up"),
        ("trump", {"trump_timing": "before-pickup"}, "by the highest bidder, before taking the nest"),
        ("trump", {"trump_timing": "after-pickup"}, "by the highest bidder, after taking the nest"),
        ("lead", {"opening_leader": "declarer"}, "the declarer"),
        ("end", {"target": 500}, "at 500"),
    ],
)
def test_an_option_that_a_table_chooses_changes_its_answer(
    slug: str, options: dict[str, Any], answer: str
) -> None:
    assert answers("rook/tournament", slug, **options) == [answer]


@pytest.mark.parametrize("family", ASKED)
def test_every_answer_leads_to_its_rule_sets(site: Site, family: str) -> None:
    page = site.page(f"{family}/which/")
    for question in QUESTIONS[family]:
        section = page.element(question.slug)
        linked = {site.find(page, str(link["href"]))[0] for link in section.select("dd a")}
        assert {f"{name}/" for name in ASKED[family]} <= linked, question.slug
