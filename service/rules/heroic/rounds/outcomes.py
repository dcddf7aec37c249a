"""The records of rounds and skirmishes."""

from typing import Annotated

from pydantic import Field

from service.rules.heroic.aftermath import outcomes
from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.attack.outcomes import (
    HeroicAttackReport,
    HeroicBreakFreeOutcome,
    HeroicGrappleReport,
    HeroicUnitInjury,
)
from service.rules.heroic.battle.models import HeroicEncounter
from service.rules.heroic.battle.outcomes import HeroicInitiativeOutcome, HeroicMoved
from service.rules.heroic.book.words import HeroicStatus, HeroicTactic
from service.rules.heroic.figures.bonds import HeroicLock
from service.rules.heroic.figures.changes import Changes
from service.rules.kernel.verdict import SkirmishVerdict
from service.wire import record


@record
class HeroicAttackPhase:
    """A phase of attacks: ranged or melee."""

    attacks: Annotated[tuple[HeroicAttackReport, ...], Field(description="Attacks in the order made.")]
    grapples: Annotated[tuple[HeroicGrappleReport, ...], Field(description="Grapples in the order tried.")]
    breaks: Annotated[tuple[HeroicBreakFreeOutcome, ...], Field(description="Attempts to break free, in order.")]
    injuries: Annotated[tuple[HeroicUnitInjury, ...], Field(description="Its injury step.")]


@record
class HeroicMovementPhase:
    """The movement phase."""

    moves: Annotated[tuple[HeroicMoved, ...], Field(description="Moves in the order made.")]
    free_attacks: Annotated[tuple[HeroicAttackReport, ...], Field(description="Free attacks they provoked.")]
    free_grapples: Annotated[
        tuple[HeroicGrappleReport, ...], Field(description="Free attacks of those who can only grapple.")
    ]
    locks_made: Annotated[tuple[HeroicLock, ...], Field(description="Locks that the moves made.")]
    locks_ended: Annotated[tuple[HeroicLock, ...], Field(description="Locks that the moves ended.")]
    injuries: Annotated[tuple[HeroicUnitInjury, ...], Field(description="Its injury step.")]


@record
class HeroicUnitStanding:
    """How one unit stands at the end of a round."""

    unit: Annotated[str, Field(description="The unit.")]
    tactic: Annotated[HeroicTactic | None, Field(description="Its tactic, revealed; null if it had none.")]
    status: Annotated[HeroicStatus, Field(description="Whether it still takes part.")]
    pool: Annotated[int, Field(description="Hit points left to all its members.")]
    hp_effective: Annotated[int, Field(description="The same, counting anything below 0 as 0.")]
    count: Annotated[int, Field(description="Members not incapacitated.")]
    active: Annotated[int, Field(description="Members who can act.")]
    casualties: Annotated[int, Field(description="Members incapacitated since the battle began.")]
    fp: Annotated[int, Field(description="Fatigue points left to each member.")]


@record
class HeroicRoundVerdict:
    """What players care about in a round."""

    over: Annotated[bool, Field(description="Whether the battle is over.")]
    winner: Annotated[str | None, Field(description="Id of the side that has won; null if none has.")]
    draw: Annotated[bool, Field(description="Whether it is over and nobody has won.")]
    initiative: Annotated[str | None, Field(description="Id of the side that had the initiative.")]
    casualties: Annotated[int, Field(description="Members taken out of the fight this round.")]
    routed: Annotated[int, Field(description="Units that broke this round.")]


@record
class HeroicRoundOutcome:
    """A round, played."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicRoundVerdict
    orders: Annotated[tuple[HeroicOrder, ...], Field(description="All orders, revealed.")]
    initiative: HeroicInitiativeOutcome
    ranged: Annotated[HeroicAttackPhase, Field(description="Phase 3.")]
    movement: Annotated[HeroicMovementPhase, Field(description="Phase 4.")]
    melee: Annotated[HeroicAttackPhase, Field(description="Phase 5.")]
    morale: Annotated[tuple[outcomes.HeroicMoraleOutcome, ...], Field(description="Phase 6.")]
    fatigue: Annotated[
        outcomes.HeroicFatigueOutcome | None, Field(description="Phase 7; null if the battle was over before.")
    ]
    sides: Annotated[tuple[outcomes.HeroicSideStanding, ...], Field(description="How each side stands, as listed.")]
    pursuit_possible: Annotated[bool, Field(description="Whether there is a victor, and somebody to pursue.")]
    changes: Changes
    standings: Annotated[tuple[HeroicUnitStanding, ...], Field(description="Every unit, as listed.")]
    encounter: Annotated[HeroicEncounter, Field(description="The battle at the start of the next round.")]


@record
class HeroicRoundSummary:
    """One round of a skirmish."""

    round: Annotated[int, Field(description="Its number.")]
    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicRoundVerdict
    standings: Annotated[tuple[HeroicUnitStanding, ...], Field(description="Every unit after it, as listed.")]


@record
class HeroicSkirmishOutcome:
    """A skirmish, fought out."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: SkirmishVerdict
    log: Annotated[tuple[HeroicRoundSummary, ...], Field(description="The rounds, in order.")]
    pursuit: Annotated[outcomes.HeroicPursuitOutcome | None, Field(description="The pursuit; null if there was none.")]
    aftermath: Annotated[
        outcomes.HeroicAftermathOutcome | None, Field(description="The fallen; null if they were not counted.")
    ]
    encounter: Annotated[HeroicEncounter, Field(description="The battle as it was left.")]
