"""Operations of procedures: each procedure of a family becomes one operation that resolves it and one for its odds."""

import inspect
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import Field, create_model

from service.dice.exact import Distribution
from service.dice.model import Dice
from service.dice.silent import SilentDice, UnrecordedDice, WordStream
from service.dice.transcript import Step
from service.errors import OddsTooLarge, RulesRefuse, UmpireError, UnknownPage, WorkTooLarge, problems
from service.operations.answering.dice_source import FRESH, DiceSource, DiceUsed, Rolls
from service.operations.answering.dice_source import PLAIN as PLAIN_ROLLS
from service.operations.answering.odds import (
    RESIDUAL,
    Chance,
    EventChance,
    HarmOdds,
    Mean,
    chance_of,
    events_in,
    harm_in,
    means_in,
)
from service.operations.answering.resolution import DICE_ERRORS, KEPT, SHARING_FIELDS, NeedsDice, resolved_with
from service.operations.answering.verdicts import Unrecorded, asks_for_verdict_alone
from service.operations.fields import ChosenFields
from service.operations.registry import PLAIN, PROOF_BYTES, Effect, Http, Link, Operation, documentation_of, pascal
from service.operations.work.estimates import always_heavy, require_turns, selecting, work_of
from service.rules.examples import examples_of
from service.rules.kernel.family import Family, Procedure
from service.wire import Frozen, record, value_class


@value_class
class Signature:
    """The input type and the outcome type of a procedure, and whether it rolls dice."""

    takes: Any
    gives: type
    rolls: bool


@value_class
class BoundProcedure:
    """A procedure with its request model and answer record: all that is needed to resolve a request or replay it.

    `errors` are the problems of the procedure's groups, each listed once.
    """

    family: Family
    procedure: Procedure
    signature: Signature
    request: type[Frozen]
    answer: type
    errors: tuple[type[UmpireError], ...]

    @property
    def title(self) -> str:
        """The name for people, with its family: "Resolve attack (heroic)"."""
        return f"{self.procedure.name.replace('-', ' ').capitalize()} ({self.family.name})"

    @property
    def summary(self) -> str:
        """The first sentence of the procedure's docstring."""
        return documentation_of(self.procedure.resolve)[0]

    def resolve(self, request: Any, dice: Dice | None) -> Any:
        """Run the procedure; the pointers of refusals lead into the request."""
        arguments = (request.input, request.rulings) if dice is None else (request.input, request.rulings, dice)
        try:
            self.require_turns(request.input)
            return self.procedure.resolve(*arguments)
        except (RulesRefuse, WorkTooLarge) as refusal:
            raise refusal.below("/input") from None

    def require_turns(self, input: Any) -> None:
        """Refuse a fight that may take more turns than one request may play.

        Raises: WorkTooLarge.
        """
        if self.procedure.turns is not None:
            require_turns(self.procedure.turns(input))

    def work(self, request: Any) -> int:
        """Estimate the work of a request."""
        return self.work_on(request.input)

    def work_on(self, input: Any) -> int:
        """Estimate the work of an input: its listed items times its rounds, and what the procedure knows besides."""
        more = self.procedure.work
        return work_of(input) + (0 if more is None else more(input))

    def answered(self, request: Any) -> Any:
        """Resolve a request with its dice; without a transcript, if nobody reads more than the verdict.

        A refusal says how many dice were rolled before it, so a silent resolution that is refused is made again.
        """
        family, rolls = self.family, PLAIN_ROLLS
        selection = selecting.get()
        if asks_for_verdict_alone(request, is_selected=selection is not None and selection.verdict_alone):
            seed = rolls.seed_of(request.dice)
            try:
                return self._silently(request, WordStream(seed))
            except UmpireError:
                rolls = Rolls(drawn=seed)
        tape_rule, resolve = family.tape_rule, partial(self.resolve, request)
        result = resolved_with(request.dice, family.ruleset, tape_rule, resolve, rolls, request.input)
        if isinstance(result, NeedsDice):
            return result
        return self.answer(
            status="resolved",
            ruleset=family.ruleset,
            outcome=result.outcome,
            steps=result.steps,
            dice=result.dice_used,
            rulings=request.rulings,
            warnings=tuple(result.dice.warnings),
            kept=None,
        )

    def _silently(self, request: Any, stream: WordStream) -> Any:
        """Return an answer of which only the verdict may be read.

        Rules leave out records of what happened only where they are enumerated or sampled, too.
        """
        procedure = self.procedure
        is_known_untold = procedure.odds is not False or procedure.fight is not None
        dice = SilentDice(stream) if is_known_untold else UnrecordedDice(stream)
        return self.answer(
            status="resolved",
            ruleset=self.family.ruleset,
            outcome=self.resolve(request, dice),
            steps=(),
            dice=Unrecorded(range(stream.at)),
            rulings=request.rulings,
            warnings=(),
            kept=None,
        )

    def computed(self, request: Any) -> Any:
        """Answer a request that takes no dice."""
        outcome = self.resolve(request, None)
        return self.answer(status="resolved", ruleset=self.family.ruleset, outcome=outcome, rulings=request.rulings)

    def distribution(self, request: Any) -> Distribution[Any]:
        """Enumerate the verdicts of a request."""
        procedure = self.procedure
        try:
            if callable(procedure.odds):
                return procedure.odds(request.input, request.rulings)
            return Distribution.of(lambda dice: procedure.resolve(request.input, request.rulings, dice).verdict)
        except RulesRefuse as refusal:
            raise refusal.below("/input") from None


