"""The pages of the tools: the choice of a reference, the interactive reference, GraphiQL, and the search."""

from typing import Final

from service.api.documents.site.html import Html, join, link, tag
from service.api.documents.site.layout import Frame, Page, listing, policy_headers, section
from service.api.documents.site.library import Library
from service.api.documents.site.operations import operation_list

TOOL_HEADERS: Final = policy_headers(b"style-src 'self' 'unsafe-inline'", b"font-src 'self' data:")
"""Those of pages whose library makes its styles while it runs; scripts are those of the service alone."""

FOLLOW: Final = """\
# Follow an encounter: put in its id, and its viewer token in the tab Headers below:
# {"Authorization": "Bearer VIEWER_TOKEN"}
subscription Follow {
  encountersFollow(id: "ID", after: 0) {
    ... on EncounterEntry { version kind operation }
    ... on FeedEnded { text }
    ... on Problem { title detail }
  }
}
"""


def api_page(library: Library) -> Page:
    """Write the choice of a reference, with all its operations."""
    about = (
        "Each reference lists its operations with their fields, examples and problems; requests can be sent from it."
    )
    parts = [
        section(
            2,
            group,
            group,
            tag("p", link(f"Open the reference of {group}", f"/docs/api/{group}")),
            operation_list(library, group),
        )
        for group in library.groups
    ]
    documents = listing([link(f"/openapi/{each}.json", f"/openapi/{each}.json") for each in library.groups])
    generate = tag("p", "Give a generator of clients the OpenAPI document of what you use:")
    document = tag("p", "All operations in one document, two megabytes: ", link("OpenAPI", "/openapi.yaml"), ".")
    body = join(
        tag("p", about),
        listing([link(each, f"/docs/api/{each}") for each in library.groups]),
        generate,
        documents,
        document,
        parts,
    )
    return Page("Interactive reference", "All operations, by family, with requests that can be tried.", body)


def reference_page(library: Library, frame: Frame, group: str) -> str:
    """Write the page of the interactive reference of a group; until its script has started it lists the operations."""
    page = Page(
        f"Reference: {group}",
        f"The operations of {group}, with requests that can be tried.",
        join(tag("h1", f"Reference: {group}"), operation_list(library, group)),
        scripts=("reference.js", "scalar.min.js"),
        styles=("theme.css", "tool.css"),
    )
    others = listing([_choice(each, group) for each in library.group_names])
    bar = tag("nav", link("Umpire", "/docs"), others, class_="tool", aria_label="References")
    first = tag("main", page.body, id="list", class_="first")
    app = tag("div", id="app", data_document=f"/openapi/{group}.json")
    return _tool(frame, page, bar, first, app)


def graphiql_page(frame: Frame, attack: str) -> str:
    """Write the page of GraphiQL, with an attack and a subscription to begin with."""
    page = Page(
        "GraphQL",
        "Try GraphQL: rolled procedures are mutations, live feeds are subscriptions.",
        tag("div", "Loading…", id="graphiql", data_attack=attack, data_follow=FOLLOW),
        scripts=("react.production.min.js", "react-dom.production.min.js", "graphiql.min.js", "graphiql.js"),
        styles=("graphiql.min.css", "graphiql.css"),
    )
    return _tool(frame, page, page.body)


def search_page() -> Page:
    """Write the page of the search, whose field is the one in the header."""
    found = tag("div", tag("p", id="count", role="status"), tag("ul", id="results"), id="all-found")
    without = tag("noscript", tag("p", "The search needs JavaScript. All pages are in the list of pages."))
    return Page(
        "Search",
        "Search all pages: operations, options, rules, rulings, tables, guides, problems.",
        join(found, without),
    )


def _choice(name: str, chosen: str) -> Html:
    return tag("a", name, href=f"/docs/api/{name}", aria_current="page" if name == chosen else None)


def _tool(frame: Frame, page: Page, *parts: Html) -> str:
    return f"<!doctype html>\n{tag('html', frame.head(page), tag('body', *parts), lang='en')}\n"
