"""Instances are replaced under load behind a proxy: no request fails, no change is lost, and streams go on."""

from typing import Final

from service.store.private.server import PrivateStore
from tests.deploy.instances import Instances, Player, eventually, instances_of, playing
from tests.deploy.proxy import Instance
from tests.encounters.live import Service
from tests.rings import long

pytestmark = long

PLAYERS: Final = 4
ANSWERS: Final = 20
"""How many answers of an instance are waited for before the next step."""
TOLD: Final = 10
"""After how many replacements one line is printed."""


async def replaced(instances: Instances) -> None:
    """Start another instance, stop the oldest one, and let the new one answer."""
    new = await instances.join()
    await instances.drain(instances.running[0])
    await answered(new)


async def answered(instance: Instance) -> None:
    """Wait until an instance has answered some more requests."""
    wanted = instance.answered + ANSWERS
    await eventually(lambda: instance.answered >= wanted)


async def rolled(url: str, times: int, pause: float = 0.01) -> list[Player]:
    """Replace the only instance so many times; return the players, who have heard of all their changes.

    `pause` is the seconds between the changes of a player.
    """
    async with instances_of(lambda: Service(url, UMPIRE_DRAIN_SECONDS="2")) as instances:
        first = await instances.join()
        async with playing(instances.proxy, PLAYERS, pause) as players:
            await answered(first)
            for done in range(1, times + 1):
                await replaced(instances)
                if done % TOLD == 0:
                    print(f"{done} replaced", flush=True)
    assert instances.proxy.lost == 0
    assert {status for player in players for status in player.statuses} == {200, 201}
    assert {status for player in players for status in player.stream_statuses} == {200}
    assert [player.heard for player in players] == [list(range(1, player.version + 1)) for player in players]
    assert all(player.version > 2 for player in players[:PLAYERS])
    return players


async def test_an_instance_is_replaced_under_load(private_store: PrivateStore) -> None:
    """While one instance comes and the other goes every request is answered with success, and every change is heard."""
    await rolled(private_store.url, 1)
