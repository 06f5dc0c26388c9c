"""The figures on the site: those of the studies that are kept, as the pages show them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from lxml import html

import whister
from rulebook.numbers.beside import HEURISTICS
from rulebook.numbers.each_rule import LEAST, SURE, effects, quiet_as
from rulebook.numbers.games_measured import verdict
from rulebook.numbers.plots import Bar, Mark, Panel, Point, bars, grid, panels, step
from rulebook.numbers.results import command, results
from rulebook.numbers.stronger import compared, differ, fisher
from rulebook.pictures.chart import NARROW
from tests.site.pages import Site
from tests.site.test_rulebook import build
from tests.studies.campaign import plans
from whister import StudyError
from whister.cli import main, studying
from whister.cli.trouble import MISUSED
from whister.players.entrants import Entrant
from whister.studies.asked import Asked, asked_of
from whister.studies.chunks import sums_of
from whister.studies.figures import Figure
from whister.studies.kept import Kept, write
from whister.studies.study import Study
from whister.studies.sums import Sum, Sums, merged


def test_each_family_has_a_page_about_what_its_rules_do(site: Site) -> None:
    for family in ("hearts", "boston", "rook"):
        assert all(results(family, kind) for kind in ("descent", "option", "field"))
        page = site.page(f"{family}/measured/")
        text = " ".join(page.select("article")[0].text_content().split())
        lists = "".join(each.text_content() for each in page.select("article summary"))
        assert "Not measured yet." not in text
        assert (
            "exceeds 3.5 standard errors; unless it is a share of the deals, it must also exceed 0.02 of the standard"
            in text
        )
        assert (SURE, LEAST) == (3.5, 0.02), "as the page says"
        for kind, what in (("option", "options?"), ("descent", "steps? of descent")):
            shown = sum(bool(effects(kept.study())) for kept in results(family, kind).values())
            folded = [int(number) for number in re.findall(rf"(\d+) {what} with ", lists)]
            assert shown + sum(folded) == len(results(family, kind)), (
                "each is in the table or in a list below it"
            )


@pytest.mark.parametrize("name", whister.catalogue())
def test_each_rule_set_has_a_page_of_figures_to_which_its_own_page_leads(site: Site, name: str) -> None:
    links = [link.get("href") for link in site.page(f"{name}/").select(".rule-facts a")]
    assert "numbers/" in links
    text = site.page(f"{name}/numbers/").select("article")[0].text_content()
    kept = results(name.partition("/")[0], "set").get(name)
    assert kept is None or f"{kept.study().deals:,} deals" in text
    assert site.page(f"{name}/numbers/").select(".numbers-here")[0].get("data-rules") == name


def figure(value: float, error: float) -> Figure:
    return Figure("field", "drama", "", "", "share", 40, value, error, value - 2 * error, value + 2 * error)


def test_a_published_order_of_two_games_is_borne_out_by_more_than_two_errors_or_not_at_all() -> None:
    assert verdict(figure(0.3, 0.03), figure(0.4, 0.03)) == "yes"
    assert verdict(figure(0.4, 0.03), figure(0.3, 0.03)) == "no: the reverse"
    assert verdict(figure(0.3, 0.04), figure(0.4, 0.04)) == "too close to say"


def test_the_command_on_a_page_is_the_study_that_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command is read by the command line, and asks for the same deals of the same rules."""
    asked_for: list[Asked] = []

    def noted(asked: Asked, *_: object) -> None:
        asked_for.append(asked)
        raise StudyError("not now")

    monkeypatch.setattr(studying, "estimate", noted)
    for plan in [
        next(each for each in plans((kind,)) if each.family == "hearts")
        for kind in ("set", "option", "descent")
    ]:
        assert main(shlex.split(command(plan.asked))[1:]) == MISUSED
        (found,) = asked_for
        asked_for.clear()
        assert found.sets == plan.asked.sets
        assert found.counts == plan.asked.counts
        assert found.seed == plan.asked.seed
        assert found.origin == plan.asked.origin


def moons() -> Study:
    new = whister.load("hearts/black-lady", moon="new")
    asked = asked_of((whister.load("hearts/black-lady"), new), "cautious", "whister", deals=1000)
    return Kept.of(
        "option", "hearts/black-lady#moon.new", asked, merged(map(sums_of, asked.chunks())), {}
    ).study()


