"""What HTTP promises of encounters: versions as entity tags, cursors, lives, and links that lead somewhere."""

from typing import Any, get_args, get_type_hints

import pytest

from service.api.http.problem_documents import Asgi
from service.api.middleware.idempotency import Idempotency
from service.app import registry
from service.encounters.encounter import DEFAULT_TTL, LONGEST_TTL, SHORTEST_TTL
from service.store.connection import Connection
from service.store.key_names import PLAYERS, SIGNING_KEY
from tests.api.calls import Reply
from tests.encounters.client import DUEL, Client, Table, seated
from tests.published import document

DAY = 24 * 60 * 60


# ── Versions ─────────────────────────────────────────────────────────────────────────────────────────────────────────

CHANGES: list[tuple[str, str, Any]] = [
    ("POST", "/resolve-round", {}),
    ("PATCH", "", {"reveal": "all"}),
    ("POST", "/undo", None),
    ("POST", "/redo", None),
    ("DELETE", "", None),
]


@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
async def test_every_change_names_its_version(app: Asgi, method: str, path: str, body: Any) -> None:
    """Without `If-Match` 428, with another version 412, with what is no version 422; and nothing has changed."""
    table = await seated(app)
    assert (await table.act("resolve-round")).status == 200
    assert (await table.act("resolve-round")).status == 200
    assert (await table.change("undo")).status == 200
    for header, status, problem in (
        (None, 428, "version-missing"),
        ('"3"', 412, "version-stale"),
        ('"5"', 412, "version-stale"),
        ("4", 422, "does-not-fit"),
        ('W/"4"', 422, "does-not-fit"),
        ("*", 422, "does-not-fit"),
        ('"4", "3"', 422, "does-not-fit"),
    ):
        headers: dict[str, Any] = {} if header is None else {"if_match": header}
        reply = await table.referee.ask(method, table.path + path, body, **headers)
        assert (reply.problem, reply.status) == (problem, status)
    assert (await table.get())["version"] == 4
    assert (await table.referee.ask(method, table.path + path, body, version=4)).status == 200


async def test_the_entity_tag_is_the_version(app: Asgi) -> None:
    """Whatever tells a version tells it as `ETag`, and the next change is made to that one."""
    table = await seated(app)
    replies = [
        await table.referee.ask("POST", f"{table.path}/resolve-round", {}, version=1),
        await table.referee.ask("PATCH", table.path, {"reveal": "faces"}, version=2),
        await table.referee.ask("POST", f"{table.path}/undo", version=3),
        await table.referee.ask("POST", f"{table.path}/redo", version=4),
        await table.viewer.ask("GET", table.path),
        await table.viewer.ask("HEAD", table.path),
    ]
    assert [each.header("etag") for each in replies] == ['"2"', '"3"', '"4"', '"5"', '"5"', '"5"']
    assert replies[-1].body == b""


@pytest.mark.parametrize("tag", ['"01"', '"0000001"', '"1 "', "1", 'W/"1"', '"+1"'])
async def test_an_entity_tag_is_compared_as_it_stands(app: Asgi, tag: str) -> None:
    """A tag that means the version but is written otherwise is refused, quoted, and changes nothing."""
    table = await seated(app)
    reply = await table.referee.ask("POST", f"{table.path}/resolve-round", {}, if_match=tag)
    assert reply.status == 422
    assert f'in quotes exactly as `ETag` has it, such as "3"; got {tag}.' in reply.json["detail"]
    assert (await table.viewer.ask("GET", table.path)).header("etag") == '"1"'


# ── Cursors ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 100])
async def test_pages_follow_each_other(app: Asgi, limit: int) -> None:
    """Whatever the size of a page, pages make the whole log, without gap or repetition; the last says so."""
    table = await seated(app)
    for _ in range(6):
        await table.act("resolve-round")
    seen, after, more = list[int](), "", True
    while more:
        page = (await table.viewer.ask("GET", f"{table.path}/log?limit={limit}{after}")).json
        assert len(page["entries"]) == limit or not page["more"]
        assert (page["next"] is None) == (not page["more"])
        seen += [entry["version"] for entry in page["entries"]]
        after, more = f"&after={page['next']}", page["next"] is not None
    assert seen == [1, 2, 3, 4, 5, 6, 7]
    end = (await table.viewer.ask("GET", f"{table.path}/log?after=00000007")).json
    assert (end["entries"], end["more"], end["next"]) == ([], False, None)
    await table.act("resolve-round")
    later = (await table.viewer.ask("GET", f"{table.path}/log?after=00000007")).json
    assert [entry["version"] for entry in later["entries"]] == [8]
    assert later["next"] is None


