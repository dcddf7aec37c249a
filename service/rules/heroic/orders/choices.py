"""Orders that a unit could be given: each kind, with each tactic, mode and foe; what cannot be listed is free."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from service.rules.heroic.attack.models import (
    HeroicAction,
    HeroicAttackChoice,
    HeroicDeclaration,
    HeroicMoveOrder,
    HeroicOrder,
    HeroicWait,
    HeroicWaitTrigger,
)
from service.rules.heroic.attack.situation.weapons import TACTIC_ROWS, loaded_of, max_shots, supply_of
from service.rules.heroic.battle.state import Battle, distance_between, enemies_of, partners
from service.rules.heroic.book.tables import DEEDS
from service.rules.heroic.book.words import (
    ALL_OUT_OFFENSIVE,
    NEUTRAL,
    RANGED_KIND,
    RETREAT,
    ROUTED,
    HeroicActionPhase,
    HeroicActionSize,
    HeroicMoveMode,
    HeroicOrderKind,
    HeroicTactic,
    HeroicWaitEvent,
)
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.figures.standing import reach_of, spoken_name
from service.rules.heroic.orders.best_weapons import LONG_RELOAD, RELOAD, missiles_of
from service.rules.heroic.orders.other_actions import LIGHT_SHIELD, RELOADS, deed_text
from service.rules.heroic.orders.policy import RUN, blow_at, flight_of
from service.rules.kernel.family import Candidate
from service.rules.kernel.telling import joined
from service.rules.kernel.turns.legal_moves import key_of
from service.rules.roll_under.words import Posture

TACTICS: Final = tuple([each for each in HeroicTactic if each is not RETREAT])
ORDER: Final = "/orders/0"
TACTIC, CHARGED, RANGED, MELEE, MOVE, ACTIONS, WAIT = (
    f"{ORDER}/{part}" for part in ("tactic", "charge_target", "ranged", "melee", "move", "actions", "wait")
)
AIMS: Final = ("attackers", "location", "single_out")
"""What players mostly change of an attack, of which everything but target and mode is free."""
FREE: Final = {
    HeroicOrderKind.STRIKE: (*[f"{MELEE}/0/{each}" for each in AIMS], f"{MELEE}/1", RANGED, MOVE, ACTIONS),
    HeroicOrderKind.CLOSE: (*[f"{MELEE}/0/{each}" for each in AIMS], f"{MELEE}/1", RANGED, MOVE, ACTIONS),
    HeroicOrderKind.SHOOT: (
        *[f"{RANGED}/0/{each}" for each in AIMS],
        f"{RANGED}/0/shots_each",
        f"{RANGED}/1",
        MELEE,
        MOVE,
        ACTIONS,
    ),
    HeroicOrderKind.MOVE: (TACTIC, MOVE, ACTIONS),
    HeroicOrderKind.STAND: (CHARGED, MOVE, ACTIONS, WAIT),
    HeroicOrderKind.DEED: (TACTIC, ACTIONS, RANGED, MELEE, MOVE),
    HeroicOrderKind.WAIT: (TACTIC, WAIT),
    HeroicOrderKind.BREAK_FREE: (TACTIC, CHARGED, RANGED, MELEE, MOVE, ACTIONS),
    HeroicOrderKind.WITHDRAW: (MOVE,),
    HeroicOrderKind.RETREAT: (MOVE, f"{ORDER}/break_free"),
}
"""What may be changed or added in orders of a kind."""
EVENTS: Final = {
    HeroicWaitEvent.APPROACHES: "comes near",
    HeroicWaitEvent.ATTACKS: "attacks",
    HeroicWaitEvent.SHOOTS: "shoots",
    HeroicWaitEvent.APPEARS: "appears",
}
IN_MOVEMENT: Final = HeroicActionPhase.MOVEMENT
SIZES: Final = {row.name: row.size for row in DEEDS}
STANDING: Final = Posture.STANDING
TOWARD: Final = HeroicMoveMode.TOWARD


class Commanded(NamedTuple):
    """A unit that is to be ordered, its place, and the places of the enemies on the field."""

    battle: Battle
    place: int
    unit: HeroicUnit
    foes: Sequence[int]


def commanded(battle: Battle, place: int) -> Commanded:
    """Return a unit with its enemies."""
    return Commanded(battle, place, battle.units[place], enemies_of(battle, place))


def strikes_of(unit: Commanded) -> Iterator[Candidate]:
    """Return blows and grapples from where the unit stands; at a foe out of reach one, to say why not."""
    for foe, mode in _pairs(unit):
        if mode.kind is not RANGED_KIND:
            for tactic in TACTICS if _reaches(unit, foe, mode) else (NEUTRAL,):
                order = _order(unit, tactic, foe).model_copy(update={"melee": blow_at(_id(unit, foe), mode.id)})
                yield _against(unit, foe, HeroicOrderKind.STRIKE, (tactic, mode.id), order)


def closings_of(unit: Commanded) -> Iterator[Candidate]:
    """Return walks toward a foe to strike at it or to grapple, with each tactic if it is out of reach.

    Of a foe in reach it is one, to follow it if it walks off; of one who is locked one, to say why not.
    """
    is_locked = bool(partners(unit.battle, unit.place))
    for foe, mode in _pairs(unit):
        near = _reaches(unit, foe, mode)
        if mode.kind is not RANGED_KIND and not (is_locked and near):
            move = HeroicMoveOrder(mode=TOWARD, ref=_id(unit, foe), stop_at=float(reach_of(mode)))
            for tactic in (NEUTRAL,) if near or is_locked else TACTICS:
                blow = blow_at(_id(unit, foe), mode.id)
                order = _order(unit, tactic, foe).model_copy(update={"melee": blow, "move": move})
                yield _against(unit, foe, HeroicOrderKind.CLOSE, (tactic, mode.id), order)


def shots_of(unit: Commanded) -> Iterator[Candidate]:
    """Return shots from where the unit stands, as many as the tactic allows."""
    for foe, mode in _pairs(unit):
        if mode.kind is RANGED_KIND:
            for tactic in TACTICS:
                most, supply = max_shots(mode, tactic, 0.0, unit.battle.rulings.aoo_once), supply_of(unit.unit, mode)
                shots = most if supply is None else max(min(most, supply), 1)
                shot = HeroicDeclaration(target=_id(unit, foe), mode=mode.id, shots_each=shots)
                order = _order(unit, tactic, foe).model_copy(update={"ranged": (shot,)})
                yield _against(unit, foe, HeroicOrderKind.SHOOT, (tactic, mode.id), order)


def moves_of(unit: Commanded) -> Iterator[Candidate]:
    """Return walks toward each foe, and away from the nearest."""
    for foe in unit.foes:
        move = HeroicMoveOrder(mode=TOWARD, ref=_id(unit, foe))
        order = HeroicOrder(unit=unit.unit.id, tactic=NEUTRAL, move=move)
        yield _against(unit, foe, HeroicOrderKind.MOVE, ("toward",), order)
    away = HeroicOrder(unit=unit.unit.id, tactic=NEUTRAL, move=RUN)
    yield candidate_of(unit, HeroicOrderKind.MOVE, ("away",), away)


def stands_of(unit: Commanded) -> Iterator[Candidate]:
    """Return each tactic with nothing else, for one who defends itself or is to be told what it does."""
    for tactic in TACTICS:
        order = HeroicOrder(unit=unit.unit.id, tactic=tactic)
        yield candidate_of(unit, HeroicOrderKind.STAND, (tactic,), order)


def deeds_of(unit: Commanded) -> Iterator[Candidate]:
    """Return the deeds that change the unit, and any other in a player's words."""
    for action in _actions(unit.unit):
        order = HeroicOrder(unit=unit.unit.id, tactic=NEUTRAL, actions=(action,))
        what = [
            action.name,
            *([action.posture.value] if action.posture else ()),
            *([action.mode] if action.mode else ()),
        ]
        yield candidate_of(unit, HeroicOrderKind.DEED, tuple(what), order)


