"""Sectors around a figure: arcs of vision, melee zones, reach, and where to retreat."""

from collections import Counter
from itertools import groupby, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.kernel.hexes import Hex, distance, neighbours, turned
from service.rules.tactical.book.options import TacticalArcWidth, TacticalRetreatDirection
from service.rules.tactical.book.words import TacticalSector, TacticalVision
from service.rules.tactical.map.sectors import (
    arc_sector,
    away_hexes,
    can_see,
    forward_and_side,
    melee_sector,
    own_side,
    reach_hexes,
    retreat_hexes,
    ring,
)
from tests.rules.tactical import reference
from tests.rules.tactical.grids import FACINGS, HEXES, JOURNEYS, ORIGIN, Journey, all_carried, carried, within

OWN, FRONT, RIGHT, LEFT, BACK = TacticalSector
PUBLISHED, HEX_SECTOR = TacticalArcWidth
STRICT, FARTHER = TacticalRetreatDirection
VISIONS = st.sampled_from(TacticalVision)
WIDTHS = st.sampled_from(TacticalArcWidth)
MIRRORED = {OWN: OWN, FRONT: FRONT, RIGHT: LEFT, LEFT: RIGHT, BACK: BACK}


@pytest.mark.parametrize("vision", TacticalVision)
def test_sectors_are_those_of_the_reference(vision: TacticalVision) -> None:
    """Every hex up to 7 away is, for every facing, in the sectors that the inventory's functions tell."""
    for facing, there in product(range(6), within(7)):
        assert forward_and_side(ORIGIN, facing, there) == reference.forward_and_side(ORIGIN, facing, there)
        assert arc_sector(ORIGIN, facing, there, vision) == reference.sector(ORIGIN, facing, there, vision, 0)
        assert melee_sector(ORIGIN, facing, there, vision) == reference.sector(ORIGIN, facing, there, vision, 1)


@given(HEXES, FACINGS, HEXES, VISIONS, WIDTHS, JOURNEYS)
def test_sectors_turn_with_the_map(
    origin: Hex, facing: int, there: Hex, vision: TacticalVision, width: TacticalArcWidth, journey: Journey
) -> None:
    """Turning and shifting the whole map changes no sector and nothing that is seen."""
    here, towards, facing_then = carried(origin, journey), carried(there, journey), turned(facing, journey[0])
    found = arc_sector(origin, facing, there, vision, width)
    assert arc_sector(here, facing_then, towards, vision, width) is found
    assert melee_sector(here, facing_then, towards, vision) is melee_sector(origin, facing, there, vision)
    assert can_see(here, facing_then, towards, vision, width) == can_see(origin, facing, there, vision, width)


@given(FACINGS, HEXES, VISIONS, WIDTHS)
def test_left_mirrors_right(facing: int, there: Hex, vision: TacticalVision, width: TacticalArcWidth) -> None:
    """A hex mirrored at the line of sight straight ahead is in the mirrored sector."""
    q, r = reference.rotate(there, -facing)
    mirrored = reference.rotate((-q, q + r), facing)
    assert (
        arc_sector(ORIGIN, facing, mirrored, vision, width)
        is MIRRORED[arc_sector(ORIGIN, facing, there, vision, width)]
    )
    assert melee_sector(ORIGIN, facing, mirrored, vision) is MIRRORED[melee_sector(ORIGIN, facing, there, vision)]


@pytest.mark.parametrize(
    ("vision", "counts"),
    [
        (TacticalVision.NORMAL, (3, 1, 1, 1)),
        (TacticalVision.PERIPHERAL, (3, 1, 1, 1)),
        (TacticalVision.ALL_AROUND, (3, 1, 1, 1)),
        (TacticalVision.BLIND, (3, 1, 1, 1)),
        (TacticalVision.NO_PERIPHERAL, (3, 0, 0, 3)),
        (TacticalVision.TUNNEL, (1, 1, 1, 3)),
    ],
)
@pytest.mark.parametrize("width", TacticalArcWidth)
def test_adjacent_hexes(vision: TacticalVision, counts: tuple[int, ...], width: TacticalArcWidth) -> None:
    """Of the six hexes around, so many are front, right, left and back, for sight under either option and for melee."""
    around = neighbours(ORIGIN)
    for facing in range(6):
        seen = Counter(arc_sector(ORIGIN, facing, each, vision, width) for each in around)
        struck = Counter(melee_sector(ORIGIN, facing, each, vision) for each in around)
        assert seen == struck == +Counter(dict(zip((FRONT, RIGHT, LEFT, BACK), counts, strict=True)))


