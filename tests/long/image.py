"""The image, built and run by a container engine, and the composition of it, in which things break.

`python -m tests.long image`: builds, starts with a read-only root, asks each face; then the composition: kills an
instance, replaces one, fills the store, restarts the engine. No acknowledged change may be lost, and the alerts fire.
"""

import asyncio
import json
import ssl
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from shutil import copy2, which
from typing import Any, Final

import httpx2

from tests.architecture.source import ROOT
from tests.encounters.client import LASTING, STRIKE
from tests.long.composition import DEPLOY, Composition
from tests.long.engine import Engine, NoEngine, available, engine, program
from tests.patience import PATIENCE
from tests.release.packed import copied_into_images

TAG: Final = "umpire:long"
PLAYERS: Final = 3
PAUSE: Final = 0.5
"""Seconds between the changes of a player: all of them share what one caller may have stored in a day."""
SCRATCH: Final = f"/{Path(tempfile.gettempdir()).name}"
CONFINED: Final = (
    *("--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges:true"),
    *("--tmpfs", SCRATCH, "--init"),
)
UNCOMPILED: Final = (
    "import service.app, os, sys; "
    "print(*[each.__name__ for each in list(sys.modules.values()) if getattr(each, '__cached__', None) "
    "and not os.path.exists(each.__cached__)])"
)
CPU: Final = (
    "cat /sys/fs/cgroup/cpuacct/cpuacct.usage 2>/dev/null || "
    "sed -n 's/^usage_usec \\(.*\\)/\\1000/p' /sys/fs/cgroup/cpu.stat"
)
"""Prints the nanoseconds of CPU that a container has had, with either kind of control groups."""
FILL: Final = """
import os, redis
store = redis.Redis.from_url(os.environ["UMPIRE_REDIS_URL"])
n = 0
try:
    while True:
        store.set(f"junk:{n}", bytes(1 << 20)); n += 1
except redis.exceptions.OutOfMemoryError:
    print("full")
"""
EMPTY: Final = """
import os, redis
store = redis.Redis.from_url(os.environ["UMPIRE_REDIS_URL"])
for key in store.scan_iter(match="junk:*", count=1000): store.delete(key)
"""


def main(words: Sequence[float]) -> int:
    """Build and run everything where an engine is; elsewhere say that nothing was run."""
    try:
        with engine() as docker, tempfile.TemporaryDirectory(prefix="umpire-long-") as folder:
            build(docker, Path(folder))
            alone(docker)
            asyncio.run(together(docker, Path(folder)))
    except NoEngine as why:
        print(f"NOT RUN: no container engine can be used here ({why}). The image and the composition were not tried.")
    return 0


def build(docker: Engine, folder: Path) -> None:
    """Build the image from what .dockerignore lets through, on the base of the Dockerfile or its stand-in."""
    began, text = time.monotonic(), (ROOT / "Dockerfile").read_text(encoding="utf-8")
    base = text.partition("FROM ")[2].split()[0]
    found = available(docker, base)
    (folder / "Dockerfile").write_text(text.replace(base, found), encoding="utf-8")
    for name in copied_into_images():
        run = [program("cp"), "-r", str(ROOT / name), str(folder / name)]
        subprocess.run(run, check=True)
    print(f"base: {found}; made in {time.monotonic() - began:.0f} s")
    began = time.monotonic()
    docker("build", "--network", "host", "--tag", TAG, folder, seconds=1800)
    print(f"built in {time.monotonic() - began:.0f} s")


def alone(docker: Engine) -> None:
    """Run one container without rights, and ask each face once."""
    began = time.monotonic()
    name = docker("run", "--detach", *CONFINED, "--publish", "127.0.0.1::8000", TAG)
    try:
        with httpx2.Client(
            base_url=f"http://{docker('port', name, '8000/tcp').splitlines()[0]}", timeout=PATIENCE
        ) as it:
            until_answered(it)
            told = docker("exec", name, "sh", "-c", CPU)
            seconds = int(told) / 1e9
            held = docker("stats", "--no-stream", "--format", "{{.MemUsage}}", name)
            print(f"answered after {time.monotonic() - began:.1f} s, {seconds:.2f} CPU s, {held}")
            assert it.post("/v1/dice/roll", json={"notation": "3d6"}).json()["status"] == "resolved"
            told = it.post("/graphql", json={"query": "{ meta { ... on Meta { version } } }"}).json()
            assert "errors" not in told, told
            assert "<title>Play" in it.get("/play").text
            assert it.get("/docs").status_code == it.get("/readyz").status_code == 200
        rolled = docker("exec", "--interactive", name, "umpire", "dice", "roll", given=b'{"notation": "3d6"}')
        assert json.loads(rolled)["status"] == "resolved"
        assert docker("exec", name, "python", "-c", UNCOMPILED) == "", "modules are compiled at each start"
        until = time.monotonic() + PATIENCE
        while docker.inspect(name)["State"]["Health"]["Status"] != "healthy":
            assert time.monotonic() < until
            time.sleep(0.5)
        print("REST, GraphQL, command line, /play and /docs answer; healthy; no module is compiled at a start")
    finally:
        docker("rm", "--force", name)


