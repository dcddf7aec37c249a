"""Calls of operations by tools: as the caller of the request, at its cost, with the problems of the operation."""

from collections.abc import Mapping
from typing import Any

import orjson

from service.api.mcp.tool_answers import ToolRefusal
from service.errors import NotJson
from service.operations.registry import Operation, Registry
from service.operations.validation import too_deep
from service.operations.work.estimates import charge, require_size
from service.operations.work.large_bodies import answer_to
from service.settings.access.scopes import require_scope
from service.store.attempts import KeyedAttempts, deriving
from service.wire import to_json


def _written(request: Mapping[str, Any]) -> bytes:
    """Return a request as JSON.

    Raises: NotJson, if it nests too deeply to be written.
    """
    try:
        return to_json(request)
    except orjson.JSONEncodeError:
        raise NotJson(too_deep(dict(request))) from None


class Operations:
    """The operations of a registry, called by name."""

    def __init__(self, registry: Registry) -> None:
        """Set the registry."""
        self.registry = registry

    async def call(self, name: str, /, **request: Any) -> Any:
        """Return the answer of an operation as JSON.

        Raises: the problems of the operation; ApiKeyMissing, ApiKeyTooWeak.
        """
        operation = await self._operation(name)
        require_scope(operation.scopes)
        charge(1)
        answer = await answer_to(operation, _written(request))
        return orjson.loads(require_size(to_json(answer)))

    async def _operation(self, name: str) -> Operation:
        """Return the operation of a name, which begins with that of a family where it is one of a family.

        Raises: UnknownFamily; ToolRefusal, if the family has no such operation.
        """
        operation = self.registry.get(name)
        if operation is None:
            family, _, what = name.partition("/")
            await self.call("families/get", family=family)
            raise ToolRefusal(f"The family {family} has no {what.replace('-', ' ')}.")
        return operation

    async def call_deriving(self, attempts: KeyedAttempts, name: str, /, **request: Any) -> Any:
        """Return the answer of an operation whose ids and tokens are derived."""
        with deriving(attempts):
            return await self.call(name, **request)
