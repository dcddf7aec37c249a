"""Resolution of a procedure with the dice of a request: gives an outcome, or the dice that are missing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field

from service.dice.model import DiceNeeded
from service.dice.recording import RecordingDice
from service.dice.transcript import Step
from service.errors import (
    CardNotInDeck,
    DiceSupplyExhausted,
    DiceSupplyLeftOver,
    FaceOutOfRange,
    TooManyDice,
    UmpireError,
)
from service.operations.dice_source import (
    DiceUsed,
    Need,
    SeededSource,
    SuppliedSource,
    dice_from,
    need_of,
    refuse_left_overs,
    used,
)
from service.store.attempts import Attempt
from service.wire import record

Result = TypeVar("Result")

DICE_ERRORS: tuple[type[UmpireError], ...] = (
    DiceSupplyExhausted,
    DiceSupplyLeftOver,
    FaceOutOfRange,
    CardNotInDeck,
    TooManyDice,
)


@record
class NeedsDice:
    """The supplied dice ran out: post the same body again with more faces."""

    status: Annotated[Literal["needs_dice"], Field(description="The resolution waits for dice.")]
    ruleset: Annotated[str, Field(description="Family and version of the rules applied.")]
    need: Annotated[Need, Field(description="The dice it waits for.")]
    steps: Annotated[tuple[Step, ...], Field(description="What has happened so far.")]
    dice: Annotated[DiceUsed, Field(description="The dice used so far.")]


@dataclass(frozen=True, slots=True)
class Resolution(Generic[Result]):
    """The outcome of a procedure, the dice that recorded it, and the dice source of the request."""

    outcome: Result
    dice: RecordingDice
    source: SeededSource | SuppliedSource

    @property
    def steps(self) -> tuple[Step, ...]:
        """The transcript."""
        return tuple(self.dice.steps)

    @property
    def dice_used(self) -> DiceUsed:
        """The record of every face and card, and where they came from."""
        return used(self.source, self.dice)


def resolved_with(
    source: SeededSource | SuppliedSource,
    ruleset: str,
    tape_rule: str | None,
    resolve: Callable[[RecordingDice], Result],
    attempt: Attempt | None = None,
    *,
    preview: bool = False,
) -> Resolution[Result] | NeedsDice:
    """Run a procedure with a request's dice, or with a preview's.

    Raises: DiceSupplyLeftOver, naming `tape_rule`, if supplied dice were not used; whatever the procedure raises. Each
    error says how many dice had been rolled.
    """
    dice = dice_from(source, attempt, preview=preview)
    try:
        outcome = resolve(dice)
        refuse_left_overs(source, dice, tape_rule)
    except DiceNeeded as lack:
        return NeedsDice(
            status="needs_dice", ruleset=ruleset, need=need_of(lack), steps=tuple(dice.steps), dice=used(source, dice)
        )
    except UmpireError as refusal:
        refusal.rolled = len(dice.faces) + len(dice.cards)
        raise
    return Resolution(outcome, dice, source)
