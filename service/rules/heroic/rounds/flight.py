"""What follows a battle that nobody plays: the victors pursue who flees, and the fallen are counted."""

from collections.abc import Sequence
from typing import NamedTuple

from service.dice.model import Dice
from service.rules.heroic.aftermath.casualties import resolve_casualties
from service.rules.heroic.aftermath.models import (
    HeroicAftermath,
    HeroicFallen,
    HeroicFugitives,
    HeroicPursued,
    HeroicPursuers,
    HeroicPursuit,
)
from service.rules.heroic.aftermath.outcomes import HeroicAftermathOutcome, HeroicAftermathVerdict, HeroicPursuitOutcome
from service.rules.heroic.aftermath.pursuit import pursue
from service.rules.heroic.attack.models import HeroicTerrain
from service.rules.heroic.battle.initiative import spoken_side
from service.rules.heroic.battle.models import HeroicSide
from service.rules.heroic.battle.state import Battle, active_members
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.words import HeroicStatus, HeroicTravel
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import count_of, move_of, pool_of, weary

RUNAWAYS = frozenset({HeroicStatus.ROUTED, HeroicStatus.FLED})


class Pursued(NamedTuple):
    """The battle after a pursuit, and how that went."""

    battle: Battle
    pursuit: HeroicPursuitOutcome


def give_chase(
    battle: Battle, winner: str, terrain: HeroicTerrain, rulings: HeroicRulings, dice: Dice
) -> Pursued | None:
    """Let the victors pursue on foot everybody who has broken or fled; None if nobody can, or nobody has.

    Who is taken is slain.

    Dice: as `pursue`.
    """
    assignment, effects = rulings.assignment, rulings.fp_effects
    active = [active_members(battle, place, assignment) for place in range(len(battle.units))]
    own = [
        weary(unit, effects) for unit, able in zip(battle.units, active, strict=True) if able and unit.side == winner
    ]
    fleeing = [unit for unit in battle.units if unit.side != winner and unit.status in RUNAWAYS]
    if not fleeing or not any(move_of(unit) for unit in own):
        return None
    fastest = max(own, key=lambda unit: (move_of(unit), skill_on_foot(unit)))
    slowest = min([weary(unit, effects) for unit in fleeing], key=lambda unit: (move_of(unit), skill_on_foot(unit)))
    fugitives = [HeroicFugitives(unit=unit.id, count=count_of(unit, assignment)) for unit in fleeing]
    given = HeroicPursuit(
        pursuers=HeroicPursuers(
            count=sum([many for unit, many in zip(battle.units, active, strict=True) if unit.side == winner]),
            travel=HeroicTravel.RUNNING,
            skill=running_of(fastest),
            dx=fastest.dx,
            top_speed=move_of(fastest),
        ),
        pursued=HeroicPursued(
            count=sum([each.count for each in fugitives]),
            travel=HeroicTravel.RUNNING,
            skill=running_of(slowest),
            dx=slowest.dx,
            top_speed=move_of(slowest),
            units=tuple(fugitives),
        ),
        terrain_open=terrain.open,
        visibility=terrain.visibility,
    )
    outcome = pursue(given, rulings, dice)
    for taken in outcome.units:
        place = battle.places[taken.unit]
        battle = battle.with_unit(place, without_taken(battle.units[place], taken.escaped))
    return Pursued(battle, outcome)


def running_of(unit: HeroicUnit) -> int | None:
    """Return the level of Running; None without the skill."""
    return next((skill.level for skill in unit.skills if skill.name == "running"), None)


def skill_on_foot(unit: HeroicUnit) -> int:
    """Return what counts in a pursuit on foot: Running, or else DX."""
    return running_of(unit) or unit.dx


def without_taken(unit: HeroicUnit, left: int) -> HeroicUnit:
    """Return a unit of which only so many have got away."""
    if not left:
        return unit.model_copy(update={"hp_pool": 0, "status": HeroicStatus.INCAPACITATED})
    return unit.model_copy(update={"hp_pool": min(pool_of(unit), left * unit.hp)})


def count_fallen(
    battle: Battle, sides: Sequence[HeroicSide], rulings: HeroicRulings, dice: Dice
) -> HeroicAftermathOutcome | None:
    """Count the fallen side by side; None if there are none.

    Dice: as `resolve_casualties`.
    """
    outcomes = []
    told = []
    for side in sides:
        fallen = [fallen_of(unit, rulings) for unit in battle.units if unit.side == side.id]
        known = tuple([each for each in fallen if each is not None])
        if known:
            outcomes.append(resolve_casualties(HeroicAftermath(fallen=known), rulings, dice))
            told.append(f"{spoken_side(side)}: {outcomes[-1].summary}")
    if not outcomes:
        return None
    return HeroicAftermathOutcome(
        summary=" ".join(told),
        verdict=HeroicAftermathVerdict(
            dead=sum([each.verdict.dead for each in outcomes]),
            survivors=sum([each.verdict.survivors for each in outcomes]),
            crippled=sum([each.verdict.crippled for each in outcomes]),
        ),
        wounds=tuple([wound for each in outcomes for wound in each.wounds]),
        counts=tuple([count for each in outcomes for count in each.counts]),
    )


def fallen_of(unit: HeroicUnit, rulings: HeroicRulings) -> HeroicFallen | None:
    """Return the members of a unit who have fallen; None if nobody has."""
    members = unit.count_start - count_of(unit, rulings.assignment)
    if not members:
        return None
    important = unit.is_pc if unit.important is None else unit.important
    return HeroicFallen(unit=unit.id, name=unit.name, hp=unit.hp, members=members, important=important)
