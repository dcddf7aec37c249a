"""The lines of a proof are checked by the service in the words of the published verifiers."""

import json
from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from service.cli import main
from service.encounters.encounter import MAX_VERSIONS
from service.encounters.verifier.verify import check
from service.encounters.verifier.words import words_of
from service.operations.registry import PROOF_BYTES
from tests.api.calls import Reply
from tests.encounters.client import Client
from tests.encounters.test_graphql import run
from tests.verifier.cases import header, published
from tests.verifier.forging import hash_at
from tests.verifier.test_published import INDEX, lines_of

PATH = "/v1/encounters/verify"
ENTRY: Any = {"version": 1}
HEAD = f"1:{'0' * 64}"
QUERY = """
query ($lines: [String!]!, $saw: [String!]) { encountersVerifyLog(lines: $lines, saw: $saw) {
  ... on LogChecked { status verdict found text } ... on Problem { type } } }
"""


async def asked(app: Asgi, **request: Any) -> Reply:
    """Have a log verified."""
    return await Client(app).ask("POST", PATH, request)


@pytest.mark.parametrize("name", ["whole", "viewer", "ticket", "cards"])
async def test_logs_that_hold(app: Asgi, name: str) -> None:
    """What is found is what the verifiers find, in the same words."""
    lines = list(published(name))
    found = check(lines)
    reply = await asked(app, lines=lines)
    assert reply.status == 200, reply.body
    assert reply.json == {"status": "checked", "verdict": "holds", "found": found, "text": words_of(found)}


@pytest.mark.parametrize("told", INDEX, ids=[each["why"] for each in INDEX])
async def test_broken_logs(app: Asgi, told: Any) -> None:
    """Every reason for which a log is broken is told, with the same keys and heads."""
    lines = lines_of(told["log"])
    reply = await asked(app, lines=lines, keys=told["keys"], saw=told["saw"])
    assert reply.status == 200, reply.body
    found = {name: told[name] for name in ("verdict", "version", "why", "text")}
    assert (reply.json["verdict"], reply.json["found"], reply.json["text"]) == ("broken", found, words_of(found))


async def test_the_same_json(app: Asgi, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON is that of `umpire verify --json`, also with keys and heads that are known beforehand."""
    lines, log, keys = list(published("whole")), tmp_path / "log.jsonl", tmp_path / "keys.json"
    saw = f"6:{hash_at(lines, 6)}"
    log.write_text("\n".join(lines), encoding="utf-8")
    keys.write_text(json.dumps(header()), encoding="utf-8")
    assert main(["verify", str(log), "--json", "--keys", str(keys), "--saw", saw]) == 0
    reply = await asked(app, lines=lines, keys=header(), saw=[saw])
    assert reply.json["found"] == json.loads(capsys.readouterr().out)
    assert reply.json["found"]["keys_from"] == "elsewhere"


@pytest.mark.parametrize(
    ("request_", "pointer"),
    [
        ({}, "/lines"),
        ({"entries": [ENTRY], "lines": ["{}"]}, "/lines"),
        ({"entries": [ENTRY], "saw": [HEAD]}, "/saw"),
        ({"entries": [ENTRY], "keys": {}}, "/keys"),
        ({"lines": ["{}"], "saw": ["1"]}, "/saw/0"),
        ({"lines": ["{}"], "saw": [HEAD] * 101}, "/saw"),
        ({"lines": ["{}"] * (MAX_VERSIONS + 2)}, "/lines"),
        ({"lines": [1]}, "/lines/0"),
        ({"lines": ["{}"], "keys": 1}, "/keys"),
    ],
)
async def test_refusals(app: Asgi, request_: Any, pointer: str) -> None:
    """Who sends both forms or neither, or more than there may be, is told where."""
    reply = await asked(app, **request_)
    assert (reply.status, reply.json["errors"][0]["pointer"]) == (422, pointer)


async def test_too_long(app: Asgi) -> None:
    """A body may be as long as that of any proof."""
    assert (await asked(app, lines=["x" * PROOF_BYTES])).problem == "body-too-large"


@pytest.mark.parametrize(
    "lines", [[""], ["[" * 100_000], ["null"], ["{}", "{}"], ['{"umpire":"log/1","origin":1,"keys":[1]}']]
)
async def test_what_is_no_log(app: Asgi, lines: list[str]) -> None:
    """Anything else is a broken log, not an error."""
    reply = await asked(app, lines=lines)
    assert (reply.status, reply.json["verdict"], reply.json["found"]["version"]) == (200, "broken", 0)


async def test_over_graphql(both: Asgi) -> None:
    """Over GraphQL the same is found."""
    lines = list(published("ticket"))
    for seen in ([], [f"2:{hash_at(lines, 2)}"], [HEAD]):
        expected = (await asked(both, lines=lines, saw=seen)).json
        assert await run(both, QUERY, lines=lines, saw=seen) == expected
