"""Fair shares: what a campaign and a webhook take beside those of another caller who asks for far more.

Callers are addresses that a trusted proxy tells, which is this bench.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any, Final

import httpx2

from service.store.private.server import PrivateStore
from service.wire import to_json
from tests.encounters.client import DUEL
from tests.encounters.live import NO_QUOTAS, Service, serving
from tests.encounters.receivers import HANG, receiving
from tests.forecasts.fights import DOCUMENTS

HONEST, STRANGER = "198.51.100.7", "203.0.113.9"
SETTINGS: Final[dict[str, Any]] = {
    **NO_QUOTAS,
    "UMPIRE_TRUSTED_PROXIES": "127.0.0.1",
    "UMPIRE_CAMPAIGN_QUOTA": "none",
    "UMPIRE_WEBHOOK_PRIVATE": "true",
}
FIGHTS: Final = 300
STRANGERS_FIGHTS: Final = 1_000_000
HANGING: Final = 400
OF_ENCOUNTER: Final = 4
RECEIVERS: Final = 16
BEGINS_S, TIMES, DELIVERY_S = 1.0, 3.0, 2.0
POLL: Final = 0.02
TIME_OUT: Final = 300


def caller(service: Service, address: str) -> httpx2.AsyncClient:
    """Return the client of a caller."""
    headers = {"x-forwarded-for": address, "content-type": "application/json"}
    return httpx2.AsyncClient(base_url=f"http://127.0.0.1:{service.port}", headers=headers, timeout=TIME_OUT)


async def started(client: httpx2.AsyncClient, fights: int, seed: str) -> dict[str, Any]:
    """Start a campaign of fights that take about 20 ms each."""
    request = {"input": DOCUMENTS["tactical"](2)}
    body = {"operation": "tactical/resolve-skirmish", "request": request, "axes": [], "max_fights": fights}
    asked = {**body, "half_width": None, "seed": f"sha512ctr1:{seed}"}
    reply = (await client.post("/v1/campaigns", content=to_json(asked))).raise_for_status()
    found: dict[str, Any] = reply.json()
    return found


async def played(client: httpx2.AsyncClient, seed: str) -> tuple[float, float]:
    """Return the seconds until a campaign begins, and from there until it is played."""
    begins = 0.0
    id_ = (await started(client, FIGHTS, seed))["id"]
    began = time.perf_counter()
    while True:
        told = (await client.get(f"/v1/campaigns/{id_}")).raise_for_status().json()
        if told["status"] != "queued" and not begins:
            begins = time.perf_counter() - began
        if told["status"] == "done":
            return begins, time.perf_counter() - began - begins
        await asyncio.sleep(POLL)


async def campaigns(service: Service) -> None:
    """Print how long a campaign takes alone, and beside one that takes hours."""
    async with caller(service, HONEST) as honest, caller(service, STRANGER) as stranger:
        _, alone = await played(honest, "alone")
        large = await started(stranger, STRANGERS_FIGHTS, "large")
        await asyncio.sleep(2)
        begins, beside = await played(honest, "beside")
        right = begins <= BEGINS_S and beside <= TIMES * alone
        print(f"\n| a campaign of {FIGHTS} fights | begins, s | alone, s | beside another's, s | times | as aimed |")
        print("|---|---:|---:|---:|---:|---|")
        print(f"| tactical | {begins:.2f} | {alone:.1f} | {beside:.1f} | {beside / alone:.1f} | {_yes(right)} |")
        token = {"authorization": f"Bearer {large['token']}"}
        (await stranger.delete(f"/v1/campaigns/{large['id']}", headers=token)).raise_for_status()


async def hooked(client: httpx2.AsyncClient, urls: Sequence[str]) -> dict[str, Any]:
    """Create an encounter and webhooks of it, and return what its creation has told."""
    made = (await client.post("/v1/encounters", content=to_json(DUEL))).raise_for_status().json()
    for url in urls:
        told = {"authorization": f"Bearer {made['referee']}"}
        path = f"/v1/encounters/{made['id']}/webhooks"
        (await client.post(path, content=to_json({"url": url}), headers=told)).raise_for_status()
    found: dict[str, Any] = made
    return found


async def acted(client: httpx2.AsyncClient, made: dict[str, Any], version: int) -> None:
    """Put something right."""
    told = {"authorization": f"Bearer {made['referee']}", "if-match": f'"{version}"'}
    (await client.patch(f"/v1/encounters/{made['id']}", content=b"{}", headers=told)).raise_for_status()


async def webhooks(service: Service) -> None:
    """Print how long the delivery to an honest receiver takes while hundreds hang."""
    async with AsyncExitStack() as stack:
        hanging = [await stack.enter_async_context(receiving(HANG)) for _ in range(RECEIVERS)]
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # what hangs is cancelled in the end
        good = await stack.enter_async_context(receiving())
        honest = await stack.enter_async_context(caller(service, HONEST))
        stranger = await stack.enter_async_context(caller(service, STRANGER))
        for number in range(HANGING // OF_ENCOUNTER):
            urls = [hanging[(number + each) % RECEIVERS].url for each in range(OF_ENCOUNTER)]
            await acted(stranger, await hooked(stranger, urls), 1)
        table, longest = await hooked(honest, [good.url]), 0.0
        for version in range(1, 11):
            began = time.perf_counter()
            await acted(honest, table, version)
            await good.has(version)
            longest = max(longest, time.perf_counter() - began)
        print(f"\n| beside {HANGING} hanging deliveries | under way | the longest honest one, s | as aimed |")
        print("|---|---:|---:|---|")
        under_way = sum([each.most_at_once for each in hanging])
        print(
            f"| of one caller, to {RECEIVERS} receivers | {under_way} | {longest:.2f} | {_yes(longest <= DELIVERY_S)} |"
        )


def _yes(so: bool) -> str:
    return "yes" if so else "no"


def main() -> None:
    """Measure a service with a store of its own."""
    with PrivateStore() as store, serving(store.url, **SETTINGS) as service:
        asyncio.run(webhooks(service))
        asyncio.run(campaigns(service))
