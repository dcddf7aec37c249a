"""The routes of all documents: the OpenAPI document and its parts, the pages of the documentation, and assets.

Every document and its assets come from this service; nothing is loaded from elsewhere. Documents are made when they are
first requested, and kept.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from typing import Any, Final

import orjson
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from service.api.documents.assets import Assets
from service.api.documents.console import Console
from service.api.documents.document_parts import part_of
from service.api.documents.openapi.document import document_of
from service.api.documents.site.family import (
    family_page,
    moves_page,
    option_page,
    procedure_page,
    procedures_of,
)
from service.api.documents.site.guides import guides, tools, trust, viewers
from service.api.documents.site.guides.access_guide import access_page
from service.api.documents.site.guides.http_guide import http_page
from service.api.documents.site.guides.maps_guide import maps_page
from service.api.documents.site.guides.playing_guide import playing_page
from service.api.documents.site.home import home
from service.api.documents.site.index import search_index
from service.api.documents.site.layout import GUIDES, HEADERS, Frame, Page
from service.api.documents.site.library import OTHER, Library
from service.api.documents.site.rules import (
    option_address,
    parts_of,
    place_of,
    procedure_address,
    rules_address,
    rules_page,
    rules_part_page,
    table_address,
)
from service.api.documents.site.stat_blocks import figures_page
from service.api.documents.site.tables import table_page, tables_page
from service.api.http.addresses import Addresses
from service.api.http.served import Document, Shelf
from service.errors import FaultPlace, NotFound, UnknownProblem, problems
from service.errors.spelling import meant
from service.operations.registry import Registry
from service.rules.examples import example_text
from service.rules.kernel.family import Family

YAML: Final = b"application/yaml"
JSON: Final = b"application/json"
ASSISTANTS: Final = "service.api.documents.site.guides.assistants_guide"
"""The module of a guide that needs the tools."""


class Documents:
    """All documents of a service; without `interactive` there are only the guides that need no script.

    `operations` returns a registry without a store and without worker processes.
    """

    def __init__(self, operations: Callable[[], Registry], families: Iterable[Family], *, interactive: bool) -> None:
        """Set what the documents are made of."""
        self._library = Library(operations, families)
        self._assets = Assets()
        self._console = Console(self._assets)
        titles = {name: family.title for name, family in self._library.families.items()}
        self._always: dict[str, Callable[[], Page]] = {
            "/docs/encounters": guides.encounters_page,
            "/docs/playing": playing_page,
            "/docs/own-dice": partial(guides.own_dice_page, self._library),
            "/docs/seeded-dice": guides.seeded_dice_page,
            trust.ADDRESS: trust.trust_page,
            "/docs/http": http_page,
            "/docs/assistants": self._assistants,
            "/docs/access": access_page,
            "/docs/credits": partial(guides.credits_page, self._library.families.values()),
            "/problems": partial(guides.problems_page, self._library.families.values()),
        }
        listed = {path: title for path, title in GUIDES.items() if interactive or path in self._always}
        self._frame = Frame(self._assets, titles, listed, interactive)
        self._interactive = interactive

    def routes(self) -> list[BaseRoute]:
        """Return the routes of all documents."""
        families = self._library.families if self._interactive else ()
        pages = self._guides() | (self._when_interactive() if self._interactive else {})
        shelf = Shelf(pages, Addresses([*pages, *[f"/docs/families/{name}" for name in families]]).nothing_at)
        problem_shelf = Shelf(self._problems(), _unknown_problem)
        served: list[BaseRoute] = [
            route_of("/openapi.yaml", Document(self._yaml, YAML)),
            route_of("/openapi.json", Document(lambda: orjson.dumps(self._openapi), JSON)),
            route_of("/openapi/{name}", shelf),
            route_of("/problems", shelf),
            route_of("/problems/{slug}", problem_shelf),
            route_of("/favicon.ico", self._assets.icon()),
            route_of("/assets/{name}", Shelf(self._assets.documents())),
        ]
        console = [
            route_of("/play", self._console.page()),
            route_of("/assets/{folder}/{path:path}", Shelf(self._console.documents())),
        ]
        moved = [Route("/", _to_home), Route("/docs/families/{family}/rules/{group}/{rule:path}", self._to_rule)]
        return [
            *served,
            *([*moved, *console] if self._interactive else []),
            *([route_of(f"/docs/families/{name}{{path:path}}", Shelf(self._of_family(name))) for name in families]),
            route_of("/docs", shelf),
            route_of("/docs/{path:path}", shelf),
        ]

    @cached_property
    def graphiql(self) -> Document | None:
        """The page of GraphiQL, if there is one."""
        if not self._interactive:
            return None
        attack = partial(example_text, "graphql/attack.graphql")
        return Document(lambda: tools.graphiql_page(self._frame, attack()), headers=tools.TOOL_HEADERS)

    @cached_property
    def _openapi(self) -> dict[str, Any]:
        return document_of(self._library.registry)

    def _assistants(self) -> Page:
        """Write the guide to tools, which are imported for it alone where they are not offered."""
        page: Page = import_module(ASSISTANTS).assistants_page(self._library)
        return page

    def _yaml(self) -> str:
        written: str = import_module("service.api.documents.as_yaml").to_yaml(self._openapi)
        return written

    def _guides(self) -> dict[str, Document]:
        """Return the guides, and the parts of the OpenAPI document."""
        parts = {f"/openapi/{each}.json": self._part(each) for each in self._groups}
        return {path: self._page(path, page) for path, page in self._always.items()} | parts | dict(trust.files())

    def _when_interactive(self) -> dict[str, Document]:
        library = self._library
        guides: dict[str, Callable[[], Page]] = {
            "/docs/maps": maps_page,
            "/docs/viewers": partial(viewers.viewers_page, self._assets.text(viewers.SCRIPT)),
        }
        pages: dict[str, Callable[[], Page]] = {
            **guides,
            "/docs": partial(home, library),
            viewers.MAP: viewers.map_page,
            "/docs/search": tools.search_page,
            "/docs/api": partial(tools.api_page, library),
        }
        references = {f"/docs/api/{each}": self._reference(each) for each in self._groups}
        index = {"/docs/search.json": Document(partial(search_index, library, self._always | guides), JSON)}
        return {path: self._page(path, page) for path, page in pages.items()} | references | index

    def _of_family(self, name: str) -> dict[str, Document]:
        """Return the pages of a family: its first, and one for each procedure, option, table and group of rules."""
        library, here = self._library, f"/docs/families/{name}"
        family = library.families[name]
        pages: dict[str, Callable[[], Page]] = {
            here: partial(family_page, library, name),
            f"{here}/figures": partial(figures_page, library, name),
            f"{here}/encounters": partial(moves_page, library, name),
            f"{here}/rules": partial(rules_page, library, name),
            f"{here}/tables": partial(tables_page, library, name),
        }
        for address, write, names in (
            (procedure_address, procedure_page, procedures_of(family)),
            (option_address, option_page, family.rulings.model_fields),
            (table_address, table_page, family.tables),
            (rules_address, rules_part_page, self._rule_parts(name)),
        ):
            pages |= {address(name, each): partial(write, library, name, each) for each in names}
        return {path: self._page(path, page) for path, page in pages.items()}

    def _rule_parts(self, name: str) -> Mapping[str, Sequence[str]]:
        """Return the ids of the rules and rulings of a family by the pages that they stand on."""
        family = self._library.families[name]
        return parts_of([*[each.id for each in family.rules], *[each.id for each in family.decisions]])

    async def _to_rule(self, request: Request) -> Response:
        """Lead from the address of one rule to its place on a page."""
        family, group, rule = (request.path_params[each] for each in ("family", "group", "rule"))
        parts = self._rule_parts(family) if family in self._library.families else {}
        place = place_of(f"{family}/{group}/{rule}".removeprefix(f"{family}/{family}/"), parts)
        if place is None:
            raise NotFound(f"There is nothing at {request.url.path}.").at(FaultPlace.PATH, None)
        return RedirectResponse(place, status_code=308)

    def _problems(self) -> dict[str, Document]:
        pages = {
            guides.refusals_address(each): partial(guides.refusals_page, each)
            for each in self._library.families.values()
        } | {
            guides.problem_address(each): partial(guides.problem_page, each, linked=self._interactive)
            for each in problems()
        }
        return {path: self._page(path, page) for path, page in pages.items()}

    @property
    def _groups(self) -> Iterable[str]:
        return self._library.group_names

    def _page(self, path: str, page: Callable[[], Page]) -> Document:
        return Document(lambda: self._frame.page(path, page()), headers=HEADERS)

    def _reference(self, group: str) -> Document:
        make = partial(tools.reference_page, self._library, self._frame, group)
        return Document(make, headers=tools.TOOL_HEADERS)

    def _part(self, group: str) -> Document:
        return Document(lambda: orjson.dumps(self._part_of(group)), JSON)

    def _part_of(self, group: str) -> dict[str, Any]:
        groups = {name: {each.snake_name for each in operations} for name, operations in self._library.groups.items()}
        every = {each["operationId"] for methods in self._openapi["paths"].values() for each in methods.values()}
        others = every.difference(*[ids for name, ids in groups.items() if name != OTHER])
        return part_of(self._openapi, others if group == OTHER else groups[group], f"Umpire: {group}")


def route_of(path: str, document: Document | Shelf) -> BaseRoute:
    """Return the route of a document, or of a shelf of documents, for GET and HEAD."""
    return Route(path, document, methods=["GET"])


def _unknown_problem(path: str) -> Exception:
    slug = path.rpartition("/")[2]
    return UnknownProblem(f"There is no problem {slug!r}.{meant(slug, [each.slug() for each in problems()])}")


async def _to_home(request: Request) -> Response:
    return RedirectResponse("/docs")
