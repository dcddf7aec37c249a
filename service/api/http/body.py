"""Reading of JSON request bodies, with checks of content type and size."""

import re
from collections.abc import MutableMapping
from typing import Any, Final, NoReturn

from service.api.http.problem_documents import Receive, Scope
from service.errors import BodyTooLarge, FaultPlace, NotAcceptable, NotJsonType, RequestCancelled
from service.operations.registry import BODY_BYTES

LONGEST_QUOTE: Final = 120
_BEARER: Final = re.compile(r"bearer +([!-~]+)", re.IGNORECASE)
_CHARSET: Final = re.compile(r"charset\s*=\s*\"?([^\s;\"]+)", re.IGNORECASE)


def headers_of(scope: Scope) -> dict[bytes, bytes]:
    """Return the request's headers by name, cached for the request; of a repeated header, the last value."""
    headers: dict[bytes, bytes] | None = scope.get("umpire.headers")
    if headers is None:
        headers = scope["umpire.headers"] = dict(scope["headers"])
    return headers


def header(scope: Scope, name: bytes) -> bytes | None:
    """Return the value of a request header, the last one if it is repeated."""
    return headers_of(scope).get(name)


def bearer_of(credentials: str) -> str | None:
    """Return the token of `Bearer TOKEN`; None, if the text has another form."""
    found = _BEARER.fullmatch(credentials)
    return None if found is None else found[1]


def require_acceptable(scope: Scope, *media_types: bytes) -> bytes:
    """Return the first media type that the `Accept` header allows; quality values are ignored.

    Raises: NotAcceptable, quoting the header.
    """
    accept = header(scope, b"accept")
    if accept is None or b"*/*" in accept:
        return media_types[0]
    for each in media_types:
        if each in accept or each.partition(b"/")[0] + b"/*" in accept:
            return each
    answered = b" or ".join(media_types).decode()
    given = accept.decode("latin-1")[:LONGEST_QUOTE]
    right = f"send `Accept: {media_types[0].decode()}`, or none"
    message = f"The header Accept allows only {given}, and the answer is {answered}: {right}."
    raise NotAcceptable(message).at(FaultPlace.HEADER, "Accept")


def require_json_type(scope: Scope) -> None:
    """Refuse a body that is not declared as JSON in UTF-8.

    Raises: NotJsonType, quoting the content type.
    """
    declared = header(scope, b"content-type")
    if declared == b"application/json":
        return
    text = "" if declared is None else declared.decode("latin-1")
    charset = _CHARSET.search(text)
    if text.partition(";")[0].strip().lower() == "application/json" and (
        charset is None or charset.group(1).lower() in {"utf-8", "utf8"}
    ):
        return
    got = f"is {text[:LONGEST_QUOTE]}" if text else "is missing"
    message = f"The header Content-Type {got}: send `Content-Type: application/json` and a body in UTF-8."
    raise NotJsonType(message).at(FaultPlace.HEADER, "Content-Type")


async def read_body(scope: Scope, receive: Receive, most: int = BODY_BYTES) -> bytes:
    """Read the whole body.

    Raises: BodyTooLarge, as soon as more than `most` bytes are announced or have arrived; RequestCancelled, if the
    client hangs up before the end of the body.
    """
    announced = header(scope, b"content-length")
    if announced is not None and announced.isdigit() and int(announced[:12]) > most:
        _refuse_size(int(announced[:12]), most)
    message = await _part(receive)
    body: bytes = message.get("body", b"")
    if message.get("more_body"):
        parts = [body]
        size = len(body)
        while message.get("more_body"):
            message = await _part(receive)
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > most:
                _refuse_size(size, most)
        body = b"".join(parts)
    if len(body) > most:
        _refuse_size(len(body), most)
    return body


async def _part(receive: Receive) -> MutableMapping[str, Any]:
    """Receive a part of the body; one that is cut off must not be taken for a whole one.

    Raises: RequestCancelled.
    """
    message = await receive()
    if message["type"] == "http.disconnect":
        raise RequestCancelled("The connection was closed before the whole body had arrived; nothing was done.")
    return message


def _refuse_size(size: int, most: int) -> NoReturn:
    raise BodyTooLarge(f"The body has {size} bytes or more; at most {most} are read here.")
