"""GraphQL over WebSockets: subscriptions, queries and mutations by the protocol `graphql-transport-ws`.

A token may come as an argument, or once for the whole connection: the payload of `connection_init` is
`{"token": "..."}` or `{"Authorization": "Bearer ..."}`. Closed with 4400 for what is no message of the protocol, 4401
for operations before the connection is acknowledged, 4403 for a payload that is none of these, 4406 if another
protocol is asked for, 4408 if no `connection_init` comes in time, 4409 for an id that is in use, 4429 for a second
`connection_init`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketDisconnected as ClosedBefore
from strawberry.asgi import ASGIWebSocketAdapter, GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler
from strawberry.types.unset import UNSET, UnsetType

from service.api.graphql import Answers, GraphQLFace
from service.operations.registry import Operation
from service.wire import to_json

INIT_SECONDS: Final = 5
MOST_OPERATIONS: Final = 32

_BEARER: Final = re.compile(r"bearer +([!-~]+)", re.IGNORECASE)


@dataclass(slots=True)
class Conversation(Answers):
    """What one WebSocket asks, and the token it began with."""

    connection_params: dict[str, Any] = field(default_factory=dict)
    token: str | None = None

    async def give(self, operation: Operation, body: bytes) -> Any:
        """Run an operation, with the connection's token if the request could have one and has none."""
        if self.token is not None and "token" in operation.request.model_fields:
            given = orjson.loads(body)
            body = to_json({**given, "token": given.get("token") or self.token})
        return await Answers.give(self, operation, body)


class Messages(ASGIWebSocketAdapter):
    """A WebSocket's messages; to a peer that is gone, however it went, sending ends in one kind of error."""

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
            await super().close(code, reason)
        except (ClosedBefore, WebSocketDisconnect) as gone:
            raise WebSocketDisconnected from gone


class Operations(BaseGraphQLTransportWSHandler[Conversation, None]):
    """The operations of one WebSocket; that its peer is gone is no failure of theirs."""

    async def handle_task_exception(self, error: Exception) -> None:
        """Note the failure of an operation in the log."""
        if not isinstance(error, WebSocketDisconnected):
            await super().handle_task_exception(error)


class Sockets(GraphQL[Conversation, None]):
    """The ASGI application at `/graphql` for WebSockets."""

    def __init__(self, face: GraphQLFace, origins: Sequence[str]) -> None:
        """Serve a face to pages of these origins; "*" is all of them."""
        self.websocket_adapter_class = Messages
        self.graphql_transport_ws_handler_class = Operations
        super().__init__(
            face.schema,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL,),
            connection_init_wait_timeout=timedelta(seconds=INIT_SECONDS),
            max_subscriptions_per_connection=MOST_OPERATIONS,
            allowed_origins=origins,
        )

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Conversation:
        """Begin a conversation."""
        return Conversation()

    async def on_ws_connect(self, context: Conversation) -> UnsetType | dict[str, object] | None:
        """Take the connection's token, and acknowledge without further words."""
        context.token = token_in(context.connection_params)
        nothing: UnsetType = UNSET
        return nothing

    def encode_json(self, data: object) -> str:
        """Write a message."""
        return to_json(data).decode()


def token_in(parameters: dict[str, Any]) -> str | None:
    """Return the token that a connection begins with.

    Raises: ConnectionRejectionError, if what is sent in its place is none.
    """
    bearer = parameters.get("Authorization", parameters.get("authorization"))
    if bearer is not None:
        found = _BEARER.fullmatch(bearer) if isinstance(bearer, str) else None
        if found is None:
            raise ConnectionRejectionError
        return found[1]
    token = parameters.get("token")
    if token is not None and not isinstance(token, str):
        raise ConnectionRejectionError
    return token
