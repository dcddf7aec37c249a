"""What comes of orders, initiative, movement, a wait, a round and a skirmish."""

from typing import Annotated

from pydantic import Field

from service.errors import Fault
from service.rules.heroic.attack.models import HeroicPending
from service.rules.heroic.attack.outcomes import HeroicAttackReport, HeroicGrappleReport, HeroicUnitInjury
from service.rules.heroic.battle.models import HeroicEncounter, HeroicPosition
from service.rules.heroic.book.words import HeroicStatus, HeroicWaitOrder
from service.rules.heroic.figures.bonds import HeroicLock
from service.rules.heroic.figures.changes import Changes
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.kernel.verdict import AttackResult
from service.wire import record


@record
class HeroicOrderFinding:
    """What the rules say to one order."""

    unit: Annotated[str, Field(description="Who is ordered.")]
    ok: Annotated[bool, Field(description="Whether the order is legal.")]
    factor: Annotated[float, Field(description="The tactic's movement factor.")]
    allowance: Annotated[float, Field(description="Movement allowed by the tactic, in yards.")]
    max_shots: Annotated[int, Field(description="Most shots of a low-tech weapon this round, without Fast-Draw.")]
    allowance_left: Annotated[float, Field(description="Yards left after the ordered shots and deeds.")]
    faults: Annotated[tuple[Fault, ...], Field(description="What is wrong with it, and where.")]


@record
class HeroicOrdersOutcome:
    """Orders, checked."""

    ok: Annotated[bool, Field(description="Whether a round could be played with these orders.")]
    orders: Annotated[tuple[HeroicOrderFinding, ...], Field(description="Each order, as listed.")]
    missing: Annotated[tuple[str, ...], Field(description="Ids of active units without an order.")]


@record
class HeroicInitiativeVerdict:
    """Who has the initiative."""

    winner: Annotated[str | None, Field(description="Id of the side that wins; null if nobody does.")]


@record
class HeroicSideInitiative:
    """One side's initiative."""

    side: Annotated[str, Field(description="The side.")]
    roll: Annotated[int, Field(description="Its die.")]
    bonus: Annotated[int, Field(description="What its leader's Tactics adds.")]
    total: Annotated[int, Field(description="The sum.")]
    rerolls: Annotated[tuple[int, ...], Field(description="The dice that broke its ties, in order.")]


@record
class HeroicInitiativeOutcome:
    """Initiative, rolled."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicInitiativeVerdict
    sides: Annotated[tuple[HeroicSideInitiative, ...], Field(description="The sides, as listed.")]
    order: Annotated[tuple[str, ...], Field(description="Ids of the sides in the order in which they act.")]


@record
class HeroicMoveVerdict:
    """What players care about in a move."""

    moved: Annotated[bool, Field(description="Whether the unit moved at all.")]
    yards: Annotated[float, Field(description="Yards moved.")]
    locked: Annotated[bool, Field(description="Whether the unit is locked in melee after it.")]
    injury: Annotated[int, Field(description="Points of injury it met, before its HT roll.")]


@record
class HeroicMoved:
    """How one unit moved."""

    unit: Annotated[str, Field(description="The unit.")]
    allowance: Annotated[float, Field(description="Movement allowed by its tactic, in yards.")]
    yards: Annotated[float, Field(description="Yards moved.")]
    move_spent: Annotated[float, Field(description="Yards of allowance spent on walking.")]
    position: HeroicPosition
    reason: Annotated[str, Field(description="Why it stopped there, in a player's words.")]


@record
class HeroicMoveOutcome:
    """A move, made."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicMoveVerdict
    moved: HeroicMoved
    locks_made: Annotated[tuple[HeroicLock, ...], Field(description="Locks that the move made.")]
    locks_ended: Annotated[tuple[HeroicLock, ...], Field(description="Locks that the move ended.")]
    free_attacks: Annotated[tuple[HeroicAttackReport, ...], Field(description="Free attacks it provoked.")]
    free_grapples: Annotated[
        tuple[HeroicGrappleReport, ...], Field(description="Free attacks of those who can only grapple.")
    ]
    injuries: Annotated[tuple[HeroicUnitInjury, ...], Field(description="Injury of free attacks, if applied at once.")]
    pending: Annotated[tuple[HeroicPending, ...], Field(description="Injury that is not applied yet.")]
    changes: Changes
    encounter: Annotated[HeroicEncounter, Field(description="The battle as it is now.")]


@record
class HeroicWaitVerdict:
    """What players care about in a wait."""

    order: Annotated[HeroicWaitOrder, Field(description="Who acts first.")]
    waiter_outcome: Annotated[
        AttackResult | None, Field(description="The result of the waiter's attack; null without one.")
    ]
    waiter_hits: Annotated[int, Field(description="Hits of the waiter's attack.")]
    interrupted_outcome: Annotated[
        AttackResult | None, Field(description="The result of the interrupted attack; null if there was none.")
    ]
    interrupted_hits: Annotated[int, Field(description="Hits of the interrupted attack.")]
    waiter_status: Annotated[HeroicStatus, Field(description="Whether the waiter still takes part.")]
    interrupted_status: Annotated[HeroicStatus, Field(description="Whether the interrupted unit still takes part.")]


@record
class HeroicWaitOutcome:
    """A wait whose trigger came, resolved."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicWaitVerdict
    waiter_attack: Annotated[HeroicAttackReport | None, Field(description="The waiter's attack; null without one.")]
    interrupted_attack: Annotated[
        HeroicAttackReport | None, Field(description="The interrupted attack; null if none or no longer possible.")
    ]
    injuries: Annotated[tuple[HeroicUnitInjury, ...], Field(description="Injury applied, in order.")]
    changes: Changes
    units: Annotated[tuple[HeroicUnit, ...], Field(description="Waiter and interrupted unit as they are now.")]
