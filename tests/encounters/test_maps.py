"""Maps of encounters: what the token sees is drawn, and nothing else."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from anyio import Lock, to_thread
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.api.graphql.over_http import GraphQLApp
from service.api.http.problem_documents import Asgi
from service.api.middleware.idempotency import Idempotency
from service.api.rest.router import RestRouter
from service.api.server.dispatch import Dispatcher
from service.app import perform, registry_with
from service.operations.registry import BODY_BYTES
from service.operations.work.estimates import Job, selecting
from service.store.connection import Connection
from service.wire import to_json
from tests.api.calls import Reply, call
from tests.encounters.client import Client, Table, seated
from tests.encounters.plays import begun, states
from tests.encounters.watching import Hall
from tests.graphql_parts import graphql_of_groups
from tests.operations.reading_svg import NAMESPACE, figures_in, found, said, tree_of
from tests.rings import many


async def at_table(app: Asgi, reveal: str = "outcomes", family: str = "mass", **state: Any) -> Table:
    """A battle of units, or a fight of figures, on a map."""
    battle = begun(family)
    return await seated(app, **{**battle, "reveal": reveal, "state": {**battle["state"], **state}})


async def drawn(who: Client, table: Table, body: Any = None, **headers: Any) -> Reply:
    """Ask for the map: with GET, or with POST for what is laid over it."""
    return await who.ask("GET" if body is None else "POST", f"{table.path}/map.svg", body, **headers)


def units(*hidden: str, **changes: Any) -> list[Any]:
    """The units of the example, some of them hidden."""
    return [{**unit, "hidden": unit["id"] in hidden, **changes} for unit in begun("mass")["state"]["units"]]


@pytest.mark.parametrize("reveal", ["all", "faces", "outcomes"])
async def test_who_has_a_token_sees_the_map(app: Asgi, reveal: str) -> None:
    """Referee and viewer see all figures where they stand and face, and whom they fight, under each policy."""
    table = await at_table(app, reveal)
    for who in (table.referee, table.viewer):
        reply = await drawn(who, table)
        assert (reply.status, reply.header("content-type")) == (200, "image/svg+xml; charset=utf-8")
        figures = figures_in(tree_of(reply.body.decode()))
        expected = {unit["id"]: unit for unit in begun("mass")["state"]["units"]}
        assert list(figures) == list(expected)
        for name, unit in expected.items():
            assert figures[name].get("data-hexes") == ",".join(map(str, unit["hex"]))
            assert figures[name].get("data-facing") == str(unit["facing"])
            assert figures[name].get("data-side") == unit["side"]


@pytest.mark.parametrize("reveal", ["all", "faces", "outcomes"])
async def test_who_has_a_token_sees_the_ground_and_the_figures(app: Asgi, reveal: str) -> None:
    """Of a fight of `tactical` referee and viewer see ground, walls and figures with their facings."""
    fight = begun("tactical")["state"]
    table = await at_table(app, reveal, "tactical")
    for who in (table.referee, table.viewer):
        root = tree_of((await drawn(who, table)).body.decode())
        figures = figures_in(root)
        assert list(figures) == [each["id"] for each in fight["figures"]]
        for each in fight["figures"]:
            shown = figures[each["id"]]
            assert shown.get("data-hexes") == ",".join(map(str, each["hex"]))
            assert (shown.get("data-facing"), shown.get("data-side")) == (str(each["facing"]), each["side"])
        assert {each.get("data-edge") for each in root.iter()} >= {"wall", "low wall"}
        assert {each.get("data-ground") for each in root.iter()} >= {"solid", "rough"}


async def test_a_map_shows_who_is_in_close_combat_and_who_is_hidden_to_the_referee_alone(app: Asgi) -> None:
    """Figures in close combat share a hex and are joined; with a hidden foe the viewer sees one that fights nobody."""
    pair = {"hex": [0, 0], "entered": True, "turns": 1}
    ash = {"id": "ash", "side": "watch", "hex": [0, 0], "facing": 0}
    orc = {"id": "orc", "side": "raiders", "hex": [0, 0], "facing": 3, "hidden": True}
    fight = [
        {**ash, "state": {"close": [{**pair, "foe": "orc", "own_side": 3}]}},
        {**orc, "state": {"close": [{**pair, "foe": "ash", "own_side": 0}]}},
    ]
    table = await at_table(app, "all", "tactical", figures=fight)
    root = tree_of((await drawn(table.referee, table)).body.decode())
    assert list(figures_in(root)) == ["ash", "orc"]
    assert [each.get("data-pair") for each in root.iter() if each.get("data-pair")] == ["ash orc"]
    seen = (await drawn(table.viewer, table)).body
    assert list(figures_in(tree_of(seen.decode()))) == ["ash"]
    assert b"orc" not in seen
    alone = await at_table(app, "all", "tactical", figures=[ash])
    assert (await drawn(alone.viewer, alone)).body == seen


async def test_overlays_of_a_tactical_map(app: Asgi) -> None:
    """A viewer may lay a line of fire and an area over a fight of `tactical`, too."""
    table = await at_table(app, family="tactical")
    lines = [{"start": [-2, 1], "goal": [-1, -4], "label": "Elm aims at Mag"}]
    body = {"lines": lines, "areas": [{"hexes": [[1, 0], [1, -1]]}], "part": {"centre": [0, 0], "radius": 5}}
    for who in (table.referee, table.viewer):
        root = tree_of((await drawn(who, table, body)).body.decode())
        told = str(root.findtext(f"{NAMESPACE}desc"))
        assert "Elm aims at Mag from [-2, 1] to [-1, -4]. Area: 2 hexes." in told
        assert set(figures_in(root)) == {"ash", "elm", "gort", "mag"}


@pytest.mark.parametrize("reveal", ["all", "faces", "outcomes"])
async def test_hidden_figures_are_drawn_for_the_referee_alone(app: Asgi, reveal: str) -> None:
    """With a hidden figure and without it viewers get the same bytes; the referee sees it dashed."""
    some = units()
    gone = {**some[-1], "id": "ambush", "side": "shadows", "hex": [2, -2], "engaged_with": [], "name": "Ambush"}
    with_one = await at_table(app, reveal, units=[*some, {**gone, "hidden": True}])
    without = await at_table(app, reveal, units=some)
    bodies = [(await drawn(table.viewer, table)).body for table in (with_one, without)]
    assert bodies[0] == bodies[1]
    assert b"mbush" not in bodies[0]
    assert b"shadows" not in bodies[0]
    root = tree_of((await drawn(with_one.referee, with_one)).body.decode())
    assert "hidden from viewers" in said(figures_in(root)["ambush"])
    assert found(figures_in(root)["ambush"], class_="hidden")


@settings(max_examples=many(25), suppress_health_check=list(HealthCheck), deadline=None)
@given(one=states("mass"), other=states("mass"), reveal=st.sampled_from(["faces", "outcomes"]))
async def test_no_number_is_drawn(hall: Hall, one: Any, other: Any, reveal: str) -> None:
    """Two battles that look alike at the table have the same map for viewers, whatever their hidden numbers are."""
    first, second = [await at_table(hall.app, reveal, **state) for state in (one, other)]
    assert (await drawn(first.viewer, first)).body == (await drawn(second.viewer, second)).body


async def test_what_is_engaged_with_a_hidden_figure_is_not_told(app: Asgi) -> None:
    """Whoever fights a hidden figure seems to fight nobody."""
    table = await at_table(app, units=units("levy"))
    root = tree_of((await drawn(table.viewer, table)).body.decode())
    assert [each.get("data-pair") for each in root.iter() if each.get("data-pair")] == []
    told = tree_of((await drawn(table.referee, table)).body.decode())
    assert [each.get("data-pair") for each in told.iter() if each.get("data-pair")] == ["guards levy"]


async def test_overlays(app: Asgi) -> None:
    """A viewer, too, may lay lines, areas and a title over what it sees, or ask for a part."""
    table = await at_table(app)
    body = {
        "title": "The charge",
        "lines": [{"start": [0, 2], "goal": [4, 0], "label": "arrows"}],
        "areas": [{"hexes": [[1, 0], [2, 0]], "label": "reach"}],
        "part": {"centre": [0, 0], "radius": 4},
    }
    for who in (table.referee, table.viewer):
        root = tree_of((await drawn(who, table, body)).body.decode())
        assert root.findtext(f"{NAMESPACE}title") == "The charge"
        told = str(root.findtext(f"{NAMESPACE}desc"))
        assert "arrows from [0, 2] to [4, 0]. reach: 2 hexes." in told
        assert set(figures_in(root)) == {"knights", "archers", "pikes", "rabble"}


async def test_what_has_not_changed_is_not_sent_again(app: Asgi) -> None:
    """GET and HEAD have an entity tag, by which 304 answers until the drawing changes."""
    table = await at_table(app)
    first = await drawn(table.viewer, table)
    tag = str(first.header("etag"))
    assert (first.header("cache-control"), first.header("vary")) == ("private, no-cache", "authorization")
    head = await table.viewer.ask("HEAD", f"{table.path}/map.svg")
    assert (head.status, head.body, head.header("etag")) == (200, b"", tag)
    assert head.header("content-length") == str(len(first.body))
    same = await drawn(table.viewer, table, if_none_match=tag)
    assert (same.status, same.body, same.header("etag")) == (304, b"", tag)
    await table.correct(changes=[{"pointer": "/units/0/speed", "value": 1}])
    assert (await drawn(table.viewer, table, if_none_match=tag)).status == 304
    await table.correct(changes=[{"pointer": "/units/0/facing", "value": 5}])
    changed = await drawn(table.viewer, table, if_none_match=tag)
    assert (changed.status, changed.header("etag") == tag) == (200, False)
    posted = await drawn(table.viewer, table, {}, if_none_match=str(changed.header("etag")))
    assert (posted.status, posted.body) == (200, changed.body)


async def test_a_map_that_is_kept_ends_with_its_token(app: Asgi, store: Connection) -> None:
    """A map that was drawn under a key is told again, but to nobody whose token is revoked; others have theirs."""
    table = await at_table(Idempotency(app, store))
    for who in (table.viewer, table.referee):
        told = [await drawn(who, table, {}, idempotency_key="map-of-the-valley") for _ in range(2)]
        assert [each.header("idempotent-replayed") for each in told] == [None, "true"]
    assert (await table.referee.ask("POST", f"{table.path}/tokens", {"viewer": "revoke"})).status == 200
    assert (await drawn(table.viewer, table, {}, idempotency_key="map-of-the-valley")).problem == "token-unknown"
    again = await drawn(table.referee, table, {}, idempotency_key="map-of-the-valley")
    assert again.header("idempotent-replayed") == "true"


async def test_errors(app: Asgi) -> None:
    """Without a token, with another's, of no encounter and of a family without a map the answers are problems."""
    table, other = await at_table(app), await seated(app)
    assert (await drawn(table.stranger, table)).problem == "token-missing"
    assert (await drawn(other.viewer, table)).problem == "token-unknown"
    assert (await table.viewer.ask("GET", f"/v1/encounters/{'0' * 32}/map.svg")).problem == "unknown-encounter"
    unmapped = await drawn(other.viewer, other)
    assert (unmapped.status, unmapped.problem) == (404, "map-missing")
    assert "opposed" in unmapped.json["detail"]
    misfit = await drawn(table.viewer, table, {"lines": [{"start": [0, 0]}]})
    assert (misfit.status, misfit.json["errors"][0]["pointer"]) == (422, "/lines/0/goal")
    refused = await call(app, f"{table.path}/map.svg", b"", "DELETE")
    assert refused.header("allow") == "GET, POST, HEAD, OPTIONS"


