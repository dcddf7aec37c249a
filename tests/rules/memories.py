"""Keys of memories: equal keys have equal results, and each part of a key is shown to matter."""

from collections.abc import Hashable, Iterable
from typing import Any

Met = list[tuple[tuple[Hashable, ...], Any]]
"""Keys, part by part, with what is worked out afresh for each."""


def flat(key: Hashable) -> tuple[Hashable, ...]:
    """The parts of a key, and those of the tuples among them one by one."""
    assert type(key) is tuple
    return tuple([part for each in key for part in (each if type(each) is tuple else (each,))])


def clash(met: Met, without: int | None = None) -> tuple[Hashable, ...] | None:
    """A key that has two results, as it is or without one of its parts."""
    known: dict[tuple[Hashable, ...], Any] = {}
    for key, result in met:
        kept = key if without is None else key[:without] + key[without + 1 :]
        if known.setdefault(kept, result) != result:
            return kept
    return None


def assert_whole(met: Met, *, unseen: Iterable[int] = ()) -> None:
    """No key has two results, and without any one part some would; `unseen` are parts that nothing met depends on."""
    assert clash(met) is None
    (parts,) = {len(key) for key, _ in met}
    assert [part for part in range(parts) if clash(met, part) is None] == list(unseen)
