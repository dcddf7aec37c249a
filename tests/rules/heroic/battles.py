"""Battles that stories of orders, moves, rounds and skirmishes are told of."""

from typing import Any

from service.dice.model import Dice
from service.dice.seeded import SeededDice
from service.rules.heroic.battle.initiative import roll_initiative
from service.rules.heroic.battle.models import (
    HeroicInitiative,
    HeroicMove,
    HeroicOrdersCheck,
    HeroicRound,
    HeroicSkirmish,
    HeroicWaiting,
)
from service.rules.heroic.battle.outcomes import (
    HeroicInitiativeOutcome,
    HeroicMoveOutcome,
    HeroicOrderFinding,
    HeroicOrdersOutcome,
    HeroicWaitOutcome,
)
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.orders.declaration import validate_orders
from service.rules.heroic.rounds.movement import resolve_move
from service.rules.heroic.rounds.outcomes import HeroicRoundOutcome, HeroicSkirmishOutcome
from service.rules.heroic.rounds.round import resolve_round
from service.rules.heroic.rounds.skirmish.skirmish import resolve_skirmish
from service.rules.heroic.rounds.wait import resolve_wait
from service.wire import to_json
from tests.rules.heroic.stat_blocks import Document, rulings
from tests.rules.heroic.stories import Story, tell

MAN: Document = {
    "id": "man",
    "side": "red",
    "ht": 10,
    "hp": 10,
    "defenses": {"dodge": 8},
    "attack_modes": [
        {"id": "sword", "weapon": "sword", "kind": "melee", "skill": 12, "damage": "1d", "type": "cutting"},
        {
            "id": "bow",
            "weapon": "bow",
            "kind": "ranged",
            "skill": 12,
            "damage": "1d",
            "type": "impaling",
            "acc": 2,
            "range_max": 100,
            "reload_s": 2,
        },
    ],
}
"""Move 5: ST, DX and HT 10; sword 12 and bow 12 against Dodge 8; no armour."""
FOE: Document = MAN | {"id": "foe", "side": "blue"}
SPEAR: Document = {
    "id": "spear",
    "weapon": "spear",
    "kind": "melee",
    "skill": 12,
    "damage": "1d",
    "type": "impaling",
    "reach": [1, 2],
}

WIDE = (6, 6, 6, 1, 1, 1)
"""An attack that misses, whatever it is made at, and a defence that is as good as can be."""
STEADY = (3, 3, 3)
"""An HT roll that succeeds."""
SHAKEN = (5, 5, 5)
"""An HT roll that fails."""


def men(count: int, side: str = "red", **changes: Any) -> list[Document]:
    """Men of one side, called by the side and a number."""
    return [MAN | {"id": f"{side} {number}", "side": side} | changes for number in range(1, count + 1)]


def encounter(*units: Document, at: dict[str, Any] | None = None, **changes: Any) -> Document:
    """A battle of units, standing at x or (x, y) by name; sides in order of their first unit."""
    spots = {name: spot if isinstance(spot, tuple) else (spot, 0) for name, spot in (at or {}).items()}
    return {
        "sides": [{"id": side} for side in dict.fromkeys([unit["side"] for unit in units])],
        "units": list(units),
        "positions": [{"unit": name, "x": x, "y": y} for name, (x, y) in spots.items()],
    } | changes


def lock(one: str, other: str) -> Document:
    """A lock of two units."""
    return {"one": one, "other": other}


def hold(grappler: str, victim: str, **changes: Any) -> Document:
    """A hold of one unit on another."""
    return {"grappler": grappler, "victim": victim} | changes


def order(unit: str, tactic: str = "neutral", **changes: Any) -> Document:
    """An order."""
    return {"unit": unit, "tactic": tactic} | changes


def blow(target: str, mode: str = "sword", **changes: Any) -> Document:
    """A declared attack."""
    return {"target": target, "mode": mode} | changes


def short(name: str = "door", phase: str = "movement", size: str = "short", **changes: object) -> Document:
    """A deed, short and paid from movement unless told otherwise."""
    return {"phase": phase, "size": size, "name": name} | changes


