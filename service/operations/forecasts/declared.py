"""The operations of the odds of whole fights: one for each procedure that plays a fight without players."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal

import orjson
from pydantic import Field

from service.errors import RulesRefuse, TooManyDice, UmpireError, UnknownPage, WorkTooLarge
from service.forecasts.forecast import forecast
from service.operations.forecasts.records import ODDS
from service.operations.forecasts.requests import options_of, with_forecast
from service.operations.forecasts.written import written
from service.operations.procedure import BoundProcedure, http_of, named_record
from service.operations.registry import Effect, Operation, pascal
from service.operations.work.estimates import always_heavy
from service.rules.examples import examples_of
from service.rules.kernel.fight import Fight

DESCRIPTION: Final = """\
The body is that of the procedure, and `forecast` says how the odds are worked out. The rules are those that play the
fight: every path of their dice is enumerated where that is quick, and elsewhere fights are played, until the chances
are known to `half_width` on both sides. Each chance has its bounds, and `method` says what they are. Nothing is random
in the answer: the same body has the same odds, unless `max_seconds` stopped them.

Fight number i of the sample has the dice of the seed `seed`/i; `examples` are bodies that play some of them.
`dice`, `keep` and `keep_with` are ignored.
"""


def forecasts_of(bound_procedures: Mapping[str, BoundProcedure]) -> Iterator[Operation]:
    """Yield the operation of the odds of each procedure that plays a fight."""
    for name, bound in fights_of(bound_procedures):
        yield _operation(name, bound)


def fights_of(bound_procedures: Mapping[str, BoundProcedure]) -> Iterator[tuple[str, BoundProcedure]]:
    """Yield each procedure that plays a fight, with its name."""
    return ((name, bound) for name, bound in bound_procedures.items() if bound.procedure.fight is not None)


def fight_in(bound: BoundProcedure, request: Any) -> Fight[Any]:
    """Return the fight of a request.

    Raises: what the rules refuse, with pointers into the request; WorkTooLarge.
    """
    if bound.procedure.fight is None:
        message = f"{bound.procedure.name} plays no fight"
        raise ValueError(message)
    try:
        bound.require_turns(request.input)
        return bound.procedure.fight(request.input, request.rulings)
    except (RulesRefuse, WorkTooLarge) as refusal:
        raise refusal.below("/input") from None


def of_fights(name: str, bound: BoundProcedure, *errors: type[UmpireError], **declared: Any) -> Operation:
    """Declare an operation that plays the fights of a procedure; `errors` are those that only it has."""
    usual = {"path": f"/v1/{name}", "examples": examples_of(name), "http": http_of(bound.family)}
    return Operation(
        name=name,
        effect=Effect.COMPUTE,
        errors=(*bound.errors, WorkTooLarge, TooManyDice, *errors, UnknownPage),
        work=always_heavy,
        **{**usual, **declared},
    )


def _operation(name: str, bound: BoundProcedure) -> Operation:
    answer = _answer_record(name, bound)
    return of_fights(
        f"{name}/odds",
        bound,
        heading=f"Odds: {bound.title}",
        summary="Who wins, how often, after how many rounds and at what cost: the odds of a whole fight.",
        description=DESCRIPTION,
        request=with_forecast(bound),
        answers=(answer,),
        run=_runner(bound, answer),
        examples=examples_of(f"{name}/odds") or examples_of(name),
    )


def _runner(bound: BoundProcedure, answer: type) -> Callable[[Any], Awaitable[Any]]:
    async def run(request: Any) -> Any:
        options = options_of(bound, request)
        body = orjson.loads(request.model_dump_json(include={"input", "rulings"}, exclude_defaults=True))

        def shown(fight: int) -> Any:
            return body | {"dice": {"kind": "seeded", "seed": f"{options.seed}/{fight}"}}

        parts = written(forecast(fight_in(bound, request), options), shown)
        return answer(status="computed", ruleset=bound.family.ruleset, **parts, rulings=request.rulings)

    return run


def _answer_record(name: str, bound: BoundProcedure) -> Any:
    return named_record(
        f"{pascal(name)}Odds",
        f"The odds of {name}.",
        [
            ("status", Annotated[Literal["computed"], Field(description="The odds are computed.")]),
            ("ruleset", Annotated[str, Field(description="Family and version of the rules applied.")]),
            *ODDS,
            ("rulings", Annotated[bound.family.rulings, Field(description="The rulings in force.")]),
        ],
    )
