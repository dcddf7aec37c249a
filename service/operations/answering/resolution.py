"""Resolution of a procedure with the dice of a request: an outcome, or a request for missing dice.

Also the fields by which an answer is shared: `keep` and `keep_with` of a request, and `kept` of its answer.
"""

from collections.abc import Callable
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

from pydantic import Field

from service.dice.model import DiceNeeded, Rule
from service.dice.recording import RecordingDice
from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice
from service.dice.transcript import Step
from service.errors import (
    CardNotInDeck,
    DiceSupplyExhausted,
    DiceSupplyLeftOver,
    FaceOutOfRange,
    TooManyDice,
    UmpireError,
    UnknownPage,
)
from service.operations.answering.dice_source import (
    PLAIN,
    DiceUsed,
    Need,
    Rolls,
    SeededSource,
    SuppliedSource,
    dice_from,
    needs_of,
    refuse_left_overs,
    used,
)
from service.operations.answering.spoken_names import spoken_names
from service.wire import Form, record, value_class

Result = TypeVar("Result")

DICE_ERRORS: tuple[type[UmpireError], ...] = (
    DiceSupplyExhausted,
    DiceSupplyLeftOver,
    FaceOutOfRange,
    CardNotInDeck,
    TooManyDice,
)


PageId = Annotated[
    str,
    Field(pattern=r"^[0-9a-f]{32}$", max_length=32),
    Form("32 digits 0-9 and a-f, as `kept.id` of an answer has them", UnknownPage.slug()),
]
Keep = Annotated[
    bool,
    Field(
        description="Whether the answer is kept for an hour on a page that every client with the page's id can read."
    ),
]
KeepWith = Annotated[
    PageId | None,
    Field(description="Page to keep it on, from an earlier `kept`; followers of the page receive it at once."),
]


@record
class Kept:
    """The place of a shared answer."""

    id: Annotated[str, Field(description="Id of the page; every client with the id can read the page and add to it.")]
    number: Annotated[int, Field(description="The answer's number on the page, counted from 1.")]
    path: Annotated[str, Field(description="Path of the page; `/stream` below it is its live feed.")]
    seconds: Annotated[int, Field(description="Seconds for which the page is kept after the last addition.")]


KEPT = Annotated[Kept | None, Field(description="Where the answer is kept, if the request asks for it.")]

SHARING_FIELDS: Final[dict[str, Any]] = {"keep": (Keep, False), "keep_with": (KeepWith, None)}


@record
class NeedsDice:
    """The supplied dice ran out: post the same body again with more faces."""

    status: Annotated[Literal["needs_dice"], Field(description="The resolution waits for dice.")]
    ruleset: Annotated[str, Field(description="Family and version of the rules applied.")]
    need: Annotated[Need, Field(description="The dice it waits for: the first of `needs`.")]
    needs: Annotated[
        tuple[Need, ...],
        Field(description="All rolls that certainly come next, in order: their faces can be posted together."),
    ]
    steps: Annotated[tuple[Step, ...], Field(description="What has happened so far.")]
    dice: Annotated[DiceUsed, Field(description="The dice used so far.")]


@value_class
class Resolution(Generic[Result]):
    """The outcome of a procedure, the dice that recorded it, and the dice source of the request."""

    outcome: Result
    dice: RecordingDice
    source: SeededSource | SuppliedSource
    rolls: Rolls

    @property
    def steps(self) -> tuple[Step, ...]:
        """The transcript."""
        return tuple(self.dice.steps)

    @property
    def dice_used(self) -> DiceUsed:
        """The record of every face and card, and where they came from."""
        return used(self.source, self.dice, self.rolls)


def has_rolled(dice: RecordingDice) -> bool:
    """Return whether a number was read from the seed of some dice."""
    return isinstance(dice, SeededDice | SuppliedDice) and dice.stream is not None and dice.stream.count > 0


def resolved_with(
    source: SeededSource | SuppliedSource,
    ruleset: str,
    tape_rule: Rule | None,
    resolve: Callable[[RecordingDice], Result],
    rolls: Rolls = PLAIN,
    input: Any = None,
) -> Resolution[Result] | NeedsDice:
    """Run a procedure with a request's dice; `rolls` says where the service takes a seed from.

    `input` is what the procedure is given: who is asked for dice is called as there.

    Raises: DiceSupplyLeftOver, naming `tape_rule`, if supplied dice were not used; whatever the procedure raises. Each
    error says how many dice had been rolled, and whether the service rolled any from a seed of its own.
    """
    dice = dice_from(source, rolls)
    try:
        outcome = resolve(dice)
        refuse_left_overs(source, dice, tape_rule)
    except DiceNeeded as lack:
        needs = needs_of(lack, spoken_names(input))
        return NeedsDice(
            status="needs_dice",
            ruleset=ruleset,
            need=needs[0],
            needs=needs,
            steps=tuple(dice.steps),
            dice=used(source, dice, rolls),
        )
    except UmpireError as refusal:
        refusal.rolled = len(dice.faces) + len(dice.cards)
        refusal.drawn = source.seed is None and has_rolled(dice)
        raise
    return Resolution(outcome, dice, source, rolls)
