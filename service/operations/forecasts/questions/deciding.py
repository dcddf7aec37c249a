"""What the operations on deciding numbers share: how many fights, how sure, how long; and differences as records."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, cast

from pydantic import Field, create_model

from service.errors import UmpireError
from service.forecasts.counting.intervals import wilson
from service.forecasts.counting.paired import Pairs
from service.forecasts.counting.stopping import Stopped
from service.forecasts.reading import Chance
from service.operations.answering.dice_source import Seed
from service.operations.forecasts.declared import fights_of, of_fights
from service.operations.forecasts.records import ForecastChance, described
from service.operations.forecasts.seeds import NULL
from service.operations.forecasts.written import chance
from service.operations.procedure import BoundProcedure, named_record
from service.operations.registry import Operation, pascal
from service.wire import Frozen, record

USUAL_LEVEL: Final = 0.95

OR_LIMIT: Final = "complete, or the limit that ended it: max_seconds, or time (the service's deadline)."

SideId = Annotated[str, Field(min_length=1, max_length=200)]


class Sampling(Frozen):
    """How sure intervals are, how long fights are played, and with which dice."""

    level: Annotated[float, Field(ge=0.5, le=0.9999)] = Field(
        default=USUAL_LEVEL, description="The share of such intervals that hold the true number."
    )
    seed: Seed | None = Field(
        default=None,
        description=(
            f"Fight number i has the dice of this seed and /i, in all variants: the same body, the same answer. {NULL}."
        ),
    )
    max_seconds: Annotated[float, Field(gt=0, le=10.0)] | None = Field(
        default=5.0,
        description="Seconds of processor time after which no more fights are begun; null: the service's own deadline.",
    )


@record
class ChanceDifference:
    """The difference of two chances, paired by their dice, with its interval."""

    decimal: Annotated[float, Field(description="The difference, from -1 to 1.")]
    low: Annotated[float, Field(description="The lower bound (Tango's score interval for matched pairs).")]
    high: Annotated[float, Field(description="The upper bound.")]


def difference_of(pairs: Pairs, level: float) -> ChanceDifference:
    """Write the difference of the chances of paired fights."""
    interval = pairs.interval(level)
    return ChanceDifference(decimal=pairs.difference, low=interval.low, high=interval.high)


def share_of(wins: int, fights: int, level: float) -> ForecastChance:
    """Write the share of fights that were won as a chance with Wilson's interval."""
    interval = wilson(wins, fights, level)
    return chance(Chance(wins / fights if fights else 0.0, interval.low, interval.high))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question on what decides the fight of a procedure: how it is asked, and how it is answered.

    `options` are what is asked besides the fight, `more` are fields of the request that depend on the procedure.
    `answer` returns the parts of an answer, whose fields are `fields`; the ruleset and the rulings are the same in all.
    """

    name: str
    summary: str
    description: str
    options: type[Sampling]
    done: str
    fields: Callable[[BoundProcedure], Iterable[tuple[str, Any]]]
    answer: Callable[[BoundProcedure, Any], dict[str, Any]]
    more: Callable[[str, BoundProcedure], dict[str, Any]] | None = None
    errors: tuple[type[UmpireError], ...] = ()


def questions_of(bound_procedures: Mapping[str, BoundProcedure], *questions: Question) -> Iterator[Operation]:
    """Yield the operations of each question, one for each procedure that plays a fight."""
    return (
        _operation(each, f"{name}/{each.name}", bound)
        for each in questions
        for name, bound in fights_of(bound_procedures)
    )


def _operation(question: Question, name: str, bound: BoundProcedure) -> Operation:
    request: Any = create_model(
        f"{pascal(name)}Request",
        __base__=(question.options, bound.request),
        __doc__=f"A request of {name}.",
        **(question.more(name, bound) if question.more else {}),
    )
    head = [
        ("status", described(Literal["computed"], question.done)),
        ("ruleset", described(str, "Family and version of the rules applied.")),
    ]
    answer = named_record(f"{pascal(name)}Answer", f"The answer of {name}.", [*head, *question.fields(bound)])

    async def run(request: Any) -> Any:
        parts = question.answer(bound, request)
        return answer(status="computed", ruleset=bound.family.ruleset, rulings=request.rulings, **parts)

    return of_fights(
        name,
        bound,
        *question.errors,
        heading=f"{question.name.capitalize()}: {bound.title}",
        summary=question.summary,
        description=question.description,
        request=cast("type[Frozen]", request),
        answers=(answer,),
        run=run,
    )


def played_fields(fights: str, variants: str, stopped: str = OR_LIMIT) -> tuple[tuple[str, Any], ...]:
    """Return the fields of an answer that say what was played; `variants`: with what each fight was."""
    return (
        ("fights", described(int, fights)),
        ("seed", described(str, f"Fight number i {variants}.")),
        ("level", described(float, "The level of the intervals.")),
        ("stopped", described(Stopped, stopped)),
    )
