"""The page that finds the game a table plays."""

from __future__ import annotations

import pytest

import whister
from rulebook.which import QUESTIONS
from tests.site.pages import Site

HEARTS = [name for name in whister.catalogue() if name.startswith("hearts/")]


@pytest.mark.parametrize("name", HEARTS)
def test_every_rule_set_answers_every_question_with_a_clause_of_its_own(name: str) -> None:
    rules = whister.load(name)
    for question in QUESTIONS:
        answers = list(question.answers(rules))
        assert answers, f"{name} does not answer {question.slug!r}"
        for answer in answers:
            assert answer.clause is None or rules.clauses[answer.clause.slug].enabled, answer


def test_no_two_rule_sets_but_editions_of_one_game_answer_alike() -> None:
    """The questions tell the games apart, all but those that differ in what no question asks."""
    by_answers: dict[str, list[str]] = {}
    for name in HEARTS:
        rules = whister.load(name)
        answers = str([[answer.text for answer in question.answers(rules)] for question in QUESTIONS])
        by_answers.setdefault(answers, []).append(name)
    alike = [names for names in by_answers.values() if len(names) > 1]
    assert len(by_answers) > 0.8 * len(HEARTS), alike


def test_every_answer_leads_to_its_rule_sets(site: Site) -> None:
    page = site.page("hearts/which/")
    for question in QUESTIONS:
        section = page.element(question.slug)
        linked = {site.find(page, str(link["href"]))[0] for link in section.select("dd a")}
        assert {f"{name}/" for name in HEARTS} <= linked, question.slug
