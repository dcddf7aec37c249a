"""Heavy work on a running service: where it is done, what stops it, and what it costs."""

import asyncio
import os
import signal
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from service.api.graphql.requests import GraphQLRequest
from service.api.rest.router import RestRouter
from service.app import graphql, registry
from service.encounters.verifier.verify import check
from service.operations.work.estimates import WORKER_COST
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from service.wire import to_json
from tests.api.calls import call
from tests.api.working import (
    ODDS,
    SKIRMISH,
    becomes,
    children,
    costs,
    document,
    example,
    left,
    stalled,
    work,
    workers_of,
)
from tests.encounters.client import DUEL
from tests.encounters.live import Service, serving, subscribe, talking, told
from tests.operations.test_workers import gone
from tests.rings import thinned
from tests.verifier.cases import published

QUOTA = 1000


@pytest.fixture(scope="module")
def service(private_store: PrivateStore) -> Iterator[Service]:
    """A service with one worker process, for which one request may wait, and a quota that fills slowly."""
    with serving(
        private_store.url,
        UMPIRE_RATE_LIMIT=f"{QUOTA}/day",
        UMPIRE_WORK_PROCESSES="1",
        UMPIRE_WORK_WAITING="1",
        UMPIRE_WORK_SECONDS="600",
    ) as service:
        yield service


@pytest.fixture(autouse=True)
async def rested(private_store: PrivateStore, store: Any) -> None:
    """Nobody owes anything: the store is empty."""


def heavy_requests() -> dict[str, Any]:
    """A request of each kind that is heavy whatever its size."""
    kinds = {name: example(name) for name in (ODDS, SKIRMISH, "laurels/resolve-round/odds", "mass/resolve-skirmish")}
    attack = "opposed/resolve-attack"
    round_ = example("opposed/resolve-round")
    figures = round_["input"]["participants"]
    many = [*figures, *[{**figures[0], "id": f"f{n}", "engaged_with": []} for n in range(40)]]
    kinds["opposed/resolve-round"] = {**round_, "input": {**round_["input"], "participants": many, "orders": []}}
    kinds["batch"] = {"requests": [{"operation": attack, "body": example(attack)}]}
    return kinds


async def test_every_kind_of_heavy_work_goes_to_a_worker(service: Service) -> None:
    """Odds, skirmishes, large rounds, batches and proofs are done by worker processes; what is small is not."""
    before = await work(service, "done")
    for name, request in heavy_requests().items():
        reply = await service.ask("POST", f"/v1/{name}", request)
        assert reply.status_code == 200, reply.text
    attack = example("opposed/resolve-attack")
    answer = await service.ask("POST", "/v1/opposed/resolve-attack", attack)
    claim = {"operation": "opposed/resolve-attack", "request": attack, "answer": answer.json()}
    assert (await service.ask("POST", "/v1/verify", claim)).json()["status"] == "verified"
    after = await work(service, "done")
    assert {name for name in after if after[name] > before.get(name, 0)} == {*heavy_requests(), "verify"}


@pytest.mark.parametrize("name", [ODDS, SKIRMISH, "laurels/pursue/odds"])
async def test_a_worker_gives_the_same_bytes(service: Service, name: str) -> None:
    """What a worker process answers, over REST and over GraphQL, is what is answered without one."""
    request = {**example(name), "dice": {"kind": "seeded", "seed": "sha256ctr1:same"}}
    here = await call(RestRouter(registry()), f"/v1/{name}", orjson.dumps(request), content_type="application/json")
    assert here.status == 200
    assert (await service.ask("POST", f"/v1/{name}", request)).content == here.body
    asked = document(name, request)
    reply = await graphql().interpret(GraphQLRequest(**asked))
    for _ in range(2):  # new, and by its plan
        assert (await service.ask("POST", "/graphql", asked)).json() == orjson.loads(to_json(reply.body))


