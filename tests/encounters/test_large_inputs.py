"""What is inside a request, if it is large: validated in a worker process, right or wrong."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from pydantic import BaseModel

from service.api.http.problem_documents import Asgi
from service.api.rest.router import RestRouter
from service.app import registry, registry_with
from service.errors import DoesNotFit, UnfitRequest
from service.operations.encounters import move_index
from service.operations.encounters.playing import correcting, turn
from service.operations.registry import BODY_BYTES
from service.operations.validation import bodies, validated_document
from service.operations.work.large_bodies import LARGE_BODY
from service.store.connection import Connection
from tests.api.in_process import Pool
from tests.encounters.client import STRIKE, Client, seated
from tests.unfit import request_of

LARGE: Final[Any] = [{}] * 2_000
POLICIES: Final[Mapping[str, Any]] = {"/announce": {"dice_policy": {"announce": True}}}
WRONG: Final[Mapping[str, Any]] = {"input": {"attacker": LARGE}}


@pytest.fixture
def pool() -> Pool:
    """A pool."""
    return Pool()


@pytest.fixture
def pooled(store: Connection, pool: Pool) -> Asgi:
    """REST over the tests' store, with a pool."""
    return RestRouter(registry_with(store, pool=pool))


@pytest.fixture(autouse=True)
def _no_large_document_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an error to read a large document, or to validate one inside a request, on the event loop."""
    loop = threading.get_ident()
    inner, parsed = validated_document, bodies.parsed

    def guarded(model: type[Any], document: Mapping[str, Any], pointer: str) -> BaseModel:
        assert threading.get_ident() != loop or len(bodies.rewritten(document)) <= LARGE_BODY
        fit: BaseModel = inner(model, document, pointer)
        return fit

    def read(body: bytes) -> Any:
        assert threading.get_ident() != loop or len(body) <= LARGE_BODY
        return parsed(body)

    monkeypatch.setattr(move_index, "validated_document", guarded)
    monkeypatch.setattr(bodies, "parsed", read)


@pytest.mark.parametrize(
    ("way", "task"), [("", "turn"), ("/preview", "turn"), ("/announce", "announced"), ("/odds", "odds")]
)
async def test_a_large_input_is_refused_in_a_worker_process(pooled: Asgi, pool: Pool, way: str, task: str) -> None:
    """Acts, previews, announcements and odds validate the input of the procedure there."""
    table = await seated(pooled, **POLICIES.get(way, {}))
    pool.tasks.clear()
    at = 1 if way in {"", "/announce"} else None
    reply = await table.referee.ask("POST", f"{table.path}/resolve-attack{way}", WRONG, version=at)
    assert (reply.status, reply.problem) == (422, UnfitRequest.slug())
    assert reply.json["errors"][0]["pointer"] == "/input/attacker"
    assert pool.tasks == ["fit_body", task]


@pytest.mark.parametrize(
    ("way", "task"), [("", "turn"), ("/preview", "turn"), ("/announce", "announced"), ("/odds", "odds")]
)
async def test_a_worker_process_answers_as_the_service_does(
    pooled: Asgi, monkeypatch: pytest.MonkeyPatch, pool: Pool, way: str, task: str
) -> None:
    """The answer to an input is the same wherever it is validated."""
    answers = []
    for limit in (LARGE_BODY, 1):
        monkeypatch.setattr(turn, "LARGE_BODY", limit)
        table = await seated(pooled, **POLICIES.get(way, {}))
        pool.tasks.clear()
        at = 1 if way in {"", "/announce"} else None
        asked = {"input": STRIKE["input"]} if way == "/announce" else STRIKE
        reply = await table.referee.ask("POST", f"{table.path}/resolve-attack{way}", asked, version=at)
        assert reply.status == 200, reply.body
        own = ("id", "head", "draw", "commitment", "dice")
        answers.append({name: value for name, value in reply.json.items() if name not in own})
    assert answers[0] == answers[1]
    assert pool.tasks[0] == task


@pytest.mark.parametrize("change", [{"pointer": "", "value": {"participants": LARGE}}, {"pointer": "/x", "value": 1}])
async def test_the_state_after_a_correction_is_validated_in_a_worker_process(
    pooled: Asgi, pool: Pool, monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    """It is if the corrections are large, and if the state is."""
    monkeypatch.setattr(correcting, "LARGE_STATE", 1)
    table = await seated(pooled)
    pool.tasks.clear()
    reply = await table.referee.ask("PATCH", table.path, {"changes": [change]}, version=1)
    assert (reply.status, reply.problem) == (422, UnfitRequest.slug())
    assert pool.tasks[-1] == "correct"
    right = {"changes": [{"pointer": "/participants/0/name", "value": "Ashe"}]}
    reply = await table.referee.ask("PATCH", table.path, right, version=1)
    assert reply.json["state"]["participants"][0]["name"] == "Ashe"


async def test_the_request_of_a_ticket_is_validated_in_a_worker_process(pooled: Asgi, pool: Pool) -> None:
    """A large one is refused there with the whole body; one that fits is answered there when the ticket is used."""
    client = Client(pooled)
    inner = {"notation": "3d6", "more": LARGE}
    reply = await client.ask("POST", "/v1/tickets", {"operation": "dice/roll", "request": inner})
    assert (reply.status, reply.problem) == (422, DoesNotFit.slug())
    assert pool.tasks == ["fit_body"]


@pytest.mark.parametrize(
    ("path", "name", "grown"),
    [
        ("/v1/encounters", "encounters/create", lambda body: {**body, "meta": {"text": "x" * 4_000}}),
        ("/v1/campaigns", "campaigns/start", lambda body: {**body, "request": {**body["request"], "x": LARGE}}),
    ],
)
async def test_what_a_worker_process_has_prepared_is_stored_without_another_look(
    pooled: Asgi, pool: Pool, path: str, name: str, grown: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """New encounters and campaigns that are large are read in a worker process alone."""
    loop, operation = threading.get_ident(), registry()[name]
    prepare = operation.prepare
    assert prepare is not None
    real = operation.request.model_validate_json

    def elsewhere(body: bytes) -> Any:
        assert threading.get_ident() != loop
        return real(body)

    monkeypatch.setattr(operation.request, "model_validate_json", elsewhere)
    reply = await Client(pooled).ask("POST", path, grown(request_of(operation)))
    assert reply.status in {201, 202}, reply.body
    assert pool.tasks == ["fit_body"]
    assert len(str(grown(request_of(operation)))) < BODY_BYTES