def problems_in(errors: Iterable[type[UmpireError]]) -> tuple[type[UmpireError], ...]:
    """List problems once each, where a group stands for its problems in the order of their declarations."""
    return tuple(dict.fromkeys(each for error in errors for each in (problems(error) if error.is_group else [error])))


def bound_procedures_of(family: Family) -> dict[str, BoundProcedure]:
    """Return the family's procedures by operation name."""
    return {f"{family.name}/{procedure.name}": _bound_of(family, procedure) for procedure in family.procedures}


def operations_of(bound_procedures: Mapping[str, BoundProcedure]) -> Iterator[Operation]:
    """Yield the operation of each procedure, and the operation of its odds, if it has odds."""
    for name, bound in bound_procedures.items():
        yield _operation(name, bound)
        if bound.procedure.odds is not False:
            yield _odds_operation(name, bound)


def _bound_of(family: Family, procedure: Procedure) -> BoundProcedure:
    signature = _signature_of(procedure.resolve)
    name = f"{family.name}/{procedure.name}"
    return BoundProcedure(
        family=family,
        procedure=procedure,
        signature=signature,
        request=_request_model(name, family, signature),
        answer=_answer_record(name, family, signature),
        errors=problems_in(procedure.errors),
    )


def _signature_of(resolve: Callable[..., Any]) -> Signature:
    hints = get_type_hints(resolve, include_extras=True)
    names = list(inspect.signature(resolve).parameters)
    return Signature(takes=hints[names[0]], gives=hints["return"], rolls="dice" in names)


def _request_model(name: str, family: Family, signature: Signature) -> type[Frozen]:
    fields: dict[str, Any] = {
        "input": (signature.takes, Field(description="The input of the procedure.")),
        "rulings": (
            family.rulings,
            Field(default=family.rulings(), description="Rulings on questions that the rules leave open."),
        ),
    }
    if signature.rolls:
        fields["dice"] = (DiceSource, Field(default=FRESH, description="The source of the dice."))
        fields |= SHARING_FIELDS
    fields["fields"] = (ChosenFields, None)
    model: type[Frozen] = create_model(
        f"{pascal(name)}Request", __base__=Frozen, __doc__=f"A request of {name}.", **fields
    )
    return model


def _answer_record(name: str, family: Family, signature: Signature) -> Any:
    fields: list[tuple[str, Any]] = [
        ("status", Annotated[Literal["resolved"], Field(description="The procedure is resolved.")]),
        ("ruleset", Annotated[str, Field(description="Family and version of the rules applied.")]),
        ("outcome", Annotated[signature.gives, Field(description="The outcome.")]),
    ]
    if signature.rolls:
        fields += [
            ("steps", Annotated[tuple[Step, ...], Field(description="The steps of the resolution, in order.")]),
            ("dice", Annotated[DiceUsed, Field(description="The dice used.")]),
        ]
    fields.append(("rulings", Annotated[family.rulings, Field(description="The rulings in force.")]))
    if signature.rolls:
        warning = Field(description="Parts of the request that were accepted but had no effect.")
        fields.append(("warnings", Annotated[tuple[str, ...], warning]))
        fields.append(("kept", KEPT))
    return named_record(f"{pascal(name)}Answer", f"The answer of {name} with an outcome.", fields)


