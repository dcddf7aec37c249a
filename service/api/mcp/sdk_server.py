"""The tools as a server of the MCP SDK; only this module and its transports import the SDK, which is an extra."""

from collections.abc import Callable
from importlib.metadata import version

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

from service.api.mcp.toolbox import Changes, Tool, Toolbox

Context = ServerRequestContext[dict[str, object]]


def server_of(toolbox: Toolbox, secret_of: Callable[[Context], str | None]) -> Server[dict[str, object]]:
    """Return a server of the tools; `secret_of` finds the secret of a request."""
    listed = [_listed(each, toolbox) for each in toolbox]

    async def list_tools(context: Context, asked: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=listed)

    async def call_tool(context: Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
        text, is_refused = await toolbox.use(asked.name, asked.arguments or {}, secret_of(context))
        return types.CallToolResult(content=[types.TextContent(text=text)], is_error=is_refused)

    return Server(
        "umpire",
        version=version("umpire-referee"),
        title="Umpire",
        instructions=toolbox.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _listed(tool: Tool, toolbox: Toolbox) -> types.Tool:
    annotations = types.ToolAnnotations(
        read_only_hint=tool.changes is Changes.NOTHING,
        destructive_hint=tool.changes is Changes.TAKES_BACK,
        idempotent_hint=tool.repeats,
        open_world_hint=False,
    )
    return types.Tool(
        name=tool.name, description=tool.says, input_schema=toolbox.schemas[tool.name], annotations=annotations
    )
