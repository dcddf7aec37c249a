"""Commands to move, hex by hex: advance, wheel, move towards, custom; terrain, stops and where a unit could go."""

from typing import Any

import pytest
from hypothesis import given

from service.rules.mass.battle.muster import placed
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.words import MassStop
from service.rules.mass.command.command import MassMoved
from service.rules.mass.command.march import Going, MassReach, list_reachable, march_to, ways_of
from service.rules.mass.figures.orders import MassRound
from tests.pins import pins
from tests.rules.mass import battles
from tests.rules.mass.stories import Document, by_id, command, move, play, read, rows, toward, unit

RIDER = unit("rider", "red", 0, 0)


def ground(terrain: str, *hexes: tuple[int, int]) -> list[Document]:
    """Hexes of a terrain."""
    return [{"hex": here, "terrain": terrain} for here in hexes]


def moved(order: Document, *units: Document, **changes: Any) -> MassMoved:
    """How the first unit commanded moved."""
    return command(order, *(units or (RIDER,)), **changes).outcome.moves[0]


def came(order: Document, *units: Document, **changes: Any) -> tuple[tuple[int, int], MassStop | None]:
    """Where the first unit commanded came, and why no farther."""
    found = moved(order, *units, **changes)
    return found.hex, found.stopped_by


def test_told() -> None:
    """A command is told, then how each unit carries it out."""
    told = command(move("rider", "horse", hexes=1), RIDER, unit("horse", "red", 0, 3))
    assert told.texts == [
        "Ana commanded rider and horse to advance 1 hex.",
        "Rider moved 1 hex, as commanded.",
        "Horse moved 1 hex, as commanded.",
    ]
    assert told.outcome.verdict.hexes_moved == 2
    assert all(state.commanded for state in told.outcome.state)


@pytest.mark.parametrize(
    ("order", "units", "told", "cited"),
    [
        pytest.param(
            move("rider"),
            [RIDER, unit("friend", "red", 2, 0)],
            "Rider moved 1 hex: friend stood in the way on hex (2, 0).",
            "hex/stacking",
            id="a friend in the way",
        ),
        pytest.param(
            move("rider"),
            [RIDER, unit("friend", "red", 1, 0)],
            "Rider did not move: friend stood in the way on hex (1, 0).",
            "ruling/stacking",
            id="a friend in front",
        ),
        pytest.param(
            move("rider"),
            [RIDER, unit("foe", "blue", 3, -1), unit("mob", "blue", 2, 1)],
            "Rider moved 2 hexes and stopped beside foe and mob.",
            "engagement/stop-adjacent",
            id="a foe",
        ),
        pytest.param(
            toward(4, 0, "rider"), [RIDER], "Rider moved 4 hexes, as commanded.", "command/move-toward", id="the goal"
        ),
        pytest.param(
            move("rider"),
            [RIDER],
            "Rider moved 4 hexes, as far as a speed of 4 allowed.",
            "command/best-effort",
            id="no speed left",
        ),
        pytest.param(
            move("rider"),
            [RIDER | {"speed": 0}],
            "Rider did not move, as far as a speed of 0 allowed.",
            "ruling/speed-zero",
            id="no speed",
        ),
    ],
)
def test_stops_are_told(order: Document, units: list[Document], told: str, cited: str) -> None:
    """A move says who or what ended it, and cites the rule that did."""
    story = command(order, *units)
    assert story.texts[1] == told
    assert cited in story.cited
    assert ("ruling/speed-zero" in story.cited) is (cited == "ruling/speed-zero")


@pytest.mark.parametrize(
    ("terrain", "there", "told", "cited"),
    [
        ("impassable", 2, "Rider moved 1 hex: hex (2, 0) was impassable or off the map.", "terrain/impassable"),
        (
            "difficult",
            3,
            "Rider moved 2 hexes: hex (3, 0) was difficult ground, which only a first move can enter.",
            "terrain/difficult",
        ),
        (
            "moderate",
            4,
            "Rider moved 3 hexes: hex (4, 0) was moderate ground, which takes 2 of the speed.",
            "terrain/moderate",
        ),
        (
            "moderate",
            2,
            "Rider moved 3 hexes, as far as a speed of 4 and the ground allowed.",
            "terrain/moderate",
        ),
    ],
)
def test_ground_that_stops_is_told(terrain: str, there: int, told: str, cited: str) -> None:
    """Ground that a unit could not enter is named with its rule, though it was not entered."""
    story = command(move("rider"), RIDER, terrain=ground(terrain, (there, 0)))
    assert story.texts[1] == told
    assert cited in story.cited


