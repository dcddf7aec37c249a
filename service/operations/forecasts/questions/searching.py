"""Search: the smallest whole number at a place of the request with which a side wins often enough."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from pydantic import Field

from service.encounters.pointers import LeadsNowhere, Pointer
from service.errors import DoesNotFit, Refused, UmpireError
from service.forecasts.counting.stopping import Stopped
from service.forecasts.deadlines import Deadline, OutOfTime
from service.forecasts.outcomes import Outcomes, play_together
from service.forecasts.problems import PartsDisagree
from service.forecasts.search import Search
from service.operations.forecasts.questions.deciding import Question, Sampling, SideId, played_fields, share_of
from service.operations.forecasts.questions.variants import Variants, known_side, reason_of
from service.operations.forecasts.records import ForecastChance, described
from service.operations.forecasts.seeds import seed_of_fight
from service.operations.procedure import BoundProcedure
from service.wire import WHOLE, record

MOST_FIGHTS: Final = 5_000
USUAL_FIGHTS: Final = 400
FARTHEST: Final = 1_000_000

Bound = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST), WHOLE]

DESCRIPTION: Final = """\
The number at `pointer` is set to `lowest` and to `highest`, and then to values between them: each halves the range in
which the smallest one lies that is enough (bisection). All values are tried with the same dice: fight number i has
those of the seed `seed`/i.

It is assumed that the chance does not fall as the number rises. `is_monotone` says whether that holds for the values
that were tried, both ends among them; if not, a smaller value may be enough, too. If even `highest` is not enough,
`value` is null. A value between the ends that the schema or the rules refuse counts as one that is not enough; ends
that they refuse are refused. `dice`, `keep` and `keep_with` are ignored.
"""


class SearchOptions(Sampling):
    """Which number is searched for, in which range, and how often the side is to win with it."""

    pointer: Pointer = Field(
        description="JSON Pointer to a whole number in the request, such as /input/participants/0/endurance."
    )
    lowest: Bound = Field(description="The smallest value that is tried.")
    highest: Bound = Field(description="The greatest value that is tried.")
    wanted: Annotated[float, Field(gt=0, le=1)] = Field(description="The chance to win that the side needs at least.")
    side: SideId | None = Field(default=None, description="The side that is to win; null: the first one.")
    fights: Annotated[int, Field(ge=1, le=MOST_FIGHTS), WHOLE] = Field(
        default=USUAL_FIGHTS, description="How many fights are played with each value."
    )


@record
class TriedValue:
    """A value that was tried."""

    value: Annotated[int, Field(description="The value.")]
    chance: Annotated[
        ForecastChance | None, Field(description="The chance that the side wins with it; null if it is refused.")
    ]
    is_enough: Annotated[bool, Field(description="Whether the side wins often enough with it.")]
    refused: Annotated[str | None, Field(description="Why the schema or the rules refuse it; null if they do not.")]


@dataclass(slots=True)
class Trials:
    """The trials of one search: the fight of each value, played in full, unless the time is up."""

    variants: Variants
    request: Any
    deadline: Deadline
    seed: str
    side: str = ""
    wins: dict[int, int] = field(default_factory=dict)
    refusals: dict[int, str] = field(default_factory=dict)

    def share(self, value: int) -> float | None:
        """Return the share of fights that are won with a value; None if it is refused, and is neither end.

        Raises: OutOfTime; PartsDisagree, for a pointer or a side that is not there; the refusals of an end.
        """
        request = self.request
        try:
            outcomes = Outcomes(self.deadline.within(self.variants.fight(request.pointer, value)), self.seed)
            self.side = known_side(request.side, outcomes)
            if play_together([outcomes], request.fights, self.deadline) < request.fights:
                raise OutOfTime
        except LeadsNowhere as error:
            message = f"{request.pointer!r} leads nowhere: {error.word!r} was not sent."
            raise PartsDisagree(message, pointer="/pointer") from None
        except (DoesNotFit, Refused) as error:
            if value in (request.lowest, request.highest):
                raise self._of_end(value, error) from None
            self.refusals[value] = reason_of(error)
            return None
        fights: int = request.fights
        self.wins[value] = outcomes.wins(self.side, fights)
        return self.wins[value] / fights

    def _of_end(self, value: int, error: UmpireError) -> UmpireError:
        """Return the refusal of an end of the range, pointing to it if it is about the number that was changed."""
        end = "/lowest" if value == self.request.lowest else "/highest"
        placed = error.pointing(lambda pointer: end if pointer == self.request.pointer else pointer)
        return PartsDisagree(placed.detail, faults=placed.faults) if isinstance(placed, DoesNotFit) else placed


def searched(bound: BoundProcedure, request: Any) -> dict[str, Any]:
    """Return the parts of an answer: all values are tried with the same dice.

    Raises: PartsDisagree, for a range that is empty, or a pointer or a side that is not there; the refusals of an end.
    """
    if request.highest < request.lowest:
        message = f"The highest value, {request.highest}, is below the lowest, {request.lowest}."
        raise PartsDisagree(message, pointer="/highest")
    seed = request.seed or seed_of_fight(bound, request)
    trials = Trials(Variants(bound, request), request, Deadline(request.max_seconds), seed)
    search = Search(request.wanted)
    stopped = Stopped.COMPLETE
    try:
        search.run(request.lowest, request.highest, trials.share)
    except OutOfTime:
        stopped = trials.deadline.why
    return {
        "side": trials.side,
        "value": search.found,
        "is_monotone": search.is_monotone,
        "tried": _tried(search, trials),
        "fights": request.fights,
        "seed": seed,
        "level": request.level,
        "stopped": stopped,
    }


def _tried(search: Search, trials: Trials) -> tuple[TriedValue, ...]:
    request = trials.request
    return tuple(
        [
            TriedValue(
                value=value,
                chance=None if share is None else share_of(trials.wins[value], request.fights, request.level),
                is_enough=share is not None and share >= request.wanted,
                refused=trials.refusals.get(value),
            )
            for value, share in search.shares.items()
        ]
    )


def _fields(bound: BoundProcedure) -> tuple[tuple[str, Any], ...]:
    smallest = "The smallest value that is enough; null if none is, or the time was up before."
    return (
        ("side", described(str, "Id of the side that is to win.")),
        ("value", described(int | None, smallest)),
        (
            "is_monotone",
            described(bool, "Whether the chance never falls from a tried value to the next greater one."),
        ),
        ("tried", described(tuple[TriedValue, ...], "All values that were tried, in their order.")),
        *played_fields("Fights that were played with each value.", "has the dice of this seed and /i, with each value"),
        ("rulings", described(bound.family.rulings, "The rulings in force.")),
    )


SEARCH: Final = Question(
    name="search",
    summary="How much is enough: the smallest number with which a side wins as often as is wanted.",
    description=DESCRIPTION,
    options=SearchOptions,
    done="The search is done.",
    fields=_fields,
    answer=searched,
    errors=(PartsDisagree,),
)
