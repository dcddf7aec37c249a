"""The bodies of the bench are those of different callers, and each is answered."""

import pytest

from service.wire import to_json
from tests.bench.__main__ import ATTACKS, Variant, bodies_of, operation_named
from tests.bench.bodies import differing
from tests.operations.asking import ask, first_example


@pytest.mark.parametrize("name", ATTACKS)
def test_bodies_differ_and_are_answered(name: str) -> None:
    """Each attack that is measured has bodies with other ids, which are answered as the example is, with fresh dice."""
    bodies = bodies_of(operation_named(name))
    assert len(set(bodies)) == len(bodies) > 100
    first, last = (ask(name, each) for each in differing(first_example(name))[:: len(bodies) - 1])
    assert first["status"] == last["status"] == "resolved"
    assert first["dice"]["seed"] != last["dice"]["seed"]
    assert first["dice"]["seed_by"] == "service"
    assert set(first["outcome"]) == set(ask(name, first_example(name))["outcome"])


def test_ids_are_the_same_wherever_they_stand() -> None:
    """An id is another one in each body, as a value and as a name, and everything else stays."""
    request = {
        "dice": {"kind": "seeded"},
        "input": {"units": [{"id": "a", "size": 2}], "pairs": [["a", "b"]], "by": {"a": 1}},
    }
    second = differing(request, 2)[1]
    assert second == {"input": {"units": [{"id": "a-1", "size": 2}], "pairs": [["a-1", "b"]], "by": {"a-1": 1}}}


def test_connections_begin_with_different_bodies() -> None:
    """Each connection sends all bodies in turn, and they do not begin with the same one."""
    streams = Variant("echo", "none", [to_json(number) for number in range(150)]).streams
    firsts = [[next(stream) for _ in range(150)] for stream in streams]
    assert len({each[0] for each in firsts}) == len(streams)
    assert all(set(each) == set(firsts[0]) for each in firsts)