def named_record(name: str, doc: str, fields: list[tuple[str, Any]]) -> Any:
    """Make the answer record of an operation."""
    return record(type(name, (), {"__annotations__": dict(fields), "__doc__": doc}))


def _operation(name: str, bound: BoundProcedure) -> Operation:
    description = documentation_of(bound.procedure.resolve)[1]
    rolls = bound.signature.rolls
    answer = bound.answered if rolls else bound.computed

    async def run(request: Any) -> Any:
        return answer(request)

    return Operation(
        name=name,
        heading=bound.title,
        summary=bound.summary,
        description=description,
        effect=Effect.ROLL if rolls else Effect.COMPUTE,
        path=f"/v1/{name}",
        request=bound.request,
        answers=(bound.answer, NeedsDice) if rolls else (bound.answer,),
        run=run,
        errors=(*bound.errors, *(DICE_ERRORS if rolls else ()), *((WorkTooLarge,) if bound.procedure.turns else ())),
        examples=examples_of(name),
        links=(proof_of(name),) if rolls else (),
        http=http_of(bound.family),
        work=bound.work,
    )


def proof_of(name: str) -> Link:
    """Link an operation's answer to the operation that verifies it."""
    takes = {"operation": name, "request": "$request.body", "answer": "$response.body"}
    return Link("prove this answer", "verify", takes)


def _odds_operation(name: str, bound: BoundProcedure) -> Operation:
    answer = _odds_record(bound)
    return Operation(
        name=f"{name}/odds",
        heading=f"Odds: {bound.title}",
        summary=f"Exact odds. {bound.summary}",
        description="The body is that of the procedure. `dice` is ignored, because all outcomes are enumerated; so are "
        "`keep` and `keep_with`, because odds are not kept.",
        effect=Effect.COMPUTE,
        path=f"/v1/{name}/odds",
        request=bound.request,
        answers=(answer,),
        run=_odds_runner(bound, answer),
        errors=(*bound.errors, OddsTooLarge, UnknownPage),  # a page's id that is none
        examples=examples_of(name),
        http=http_of(bound.family),
        work=always_heavy,
    )


def http_of(family: Family) -> Http:
    """Return the HTTP details of a family's procedures: how long their requests may be."""
    return Http(body_bytes=PROOF_BYTES) if family.large_maps else PLAIN


def _odds_record(bound: BoundProcedure) -> Any:
    name = f"{bound.family.name}/{bound.procedure.name}"
    named = pascal(name)
    verdict = get_type_hints(bound.signature.gives, include_extras=True)["verdict"]
    chance: Any = named_record(
        f"{named}Chance",
        "A verdict and its chance.",
        [
            ("verdict", Annotated[verdict, Field(description="The facts of the outcome that matter to players.")]),
            ("chance", Annotated[Chance, Field(description="The probability of the verdict.")]),
        ],
    )
    return named_record(
        f"{named}Odds",
        f"The exact odds of {name}.",
        [
            ("status", Annotated[Literal["computed"], Field(description="The odds are computed.")]),
            ("ruleset", Annotated[str, Field(description="Family and version of the rules applied.")]),
            ("outcomes", Annotated[tuple[chance, ...], Field(description="Every verdict, the likeliest first.")]),
            ("residual", Annotated[Chance, Field(description=RESIDUAL)]),
            ("events", Annotated[tuple[EventChance, ...], Field(description="The chance of each headline event.")]),
            ("means", Annotated[tuple[Mean, ...], Field(description="The mean of each number of the verdict.")]),
            *([] if bound.procedure.harm is None else [("harm", HarmOdds)]),
            ("rulings", Annotated[bound.family.rulings, Field(description="The rulings in force.")]),
        ],
    )


def _odds_runner(bound: BoundProcedure, answer: type) -> Callable[[Any], Awaitable[Any]]:
    of_one = get_type_hints(answer)["outcomes"].__args__[0]
    harm = bound.procedure.harm

    async def run(request: Any) -> Any:
        distribution = bound.distribution(request)
        chances = distribution.chances
        ordered = sorted(chances.items(), key=lambda item: -item[1])
        return answer(
            status="computed",
            ruleset=bound.family.ruleset,
            outcomes=tuple(of_one(verdict=verdict, chance=chance_of(chance)) for verdict, chance in ordered),
            residual=chance_of(distribution.residual),
            events=events_in(chances),
            means=means_in(chances),
            **({} if harm is None else {"harm": harm_in(harm, chances)}),
            rulings=request.rulings,
        )

    return run
