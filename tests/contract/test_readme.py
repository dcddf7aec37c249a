"""What the README shows is what the service answers: a shell carries out its commands as they stand."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.app import FAMILIES
from tests.contract.address import ADDRESS
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MARK = "----- next block -----"


def body_after(start: str, end: str) -> bytes:
    """Return the body of a request between two marks, as curl sends it: without line ends."""
    body = README.split(start, 1)[1].split(end, 1)[0]
    return body.replace("\n", "").encode()


def block(kind: str, holding: str) -> str:
    """Return the README's code block of a kind that holds a text."""
    blocks: list[str] = re.findall(rf"```{kind}\n(.*?)```", README, re.DOTALL)
    return next(each for each in blocks if holding in each)


def commands_of(section: str) -> list[str]:
    """The blocks of shell commands in a section of the README, in order."""
    text = re.split(r"^## ", README.split(f"\n## {section}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"```sh\n(.*?)```", text, re.DOTALL)


def contains(whole: Any, part: Any) -> bool:
    """Whether every field of an object that is shown is in the object that was answered."""
    if isinstance(part, dict):
        return all(contains(whole[key], value) for key, value in part.items())
    return bool(whole == part)


class Shell:
    """Carries out blocks of the README in an empty folder, with this Python, and without needing curl."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / "bin"
        self.programs.mkdir()
        for name, command in (("python3", ""), ("curl", " -m tests.contract.curl"), ("umpire", " -m service")):
            program = self.programs / name
            program.write_text(f'#!/bin/sh\nexec "{sys.executable}"{command} "$@"\n', encoding="utf-8")
            program.chmod(0o755)

    def run(self, *blocks: str) -> list[str]:
        """Carry out blocks one after the other in one shell, and return what each printed."""
        script = f"\necho '{MARK}'\n".join(blocks)
        script = script.replace("http://127.0.0.1:8000", ADDRESS).replace(".venv/bin/umpire", "umpire")
        path = os.pathsep.join([str(self.programs), os.environ.get("PATH", os.defpath)])
        done = subprocess.run(
            ["/bin/sh", "-euc", script],
            cwd=self.folder,
            env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith("\n")
        return done.stdout.split(f"{MARK}\n")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path)


def test_rest_and_command_line(shell: Shell) -> None:
    """The attack gives the step, the sentences and the odds that are shown, and the same without a service."""
    attack, odds, alone = shell.run(*commands_of("One attack over REST"), *commands_of("On the command line"))
    answer = orjson.loads(attack)
    assert contains(answer["steps"][0], orjson.loads(block("json", "opposed/attack/sequence")))
    assert [step["text"] for step in answer["steps"]] == block("text", "Ash strikes").strip().splitlines()
    hit = next(each["chance"] for each in orjson.loads(odds)["events"] if each["event"] == "outcome=hit")
    assert f"{hit['numerator']} of {hit['denominator']} cases" in " ".join(README.split())
    assert orjson.loads(alone) == answer


def test_graphql(shell: Shell) -> None:
    """The attack over GraphQL gives the answer that is shown, to the letter."""
    (answer,) = shell.run(*commands_of("The same over GraphQL"))
    assert orjson.loads(answer) == orjson.loads(block("json", '"data"'))


def test_encounters(shell: Shell) -> None:
    """The README's encounter can be created, acted on, watched, undone and proved as it says, and a roll shared."""
    create, name, act, watch, undo, prove, share = commands_of("Encounters")
    created, named, acted, again, watched, undone, proved, shared = shell.run(
        create, name, act, act, watch, undo, prove, share
    )
    encounter = orjson.loads(created)
    assert (encounter["version"], named) == (1, "")
    steps = [step["text"] for step in orjson.loads(acted)["steps"]]
    assert steps == block("text", "Ash strikes").strip().splitlines()
    assert orjson.loads(acted)["version"] == 2
    assert again == acted
    assert block("text", "event: entry").strip() in watched
    assert orjson.loads(undone)["after"] == encounter["state_hash"]
    assert orjson.loads(proved)["status"] == "verified"
    assert orjson.loads(shared)["results"][0]["operation"] == "dice/roll"


def test_every_command_is_carried_out() -> None:
    """Each block of commands but the two of make is in one of the sections above, and leaves nothing to fill in."""
    sections = ("One attack over REST", "On the command line", "The same over GraphQL", "Encounters")
    carried_out = [each for section in sections for each in commands_of(section)]
    every = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    assert [each for each in every if each not in carried_out] == [block("sh", "make run")]
    assert not re.search(r"_OF_|YOUR_|<[a-z]+>", "".join(carried_out))


def test_families() -> None:
    """The table says complete of every family that stands, and of no other."""
    complete = re.findall(r"^\| `(\w+)` \|.*\| complete \|$", README, re.MULTILINE)
    assert complete == [family.name for family in FAMILIES]
