"""Look-up of figures by id: an unknown id, or one that is listed twice, is refused with a pointer."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from service.errors import RulesRefuse, meant


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
    names = []
    for each in among:
        if each.id == name:
            return each
        names.append(each.id)
    raise unknown(f"{name!r} is not {where}.{meant(name, names)}", pointer=pointer)


def refuse_doubles(
    among: Iterable[Named],
    pointer: str,
    double: type[RulesRefuse],
    says: str = "{!r} is named twice.",
    taken: Iterable[str] = (),
) -> None:
    """Refuse a list in which two have the same id, or one an id that is taken; the pointer leads to the second of them.

    Raises: the refusal given as `double`, with the sentence `says`, which quotes the id.
    """
    known, names = set(taken), [each.id for each in among]
    if len(known.union(names)) == len(known) + len(names):
        return
    place = next(place for place, name in enumerate(names) if name in known or name in names[:place])
    raise double(says.format(names[place]), pointer=f"{pointer}/{place}/id")
