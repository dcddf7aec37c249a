"""HTML as text that is escaped unless it is marked as HTML already."""

import re
from collections.abc import Iterable
from html import escape
from typing import Any, Final

import orjson

from service.wire import to_json

WIDTH: Final = 96
"""The most characters of a JSON value on one line."""
LONG: Final = 20
"""The number of lines from which a block of code may be higher than its frame."""
INDENT: Final = "  "
EMPTY: Final = frozenset({"input", "link", "meta", "br", "img"})

_CODE: Final = re.compile(r"`([^`]+)`")
_PAGE: Final = re.compile(r"/(?:docs|problems)(?:/[a-z0-9/#-]+)?|/openapi\.(?:yaml|json)|/graphql|/v1/families[a-z/]*")


class Html(str):
    """Text that is HTML."""

    __slots__ = ()


Child = str | Iterable["Child"] | None
"""Text, which is escaped; HTML, which is not; several of them; or nothing."""


def tag(name: str, /, *children: Child, **attributes: str | bool | None) -> Html:
    """Write an element; `class_` and `aria_label` become class and aria-label, and attributes of None are left out."""
    written = "".join(map(_attribute, attributes.items()))
    if name in EMPTY:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{join(*children)}</{name}>")


def join(*children: Child) -> Html:
    """Write children one after the other."""
    return Html("".join(_written(each) for each in children))


def separated(children: Iterable[Child], separator: Child = ", ") -> Html:
    """Write children with a separator between them."""
    return join([join(separator if place else None, each) for place, each in enumerate(children)])


def titled(words: str) -> str:
    """Return words of a name as a title: "damage_bonus" is "Damage bonus"."""
    text = words.replace("-", " ").replace("_", " ")
    return text[:1].upper() + text[1:]


def link(text: Child, address: str) -> Html:
    """Write a link."""
    return tag("a", text, href=address)


def code(text: str) -> Html:
    """Write a word of the API; long names may break at slashes and underscores."""
    return tag("code", Html(re.sub(r"([/_])", r"\1<wbr>", escape(text))))


def prose(text: str) -> Html:
    """Write a sentence in which `words` are code, or links where they are addresses of pages."""
    parts = _CODE.split(" ".join(text.split()))
    return join([_quoted(part) if place % 2 else _linked(part) for place, part in enumerate(parts)])


def paragraphs(text: str) -> Html:
    """Write each paragraph of a text."""
    return join([tag("p", prose(each)) for each in text.split("\n\n") if each.strip()])


def table(heads: Iterable[Child], rows: Iterable[Iterable[Child]], label: str) -> Html:
    """Write a table whose first column names its rows; on a narrow screen it scrolls by itself."""
    body = [tag("tr", [_cell(place, cell) for place, cell in enumerate(row)]) for row in rows]
    head = tag("tr", [tag("th", each, scope="col") for each in heads])
    whole = tag("table", tag("thead", head), tag("tbody", body))
    return tag("div", whole, class_="wide", role="region", tabindex="0", aria_label=label)


def shown(value: Any) -> Html:
    """Write a JSON value as a block of code."""
    return block(pretty(orjson.loads(to_json(value))))


def block(text: str) -> Html:
    """Write a block of code; a long one scrolls by itself, also by keyboard."""
    return tag("pre", tag("code", text), tabindex="0" if text.count("\n") >= LONG else None)


def pretty(value: Any, indent: str = "") -> str:
    """Write a JSON value: what fits on a line stands on one."""
    line = orjson.dumps(value).decode()
    if len(line) + len(indent) <= WIDTH or not isinstance(value, dict | list) or not value:
        return _spaced(value)
    inner = indent + INDENT
    if isinstance(value, dict):
        members = [f"{orjson.dumps(key).decode()}: {pretty(each, inner)}" for key, each in value.items()]
        return "{\n" + ",\n".join(inner + each for each in members) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + pretty(each, inner) for each in value) + f"\n{indent}]"


def _spaced(value: Any) -> str:
    """Write a JSON value on one line, with a space after each comma and colon."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{orjson.dumps(key).decode()}: {_spaced(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_spaced, value)) + "]"
    return orjson.dumps(value).decode()


def _attribute(item: tuple[str, str | bool | None]) -> str:
    key, value = item
    name = key.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(value)}"'


def _written(child: Child) -> str:
    if child is None or isinstance(child, Html):
        return child or ""
    return escape(child, quote=False) if isinstance(child, str) else join(*child)


def _cell(place: int, cell: Child) -> Html:
    return tag("th", cell, scope="row") if place == 0 else tag("td", cell)


def _quoted(word: str) -> Html:
    return link(word, word) if _PAGE.fullmatch(word) else code(word)


def _linked(text: str) -> Html:
    """Write plain text in which Markdown links are links."""
    parts = re.split(r"\[([^\]]+)\]\(([^)]+)\)", text)
    return join(
        [link(parts[n - 1], part) if n % 3 == 2 else part if n % 3 == 0 else None for n, part in enumerate(parts)]
    )
