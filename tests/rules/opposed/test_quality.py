"""Success quality: the formula, its natural faces and its roundings, told roll by roll."""

from typing import Any

import pytest

from service.rules.opposed.attack.quality import OpposedSuccessOutcome, grade_success, grading_of, quality_of
from service.rules.opposed.book.options import OpposedNaturalOne
from service.rules.opposed.book.words import Quality
from service.rules.opposed.figures.models import OpposedSuccess
from tests.pins import pins
from tests.rules.opposed.stories import Story, tell

TEXT, TABLE = OpposedNaturalOne
NATURAL_FACES = "ruling/natural-faces-before-modifiers"


def graded(
    *faces: int, natural: int | None = None, chance: int, modifier: int = 0, **options: Any
) -> Story[OpposedSuccessOutcome]:
    """A roll, brought along or rolled, against a chance."""
    given = OpposedSuccess(natural=natural, chance=chance, dice_modifier=modifier)
    return tell(grade_success, given, *faces, options=options)


@pins(
    "table-truncation",
    "natural-01-above-decisive",
    "nonpositive-chance",
    "excellent-below-101",
    "dice-modifier-floor",
    "natural-faces-before-modifiers",
)
@pytest.mark.parametrize(
    ("natural", "chance", "modifier", "level", "letter"),
    [
        pytest.param(56, 55, 0, 0, "P", id="one above the chance fails"),
        pytest.param(55, 55, 0, 1, "A", id="the chance itself succeeds"),
        pytest.param(22, 55, 0, 2, "B", id="40 % of it"),
        pytest.param(11, 55, 0, 3, "C", id="20 % of it"),
        pytest.param(6, 55, 0, 4, "D", id="10 % of it, 5.5, rounded up"),
        pytest.param(7, 55, 0, 3, "C", id="and no more than that"),
        pytest.param(1, 100, 0, 4, "D", id="nothing is Excellent at 100"),
        pytest.param(2, 111, 0, 5, "E", id="10 % of what exceeds 100"),
        pytest.param(2, 211, 0, 6, "F", id="10 % of what exceeds 200"),
        pytest.param(11, 305, 0, 6, "F", id="where the printed table has a dash"),
        pytest.param(100, 1000, 0, 0, "P", id="a natural 00 fails whatever the chance"),
        pytest.param(100, 90, -20, 0, "P", id="and whatever its modifier"),
        pytest.param(1, -15, 0, 4, "D", id="a natural 01 is Decisive whatever the chance"),
        pytest.param(1, 20, 50, 4, "D", id="and whatever its modifier"),
        pytest.param(1, 150, 0, 5, "E", id="Excellent above 100"),
        pytest.param(1, 201, 0, 6, "F", id="Fantastic above 200"),
        pytest.param(2, 0, 0, 0, "P", id="nothing else succeeds at 0"),
        pytest.param(3, 20, -10, 4, "D", id="a modified roll is 1 at least, and no natural 01"),
        pytest.param(10, 150, -20, 5, "E", id="so it reaches what a 1 reaches"),
        pytest.param(40, 50, 20, 0, "P", id="a modifier can spoil a success"),
    ],
)
def test_grades(natural: int, chance: int, modifier: int, level: int, letter: str) -> None:
    """A roll has the best quality whose threshold, rounded up, it does not exceed."""
    outcome = graded(natural=natural, chance=chance, modifier=modifier).outcome
    assert (outcome.level, outcome.letter) == (level, letter)
    assert outcome.name.rank == level
    assert outcome.verdict.quality is outcome.name


@pins("table-row-one")
@pytest.mark.parametrize(
    ("chance", "text", "table"),
    [
        (0, Quality.DECISIVE, Quality.DECISIVE),
        (1, Quality.DECISIVE, Quality.AVERAGE),
        (2, Quality.DECISIVE, Quality.BETTER),
        (4, Quality.DECISIVE, Quality.CRUCIAL),
        (5, Quality.DECISIVE, Quality.DECISIVE),
        (101, Quality.EXCELLENT, Quality.EXCELLENT),
    ],
)
def test_printed_row_one(chance: int, text: Quality, table: Quality) -> None:
    """The option natural_01 lets the printed row 1 decide at the chances it prints lower, and only there."""
    assert quality_of(1, chance, 0, TEXT) is text
    assert quality_of(1, chance, 0, TABLE) is table


