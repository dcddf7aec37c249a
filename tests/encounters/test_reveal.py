"""What viewers see: what the referee reveals, what anybody at the table would see, and no number besides."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from service.api.http.problems import Asgi
from service.api.rest.router import RestRouter
from service.app import registry_with
from service.operations.encounters.following import FollowEncounter, OpenFeed
from service.store.connection import Connection
from service.store.notifications import Notifications
from service.store.server import PrivateStore
from service.wire import to_json
from tests.encounters.client import Table, seated
from tests.encounters.plays import PLAYS, begun, moves
from tests.encounters.random_fights import Deed, Fight, done, fights
from tests.patience import PATIENCE

NUMBERED = {"version", "returns_to", "ttl", "n", "faces", "total", "supplied_faces", "supplied_cards"}
QUOTING = {"id", "ruleset", "operation", "rule", "label", "dice", "text", "next", "rulings", "card", "cards"}


def leaves(value: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value that holds no others, with the names that lead to it."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from leaves(each, *path, name)
    elif isinstance(value, list):
        for each in value:
            yield from leaves(each, *path)
    else:
        yield path, value


def is_number(value: Any) -> bool:
    """Whether a value is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def leaks(seen: Any) -> list[Any]:
    """What a viewer should not have been given: numbers that are neither counted versions nor dice, texts with such."""
    found = []
    for path, value in leaves(seen):
        if "rulings" in path or path[-1] in QUOTING:
            continue
        if is_number(value) and path[-1] not in NUMBERED:
            found.append((path, value))
        if isinstance(value, str) and re.search(r"\d", value):
            found.append((path, value))
    return found


def unquoted(step: Any) -> set[str]:
    """The numbers of a step's sentence that are not the dice or the card it shows."""
    shown = " ".join(str(step[name]) for name in ("total", "card", "dice", "label"))
    return set(re.findall(r"\d+", step["text"])) - set(re.findall(r"\d+", shown))


def facts(family: str, value: Any) -> list[Any]:
    """What anybody at the table sees of a state or an outcome: the words and facts of the visible fields."""
    visible = PLAYS[family].visible
    return [
        (path, each) for path, each in leaves(value) if not is_number(each) and all(name in visible for name in path)
    ]


def attempts(family: str) -> list[tuple[str, str, Any]]:
    """Whatever a viewer may try and must not do."""
    return [
        *[("POST", f"/{name}", body) for name, body in moves(family).items()],
        *[("POST", f"/{name}/preview", body) for name, body in moves(family).items()],
        *[("POST", f"/{name}", None) for name in ("undo", "redo", "verify", "fork")],
        ("POST", "/tokens", {}),
        ("PATCH", "", {"reveal": "all"}),
        ("DELETE", "", None),
    ]


@dataclass(frozen=True)
class Hall:
    """REST over the tests' store, and its streams."""

    app: Asgi
    follow: Callable[[FollowEncounter], Awaitable[OpenFeed]]

    async def streamed(self, table: Table, version: int) -> list[Any]:
        """The entries that a viewer is told by the stream, as they are written."""
        asked = FollowEncounter(id=table.id, token=table.viewer.token, after=0, until=version)
        following = await self.follow(asked)
        told = [json.loads(to_json(event)) async for event in following]
        await following.close()
        return told[:-1]


async def seen_by_viewers(hall: Hall, table: Table, family: str) -> Any:
    """Everything a viewer can get out of an encounter, with its id taken out."""
    view = (await table.viewer.ask("GET", table.path)).json
    log = await table.log(table.viewer)
    assert await hall.streamed(table, view["version"]) == log
    answers = [view, {"entries": log}]
    for method, path, body in attempts(family):
        reply = await table.viewer.ask(method, table.path + path, body, version=view["version"])
        assert reply.status == 403, (method, path)
        answers.append(reply.json)
    for answer in answers:
        for name in ("id", "instance"):
            answer[name] = str(answer.get(name, "")).replace(table.id, "")
    return answers


every_family = pytest.mark.parametrize("family", sorted(PLAYS))
patient = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
policies = st.sampled_from(["faces", "outcomes"])


@pytest.fixture
async def hall(store: Connection, private_store: PrivateStore) -> AsyncIterator[Hall]:
    """REST over the tests' store, and its streams."""
    notifications = Notifications(private_store.url, PATIENCE)
    registry = registry_with(store, notifications)
    follow = registry.get("encounters/follow")
    assert follow is not None
    yield Hall(RestRouter(registry), follow.run)
    await notifications.close()


