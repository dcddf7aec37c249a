"""The printed tables, cell by cell: sizes, rapid fire, locations, wounding, armour divisors, damage of strength."""

from fractions import Fraction
from itertools import pairwise

import pytest

from service.dice.exact import Distribution
from service.dice.model import Rule
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.rules.roll_under.damage import ST_DAMAGE, damage_of, divided_dr, injury_of, swing_of, wounding_halves
from service.rules.roll_under.locations import (
    CRIPPLED_ABOVE,
    GRAPPLE_MODIFIERS,
    MODIFIERS,
    WHOLE_LIMB,
    can_be_aimed_at,
    is_crippled,
    roll_location,
)
from service.rules.roll_under.modifiers import (
    RAPID_FIRE,
    measure_of,
    rapid_fire_bonus,
    size_down,
    size_of_number,
    size_up,
)
from service.rules.roll_under.words import ArmorDivisor, BodySide, DamageType, HitLocation
from tests.rules.roll_under.printing import printed

RULE = Rule("roll-under/location", "Location", cites="")
SIZES = [(int(row["size"]), Fraction(row["yards"])) for row in printed("sizes")]
DRS = {"dr0": 0, "dr1": 1, "dr2": 2, "dr5": 5, "dr7": 7}


@pytest.mark.parametrize(("size", "yards"), SIZES)
def test_sizes(size: int, yards: Fraction) -> None:
    """A size has its printed measure, and the measure its size, rounded either way."""
    assert measure_of(size) == yards
    assert (size_up(yards), size_down(yards)) == (size, size)


@pytest.mark.parametrize(("lower", "upper"), list(pairwise(SIZES)))
def test_between_sizes(lower: tuple[int, Fraction], upper: tuple[int, Fraction]) -> None:
    """A measure between two rows rounds up to the next or down to the one before."""
    between = (lower[1] + upper[1]) / 2
    assert (size_up(between), size_down(between)) == (upper[0], lower[0])


def test_sizes_continue() -> None:
    """The progression goes on without end, ten times as much every six sizes."""
    assert [measure_of(size + 6) / measure_of(size) for size in range(-40, 40)] == [10] * 80
    assert (size_up(3_000_000.0), size_down(3_000_000.0)) == (37, 37)


@pytest.mark.parametrize("start", range(1, 100_001, 10_000))
def test_whole_numbers(start: int) -> None:
    """The closed form with whole numbers agrees with the progression for every number up to 100 000."""
    numbers = range(start, start + 10_000)
    size = size_up(start)
    for number in numbers:
        while measure_of(size) < number:
            size += 1
        assert size_of_number(number) == size


@pytest.mark.parametrize("row", printed("rapid_fire"), ids=lambda row: row["lowest"])
def test_rapid_fire(row: dict[str, str]) -> None:
    """Shots add their printed bonus, and each doubling one more."""
    assert {rapid_fire_bonus(shots) for shots in range(int(row["lowest"]), int(row["highest"]) + 1)} == {
        int(row["bonus"])
    }


def test_the_rapid_fire_table_is_the_formula() -> None:
    """Every row of the table has the bonus that the function gives."""
    assert [(rapid_fire_bonus(row.lowest), rapid_fire_bonus(row.highest or 0)) for row in RAPID_FIRE] == [
        (row.value, row.value) for row in RAPID_FIRE
    ]


def test_locations() -> None:
    """Every location has its printed penalty, and half of it, away from zero, for a grapple."""
    assert {location.value: str(value) for location, value in MODIFIERS.items()} == {
        row["location"]: row["attack"] for row in printed("locations")
    }
    assert {location.value: str(value) for location, value in GRAPPLE_MODIFIERS.items()} == {
        row["location"]: row["grapple"] for row in printed("locations")
    }


