"""What one caller may have stored and created is bounded, unless it is set otherwise."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import orjson
import pytest

from service.api.graphql.over_http import GraphQLApp
from service.api.http.problem_documents import Asgi, Receive, Scope, Send
from service.api.middleware.idempotency import Idempotency
from service.api.rest.router import RestRouter
from service.api.server.dispatch import Dispatcher
from service.app import registry_with
from service.encounters.stored.page_store import Pages
from service.errors import StorageQuotaSpent, TooManyRequests
from service.settings.access.allowances import Allowance
from service.settings.access.scopes import current_caller
from service.settings.environment import Settings
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from service.store.quotas import NETWORK_SHARE, Quotas
from tests.access.apps import open_to_all
from tests.api.calls import Reply, answering, call
from tests.encounters.client import DUEL, STRIKE, Client, seated
from tests.encounters.live import serving
from tests.encounters.test_pages import fat
from tests.graphql_parts import graphql_of_groups
from tests.patience import PATIENCE

KEEP = {"notation": "3d6", "keep": True}
MEMORY_OF_THE_SHIPPED_STORE = 256 * 2**20
TRIES = 80
"""More answers than the default quota has room for."""


@pytest.fixture(autouse=True)
def _nobody() -> Iterator[None]:
    """No caller is left over from another test."""
    token = current_caller.set(None)
    yield
    current_caller.reset(token)


@pytest.fixture
async def limited(store_url: str, store: Connection) -> Any:
    """Make the whole application with certain quotas, over the tests' store, which is empty."""
    made: list[Connection] = []

    def make(created: str = "none", stored: str = "none") -> Asgi:
        made.append(Connection(store_url, PATIENCE, Quotas(created, stored)))
        registry = registry_with(made[-1])
        rest = RestRouter(registry)
        return open_to_all(
            Idempotency(Dispatcher(rest, GraphQLApp(graphql_of_groups(registry)), rest), made[-1]), made[-1]
        )

    yield make
    for each in made:
        await each.close()


async def kept_by(app: Asgi, client: str) -> Reply:
    """Roll, and keep it."""
    return await call(app, body=orjson.dumps(KEEP), client=client, content_type="application/json")


async def everything(store: Connection) -> set[bytes]:
    """The keys of what is stored, but for the quotas."""
    async with store as redis:
        return {bytes(key) async for key in redis.scan_iter() if not key.startswith(b"umpire:rate:")}


@pytest.mark.parametrize(
    ("text", "amount", "seconds"),
    [("1000/hour", 1000, 3600), ("32MB/day", 32_000_000, 86400), ("5kB/second", 5000, 1), ("1GB/minute", 10**9, 60)],
)
def test_quotas_are_read(text: str, amount: int, seconds: int) -> None:
    """A quota is a number, of bytes with their unit, and a unit of time."""
    assert Allowance.of(text) == Allowance(amount, seconds, text)


def test_a_quota_may_be_none() -> None:
    """`none` is no limit, and nonsense is no quota."""
    assert Allowance.of("none") is None
    with pytest.raises(ValueError, match="'much' is no quota"):
        Allowance.of("much")


def test_quotas_are_on_unless_they_are_switched_off() -> None:
    """The defaults of the settings are quotas that can be read."""
    settings = Settings()
    assert [Allowance.of(each) for each in (settings.creation_quota, settings.storage_quota)] == [
        Allowance(1000, 3600, "1000/hour"),
        Allowance(32_000_000, 86400, "32MB/day"),
    ]


async def test_creation_is_limited(limited: Callable[..., Asgi], store: Connection) -> None:
    """A kept result on a page of its own counts twice, an encounter once; one too many is refused and not stored."""
    app = limited(created="5/hour")
    page = (await kept_by(app, client="127.0.0.1")).json["kept"]["id"]
    table = await seated(app)
    beside = await Client(app).ask("POST", "/v1/dice/roll", {**KEEP, "keep_with": page})
    assert beside.status == 200
    assert (await table.referee.ask("POST", f"{table.path}/fork")).status == 201
    before = await everything(store)
    refused = [
        await Client(app).ask("POST", "/v1/dice/roll", KEEP),
        await Client(app).ask("POST", "/v1/dice/roll", {**KEEP, "keep_with": page}),
        await Client(app).ask("POST", "/v1/encounters", DUEL),
        await table.referee.ask("POST", f"{table.path}/fork"),
    ]
    assert {(each.status, each.problem) for each in refused} == {(429, "storage-quota-spent")}
    assert all(0 < int(each.header("retry-after") or 0) <= 2 * 3600 / 5 for each in refused)
    assert "5/hour" in refused[2].json["detail"]
    assert await everything(store) == before


