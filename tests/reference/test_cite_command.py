"""The output of `whister cite` when the libraries of the extra `cite` are installed."""

from __future__ import annotations

from tests.cli.asking import ask


def test_house_rules_are_cited_by_their_name_and_at_the_page_that_shows_them() -> None:
    named = ("-o", "target=50", "--name", "Friday Black Lady", "--base", "https://whister.example/")
    answer = ask("cite", "hearts/black-lady", *named)
    assert "“Friday Black Lady (house rules after Black Lady; The target: 50).”" in answer.out
    assert (
        "https://whister.example/house-rules/?base=hearts/black-lady&base.target=50&name=Friday+Black+Lady"
        in answer.out
    )


def test_a_style_without_a_place_for_the_day_of_reading_says_so() -> None:
    read = ["cite", "black-lady", "--accessed", "2026-01-02", "--style"]
    assert "2026-01-02" in ask(*read, "bibtex").out
    assert ask(*read, "bibtex").err == ""
    assert "apa gives no day of reading" in ask(*read, "apa", "--base", "https://example.org/").err
