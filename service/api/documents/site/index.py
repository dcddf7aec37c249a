"""The index of the search: every page and every part of a page that can be linked to."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any, Final

from service.api.documents.site.guides.guides import problem_address
from service.api.documents.site.html import Html
from service.api.documents.site.layout import Page
from service.api.documents.site.library import Library
from service.api.documents.site.operations import reference_address
from service.api.documents.site.rules import option_address, rule_address, table_address
from service.api.documents.site.stat_blocks import figures_address
from service.errors import problems
from service.wire import to_json

Entry = dict[str, Any]
TAG: Final = re.compile(r"<[^>]*>")
HEADING: Final = re.compile(
    r'(?:<section id="(?P<around>[^"]*)">)?<h2(?: id="(?P<own>[^"]*)")?>(?P<title>.*?)</h2>', re.DOTALL
)


def search_index(library: Library, guides: Mapping[str, Callable[[], Page]]) -> bytes:
    """Write the index: title, kind, address, text and weight of each entry; `guides` are pages by their addresses."""
    entries = [*_guides(guides), *_families(library), *_operations(library), *_problems()]
    for name in library.families:
        entries += [*_options(library, name), *_rules(library, name), *_tables(library, name), *_figures(library, name)]
    return to_json(entries)


def _entry(title: str, kind: str, address: str, text: str, weight: int = 1) -> Entry:
    return {"title": title, "kind": kind, "address": address, "text": " ".join(text.split()), "weight": weight}


def _guides(guides: Mapping[str, Callable[[], Page]]) -> Iterator[Entry]:
    """Index each guide, and each of its sections."""
    for address, make in guides.items():
        page = make()
        first, *sections = sections_of(page.body)
        yield _entry(page.title, "guide", address, f"{page.description} {first.text}", 3)
        for each in sections:
            yield _entry(each.title, f"guide: {page.title}", f"{address}#{each.anchor}", each.text, 2)


def _families(library: Library) -> Iterator[Entry]:
    for name, family in library.families.items():
        yield _entry(
            f"{name}: {family.title}", "family", f"/docs/families/{name}", f"{family.summary} {family.suits}", 4
        )


def _operations(library: Library) -> Iterator[Entry]:
    for group, operations in library.groups.items():
        for each in operations:
            subject, _, name = each.name.partition("/")
            title = name or subject
            text = f"{each.method} {each.path}. {each.summary}"
            yield _entry(title, f"operation of {group}", reference_address(each, group), text, 2)


def _problems() -> Iterator[Entry]:
    for each in problems():
        yield _entry(each.title, f"problem, status {each.status}", problem_address(each), each.__doc__ or "")


def _options(library: Library, name: str) -> Iterator[Entry]:
    for each in library.family(name).rulings:
        text = f"{each.description} {', '.join(each.values)}"
        yield _entry(each.name, f"option of {name}", option_address(name, each.name), text)


def _rules(library: Library, name: str) -> Iterator[Entry]:
    for each in library.rules(name):
        kind = f"rule of {name}" if each.cites else f"ruling of {name}"
        text = " ".join(filter(None, (each.id, each.says, each.cites, *each.notes, each.alternatives)))
        yield _entry(each.title, kind, rule_address(each.id), text)


def _tables(library: Library, name: str) -> Iterator[Entry]:
    for each in library.tables(name):
        text = f"{each.cites}. {', '.join(each.columns)}"
        yield _entry(each.title, f"table of {name}", table_address(name, each.name), text)


def _figures(library: Library, name: str) -> Iterator[Entry]:
    for each in library.figures(name):
        text = f"{each.id} {', '.join(each.tags)}. Power {each.power}."
        yield _entry(each.name, f"figure of {name}", figures_address(name, each.id), text)


@dataclass(frozen=True, slots=True)
class Section:
    """What stands on a page below a heading of the second level; before the first one there is no anchor."""

    anchor: str
    title: str
    text: str


def sections_of(body: Html) -> list[Section]:
    """Cut a page into its sections, as text; a heading, or the section around it, has the anchor."""
    headings = list(HEADING.finditer(body))
    starts, ends = [0, *[each.end() for each in headings]], [*[each.start() for each in headings], len(body)]
    texts = [_text_of(body[start:end]) for start, end in zip(starts, ends, strict=True)]
    titled = [(each["around"] or each["own"] or "", _text_of(each["title"]).removesuffix(" #")) for each in headings]
    return [Section(anchor, title, text) for (anchor, title), text in zip([("", ""), *titled], texts, strict=True)]


def _text_of(html: str) -> str:
    return " ".join(unescape(TAG.sub(" ", html)).split())