async def test_nothing_is_stored_of_what_is_refused(limited: Callable[..., Asgi], store: Connection) -> None:
    """A refused request leaves no key in the store, not even one of its Idempotency-Key."""
    app = limited(created="1/day")
    await seated(app)
    before = await everything(store)
    refused = [
        await kept_by(app, client="127.0.0.1"),
        await Client(app).ask("POST", "/v1/encounters", DUEL),
        await Client(app).ask("POST", "/v1/encounters", DUEL, idempotency_key="0123456789abcdef"),
    ]
    assert {each.problem for each in refused} == {"storage-quota-spent"}
    assert await everything(store) == before


async def test_callers_have_quotas_of_their_own(limited: Callable[..., Asgi]) -> None:
    """What one address has spent is nothing to another."""
    app = limited(created="2/day")
    replies = [await kept_by(app, client=each) for each in ("192.0.2.1", "192.0.2.2", "192.0.2.1")]
    assert [each.status for each in replies] == [200, 200, 429]


async def test_stored_bytes_are_limited(limited: Callable[..., Asgi], store: Connection) -> None:
    """Changes are charged by the bytes that they store; one too many is refused, and the encounter stays as it was."""
    app = limited(stored="9kB/day")
    table = await seated(app)
    replies = [await table.correct(reveal="all") for _ in range(12)]
    statuses = [each.status for each in replies]
    assert statuses[0] == 200
    assert statuses == sorted(statuses)
    refused = replies[-1]
    assert (refused.problem, refused.status) == ("storage-quota-spent", 429)
    assert "9kB/day" in refused.json["detail"]
    assert (await table.get())["version"] == 1 + statuses.count(200)
    assert len(await table.log()) == 1 + statuses.count(200)


async def test_a_change_is_charged_if_it_is_written(store_url: str, store: Connection) -> None:
    """Of two who change the same version one is refused, and only what is written is charged."""
    allowance, noted = Allowance(10**6, 86400, "1MB/day"), list[int]()
    connection = Connection(store_url, PATIENCE, Quotas(stored=allowance.text))
    connection.quotas.noted = lambda _, bucket, amount: noted.append(amount) if bucket == "stored" else None
    current_caller.set("192.0.2.1")
    bucket = "umpire:rate:{192.0.2.1}:stored"
    table = await seated(RestRouter(registry_with(connection)))
    for version in (1, 2):  # the first is read before, the second is remembered
        noted.clear()
        async with store as redis:
            before = int(await redis.get(bucket) or 0)
        replies = await asyncio.gather(*[table.act("resolve-attack", STRIKE, version) for _ in range(2)])
        async with store as redis:
            charged = int(await redis.get(bucket) or 0) - before
        assert sorted([each.status for each in replies]) == [200, 412]
        assert len(noted) == 1
        assert charged == sum(map(allowance.cost, noted)) > 0
    await connection.close()


async def test_kept_answers_of_keys_are_charged(limited: Callable[..., Asgi], store_url: str) -> None:
    """What is remembered for an Idempotency-Key counts as stored: who has spent the quota gets no further key."""
    connection = Connection(store_url, PATIENCE, Quotas(stored="100kB/day"))
    app = open_to_all(Idempotency(answering(lambda scope, body: (200, body)), connection), connection)
    body = orjson.dumps(fat(250_000))
    replies = [await call(app, body=body, idempotency_key=f"key-{number}") for number in range(8)]
    statuses = [each.status for each in replies]
    assert statuses[:2] == [200, 200]
    assert statuses == sorted(statuses)
    assert (replies[-1].status, replies[-1].problem) == (429, "storage-quota-spent")
    assert int(replies[-1].header("retry-after") or 0) > 0
    await connection.close()


async def test_over_graphql_the_problem_is_a_member_of_the_union(limited: Callable[..., Asgi]) -> None:
    """GraphQL tells the same, and in how many seconds to come back."""
    app = limited(created="1/day")
    query = 'mutation { it: diceRoll(notation: "3d6", keep: true) { ... on Problem { status title detail } } }'
    await seated(app)
    problem = (await Client(app).ask("POST", "/graphql", {"query": query})).json["data"]["it"]
    assert (problem["status"], problem["title"]) == (429, "Storage quota spent")
    assert "seconds" in problem["detail"]


