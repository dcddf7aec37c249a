"""What the README shows is what the service answers."""

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import orjson
import pytest
from starlette.testclient import TestClient

from service.app import FAMILIES, create_app
from tests.contract.address import ADDRESS
from tests.patience import PATIENCE

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
    assert [step["text"] for step in answer["steps"]] == block("text", "Ash strikes").strip().splitlines()
    odds = client.post("/v1/opposed/resolve-attack/odds", content=body, headers=JSON).json()
    hit = next(each["chance"] for each in odds["events"] if each["event"] == "outcome=hit")
    assert f"{hit['numerator']} of {hit['denominator']} cases" in README.replace("\n", " ")


def test_graphql(client: TestClient) -> None:
    """The attack over GraphQL gives the answer that is shown, to the letter."""
    body = body_after("-d @- <<'EOF'\n", "EOF\n```")
    answer = client.post("/graphql", content=body, headers=JSON)
    assert answer.json() == orjson.loads(block("json", '"data"'))


@dataclass
class Shell:
    """Carries out the README's commands as a shell with curl would."""

    words: dict[str, str] = field(default_factory=dict)

    def run(self, block: str) -> httpx2.Response:
        """Carry out the assignments and the one request of a block."""
        curl, _, *arguments = self.read(block)
        assert curl == "curl"
        posts = "POST" in arguments
        address, *options = [word for word in arguments if word not in {"-X", "POST"}]
        given = list(zip(options[::2], options[1::2], strict=True))
        headers = dict(value.split(": ", 1) for option, value in given if option == "-H")
        body = next((value.encode() for option, value in given if option == "-d"), None)
        return self._ask("POST" if posts or body is not None else "GET", address, headers, body)

    def read(self, block: str) -> list[str]:
        """Carry out assignments, and return the other words with everything filled in."""
        words = []
        for word in shlex.split(block.replace("\\\n", " ")):
            filled = re.sub(r"\$([A-Z]+)", lambda found: self.words[found[1]], word)
            name, is_assigned, value = filled.partition("=")
            if is_assigned and name.isupper():
                self.words[name] = value.replace("http://127.0.0.1:8000", ADDRESS)
            else:
                words.append(filled)
        return words

    def _ask(self, method: str, address: str, headers: dict[str, str], body: bytes | None) -> httpx2.Response:
        with httpx2.stream(method, address, headers=headers, content=body, timeout=PATIENCE, verify=False) as reply:
            if not reply.headers["content-type"].startswith("text/event-stream"):
                return httpx2.Response(reply.status_code, headers=reply.headers, content=reply.read())
            said = ""
            for line in reply.iter_lines():
                said += f"{line}\n"
                if line.startswith("data: "):
                    break
            return httpx2.Response(reply.status_code, text=said)


def commands_of(section: str) -> list[str]:
    """The blocks of shell commands in a section of the README, in order."""
    text = re.split(r"^## ", README.split(f"\n## {section}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"```sh\n(.*?)```", text, re.DOTALL)


def test_encounters() -> None:
    """The README's encounter can be created, acted on, watched, undone and proved as it says, and a roll shared."""
    shell = Shell()
    create, name, act, watch, undo, prove, share, read = commands_of("Encounters")
    created = shell.run(create)
    assert (created.status_code, created.headers["etag"]) == (201, '"1"')
    for field_name in ("id", "referee", "viewer"):
        name = name.replace(f"{field_name.upper()}_OF_THE_ANSWER", created.json()[field_name])
    assert shell.read(name) == []
    acted = shell.run(act).json()
    assert [step["text"] for step in acted["steps"]] == block("text", "Ash strikes").strip().splitlines()
    assert acted["version"] == 2
    assert shell.run(act).headers["idempotent-replayed"] == "true"
    assert block("text", "event: entry").strip() in shell.run(watch).text
    assert shell.run(undo).json()["after"] == created.json()["state_hash"]
    assert shell.run(prove).json()["status"] == "verified"
    kept = shell.run(share).json()["kept"]
    page = shell.run(read.replace("ID_OF_KEPT", kept["id"])).json()
    assert page["results"][0]["operation"] == "dice/roll"
    assert f"$U/results/{kept['id']}" == f"$U{kept['path'].removeprefix('/v1')}"


def test_families() -> None:
    """The table says complete of every family that stands, and of no other."""
    complete = re.findall(r"^\| `(\w+)` \|.*\| complete \|$", README, re.MULTILINE)
    assert complete == [family.name for family in FAMILIES]
