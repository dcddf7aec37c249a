"""Statements of a verification: sentences on what is proved by the dice that were used again, and what is not."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.dice.recording import RecordingDice
from service.dice.supplied import SuppliedDice
from service.operations.answering.dice_source import DiceUsed, SeedBy
from service.wire import record


@dataclass(frozen=True, slots=True)
class Basis:
    """The dice of a verification: how many were used, how many of them came from seeds, and who chose the seeds."""

    rolls: int = 0
    seeded: int = 0
    choosers: frozenset[SeedBy] = frozenset()

    def __add__(self, more: "Basis") -> "Basis":
        """Add the counts, and unite the choosers."""
        return Basis(self.rolls + more.rolls, self.seeded + more.seeded, self.choosers | more.choosers)


def basis_of(dice: RecordingDice, used: DiceUsed) -> Basis:
    """Return the basis of one answer."""
    rolls = len(dice.faces) + len(dice.cards)
    seeded = dice.stream.count if isinstance(dice, SuppliedDice) and dice.stream is not None else 0
    return Basis(rolls, seeded, frozenset(() if used.seed_by is None else (used.seed_by,)))


class Assurance(StrEnum):
    """What a claim rests on: a proof that anybody can repeat, or words alone."""

    PROVEN = "proven"
    STATED = "stated"


@record
class Assured:
    """What each claim on an answer or a log rests on."""

    rules: Annotated[Assurance, Field(description="The claim that the outcome follows from the rules and the faces.")]
    faces: Annotated[
        Assurance,
        Field(description="The claim that the faces are those of the seed: stated if the caller brought any."),
    ]
    origin: Annotated[
        Assurance,
        Field(
            description="The claim that the seed and the supplied faces come from the caller or service that is named."
        ),
    ]
    not_retried: Annotated[Assurance, Field(description="The claim that the request was not repeated for better dice.")]


def assured_by(basis: Basis) -> Assured:
    """Return what the claims rest on, where nothing is known but a request and its answer, or a log's entries."""
    brought = basis.rolls > basis.seeded
    chosen_here = bool(basis.choosers - {SeedBy.CALLER})
    return Assured(
        rules=Assurance.PROVEN,
        faces=_proven_unless(doubted=brought),
        origin=_proven_unless(doubted=brought or chosen_here),
        not_retried=_proven_unless(doubted=basis.rolls > 0),
    )


def _proven_unless(*, doubted: bool) -> Assurance:
    return Assurance.STATED if doubted else Assurance.PROVEN


def proved_by(what: str, ruleset: str, basis: Basis) -> str:
    """Return the sentence on what is proved of an answer or a log."""
    if not basis.rolls:
        return f"Proved: {ruleset} gives this {what}, without any dice."
    return (
        f"Proved: {ruleset} gives this {what} for these dice. Faces and cards used: {basis.rolls}; from the seed: "
        f"{basis.seeded}; brought with the request: {basis.rolls - basis.seeded}."
    )


def not_proved_by(basis: Basis, more: Iterable[str] = ()) -> str:
    """Return the sentences on what is not proved of an answer or a log."""
    doubts = (*_doubts(basis), *more, "who asked for it, and when")
    return f"Not proved: {'; '.join(doubts)}."


def _doubts(basis: Basis) -> Iterable[str]:
    if SeedBy.SERVICE in basis.choosers:
        yield "that the service itself chose the seed, and that the request was not repeated until the dice were good"
    if SeedBy.TICKET in basis.choosers:
        yield "that there was no other ticket for the same roll, and that the table had seen this one"
    if SeedBy.TABLE in basis.choosers:
        yield "that the players' values were theirs, which the heads of the log prove"
    if SeedBy.CALLER in basis.choosers:
        yield "that the dice were not known beforehand, for the caller chose the seed"
    if basis.rolls > basis.seeded:
        yield "that the dice brought with the request were really rolled"
