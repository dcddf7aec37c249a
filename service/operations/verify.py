"""Prove an answer: resolve its request again with its own dice and name the first thing that differs."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import orjson
from pydantic import Field

from service.dice.model import MAX_DICE
from service.dice.replayed import Divergence, RecordedRoll, ReplayedDice
from service.dice.transcript import Source
from service.errors import DoesNotFit, RulesRefuse, UnfitRequest, UnknownOperation, WorkTooLarge
from service.operations.fitting import fitted, rewritten
from service.operations.heavy_work import always_heavy
from service.operations.procedure import Bench
from service.operations.registry import Effect, Example, Operation
from service.operations.supply import MAX_CARDS, CardName, DiceUsed, Face, Seed
from service.wire import WHOLE, Frozen, Json, record, to_json

Count = Annotated[int, Field(ge=0, le=MAX_DICE), WHOLE]
Number = Annotated[int, Field(ge=-(2**31), le=2**31 - 1), WHOLE]
Word = Annotated[str, Field(max_length=200)]
Document = dict[str, Json]


class ClaimedStep(Frozen):
    """A step of the answer to be proved."""

    n: Count
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
    text: Annotated[str, Field(max_length=2000)]
    cites: Annotated[tuple[Word, ...], Field(max_length=200)]


class ClaimedDice(Frozen):
    """The dice of the answer to be proved."""

    kind: Literal["seeded", "supplied"]
    seed: Seed | None
    faces: Annotated[tuple[Face, ...], Field(max_length=MAX_DICE)]
    cards: Annotated[tuple[CardName, ...], Field(max_length=MAX_CARDS)]
    supplied_faces: Count
    supplied_cards: Count


class ClaimedAnswer(Frozen):
    """An answer as it was received."""

    status: Literal["resolved"]
    ruleset: Word
    outcome: Document
    steps: Annotated[tuple[ClaimedStep, ...], Field(max_length=2 * MAX_DICE)]
    dice: ClaimedDice
    rulings: Document
    warnings: Annotated[tuple[Word, ...], Field(max_length=1000)]
    kept: Document | None = Field(default=None, description="Where it is kept, which proves nothing.")


class VerifyRequest(Frozen):
    """A request and the answer it is said to have had."""

    operation: Word = Field(description="The operation's name, such as opposed/resolve-attack.")
    request: Document = Field(description="The body that was posted; its dice are ignored.")
    answer: ClaimedAnswer = Field(description="The answer that came back, whole.")


@record
class Verified:
    """The answer is what the rules give for these dice."""

    status: Annotated[Literal["verified"], Field(description="Everything agrees.")]
    operation: Annotated[str, Field(description="The operation's name.")]
    ruleset: Annotated[str, Field(description="Family and version of the rules applied.")]
    rolls: Annotated[int, Field(description="Faces and cards replayed.")]
    seeded: Annotated[int, Field(description="How many of them were recomputed from the seed.")]


@record
class Diverged:
    """The answer is not what the rules give for these dice."""

    status: Annotated[Literal["diverged"], Field(description="Something differs.")]
    operation: Annotated[str, Field(description="The operation's name.")]
    pointer: Annotated[str, Field(description="JSON Pointer into the answer, to the first difference.")]
    step: Annotated[int | None, Field(description="Number of the step that differs first, if one does.")]
    rule: Annotated[str | None, Field(description="Id of the rule at that step.")]
    expected: Annotated[Json, Field(description="What the rules give.")]
    found: Annotated[Json, Field(description="What the answer says.")]
    text: Annotated[str, Field(description="The difference as a sentence.")]


class Verifier:
    """Replays answers of rolled procedures."""

    def __init__(self, benches: Mapping[str, Bench]) -> None:
        """Know the procedures."""
        self._benches = {name: bench for name, bench in benches.items() if bench.signature.rolls}

    async def verify(self, claim: VerifyRequest) -> Verified | Diverged:
        """Resolve the request again with the answer's faces and compare everything."""
        return self.verified(claim)

    def verified(self, claim: VerifyRequest) -> Verified | Diverged:
        """Do the same where nobody awaits it."""
        bench = self._bench(claim.operation)
        request = self._request(bench, claim.request)
        dice = _dice_of(claim.answer)
        try:
            outcome = bench.resolve(request, dice)
            dice.finish()
        except Divergence as divergence:
            return _diverged_at_roll(claim.operation, divergence)
        except (RulesRefuse, WorkTooLarge) as refusal:
            raise refusal.below("/request") from None
        again = {
            "ruleset": bench.family.ruleset,
            "steps": dice.steps,
            "outcome": outcome,
            "dice": _dice_used(claim.answer.dice, dice),
            "rulings": request.rulings,
            "warnings": dice.warnings,
        }
        difference = _first_difference(orjson.loads(to_json(again)), orjson.loads(rewritten(claim.answer)), "")
        if difference is not None:
            return _diverged_at(claim, *difference)
        used = len(dice.faces) + len(dice.cards)
        supplied = claim.answer.dice.supplied_faces + claim.answer.dice.supplied_cards
        return Verified(
            status="verified",
            operation=claim.operation,
            ruleset=bench.family.ruleset,
            rolls=used,
            seeded=max(used - supplied, 0) if claim.answer.dice.seed else 0,
        )

    def _bench(self, name: str) -> Bench:
        bench = self._benches.get(name)
        if bench is None:
            known = ", ".join(self._benches)
            raise UnknownOperation(f"{name!r} is not a rolled operation; there are {known}.", pointer="/operation")
        return bench

    def _request(self, bench: Bench, body: Document) -> Any:
        try:
            return fitted(bench.request, rewritten(body))
        except DoesNotFit as misfit:
            below = misfit.below("/request")
            raise UnfitRequest(below.detail, faults=below.faults) from None