@patient
@given(fight=fights, reveal=policies)
async def test_no_number_is_given_away(hall: Hall, fight: Fight, reveal: str) -> None:
    """Whatever happens, nothing that a viewer gets holds a number besides versions and, if they are shown, dice."""
    family = fight.family
    table = await seated(hall.app, **{**begun(family), "state": fight.state, "reveal": reveal})
    for deed in fight.course:
        await done(table, family, deed)
    view, log, *refusals = await seen_by_viewers(hall, table, family)
    assert leaks(view["state"]) == []
    assert leaks(log) == []
    assert [view["state_hash"], *[entry["after"] for entry in log["entries"]]] == [None] * (1 + len(log["entries"]))
    for refusal in refusals:
        assert not re.search(r"\d", refusal["detail"])
    for entry in log["entries"]:
        assert reveal == "faces" or entry["steps"] == []
        assert (entry["dice"] or {}).get("seed") is None
        assert [unquoted(step) for step in entry["steps"] if unquoted(step)] == []


@patient
@given(fight=fights, reveal=policies)
async def test_no_number_can_be_worked_out(hall: Hall, fight: Fight, reveal: str) -> None:
    """Two fights with other numbers that look alike at the table look alike, to the byte, to those who watch."""
    family, common = fight.family, {**begun(fight.family), "reveal": reveal}
    tables = [await seated(hall.app, **{**common, "state": state}) for state in (fight.state, fight.other)]
    for deed in fight.course:
        if not await looks_alike(tables, family, deed, reveal):
            break
    else:
        event(f"{family} {reveal}: alike")
        seen = [await seen_by_viewers(hall, table, family) for table in tables]
        assert seen[0] == seen[1]


async def looks_alike(tables: list[Table], family: str, deed: Deed, reveal: str) -> bool:
    """Do the same at two tables, and say whether anybody could tell them apart."""
    statuses = [await done(table, family, deed) for table in tables]
    first, second = [(await table.log())[-1] for table in tables]
    states = [facts(family, (await table.get())["state"]) for table in tables]
    if statuses[0] != statuses[1] or states[0] != states[1]:
        return False
    happened = [facts(family, entry["outcome"]) for entry in (first, second)]
    return deed.secret or (happened[0] == happened[1] and (reveal == "outcomes" or rolled(first) == rolled(second)))


def rolled(entry: Any) -> list[Any]:
    """What dice fell, for whom, and why."""
    steps = [step for step in entry["steps"] if step["dice"] is not None]
    return [(step["rule"], step["actor"], step["dice"], step["faces"], step["card"]) for step in steps]


@every_family
async def test_all(hall: Hall, family: str) -> None:
    """With `all` a viewer sees what the referee sees."""
    table = await seated(hall.app, **begun(family), reveal="all")
    await table.act("resolve-round", moves(family)["resolve-round"])
    assert await table.log(table.viewer) == await table.log()
    assert (await table.viewer.ask("GET", table.path)).json["state"] == (await table.get())["state"]


@every_family
async def test_secrets(hall: Hall, family: str) -> None:
    """Of a secret act viewers learn that it happened; numbers stay hidden until the referee chooses anew."""
    table = await seated(hall.app, **begun(family), reveal="all")
    fought = {**moves(family)["resolve-round"], "dice": {"kind": "seeded", "seed": "sha256ctr1:8"}}
    for body in ({**fought, "secret": True}, fought):  # nobody breaks, so the same orders are legal again
        assert (await table.act("resolve-round", body)).status == 200
    view, log, *_ = await seen_by_viewers(hall, table, family)
    hidden = log["entries"][1]
    told = {name: value for name, value in hidden.items() if value not in (None, [], {})}
    assert told.pop("summary") == "Something happens that is not shown."
    assert told == {"version": 2, "kind": "hidden", "secret": True, "reveal": "outcomes"}
    assert leaks(view["state"]) == leaks(log) == []
    assert (await table.correct(reveal="all")).status == 200
    view, log, *_ = await seen_by_viewers(hall, table, family)
    assert view["state"] == (await table.get())["state"]
    assert [entry["reveal"] for entry in log["entries"]] == ["all", "outcomes", "outcomes", "all"]
    assert [entry["kind"] for entry in log["entries"]] == ["create", "hidden", "act", "correct"]


@every_family
async def test_less_from_now_on(hall: Hall, family: str) -> None:
    """When the referee reveals less, what was shown before is no longer shown either."""
    table = await seated(hall.app, **begun(family), reveal="all")
    await table.act("resolve-round", moves(family)["resolve-round"])
    await table.correct(reveal="outcomes")
    assert leaks({"entries": await table.log(table.viewer)}) == []
