"""Verification of an answer: resolve its request again with its own dice and report the first difference."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

import orjson
from pydantic import Field

from service.dice.model import MAX_DICE, DiceNeeded, Rule
from service.dice.recording import RecordingDice
from service.dice.supplied import ReplayedDice, WhenExhausted
from service.dice.transcript import Source, Step
from service.errors import (
    BadNotation,
    DiceSupplyExhausted,
    DoesNotFit,
    Refused,
    RulesRefuse,
    UnfitRequest,
    UnknownOperation,
    WorkTooLarge,
)
from service.errors.spelling import meant
from service.operations.answering.answer_paths import Kinds
from service.operations.answering.dice_source import (
    MAX_CARDS,
    CardName,
    Face,
    Seed,
    SeedBy,
    SeededSource,
    SuppliedSource,
    dice_again,
    refuse_left_overs,
    used,
)
from service.operations.answering.resolution import DICE_ERRORS, NeedsDice
from service.operations.dice import ROLL_DICE, RULESET, rolled
from service.operations.fields import require_known
from service.operations.procedure import BoundProcedure
from service.operations.registry import PROOF_BYTES, Effect, Http, Inside, Operation
from service.operations.validation import rewritten, validated
from service.operations.verification.difference import Difference, first_difference, without_newer_options
from service.operations.verification.statement import Assured, Basis, assured_by, basis_of, not_proved_by, proved_by
from service.operations.work.estimates import always_heavy
from service.rules.examples import Example
from service.wire import WHOLE, Frozen, Json, record, to_json

MAX_STEPS: Final = 100_000
RULES_FIELDS: Final = ("ruleset", "rulings")
DICE_ORIGIN: Final = ("kind", "seed", "seed_by")
"""The fields of an answer's dice that are compared first: the others follow from the play."""

Count = Annotated[int, Field(ge=0, le=MAX_DICE), WHOLE]
Number = Annotated[int, Field(ge=-(2**31), le=2**31 - 1), WHOLE]
Word = Annotated[str, Field(max_length=1_000)]
Sentence = Annotated[str, Field(max_length=10_000)]
Document = dict[str, Json]


class ClaimedStep(Frozen):
    """A step of the answer to be verified."""

    n: Number
    rule: Word
    actor: Word | None
    label: Word
    dice: Word | None
    faces: Annotated[tuple[Face, ...], Field(max_length=MAX_DICE)]
    card: CardName | None
    source: Source | None
    total: Number | None
    target: Document | None
    margin: Number | None
    text: Sentence
    cites: Annotated[tuple[Word, ...], Field(max_length=1_000)]


class ClaimedDice(Frozen):
    """The dice of the answer to be verified."""

    kind: Literal["seeded", "supplied"]
    seed: Seed | None
    seed_by: SeedBy | None
    faces: Annotated[tuple[Face, ...], Field(max_length=MAX_DICE)]
    cards: Annotated[tuple[CardName, ...], Field(max_length=MAX_CARDS)]
    supplied_faces: Count
    supplied_cards: Count


class ClaimedAnswer(Frozen):
    """An answer as it was received."""

    status: Literal["resolved"]
    ruleset: Word
    outcome: Document
    steps: Annotated[tuple[ClaimedStep, ...], Field(max_length=MAX_STEPS)]
    dice: ClaimedDice
    rulings: Document | None = Field(default=None, description="The rulings; only dice/roll has none.")
    warnings: Annotated[tuple[Sentence, ...], Field(max_length=MAX_STEPS)] | None = Field(
        default=None, description="The rulings; only dice/roll has none."
    )
    kept: Document | None = Field(default=None, description="Where the answer is kept; not verified.")


class VerifyRequest(Frozen):
    """A request and the answer to be verified."""

    operation: Word = Field(description="The operation's name, such as opposed/resolve-attack or dice/roll.")
    request: Document = Field(description="The body that was posted, with its dice.")
    answer: ClaimedAnswer = Field(description="The whole answer that was received.")


@record
class Verified:
    """An answer that was verified: it follows from the rules and its dice."""

    status: Annotated[Literal["verified"], Field(description="The answer follows from the rules and its dice.")]
    operation: Annotated[str, Field(description="The operation's name.")]
    ruleset: Annotated[str, Field(description="Family and version of the rules applied.")]
    rolls: Annotated[int, Field(description="Faces and cards that were used.")]
    seeded: Annotated[int, Field(description="How many of the faces and cards came from the seed.")]
    seed_by: Annotated[SeedBy | None, Field(description="Who chose the seed, as the request shows; null without one.")]
    assurance: Annotated[Assured, Field(description="What each claim rests on: proven or stated.")]
    text: Annotated[str, Field(description="What is proved, as a sentence.")]
    not_proved: Annotated[str, Field(description="What is not proved, as a sentence.")]


