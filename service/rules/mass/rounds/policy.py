"""Policy of commanders without players: the first entries of a short list that apply."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.kernel.hexes import Hex, distance
from service.rules.mass.battle.legality import commanded_by, off_target, unfit_to_rally
from service.rules.mass.battle.state import Battle, Scene
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassCommandScope
from service.rules.mass.book.powers import MassAtUnit, MassCommandPower
from service.rules.mass.book.tables import PRINTED_POWERS
from service.rules.mass.book.words import MassTargetSide
from service.rules.mass.command.command import unfit_for_command
from service.rules.mass.figures import orders
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.standing import MassUnitState
from service.rules.mass.figures.text import called, power_named
from service.rules.mass.powers.use_power import targets_of, unfit_for_use

VOLLEY: Final = "launch-volley"
FLAME: Final = "gout-of-flame"
WALL: Final = "raise-shield-wall"
SHOOTING: Final = frozenset({VOLLEY, FLAME})
"""Powers whose users do not march as well."""


class Force(NamedTuple):
    """A commander's units: those without a foe, those whose powers are ready, and those whose are expended.

    `foes` are the units in the battle that are of other sides.
    """

    free: Sequence[MassUnitState]
    ready: Sequence[MassUnitState]
    weary: Sequence[MassUnitState]
    foes: Sequence[MassUnitState]


def force_of(commander: MassCommander, active: Sequence[MassUnitState], scene: Scene) -> Force | None:
    """Return what a commander can use and faces of the units in a battle, if there is any use."""
    units, side = commanded_by(commander, active, scene), commander.side
    free = [unit for unit in units if not unit.engaged_with]
    powered = [unit for unit in units if unit.power is not None or unit.power_expended]
    if not free and not powered:
        return None
    return Force(
        free=free,
        ready=[unit for unit in powered if not unit.power_expended],
        weary=[unit for unit in powered if unit.power_expended],
        foes=[unit for unit in active if unit.side != side],
    )


Entry = Callable[[Battle, Force, set[str]], orders.MassAction | None]
"""An entry of the list: what it makes of a commander's units, less those that have shot, if it applies."""


def declare(battle: Battle, standing: orders.Declared, dice: Dice) -> orders.Declared:
    """Decide what each commander declares: its standing orders if it has any that a unit can follow, else the policy.

    No two commanders of a side take the same entry of the list first, unless each has its own units.
    """
    declared: dict[str, Sequence[orders.MassAction]] = {}
    taken: dict[str, set[Entry]] = {}
    shot: set[str] = set()
    scene, active = battle.scene, battle.active()
    whole_side = scene.rulings.command_scope is MassCommandScope.SIDE
    for commander in scene.commanders.values():
        actions = standing.get(commander.id)
        if actions is None:
            done = taken.setdefault(commander.side if whole_side else commander.id, set())
            force = force_of(commander, active, scene)
            actions = () if force is None else _by_policy(battle, force, done, shot)
        declared[commander.id] = actions
        if dice.tells:
            kinds = ", and with a joker then ".join([_named(action) for action in actions]) or "nothing"
            dice.note(rulebook.SKIRMISH_POLICY, f"{called(commander)} declared {kinds}.", actor=commander.id)
    return declared


def _by_policy(battle: Battle, force: Force, done: set[Entry], shot: set[str]) -> tuple[orders.MassAction, ...]:
    actions: list[orders.MassAction] = []
    shooting = set(shot)
    for entry in ENTRIES:
        action = None if entry in done else entry(battle, force, shooting)
        if action is None:
            continue
        if not actions:
            done.add(entry)
        if isinstance(action, orders.MassPowerOrder) and action.power in SHOOTING:
            shooting.update(use.unit for use in action.units)
            shot.update(shooting)
        actions.append(action)
        if len(actions) == 2:
            break
    return tuple(actions)


def volley(battle: Battle, force: Force, shot: set[str]) -> orders.MassAction | None:
    """Let every unit that can launch a volley do so at its nearest target, of those alike the weakest."""
    uses = []
    for unit in force.ready:
        if unit.power == VOLLEY:
            target = _nearest_target(battle, unit, force.foes)
            if target is not None:
                uses.append(orders.MassPowerUse(unit=unit.id, target=target))
    return _power_order(VOLLEY, uses)


