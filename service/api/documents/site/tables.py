"""The pages of a family's tables."""

from typing import Any, Final

import orjson

from service.api.documents.site.html import Child, join, link, table, tag, titled
from service.api.documents.site.layout import Page, crumbs, listing
from service.api.documents.site.library import Library
from service.api.documents.site.rules import rule_address, table_address
from service.wire import to_json

RULE: Final = "rule"


def tables_page(library: Library, name: str) -> Page:
    """Write the list of a family's tables."""
    tables = library.tables(name)
    items = [join(link(each.title, table_address(name, each.name)), f". Source: {each.cites}.") for each in tables]
    title = library.families[name].title
    body = join(crumbs((name, f"/docs/families/{name}")), listing(items))
    return Page(f"Tables of {name}", f"{title}: the tables that its rules read.", body)


def table_page(library: Library, name: str, chosen: str) -> Page:
    """Write a table, with links to its rules."""
    entry = next(each for each in library.tables(name) if each.name == chosen)
    rows = [
        [_cell(column, cell, name) for column, cell in zip(entry.columns, row, strict=True)]
        for row in orjson.loads(to_json(entry.rows))
    ]
    json = link("The same as JSON", f"/v1/families/{name}/tables/{entry.name}")
    body = join(
        crumbs((name, f"/docs/families/{name}"), ("Tables", f"/docs/families/{name}/tables")),
        tag("p", f"Source: {entry.cites}. ", json, "."),
        table(map(titled, entry.columns), rows, entry.title),
    )
    about = f"{library.families[name].title}: a table that its rules read, with links to the rules."
    return Page(f"{name}: {entry.title}", about, body)


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
