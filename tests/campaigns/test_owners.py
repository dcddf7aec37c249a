"""Who cancels a campaign, and who finds it again: its token, the key that started it, a listing."""

from dataclasses import dataclass
from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from service.api.rest.router import RestRouter
from service.app import registry_with
from service.encounters.stored import listing_store
from service.forecasts.campaigns.campaign_listings import CampaignListings
from service.settings.environment import Settings
from service.store.connection import Connection
from service.store.key_names import campaign_keys_of, listing_keys_of
from service.store.packing import unpacked
from tests.access.apps import guarded, holder
from tests.api.calls import Reply
from tests.campaigns.specs import spec
from tests.encounters.client import Client

ANN, BEN = holder("ann"), holder("ben")
CAMPAIGNS = "/v1/campaigns"


@dataclass
class Caller:
    """Asks with a key, a token, or neither."""

    app: Asgi
    key: str | None = None

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None, **headers: Any) -> Reply:
        """Send one request."""
        if self.key is not None:
            headers["x_api_key"] = self.key
        return await Client(self.app, token).ask(method, path, body, **headers)

    async def start(self, **changes: Any) -> Any:
        """Start a campaign, and return the answer."""
        reply = await self.ask("POST", CAMPAIGNS, spec(**changes))
        assert reply.status == 202, reply.body
        return reply.json

    async def cancel(self, started: Any, token: str | None = None) -> Reply:
        """Cancel a campaign."""
        return await self.ask("DELETE", f"{CAMPAIGNS}/{started['id']}", token=token)

    async def listed(self, query: str = "", token: str | None = None) -> Any:
        """Read a page of campaigns."""
        reply = await self.ask("GET", f"{CAMPAIGNS}{query}", token=token)
        assert reply.status == 200, reply.body
        return reply.json


@pytest.fixture
def app(store: Connection) -> Asgi:
    """The REST face, with the keys of two callers."""
    return guarded(RestRouter(registry_with(store, settings=Settings(campaign_fights=1_000))), store, ANN, BEN)


@pytest.fixture
def stranger(app: Asgi) -> Caller:
    """Who has no key."""
    return Caller(app)


async def test_the_link_reads_and_does_not_cancel(stranger: Caller) -> None:
    """Without the token, or with another campaign's, the refusal names both that would do; the campaign goes on."""
    started, other = await stranger.start(), await stranger.start()
    for token in (None, other["token"], started["id"]):
        refused = await stranger.cancel(started, token)
        assert (refused.status, refused.problem) == (403, "cancel-refused")
        assert "send the token from the answer to its start" in refused.json["detail"]
        assert "API key" in refused.json["detail"]
    assert (await stranger.ask("GET", f"{CAMPAIGNS}/{started['id']}")).json["status"] == "queued"
    assert (await stranger.cancel(started, started["token"])).json["status"] == "cancelled"
    assert (await stranger.ask("GET", f"{CAMPAIGNS}/{started['id']}")).json["status"] == "cancelled"
    unknown = await stranger.cancel({"id": "0" * 32}, started["token"])
    assert (unknown.status, unknown.problem) == (404, "unknown-campaign")


async def test_it_is_told_that_nobody_plays(stranger: Caller) -> None:
    """Where no process plays, a campaign that waits says so and what to look at; one that has ended does not."""
    started = await stranger.start()
    waiting = (await stranger.ask("GET", f"{CAMPAIGNS}/{started['id']}")).json
    assert (waiting["status"], waiting["workers"]) == ("queued", 0)
    assert waiting["problem"].startswith("No process plays campaigns now (0 workers); ")
    await stranger.cancel(started, started["token"])
    assert (await stranger.ask("GET", f"{CAMPAIGNS}/{started['id']}")).json["problem"] is None


async def test_the_key_that_started_it_cancels(app: Asgi, stranger: Caller) -> None:
    """Its key needs no token; another key, and the address alone, do; the token suffices for all who have it."""
    ann, ben = Caller(app, ANN.key), Caller(app, BEN.key)
    first, second = await ann.start(), await ann.start()
    for other in (ben, stranger):
        assert (await other.cancel(first)).status == 403
    assert (await ann.cancel(first)).status == 200
    assert (await ben.cancel(second, second["token"])).status == 200
    without = await stranger.start()
    assert (await stranger.cancel(without)).status == 403


async def test_the_token_is_told_once(stranger: Caller, store: Connection) -> None:
    """The store has its hash alone, no cache keeps the answer, and reading tells none; nor is a listing's kept."""
    made = await stranger.ask("POST", "/v1/listings", {})
    reply = await stranger.ask("POST", CAMPAIGNS, spec(listing=made.json["token"]))
    started = reply.json
    assert reply.header("cache-control") == "no-store"
    async with store as redis:
        kept: Any = await redis.hgetall(campaign_keys_of(started["id"])[0])
    texts = [kept[b"token"], unpacked(kept[b"spec"])]
    assert not [text for text in texts for token in (started["token"], made.json["token"]) if token.encode() in text]
    assert started["token"] not in (await stranger.ask("GET", f"{CAMPAIGNS}/{started['id']}")).body.decode()


