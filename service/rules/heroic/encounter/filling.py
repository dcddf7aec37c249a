"""Moves in an encounter: what a client sends of each, and the input that is made of it and the stored battle."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated, Any, Final

from pydantic import Field

from service.errors import RulesRefuse, UnfitRequest
from service.rules.heroic.aftermath.fatigue import tiring_of
from service.rules.heroic.aftermath.models import HeroicFugitives, HeroicPursued, HeroicPursuers
from service.rules.heroic.aftermath.pursuit import ON_FOOT
from service.rules.heroic.attack.models import HeroicBystander, HeroicPending
from service.rules.heroic.battle.contenders import contenders_of
from service.rules.heroic.battle.models import HeroicEncounter
from service.rules.heroic.battle.muster import muster
from service.rules.heroic.battle.state import (
    Battle,
    able_members,
    active_members,
    cluster,
    distance_between,
    holds_about,
    locks_of,
)
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.refusals import (
    AttackerInactive,
    HeroicUnknownSide,
    HeroicUnknownUnit,
    NotGrappled,
    PursuitImpossible,
    SameSideTarget,
    SideWithoutUnits,
)
from service.rules.heroic.book.words import HeroicTravel
from service.rules.heroic.figures.models import HeroicUnit, Level, Modifier, SideId, UnitId, Yards
from service.rules.heroic.figures.standing import count_of, weary
from service.rules.heroic.rounds.closing import end_of, numbers_of, parts_of, trial_in
from service.rules.heroic.rounds.skirmish.sequels import RUNAWAYS, fallen_of, on_foot, pace_of
from service.rules.kernel.family import MoveContext
from service.rules.kernel.moves import Roster
from service.wire import DISTINCT, Frozen

Pending = Annotated[tuple[HeroicPending, ...], Field(max_length=1000)]
Units = Annotated[tuple[UnitId, ...], Field(max_length=200), DISTINCT]
Somebody = Annotated[tuple[UnitId, ...], Field(min_length=1, max_length=200), DISTINCT]
INITIATIVE = "null: as initiative was rolled in this encounter."


class HeroicField(HeroicEncounter):
    """What an encounter remembers of a battle, between rounds and within one that is played step by step."""

    initiative: SideId | None = Field(
        default=None, description="The side that has the initiative in this round; null: none has, or it is not rolled."
    )
    pending: Pending = Field(default=(), description="Injury taken and not applied yet; `resolve-injury` applies it.")


class HeroicMeetingAsked(Frozen):
    """What a client may say of where two units meet."""

    distance: Yards | None = Field(default=None, description="Yards between the two; null: as they stand.")
    has_initiative: bool | None = Field(
        default=None, description=f"Whether the attacker's side, or the waiter's, has the initiative; {INITIATIVE}"
    )


class HeroicInjuryAsked(Frozen):
    """What a client may say of an injury step."""

    pending: Pending = Field(default=(), description="Injury that is applied besides what is pending.")
    winner: SideId | None = Field(default=None, description=f"The side whose units roll first; {INITIATIVE}")


class HeroicMoveAsked(Frozen):
    """What a client may say of a single move."""

    winner: SideId | None = Field(default=None, description=f"The side with the initiative; {INITIATIVE}")


class HeroicTiringAsked(Frozen):
    """Who did what in the round that ends."""

    moved: Units = Field(default=(), description="Ids of the units that moved.")
    rolled: Units = Field(default=(), description="Ids of the units that rolled an attack or a defence.")


class HeroicMoverAsked(Frozen):
    """Who pursues or flees, and how."""

    units: Somebody = Field(description="Ids of the units, in the order in which they are caught.")
    travel: HeroicTravel = Field(default=HeroicTravel.RUNNING, description="How they move.")
    skill: Level | None = Field(
        default=None, description="The skill for it, based on DX; null: Running, or DX, of who counts."
    )
    handling: Modifier = Field(default=0, description="The vehicle's Handling.")
    complementary: Level | None = Field(
        default=None, description="Area Knowledge, or Urban Survival in built-up areas; null if it is not tried."
    )


class HeroicPursuedAsked(HeroicMoverAsked):
    """Who flees, and how."""

    stealth: Level | None = Field(default=None, description="Stealth, if they hide instead of running.")


class HeroicPursuitAsked(Frozen):
    """Who pursues whom."""

    pursuers: HeroicMoverAsked = Field(description="Who pursues; the fastest counts.")
    pursued: HeroicPursuedAsked = Field(description="Who flees; the slowest counts.")


class HeroicAftermathAsked(Frozen):
    """Whose fallen are counted."""

    units: Units = Field(default=(), description="Ids of units; none: all that somebody has fallen of.")


UNITS: Final = Roster("units", HeroicUnknownUnit)
HERE: Final = "/encounter"


def check_battle(field: HeroicField, rulings: HeroicRulings) -> None:
    """Refuse a battle that does not fit together."""
    try:
        muster(encounter_in(field), rulings)
    except RulesRefuse as refusal:
        raise refusal.pointing(lambda pointer: pointer.removeprefix(HERE)) from None
    for place, each in enumerate(field.pending):
        UNITS.find(field, each.unit, f"/pending/{place}/unit")
    sides = [side.id for side in field.sides]
    if field.initiative not in {None, *sides}:
        message = f"There is no side {field.initiative!r}."
        raise HeroicUnknownSide(message, field.initiative, sides, pointer="/initiative")


def encounter_in(field: HeroicField) -> HeroicEncounter:
    """Return the battle as procedures take it."""
    return HeroicEncounter.model_construct(**{name: getattr(field, name) for name in HeroicEncounter.model_fields})


def battle_in(field: HeroicField, rulings: HeroicRulings) -> Battle:
    """Read the battle."""
    return muster(encounter_in(field), rulings)


def whole(scene: MoveContext) -> dict[str, Any]:
    """Work out the battle as a whole."""
    return {"encounter": encounter_in(scene.state)}


def move_asked(scene: MoveContext) -> dict[str, Any]:
    """Work out the battle, and who has the initiative."""
    return {"encounter": encounter_in(scene.state), "winner": scene.asked.winner or scene.state.initiative}


def meeting_of(scene: MoveContext) -> dict[str, Any]:
    """Work out where attacker and target stand, and who else is in their melee."""
    return _meeting(scene, "attacker", "target")


def wait_of(scene: MoveContext) -> dict[str, Any]:
    """Work out where waiter and interrupted unit stand, and which of them has the initiative."""
    met = _meeting(scene, "waiter", "interrupted")
    interruption, interrupted = scene.asked.interruption, scene.named["interrupted"]
    if interrupted.side == scene.state.initiative:
        interruption = interruption.model_copy(update={"has_initiative": True})
    kept = ("distance", "has_initiative", "locks", "grapples", "terrain")
    return {**{name: met[name] for name in kept}, "interruption": interruption}


def _meeting(scene: MoveContext, one: str, other: str) -> dict[str, Any]:
    state, asked = scene.state, scene.asked
    battle = battle_in(state, scene.rulings)
    place, foe = (battle.places[scene.named[each].id] for each in (one, other))
    near = sorted(cluster(battle, place) | cluster(battle, foe))
    others = [HeroicBystander(unit=battle.units[at]) for at in near if at not in {place, foe}]
    has_initiative = battle.units[place].side == state.initiative
    return {
        one: battle.units[place],
        other: battle.units[foe],
        "distance": distance_between(battle, place, foe) if asked.distance is None else asked.distance,
        "has_initiative": has_initiative if asked.has_initiative is None else asked.has_initiative,
        "others": tuple(others),
        "locks": locks_of(battle, near),
        "grapples": holds_about(battle, *near),
        "terrain": state.terrain,
    }


def hold_of(scene: MoveContext) -> dict[str, Any]:
    """Work out the hold that a unit is to break."""
    battle = battle_in(scene.state, scene.rulings)
    victim, holder = scene.named["victim"], scene.named["holder"]
    holds = [each for each in battle.grapples if (each.grappler, each.victim) == (holder.id, victim.id)]
    if not holds:
        raise NotGrappled(f"{victim.id} is not held by {holder.id}.", pointer="/holder")
    others = tuple([each for each in battle.grapples if each.victim == victim.id and each is not holds[0]])
    return {"victim": victim, "holder": holder, "hold": holds[0], "others": others}


def injury_of(scene: MoveContext) -> dict[str, Any]:
    """Work out whose injury is applied: what is pending, and what is said besides."""
    state, asked = scene.state, scene.asked
    battle = battle_in(state, scene.rulings)
    for place, each in enumerate(asked.pending):
        UNITS.find(state, each.unit, f"/pending/{place}/unit")
    return {
        "units": battle.units,
        "pending": (*state.pending, *asked.pending),
        "winner": asked.winner or state.initiative,
        "grapples": battle.grapples,
    }


def courage_of(scene: MoveContext) -> dict[str, Any]:
    """Work out what counts for a unit's morale."""
    battle = battle_in(scene.state, scene.rulings)
    place = battle.places[scene.named["unit"].id]
    numbers = numbers_of(battle)
    trial = trial_in(battle, place, parts_of(battle, place), numbers)
    return {each.name: getattr(trial, each.name) for each in fields(trial) if each.name != "force"}