def test_the_new_way_to_count_a_moon_changes_the_results_and_nothing_else() -> None:
    found = effects(moons())
    assert [effect.figure.group for effect in found] == ["average"], "every seat gains as much as the mean"
    for effect in found:
        assert effect.figure.error is not None
        assert abs(effect.figure.value) >= SURE * effect.figure.error
        assert effect.figure.value < 0
        assert "points" in effect.words


def test_the_stakes_of_a_pool_are_not_named_as_a_change_of_results() -> None:
    """In Solo Whist each player may put in a counter: five white ones in every deal, whoever wins it."""
    study = results("boston", "option")["boston/solo-1914#pool.all"].study()
    assert abs(study.figure("average", of="difference").value) > 4
    assert {effect.figure.group for effect in effects(study)}.isdisjoint({"average", "result"})


def test_what_a_rule_brings_about_is_named_though_it_never_happened_before() -> None:
    """Without a supporter, the cards are thrown in: nobody supported the bid, in about a fifth of the deals."""
    study = results("boston", "option")["boston/whischt-bostonien#unsupported.throw-in"].study()
    (found,) = [effect for effect in effects(study) if effect.figure.about == "unsupported"]
    assert 0.15 < found.size < 0.3
    assert found.words.startswith("nobody supported the bid: +")


def test_a_change_that_is_certain_but_small_is_not_called_uncertain() -> None:
    """Eldest hand pays for a tie: the results change by a few hundredths of what they vary by from deal to deal."""
    study = results("boston", "option")["boston/american#partout_tie.eldest-pays"].study()
    gap = study.figure("gap", of="difference")
    assert gap.error is not None
    assert gap.value > 3 * SURE * gap.error
    assert not effects(study)
    assert quiet_as(study) == "small"


def test_a_change_in_the_results_is_marked_as_good_or_bad_for_the_players() -> None:
    """Points are good at Gong Zhu and Tournament Rook, and bad at Golden Ten and Greek Hearts."""
    for name, group, sense in (
        ("hearts/gong-zhu#pig.200", "average", "(worse)"), ("hearts/greek-1939#moon.off", "average", "(better)"),
        ("rook/golden-ten#golden.minus10", "average", "(better)"), ("rook/tournament#bonus_last_trick.20", "average", "(better)"),
    ):  # fmt: skip
        family = name.partition("/")[0]
        (found,) = [
            each for each in effects(results(family, "option")[name].study()) if each.figure.group == group
        ]
        assert found.words.endswith(sense)


def test_a_higher_lowest_bid_raises_the_mean_bid_and_a_forbidden_bid_is_not_named() -> None:
    """With 75 as the lowest bid instead of 70, nobody can win the auction with 70: that goes without saying."""
    study = results("rook", "option")["rook/tournament#bid_min.75"].study()
    found = effects(study)
    (bid,) = [each for each in found if each.figure.group == "bid"]
    mean = {each.of: each.value for each in study.figures if each.group == "bid"}
    assert bid.figure.value == pytest.approx(mean["b"] - mean["a"])
    assert 2 < bid.figure.value < 5
    assert not [each for each in found if each.figure.group == "contract"]


def test_what_a_picture_shows_is_named_in_the_table_under_it(site: Site) -> None:
    for family in ("hearts", "boston", "rook"):
        page = site.page(f"{family}/measured/")
        tables = " ".join(
            " ".join(each.text_content().split()) for each in page.select("table.numbers-changes")
        )
        shown = page.select('.chart-wide svg[aria-labelledby^="chart-each-"] .chart-node > title')
        changes = [" ".join(each.text_content().split()) for each in shown]
        assert len(changes) > 10
        assert not [each for each in changes if each not in tables]


def test_partners_who_score_singly_are_not_said_to_have_one_result(site: Site) -> None:
    for name, one in (("partnership", True), ("partnership-individual", False)):
        (article,) = site.page(f"hearts/{name}/numbers/").select("article")
        assert ("Partners have one result" in article.text_content()) is one


