"""The tools over standard input and output, for an assistant on this machine."""

from mcp.server.stdio import stdio_server

from service.api.mcp.sdk_server import server_of
from service.api.mcp.toolbox import Toolbox


async def serve_stdio(toolbox: Toolbox, secret: str) -> None:
    """Answer requests until standard input ends; all fights are of one secret."""
    server = server_of(toolbox, lambda _: secret)
    async with stdio_server() as (requests, answers):
        await server.run(requests, answers, server.create_initialization_options())
