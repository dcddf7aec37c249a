"""The frame of every page: head, header with search, navigation, main part and footer."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from service.api.documents.assets import Assets
from service.api.documents.site.html import Child, Html, join, link, tag


def policy_headers(*further: bytes) -> list[tuple[bytes, bytes]]:
    """Return the headers of pages that load things from this service only; `further` are directives of their own."""
    directives = (
        b"default-src 'self'",
        *further,
        b"img-src 'self' data:",
        b"object-src 'none'",
        b"base-uri 'none'",
        b"form-action 'self'",
        b"frame-ancestors 'none'",
    )
    return [(b"content-security-policy", b"; ".join(directives)), (b"referrer-policy", b"no-referrer")]


HEADERS: Final = policy_headers()

HOME: Final = "/docs"
SEARCH: Final = "search.js"
GUIDES: Final[Mapping[str, str]] = {
    "/docs/encounters": "Encounters",
    "/docs/playing": "Playing a fight",
    "/docs/viewers": "A page for viewers",
    "/docs/own-dice": "Your own dice",
    "/docs/seeded-dice": "Seeded dice",
    "/docs/verify": "Check a log",
    "/docs/maps": "Maps of hexes",
    "/docs/http": "Calls over HTTP",
    "/docs/assistants": "Tools for assistants",
    "/docs/access": "Keys and limits",
    "/problems": "Problems",
    "/docs/credits": "Credits",
}


@dataclass(frozen=True, slots=True)
class Page:
    """A page without its frame; `scripts` and `styles` are names of assets."""

    title: str
    description: str
    body: Html
    scripts: Sequence[str] = ()
    styles: Sequence[str] = ("theme.css", "page.css")


@dataclass(frozen=True, slots=True)
class Frame:
    """What all pages have around them.

    `families` maps names of families to titles, and `guides` addresses of guides to theirs; without `interactive` there
    are only the guides that need no script.
    """

    assets: Assets
    families: Mapping[str, str]
    guides: Mapping[str, str]
    interactive: bool

    def page(self, path: str, page: Page) -> str:
        """Write the page at a path."""
        skip = tag("a", "Skip to the content", class_="skip", href="#content")
        main = tag("main", tag("h1", page.title), page.body, id="content", tabindex="-1")
        body = tag("body", skip, self.header(), tag("div", self._navigation(path), main, class_="columns"), _footer())
        return f"<!doctype html>\n{tag('html', self.head(page), body, lang='en')}\n"

    def head(self, page: Page) -> Html:
        """Write the head of a page."""
        title = page.title if page.title.startswith("Umpire") else f"{page.title} – Umpire"
        return tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("title", title),
            tag("meta", name="description", content=page.description),
            tag("meta", name="color-scheme", content="light dark"),
            tag("link", rel="icon", href=self.assets["favicon.svg"], type="image/svg+xml"),
            [tag("link", rel="stylesheet", href=self.assets[name]) for name in page.styles],
            [tag("script", src=self.assets[name], defer=True) for name in (*page.scripts, *self._search_script(page))],
        )

    def _search_script(self, page: Page) -> Sequence[str]:
        return (SEARCH,) if self.interactive and "page.css" in page.styles else ()

    def header(self) -> Html:
        """Write the header: the way home, and the search."""
        brand = tag("a", "Umpire", class_="brand", href=HOME if self.interactive else "/problems")
        if not self.interactive:
            return tag("header", brand, class_="top")
        field = tag(
            "input", id="query", name="q", type="search", autocomplete="off", aria_label="Search the documentation"
        )
        found = tag("div", tag("p", role="status"), tag("ul"), id="found", class_="found", hidden=True)
        search = tag("form", field, tag("button", "Search"), found, role="search", action="/docs/search")
        return tag("header", brand, search, class_="top")

    def _navigation(self, path: str) -> Html:
        families = {f"/docs/families/{name}": name for name in self.families}
        tools = {"/docs/api": "Interactive reference", "/graphql": "GraphQL", "/openapi.yaml": "OpenAPI document"}
        groups = {
            "Start": {HOME: "What Umpire is", "/play": "Play a fight"},
            "Families": families,
            "Reference": tools,
            "Guides": self.guides,
        }
        if not self.interactive:
            groups = {"Guides": self.guides}
        return tag("nav", [_group(title, entries, path) for title, entries in groups.items()], aria_label="Pages")


def _group(title: str, entries: Mapping[str, str], path: str) -> Html:
    items = [tag("li", _entry(address, text, path)) for address, text in entries.items()]
    name = f"nav-{title.lower()}"
    return tag("div", tag("p", title, id=name, class_="group"), tag("ul", items, aria_labelledby=name))


def _entry(address: str, text: str, path: str) -> Html:
    if address == path:
        return tag("a", text, href=address, aria_current="page")
    is_above = address != HOME and path.startswith(f"{address}/")
    return tag("a", text, href=address, aria_current="true" if is_above else None)


def _footer() -> Html:
    sources = link("Where the rules come from", "/docs/credits")
    return tag("footer", tag("p", "Umpire is free software under the MIT licence. ", sources, "."))


def crumbs(*steps: tuple[str, str]) -> Html:
    """Write the way to a page from those above it: pairs of text and address."""
    return tag("p", [join(link(text, address), " › ") for text, address in steps], class_="crumbs")


def listing(items: Iterable[Child], class_: str | None = None) -> Html:
    """Write an unordered list."""
    return tag("ul", [tag("li", each) for each in items], class_=class_)


def section(level: int, title: Child, anchor: str, *children: Child) -> Html:
    """Write a part of a page under a heading that can be linked to."""
    heading = tag(f"h{level}", title, " ", tag("a", "#", class_="anchor", href=f"#{anchor}", aria_label="Link to this"))
    return tag("section", heading, *children, id=anchor)
