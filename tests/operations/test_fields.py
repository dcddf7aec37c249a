"""Chosen fields: a request names the parts of the answer that it wants, and gets only these."""

from collections.abc import Iterator
from typing import Any, get_args

import orjson
import pytest

from service.api.http.problem_documents import Asgi
from service.api.rest.router import RestRouter
from service.app import registry, registry_with
from service.operations.answering.answer_paths import paths_into
from service.operations.fields import require_known, selected
from service.operations.registry import Operation
from service.store.connection import Connection
from service.wire import Written, to_json
from tests.api.test_cli import run
from tests.encounters.client import STRIKE, Client, seated
from tests.golden.faces import parts_at
from tests.operations.asking import ask, first_example
from tests.rings import many, thinned

ATTACK = "heroic/resolve-attack"
SHORT = ["outcome.verdict", "outcome.summary"]
CHOOSING = [each for each in registry() if "fields" in each.request.model_fields and "encounters" not in each.name]


@pytest.fixture
def app(store: Connection) -> Asgi:
    """REST over the tests' store."""
    return RestRouter(registry_with(store))


def paths_in(document: Any) -> Iterator[list[str]]:
    """The paths to all parts of an answer, through lists."""
    if isinstance(document, list):
        for each in document:
            yield from paths_in(each)
    elif isinstance(document, dict):
        for name, part in document.items():
            yield [name]
            yield from ([name, *path] for path in paths_in(part))


@pytest.mark.parametrize("operation", thinned([pytest.param(each, id=each.name) for each in CHOOSING], 2))
def test_parts_are_those_of_the_whole_answer(operation: Operation) -> None:
    """Every path in an answer may be chosen, alone, and gives what the whole answer has there, with `status` first."""
    few = {"fights": 2, "max_fights": 2, "forecast": {"method": "sampled", "max_fights": 2}}
    request = {"dice": {"kind": "seeded", "seed": "sha256ctr1:f"}, **first_example(operation.name), **few}
    request = {name: value for name, value in request.items() if name in operation.request.model_fields}
    whole = ask(operation.name, request)
    paths = list({".".join(path): path for path in paths_in(whole)}.values())
    for path in paths[1 :: max(1, len(paths) // many(12, 5))]:
        told = ask(operation.name, {**request, "fields": [".".join(path)]})
        assert next(iter(told)) == "status"
        assert told == {**parts_at(whole, [path]), "status": "selected"}


def test_verdict_and_summary_are_short() -> None:
    """The verdict and the summary of an attack are some hundred bytes, in the order of the whole answer."""
    whole = ask(ATTACK, first_example(ATTACK))
    told = ask(ATTACK, {**first_example(ATTACK), "fields": SHORT})
    assert told == {
        "status": "selected",
        "outcome": {name: whole["outcome"][name] for name in whole["outcome"] if name in ("verdict", "summary")},
    }
    assert len(to_json(told)) < 300 < len(to_json(whole)) / 5


def test_a_part_includes_its_parts() -> None:
    """A path into a part that is chosen as a whole takes nothing away."""
    whole = ask(ATTACK, first_example(ATTACK))
    for paths in (["dice", "dice.faces"], ["dice.faces", "dice"]):
        assert ask(ATTACK, {**first_example(ATTACK), "fields": paths})["dice"] == whole["dice"]


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("outcome.verdit", "Unknown field outcome.verdit in `fields`: did you mean outcome.verdict?"),
        ("outcome.verdict.targetStatus", "did you mean outcome.verdict.target_status?"),
        ("warnings.text", "Unknown field warnings.text in `fields`: warnings has no fields."),
        ("", "`fields[0]` is a text of 1 to 200 characters"),
        ("outcome..verdict", "Unknown field outcome..verdict in `fields`: outcome has"),
        ("weather", "the answer has status, ruleset, outcome, steps, dice, rulings, warnings, kept, need, needs."),
    ],
)
def test_an_unknown_path_is_refused(path: str, says: str) -> None:
    """A path that no answer has is refused before anything is rolled, with what may have been meant."""
    told = ask(ATTACK, {**first_example(ATTACK), "dice": {"kind": "supplied", "faces": [7]}, "fields": ["dice", path]})
    if path:
        assert (told["status"], told["errors"][0]["pointer"]) == (422, "/fields/1")
    assert says.replace("[0]", "[1]") in told["detail"]


@pytest.mark.parametrize("fields", [[], ["dice"] * 2, [f"steps.n{number}" for number in range(51)], "dice", [1]])
def test_fields_are_a_list(fields: Any) -> None:
    """Fields are 1 to 50 distinct paths."""
    assert ask(ATTACK, {**first_example(ATTACK), "fields": fields})["status"] == 422


def test_dice_that_are_needed_are_told_in_full() -> None:
    """An answer that waits for dice, and a problem, are what they are without `fields`."""
    request = {**first_example(ATTACK), "dice": {"kind": "supplied"}}
    assert ask(ATTACK, {**request, "fields": SHORT}) == ask(ATTACK, request)
    wrong = {**request, "dice": {"kind": "supplied", "faces": [7]}}
    assert ask(ATTACK, {**wrong, "fields": SHORT}) == ask(ATTACK, wrong)