def until_answered(client: httpx2.Client) -> None:
    """Wait for the first answer."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(httpx2.TransportError):
            if client.get("/livez").status_code == 200:
                return
        time.sleep(0.02)
    raise AssertionError("no answer")


@dataclass
class Player:
    """Changes an encounter again and again, each change under a key until it is acknowledged."""

    client: httpx2.AsyncClient
    over: asyncio.Event
    acknowledged: dict[int, str] = field(default_factory=dict)
    moved: asyncio.Condition = field(default_factory=asyncio.Condition)
    refused: int = 0
    place: str = ""
    referee: str = ""

    async def play(self) -> None:
        """Create the encounter, and change it until the end."""
        key = {"idempotency-key": f"long-create-{id(self)}-{time.time_ns()}"}
        told = await self._until(lambda: self.client.post("/v1/encounters", json=LASTING, headers=key), 201)
        self.place, self.referee = f"/v1/encounters/{told['id']}", told["referee"]
        version = 1
        while not self.over.is_set():
            changed = await self._until(partial(self._strike, version), 200)
            version = changed["version"]
            async with self.moved:
                self.acknowledged[version] = changed["after"]
                self.moved.notify_all()
            await asyncio.sleep(PAUSE)

    async def has_had(self, changes: int) -> None:
        """Wait until so many changes were acknowledged."""
        async with self.moved:
            await self.moved.wait_for(lambda: len(self.acknowledged) >= changes)

    async def _strike(self, version: int) -> httpx2.Response:
        head = {"authorization": f"Bearer {self.referee}", "if-match": f'"{version}"'}
        head["idempotency-key"] = f"{self.place}-{version}"
        if version % 2:
            return await self.client.post(f"{self.place}/resolve-attack", json=STRIKE, headers=head)
        changes = [{"pointer": "/participants/0/fatigue", "value": version % 100 + 1}]
        return await self.client.patch(self.place, json={"changes": changes}, headers=head)

    async def _until(self, ask: Callable[[], Awaitable[httpx2.Response]], status: int) -> Any:
        while True:
            with suppress(httpx2.TransportError):
                reply = await ask()
                if reply.status_code == status:
                    return reply.json()
                assert reply.status_code in {409, 429, 502, 503, 504, 507}, reply.text
            self.refused += 1
            await asyncio.sleep(0.2)

    async def lost(self) -> list[int]:
        """Return the acknowledged changes that the log does not have, or has otherwise."""
        head, kept, page = {"authorization": f"Bearer {self.referee}"}, dict[int, str](), {"more": True, "next": None}
        while page["more"]:
            after = {} if page["next"] is None else {"after": page["next"]}
            reply = await self.client.get(f"{self.place}/log", params=after, headers=head)
            page = reply.json()
            assert reply.status_code == 200, page
            kept |= {each["version"]: each["after"] for each in page["entries"]}
        return [version for version, state in self.acknowledged.items() if kept.get(version) != state]


async def together(docker: Engine, folder: Path) -> None:
    """Run the composition, break it in four ways while players play, and count what was lost."""
    for name in ("haproxy.cfg", "redis.conf"):
        copy2(DEPLOY / name, folder / name)
    _certified(folder / "tls")
    composition = Composition(docker, folder, {"STORE_PASSWORD": "long-run"}, TAG)
    try:
        await asyncio.to_thread(composition.up)
        watch = await asyncio.to_thread(_watched, docker, composition, folder)
        over, trust = asyncio.Event(), ssl.create_default_context(cafile=folder / "tls" / "umpire.pem")
        async with httpx2.AsyncClient(base_url=_address_of(composition), verify=trust, timeout=20) as client:
            players = [Player(client, over) for _ in range(PLAYERS)]
            async with asyncio.TaskGroup() as tasks:
                for player in players:
                    tasks.create_task(player.play())
                for trouble in (_kill_one, _replace_one, _fill_the_store, _restart_the_engine):
                    await _more(players)
                    print(await trouble(composition, watch), flush=True)
                    client.base_url = _address_of(composition)
                await _more(players)
                over.set()
            lost = [version for player in players for version in await player.lost()]
        changes = sum(len(player.acknowledged) for player in players)
        again = sum(each.refused for each in players)
        print(f"{changes:,} changes were acknowledged, {again:,} asked for again; {len(lost)} lost")
        assert not lost
    finally:
        await asyncio.to_thread(composition.down)


def _address_of(composition: Composition) -> str:
    """Return the address of the proxy; its port is a free one, which may be another after the engine has restarted."""
    return f"https://localhost:{composition.address('proxy', 8443).rpartition(':')[2]}"


async def _more(players: Sequence[Player], changes: int = 10) -> None:
    """Wait until each player has had so many more changes acknowledged."""
    goals = [len(player.acknowledged) + changes for player in players]
    async with asyncio.timeout(PATIENCE * 2):
        for player, goal in zip(players, goals, strict=True):
            await player.has_had(goal)


async def _kill_one(composition: Composition, watch: "Watch") -> str:
    """Kill an instance as a lack of memory does; it stays away until the alert has fired."""
    name = composition.containers["service"].pop(0)
    await asyncio.to_thread(composition.docker, "rm", "--force", name)
    fired = await watch.fires("UmpireDown")
    await asyncio.to_thread(composition.start, "service")
    return f"killed an instance, and started another: {fired}"


async def _replace_one(composition: Composition, watch: "Watch") -> str:
    """Start a new instance, and stop an old one as its orchestrator does."""
    await asyncio.to_thread(composition.start, "service")
    await asyncio.to_thread(composition.remove, "service", composition.containers["service"][0])
    return "replaced an instance"


async def _fill_the_store(composition: Composition, watch: "Watch") -> str:
    """Fill the store until it takes no more, and empty it again."""
    url = composition.told["services"]["service"]["environment"]["UMPIRE_REDIS_URL"]
    network = f"{composition.project}-back"
    run = ("run", "--rm", "--network", network, "--env", f"UMPIRE_REDIS_URL={url}", "--entrypoint", "python", TAG, "-c")
    assert await asyncio.to_thread(composition.docker, *run, FILL) == "full"
    fired = await watch.fires("StoreMemoryRunsOut", {"pending", "firing"})
    await asyncio.to_thread(composition.docker, *run, EMPTY)
    return f"filled the store, and emptied it: {fired}"


async def _restart_the_engine(composition: Composition, watch: "Watch") -> str:
    """Restart the engine, which starts all containers again."""
    if not await asyncio.to_thread(composition.docker.restart):
        return "NOT RUN: the engine is not ours to restart"
    for names in composition.containers.values():
        for name in names:
            await asyncio.to_thread(composition.wait, name)
    return "restarted the engine"


@dataclass
class Watch:
    """A Prometheus with the alerts of deploy/, in the composition; None where `prometheus` is not installed."""

    composition: Composition
    container: str | None

    async def fires(self, alert: str, states: frozenset[str] | set[str] = frozenset({"firing"})) -> str:
        """Wait until an alert has one of some states."""
        if self.container is None:
            return f"whether {alert} fires was NOT TRIED, without `prometheus`"
        address = f"http://{self.composition.inner(self.container)}:9090/api/v1/alerts"
        async with httpx2.AsyncClient(timeout=PATIENCE) as client, asyncio.timeout(PATIENCE * 2):
            while True:
                told = (await client.get(address)).json()["data"]["alerts"]
                for each in told:
                    if each["labels"]["alertname"] == alert and each["state"] in states:
                        return f"{alert} is {each['state']} ({each['annotations']['summary']})"
                await asyncio.sleep(2)


def _watched(docker: Engine, composition: Composition, folder: Path) -> Watch:
    """Start a Prometheus as deploy/monitoring has it, with this machine's program, if it has one."""
    program = which("prometheus")
    if program is None:
        return Watch(composition, None)
    monitoring = folder / "monitoring"
    monitoring.mkdir()
    for file in ("alerts.yaml", "prometheus.yaml"):
        copy2(DEPLOY / "monitoring" / file, monitoring / file)
    copy2(program, monitoring / "prometheus")
    words = ("--config.file=/watch/prometheus.yaml", "--storage.tsdb.path=/tmp/data")
    name = f"{composition.project}-prometheus"
    network = f"{composition.project}-front"
    run = ("run", "--detach", "--name", name, "--network", network, "--volume", f"{monitoring}:/watch:ro")
    docker(*run, "--no-healthcheck", "--restart", "unless-stopped", "--entrypoint", "/watch/prometheus", TAG, *words)
    composition.containers["prometheus"] = [name]
    return Watch(composition, name)


def _certified(folder: Path) -> None:
    """Make a certificate of this machine's own for the proxy, in one file with its key."""
    folder.mkdir()
    pair, key = folder / "umpire.pem", folder / "key"
    made = (
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
    )
    named = (
        "-subj",
        "/CN=localhost",
        "-addext",
        "subjectAltName=DNS:localhost",
        "-keyout",
        str(key),
        "-out",
        str(pair),
    )
    subprocess.run([*made, *named], check=True, capture_output=True)
    pair.write_bytes(pair.read_bytes() + key.read_bytes())
    pair.chmod(0o644)
