"""The parts of the site are put together: each file whole, under its name, with the names of what it loads."""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from pathlib import Path

import pytest

import placing
import whister
from _runtime import archive, assemble
from whister.rulesets import reader

PAGE = '<link href="../_static/site.css?v=00000000"><t data-runtime="../_runtime/runtime/worker.mjs"></t>'


class Parts:
    """The parts of a small site, and the folder in which they are put together."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.site = folder / "site"
        self.write("pages/hearts/index.html", PAGE)
        self.write("pages/_static/site.css", "a { color: red }")
        self.write("static/site.css", "a { color: red }")
        self.write("runtime/worker.mjs", "// work")
        self.runtime = "abc"

    def write(self, place: str, text: str) -> None:
        file = self.folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def place(self, only: str = "") -> placing.Placed:
        parts = [("pages", ""), ("static", "_static/"), ("runtime", f"_runtime/{self.runtime}/")]
        every = [(self.folder / name, at) for name, at in parts]
        return placing.place(every, self.site, self.runtime, self.folder / "placed.json", only)

    def page(self) -> str:
        return (self.site / "hearts/index.html").read_text("utf-8")


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    found = Parts(tmp_path)
    found.place()
    return found


def test_a_page_names_the_runtime_and_the_sums_of_what_it_loads(parts: Parts) -> None:
    assert 'data-runtime="../_runtime/abc/worker.mjs"' in parts.page()
    assert f"site.css?v={zlib.crc32(b'a { color: red }'):08x}" in parts.page()
    assert (parts.site / "_runtime/abc/worker.mjs").read_text() == "// work"


def test_one_page_can_be_put_in_its_place_and_all_else_left(parts: Parts) -> None:
    parts.write("pages/hearts/index.html", "Hearts, mended")
    parts.write("pages/rook/index.html", "half of a pa")
    (parts.folder / "runtime/worker.mjs").unlink()
    assert parts.place(only="hearts/").changed == ["hearts/index.html"]
    assert parts.page() == "Hearts, mended"
    assert not (parts.site / "rook/index.html").exists()
    assert (parts.site / "_runtime/abc/worker.mjs").is_file()
    parts.write("pages/rook/index.html", "the whole of a page")
    parts.write("runtime/worker.mjs", "// work")
    assert parts.place().changed == ["rook/index.html"]


def test_a_changed_style_is_asked_for_anew_by_every_page(parts: Parts) -> None:
    parts.write("static/site.css", "a { color: green }")
    assert parts.place().changed == ["_static/site.css"]
    assert f"site.css?v={zlib.crc32(b'a { color: green }'):08x}" in parts.page()
    assert (parts.site / "_static/site.css").read_text() == "a { color: green }"


def test_a_new_runtime_takes_the_place_of_the_old(parts: Parts) -> None:
    (parts.site / "_runtime/abc/worker.mjs.br").write_text("squeezed")
    parts.runtime = "def"
    parts.place()
    assert "_runtime/def/" in parts.page()
    assert not (parts.site / "_runtime/abc").exists()


def test_what_is_there_no_more_goes_with_its_copies(parts: Parts) -> None:
    (parts.site / "hearts/index.html.br").write_text("squeezed")
    (parts.site / "sw.js").write_text("// worker")
    (parts.folder / "pages/hearts/index.html").unlink()
    parts.place()
    assert not (parts.site / "hearts").exists()
    assert (parts.site / "sw.js").exists()


def test_what_stands_is_not_written_again(parts: Parts) -> None:
    before = (parts.site / "hearts/index.html").stat()
    first = parts.place().digest
    assert (parts.site / "hearts/index.html").stat().st_mtime_ns == before.st_mtime_ns
    assert parts.place() == (first, [])
    os.utime(parts.folder / "pages/hearts/index.html", ns=(1, 1))  # as if rewritten, but unchanged
    parts.place()
    assert (parts.site / "hearts/index.html").stat().st_mtime_ns == before.st_mtime_ns


def test_a_list_that_was_cut_short_is_as_none(parts: Parts) -> None:
    (parts.folder / "placed.json").write_text('{"hearts/ind')
    parts.write("pages/hearts/index.html", PAGE.replace("<t", "<table"))
    parts.place()
    assert "<table" in parts.page()


def test_a_full_disk_leaves_the_file_that_was_there(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, body: bytes) -> int:
        raise OSError(28, "No space left on device")

    before = parts.page()
    parts.write("pages/hearts/index.html", PAGE * 2)
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        parts.place()
    monkeypatch.undo()
    assert parts.page() == before
    parts.place()
    assert parts.page() == before * 2
    assert not list(parts.site.rglob(".*"))


# ---- the browser's Python


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """Return a wheel of the engine with only the records, in the form in which a build includes them."""
    rules = Path(whister.__file__).parent / "rules"
    file = tmp_path / "whister-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as made:
        for record in rules.rglob("*.toml"):
            name = record.relative_to(rules).with_suffix("").as_posix()
            made.writestr(f"whister/rules/{name}.json", reader.compiled(record.read_text("utf-8"), name))
    return file


def test_the_same_records_give_the_same_runtime(tmp_path: Path, wheel: Path) -> None:
    shipped = next(Path(os.environ["WHISTER_SITE"], "_runtime").iterdir())
    out = tmp_path / "out"
    for file in shipped.iterdir():
        if file.suffix not in placing.COPIES:
            (out / shipped.name).mkdir(parents=True, exist_ok=True)
            (out / shipped.name / file.name).write_bytes(file.read_bytes())
    assert assemble.renew(wheel, out).name == shipped.name

    with zipfile.ZipFile(wheel, "a") as made:
        made.writestr("whister/rules/hearts/new.json", '{"title":"New","extends":"hearts/modern"}')
    renewed = assemble.renew(wheel, out)
    assert renewed.name != shipped.name
    (engine,) = renewed.glob("*.whl")
    assert json.loads(archive.members(engine)["whister/rules/hearts/new.json"])["title"] == "New"
    assert [folder.name for folder in out.iterdir()] == [renewed.name]
