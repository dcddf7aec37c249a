"""Campaigns over REST and GraphQL: started, read, followed, shown and cancelled."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import orjson
import pytest

from service.api.graphql.requests import GraphQLRequest
from service.api.rest.router import RestRouter
from service.app import campaign_cells, play_slice, registry_with
from service.forecasts.campaigns.campaign_queue import CampaignQueue
from service.forecasts.campaigns.campaign_store import Campaigns
from service.forecasts.campaigns.gatherer import Gatherer
from service.forecasts.campaigns.player import Player
from service.forecasts.problems import UnknownCell
from service.operations.forecasts.campaigns.service import preparing
from service.operations.registry import Registry
from service.operations.validation import rewritten, validated
from service.settings.environment import Settings
from service.store.connection import Connection
from service.store.notifications import Notifications
from service.store.private.server import PrivateStore
from service.wire import to_json
from tests.api.calls import call
from tests.campaigns.specs import Counter, Here, in_order, known, results, spec
from tests.graphql_parts import graphql_of_groups
from tests.patience import PATIENCE


@pytest.fixture
async def operations(store: Connection, private_store: PrivateStore) -> AsyncIterator[Registry]:
    """All operations, and a gatherer that plays in this process."""
    due, notifications = CampaignQueue(store), Notifications(private_store.url, PATIENCE)
    gatherer = Gatherer(Campaigns(store), due, Player(Here(), play_slice), preparing(campaign_cells()), Counter())
    gatherer.start()
    yield registry_with(store, notifications, settings=Settings(campaign_fights=1_000), queue=due)
    await gatherer.stop()
    await notifications.close()


async def ask(operations: Registry, name: str, **request: Any) -> Any:
    """Run an operation, and return its answer as JSON."""
    operation = operations[f"campaigns/{name}"]
    return orjson.loads(to_json(await operation.run(validated(operation.request, rewritten(request)))))


async def followed(operations: Registry, **request: Any) -> list[Any]:
    """Follow a campaign to its end, and return the events."""
    operation = operations["campaigns/follow"]
    feed = await operation.run(validated(operation.request, rewritten(request)))
    try:
        async with asyncio.timeout(PATIENCE):
            return [orjson.loads(to_json(event)) async for event in feed]
    finally:
        await feed.close()


async def test_a_campaign_is_followed_to_its_end(operations: Registry) -> None:
    """The last event is the end; before it, each cell that changed was told; what is read then is the same."""
    started = await ask(operations, "start", **spec())
    assert (started["cells"], started["fights"], started["ruleset"]) == (3, 960, "mass@2")
    *entries, end = await followed(operations, id=started["id"])
    assert (end["status"], end["reason"]) == ("ended", "finished")
    assert (entries[-1]["status"], entries[-1]["share"], entries[-1]["seconds_left"]) == ("done", 1, 0)
    assert [each["version"] for each in entries] == sorted({each["version"] for each in entries})
    found = await ask(operations, "get", id=started["id"])
    cells = known(2048)
    assert found["results"] == [orjson.loads(to_json(cell)) for cell in results(cells, in_order(cells))]
    one = await ask(operations, "get", id=started["id"], cell=1)
    assert one["results"] == found["results"][1:2]
    assert await followed(operations, id=started["id"], after=found["version"]) == [end]
    (again, _) = await followed(operations, id=started["id"], after=found["version"] - 1)
    assert again["version"] == found["version"]
    cancelled = await ask(operations, "cancel", id=started["id"], token=started["token"])
    assert cancelled["status"] == "cancelled"
    assert (await ask(operations, "get", id=started["id"]))["status"] == "done"


async def test_a_cell_has_the_odds_of_its_fights(operations: Registry) -> None:
    """They are those of the same fights as odds, and its examples can be posted; before the first fight all is open."""
    asked = {"method": "sampled", "half_width": 0.0001, "max_fights": 320, "max_seconds": None}
    seed = "sha512ctr1:campaign"
    started = await ask(operations, "start", **spec())
    await followed(operations, id=started["id"])
    found = await ask(operations, "cell", id=started["id"], cell=2)
    cell = known(2048).request(2)
    odds = operations["mass/resolve-skirmish/odds"]
    request = {**cell, "forecast": {**asked, "seed": seed}}
    same = orjson.loads(to_json(await odds.run(validated(odds.request, rewritten(request)))))
    assert (found["labels"], found["method"]["stopped"], found["method"]["fights"]) == (["brave"], "max_fights", 320)
    assert found["rounds"] == same["rounds"]
    assert {each["side"]: each for each in found["winner"]} == {each["side"]: each for each in same["winner"]}
    typical = found["examples"]["typical"]
    assert (
        typical["request"] == (await ask(operations, "fight", id=started["id"], n=typical["fight"], cell=2))["request"]
    )
    other = await ask(operations, "start", **spec(max_fights=321))
    await ask(operations, "cancel", id=other["id"], token=other["token"])
    with pytest.raises(UnknownCell):
        await ask(operations, "cell", id=other["id"], cell=3)


async def test_a_fight_is_given_as_a_request(operations: Registry) -> None:
    """It can be posted to the operation as it is."""
    started = await ask(operations, "start", **spec())
    shown = await ask(operations, "fight", id=started["id"], n=5, cell=2)
    operation = operations[shown["operation"]]
    outcome = await operation.run(validated(operation.request, rewritten(shown["request"])))
    assert outcome.dice.seed == "sha512ctr1:campaign/5"


START = """mutation($request: JSON!, $axes: [AxisInput!]) {
  it: campaignsStart(operation: "mass/resolve-skirmish", request: $request, axes: $axes, maxFights: 100) {
    ... on CampaignStarted { id cells fights } ... on Problem { detail }
  }
}"""
READ = """query($id: String!) {
  it: campaignsGet(id: $id) { ... on Campaign { status results { labels fights winner { side chance { low high } } } } }
}"""


async def graphql(operations: Registry, query: str, **variables: Any) -> Any:
    """Answer a document with one field."""
    reply = await graphql_of_groups(operations, ("campaigns",)).execute(
        GraphQLRequest(query=query, variables=variables)
    )
    body = reply.body if isinstance(reply.body, dict) else orjson.loads(to_json(reply.body))
    assert "errors" not in body, body
    return body["data"]["it"]


async def test_graphql_has_the_same(operations: Registry) -> None:
    """A mutation starts it, and a query reads it."""
    started = await graphql(operations, START, request=spec()["request"], axes=spec()["axes"])
    assert (started["cells"], started["fights"]) == (3, 300)
    await followed(operations, id=started["id"])
    found = orjson.loads(to_json(await graphql(operations, READ, id=started["id"])))
    assert found["status"] == "DONE"
    assert [(cell["labels"], cell["fights"]) for cell in found["results"]] == [
        ([label], 100) for label in ("shaken", "steady", "brave")
    ]


async def test_refusals_are_problems(operations: Registry) -> None:
    """Too many fights, unknown ids, numbers that are none, and cells that do not fit."""
    app = RestRouter(operations)
    sent: dict[str, Any] = {"path": "/v1/campaigns", "content_type": "application/json"}
    assert (await call(app, body=orjson.dumps(spec(max_fights=334)), **sent)).status == 409
    assert (await call(app, body=orjson.dumps(spec(request={})), **sent)).status == 422
    started = await call(app, body=orjson.dumps(spec()), **sent)
    where = dict(started.headers)[b"location"].decode()
    assert (started.status, where.startswith("/v1/campaigns/")) == (202, True)
    assert (await call(app, f"{where}/fights/319", b"", "GET", query="cell=2")).status == 200
    assert (await call(app, f"{where}/fights/320", b"", "GET")).status == 404
    assert (await call(app, f"{where}/fights/many", b"", "GET")).status == 422
    assert (await call(app, where, b"", "GET", query="cell=1")).status == 200
    assert (await call(app, where, b"", "GET", query="cell=one")).status == 422
    picture = await call(app, f"{where}/chart.svg", b"", "GET", query="side=red")
    assert (picture.status, dict(picture.headers)[b"content-type"]) == (200, b"image/svg+xml; charset=utf-8")
    losses = await call(app, f"{where}/chart.svg", b"", "GET", query="side=red&of=losses")
    assert (losses.status, b"Members lost on average by" in losses.body) == (200, True)
    assert (await call(app, f"/v1/campaigns/{'0' * 32}", b"", "GET")).status == 404
