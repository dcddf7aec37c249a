"""What a request says of a battle: sides, places, a round, a move, a wait and a whole skirmish."""

from typing import Annotated

from pydantic import Field

from service.rules.heroic.attack.models import (
    OPEN_GROUND,
    Coordinate,
    HeroicAttackChoice,
    HeroicOrder,
    HeroicTerrain,
    HeroicWait,
)
from service.rules.heroic.book.words import HeroicTactic
from service.rules.heroic.figures.bonds import MAX_UNITS, HeroicHold, HeroicLock
from service.rules.heroic.figures.models import HeroicUnit, Label, Level, SideId, UnitId, Yards
from service.wire import WHOLE, Frozen

LAST_ROUND = 100_000


class HeroicSide(Frozen):
    """A party of a battle."""

    id: SideId = Field(description="The side's name; no two sides have the same.")
    name: Label | None = Field(default=None, description="What players call it; null: its id.")
    leader_unit: UnitId | None = Field(default=None, description="The unit its leader is in; null: it has none.")
    leader_tactics: Level | None = Field(default=None, description="The leader's Tactics; null without the skill.")
    accepts_surrender: bool = Field(default=True, description="Whether it spares enemies that surrender.")
    can_retreat: bool = Field(default=True, description="Whether it has somewhere to flee to.")


class HeroicPosition(Frozen):
    """Where a unit stands."""

    unit: UnitId = Field(description="The unit.")
    x: Coordinate = Field(default=0.0, description="Yards along the field.")
    y: Coordinate = Field(default=0.0, description="Yards across the field.")


class HeroicDistance(Frozen):
    """How far apart two units are, whatever their positions say."""

    one: UnitId = Field(description="A unit.")
    other: UnitId = Field(description="Another.")
    yards: Yards = Field(description="Yards between them.")


class HeroicHazard(Frozen):
    """Injury that a unit meets while it moves."""

    unit: UnitId = Field(description="Who is injured.")
    injury: Annotated[int, Field(ge=0, le=1_000_000), WHOLE] = Field(description="Points of injury.")
    note: Label = Field(default="a hazard", description="The hazard, in a player's words.")


class HeroicEncounter(Frozen):
    """The whole state of a battle between two rounds; an answer's can be posted back."""

    sides: Annotated[tuple[HeroicSide, ...], Field(min_length=2, max_length=8)] = Field(
        description="The parties, in the order in which they roll initiative."
    )
    units: Annotated[tuple[HeroicUnit, ...], Field(min_length=1, max_length=MAX_UNITS)] = Field(
        description="The units; the order decides who acts first within a side."
    )
    positions: Annotated[tuple[HeroicPosition, ...], Field(max_length=MAX_UNITS)] = Field(
        default=(), description="Where units stand; one that is not listed stands at 0, 0."
    )
    distances: Annotated[tuple[HeroicDistance, ...], Field(max_length=1000)] = Field(
        default=(), description="Distances that override the positions."
    )
    locks: Annotated[tuple[HeroicLock, ...], Field(max_length=1000)] = Field(
        default=(), description="Who is locked in melee with whom."
    )
    grapples: Annotated[tuple[HeroicHold, ...], Field(max_length=1000)] = Field(
        default=(), description="Who holds whom."
    )
    terrain: HeroicTerrain = Field(default=OPEN_GROUND, description="The ground.")
    hazards: Annotated[tuple[HeroicHazard, ...], Field(max_length=1000)] = Field(
        default=(), description="Injury met in this round's movement."
    )
    round: Annotated[int, Field(ge=1, le=LAST_ROUND), WHOLE] = Field(default=1, description="Number of this round.")


Orders = Annotated[tuple[HeroicOrder, ...], Field(max_length=MAX_UNITS)]


class HeroicOrdersCheck(Frozen):
    """Orders to be checked against the rules."""

    encounter: HeroicEncounter = Field(description="The battle.")
    orders: Orders = Field(description="The orders, at most one for each unit.")


