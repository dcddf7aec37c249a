"""REST routing: finds the operation of a method and path, runs it, and sends its answer."""

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, MutableMapping
from dataclasses import dataclass, replace
from typing import Any, Final

from service.api.http.addresses import Addresses
from service.api.http.body import header, read_body, require_acceptable, require_json_type
from service.api.http.problem_documents import Receive, Scope, Send, headers_with, problem_response, send_body
from service.api.http.served import REVALIDATE, names_tag, send_current
from service.api.rest.files import send_file
from service.api.rest.request_parts import PARAMETER, Parts, combined, parameters_of, parts_of, placed, query_of
from service.api.rest.streams import streamed
from service.errors import MethodNotAllowed, UmpireError
from service.operations.answering.unchanged import Unchanged, client_having
from service.operations.deprecations import (
    DEPRECATED,
    Deprecation,
    deprecations_of,
    deprecations_used,
    headers_of,
    noting_use,
)
from service.operations.registry import BODY_BYTES, PLAIN, Effect, Operation, Registry, values_in
from service.operations.work.estimates import require_size
from service.operations.work.large_bodies import answer_to, build, elsewhere_for, validated_soon
from service.settings.access.scopes import require_scope
from service.wire import Frozen, Written, to_json

JSON: Final = b"application/json"
OF_TOKEN: Final = [(b"vary", b"authorization"), (b"cache-control", REVALIDATE)]
"""What answers say that are kept by their entity tag, and differ by the token that asks."""
ANY_END: Final = ""
"""The end of paths whose last part is a parameter."""
DEEP: Final = "{rule}"
"""The only path parameter whose values contain slashes."""

