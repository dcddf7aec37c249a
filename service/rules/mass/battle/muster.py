"""Setup of a battle from a request: faults are refused, and enemies that stand side by side are engaged."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from service.dice.model import Dice
from service.rules.kernel.figures import refuse_doubles
from service.rules.kernel.hexes import Hex, distance, nearest_to
from service.rules.mass.battle.state import Battle, Ground, Scene, ground_of
from service.rules.mass.book import refusals, rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.powers import MassPower
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.tables import PRINTED_POWERS
from service.rules.mass.book.words import MassChangeReason, MassStatus, MassTerrain
from service.rules.mass.figures.changes import Cause
from service.rules.mass.figures.models import MassCommander, MassField, MassMap, MassUnit
from service.rules.mass.figures.presence import refuse_inactive
from service.rules.mass.figures.standing import revised, state_of

Pair = tuple[str, str]
"""Ids of two units that are engaged with each other."""


LOOKED_AROUND: Final = 20
"""How far away a hex is looked for on which a unit could stand that is on one where it cannot."""


def set_up(
    field: MassField, commanders: Sequence[MassCommander], rulings: MassRulings, dice: Dice, *, complete: bool
) -> Battle:
    """Return the battle of a request, and engage enemies that stand side by side.

    `complete` says whether these commanders are all that there are.
    """
    begun = placed(field, commanders, rulings, complete=complete)
    battle, met = all_engaged(begun.told() if dice.tells else begun)
    note_beside(battle, met, dice)
    return battle


def placed(field: MassField, commanders: Sequence[MassCommander], rulings: MassRulings, *, complete: bool) -> Battle:
    """Return the battle of a request, with no engagement added."""
    scene = scene_of(field, commanders, rulings, complete=complete)
    refuse_broken(field.units, [f"/units/{position}" for position in range(len(field.units))], scene)
    return Battle.of(scene, map(state_of, field.units))


def scene_of(field: MassMap, commanders: Sequence[MassCommander], rulings: MassRulings, *, complete: bool) -> Scene:
    """Return the constants of a battle from a request."""
    refuse_doubles(commanders, "/commanders", refusals.MassDuplicateId)
    named = {each.id: each for each in commanders}
    return Scene(ground_of(field), powers_of(field.powers), named, complete=complete, rulings=rulings)


def all_engaged(battle: Battle) -> tuple[Battle, list[Pair]]:
    """Engage all enemies that stand side by side; return also who has met whom, in order."""
    met: list[Pair] = []
    for unit in battle.active():
        battle, found = _engaged_beside(battle, unit.id)
        met += found
    return battle, met


def engage_beside(battle: Battle, unit_id: str, dice: Dice) -> Battle:
    """Engage a unit with the enemies beside it, without setting off any power."""
    battle, met = _engaged_beside(battle, unit_id)
    note_beside(battle, met, dice)
    return battle


def _engaged_beside(battle: Battle, unit_id: str) -> tuple[Battle, list[Pair]]:
    unit = battle.units[unit_id]
    met = [(unit_id, each) for each in battle.foes_beside(unit, unit.hex) if each not in unit.engaged_with]
    for pair in met:
        battle = engaged(battle, *pair, MassChangeReason.BESIDE)
    return battle, met


def note_beside(battle: Battle, met: Iterable[Pair], dice: Dice) -> None:
    """Record which units were engaged because they stood side by side."""
    for unit, foe in met:
        text = f"{battle.name_of(unit)} and {battle.name_of(foe)} stood side by side and were engaged."
        dice.note(rulebook.ENGAGEMENT_MUTUAL, text, actor=unit, cites=(Rulings.ADJACENT_AT_SETUP,))


def engaged(battle: Battle, one: str, other: str, why: MassChangeReason = MassChangeReason.ENGAGE) -> Battle:
    """Let two units be engaged with each other, because one of them has come to the other or another reason."""
    first, second = battle.units[one], battle.units[other]
    return battle.changed(
        Cause(why, one),
        revised(first, engaged_with=(*first.engaged_with, other)),
        revised(second, engaged_with=(*second.engaged_with, one)),
    )


def powers_of(customs: Iterable[MassPower]) -> Mapping[str, MassPower]:
    """Put the request's own powers beside the nine."""
    powers: dict[str, MassPower] = dict(PRINTED_POWERS)
    for position, power in enumerate(customs):
        if power.id in powers:
            raise refusals.MassDuplicateId(f"Two powers are called {power.id!r}.", pointer=f"/powers/{position}/id")
        powers[power.id] = power
    return powers


