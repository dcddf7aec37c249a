"""What the rules refuse of orders and of battles that do not fit together, read as clients read it."""

from typing import Any

import pytest

from tests.rules.heroic.battles import FOE, MAN, blow, encounter, hold, lock, order, toward
from tests.rules.heroic.refusing import Refusal, refuse_before_dice
from tests.rules.heroic.stat_blocks import Document

NEAR: Document = {"at": {"foe": 1}}
FAR: Document = {"at": {"foe": 30}}
LOCKED: Document = {"at": {"foe": 1}, "locks": [lock("man", "foe")]}


def battle(*orders: Document, man: Document | None = None, foe: Document | None = None, **changes: Any) -> Document:
    """The man fights the foe; whoever has no other order stays."""
    ordered = [*orders, *[order(name) for name in ("man", "foe") if name not in {each["unit"] for each in orders}]]
    return {"encounter": encounter(MAN | (man or {}), FOE | (foe or {}), **(NEAR | changes)), "orders": ordered}


def steps(*names: str) -> Document:
    """Short deeds instead of movement."""
    return {"actions": [{"phase": "movement", "size": "short", "name": name} for name in names]}


ORDERS = [
    pytest.param(
        battle(order("elf")),
        ("heroic-unknown-unit", "unit/defend-as-unit", "orders/0/unit", ["elf"]),
        id="unknown unit",
    ),
    pytest.param(
        battle(order("man"), order("man")),
        ("heroic-duplicate-id", "unit/group-as-one", "orders/1/unit", ["man"]),
        id="two orders for one unit",
    ),
    pytest.param(
        battle(foe={"side": "green"}, sides=[{"id": "red"}, {"id": "blue"}]),
        ("heroic-unknown-side", "initiative/roll", "encounter/units/1/side", ["foe", "green"]),
        id="unknown side",
    ),
    pytest.param(
        battle(order("man", melee=[blow("foe"), blow("foe")])),
        ("already-attacked", "attack/one-per-phase", "orders/0/melee/1", ["man"]),
        id="two melee attacks",
    ),
    pytest.param(
        battle(order("man", ranged=[blow("foe")])),
        ("mode-kind-mismatch", "attack/one-per-phase", "orders/0/ranged/0/mode", ["sword", "melee"]),
        id="a sword in the ranged phase",
    ),
    pytest.param(
        battle(order("man", "retreat", melee=[blow("foe")])),
        ("tactic-forbids-attack", "tactic/retreat", "orders/0/melee", ["man"]),
        id="attacking in retreat",
    ),
    pytest.param(
        battle(order("man", "all_out_offensive", move=toward("foe")), **FAR),
        ("charge-target-required", "tactic/all-out-offensive", "orders/0/charge_target", ["man"]),
        id="charging nobody",
    ),
    pytest.param(
        battle(order("man", "neutral", charge_target="foe")),
        ("wrong-charge-target", "tactic/all-out-offensive", "orders/0/charge_target", ["man", "foe", "neutral"]),
        id="charging with a tactic that does not charge",
    ),
    pytest.param(
        battle(order("man", "hold_ground"), **LOCKED),
        ("hold-ground-while-locked", "tactic/hold-ground", "orders/0/tactic", ["man"]),
        id="holding ground while locked",
    ),
    pytest.param(
        battle(order("man", "defensive", withdraw=True), **LOCKED),
        ("withdraw-needs-all-out-defensive", "lock/withdrawal", "orders/0/withdraw", ["man", "defensive"]),
        id="withdrawing with another tactic",
    ),
    pytest.param(
        battle(order("man", "all_out_defensive", withdraw=True)),
        ("withdraw-not-locked", "lock/withdrawal", "orders/0/withdraw", ["man"]),
        id="withdrawing from nobody",
    ),
    pytest.param(
        battle(order("man", "neutral"), man={"status": "routed"}, foe={"side": "blue"})
        | {"encounter": encounter(MAN | {"status": "routed"}, MAN | {"id": "ally"}, FOE, **FAR)}
        | {"orders": [order("man"), order("ally"), order("foe")]},
        ("retreat-required", "morale/must-retreat", "orders/0/tactic", ["man", "neutral"]),
        id="a broken unit fights on",
    ),
    pytest.param(
        battle(order("man", "retreat", **steps("door")), **FAR),
        ("action-forbidden", "tactic/retreat", "orders/0/actions/0", ["man", "door"]),
        id="deeds in retreat",
    ),
    pytest.param(
        battle(order("man", **steps("door", "light", "swallow")), **FAR),
        ("action-budget-exceeded", "action/budget", "orders/0/actions", ["man"]),
        id="three deeds for one movement",
    ),
    pytest.param(
        battle(order("man", **steps("stand_up")), **FAR),
        ("action-size-mismatch", "action/medium-list", "orders/0/actions/0/size", ["stand_up", "short"]),
        id="rising in a second",
    ),
    pytest.param(
        battle(order("man", move=toward("foe", yards=26)), **FAR),
        ("movement-exceeded", "move/allowance", "orders/0/move/yards", ["26", "25"]),
        id="too far",
    ),
    pytest.param(
        battle(order("man", move=toward("foe", yards=5)), **LOCKED),
        ("movement-locked", "move/locked-stays", "orders/0/move", ["man"]),
        id="walking off",
    ),
    pytest.param(
        battle(order("man", "retreat", move=toward("foe")), **FAR),
        ("wrong-direction", "move/direction", "orders/0/move", ["man"]),
        id="retreating forward",
    ),
    pytest.param(
        battle(order("man", move={"mode": "to"}), **FAR),
        ("unknown-place", "move/direction", "orders/0/move/to", ["man"]),
        id="moving nowhere",
    ),
    pytest.param(
        battle(order("man", move=toward("foe")), grapples=[hold("foe", "man")], **FAR),
        ("held-fast", "ref/grapple-attack", "orders/0/move", ["man"]),
        id="walking off though held",
    ),
    pytest.param(
        battle(order("man", break_free=True)),
        ("not-grappled", "grapple/break-free", "orders/0/break_free", ["man"]),
        id="breaking free of nobody",
    ),
    pytest.param(
        battle(order("man", wait={"attack": {"mode": "sword"}})),
        ("wait-needs-trigger", "wait/declare", "orders/0/wait/trigger", ["man"]),
        id="waiting for nothing",
    ),
    pytest.param(
        {"encounter": encounter(MAN, FOE, **NEAR), "orders": [order("man")]},
        ("missing-orders", "orders/one-tactic", "orders", ["foe"]),
        id="no order",
    ),
    pytest.param(
        battle(foe={"hp_pool": 0}),
        ("fight-over", "battle/end", "encounter/units", ["victory for red"]),
        id="nobody left",
    ),
]


@pytest.mark.parametrize(("document", "refusal"), ORDERS)
def test_orders_refused(document: Any, refusal: Refusal) -> None:
    """A round whose units or orders do not fit together is refused before a die is read."""
    refuse_before_dice("resolve-round", document, refusal)