MAPS = """query ($id: String!, $token: String) {
  map: encountersMap(id: $id, token: $token) { ... on DrawnMap { svg } }
  same: encountersDrawMap(id: $id, token: $token, title: null) { ... on DrawnMap { svg } } }"""


async def over_graphql(who: Client, table: Table) -> Any:
    """Ask for the map by both fields of GraphQL."""
    asked = {"query": MAPS, "variables": {"id": table.id, "token": who.token}}
    return (await who.ask("POST", "/graphql", asked)).json["data"]


async def test_graphql(both: Asgi) -> None:
    """GraphQL answers the same file as a text."""
    table = await at_table(both)
    body = (await drawn(table.viewer, table)).body.decode()
    assert await over_graphql(table.viewer, table) == {"map": {"svg": body}, "same": {"svg": body}}


@dataclass
class OneWorker:
    """A worker process that is a thread of this one."""

    asked: list[str] = field(default_factory=list)
    is_open: bool = True
    one_at_a_time: Lock = field(default_factory=Lock)

    async def run(self, name: str, task: str, *arguments: Any) -> Any:
        """Perform a task as a worker process does."""
        self.asked.append(f"{task} for {name}")
        async with self.one_at_a_time:
            return await to_thread.run_sync(perform, Job(task, arguments, selecting.get(), None), print)


