"""The tables of movement, maneuvers, missiles, lines, sizes, slams and pursuit, cell by cell."""

import pytest

from service.rules.roll_under.damage import Damage
from service.rules.roll_under.modifiers import WATCHED_LINE, WATCHES, Band, rapid_fire_bonus, size_up
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import tables
from service.rules.tactical.book.critical_results import TacticalAllotment
from service.rules.tactical.book.options import TacticalPostureRule
from service.rules.tactical.book.published import TABLES
from service.rules.tactical.book.words import (
    TacticalBand,
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalRangedClass,
)

POSTURES = """
    standing    0  0  0  0    1
    crouching  -2  0 -2  0.5  1
    kneeling   -2 -2 -2  2    1
    sitting    -2 -2 -2  -    1
    crawling   -4 -3 -2  2    2
    lying      -4 -3 -2  all  2
"""


@pytest.mark.parametrize("line", POSTURES.split("\n")[1:-1])
def test_postures(line: str) -> None:
    """A posture lowers attacks, defences and shots at it, costs movement points, and fills hexes as printed."""
    posture, melee, defense, target, points, hexes = line.split()
    cells = {"-": (0, False), "all": (None, True)}
    cost, moves = cells[points] if points in cells else (float(points), True)
    row = next(row for row in TABLES["postures"].rows if row[0] == posture)
    assert row == (posture, int(melee), int(defense), int(target), cost, moves, int(hexes))


COSTS = {
    "forward": [1],
    "sidestep": [2],
    "sidestep-front": [2],
    "backward": [2],
    "turn-before-during": [1],
    "posture-cost": [0.5, 2, 2],
    "lying": [None],
    "minor-obstruction": [1],
    "bad-footing": [1],
    "stairs": [1],
    "shallow-water": [1],
    "deep-water": [None],
    "jump": [1],
}


def test_movement_costs() -> None:
    """Hexes and turns cost the movement points of the cost card; null is all of them."""
    found: dict[str, list[object]] = {}
    for rule, _, points in TABLES["movement-costs"].rows:
        found.setdefault(str(rule).removeprefix("tactical/movement/"), []).append(points)
    assert found == COSTS


MANEUVERS = """
    do_nothing       -              none  0  0  0  yes
    move             -              full  0  0  0  yes
    change_posture   -              none  0  0  0  yes
    aim              -              step  0  0  0  yes
    evaluate         -              step  0  0  0  yes
    attack           -              step  0  0  0  yes
    feint            -              step  0  0  0  yes
    all_out_attack   -              half  -  -  -  no
    all_out_attack   determined     half  -  -  -  no
    move_and_attack  -              full  0  -  0  no
    all_out_defense  dodge          half  2  0  0  yes
    all_out_defense  parry          step  0  2  0  yes
    all_out_defense  block          step  0  0  2  yes
    all_out_defense  double_defense step  0  0  0  yes
    concentrate      -              step  0  0  0  yes
    ready            -              step  0  0  0  yes
    wait             -              none  0  0  0  yes
"""


@pytest.mark.parametrize("line", MANEUVERS.split("\n")[1:-1])
def test_maneuvers(line: str) -> None:
    """A maneuver moves so far, and leaves these defences with these modifiers until the next turn."""
    maneuver, option, movement, dodge, parry, block, retreats = line.split()
    chosen = None if option == "-" else TacticalManeuverOption(option)
    row = tables.maneuver_row(TacticalManeuver(maneuver), chosen)
    defenses = [None if cell == "-" else int(cell) for cell in (dodge, parry, block)]
    assert row.movement is TacticalAllotment(movement)
    assert [row.dodge, row.parry, row.block] == defenses
    assert row.retreats is (retreats == "yes")


def test_every_maneuver_has_a_row() -> None:
    """Every maneuver is in the table, All-Out Defense once for each of its options."""
    assert {row.maneuver for row in tables.MANEUVERS} == set(TacticalManeuver)


MISSILES = """
    thrown    parry block shield popup
    bow       -     block shield -
    sling     -     block shield -
    crossbow  -     block shield popup
    firearm   -     -     -      popup
    beam      -     -     -      popup
    other     -     -     -      -
"""


@pytest.mark.parametrize("line", MISSILES.split("\n")[1:-1])
def test_missiles(line: str) -> None:
    """What drives a missile decides whether it is parried or blocked, what a shield adds, and pop-up attacks."""
    ranged_class, *cells = line.split()
    row = tables.MISSILE_OF[TacticalRangedClass(ranged_class)]
    assert [row.parries, row.blocks, row.shields, row.pops_up] == [cell != "-" for cell in cells]


def test_hexes_watched() -> None:
    """Opportunity fire is the worse the more hexes are watched; a line is −2."""
    bands = [(1, 0), (2, -1), (4, -2), (6, -3), (10, -4), (None, -5)]
    assert [(band.highest, band.value) for band in WATCHES] == bands
    assert TABLES["opportunity-fire"].rows[-1] == tuple(Band(11, None, -5))
    assert WATCHED_LINE == -2


STANDING, CROUCHING, KNEELING, SITTING, CRAWLING, LYING = Posture
SPLIT, UNIFIED = TacticalPostureRule
ALL = set(Posture)
LOW = {KNEELING, SITTING}
DOWN = {CRAWLING, LYING}


