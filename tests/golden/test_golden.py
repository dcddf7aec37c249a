"""Every golden holds, on every face: what the rules demand, and the whole answer byte for byte."""

from collections.abc import Iterable

import pytest

from service.app import registry
from service.operations.registry import Effect, Operation
from tests.golden import Golden, goldens, goldens_of
from tests.golden.faces import FACES, Face, in_process, over_rest
from tests.golden.matching import differences, misses
from tests.golden.writing import written
from tests.rings import long

ASKED = [operation for operation in registry() if operation.effect in (Effect.ROLL, Effect.COMPUTE)]
EACH = pytest.mark.parametrize("operation", [pytest.param(operation, id=operation.name) for operation in ASKED])

OTHER_FACES = [
    pytest.param(face, id=name, marks=long if face is in_process else ())
    for name, face in FACES.items()
    if face is not over_rest
]
"""In this process runs what REST runs, so that `make test` asks for it once."""


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


def sample_of(operation: str) -> list[Golden]:
    """The golden that keeps its whole answer, and one for each other shape of an answer: problems by their kind."""
    shapes: dict[str, Golden] = {}
    for golden in sorted(goldens_of(operation), key=lambda each: (not each.is_whole, each.id)):
        shapes.setdefault(str(golden.expect.get("problem", golden.written["verdict"] == "needs_dice")), golden)
    return list(shapes.values())


def holds(golden_set: Iterable[Golden], face: Face) -> None:
    """Fail with all that is wrong with the answers to some goldens on a face."""
    found = {golden.id: faults(golden, face) for golden in golden_set}
    assert {name: each for name, each in found.items() if each} == {}


@EACH
def test_golden(operation: Operation) -> None:
    """Each answer over REST has what the rules demand, and is what it was when `make golden` wrote it."""
    holds(goldens_of(operation.name), over_rest)


@EACH
@pytest.mark.parametrize("face", OTHER_FACES)
def test_every_shape_on_every_face(operation: Operation, face: Face) -> None:
    """Each shape of an answer is the same on every face: a result, an answer that needs dice, each kind of problem."""
    holds(sample_of(operation.name), face)


@long
@EACH
@pytest.mark.parametrize("face", OTHER_FACES)
def test_golden_on_every_face(operation: Operation, face: Face) -> None:
    """Each answer is the same on every face."""
    holds(goldens_of(operation.name), face)


def are_proved(golden_set: Iterable[Golden]) -> None:
    """Fail if an answer that rolled is not the same when it is replayed."""
    for golden in golden_set:
        if golden.written["steps"] and golden.written["verdict"] != "needs_dice":
            rolled = in_process(golden.operation, golden.request)[1]
            claim = {"operation": golden.operation, "request": golden.request, "answer": rolled}
            status, answer = in_process("verify", claim)
            assert (status, answer["status"]) == (200, "verified"), (golden.id, answer)


@EACH
def test_a_golden_is_proved(operation: Operation) -> None:
    """Replaying an answer of each operation through the rules, face by face, gives the same answer."""
    are_proved(sample_of(operation.name))


@long
@EACH
def test_goldens_are_proved(operation: Operation) -> None:
    """Replaying any rolled answer gives the same answer."""
    are_proved(goldens_of(operation.name))
