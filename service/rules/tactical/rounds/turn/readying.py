"""Ready maneuvers: a weapon drawn or made ready, a grip changed, a weapon reloaded, an item picked up."""

from functools import lru_cache
from typing import Final, NamedTuple

from service.dice.model import Rule
from service.errors.spelling import meant
from service.rules.kernel.hexes import Hex, direction_of, distance, hex_text
from service.rules.kernel.telling import amount
from service.rules.tactical.attack.records import TacticalAttackOrder
from service.rules.tactical.attack.situation.legality import find_weapon, ranged_weapon
from service.rules.tactical.book import attack_rules, rulebook
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.refusals import ItemOutOfReach, ManeuverConflict, ReachNotAvailable
from service.rules.tactical.book.words import TacticalManeuver, TacticalSector, TacticalSide
from service.rules.tactical.close import close_readying
from service.rules.tactical.figures.condition import TacticalDropped, TacticalReachUsed
from service.rules.tactical.figures.dexterity import dx_of, roll_dx
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import changed, name_of, weapon_name, with_state
from service.rules.tactical.map.sectors import melee_sector
from service.rules.tactical.rounds.records import TacticalIntent
from service.rules.tactical.rounds.turn.turn import Turn

ID_LETTERS: Final = 64
"""Letters that an id may have."""
ARM: Final = 1
"""Hexes that the arm of a human-sized figure reaches; each point of a positive Size Modifier adds one."""
IN_FRONT: Final = frozenset({TacticalSector.OWN, TacticalSector.FRONT})


class Preparation(NamedTuple):
    """A maneuver that neither moves nor attacks: the figure once it is done, by which rule, and what players read.

    Of a Ready, `item` is the id of an item that is picked up; `draw` is how a weapon is drawn; `owner` is whose dropped
    thing it was, as that figure is without it.
    """

    after: TacticalFigure
    rule: Rule
    text: str
    item: str | None = None
    draw: close_readying.Draw | None = None
    owner: TacticalFigure | None = None


class Lying(NamedTuple):
    """Something on the ground: where, the weapon that it is, if it is one, and which other figure has dropped it."""

    hex: Hex
    weapon: TacticalWeapon | None = None
    owner: TacticalFigure | None = None


def plan_ready(field: Field, figure: TacticalFigure, intent: TacticalIntent, taken: list[str]) -> Preparation:
    """Work out a Ready maneuver: an item to pick up, a grip, a reload, or else a weapon to make ready."""
    wanted = [name for name in ("item", "reach", "load") if getattr(intent, name) is not None]
    if len(wanted) > 1:
        message = f"A Ready does one thing, not {' and '.join(wanted)}."
        raise ManeuverConflict(message, pointer=f"/{wanted[1]}", rule=rules.MANEUVER_READY_RELOAD)
    if intent.item is not None:
        return _pick_up(field, figure, intent.item, intent.hand, taken)
    if intent.reach is not None:
        return _regrip(figure, intent.weapon, intent.reach)
    if intent.load is not None:
        return _reload(figure, intent.weapon, intent.load)
    return plan_drawing(figure, intent)


def plan_drawing(figure: TacticalFigure, intent: TacticalIntent) -> Preparation:
    """Work out how a weapon is made ready; Fast-Draw is for close combat, where it takes a roll."""
    if intent.fast_draw and not figure.state.close:
        message = f"{name_of(figure)} is not in close combat: it readies a weapon without fast_draw."
        raise ManeuverConflict(message, pointer="/fast_draw", rule=rulebook.CLOSE_FAST_DRAW)
    draw = close_readying.plan_draw(figure, intent.weapon, intent.hand, fast=intent.fast_draw)
    text = f"{name_of(figure)} readied the {weapon_name(draw.weapon)}."
    return Preparation(close_readying.equipped(figure, draw), rules.MANEUVER_READY_RELOAD, text, draw=draw)


