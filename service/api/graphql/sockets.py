"""GraphQL over WebSockets: subscriptions, queries and mutations by the protocol `graphql-transport-ws`.

A token is sent as an argument, or once for the whole connection: the payload of `connection_init` is
`{"token": "..."}` or `{"Authorization": "Bearer ..."}`. An API key is sent there as `key`, or as the header
`X-Api-Key`; it is looked up again for each document. The close codes are 4400 for an invalid message, 4401 for
operations before the connection is acknowledged, 4403 for an invalid payload of `connection_init`, 4406 for another
subprotocol, 4408 if no `connection_init` comes in time, 4409 for an id that is in use, and 4429 for a second
`connection_init`.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final, cast

from graphql import GraphQLError, GraphQLFormattedError
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketDisconnected as ClosedBefore
from strawberry.asgi import ASGIWebSocketAdapter, GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.schema.base import BaseSchema
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler
from strawberry.types.execution import ExecutionResult, PreExecutionError
from strawberry.types.unset import UNSET, UnsetType

from service.api.graphql.deprecation_notes import extensions_of
from service.api.graphql.document_limits import INIT_SECONDS, MAX_OPERATIONS_AT_ONCE
from service.api.graphql.documents import SHORT_DOCUMENT
from service.api.graphql.execution import GraphQLExecutor
from service.api.graphql.requests import GraphQLRequest
from service.api.graphql.responses import Reply, TokenAnswers
from service.api.http.body import bearer_of
from service.errors import MethodNotAllowed, UmpireError
from service.operations.validation import rewritten
from service.operations.work.estimates import require_size
from service.operations.work.large_bodies import LARGE_BODY
from service.wire import to_json

REASONS: Final = {
    4401: "Unauthorized: send connection_init first, and wait for connection_ack.",
    4403: 'Forbidden: the payload is {"token": "..."} or {"Authorization": "Bearer ..."}, and "key" a known API key.',
    4408: f"Connection initialisation timeout: send connection_init within {INIT_SECONDS} seconds.",
}
"""What is said at the close of a connection, by the code."""

Charge = Callable[[], AbstractAsyncContextManager[None]]
Enter = Callable[[str | None], Awaitable[None]]


async def _enter_nobody(key: str | None) -> None:
    """Leave the caller as it is, where callers are not told apart."""


@dataclass(slots=True)
class SocketContext:
    """The context of one WebSocket.

    `charge` charges a document to the caller's quota, and `enter` makes the holder of an API key the caller.
    """

    charge: Charge
    enter: Enter = _enter_nobody
    connection_params: dict[str, Any] = field(default_factory=dict)
    token: str | None = None
    key: str | None = None


class WrongDocument(GraphQLError):
    """An error of a document that is formatted already."""

    def __init__(self, formatted: GraphQLFormattedError) -> None:
        """Set the formatted error."""
        super().__init__(formatted["message"])
        self._formatted = formatted

    @property
    def formatted(self) -> GraphQLFormattedError:
        """The error as it was formatted."""
        return self._formatted


@dataclass(frozen=True, slots=True)
class SocketSchema:
    """Executes the documents of WebSockets in place of a Strawberry schema: queries and mutations as over HTTP."""

    executor: GraphQLExecutor

    async def stream(
        self,
        query: str,
        variable_values: dict[str, Any] | None,
        context_value: SocketContext,
        root_value: None,
        operation_name: str | None,
    ) -> AsyncGenerator[ExecutionResult, None]:
        """Begin to execute a document."""
        request = GraphQLRequest.model_construct(query=query, variables=variable_values, operation_name=operation_name)
        return self._results(request, context_value)

    async def _results(self, request: GraphQLRequest, context: SocketContext) -> AsyncGenerator[ExecutionResult, None]:
        try:
            await context.enter(context.key)
            async with context.charge():
                answers = TokenAnswers(request, deprecated=self.executor.deprecated, token=context.token)
                reply = await self._reply(request, answers)
                if reply is None:
                    async with aclosing(await self._streamed(request, answers)) as results:
                        async for result in results:
                            if answers.used and not isinstance(result, PreExecutionError):
                                result.extensions = extensions_of(answers.used)
                            yield result
                else:
                    yield _result_of(reply)
        except UmpireError as error:
            yield PreExecutionError(data=None, errors=[GraphQLError(error.detail, extensions={"code": error.code()})])

    async def _reply(self, request: GraphQLRequest, answers: TokenAnswers) -> Reply | None:
        """Return the response to a query or mutation; None for subscriptions and errors that the protocol reports."""
        try:
            body = _body_of(request)
            if len(body) > LARGE_BODY:
                reply = await self.executor.run_prepared(await self.executor.prepared(body), answers)
            else:
                reply = await self.executor.execute(request, answers=answers)
        except MethodNotAllowed:
            return None
        is_short = len(request.query) <= SHORT_DOCUMENT
        return None if not reply.ran and is_short else reply

    async def _streamed(self, request: GraphQLRequest, answers: TokenAnswers) -> Any:
        return await self.executor.schema.stream(
            request.query,
            variable_values=request.variables,
            context_value=answers,
            operation_name=request.operation_name,
        )


def _body_of(request: GraphQLRequest) -> bytes:
    """Write a document and its variables as a body over HTTP; empty, if that has no form for them."""
    try:
        return rewritten({**request.__dict__, "operationName": request.operation_name})
    except ValueError:  # half of a surrogate pair
        return b""


def _result_of(reply: Reply) -> ExecutionResult:
    errors: list[GraphQLError] = [WrongDocument(each) for each in reply.body.get("errors", ())]
    if not reply.ran:
        return PreExecutionError(data=None, errors=errors)
    require_size(to_json(reply.body))
    return ExecutionResult(reply.body.get("data"), errors or None, reply.body.get("extensions"))


class Messages(ASGIWebSocketAdapter):
    """Sends the messages of a WebSocket; a closed connection always raises the same error, WebSocketDisconnected."""

    async def send_json(self, message: Mapping[str, object]) -> None:
        """Send a message.

        Raises: WebSocketDisconnected.
        """
        try:
            await super().send_json(message)
        except ClosedBefore as gone:
            raise WebSocketDisconnected from gone

    async def close(self, code: int, reason: str) -> None:
        """Close the connection.

        Raises: WebSocketDisconnected, if it is closed already.
        """
        try:
            await super().close(code, REASONS.get(code, reason))
        except (ClosedBefore, WebSocketDisconnect) as gone:
            raise WebSocketDisconnected from gone


class SocketOperations(BaseGraphQLTransportWSHandler[SocketContext, None]):
    """Runs the operations of one WebSocket; a disconnected peer is not logged as a failure."""

    async def handle_task_exception(self, error: Exception) -> None:
        """Log the failure of an operation."""
        if not isinstance(error, WebSocketDisconnected):
            await super().handle_task_exception(error)


class GraphQLSockets(GraphQL[SocketContext, None]):
    """The ASGI application at `/graphql` for WebSockets."""

    def __init__(self, executor: GraphQLExecutor, origins: Sequence[str]) -> None:
        """Set the schema to serve, and the allowed origins of web pages; "*" allows all."""
        self.websocket_adapter_class = Messages
        self.graphql_transport_ws_handler_class = SocketOperations
        super().__init__(
            cast("BaseSchema", SocketSchema(executor)),
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL,),
            connection_init_wait_timeout=timedelta(seconds=INIT_SECONDS),
            max_subscriptions_per_connection=MAX_OPERATIONS_AT_ONCE,
            allowed_origins=origins,
        )

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> SocketContext:
        """Make the context of a new connection."""
        scope = request.scope
        return SocketContext(scope.get("umpire.charge", nullcontext), scope.get("umpire.enter", _enter_nobody))

    async def on_ws_connect(self, context: SocketContext) -> UnsetType | dict[str, object] | None:
        """Read the connection's token and API key, and acknowledge the connection without a payload."""
        context.token = token_in(context.connection_params)
        context.key = _text_in(context.connection_params, "key")
        try:
            await context.enter(context.key)
        except UmpireError as unknown:
            raise ConnectionRejectionError from unknown
        nothing: UnsetType = UNSET
        return nothing

    def encode_json(self, data: object) -> str:
        """Write a message as JSON."""
        return to_json(data).decode()


def token_in(parameters: dict[str, Any]) -> str | None:
    """Return the token in the payload of `connection_init`.

    Raises: ConnectionRejectionError, if the payload is not valid.
    """
    bearer = parameters.get("Authorization", parameters.get("authorization"))
    if bearer is not None:
        found = bearer_of(bearer) if isinstance(bearer, str) else None
        if found is None:
            raise ConnectionRejectionError
        return found
    return _text_in(parameters, "token")


def _text_in(parameters: dict[str, Any], name: str) -> str | None:
    """Return a text in the payload of `connection_init`.

    Raises: ConnectionRejectionError, if it is no text.
    """
    value = parameters.get(name)
    if value is not None and not isinstance(value, str):
        raise ConnectionRejectionError
    return value
