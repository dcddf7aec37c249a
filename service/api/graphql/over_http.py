"""GraphQL over HTTP: POST and GET at one URL, status codes by media type, and the GraphiQL page.

A token is sent as an argument, or once for the whole document as the header `Authorization: Bearer TOKEN`. Answers may
contain tokens, so caches may not store them; GET takes no token, because URLs are logged and cached.
Requests that never reach GraphQL (no JSON, too large, wrong method) are answered with a problem document, as in REST.
"""

from typing import Any, Final
from urllib.parse import parse_qsl

import orjson

from service.api.graphql.documents import is_planned
from service.api.graphql.execution import GraphQLExecutor
from service.api.graphql.requests import GraphQLRequest
from service.api.graphql.responses import Reply, TokenAnswers
from service.api.http.body import bearer_of, header, read_body, require_acceptable, require_json_type
from service.api.http.problem_documents import Asgi, Receive, Scope, Send, headers_with, problem_response, send_body
from service.errors import FaultPlace, MethodNotAllowed, NotJson, UmpireError
from service.operations.deprecations import headers_of
from service.operations.validation import not_json, validated_members
from service.operations.work.estimates import require_size
from service.operations.work.large_bodies import LARGE_BODY
from service.wire import to_json

RESPONSE: Final = b"application/graphql-response+json"
JSON: Final = b"application/json"
HTML: Final = b"text/html"
VARY: Final = [(b"vary", b"accept")]
UNCACHED: Final = [*VARY, (b"cache-control", b"no-store")]
ALLOW: Final = [(b"allow", b"GET, HEAD, POST, OPTIONS")]


class GraphQLApp:
    """The ASGI application at `/graphql`."""

    def __init__(self, executor: GraphQLExecutor, page: Asgi | None = None) -> None:
        """Set the schema to serve, and the page that browsers get."""
        self._executor = executor
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        scope["umpire.operation"] = "graphql"
        try:
            if scope["method"] == "POST":
                await self._post(scope, receive, send)
            elif scope["method"] in {"GET", "HEAD"}:
                await self._get(scope, receive, send)
            else:
                await _answer_other_method(scope, send)
        except MethodNotAllowed as error:
            await problem_response(error, scope["path"], ALLOW)(scope, receive, send)
        except UmpireError as error:
            await problem_response(error, scope["path"], headers_with(error))(scope, receive, send)

    async def _post(self, scope: Scope, receive: Receive, send: Send) -> None:
        media_type = require_acceptable(scope, RESPONSE, JSON)
        require_json_type(scope)
        body = await read_body(scope, receive)
        token = bearer_of((header(scope, b"authorization") or b"").decode("latin-1"))
        if len(body) > LARGE_BODY and not is_planned(body, self._executor.plans):
            prepared = await self._executor.prepared(body)
            answers = TokenAnswers(prepared.request, deprecated=self._executor.deprecated, token=token)
            reply = await self._executor.run_prepared(prepared, answers)
        else:
            request = validated_members(GraphQLRequest, body)
            answers = TokenAnswers(request, deprecated=self._executor.deprecated, token=token)
            reply = await self._executor.execute(request, answers=answers)
        await _respond(scope, send, media_type, reply)

    async def _get(self, scope: Scope, receive: Receive, send: Send) -> None:
        accept = header(scope, b"accept")
        if self._page is not None and accept is not None and HTML in accept:
            await self._page(scope, receive, send)
            return
        media_type = require_acceptable(scope, RESPONSE, JSON)
        given: dict[str, Any] = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
        if "variables" in given:
            try:
                given["variables"] = orjson.loads(given["variables"])
            except orjson.JSONDecodeError as error:
                said = not_json(str(given["variables"]).encode(), error).replace("body", "query parameter variables")
                raise NotJson(said).at(FaultPlace.QUERY, "variables") from None
        request = validated_members(GraphQLRequest, to_json(given))
        await _respond(scope, send, media_type, await self._executor.execute(request, may_roll=False))


async def _answer_other_method(scope: Scope, send: Send) -> None:
    if scope["method"] != "OPTIONS":
        raise MethodNotAllowed(
            f"{scope['method']} is not allowed at {scope['path']}; allowed: GET, HEAD, POST, OPTIONS."
        )
    await send({"type": "http.response.start", "status": 204, "headers": ALLOW})
    await send({"type": "http.response.body", "body": b""})


async def _respond(scope: Scope, send: Send, media_type: bytes, reply: Reply) -> None:
    status = 200 if reply.ran or media_type is JSON else 400
    scope["umpire.failed"] = reply.failed
    body = require_size(to_json(reply.body))
    headers = [*UNCACHED, *headers_of(reply.used)]
    await send_body(send, status, media_type, body, headers, head=scope["method"] == "HEAD")
