"""What large bodies may take: bytes that are read at once, and values of one body."""

from collections.abc import Iterator

import pytest

from service.errors import BodyTooLarge, TooManyRequests, WorkersBusy
from service.operations.validation import bodies
from service.operations.validation.bodies import MOST_VALUES, parsed
from service.operations.work import held
from service.operations.work.held import HeldBytes
from service.settings.access.scopes import current_caller


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ten bytes of a caller, and fifteen in all; no caller before and after."""
    monkeypatch.setattr(held, "CALLER_BYTES", 10)
    monkeypatch.setattr(held, "ALL_BYTES", 15)
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
    with pytest.raises(BodyTooLarge, match=r"values, .* at most 1,500,000 are read"):
        parsed(f"[{','.join([item] * (MOST_VALUES + 1))}]".encode())


def test_commas_and_brackets_in_texts_are_no_values() -> None:
    """A text of them is one value, whatever quotes and backslashes are in it."""
    text = r"{[,\\\"," * (MOST_VALUES // 4)
    assert len(parsed(f'["{text}"]'.encode())) == 1
