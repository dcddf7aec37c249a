"""Look-up of figures by id: an unknown id, or one that is listed twice, is refused with a pointer."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from service.errors import RulesRefuse


class Named(Protocol):
    """Whatever has an id."""

    @property
    def id(self) -> str:
        """The id that a request names it by."""


N = TypeVar("N", bound=Named)


def found(among: Iterable[N], name: str, pointer: str, unknown: type[RulesRefuse], where: str) -> N:
    """Return the one of an id; `where` says among what it was looked for: "in this battle".

    Raises: the refusal given as `unknown`, quoting the id.
    """
    for each in among:
        if each.id == name:
            return each
    raise unknown(f"{name!r} is not {where}.", pointer=pointer)


def refuse_doubles(among: Iterable[Named], pointer: str, double: type[RulesRefuse]) -> None:
    """Refuse a list in which two have the same id; the pointer leads to the second of them.

    Raises: the refusal given as `double`, quoting the id.
    """
    known: set[str] = set()
    for place, each in enumerate(among):
        if each.id in known:
            raise double(f"{each.id!r} is named twice.", pointer=f"{pointer}/{place}/id")
        known.add(each.id)
