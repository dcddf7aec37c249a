"""Enumerations whose members have a sentence: options of a request, and facts that a modifier depends on."""

from enum import StrEnum
from typing import Self


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
