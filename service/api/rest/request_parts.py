"""The parts of an HTTP request: fields in the body, and fields beside it, in path, headers and query."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin
from urllib.parse import parse_qsl

from pydantic import ValidationError, create_model

from service.api.http.body import bearer_of, header
from service.api.http.problem_documents import Scope
from service.errors import DoesNotFit, Fault, FaultPlace, TokenMissing, UmpireError, token_of
from service.errors.spelling import nearest
from service.operations.registry import Operation
from service.operations.validation import quoted, validated
from service.wire import Frozen, to_json

PARAMETER: Final = re.compile(r"\{(\w+)\}")
QUERIED: Final = ("GET", "DELETE")
"""The methods whose requests have a query and no body."""

WITHOUT_HEADER: Final = (
    "The header Authorization is missing: send `Authorization: Bearer TOKEN`, with the referee token or the viewer "
    "token that the encounter's creation has answered."
)
WITHOUT_BEARER: Final = "The header Authorization is of another form: send `Authorization: Bearer TOKEN`."
HEADER_FORMS: Final = {
    "If-Match": 'the version that the change applies to, in quotes exactly as `ETag` has it, such as "3"',
    "Last-Event-ID": "the id of the last event received, a whole number such as 3",
}

TRUTHS: Final = {"true": True, "false": False}
_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")
_DECIMAL: Final = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?")
_NULL: Final = "null"
_TAG: Final = re.compile(rb'"(0|[1-9][0-9]{0,17})"')


@dataclass(frozen=True, slots=True)
class Parts:
    """The two models of an operation's request: for the body, and for path, headers and query; None if empty."""

    body: type[Frozen] | None
    parameters: type[Frozen] | None
    path: tuple[str, ...]
    query: frozenset[str]
    numbers: frozenset[str]
    decimals: frozenset[str]
    truths: frozenset[str]
    lists: frozenset[str]


def parts_of(operation: Operation) -> Parts:
    """Split an operation's request; fields in neither path nor headers are the body, or the query without a body."""
    path = tuple(PARAMETER.findall(operation.path))
    has_body = operation.method not in QUERIED
    if has_body and not path and not operation.http.request_headers:
        return Parts(operation.request, None, path, *[frozenset[str]()] * 5)
    return _parts(
        operation.request, operation.pascal_name, path, tuple(operation.http.request_headers), has_body=has_body
    )


@cache
def _parts(
    request: type[Frozen], name: str, path: tuple[str, ...], headers: tuple[str, ...], *, has_body: bool
) -> Parts:
    fields = request.model_fields
    rest = frozenset(fields) - {*path, *headers}
    parameters = frozenset(fields) - rest if has_body else frozenset(fields)
    return Parts(
        body=_model(request, f"{name}Body", rest) if has_body and rest else None,
        parameters=_model(request, f"{name}Parameters", parameters) if parameters or not has_body else None,
        path=path,
        query=frozenset() if has_body else rest,
        numbers=frozenset(field for field in (*rest, *path) if _holds(int, fields[field].annotation)),
        decimals=frozenset(field for field in rest if _holds(float, fields[field].annotation)),
        truths=frozenset(field for field in rest if _holds(bool, fields[field].annotation)),
        lists=frozenset(field for field in rest if get_origin(fields[field].annotation) is tuple),
    )


def parameters_of(operation: Operation, parts: Parts, scope: Scope, path_values: Mapping[str, str]) -> Frozen | None:
    """Read the fields in path, headers and query.

    Raises: TokenMissing, before any other error, if a required token is missing; DoesNotFit, quoting the value.
    """
    given = query_of(parts, scope)
    if parts.parameters is None:
        return None
    for name, header_name in operation.http.request_headers.items():
        value = header(scope, header_name.lower().encode())
        if value is not None:
            given[name] = READERS[header_name](value)
        elif header_name == "Authorization" and not operation.http.token_optional:
            raise TokenMissing(WITHOUT_HEADER).at(FaultPlace.HEADER, header_name)
    document = to_json({**given, **{name: _number_in(parts, name, value) for name, value in path_values.items()}})
    try:
        return parts.parameters.model_validate_json(document)
    except ValidationError:
        return _explained(operation, parts, scope, document)


def placed(error: UmpireError, operation: Operation, parts: Parts) -> UmpireError:
    """Say of an error's faults whether they are in the path, the query or a header, by the fields they point to."""
    names = operation.http.request_headers
    faults = []
    for fault in error.faults:
        field = fault.pointer[1:]
        if fault.place is FaultPlace.BODY and field in names:
            faults.append(replace(fault, place=FaultPlace.HEADER, name=names[field]))
        elif fault.place is FaultPlace.BODY and field in parts.path:
            faults.append(replace(fault, place=FaultPlace.PATH, name=field))
        elif fault.place is FaultPlace.BODY and field in parts.query:
            faults.append(replace(fault, place=FaultPlace.QUERY, name=field))
        else:
            faults.append(fault)
    error.faults = tuple(faults)
    return error


