"""Reading of JSON bodies: well-formed, with distinct keys, and of the form that a request model has."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from math import inf
from typing import Any, Final, TypeVar

import orjson
import pydantic_core
from pydantic import BaseModel, ValidationError

from service.errors import BodyTooLarge, DoesNotFit, NotJson, UnfitRequest
from service.operations.validation.complaints import complaints_about, complaints_about_beginning
from service.operations.validation.not_json import MOST_LEVELS, levels_in, not_json, too_deep
from service.operations.validation.sentences import problem_with
from service.wire import Frozen

M = TypeVar("M", bound=Frozen)

_KEY: Final = re.compile(rb'"\s*:')
_GAPS: Final = (b'" ', b'"\n', b'"\r', b'"\t')


MOST_VALUES: Final = 700_000
"""How many members and items a body may have, where an object or a list counts as three and a text as two.

The densest log has so many, and they take 40 MB at most.
"""
HEAVY_BODY: Final = 64 * 1024
"""Bytes of a body that is parsed with less memory, and of which first only the beginning is validated."""
TEXT: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_TEXTS: Final = re.compile(rb'(?>[^"]*"[^"\\]*(?:\\.[^"\\]*)*"){1,1000}:?', re.DOTALL)


def validated(model: type[M], body: bytes, *, as_text: bool = False) -> M:
    """Validate a body's bytes against a model; `as_text`: the values came as text, as in an address.

    Raises: NotJson, if the bytes are not one JSON document with distinct keys; DoesNotFit, if validation fails.
    """
    _refuse_beginning(model, parsed(body), body)
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        document = _document_in(body)
        complaints = complaints_about(model, body, document, error)
        raise problem_with(complaints, model, document, as_text=as_text) from None


def _refuse_beginning(model: type[Frozen], document: Any, body: bytes) -> None:
    """Refuse a large document whose beginning does not fit; it is not kept, since the model is made of the bytes."""
    if len(body) > HEAVY_BODY:
        complaints = complaints_about_beginning(model, document)
        if complaints is not None:
            raise problem_with(complaints, model, document)


def fitting(model: type[M], body: bytes) -> M:
    """Validate a body as `validated` does, without a word on what does not fit.

    Raises: NotJson; ValidationError.
    """
    parsed(body)
    return model.model_validate_json(body)


def validated_members(model: type[M], body: bytes) -> M:
    """Validate a body against a model whose fields need no conversion from JSON: texts and arbitrary JSON values.

    It takes half the time of `validated`.

    Raises: NotJson, DoesNotFit, as `validated` does.
    """
    document = parsed(body)
    if body.count(b"[") + body.count(b"{") > MOST_LEVELS and levels_in(document) > MOST_LEVELS:
        raise NotJson(too_deep(document))  # it would validate, but could not be written for an operation
    try:
        return model.model_validate(document)
    except ValidationError:
        return validated(model, body)


def parsed(body: bytes) -> Any:
    """Parse a body's bytes.

    Raises: NotJson, if they are not one JSON document with distinct keys; BodyTooLarge, if it has very many values.
    """
    _require_few_values(body)
    try:
        document = _document_in(body)
    except orjson.JSONDecodeError as error:
        raise NotJson(not_json(body, error)) from None
    _refuse_repeated_keys(body, document)
    return document


def _document_in(body: bytes) -> Any:
    """Parse a body.

    A large one is parsed by Pydantic, which takes half the memory: equal texts are kept once, and there is no copy of
    the document in another form. What it refuses, or reads as an infinite number, is left to orjson: it refuses the
    same, and its words are known.

    Raises: orjson.JSONDecodeError.
    """
    if len(body) > HEAVY_BODY:
        with suppress(ValueError):
            document = pydantic_core.from_json(body, allow_inf_nan=False)
            if not _has_infinity(document):
                return document
    return orjson.loads(body)


def _has_infinity(document: Any) -> bool:
    """Return whether a document has a number that is too large for 64 bits, such as 1e400."""
    return any(inf in parts or -inf in parts for _, parts in _containers([document]))


def _containers(document: Any) -> Iterator[tuple[type[Any], Collection[Any]]]:
    """Yield each object and list of a document: which of the two it is, and its values."""
    pending = [document]
    while pending:
        here = pending.pop()
        kind = type(here)
        if kind is dict or kind is list:
            parts = here.values() if kind is dict else here
            yield kind, parts
            pending += [each for each in parts if type(each) is dict or type(each) is list]


def _require_few_values(body: bytes) -> None:
    """Refuse a body of very many small values, which would take a multiple of its bytes, before it is parsed."""
    if 2 * len(body) <= MOST_VALUES or values_in(body) <= MOST_VALUES:
        return
    values = sum([values_in(TEXT.sub(b'""', part)) for part in parts_of(body)])
    if values > MOST_VALUES:
        counting = "where an object or a list counts as three and a text as two"
        raise BodyTooLarge(f"The body has {values:,} values, {counting}; at most {MOST_VALUES:,} are read.")


def parts_of(body: bytes) -> Iterator[bytes]:
    """Yield a body in parts of some texts each: all texts of it together would take a multiple of its bytes."""
    end = 0
    while part := _TEXTS.match(body, end):  # a search would look for a text from every byte after the last one
        end = part.end()
        yield part[0]
    yield body[end:]


def values_in(body: bytes) -> int:
    """Count values by their commas, brackets and quotes, those in texts included; names of members are no texts."""
    texts = body.count(b'"') // 2 - body.count(b'":')
    return body.count(b",") + 3 * (body.count(b"{") + body.count(b"[")) + max(0, texts)


def as_sent(request: BaseModel) -> bytes:
    """Write a request as JSON without what was left out, so that what validates it again knows what was sent."""
    return request.model_dump_json(exclude_unset=True).encode()


def rewritten(document: Any) -> bytes:
    """Write a document that came inside a request as JSON, integers over 64 bits included, for its model to refuse."""
    return pydantic_core.to_json(document, inf_nan_mode="null")


def _refuse_repeated_keys(body: bytes, document: Any) -> None:
    """Refuse repeated keys; a body is parsed a second time, key by key, only if a key may have been lost."""
    if not (_quotes_agree(body, document) or _keys_kept(document) == _keys_seen(body)):
        try:
            json.loads(body, object_pairs_hook=_distinct_pairs)
        except RecursionError:
            raise NotJson(too_deep(document)) from None


def _quotes_agree(body: bytes, document: Any) -> bool:
    """Return whether the parsed document, written again, has as many quotes; without escapes quotes enclose texts."""
    if b"\\" in body:
        return False
    try:
        return orjson.dumps(document).count(b'"') == body.count(b'"')
    except orjson.JSONEncodeError:  # orjson reads deeper nesting than it can write
        return False


def _keys_kept(document: Any) -> int:
    return sum([len(parts) for kind, parts in _containers(document) if kind is dict])


def _keys_seen(body: bytes) -> int:
    """Count quotes followed by a colon: at least as many as there are keys, since texts may contain them too."""
    if any(gap in body for gap in _GAPS):
        return len(_KEY.findall(body))
    return body.count(b'":')


def _distinct_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for key, value in pairs:
        if key in document:
            raise NotJson(f"The body is not JSON with distinct keys: {key!r} comes twice in one object.")
        document[key] = value
    return document


def validated_document(model: type[M], document: Mapping[str, Any], pointer: str) -> M:
    """Validate a document inside a request against a model; repeated keys were refused when the request arrived.

    Raises: UnfitRequest, listing all faults.
    """
    body = rewritten(document)
    try:
        return model.model_validate_json(body)
    except ValidationError:
        try:
            return validated(model, body)
        except DoesNotFit as misfit:
            below = misfit.below(pointer)
            raise UnfitRequest(below.detail, faults=below.faults) from None
