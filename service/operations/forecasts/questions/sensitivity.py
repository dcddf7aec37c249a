"""Sensitivity: what one point more or less of each number is worth, all with the same dice."""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import Field

from service.encounters.pointers import Pointer
from service.errors import DoesNotFit, Refused
from service.forecasts.collection_pauses import full_collections_paused
from service.forecasts.counting.paired import Pairs
from service.forecasts.counting.stopping import Stopped
from service.forecasts.deadlines import Deadline, OutOfTime
from service.forecasts.outcomes import Outcomes, blocks_of
from service.forecasts.problems import PartsDisagree
from service.operations.forecasts.declared import fight_in
from service.operations.forecasts.questions.deciding import (
    ChanceDifference,
    Question,
    Sampling,
    SideId,
    difference_of,
    played_fields,
    share_of,
)
from service.operations.forecasts.questions.variants import Number, Variants, known_side
from service.operations.forecasts.records import ForecastChance, described
from service.operations.forecasts.seeds import seed_of_fight
from service.operations.procedure import BoundProcedure
from service.wire import WHOLE, record

MOST_VARIANTS: Final = 60
MOST_FIGHTS_EACH: Final = 2_000
MOST_FIGHTS: Final = 30_000
"""The most fights of all variants together, and of the request as it is."""
USUAL_FIGHTS: Final = 200
CHANGES: Final = (-1, 1)

DESCRIPTION: Final = f"""\
Each whole number that was sent in `input`, or each at and below `pointers`, is changed by -1 and by +1, one at a time.
All variants are played with the same dice: fight number i has those of the seed `seed`/i. Numbers are ranked by how
much the chance that `side` wins changes. Chances that differ by less than their bounds may differ by luck.

At most {MOST_VARIANTS} variants are played, the first of the request, and at most {MOST_FIGHTS:,} fights in all.
Variants that the schema or the rules refuse are left out; `left_out` counts all that were. `dice`, `keep` and
`keep_with` are ignored.
"""


class SensitivityOptions(Sampling):
    """Whose chance it is, which numbers are changed, and how many fights are played with each change."""

    side: SideId | None = Field(default=None, description="The side whose chance is asked for; null: the first one.")
    pointers: Annotated[tuple[Pointer, ...], Field(min_length=1, max_length=MOST_VARIANTS)] = Field(
        default=("/input",),
        description=(
            "JSON Pointers into the request. Each whole number there is changed, and each below it: /input/participants"
            "/0 stands for all numbers of the first participant."
        ),
    )
    fights: Annotated[int, Field(ge=1, le=MOST_FIGHTS_EACH), WHOLE] = Field(
        default=USUAL_FIGHTS, description="How many fights are played with each change, and without any."
    )


@record
class NumberChange:
    """The effect of a number that is one greater or smaller."""

    value: Annotated[int, Field(description="The number, changed.")]
    chance: Annotated[ForecastChance, Field(description="The chance that the side wins with it.")]
    difference: Annotated[ChanceDifference, Field(description="The difference to the chance with the number as sent.")]
    p_value: Annotated[
        float, Field(description=("Exact McNemar test, two-sided: small if the difference is not chance."))
    ]


@record
class NumberSensitivity:
    """The effect of one point of a number."""

    pointer: Annotated[str, Field(description="JSON Pointer to the number in the request.")]
    value: Annotated[int, Field(description="The number as it was sent.")]
    less: Annotated[NumberChange | None, Field(description="With one less; null if that was left out.")]
    more: Annotated[NumberChange | None, Field(description="With one more; null if that was left out.")]


@record
class LeftOut:
    """How many variants were not played, and why."""

    refused: Annotated[int, Field(description="The schema or the rules refuse them.")]
    too_many: Annotated[int, Field(description="They are beyond the most variants of a request.")]
    late: Annotated[int, Field(description="The time was up before they were begun.")]


