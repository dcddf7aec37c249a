"""An assistant that plays a fight of any family with nothing but what tools offer it, and notes all that it reads."""

import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx2
import orjson
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from tests.patience import PATIENCE

SECRET: Final = "a-secret-of-the-table-that-nobody-guesses"
MOST_ACTS: Final = 300
MOST_FIGHTS: Final = 6
"""Fights until one has a winner: a draw names nobody."""
AS_SUGGESTED: Final = 0.7
TOKEN: Final = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])")
"""What a token looks like."""


@dataclass
class Assistant:
    """A client of the SDK, and every text that it has read."""

    client: Client
    texts: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    chance: Random = field(default_factory=lambda: Random(7))

    async def use(self, name: str, /, **arguments: Any) -> tuple[str, bool]:
        """Use a tool: its answer, and whether it is a refusal."""
        said = await self.client.call_tool(name, arguments)
        self.used.add(name)
        (content,) = said.content
        assert content.type == "text"
        self.texts.append(content.text)
        return content.text, said.is_error

    async def ask(self, name: str, /, **arguments: Any) -> str:
        """Use a tool that does what it is asked."""
        text, is_refused = await self.use(name, **arguments)
        assert not is_refused, text
        return text

    async def refused(self, name: str, /, **arguments: Any) -> str:
        """Use a tool that refuses."""
        text, is_refused = await self.use(name, **arguments)
        assert is_refused, text
        return text

    async def facts(self, name: str, /, **arguments: Any) -> Any:
        """Use a tool, and return the facts in the last line of its answer."""
        return orjson.loads((await self.ask(name, **arguments)).splitlines()[-1])

    async def listed(self) -> list[dict[str, Any]]:
        """The tools as they are listed."""
        tools = (await self.client.list_tools()).tools
        return [each.model_dump(exclude_none=True, by_alias=True, mode="json") for each in tools]

    async def played(self, family: str, **begun: Any) -> str:
        """Play fights of a family until one has a winner, and return it."""
        for number in range(MOST_FIGHTS):
            name = f"{family}-{number}"
            await self.ask("start_fight", family=family, name=name, **begun)
            won = await self._fought(name)
            if won is not None:
                return won
        message = f"no fight of {family} had a winner"
        raise AssertionError(message)

    async def _fought(self, fight: str) -> str | None:
        for _ in range(MOST_ACTS):
            facts = await self.facts("situation", fight=fight)
            if facts["over"]:
                winner: str | None = facts.get("winner")
                return winner
            moves = {who: key for who in facts["next"] if (key := await self._chosen(fight, who))}
            if moves:
                await self.ask("act", fight=fight, moves=moves)
            else:
                await self.ask("play", fight=fight)
        message = f"{fight} did not end"
        raise AssertionError(message)

    async def _chosen(self, fight: str, figure: str) -> str | None:
        """Choose one of the moves that are offered: mostly what is suggested, else one that needs nothing."""
        lines = (await self.ask("legal_moves", fight=fight, figure=figure)).splitlines()
        offered = [
            line for line in lines if " : " in line and "(needs " not in line and "(suggested, needs" not in line
        ]
        suggested = [line for line in offered if "(suggested" in line]
        if not offered or (len(suggested) != 1 and self.chance.random() < AS_SUGGESTED):
            return None
        chosen = suggested if self.chance.random() < AS_SUGGESTED else offered
        return self.chance.choice(chosen or offered).partition(" : ")[0].strip()


@asynccontextmanager
async def over_stdio(url: str, secret: Path, *words: str, mode: str = "auto") -> AsyncIterator[Assistant]:
    """An assistant whose client has started `umpire mcp` over a store."""
    program = StdioServerParameters(
        command=sys.executable,
        args=["-m", "service", "mcp", "--secret", str(secret), *words],
        env={**os.environ, "UMPIRE_REDIS_URL": url},
    )
    async with Client(stdio_client(program), mode=mode) as client:
        yield Assistant(client)


@asynccontextmanager
async def over_http(address: str, *, mode: str = "auto", **headers: str) -> AsyncIterator[Assistant]:
    """An assistant whose client asks a service."""
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    async with (
        httpx2.AsyncClient(headers=told, timeout=PATIENCE) as http,
        Client(streamable_http_client(address, http_client=http), mode=mode) as client,
    ):
        yield Assistant(client)