async def test_campaigns_from_before_are_cancelled_as_they_were_told(stranger: Caller, store: Connection) -> None:
    """A campaign that was stored without a token is cancelled by its link."""
    started = await stranger.start()
    async with store as redis:
        await redis.hdel(campaign_keys_of(started["id"])[0], "token")
    assert (await stranger.cancel(started)).status == 200


async def test_a_listing_has_its_campaigns_newest_first(stranger: Caller) -> None:
    """Pages follow each other by `next`, which is null after the last; each tells how far a campaign is."""
    token = (await stranger.ask("POST", "/v1/listings", {})).json["token"]
    begun = [(await stranger.start(listing=token))["id"] for _ in range(5)]
    await stranger.start()
    ids, query = list[str](), "?limit=2"
    pages = 0
    while query:
        page = await stranger.listed(query, token)
        ids += [each["id"] for each in page["campaigns"]]
        query = page["next"] and f"?limit=2&after={page['next']}"
        pages += 1
        assert page["more"] is (query is not None)
    assert (ids, pages) == (begun[::-1], 3)
    (told,) = (await stranger.listed("?limit=1&after=00000003", token))["campaigns"]
    assert told["id"] == begun[1]
    assert (told["operation"], told["ruleset"], told["cells"], told["status"]) == (
        "mass/resolve-skirmish",
        "mass@2",
        3,
        "queued",
    )
    assert 604_000 < told["expires_in"] <= 604_800
    assert (await stranger.ask("GET", "/v1/encounters", token=token)).json["encounters"] == []
    whole = await stranger.listed("?limit=5", token)
    assert (len(whole["campaigns"]), whole["next"]) == (5, None)


async def test_a_key_has_the_campaigns_that_it_started(app: Asgi, stranger: Caller, store: Connection) -> None:
    """Without a token they are the key's, and no other's; callers without a key have to bring a listing's token."""
    ann, ben = Caller(app, ANN.key), Caller(app, BEN.key)
    assert (await ann.listed())["campaigns"] == []
    begun = [(await ann.start())["id"] for _ in range(3)]
    assert [each["id"] for each in (await ann.listed())["campaigns"]] == begun[::-1]
    assert (await ben.listed()) == {"status": "found", "campaigns": [], "next": None, "more": False}
    async with store as redis:
        await redis.delete(campaign_keys_of(begun[1])[0])
    assert [each["id"] for each in (await ann.listed())["campaigns"]] == [begun[2], begun[0]]
    await stranger.start()
    missing = await stranger.ask("GET", CAMPAIGNS)
    assert (missing.status, missing.problem) == (401, "token-missing")
    unknown = await ann.ask("GET", CAMPAIGNS, token="no-listing")
    assert (unknown.status, unknown.problem) == (401, "token-unknown")


async def test_of_a_key_the_newest_are_kept(app: Asgi, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key is not refused when its list is full: the oldest leave it, and can be read as before."""
    monkeypatch.setattr("service.forecasts.campaigns.campaign_listings.MAX_LISTED", 2)
    ann = Caller(app, ANN.key)
    begun = [(await ann.start())["id"] for _ in range(3)]
    assert [each["id"] for each in (await ann.listed())["campaigns"]] == begun[:0:-1]
    assert (await ann.ask("GET", f"{CAMPAIGNS}/{begun[0]}")).status == 200


async def test_a_full_listing_takes_no_campaign(
    app: Asgi, stranger: Caller, store: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is stored then; what was stored before it was filled is cancelled. Unknown tokens are refused."""
    monkeypatch.setattr(listing_store, "MAX_LISTED", 1)
    token = (await stranger.ask("POST", "/v1/listings", {})).json["token"]
    await stranger.start(listing=token)
    async with store as redis:
        before = await redis.dbsize()
    refused = await stranger.ask("POST", CAMPAIGNS, spec(listing=token))
    assert (refused.status, refused.problem) == (409, "listing-full")
    assert "1 campaigns" in refused.json["detail"]
    assert (await stranger.ask("POST", CAMPAIGNS, spec(listing="none"))).problem == "token-unknown"
    async with store as redis:
        assert await redis.dbsize() == before

    async def too_early(self: CampaignListings, id: str, name: str) -> None:
        """Require nothing, as if there still was room."""

    monkeypatch.setattr(CampaignListings, "require_room", too_early)
    ann = Caller(app, ANN.key)
    assert (await ann.ask("POST", CAMPAIGNS, spec(listing=token))).problem == "listing-full"
    assert [each["status"] for each in (await ann.listed())["campaigns"]] == ["cancelled"]


async def test_campaigns_live_as_long_as_their_listing(stranger: Caller, store: Connection) -> None:
    """Each use of a listing keeps all of it; a deleted one leaves nothing but the campaigns."""
    token = (await stranger.ask("POST", "/v1/listings", {"ttl": 1000})).json["token"]
    started = await stranger.start(listing=token)
    names = listing_keys_of(listing_store.listing_of(token))
    async with store as redis:
        await redis.expire(names[2], 10)
        await stranger.ask("GET", "/v1/encounters", token=token)
        assert 10 < await redis.ttl(names[2]) <= 1000
        assert (await stranger.ask("DELETE", "/v1/listings", token=token)).status == 200
        assert not await redis.exists(*names)
    assert (await stranger.ask("GET", f"{CAMPAIGNS}/{started['id']}")).status == 200