def verifying(benches: Mapping[str, Bench], examples: tuple[Example, ...] = ()) -> Operation:
    """Declare the operation that proves answers."""
    return Operation(
        name="verify",
        summary="Prove an answer: replay its dice through the rules and name the first thing that differs.",
        description=(
            "Post the request and the whole answer of a rolled operation. Every roll must be one the rules ask for, "
            "seeded faces must follow from the seed, and every total, target, margin, sentence and outcome must be "
            "what the rules give for those faces."
        ),
        effect=Effect.COMPUTE,
        path="/v1/verify",
        request=VerifyRequest,
        answers=(Verified, Diverged),
        run=Verifier(benches).verify,
        errors=(UnknownOperation, UnfitRequest, RulesRefuse, WorkTooLarge),
        examples=examples,
        work=always_heavy,
    )


def _dice_of(answer: ClaimedAnswer) -> ReplayedDice:
    rolls = [
        RecordedRoll(n=step.n, rule=step.rule, dice=step.dice, faces=step.faces, card=step.card, source=step.source)
        for step in answer.steps
        if step.dice is not None and step.source is not None
    ]
    dice = answer.dice
    return ReplayedDice(rolls, seed=dice.seed, supplied_faces=dice.supplied_faces, supplied_cards=dice.supplied_cards)


def _dice_used(claimed: ClaimedDice, dice: ReplayedDice) -> DiceUsed:
    return DiceUsed(
        kind=claimed.kind,
        seed=claimed.seed,
        faces=tuple(dice.faces),
        cards=tuple(dice.cards),
        supplied_faces=min(claimed.supplied_faces, len(dice.faces)),
        supplied_cards=min(claimed.supplied_cards, len(dice.cards)),
    )


def _diverged_at_roll(operation: str, divergence: Divergence) -> Diverged:
    return Diverged(
        status="diverged",
        operation=operation,
        pointer=f"/steps/{divergence.n - 1}/{divergence.part}",
        step=divergence.n,
        rule=divergence.rule,
        expected=divergence.expected,
        found=divergence.found,
        text=str(divergence),
    )


def _diverged_at(claim: VerifyRequest, pointer: str, expected: Any, found: Any) -> Diverged:
    parts = pointer.split("/")
    step = int(parts[2]) + 1 if parts[1] == "steps" and len(parts) > 2 else None
    steps = claim.answer.steps
    rule = steps[step - 1].rule if step is not None and step <= len(steps) else None
    return Diverged(
        status="diverged",
        operation=claim.operation,
        pointer=pointer,
        step=step,
        rule=rule,
        expected=expected,
        found=found,
        text=f"At {pointer} the rules give {expected!r}, the answer says {found!r}.",
    )


def _first_difference(expected: Any, found: Any, pointer: str) -> tuple[str, Any, Any] | None:
    """Compare what is expected with what was found; parts of the answer that nothing is known of are not compared."""
    if isinstance(expected, dict) and isinstance(found, dict):
        extra = [key for key in found if key not in expected] if pointer else []
        for key in [*expected, *extra]:
            difference = _first_difference(expected.get(key), found.get(key), f"{pointer}/{key}")
            if difference is not None:
                return difference
        return None
    if isinstance(expected, list) and isinstance(found, list):
        for position, (one, other) in enumerate(zip(expected, found, strict=False)):
            difference = _first_difference(one, other, f"{pointer}/{position}")
            if difference is not None:
                return difference
        if len(expected) == len(found):
            return None
        shorter = min(len(expected), len(found))
        return f"{pointer}/{shorter}", _at(expected, shorter), _at(found, shorter)
    return None if expected == found and type(expected) is type(found) else (pointer, expected, found)


def _at(items: list[Any], position: int) -> Any:
    return items[position] if position < len(items) else None
