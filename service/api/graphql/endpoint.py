"""The ASGI application at `/graphql`: HTTP and WebSockets over one schema.

This module imports the GraphQL libraries; the service imports it at the first request.
"""

from collections.abc import Iterable, Sequence

from service.api.graphql.execution import graphql_of
from service.api.graphql.over_http import GraphQLApp
from service.api.graphql.sockets import GraphQLSockets
from service.api.http.problem_documents import Asgi, Receive, Scope, Send
from service.operations.registry import Operation
from service.operations.work.estimates import WorkerPool


class GraphQLEndpoint:
    """Answers requests and connections."""

    def __init__(
        self, operations: Iterable[Operation], pool: WorkerPool, page: Asgi | None, origins: Sequence[str]
    ) -> None:
        """Derive the schema; set the page that browsers get, and the allowed origins of web pages."""
        executor = graphql_of(operations, pool)
        self._http = GraphQLApp(executor, page)
        self._sockets = GraphQLSockets(executor, origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve one connection."""
        app = self._sockets if scope["type"] == "websocket" else self._http
        await app(scope, receive, send)
