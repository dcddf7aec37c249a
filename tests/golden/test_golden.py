"""Every golden holds, on every face: what the rules demand, and the whole answer byte for byte."""

import pytest

from service.app import registry
from service.operations.registry import Effect, Operation
from tests.golden import Golden, goldens, goldens_of
from tests.golden.faces import FACES, Face, in_process
from tests.golden.matching import differences, misses
from tests.golden.writing import written

ASKED = [operation for operation in registry() if operation.effect in (Effect.ROLL, Effect.COMPUTE)]
EACH = pytest.mark.parametrize("operation", [pytest.param(operation, id=operation.name) for operation in ASKED])


def faults(golden: Golden, face: Face) -> list[str]:
    """What is wrong with the answer to a golden's request on a face."""
    status, answer = face(golden.operation, golden.request)
    now = golden.of(answer, whole=golden.is_whole)
    changed = [] if now == golden.written else [*differences(golden.written, now), "if it should be: make golden"]
    return [*misses(golden, status, answer), *changed]


@EACH
def test_every_operation_has_a_golden(operation: Operation) -> None:
    """What rolls or computes has at least one golden, and one of them keeps its whole answer."""
    assert goldens_of(operation.name), "make one: make golden, or write its request and run it"
    assert len([golden for golden in goldens_of(operation.name) if golden.is_whole]) == 1


def test_goldens_belong_to_an_operation() -> None:
    """A golden lies in the folder of an operation that stands, and is written as `make golden` writes it."""
    every = goldens()
    assert {golden.operation for golden in every} == {operation.name for operation in ASKED}
    texts = {golden.path: written(golden.document) + "\n" for golden in every}
    assert [path for path, text in texts.items() if path.read_text(encoding="utf-8") != text] == []


@EACH
@pytest.mark.parametrize("face", [pytest.param(face, id=name) for name, face in FACES.items()])
def test_golden(operation: Operation, face: Face) -> None:
    """Each answer has what the rules demand, and is what it was when `make golden` wrote it."""
    found = {golden.id: faults(golden, face) for golden in goldens_of(operation.name)}
    assert {name: each for name, each in found.items() if each} == {}


@EACH
def test_goldens_are_proved(operation: Operation) -> None:
    """Replaying a rolled answer through the rules, face by face, gives the same answer."""
    for golden in goldens_of(operation.name):
        if golden.written["steps"] and golden.written["verdict"] != "needs_dice":
            rolled = in_process(golden.operation, golden.request)[1]
            claim = {"operation": golden.operation, "request": golden.request, "answer": rolled}
            status, answer = in_process("verify", claim)
            assert (status, answer["status"]) == (200, "verified"), (golden.id, answer)