async def outcome_of(putting: Awaitable[Any]) -> StorageQuotaSpent | None:
    """The refusal, if there is one."""
    try:
        await putting
    except StorageQuotaSpent as refusal:
        return refusal
    return None


async def test_kept_skirmishes_do_not_fill_the_shipped_store(store_url: str, store: Connection) -> None:
    """One address keeps long answers until its default quota is spent, with most of the shipped store left."""
    settings = Settings()
    connection = Connection(store_url, PATIENCE, Quotas(settings.creation_quota, settings.storage_quota))
    pages = Pages(connection)
    current_caller.set("192.0.2.1")
    answer = fat(3_900_000)
    tries = [await outcome_of(pages.put("heroic/resolve-skirmish", answer, None)) for _ in range(TRIES)]
    refused = [each for each in tries if each is not None]
    assert 0 < len(refused) < TRIES
    assert tries[-1] is not None
    assert all(each.wait > 0 for each in refused)
    async with store as redis:
        held = int((await redis.info("memory"))["used_memory"])
    assert held < MEMORY_OF_THE_SHIPPED_STORE / 4
    await connection.close()


async def test_what_is_larger_than_a_whole_quota_takes_all_of_it(store_url: str, store: Connection) -> None:
    """A quota that is smaller than one document lets one through when it is full, and says when the next may come."""
    connection = Connection(store_url, PATIENCE, Quotas(stored="1kB/hour"))
    current_caller.set("192.0.2.1")
    pages = Pages(connection)
    await pages.put("dice/roll", fat(50_000), None)
    with pytest.raises(StorageQuotaSpent) as spent:
        await pages.put("dice/roll", {}, None)
    assert 0 < spent.value.wait <= 3600
    await connection.close()


async def test_whoever_has_no_address_has_no_quota(store_url: str, store: Connection) -> None:
    """The command line, which is no caller, keeps what it likes."""
    connection = Connection(store_url, PATIENCE, Quotas("1/day", "1kB/day"))
    pages = Pages(connection)
    for _ in range(3):
        await pages.put("dice/roll", fat(5_000), None)
    await connection.close()


async def test_connections_are_callers_too(store: Connection) -> None:
    """A WebSocket's operations are charged to the address it comes from."""
    seen: list[str | None] = []
    scope: Scope = {"type": "websocket", "path": "/graphql", "headers": [], "client": ("192.0.2.9", 1)}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(current_caller.get())

    async def nothing(*_: Any) -> Any:
        return {}

    await open_to_all(app, store)(scope, nothing, nothing)
    assert seen == ["192.0.2.9"]


@pytest.mark.parametrize(("believed", "statuses"), [("127.0.0.1", [201, 201, 429]), ("192.0.2.0/24", [201, 429, 429])])
async def test_callers_behind_a_proxy_are_told_apart(
    private_store: PrivateStore, store: Connection, believed: str, statuses: list[int]
) -> None:
    """`X-Forwarded-For` of a proxy that UMPIRE_TRUSTED_PROXIES names says who calls; anybody else's says nothing."""
    with serving(private_store.url, UMPIRE_CREATION_QUOTA="1/day", UMPIRE_TRUSTED_PROXIES=believed) as service:
        callers = ("198.51.100.1", "198.51.100.2", "198.51.100.2")
        replies = [await service.ask("POST", "/v1/encounters", DUEL, x_forwarded_for=each) for each in callers]
    assert [reply.status_code for reply in replies] == statuses
    assert int(replies[-1].headers["retry-after"]) > 0


@pytest.mark.parametrize("away", [False, True], ids=["in the store", "while it is away"])
async def test_an_ipv6_network_has_a_larger_share(store_url: str, away: bool) -> None:
    """Callers of many networks of 64 bits are limited by their network of 48 bits, with a sentence that says so."""
    quotas = Quotas("none", "none", requests="2/day")
    limited = Connection("unix:///nowhere/store.sock" if away else store_url, PATIENCE, quotas)
    network = secrets.token_hex(6)
    refused = []
    for subnet in range(NETWORK_SHARE + 1):
        token = current_caller.set(f"{network}{subnet:04x}")
        try:
            for _ in range(2):
                await quotas.take_request(limited)
        except TooManyRequests as spent:
            refused.append((subnet, spent.detail))
        finally:
            current_caller.reset(token)
    ((subnet, said),) = refused
    assert (subnet, said.partition(", and")[0]) == (
        NETWORK_SHARE,
        f"One IPv6 network of 48 bits may make {2 * NETWORK_SHARE} requests in 86400 seconds",
    )
    await limited.close()
