"""REST: one address an operation, found by one look-up, answered with one write."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

from service.api.body import header, read_body, require_json_type
from service.api.problems import Receive, Scope, Send, problem_response, send_body
from service.errors import MethodNotAllowed, NotAcceptable, NotFound, UmpireError
from service.operations.fitting import fitted
from service.operations.registry import Operation, Registry
from service.wire import to_json

JSON: Final = b"application/json"
_PARAMETER: Final = re.compile(r"\{(\w+)\}")

Endpoint = Callable[[Scope, Receive, Send, Mapping[str, str]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Address:
    """The methods of one path, and the `Allow` header that lists them."""

    endpoints: Mapping[str, Endpoint]
    allow: bytes


class RestFace:
    """The ASGI application below `/v1`."""

    def __init__(self, registry: Registry) -> None:
        """Lay out the registry's paths; those with parameters are tried with the longest first."""
        self._fixed: dict[str, Address] = {}
        self._patterns: list[tuple[re.Pattern[str], Address]] = []
        for path, operations in registry.paths.items():
            address = _address_of(operations)
            if "{" in path:
                self._patterns.append((_pattern_of(path), address))
            else:
                self._fixed[path] = address
        self._patterns.sort(key=lambda each: -each[0].pattern.count("/"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path = scope["path"]
        address = self._fixed.get(path)
        parameters: Mapping[str, str] = {}
        if address is None:
            address, parameters = self._match(path)
        try:
            if address is None:
                raise NotFound(f"There is nothing at {path}.")
            method = scope["method"]
            endpoint = address.endpoints.get(method)
            if endpoint is None:
                await _answer_other_method(scope, receive, send, address)
                return
            require_acceptable(scope)
            await endpoint(scope, receive, send, parameters)
        except UmpireError as error:
            await problem_response(error, path)(scope, receive, send)

    def _match(self, path: str) -> tuple[Address | None, Mapping[str, str]]:
        for pattern, address in self._patterns:
            match = pattern.fullmatch(path)
            if match:
                return address, match.groupdict()
        return None, {}


def require_acceptable(scope: Scope) -> None:
    """Refuse to answer a client that accepts no JSON.

    Raises: NotAcceptable, quoting the `Accept` header.
    """
    accept = header(scope, b"accept")
    if accept is None or b"*/*" in accept or JSON in accept or b"application/*" in accept:
        return
    raise NotAcceptable(f"The answer is application/json; the request accepts {accept.decode('latin-1')!r}.")


def _address_of(operations: Mapping[str, Operation]) -> Address:
    endpoints = {
        method: _posted(operation) if method == "POST" else _fetched(operation)
        for method, operation in operations.items()
    }
    if "GET" in endpoints:
        endpoints["HEAD"] = endpoints["GET"]
    return Address(endpoints, ", ".join([*endpoints, "OPTIONS"]).encode())


def _posted(operation: Operation) -> Endpoint:
    name, model, run = operation.name, operation.request, operation.run

    async def endpoint(scope: Scope, receive: Receive, send: Send, parameters: Mapping[str, str]) -> None:
        scope["umpire.operation"] = name
        require_json_type(scope)
        request = fitted(model, await read_body(scope, receive))
        await send_body(send, 200, JSON, to_json(await run(request)))

    return endpoint


def _fetched(operation: Operation) -> Endpoint:
    name, model, run = operation.name, operation.request, operation.run

    async def endpoint(scope: Scope, receive: Receive, send: Send, parameters: Mapping[str, str]) -> None:
        scope["umpire.operation"] = name
        query = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
        request = fitted(model, to_json({**query, **parameters}))
        await send_body(send, 200, JSON, to_json(await run(request)), head=scope["method"] == "HEAD")

    return endpoint


async def _answer_other_method(scope: Scope, receive: Receive, send: Send, address: Address) -> None:
    if scope["method"] == "OPTIONS":
        await send({"type": "http.response.start", "status": 204, "headers": [(b"allow", address.allow)]})
        await send({"type": "http.response.body", "body": b""})
        return
    allowed = address.allow.decode()
    refusal = MethodNotAllowed(f"{scope['method']} is not allowed at {scope['path']}; {allowed} are.")
    await problem_response(refusal, scope["path"], [(b"allow", address.allow)])(scope, receive, send)


def _pattern_of(path: str) -> re.Pattern[str]:
    """Turn "/v1/families/{family}/rules/{rule}" into a pattern; the last parameter may hold slashes."""
    last = path.rsplit("{", 1)[1].rstrip("}")
    parts = _PARAMETER.split(path)
    pattern = ""
    for position, part in enumerate(parts):
        if position % 2:
            pattern += f"(?P<{part}>{'.+' if part == last else '[^/]+'})"
        else:
            pattern += re.escape(part)
    return re.compile(pattern, re.DOTALL)