@record
class Diverged:
    """An answer that was not verified: it does not follow from the rules and its dice."""

    status: Annotated[Literal["diverged"], Field(description="The answer does not follow from the rules and its dice.")]
    operation: Annotated[str, Field(description="The operation's name.")]
    pointer: Annotated[
        str,
        Field(
            description=("JSON Pointer into the answer to the first difference; for a missing value, to what lacks it.")
        ),
    ]
    step: Annotated[int | None, Field(description="Number of the step that differs first, if one does.")]
    rule: Annotated[str | None, Field(description="Id of the rule at that step.")]
    expected: Annotated[Json, Field(description="The value that the rules give; null if there should be none.")]
    found: Annotated[Json, Field(description="The value in the answer; null if it is missing.")]
    text: Annotated[str, Field(description="The difference as a sentence.")]


@dataclass(frozen=True, slots=True)
class Verifiable:
    """An operation that rolls: its request model, its answers, its ruleset, and their options, if it has any."""

    request: type[Frozen]
    answers: Kinds
    ruleset: str
    tape_rule: Rule | None
    resolve: Callable[[Any, RecordingDice], Any]
    options: type[Frozen] | None


class Verifier:
    """Verifies answers: resolves their requests again."""

    def __init__(self, bound_procedures: Mapping[str, BoundProcedure]) -> None:
        """Index the procedures that roll, and dice in notation."""
        self._verifiable = {
            name: _verifiable(bound) for name, bound in bound_procedures.items() if bound.signature.rolls
        }
        self._verifiable[ROLL_DICE.name] = Verifiable(
            ROLL_DICE.request, ROLL_DICE.answers, RULESET, None, rolled, options=None
        )

    @property
    def requests(self) -> Mapping[str, Mapping[str, type[Frozen]]]:
        """The models of the requests whose answers can be verified, by operation."""
        return {name: {"request": each.request} for name, each in self._verifiable.items()}

    async def verify(self, claim: VerifyRequest) -> Verified | Diverged:
        """Resolve the request again with the answer's dice and compare everything."""
        verifiable = self._verifiable.get(claim.operation)
        if verifiable is None:
            said = f"{claim.operation!r} is not a rolled operation; there are {', '.join(self._verifiable)}."
            raise UnknownOperation(said + meant(claim.operation, self._verifiable), pointer="/operation")
        request = _request_of(verifiable, claim.request)
        dice = dice_again(request.dice, claim.answer.dice.seed)
        try:
            outcome = verifiable.resolve(request, dice)
            refuse_left_overs(request.dice, dice, verifiable.tape_rule)
        except DiceNeeded as lack:
            return _diverged(claim, _never_resolved(lack))
        except (Refused, WorkTooLarge) as refusal:
            if isinstance(refusal, DiceSupplyExhausted) and isinstance(dice, ReplayedDice):
                return _diverged(claim, _without_seed(refusal))
            raise refusal.below("/request") from None
        resolved: Document = {"ruleset": verifiable.ruleset, "steps": dice.steps, "outcome": outcome}
        if verifiable.options is not None:
            chosen = orjson.loads(to_json(request.rulings))
            chosen = without_newer_options(chosen, claim.answer.rulings, verifiable.options)
            resolved |= {"rulings": chosen, "warnings": dice.warnings}
        resolved["dice"] = used(request.dice, dice)
        difference = _difference(resolved, claim.answer)
        if difference is not None:
            return _diverged(claim, difference, dice.steps)
        return _verified(claim, verifiable.ruleset, basis_of(dice, resolved["dice"]))


def verify_operation(bound_procedures: Mapping[str, BoundProcedure], examples: tuple[Example, ...] = ()) -> Operation:
    """Declare the operation that verifies answers."""
    verifier = Verifier(bound_procedures)
    return Operation(
        name="verify",
        summary="Verify an answer: resolve its request again with its dice and report the first difference.",
        description=(
            "Post the request as it was sent and the whole answer of a rolled operation. Its dice must be "
            "those of the request: its kind, its faces and cards, and its seed, or a seed that the service chose. All "
            "other values must be what the rules give for these dice. `text` says what is proved, `not_proved` what "
            f"is not. The body may have {PROOF_BYTES} bytes."
        ),
        effect=Effect.COMPUTE,
        path="/v1/verify",
        request=VerifyRequest,
        answers=(Verified, Diverged),
        run=verifier.verify,
        errors=(UnknownOperation, UnfitRequest, RulesRefuse, BadNotation, WorkTooLarge, *DICE_ERRORS),
        examples=examples,
        http=Http(body_bytes=PROOF_BYTES),
        inside=Inside("operation", verifier.requests),
        work=always_heavy,
    )


