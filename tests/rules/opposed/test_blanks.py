"""Figures without values are warned of, and a figure cannot act against itself."""

from collections.abc import Callable
from typing import Any

import pytest

from service.dice.seeded import SeededDice
from service.rules.opposed.attack.attack import compute_chances, resolve_attack
from service.rules.opposed.attack.maneuver import resolve_maneuver
from service.rules.opposed.book.refusals import InvalidTarget
from service.rules.opposed.figures.models import OpposedAttack, OpposedAvoid, OpposedRestrain
from service.rules.opposed.pursuit.pursuit import pursue
from service.rules.opposed.rounds.skirmish import resolve_skirmish
from service.wire import to_json
from tests.rules.opposed.fights import ASH, play, pursuit, skirmish
from tests.rules.opposed.fights import fight as round_of
from tests.rules.opposed.figures import attack, rulings
from tests.rules.opposed.stories import strike, tell

WITHOUT = "has no values: every one of them is 0, the default."
BLANK: dict[str, Any] = {"id": "orc", "side": "blue"}


def test_attack_of_nobody_on_nobody() -> None:
    """An attack between figures that the request left empty says so of both."""
    told = tell(resolve_attack, OpposedAttack.model_validate_json('{"attacker": {}, "defender": {}}'), 50, 50)
    assert told.warnings == [f"The attacker {WITHOUT}", f"The defender {WITHOUT}"]
    named = OpposedAttack.model_validate_json('{"attacker": {"id": "ash"}, "defender": {"id": "orc"}}')
    assert tell(resolve_attack, named, 50, 50).warnings == [f"ash {WITHOUT}", f"orc {WITHOUT}"]


@pytest.mark.parametrize(
    "given",
    [
        {"agility": 1},
        {"endurance": -3, "status": "unconscious"},
        {"fatigue": 1},
        {"magic_defence": -5},
        {"weapon": {"base_chance": 5}},
    ],
)
def test_one_value_is_enough(given: dict[str, Any]) -> None:
    """Nothing is said of a figure with any value or weapon."""
    chosen = OpposedAttack.model_validate_json(to_json({"attacker": ASH, "defender": {"id": "it", **given}}))
    assert tell(resolve_attack, chosen, 88, 100).warnings == []


def test_maneuvers() -> None:
    """Manoeuvres say it of the figures they read."""
    restrain = OpposedRestrain.model_validate_json('{"kind": "restrain", "attacker": {}, "defender": {"agility": 5}}')
    assert tell(resolve_maneuver, restrain, 50).warnings == [f"The attacker {WITHOUT}"]
    avoid = OpposedAvoid.model_validate_json('{"kind": "avoid", "against": "trip", "defender": {}}')
    assert tell(resolve_maneuver, avoid, 50).warnings == [f"The defender {WITHOUT}"]


def test_fights() -> None:
    """Rounds, skirmishes and pursuits say it of everybody who takes part."""
    assert play(round_of([ASH, BLANK]), 5, 6).warnings == [f"orc {WITHOUT}"]
    dice = SeededDice("sha256ctr1:0")
    resolve_skirmish(skirmish([ASH, BLANK]), rulings(), dice)
    assert dice.warnings == [f"orc {WITHOUT}"]
    assert tell(pursue, pursuit({"id": "fox", "agility": 9}, {"id": "dog"}), 99, 1).warnings == [f"dog {WITHOUT}"]


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda: strike(defender={"id": "Ash"}), id="a strike"),
        pytest.param(lambda: compute_chances(attack(defender={"id": "Ash"}), rulings()), id="its chances"),
        pytest.param(
            lambda: tell(
                resolve_maneuver,
                OpposedRestrain(kind="restrain", attacker=attack().attacker, defender=attack().attacker),
            ),
            id="restraining",
        ),
    ],
)
def test_against_itself(act: Callable[[], object]) -> None:
    """A figure cannot strike at, or restrain, a figure of its own id; two without an id are two figures."""
    with pytest.raises(InvalidTarget, match="'Ash' cannot act against itself") as refused:
        act()
    assert refused.value.pointer == "/defender/id"
    assert strike(88, 36, attacker={"id": None}, defender={"id": None}).warnings == []