def _explained(operation: Operation, parts: Parts, scope: Scope, document: bytes) -> Frozen:
    """Validate parameters that do not fit once more; the sentence on a header says what belongs into the header.

    Raises: DoesNotFit, or the problem of an unknown id.
    """
    if parts.parameters is None:
        raise DoesNotFit("This takes no parameters.")
    try:
        return validated(parts.parameters, document, as_text=True)
    except UmpireError as error:
        placed(error, operation, parts)
        faults = [_said_of(fault, scope) for fault in error.faults]
        if faults[0].place is not FaultPlace.BODY and isinstance(error, DoesNotFit):
            raise DoesNotFit(faults[0].message, faults=tuple(faults)) from None
        raise


def _said_of(fault: Fault, scope: Scope) -> Fault:
    """Say in the message that the fault is in the query, or what belongs into the header."""
    if fault.place is FaultPlace.QUERY:
        return replace(fault, message=f"In the query: {fault.message}")
    if fault.place is not FaultPlace.HEADER or fault.name not in HEADER_FORMS:
        return fault
    given = (header(scope, fault.name.lower().encode()) or b"").decode("latin-1")
    return replace(fault, message=f"The header {fault.name} is {HEADER_FORMS[fault.name]}; got {given[:120]}.")


def combined(operation: Operation, *parts: Frozen | None) -> Any:
    """Combine validated parts, which together have all fields, to the whole request."""
    fields = {name: value for part in parts if part is not None for name, value in part.__dict__.items()}
    return operation.request.of_validated(fields)


def _model(request: type[Frozen], name: str, names: frozenset[str]) -> type[Frozen]:
    """Make a model of some of a request's fields, in their order; for all fields, return the request model itself."""
    if names == frozenset(request.model_fields):
        return request
    chosen: dict[str, Any] = {
        field: (info.annotation, info) for field, info in request.model_fields.items() if field in names
    }
    made: type[Frozen] = create_model(name, __base__=Frozen, __doc__=request.__doc__, **chosen)
    return made


def query_of(parts: Parts, scope: Scope) -> dict[str, Any]:
    """Read the query.

    Raises: DoesNotFit, quoting a parameter that the address does not have, as those with a body have none.
    """
    query: dict[str, Any] = {}
    for name, value in parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True):
        if name not in parts.query:
            message = _unknown_parameter(name, value, parts)
            place = FaultPlace.QUERY
            fault = Fault(
                pointer=f"/{token_of(name)}", code="extra_forbidden", message=message, rule=None, place=place, name=name
            )
            raise DoesNotFit(message, faults=(fault,))
        if name in parts.lists:
            query[name] = [*query.get(name, ()), value]
        else:
            query[name] = _number_in(parts, name, value)
    return query


def _number_in(parts: Parts, name: str, value: str) -> float | str | None:
    """Return the number, or true or false, that a parameter's text is, if it is one; `null` is none; else the text."""
    if name in parts.truths:
        return TRUTHS.get(value, value)
    if name in parts.numbers and _WHOLE.fullmatch(value):
        return int(value)
    if name in parts.decimals:
        return float(value) if _DECIMAL.fullmatch(value) else None if value == _NULL else value
    return value


def _holds(number: type, annotation: Any) -> bool:
    """Return whether a parameter is such a number, or a boolean, or one that may be left out."""
    if get_origin(annotation) is Annotated:
        return _holds(number, get_args(annotation)[0])
    return annotation is number or (
        get_origin(annotation) in (Union, UnionType) and any(_holds(number, each) for each in get_args(annotation))
    )


def _unknown_parameter(name: str, value: str, parts: Parts) -> str:
    known = sorted(parts.query)
    near = nearest(name, known)
    if near is not None:
        return f"Unknown query parameter {name[:120]}: did you mean {near}? Got {quoted(value)}."
    field = None if parts.body is None else nearest(name, parts.body.model_fields)
    what = "this address takes no query" + ("" if field is None else f", but {field} is a field of the body")
    what = f"the query may have {' and '.join(known)}" if known else what
    return f"Unknown query parameter {name[:120]}: {what}. Got {quoted(value)}."


def _token_in(value: bytes) -> str:
    """Read a bearer token; other credentials count as no token."""
    token = bearer_of(value.strip().decode("latin-1"))
    if token is None:
        raise TokenMissing(WITHOUT_BEARER).at(FaultPlace.HEADER, "Authorization")
    return token


def _version_in(value: bytes) -> Any:
    """Read the version in an entity tag; any other value is returned for validation to refuse."""
    found = _TAG.fullmatch(value.strip())
    return int(found[1]) if found else value.decode("latin-1")


def _event_id_in(value: bytes) -> Any:
    """Read the id of the last event that a client has seen; any other value is returned for validation to refuse."""
    return int(value) if _WHOLE.fullmatch(value.decode("latin-1")) else value.decode("latin-1")


READERS: Final = {"Authorization": _token_in, "If-Match": _version_in, "Last-Event-ID": _event_id_in}
