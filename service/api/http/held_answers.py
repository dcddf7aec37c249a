"""Answers that are changed as a whole: the head of one waits for its body, and both are sent together."""

from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any

from service.api.http.problem_documents import Asgi, Receive, Scope, Send

Header = tuple[bytes, bytes]
Message = MutableMapping[str, Any]
Change = Callable[[list[Header], bytes], Awaitable[tuple[list[Header], bytes]]]
"""Takes and returns the headers and the body of an answer; `content-length` is set afterwards."""


async def send_changed(
    app: Asgi, scope: Scope, receive: Receive, send: Send, kinds: Collection[bytes], change: Change
) -> None:
    """Have a request answered; an answer of one of the media types is changed if it is sent in one piece."""
    heads: list[Message] = []

    async def holding(message: Message) -> None:
        if message["type"] == "http.response.start" and media_type_of(message) in kinds:
            heads.append(message)
            return
        if not heads:
            await send(message)
            return
        head = heads.pop()
        body = message.get("body", b"")
        if body and not message.get("more_body", False):
            headers, body = await change(list(head["headers"]), body)
            message = {**message, "body": body}
            others = [each for each in headers if each[0] != b"content-length"]
            head = {**head, "headers": [*others, (b"content-length", b"%d" % len(body))]}
        await send(head)
        await send(message)

    await app(scope, receive, holding)


def media_type_of(head: Message) -> bytes:
    """Return the media type that an answer's head says, without parameters."""
    found: bytes = dict(head["headers"]).get(b"content-type", b"")
    return found.partition(b";")[0]


def varying(headers: list[Header], name: bytes) -> list[Header]:
    """Return headers that say of one more header of requests that the answer depends on it."""
    before = [value for each, value in headers if each == b"vary"]
    if any(name in value.lower() for value in before):
        return headers
    return [*[each for each in headers if each[0] != b"vary"], (b"vary", b", ".join([*before, name]))]
