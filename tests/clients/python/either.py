"""Both clients under one set of tests: what the blocking one returns can be awaited as well."""

from collections.abc import AsyncIterator
from copy import deepcopy
from inspect import isawaitable
from typing import Any, Final

import httpx

from service.rules.examples import examples_of
from umpire_client import AsyncFeed, AsyncUmpire, Feed, Umpire
from umpire_client.types import CreateEncounter, OpposedResolveAttackRequest

CLIENTS: Final = (Umpire, AsyncUmpire)
STRIKE: Final = {"attacker": "Ash", "defender": "Orc"}
BLOCKED: Final = {"kind": "seeded", "seed": "sha256ctr1:16"}
"""Dice of a strike that is blocked, so that it can be made again and again."""
FACES: Final = (15, 60, 8)
ATTACK: Final[OpposedResolveAttackRequest] = {
    "input": {
        "attacker": {
            "id": "Ash",
            "manual_dexterity": 18,
            "weapon": {"base_chance": 45, "rank": 6, "damage_modifier": 4},
        },
        "defender": {
            "id": "Orc",
            "agility": 13,
            "perception": 8,
            "fatigue": 15,
            "endurance": 20,
            "armour_en": 1,
        },
    }
}
"""The attack of the project's README."""


def duel() -> CreateEncounter:
    """Return an encounter to create: Ash against the orc, who is slower, with seeds that the referee may name."""
    state = deepcopy(examples_of("encounters/opposed/create")[0].request["state"])
    state["participants"][1]["perception"] -= 1
    return {"family": "opposed", "reveal": "all", "state": state, "dice_policy": {"seeds": "referee"}}


async def made(value: Any) -> Any:
    """Return what a call of either client came to."""
    return await value if isawaitable(value) else value


async def items(feed: Feed[Any] | AsyncFeed[Any]) -> AsyncIterator[Any]:
    """Yield the items of a feed of either client."""
    if isinstance(feed, Feed):
        for item in feed:
            yield item
    else:
        async for item in feed:
            yield item


def stubbed(client: type[Umpire | AsyncUmpire], transport: httpx.MockTransport, **settings: Any) -> Any:
    """Return a client of either kind whose requests are answered by a function."""
    if client is Umpire:
        return Umpire("http://stub", http=httpx.Client(transport=transport), **settings)
    return AsyncUmpire("http://stub", http=httpx.AsyncClient(transport=transport), **settings)
