"""Rolls that certainly come are announced with what they are for, so that dice can be asked for together."""

from typing import Any

import pytest

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.opposed.attack.attack import resolve_attack
from service.rules.opposed.pursuit.pursuit import pursue
from tests.rules.announced import announced_in_goldens, asked_together, hold_announcements
from tests.rules.opposed.fights import pursuit
from tests.rules.opposed.figures import attack, rulings
from tests.rules.opposed.odds_inputs import PROOFS


def test_goldens() -> None:
    """In every golden each roll was announced, and each announced roll came."""
    assert {
        "whether Ash hits Orc",
        "whether Orc defends against Ash",
        "damage to Orc",
        "grievous injury of Defender",
        "whether Orc avoids being tripped",
        "how Orc parries",
        "whether Orc stays conscious",
        "row of the fumble table of Attacker",
        "how good the success is",
        "how well dog pursues",
        "how well fox flees",
        "initiative of red",
        "whether ash repulses the charge",
        "whether ash gets out of close combat",
        "whether orc shakes off the stun",
    } <= announced_in_goldens("opposed")


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_announcements(name: str) -> None:
    """Whatever is asked and whatever falls, each roll is announced, and each announced roll comes."""
    hold_announcements(name, PROOFS[name].bodies, 60, refused=(RulesRefuse,))


def test_asked_together() -> None:
    """A strike asks for its two dice at once, then for damage and injury at once; a pursuit for all of a round."""

    def strike(dice: Dice) -> Any:
        return resolve_attack(attack(), rulings(grievous_roll=True), dice)

    assert asked_together(strike) == ["whether Ash hits Orc", "whether Orc defends against Ash"]
    assert asked_together(strike, 9, 90) == ["damage to Orc", "grievous injury of Orc"]
    chase = pursuit({"id": "fox"}, {"id": "dog"}, {"id": "cur"})
    assert asked_together(lambda dice: pursue(chase, rulings(), dice))[1:] == [
        "how well cur pursues",
        "how well fox flees",
    ]