def toward(ref: str, **changes: Any) -> Document:
    """A move toward a unit."""
    return {"mode": "toward", "ref": ref} | changes


def play(
    battle: Document, orders: list[Document], *faces: int, options: Document | None = None, **changes: Any
) -> Story[HeroicRoundOutcome]:
    """Play a round with these faces and no others."""
    return tell(resolve_round, round_of(battle, orders, **changes), *faces, options=options)


def round_of(battle: Document, orders: list[Document], **changes: Any) -> HeroicRound:
    """A round."""
    return HeroicRound.model_validate_json(to_json({"encounter": battle, "orders": orders} | changes))


def skirmish_of(battle: Document, **changes: Any) -> HeroicSkirmish:
    """A skirmish."""
    return HeroicSkirmish.model_validate_json(to_json({"encounter": battle} | changes))


def fight(
    battle: Document, *faces: int, options: Document | None = None, **changes: Any
) -> Story[HeroicSkirmishOutcome]:
    """Fight a skirmish with these faces and no others."""
    return tell(resolve_skirmish, skirmish_of(battle, **changes), *faces, options=options)


def move_of(battle: Document, unit: str, orders: list[Document], **changes: Any) -> HeroicMove:
    """A move."""
    return HeroicMove.model_validate_json(to_json({"encounter": battle, "unit": unit, "orders": orders} | changes))


def go(
    battle: Document, unit: str, orders: list[Document], *faces: int, options: Document | None = None, **changes: Any
) -> Story[HeroicMoveOutcome]:
    """Move one unit with these faces and no others."""
    return tell(resolve_move, move_of(battle, unit, orders, **changes), *faces, options=options)


def wait_of(waiter: Document, wait: Document, interrupted: Document, **changes: Any) -> HeroicWaiting:
    """A wait whose trigger has come; the interrupted unit attacks with its sword unless it does something else."""
    document = {
        "waiter": waiter,
        "wait": {"trigger": {"event": "approaches"}} | wait,
        "interrupted": interrupted,
        "interruption": {"attack": {"mode": "sword"}},
    }
    return HeroicWaiting.model_validate_json(to_json(document | changes))


def spring(
    waiter: Document,
    wait: Document,
    interrupted: Document,
    *faces: int,
    options: Document | None = None,
    **changes: Any,
) -> Story[HeroicWaitOutcome]:
    """Resolve a wait with these faces and no others."""
    return tell(resolve_wait, wait_of(waiter, wait, interrupted, **changes), *faces, options=options)


def initiative(*sides: Document) -> HeroicInitiative:
    """Who acts first."""
    return HeroicInitiative.model_validate_json(to_json({"sides": sides}))


def roll(*faces: int, sides: list[Document], options: Document | None = None) -> Story[HeroicInitiativeOutcome]:
    """Roll initiative with these faces and no others."""
    return tell(roll_initiative, initiative(*sides), *faces, options=options)


def check(battle: Document, *orders: Document, options: Document | None = None) -> HeroicOrdersOutcome:
    """Validate orders."""
    given = HeroicOrdersCheck.model_validate_json(to_json({"encounter": battle, "orders": orders}))
    return validate_orders(given, rulings(**(options or {})))


def faults(battle: Document, given: Document, options: Document | None = None) -> list[tuple[str, str]]:
    """What is wrong with one order: codes, and pointers below the order."""
    (finding,) = check(battle, given, options=options).orders
    return faults_in(finding)


def faults_in(finding: HeroicOrderFinding) -> list[tuple[str, str]]:
    """The codes of what is wrong, and pointers below the order."""
    return [(each.code, each.pointer.removeprefix("/orders/0")) for each in finding.faults]


def seeded(seed: object) -> Dice:
    """Dice the service rolls."""
    return SeededDice(f"sha256ctr1:{seed}")


def unit_in(units: tuple[HeroicUnit, ...], name: str) -> HeroicUnit:
    """A unit by its id."""
    return next(unit for unit in units if unit.id == name)