def test_every_list_ends_alike() -> None:
    """Every answer with a `next` says by null that nothing follows, whatever is listed."""
    pages = {answer: get_type_hints(answer).get("next") for each in registry() for answer in each.answers}
    paged = {answer.__name__: hint for answer, hint in pages.items() if hint is not None}
    assert set(paged) >= {"EncounterLog", "LogProof", "ResultPage", "EncountersListed"}
    assert [name for name, hint in paged.items() if type(None) not in get_args(hint)] == []


@pytest.mark.parametrize("query", ["after=zz", "after=-1", "after=", "limit=0", "limit=101", "limit=x", "before=1"])
async def test_what_is_no_page(app: Asgi, query: str) -> None:
    """A cursor that no page gave, or a page of another size, does not fit."""
    table = await seated(app)
    assert (await table.viewer.ask("GET", f"{table.path}/log?{query}")).problem == "does-not-fit"


# ── Lives ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def lives_of(store: Connection, prefix: str = "") -> list[int]:
    """How long every key of the store still lives, in seconds; -1: for ever, as the key that signs heads does.

    Left out is who plays campaigns, which a process writes now and then by itself, for some seconds.
    """
    async with store as redis:
        kept = [each async for each in redis.scan_iter(f"{prefix}*") if each.decode() not in (SIGNING_KEY, PLAYERS)]
        return [await redis.ttl(key) for key in kept]


@pytest.mark.parametrize("ttl", [None, SHORTEST_TTL, 3 * DAY, LONGEST_TTL])
async def test_a_life_is_settable_and_renewed_by_use(app: Asgi, store: Connection, ttl: int | None) -> None:
    """An encounter is kept for seven days or as long as was asked, counted from whatever was last done with it."""
    assert DEFAULT_TTL == 7 * DAY
    table = await seated(app, **({} if ttl is None else {"ttl": ttl}))
    expected = ttl or DEFAULT_TTL
    shortened = expected // 2
    assert (await table.get())["ttl"] == expected
    uses: list[tuple[str, str, Any, int | None]] = [
        ("GET", "", None, None),
        ("GET", "/log", None, None),
        ("POST", "/resolve-round/preview", {}, None),
        ("POST", "/resolve-round", {}, 1),
        ("POST", "/tokens", {"viewer": "rotate"}, None),
    ]
    for method, path, body, version in uses:
        async with store as redis:
            for key in [each async for each in redis.scan_iter("*")]:
                await redis.expire(key, shortened)
            begun, _ = await redis.time()
        assert (await table.referee.ask(method, table.path + path, body, version=version)).status == 200
        async with store as redis:
            ended, _ = await redis.time()
            kept = [each async for each in redis.scan_iter("*") if each.decode() not in (SIGNING_KEY, PLAYERS)]
            ends = [await redis.expiretime(key) for key in kept]
        assert [end for end in ends if not begun + expected <= end <= ended + expected + 1] == []


async def test_what_is_never_read_again_runs_out(app: Asgi, store: Connection) -> None:
    """Every key that a request writes has an end at once: nobody has to read what is stored for it to go away."""
    client = Client(app)
    listing = (await client.ask("POST", "/v1/listings", {})).json["token"]
    requests: list[tuple[str, Any]] = [
        ("/v1/encounters", {**DUEL, "ttl": SHORTEST_TTL, "listing": listing}),
        ("/v1/dice/roll", {"notation": "3d6", "keep": True}),
        ("/v1/tickets", {"operation": "dice/roll", "request": {"notation": "3d6"}}),
    ]
    for path, body in requests:
        assert (await client.ask("POST", path, body)).status in {200, 201}
        lives = await lives_of(store)
        assert lives
        assert min(lives) >= 0, path


@pytest.mark.parametrize("ttl", [SHORTEST_TTL - 1, LONGEST_TTL + 1, 0, -1, 90.5, "60", True])
async def test_lives_have_limits(app: Asgi, ttl: Any) -> None:
    """Between a minute and thirty days."""
    assert (await Client(app).ask("POST", "/v1/encounters", {**DUEL, "ttl": ttl})).problem == "does-not-fit"