async def test_what_graphql_cannot_plan_is_written_by_a_worker_too(service: Service) -> None:
    """A document with a variable that has to be converted is interpreted; its heavy fields are done elsewhere."""
    request = {**example(SKIRMISH), "dice": {"kind": "seeded", "seed": "sha256ctr1:same"}}
    asked = document(SKIRMISH, {**request, "input": {**request["input"], "max_rounds": 20}})
    plain = (await service.ask("POST", "/graphql", asked)).json()
    before = (await work(service, "done"))[SKIRMISH]
    asked["variables"]["input"]["maxRounds"] = 20.0
    assert (await service.ask("POST", "/graphql", asked)).json() == plain
    assert plain["data"]["heroicResolveSkirmish"]["__typename"] == "HeroicResolveSkirmishAnswer"
    assert (await work(service, "done"))[SKIRMISH] == before + 1


async def test_kept_answers_are_kept_by_the_service(service: Service) -> None:
    """A worker process has no store: the service keeps its answers, on every face, and says where."""
    request = {**example(SKIRMISH), "keep": True}
    kept = (await service.ask("POST", f"/v1/{SKIRMISH}", request)).json()["kept"]
    page = (await service.ask("GET", kept["path"])).json()
    assert [each["operation"] for each in page["results"]] == [SKIRMISH]
    asked = document(SKIRMISH, {**example(SKIRMISH), "keep_with": kept["id"]})
    told = (await service.ask("POST", "/graphql", asked)).json()["data"]["heroicResolveSkirmish"]
    assert (told["kept"]["id"], told["kept"]["number"]) == (kept["id"], 2)


async def test_a_key_makes_the_same_dice_again(service: Service, store: Connection) -> None:
    """Dice that a worker process rolls for a keyed request are made of its key: they fall again if it is lost."""
    request = {name: value for name, value in example(SKIRMISH).items() if name != "dice"}
    first = await service.ask("POST", f"/v1/{SKIRMISH}", request, idempotency_key="the-same-key-twice")
    again = await service.ask("POST", f"/v1/{SKIRMISH}", request, idempotency_key="the-same-key-twice")
    assert again.content == first.content
    assert again.headers["idempotent-replayed"] == "true"


@pytest.mark.parametrize("path", ["rest", "graphql"])
async def test_hanging_up_stops_the_work(service: Service, path: str) -> None:
    """A client that hangs up while a worker process works has it killed, and pays for it."""
    before, cancelled = await left(service), await work(service, "cancelled")
    asked = example(ODDS) if path == "rest" else document(ODDS, example(ODDS))
    async with stalled(service) as pid:
        task = asyncio.ensure_future(service.ask("POST", f"/v1/{ODDS}" if path == "rest" else "/graphql", asked))
        await becomes(service, 0, 1)
        task.cancel()
        await becomes(service, 0, 0)
        await gone(pid)
    assert (await work(service, "cancelled"))[ODDS] == cancelled.get(ODDS, 0) + 1
    await costs(service, before, 2 * WORKER_COST)


@pytest.mark.parametrize("how", ["complete", "close"])
async def test_ending_an_operation_of_a_websocket_stops_the_work(service: Service, how: str) -> None:
    """An operation that is completed by its client, or whose connection is closed, is stopped and paid for."""
    before = await left(service)
    asked = document(ODDS, example(ODDS))
    async with stalled(service) as pid, talking(service.port) as socket:
        await subscribe(socket, asked["variables"], asked["query"])
        await becomes(service, 0, 1)
        if how == "complete":
            await socket.send('{"type": "complete", "id": "1"}')
        else:
            await socket.close()
        await becomes(service, 0, 0)
        await gone(pid)
    await costs(service, before, 2 * WORKER_COST)


