"""Rolls that certainly come are announced with what they are for, so that dice can be asked for together."""

import pytest

from service.dice.model import DiceNeeded
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.rules.opposed.attack.attack import resolve_attack
from service.rules.opposed.pursuit.pursuit import pursue
from tests.rules.announced import announced_in_goldens, hold_announcements
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
    hold_announcements(name, PROOFS[name].bodies, 60)


def needed(dice: SuppliedDice, purposes: list[str | None]) -> list[str | None]:
    """What a strike or a pursuit asks for at once."""
    with pytest.raises(DiceNeeded) as lack:
        resolve_attack(attack(), rulings(grievous_roll=True), dice)
    assert lack.value.purpose == purposes[0]
    return [lack.value.purpose, *[each.purpose for each in lack.value.expected]]


def test_asked_together() -> None:
    """A strike asks for its two dice at once, then for damage and injury at once; a pursuit for all of a round."""
    both: list[str | None] = ["whether Ash hits Orc", "whether Orc defends against Ash"]
    assert needed(SuppliedDice((), (), WhenExhausted.ASK), both) == both
    more: list[str | None] = ["damage to Orc", "grievous injury of Orc"]
    assert needed(SuppliedDice((9, 90), (), WhenExhausted.ASK), more) == more
    with pytest.raises(DiceNeeded) as lack:
        pursue(
            pursuit({"id": "fox"}, {"id": "dog"}, {"id": "cur"}),
            rulings(),
            SuppliedDice((), (), WhenExhausted.ASK),
        )
    assert [each.purpose for each in lack.value.expected] == ["how well cur pursues", "how well fox flees"]
