"""The mark of a test that would fail if a ruling were decided otherwise."""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])


def pins(*rulings: str) -> Callable[[Test], Test]:
    """Name the rulings of its family that a test pins, by the last part of their ids: "table-two-lookup"."""

    def mark(test: Test) -> Test:
        vars(test)["pins"] = rulings
        return test

    return mark
