"""Spells: the effects that the game master has judged, if the spell is large enough."""

from typing import Annotated, assert_never

from pydantic import Field

from service.dice.model import Cites, Dice
from service.rules.mass.battle.legality import pass_over
from service.rules.mass.battle.losses import note_released, suffer
from service.rules.mass.battle.muster import engage_beside
from service.rules.mass.battle.state import Battle
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.words import MassChangeReason, MassEventKind, MassReason, MassStatus, MassTerrain
from service.rules.mass.figures import orders
from service.rules.mass.figures.changes import Cause
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.standing import MassHit, MassUnitState, revised, state_of
from service.rules.mass.figures.text import called, place
from service.rules.mass.powers.effects import FASTEST, change_in
from service.wire import Frozen, record

MOST_MORALE = 9
MOST_BONUS = 10


class MassAreas(Frozen):
    """The areas of a spell and of the unit it is cast at."""

    spell_area: orders.Area = Field(description="Area of the spell, in any unit of area.")
    unit_area: orders.Area = Field(description="Area of the unit, in the same unit.")


@record
class MassSpellArea:
    """Whether a spell is large enough."""

    appreciable: Annotated[bool, Field(description="Whether it covers at least half the unit.")]
    rule: Annotated[str, Field(description="Id of the rule.")]


def compute_spell_area(input: MassAreas, rulings: MassRulings) -> MassSpellArea:
    """Compute whether a spell covers enough of a unit to have an appreciable effect: at least half of it.

    Source: Cast Spells.
    """
    enough = _appreciable(input.spell_area, input.unit_area)
    return MassSpellArea(appreciable=enough, rule=rulebook.SPELL_AREA_THRESHOLD.id)


def _appreciable(spell_area: int, unit_area: int) -> bool:
    return 2 * spell_area >= unit_area


def is_too_small(order: orders.MassSpellOrder) -> bool:
    """Return whether a spell whose areas are given covers too little of the unit."""
    sized = order.spell_area is not None and order.unit_area is not None
    return sized and not _appreciable(order.spell_area or 0, order.unit_area or 0)


def unfit_for_effect(battle: Battle, effect: orders.MassSpellEffect) -> MassReason | None:
    """Return why an effect of a spell cannot befall its unit, or not put a new one where it is to appear."""
    if not isinstance(effect, orders.MassCreateUnit):
        unit = battle.units[effect.unit]
        return None if unit.status is MassStatus.ACTIVE else MassReason[unit.status.name]
    if battle.scene.ground.terrain_of(effect.unit.hex) is MassTerrain.IMPASSABLE:
        return MassReason.IMPASSABLE
    return MassReason.OCCUPIED if effect.unit.hex in battle.held else None


def cast(battle: Battle, commander: MassCommander, order: orders.MassSpellOrder, dice: Dice) -> Battle:
    """Let a spell take effect as the game master judged it."""
    cites: Cites = (Rulings.SPELL_JUDGEMENT,)
    if order.battle_spell:
        cites = (*cites, rulebook.SPELL_BATTLE_SPELL)
    kind = "a battle spell" if order.battle_spell else "a spell"
    dice.note(rulebook.SPELL_ADJUDICATION, f"{called(commander)} cast {kind}.", actor=commander.id, cites=cites)
    if order.spell_area is not None and order.unit_area is not None:
        if is_too_small(order):
            areas = f"with an area of {order.spell_area} had no effect on a unit of {order.unit_area}"
            deed = f"The spell of {called(commander)} {areas}"
            return pass_over(battle, commander.id, None, MassReason.NOT_APPRECIABLE, deed, dice)
        enough = f"The spell's area, {order.spell_area}, was at least half of {order.unit_area}."
        dice.note(rulebook.SPELL_AREA_THRESHOLD, enough, actor=commander.id)
    for effect in order.effects:
        if isinstance(effect, orders.MassCreateUnit):
            battle = _create(battle, commander, effect, dice)
        else:
            battle = _befall(battle, commander, effect, dice)
    return battle


JudgedEffect = orders.MassMoraleSpell | orders.MassSpeedSpell | orders.MassMovementSpell | orders.MassBattleSpell


def _befall(battle: Battle, commander: MassCommander, effect: JudgedEffect, dice: Dice) -> Battle:
    unit, reason = battle.units[effect.unit], unfit_for_effect(battle, effect)
    if reason is not None:
        deed = f"The spell of {called(commander)} could not reach {called(unit)}"
        return pass_over(battle, commander.id, unit.id, reason, deed, dice)
    damage, cause = 0, Cause(MassChangeReason.SPELL, commander.id)
    if isinstance(effect, orders.MassMoraleSpell) and effect.points < 0:
        before = battle
        battle, damage = suffer(battle, unit.id, -effect.points, rulebook.SPELL_ADJUDICATION, cause, dice)
        note_released(before, battle, dice)
    else:
        enchanted, text = _enchanted(unit, effect)
        battle = battle.changed(cause, enchanted)
        cites = (Rulings.MORALE_ABOVE_RATING,) if enchanted.morale > unit.morale_max else ()
        dice.note(rulebook.SPELL_ADJUDICATION, text, actor=unit.id, cites=cites)
        if isinstance(effect, orders.MassMovementSpell):
            dice.warn(text)
    after = battle.units[unit.id]
    hit = MassHit(unit=unit.id, damage=damage, morale=after.morale, status=after.status)
    label = effect.movement if isinstance(effect, orders.MassMovementSpell) else effect.kind
    return battle.recorded(dice, commander.id, MassEventKind.SPELL, unit=unit.id, hits=(hit,), label=label)


def _enchanted(unit: MassUnitState, effect: JudgedEffect) -> tuple[MassUnitState, str]:
    """Return a unit as a spell leaves it that takes no morale from it, and the sentence that says so."""
    match effect:
        case orders.MassMoraleSpell():
            morale = min(unit.morale + effect.points, MOST_MORALE)
            return revised(unit, morale=morale), change_in(unit, "morale", unit.morale, morale)
        case orders.MassSpeedSpell():
            speed = min(max(unit.speed + effect.hexes, 0), FASTEST)
            return revised(unit, speed=speed), change_in(unit, "speed", unit.speed, speed)
        case orders.MassBattleSpell():
            bonus = min(max(unit.battle_bonus + effect.bonus, -MOST_BONUS), MOST_BONUS)
            text = change_in(unit, "bonus to the battle die", unit.battle_bonus, bonus)
            return revised(unit, battle_bonus=bonus), text
        case orders.MassMovementSpell():
            judged = f"how is for the game master to say, and its speed is still {unit.speed}"
            return unit, f"The movement of {called(unit)} was {effect.movement}: {judged}."
        case _:
            assert_never(effect)


def _create(battle: Battle, commander: MassCommander, effect: orders.MassCreateUnit, dice: Dice) -> Battle:
    unit = revised(state_of(effect.unit), engaged_with=())
    reason = unfit_for_effect(battle, effect)
    if reason is not None:
        deed = f"The spell of {called(commander)} could not put {called(unit)} on {place(unit.hex)}"
        return pass_over(battle, commander.id, unit.id, reason, deed, dice)
    dice.note(rulebook.SPELL_ADJUDICATION, f"{called(unit)} appeared on {place(unit.hex)}.", actor=unit.id)
    battle = battle.joined(unit, Cause(MassChangeReason.SPELL, commander.id))
    battle = battle.recorded(dice, commander.id, MassEventKind.SPELL, unit=unit.id, label=effect.kind)
    return engage_beside(battle, unit.id, dice)
