"""Success quality: how a percentile roll is graded against a chance."""

from bisect import bisect_left
from functools import lru_cache
from typing import Annotated, Final

from pydantic import Field

from service.dice.model import D100, Bands, Cited, Cites, Dice, Expected
from service.rules.kernel.tally import tally
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedNaturalOne, OpposedRulings
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.tables import HIGHEST_PRINTED_CHANCE, PRINTED_ROW_ONE, QUALITIES, QualityRow
from service.rules.opposed.book.words import Quality
from service.rules.opposed.figures.models import OpposedSuccess
from service.wire import record

ROW_ONE: Final = {cell.chance: cell.quality for cell in PRINTED_ROW_ONE}
LEVELS: Final = QUALITIES[1:]
NAMES: Final = {quality: quality.capitalize() for quality in Quality}


@record
class Grade:
    """A quality, and the rules that gave it."""

    quality: Quality
    name: str
    cites: Cites


@record
class Grading:
    """How the natural faces of a strike or defence die are graded: faces up to each end alike.

    `bands` joins neighbours of the same quality, for exact odds.
    """

    ends: Bands
    grades: tuple[Grade, ...]
    bands: Bands

    def of(self, natural: int) -> Grade:
        """Return the grade of a natural face."""
        return self.grades[bisect_left(self.ends, natural)]


@record
class OpposedThresholds:
    """The highest roll of each quality; one below 1 cannot be reached."""

    average: int
    better: int
    crucial: int
    decisive: int
    excellent: int
    fantastic: int


@record
class OpposedSuccessVerdict:
    """How well it went."""

    quality: Quality


