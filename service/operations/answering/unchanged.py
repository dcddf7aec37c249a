"""Answers of a version that the client has already: they are not worked out again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_has: ContextVar[Callable[[int], bool] | None] = ContextVar("has", default=None)


class Unchanged(Exception):
    """The client has the answer of this version."""

    def __init__(self, version: int) -> None:
        """Set the version."""
        super().__init__(version)
        self.version = version


@contextmanager
def client_having(has: Callable[[int], bool] | None) -> Iterator[None]:
    """Answer, for the length of a block, a client that has the answers of some versions; None: it has none."""
    token = _has.set(has)
    try:
        yield
    finally:
        _has.reset(token)


def stop_if_known(version: int) -> None:
    """Stop answering if the client has the answer of this version.

    Raises: Unchanged.
    """
    has = _has.get()
    if has is not None and has(version):
        raise Unchanged(version)
