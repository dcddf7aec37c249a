"""Rulings and refusals as data: how a family decides what its source leaves open, and what its rules forbid.

A family's rulings are the constants of one class; a ruling's id follows from its name. The test that would fail if a
ruling were decided otherwise names the ruling (`@pins` in the tests), not the other way round.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Self, TypeVar

from pydantic import BaseModel, Field

from service.dice.model import Cited, Rule


class Worded(StrEnum):
    """An enumeration with a sentence for each word: `LOST = "lost", "It is lost."`."""

    says: str

    __hash__ = str.__hash__  # Enum's own is written in Python; facts are keys wherever modifiers are counted

    def __new__(cls, word: str, says: str) -> Self:
        """Give each word its sentence."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.says = says
        return member


class Option(Worded):
    """A question that each request may decide; its docstring asks it, each member answers it, the first by default."""


class Fact(Worded):
    """What must be so for a modifier to count, as the published table says it."""


W = TypeVar("W", bound=Option)


class Rulebook:
    """The rules of a family, in the order in which `rule` adds them."""

    def __init__(self, family: str) -> None:
        """Begin an empty rulebook."""
        self.family = family
        self.rules: list[Rule] = []

    def rule(self, name: str, title: str, section: str, *behind: Cited) -> Rule:
        """Add a rule: its id without the family, its title for players, its section, what always stands behind it."""
        added = Rule(f"{self.family}/{name}", title, cites=section, behind=behind)
        self.rules.append(added)
        return added


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """How a gap or contradiction of the source is decided, and what else was possible."""

    does: str
    alternatives: str
    option: str | None
    id: str = field(init=False, default="")

    @property
    def ids(self) -> tuple[str, ...]:
        """The one id that citing this ruling cites."""
        return (self.id,)


def ruling(does: str, *, otherwise: str, option: str | None = None) -> Ruling:
    """Decide a question; `option` is the field of the request's rulings that decides it otherwise."""
    return Ruling(does, otherwise, option)


def decided_by(options: type[BaseModel], name: str) -> Ruling:
    """Return the ruling that a field of the options decides: its default is what is done, the other words what else is.

    The field's type is an `Option`, whose words carry their sentences.
    """
    chosen = options.model_fields[name].default
    others = [each.says for each in type(chosen) if each is not chosen]
    return Ruling(chosen.says, " ".join(others), name)


def asked(words: type[W]) -> W:
    """Return the field of an option: described by the docstring of its words, the first of them by default."""
    return Field(default=next(iter(words)), description=words.__doc__)


def citable(*books: Iterable[Cited]) -> dict[str, Cited]:
    """Return rules and rulings by their ids, for what knows only the id."""
    return {each.id: each for book in books for each in book}


class RulingBook:
    """The parent of each class of rulings: X_TIE of the family `opposed` has the id `opposed/ruling/x-tie`."""

    RULINGS: ClassVar[tuple[Ruling, ...]] = ()

    def __init_subclass__(cls, family: str) -> None:
        """Name the class's rulings after its constants."""
        named = {name: each for name, each in vars(cls).items() if isinstance(each, Ruling)}
        for name, each in named.items():
            object.__setattr__(each, "id", f"{family}/ruling/{name.lower().replace('_', '-')}")
        cls.RULINGS = tuple(named.values())