@pytest.mark.parametrize(
    ("rows", "other", "shooters", "targets"),
    [
        (tables.IN_THE_WAY[SPLIT], STANDING, ALL, ALL),
        (tables.IN_THE_WAY[SPLIT], CROUCHING, ALL, ALL),
        (tables.IN_THE_WAY[SPLIT], KNEELING, LOW, LOW),
        (tables.IN_THE_WAY[SPLIT], SITTING, LOW, LOW),
        (tables.IN_THE_WAY[SPLIT], CRAWLING, DOWN, set()),
        (tables.IN_THE_WAY[SPLIT], LYING, DOWN, set()),
        (tables.ASTRAY[SPLIT], CROUCHING, ALL, ALL),
        (tables.ASTRAY[SPLIT], KNEELING, LOW, set()),
        (tables.ASTRAY[SPLIT], LYING, DOWN, set()),
        (tables.IN_THE_WAY[UNIFIED], STANDING, ALL, ALL),
        (tables.IN_THE_WAY[UNIFIED], KNEELING, LOW | DOWN, LOW | DOWN),
        (tables.IN_THE_WAY[UNIFIED], SITTING, LOW | DOWN, LOW | DOWN),
        (tables.ASTRAY[UNIFIED], CRAWLING, DOWN, set()),
        (tables.ASTRAY[UNIFIED], LYING, DOWN, set()),
    ],
)
def test_in_the_way(
    rows: tuple[tables.InTheWayRow, ...], other: Posture, shooters: set[Posture], targets: set[Posture]
) -> None:
    """A posture is in the way of exactly these shooters, and of whoever shoots at exactly these targets."""
    for shooter in Posture:
        for target in Posture:
            expected = shooter in shooters or target in targets
            assert tables.is_in_the_way(rows, other, shooter, target) is expected


def test_sight_blocks() -> None:
    """A large figure closes a line from 2 above the shooter's size, 3 if it kneels or is level, 4 if it is prone."""
    blocks = {STANDING: 2, CROUCHING: 2, KNEELING: 3, SITTING: 3, CRAWLING: 4, LYING: 4}
    assert blocks == tables.SIGHT_BLOCKS
    assert tables.SIGHT_BLOCKED_LEVEL == 3


@pytest.mark.parametrize(
    ("size", "added"), [(-2, 0), (0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 5), (6, 7), (7, 10), (8, 15)]
)
def test_size_reach(size: int, added: int) -> None:
    """Larger figures reach farther."""
    assert tables.reach_added(size) == added


RANGES = [
    *[(0, 0), (1, 0), (2, 0), (3, -1), (5, -2), (7, -3), (10, -4), (15, -5), (20, -6), (30, -7), (50, -8), (70, -9)],
    *[(100, -10), (150, -11), (200, -12), (300, -13), (500, -14), (700, -15), (1000, -16)],
]


def test_ranges() -> None:
    """A distance takes what the next longer one of the table takes."""
    assert [(yards, tables.range_modifier(yards)) for yards, _ in RANGES] == RANGES
    for yards in range(1001):
        longer = next(modifier for longest, modifier in RANGES if yards <= longest)
        assert tables.range_modifier(yards) == longer


@pytest.mark.parametrize(
    ("yards", "size"), [(1, -2), (1.5, -1), (2, 0), (3, 1), (5, 2), (7, 3), (10, 4), (15, 5), (20, 6)]
)
def test_sizes(yards: float, size: int) -> None:
    """The longest dimension makes the Size Modifier; whole yards a second make a runner's speed value."""
    assert size_up(yards) == size
    if yards == int(yards):
        assert tables.speed_value(int(yards)) == size


@pytest.mark.parametrize(("move", "value"), [(4, 2), (6, 3), (8, 4), (11, 5), (16, 6)])
def test_speed_between_rows(move: int, value: int) -> None:
    """A Move between two rows has the value of the next higher one."""
    assert tables.speed_value(move) == value


@pytest.mark.parametrize(
    ("shots", "bonus"),
    [(2, 0), (4, 0), (5, 1), (8, 1), (9, 2), (13, 3), (17, 4), (24, 4), (25, 5), (49, 5), (50, 6), (99, 6), (100, 7)],
)
def test_rapid_fire(shots: int, bonus: int) -> None:
    """More shots are easier to hit with."""
    assert rapid_fire_bonus(shots) == bonus


@pytest.mark.parametrize(
    ("hit_points", "velocity", "dice"),
    [
        (12, 5, (1, -1)),
        (30, 6, (2, 0)),
        (10, 2, (1, -3)),
        (25, 1, (1, -3)),
        (13, 2, (1, -2)),
        (10, 5, (1, -2)),
        (17, 3, (1, -1)),
        (33, 3, (1, -1)),
        (10, 10, (1, 0)),
        (149, 1, (1, 0)),
        (10, 15, (2, 0)),
        (10, 25, (3, 0)),
        (10, 0, (1, -3)),
    ],
)
def test_slams(hit_points: int, velocity: int, dice: tuple[int, int]) -> None:
    """Hit points times velocity make the dice of a slam; half a die is rounded up."""
    damage = tables.slam_damage(hit_points, velocity)
    assert damage == Damage(damage.pool, dice[1])
    assert damage.pool is not None
    assert damage.pool.count == dice[0]


@pytest.mark.parametrize(
    ("hexes", "band"),
    [
        *[(0, "close"), (1, "close"), (2, "short"), (5, "short"), (6, "medium"), (20, "medium"), (21, "long")],
        *[(100, "long"), (101, "extreme"), (500, "extreme"), (501, "lost"), (9999, "lost")],
    ],
)
def test_bands(hexes: int, band: str) -> None:
    """A gap of so many hexes is in this band."""
    assert tables.band_of(hexes) is TacticalBand(band)
    row = next(row for row in tables.BANDS if row.band == band)
    assert row.lowest <= hexes <= (row.highest or hexes)


def test_placements() -> None:
    """Back on the map a pursuer is put this far behind."""
    placed = {"close": 1, "short": 4, "medium": 12, "long": 40, "extreme": None, "lost": None}
    assert {row.band.value: row.placed for row in tables.BANDS} == placed
    assert tables.ROUND_SECONDS == 15
