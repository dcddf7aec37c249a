"""Moves that commanders could try: each kind of action, for each unit of the side and against each target."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, cast

from service.rules.kernel.family import Candidate, Spots
from service.rules.kernel.hexes import hex_text, neighbours
from service.rules.kernel.telling import UNNAMED, joined
from service.rules.kernel.turns.legal_moves import key_of
from service.rules.kernel.verdict import PlaceHex
from service.rules.mass.battle.legality import side_struck, struck, unfit_for_power, unfit_to_move, unfit_to_rally
from service.rules.mass.battle.state import Battle
from service.rules.mass.book.powers import MassAtUnit, MassCommandPower
from service.rules.mass.book.words import MassMoveKind, MassStop, MassTurn
from service.rules.mass.command.march import Going, ways_of
from service.rules.mass.figures import orders
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.standing import MassUnitState
from service.rules.mass.figures.text import MOST_TOLD, called, power_named

ACTION: Final = "/orders/0/actions/0"
SECOND: Final = "/orders/0/actions/1"
"""What may be added to every action: another one that counts with a joker."""
UNITS: Final = f"{ACTION}/units"
GOAL: Final = f"{ACTION}/command/hex"
"""Where a command to move toward a hex names it."""
TOWARD: Final = (UNITS, GOAL, SECOND)
WHEELS: Final = (
    (60, MassTurn.LEFT),
    (60, MassTurn.RIGHT),
    (120, MassTurn.LEFT),
    (120, MassTurn.RIGHT),
    (180, MassTurn.RIGHT),
)


class Host(NamedTuple):
    """A commander, all units of its side, and those of them that it can command to move now."""

    battle: Battle
    commander: MassCommander
    units: Sequence[MassUnitState]
    free: Sequence[MassUnitState]


def host_of(battle: Battle, commander: MassCommander) -> Host:
    """Return what a commander may give orders to."""
    units = [each for each in battle.states() if each.side == commander.side]
    return Host(
        battle, commander, units, [each for each in units if unfit_to_move(each, commander, battle.scene) is None]
    )


def powers_of(host: Host) -> Iterator[Candidate]:
    """Return the use of each unit's power, at each target that it may strike; of one that cannot use it, just one."""
    battle = host.battle
    for unit in host.units:
        power = None if unit.power is None else battle.scene.powers[unit.power]
        if power is None:
            continue
        deed = f"Use {power_named(power.id)} with {called(unit)}"
        unfit = unfit_for_power(unit, power.id, host.commander, battle.scene)
        if unfit is not None or not isinstance(power, MassCommandPower) or not isinstance(power.target, MassAtUnit):
            use = _use(host, power.id, orders.MassPowerUse(unit=unit.id), ("alone", unit.id), deed)
            yield use._replace(deed="Use a power", target=unit.id)
            continue
        side = side_struck(power, battle.scene)
        for foe in battle.states():
            if struck(side, unit, foe):
                aimed = orders.MassPowerUse(unit=unit.id, target=foe.id)
                use = _use(host, power.id, aimed, ("at", foe.id, unit.id), f"{deed} at {called(foe)}")
                yield use._replace(deed=deed, target=foe.id)


def _use(host: Host, power: str, use: orders.MassPowerUse, parts: tuple[str, ...], label: str) -> Candidate:
    action = orders.MassPowerOrder(kind="power", power=power, units=(use,))
    return candidate_of(host.commander, MassMoveKind.POWER, parts, label, action)


def commands_of(host: Host) -> Iterator[Candidate]:
    """Return commands to move: for single units, for all that are free to move against each enemy, and any other."""
    for unit in host.units:
        name, advance = called(unit), orders.MassAdvance(kind="advance")
        yield _command(host, unit, ("advance", unit.id), f"Advance {name}", advance)._replace(deed="Advance a unit")
        if unit in host.free:
            for degrees, direction in WHEELS:
                wheel = orders.MassWheel(kind="wheel", degrees=degrees, direction=direction)
                label = f"Wheel {name} {degrees} degrees to the {direction}"
                yield _command(host, unit, ("wheel", unit.id, str(degrees), direction), label, wheel)
    names = tuple([each.id for each in host.free])
    for foe in host.battle.active() if names else ():
        if foe.side != host.commander.side:
            command = orders.MassMoveToward(kind="move_toward", hex=foe.hex)
            action = orders.MassMoveOrder(kind="move", units=names, command=command)
            label = f"Send {_told(host.battle, names)} toward {called(foe)}"
            sent = candidate_of(host.commander, MassMoveKind.MOVE, ("toward", foe.id), label, action)
            yield sent._replace(target=foe.id, free=TOWARD)
    yield from _custom(host)


def _command(
    host: Host, unit: MassUnitState, parts: tuple[str, ...], label: str, command: orders.MassAdvance | orders.MassWheel
) -> Candidate:
    """Return a command to one unit."""
    action = orders.MassMoveOrder(kind="move", units=(unit.id,), command=command)
    changed = ("hexes", "feet") if isinstance(command, orders.MassAdvance) else ("degrees",)
    free = (UNITS, *[f"{ACTION}/command/{each}" for each in changed], SECOND)
    return candidate_of(host.commander, MassMoveKind.MOVE, parts, label, action)._replace(target=unit.id, free=free)


