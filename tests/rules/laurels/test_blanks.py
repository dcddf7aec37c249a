"""Participants without values are warned of, and nobody attacks itself."""

from typing import Any

import pytest

from service.dice.seeded import SeededDice
from service.rules.laurels.attack.attack import resolve_attack
from service.rules.laurels.attack.sneak import resolve_sneak_attack
from service.rules.laurels.book.refusals import LaurelsInvalidTarget
from service.rules.laurels.figures.models import LaurelsAttack
from service.rules.laurels.pursuit.pursuit import pursue
from service.rules.laurels.rounds.round import resolve_round
from service.rules.laurels.rounds.skirmish import resolve_skirmish
from service.wire import to_json
from tests.rules.laurels.figures import CEDRYK, ORC, fight, pursuit, rulings, skirmish, sneak_attack
from tests.rules.laurels.stories import tell

WITHOUT = "has no values: its level is 1 and every other one is 0, the default."
BLANK: dict[str, Any] = {"id": "nobody", "role": "opponents"}


def single(attacker: dict[str, Any], target: dict[str, Any]) -> LaurelsAttack:
    """One attack of these two."""
    return LaurelsAttack.model_validate_json(to_json({"attacker": attacker, "target": target}))


def test_attack_of_nobody_on_nobody() -> None:
    """An attack between participants that the request left empty says so of both."""
    assert tell(resolve_attack, single({}, {}), 1).warnings == [f"The attacker {WITHOUT}", f"The target {WITHOUT}"]
    named = single({"id": "ash"}, {"id": "orc"})
    assert tell(resolve_attack, named, 1).warnings == [f"ash {WITHOUT}", f"orc {WITHOUT}"]


@pytest.mark.parametrize(
    "given", [{"stamina": 1}, {"level": 2}, {"strength": -1}, {"injury_slots": 3}, {"weapon": {"die": "d4"}}]
)
def test_one_value_is_enough(given: dict[str, Any]) -> None:
    """Nothing is said of a participant with any value or weapon."""
    assert tell(resolve_attack, single(ORC, {"id": "it", **given}), 1, 1).warnings == []


def test_fights() -> None:
    """Rounds, skirmishes and pursuits say it of everybody who takes part."""
    assert tell(resolve_round, fight([CEDRYK, BLANK, ORC], round=2), 1).warnings == [f"nobody {WITHOUT}"]
    dice = SeededDice("sha256ctr1:0")
    resolve_skirmish(skirmish([CEDRYK, BLANK, ORC]), rulings(), dice)
    assert dice.warnings == [f"nobody {WITHOUT}"]
    chased = pursuit([CEDRYK], [ORC, {"id": "cur", "injury_slots": 0}])
    assert tell(pursue, chased, 6, 1, 1, 1, 20).warnings == []


def test_against_itself() -> None:
    """Nobody attacks a participant of its own id; two without an id are two participants."""
    with pytest.raises(LaurelsInvalidTarget, match="'orc' cannot attack itself") as refused:
        tell(resolve_attack, single(ORC, ORC), 1, 1)
    assert refused.value.pointer == "/target/id"
    with pytest.raises(LaurelsInvalidTarget):
        tell(resolve_sneak_attack, sneak_attack(ORC, ORC), 1)
    nameless = {name: value for name, value in ORC.items() if name != "id"}
    assert tell(resolve_attack, single(nameless, nameless), 1, 1).warnings == []
