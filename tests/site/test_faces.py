"""The site's own typefaces: small, complete, licensed, and with every letter that the pages use."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest

from _faces import standing_in
from _faces.cutting import ELSEWHERE, FACES, LABEL_LETTERS, cut
from tests.site.pages import Site

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "docs" / "node_modules"
MOST = 60 * 1024
CODE = "ancestor-or-self::*[self::code or self::pre or self::kbd or self::script or self::style]"
RULE = re.compile(r"@font-face\{([^}]*)\}")


def rules(site: Site) -> list[dict[str, str]]:
    """Return the properties of every typeface in the minified style sheet of all pages."""
    sheet = (site.folder / "_static" / "colours.css").read_text(encoding="utf-8")
    return [dict(part.split(":", 1) for part in found.split(";")) for found in RULE.findall(sheet)]


def font(face_or_file: Any) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(face_or_file)


def test_the_faces_are_five_files_of_60_kib_at_most_named_by_their_hashes(site: Site) -> None:
    files = sorted((site.folder / "_static" / "faces").iterdir())
    assert {re.sub(r"-[0-9A-Z]{8}\.", ".", file.name) for file in files} == {face.file for face in FACES}
    assert len(files) == 5
    assert sum(file.stat().st_size for file in files) <= MOST
    assert all(
        (site.folder / "_static" / rule["src"][5:].split('"')[0]).is_file() for rule in rules(site)[:5]
    )


def test_no_page_is_written_with_a_letter_that_its_faces_lack(site: Site) -> None:
    known = set(LABEL_LETTERS + ELSEWHERE) | set("\n\t\r\u2060")  # a word joiner has no form of its own
    unknown = {
        letter: f"{page}: {text.strip()[:60]}"
        for page, each in site.pages.items()
        for body in each.select("body")
        for text in body.xpath(f".//text()[not({CODE})]")
        for letter in set(text) - known
    }
    assert not unknown


@pytest.mark.parametrize("script", sorted(ROOT.glob("docs/_static/table/*.mjs")), ids=lambda file: file.name)
def test_the_table_says_nothing_with_a_letter_that_its_face_lacks(script: Path) -> None:
    assert set(script.read_text(encoding="utf-8")) <= set(LABEL_LETTERS + ELSEWHERE + "\n‘’")


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.name)
def test_a_face_has_its_letters_and_a_name_that_is_not_reserved(face: Any) -> None:
    with font(io.BytesIO(cut(PACKAGES, face))) as cut_face:
        assert set(map(ord, face.letters)) <= set(cut_face.getBestCmap())
        names = {record.nameID: str(record) for record in cut_face["name"].names}
    assert names[1] == face.family
    assert not any("Source" in words for number, words in names.items() if number not in (0, 13, 14))
    assert "Adobe" in names[0]
    assert "scripts.sil.org/OFL" in names[14]


def test_the_licence_goes_with_the_faces(site: Site) -> None:
    told = (site.folder / "_static" / "faces-licences.txt").read_text(encoding="utf-8")
    assert told.count("SIL OPEN FONT LICENSE Version 1.1") == 2
    assert "cut from @expo-google-fonts/source-serif-4" in told


def test_what_stands_in_for_a_face_is_as_high_and_as_wide(site: Site) -> None:
    """The figures of the style sheet, applied to the stand-in, give the height and width of the typeface."""
    shown = rules(site)[len(FACES) :]
    assert len(shown) == len(standing_in.STAND_INS)
    for rule, stand_in in zip(shown, standing_in.STAND_INS, strict=True):
        face = next(face for face in FACES if face.name == stand_in.face)
        size = float(rule["size-adjust"].rstrip("%")) / 100
        reach = [float(rule[f"{part}-override"].rstrip("%")) / 100 * size for part in ("ascent", "descent")]
        with font(PACKAGES / face.source) as own:
            lines = (own["hhea"].ascent / 1000, -own["hhea"].descent / 1000)
        assert reach == pytest.approx(face.reach or lines, abs=0.0005)
        assert rule["line-gap-override"] == "0%"
        if isinstance(stand_in.width, str):
            theirs = standing_in.mean_width(PACKAGES / stand_in.width) * size
            ours = standing_in.mean_width(PACKAGES / face.source) * face.scale
            assert theirs == pytest.approx(ours, rel=0.01), stand_in


@pytest.mark.parametrize("name", ["label", "label-bold"])
def test_a_capital_is_in_the_middle_of_a_button(name: str) -> None:
    """It is at most half a pixel above or below the middle, at the font size of a button."""
    face = next(face for face in FACES if face.name == name)
    assert face.reach is not None
    with font(PACKAGES / face.source) as own:
        capital = own["OS/2"].sCapHeight / 1000 * face.scale
    above, below = face.reach
    assert (above - below) / 2 == pytest.approx(capital / 2, abs=0.5 / 16)


def test_nothing_stands_in_for_a_face_under_another_familys_name(site: Site) -> None:
    sheet = (site.folder / "_static" / "colours.css").read_text(encoding="utf-8")
    for family, name in (("Whister Text", "--face-text"), ("Whister Label", "--face-label")):
        listed = re.search(rf"{name}:([^;}}]*)", sheet)
        assert listed is not None
        named = [each.strip().strip('"') for each in listed[1].split(",")]
        assert named[0] == family
        assert set(named[1:]) == {
            rule["font-family"].strip('"') for rule in rules(site) if family + " as" in rule["font-family"]
        }
