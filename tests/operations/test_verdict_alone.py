"""Requests for the verdict alone are played silently, and nothing that they say differs from the whole answer."""

import asyncio
from typing import Any, Final

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.graphql.requests import GraphQLRequest
from service.app import bound_procedures, graphql, registry
from service.dice.silent import WordStream
from service.errors import UmpireError
from service.operations import procedure as procedures
from service.operations.answering.verdicts import asks_for_verdict_alone
from service.operations.registry import Effect, Operation
from service.operations.validation import validated
from service.operations.work.estimates import verdict_alone
from service.wire import to_json
from tests.api.test_cli import run
from tests.graphql_translation import variables_for
from tests.operations.asking import ask, first_example
from tests.rings import many

ROLLED: Final = [each for name in bound_procedures() if (each := registry()[name]).effect is Effect.ROLL]
EXAMPLES: Final = [(each, example.request) for each in ROLLED for example in each.examples]
VERDICT: Final = ["outcome.verdict"]
ATTACK: Final = "laurels/resolve-attack"


def seeded(seed: str) -> dict[str, str]:
    """Dice of a seed."""
    return {"kind": "seeded", "seed": seed}


def told(operation: Operation, request: dict[str, Any]) -> dict[str, Any]:
    """What an operation answers, or its refusal with all that is charged for it."""
    try:
        answer: dict[str, Any] = orjson.loads(to_json(asyncio.run(_run(operation, request))))
    except UmpireError as refusal:
        return {"refused": str(refusal), "faults": refusal.faults, "rolled": refusal.rolled, "drawn": refusal.drawn}
    return answer