def test_grade_brought_along() -> None:
    """A face that comes with the request is graded without dice, and the step says how."""
    story = graded(natural=3, chance=21)
    assert story.texts == ["3 against 21 was Decisive."]
    assert story.outcome.effective_roll == 3
    assert story.outcome.thresholds.decisive == 3
    assert story.outcome.thresholds.excellent == -7
    assert {"core/round-up", "quality/round-up", "quality/decisive"} <= story.cited


@pytest.mark.parametrize(
    ("face", "modifier", "text"),
    [
        (14, -5, "14 - 5 against 21 was Better."),
        (15, 5, "15 + 5 against 21 was Average."),
        (15, 0, "15 against 21 was Average."),
    ],
)
def test_grade_rolled(face: int, modifier: int, text: str) -> None:
    """Without a face a d100 is rolled, and its modifier is shown."""
    story = graded(face, chance=21, modifier=modifier)
    assert story.texts == [text]
    assert story.outcome.natural == face
    assert story.outcome.effective_roll == face + modifier
    step = story.steps[0]
    assert (step.dice, step.target.total if step.target else None) == ("d100", 21)


@pins("better-means-lower")
@pytest.mark.parametrize(
    ("given", "cited"),
    [
        pytest.param({"natural": 100, "chance": 50}, {"quality/natural-00", "dice/percentile"}, id="00"),
        pytest.param({"natural": 1, "chance": 50}, {"quality/natural-01"}, id="01"),
        pytest.param({"natural": 1, "chance": 0}, {"ruling/nonpositive-chance"}, id="01 at 0"),
        pytest.param({"natural": 9, "chance": 0}, {"ruling/nonpositive-chance"}, id="9 at 0"),
        pytest.param({"natural": 1, "chance": 101}, {"ruling/natural-01-above-decisive"}, id="01 at 101"),
        pytest.param({"natural": 1, "chance": 3}, {"ruling/table-row-one"}, id="01 at 3"),
        pytest.param(
            {"natural": 1, "chance": 3, "natural_01": "table"},
            {"ruling/table-row-one", "quality/lookup-table"},
            id="01 at 3 by the table",
        ),
        pytest.param(
            {"natural": 11, "chance": 305}, {"ruling/table-truncation", "quality/lookup-table"}, id="not printed"
        ),
        pytest.param({"natural": 3, "chance": 20, "modifier": -10}, {"ruling/dice-modifier-floor"}, id="below 1"),
        pytest.param({"natural": 3, "chance": 20, "modifier": -11}, {"ruling/excellent-below-101"}, id="below E"),
        pytest.param({"natural": 100, "chance": 20, "modifier": -9}, {NATURAL_FACES}, id="modified 00"),
        pytest.param({"natural": 1, "chance": 20, "modifier": 9}, {NATURAL_FACES}, id="modified 01"),
        pytest.param({"natural": 20, "chance": 20}, {"ruling/better-means-lower"}, id="at the chance"),
        pytest.param({"natural": 9, "chance": 20, "modifier": -2}, {"quality/effective-roll"}, id="modified"),
    ],
)
def test_grade_cites(given: dict[str, Any], cited: set[str]) -> None:
    """A grade names the rules and rulings that shaped it."""
    assert cited <= graded(**given).cited


@pytest.mark.parametrize(
    ("natural", "chance"), [(10, 305), (11, 300), (50, 100), (99, 50)], ids=["F", "E", "A", "failure"]
)
def test_printed_cells(natural: int, chance: int) -> None:
    """What the printed table shows needs no ruling about its dashes."""
    assert "ruling/table-truncation" not in graded(natural=natural, chance=chance).cited


def test_bands() -> None:
    """For odds, faces that are graded alike fall into one band, and possible fumbles into their own."""
    assert grading_of(35, 0, TEXT).bands == (4, 7, 14, 35, 100)
    assert grading_of(87, 0, TEXT, 99).bands == (9, 18, 35, 87, 98, 100)
    assert grading_of(120, 0, TEXT, 99).bands == (2, 12, 24, 48, 98, 99, 100)
    assert grading_of(0, 0, TEXT).bands == (1, 100)


@pytest.mark.parametrize("modifier", [-30, -5, 0, 7])
@pytest.mark.parametrize("chance", [-20, 0, 3, 21, 87, 100, 155, 240, 310])
def test_grading_agrees_with_formula(chance: int, modifier: int) -> None:
    """Grading a face by its band is grading it by the formula."""
    for natural_01 in OpposedNaturalOne:
        grading = grading_of(chance, modifier, natural_01, 96)
        for face in range(1, 101):
            assert grading.of(face).quality is quality_of(face, chance, modifier, natural_01)
