"""Fatigue at the end of a round: one die decides for everybody whether the fight tires them, and what that takes."""

from collections.abc import Sequence
from typing import Final, assert_never

from service.dice.model import D6, THREE_D6, Bands, Cites, Dice, Expected, Roll
from service.dice.transcript import Tally
from service.rules.heroic.aftermath.models import HeroicFatigueCheck, HeroicTiring
from service.rules.heroic.aftermath.outcomes import (
    HeroicFatigueChecked,
    HeroicFatigueOutcome,
    HeroicFatigueVerdict,
    HeroicTired,
)
from service.rules.heroic.attack.injury import fall_of
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.modifiers import FATIGUE, FatigueFact
from service.rules.heroic.book.options import HeroicAssignment, HeroicFatigueScope, HeroicFpEffects, HeroicRulings
from service.rules.heroic.book.refusals import HeroicDuplicateId
from service.rules.heroic.book.tables import FATIGUE_DUE_UP_TO
from service.rules.heroic.book.words import HeroicChangeReason, HeroicCondition, HeroicStatus
from service.rules.heroic.figures.changes import Cause, changes_of_units
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import count_of, fp_left, fp_of, pool_of
from service.rules.kernel.figures import refuse_doubles
from service.rules.kernel.tally import bare, counted, tally
from service.rules.kernel.telling import amount, sentence
from service.rules.roll_under.exertion import FIGHT_FATIGUE, LOAD_FATIGUE, fatigue_after, is_weak
from service.rules.roll_under.rolls import roll_will

BANDS: Final[Bands] = (FATIGUE_DUE_UP_TO, 6)
MOST_NAMES: Final = 5
WILL: Final[Cites] = (attack_rules.DICE_SUCCESS_ROLL,)


def check_fatigue(input: HeroicFatigueCheck, rulings: HeroicRulings, dice: Dice) -> HeroicFatigueChecked:
    """Roll whether fatigue is due at the end of a round, and take what it costs from every unit in the fight.

    Costs are fatigue points of each member. They never fall below the full score below 0; what is lost beyond that
    costs as many hit points instead. If low fatigue points take effect (option fp_effects), everything that is lost
    below 0 costs hit points too, and who has none left must roll against Will every round, due or not, or collapse.

    Dice: D6 for the whole battle; if they take effect, 3D6 against Will for each unit without fatigue points left.
    Raises: HeroicDuplicateId.
    Ruling: heroic/ruling/fp-effects.
    Source: Fatigue Phase.
    """
    refuse_doubles(input.units, "/units", HeroicDuplicateId, "Two units are called {!r}.")
    refuse_doubles(input.roster, "/roster", HeroicDuplicateId, "Two units are called {!r}.")
    outcome = wear_out(input.units, rulings, dice)
    roster = tired_units(input.roster, outcome.units, rulings)
    changes = changes_of_units(input.roster, roster, Cause(HeroicChangeReason.FATIGUE))
    return HeroicFatigueChecked(**vars(outcome), roster=roster, changes=changes)


def wear_out(units: Sequence[HeroicTiring], rulings: HeroicRulings, dice: Dice) -> HeroicFatigueOutcome:
    """Return what the end of a round costs units.

    Dice: as `check_fatigue`.
    """
    roll = roll_fatigue(dice)
    due = roll.total <= FATIGUE_DUE_UP_TO
    text = f"The fatigue die showed {roll.total}: {'fatigue was due' if due else 'no fatigue'} (1 or 2 tires)."
    roll.tell(text)
    costs = _costs(units, rulings, due=due)
    dice.expect(lambda: [_will_roll(unit) for unit, cost in costs if _is_at_end(unit, cost, rulings.fp_effects)])
    tired = [_tire(unit, cost, rulings.fp_effects, dice) for unit, cost in costs]
    applies = rulings.fp_effects is HeroicFpEffects.APPLY
    told = [_lot(unit, each, applies=applies) for (unit, _), each in zip(costs, tired, strict=True)]
    return HeroicFatigueOutcome(
        summary=_summary(text, told), verdict=HeroicFatigueVerdict(due=due), roll=roll.total, units=tuple(tired)
    )


