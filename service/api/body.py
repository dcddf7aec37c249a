"""Read a JSON body: bounded, of the right type, well-formed, with distinct keys, and fitting its model."""

import json
import re
from typing import Any, Final, NoReturn, TypeVar

import orjson
from pydantic import ValidationError

from service.api.problems import Receive, Scope, misfit_of
from service.errors import BodyTooLarge, NotJson, NotJsonType
from service.wire import Frozen

M = TypeVar("M", bound=Frozen)

MAX_BODY: Final = 256 * 1024
_KEY: Final = re.compile(rb'"\s*:')
_CHARSET: Final = re.compile(r"charset\s*=\s*\"?([^\s;\"]+)", re.IGNORECASE)


def header(scope: Scope, name: bytes) -> bytes | None:
    """Return the value of a request header, the last one if it is repeated."""
    found = None
    for key, value in scope["headers"]:
        if key == name:
            found = value
    return found


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
    raise NotJsonType(f"Send application/json in UTF-8; the content type is {text!r}.")


async def read_body(scope: Scope, receive: Receive) -> bytes:
    """Read the whole body.

    Raises: BodyTooLarge, as soon as more than 256 KiB are announced or have arrived.
    """
    announced = header(scope, b"content-length")
    if announced is not None and announced.isdigit() and int(announced) > MAX_BODY:
        _refuse_size(int(announced))
    message = await receive()
    body: bytes = message.get("body", b"")
    if message.get("more_body"):
        parts = [body]
        size = len(body)
        while message.get("more_body"):
            message = await receive()
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > MAX_BODY:
                _refuse_size(size)
        body = b"".join(parts)
    if len(body) > MAX_BODY:
        _refuse_size(len(body))
    return body


def parsed(model: type[M], body: bytes) -> M:
    """Validate a body's bytes against a model.

    Raises: NotJson, if the bytes are not one JSON document with distinct keys; DoesNotFit, if the model objects.
    """
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise NotJson(f"The body is not JSON: {error}.") from None
    _refuse_repeated_keys(body, document)
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        if error.errors(include_url=False)[0]["type"] == "json_invalid":
            raise NotJson(f"The body is not JSON: {error.errors()[0]['msg']}.") from None
        raise misfit_of(error, document) from None


def _refuse_size(size: int) -> NoReturn:
    raise BodyTooLarge(f"The body has {size} bytes or more; at most {MAX_BODY} are read.")


def _refuse_repeated_keys(body: bytes, document: Any) -> None:
    """Compare the keys that survived parsing with the places that look like keys; only a difference costs a parse."""
    kept = 0
    pending = [document]
    while pending:
        here = pending.pop()
        if type(here) is dict:
            kept += len(here)
            pending.extend(here.values())
        elif type(here) is list:
            pending.extend(here)
    if kept != len(_KEY.findall(body)):
        json.loads(body, object_pairs_hook=_distinct_pairs)


def _distinct_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for key, value in pairs:
        if key in document:
            raise NotJson(f"The body is not JSON with distinct keys: {key!r} comes twice in one object.")
        document[key] = value
    return document