@pytest.mark.parametrize(("most", "by"), [(1, 0.2), (6, 2), (0.8, 0.2), (26, 10), (0, 1)])
def test_a_scale_has_round_steps(most: float, by: float) -> None:
    assert step(most) == pytest.approx(by)


def test_no_label_of_a_plot_meets_another() -> None:
    points = [Point(at, at * 7.5, at * 7.5 - 3, at * 7.5 + 3, f"trick {at}") for at in range(1, 27)]
    name = "A rule with a name of some length, which goes on and on until it needs a second line, or a third"
    marks = [Mark(0.5, 0.1, ""), None, *[Mark(1.0, 0.0, "")] * 4]
    drawn = [
        *panels(
            "a",
            "A",
            "About it.",
            [
                Panel("Cards to choose from", "Trick", points),
                Panel("Points in the trick", "Trick", points),
            ],
        ),
        *bars(
            "b",
            "Changes in something that is recorded of all deals: the options of Boston",
            "About it.",
            "percentage points",
            [
                Bar(name[: 1 + 4 * at], "Boston de Fontainebleau, 1914", at / 9, 0.1, "")
                for at in range(1, 40)
            ],
        ),
        *grid(
            "c",
            "The games of the Hearts family by the heuristics of the field",
            "About it.",
            [name for name, _ in HEURISTICS.values()],
            [(name[: 9 * at], marks) for at in range(1, 12)],
        ),
    ]
    assert [drawing.width <= NARROW for drawing in drawn] == [False, True] * 3
    for drawing in drawn:
        for number, box in enumerate(drawing.labels):
            assert not any(box.meets(other) for other in drawing.labels[number + 1 :]), box.about
            assert box.left >= 0, box.about
            assert box.right <= drawing.width, box.about
            assert box.bottom <= drawing.height, box.about


def test_results_that_are_not_there_are_none(tmp_path: Path) -> None:
    assert not results("hearts", "nothing", tmp_path)


def study_of(kind: str, name: str, asked: Asked) -> Kept:
    return Kept.of(kind, name, asked, merged(map(sums_of, asked.chunks())), {})


def test_a_game_measured_in_every_way_has_a_section_for_each(tmp_path: Path) -> None:
    """The sections are made from a few deals, and are left out where nothing has been measured."""
    lady, foster = whister.load("hearts/black-lady"), whister.load("hearts/black-lady", revoke="foster")
    searching = (Entrant("steady", rollouts=4),) * 4
    kept = {
        "set": [study_of("set", lady.id, asked_of(lady, "cautious", "small", deals=200, games=20))],
        "strong": [study_of("strong", lady.id, Asked((lady,), searching, "small", {"deals": 10}))],
        "revokes": [study_of("revokes", f"{lady.id}#revoke.foster", asked_of(foster, "cautious", "small", revokes=100))],
        "field": [
            study_of("field", rules.id, asked_of(rules, "steady", "small", field=2, rollouts=4))
            for rules in (lady, whister.load("hearts/slobberhannes"))
        ],
    }  # fmt: skip
    studies = tmp_path / "studies"
    for kind, found in kept.items():
        write(studies / f"hearts-{kind}.jsonl", found)
    directives = (
        "numbers} hearts/black-lady", "games-measured} hearts", "measured-elsewhere}", "one-change} hearts/black-lady#moon.new",
    )  # fmt: skip
    text = "\n\n".join(f"```{{rule:{each}\n```" for each in directives)
    before = f"import rulebook.numbers.results\nfrom pathlib import Path\nrulebook.numbers.results.FOLDER = Path({str(studies)!r})\n"
    _, out = build(tmp_path, text, conf=before)
    page = html.fromstring((out / "index.html").read_text("utf-8"))
    heads = [
        head.text_content().rstrip("¶#")
        for head in page.cssselect("article h2, article h3, .body h2, .body h3")
    ]
    assert heads == [
        "Stronger players",
        "What a revoke costs",
        "The heuristics of the field",
        "Play more deals here",
    ]
    told = " ".join(page.text_content().split())
    assert "Steady players, who here play out 4 deals before each decision, played 10 deals." in told
    assert "the players play out 4 deals before each decision." in told
    assert "Fairness: 200 deals of random players." in told
    assert "hearts/slobberhannes has less spread than hearts/black-lady" in told
    assert told.count("Not measured yet.") == 1, "no option has been measured"


