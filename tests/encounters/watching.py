"""What viewers get of an encounter over every face, and what anybody at the table could see of it."""

import json
import re
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from typing import Any, Final

import orjson

from service.api.graphql.execution import GraphQLExecutor
from service.api.graphql.requests import GraphQLRequest
from service.api.graphql.sockets import SocketContext, SocketSchema
from service.api.graphql.types.derive import camel
from service.api.http.problem_documents import Asgi
from service.operations.answering.feeds import FeedEnded, OpenFeed
from service.operations.encounters.answers import EncounterEntry, EncounterView
from service.operations.encounters.notices.following import FollowEncounter
from service.wire import to_json
from tests.encounters.client import Table
from tests.encounters.plays import PLAYS

SITUATION: Final = "situation"
WITHIN: Final = {
    "dice_policy": " { supplied seeds seats waitFor }",
    "commitment": " { promise draw commit }",
    "seats": " { seat taken contributed }",
    SITUATION: " { round phase decision procedure order { id side status fate forced } orderKnown next servicePlays"
    " over winner draw endedBy text }",
}
ENTRY = " ".join(
    [camel(field.name) + WITHIN[SITUATION] * (field.name == SITUATION) for field in fields(EncounterEntry)]
)
VIEW = " ".join([camel(field.name) + WITHIN.get(field.name, "") for field in fields(EncounterView)])
BOTH = f"""query ($id: String!, $token: String, $limit: Int) {{
  view: encountersGet(id: $id, token: $token) {{ ... on EncounterView {{ {VIEW} }} }}
  log: encountersLog(id: $id, token: $token, limit: $limit) {{ ... on EncounterLog {{ entries {{ {ENTRY} }} }} }} }}"""
FOLLOW = f"""subscription ($id: String!, $token: String, $after: Int, $until: Int) {{
  it: encountersFollow(id: $id, token: $token, after: $after, until: $until) {{
    ... on EncounterEntry {{ {ENTRY} }} ... on FeedEnded {{ reason }} }} }}"""


@dataclass(frozen=True, repr=False)
class Hall:
    """Every face over the tests' store."""

    app: Asgi
    follow: Callable[[FollowEncounter], Awaitable[OpenFeed]]
    graphql: GraphQLExecutor

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text("Hall()")

    async def streamed(self, table: Table, version: int) -> list[Any]:
        """The entries that a viewer gets by the stream, as they are written."""
        following = await self.follow(FollowEncounter(id=table.id, token=table.viewer.token, after=0, until=version))
        events = [event async for event in following]
        await following.close()
        assert isinstance(events[-1], FeedEnded)
        return [orjson.loads(to_json(event)) for event in events[:-1]]

    async def subscribed(self, table: Table, version: int) -> list[Any]:
        """The entries that a viewer gets by a GraphQL subscription."""
        asked = {"id": table.id, "token": table.viewer.token, "after": 0, "until": version}
        context = SocketContext(_free)
        results = await SocketSchema(self.graphql).stream(FOLLOW, asked, context, None, None)
        events = [orjson.loads(to_json(result.data))["it"] async for result in results if result.data is not None]
        assert events[-1] == {"reason": "until"}
        return events[:-1]

    async def asked(self, table: Table, version: int) -> Any:
        """The state and the entries that a viewer gets by a GraphQL query."""
        variables = {"id": table.id, "token": table.viewer.token, "limit": version}
        reply = await self.graphql.execute(GraphQLRequest(query=BOTH, variables=variables))
        return orjson.loads(to_json(reply.body["data"]))


@asynccontextmanager
async def _free() -> Any:
    """Charge nothing."""
    yield


async def log_over_all_faces(hall: Hall, table: Table, version: int) -> tuple[bytes, bytes]:
    """The entries up to a version as viewers get them, over REST and over GraphQL, which streams agree with."""
    page = (await table.viewer.ask("GET", f"{table.path}/log?limit={version}")).json["entries"]
    assert await hall.streamed(table, version) == page
    queried = (await hall.asked(table, version))["log"]["entries"]
    assert await hall.subscribed(table, version) == queried
    return to_json(formed(page, table.id)), to_json(formed(queried, table.id))


async def state_over_all_faces(hall: Hall, table: Table) -> tuple[bytes, bytes]:
    """The encounter as viewers read it, over REST and over GraphQL, with its id taken out."""
    found = formed((await table.viewer.ask("GET", table.path)).json, table.id)
    queried = formed((await hall.asked(table, 1))["view"], table.id)
    return to_json(found), to_json(queried)


OF_SECRETS: Final = ("head", "draw", "commitment")
"""Fields that are made of an encounter's own secret: of two encounters only their form can be compared."""

HASHES: Final = re.compile(r"[0-9a-f]{64}|(?<=\u2014 localhost )[A-Za-z0-9+/]{91}=")


def formed(value: Any, id: str) -> Any:
    """A value without the encounter's id, and without the hashes and signatures that follow from its secret."""
    if isinstance(value, list):
        return [formed(each, id) for each in value]
    if not isinstance(value, dict):
        return value.replace(id, "") if isinstance(value, str) else value
    return {
        name: HASHES.sub("#", json.dumps(each, ensure_ascii=False)).replace(id, "")
        if name in OF_SECRETS
        else formed(each, id)
        for name, each in value.items()
    }


def is_number(value: Any) -> bool:
    """Whether a value is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def leaves(value: Any, *path: str, hidden: Collection[str] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value that holds no others, with the names that lead to it; of hidden figures none."""
    if isinstance(value, dict):
        for name, each in value.items():
            if value.get("id") not in hidden:
                yield from leaves(each, *path, name, hidden=hidden)
    elif isinstance(value, list):
        for each in value:
            if not (isinstance(each, dict) and "id" not in each and set(map(str, each.values())) & set(hidden)):
                yield from leaves(each, *path, hidden=hidden)
    elif not (isinstance(value, str) and value in hidden):
        yield path, value


def facts(family: str, value: Any, hidden: Collection[str] = ()) -> list[Any]:
    """What anybody at the table sees of a state or an outcome: words and facts of visible fields, names and places."""
    play = PLAYS[family]
    own = {"name", "meta"}
    return [
        (path, each)
        for path, each in leaves(value, hidden=hidden)
        if (all(name in play.visible for name in path) and not is_number(each))
        or (path[-1] in play.places and all(name in play.visible | play.places for name in path))
        or own & set(path)
    ]


def rolled(steps: Any, hidden: Collection[str] = (), *, numbers: bool = False) -> list[Any]:
    """What dice fell, for whom, and why, and perhaps the numbers that they were compared with."""
    shown = [step for step in steps if step["dice"] is not None and step["actor"] not in hidden]
    names = ("rule", "actor", "dice", "faces", "card", "target", "margin")
    return [[step[name] for name in names[: 7 if numbers else 5]] for step in shown]
