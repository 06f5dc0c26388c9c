"""Write the site's pages in shares, each by a process that also resolves the links of its pages.

There are three kinds of output: texts, which have been read; pages that components make from the records; and files
beside them. Sphinx resolves every text and writes every generated page in one process; here each process does all the
work for its own pages. Unchanged pages are not written again (see questions.py).
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast
from weakref import WeakKeyDictionary

from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.util.build_phase import BuildPhase
from sphinx.util.parallel import ParallelTasks

from rulebook.base.frame import is_site
from rulebook.base.questions import Kept, forget_pages, hashed, noting, question_of_pages
from rulebook.building.only import only
from rulebook.building.progress import done, expect
from rulebook.building.unfinished import unsettled

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment
    from sphinxcontrib.bibtex.domain import BibtexDomain

Page = TypeVar("Page")

SHARES = 8
"""The number of shares for each process: more than one, because pages differ greatly in length."""

WRITTEN = "written.pickle"
"""The file, beside the doctrees, with the questions of the written pages."""


class Made(NamedTuple):
    """A page that is made without a text: its name, its template's context, and the template."""

    name: str
    context: Callable[[], dict[str, Any]]
    template: str


class File(NamedTuple):
    """A file beside the pages: its path from the site's root, its contents, and perhaps a second path."""

    place: str
    content: Callable[[], str | bytes]
    also: str = ""

    def write(self, folder: Path) -> None:
        """Write the file under a folder."""
        content = self.content()
        for place in filter(None, (self.place, self.also)):
            path = folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)


_pages: WeakKeyDictionary[Config, list[Callable[[Sphinx], Iterable[Made]]]] = WeakKeyDictionary()
_files: WeakKeyDictionary[Config, list[Callable[[Sphinx], Iterable[File]]]] = WeakKeyDictionary()


def setup_made(app: Sphinx, offered: Callable[[Sphinx], Iterable[Made]]) -> None:
    """Register the pages that a component makes, to be written after the texts."""
    _pages.setdefault(app.config, []).append(offered)


def setup_files(app: Sphinx, offered: Callable[[Sphinx], Iterable[File]]) -> None:
    """Register the files that a component makes, to be written after the pages."""
    _files.setdefault(app.config, []).append(offered)


def made_pages(app: Sphinx) -> Iterator[Made]:
    """Return every generated page, from all components."""
    return chain.from_iterable(offered(app) for offered in _pages.get(app.config, ()))


def made_files(app: Sphinx) -> Iterator[File]:
    """Return every generated file, from all components."""
    return chain.from_iterable(offered(app) for offered in _files.get(app.config, ()))


@question_of_pages
def frame(env: BuildEnvironment) -> str:
    """Return a hash of all that a page may show of other pages: titles, lists, and the targets of links in texts."""
    standard, cited = env.domains.standard_domain, cast("BibtexDomain", env.domains["cite"])
    named = {
        name: [str(part) for part in place] for name, place in standard.labels.items() if "/" not in name
    }
    slugs = {
        page: [(slug, *found[1:]) for slug, found in told.get("myst_slugs", {}).items()]
        for page, told in env.metadata.items()
    }
    return hashed([
        [(page, str(env.titles[page])) for page in sorted(env.titles)],
        sorted(env.toctree_includes.items()),
        sorted((page, [str(each) for each in listed]) for page, listed in _lists(env)),
        sorted(named.items()),
        sorted((key, str(value)) for key, value in standard.objects.items()),
        sorted((key, str(value)) for key, value in env.domains.python_domain.objects.items()),
        sorted((each.key, each.citation_id, str(each.bibliography_key)) for each in cited.citations),
        sorted(slugs.items()),
    ])  # fmt: skip


def _lists(env: BuildEnvironment) -> Iterator[tuple[str, list[object]]]:
    """Yield the lists of pages in each text."""
    from rulebook.building.navigation import titles

    for page, contents in titles(env).items():
        yield page, [contents]


