"""Writing the index: pagefind's of words and filters, and the records that it leads to in a few files of our own."""

from __future__ import annotations

import contextlib
import gzip
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from html import escape
from pathlib import Path

from _search import NAMES, Record
from _search.naming import naming
from _search.pages import prose
from _search.records import catalogue_records, source_records

#: What of pagefind's files a page asks for: no user interface, and not its copies of the records.
SCRIPTS = {"pagefind.js", "pagefind-worker.js", "pagefind-entry.json"}
PARTS = {".pf_meta", ".pf_index", ".pf_filter", ".pagefind"}
SIGNED = b"pagefind_dcd"  # stands before what each of pagefind's files says
FIRST = frozenset(
    ["rule set", "family", "clause", "option", "claim"]
)  # before sources and pages of a like title
FOR_PROGRAMMERS = frozenset(["adding", "api", "command-line", "embedding", "linking"])
"""Pages that most readers do not mean: they come after those of the games."""
DIGITS = "0123456789abcdef"


def build(site: Path, folder: Path) -> int:
    """Write the index of a site's pages into a folder; return how many records it has."""
    shutil.rmtree(folder, ignore_errors=True)
    records = [*catalogue_records(), *source_records(), *prose(site)]
    write(records, folder)
    return len(records)


def write(records: Sequence[Record], folder: Path) -> None:
    """Write the index of some records into an empty folder."""
    with tempfile.TemporaryDirectory() as beside:
        for number, record in enumerate(records):
            Path(beside, f"{number}.html").write_text(as_page(record), encoding="utf-8")
        how = ["--site", beside, "--output-path", str(folder), "--force-language", "en", "--quiet"]
        subprocess.run([sys.executable, "-m", "pagefind", *how], check=True)
    for file in folder.rglob("*"):
        if file.suffix in PARTS:
            said(file)
    _bundle(records, folder)
    for file in sorted(folder.rglob("*")):
        ours = file.name.startswith("records-")
        if file.is_file() and not (ours or file.suffix in PARTS or file.name in SCRIPTS):
            file.unlink()
    (folder / "wasm.unknown.pagefind").unlink(missing_ok=True)
    names = json.dumps(naming(records), ensure_ascii=False, separators=(",", ":"))
    (folder / NAMES).write_text(names, encoding="utf-8")


def as_page(record: Record) -> str:
    """A record as a page that pagefind reads: its text, and the rest as the attributes of it."""
    last = record.kind == "page" and record.url.partition("/")[0] in FOR_PROGRAMMERS
    facts = {
        "part" if last else "title" if record.kind in FIRST else "heading": record.title,
        "names": " · ".join(record.names),
        "about": record.about,
        "address": record.address,
    }
    filters = {"kind": record.kind, "family": record.family}
    data = "".join(f' data-{name}="{escape(value)}"' for name, value in (facts | filters).items() if value)
    meta = ", ".join(f"{name}[data-{name}]" for name, value in facts.items() if value)
    chosen = ", ".join(f"{name}[data-{name}]" for name, value in filters.items() if value)
    body = f'<body data-pagefind-body data-pagefind-meta="{meta}" data-pagefind-filter="{chosen}"{data}>'
    weight = ' data-pagefind-weight="0.1"' if last else ""
    text = f"<p{weight}>{escape(record.text)}</p>"
    return f'<!doctype html><html lang="en"><head></head>{body}{text}</body></html>'


def said(file: Path) -> bytes:
    """What one of pagefind's files says. Raises ``OSError`` for one cut short: of a full disk pagefind says nothing."""
    found = b""
    with contextlib.suppress(EOFError):
        found = gzip.decompress(file.read_bytes())
    if not found.startswith(SIGNED):
        raise OSError(f"{file}: pagefind did not write it whole; is the disk full?")
    return found.removeprefix(SIGNED)


def _bundle(records: Sequence[Record], folder: Path) -> None:
    """Write the records into sixteen files, by the first digit of the hash in the ID that pagefind gives each.

    Pagefind has a file for each: thousands, and the reader's browser saves them all for reading without a network.
    """
    bundles: dict[str, dict[str, list[object]]] = {digit: {} for digit in DIGITS}
    for file in sorted((folder / "fragment").iterdir()):
        facts = json.loads(said(file))
        record = records[int(Path(facts["url"]).stem)]
        # The text as pagefind has it: it tells where the words that it found stand by their number.
        fields = [
            record.url,
            record.kind,
            record.title,
            record.about,
            record.address,
            record.also,
            facts["content"],
        ]
        bundles[file.stem.partition("_")[2][0]][file.stem] = fields
    shutil.rmtree(folder / "fragment")
    for digit, found in bundles.items():
        text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        (folder / f"records-{digit}.json").write_text(text, encoding="utf-8")
