"""Losses of units in mid-round, and how units leave the battle."""

from collections.abc import Collection, Mapping
from typing import Final

from service.dice.model import Cites, Dice, Rule
from service.rules.mass.battle.state import Battle
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRulings, MassWallScope
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.words import MassChangeReason, MassStatus
from service.rules.mass.figures.changes import FELL_BACK, RELEASED, Cause
from service.rules.mass.figures.presence import note_wall
from service.rules.mass.figures.standing import MassUnitState, revised
from service.rules.mass.figures.text import called, lost

GONE: Final[Mapping[MassStatus, str]] = {MassStatus.ROUTED: "routed", MassStatus.DESTROYED: "perished"}
"""How units leave a battle for good, in words."""


def suffer(battle: Battle, unit_id: str, points: int, rule: Rule, cause: Cause, dice: Dice) -> tuple[Battle, int]:
    """Take morale from a unit at once and return the loss after its shield wall; without any left it routs."""
    unit = battle.units[unit_id]
    damage, wall = _behind_wall(unit, points, battle.scene.rulings)
    if damage < points:
        note_wall(unit, points - damage, dice)
    left = max(unit.morale - damage, 0)
    if left:
        if damage:
            dice.note(rule, lost(called(unit), damage, left), actor=unit_id, cites=(Rulings.DAMAGE_UNIT,))
        return battle.changed(cause, revised(unit, morale=left, shield_wall=wall)), damage
    dice.note(
        rulebook.ROUT_ZERO_MORALE, lost(called(unit), damage, 0), actor=unit_id, cites=(Rulings.POWER_ROUT_TIMING,)
    )
    return leave(battle, (unit_id,), MassStatus.ROUTED, cause), damage


def _behind_wall(unit: MassUnitState, points: int, rulings: MassRulings) -> tuple[int, bool]:
    """Return a loss less what a raised shield wall keeps off, and whether the wall still stands after it."""
    if not unit.shield_wall or not points:
        return points, unit.shield_wall
    return points - 1, rulings.shield_wall is MassWallScope.PER_INSTANCE


def leave(battle: Battle, names: Collection[str], status: MassStatus, cause: Cause) -> Battle:
    """Take units out of the battle together, routed or destroyed, and release their foes."""
    units = battle.units
    gone = [revised(units[name], engaged_with=(), morale=0, status=status) for name in names]
    after, freed = battle.changed(cause, *gone), _freed_of(battle, names)
    return after.changed(RELEASED, *freed) if freed else after


def release(battle: Battle, unit_id: str) -> Battle:
    """End all contact of a unit that falls back; a foe without another enemy is free at once."""
    freed = _freed_of(battle, (unit_id,))
    fell_back = revised(battle.units[unit_id], engaged_with=())
    return battle.changed(FELL_BACK, fell_back).changed(Cause(MassChangeReason.FALL_BACK, unit_id), *freed)


def _freed_of(battle: Battle, names: Collection[str]) -> list[MassUnitState]:
    """Return the foes of units without their contact with them, but for those among these units."""
    units = battle.units
    foes = dict.fromkeys([foe for name in names for foe in units[name].engaged_with if foe not in names])
    return [
        revised(units[foe], engaged_with=tuple([each for each in units[foe].engaged_with if each not in names]))
        for foe in foes
    ]


def note_released(before: Battle, after: Battle, dice: Dice, cites: Cites = (Rulings.DESTROYED_OR_ROUTED,)) -> None:
    """Record which units in the battle have come free of their last foe; `cites` say why the contact ended."""
    if not dice.tells:
        return
    for name, unit in before.units.items():
        now = after.units[name]
        if unit.engaged_with and not now.engaged_with and now.status is MassStatus.ACTIVE:
            text = f"{called(unit)} had no foe left and came free."
            dice.note(rulebook.ENGAGEMENT_RELEASE, text, actor=name, cites=cites)


def fallen_between(before: Battle, after: Battle) -> tuple[MassUnitState, ...]:
    """Return the units that left the battle for good, also those that came into being meanwhile."""
    known = before.units
    units = [unit for unit in after.units.values() if unit.status in GONE]
    return tuple([unit for unit in units if unit.id not in known or known[unit.id].status not in GONE])


def gone_between(before: Battle, after: Battle, told: Collection[str] = ()) -> list[str]:
    """Say of each unit that left the battle for good that it routed or perished: "levy routed".

    `told` are the ids of those of whom it has been said.
    """
    return [f"{called(unit)} {GONE[unit.status]}" for unit in fallen_between(before, after) if unit.id not in told]


def lost_between(before: Battle, after: Battle) -> int:
    """Count the units that left the battle for good."""
    return after.number(*GONE) - before.number(*GONE)
