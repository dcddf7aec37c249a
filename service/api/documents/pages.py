"""HTML pages: the interactive documentation, the guides to encounters and seeded dice, and the list of problems.

Every page and its assets come from this service; nothing is loaded from elsewhere.
"""

import inspect
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

import orjson
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from service.api.documents.guide import GUIDE, TITLE
from service.api.documents.openapi import to_yaml
from service.dice import seeded
from service.dice.vectors import VECTORS, Vector
from service.errors import UmpireError, UnknownProblem, meant, problems

ASSETS: Final = Path(__file__).with_name("assets")

STYLE: Final = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "code,pre{background:#f4f2ee;padding:.1rem .3rem}pre{padding:1rem;overflow-x:auto;white-space:pre-wrap}"
    "table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}"
)

SWAGGER: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Umpire: documentation</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/assets/swagger-ui.css"></head>
<body><div id="ui"></div><script src="/assets/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script>
</body></html>
"""

START: Final = """window.ui = SwaggerUIBundle({
  url: "/openapi.yaml", dom_id: "#ui", deepLinking: true, validatorUrl: null, tryItOutEnabled: true,
  defaultModelsExpandDepth: 0
});
"""


def pages(openapi: Mapping[str, Any], credits: Mapping[str, str], *, interactive: bool) -> list[BaseRoute]:
    """Return the routes of all pages: the `openapi` document, Swagger UI if interactive, and `credits` by family."""
    as_yaml, as_json = to_yaml(openapi), orjson.dumps(openapi)

    async def document(request: Request) -> Response:
        return Response(as_yaml, media_type="application/yaml")

    async def json_document(request: Request) -> Response:
        return Response(as_json, media_type="application/json")

    async def sources(request: Request) -> Response:
        guides = "".join(f"<h2>{escape(title)}</h2><p>{escape(credit)}</p>" for title, credit in credits.items())
        return _page("Where the rules come from", guides)

    guides: list[BaseRoute] = [
        Route("/openapi.yaml", document),
        Route("/openapi.json", json_document),
        Route("/docs/encounters", _encounters),
        Route("/docs/seeded-dice", _seeded_dice),
        Route("/docs/credits", sources),
        Route("/problems", _problem_list),
        Route("/problems/{slug}", _problem),
    ]
    interactive_pages: list[BaseRoute] = [
        Route("/", _home),
        Route("/docs", _documentation),
        Route("/docs/start.js", _start),
        Mount("/assets", StaticFiles(directory=ASSETS)),
    ]
    return [*guides, *interactive_pages] if interactive else guides


async def _home(request: Request) -> Response:
    return RedirectResponse("/docs")


async def _documentation(request: Request) -> Response:
    return HTMLResponse(SWAGGER)


async def _start(request: Request) -> Response:
    return Response(START, media_type="text/javascript")


async def _encounters(request: Request) -> Response:
    return _page(TITLE, GUIDE)


async def _seeded_dice(request: Request) -> Response:
    described = escape(inspect.getdoc(seeded) or "")
    rows = "".join(map(_row, VECTORS))
    heads = "<tr><th>What it shows</th><th>Seed</th><th>Brought</th><th>Asked</th><th>Given</th></tr>"
    guides = "<p>The same as JSON is in the repository: <code>api_schema/seeded-dice.json</code>.</p>"
    return _page(
        "How seeded dice are rolled", f"<pre>{described}</pre><h2>Test vectors</h2>{guides}<table>{heads}{rows}</table>"
    )


def _row(vector: Vector) -> str:
    supplied = ", ".join(map(str, (*vector.faces, *vector.cards)))
    rolls = "<br>".join(_rolled(each) for each in vector.asked)
    results = "<br>".join(", ".join(map(str, each)) for each in vector.gives)
    return (
        f"<tr><td>{escape(vector.title)}</td><td><code>{escape(vector.seed)}</code></td><td>{escape(supplied)}</td>"
        f"<td>{rolls}</td><td>{results}</td></tr>"
    )


def _rolled(rolls: tuple[int, int] | int) -> str:
    if isinstance(rolls, int):
        return f"{rolls} of a fresh deck"
    return f"{rolls[0]}d{rolls[1]}"


async def _problem_list(request: Request) -> Response:
    rows = "".join(
        f'<tr><td>{each.status}</td><td><a href="/problems/{each.slug()}">{escape(each.title)}</a></td></tr>'
        for each in sorted(problems(), key=lambda each: (each.status, each.slug()))
    )
    return _page("Problems", f"<table><tr><th>Status</th><th>Problem</th></tr>{rows}</table>")


async def _problem(request: Request) -> Response:
    slug = request.path_params["slug"]
    found = [each for each in problems() if each.slug() == slug]
    if not found:
        raise UnknownProblem(f"There is no problem {slug!r}.{meant(slug, [each.slug() for each in problems()])}")
    return _page(found[0].title, _explained(found[0]))


def _explained(problem: type[UmpireError]) -> str:
    rule = f"<p>Rule: <code>{escape(problem.rule)}</code></p>" if problem.rule else ""
    explanation = escape(" ".join((problem.__doc__ or "").split()))
    return f"<p>Status {problem.status}</p><p>{explanation}</p>{rule}<p><a href='/problems'>All problems</a></p>"


def _page(title: str, body: str) -> Response:
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body><h1>{escape(title)}</h1>{body}</body></html>"
    )