def roll_fatigue(dice: Dice) -> Roll:
    """Roll whether fatigue is due.

    Dice: D6.
    """
    dice.expect(lambda: [Expected(rulebook.FATIGUE_ROLL, D6, None, "whether the fight tires those in it")])
    return dice.roll(rulebook.FATIGUE_ROLL, D6, bands=BANDS)


def _costs(units: Sequence[HeroicTiring], rulings: HeroicRulings, *, due: bool) -> list[tuple[HeroicTiring, Tally]]:
    """Return whom the end of a round costs something, or may bring down, and what it costs each member."""
    costs = []
    for unit in units:
        tires = due and _takes_part(unit, rulings.fatigue_scope)
        if unit.fp and unit.active and (tires or _is_collapsing(unit, rulings.fp_effects)):
            costs.append((unit, cost_of(unit) if tires else bare(0)))
    return costs


def _is_at_end(unit: HeroicTiring, cost: Tally, effects: HeroicFpEffects) -> bool:
    """Return whether a unit must roll against Will: it has no fatigue points left, but is not unconscious yet."""
    return effects is HeroicFpEffects.APPLY and -unit.fp < _left(unit, cost) <= 0


def _left(unit: HeroicTiring, cost: Tally) -> int:
    return fatigue_after(fatigue_left(unit), cost.total, unit.fp)


def _will_roll(unit: HeroicTiring) -> Expected:
    name = unit.name or unit.id
    return Expected(attack_rules.REF_FATIGUE_EFFECTS, THREE_D6, unit.id, f"Will of {name} to go on without strength")


def _summary(text: str, told: Sequence[str]) -> str:
    """Say whether fatigue was due, and what it cost whom."""
    if not told:
        return text
    more = f"; {len(told) - MOST_NAMES} more were tired" if len(told) > MOST_NAMES else ""
    return f"{text} {sentence('; '.join(told[:MOST_NAMES]) + more)}"


def _lot(unit: HeroicTiring, tired: HeroicTired, *, applies: bool) -> str:
    """Say what fatigue cost a unit, and if low fatigue points take effect, whether it fell unconscious."""
    cost, name = tired.cost.total, unit.name or unit.id
    text = f"{name} lost {cost or 'no'} fatigue point{'' if cost == 1 else 's'}, {tired.fp_after} of {unit.fp} left"
    collapses = applies and (tired.unconscious or tired.stays_conscious is False)
    return f"{text}, and fell unconscious" if collapses else text


def _takes_part(unit: HeroicTiring, scope: HeroicFatigueScope) -> bool:
    """Return whether fatigue costs an active unit anything.

    Ruling: heroic/ruling/fatigue-participation.
    """
    match scope:
        case HeroicFatigueScope.PRESENT:
            return True
        case HeroicFatigueScope.MOVED_OR_ROLLED:
            return unit.moved or unit.rolled
        case HeroicFatigueScope.ROLLED:
            return unit.rolled
        case _:
            assert_never(scope)


def fatigue_counts(units: Sequence[HeroicUnit], rulings: HeroicRulings) -> bool:
    """Return whether fatigue points decide anything: they take effect, or somebody suffocates.

    Ruling: heroic/ruling/fp-effects, heroic/ruling/suffocation-fp.
    """
    if rulings.fp_effects is HeroicFpEffects.APPLY:
        return True
    return any(HeroicCondition.SUFFOCATING in unit.conditions for unit in units if unit.conditions)


def _is_collapsing(unit: HeroicTiring, effects: HeroicFpEffects) -> bool:
    return effects is HeroicFpEffects.APPLY and fatigue_left(unit) <= 0


def fatigue_left(unit: HeroicTiring) -> int:
    """Return the fatigue points left to each member."""
    return unit.fp if unit.fp_current is None else unit.fp_current


def cost_of(unit: HeroicTiring) -> Tally:
    """Return the fatigue points that a fight costs each member."""
    load, heat = LOAD_FATIGUE[unit.encumbrance], unit.hot_weather_fp
    return tally(FIGHT_FATIGUE, counted(FATIGUE, {FatigueFact.LOAD: load, FatigueFact.HEAT: heat}))


