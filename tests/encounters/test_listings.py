"""A listing finds a referee's own encounters again, and opens none of them."""

from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from service.api.middleware.idempotency import Idempotency
from service.api.rest.router import RestRouter
from service.app import registry_with
from service.encounters.stored import listing_store
from service.errors import StoreAway
from service.settings.access.scopes import current_caller
from service.store.connection import Connection
from service.store.key_names import keys_of, listing_keys_of
from service.store.quotas import Quotas
from tests.api.calls import Reply
from tests.encounters.client import DUEL, Client, Table, seated
from tests.patience import PATIENCE

LISTINGS = "/v1/listings"
KEY = "a-key-of-mine-that-is-long"


async def listing_of(app: Asgi, **body: Any) -> Client:
    """Create a listing, and return a client with its token."""
    made = await Client(app).ask("POST", LISTINGS, body)
    assert (made.status, made.json["status"], made.header("cache-control")) == (201, "created", "no-store"), made.body
    return Client(app, made.json["token"])


async def listed(holder: Client, query: str = "") -> Any:
    """Read a page."""
    reply = await holder.ask("GET", f"/v1/encounters{query}")
    assert reply.status == 200, reply.body
    return reply.json


async def ids_of(holder: Client) -> list[str]:
    """The ids of a listing that fits one page."""
    return [each["id"] for each in (await listed(holder))["encounters"]]


async def create(holder: Client, **changes: Any) -> Reply:
    """Create an encounter in a listing."""
    return await Client(holder.app).ask("POST", "/v1/encounters", {**DUEL, "listing": holder.token, **changes})


async def filled(app: Asgi, many: int) -> tuple[Client, list[Table]]:
    """A listing with encounters, in the order of their creation."""
    holder = await listing_of(app)
    return holder, [await seated(app, listing=holder.token) for _ in range(many)]


async def test_a_listing_shows_its_encounters_newest_first(app: Asgi) -> None:
    """Each entry says what the encounter is and how long it will be there, as it is now; nobody else's are shown."""
    holder, tables = await filled(app, 3)
    await seated(app)
    assert (await tables[1].correct(reveal="faces")).status == 200
    page = await listed(holder)
    assert [each["id"] for each in page["encounters"]] == [table.id for table in reversed(tables)]
    assert (page["status"], page["next"], page["more"]) == ("found", None, False)
    entry = page["encounters"][1]
    left = entry.pop("expires_in")
    view = await tables[1].get()
    assert entry == {name: view[name] for name in ("id", "family", "ruleset", "version", "reveal", "ttl")} | {
        "meta": None,
        "over": False,
        "winner": None,
    }
    assert 0 < left <= view["ttl"]


FALLEN = {"pointer": "/participants/1/status", "value": "incapacitated"}
HIDDEN = {"pointer": "/participants/0/hidden", "value": True}


async def test_fights_that_are_over(both: Asgi) -> None:
    """Each entry says whether its fight is over, and who of those that viewers see has won; one may ask for these."""
    holder, tables = await filled(both, 4)
    await tables[0].correct(changes=[FALLEN])
    await tables[1].correct(changes=[FALLEN, HIDDEN])
    await tables[2].correct(changes=[FALLEN])
    await tables[2].change("undo")
    told = {each["id"]: (each["over"], each["winner"]) for each in (await listed(holder))["encounters"]}
    assert [told[each.id] for each in tables] == [(True, "red"), (True, None), (False, None), (False, None)]
    for query, found in (("true", tables[1::-1]), ("false", tables[:1:-1])):
        assert [each["id"] for each in (await listed(holder, f"?over={query}"))["encounters"]] == [
            each.id for each in found
        ]
    first = await listed(holder, "?over=true&limit=1")
    assert [each["id"] for each in first["encounters"]] == [tables[1].id]
    second = await listed(holder, f"?over=true&limit=1&after={first['next']}")
    assert ([each["id"] for each in second["encounters"]], second["more"]) == ([tables[0].id], False)
    asked = {"query": f'{{ encountersList(token: "{holder.token}", over: true) {{'}
    asked["query"] += " ... on EncountersListed { encounters { id over winner } } } }"
    found = (await Client(both).ask("POST", "/graphql", asked)).json["data"]["encountersList"]["encounters"]
    assert found[1] == {"id": tables[0].id, "over": True, "winner": "red"}
    assert len(found) == 2