def _pick_up(field: Field, figure: TacticalFigure, id: str, hand: TacticalSide | None, taken: list[str]) -> Preparation:
    """Work out how an item is picked up: from any hex that the arm reaches, into a free hand.

    Ruling: tactical/ruling/ready-direction.
    """
    name = name_of(figure)
    ground = _lying(field, figure, taken)
    if id not in ground:
        raise ItemOutOfReach(f"No item {id!r} lies on the map.{meant(id, ground)}", pointer="/item")
    where, weapon, _ = ground[id]
    away = min([distance(each, where) for each in field.body(figure)])
    arm = ARM + max(figure.sm, 0)
    spot = f"hex {hex_text(where)}"
    if away > arm:
        raise ItemOutOfReach(f"{id!r} lies in {spot}, {away} hexes away; {name} reaches {arm}.", pointer="/item")
    direction = direction_of(figure.hex, where)
    if direction is not None and field.ground.blocks_move(figure.hex, direction):
        raise ItemOutOfReach(f"{id!r} lies in {spot}, and a wall is between it and {name}.", pointer="/item")
    sector = melee_sector(figure.hex, figure.facing, where)
    if field.rulings.pickup_front_only and away and sector not in IN_FRONT:
        raise ItemOutOfReach(f"{id!r} lies in {spot}, which is not in front of {name}.", pointer="/item")
    taking = close_readying.hand_for(figure, weapon, id, hand, rules.MANEUVER_READY_PICKUP)
    return _taken_up(figure, id, ground[id], "both" if taking is None else taking.value)


def things_on_the_ground(field: Field, figure: TacticalFigure) -> tuple[str, ...]:
    """Return the ids of what lies on the ground and is not out of the reach of a figure's arm."""
    arm = ARM + max(figure.sm, 0)
    body = field.body(figure)
    lying = _lying(field, figure, []).items()
    return tuple([name for name, each in lying if min([distance(part, each.hex) for part in body]) <= arm])


def _lying(field: Field, figure: TacticalFigure, taken: list[str]) -> dict[str, Lying]:
    """Return what lies on the ground, by id: weapons and items that figures have dropped, and items of the map.

    Of several with the same id it is the figure's own, then the item of the map, then the nearest of others.
    """
    found: dict[str, Lying] = {}
    for owner in [each for each in field.figures() if each.state.dropped]:
        weapons = {each.id: each for each in owner.weapons}
        for name, where in own_drops(owner).items():
            nearest = name not in found or distance(figure.hex, where) < distance(figure.hex, found[name].hex)
            if (name in weapons or name in owner.items) and owner.id != figure.id and nearest:
                found[name] = Lying(where, weapons.get(name), owner)
    known = {each.id: each for each in figure.weapons}
    items = {each.id: each.hex for each in field.ground.items.values() if each.id not in taken}
    return found | {name: Lying(where, known.get(name)) for name, where in (items | own_drops(figure)).items()}


def _taken_up(figure: TacticalFigure, id: str, lying: Lying, place: str) -> Preparation:
    """Return how something is taken from the ground; what was another figure's becomes the figure's own.

    Beside a weapon that has the same id it is called after its owner, "sword of orc".
    """
    where, weapon, owner = lying
    text = f"{name_of(figure)} picked up the {weapon_name(weapon) if weapon else id} at {hex_text(where)}."
    rule = rules.MANEUVER_READY_PICKUP
    if weapon is None:
        items = tuple(dict.fromkeys([*figure.items, id]))
        held = changed(figure, items=items, ready=figure.ready.model_copy(update={place: id}))
        return Preparation(_not_dropped(held, id), rule, text, item=id, owner=_without_item(owner, id))
    if owner is None:
        held = changed(figure, ready=figure.ready.model_copy(update={place: id}))
        return Preparation(_not_dropped(held, id), rule, text, item=id)
    name = f"{id} of {owner.id}"[:ID_LETTERS] if any(each.id == id for each in figure.weapons) else id
    weapons = (*figure.weapons, weapon.model_copy(update={"id": name}))
    held = changed(figure, weapons=weapons, ready=figure.ready.model_copy(update={place: name}))
    left = changed(owner, weapons=tuple([each for each in owner.weapons if each.id != id]))
    return Preparation(held, rule, text, item=id, owner=_not_dropped(left, id))