def test_commands_are_told() -> None:
    """A command names the units and what they are to do."""
    orders = {
        "to advance": move("rider"),
        "to advance 250 feet": move("rider", feet=250),
        "to wheel 90 degrees to the left": move("rider", kind="wheel", degrees=90, direction="left"),
        "to move toward hex (3, -1)": toward(3, -1, "rider"),
        "as follows: hold the ford": move("rider", kind="custom", label="hold the ford"),
    }
    told = {words: command(order, RIDER).texts[0] for words, order in orders.items()}
    assert told == {words: f"Ana commanded rider {words}." for words in orders}


@pins("squares-and-hexes")
def test_squares_and_hexes() -> None:
    """Speed, distances and feet are counted in hexes: 250 feet are two of them."""
    assert came(move("rider", feet=250)) == ((2, 0), MassStop.COMPLETE)
    assert came(move("rider", feet=99)) == ((0, 0), MassStop.COMPLETE)


@pins("movement-order")
def test_movement_order() -> None:
    """Units move in turn in the order named: who stands in the way has to go first."""
    column = (RIDER, unit("vanguard", "red", 1, 0))
    first = command(move("rider", "vanguard"), *column).outcome.moves
    assert [(each.unit, each.hex, each.stopped_by) for each in first] == [
        ("rider", (0, 0), "occupied"),
        ("vanguard", (5, 0), "allowance"),
    ]
    second = command(move("vanguard", "rider"), *column).outcome.moves
    assert [each.hex for each in second] == [(5, 0), (4, 0)]


@pins("stacking")
def test_stacking() -> None:
    """No unit enters a hex that an active unit holds; where a routed one stood, it may."""
    there = unit("friend", "red", 2, 0)
    assert came(move("rider"), RIDER, there) == ((1, 0), MassStop.OCCUPIED)
    assert came(move("rider"), RIDER, there | {"status": "routed", "morale": 0}) == ((4, 0), MassStop.ALLOWANCE)


