"""Printed modifiers of attacks: postures, situations, visibility, cover, watched ground, sizes and rapid fire."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from service.rules.roll_under.words import HitLocation, Posture
from service.wire import value_class


class Band(NamedTuple):
    """Numbers from and to, without end where there is no highest, and what they add."""

    lowest: int
    highest: int | None
    value: int


@value_class
class PostureRow:
    """A posture: what it does to own melee attacks, to own defences, and to shots at torso, groin or legs."""

    posture: Posture
    melee: int
    defense: int
    target: int


@value_class
class WordedRow:
    """Circumstances in a player's words, and their modifier."""

    circumstances: str
    modifier: int


POSTURES: Final = (  # a rank is a position here
    PostureRow(Posture.STANDING, 0, 0, 0),
    PostureRow(Posture.CROUCHING, -2, 0, -2),
    PostureRow(Posture.KNEELING, -2, -2, -2),
    PostureRow(Posture.SITTING, -2, -2, -2),
    PostureRow(Posture.CRAWLING, -4, -3, -2),
    PostureRow(Posture.LYING, -4, -3, -2),
)
LOWERED: Final = frozenset({HitLocation.TORSO, HitLocation.GROIN, HitLocation.LEG})
"""The locations at which the posture of a target hinders shots."""

GRAPPLED: Final = -4
OFF_HAND: Final = -4
BLIND: Final = -10
SITUATIONS: Final = (
    WordedRow("Bad footing (or worse)", -2),
    WordedRow("Weapon in the off hand", OFF_HAND),
    WordedRow("Too little ST, for each point", -1),
    WordedRow("Grappled", GRAPPLED),
    WordedRow("Large shield held, in melee", -2),
    WordedRow("Minor distraction", -2),
    WordedRow("Major distraction (or worse)", -3),
    WordedRow("Coughing", -3),
    WordedRow("Drowsy", -2),
    WordedRow("Tipsy", -1),
    WordedRow("Drunk", -2),
    WordedRow("Euphoria", -3),
    WordedRow("Nauseated", -2),
    WordedRow("Moderate pain", -2),
    WordedRow("Severe pain", -4),
    WordedRow("Terrible pain", -6),
    WordedRow("Retching", -5),
    WordedRow("Unfamiliar weapon, at range", -2),
    WordedRow("Unstable platform, at range (or worse)", -1),
)
VISIBILITIES: Final = (
    WordedRow("Torch or sunset", -1),
    WordedRow("Twilight or gaslight", -2),
    WordedRow("Candle or deep twilight", -3),
    WordedRow("Full moon", -4),
    WordedRow("Half moon", -5),
    WordedRow("Quarter moon", -6),
    WordedRow("Starlight", -7),
    WordedRow("Starlight through clouds", -8),
    WordedRow("Overcast without a moon", -9),
    WordedRow("Total darkness, or blind", BLIND),
    WordedRow("Blind, but used to it", -6),
    WordedRow("Foe unseen", -6),
    WordedRow("Foe unseen, its place known to a yard", -4),
)
COVERS: Final = {"none": 0, "light": -2, "half_exposed": -3, "head_and_shoulders": -4, "head_only": -5}
"""What cover does to shots, by what it leaves to shoot at."""

WATCHES: Final = (  # yards of ground watched for opportunity fire
    Band(0, 1, 0),
    Band(2, 2, -1),
    Band(3, 4, -2),
    Band(5, 6, -3),
    Band(7, 10, -4),
    Band(11, None, -5),
)
WATCHED_LINE: Final = -2
DISCRIMINATING: Final = -2

RAPID_FIRE: Final = (  # shots at one target
    Band(1, 4, 0),
    Band(5, 8, 1),
    Band(9, 12, 2),
    Band(13, 16, 3),
    Band(17, 24, 4),
    Band(25, 49, 5),
    Band(50, 99, 6),
    Band(100, 199, 7),
)
DOUBLES_FROM: Final = 25

STEPS: Final = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(5), Fraction(7))
"""The progression 1, 1.5, 2, 3, 5, 7, 10 ... that turns measures into sizes and back, without end."""
TWICE: Final = (3, 4, 6, 10, 14, 20)
A_YARD: Final = -2


def worth(bands: Iterable[Band], number: int) -> int:
    """Return what a number adds: the value of the band it lies in."""
    return next(band.value for band in bands if band.highest is None or number <= band.highest)


@lru_cache(maxsize=1024)
def rapid_fire_bonus(shots: int) -> int:
    """Return what a number of shots adds to skill; from 25 on, each doubling adds one more."""
    return 4 + (shots // DOUBLES_FROM).bit_length() if shots >= DOUBLES_FROM else worth(RAPID_FIRE, shots)


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
