"""What the README shows is what the service answers."""

import re
from pathlib import Path
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

from service.app import FAMILIES, create_app

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def client() -> TestClient:
    """The whole service, in process."""
    return TestClient(create_app())


def body_after(start: str, end: str) -> bytes:
    """Return the body of the curl command between two marks, as curl would send it."""
    body = README.split(start, 1)[1].split(end, 1)[0]
    return body.replace("\n", "").encode()


def block(kind: str, holding: str) -> str:
    """Return the README's code block of a kind that holds a text."""
    blocks: list[str] = re.findall(rf"```{kind}\n(.*?)```", README, re.DOTALL)
    return next(each for each in blocks if holding in each)


def contains(whole: Any, part: Any) -> bool:
    """Whether every field of an object that is shown is in the object that was answered."""
    if isinstance(part, dict):
        return all(contains(whole[key], value) for key, value in part.items())
    return bool(whole == part)


def test_rest(client: TestClient) -> None:
    """The attack over REST gives the step, the sentences and the odds that are shown."""
    body = body_after("resolve-attack -H 'content-type: application/json' -d '", "'\n```")
    answer = client.post("/v1/opposed/resolve-attack", content=body, headers=JSON).json()
    assert contains(answer["steps"][0], orjson.loads(block("json", "opposed/attack/sequence")))
    assert [step["text"] for step in answer["steps"]] == block("text", "Ash rolls").strip().splitlines()
    odds = client.post("/v1/opposed/resolve-attack/odds", content=body, headers=JSON).json()
    hit = next(each["chance"] for each in odds["events"] if each["event"] == "outcome=hit")
    assert f"{hit['numerator']} of {hit['denominator']} cases" in README.replace("\n", " ")


def test_graphql(client: TestClient) -> None:
    """The attack over GraphQL gives the answer that is shown, to the letter."""
    body = body_after("-d @- <<'EOF'\n", "EOF\n```")
    answer = client.post("/graphql", content=body, headers=JSON)
    assert answer.json() == orjson.loads(block("json", '"data"'))


def test_families() -> None:
    """The table says complete of every family that stands, and of no other."""
    complete = re.findall(r"^\| `(\w+)` \|.*\| complete \|$", README, re.MULTILINE)
    assert complete == [family.name for family in FAMILIES]
