"""Figures: their base class, their strength, and their look-up by id."""

from collections.abc import Collection, Iterable, Sequence
from typing import Annotated, Final, NamedTuple, Protocol, TypeVar

from pydantic import Field

from service.errors import Fault, HasId, RulesRefuse
from service.errors.spelling import meant
from service.wire import Frozen, Meta, value_class

Name = Annotated[str, Field(min_length=1, max_length=100)]


class Called(Protocol):
    """Whatever players call by a name, or by its id: a figure of a request, or of an answer."""

    @property
    def id(self) -> str | None:
        """The id that a request names it by."""

    @property
    def name(self) -> str | None:
        """What players call it; None: its id."""


class Who(NamedTuple):
    """Who acts in a step: the id that the step names, and what players call it in its sentence."""

    id: str | None
    name: str


def who_of(figure: Called, role: str = "") -> Who:
    """Return who acts in steps: a figure by its id and name, or by its role, such as "Attacker", where it has none."""
    known = figure.id or role
    return Who(known, figure.name or known)


class Figure(Frozen):
    """A figure, unit or person in a fight. No rule reads what is declared here."""

    id: str | None = Field(default=None, description="The figure's id.")
    name: Name | None = Field(default=None, description="What players call it; null: its id.")
    meta: Meta | None = Field(
        default=None,
        description="A small JSON object of the caller's own, such as the id of a token: never read, and returned "
        "unchanged. Viewers of an encounter see it if they see the figure. At most 4096 bytes.",
    )
    hidden: bool = Field(
        default=False,
        description="Whether viewers of an encounter do not see it, under any reveal policy. Nothing else reads it.",
    )


@value_class
class Strength:
    """What a figure, or a unit of many members, still has: members that stand and fight, and points that it can lose.

    Points are those that damage takes, such as hit points, stamina or Morale Points: all pools of a figure together.
    They may be negative.
    """

    side: str
    standing: int
    points: int


# Look-up by id: one that is unknown, or listed twice, is refused with a pointer


class Named(Protocol):
    """Whatever has an id."""

    @property
    def id(self) -> str:
        """The id that a request names it by."""


FEW: Final = 8
"""How many known names are listed, where none is near."""
N = TypeVar("N", bound=Named)
F = TypeVar("F", bound=Figure)


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


def naming_only(figures: Iterable[F], ids: Collection[str | None], fields: Sequence[str]) -> tuple[F, ...]:
    """Return figures whose lists in some fields name nobody but some ids."""
    return tuple([_naming_only(each, ids, fields) for each in figures])


def _naming_only(figure: F, ids: Collection[str | None], fields: Sequence[str]) -> F:
    before = {name: getattr(figure, name) for name in fields}
    after = {name: tuple([each for each in named if each in ids]) for name, named in before.items()}
    return figure if after == before else figure.model_copy(update=after)
