"""Kills: players change encounters through a proxy while processes of the service and the store are killed.

Two instances with two workers each stand behind the proxy, on a store that writes to the disk before it acknowledges.
Each time one of these is ended without warning, at a moment that nobody chose: an instance, any process below one (a
worker of the server, a process for heavy work, what starts those), the store, or the proxy with all its connections.
Players try each change again under its key. At the end each acknowledged change stands in the log once, as it was
answered, and nothing else does; the log is whole by the service's word and by its verifier of one file.
"""

import asyncio
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

import httpx2

from service.encounters import verifier
from tests.deploy.instances import Instances, Player, eventually, instances_of, playing
from tests.encounters.lines import DurableStore
from tests.encounters.live import Service
from tests.patience import PATIENCE

PROCESSES: Final = import_module("psutil")  # has no types
KILLS: Final = 300
OFTEN: Final = 50
"""How often it is said how far the run is."""

PLAYERS: Final = 6
PAUSE: Final = 0.3
INSTANCES: Final = 2
VERIFIER: Final = Path(verifier.__file__).with_name("verify.py")


class Killer:
    """Ends one thing after the other."""

    def __init__(self, store: DurableStore, instances: Instances) -> None:
        self.killed: Counter[str] = Counter()
        self._store = store
        self._instances = instances
        self._chance = Random(15)

    async def kill(self) -> None:
        """End something, and start it again where nothing else does."""
        kinds = {"process": self._process, "instance": self._instance, "store": self._kill_store, "proxy": self._cut}
        kind = self._chance.choice(list(kinds))
        await asyncio.sleep(self._chance.uniform(0, 0.3))
        await kinds[kind]()
        self.killed[kind] += 1

    async def _process(self) -> None:
        """Kill a process below an instance; the instance goes on, or ends and is replaced."""
        service = self._chance.choice(self._instances.running)
        below = PROCESSES.Process(service.process.pid).children(recursive=True)
        self._chance.choice(below).kill()

    async def _instance(self) -> None:
        service = self._chance.choice(self._instances.running)
        service.process.kill()
        await asyncio.to_thread(self._instances.forget, service)
        await self._instances.join()

    async def _kill_store(self) -> None:
        self._store.kill()
        await asyncio.to_thread(self._store.start)

    async def _cut(self) -> None:
        await self._instances.proxy.stop()
        await self._instances.proxy.start()


async def killed(store: DurableStore, times: int) -> list[str]:
    """Kill so many times, each time after every player has made a change; return what was lost or came twice."""
    async with instances_of(
        lambda: Service(store.url, UMPIRE_WORKERS="2", UMPIRE_STORE_TIMEOUT="5"),
    ) as instances:
        killer = Killer(store, instances)
        for _ in range(INSTANCES):
            await instances.join()
        async with playing(instances.proxy, PLAYERS, PAUSE) as players:
            for number in range(1, times + 1):
                await changed(players)
                await killer.kill()
                if number % OFTEN == 0:
                    print(f"{number} kills: {dict(killer.killed)}", flush=True)
        lost = [words for player in players for words in await found_wrong(player)]
    statuses = sum((player.statuses for player in players), Counter())
    changes = sum(len(player.acknowledged) for player in players)
    print(f"Killed: {dict(killer.killed)}. Answers: {dict(statuses)}. Acknowledged changes: {changes:,}.")
    return lost


async def changed(players: list[Player]) -> None:
    """Wait until every player whose encounter takes changes has made another one."""
    before = [(player, player.version) for player in players]
    await eventually(lambda: all(player.version > then or player.is_full() for player, then in before))


async def found_wrong(player: Player) -> list[str]:
    """Compare the log with what was acknowledged, and verify it."""
    path, right = f"/v1/encounters/{player.seat.id}", {"authorization": f"Bearer {player.seat.referee}"}
    jumps = [f"{a} -> {b}" for a, b in pairwise([0, *player.heard, player.version + 1]) if b != a + 1]
    wrong = [f"a stream told {jumps}"] if jumps else []
    address = f"http://127.0.0.1:{player.proxy.port}"
    async with httpx2.AsyncClient(base_url=address, headers=right, timeout=PATIENCE) as client:
        logged: dict[int, str] = {}
        after, page = "", {"more": True}
        while page["more"]:
            page = (await answered(client, "GET", f"{path}/log?limit=100{after}")).json()
            after = f"&after={page['next']}"
            logged |= {entry["version"]: entry["after"] for entry in page["entries"]}
        verified = (await answered(client, "POST", f"{path}/verify")).json()
        proof = (await answered(client, "GET", f"{path}/proof")).content
    created = logged.pop(1)
    wrong += [] if created and logged == player.acknowledged else ["the log is not what was acknowledged"]
    wrong += [] if verified["status"] == "verified" else [f"the service says {verified}"]
    told = await asyncio.to_thread(checked, proof)
    return wrong + ([] if told.returncode == 0 else [f"the verifier says {told.stdout}"])


async def answered(client: httpx2.AsyncClient, method: str, path: str) -> httpx2.Response:
    """Ask until the service has recovered from the last kill."""
    async with asyncio.timeout(PATIENCE):
        while (reply := await client.request(method, path)).status_code != 200:
            assert reply.status_code in {409, 503}, reply.text
            await asyncio.sleep(1)
    return reply


def checked(proof: bytes) -> subprocess.CompletedProcess[str]:
    """Check an exported log as a stranger does."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(proof)
        file.flush()
        return subprocess.run([sys.executable, VERIFIER, file.name], capture_output=True, text=True, check=False)


def main(words: Sequence[float]) -> int:
    """Kill, print what came of it, and return 1 if a change was lost or came twice."""
    store = DurableStore()
    store.start()
    try:
        wrong = asyncio.run(killed(store, int(words[0]) if words else KILLS))
    finally:
        store.remove()
    print("\n".join(["Not borne:", *wrong]) if wrong else "No acknowledged change was lost, and none came twice.")
    return int(bool(wrong))