@dataclass(slots=True)
class Variations:
    """The request as it is, and its variants, as far as they can be played."""

    base: Outcomes
    variants: dict[tuple[Number, int], Outcomes]
    refused: int
    too_many: int
    fights: int = 0
    late: int = 0

    @classmethod
    def of(cls, bound: BoundProcedure, request: Any, deadline: Deadline) -> "Variations":
        """Make the variants of a request; those that are refused are counted.

        Raises: PartsDisagree, for pointers that lead to no number; what the rules refuse without any change.
        """
        seed = request.seed or seed_of_fight(bound, request)
        base = Outcomes(deadline.within(fight_in(bound, request)), seed)
        variants = Variants(bound, request)
        changes = [(each, change) for each in variants.numbers(request.pointers) for change in CHANGES]
        variations = cls(base, {}, 0, max(0, len(changes) - MOST_VARIANTS))
        for number, change in changes[:MOST_VARIANTS]:
            try:
                fight = variants.fight(number.pointer, number.value + change)
                variations.variants[number, change] = Outcomes(deadline.within(fight), seed)
            except (DoesNotFit, Refused):
                variations.refused += 1
        return variations

    @full_collections_paused()
    def play(self, fights: int, deadline: Deadline) -> Stopped:
        """Play the same fights of all, block by block, and return why no more were played.

        If the time is up in the first block, the variants that have not played it are late, and left out.
        """
        most = min(fights, max(1, MOST_FIGHTS // (len(self.variants) + 1)))
        for size in blocks_of(most):
            if (self.fights and deadline.is_past) or not self._played(size, deadline):
                return deadline.why
            self.fights += size
        if self.late:
            return deadline.why
        return Stopped.COMPLETE if most == fights else Stopped.MAX_FIGHTS

    def _played(self, size: int, deadline: Deadline) -> bool:
        """Play a block of all as `_play` does; if the service has to answer in the first one, all variants are late."""
        try:
            return self._play(size, deadline)
        except OutOfTime:
            if not self.fights:
                self.late += len(self.variants)
                self.variants.clear()
            return False

    def _play(self, size: int, deadline: Deadline) -> bool:
        """Play a block of all, and tell whether all have played it; of the first block, late variants are dropped."""
        self.base.play(size)
        for key, each in list(self.variants.items()):
            if deadline.is_past and self.fights:
                return False
            if deadline.is_past:
                self.late += 1
                del self.variants[key]
                continue
            try:
                each.play(size)
            except Refused:
                self.refused += 1
                del self.variants[key]
        return True


def sensitivity(bound: BoundProcedure, request: Any) -> dict[str, Any]:
    """Return the parts of an answer: all variants are played with the same dice.

    Raises: PartsDisagree, for a side or pointers that lead nowhere; what the rules refuse without any change.
    """
    deadline = Deadline(request.max_seconds)
    variations = Variations.of(bound, request, deadline)
    side = known_side(request.side, variations.base)
    stopped = variations.play(request.fights, deadline)
    wins = variations.base.wins(side, variations.fights)
    return {
        "side": side,
        "chance": share_of(wins, variations.fights, request.level),
        "numbers": _ranked(variations, side, request.level),
        "left_out": LeftOut(refused=variations.refused, too_many=variations.too_many, late=variations.late),
        "fights": variations.fights,
        "seed": variations.base.seed,
        "level": request.level,
        "stopped": stopped,
    }


def _ranked(variations: Variations, side: str, level: float) -> tuple[NumberSensitivity, ...]:
    """Return what the numbers are worth, first the one with the greatest change; equal ones as in the request."""
    changes: dict[Number, dict[int, NumberChange]] = {}
    for (number, change), each in variations.variants.items():
        fights = variations.fights
        pairs = Pairs.of(side, variations.base.winners[:fights], each.winners[:fights])
        changes.setdefault(number, {})[change] = NumberChange(
            value=number.value + change,
            chance=share_of(pairs.second, fights, level),
            difference=difference_of(pairs, level),
            p_value=pairs.p_value,
        )
    swings = {number: max([abs(each.difference.decimal) for each in both.values()]) for number, both in changes.items()}
    return tuple(
        [
            NumberSensitivity(
                pointer=number.pointer,
                value=number.value,
                less=changes[number].get(-1),
                more=changes[number].get(1),
            )
            for number in sorted(changes, key=lambda each: -swings[each])
        ]
    )


def _fields(bound: BoundProcedure) -> tuple[tuple[str, Any], ...]:
    ranked = "The numbers, first the one that changes the chance the most."
    return (
        ("side", described(str, "Id of the side whose chance is meant.")),
        ("chance", described(ForecastChance, "The chance that it wins, with all numbers as they were sent.")),
        ("numbers", described(tuple[NumberSensitivity, ...], ranked)),
        ("left_out", described(LeftOut, "How many variants were not played, and why.")),
        *played_fields(
            "Fights that were played with each change, and without any.",
            "has the dice of this seed and /i, in all variants",
            "complete; max_fights if all variants together had too many; max_seconds, or time, the service's, if it "
            "was up.",
        ),
        ("rulings", described(bound.family.rulings, "The rulings in force.")),
    )


SENSITIVITY: Final = Question(
    name="sensitivity",
    summary="Which numbers decide a fight: what one point more or less of each is worth.",
    description=DESCRIPTION,
    options=SensitivityOptions,
    done="The changes are computed.",
    fields=_fields,
    answer=sensitivity,
    errors=(PartsDisagree,),
)
