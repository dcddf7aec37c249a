"""Health checks and metrics: `/livez`, `/readyz` and `/metrics`, with their OpenAPI descriptions."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from service.api.http.problems import MEDIA_TYPE as PROBLEM_TYPE
from service.api.middleware.metrics import MEDIA_TYPE, Meters
from service.errors import StoreAway
from service.operations.problem import problem_of
from service.store.connection import Connection
from service.wire import record, to_json

NEVER_KEPT: Final = {"cache-control": "no-store"}


@record
class Liveness:
    """The answer of `/livez`: the process is alive."""

    status: Annotated[Literal["alive"], Field(description="Always alive: whoever is not does not answer.")]


@record
class Readiness:
    """The answer of `/readyz`: the process and the store answer."""

    status: Annotated[Literal["ready"], Field(description="Every kind of request is answered.")]
    store: Annotated[Literal["answers"], Field(description="The store answers; when it is away, the status is 503.")]


ALIVE: Final = to_json(Liveness(status="alive"))
READY: Final = to_json(Readiness(status="ready", store="answers"))


def health_routes(store: Connection, meters: Meters) -> list[BaseRoute]:
    """Return the routes of the three addresses."""

    async def livez(request: Request) -> Response:
        request.scope["umpire.operation"] = "livez"
        return Response(ALIVE, media_type="application/json", headers=NEVER_KEPT)

    async def readyz(request: Request) -> Response:
        request.scope["umpire.operation"] = "readyz"
        try:
            await store.ping()
        except StoreAway as away:
            problem = to_json(problem_of(away, request.url.path))
            headers = {**NEVER_KEPT, "retry-after": "5"}
            return Response(problem, away.status, headers, media_type=PROBLEM_TYPE.decode())
        return Response(READY, media_type="application/json", headers=NEVER_KEPT)

    async def metrics(request: Request) -> Response:
        request.scope["umpire.operation"] = "metrics"
        return Response(meters.exposition(), headers={**NEVER_KEPT, "content-type": MEDIA_TYPE})

    return [Route("/livez", livez), Route("/readyz", readyz), Route("/metrics", metrics)]


def health_paths() -> dict[str, Any]:
    """Describe the three addresses as OpenAPI path items; problems refer to the component `Problem`."""
    away = {
        "description": "The store is away; what needs no store is still answered.",
        "headers": {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}},
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    return {
        "/livez": _get("livez", "Say whether the process answers", "application/json", Liveness),
        "/readyz": _get("readyz", "Say whether the process and its store answer", "application/json", Readiness, away),
        "/metrics": _get("metrics", "Give counters and latencies in Prometheus' text format", "text/plain", str),
    }


def _get(name: str, summary: str, media_type: str, answer: type, away: dict[str, Any] | None = None) -> dict[str, Any]:
    schema = TypeAdapter(answer).json_schema(mode="serialization")
    responses = {"200": {"description": "The answer.", "content": {media_type: {"schema": schema}}}}
    if away is not None:
        responses["503"] = away
    return {
        "get": {
            "operationId": name,
            "tags": ["service"],
            "summary": f"{summary}.",
            "description": f"{summary}.",
            "responses": responses,
        }
    }
