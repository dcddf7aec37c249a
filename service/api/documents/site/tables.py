"""The page of a family's tables."""

from typing import Any, Final

import orjson

from service.api.documents.site.html import Child, Html, join, link, separated, table, tag, titled
from service.api.documents.site.layout import Page, crumbs, listing, section
from service.api.documents.site.library import Library
from service.api.documents.site.rules import rule_address
from service.operations.catalogue.families import TableEntry
from service.wire import to_json

RULE: Final = "rule"


def tables_page(library: Library, name: str) -> Page:
    """Write the page of all tables of a family."""
    tables = library.tables(name)
    contents = listing([link(each.title, f"#{each.name}") for each in tables])
    about = tag("p", "The same as JSON: ", separated([_json(name, each) for each in tables]), ".")
    way = crumbs((name, f"/docs/families/{name}"))
    title = library.families[name].title
    body = join(way, contents, [_table(each, name) for each in tables], about)
    return Page(f"Tables of {name}", f"{title}: the tables that its rules read, with links to the rules.", body)


def _json(family: str, entry: TableEntry) -> Html:
    return link(entry.name, f"/v1/families/{family}/tables/{entry.name}")


def _table(entry: TableEntry, family: str) -> Html:
    heads = map(titled, entry.columns)
    rows = [
        [_cell(column, cell, family) for column, cell in zip(entry.columns, row, strict=True)]
        for row in orjson.loads(to_json(entry.rows))
    ]
    return section(2, entry.title, entry.name, tag("p", f"Source: {entry.cites}."), table(heads, rows, entry.title))


def _cell(column: str, value: Any, family: str) -> Child:
    if value is None:
        return "–"
    if column == RULE and isinstance(value, str) and value.startswith(f"{family}/"):
        return link(value.partition("/")[2], rule_address(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