Endpoint = Callable[[Scope, Receive, Send, Mapping[str, str]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Address:
    """The methods of one path, the `Allow` header that lists them, and the values of parameters that have few."""

    endpoints: Mapping[str, Endpoint]
    allow: bytes
    values: Mapping[str, Collection[str]]

    def is_there(self, path_values: Mapping[str, str]) -> bool:
        """Return whether there is something at the path with these values of its parameters."""
        return all(path_values[name] in known for name, known in self.values.items())


class RestRouter:
    """The ASGI application below `/v1`."""

    def __init__(
        self,
        registry: Registry,
        addresses: Addresses | None = None,
        deprecated: Iterable[Deprecation] = DEPRECATED,
    ) -> None:
        """Index the registry's paths; patterns with fewer parameters are tried first.

        Of the patterns with as many parts as a path only those are tried that end as it does, or with a parameter.
        `addresses` are those that may be meant by a misspelt one, by default the registry's; `deprecated` is what
        answers say to be deprecated.
        """
        self._addresses = addresses or Addresses(registry.spelt_paths)
        self._fixed: dict[str, Address] = {}
        self._patterns: dict[tuple[int, str], list[tuple[re.Pattern[str], Address]]] = {}
        self._deep: list[tuple[re.Pattern[str], Address]] = []
        with_parameters: list[tuple[str, re.Pattern[str], Address]] = []
        for path, operations in registry.paths.items():
            address = _address_of(operations, tuple(deprecated))
            if "{" not in path:
                self._fixed[path] = address
            elif path.endswith(DEEP):
                self._deep.append((_pattern_of(path), address))
            else:
                with_parameters.append((path, _pattern_of(path), address))
        with_parameters.sort(key=lambda each: each[1].groups)
        for end in {_end_of(path) for path, *_ in with_parameters}:
            for path, pattern, address in with_parameters:
                if _end_of(path) in (end, ANY_END):
                    self._patterns.setdefault((path.count("/"), end), []).append((pattern, address))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path = scope["path"]
        address = self._fixed.get(path)
        path_values: Mapping[str, str] = {}
        if address is None:
            address, path_values = self._match(path)
        try:
            if address is None:
                raise self._addresses.nothing_at(path)
            method = scope["method"]
            endpoint = address.endpoints.get(method)
            if endpoint is None:
                if not address.is_there(path_values):
                    raise self._addresses.nothing_at(path)
                await _answer_other_method(scope, receive, send, address)
                return
            await endpoint(scope, receive, send, path_values)
        except UmpireError as error:
            await problem_response(error, path, headers_with(error))(scope, receive, send)

    def _match(self, path: str) -> tuple[Address | None, Mapping[str, str]]:
        parts = path.count("/")
        ending = parts, path.rpartition("/")[2]
        found = self._patterns.get(ending) or self._patterns.get((parts, ANY_END), [])
        for pattern, address in (*found, *self._deep):
            match = pattern.fullmatch(path)
            if match:
                return address, match.groupdict()
        return None, {}


def _address_of(operations: Mapping[str, Operation], deprecated: tuple[Deprecation, ...]) -> Address:
    endpoints = {
        method: _admitting(operation, _current_or_not(operation, deprecated))
        for method, operation in operations.items()
    }
    if "GET" in endpoints:
        endpoints["HEAD"] = endpoints["GET"]
    return Address(endpoints, ", ".join([*endpoints, "OPTIONS"]).encode(), values_in(operations))


def _admitting(operation: Operation, endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that refuses callers without the operation's scope, before anything is read."""
    scopes = operation.scopes
    if not scopes:
        return endpoint

    def admit(scope: Scope, receive: Receive, send: Send, path_values: Mapping[str, str]) -> Awaitable[None]:
        scope["umpire.operation"] = operation.name
        require_scope(scopes)
        return endpoint(scope, receive, send, path_values)

    return admit


def _current_or_not(operation: Operation, deprecated: tuple[Deprecation, ...]) -> Endpoint:
    """Return the endpoint of an operation, which says what of it is deprecated, if anything is."""
    found = deprecations_of(operation, deprecated)
    if not found:
        return _endpoint(operation)
    place = operation.elsewhere and operation.elsewhere.watched()  # what is used is noted in this process
    usual = _endpoint(noting_use(replace(operation, elsewhere=place), found))
    whole = tuple(each for each in found if not each.field)

    async def endpoint(scope: Scope, receive: Receive, send: Send, path_values: Mapping[str, str]) -> None:
        deprecations_used.set(whole)

        def with_headers(message: MutableMapping[str, Any]) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers_of(deprecations_used.get())]
            return send(message)

        try:
            await usual(scope, receive, with_headers, path_values)
        except UmpireError as error:
            await problem_response(error, scope["path"], headers_with(error))(scope, receive, with_headers)

    return endpoint


def _endpoint(operation: Operation) -> Endpoint:
    if operation.effect is Effect.FOLLOW:
        return streamed(operation)
    parts = parts_of(operation)
    longest = operation.http.body_bytes or BODY_BYTES
    media = operation.http.media
    accepted = JSON if media is None else media.type.encode()
    if parts.body is operation.request and replace(operation.http, body_bytes=None) == PLAIN:
        return _posted(operation, parts, longest)

    async def answer_of(scope: Scope, receive: Receive, path_values: Mapping[str, str]) -> object:
        parameters = parameters_of(operation, parts, scope, path_values)
        body = None if parts.body is None else await _body_of(operation, parts.body, scope, receive)
        if isinstance(body, Written):
            return body
        whole = combined(operation, parameters, body) if body is None or isinstance(body, Frozen) else body
        return await operation.run(whole)

    async def endpoint(scope: Scope, receive: Receive, send: Send, path_values: Mapping[str, str]) -> None:
        require_acceptable(scope, accepted)
        scope["umpire.operation"] = operation.name
        try:
            with client_having(_versions_in(scope) if operation.http.revalidated else None):
                answer = await answer_of(scope, receive, path_values)
        except Unchanged as known:
            headers = _filled_headers(operation, vars(known))
            await send({"type": "http.response.start", "status": 304, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        except UmpireError as error:
            raise placed(error, operation, parts) from None
        await _send_answer(operation, scope, send, answer)

    return endpoint


async def _send_answer(operation: Operation, scope: Scope, send: Send, answer: object) -> None:
    """Send a file, a reference with its tag, or an answer with the headers that the operation declares."""
    if operation.http.media is not None:
        await send_file(scope, send, operation, operation.http.media, answer)
        return
    body = to_json(answer)
    if operation.is_reference:
        await send_current(scope, send, JSON, body, [(b"cache-control", REVALIDATE)])
        return
    headers = _response_headers(operation, answer)
    await send_body(send, operation.http.status, JSON, body, headers, head=scope["method"] == "HEAD")


async def _body_of(operation: Operation, model: type[Frozen], scope: Scope, receive: Receive) -> Any:
    """Read and validate the body; if nothing is beside it, a worker process answers or prepares a large one."""
    written = await read_body(scope, receive, operation.http.body_bytes or BODY_BYTES)
    if not written and operation.http.body_optional:
        return model()
    require_json_type(scope)
    place = elsewhere_for(operation, written)
    if place is None:
        return await validated_soon(model, written)
    taken = await place.take(written)
    await build(model)
    return model.model_validate_json(written) if taken is None else taken


def _posted(operation: Operation, parts: Parts, longest: int) -> Endpoint:
    """Return the endpoint of an operation whose whole request is the body: the hot path of stateless operations."""
    name = operation.name

    async def endpoint(scope: Scope, receive: Receive, send: Send, path_values: Mapping[str, str]) -> None:
        require_acceptable(scope, JSON)
        scope["umpire.operation"] = name
        if scope["query_string"]:
            query_of(parts, scope)
        require_json_type(scope)
        answer = await answer_to(operation, await read_body(scope, receive, longest))
        await send_body(send, 200, JSON, require_size(to_json(answer)))

    return endpoint


def _response_headers(operation: Operation, answer: object) -> list[tuple[bytes, bytes]]:
    if isinstance(answer, Written) and answer.header_fields:
        fields = answer.header_fields
    elif isinstance(answer, operation.answers[0]):
        fields = vars(answer)
    else:
        return []
    return _filled_headers(operation, fields)


def _filled_headers(operation: Operation, fields: Mapping[str, Any]) -> list[tuple[bytes, bytes]]:
    """Return the headers that an operation declares, of the fields of an answer."""
    declared = operation.http.response_headers.items()
    headers = [(name.lower().encode(), text.format_map(fields).encode()) for name, text in declared]
    return [*headers, *OF_TOKEN] if operation.http.revalidated else headers


def _versions_in(scope: Scope) -> Callable[[int], bool]:
    """Return what tells whether a request names the entity tag of a version as one that the client has."""
    named = header(scope, b"if-none-match")
    return lambda version: names_tag(named, b'"%d"' % version)


async def _answer_other_method(scope: Scope, receive: Receive, send: Send, address: Address) -> None:
    if scope["method"] == "OPTIONS":
        await send({"type": "http.response.start", "status": 204, "headers": [(b"allow", address.allow)]})
        await send({"type": "http.response.body", "body": b""})
        return
    allowed = address.allow.decode()
    refusal = MethodNotAllowed(f"{scope['method']} is not allowed at {scope['path']}; allowed: {allowed}.")
    await problem_response(refusal, scope["path"], [(b"allow", address.allow)])(scope, receive, send)


def _end_of(path: str) -> str:
    """Return the last part of a path of the registry, or that it is a parameter."""
    end = path.rpartition("/")[2]
    return ANY_END if "{" in end else end


def _pattern_of(path: str) -> re.Pattern[str]:
    """Turn "/v1/families/{family}/rules/{rule}" into a pattern."""
    parts = PARAMETER.split(path)
    pattern = ""
    for position, part in enumerate(parts):
        if position % 2:
            pattern += f"(?P<{part}>{'.+' if f'{{{part}}}' == DEEP else '[^/]+'})"
        else:
            pattern += re.escape(part)
    return re.compile(pattern, re.DOTALL)
