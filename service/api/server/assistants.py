"""The tools for assistants over HTTP, if the operator has turned them on; the SDK is imported only then."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from service.api.http.problem_documents import Asgi
from service.api.server.dispatch import TOOLS, TOOLS_OF_PLAYERS
from service.operations.registry import Registry

SDK: Final = "mcp"


class ToolsNotInstalled(Exception):
    """Tools for assistants are asked for, but the extra `mcp` is not installed."""


def require_sdk(asked: str) -> None:
    """Check that the extra `mcp` is installed, which `asked` needs.

    Raises: ToolsNotInstalled.
    """
    if find_spec(SDK) is None:
        message = f"{asked} needs the MCP SDK, which is not installed: install umpire-referee[mcp]."
        raise ToolsNotInstalled(message)


class Assistants:
    """The tools at their paths; without tools `app` is None, and nothing runs."""

    def __init__(self, registry: Registry, families: Sequence[str], origins: Sequence[str], *, offered: bool) -> None:
        """Make the tools over the operations of a registry, if they are offered."""
        self.app: Asgi | None = None
        self._running: Any = _nothing
        if not offered:
            return
        require_sdk("UMPIRE_MCP")
        tools, seats = import_module("service.api.mcp.toolbox"), import_module("service.api.mcp.named_fights").Seat
        made = {TOOLS: seats.REFEREE, TOOLS_OF_PLAYERS: seats.PLAYER}
        toolboxes = {path: tools.Toolbox(registry, families, seat) for path, seat in made.items()}
        over_http = import_module("service.api.mcp.streamable_http").ToolsOverHttp(toolboxes, origins)
        self.app, self._running = over_http, over_http.running

    def running(self) -> AbstractAsyncContextManager[None]:
        """Run what the tools need while the service runs."""
        running: AbstractAsyncContextManager[None] = self._running()
        return running


@asynccontextmanager
async def _nothing() -> AsyncIterator[None]:
    yield