async def test_a_websocket_is_answered_from_a_worker(service: Service) -> None:
    """Queries, mutations and introspection over a WebSocket are done as over HTTP, and each costs a request or more."""
    before = await left(service)
    async with talking(service.port) as socket:
        documents = (
            document(ODDS, example(ODDS), "it"),
            document(SKIRMISH, example(SKIRMISH), "it"),
            {"query": "{ it: __schema { queryType { name } } }", "variables": {}},
        )
        for number, asked in enumerate(documents):
            await subscribe(socket, asked["variables"], asked["query"], str(number))
            (answer,) = [each async for each in told(socket)]
            assert answer
    await costs(service, before, 3 * WORKER_COST + 3)


async def test_a_full_queue_turns_requests_away(service: Service) -> None:
    """Past those that may wait a request gets 503 with Retry-After at once, on every face; small ones are answered."""
    async with stalled(service):
        tasks = [asyncio.ensure_future(service.ask("POST", f"/v1/{ODDS}", example(ODDS))) for _ in range(2)]
        await becomes(service, 1, 1)
        refused = await service.ask("POST", f"/v1/{ODDS}", example(ODDS))
        assert (refused.status_code, refused.json()["type"]) == (503, "/problems/workers-busy")
        assert int(refused.headers["retry-after"]) > 0
        asked = document(ODDS, example(ODDS), "it")
        problem = (await service.ask("POST", "/graphql", asked)).json()["data"]["it"]
        assert (problem["Problem_status"], problem["type"]) == (503, "/problems/workers-busy")
        assert (await service.ask("POST", "/v1/dice/roll", {"notation": "d6"})).status_code == 200
        assert (await service.ask("GET", "/livez")).status_code == 200
        for task in tasks:
            task.cancel()
        await becomes(service, 0, 0)


async def test_a_worker_that_is_killed_is_a_problem(service: Service) -> None:
    """Whoever waits for a process that dies, as for lack of memory, gets 503, and the next request is answered."""
    async with stalled(service) as pid:
        task = asyncio.ensure_future(service.ask("POST", f"/v1/{ODDS}", example(ODDS)))
        await becomes(service, 0, 1)
        os.kill(pid, signal.SIGKILL)
        reply = await task
    assert (reply.status_code, reply.json()["type"]) == (503, "/problems/worker-lost")
    assert (await service.ask("POST", f"/v1/{ODDS}", example(ODDS))).status_code == 200


async def test_what_work_costs(service: Service) -> None:
    """Work is charged when it is refused, too; each item of a batch and each field of a document is a request."""
    before = await left(service)
    unknown = {"operation": "no/such", "body": {}}
    told = await service.ask("POST", "/v1/batch", {"requests": [unknown] * 50})
    assert {each["status"] for each in told.json()["answers"]} == {404}
    await costs(service, before, 50 + WORKER_COST)
    before = await left(service)
    fight = example(SKIRMISH)
    fight["input"] |= {"max_rounds": 0}
    await service.ask("POST", f"/v1/{SKIRMISH}", {**fight, "dice": {"kind": "supplied", "faces": [1] * 400}})
    fields = " ".join(f'd{n}: diceRoll(notation: "1d6") {{ __typename }}' for n in range(10))
    for _ in range(2):  # new, and by its plan
        assert (await service.ask("POST", "/graphql", {"query": f"mutation {{ {fields} }}"})).status_code == 200
    await costs(service, before, 20)


async def test_refused_work_costs_its_place(service: Service) -> None:
    """A skirmish that is refused in a worker process costs as much as one that is not."""
    before = await left(service)
    faces = {"kind": "supplied", "faces": [1], "when_exhausted": "refuse"}
    reply = await service.ask("POST", f"/v1/{SKIRMISH}", {**example(SKIRMISH), "dice": faces})
    assert reply.json()["type"] == "/problems/dice-supply-exhausted"
    await costs(service, before, WORKER_COST + 1)


