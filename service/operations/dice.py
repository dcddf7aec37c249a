"""The operation `dice/roll`: roll dice in notation such as 4d6+2."""

from typing import Annotated, Final, Literal

from pydantic import Field

from service.dice.notation import PATTERN, RolledNotation, dice_of, roll_dice
from service.dice.recording import RecordingDice
from service.dice.transcript import Step
from service.errors import BadNotation
from service.operations.answering.dice_source import FRESH, DiceSource, DiceUsed
from service.operations.answering.resolution import DICE_ERRORS, KEPT, Keep, KeepWith, NeedsDice, resolved_with
from service.operations.fields import ChosenFields
from service.operations.procedure import proof_of
from service.operations.registry import Effect, Operation
from service.rules.examples import Example
from service.wire import Form, Frozen, record

RULESET: Final = "dice@1"
NOTATION_FORM: Final = Form("dice in notation, such as 3d6, 4d6+2, d100 or 2d10!, with at most 100 dice of 1000 sides")


class DiceRollRequest(Frozen):
    """Dice to roll."""

    notation: Annotated[str, Field(pattern=PATTERN, max_length=16), NOTATION_FORM] = Field(
        description="Dice such as 4d6+2 or d100; with ! each highest face is rolled again and added, at most 20 times."
    )
    dice: DiceSource = Field(default=FRESH, description="The source of the dice.")
    keep: Keep = False
    keep_with: KeepWith = None
    fields: ChosenFields = None


@record
class DiceRollAnswer:
    """The result of rolled dice."""

    status: Annotated[Literal["resolved"], Field(description="The dice were rolled.")]
    ruleset: Annotated[str, Field(description="Version of the notation.")]
    outcome: Annotated[RolledNotation, Field(description="The result.")]
    steps: Annotated[tuple[Step, ...], Field(description="Each roll.")]
    dice: Annotated[DiceUsed, Field(description="The dice used.")]
    kept: KEPT


def rolled(request: DiceRollRequest, dice: RecordingDice) -> RolledNotation:
    """Roll the dice of a request."""
    return roll_dice(dice_of(request.notation), dice)


async def roll_notation(request: DiceRollRequest) -> DiceRollAnswer | NeedsDice:
    """Roll dice in notation, such as 4d6+2 or 2d10! with exploding dice."""
    result = resolved_with(request.dice, RULESET, None, lambda dice: rolled(request, dice))
    if isinstance(result, NeedsDice):
        return result
    return DiceRollAnswer(
        status="resolved", ruleset=RULESET, outcome=result.outcome, steps=result.steps, dice=result.dice_used, kept=None
    )


ROLL_DICE: Final = Operation(
    name="dice/roll",
    summary="Roll dice in notation, such as 4d6+2 or 2d10! with exploding dice.",
    description="Order of the dice: the pool at once, or, exploding, each die with its explosions before the next.",
    effect=Effect.ROLL,
    path="/v1/dice/roll",
    request=DiceRollRequest,
    answers=(DiceRollAnswer, NeedsDice),
    run=roll_notation,
    errors=(BadNotation, *DICE_ERRORS),
    links=(proof_of("dice/roll"),),
    examples=(
        Example("four dice and two", {"notation": "4d6+2", "dice": {"kind": "seeded", "seed": "sha256ctr1:table-7"}}),
        Example("exploding", {"notation": "3d6!", "dice": {"kind": "supplied", "faces": [6, 2, 3, 5]}}),
    ),
)
