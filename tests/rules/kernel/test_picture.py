"""The values of pictures: bounds of maps, and what is read of a scene that is seen in part."""

from hypothesis import given
from hypothesis import strategies as st

from service.rules.kernel.hexes import distance
from service.rules.kernel.picture import Bounds, hex_in, hexes_in, name_of, pairs_in, record_in, records

coordinates = st.integers(-12, 12)
HEXES = [(q, r) for q in range(-12, 13) for r in range(-12, 13)]


@given(centre=st.tuples(st.integers(-3, 3), st.integers(-3, 3)), radius=st.integers(0, 4))
def test_bounds_around_a_hex(centre: tuple[int, int], radius: int) -> None:
    """Bounds around a hex have all hexes within the distance and no others."""
    bounds = Bounds.around(centre, radius)
    near = {each for each in HEXES if distance(centre, each) <= radius}
    assert bounds.hexes() == near == {each for each in HEXES if bounds.contains(each)}
    assert bounds.size == len(near) == 3 * radius * (radius + 1) + 1


@given(low_q=coordinates, high_q=coordinates, low_r=coordinates, high_r=coordinates)
def test_bounds_by_limits(low_q: int, high_q: int, low_r: int, high_r: int) -> None:
    """Bounds by limits have every hex whose coordinates are within them; limits that cross have none."""
    bounds = Bounds((low_q, high_q), (low_r, high_r))
    inside = {(q, r) for q, r in HEXES if low_q <= q <= high_q and low_r <= r <= high_r}
    assert bounds.hexes() == inside
    assert bounds.size == len(inside)


def test_listed_bounds() -> None:
    """Listed hexes are the bounds, whatever lies between them."""
    bounds = Bounds(listed=frozenset({(0, 0), (5, -2)}))
    assert bounds.size == 2
    assert bounds.hexes() == {(0, 0), (5, -2)}
    assert bounds.contains((5, -2))
    assert not bounds.contains((1, 0))
    assert list(bounds.columns()) == []


def test_the_largest_bounds_are_counted_without_being_listed() -> None:
    """A map as large as coordinates allow has four million hexes."""
    assert Bounds().size == 2001 * 2001


def test_what_is_not_seen_is_missing() -> None:
    """Lists, records, hexes and names that are not seen are empty, and nothing is refused."""
    assert records({}, "units") == records({"units": None}, "units") == []
    assert records({"units": [{"id": "a"}, "b"]}, "units") == [{"id": "a"}]
    assert record_in({}, "map") == record_in({"map": None}, "map") == {}
    assert record_in({"map": {"id": "m"}}, "map") == {"id": "m"}
    assert hex_in({}) is hex_in({"hex": None}) is hex_in({"hex": [1]}) is None
    assert hex_in({"hex": [1, -2]}) == (1, -2)
    assert hexes_in({}, "hexes") == hexes_in({"hexes": None}, "hexes") == ()
    assert hexes_in({"hexes": [[0, 1]]}, "hexes") == ((0, 1),)
    assert [name_of({"id": "a", "name": "Ana"}), name_of({"id": "a", "name": None}), name_of({})] == ["Ana", "a", ""]


def test_pairs_are_listed_once() -> None:
    """A pair that both name is one pair; who is not known, or is paired with itself, is left out."""
    named = [("a", "b"), ("b", "a"), ("a", "a"), ("a", "hidden"), ("c", "a")]
    assert pairs_in(named, ["a", "b", "c"]) == (("a", "b"), ("c", "a"))
