"""The transcript of a resolution: its steps in order, and the tallies of its numbers."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.wire import record


@record
class Term:
    """One modifier of a number, and the rule that grants it."""

    rule: Annotated[str, Field(description="Id of the rule.")]
    label: Annotated[str, Field(description="The modifier in a player's words.")]
    value: Annotated[int, Field(description="The value that it adds; may be negative.")]


@record
class Tally:
    """A number, and the base and modifiers that it is the sum of."""

    base: Annotated[int, Field(description="The number before modifiers.")]
    terms: Annotated[tuple[Term, ...], Field(description="Modifiers in the order they were applied.")]
    total: Annotated[int, Field(description="The number after modifiers.")]


def capital(text: str) -> str:
    """Return a text that begins with a capital letter, or with dice such as d20."""
    return text if text[:1] == "d" and text[1:2].isdigit() else text[:1].upper() + text[1:]


class Source(StrEnum):
    """Where the faces of a step came from."""

    SEEDED = "seeded"
    SUPPLIED = "supplied"
    MIXED = "mixed"


@dataclass
class Step:
    """One step of a resolution: a roll, a drawn card, or a rule that is applied without dice."""

    n: Annotated[int, Field(description="Position in the transcript, counted from 1.")]
    rule: Annotated[str, Field(description="Id of the rule applied.")]
    actor: Annotated[str | None, Field(description="Id of the figure or side that acts, if one does.")]
    label: Annotated[str, Field(description="The rule's title.")]
    dice: Annotated[str | None, Field(description="Dice rolled, such as 3d6, or the deck drawn from; null if none.")]
    faces: Annotated[tuple[int, ...], Field(description="Faces in rolling order, one per die.")]
    card: Annotated[str | None, Field(description="The card drawn, if one was.")]
    source: Annotated[
        Source | None, Field(description="Where faces or card came from; mixed: supplied first, then seeded.")
    ]
    total: Annotated[int | None, Field(description="Sum of the faces; null without dice.")]
    target: Annotated[Tally | None, Field(description="The number that was rolled against, or that was calculated.")]
    margin: Annotated[int | None, Field(description="The margin of success or failure, if the rule has one.")]
    text: Annotated[str, Field(description="The step as a sentence for a player.")]
    cites: Annotated[tuple[str, ...], Field(description="Ids of further rules that shaped the step.")]
