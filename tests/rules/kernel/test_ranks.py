"""Sides stand in ranks before a fight."""

import pytest

from service.rules.kernel.family import LinedSide, in_ranks
from service.rules.kernel.hexes import FRONT, direction_of, distance, ranks_of


def test_two_sides_face_each_other() -> None:
    """The first side stands in the south and looks north, the second across from it, so many hexes apart."""
    (south,), (north,) = ranks_of([1, 1], 7)
    assert (south, north) == (((0, 4), 0), ((0, -3), 3))
    assert direction_of(south[0], north[0]) == south[1]


def test_a_rank_is_full_before_the_next() -> None:
    """A rank grows from its middle to both sides; the eleventh stands behind the first."""
    first, _ = ranks_of([FRONT + 1, 1], 6)
    hexes = [spot for spot, _ in first]
    assert hexes[:3] == [(0, 3), (1, 3), (-1, 4)]
    assert hexes[FRONT] == (0, 4)
    assert {facing for _, facing in first} == {0}


@pytest.mark.parametrize("sides", range(2, 7))
def test_nobody_shares_a_hex(sides: int) -> None:
    """However many sides there are, each hex holds one figure, and foes are at least as far apart as is asked for."""
    ranks = ranks_of([12] * sides, 5)
    hexes = [spot for side in ranks for spot, _ in side]
    assert len(set(hexes)) == len(hexes) == 12 * sides
    assert min(distance(ranks[0][0][0], side[0][0]) for side in ranks[1:]) >= 5


def test_figures_are_put_in_their_ranks() -> None:
    """Each figure of a line-up is given its side, and the hex and facing of its place in the ranks."""
    sides = [LinedSide("watch", ({"id": "guard"},)), LinedSide("gang", ({"id": "bandit"}, {"id": "thug"}))]
    south, north = ranks_of([1, 2], 7)
    assert in_ranks(sides, 7) == [
        {"id": name, "side": side, "hex": list(spot), "facing": facing}
        for name, side, (spot, facing) in zip(
            ("guard", "bandit", "thug"), ("watch", "gang", "gang"), [*south, *north], strict=True
        )
    ]
