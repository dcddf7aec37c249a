"""The index of the search: every page and every part of a page that can be linked to."""

from collections.abc import Iterator
from typing import Any

from service.api.documents.site.guides import problem_address
from service.api.documents.site.layout import GUIDES
from service.api.documents.site.library import Library
from service.api.documents.site.operations import reference_address
from service.api.documents.site.rules import rule_address
from service.errors import problems
from service.wire import to_json

Entry = dict[str, Any]


def search_index(library: Library) -> bytes:
    """Write the index: title, kind, address, text and weight of each entry."""
    entries = [*_pages(library), *_operations(library), *_problems()]
    for name in library.families:
        entries += [*_options(library, name), *_rules(library, name), *_tables(library, name)]
    return to_json(entries)


def _entry(title: str, kind: str, address: str, text: str, weight: int = 1) -> Entry:
    return {"title": title, "kind": kind, "address": address, "text": " ".join(text.split()), "weight": weight}


def _pages(library: Library) -> Iterator[Entry]:
    for address, title in GUIDES.items():
        yield _entry(title, "guide", address, "", 3)
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
        yield _entry(each.name, f"option of {name}", f"/docs/families/{name}#option-{each.name}", text)


def _rules(library: Library, name: str) -> Iterator[Entry]:
    for each in library.rules(name):
        kind = f"rule of {name}" if each.cites else f"ruling of {name}"
        text = " ".join(filter(None, (each.id, each.cites, *each.notes, each.alternatives)))
        yield _entry(each.title, kind, rule_address(each.id), text)


def _tables(library: Library, name: str) -> Iterator[Entry]:
    for each in library.tables(name):
        text = f"{each.cites}. {', '.join(each.columns)}"
        yield _entry(each.title, f"table of {name}", f"/docs/families/{name}/tables#{each.name}", text)