@pytest.mark.parametrize("row", printed("random_locations"), ids=lambda row: row["roll"])
def test_random_locations(row: dict[str, str]) -> None:
    """Three dice hit where the table says, and a further die chooses between two hands or feet."""
    total = int(row["roll"])
    faces = (min(total - 2, 6), max(1, min(total - 7, 6)), max(1, total - 12))
    rolled = row["side"] == "rolled"
    found = set()
    for face in range(1, 7) if rolled else (None,):
        dice = SuppliedDice(faces + ((face,) if face else ()), (), WhenExhausted.REFUSE)
        found.add((face is not None and face > 3, *roll_location(RULE, dice, actor="orc", name="Orc")))
        dice.refuse_left_overs(None)
    location = HitLocation(row["location"])
    if rolled:
        assert found == {(False, location, BodySide.RIGHT), (True, location, BodySide.LEFT)}
    else:
        assert found == {(False, location, BodySide(row["side"]) if row["side"] else None)}


def test_chances_of_locations() -> None:
    """A torso is hit with 9 or 10 of three dice: 25 + 27 of 216 ways."""
    chances = Distribution.of(lambda dice: roll_location(RULE, dice, actor="", name=""))
    assert chances.chances[HitLocation.TORSO, None] == Fraction(25 + 27, 216)
    assert chances.chances[HitLocation.HAND, BodySide.LEFT] == Fraction(10, 432)
    assert isinstance(chances, Distribution)
    assert sum(chances.chances.values()) == 1


@pytest.mark.parametrize("row", printed("wounding"), ids=lambda row: row["type"])
def test_wounding(row: dict[str, str]) -> None:
    """Every type of damage has its printed multiplier at every location; an empty cell cannot be aimed at."""
    damage = DamageType(row["type"])
    for location in HitLocation:
        cell = row[WHOLE_LIMB.get(location, location).value]
        assert can_be_aimed_at(location, damage) == bool(cell), location
        if cell:
            assert Fraction(wounding_halves(damage, location), 2) == Fraction(cell), location


@pytest.mark.parametrize("row", printed("armor_divisors"), ids=lambda row: row["divisor"])
def test_armour_divisors(row: dict[str, str]) -> None:
    """Armour counts divided, rounded down; against a fraction, none counts as 1."""
    divisor = ArmorDivisor(row["divisor"])
    assert {name: divided_dr(dr, divisor) for name, dr in DRS.items()} == {name: int(row[name]) for name in DRS}


@pytest.mark.parametrize(
    ("penetrating", "halves", "injury"), [(1, 1, 1), (3, 3, 4), (0, 4, 0), (-2, 4, 0), (4, 4, 8), (5, 1, 2), (3, 8, 12)]
)
def test_injury(penetrating: int, halves: int, injury: int) -> None:
    """Injury is rounded down, but whatever penetrates does at least 1."""
    assert injury_of(penetrating, halves) == injury


@pytest.mark.parametrize("row", printed("crippling"), ids=lambda row: row["location"])
def test_crippling(row: dict[str, str]) -> None:
    """A limb is crippled by more than its fraction of full hit points."""
    location, divisor = HitLocation(row["location"]), int(row["divisor"])
    assert [is_crippled(location, injury, 30) for injury in (30 // divisor, 30 // divisor + 1)] == [False, True]
    assert CRIPPLED_ABOVE[WHOLE_LIMB.get(location, location)] == divisor


def test_nothing_else_is_crippled() -> None:
    """Injury elsewhere cripples nothing."""
    listed = {row["location"] for row in printed("crippling")}
    assert [each for each in HitLocation if each.value not in listed and is_crippled(each, 10_000, 1)] == []


@pytest.mark.parametrize(("row", "line"), list(zip(printed("st_damage"), ST_DAMAGE, strict=True)))
def test_damage_of_strength(row: dict[str, str], line: object) -> None:
    """Strength thrusts and swings for its printed damage."""
    assert repr(line) == f"StrengthRow(st={row['st']}, thrust='{row['thrust']}', swing='{row['swing']}')"
    assert swing_of(int(row["st"])) == damage_of(row["swing"])


@pytest.mark.parametrize(("st", "swing"), [(1, "1d-2"), (7, "1d-2"), (28, "5d+1"), (29, "5d+1"), (90, "5d+2")])
def test_damage_between_lines(st: int, swing: str) -> None:
    """Between two lines the lower counts; below the first and above the last, those."""
    assert swing_of(st) == damage_of(swing)
