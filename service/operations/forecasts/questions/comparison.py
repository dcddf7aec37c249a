"""Comparison of two bodies: the same dice fight by fight, so that few fights show what the difference is worth."""

from typing import Annotated, Any, Final

from pydantic import Field, create_model

from service.errors import RulesRefuse, WorkTooLarge
from service.forecasts.counting.paired import Pairs
from service.forecasts.counting.stopping import Stopped
from service.forecasts.deadlines import Deadline
from service.forecasts.outcomes import Outcomes, play_together
from service.operations.forecasts.declared import fight_in
from service.operations.forecasts.questions.deciding import (
    ChanceDifference,
    Question,
    Sampling,
    difference_of,
    played_fields,
    share_of,
)
from service.operations.forecasts.records import ForecastChance, described
from service.operations.forecasts.seeds import seed_of_fight
from service.operations.procedure import BoundProcedure
from service.operations.registry import pascal
from service.wire import WHOLE, Frozen, record

MOST_PAIRS: Final = 10_000
USUAL_PAIRS: Final = 1_000

DESCRIPTION: Final = """\
The body is that of the procedure, and `other` is a second one. Fight number i of both has the dice of the seed
`seed`/i. Most pairs end alike; those that do not say what the difference is worth, and far fewer fights are needed than
with dice of their own: `gain` says how many times fewer.

The interval of the difference is Tango's score interval for matched pairs; `p_value` is that of McNemar's exact
test: how probable so great a difference is if both have equal chances. `dice`, `keep` and `keep_with` are ignored.
"""


@record
class PairTable:
    """The pairs of fights, counted by how they end for a side."""

    both: Annotated[int, Field(description="The side wins with both bodies.")]
    first_only: Annotated[int, Field(description="It wins with the first body only.")]
    second_only: Annotated[int, Field(description="It wins with `other` only.")]
    neither: Annotated[int, Field(description="It wins with neither.")]


@record
class SideComparison:
    """How much the difference between the two bodies changes for a side."""

    side: Annotated[str, Field(description="Id of the side.")]
    first: Annotated[ForecastChance, Field(description="The chance that it wins with the first body.")]
    second: Annotated[ForecastChance, Field(description="The chance that it wins with `other`.")]
    difference: Annotated[ChanceDifference, Field(description="The second chance less the first.")]
    pairs: PairTable
    p_value: Annotated[
        float, Field(description=("Exact McNemar test, two-sided: small if the difference is not chance."))
    ]
    gain: Annotated[
        float | None,
        Field(
            description=(
                "How many times more fights with separate dice would be needed for the same "
                "precision; null if no pair differs, or "
                "all do in the same way."
            )
        ),
    ]
    only_first_wins: Annotated[
        int | None, Field(description="Number of the first fight that it wins with the first body only; null: none.")
    ]
    only_second_wins: Annotated[
        int | None, Field(description="Number of the first fight that it wins with `other` only; null: none.")
    ]


def comparison(bound: BoundProcedure, request: Any) -> dict[str, Any]:
    """Return the parts of an answer: both bodies are played with the same dice, fight by fight."""
    seed = request.seed or seed_of_fight(bound, request)
    deadline = Deadline(request.max_seconds)
    first = Outcomes(deadline.within(fight_in(bound, request)), seed)
    second = Outcomes(deadline.within(_other_fight(bound, request.other)), seed)
    fights = play_together([first, second], request.fights, deadline)
    sides = dict.fromkeys([*first.sides, *second.sides])
    return {
        "fights": fights,
        "seed": seed,
        "level": request.level,
        "stopped": Stopped.COMPLETE if fights == request.fights else deadline.why,
        "sides": tuple([_compared(side, first, second, fights, request.level) for side in sides]),
        "other_rulings": request.other.rulings,
    }


def _other_fight(bound: BoundProcedure, other: Any) -> Any:
    """Return the fight of the second body.

    Raises: what the rules refuse, with pointers into the request; WorkTooLarge.
    """
    try:
        return fight_in(bound, other)
    except (RulesRefuse, WorkTooLarge) as refusal:
        raise refusal.below("/other") from None


def _compared(side: str, first: Outcomes, second: Outcomes, fights: int, level: float) -> SideComparison:
    won = [each == side for each in first.winners[:fights]]
    won_by_other = [each == side for each in second.winners[:fights]]
    both = list(zip(won, won_by_other, strict=True))
    pairs = Pairs.of(side, first.winners[:fights], second.winners[:fights])
    return SideComparison(
        side=side,
        first=share_of(pairs.first, fights, level),
        second=share_of(pairs.second, fights, level),
        difference=difference_of(pairs, level),
        pairs=PairTable(
            both=pairs.both, first_only=pairs.first_only, second_only=pairs.second_only, neither=pairs.neither
        ),
        p_value=pairs.p_value,
        gain=pairs.gain,
        only_first_wins=both.index((True, False)) if pairs.first_only else None,
        only_second_wins=both.index((False, True)) if pairs.second_only else None,
    )


def _other_body(name: str, bound: BoundProcedure) -> dict[str, Any]:
    """Return the fields of a request that the options of a comparison do not have."""
    options = bound.family.rulings
    other: Any = create_model(
        f"{pascal(name)}Other",
        __base__=Frozen,
        __doc__=f"The second body of {name}.",
        input=(bound.signature.takes, Field(description="The second input.")),
        rulings=(options, Field(default=options(), description="Rulings on questions that the rules leave open.")),
    )
    many = Field(default=USUAL_PAIRS, description="How many pairs of fights are played.")
    return {
        "other": (other, Field(description="The second body: another input, or other rulings.")),
        "fights": (Annotated[int, Field(ge=1, le=MOST_PAIRS), WHOLE], many),
    }


def _fields(bound: BoundProcedure) -> tuple[tuple[str, Any], ...]:
    return (
        *played_fields("Pairs of fights that were played by both.", "of both has the dice of this seed and /i"),
        ("sides", described(tuple[SideComparison, ...], "Each side, in the order of the request.")),
        ("rulings", described(bound.family.rulings, "The rulings in force with the first body.")),
        ("other_rulings", described(bound.family.rulings, "The rulings in force with `other`.")),
    )


COMPARISON: Final = Question(
    name="comparison",
    summary="What a difference is worth: two bodies of a fight, played with the same dice.",
    description=DESCRIPTION,
    options=Sampling,
    more=_other_body,
    done="The fights are compared.",
    fields=_fields,
    answer=comparison,
)
