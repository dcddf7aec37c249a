"""Answer records of the luck of encounters, and how they are made of what was counted."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from service.forecasts.luck import Compared, DiceBy, Luck, LuckStopped
from service.operations.encounters.answers import FamilyName, OperationName, Ruleset
from service.wire import record

GIVEN: Final = (
    "Given: every act as it was declared, on the state before it as it came about, by the rules of {ruleset}. Only its "
    "dice were rolled again."
)
NOT_COUNTED: Final = (
    "Not counted: what other decisions would have led to; what dice brought besides members and points (places, "
    "initiative, conditions, cards), until later acts turn it into losses; acts that were undone, or played before the "
    "log began."
)
BROUGHT: Final = "Not proved: that the dice brought with acts were really rolled; `by_dice` counts them apart."


@record
class LuckPercentile:
    """A percentile, from 0 to 100, and its bounds."""

    value: Annotated[
        float, Field(description=("The number of replays in 100 that go worse; those that go the same count half."))
    ]
    low: Annotated[float, Field(description="The lower bound (Wilson interval at the answer's level).")]
    high: Annotated[float, Field(description="The upper bound.")]


@record
class SideLuck:
    """How lucky a side has been: what it gained on all others, among what replays with other dice gained."""

    side: Annotated[str, Field(description="Id of the side.")]
    percentile: LuckPercentile
    worse: Annotated[float, Field(description="The share of replays that go worse for it than what was played.")]
    same: Annotated[float, Field(description="The share of replays that go the same.")]
    better: Annotated[float, Field(description="The share of replays that go better for it.")]
    members: Annotated[
        int, Field(description="What it gained in members that stand: the change of its own less that of all others.")
    ]
    expected_members: Annotated[float, Field(description="The mean of it over all replays.")]
    points: Annotated[
        int,
        Field(
            description=(
                "What it gained in points that can be lost (hit points, Fatigue and Endurance, stamina and free injury "
                "slots, Morale Points); it decides among equal members."
            )
        ),
    ]
    expected_points: Annotated[float, Field(description="The mean of it over all replays.")]


@record
class DiceLuck:
    """The luck of acts that were played with one kind of dice."""

    dice_by: Annotated[
        DiceBy,
        Field(
            description=(
                "service: rolled from seeds that the service chose. caller: rolled from seeds that the caller named. "
                "supplied: brought with the request, at least in part."
            )
        ),
    ]
    acts: Annotated[int, Field(description="How many acts they are.")]
    sides: Annotated[tuple[SideLuck, ...], Field(description="The luck of each side.")]


@record
class ActLuck:
    """The luck of one act."""

    version: Annotated[int, Field(description="The version that it made.")]
    operation: OperationName
    summary: Annotated[str, Field(description="What happened, in words.")]
    dice_by: Annotated[DiceBy, Field(description="Whose dice it was played with.")]
    sides: Annotated[tuple[SideLuck, ...], Field(description="The luck of each side.")]


@record
class EncounterLuck:
    """How lucky each side has been in an encounter, as far as it was played."""

    status: Annotated[Literal["computed"], Field(description="The luck is computed, and nothing is stored.")]
    family: FamilyName
    ruleset: Ruleset
    version: Annotated[int, Field(description="The last version of the log.")]
    after: Annotated[int, Field(description="Only acts that made later versions count.")]
    acts: Annotated[int, Field(description="Acts that count: they led to the present state, and rolled dice.")]
    without_dice: Annotated[int, Field(description="Acts that rolled no dice, and do not count.")]
    undone: Annotated[int, Field(description="Acts that were undone, and do not count.")]
    corrections: Annotated[int, Field(description="Corrections by the referee; they are part of the states, not luck.")]
    sides: Annotated[
        tuple[SideLuck, ...], Field(description="The luck of each side in all acts; empty without acts that count.")
    ]
    by_dice: Annotated[tuple[DiceLuck, ...], Field(description="The same for each kind of dice by itself.")]
    history: Annotated[tuple[ActLuck, ...], Field(description="The luck of each act, in their order.")]
    replays: Annotated[int, Field(description="How often each act was played again.")]
    refused: Annotated[
        int,
        Field(
            description=("Replays whose dice made the rules refuse the act; they were played with other dice instead.")
        ),
    ]
    seed: Annotated[str, Field(description="Replay number n of the act of version v has the dice of this seed, /v/n.")]
    level: Annotated[float, Field(description="The level of the intervals.")]
    stopped: Annotated[
        LuckStopped, Field(description="Which limit ended the replays; no_dice if there was no act to be replayed.")
    ]
    given: Annotated[str, Field(description="What the percentiles assume, in words.")]
    not_counted: Annotated[str, Field(description="What they do not measure, in words.")]


@dataclass(frozen=True, slots=True)
class CountedActs:
    """What of a log counts, and what does not."""

    family: str
    ruleset: str
    version: int
    after: int
    without_dice: int
    undone: int
    corrections: int


def luck_record(counted: CountedActs, luck: Luck, level: float) -> EncounterLuck:
    """Make the answer record."""
    brought = DiceBy.SUPPLIED in luck.of_dice
    return EncounterLuck(
        status="computed",
        family=counted.family,
        ruleset=counted.ruleset,
        version=counted.version,
        after=counted.after,
        acts=len(luck.acts),
        without_dice=counted.without_dice,
        undone=counted.undone,
        corrections=counted.corrections,
        sides=_sides(luck.of_all, level),
        by_dice=_by_dice(luck, level),
        history=_history(luck, level),
        replays=luck.replays,
        refused=luck.refused,
        seed=luck.seed,
        level=level,
        stopped=luck.stopped,
        given=GIVEN.format(ruleset=counted.ruleset),
        not_counted=f"{NOT_COUNTED} {BROUGHT}" if brought else NOT_COUNTED,
    )


def _by_dice(luck: Luck, level: float) -> tuple[DiceLuck, ...]:
    counts = Counter([act.dice_by for act in luck.acts])
    return tuple(
        [
            DiceLuck(dice_by=kind, acts=counts[kind], sides=_sides(compared, level))
            for kind, compared in luck.of_dice.items()
        ]
    )


def _history(luck: Luck, level: float) -> tuple[ActLuck, ...]:
    return tuple(
        [
            ActLuck(
                version=act.version,
                operation=act.operation,
                summary=act.summary,
                dice_by=act.dice_by,
                sides=_sides(compared, level),
            )
            for act, compared in zip(luck.acts, luck.of_acts, strict=True)
        ]
    )


def _sides(compared: Mapping[str, Compared], level: float) -> tuple[SideLuck, ...]:
    return tuple([_side(side, each, level) for side, each in compared.items()])


def _side(side: str, compared: Compared, level: float) -> SideLuck:
    interval, replays = compared.interval(level), compared.replays
    members, points = compared.gained
    expected_members, expected_points = compared.mean
    return SideLuck(
        side=side,
        percentile=LuckPercentile(value=100 * compared.rank, low=100 * interval.low, high=100 * interval.high),
        worse=compared.less / replays,
        same=compared.same / replays,
        better=compared.more / replays,
        members=members,
        expected_members=expected_members,
        points=points,
        expected_points=expected_points,
    )
