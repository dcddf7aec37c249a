"""Rolls that certainly come are announced with what they are for, so that dice can be asked for together."""

import pytest

from service.errors import ExplosionLimit, RulesRefuse
from service.rules.laurels.attack.sneak import resolve_sneak_attack
from service.rules.laurels.pursuit.pursuit import pursue
from tests.rules.announced import announced_in_goldens, asked_together, hold_announcements
from tests.rules.laurels.figures import CEDRYK, ORC, TOMBRIL, pursuit, rulings, sneak_attack
from tests.rules.laurels.odds_inputs import PROOFS


def test_goldens() -> None:
    """In every golden each roll was announced, and each announced roll came."""
    assert {
        "damage of the attack of tombril on giant",
        "stamina that Attacker spends",
        "whether the check succeeds",
        "whether cedryk stays unnoticed",
        "whether cedryk finds a weak spot",
        "which side acts first",
        "who has the edge",
        "stamina that fox spends",
        "whether fox breaks away",
        "whether fox stays ahead",
    } <= announced_in_goldens("laurels")


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_announcements(name: str) -> None:
    """Whatever is asked and whatever falls, each roll is announced, and each announced roll comes."""
    hold_announcements(name, PROOFS[name].bodies, 60, refused=(RulesRefuse, ExplosionLimit))


def test_asked_together() -> None:
    """Precision and damage are asked for at once; and of a pursuit's round the edge and all exertions."""
    sneaking = asked_together(lambda dice: resolve_sneak_attack(sneak_attack(), rulings(), dice))
    assert [str(each).split(" ", 1)[0] for each in sneaking] == ["whether", "damage"]
    fleeing = asked_together(lambda dice: pursue(pursuit([CEDRYK], [ORC]), rulings(), dice))
    assert fleeing == ["who has the edge", "stamina that cedryk spends", "stamina that orc spends"]
    frail = {**TOMBRIL, "stamina": 2, "injury_slots": None}
    fleeing = asked_together(lambda dice: pursue(pursuit([frail], [ORC]), rulings(), dice))
    assert len(fleeing) == 3
    fleeing = asked_together(lambda dice: pursue(pursuit([frail], [ORC]), rulings(exertion_kills=True), dice))
    assert fleeing == ["who has the edge", "stamina that tombril spends"]
