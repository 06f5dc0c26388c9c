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


def answers(name: str, slug: str) -> list[str]:
    question = next(question for question in QUESTIONS if question.slug == slug)
    return [answer.text for answer in question.answers(whister.load(name))]


def test_an_answer_goes_by_what_a_rule_does_and_not_by_what_it_is_called() -> None:
    """A card taken for its good points is found among the special queens; to win all the tricks has its own answer."""
    for name in ("hearts/omnibus", "hearts/royal"):
        assert answers(name, "other") == ["a card is worth taking"], name
    for name in ("hearts/reversis", "hearts/reversis-hoyle"):
        assert answers(name, "moon") == ["winning every trick is rewarded"], name


def test_every_answer_leads_to_its_rule_sets(site: Site) -> None:
    page = site.page("hearts/which/")
    for question in QUESTIONS:
        section = page.element(question.slug)
        linked = {site.find(page, str(link["href"]))[0] for link in section.select("dd a")}
        assert {f"{name}/" for name in HEARTS} <= linked, question.slug