async def _run(operation: Operation, request: dict[str, Any]) -> Any:
    return await operation.run(validated(operation.request, to_json(request)))


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The streams from which verdicts were rolled silently."""
    streams: list[Any] = []

    def stream(seed: str) -> Any:
        streams.append(WordStream(seed))
        return streams[-1]

    monkeypatch.setattr(procedures, "WordStream", stream)
    return streams


@given(st.data())
def test_verdicts_are_those_of_the_whole_answer(data: st.DataObject) -> None:
    """For every example and any seed of either generator, the silent verdict, or the refusal, is that of the whole."""
    for operation, example in data.draw(st.lists(st.sampled_from(EXAMPLES), min_size=1, max_size=many(6, 2))):
        generator = data.draw(st.sampled_from(["sha256ctr1", "sha512ctr1"]))
        request = {**orjson.loads(to_json(example)), "dice": seeded(f"{generator}:{data.draw(st.integers(0, 999))}")}
        request.pop("fields", None)
        whole, alone = told(operation, request), told(operation, {**request, "fields": [*VERDICT, "rulings"]})
        if "refused" in whole:
            assert alone == whole
        else:
            outcome = {"verdict": whole["outcome"]["verdict"]}
            assert alone == {"status": "selected", "outcome": outcome, "rulings": whole["rulings"]}


@pytest.mark.parametrize("operation", ROLLED, ids=lambda operation: operation.name)
def test_every_procedure_is_played_silently(operation: Operation, silent: list[Any]) -> None:
    """Each procedure that rolls is played by silent dice, which take as many numbers as the whole answer has dice."""
    request = {**first_example(operation.name), "dice": seeded("sha256ctr1:table-7")}
    whole = told(operation, request)
    assert silent == []
    told(operation, {**request, "fields": VERDICT})
    assert [stream.at for stream in silent] == [len(whole["dice"]["faces"]) + len(whole["dice"]["cards"])]


@pytest.mark.parametrize("dice", [{"kind": "seeded"}, seeded("sha256ctr1:0")], ids=["fresh", "named"])
def test_refusals_after_dice_say_how_many(dice: dict[str, str], silent: list[Any]) -> None:
    """A refusal in the middle says how many dice were rolled, and whether the service chose their seed."""
    body = {**first_example(ATTACK), "dice": dice, "fields": VERDICT, "rulings": {"max_explosions": 1}}
    operation, refused = registry()[ATTACK], []
    for seed in range(60):
        given_dice = dice if "seed" not in dice else seeded(f"sha256ctr1:{seed}")
        refused += [each for each in [told(operation, {**body, "dice": given_dice})] if "refused" in each]
    assert refused
    assert all(each["rolled"] > 0 and each["drawn"] is ("seed" not in dice) for each in refused)
    assert len(silent) == 60


@pytest.mark.parametrize(
    "more",
    [
        {"dice": {"kind": "supplied", "faces": []}},
        {"dice": {"kind": "supplied", "faces": [1], "when_exhausted": "roll", "left_over": "ignore"}},
        {"fields": ["outcome.verdict", "warnings"]},
        {"fields": ["outcome"]},
        {"fields": ["outcome.verdict", "steps.text"]},
        {"fields": ["outcome.verdict", "dice.seed"]},
        {"fields": ["outcome.summary"]},
        {"keep": True},
        {"keep_with": "0" * 32},
        {"fields": None},
    ],
    ids=str,
)
def test_whatever_else_is_asked_for_is_told(more: dict[str, Any]) -> None:
    """Dice of people, kept answers, and requests for anything but the verdict are played with a transcript."""
    body = {**first_example(ATTACK), "dice": {"kind": "seeded"}, "fields": VERDICT}

    def is_alone(**changed: Any) -> bool:
        request = validated(registry()[ATTACK].request, to_json({**body, **changed}))
        return asks_for_verdict_alone(request, is_selected=False)

    assert is_alone()
    assert is_alone(fields=["outcome.verdict.outcome", "status"])
    assert not is_alone(**more)


def test_batches_cost_the_same() -> None:
    """A batch is charged for the dice of a verdict, recorded or not."""
    body = {**first_example(ATTACK), "dice": seeded("sha256ctr1:a")}
    whole, alone = (
        ask("batch", {"requests": [{"operation": ATTACK, "body": {**body, **more}}] * 3})
        for more in ({}, {"fields": VERDICT})
    )
    assert alone["cost"] == whole["cost"] > 30
    verdicts = [each["body"]["outcome"] for each in alone["answers"]]
    assert verdicts == [{"verdict": each["body"]["outcome"]["verdict"]} for each in whole["answers"]]


def test_lines_are_answered_alike() -> None:
    """Lines of the command line, which worker processes answer, have the same verdicts."""
    body = {**first_example(ATTACK), "dice": seeded("sha256ctr1:a"), "fields": VERDICT}
    status, lines, _ = run(*ATTACK.split("/"), "--jsonl", given=orjson.dumps(body) + b"\n")
    assert status == 0
    assert orjson.loads(lines) == told(registry()[ATTACK], body)


def document_of(operation: Operation, of_outcome: str, beside: str = "") -> str:
    """A document that selects some of an outcome, and perhaps something beside it."""
    root = graphql().schema._schema.mutation_type
    assert root is not None
    given_types = {name: each.type for name, each in root.fields[operation.camel_name].args.items()}
    variables = ", ".join(f"${name}: {kind}" for name, kind in given_types.items())
    arguments = ", ".join(f"{name}: ${name}" for name in given_types)
    answer = f"... on {operation.pascal_name}Answer {{ status {beside} outcome {{ {of_outcome} }} }}"
    return f"mutation Ask({variables}) {{ it: {operation.camel_name}({arguments}) {{ __typename {answer} }} }}"


@pytest.mark.parametrize(
    ("of_outcome", "beside", "is_silent"),
    [
        ("verdict { outcome }", "ruleset rulings { maxExplosions }", True),
        ("__typename ...v } } ... on LaurelsResolveAttackAnswer { outcome { verdict { __typename }", "", True),
        ("verdict { outcome } summary", "", False),
        ("verdict { outcome }", "steps { text }", False),
        ("verdict { outcome }", "warnings", False),
        ("verdict { outcome }", "dice { seed }", False),
    ],
)
def test_graphql(of_outcome: str, beside: str, silent: list[Any], *, is_silent: bool) -> None:
    """A document that selects nothing of an outcome but the verdict is played silently, once it has a plan."""
    operation, executor = registry()[ATTACK], graphql()
    request = {**first_example(ATTACK), "dice": seeded("sha256ctr1:g")}
    query = document_of(operation, of_outcome, beside)
    if "...v" in query:
        query += " fragment v on LaurelsAttackOutcome { verdict { outcome } }"
    body = {"query": query, "variables": variables_for(executor.schema, operation, request)}
    answers = [
        asyncio.run(executor.execute(GraphQLRequest.model_validate_json(to_json(body)))).body["data"]["it"]
        for _ in range(3)
    ]
    expected = told(operation, request)["outcome"]["verdict"]["outcome"]
    assert [each["outcome"]["verdict"]["outcome"].lower() for each in answers] == [expected] * 3
    assert to_json(answers[0]) == to_json(answers[1]) == to_json(answers[2])
    assert bool(silent) is is_silent
    assert not verdict_alone.get()