@record
class OpposedSuccessOutcome:
    """A graded percentile roll."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: OpposedSuccessVerdict
    natural: Annotated[int, Field(description="The face of the die, 00 being 100.")]
    effective_roll: Annotated[int, Field(description="The face after its modifier, at least 1.")]
    level: Annotated[int, Field(description="The quality's level, 0 to 6.")]
    letter: Annotated[str, Field(description="The quality's letter: P, A, B, C, D, E or F.")]
    name: Annotated[Quality, Field(description="The quality.")]
    thresholds: OpposedThresholds


def grade_success(input: OpposedSuccess, rulings: OpposedRulings, dice: Dice) -> OpposedSuccessOutcome:
    """Grade a percentile roll against a chance: Poor fails, Fantastic is the best there is.

    Dice: D100, unless the request brings the face.
    Source: Table 1; Success Quality Table.
    """
    grading = grading_of(input.chance, input.dice_modifier, rulings.natural_01)
    target = tally(input.chance)
    if input.natural is None:
        dice.expect(lambda: (Expected(rulebook.QUALITY_EFFECTIVE_ROLL, D100, None, "how good the success is"),))
        roll = dice.roll(rulebook.QUALITY_EFFECTIVE_ROLL, D100, target=target, bands=grading.bands)
        natural, grade = roll.total, grading.of(roll.total)
        text = _sentence(natural, input, grade)
        roll.tell(text, cites=_cites_of_roll(grade))
    else:
        natural, grade = input.natural, grading.of(input.natural)
        text = _sentence(natural, input, grade)
        dice.note(rulebook.QUALITY_EFFECTIVE_ROLL, text, target=target, cites=_cites_of_roll(grade))
    quality = grade.quality
    return OpposedSuccessOutcome(
        summary=text,
        verdict=OpposedSuccessVerdict(quality=quality),
        natural=natural,
        effective_roll=effective(natural, input.dice_modifier),
        level=quality.rank,
        letter=QUALITIES[quality.rank].letter,
        name=quality,
        thresholds=OpposedThresholds(**{row.quality.value: threshold_of(row, input.chance) for row in LEVELS}),
    )


def _cites_of_roll(grade: Grade) -> Cites:
    return grade.cites if grade.quality is Quality.POOR else (*grade.cites, Rulings.BETTER_MEANS_LOWER)


def effective(natural: int, modifier: int) -> int:
    """Return the roll that counts: the face and its modifier, but at least 1."""
    return max(1, natural + modifier)


def threshold_of(row: QualityRow, chance: int) -> int:
    """Return a quality's highest roll at a chance, rounded up; below 1 the quality cannot be reached."""
    return -(-row.percent * (chance - row.less) // 100)


def quality_of(natural: int, chance: int, modifier: int, natural_01: OpposedNaturalOne) -> Quality:
    """Return the best quality that a natural face reaches at a chance.

    The natural faces 1 and 100 are read before the die's modifier is added.
    """
    if natural == 100:
        return Quality.POOR
    roll = effective(natural, modifier)
    reached = [row.quality for row in LEVELS if 1 <= threshold_of(row, chance) >= roll]
    best = reached[-1] if reached else Quality.POOR
    if natural > 1:
        return best
    if natural_01 is OpposedNaturalOne.TABLE and chance in ROW_ONE:
        return ROW_ONE[chance]
    if chance > 100:
        return Quality.EXCELLENT if chance <= 200 else Quality.FANTASTIC
    return Quality.DECISIVE


@lru_cache(maxsize=4096)
def grading_of(chance: int, modifier: int, natural_01: OpposedNaturalOne, fumble_from: int | None = None) -> Grading:
    """Return how the faces of a die are graded at a chance; faces from `fumble_from` on are kept apart."""
    fumble_end = 100 if fumble_from is None else fumble_from - 1
    edges = {1, 99, 100, fumble_end, -modifier, *(threshold_of(row, chance) - modifier for row in LEVELS)}
    edges.update(threshold_of(row, HIGHEST_PRINTED_CHANCE) - modifier for row in LEVELS)
    ends = tuple(sorted(edge for edge in edges if 1 <= edge <= 100))
    qualities = [quality_of(end, chance, modifier, natural_01) for end in ends]
    grades = tuple(
        Grade(quality=quality, name=NAMES[quality], cites=_cites(end, chance, modifier, quality, natural_01))
        for end, quality in zip(ends, qualities, strict=True)
    )
    bands = tuple(
        end
        for end, quality, following in zip(ends, qualities, [*qualities[1:], None], strict=True)
        if quality is not following or end == fumble_end
    )
    return Grading(ends=ends, grades=grades, bands=bands)


def _cites(natural: int, chance: int, modifier: int, quality: Quality, natural_01: OpposedNaturalOne) -> Cites:
    row = QUALITIES[quality.rank]
    if natural in (1, 100):
        before = (Rulings.NATURAL_FACES_BEFORE_MODIFIERS,) if modifier else ()
        return (row.rule, *_cites_of_natural_face(natural, chance, natural_01), *before)
    cites: list[Cited] = [row.rule]
    if modifier:
        cites += _cites_of_modified(natural + modifier, chance)
    if chance <= 0:
        cites.append(Rulings.NONPOSITIVE_CHANCE)
    if row.percent * (chance - row.less) % 100:
        cites += [rulebook.CORE_ROUND_UP, rulebook.QUALITY_ROUND_UP]
    if row.percent and threshold_of(row, HIGHEST_PRINTED_CHANCE) < natural + modifier:
        cites += [rulebook.QUALITY_LOOKUP_TABLE, Rulings.TABLE_TRUNCATION]
    return tuple(cites)


def _cites_of_modified(roll: int, chance: int) -> list[Cited]:
    cites: list[Cited] = [rulebook.QUALITY_EFFECTIVE_ROLL]
    if roll < 1:
        cites.append(Rulings.DICE_MODIFIER_FLOOR)
    if any(roll <= threshold_of(row, chance) < 1 for row in LEVELS):
        cites.append(Rulings.EXCELLENT_BELOW_101)
    return cites


def _cites_of_natural_face(natural: int, chance: int, natural_01: OpposedNaturalOne) -> Cites:
    if natural == 100:
        return (rulebook.QUALITY_NATURAL_00, rulebook.DICE_PERCENTILE)
    one = rulebook.QUALITY_NATURAL_01
    if chance <= 0:
        return (one, Rulings.NONPOSITIVE_CHANCE)
    if chance > 100:
        return (one, Rulings.NATURAL_01_ABOVE_DECISIVE)
    if chance not in ROW_ONE:
        return (one,)
    printed = (rulebook.QUALITY_LOOKUP_TABLE,) if natural_01 is OpposedNaturalOne.TABLE else ()
    return (one, Rulings.TABLE_ROW_ONE, *printed)


def _sentence(natural: int, input: OpposedSuccess, grade: Grade) -> str:
    modified = f" {'-' if input.dice_modifier < 0 else '+'} {abs(input.dice_modifier)}" if input.dice_modifier else ""
    return f"{natural}{modified} against {input.chance} was {grade.name}."
