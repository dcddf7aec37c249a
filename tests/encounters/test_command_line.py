"""Encounters and shared results on the command line: with a store they work as over REST, without one it says so."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from service.app import registry
from service.operations.registry import Effect
from service.store.private.server import PrivateStore
from tests.api.test_cli import run
from tests.encounters.client import DUEL, STRIKE

ROLLED = [each for each in registry() if each.effect is Effect.ROLL and each.examples]


@pytest.fixture
def _with_store(private_store: PrivateStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable that names the store."""
    monkeypatch.setenv("UMPIRE_REDIS_URL", private_store.url)


@pytest.fixture
def _without_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """No such variable."""
    monkeypatch.delenv("UMPIRE_REDIS_URL", raising=False)


def asked(*words: str, **request: Any) -> Any:
    """Ask for something that is answered."""
    status, out, err = run(*words, given=orjson.dumps(request))
    assert (status, err) == (0, b"")
    return orjson.loads(out)


@pytest.mark.usefixtures("_with_store")
def test_an_encounter_is_played() -> None:
    """Created, played, undone, read, proved, followed and deleted: id, token and version stand in the request."""
    created = asked("encounters", "create", **DUEL)
    who = {"id": created["id"], "token": created["referee"]}
    acted = asked("encounters", "act", **who, version=1, procedure="resolve-attack", **STRIKE)
    assert (acted["status"], acted["version"]) == ("resolved", 2)
    assert asked("encounters", "undo", **who, version=2)["returns_to"] == 1
    assert asked("encounters", "get", **who)["version"] == 3
    assert asked("encounters", "verify", **who)["status"] == "verified"
    assert [each["kind"] for each in asked("encounters", "log", **who)["entries"]] == ["create", "act", "undo"]
    status, out, _ = run("encounters", "follow", given=orjson.dumps({**who, "after": 0, "until": 3}))
    lines = [orjson.loads(line) for line in out.splitlines()]
    assert (status, [each.get("version", each.get("reason")) for each in lines]) == (0, [1, 2, 3, "until"])
    assert asked("encounters", "delete", **who, version=3)["status"] == "deleted"
    status, out, err = run("encounters", "get", given=orjson.dumps(who))
    assert (status, out, orjson.loads(err)["type"]) == (1, b"", "/problems/unknown-encounter")


@pytest.mark.usefixtures("_with_store")
@pytest.mark.parametrize("operation", ROLLED, ids=lambda operation: operation.name)
def test_whatever_rolls_can_be_kept(operation: Any) -> None:
    """Every rolled operation keeps its answer if asked, for whoever knows the page."""
    answer = asked(*operation.name.split("/"), **{**operation.examples[0].request, "keep": True})
    page = asked("results", "read", id=answer["kept"]["id"])
    kept = {"version": 1, "operation": operation.name, "answer": {**answer, "kept": None}}
    assert page["results"] == [kept]


@pytest.mark.usefixtures("_without_store")
@pytest.mark.parametrize(
    ("words", "request_"),
    [
        (("encounters", "create"), DUEL),
        (("encounters", "follow"), {"id": "0" * 32, "token": "x"}),
        (("dice", "roll"), {"notation": "3d6", "keep": True}),
        (("results", "read"), {"id": "0" * 32}),
    ],
)
def test_without_a_store_it_says_what_to_set(words: tuple[str, ...], request_: Any) -> None:
    """What is to be kept is refused, and the variable that names a store is told; all else is answered."""
    status, out, err = run(*words, given=orjson.dumps(request_))
    assert (status, out) == (1, b"")
    assert orjson.loads(err)["type"] == "/problems/store-away"
    assert "set UMPIRE_REDIS_URL" in orjson.loads(err)["detail"]
    assert asked("dice", "roll", notation="3d6")["kept"] is None


def test_a_store_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that is none is not understood; one at which nobody answers is away."""
    monkeypatch.setenv("UMPIRE_REDIS_URL", "nowhere")
    for body in (orjson.dumps(DUEL), b'{"notation": "d6", "keep": true}'):
        words = ("dice", "roll") if b"notation" in body else ("encounters", "create")
        status, _, err = run(*words, given=body)
        assert (status, b"UMPIRE_REDIS_URL" in err) == (2, True)
    assert run("dice", "roll", given=b'{"notation": "d6"}')[0] == 0  # needs no store, so its address is not read
    monkeypatch.setenv("UMPIRE_REDIS_URL", "unix:///nowhere/store.sock")
    status, _, err = run("encounters", "create", given=orjson.dumps(DUEL))
    assert (status, orjson.loads(err)["type"]) == (1, "/problems/store-away")


def test_the_help_names_the_variable() -> None:
    """`umpire --help` says what encounters need."""
    assert b"UMPIRE_REDIS_URL" in run("--help")[1]


def test_a_request_may_be_a_file(private_store: PrivateStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What holds a token need not be typed."""
    monkeypatch.setenv("UMPIRE_REDIS_URL", private_store.url)
    file = tmp_path / "request.json"
    file.write_bytes(orjson.dumps(DUEL))
    status, out, _ = run("encounters", "create", "--file", str(file))
    assert (status, orjson.loads(out)["status"]) == (0, "created")