async def test_a_filter_that_is_none(app: Asgi) -> None:
    """What is neither true nor false is refused, and quoted."""
    holder = await listing_of(app)
    refused = await holder.ask("GET", "/v1/encounters?over=maybe")
    assert (refused.status, refused.problem) == (422, "does-not-fit")
    assert "maybe" in refused.json["detail"]


async def test_a_fight_of_an_older_release(app: Asgi, store: Connection) -> None:
    """Whether the fight of an encounter is over that an older release wrote is not known until it is changed."""
    holder, (table,) = await filled(app, 1)
    async with store as redis:
        await redis.hdel(keys_of(table.id)[0], "situation", "watched", "over")
    assert [each["over"] for each in (await listed(holder))["encounters"]] == [None]
    assert [(await listed(holder, f"?over={each}"))["encounters"] for each in ("true", "false")] == [[], []]


async def test_a_listing_opens_no_encounter(app: Asgi, store: Connection) -> None:
    """No token and no hash of a token is in a page, and the listing's token reads no encounter."""
    holder, (table,) = await filled(app, 1)
    page = (await holder.ask("GET", "/v1/encounters")).body.decode()
    async with store as redis:
        hashes: Any = await redis.hmget(keys_of(table.id)[0], ["referee", "viewer"])
    secrets = [table.referee.token, table.viewer.token, *[each.decode() for each in hashes]]
    assert [each for each in secrets if str(each) in page] == []
    assert (await Client(app, holder.token).ask("GET", table.path)).problem == "token-unknown"


async def test_pages_follow_each_other_without_gaps(app: Asgi) -> None:
    """By the cursor every encounter comes once, also if others are created and deleted meanwhile."""
    holder, tables = await filled(app, 7)
    first = await listed(holder, "?limit=3")
    assert (len(first["encounters"]), first["more"]) == (3, True)
    await seated(app, listing=holder.token)
    assert (await tables[3].referee.ask("DELETE", tables[3].path, version=1)).status == 200
    second = await listed(holder, f"?limit=3&after={first['next']}")
    assert (second["more"], second["next"]) == (False, None)
    seen = [each["id"] for each in (*first["encounters"], *second["encounters"])]
    assert seen == [tables[place].id for place in (6, 5, 4, 2, 1, 0)]


async def test_what_is_gone_is_not_shown(app: Asgi, store: Connection) -> None:
    """Deleted and expired encounters disappear, in the store, too, and make no page short."""
    holder, tables = await filled(app, 6)
    assert (await tables[5].referee.ask("DELETE", tables[5].path, version=1)).status == 200
    async with store as redis:
        await redis.pexpire(keys_of(tables[3].id)[0], 1)
        while await redis.exists(keys_of(tables[3].id)[0]):
            pass
    page = await listed(holder, "?limit=2")
    assert [each["id"] for each in page["encounters"]] == [tables[4].id, tables[2].id]
    async with store as redis:
        assert await redis.zcard(listing_keys_of(listing_store.listing_of(holder.token))[1]) == 4


async def test_reading_a_listing_keeps_no_encounter_alive(app: Asgi, store: Connection) -> None:
    """To be listed is no use of an encounter: its time runs on; the listing's own time begins anew."""
    holder, (table,) = await filled(app, 1)
    names = listing_keys_of(listing_store.listing_of(holder.token))[:2]
    async with store as redis:
        for name in (keys_of(table.id)[0], *names):
            await redis.expire(name, 1000)
        await listed(holder)
        assert await redis.ttl(keys_of(table.id)[0]) <= 1000
        assert [await redis.ttl(name) > 1000 for name in names] == [True, True]


async def test_every_key_of_a_listing_expires(app: Asgi, store: Connection) -> None:
    """A listing lives as long as it was created to; so does its set of encounters."""
    holder = await listing_of(app, ttl=120)
    await seated(app, listing=holder.token)
    async with store as redis:
        for name in listing_keys_of(listing_store.listing_of(holder.token))[:2]:
            assert 0 < await redis.ttl(name) <= 120


