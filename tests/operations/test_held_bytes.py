"""What large bodies may take: bytes that are read at once, and values of one body."""

import asyncio
from collections.abc import Iterator

import pytest

from service.errors import BodyTooLarge, TooManyRequests, WorkersBusy
from service.operations.registry import BODY_BYTES, PROOF_BYTES
from service.operations.validation import bodies
from service.operations.validation.bodies import MOST_VALUES, parsed, values_in
from service.operations.work import held_bodies
from service.operations.work.held_bodies import HeldBytes
from service.settings.access.scopes import current_caller
from service.wire import to_json
from tests.golden import goldens


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ten bytes of a caller, and fifteen in all; no caller before and after."""
    monkeypatch.setattr(held_bodies, "CALLER_BYTES", 10)
    monkeypatch.setattr(held_bodies, "ALL_BYTES", 15)
    token = current_caller.set(None)
    yield
    current_caller.reset(token)


def test_a_caller_has_its_share_of_bytes_and_all_have_theirs() -> None:
    """Both are free again after the block, and the refusals name the numbers."""
    bytes_held = HeldBytes()
    current_caller.set("one")
    with bytes_held.holding((b"x" * 8, "texts are not counted")):
        with pytest.raises(TooManyRequests, match=r"8 bytes of this caller.* with 3 more .* than 10"):
            bytes_held.holding((b"xxx",)).__enter__()
        current_caller.set("two")
        with pytest.raises(WorkersBusy, match=r"8 bytes of requests .* with 8 more .* than 15"):
            bytes_held.holding((b"x" * 8,)).__enter__()
        with bytes_held.holding((b"x" * 7,)):
            pass
    with bytes_held.holding((b"x" * 10,)):
        pass


@pytest.mark.parametrize("item", ["{}", "[]", "7", '"a"', "[[]]"])
def test_a_body_of_very_many_values_is_refused_before_it_is_parsed(item: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its values are counted by their commas and brackets."""
    monkeypatch.setattr(bodies, "orjson", None)
    with pytest.raises(BodyTooLarge, match=r"values, .* at most 700,000 are read"):
        parsed(f"[{','.join([item] * (MOST_VALUES + 1))}]".encode())


async def test_of_the_bodies_of_a_caller_that_are_larger_than_usual_one_is_read_at_a_time() -> None:
    """Others wait for it; usual bodies, and those of others, do not."""
    bytes_held, reading = HeldBytes(), list[str]()
    done = asyncio.Event()

    async def read(caller: str, size: int) -> None:
        current_caller.set(caller)
        async with bytes_held.turn((b"x" * size,)):
            reading.append(f"{caller} {size}")
            await done.wait()

    sizes = [("one", BODY_BYTES + 1), ("one", BODY_BYTES + 2), ("one", BODY_BYTES), ("two", BODY_BYTES + 3)]
    tasks = [asyncio.create_task(read(*each)) for each in sizes]
    for _ in range(3):
        await asyncio.sleep(0)
    assert reading == [f"{caller} {size}" for caller, size in sizes if size != BODY_BYTES + 2]
    done.set()
    await asyncio.gather(*tasks)
    assert len(reading) == len(sizes)


def test_texts_are_counted_in_parts() -> None:
    """All texts of a body together would take a multiple of its bytes; names of members are no texts."""
    body = to_json([{"a": "b", "c,": r"d,[{\"", "e": []}] * 2_500)
    parts = list(bodies.parts_of(body))
    assert b"".join(parts) == body
    assert len(parts) == 2_500 * 5 // 1_000 + 2
    one = 3 * 2 + 2 + 2
    assert sum([values_in(bodies.TEXT.sub(b'""', part)) for part in parts]) == 3 + 2_500 * (one + 1) - 1


def test_commas_and_brackets_in_texts_are_no_values() -> None:
    """A text of them is one value, whatever quotes and backslashes are in it."""
    text = r"{[,\\\"," * (MOST_VALUES // 4)
    assert len(parsed(f'["{text}"]'.encode())) == 1


def test_the_densest_log_at_the_limit_of_bytes_is_read() -> None:
    """No operation's answers have so many values for their bytes that a log of them, as long as may be, is refused."""
    whole = [golden.written["answer"] for golden in goldens() if golden.is_whole]
    entries = [to_json(answer) for answer in whole if isinstance(answer, dict) and answer.get("steps")]
    assert len(entries) > 40
    densest = max(entries, key=lambda each: values_in(each) / len(each))
    copies = PROOF_BYTES // (len(densest) + 1) - 1
    assert len(parsed(b'{"entries":[%s]}' % b",".join([densest] * copies))["entries"]) == copies > 100


def test_the_largest_map_is_read() -> None:
    """As many hexes and edges as a map may have are fewer values than a body may have."""
    hexes = [[q, r] for q in range(200) for r in range(100)]
    cells = [{"hex": each, "footing": 1, "obstruction": "minor", "cover": True} for each in hexes]
    edges = [{"hex": each["hex"], "direction": 0, "kind": "wall"} for each in cells]
    assert parsed(to_json({"input": {"map": {"cells": cells, "edges": edges}}}))
