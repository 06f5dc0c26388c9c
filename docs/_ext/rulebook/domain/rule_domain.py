"""The `rule` domain: rule sets, clauses, options, claims, errata and sources, in the inventory for other projects.

`{rule:clause}` links to a clause and shows its title; `{rule:set}`, `{rule:option}`, `{rule:claim}`, `{rule:erratum}`
and `{rule:source}` do the same for the rest. Each clause is also a `std:label`, so that projects without this extension
can cite it with `{external+whister:std:ref}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from docutils import nodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode
from sphinx.util.osutil import relative_uri

from rulebook.base.catalogue import nearest, rule_set_ids, stated_at, title_of
from rulebook.base.nodes import curled, marked_text, rule_link
from rulebook.base.questions import question_of_pages
from rulebook.building.sheets import has_sheets, panel_page, source_page
from rulebook.domain.bibliography import entries, labels

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import RoleFunction
    from sphinxcontrib.bibtex.domain import BibtexDomain


logger = logging.getLogger(__name__)

PRIORITY = {"set": 1, "clause": 0, "option": 1, "claim": 1, "erratum": 1, "source": 1}
"""The rank of an object in a search of the inventory: 0 comes before 1."""


class Place(NamedTuple):
    """The target of an address."""

    docname: str
    anchor: str
    title: str


class Mention(NamedTuple):
    """A place that links to a clause: a page, the heading above it, and that heading's anchor."""

    docname: str
    anchor: str
    title: str