async def test_a_caller_without_quota_is_refused_over_a_websocket(service: Service) -> None:
    """Operations of a WebSocket come from the same quota."""
    unknown = {"operation": "no/such", "body": {}}
    while (await service.ask("POST", "/v1/batch", {"requests": [unknown] * 100})).status_code == 200:
        pass
    async with talking(service.port) as socket:
        await subscribe(socket, None, "{ families { __typename } }")
        answer = orjson.loads(await socket.recv())
    assert answer["type"] == "error"
    assert answer["payload"][0]["extensions"] == {"code": "too_many_requests"}


async def test_work_has_a_deadline(private_store: PrivateStore) -> None:
    """Work that takes longer than UMPIRE_WORK_SECONDS is stopped with a problem."""
    with serving(private_store.url, UMPIRE_WORK_PROCESSES="1", UMPIRE_WORK_SECONDS="5") as service:
        (pid,) = workers_of(service)
        os.kill(pid, signal.SIGSTOP)
        reply = await service.ask("POST", f"/v1/{ODDS}", example(ODDS))
        assert (reply.status_code, reply.json()["type"]) == (503, "/problems/work-timed-out")
        await gone(pid)


@pytest.mark.parametrize("number", thinned([signal.SIGKILL, signal.SIGTERM], 2))
async def test_a_service_leaves_no_worker_behind(private_store: PrivateStore, number: int) -> None:
    """However the service ends, its fork server and worker processes end with it, those of several workers, too."""
    with serving(private_store.url, UMPIRE_WORKERS="2", UMPIRE_WORK_PROCESSES="4") as service:
        servers = [pid for worker in children(service.process.pid) for pid in children(worker)]
        workers = [pid for server in servers for pid in children(server)]
        assert len(workers) >= 2
        service.process.send_signal(number)
        for pid in (*servers, *workers):
            await gone(pid)


async def test_acts_and_previews_that_are_heavy_go_to_a_worker(service: Service) -> None:
    """A large round of an encounter is played by a worker process, over REST and GraphQL, and stored by the service."""
    figure = DUEL["state"]["participants"][0]
    figures = [{**figure, "id": f"f{n}", "engaged_with": []} for n in range(40)]
    state = {**DUEL["state"], "participants": [*DUEL["state"]["participants"], *figures]}
    seat = await service.seat(state=state)
    right = {"authorization": f"Bearer {seat.referee}"}
    path = f"/v1/encounters/{seat.id}"
    listed = await service.ask("GET", f"{path}/legal-moves", **right)
    assert (listed.status_code, listed.json()["figures"]) == (200, []), "dice decide who is next"
    preview = await service.ask("POST", f"{path}/resolve-round/preview", {"input": {}}, **right)
    acted = await service.ask("POST", f"{path}/resolve-round", {"input": {}}, **right, if_match='"1"')
    assert (preview.status_code, acted.status_code) == (200, 200), acted.text
    assert acted.headers["etag"] == '"2"'
    stored = (await service.ask("GET", path, **right)).json()
    assert (stored["version"], stored["state"]) == (2, acted.json()["state"])
    entry = (await service.ask("GET", f"{path}/log?limit=10", **right)).json()["entries"][1]
    assert [entry[name] for name in ("steps", "dice", "outcome", "warnings", "after")] == [
        acted.json()[name] for name in ("steps", "dice", "outcome", "warnings", "after")
    ]
    query = (
        "mutation($id: String!, $token: String, $procedure: String!, $version: Int, $input: JSON!) { it: encountersAct("
        "id: $id, token: $token, procedure: $procedure, version: $version, input: $input) { __typename "
        "... on EncounterActed { version steps { n } dice { faces } } ... on Problem { detail } } }"
    )
    variables = {"id": seat.id, "token": seat.referee, "procedure": "resolve-round", "version": 2, "input": {}}
    told = (await service.ask("POST", "/graphql", {"query": query, "variables": variables})).json()["data"]["it"]
    assert (told["__typename"], told["version"]) == ("EncounterActed", 3), told
    proof = await service.ask("POST", f"{path}/verify", **right)
    assert proof.json()["status"] == "verified"
    lucky = await service.ask("GET", f"{path}/luck?max_replays=2", **right)
    assert (lucky.json()["status"], lucky.json()["acts"] + lucky.json()["without_dice"]) == ("computed", 2)
    done = await work(service, "done")
    assert (done["encounters/act"], done["encounters/preview"], done["encounters/verify"]) == (2, 1, 1)
    assert (done["encounters/luck"], done["encounters/legal-moves"]) == (1, 1)