def _actions(unit: HeroicUnit) -> Iterator[HeroicAction]:
    posture = unit.posture
    if posture is not STANDING:
        yield _deed("stand_up")
    for each in Posture:
        if abs(each.rank - posture.rank) == 1:
            yield _deed("posture_step").model_copy(update={"posture": each})
    if unit.shield is not None and not unit.shield.ready:
        yield _deed("ready_shield_db0_2" if unit.shield.db <= LIGHT_SHIELD else "ready_shield_db3_4")
    for mode in missiles_of(unit):
        loaded = loaded_of(unit, mode)
        if loaded is not None and loaded < (mode.magazine or 1):
            name = RELOAD if mode.reload_s <= RELOADS[RELOAD] else LONG_RELOAD
            yield _deed(name).model_copy(update={"mode": mode.id})
    yield HeroicAction(phase=IN_MOVEMENT, size=HeroicActionSize.SHORT, name="something else")


def _deed(name: str) -> HeroicAction:
    return HeroicAction(phase=IN_MOVEMENT, size=SIZES[name], name=name)


def waits_of(unit: Commanded) -> Iterator[Candidate]:
    """Return waits for the first enemy that does something, to answer it with a blow or a shot."""
    for event in HeroicWaitEvent:
        for mode in unit.unit.attack_modes:
            wait = HeroicWait(trigger=HeroicWaitTrigger(event=event), attack=HeroicAttackChoice(mode=mode.id))
            order = HeroicOrder(unit=unit.unit.id, tactic=NEUTRAL, wait=wait)
            yield candidate_of(unit, HeroicOrderKind.WAIT, (event, mode.id), order)