@pins("moderate-rounding")
@pytest.mark.parametrize(("speed", "hexes"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_moderate_rounding(speed: int, hexes: int) -> None:
    """Moderate ground halves the speed, rounded down, to at least one hex."""
    rough = ground("moderate", *((q, 0) for q in range(1, 6)))
    assert came(move("rider"), RIDER | {"speed": speed}, terrain=rough) == ((hexes, 0), MassStop.ALLOWANCE)


@pins("mixed-terrain")
@pytest.mark.parametrize(
    ("terrain", "reached"),
    [
        pytest.param(ground("moderate", (2, 0)), 3, id="1 + 2 + 1"),
        pytest.param(ground("moderate", (4, 0)), 3, id="one left is too little for moderate ground"),
        pytest.param(ground("difficult", (1, 0)), 1, id="difficult ground ends the move"),
        pytest.param(ground("difficult", (3, 0)), 2, id="difficult ground is only entered first"),
    ],
)
def test_mixed_terrain(terrain: list[Document], reached: int) -> None:
    """Each hex costs by its own terrain, and difficult ground is the first and last of a move."""
    assert came(move("rider"), terrain=terrain) == ((reached, 0), MassStop.ALLOWANCE)


@pins("start-terrain")
def test_start_terrain() -> None:
    """The hex that is left costs nothing."""
    assert came(move("rider"), terrain=ground("difficult", (0, 0))) == ((4, 0), MassStop.ALLOWANCE)


@pins("speed-zero")
@pytest.mark.parametrize("terrain", ["clear", "moderate", "difficult"])
def test_speed_zero(terrain: str) -> None:
    """A unit of speed 0 does not move at all, and has been commanded."""
    found = command(move("rider"), RIDER | {"speed": 0}, terrain=ground(terrain, (1, 0)))
    assert (found.outcome.moves[0].hex, found.outcome.moves[0].stopped_by) == ((0, 0), MassStop.ALLOWANCE)
    assert found.outcome.state[0].commanded


@pins("wheel-degrees")
@pytest.mark.parametrize(
    ("degrees", "rounding", "hexsides"),
    [(59, "down", 0), (60, "down", 1), (119, "down", 1), (360, "down", 6), (1, "up", 1), (60, "up", 1), (61, "up", 2)],
)
def test_wheel_degrees(degrees: int, rounding: str, hexsides: int) -> None:
    """A wheel is so many full hexsides; the rest is dropped, or counts as one."""
    order = move("rider", kind="wheel", degrees=degrees, direction="left")
    found = moved(order, options={"wheel_rounding": rounding})
    assert (found.hexsides, found.applied_degrees, found.facing) == (hexsides, hexsides * 60, (2 - hexsides) % 6)
    assert (found.moved, found.stopped_by) == (None, None)


@pins("wheel-cost")
def test_wheel_cost() -> None:
    """A wheel moves nobody and brings no contact, and it is the unit's action."""
    told = command(move("rider", kind="wheel", degrees=120, direction="right"), RIDER)
    after = told.outcome.state[0]
    assert (after.hex, after.facing, after.commanded, after.engaged_with) == ((0, 0), 4, True, ())
    assert told.texts[1] == "Rider wheeled 120 degrees to the right."


@pins("facing-count")
def test_facing_count() -> None:
    """There are six facings; six hexsides are a full turn."""
    assert moved(move("rider", kind="wheel", degrees=360, direction="right")).facing == 2


def test_bounds() -> None:
    """Off the map everything is impassable: beyond a radius, beyond a list of hexes, beyond the coordinates."""
    assert came(move("rider"), bounds={"kind": "radius", "radius": 2}) == ((2, 0), MassStop.IMPASSABLE)
    around = {"kind": "radius", "radius": 1, "centre": [1, 0]}
    assert came(move("rider"), bounds=around) == ((2, 0), MassStop.IMPASSABLE)
    listed = {"kind": "hexes", "hexes": [[0, 0], [1, 0]]}
    assert came(move("rider"), bounds=listed) == ((1, 0), MassStop.IMPASSABLE)
    assert came(move("rider"), RIDER | {"hex": [999, 0]}) == ((1000, 0), MassStop.IMPASSABLE)
    assert came(move("rider"), RIDER | {"hex": [0, -999], "facing": 0}) == ((0, -1000), MassStop.IMPASSABLE)


def test_moving_towards() -> None:
    """A unit goes by the nearest free neighbours, turns where it goes, and stops where it wanted to be."""
    assert came(toward(2, 1, "rider")) == ((2, 1), MassStop.COMPLETE)
    assert moved(toward(0, 2, "rider")).facing == 3
    assert came(toward(0, 0, "rider")) == ((0, 0), MassStop.COMPLETE)


def test_moving_towards_past_obstacles() -> None:
    """A unit goes round what it cannot enter as long as it comes nearer or can still arrive, and stops where not."""
    assert came(toward(5, 0, "rider"), terrain=ground("impassable", (1, 0))) == ((0, 0), MassStop.IMPASSABLE)
    assert came(toward(4, -1, "rider"), terrain=ground("impassable", (1, 0))) == ((4, -1), MassStop.COMPLETE)
    friend = unit("friend", "red", 2, 0)
    assert came(toward(2, 0, "rider"), RIDER, friend) == ((1, 0), MassStop.OCCUPIED)
    assert came(toward(4, 0, "rider"), terrain=ground("difficult", (2, 0))) == ((1, 0), MassStop.ALLOWANCE)
    assert came(toward(3, 0, "rider"), terrain=ground("difficult", (2, 0))) == ((3, 0), MassStop.COMPLETE)


def test_custom_paths() -> None:
    """A custom command takes each unit along its own path, under the rules of terrain and contact."""
    paths = [{"unit": "rider", "hexes": [[0, 1], [1, 1]]}]
    order = move("rider", "horse", kind="custom", label="scatter", paths=paths)
    told = command(order, RIDER, unit("horse", "red", 0, 5))
    assert [(each.hex, each.facing, each.moved) for each in told.outcome.moves] == [((1, 1), 2, 2), ((0, 5), 2, 0)]
    assert told.outcome.events[0].label == "scatter"
    assert came(order, RIDER, unit("horse", "red", 0, 5), unit("foe", "blue", 0, 2, use_power=False)) == (
        (0, 1),
        MassStop.ENGAGED,
    )


def test_contact_stops() -> None:
    """A unit stops beside the first enemy, also one beside its path, and both are engaged; routed enemies do not."""
    foe = unit("foe", "blue", 2, 1)
    told = command(move("rider"), RIDER, foe)
    assert came(move("rider"), RIDER, foe) == ((2, 0), MassStop.ENGAGED)
    after = by_id(told.outcome.state)
    assert (after["rider"].engaged_with, after["foe"].engaged_with) == (("foe",), ("rider",))
    assert not after["foe"].commanded
    assert told.outcome.verdict.engaged == 1
    gone = foe | {"status": "routed", "morale": 0}
    assert came(move("rider"), RIDER, gone) == ((4, 0), MassStop.ALLOWANCE)


def test_falling_back_is_no_move() -> None:
    """A unit that meets an enemy and falls back has moved once, and stands where it fell back to."""
    pilum = RIDER | {"power": "cast-pilum", "fall_back": True}
    told = command(move("rider"), pilum, unit("foe", "blue", 4, 0))
    assert [(each.hex, each.moved, each.engaged_with) for each in told.outcome.moves] == [((1, 0), 3, ())]
    assert [str(event.what) for event in told.outcome.events] == ["moved", "engaged", "power", "fell_back"]


def test_a_path_must_begin_beside_the_unit() -> None:
    """In a round, a unit whose path does not lead on from where it stands is passed over."""
    order = move("rider", kind="custom", label="leap", paths=[{"unit": "rider", "hexes": [[2, 0]]}])
    told = play(RIDER, unit("foe", "blue", 9, 0), ana=[order])
    assert rows(told.outcome.events) == [("refused", "rider", "path_broken")]


def reach(name: str, *units: Document, **changes: Any) -> dict[tuple[int, int], tuple[str, ...]]:
    """The hexes that a unit can reach, and whom it meets there."""
    given = read(MassReach, {"unit": name, "units": units} | changes)
    outcome = list_reachable(given, MassRulings())
    assert all(each.path[-1] == each.hex for each in outcome.hexes)
    return {each.hex: each.engages for each in outcome.hexes}


def test_reachable() -> None:
    """On open ground a unit reaches every hex within its speed; beside enemies it stops, and they are named."""
    assert len(reach("rider", RIDER | {"speed": 2})) == 18
    found = reach("rider", RIDER | {"speed": 3}, unit("foe", "blue", 2, 0))
    assert (found[1, 0], found[0, 1]) == (("foe",), ())
    assert {(2, 0), (3, 0)}.isdisjoint(found)


def test_reachable_terrain() -> None:
    """Moderate ground costs two, difficult ground the whole move, and a speed of 1 enters one hex of each."""
    rough = ground("moderate", (1, 0)) + ground("difficult", (0, 1), (-2, 0)) + ground("impassable", (1, -1))
    found = reach("rider", RIDER | {"speed": 2}, terrain=rough)
    assert {(1, 0), (0, 1)} <= found.keys()
    assert {(2, 0), (0, 2), (1, -1), (-2, 0)}.isdisjoint(found)
    assert {(1, 0), (0, 1)} <= reach("rider", RIDER | {"speed": 1}, terrain=rough).keys()
    assert reach("rider", RIDER | {"speed": 0}, terrain=rough) == {}


@given(battles.rounds())
def test_a_march_arrives_wherever_a_unit_can_go(fought: MassRound) -> None:
    """A unit that is commanded to a hex which it can reach at once comes to stand on it, at the least cost or more."""
    battle = placed(fought, fought.commanders, MassRulings(), complete=True)
    unit = battle.active()[0]
    for there, way in ways_of(Going(unit, battle)).items():
        came = march_to(Going(unit, battle), there)
        assert came.hex == there
        assert came.spent >= way.cost