def tiring(scene: MoveContext) -> dict[str, Any]:
    """Work out what counts for everybody's fatigue."""
    battle, asked = battle_in(scene.state, scene.rulings), scene.asked
    for name in ("moved", "rolled"):
        for place, each in enumerate(getattr(asked, name)):
            UNITS.find(scene.state, each, f"/{name}/{place}")
    units = [
        tiring_of(
            unit,
            active=able_members(battle, place) > 0,
            moved=unit.id in asked.moved,
            rolled=unit.id in asked.rolled,
        )
        for place, unit in enumerate(battle.units)
    ]
    return {"units": tuple(units), "roster": battle.units}


def contest_of(scene: MoveContext) -> dict[str, Any]:
    """Work out which sides roll for initiative."""
    contenders = contenders_of(battle_in(scene.state, scene.rulings))
    if len(contenders) < 2:
        names = " and ".join([repr(each.id) for each in contenders]) or "nobody"
        raise SideWithoutUnits(f"Two sides have to roll for initiative; able to: {names}.")
    return {"sides": contenders}


def flight_of(scene: MoveContext) -> dict[str, Any]:
    """Work out who pursues whom, how many they are, and how fast."""
    state, asked, rulings = scene.state, scene.asked, scene.rulings
    battle = battle_in(state, rulings)
    hunters = _named(battle, state, asked.pursuers, "pursuers")
    runners = _named(battle, state, asked.pursued, "pursued")
    active = [active_members(battle, battle.places[unit.id]) for unit in hunters]
    for at, (unit, many) in enumerate(zip(hunters, active, strict=True)):
        if not many:
            raise AttackerInactive(f"No member of {unit.id} can pursue.", pointer=f"/pursuers/units/{at}")
    fugitives = []
    for at, unit in enumerate(runners):
        if unit.status not in RUNAWAYS:
            message = f"{unit.id} is {unit.status.value} and does not flee."
            raise PursuitImpossible(message, pointer=f"/pursued/units/{at}")
        if any(unit.side == hunter.side for hunter in hunters):
            raise SameSideTarget(f"{unit.id} is pursued by its own side.", pointer=f"/pursued/units/{at}")
        fugitives.append(HeroicFugitives(unit=unit.id, count=count_of(unit, rulings.assignment)))
    fast = max([weary(unit, rulings.fp_effects) for unit in hunters], key=pace_of)
    slow = min([weary(unit, rulings.fp_effects) for unit in runners], key=pace_of)
    fleeing = sum([each.count for each in fugitives])
    stealth = asked.pursued.stealth
    return {
        "pursuers": HeroicPursuers(count=sum(active), **_mover(asked.pursuers, fast)),
        "pursued": HeroicPursued(count=fleeing, units=tuple(fugitives), stealth=stealth, **_mover(asked.pursued, slow)),
        "battle_over": end_of(battle).verdict.over,
        "terrain_open": state.terrain.open,
        "visibility": state.terrain.visibility,
        "roster": tuple(runners),
    }