def refuse_broken(units: Sequence[MassUnit], pointers: Sequence[str], scene: Scene) -> None:
    """Refuse units that cannot all be where and what they are said to be; `pointers` say where each one is."""
    by_id: dict[str, MassUnit] = {}
    held: dict[Hex, str] = {}
    for unit, here in zip(units, pointers, strict=True):
        if unit.id in by_id:
            raise refusals.MassDuplicateId(f"Two units are called {unit.id!r}.", pointer=f"{here}/id")
        by_id[unit.id] = unit
        refuse_unknown_power(unit, scene, f"{here}/power")
        if unit.status is MassStatus.ACTIVE:
            _refuse_place(unit, held, scene.ground, here)
    for unit, here in zip(units, pointers, strict=True):
        _refuse_names(unit, by_id, here)


def refuse_unknown_power(unit: MassUnit, scene: Scene, pointer: str) -> None:
    """Refuse a unit whose power is neither one of the nine nor of the request."""
    if unit.power is not None and unit.power not in scene.powers:
        message = f"{unit.id} has the unknown power {unit.power!r}."
        raise refusals.UnknownPower(message, unit.power, scene.powers, pointer=pointer)


def _refuse_place(unit: MassUnit, held: dict[Hex, str], ground: Ground, pointer: str) -> None:
    refuse_inactive(unit, pointer)
    if unit.hex in held:
        message = f"{held[unit.hex]} and {unit.id} stand in one hex, {list(unit.hex)}."
        raise refusals.MassHexOccupied(message, pointer=f"{pointer}/hex")
    held[unit.hex] = unit.id
    if ground.terrain_of(unit.hex) is MassTerrain.IMPASSABLE:
        (q, r), far = unit.hex, range(-LOOKED_AROUND, LOOKED_AROUND + 1)
        around = [each for east in far for south in far if (each := (q + east, r + south)) not in held]
        open_hexes = [each for each in around if ground.terrain_of(each) is not MassTerrain.IMPASSABLE]
        near = [list(nearest_to(unit.hex, open_hexes))] if open_hexes else []
        hint = "".join([f" The nearest hex that it could stand on is {each}." for each in near])
        message = f"{unit.id} stands on {list(unit.hex)}, which is impassable or off the map.{hint}"
        raise refusals.HexImpassable(message, pointer=f"{pointer}/hex")


def _refuse_names(unit: MassUnit, by_id: Mapping[str, MassUnit], pointer: str) -> None:
    for position, name in enumerate(unit.engaged_with):
        _refuse_engagement(unit, name, by_id, f"{pointer}/engaged_with/{position}")
    for field, names in (("flanking", unit.flanking), ("disadvantages", unit.disadvantages)):
        for position, name in enumerate(names):
            if name not in by_id and (field, name) != ("disadvantages", "*"):
                here, message = f"{pointer}/{field}/{position}", f"There is no unit {name!r}."
                raise refusals.MassUnknownUnit(message, name, by_id, pointer=here)


def _refuse_engagement(unit: MassUnit, name: str, by_id: Mapping[str, MassUnit], pointer: str) -> None:
    foe = by_id.get(name)
    if foe is None:
        raise refusals.MassUnknownUnit(f"There is no unit {name!r}.", name, by_id, pointer=pointer)
    if foe.side == unit.side:
        message = f"{unit.id} is engaged with {name}, of its own side."
        raise refusals.TargetNotEnemy(message, pointer=pointer, rule=rulebook.ENGAGEMENT_MUTUAL)
    for each in (unit, foe):
        if each.status is not MassStatus.ACTIVE:
            message = f"{unit.id} is engaged with {name}, but {each.id} is {each.status}."
            raise refusals.UnitNotActive(message, pointer=pointer)
    if unit.id not in foe.engaged_with:
        message = f"{unit.id} is engaged with {name}, but {name} is not engaged with {unit.id}."
        raise refusals.MassEngagementNotMutual(message, pointer=pointer)
    if distance(unit.hex, foe.hex) != 1:
        message = f"{unit.id} and {name} are engaged, {distance(unit.hex, foe.hex)} hexes apart."
        raise refusals.EngagementNotAdjacent(message, pointer=pointer)
