"""How the site's pages are written: in shares, each by a process of its own that resolves what it writes.

Two kinds of pages there are: texts, which have been read, and pages that a component makes from the records. Sphinx
resolves every text in one process and writes every made page there; here each process does all that its pages need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.util.build_phase import BuildPhase
from sphinx.util.parallel import ParallelTasks

from .frame import is_site
from .progress import done, expect

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

Page = TypeVar("Page")
Came = TypeVar("Came")

SHARES = 8
"""How many shares of the work each process takes: pages differ much in length."""


class Made(NamedTuple):
    """A page to be that no text stands for: its name, what its template is given, and the template."""

    name: str
    context: Callable[[], dict[str, Any]]
    template: str


_offers: WeakKeyDictionary[Config, list[Callable[[Sphinx], Iterable[Made]]]] = WeakKeyDictionary()


def setup_made(app: Sphinx, offered: Callable[[Sphinx], Iterable[Made]]) -> None:
    """Have the pages that a component makes written after the texts."""
    _offers.setdefault(app.config, []).append(offered)


def made_pages(app: Sphinx) -> Iterator[Made]:
    """Every made page, whichever component offers it."""
    for offered in _offers.get(app.config, ()):
        yield from offered(app)


class SiteBuilder(DirectoryHTMLBuilder):
    """The builder `dirhtml`, for this site: its pages are written by as many processes as `-j` says."""

    def write_documents(self, docnames: Set[str]) -> None:
        """Resolve and write texts."""
        if not self.parallel_ok:
            return super().write_documents(docnames)
        expect("written", len(docnames))

        def write(share: Sequence[str]) -> dict[str, str]:
            for docname in share:
                self.phase = BuildPhase.RESOLVING
                doctree = self.env.get_and_resolve_doctree(docname, self, tags=self.tags)
                self.phase = BuildPhase.WRITING
                self.write_doc_serialized(docname, doctree)
                self.write_doc(docname, doctree)
                done("written")
            return dict(self.images)

        self._in_shares(write, sorted(docnames), self.images.update)
        return None

    def gen_pages_from_extensions(self) -> None:
        """Write the made pages, and what other extensions add."""
        super().gen_pages_from_extensions()
        self.phase = BuildPhase.WRITING

        def write(share: Sequence[Made]) -> None:
            for name, context, template in share:
                self.handle_page(name, context(), template)
                done("written")

        every = list(made_pages(self._app))
        expect("written", len(every))
        if self.parallel_ok:
            self._in_shares(write, every)
        else:
            write(every)

    def _in_shares(
        self,
        work: Callable[[Sequence[Page]], Came],
        every: Sequence[Page],
        merge: Callable[[Came], object] | None = None,
    ) -> None:
        """Do the work on every page, in shares; ``merge`` is given what comes of each."""
        processes = self._app.parallel
        count = max(1, min(processes * SHARES, len(every)))
        tasks = ParallelTasks(processes)
        for number in range(count):
            tasks.add_task(work, every[number::count], (lambda _, came: merge(came)) if merge else None)
        tasks.join()


def _pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The made pages, for any other builder."""
    if not isinstance(app.builder, SiteBuilder):
        for name, context, template in made_pages(app):
            yield name, context(), template


def setup_writing(app: Sphinx) -> None:
    """Register the site's builder, where the project is the site."""
    if is_site(app):
        app.add_builder(SiteBuilder, override=True)
    app.connect("html-collect-pages", _pages)