def _tire(unit: HeroicTiring, cost: Tally, effects: HeroicFpEffects, dice: Dice) -> HeroicTired:
    """Take the cost of fatigue from a unit.

    Dice: 3D6 against Will, if low fatigue points take effect and none are left.
    Ruling: heroic/ruling/fp-effects.
    """
    before, applies = fatigue_left(unit), effects is HeroicFpEffects.APPLY
    after = _left(unit, cost)
    free = before if applies else before + unit.fp
    hp_loss = cost.total - min(max(free, 0), cost.total)
    unconscious = after <= -unit.fp
    if cost.total:
        text = _told(unit, cost.total, after, hp_loss, taken=applies)
        cites = (attack_rules.REF_FATIGUE_EFFECTS,) if is_weak(after, unit.fp) else ()
        dice.note(rulebook.FATIGUE_COST, text, actor=unit.id, target=cost, cites=cites)
    will = None
    if _is_at_end(unit, cost, effects):
        outcomes = ("went on without strength", "fell unconscious from exhaustion")
        name, rule = unit.name or unit.id, attack_rules.REF_FATIGUE_EFFECTS
        will = roll_will(rule, unit.will, outcomes, dice, actor=unit.id, name=name, cites=WILL)
    return HeroicTired(
        unit=unit.id,
        cost=cost,
        fp_before=before,
        fp_after=after,
        tired=is_weak(after, unit.fp),
        collapsing=after <= 0,
        unconscious=unconscious,
        hp_loss=hp_loss,
        will_roll=None if will is None else will.total,
        stays_conscious=None if will is None else will.succeeded,
    )


def _told(unit: HeroicTiring, cost: int, after: int, hp_loss: int, *, taken: bool) -> str:
    text = f"{unit.name or unit.id} lost {amount(cost, 'fatigue point')}, {after} of {unit.fp} left"
    if hp_loss:
        text += f"; {amount(hp_loss, 'hit point')} of each member {'went' if taken else 'should go'} too"
    if after <= -unit.fp:
        return f"{text}; unconscious."
    if after <= 0:
        return f"{text}; about to collapse."
    return f"{text}; tired." if is_weak(after, unit.fp) else f"{text}."


def tiring_of(unit: HeroicUnit, *, active: bool, moved: bool, rolled: bool) -> HeroicTiring:
    """Return what counts for a unit's fatigue."""
    return HeroicTiring(
        id=unit.id,
        name=unit.name,
        fp=fp_of(unit),
        fp_current=fp_left(unit),
        will=unit.will,
        encumbrance=unit.encumbrance,
        hot_weather_fp=unit.hot_weather_fp,
        active=active,
        moved=moved,
        rolled=rolled,
    )


def tired_units(
    units: tuple[HeroicUnit, ...], tired: Sequence[HeroicTired], rulings: HeroicRulings
) -> tuple[HeroicUnit, ...]:
    """Return units as fatigue leaves them; only if it takes effect does it cost hit points and consciousness.

    Ruling: heroic/ruling/fp-effects.
    """
    by_unit = {each.unit: each for each in tired}
    return tuple([_after(unit, by_unit[unit.id], rulings) if unit.id in by_unit else unit for unit in units])


def _after(unit: HeroicUnit, tired: HeroicTired, rulings: HeroicRulings) -> HeroicUnit:
    changes: dict[str, object] = {"fp_current": tired.fp_after}
    if rulings.fp_effects is HeroicFpEffects.APPLY:
        changes |= _effects(unit, tired, rulings.assignment)
    return unit.model_copy(update=changes)


def _effects(unit: HeroicUnit, tired: HeroicTired, assignment: HeroicAssignment) -> dict[str, object]:
    """Return what the lack of fatigue points does to every member who stands."""
    changes: dict[str, object] = {}
    if tired.hp_loss:
        members = count_of(unit, assignment)
        fall = fall_of(unit, pool_of(unit) - tired.hp_loss * members, 0, assignment)
        changes["hp_pool"] = fall.pool_after
        if not fall.count_after:
            changes["status"] = HeroicStatus.INCAPACITATED
    collapses = tired.unconscious or tired.stays_conscious is False
    if collapses and HeroicCondition.UNCONSCIOUS not in unit.conditions:
        changes["conditions"] = (*unit.conditions, HeroicCondition.UNCONSCIOUS)
    return changes