def test_what_is_needed_is_chosen() -> None:
    """Parts of an answer that waits for dice are chosen by a path into `need` or `needs`; a whole one has neither."""
    request = {**first_example(ATTACK), "dice": {"kind": "supplied"}}
    whole = ask(ATTACK, request)
    told = ask(ATTACK, {**request, "fields": ["need.dice", "outcome.verdict"]})
    assert told == {"status": "selected", "need": {"dice": whole["need"]["dice"]}}
    assert ask(ATTACK, {**first_example(ATTACK), "fields": ["needs"]}) == {"status": "selected"}
    unknown = ask(ATTACK, {**request, "fields": ["need.dies"]})
    assert "did you mean need.dice?" in unknown["detail"]


def test_listed_paths_can_be_chosen() -> None:
    """The contract lists of each operation what its answer has: all paths of two names, and none that is refused."""
    for each in registry():
        if "fields" in each.request.model_fields:
            listed = {path for group in paths_into(each.answers, each.parts).values() for path in group}
            require_known(tuple(sorted(listed)), each.answers, each.parts)
            assert {"status", "ruleset"} & listed, each.name
    attack = {path for group in paths_into(registry()[ATTACK].answers).values() for path in group}
    assert {"outcome.verdict", "outcome.summary", "steps.text", "dice.seed", "need.dice"} <= attack
    assert "outcome.verdict.hits" not in attack


def test_items_of_a_batch_choose() -> None:
    """An item of a batch chooses for itself, and costs what its whole answer costs."""
    whole = {"operation": ATTACK, "body": first_example(ATTACK)}
    chosen = {"operation": ATTACK, "body": {**first_example(ATTACK), "fields": SHORT}}
    told = ask("batch", {"requests": [whole, chosen]})
    assert told["answers"][1]["body"] == ask(ATTACK, chosen["body"])
    assert told["cost"] == 2 * ask("batch", {"requests": [whole]})["cost"]


def test_the_command_line_chooses() -> None:
    """The command line writes the chosen parts."""
    request = {**first_example(ATTACK), "fields": SHORT}
    status, out, _ = run(*ATTACK.split("/"), given=to_json(request))
    assert (status, orjson.loads(out)) == (0, ask(ATTACK, request))


async def test_encounters_choose(app: Asgi) -> None:
    """An act and a preview answer with the chosen parts; state, log and version are those of the whole."""
    table = await seated(app)
    path, body = (
        f"{table.path}/resolve-attack",
        {**STRIKE, "fields": ["outcome.verdict", "outcome.margin", "state.participants.id", "version"]},
    )
    seen = await table.referee.ask("POST", f"{path}/preview", body)
    acted = await table.referee.ask("POST", path, body, version=1)
    assert (seen.status, acted.status, acted.header("etag")) == (200, 200, '"2"')
    assert list(acted.json) == ["status", "version", "outcome", "state"]
    assert set(acted.json["outcome"]) == {"verdict", "margin"}
    entry = (await table.log())[1]
    assert acted.json["outcome"] == {name: entry["outcome"][name] for name in acted.json["outcome"]}
    assert entry["steps"]


async def test_encounters_check_before_they_act(app: Asgi) -> None:
    """A path that the outcome of the procedure does not have is refused, and nothing is stored."""
    table = await seated(app)
    for path, says in (("outcome.verdit", "outcome.verdict"), ("state.participant.id", "state.participants")):
        refused = await table.act("resolve-attack", {**STRIKE, "fields": [path]})
        assert (refused.status, refused.problem) == (422, "does-not-fit")
        assert f"did you mean {says}?" in refused.json["detail"]
    assert (await table.get())["version"] == 1


async def test_what_is_kept_is_the_whole(app: Asgi) -> None:
    """A shared result has the whole answer, and `kept` can be chosen."""
    body = {**first_example(ATTACK), "keep": True, "fields": ["kept.id"]}
    kept = (await Client(app).ask("POST", f"/v1/{ATTACK}", body)).json["kept"]
    page = (await Client(app).ask("GET", f"/v1/results/{kept['id']}")).json
    assert page["results"][0]["answer"]["status"] == "resolved"
    assert page["results"][0]["answer"]["steps"]


def test_what_a_worker_process_has_written_is_cut() -> None:
    """Of an answer that is JSON already the chosen parts are left; its headers stay, and a wait for dice is whole."""
    written = Written(b'{"status":"resolved","version":3,"outcome":{"a":1,"b":[{"c":2,"d":3}]}}', {"version": 3})
    told = selected(written, ("outcome.b.d",))
    assert (to_json(told), told.header_fields) == (
        b'{"status":"selected","outcome":{"b":[{"d":3}]}}',
        {"version": 3},
    )
    waiting = Written(b'{"status":"needs_dice","steps":[]}')
    assert selected(waiting, ("outcome",)) is waiting


def test_what_chooses_says_so() -> None:
    """Every operation whose requests choose fields has the answer `selected`, beside those of GraphQL."""
    for each in registry():
        tags = {get_args(get_args(kind.__annotations__["status"])[0]) for kind in each.rest_answers}
        assert (tags == {("selected",)}) is ("fields" in each.request.model_fields), each.name