def test_the_lady_who_tastes_tea() -> None:
    """R. A. Fisher's case: of eight cups, she names three of the four with milk first. 17 of the 70 choices do as well."""
    assert fisher(3, 4, 1, 4) == pytest.approx(2 * 17 / 70)
    assert fisher(1, 4, 3, 4) == pytest.approx(2 * 17 / 70)
    assert fisher(4, 4, 0, 4) == pytest.approx(2 / 70)
    assert fisher(0, 4, 0, 400) == 1


def test_stronger_players_differ_as_the_page_about_figures_says(site: Site) -> None:
    def shares(name: str, group: str, about: str) -> tuple[float, float]:
        family = name.partition("/")[0]
        cautious, strong = (results(family, kind)[name].study() for kind in ("set", "strong"))
        (pair,) = [
            pair for pair in compared(cautious, strong) if (pair[0].group, pair[0].about) == (group, about)
        ]
        assert differ(*pair)
        return pair[0].value, pair[1].value

    cautious, strong = shares("hearts/black-lady", "moon", "shot")
    assert 4.5 < strong / cautious < 5.5, "about five times as often"
    assert shares("boston/hoyle", "void", "all-pass")[1] == 0, "somebody bid in every deal"
    assert shares("boston/fontainebleau", "contract", "all-pass")[1] == 0
    for name, contracts in (("hoyle", ("six",)), ("fontainebleau", ("five", "six", "seven"))):
        for contract in contracts:
            cautious, strong = shares(f"boston/{name}", "made", contract)
            assert strong < 0.5 < cautious
    for family in ("hearts", "boston", "rook"):
        assert {kept.study().deals for kept in results(family, "strong").values()} == {200}
        for kind in ("option", "descent"):
            deals = {kept.study().deals for kept in results(family, kind).values()}
            assert 2_000 <= min(deals) <= max(deals) <= 10_000, "as the page of the family says"
    kept = results("hearts", "strong")["hearts/hearts-1887"]
    assert not any(
        differ(*pair)
        for pair in compared(results("hearts", "set")["hearts/hearts-1887"].study(), kept.study())
    )
    played = {name for family in ("hearts", "boston", "rook") for name in results(family, "strong")}
    links = [str(link.get("href")) for link in site.page("numbers/").select("article a")]
    assert {
        link.removeprefix("../").removesuffix("/numbers/") for link in links if link.endswith("/numbers/")
    } == played


def test_what_happens_too_seldom_to_compare_is_not_said_to_differ() -> None:
    """In 200 deals, an event of 1 in 500 may well be missing, and may come once; one of 1 in 10 may not be missing."""
    lady = whister.load("hearts/black-lady")

    def study(deals: int, **events: int) -> Study:
        sums: Sums = {f"moon/{name}": Sum(count, count, count) for name, count in events.items()}
        return Study(asked_of(lady, "cautious", "small", deals=deals), {"deals": Sum(deals, 0, 0), **sums})

    cautious = study(100_000, shot=200, tried=10_000, stopped=20)
    for events, names in (({}, {"tried"}), ({"shot": 1, "tried": 20, "stopped": 1}, set()), ({"shot": 5, "tried": 20}, {"shot"})):  # fmt: skip
        pairs = list(compared(cautious, study(200, **events)))
        assert {first.about for first, _ in pairs} == {"shot", "tried", "stopped"}
        assert {first.about for first, second in pairs if differ(first, second)} == names


def test_what_a_rule_that_does_not_exist_changes_is_an_error_with_the_nearest_name(tmp_path: Path) -> None:
    text = "```{rule:each-rule} herts\n```\n\n```{rule:one-change} hearts/omnibuss\n```\n\n```{rule:one-change} hearts/microsoft#break_hearts.of\n```"
    warnings, _ = build(tmp_path, text)
    assert "no family is called 'herts'; did you mean 'hearts'?" in warnings
    assert "unknown rule set 'hearts/omnibuss'; did you mean 'hearts/omnibus'?" in warnings
    assert (
        "unknown option 'hearts/microsoft#break_hearts.of'; did you mean 'hearts/microsoft#break_hearts"
        in warnings
    )