class RuleDomain(Domain):
    """Addresses of rule sets, clauses, options, claims and errata."""

    name = "rule"
    label = "Rules"
    object_types: ClassVar[dict[str, ObjType]] = {
        "set": ObjType("rule set", "set"),
        "clause": ObjType("clause", "clause"),
        "option": ObjType("option", "option"),
        "claim": ObjType("claim", "claim"),
        "erratum": ObjType("erratum", "erratum"),
        "source": ObjType("source", "source"),
    }
    roles: ClassVar[dict[str, RoleFunction | XRefRole]] = {
        kind: XRefRole(warn_dangling=True) for kind in object_types
    }
    initial_data: ClassVar[dict[str, Any]] = {"places": {}, "source_lists": {}, "mentions": {}}
    data_version = 2

    @property
    def places(self) -> dict[tuple[str, str], Place]:
        """The place of each kind and address."""
        return cast(dict[tuple[str, str], Place], self.data["places"])

    @property
    def source_lists(self) -> dict[str, set[str]]:
        """The keys of the sources on each page that lists them."""
        return cast(dict[str, set[str]], self.data["source_lists"])

    @property
    def mentions(self) -> dict[str, dict[str, list[Mention]]]:
        """The clauses that each page links to, and the places of the links (see references.py)."""
        return cast("dict[str, dict[str, list[Mention]]]", self.data["mentions"])

    @cached_property
    def source_labels(self) -> dict[str, str]:
        """The name of each source. Naming them all takes as long as writing a page, so it is done once."""
        return labels(entries(self.env).values())

    def note(self, kind: str, address: str, docname: str, anchor: str, title: str) -> None:
        """Record where an address leads."""
        self.places[kind, address] = Place(docname, anchor, title)
        if kind in ("set", "clause"):
            standard = self.env.domains.standard_domain
            standard.labels[address] = (docname, anchor, title)
            standard.anonlabels[address] = (docname, anchor)

    def addresses(self, kind: str) -> list[str]:
        """Return every recorded address of the given kind."""
        return [address for found, address in self.places if found == kind]

    def clear_doc(self, docname: str) -> None:
        """Forget the contents of a page."""
        for key in [key for key, place in self.places.items() if place.docname == docname]:
            del self.places[key]
        self.source_lists.pop(docname, None)
        self.mentions.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over the contents found by a parallel reader."""
        for key, place in otherdata["places"].items():
            if place.docname in docnames and not self._is_home(self.places.get(key)):
                self.places[key] = place
        for docname, keys in otherdata["source_lists"].items():
            if docname in docnames:
                self.source_lists[docname] = keys
        for docname, found in otherdata["mentions"].items():
            if docname in docnames:
                self.mentions[docname] = found

    @staticmethod
    def _is_home(place: Place | None) -> bool:
        """Return whether a place is on a family's own page, where claims belong, whichever page is read first."""
        return place is not None and place.docname.endswith("/index")

    def resolve_xref(  # noqa: PLR0917  (Sphinx's signature)
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        """Return a link to an address; without text of its own it shows the title of its target."""
        if typ == "source":
            if target not in self.source_labels:
                return None
            if not node["refexplicit"]:
                contnode = nodes.inline("", self.source_labels[target])
            return self._source_reference(builder, fromdocname, target, contnode)
        if typ in {"panel", "place", "file"}:
            return _page_reference(builder, fromdocname, typ, target, contnode)
        place = place_of(env, typ, target)
        if place is None:
            return None
        if not node["refexplicit"]:
            contnode = nodes.inline("", "", *marked_text(curled(place.title)), classes=["rule-link"])
        link = make_refnode(builder, fromdocname, place.docname, place.anchor, contnode)
        if typ == "clause":
            link["classes"].append("clause-link")  # so that a script shows its card
        return link

    def _source_reference(
        self, builder: Builder, fromdocname: str, key: str, contnode: Element
    ) -> nodes.reference | None:
        """Return a link to a source in the list at the end of the page, or else to its own page or the bibliography."""
        if key in self.source_lists.get(fromdocname, ()):
            return make_refnode(builder, fromdocname, fromdocname, f"source-{key}", contnode)
        if has_sheets(builder):
            return make_refnode(builder, fromdocname, source_page(key), None, contnode)
        cited = cast("BibtexDomain", self.env.domains["cite"]).citations
        for citation in cited:
            if citation.key == key:
                page = citation.bibliography_key.docname
                return make_refnode(builder, fromdocname, page, citation.citation_id, contnode)
        return None

    def resolve_any_xref(  # noqa: PLR0917  (Sphinx's signature)
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return the links to an address whose kind is not stated, one for each kind that has it."""
        return [
            (f"rule:{kind}", make_refnode(builder, fromdocname, place.docname, place.anchor, contnode))
            for (kind, address), place in self.places.items()
            if address == target
        ]

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield every object, for the inventory and for search."""
        for (kind, address), place in self.places.items():
            yield address, place.title, kind, place.docname, place.anchor, PRIORITY[kind]
        if not self.env.found_docs.isdisjoint(
            rule_set_ids()
        ):  # a project with rule sets has a page for each source
            for key, named in self.source_labels.items():
                yield key, named, "source", source_page(key), "", PRIORITY["source"]


def _page_reference(
    builder: Builder, fromdocname: str, kind: str, target: str, contnode: Element
) -> nodes.reference:
    """Return a link to a clause's panel (`hearts/black-lady#moon`), a page, a page's anchor, or a file of the site."""
    page, _, anchor = target.partition("#")
    if kind == "file" and has_sheets(builder):
        address = relative_uri(builder.get_target_uri(fromdocname), target)
        return nodes.reference("", "", contnode, internal=True, refuri=address)
    if page not in builder.env.found_docs or (kind == "panel" and not has_sheets(builder)):
        return cast(nodes.reference, contnode)  # text without a link: Sphinx accepts any node
    page = panel_page(page) if kind == "panel" else page
    return make_refnode(builder, fromdocname, page, anchor or None, contnode)


@question_of_pages
def place_of(env: BuildEnvironment, kind: str, address: str) -> Place | None:
    """Return the place of an address; None if it has none."""
    return rule_domain(env).places.get((kind, address))


@question_of_pages
def title_of_page(env: BuildEnvironment, docname: str) -> str:
    """Return the title of a text without markup."""
    return env.titles[docname].astext()


def rule_domain(env: BuildEnvironment) -> RuleDomain:
    """Return the rule domain of a build."""
    return cast(RuleDomain, env.domains[RuleDomain.name])


def warn_unknown(domain: RuleDomain, kind: str, target: str, location: nodes.Node | str) -> None:
    """Warn that an address leads nowhere, and name the nearest one; `location` is a node or a page."""
    hint = nearest(target, domain.addresses(kind))
    logger.warning("unknown %s %r%s", kind, target, hint, location=location, type="rule", subtype="unknown")


def source_link(env: BuildEnvironment, key: str) -> nodes.Element:
    """Return a link that shows the name of a source and leads to its full reference."""
    known = entries(env)
    if key not in known:
        logger.warning(
            "unknown source %r%s",
            key,
            nearest(key, known),
            location=stated_at(key) or env.docname,
            type="rule",
            subtype="source",
        )
        return nodes.literal(key, key)
    return rule_link("source", key, nodes.Text(rule_domain(env).source_labels[key]), docname=env.docname)


def _note_rule_set_page(app: Sphinx, doctree: nodes.document) -> None:
    docname = app.env.docname
    if docname in rule_set_ids():
        domain = rule_domain(app.env)
        domain.note("set", docname, docname, "", title_of(docname))


def _warn_unknown_address(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    if domain is None or domain.name != RuleDomain.name:
        return None
    warn_unknown(cast(RuleDomain, domain), node["reftype"], node["reftarget"], node)
    return True


def setup_domain(app: Sphinx) -> None:
    """Register the domain, the page of each rule set, and warnings that suggest the nearest address."""
    app.add_domain(RuleDomain)
    app.connect("doctree-read", _note_rule_set_page)
    app.connect("warn-missing-reference", _warn_unknown_address)
