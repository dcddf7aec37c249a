"""The reference functions of the inventory's section 2.5: slow, in exact fractions, and independent of the service."""

from collections.abc import Iterable
from fractions import Fraction

Hex = tuple[int, int]
Item = tuple[Hex, ...]

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
EDGE = {(0, 1): 1, (0, -1): 4, (1, -1): 0, (1, 1): 3, (2, 1): 2, (2, -1): 5}


def add(one: Hex, other: Hex) -> Hex:
    """The sum of two steps."""
    return one[0] + other[0], one[1] + other[1]


def beside(here: Hex, direction: int) -> Hex:
    """The neighbour in a direction."""
    return add(here, STEPS[direction % 6])


def steps_between(one: Hex, other: Hex) -> int:
    """The distance."""
    q, r = other[0] - one[0], other[1] - one[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def rotate(step: Hex, sixths: int) -> Hex:
    """A step turned clockwise."""
    q, r = step
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return q, r


def forward_and_side(origin: Hex, facing: int, there: Hex) -> Hex:
    """How far ahead and to the right."""
    q, r = rotate((there[0] - origin[0], there[1] - origin[1]), -facing)
    return -(2 * r + q), q


def sector(origin: Hex, facing: int, there: Hex, vision: str, front_multiple: int) -> str:
    """The sector for sight (multiple 0) or for melee (multiple 1)."""
    if there == origin:
        return "own"
    forward, side = forward_and_side(origin, facing, there)
    a = abs(side)
    front, beside_it = {
        "no_peripheral": (forward >= a, False),
        "tunnel": (forward >= 3 * a, forward >= a),
    }.get(vision, (forward >= front_multiple * a, forward >= -a))
    if front:
        return "front"
    if beside_it:
        return "right" if side > 0 else "left"
    return "back"


def fan(origin: Hex, facing: int, reach: int) -> list[Hex]:
    """The hexes that a weapon reaches, from left to right."""
    span = range(-reach, reach + 1)
    around = [add(origin, (q, r)) for q in span for r in span]
    hexes = [
        each
        for each in around
        if steps_between(origin, each) == reach and sector(origin, facing, each, "normal", 1) == "front"
    ]

    def slope(each: Hex) -> Fraction:
        forward, side = forward_and_side(origin, facing, each)
        return Fraction(side, forward)

    return sorted(hexes, key=slope)


def corner_step(k: int) -> Hex:
    """From a centre to a corner, in twelfths, for a corner a twelfth away."""
    return add(STEPS[k % 6], STEPS[(k + 1) % 6])


def anchor(here: Hex, k: int | None) -> Hex:
    """The centre, or three quarters of the way to a corner."""
    x, y = (0, 0) if k is None else corner_step(k)
    return 12 * here[0] + 3 * x, 12 * here[1] + 3 * y


def clip(p: Hex, q: Hex, here: Hex) -> tuple[Fraction, Fraction, int | None] | None:
    """The part of a segment in a hex: where it enters, where it leaves, and the edge along which it runs."""
    x, y, dx, dy = p[0] - 12 * here[0], p[1] - 12 * here[1], q[0] - p[0], q[1] - p[1]
    low, high, edge = Fraction(0), Fraction(1), None
    for axis, (a, b) in enumerate(((x - y, dx - dy), (x + 2 * y, dx + 2 * dy), (2 * x + y, 2 * dx + dy))):
        if b == 0:
            if abs(a) > 12:
                return None
            if abs(a) == 12:
                edge = EDGE[axis, 1 if a > 0 else -1]
        else:
            first, last = sorted((Fraction(-12 - a, b), Fraction(12 - a, b)))
            low, high = max(low, first), min(high, last)
    return (low, high, edge) if low < high else None


def trace(p: Hex, q: Hex) -> tuple[Item, ...]:
    """The hexes crossed, and the pairs of hexes run between, in order."""
    found: list[tuple[Fraction, Item]] = []
    for hq in range(min(p[0], q[0]) // 12 - 1, max(p[0], q[0]) // 12 + 3):
        for hr in range(min(p[1], q[1]) // 12 - 1, max(p[1], q[1]) // 12 + 3):
            here = hq, hr
            part = clip(p, q, here)
            if part and part[2] is None:
                found.append((part[0], (here,)))
            elif part and part[2] is not None and part[2] < 3:
                found.append((part[0], tuple(sorted([here, beside(here, part[2])]))))
    return tuple([item for _, item in sorted(found)])


def corner(here: Hex, k: int) -> Hex:
    """A corner of a hex."""
    x, y = corner_step(k)
    return 12 * here[0] + 4 * x, 12 * here[1] + 4 * y


def side_of(p: Hex, q: Hex, a: Hex) -> int:
    """On which side of a segment a point is."""
    return (q[0] - p[0]) * (a[1] - p[1]) - (q[1] - p[1]) * (a[0] - p[0])


def is_blocked(p: Hex, q: Hex, solid: Iterable[Hex] = (), walls: Iterable[tuple[Hex, int]] = ()) -> bool:
    """Whether a segment is stopped by solid hexes or by walls on edges."""
    barriers = set(solid)
    if any(all(each in barriers for each in item) for item in trace(p, q)):
        return True
    sealed = [*walls, *[(here, direction) for here in barriers for direction in range(6)]]
    edges = {frozenset((corner(here, direction - 1), corner(here, direction))) for here, direction in sealed}
    touched: dict[Hex, set[bool]] = {}
    for edge in edges:
        a, b = sorted(edge)
        side_a, side_b = side_of(p, q, a), side_of(p, q, b)
        if side_a * side_b < 0 and side_of(a, b, p) * side_of(a, b, q) < 0:
            return True
        for end, other in ((a, side_b), (b, side_a)):
            spans = [min(p[i], q[i]) <= end[i] <= max(p[i], q[i]) for i in (0, 1)]
            if side_of(p, q, end) == 0 and all(spans) and other != 0:
                touched.setdefault(end, set()).add(other > 0)
    return any(len(sides) == 2 for sides in touched.values())


def swept(head: Hex, step: Hex, turn: int) -> list[Hex]:
    """The hexes that a hex of a body passes over when the head turns one hexside."""
    radius = steps_between((0, 0), step)
    path, end = [add(head, step)], add(head, rotate(step, turn))
    while path[-1] != end:
        around = [beside(path[-1], direction) for direction in range(6)]
        around = [each for each in around if steps_between(each, head) == radius and each not in path]
        path.append(min(around, key=lambda each: (steps_between(each, end), each)))
    return path