async def test_documents_that_take_long_are_done_by_a_worker(service: Service) -> None:
    """A long document that is new is checked by a worker process; introspection is answered there once, then kept."""
    spread = " ".join(f"...f{n}" for n in range(300))
    fragments = " ".join(f"fragment f{n} on FamilyList {{ __typename }}" for n in range(300))
    right = {"query": f"{{ families {{ {spread} }} }} {fragments}"}
    before = (await work(service, "done")).get("graphql", 0)
    for _ in range(2):
        told = await service.ask("POST", "/graphql", right)
        assert told.json() == {"data": {"families": {"__typename": "FamilyList"}}}
    assert (await work(service, "done"))["graphql"] == before + 1
    wrong = await service.ask("POST", "/graphql", {"query": right["query"].replace("f299 on", "f298 on")})
    assert wrong.status_code == 400
    assert "f299" in wrong.json()["errors"][0]["message"]
    asked = {"query": "{ __schema { types { name } } }"}
    answers = [await service.ask("POST", "/graphql", asked) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert len(answers[0].json()["data"]["__schema"]["types"]) > 100
    assert (await work(service, "done"))["graphql"] == before + 3
    mixed = await service.ask(
        "POST", "/graphql", {"query": "{ __schema { queryType { name } } families { __typename } }"}
    )
    assert "Introspection needs a document of its own" in mixed.json()["errors"][0]["message"]


async def test_an_answer_that_is_too_large_is_a_problem(service: Service) -> None:
    """No answer has more than 4 MiB: it is refused, and the problem names the limit."""
    fight = example("opposed/resolve-skirmish")
    one, other = fight["input"]["participants"][:2]
    strong = {"endurance": 99, "endurance_max": 99, "fatigue": 99, "engaged_with": []}
    figures = [{**each, **strong, "id": f"{each['id']}{n}"} for n in range(45) for each in (one, other)]
    sides = [{"id": "red", "leader": "Ash0"}, {"id": "blue", "leader": "Orc0"}]
    large = {**fight["input"], "participants": figures, "sides": sides, "max_rounds": 100}
    dice = {"kind": "seeded", "seed": "sha256ctr1:large"}
    reply = await service.ask("POST", "/v1/opposed/resolve-skirmish", {"input": large, "dice": dice})
    assert (reply.status_code, reply.json()["type"]) == (409, "/problems/answer-too-large")
    assert "at most 4,194,304 are sent" in reply.json()["detail"]


async def test_lines_of_a_proof_are_checked_by_a_worker(service: Service) -> None:
    """The lines of a proof go to a worker process, over REST and GraphQL; what is found is the same."""
    before = (await work(service, "done")).get("encounters/verify-log", 0)
    lines = list(published("cards"))
    reply = await service.ask("POST", "/v1/encounters/verify", {"lines": lines})
    assert (reply.status_code, reply.json()["found"]) == (200, check(lines)), reply.text
    query = "query($lines: [String!]!) { it: encountersVerifyLog(lines: $lines) { ... on LogChecked { found text } } }"
    told = (await service.ask("POST", "/graphql", {"query": query, "variables": {"lines": lines}})).json()["data"]["it"]
    assert told == {name: reply.json()[name] for name in ("found", "text")}
    assert (await work(service, "done"))["encounters/verify-log"] == before + 2
