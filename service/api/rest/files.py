"""Answers that are files, such as maps: sent with their media type, validators, and rules for those who embed them."""

from typing import Any, Final

import orjson

from service.api.http.problem_documents import Scope, Send
from service.api.http.served import send_current
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
    has_token = "token" in operation.http.request_headers
    headers = [
        (b"cache-control", SEEN_BY_ONE if has_token else SEEN_BY_ALL),
        *([(b"vary", b"authorization")] if has_token else []),
        POLICY,
    ]
    await send_current(scope, send, type_of(media), body, headers, status=operation.http.status)


def _file_in(answer: Any, field: str) -> bytes:
    """Return the text of a field of an answer, which a worker process may have written as JSON."""
    text: str = orjson.loads(to_json(answer))[field] if isinstance(answer, Written) else getattr(answer, field)
    return text.encode()
