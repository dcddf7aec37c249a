"""What follows a battle: the victors pursue on foot who has broken, and the fallen are counted."""

from typing import Any, Final

from service.dice.model import Dice
from service.rules.heroic.aftermath import models
from service.rules.heroic.aftermath.casualties import resolve_casualties
from service.rules.heroic.aftermath.caught import without_caught
from service.rules.heroic.aftermath.outcomes import HeroicAftermathOutcome, HeroicAftermathVerdict, HeroicPursuitOutcome
from service.rules.heroic.aftermath.pursuit import chase
from service.rules.heroic.battle.state import Battle, active_members
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.words import HeroicChangeReason, HeroicStatus
from service.rules.heroic.figures.changes import Cause
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import count_of, move_of, weary

RUNAWAYS: Final = frozenset({HeroicStatus.ROUTED, HeroicStatus.FLED})


def give_chase(battle: Battle, winner: str, dice: Dice) -> tuple[Battle, HeroicPursuitOutcome | None]:
    """Let the victors pursue on foot everybody who has broken or fled, if anybody can and has.

    Who is caught is slain.

    Dice: as `pursue`.
    """
    assignment, effects = battle.rulings.assignment, battle.rulings.fp_effects
    able = {unit.id: active_members(battle, place) for place, unit in enumerate(battle.units) if unit.side == winner}
    own = [weary(unit, effects) for unit in battle.units if able.get(unit.id)]
    fleeing = [unit for unit in battle.units if unit.side != winner and unit.status in RUNAWAYS]
    if not fleeing or not any(move_of(unit) for unit in own):
        return battle, None
    fast, slow = max(own, key=pace_of), min([weary(unit, effects) for unit in fleeing], key=pace_of)
    fugitives = tuple([models.HeroicFugitives(unit=unit.id, count=count_of(unit, assignment)) for unit in fleeing])
    given = models.HeroicPursuit(
        pursuers=models.HeroicPursuers(count=sum(able.values()), **on_foot(fast)),
        pursued=models.HeroicPursued(count=sum([each.count for each in fugitives]), units=fugitives, **on_foot(slow)),
        terrain_open=battle.terrain.open,
        visibility=battle.terrain.visibility,
    )
    outcome = chase(given, battle.rulings, dice)
    for each in outcome.units:
        place = battle.places[each.unit]
        battle = battle.with_unit(
            place, without_caught(battle.units[place], each.escaped), Cause(HeroicChangeReason.PURSUIT)
        )
    return battle, outcome


def running_of(unit: HeroicUnit) -> int | None:
    """Return the level of Running; None without the skill."""
    return next((skill.level for skill in unit.skills if skill.name == "running"), None)


def pace_of(unit: HeroicUnit) -> tuple[float, int]:
    """Return what counts in a pursuit on foot: Move, then Running, or else DX."""
    return move_of(unit), running_of(unit) or unit.dx


def on_foot(unit: HeroicUnit) -> dict[str, Any]:
    """Return what counts for a unit that runs, as a pursuit takes it."""
    return {"skill": running_of(unit), "dx": unit.dx, "top_speed": move_of(unit)}


def count_fallen(battle: Battle, dice: Dice) -> HeroicAftermathOutcome | None:
    """Count the fallen side by side; None if there are none.

    Dice: as `resolve_casualties`.
    """
    outcomes = []
    sentences = []
    for side in battle.sides:
        fallen = [fallen_of(unit, battle.rulings) for unit in battle.units if unit.side == side.id]
        known = tuple([each for each in fallen if each is not None])
        if known:
            outcomes.append(resolve_casualties(models.HeroicAftermath(fallen=known), battle.rulings, dice))
            sentences.append(outcomes[-1].summary)
    if not outcomes:
        return None
    return HeroicAftermathOutcome(
        summary=" ".join(sentences),
        verdict=HeroicAftermathVerdict(
            dead=sum([each.verdict.dead for each in outcomes]),
            survivors=sum([each.verdict.survivors for each in outcomes]),
            crippled=sum([each.verdict.crippled for each in outcomes]),
        ),
        wounds=tuple([wound for each in outcomes for wound in each.wounds]),
        counts=tuple([count for each in outcomes for count in each.counts]),
    )


def fallen_of(unit: HeroicUnit, rulings: HeroicRulings) -> models.HeroicFallen | None:
    """Return the members of a unit who have fallen; None if nobody has."""
    members = unit.count_start - count_of(unit, rulings.assignment)
    if not members:
        return None
    important = unit.is_pc if unit.important is None else unit.important
    return models.HeroicFallen(unit=unit.id, name=unit.name, hp=unit.hp, members=members, important=important)
