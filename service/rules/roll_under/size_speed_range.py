"""The progression 1, 1.5, 2, 3, 5, 7, 10 ... that turns measures into sizes and back, without end."""

from fractions import Fraction
from typing import Final

STEPS: Final = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(5), Fraction(7))
TWICE: Final = (3, 4, 6, 10, 14, 20)
A_YARD: Final = -2


def measure_of(size: int) -> Fraction:
    """Return the linear measure, in yards, of a size: 2 yards for size 0, ten times as much every six sizes."""
    decade, step = divmod(size - A_YARD, len(STEPS))
    return STEPS[step] * Fraction(10) ** decade


def size_up(measure: Fraction | float) -> int:
    """Return the size of a positive measure in yards, rounding up to the next row."""
    size = size_down(measure)
    return size if measure_of(size) == Fraction(measure) else size + 1


def size_down(measure: Fraction | float) -> int:
    """Return the size of a positive measure in yards, rounding down to the row before."""
    exact = Fraction(measure)
    decade = 0
    while exact >= 10:
        exact /= 10
        decade += 1
    while exact < 1:
        exact *= 10
        decade -= 1
    step = max(at for at, value in enumerate(STEPS) if value <= exact)
    return A_YARD + len(STEPS) * decade + step


def size_of_number(number: int) -> int:
    """Return the size of a whole number from 1 read as yards, rounding up to the next row, with integers alone."""
    if number == 1:
        return A_YARD
    decade = len(str(number - 1)) - 1
    power = 10**decade
    step = next(at for at, twice in enumerate(TWICE, start=1) if 2 * number <= twice * power)
    return A_YARD + len(STEPS) * decade + step
