"""Search by address, by name in any language and by phrase, even if misspelt; the best first, each text once."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import whister
from whister import NotationError
from whister.reference.bibliography import FILE, as_file, bibliography
from whister.reference.cache import digest, kept
from whister.reference.entries import _made, claims_of, entries, option_id, resting
from whister.reference.finding import excerpt, find, suggestions
from whister.reference.matching import plain, spelt_like
from whister.reference.names import names
from whister.rulesets.reader import chain, families


def first(words: str) -> str:
    return find(words, limit=1)[0].id


@pytest.mark.parametrize(
    ("words", "rule_set"),
    [
        ("Dama negra", "hearts/black-lady"),
        ("Slippery Anne", "hearts/black-lady"),
        ("Black Widow", "hearts/black-lady"),
        ("Chasse-cœur", "hearts/chasse-coeur"),
        ("CHASSE COEUR", "hearts/chasse-coeur"),
        ("Caza del corazon", "hearts/chasse-coeur"),
        ("quatre valets", "hearts/four-jacks"),
        ("Polignac", "hearts/four-jacks"),
        ("Boston ruso", "boston/russian"),
        ("Hoyles Boston", "boston/hoyle"),
        ("Torre", "rook"),
        ("missionary poker", "rook"),
        ("The 200-point game", "rook/one-high-200"),
    ],
)
def test_a_game_is_found_by_a_name_it_goes_by_elsewhere(words: str, rule_set: str) -> None:
    assert first(words) == rule_set


def test_a_game_of_that_title_comes_before_one_with_that_other_name() -> None:
    assert [hit.id for hit in find("Rickety Kate", limit=2, kinds=["rule set"])] == [
        "hearts/rickety-kate",
        "hearts/black-lady",
    ]


@pytest.mark.parametrize("name", names(), ids=lambda name: f"{name.name}, {name.language}")
def test_every_name_leads_to_the_games_that_go_by_it(name: object) -> None:
    one = next(each for each in names() if each == name)
    found = {hit.id for hit in find(one.name, limit=None, kinds=["rule set", "family"])}
    assert found.issuperset(one.of)
    assert all(source.key for source in one.sources)


@pytest.mark.parametrize("rule_set", whister.catalogue())
def test_a_title_finds_its_rule_set_first(rule_set: str) -> None:
    title = whister.load(rule_set).title
    assert first(title) == rule_set
    assert first(rule_set) == rule_set


def test_an_address_finds_its_clause_first() -> None:
    found = find("hearts/black-lady#first-trick")[0]
    assert (found.kind, found.title, found.reason) == ("clause", "The first trick", "ID")
    assert found.url == "hearts/black-lady/#first-trick"
    assert "Neither a heart nor the queen of spades may be discarded" in found.excerpt


@pytest.mark.parametrize(
    ("slip", "found"),
    [
        ("hearts/black-lady#first-trik", "hearts/black-lady#first-trick"),
        ("slipery ane", "hearts/black-lady"),
        ("Hartsette", "hearts/heartsette"),
        ("Polingac", "hearts/four-jacks"),
        ("Fontaineblau", "boston/fontainebleau"),
        ("picolisimo", "boston/fontainebleau#announce-piccolissimo"),
    ],
)
def test_a_misspelt_name_is_found(slip: str, found: str) -> None:
    assert first(slip) == found


def test_words_in_quotation_marks_stand_together() -> None:
    together = {hit.id for hit in find('"tricks of both"', limit=None)}
    apart = {hit.id for hit in find("tricks of both", limit=None)}
    assert "boston/fontainebleau#index-with-whister" in together
    assert together < apart


def test_a_card_is_found_by_its_sign_where_the_rule_names_it() -> None:
    assert "queen of spades" in whister.load("hearts/black-lady").clauses["first-trick"].text
    assert first('"Q♠" discarded first trick') == "hearts/black-lady#first-trick"


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("can i play hearts before they are broken", "hearts/black-lady#option-break_hearts"),
        ("what is the first trick", "hearts/black-lady#first-trick"),
        ("who wins", "rook/tournament#winner"),
        ("is there a misdeal", "boston/fontainebleau#misdeal"),
    ],
)
def test_the_words_of_a_question_are_passed_over(question: str, found: str) -> None:
    assert first(question) == found


def test_words_that_mean_the_same_will_do_where_nothing_has_those_that_are_asked() -> None:
    assert find("winner apiece")[0].reason == "same as win; same as each"
    assert not [hit for hit in find("winner each", limit=None) if "same as" in hit.reason]


def test_of_what_is_equally_good_the_best_known_game_comes_first() -> None:
    found = [hit.id for hit in find("hearts-broken", kinds=["clause"], limit=2)]
    assert found == ["hearts/black-lady#hearts-broken", "hearts/microsoft#hearts-broken"]


def test_a_clause_taken_over_unchanged_is_listed_once() -> None:
    (one,) = [hit for hit in find("shooting the moon", limit=None) if hit.id == "hearts/black-lady#moon"]
    moons = {
        name: clauses["moon"]
        for name in whister.catalogue()
        if "moon" in (clauses := whister.load(name).clauses)
    }
    own = moons.pop("hearts/black-lady")
    alike = [
        other.id
        for other in moons.values()
        if (other.title, other.text, other.note) == (own.title, own.text, own.note)
    ]
    assert alike
    assert sorted(one.also) == alike


def test_sources_and_dated_claims_are_found() -> None:
    assert first("foster-complete-hoyle-1909") == "foster-complete-hoyle-1909"
    assert first("Reversin 1601") == "hearts#reversin-named"
    assert {hit.kind for hit in find("Foster", limit=None)} >= {"source", "claim"}


def test_a_search_may_be_of_one_kind_or_one_family() -> None:
    assert {hit.kind for hit in find("trump", kinds=["option"], limit=None)} == {"option"}
    assert {hit.url.partition("/")[0] for hit in find("misere", family="boston", limit=None)} == {"boston"}
    assert find("trump", kinds="option") == find("trump", kinds=["option"])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"kinds": ["rule"]}, "find, kinds: expected kinds among rule set, family, clause, option, claim, source; got 'rule'"),
        ({"kinds": "rule"}, "find, kinds: expected kinds among .*; got 'rule'"),
        ({"kinds": None}, "find, kinds: expected kinds among .*; got None"),
        ({"kinds": [["x" * 10_000]]}, "find, kinds: expected kinds among .*; got "),
        ({"family": "whist"}, "find, family: expected a family among boston, hearts, rook; got 'whist'"),
        ({"family": ["hearts"]}, "find, family: expected a family among boston, hearts, rook; got "),
        ({"words": None}, "find, words: expected text of at most 200 characters, got None"),
        ({"words": "x" * 201}, "find, words: expected text of at most 200 characters, got 'xxx"),
    ],
)  # fmt: skip
def test_what_cannot_be_looked_for_is_refused_with_the_place(asked: dict[str, Any], said: str) -> None:
    for ask in (find, suggestions):
        with pytest.raises(NotationError, match=said) as refused:
            ask(**{"words": "trump", **asked})
        assert len(str(refused.value)) < 250


@pytest.mark.parametrize("limit", [-1, 1.5, "2", True])
def test_a_limit_that_is_none_is_refused(limit: Any) -> None:
    with pytest.raises(NotationError, match="find, limit: expected a limit of 0 or more, or None; got "):
        find("trump", limit=limit)


def test_nothing_found_is_empty_and_suggests_the_nearest() -> None:
    assert find("zzxxqq") == []
    assert find("  ?! ") == []
    assert find("Chass Couer Domino") == []
    assert suggestions("Blak Ladyy 1909x")[0] == "Black Lady, 1909"


def test_every_rule_set_clause_and_option_can_be_found_by_its_address() -> None:
    known = {one.entry.id for one in entries()}
    for name in whister.catalogue():
        rules = whister.load(name)
        assert known.issuperset({name, *(clause.id for clause in rules.clauses.values())})
        assert known.issuperset(option_id(name, option) for option in rules.options)


def test_the_options_that_are_found_are_those_that_a_rule_set_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """An option that no clause of the rule set uses is not found, wherever it is among the options of the record."""
    monkeypatch.setattr("whister.reference.entries.catalogue", lambda: ("hearts/domino",))
    rules, told = whister.load("hearts/domino"), _made()
    found = [facts for facts, _ in told if facts[0] == "option"]
    assert [facts[1] for facts in found] == sorted(option_id(rules.id, name) for name in rules.options)
    assert {facts[2] for facts in found} == {option.title for option in rules.options.values()}


def test_no_two_things_have_one_address() -> None:
    ids = [one.entry.id for one in entries()]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("said", ["hearts/black-lady#pack_table", "hearts/black-lady/#option-pack_table", "hearts/black-lady#pack_table.off"])  # fmt: skip
def test_an_option_is_found_by_its_bare_name_where_no_clause_has_it(said: str) -> None:
    assert first(said) == "hearts/black-lady#option-pack_table"


def test_where_a_clause_has_the_name_of_an_option_the_address_is_the_clauses() -> None:
    hit, other = find("hearts/black-lady#moon", limit=2)
    assert (hit.kind, hit.id) == ("clause", "hearts/black-lady#moon")
    assert (other.kind, other.id) == ("option", "hearts/black-lady#option-moon")
    assert find("hearts/black-lady#option-moon", limit=1)[0].kind == "option"


def test_an_option_is_told_in_words_and_not_in_the_names_of_its_values() -> None:
    (hit,) = find("jd_needed_for_moon", kinds=["option"], family="hearts", limit=1)
    assert (
        hit.excerpt
        == "Whether the moon also requires the bonus card. It does not. It does, as in Omnibus Hearts."
    )
    texts = {one.entry.id: one.entry.text for one in entries() if one.entry.kind == "option"}
    for rules in map(whister.load, whister.catalogue()):
        for option in rules.options.values():
            for value in option.values:
                assert f"{value.value}: {value.text}" not in texts[option_id(rules.id, option.name)]


def test_what_is_found_is_kept_and_made_anew_when_the_package_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = iter(["first", "second", "third"])
    assert [kept("test", lambda: next(made)) for _ in range(2)] == ["first", "first"]
    monkeypatch.setattr("whister.reference.cache.digest", lambda root: "another")
    assert kept("test", lambda: next(made)) == "second"
    (tmp_path / "whister" / "test-another.kept").write_text("cut sho", "utf-8")
    assert kept("test", lambda: next(made)) == "third"
    assert kept("test", lambda: next(made)) == "third"


@pytest.mark.parametrize("said", ["[]", "{}", "null", "[1]", '"x"', "", "a\n[1]"])
def test_what_this_program_has_not_kept_itself_is_not_believed(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept("test", lambda: ["first"])
    (file,) = (tmp_path / "whister").iterdir()
    file.write_text(said, "utf-8")
    assert kept("test", lambda: ["second"]) == ["second"]
    other = file.with_name(file.name.replace("test-", "other-"))
    other.write_bytes(file.read_bytes())
    assert kept("other", lambda: ["third"]) == ["third"]


def test_a_few_of_a_thing_are_kept_and_nothing_unfinished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "whister"
    for number in range(8):
        monkeypatch.setattr("whister.reference.cache.digest", lambda root, number=number: f"package{number}")
        kept("test", lambda: "made")
        os.utime(folder / f"test-package{number}.kept", (number, number))
    assert sorted(one.name for one in folder.iterdir()) == [f"test-package{n}.kept" for n in (4, 5, 6, 7)]
    left = folder / "test-package1.kept.77"
    left.touch()
    os.utime(left, (1, 1))
    monkeypatch.setattr("whister.reference.cache.digest", lambda root: "package8")
    monkeypatch.setattr(Path, "replace", refuse)
    assert kept("test", lambda: "made") == "made"
    monkeypatch.undo()
    assert not list(folder.glob("test-package8*"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("whister.reference.cache.digest", lambda root: "package9")
    kept("test", lambda: "made")
    assert not left.exists()


def test_what_was_begun_ten_minutes_ago_and_not_ended_is_cleared_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("whister.reference.cache.digest", lambda root: "package")
    monkeypatch.setattr("whister.reference.cache.time.time", lambda: 2_000.5)
    (tmp_path / "whister").mkdir()
    for second in (1_400, 1_401):
        begun = tmp_path / f"whister/test-other.kept.{second}"
        begun.touch()
        os.utime(begun, (second, second))
    kept("test", lambda: "made")
    assert sorted(one.name for one in (tmp_path / "whister").iterdir()) == [
        "test-other.kept.1401",
        "test-package.kept",
    ]


def refuse(*_: object) -> None:
    """Raise ``OSError``, as writing to a full disk does."""
    raise OSError


def test_a_place_that_is_said_in_part_is_none_and_an_unreadable_package_breaks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for cache, home in (("here", "there"), ("", "there"), (".", "")):
        monkeypatch.setenv("XDG_CACHE_HOME", cache)
        monkeypatch.setenv("HOME", home)
        assert kept("test", lambda: "made") == "made"
        assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("whister.reference.cache.digest", refuse)
    assert kept("test", lambda: "made") == "made"


def test_a_package_is_another_when_any_file_of_it_is(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    rules = tmp_path / "rules/black-lady.toml"
    rules.write_text("a")
    seen = {digest(tmp_path)}
    for change in (
        lambda: rules.write_text("b"),
        lambda: rules.rename(rules.with_name("spot.toml")),
        (tmp_path / "x.py").touch,
    ):
        change()
        digest.cache_clear()
        seen.add(digest(tmp_path))
    assert len(seen) == 4
    (tmp_path / "x.pyc").touch()
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__/x.pyc.77").touch()
    digest.cache_clear()
    assert digest(tmp_path) in seen


@pytest.mark.parametrize(("system", "folder"), [("linux", ".cache"), ("darwin", "Library/Caches")])
def test_it_is_kept_where_programs_keep_such_things(
    system: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("whister.reference.cache.sys", SimpleNamespace(platform=system, version="3"))
    monkeypatch.setattr("whister.reference.cache.digest", lambda root: "package")
    assert kept("test", lambda: "made") == "made"
    assert [one.name for one in (tmp_path / folder / "whister").iterdir()] == ["test-package.kept"]


def test_where_nothing_can_be_kept_it_is_made_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "whister").write_text("a file where the folder would be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = iter("12")
    assert [kept("test", lambda: next(made)) for _ in range(2)] == ["1", "2"]


def test_words_are_compared_without_accents_case_and_punctuation() -> None:
    assert plain("Misère—DÉCOUVERTE, “l’as” 10♦ ♣") == "misere decouverte las 10 of diamonds clubs"


def test_twenty_are_found_and_three_suggested_unless_more_are_asked_for() -> None:
    assert len(find("trump")) == 20 < len(find("trump", limit=None))
    assert len(suggestions("blak lady")) == 3 < len(suggestions("blak lady", most=9))


@pytest.mark.parametrize(
    ("slip", "word", "meant"),
    [
        ("mon", "moon", True),  # three letters may be a slip
        ("no", "not", False),  # two letters are never taken for a slip
        ("whister", "whisterers", True),  # at most three letters more
        ("whister", "whisterings", False),
        ("whisterers", "whister", True),
        ("bid", "pot", False),
    ],
)
def test_a_slip_is_as_long_as_what_was_meant_or_nearly(slip: str, word: str, meant: bool) -> None:
    assert spelt_like(slip, [word]) == ([word] if meant else [])


def test_of_the_words_that_a_slip_may_have_been_three_are_taken() -> None:
    assert len(spelt_like("moon", ["moons", "moony", "moona", "moonx"])) == 3


def test_a_text_of_160_letters_is_shown_whole_and_a_longer_one_about_the_word() -> None:
    words = ["card"] * 31
    fits = " ".join([*words, "queen"])
    assert (len(fits), excerpt(fits, ["queen"])) == (160, fits)
    longer = " ".join([*words, "queens"])
    assert excerpt(longer, ["queens"]).startswith("… card")
    assert excerpt(longer, ["queens"]).endswith(" queens")
    assert excerpt(f"queen {longer}", ["queen"]).endswith(" card …")


def test_an_excerpt_begins_with_the_text_where_the_word_is_in_its_first_half() -> None:
    """A word after 80 letters is in the first half of 160; a later one is up to 53 letters into its excerpt."""
    rest = " ".join(["card"] * 40)
    for before, begins in (
        (["card"] * 12, "card card"),
        (["card"] * 16, "card card"),
        (["card"] * 17, "… card"),
    ):
        text = " ".join([*before, "queen", rest])
        assert excerpt(text, ["queen"]).startswith(begins), len(before)
    assert excerpt(" ".join(["card"] * 17 + ["queen", rest]), ["queen"]).index("queen") == len("… ") + 50


def test_a_word_of_a_games_title_alone_finds_the_game_and_not_all_its_rules() -> None:
    """The two games found are the first and the second scheme of the Eagle Game."""
    hits = find("scheme", limit=None)
    assert {hit.id for hit in hits if hit.kind == "rule set"} == {"hearts/eagle-1", "hearts/eagle-2"}
    for hit in hits:
        assert hit.kind == "rule set" or "scheme" in f"{hit.title} {hit.excerpt}".lower(), hit.id


def test_what_has_the_title_goes_before_what_has_the_words() -> None:
    """The title of a clause finds that clause first; the result includes the reason and the score."""
    found = find("The first trick", kinds=["clause"], limit=1)[0]
    assert (found.title, found.reason, found.score) == ("The first trick", "title", 900 + 20 + 10)


def test_every_clause_option_and_claim_rests_on_its_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clause or option taken over unchanged is listed only under the rule set for which it was written."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # where nothing is kept yet
    resting.cache_clear()
    stated: dict[str, set[str]] = {}

    def add(address: str, *sources: tuple[str, str | None]) -> None:
        for source in sources:
            for key in filter(None, source):
                stated.setdefault(key, set()).add(address)

    for name in whister.catalogue():
        rules = whister.load(name)
        for clause in rules.clauses.values():
            if clause.change != "kept":
                add(clause.id, *((one.key, one.via) for one in clause.sources))
        own = {option["name"] for option in chain(name)[-1][1].get("option", ())}
        for option in rules.options.values():
            if option.name in own:
                sources = [*option.sources, *(one for value in option.values for one in value.sources)]
                add(option_id(name, option.name), *((one.key, one.via) for one in sources))
    for family in families():
        for claim in claims_of(family):
            add(
                f"{family}#{claim['id']}", *((one["key"], one.get("via")) for one in claim.get("sources", ()))
            )
    assert {key: set(addresses) for key, addresses in resting().items()} == stated


def test_a_family_without_a_history_has_no_claims() -> None:
    assert claims_of("whist") == []
    assert {family for family in families() if claims_of(family)} == {"boston", "hearts", "rook"}


def test_on_windows_it_is_kept_in_the_folder_of_the_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for local, known in ((str(tmp_path), True), ("", False), ("AppData", False)):
        windows = SimpleNamespace(name="nt", environ={"LOCALAPPDATA": local}, getpid=os.getpid)
        monkeypatch.setattr("whister.reference.cache.os", windows)
        assert kept("test", lambda: "made") == "made"
        assert [one.suffix for one in (tmp_path / "whister/cache").glob("test-*")] == [".kept"]
        if not known:
            assert len(list((tmp_path / "whister/cache").iterdir())) == 1


def test_what_another_program_clears_away_first_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three of six old files are to be removed, and another program has just removed one of those three."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "whister"
    folder.mkdir()
    for number in range(6):
        (folder / f"test-package{number}.kept").touch()
        os.utime(folder / f"test-package{number}.kept", (number + 1, number + 1))

    def gone() -> float:
        (folder / "test-package2.kept").unlink()
        return 0.0

    monkeypatch.setattr("whister.reference.cache.time.time", gone)
    (folder / "test-begun.kept.77").touch()  # its age is determined
    monkeypatch.setattr("whister.reference.cache.digest", lambda root: "package6")
    kept("test", lambda: "made")
    assert sorted(one.name for one in folder.glob("*.kept")) == [
        f"test-package{n}.kept" for n in (3, 4, 5, 6)
    ]


def test_the_file_of_sources_is_as_it_is_written() -> None:
    assert as_file(bibliography()) == FILE.read_text("utf-8")
