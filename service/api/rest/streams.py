"""Server-Sent Events: live feeds as an endless response that clients can resume."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, Final, cast

from sse_starlette.sse import EventSourceResponse

from service.api.http.body import require_acceptable
from service.api.http.problem_documents import Receive, Scope, Send
from service.api.rest.request_parts import combined, parameters_of, parts_of, placed
from service.errors import UmpireError
from service.operations.answering.feeds import open_feeds
from service.operations.registry import Operation
from service.wire import to_json

EVENTS: Final = b"text/event-stream"
HEARTBEAT_SECONDS: float = 15.0
FAREWELL_SECONDS: Final = 2.0
RETRY: Final = b"retry: 1000\n\n"


class ShutdownEvent:
    """Has the `set` method of an event; the response calls it when the service stops, and it ends the feed."""

    def __init__(self, stop: Callable[[], None]) -> None:
        """Set the function that ends the feed."""
        self.set = stop


def streamed(operation: Operation) -> Callable[[Scope, Receive, Send, Mapping[str, str]], Awaitable[None]]:
    """Return the endpoint of an operation that answers more than once."""
    parts = parts_of(operation)

    async def endpoint(scope: Scope, receive: Receive, send: Send, path_values: Mapping[str, str]) -> None:
        scope["umpire.operation"] = operation.name
        require_acceptable(scope, EVENTS)
        request = combined(operation, parameters_of(operation, parts, scope, path_values))
        with open_feeds.taken():
            try:
                following = await operation.run(request)
            except UmpireError as error:
                raise placed(error, operation, parts) from None
            try:
                await _response(following)(scope, receive, send)
            finally:
                await following.close()

    return endpoint


def _response(following: Any) -> EventSourceResponse:
    return EventSourceResponse(
        _written(following),
        ping=HEARTBEAT_SECONDS,
        sep="\n",
        shutdown_event=cast("Any", ShutdownEvent(following.stop)),
        shutdown_grace_period=FAREWELL_SECONDS,
    )


async def _written(following: Any) -> AsyncIterator[bytes]:
    """Write the events of a feed: entries with their version as id, and the end with its reason."""
    yield RETRY
    async for event in following:
        version = getattr(event, "version", None)
        head = b"event: end\n" if version is None else b"id: %d\nevent: entry\n" % version
        yield b"%sdata: %s\n\n" % (head, to_json(event))
