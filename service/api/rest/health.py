"""Health checks and metrics: `/livez`, `/readyz` and `/metrics`, with their OpenAPI descriptions."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import orjson
from pydantic import Field, TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from service.api.http.draining import Stopping, draining
from service.api.http.problem_documents import MEDIA_TYPE as PROBLEM_TYPE
from service.api.middleware.metrics import MEDIA_TYPE, Meters
from service.errors import StoreAway
from service.operations.problem import problem_of
from service.store.connection import Connection
from service.wire import record, to_json

NO_STORE: Final = {"cache-control": "no-store"}


@record
class Liveness:
    """The answer of `/livez`: the process is alive."""

    status: Annotated[Literal["alive"], Field(description="Always `alive`.")]


@record
class Readiness:
    """The answer of `/readyz`: the process and the store answer."""

    status: Annotated[Literal["ready"], Field(description="Every kind of request is answered.")]
    store: Annotated[Literal["answers"], Field(description="The store answers; otherwise the status is 503.")]


ALIVE: Final = to_json(Liveness(status="alive"))
COUNTED: Final = 'umpire_requests_total{operation="dice/roll",status="200"} 3.0\n'
READY: Final = to_json(Readiness(status="ready", store="answers"))


def health_routes(store: Connection, meters: "Meters | None") -> list[BaseRoute]:
    """Return the routes of the three addresses; without meters, of health alone."""

    async def livez(request: Request) -> Response:
        request.scope["umpire.operation"] = "livez"
        return Response(ALIVE, media_type="application/json", headers=NO_STORE)

    async def readyz(request: Request) -> Response:
        request.scope["umpire.operation"] = "readyz"
        try:
            draining.require_off()
            await store.ping()
        except (StoreAway, Stopping) as away:
            problem = to_json(problem_of(away, request.url.path))
            headers = {**NO_STORE, "retry-after": "5"}
            return Response(problem, away.status, headers, media_type=PROBLEM_TYPE.decode())
        return Response(READY, media_type="application/json", headers=NO_STORE)

    health: list[BaseRoute] = [Route("/livez", livez), Route("/readyz", readyz)]
    return health if meters is None else [*health, _metrics_route(meters, store)]


def _metrics_route(meters: Meters, store: Connection) -> Route:
    async def metrics(request: Request) -> Response:
        request.scope["umpire.operation"] = "metrics"
        try:
            meters.note_store(*await store.memory())
        except StoreAway:
            meters.note_store()
        return Response(meters.exposition(), headers={**NO_STORE, "content-type": MEDIA_TYPE})

    return Route("/metrics", metrics)


def health_paths() -> dict[str, Any]:
    """Describe the three addresses as OpenAPI path items; problems refer to the component `Problem`."""
    json = "application/json"
    away = {
        "description": "The store does not answer, or the instance is about to stop; it still answers what it can.",
        "headers": {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}},
    }
    ready = "Check whether the process and its store answer"
    metrics = "Return counters and latencies in Prometheus' text format"
    return {
        "/livez": described("livez", "Check whether the process answers", json, Liveness, orjson.loads(ALIVE)),
        "/readyz": described("readyz", ready, json, Readiness, orjson.loads(READY), away=away),
        "/metrics": described("metrics", metrics, "text/plain", str, COUNTED),
    }


def described(
    name: str, summary: str, media_type: str, answer: type, example: Any, *, more: str = "", away: Any = None
) -> dict[str, Any]:
    """Describe a GET as an OpenAPI path item: its `answer`, an example of it, and what is answered with status 503.

    `more` is added to the summary in the description. The 503 is a problem, the component `Problem`.
    """
    schema = TypeAdapter(answer).json_schema(mode="serialization")
    schema = _inlined(schema, schema.pop("$defs", {}))
    content = {media_type: {"schema": schema, "examples": {f"{name} answer": {"value": example}}}}
    responses = {"200": {"description": "The answer.", "content": content}}
    if away is not None:
        problem = {"schema": {"$ref": "#/components/schemas/Problem"}}
        responses["503"] = {**away, "content": {"application/problem+json": problem}}
    return {
        "get": {
            "operationId": name,
            "tags": ["service"],
            "summary": summary,
            "description": f"{summary}{more}.",
            "responses": responses,
        }
    }


def _inlined(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """Return a schema with its definitions where it refers to them; a description beside a reference is kept."""
    if isinstance(schema, list):
        return [_inlined(each, definitions) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    target = definitions.get(str(schema.get("$ref")).rpartition("/")[2], {})
    return {name: _inlined(each, definitions) for name, each in {**target, **schema}.items() if name != "$ref"}