def _named(battle: Battle, field: HeroicField, asked: HeroicMoverAsked, who: str) -> list[HeroicUnit]:
    found = [UNITS.find(field, name, f"/{who}/units/{place}") for place, name in enumerate(asked.units)]
    return [battle.units[battle.places[unit.id]] for unit in found]


def _mover(asked: HeroicMoverAsked, unit: HeroicUnit) -> dict[str, Any]:
    given = {name: getattr(asked, name) for name in ("travel", "handling", "complementary")}
    runs = asked.skill is None and asked.travel in ON_FOOT
    return on_foot(unit) | given | ({} if runs else {"skill": asked.skill})


def aftermath_of(scene: MoveContext) -> dict[str, Any]:
    """Work out who has fallen."""
    state, asked = scene.state, scene.asked
    meant: Sequence[HeroicUnit] = [
        UNITS.find(state, name, f"/units/{place}") for place, name in enumerate(asked.units)
    ] or battle_in(state, scene.rulings).units
    fallen = [each for each in [fallen_of(unit, scene.rulings) for unit in meant] if each is not None]
    if not fallen:
        names = ", ".join([unit.id for unit in meant])
        raise UnfitRequest(f"No member of {names} has fallen.", pointer="/input/units")
    return {"fallen": tuple(fallen)}