async def test_nothing_is_kept_for_ever(both: Asgi, store: Connection) -> None:
    """After everything that stores, every key of the store has an end."""
    keyed = Idempotency(both, store)
    table = await seated(keyed)
    for number, (method, path, body) in enumerate(CHANGES[:4]):
        reply = await table.referee.ask(
            method, table.path + path, body, version=number + 1, idempotency_key=f"k{number}"
        )
        assert reply.status == 200, reply.body
    assert (await table.referee.ask("POST", f"{table.path}/fork", idempotency_key="f")).status == 201
    body = {"notation": "3d6", "keep": True}
    assert (await Client(keyed).ask("POST", "/v1/dice/roll", body, idempotency_key="r")).status == 200
    lives = await lives_of(store)
    assert len(lives) == 2 + 2 + 2 + 6  # two encounters, a page with its index, six answers
    assert min(lives) > 0


# ── Links ────────────────────────────────────────────────────────────────────────────────────────────────────────────

DOCUMENT = document()
SHARED = DOCUMENT["components"]["parameters"]
PLACES = {
    described["operationId"]: (method.upper(), path, described)
    for path, methods in DOCUMENT["paths"].items()
    for method, described in methods.items()
}


def links_of(name: str) -> dict[str, Any]:
    """The links of an operation's success."""
    responses = PLACES[f"encounters_{name}"][2]["responses"]
    found: dict[str, Any] = next(value for status, value in responses.items() if status.startswith("2")).get(
        "links", {}
    )
    return {link["operationId"].removeprefix("encounters_"): link for link in found.values()}


async def followed(table: Table, link: Any, reply: Reply, body: Any = None) -> Reply:
    """Follow a link from an answer, as its runtime expressions say."""
    method, path, _ = PLACES[link["operationId"]]
    headers: dict[str, Any] = {}
    for name, expression in link["parameters"].items():
        value = str(value_of(expression, table, reply))
        if f"{{{name}}}" in path:
            path = path.replace(f"{{{name}}}", value)
        else:
            headers[name.lower().replace("-", "_")] = value
    return await table.referee.ask(method, path, body, **headers)


def value_of(expression: str, table: Table, reply: Reply) -> Any:
    """What a runtime expression stands for."""
    if expression.startswith("$response.body#/"):
        return reply.json[expression.removeprefix("$response.body#/")]
    if expression.startswith("$response.header."):
        return reply.header(expression.removeprefix("$response.header.").lower())
    return table.id if expression == "$request.path.id" else expression


async def test_links_lead_from_creation_to_the_end(app: Asgi) -> None:
    """From create to act, to undo and redo, to the log, its proof and the end, each by what the one before said."""
    created = await Client(app).ask("POST", "/v1/encounters", DUEL)
    table = Table(created.json["id"], Client(app, created.json["referee"]), Client(app), Client(app))
    acted = await followed(table, links_of("create")["act"], created, {})
    undone = await followed(table, links_of("act")["undo"], acted)
    redone = await followed(table, links_of("undo")["redo"], undone)
    assert [each.json["version"] for each in (acted, undone, redone)] == [2, 3, 4]
    log = await followed(table, links_of("redo")["log"], redone)
    assert [each["kind"] for each in log.json["entries"]] == ["create", "act", "undo", "redo"]
    assert (await followed(table, links_of("redo")["verify"], redone)).json["status"] == "verified"
    assert (await followed(table, links_of("redo")["delete"], redone)).json["status"] == "deleted"
    assert (await followed(table, links_of("create")["get"], created)).problem == "unknown-encounter"


@pytest.mark.parametrize("name", ["create", "act", "undo", "redo", "correct"])
async def test_no_link_is_dead(app: Asgi, name: str) -> None:
    """Every link of an answer names an operation there is, and brings it all that it cannot be asked without."""
    assert {"log", "verify", "delete"} <= links_of(name).keys()
    for target, link in links_of(name).items():
        _, path, described = PLACES[f"encounters_{target}"]
        parameters = [SHARED[each["$ref"].rpartition("/")[2]] for each in described["parameters"]]
        needed = {each["name"] for each in parameters if each["required"]}
        assert needed <= link["parameters"].keys(), (target, path)
