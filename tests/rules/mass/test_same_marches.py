"""Marches since directions are numbered from north: the same hexes as before, and facings by their new numbers."""

from hypothesis import given
from hypothesis import strategies as st

from service.rules.kernel.hexes import Hex, distance
from service.rules.mass.battle.muster import placed
from service.rules.mass.book.options import MassRulings
from service.rules.mass.command.command import MARCHED
from service.rules.mass.command.march import Going, MassReach, ways_of, ways_worked_out
from service.rules.mass.figures.standing import revised
from service.wire import to_json
from tests.rules.mass.stories import Document, command, move, toward, unit

FORMER: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The steps as directions were numbered before: south-east 0, then to the left; the lowest number decided ties."""
COSTS = {"moderate": 2, "difficult": 99, "impassable": 10_000}
NEAR = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
MAPS = st.dictionaries(NEAR.filter(lambda here: here != (0, 0)), st.sampled_from([*COSTS, "friend"]), max_size=16)
FACINGS = st.integers(0, 5)


def stepped(here: Hex, former: int) -> Hex:
    """The hex beyond a hexside by its former number."""
    return here[0] + FORMER[former][0], here[1] + FORMER[former][1]


def entered(ground: dict[Hex, str], there: Hex, speed: int, spent: int) -> int | None:
    """The speed spent after a step, if it can be made; the first hex of rough ground can always be entered."""
    what = ground.get(there)
    if spent >= speed or what in ("friend", "impassable"):
        return None
    cost = COSTS.get(what or "", 1)
    if cost <= speed - spent:
        return spent + cost
    return None if spent else speed


def formerly_towards(ground: dict[Hex, str], goal: Hex, speed: int, facing: int) -> tuple[Hex, int]:
    """Where a unit went, and the hexside it faced by its former number."""
    here: Hex = (0, 0)
    spent = 0
    while True:
        for former in range(6):
            there = stepped(here, former)
            after = entered(ground, there, speed, spent)
            if distance(there, goal) < distance(here, goal) and after is not None:
                here, facing, spent = there, former, after
                break
        else:
            return here, facing


def on_map(ground: dict[Hex, str], rider: Document, order: Document) -> tuple[Hex, int]:
    """Where a rider goes on such ground among such friends, and what it faces."""
    friends = [unit(f"{q} {r}", "red", q, r) for (q, r), what in ground.items() if what == "friend"]
    terrain = [{"hex": here, "terrain": what} for here, what in ground.items() if what != "friend"]
    came = command(order, rider, *friends, terrain=terrain).outcome.moves[0]
    return came.hex, came.facing


@given(MAPS, NEAR, st.integers(0, 6), FACINGS)
def test_the_same_ways_towards_a_hex(ground: dict[Hex, str], goal: Hex, speed: int, facing: int) -> None:
    """A unit that moves towards a hex takes the ways it took before, and faces the same way, or else arrives there."""
    rider = unit("rider", "red", 0, 0, speed=speed, facing=(2 - facing) % 6)
    there, former = formerly_towards(ground, goal, speed, facing)
    came, faces = on_map(ground, rider, toward(*goal, "rider"))
    if came != goal or there == goal:
        assert (came, faces) == (there, (2 - former) % 6)


@given(st.dictionaries(NEAR, st.sampled_from(["red", "blue"]), min_size=2, max_size=12), NEAR, st.integers(1, 6))
def test_ways_are_remembered_of_one_battle(held: dict[Hex, str], there: Hex, speed: int) -> None:
    """A battle gives each unit the ways that it would work out, again and again, and so does the one after a change."""
    units = [unit(f"{q} {r}", side, q, r, speed=speed) for (q, r), side in held.items()]
    asked = MassReach.model_validate_json(to_json({"units": units, "unit": units[0]["id"]}))
    battle = placed(asked, (), MassRulings(), complete=False)
    first = next(iter(battle.units.values()))
    for known in (battle, battle.changed(MARCHED, revised(first, hex=there))):
        for each in (*known.units.values(), *known.units.values()):
            assert ways_of(Going(each, known)) == ways_worked_out(Going(each, known))


@given(MAPS, st.integers(0, 6), FACINGS)
def test_the_same_ways_ahead(ground: dict[Hex, str], speed: int, facing: int) -> None:
    """A unit that faces a hexside by its new number advances over the same hexes as before."""
    here: Hex = (0, 0)
    spent: int | None = 0
    while spent is not None:
        spent = entered(ground, stepped(here, facing), speed, spent)
        here = here if spent is None else stepped(here, facing)
    rider = unit("rider", "red", 0, 0, speed=speed, facing=(2 - facing) % 6)
    assert on_map(ground, rider, move("rider")) == (here, (2 - facing) % 6)


@given(FACINGS, st.integers(1, 360), st.sampled_from(["left", "right"]))
def test_the_same_wheels(facing: int, degrees: int, to: str) -> None:
    """A wheel to the left is still a wheel to the left: one less for each hexside, where it was one more."""
    former = (facing + (degrees // 60 if to == "left" else -(degrees // 60))) % 6
    rider = unit("rider", "red", 0, 0, facing=(2 - facing) % 6)
    assert on_map({}, rider, move("rider", kind="wheel", degrees=degrees, direction=to)) == ((0, 0), (2 - former) % 6)
