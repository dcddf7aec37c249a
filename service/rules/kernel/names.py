"""Look-up of figures by id: an unknown id, or one that is listed twice, is refused with a pointer.

The refusal of every unknown name is an `UnknownName`, which adds the name that was probably meant.
"""

from collections.abc import Collection, Iterable
from typing import Final, Protocol, TypeVar

from service.errors import Fault, HasId, RulesRefuse
from service.errors.spelling import meant


class Named(Protocol):
    """Whatever has an id."""

    @property
    def id(self) -> str:
        """The id that a request names it by."""


FEW: Final = 8
"""How many known names are listed, where none is near."""
N = TypeVar("N", bound=Named)


class UnknownName(RulesRefuse, group=True):
    """What is refused for a name that is none of those that may stand in its place."""

    def __init__(
        self,
        detail: str,
        name: str | None = None,
        known: Collection[str] = (),
        *,
        pointer: str = "",
        rule: HasId | None = None,
        faults: tuple[Fault, ...] = (),
    ) -> None:
        """Set the detail, to which the known name is added that is nearest to the one given; if none is, a few of them.

        Without a name, nothing is named where something has to be.
        """
        near = "" if name is None else meant(name, known)
        super().__init__(f"{detail}{near or _few(known)}", pointer=pointer, rule=rule, faults=faults)


def _few(known: Collection[str]) -> str:
    """Return the sentence " It may be a, b or c.", if that is all that is known."""
    if not 0 < len(known) <= FEW:
        return ""
    *others, last = known
    return f" It may be {' or '.join([part for part in (', '.join(others), last) if part])}."


def found(among: Iterable[N], name: str, pointer: str, unknown: type[UnknownName], where: str) -> N:
    """Return the one of an id; `where` says among what it was looked for: "in this battle".

    Raises: the refusal given as `unknown`, quoting the id.
    """
    names = []
    for each in among:
        if each.id == name:
            return each
        names.append(each.id)
    raise unknown(f"{name!r} is not {where}.", name, names, pointer=pointer)


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