async def test_a_deleted_listing_leaves_its_encounters(app: Asgi) -> None:
    """The token opens nothing any more; the encounters are what they were."""
    holder, (table,) = await filled(app, 1)
    assert (await holder.ask("DELETE", LISTINGS)).json == {"status": "deleted"}
    for method, path in (("GET", "/v1/encounters"), ("DELETE", LISTINGS)):
        assert (await holder.ask(method, path)).problem == "token-unknown"
    assert (await create(holder)).problem == "token-unknown"
    assert (await table.get())["version"] == 1


async def test_an_encounter_is_added_by_its_referee(app: Asgi) -> None:
    """Copies, and encounters that were created without a listing, are added; twice is once, a viewer cannot."""
    holder = await listing_of(app)
    table = await seated(app)
    body = {"listing": holder.token}
    assert (await table.viewer.ask("POST", f"{table.path}/listing", body)).problem == "token-too-weak"
    for _ in range(2):
        reply = await table.referee.ask("POST", f"{table.path}/listing", body)
        assert (reply.status, reply.json) == (200, {"status": "listed", "id": table.id})
    assert await ids_of(holder) == [table.id]
    refused = await table.referee.ask("POST", f"{table.path}/listing", {"listing": "nobody's"})
    assert refused.problem == "token-unknown"


@pytest.mark.parametrize(
    ("headers", "problem"),
    [
        ({}, "token-missing"),
        ({"authorization": "Bearer x"}, "token-unknown"),
        ({"authorization": "Basic x"}, "token-missing"),
    ],
)
async def test_without_its_token_there_is_no_listing(app: Asgi, headers: dict[str, Any], problem: str) -> None:
    """Who has no token, or a wrong one, lists and deletes nothing."""
    for method, path in (("GET", "/v1/encounters"), ("DELETE", LISTINGS)):
        refused = await Client(app).ask(method, path, **headers)
        assert (refused.status, refused.problem) == (401, problem)
        assert refused.header("www-authenticate") is not None


async def test_a_full_listing_takes_no_more(app: Asgi, monkeypatch: pytest.MonkeyPatch) -> None:
    """At its limit an encounter is refused before it is created; those that are gone make room by themselves."""
    monkeypatch.setattr(listing_store, "MAX_LISTED", 2)
    holder, tables = await filled(app, 2)
    refused = await create(holder)
    assert (refused.status, refused.problem) == (409, "listing-full")
    assert "2 encounters" in refused.json["detail"]
    other = await seated(app)
    full = await other.referee.ask("POST", f"{other.path}/listing", {"listing": holder.token})
    assert full.problem == "listing-full"
    assert (await tables[0].referee.ask("DELETE", tables[0].path, version=1)).status == 200
    assert (await create(holder)).status == 201