class SiteBuilder(DirectoryHTMLBuilder):
    """The builder `dirhtml` for this site, which writes pages with as many processes as `-j` gives."""

    _written: Kept
    _stale: Set[str]

    def prepare_writing(self, docnames: Set[str]) -> None:
        """Find out which pages must be written besides the texts that have just been read."""
        forget_pages()
        frame(self.env)  # once, instead of in each process
        self._written = self._read_written()
        chosen = cast(set[str], docnames)
        if only():
            self._stale = set()
            chosen.clear()
            chosen.add(only())
        else:
            self._stale = self._written.stale() | unsettled(self._app)
            texts = self.env.found_docs
            chosen.update(text for text in texts if not self._stands(text, self.get_output_path(text)))
        super().prepare_writing(docnames)

    def write_documents(self, docnames: Set[str]) -> None:
        """Resolve and write texts."""

        def write(docname: str) -> None:
            self.phase = BuildPhase.RESOLVING
            doctree = self.env.get_and_resolve_doctree(docname, self, tags=self.tags)
            self.phase = BuildPhase.WRITING
            self.write_doc_serialized(docname, doctree)
            self.write_doc(docname, doctree)
            done("written")

        expect("written", len(docnames))
        self._in_shares(write, {docname: docname for docname in sorted(docnames)})

    def handle_page(self, pagename: str, *how: Any, **further: Any) -> None:
        """Write a page, and note that its frame depends on other pages."""
        frame(self.env)
        super().handle_page(pagename, *how, **further)

    def gen_pages_from_extensions(self) -> None:
        """Write the generated pages and files, and those of other extensions; remove those no longer generated."""
        super().gen_pages_from_extensions()
        self.phase = BuildPhase.WRITING

        made: dict[str, Made | File] = {page.name: page for page in made_pages(self._app)}
        made |= {file.place: file for file in made_files(self._app)}

        def write(each: Made | File) -> None:
            if isinstance(each, File):
                each.write(Path(self.outdir))
            else:
                self.handle_page(each.name, each.context(), each.template)
                done("written")

        new = {name: each for name, each in made.items() if not self._stands(name, self._path_of(name))}
        expect("written", sum(isinstance(each, Made) for each in new.values()))
        self._in_shares(write, new)
        self._remove_all_but({*self.env.found_docs, *made})

    def finish(self) -> None:
        """Write the rest, and store the questions of everything written."""
        if only():
            return
        super().finish()
        self._written.settle()
        with Path(self.doctreedir, WRITTEN).open("wb") as file:
            pickle.dump((self._written.pages, self._written.answers), file, pickle.HIGHEST_PROTOCOL)

    def _read_written(self) -> Kept:
        try:
            with Path(self.doctreedir, WRITTEN).open("rb") as file:
                return Kept(*pickle.load(file))
        except (OSError, EOFError, pickle.UnpicklingError, AttributeError, TypeError):
            return Kept()

    def _stands(self, name: str, path: Path) -> bool:
        """Return whether the file for a name exists and would be written unchanged now."""
        return name in self._written.pages and name not in self._stale and path.is_file()

    def _remove_all_but(self, made: Set[str]) -> None:
        for name in self._written.pages.keys() - made:
            self._path_of(name).unlink(missing_ok=True)
            del self._written.pages[name]

    def _path_of(self, made: str) -> Path:
        return Path(self.outdir, made) if Path(made).suffix else Path(self.get_output_path(made))

    def _in_shares(self, work: Callable[[Page], None], every: dict[str, Page]) -> None:
        """Do the work for every page, by name, in shares; store the questions of each page."""

        def share(names: Sequence[str]) -> tuple[dict[str, str], Kept]:
            kept = Kept()
            for name in names:
                with noting() as asked:
                    work(every[name])
                kept.keep(name, asked)
            return dict(self.images), kept

        def merge(names: Sequence[str], came: tuple[dict[str, str], Kept]) -> None:
            images, kept = came
            self.images.update(images)
            self._written.take(names, kept)

        unsettled(self._app, every)
        names = list(every)
        if not self.parallel_ok:
            merge(names, share(names))
            return
        processes = self._app.parallel
        count = min(processes * SHARES, len(every))
        tasks = ParallelTasks(processes)
        for number in range(count):
            tasks.add_task(share, names[number::count], merge)
        tasks.join()


def _other_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the generated pages, for any other builder."""
    if not isinstance(app.builder, SiteBuilder):
        for name, context, template in made_pages(app):
            yield name, context(), template


def _other_files(app: Sphinx, exception: Exception | None) -> None:
    """Write the generated files, for any other builder."""
    if exception is None and not isinstance(app.builder, SiteBuilder):
        for file in made_files(app):
            file.write(Path(app.outdir))


def setup_writing(app: Sphinx) -> None:
    """Register the site's builder, if the project is the site."""
    if is_site(app):
        app.add_builder(SiteBuilder, override=True)
    app.connect("html-collect-pages", _other_pages)
    app.connect("build-finished", _other_files)
