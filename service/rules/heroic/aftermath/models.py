"""What a request says of morale, fatigue, the end of a battle, a pursuit and the fallen."""

from typing import Annotated

from pydantic import Field

from service.rules.heroic.battle.models import HeroicEncounter
from service.rules.heroic.book.words import HeroicEncumbrance, HeroicIntent, HeroicTravel
from service.rules.heroic.figures.bonds import MAX_UNITS
from service.rules.heroic.figures.models import (
    Attribute,
    FatiguePoints,
    HeroicUnit,
    HitPoints,
    Label,
    Level,
    Members,
    Modifier,
    Numbers,
    Speed,
    UnitId,
)
from service.wire import WHOLE, Frozen

Roster = Annotated[tuple[HeroicUnit, ...], Field(max_length=MAX_UNITS)]
Creatures = Annotated[int, Field(ge=1, le=100_000_000), WHOLE]


class HeroicMoraleCheck(Frozen):
    """A unit whose courage may fail."""

    unit: HeroicUnit = Field(description="The unit with this round's injury.")
    own_numbers: Numbers | None = Field(
        default=None, description="Active members of its whole side; null: the unit's own."
    )
    enemy_numbers: Numbers = Field(description="Active members of all enemies.")
    side_start: Numbers | None = Field(
        default=None,
        description="Members of its side when the battle began, if `morale_scope` is `side`; null: the unit's own.",
    )
    side_casualties: Numbers | None = Field(
        default=None,
        description="Members its side has lost, if `morale_scope` is `side`; null: the unit's own.",
    )
    parts: Annotated[tuple[HeroicUnit, ...], Field(max_length=MAX_UNITS)] = Field(
        default=(), description="The other parts of a divided unit; they are checked with it as one."
    )
    held: bool = Field(default=False, description="Whether it is grappled or pinned, so that it cannot flee.")
    can_retreat: bool = Field(default=True, description="Whether its side has somewhere to flee to.")
    enemy_accepts_surrender: bool = Field(default=True, description="Whether the enemy spares units that surrender.")
    force: bool = Field(default=False, description="Whether it is checked although no check is due.")


class HeroicTiring(Frozen):
    """What counts for one unit's fatigue."""

    id: UnitId = Field(description="The unit's id; no two units have the same.")
    name: Label | None = Field(default=None, description="What players call it; null: its id.")
    fp: Annotated[int, Field(ge=0, le=1000), WHOLE] = Field(
        description="Fatigue points of one member when fresh; with 0 it never tires."
    )
    fp_current: FatiguePoints | None = Field(default=None, description="Fatigue points left; null: all of them.")
    will: Attribute = Field(default=10, description="Will of one member.")
    encumbrance: HeroicEncumbrance = Field(default=HeroicEncumbrance.NONE, description="How heavily it is loaded.")
    hot_weather_fp: Annotated[int, Field(ge=0, le=2), WHOLE] = Field(
        default=0, description="Further fatigue points that heat costs."
    )
    active: bool = Field(default=True, description="Whether it still takes part.")
    moved: bool = Field(default=False, description="Whether it moved this round.")
    rolled: bool = Field(default=False, description="Whether it rolled an attack or a defence this round.")


class HeroicFatigueCheck(Frozen):
    """The end of a round, when fatigue may be due."""

    units: Annotated[tuple[HeroicTiring, ...], Field(min_length=1, max_length=MAX_UNITS)] = Field(
        description="The units in the battle."
    )
    roster: Roster = Field(default=(), description="The same units whole; the answer has them as they are then.")


class HeroicBattle(Frozen):
    """A battle that may be over."""

    encounter: HeroicEncounter = Field(description="The battle.")


class HeroicMover(Frozen):
    """What counts for one side of a pursuit."""

    count: Creatures = Field(description="Creatures that pursue or flee.")
    travel: HeroicTravel = Field(
        default=HeroicTravel.RUNNING, description="How it moves: the pursuers' fastest way, the pursued's slowest."
    )
    skill: Level | None = Field(default=None, description="The skill for it, based on DX; null on foot: DX.")
    dx: Annotated[int, Field(ge=1, le=1000), WHOLE] = Field(default=10, description="DX, for walkers without Running.")
    top_speed: Speed = Field(description="Top speed in yards a second.")
    handling: Modifier = Field(default=0, description="The vehicle's Handling.")
    complementary: Level | None = Field(
        default=None, description="Area Knowledge, or Urban Survival in built-up areas; null if it is not tried."
    )


class HeroicPursuers(HeroicMover):
    """The victors who pursue."""


class HeroicFugitives(Frozen):
    """Members of one unit who flee."""

    unit: UnitId = Field(description="The unit.")
    count: Members = Field(default=1, description="How many of it flee.")


class HeroicPursued(HeroicMover):
    """Those who flee."""

    stealth: Level | None = Field(default=None, description="Stealth, if they hide instead of running.")
    units: Annotated[tuple[HeroicFugitives, ...], Field(max_length=MAX_UNITS)] = Field(
        default=(), description="The units that flee, in the order in which they are caught; needed only to tell whose."
    )


class HeroicPursuit(Frozen):
    """A pursuit after a battle."""

    pursuers: HeroicPursuers = Field(description="Who pursues.")
    pursued: HeroicPursued = Field(description="Who flees.")
    battle_over: bool = Field(default=True, description="Whether the battle is over.")
    terrain_open: bool = Field(default=True, description="Whether there is nowhere to hide.")
    visibility: Annotated[int, Field(ge=-10, le=0), WHOLE] = Field(
        default=0, description="Modifier for darkness; it lowers the pursuers' skill against hiders."
    )
    impossible: bool = Field(default=False, description="Whether the circumstances rule a pursuit out.")
    intent: HeroicIntent = Field(default=HeroicIntent.SLAY, description="What becomes of those who are caught.")
    capture_equipment: bool = Field(default=False, description="Whether the pursuers are equipped to capture.")
    roster: Roster = Field(default=(), description="The units that flee, whole; the answer has them as they are then.")


class HeroicFallen(Frozen):
    """Members of one unit who were taken out of the fight."""

    unit: UnitId = Field(description="The unit.")
    name: Label | None = Field(default=None, description="What players call it; null: its id.")
    hp: HitPoints = Field(description="Hit points of one member at full health.")
    members: Members = Field(default=1, description="How many have fallen.")
    important: bool = Field(default=False, description="Whether the exact wound of each is rolled.")


class HeroicAftermath(Frozen):
    """The fallen of a side, to be counted after the battle."""

    fallen: Annotated[tuple[HeroicFallen, ...], Field(min_length=1, max_length=MAX_UNITS)] = Field(
        description="The fallen, in the order in which their wounds are rolled."
    )