async def test_large_maps_are_drawn_by_worker_processes(store: Connection, app: Asgi) -> None:
    """A large state or area is handed to a worker process, which draws what the service itself would, on each face."""
    terrain = [{"hex": [q, r], "terrain": "moderate"} for q in range(30) for r in range(30)]
    table, small = await at_table(app, terrain=terrain), await at_table(app)
    worker = OneWorker()
    registry = registry_with(store, pool=worker)
    rest = RestRouter(registry)
    busy = Dispatcher(rest, GraphQLApp(graphql_of_groups(registry, pool=worker)), rest)
    viewer = Client(busy, table.viewer.token)
    assert (await drawn(viewer, table)).body == (await drawn(table.viewer, table)).body
    assert worker.asked == ["draw for encounters/map"]
    answered = await over_graphql(viewer, table)
    assert answered["map"] == answered["same"]
    assert answered["map"]["svg"].encode() == (await drawn(table.viewer, table)).body
    light = Client(busy, small.viewer.token)
    before = len(worker.asked)
    assert (await drawn(light, small)).status == 200
    assert len(worker.asked) == before
    area = {"areas": [{"hexes": [[0, 0]]}]}
    assert (await drawn(light, small, area)).body == (await drawn(small.viewer, small, area)).body
    assert len(worker.asked) == before + 1


async def test_an_encounter_may_have_a_large_map(app: Asgi) -> None:
    """A map that procedures take is taken by a creation, too, beyond the length of other bodies."""
    cells = [{"hex": [q, r], "footing": 1} for q in range(100, 200) for r in range(100, 200)]
    begin = begun("tactical")
    begin["state"]["map"] = {"cells": cells}
    made = await Client(app).ask("POST", "/v1/encounters", begin)
    assert len(to_json(begin)) > BODY_BYTES
    assert made.status == 201, made.body[:300]
    assert len(made.json["state"]["map"]["cells"]) == len(cells)
