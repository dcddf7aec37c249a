"""The best defense is looked up by what it depends on: whatever of a situation is not asked for changes nothing."""

from enum import StrEnum
from itertools import product
from typing import Any, Final

import pytest

from service.rules.kernel.memory import Memory
from service.rules.tactical.attack.defense import active_defenses as defense
from service.rules.tactical.attack.defense.active_defenses import PlannedDefense, plan_defenses
from service.rules.tactical.attack.defense.exposure import Threat, exposure_of
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalRangedClass
from service.rules.tactical.figures.condition import TacticalState
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from tests.rings import many
from tests.rules.tactical.attacks import armed
from tests.rules.tactical.defenders import SHIELD
from tests.rules.tactical.field_changes import AXE, FIGURE, FIST, FLAIL, STATE, SWORD, changed_from
from tests.rules.tactical.scenes import OPEN, field, figure, foe

THREATS: Final = [
    Threat("orc", (0, -1)),
    Threat("elk", (0, -1)),
    Threat("orc", (1, -1)),
    *[Threat("orc", (0, -3), each) for each in TacticalRangedClass],
    Threat("orc", (0, -3), TacticalRangedClass.THROWN, small=True),
    *[Threat("orc", (0, -1), thrust=True), Threat("orc", (0, -1), small=True), Threat("orc", (0, -1), close=True)],
    *[Threat("orc", (0, -1), strike_into=True), Threat("orc", (0, -1), dodge_only=True)],
    *[Threat("orc", (0, -1), runaround=each) for each in (True, False)],
    Threat("orc", (0, -1), armed=False),
    Threat("orc", (0, -1), deceptive=2),
    Threat("orc", (0, -1), unseen=True),
]
RULINGS: Final = [
    OPEN,
    TacticalRulings(open_plain=True, db_everywhere=True),
    TacticalRulings(open_plain=True, flexible_side_block=True),
]
PLAIN: Final[dict[str, Any]] = armed(SWORD)
SHIELDED: Final = PLAIN | {"shield": SHIELD}
BASES: Final = [
    PLAIN,
    SHIELDED,
    armed(FLAIL),
    {"weapons": [FIST], "ready": {}},
    PLAIN | {"weapons": [SWORD, AXE]},
    SHIELDED | {"vision": "peripheral", "facing": 2},
    SHIELDED | {"flexible_arms": ["left"]},
]


def test_every_field_of_a_figure_is_changed() -> None:
    """The figures below differ in every field that there is: a new one has to be listed."""
    assert FIGURE.keys() == TacticalFigure.model_fields.keys()
    assert STATE.keys() == TacticalState.model_fields.keys()


@pytest.mark.untraced
def test_a_remembered_defense_is_the_one_that_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was looked at before, a figure has the defense that it has by itself, against every threat."""
    known: Memory[PlannedDefense] = Memory()
    for rulings, facts in product(RULINGS[: many(len(RULINGS), 1)], changed_from(BASES)):
        ground = grounds(facts, rulings)
        for threat in THREATS:
            exposed = exposure_of(ground, ground["ash"], threat)
            monkeypatch.setattr(defense, "_known", known)
            remembered = plan_defenses(exposed, None)
            monkeypatch.setattr(defense, "_known", Memory())
            assert remembered == plan_defenses(exposed, None)


@pytest.mark.parametrize("changed", sorted(TacticalRulings.model_fields.keys() - {"open_plain"}))
def test_whatever_ruling_changes(changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A defense that was remembered under other rulings is found only where they would lead to it, too."""
    known: Memory[PlannedDefense] = Memory()
    sides = [base | {"facing": facing} for base in BASES for facing in (0, 1, 2, 3, 5)]
    for rulings, facts in product([OPEN, *rulings_with(changed)], sides):
        ground = grounds(facts, rulings)
        for threat in THREATS[:3]:
            exposed = exposure_of(ground, ground["ash"], threat)
            monkeypatch.setattr(defense, "_known", known)
            remembered = plan_defenses(exposed, None)
            monkeypatch.setattr(defense, "_known", Memory())
            assert remembered == plan_defenses(exposed, None)


def rulings_with(changed: str) -> list[TacticalRulings]:
    """The rulings with every other value of a field that has few of them."""
    value = getattr(OPEN, changed)
    others = [not value] if isinstance(value, bool) else list(type(value)) if isinstance(value, StrEnum) else []
    return [OPEN.model_copy(update={changed: other}) for other in others if other != value]


def grounds(facts: dict[str, Any], rulings: TacticalRulings) -> Field:
    """A figure with two foes, and a friend in the way of a retreat from one side."""
    others = foe(), foe(id="elk", hex=[1, 0]), figure(id="elm", hex=[-1, 1])
    return field(figure(**facts), *others, rulings=rulings)