def escapes_of(unit: Commanded) -> Iterator[Candidate]:
    """Return attempts to break free, a withdrawal from melee, and a retreat."""
    name = unit.unit.id
    yield candidate_of(unit, HeroicOrderKind.BREAK_FREE, (), HeroicOrder(unit=name, tactic=NEUTRAL, break_free=True))
    withdrawal = HeroicOrder(unit=name, tactic=HeroicTactic.ALL_OUT_DEFENSIVE, withdraw=True, move=RUN)
    yield candidate_of(unit, HeroicOrderKind.WITHDRAW, (), withdrawal)
    routed = unit.unit.status is ROUTED
    retreat = flight_of(unit.battle, unit.place) if routed else HeroicOrder(unit=name, tactic=RETREAT, move=RUN)
    yield candidate_of(unit, HeroicOrderKind.RETREAT, (), retreat)


def candidate_of(
    unit: Commanded, kind: HeroicOrderKind, parts: tuple[str, ...], order: HeroicOrder, target: str | None = None
) -> Candidate:
    """Return an order as a move, called by what it has its unit do."""
    return Candidate(kind, key_of(kind, *parts), label_of(unit.battle, order), order, target=target, free=FREE[kind])


def _against(unit: Commanded, foe: int, kind: HeroicOrderKind, parts: tuple[str, ...], order: HeroicOrder) -> Candidate:
    target = _id(unit, foe)
    return candidate_of(unit, kind, (*parts, target), order, target)


def _pairs(unit: Commanded) -> Iterator[tuple[int, HeroicAttackMode]]:
    return ((foe, mode) for foe in unit.foes for mode in unit.unit.attack_modes)


def _id(unit: Commanded, foe: int) -> str:
    return unit.battle.units[foe].id


def _reaches(unit: Commanded, foe: int, mode: HeroicAttackMode) -> bool:
    """Return whether a foe is in reach, or in the same melee, where it may be so by the options."""
    near = foe in partners(unit.battle, unit.place)
    return near or distance_between(unit.battle, unit.place, foe) <= reach_of(mode)


def _order(unit: Commanded, tactic: HeroicTactic, foe: int) -> HeroicOrder:
    """Return an order with nothing but a tactic, and whom it charges."""
    target = _id(unit, foe) if tactic is ALL_OUT_OFFENSIVE else None
    return HeroicOrder(unit=unit.unit.id, tactic=tactic, charge_target=target)


# What orders are called


def label_of(battle: Battle, order: HeroicOrder) -> str:
    """Return an order in a player's words: "Neutral: close with Bandit and strike (sword thrust)"."""
    return f"{TACTIC_ROWS[order.tactic].rule.title}: {joined(list(_parts_of(battle, order))) or 'stand'}"


def _parts_of(battle: Battle, order: HeroicOrder) -> Iterator[str]:
    for shot in order.ranged:
        yield f"shoot at {_name(battle, shot.target)} ({_spoken(shot.mode)})"
    if order.break_free:
        yield "break free"
    if order.withdraw:
        yield "withdraw"
    elif order.tactic is RETREAT:
        yield "leave the melee" if partners(battle, battle.places[order.unit]) else "run"
    else:
        yield from _way_of(battle, order)
    for blow in order.melee:
        whom = "" if order.move.mode is TOWARD and blow.target == order.move.ref else f" {_name(battle, blow.target)}"
        yield f"strike{whom} ({_spoken(blow.mode)})"
    for action in order.actions:
        about = action.posture.value if action.posture else _spoken(action.mode)
        yield f"{deed_text(action)}{f' ({about})' if about else ''}"
    if order.wait is not None and order.wait.trigger is not None and order.wait.attack is not None:
        yield f"wait until an enemy {EVENTS[order.wait.trigger.event]} ({_spoken(order.wait.attack.mode)})"


def _way_of(battle: Battle, order: HeroicOrder) -> Iterator[str]:
    match order.move.mode:
        case HeroicMoveMode.TOWARD:
            yield f"close with {_name(battle, order.move.ref or '')}"
        case HeroicMoveMode.AWAY:
            yield "move away"
        case _:
            return


def _name(battle: Battle, unit: str) -> str:
    return spoken_name(battle.units[battle.places[unit]])


def _spoken(name: str | None) -> str:
    return (name or "").replace("_", " ")
