"""The page about pages for viewers: a live map with a chat, and the script that draws it."""

from typing import Final

from service.api.documents.site.html import Html, block, code, join, link, prose, tag
from service.api.documents.site.layout import Page, crumbs, section

MAP: Final = "/docs/viewers/map"
SCRIPT: Final = "map.js"

ABOUT: Final = """\
A page in a browser can follow a fight with only the encounter's id and its viewer token. [This
page](/docs/viewers/map) draws the figures on a map and describes each change in words. Its whole script is below. It
uses no library.
"""
OPEN: Final = """\
Open `/docs/viewers/map#ID.VIEWER` with the id and the viewer token of an encounter. Browsers do not send the part of an
address after # to a server, and the page removes it from the address at once. Use the viewer token and not the referee
token, because everybody who has the address has the token.
"""
HOW: Final = """\
`GET /v1/encounters/{id}/stream` with the token and `Last-Event-ID: 0` sends every entry of the log, and then each new
one. `EventSource` cannot send a token, so the script reads the stream with `fetch`.

The chat shows the `summary` of each entry. The map is drawn from the state that `GET /v1/encounters/{id}` shows a
viewer.

If the connection breaks, the script connects again with the last version that it saw, so that it receives each entry
exactly once.

Units with a `hex` are drawn as [the convention](/docs/maps) says, with a line towards the side that they face. Others
are drawn at the `x` and `y` of `positions`, in yards.
"""

FILE: Final = """\
The service can draw the map itself, for places where no script runs, such as a chat: `GET /v1/encounters/{id}/map.svg`
with a token returns an SVG file of what the token may see. It has hexes with their ground, walls, each figure with its
name, side, facing and body, who fights whom, a legend, and a description in words. Sides differ in shape and in grey
value as well as in colour, and the colours fit light and dark screens.

The file can be put into any page. It contains no scripts and loads nothing. Send its `ETag` back as `If-None-Match`:
until the drawing changes, the answer is 304.

`POST` to the same address draws `lines` (of fire), `areas` (such as all hexes that `reachable` lists) and a `title` on
the map; `part` draws a part of a large map. `POST /v1/tactical/map.svg` (or `mass`) draws a scene without an encounter,
and `umpire tactical map` does it on the command line. In GraphQL the file is a text, in the field `svg`.
"""


def viewers_page(script: str) -> Page:
    """Write the page that explains the map, with its script."""
    body = join(
        tag("p", prose(ABOUT)),
        section(2, "Opening it", "opening", tag("p", prose(OPEN)), tag("p", link("Open the map", MAP), ".")),
        section(2, "A map as a file", "file", [tag("p", prose(each)) for each in FILE.split("\n\n")]),
        section(2, "How it works", "how", tag("ol", [tag("li", prose(each)) for each in HOW.split("\n\n")])),
        section(
            2,
            "Its script",
            "script",
            tag(
                "p",
                f"{len(script.splitlines())} lines. The page has an ",
                code("svg"),
                ", a list, a status line and a form:",
            ),
            block(_skeleton()),
            block(script),
        ),
    )
    return Page("A page for viewers", "A live map and a chat in 60 lines of JavaScript, from a viewer's token.", body)


def map_page() -> Page:
    """Write the page with the live map."""
    title = tag("title", "Map of the encounter", id="map-title")
    label = tag("label", "Encounter and viewer token, as ID.TOKEN ", for_="seat")
    field = tag("input", id="seat", name="seat", autocomplete="off", required=True)
    picture = tag("svg", title, id="map", role="img", aria_labelledby="map-title", viewBox="0 0 10 6")
    chat = tag("div", tag("ol", id="chat"), class_="log", role="log", tabindex="0", aria_label="What happened")
    body = join(
        crumbs(("A page for viewers", "/docs/viewers")),
        tag("form", label, field, tag("button", "Watch"), id="join"),
        tag("p", id="status", role="status"),
        tag("div", picture, chat, class_="live"),
    )
    return Page("A fight, live", "Follow an encounter with its id and viewer token.", body, scripts=(SCRIPT,))


def _skeleton() -> Html:
    lines = (
        '<svg id="map" role="img"></svg>',
        '<div role="log"><ol id="chat"></ol></div>',
        '<p id="status" role="status"></p>',
        '<form id="join"><input name="seat"></form>',
    )
    return join("\n".join(lines))