@given(st.integers(1, 9), FACINGS, VISIONS, WIDTHS)
def test_arcs_partition_the_ring(radius: int, facing: int, vision: TacticalVision, width: TacticalArcWidth) -> None:
    """Round a ring the sectors follow each other in one stretch each: back, left, front, right; some have no sides."""
    around = [arc_sector(ORIGIN, facing, each, vision, width) for each in ring(ORIGIN, radius)]
    behind = radius * turned(facing, 3)
    clockwise = [*around[behind:], *around[: behind + 1]]
    sides = [] if vision is TacticalVision.NO_PERIPHERAL else [LEFT, RIGHT]
    assert [sector for sector, _ in groupby(clockwise)] == [BACK, *sides[:1], FRONT, *sides[1:], BACK]


def test_the_wider_sides() -> None:
    """Under `hex_sector` the sides reach 150 degrees: a hex at 150 degrees is beside, and behind as published."""
    assert (arc_sector(ORIGIN, 0, (1, 1)), arc_sector(ORIGIN, 0, (1, 1), width=HEX_SECTOR)) == (BACK, RIGHT)
    assert arc_sector(ORIGIN, 0, (-1, 3), width=HEX_SECTOR) is BACK
    assert not can_see(ORIGIN, 0, (1, 1), TacticalVision.PERIPHERAL)
    assert can_see(ORIGIN, 0, (1, 1), TacticalVision.PERIPHERAL, HEX_SECTOR)


@given(HEXES, FACINGS, HEXES)
def test_who_sees_more(origin: Hex, facing: int, there: Hex) -> None:
    """Tunnel vision sees no more than no peripheral vision, that no more than normal, and so on to all around."""
    widening = ["BLIND", "TUNNEL", "NO_PERIPHERAL", "NORMAL", "PERIPHERAL", "ALL_AROUND"]
    seen = [can_see(origin, facing, there, TacticalVision[name]) for name in widening]
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (False, True)


@given(HEXES, st.integers(0, 12))
def test_rings(origin: Hex, radius: int) -> None:
    """A ring has the hexes at its distance, each once, from north clockwise, each next to the one before."""
    around = ring(origin, radius)
    assert len(set(around)) == len(around) == max(1, 6 * radius)
    assert {distance(origin, each) for each in around} == {radius}
    assert around[0] == (origin[0], origin[1] - radius)
    assert all(distance(around[place - 1], each) <= 1 for place, each in enumerate(around))


@given(HEXES, FACINGS, st.integers(1, 9))
def test_reach(origin: Hex, facing: int, reach: int) -> None:
    """A weapon reaches the 2 n + 1 hexes of its melee front at its distance n, from left to right."""
    hexes = reach_hexes(origin, facing, reach)
    assert list(hexes) == reference.fan(origin, facing, reach)
    assert len(hexes) == 2 * reach + 1


def test_reach_of_close_combat() -> None:
    """At reach 0 a weapon reaches its wielder's own hex."""
    assert reach_hexes((2, 3), 4, 0) == ((2, 3),)


@given(HEXES, FACINGS, st.integers(0, 6), JOURNEYS)
def test_reach_turns_with_the_map(origin: Hex, facing: int, reach: int, journey: Journey) -> None:
    """Turning and shifting the map turns and shifts the hexes that a weapon reaches."""
    there = reach_hexes(carried(origin, journey), turned(facing, journey[0]), reach)
    assert list(there) == all_carried(reach_hexes(origin, facing, reach), journey)


@given(HEXES, HEXES, st.sampled_from(TacticalRetreatDirection), JOURNEYS)
def test_retreat_turns_with_the_map(
    defender: Hex, attacker: Hex, rule: TacticalRetreatDirection, journey: Journey
) -> None:
    """Turning and shifting the map turns and shifts the hexes to retreat to; strictly, they are one or two."""
    hexes = retreat_hexes(defender, attacker, rule)
    there = retreat_hexes(carried(defender, journey), carried(attacker, journey), rule)
    assert set(there) == set(all_carried(hexes, journey))
    if defender != attacker:
        assert len(hexes) in ({1, 2} if rule is STRICT else {2, 3})
        assert {distance(attacker, each) for each in hexes} == {distance(attacker, defender) + 1}
        assert set(away_hexes(defender, attacker)) <= set(retreat_hexes(defender, attacker, FARTHER))


def test_retreat_from_an_attacker_in_the_same_hex() -> None:
    """Nothing lies away from the same hex: every adjacent hex will do."""
    for rule in TacticalRetreatDirection:
        assert set(retreat_hexes((1, 1), (1, 1), rule)) == set(neighbours((1, 1)))


@given(FACINGS)
def test_halves_of_a_hex(entered_from: int) -> None:
    """Those who enter a hex from opposite sides share its six exits between them, each with that of its entry first."""
    one, other = own_side(entered_from), own_side(turned(entered_from, 3))
    assert set(one) | set(other) == set(range(6))
    assert (one[0], other[0]) == (entered_from, turned(entered_from, 3))