def _verifiable(bound: BoundProcedure) -> Verifiable:
    family = bound.family
    answers = (bound.answer, NeedsDice)
    return Verifiable(bound.request, answers, family.ruleset, family.tape_rule, bound.resolve, family.rulings)


def _request_of(verifiable: Verifiable, body: Document) -> Any:
    """Return the request that was posted; what it chose of its answer is checked, though the whole is verified."""
    try:
        request: Any = validated(verifiable.request, rewritten(body))
        require_known(request.fields or (), verifiable.answers)
    except DoesNotFit as misfit:
        below = misfit.below("/request")
        raise UnfitRequest(below.detail, faults=below.faults) from None
    return request


def source_of(dice: ClaimedDice) -> SeededSource | SuppliedSource:
    """Return the dice source of the request, as the answer describes it."""
    named = dice.seed if dice.seed_by is SeedBy.CALLER else None
    if dice.kind == "seeded":
        return SeededSource(kind="seeded", seed=named)
    return SuppliedSource(
        kind="supplied",
        faces=dice.faces[: dice.supplied_faces],
        cards=dice.cards[: dice.supplied_cards],
        when_exhausted=WhenExhausted.REFUSE if dice.seed is None else WhenExhausted.ROLL,
        seed=named,
    )


def _difference(resolved: Document, answer: ClaimedAnswer) -> Difference | None:
    expected = orjson.loads(to_json(resolved))
    found = answer.model_dump(exclude_unset=True, exclude={"status", "kept"})
    return difference_in_play("answer", expected, found)


def difference_in_play(name: str, expected: Document, found: Document) -> Difference | None:
    """Compare first the rules, then the source of the dice, then all other fields in the expected order."""
    rules = {each: expected[each] for each in RULES_FIELDS if each in expected}
    return (
        first_difference(name, rules, {each: found[each] for each in rules if each in found})
        or first_difference(name, _dice_origin(expected["dice"]), _dice_origin(found["dice"]), "/dice")
        or first_difference(name, expected, found)
    )


def _dice_origin(dice: Document) -> Document:
    return {each: dice[each] for each in DICE_ORIGIN}


def _never_resolved(lack: DiceNeeded) -> Difference:
    text = f"The request asks for dice that it lacks: {lack.rule.title} ({lack.rule.id}) wants {lack.dice}."
    return Difference("/status", "needs_dice", "resolved", f"{text} It cannot have been resolved.")


def _without_seed(lack: DiceSupplyExhausted) -> Difference:
    text = f"The answer names no seed, though {lack.faults[0].rule} rolled dice that the request did not bring."
    return Difference("/dice/seed", "a seed", None, text)


def _diverged(claim: VerifyRequest, difference: Difference, steps: Sequence[Step] = ()) -> Diverged:
    step = _step_at(difference, len(claim.answer.steps))
    known = steps if step is not None and step <= len(steps) else claim.answer.steps
    return Diverged(
        status="diverged",
        operation=claim.operation,
        pointer=difference.pointer,
        step=step,
        rule=None if step is None else known[step - 1].rule,
        expected=difference.expected,
        found=difference.found,
        text=difference.text,
    )


def _step_at(difference: Difference, resolved: int) -> int | None:
    """Return the number of the step that differs; a missing step has the number after the answer's last one."""
    _, _, place = difference.pointer.partition("/steps/")
    if place and difference.pointer.startswith("/steps/"):
        return int(place.partition("/")[0]) + 1
    return resolved + 1 if difference.pointer == "/steps" else None


def _verified(claim: VerifyRequest, ruleset: str, basis: Basis) -> Verified:
    return Verified(
        status="verified",
        operation=claim.operation,
        ruleset=ruleset,
        rolls=basis.rolls,
        seeded=basis.seeded,
        seed_by=claim.answer.dice.seed_by,
        assurance=assured_by(basis),
        text=proved_by("answer", ruleset, basis),
        not_proved=not_proved_by(basis),
    )
