"""Every golden holds, on every face: what the rules demand, and the whole answer byte for byte."""

import pytest

from service.app import registry
from service.operations.registry import Effect, Operation
from tests.golden import Golden, goldens
from tests.golden.faces import FACES, Face, in_process
from tests.golden.matching import misses
from tests.golden.writing import written

ASKED = [operation for operation in registry() if operation.effect in (Effect.ROLL, Effect.COMPUTE)]
KEPT = [pytest.param(golden, id=f"{golden.operation}/{golden.id}") for golden in goldens()]
ROLLED = [
    pytest.param(golden, id=f"{golden.operation}/{golden.id}")
    for golden in goldens()
    if golden.written["steps"] and golden.written["verdict"] != "needs_dice"
]


@pytest.mark.parametrize("operation", [pytest.param(operation, id=operation.name) for operation in ASKED])
def test_every_operation_has_a_golden(operation: Operation) -> None:
    """What rolls or computes has at least one golden."""
    assert operation.name in {golden.operation for golden in goldens(operation.name)}, (
        "make one: make golden, or write its request and run it"
    )


@pytest.mark.parametrize("golden", KEPT)
def test_goldens_belong_to_an_operation(golden: Golden) -> None:
    """A golden lies in the folder of an operation that stands, and is written as `make golden` writes it."""
    assert registry().get(golden.operation) in ASKED
    assert golden.path.read_text(encoding="utf-8") == written(golden.document) + "\n"


@pytest.mark.parametrize("golden", KEPT)
@pytest.mark.parametrize("face", [pytest.param(face, id=name) for name, face in FACES.items()])
def test_golden(golden: Golden, face: Face) -> None:
    """The answer has what the rules demand, and is what it was when `make golden` wrote it."""
    status, answer = face(golden.operation, golden.request)
    assert misses(golden, status, answer) == []
    assert golden.of(answer, whole=golden.is_whole) == golden.written, "if it should be: make golden"


@pytest.mark.parametrize("operation", [pytest.param(operation, id=operation.name) for operation in ASKED])
def test_one_golden_is_whole(operation: Operation) -> None:
    """One golden of each operation keeps its whole answer."""
    kept = [golden for golden in goldens(operation.name) if golden.operation == operation.name]
    assert len([golden for golden in kept if golden.is_whole]) == 1


@pytest.mark.parametrize("golden", ROLLED)
def test_goldens_are_proved(golden: Golden) -> None:
    """Replaying a rolled answer through the rules, face by face, gives the same answer."""
    rolled = in_process(golden.operation, golden.request)[1]
    claim = {"operation": golden.operation, "request": golden.request, "answer": rolled}
    status, answer = in_process("verify", claim)
    assert (status, answer["status"]) == (200, "verified"), answer
