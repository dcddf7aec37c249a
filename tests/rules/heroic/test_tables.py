"""The printed tables, cell by cell: tactics, ratios, hit multipliers, and the numbers taken from elsewhere."""

import csv
from fractions import Fraction
from pathlib import Path

import orjson
import pytest

from service.rules.heroic.attack.rolls import base_hits_of, total_hits_of
from service.rules.heroic.attack.situation.situation import multiplier_halves, ratio_bonus, slots_around
from service.rules.heroic.book import modifiers as rows
from service.rules.heroic.book.modifiers import AttackFact, DefenseFact, FatigueFact, GripFact, HoldFact, MoraleFact
from service.rules.heroic.book.published import TABLES
from service.rules.heroic.book.tables import (
    COWARDICE,
    DEEDS,
    GROUP_TARGETS,
    MULTIPLIERS,
    RANGES,
    RATIO_ABOVE,
    RATIOS,
    REACTIONS,
    TACTICS,
)
from service.rules.heroic.book.words import HeroicActionSize, HeroicCover, HeroicEncumbrance, HeroicTactic
from service.rules.roll_under.exertion import ENCUMBRANCES
from service.rules.roll_under.modifiers import COVERS, POSTURES, SITUATIONS, VISIBILITIES, WATCHES, measure_of
from service.rules.roll_under.words import Posture
from service.wire import to_json
from tests.pins import pins

PRINTED = Path(__file__).parent / "printed"


def printed(name: str) -> list[list[str]]:
    """The rows of a printed table, without its heading."""
    with (PRINTED / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.reader(file))[1:]


@pytest.mark.parametrize(("attackers", "defenders", "bonus"), printed("ratios"))
def test_ratio(attackers: str, defenders: str, bonus: str) -> None:
    """Attackers to each defender add what the table says; fractions are compared exactly."""
    assert ratio_bonus(int(attackers), int(defenders)) == int(bonus)


@pytest.mark.parametrize("defenders", [1, 2, 3, 7, 20, 1000])
def test_ratio_formula(defenders: int) -> None:
    """The formula agrees with the first row that is wide enough, and the last goes on."""
    for attackers in range(1, 9 * defenders):
        ratio = Fraction(attackers, defenders)
        fits = [row.bonus for row in RATIOS if ratio <= Fraction(row.attackers, row.defenders)]
        assert ratio_bonus(attackers, defenders) == (fits[0] if fits else RATIO_ABOVE)


@pytest.mark.parametrize(("number", "multiplier"), printed("multipliers"))
def test_multiplier(number: str, multiplier: str) -> None:
    """So many attackers or shots multiply hits by what the table says."""
    assert Fraction(multiplier_halves(int(number)), 2) == Fraction(multiplier)


def test_every_row_of_multipliers() -> None:
    """Every number of every printed row, and of those that continue it, has the row's multiplier."""
    for row in MULTIPLIERS:
        assert {multiplier_halves(number) for number in range(row.lowest, (row.highest or 0) + 1)} == {row.value}


@pytest.mark.parametrize("start", range(1, 100_001, 10_000))
def test_multipliers_to_a_hundred_thousand(start: int) -> None:
    """The closed form is the smallest size whose measure reaches the number, from 4 on, for every number."""
    size = next(size for size in range(-2, 40) if measure_of(size) >= start)
    for number in range(start, start + 10_000):
        while measure_of(size) < number:
            size += 1
        assert multiplier_halves(number) == {1: 2, 2: 2, 3: 3}.get(number, 2 * size)


@pins("full-multiple")
@pytest.mark.parametrize(
    ("margin", "factor", "base"), [(1, 4, 1), (3, 4, 1), (4, 4, 2), (11, 4, 3), (6, 6, 2), (5, 1, 6), (0, 4, 1)]
)
def test_base_hits(margin: int, factor: int, base: int) -> None:
    """Each full Speed Factor of the margin buys a further hit."""
    assert base_hits_of(margin, factor) == base


@pytest.mark.parametrize(
    ("base", "halves", "cap", "hits"), [(1, 3, None, 1), (3, 3, None, 4), (3, 8, None, 12), (3, 8, 8, 8), (1, 8, 10, 4)]
)
def test_total_hits(base: int, halves: int, cap: int | None, hits: int) -> None:
    """Hits are multiplied and rounded down; no more hit than projectiles fly."""
    assert total_hits_of(base, halves, cap) == hits


@pytest.mark.parametrize(
    ("defender", "attacker", "slots"), [(0, 0, 6), (0, 1, 4), (1, 0, 9), (2, 0, 15), (3, 3, 6), (-6, 0, 1)]
)
def test_slots(defender: int, attacker: int, slots: int) -> None:
    """Six fit around one of their own size, more around a larger one."""
    assert slots_around(defender, attacker, 6) == slots


TACTIC_LINES = {
    HeroicTactic.ALL_OUT_OFFENSIVE: (10, 4, 0, -4, 1, False, True),
    HeroicTactic.OFFENSIVE: (5, 2, 0, -2, 3, False, True),
    HeroicTactic.NEUTRAL: (5, 0, 0, 0, 3, False, True),
    HeroicTactic.DEFENSIVE: (4, -2, -2, 2, 3, False, True),
    HeroicTactic.ALL_OUT_DEFENSIVE: (3, -4, -4, 4, 3, False, True),
    HeroicTactic.AIMED_SHOOTING: (2, -2, 2, -2, 2, True, True),
    HeroicTactic.HOLD_GROUND: (1, 0, 0, 2, 2, False, True),
    HeroicTactic.RETREAT: (10, 0, 0, -4, 0, False, False),
}