def _without_item(owner: TacticalFigure | None, id: str) -> TacticalFigure | None:
    """Return the figure that had dropped an item, if one had, as it is without it."""
    if owner is None:
        return None
    return _not_dropped(changed(owner, items=tuple([each for each in owner.items if each != id])), id)


def _not_dropped(figure: TacticalFigure, weapon: str) -> TacticalFigure:
    left = tuple([each for each in figure.state.dropped if each != weapon])
    return with_state(
        figure, dropped=left, dropped_at=tuple([each for each in figure.state.dropped_at if each.weapon in left])
    )


def own_drops(figure: TacticalFigure) -> dict[str, Hex]:
    """Return where the weapons lie that a figure has dropped."""
    known = {each.weapon: each.hex for each in figure.state.dropped_at}
    return {each: known.get(each, figure.hex) for each in figure.state.dropped}


def remember_drops(field: Field) -> None:
    """Keep where weapons lie that have been dropped since the last turn: in the hexes of those who dropped them."""
    for figure in [each for each in field.figures() if len((now := each.state).dropped) != len(now.dropped_at)]:
        lying = [_dropped(weapon, where) for weapon, where in own_drops(figure).items()]
        field.put(with_state(figure, dropped_at=tuple(lying)))


@lru_cache(maxsize=1024)
def _dropped(weapon: str, hex: Hex) -> TacticalDropped:
    return TacticalDropped(weapon=weapon, hex=hex)


def _regrip(figure: TacticalFigure, weapon_id: str | None, reach: int) -> Preparation:
    weapon, _ = find_weapon(figure, TacticalAttackOrder(weapon=weapon_id))
    reaches = sorted({each for mode in weapon.modes for each in mode.reaches})
    if reach not in reaches:
        message = f"{weapon_name(weapon)} has the reaches {', '.join(map(str, reaches)) or 'none'}, not {reach}."
        raise ReachNotAvailable(message, pointer="/reach")
    others = [each for each in figure.state.weapon_reach if each.weapon != weapon.id]
    used = TacticalReachUsed(weapon=weapon.id, reach=reach)
    after = with_state(figure, weapon_reach=(*others, used))
    text = f"{name_of(figure)} changed the grip of the {weapon_name(weapon)} to reach {reach or 'C'}."
    return Preparation(after, attack_rules.MELEE_GRIP_CHANGE, text)


def _reload(figure: TacticalFigure, weapon_id: str | None, shots: int) -> Preparation:
    weapon = ranged_weapon(figure, weapon_id, "to reload")
    loaded = weapon.model_copy(update={"shots": shots})
    weapons = tuple([loaded if each.id == weapon.id else each for each in figure.weapons])
    text = f"{name_of(figure)} reloaded the {weapon_name(weapon)}: {amount(shots, 'shot')}."
    return Preparation(changed(figure, weapons=weapons), rules.MANEUVER_READY_RELOAD, text)


def prepare(turn: Turn, done: Preparation) -> bool:
    """Carry out a maneuver, and tell whether it took no time, as Fast-Draw may; a Ready in close combat takes a roll.

    Dice: of a Ready in close combat 3D6 against DX; 3D6 against Fast-Draw, if it is used and DX succeeded.
    """
    field, figure = turn.field, turn.figure
    if done.draw is not None and figure.state.close:
        turn.readied = close_readying.ready(field, turn.id, done.draw, turn.dice)
        return turn.readied.free
    if figure.state.close and figure.state.maneuver is TacticalManeuver.READY:
        rule = rulebook.CLOSE_READY
        number = dx_of(field, figure, acting=True)
        if not roll_dx(rule, figure, number, f"whether {turn.name} gets it ready", turn.dice).succeeded:
            turn.say(rule, f"{turn.name} fumbled and got nothing ready.")
            return False
    field.put(done.after)
    if done.owner is not None:
        field.put(done.owner)
    if done.item is not None and done.item in field.ground.items:
        turn.orders.taken.append(done.item)
    turn.say(done.rule, done.text)
    return False