def _custom(host: Host) -> Iterator[Candidate]:
    """Return a command in a player's words, of which the ways have to be said; the example is a step of one unit."""
    steps = [
        orders.MassPath(unit=unit.id, hexes=(there,))
        for unit in host.free
        for there in neighbours(unit.hex)
        if not isinstance(Going(unit, host.battle).enter(there, 0), MassStop)
    ]
    if steps:
        command = orders.MassCustomCommand(kind="custom", label="another command", paths=(steps[0],))
        action = orders.MassMoveOrder(kind="move", units=(steps[0].unit,), command=command)
        paths = f"{ACTION}/command/paths"
        free = (UNITS, f"{ACTION}/command/label", paths, SECOND)
        made = candidate_of(host.commander, MassMoveKind.MOVE, ("custom",), "Give another command", action)
        yield made._replace(free=free, needs=(paths,))


def rallies_of(host: Host) -> Iterator[Candidate]:
    """Return the rally of all units whose powers are used up, and of each unit that has a power."""
    weary = [each.id for each in host.units if unfit_to_rally(each, host.commander, host.battle.scene) is None]
    if len(weary) > 1:
        action = orders.MassRallyOrder(kind="rally", units=tuple(weary))
        label = f"Rally {_told(host.battle, weary)}"
        yield candidate_of(host.commander, MassMoveKind.RALLY, ("all",), label, action)
    for unit in host.units:
        if unit.power is not None or unit.power_expended:
            action = orders.MassRallyOrder(kind="rally", units=(unit.id,))
            label = f"Rally {called(unit)}"
            made = candidate_of(host.commander, MassMoveKind.RALLY, ("unit", unit.id), label, action)
            yield made._replace(deed="Rally a unit", target=unit.id)


def spells_of(host: Host) -> Iterator[Candidate]:
    """Return a spell, of which the effects have to be said; the example befalls a unit."""
    unit = (host.battle.active() or host.units)[0]
    effect = orders.MassBattleSpell(kind="battle_bonus", unit=unit.id, bonus=1)
    action = orders.MassSpellOrder(kind="spell", effects=(effect,))
    effects = f"{ACTION}/effects"
    free = (effects, *[f"{ACTION}/{each}" for each in ("spell_area", "unit_area", "battle_spell")], SECOND)
    made = candidate_of(host.commander, MassMoveKind.SPELL, (), "Cast a spell", action)
    yield made._replace(free=free, needs=(effects,))


def others_of(host: Host) -> Iterator[Candidate]:
    """Return any other action, in a player's words, and to pass."""
    other = orders.MassOtherOrder(kind="other", label=UNNAMED)
    made = candidate_of(host.commander, MassMoveKind.OTHER, (), "Do something else", other)
    yield made._replace(free=(f"{ACTION}/label", SECOND))
    yield Candidate(MassMoveKind.PASS, "pass", "Pass", orders.MassOrders(commander=host.commander.id))


def marches_of(host: Host) -> Iterator[Spots]:
    """Return the hexes that each unit that is free to move can reach at once, the cheapest first."""
    for unit in host.free:
        ways = ways_of(Going(unit, host.battle)).items()
        hexes = tuple(
            [PlaceHex(hex=there, cost=float(way.cost), facing=None, end_facings=(), value=there) for there, way in ways]
        )
        if hexes:
            stays = orders.MassMoveToward(kind="move_toward", hex=unit.hex)
            still = orders.MassMoveOrder(kind="move", units=(unit.id,), command=stays)
            order = orders.MassOrders(commander=host.commander.id, actions=(still,))
            key = key_of(MassMoveKind.MARCH, unit.id)
            yield Spots(key, MassMoveKind.MARCH, f"March {called(unit)}", order, GOAL, hexes, unit.id, (UNITS, SECOND))


def together(host: Host, action: orders.MassPowerOrder | orders.MassMoveOrder) -> Candidate:
    """Return what the policy has chosen for several units at once."""
    if isinstance(action, orders.MassPowerOrder):
        users = _told(host.battle, [use.unit for use in action.units])
        label, parts = f"Use {power_named(action.power)} with {users}", ("together", action.power)
        return candidate_of(host.commander, MassMoveKind.POWER, parts, label, action)
    toward = cast("orders.MassMoveToward", action.command)  # the policy gives no other command to move
    label = f"Send {_told(host.battle, action.units)} toward {hex_text(toward.hex)}"
    made = candidate_of(host.commander, MassMoveKind.MOVE, ("together",), label, action)
    return made._replace(free=TOWARD)


def candidate_of(
    commander: MassCommander, kind: MassMoveKind, parts: tuple[str, ...], label: str, action: orders.MassAction
) -> Candidate:
    """Return an action of a commander as a move, in which the units and a second action are free."""
    order = orders.MassOrders(commander=commander.id, actions=(action,))
    return Candidate(kind, key_of(kind, *parts), label, order, free=(UNITS, SECOND))


def _told(battle: Battle, units: Sequence[str]) -> str:
    """Name some units, or say how many they are."""
    return joined([called(battle.units[each]) for each in units]) if len(units) <= MOST_TOLD else f"{len(units)} units"