class HeroicContender(Frozen):
    """What counts for one side's initiative."""

    id: SideId = Field(description="The side's id; no two sides have the same.")
    name: Label | None = Field(default=None, description="What players call it; null: its id.")
    leader_tactics: Level | None = Field(default=None, description="The leader's Tactics; null without the skill.")
    leader_active: bool = Field(default=True, description="Whether the leader still stands.")


class HeroicInitiative(Frozen):
    """Who acts first this round."""

    sides: Annotated[tuple[HeroicContender, ...], Field(min_length=2, max_length=8)] = Field(
        description="The sides, in the order in which they roll."
    )


class HeroicMove(Frozen):
    """One unit's movement in a battle."""

    encounter: HeroicEncounter = Field(description="The battle; its hazards on the moving unit are met.")
    unit: UnitId = Field(description="Who moves.")
    orders: Orders = Field(
        description="The moving unit's order, and those of enemies who may take a free attack on it; a unit without "
        "an order fights neutrally with its best mode."
    )
    winner: SideId | None = Field(default=None, description="The side with the initiative.")
    allowance_spent: Annotated[float, Field(ge=0, le=10)] = Field(
        default=0.0, description="How much of its movement is spent already, in multiples of its Move."
    )


class HeroicInterruption(Frozen):
    """What a unit does when another's wait interrupts it."""

    tactic: HeroicTactic = Field(default=HeroicTactic.NEUTRAL, description="Its tactic.")
    attack: HeroicAttackChoice | None = Field(
        default=None, description="The attack on the waiting unit that is interrupted; null if it does something else."
    )
    has_initiative: bool = Field(default=False, description="Whether its side has the initiative.")


class HeroicWaiting(Frozen):
    """A wait whose trigger has come."""

    waiter: HeroicUnit = Field(description="Who has waited.")
    wait: HeroicWait = Field(description="What it has declared.")
    waiter_tactic: HeroicTactic = Field(default=HeroicTactic.NEUTRAL, description="The waiter's tactic.")
    has_initiative: bool = Field(default=False, description="Whether the waiter's side has the initiative.")
    interrupted: HeroicUnit = Field(description="Who triggers it.")
    interruption: HeroicInterruption = Field(description="What the interrupted unit does.")
    distance: Yards = Field(
        default=1.0,
        description=(
            "Yards between the two when it happens; a unit that is shot at as it approaches "
            "strikes later, from its reach."
        ),
    )
    locks: Annotated[tuple[HeroicLock, ...], Field(max_length=1000)] = Field(
        default=(), description="Who is locked in melee with whom."
    )
    grapples: Annotated[tuple[HeroicHold, ...], Field(max_length=1000)] = Field(
        default=(), description="Who holds whom."
    )
    terrain: HeroicTerrain = Field(default=OPEN_GROUND, description="The ground.")


class HeroicRound(Frozen):
    """One round of a battle: its state and what each unit sets out to do."""

    encounter: HeroicEncounter = Field(description="The battle.")
    orders: Orders = Field(default=(), description="One for each active unit.")
    npc_orders: bool = Field(
        default=False,
        description="Whether the service orders the active or pinned units that have no order, unless a person plays "
        "them.",
    )


class HeroicStandingTactic(Frozen):
    """The tactic a unit keeps through a skirmish."""

    unit: UnitId = Field(description="The unit.")
    tactic: HeroicTactic = Field(
        description="Its tactic in every round in which it is legal; aiming needs something left to shoot."
    )


class HeroicSkirmish(Frozen):
    """A battle without players, round after round."""

    encounter: HeroicEncounter = Field(description="The battle; nobody in it is played by a person.")
    tactics: Annotated[tuple[HeroicStandingTactic, ...], Field(max_length=MAX_UNITS)] = Field(
        default=(), description="Standing tactics; the others' are random or neutral, as option npc_tactics says."
    )
    max_rounds: Annotated[int, Field(ge=1, le=200), WHOLE] = Field(
        default=20, description="After how many rounds the battle is left undecided."
    )
    pursue: bool = Field(default=False, description="Whether the victor pursues those who have fled.")
    aftermath: bool = Field(default=False, description="Whether the fallen are counted at the end.")