def _nearest_target(battle: Battle, unit: MassUnitState, foes: Sequence[MassUnitState]) -> str | None:
    aim = PRINTED_POWERS[VOLLEY].target
    legal = [
        (distance(unit.hex, foe.hex), foe.morale, battle.ranks[foe.id], foe.id)
        for foe in foes
        if isinstance(aim, MassAtUnit) and off_target(battle, unit, aim, foe.id, MassTargetSide.ENEMY) is None
    ]
    return min(legal)[-1] if legal else None


def breathe_flame(battle: Battle, force: Force, shot: set[str]) -> orders.MassAction | None:
    """Let every unit use its gout of flame that strikes an enemy with it and no friend."""
    able = [unit for unit in force.ready if unit.power == FLAME]
    uses = [orders.MassPowerUse(unit=unit.id) for unit in able if _burns_enemies_alone(battle, unit)]
    return _power_order(FLAME, uses)


def _burns_enemies_alone(battle: Battle, unit: MassUnitState) -> bool:
    flame = PRINTED_POWERS[FLAME]
    burnt = targets_of(battle, unit, flame, None) if isinstance(flame, MassCommandPower) else []
    return bool(burnt) and all(battle.units[each].side != unit.side for each in burnt)


def advance(battle: Battle, force: Force, shot: set[str]) -> orders.MassAction | None:
    """Move every unengaged unit that has not shot towards the enemy nearest to the first of them."""
    free = [unit for unit in force.free if unit.id not in shot]
    if not free or not force.foes:
        return None
    goal = min([foe.hex for foe in force.foes], key=partial(distance, free[0].hex))
    return _march_of(tuple([unit.id for unit in free]), goal)


@lru_cache(maxsize=4096)
def _march_of(units: tuple[str, ...], goal: Hex) -> orders.MassMoveOrder:
    command = orders.MassMoveToward(kind="move_toward", hex=goal)
    return orders.MassMoveOrder(kind="move", units=units, command=command)


def raise_walls(battle: Battle, force: Force, shot: set[str]) -> orders.MassAction | None:
    """Let every engaged unit that can raise its shield wall do so."""
    able = [unit for unit in force.ready if unit.engaged_with and unit.power == WALL]
    return _power_order(WALL, [orders.MassPowerUse(unit=unit.id) for unit in able])


def _power_order(power: str, uses: Sequence[orders.MassPowerUse]) -> orders.MassPowerOrder | None:
    return orders.MassPowerOrder(kind="power", power=power, units=tuple(uses)) if uses else None


def rally_all(battle: Battle, force: Force, shot: set[str]) -> orders.MassAction | None:
    """Rally every unit whose power is expended."""
    weary = tuple([unit.id for unit in force.weary])
    return orders.MassRallyOrder(kind="rally", units=weary) if weary else None


ENTRIES: Final[tuple[Entry, ...]] = (volley, breathe_flame, advance, raise_walls, rally_all)


MARCH_WHY: Final = "units without a foe make for the nearest enemy"
RALLY_WHY: Final = "powers that are used up may be won back"
POWER_WHYS: Final = {
    VOLLEY: "enemies are in range of a volley",
    FLAME: "a gout of flame strikes enemies and no friend",
    WALL: "units in combat can raise their shield walls",
}


def why_of(action: orders.MassAction) -> str:
    """Return in a clause why the policy has chosen an action."""
    if isinstance(action, orders.MassPowerOrder):
        return POWER_WHYS[action.power]
    return MARCH_WHY if isinstance(action, orders.MassMoveOrder) else RALLY_WHY


def followable(battle: Battle, standing: orders.Declared, *, first: bool) -> orders.Declared:
    """Keep the standing orders that some unit can follow now; spells and other actions are for the first round."""
    kept = {}
    for name, actions in standing.items():
        commander = battle.scene.commanders[name]
        left = tuple([each for each in actions if _can_follow(battle, commander, each, first=first)])
        if left:
            kept[name] = left
    return kept


def _can_follow(battle: Battle, commander: MassCommander, action: orders.MassAction, *, first: bool) -> bool:
    units = battle.units
    if isinstance(action, orders.MassMoveOrder):
        return any(
            unfit_for_command(units[name], commander, action.command, battle.scene) is None for name in action.units
        )
    if isinstance(action, orders.MassPowerOrder):
        return any(unfit_for_use(battle, commander, action.power, use) is None for use in action.units)
    if isinstance(action, orders.MassRallyOrder):
        return any(unfit_to_rally(units[name], commander, battle.scene) is None for name in action.units)
    return first


def _named(action: orders.MassAction) -> str:
    if isinstance(action, orders.MassPowerOrder):
        return power_named(action.power)
    return f"a {action.kind}" if not isinstance(action, orders.MassOtherOrder) else "another action"