def test_tactics() -> None:
    """The eight tactics, in their printed order."""
    assert {
        row.tactic: (row.factor, row.melee, row.ranged, row.defense, row.max_shots, row.aims, row.attacks)
        for row in TACTICS
    } == TACTIC_LINES
    assert [row.rule.id.partition("/")[2] for row in TACTICS] == [
        f"tactic/{row.tactic.value.replace('_', '-')}" for row in TACTICS
    ]


def test_bands() -> None:
    """Ranges, groups and watched areas leave no gap and overlap nowhere."""
    for bands in (
        [(row.lowest, row.highest) for row in RANGES],
        [(row.lowest, row.highest) for row in GROUP_TARGETS],
        [(row.lowest, row.highest) for row in WATCHES],
    ):
        assert [highest and highest + 1 for _, highest in bands] == [lowest for lowest, _ in bands[1:]] + [None]
    assert [row.modifier for row in RANGES] == [0, -3, -7, -11, -15]
    assert [row.value for row in GROUP_TARGETS] == [0, 1, 2, 3, 4]
    assert [row.value for row in WATCHES] == [0, -1, -2, -3, -4, -5]


def test_postures_and_covers() -> None:
    """Each posture has its line at its rank, and each cover its modifier."""
    assert [(row.posture, row.melee, row.defense, row.target) for row in POSTURES] == [
        (Posture.STANDING, 0, 0, 0),
        (Posture.CROUCHING, -2, 0, -2),
        (Posture.KNEELING, -2, -2, -2),
        (Posture.SITTING, -2, -2, -2),
        (Posture.CRAWLING, -4, -3, -2),
        (Posture.LYING, -4, -3, -2),
    ]
    assert list(COVERS.items()) == list(zip(HeroicCover, (0, -2, -3, -4, -5), strict=True))


def test_loads_and_fears() -> None:
    """Encumbrance costs Move, Dodge and fatigue; Cowardice has its penalties; reactions leave no gap."""
    assert [(row.encumbrance, row.lifts, row.move_fifths, row.dodge, row.fatigue) for row in ENCUMBRANCES] == list(
        zip(HeroicEncumbrance, (1, 2, 3, 6, 10), (5, 4, 3, 2, 1), (0, -1, -2, -3, -4), (1, 2, 3, 4, 5), strict=True)
    )
    assert COWARDICE == {15: -1, 12: -2, 9: -3, 6: -4}
    assert [lowest for lowest, _, _ in REACTIONS] == [None, 1, 4, 7, 10, 13, 16, 19]
    assert [highest for _, highest, _ in REACTIONS] == [0, 3, 6, 9, 12, 15, 18, None]


def test_circumstances() -> None:
    """Worded circumstances all take something away."""
    assert len(SITUATIONS) == 19
    assert len(VISIBILITIES) == 13
    assert all(row.modifier < 0 for row in (*SITUATIONS, *VISIBILITIES))


def test_deeds() -> None:
    """Thirteen short deeds, six medium and four long ones, each with a name of its own."""
    sizes = [row.size for row in DEEDS]
    assert [sizes.count(size) for size in HeroicActionSize] == [13, 6, 4]
    assert len({row.name for row in DEEDS}) == len(DEEDS)


def test_facts_and_rows() -> None:
    """Every fact brings exactly one printed modifier, and says when it counts."""
    every = (*rows.ATTACK, *rows.STATE, *rows.DEFENSE, *rows.MORALE, *rows.FATIGUE, *rows.HOLD, *rows.GRIP)
    kinds = (AttackFact, DefenseFact, MoraleFact, FatigueFact, HoldFact, GripFact)
    for kind in kinds:
        assert [row.fact for row in every if isinstance(row.fact, kind)] == list(kind)
    assert all(fact.says.endswith(".") for kind in kinds for fact in kind)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("attack-modifiers", ("heroic/initiative/winner-attack-bonus", 2, "The attacker's side has the initiative.")),
        ("attack-modifiers", ("heroic/ref/situation", -4, "The off hand holds the weapon.")),
        ("defense-modifiers", ("heroic/ref/active-defense", -1, "Parry: the weapon is thrown.")),
        ("morale-modifiers", ("heroic/morale/mod-cornered", -5, "It can neither flee nor surrender.")),
        ("fatigue-modifiers", ("heroic/ref/battle-fatigue", 1, "Each fatigue point that heat costs.")),
        ("grapple-modifiers", ("heroic/ref/choke", 3, "The attacker makes a choke hold.")),
        ("hold-modifiers", ("heroic/ref/break-free", 2, "Each arm beyond two.")),
    ],
)
def test_published_modifiers(name: str, line: tuple[str, int, str]) -> None:
    """The published tables say which rule adds how much, and when."""
    assert TABLES[name].columns == ("rule", "label", "value", "when")
    assert line in [(rule, value, when) for rule, _, value, when in TABLES[name].rows]


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_written_as_json(name: str) -> None:
    """Every published table is plain rows of words and numbers, one for each column."""
    assert {len(row) for row in orjson.loads(to_json(TABLES[name].rows))} == {len(TABLES[name].columns)}
