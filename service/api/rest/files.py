"""Answers that are files, such as maps: sent with their media type, validators, and rules for those who embed them."""

from hashlib import sha256
from typing import Any, Final

import orjson

from service.api.http.body import header
from service.api.http.problems import Scope, Send, send_body
from service.api.http.served import names_tag
from service.operations.registry import Media, Operation
from service.operations.work.estimates import require_size
from service.wire import Written, to_json

POLICY: Final = (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; sandbox")
"""The file may be put into any page and has its own style sheet; it runs nothing and loads nothing."""

SEEN_BY_ONE: Final = b"private, no-cache"
"""No shared cache keeps the answer, since it depends on the token; the caller asks each time whether it is valid."""
SEEN_BY_ALL: Final = b"no-cache"


def type_of(media: Media) -> bytes:
    """Return the content type of a file of text."""
    return f"{media.type}; charset=utf-8".encode()


async def send_file(scope: Scope, send: Send, operation: Operation, media: Media, answer: Any) -> None:
    """Send the file in an answer, or 304 if the client has it already.

    Raises: AnswerTooLarge.
    """
    body = require_size(_file_in(answer, media.field))
    tag = f'"{sha256(body).hexdigest()[:32]}"'.encode()
    has_token = "token" in operation.http.request_headers
    headers = [
        (b"etag", tag),
        (b"cache-control", SEEN_BY_ONE if has_token else SEEN_BY_ALL),
        *([(b"vary", b"authorization")] if has_token else []),
        POLICY,
    ]
    reads = scope["method"] in ("GET", "HEAD")
    if reads and names_tag(header(scope, b"if-none-match"), tag):
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    is_head = scope["method"] == "HEAD"
    await send_body(send, operation.http.status, type_of(media), body, headers, head=is_head)


def _file_in(answer: Any, field: str) -> bytes:
    """Return the text of a field of an answer, which a worker process may have written as JSON."""
    text: str = orjson.loads(to_json(answer))[field] if isinstance(answer, Written) else getattr(answer, field)
    return text.encode()