async def test_a_listing_that_ends_meanwhile_takes_the_new_encounter_along(
    app: Asgi, store: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the listing is gone when the encounter has been written, the encounter is not left behind."""
    holder = await listing_of(app)
    asked = listing_store.Listings.require_room

    async def too_early(self: listing_store.Listings, id: str, encounter: str) -> None:
        await asked(self, id, encounter)
        await self.delete(id)

    monkeypatch.setattr(listing_store.Listings, "require_room", too_early)
    assert (await create(holder)).problem == "token-unknown"
    async with store as redis:
        assert [each async for each in redis.scan_iter("umpire:{*")] == []


async def test_a_retry_finds_the_same_listing_and_lists_once(app: Asgi, store: Connection) -> None:
    """Under a key, listing and encounter are made once and told again, until the listing is deleted."""
    keyed = Idempotency(app, store)
    first, second = [await Client(keyed).ask("POST", LISTINGS, {}, idempotency_key=KEY) for _ in range(2)]
    assert (second.body, second.header("idempotent-replayed")) == (first.body, "true")
    holder = Client(app, first.json["token"])
    body = {**DUEL, "listing": holder.token}
    made = [await Client(keyed).ask("POST", "/v1/encounters", body, idempotency_key=KEY) for _ in range(2)]
    assert made[0].body == made[1].body
    assert await ids_of(holder) == [made[0].json["id"]]
    assert (await holder.ask("DELETE", LISTINGS)).status == 200
    ended = await Client(keyed).ask("POST", LISTINGS, {}, idempotency_key=KEY)
    assert (ended.problem, "listing" in ended.json["detail"]) == ("token-unknown", True)
    short = await Client(keyed).ask("POST", LISTINGS, {}, idempotency_key="short")
    assert short.problem == "key-too-short"


async def test_an_encounter_whose_listing_was_not_reached_is_listed_by_the_retry(
    app: Asgi, store: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the store goes away after the creation, the next try finds the encounter and lists it."""
    holder = await listing_of(app)
    keyed, body = Client(Idempotency(app, store)), {**DUEL, "listing": holder.token}
    with monkeypatch.context() as failing:
        failing.setattr(listing_store.Listings, "add", unreachable)
        assert (await keyed.ask("POST", "/v1/encounters", body, idempotency_key=KEY)).problem == "store-away"
    made = await keyed.ask("POST", "/v1/encounters", body, idempotency_key=KEY)
    assert (made.status, await ids_of(holder)) == (201, [made.json["id"]])
    async with store as redis:
        assert len([each async for each in redis.scan_iter("umpire:{*}:encounter")]) == 1


async def unreachable(*words: Any) -> None:
    """Do what a store does that is away."""
    raise StoreAway("The store does not answer.")


async def test_no_listing_token_is_in_the_store(app: Asgi, store: Connection) -> None:
    """The store knows a listing by the hash of its token."""
    keyed = Idempotency(app, store)
    made = await Client(keyed).ask("POST", LISTINGS, {}, idempotency_key=KEY)
    holder = Client(keyed, made.json["token"])
    assert (await create(holder)).status == 201
    async with store as redis:
        names = [bytes(each) async for each in redis.scan_iter("*")]
        kinds: dict[Any, Any] = {b"string": redis.get, b"hash": redis.hgetall, b"stream": redis.xrange}
        held = [await kinds.get(await redis.type(each), redis.zcard)(each) for each in names]
    assert str(holder.token) not in repr((names, held))


async def test_listings_count_as_created(store_url: str) -> None:
    """A listing is one of the objects that a caller may create."""
    limited = Connection(store_url, PATIENCE, Quotas("2/hour", "none"))
    app = RestRouter(registry_with(limited))
    token = current_caller.set("a caller of listings")
    try:
        made = [await Client(app).ask("POST", LISTINGS, {}) for _ in range(3)]
    finally:
        current_caller.reset(token)
        await limited.close()
    assert [each.status for each in made] == [201, 201, 429]


async def test_graphql_lists_as_rest_does(both: Asgi) -> None:
    """The same operations, by their names: a listing is created, filled, read and deleted."""
    client = Client(both)
    mutation = "mutation { listingsCreate { ... on ListingCreated { token limit } } }"
    token = (await client.ask("POST", "/graphql", {"query": mutation})).json["data"]["listingsCreate"]["token"]
    table = await seated(both, listing=token)
    query = (
        "query($token: String) { encountersList(token: $token, limit: 1) { __typename ... on EncountersListed "
        "{ more encounters { id version meta expiresIn } } ... on Problem { type } } }"
    )
    found = (await client.ask("POST", "/graphql", {"query": query, "variables": {"token": token}})).json
    page = found["data"]["encountersList"]
    assert [(each["id"], each["version"], each["meta"]) for each in page["encounters"]] == [(table.id, 1, None)]
    forget = "mutation($token: String) { listingsDelete(token: $token) { __typename } }"
    gone = await client.ask("POST", "/graphql", {"query": forget, "variables": {"token": token}})
    assert gone.json["data"]["listingsDelete"]["__typename"] == "ListingDeleted"
    refused = (await client.ask("POST", "/graphql", {"query": query, "variables": {"token": token}})).json
    assert refused["data"]["encountersList"]["type"] == "/problems/token-unknown"
