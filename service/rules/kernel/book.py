"""Rulings and refusals as data: how a family decides what its source leaves open, and what its rules forbid.

A family's rulings are the constants of one class; a ruling's id follows from its name. The test that would fail if a
ruling were decided otherwise names the ruling (`@pins` in the tests), not the other way round.
"""

from dataclasses import dataclass, field
from typing import ClassVar

NO_ALTERNATIVE = "None that the text allows."


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a gap or contradiction of the source is decided, and what else was possible."""

    does: str
    alternatives: str
    option: str | None
    id: str = field(init=False, default="")


def ruling(does: str, *, otherwise: str = NO_ALTERNATIVE, option: str | None = None) -> Ruling:
    """Decide a question; `option` is the field of the request's rulings that decides it otherwise."""
    return Ruling(does, otherwise, option)


class RulingBook:
    """The parent of each class of rulings: X_TIE of the family `opposed` has the id `opposed/ruling/x-tie`."""

    RULINGS: ClassVar[tuple[Ruling, ...]] = ()

    def __init_subclass__(cls, family: str) -> None:
        """Name the class's rulings after its constants."""
        named = {name: each for name, each in vars(cls).items() if isinstance(each, Ruling)}
        for name, each in named.items():
            object.__setattr__(each, "id", f"{family}/ruling/{name.lower().replace('_', '-')}")
        cls.RULINGS = tuple(named.values())
