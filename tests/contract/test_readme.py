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
        (folder / "service").symlink_to(ROOT / "service")
        for name, command in (
            ("python", ""),
            ("python3", ""),
            ("curl", " -m tests.contract.curl"),
            ("umpire", " -m service"),
        ):
            program = self.programs / name
            program.write_text(f'#!/bin/sh\nexec "{sys.executable}"{command} "$@"\n', encoding="utf-8")
            program.chmod(0o755)

    def run(self, *blocks: str, progress: str = "") -> list[str]:
        """Carry out blocks one after the other in one shell, and return what each printed.

        `progress` is what each line on standard error begins with; without it nothing may be written there.
        """
        script = f"\necho '{MARK}'\n".join(blocks)
        script = script.replace("http://127.0.0.1:8000", ADDRESS).replace(".venv/bin/", "")
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
        assert done.returncode == 0, done.stderr
        told = done.stderr.splitlines()
        assert [line for line in told if not progress or not line.startswith(progress)] == []
        assert done.stdout.endswith("\n")
        return done.stdout.split(f"{MARK}\n")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path)


def test_rest_and_command_line(shell: Shell) -> None:
    """The attack gives the step, the sentences and the odds that are shown; so does the command line, 200 times."""
    commands = *commands_of("One attack over REST"), *commands_of("On the command line")
    attack, odds, alone, many = shell.run(*commands, progress="umpire: ")
    answer = orjson.loads(attack)
    assert contains(answer["steps"][0], orjson.loads(block("json", "opposed/attack/sequence")))
    assert [step["text"] for step in answer["steps"]] == block("text", "Ash strikes").strip().splitlines()
    hit = next(each["chance"] for each in orjson.loads(odds)["events"] if each["event"] == "outcome=hit")
    assert f"{hit['numerator']} of {hit['denominator']} cases" in " ".join(README.split())
    assert orjson.loads(alone) == answer
    assert many == ""
    lines = (shell.folder / "answers.jsonl").read_bytes().splitlines()
    assert [orjson.loads(line)["status"] for line in lines] == ["resolved"] * 200


def test_graphql(shell: Shell) -> None:
    """The attack over GraphQL gives the answer that is shown, to the letter."""
    (answer,) = shell.run(*commands_of("The same over GraphQL"))
    assert orjson.loads(answer) == orjson.loads(block("json", '"data"'))


def test_encounters(shell: Shell) -> None:
    """The README's encounter can be created, acted on, watched, judged, undone, proved, checked, and a roll shared."""
    create, name, act, watch, luck, undo, prove, check, share = commands_of("Encounters")
    created, named, acted, again, watched, judged, undone, proved, checked, shared = shell.run(
        create, name, act, act, watch, luck, undo, prove, check, share
    )
    encounter = orjson.loads(created)
    assert (encounter["version"], named) == (1, "")
    steps = [step["text"] for step in orjson.loads(acted)["steps"]]
    assert steps == block("text", "Ash strikes").strip().splitlines()
    assert orjson.loads(acted)["version"] == 2
    assert again == acted
    assert block("text", "event: entry").strip() in watched
    assert [each["side"] for each in orjson.loads(judged)["sides"]] == ["heroes", "monsters"]
    assert orjson.loads(undone)["after"] == encounter["state_hash"]
    assert orjson.loads(proved)["status"] == "verified"
    assert checked != ""
    assert orjson.loads(shared)["results"][0]["operation"] == "dice/roll"


def has_drawn(shell: Shell, name: str) -> None:
    """Compare a picture that a command has written with that in the README; `make pictures` keeps it."""
    drawn = (shell.folder / name).read_bytes()
    kept = os.environ.get("UMPIRE_README_PICTURES")
    if kept:
        (ROOT / kept / name).write_bytes(drawn)
    assert f"(docs/pictures/{name})" in README
    assert (ROOT / "docs" / "pictures" / name).read_bytes() == drawn


def test_odds_of_a_fight(shell: Shell) -> None:
    """The heroes win as often as it says and shows."""
    (answer,) = shell.run(*commands_of("The odds of a fight"))
    party = next(each["chance"] for each in orjson.loads(answer)["winner"] if each["side"] == "party")
    assert f"`winner` says {party['decimal']:.3f}" in README
    assert f"between {party['low']:.2f} and {party['high']:.2f}" in " ".join(README.split())
    has_drawn(shell, "ogres.svg")


def test_campaigns(shell: Shell) -> None:
    """What weapons and bandits come to is what is shown; the fight that is chosen is played."""
    weapons, fight, bandits = shell.run(*commands_of("Campaigns"), progress="umpire: ")
    assert weapons == block("text", "greatsword")
    assert orjson.loads(fight)["dice"]["seed"] == "sha512ctr1:campaign/7"
    assert bandits == block("text", "party lost")
    has_drawn(shell, "weapons.svg")
    has_drawn(shell, "bandits.svg")


def test_every_command_is_carried_out() -> None:
    """Each block of commands but the two of make is in one of the sections above, and leaves nothing to fill in."""
    sections = (
        "One attack over REST",
        "On the command line",
        "The odds of a fight",
        "The same over GraphQL",
        "Encounters",
        "Campaigns",
    )
    carried_out = [each for section in sections for each in commands_of(section)]
    every = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    assert [each for each in every if each not in carried_out] == [block("sh", "make run")]
    assert not re.search(r"_OF_|YOUR_|<[a-z]+>", "".join(carried_out))


def test_families() -> None:
    """The table says complete of every family that stands, and of no other."""
    complete = re.findall(r"^\| `(\w+)` \|.*\| complete \|$", README, re.MULTILINE)
    assert complete == [family.name for family in FAMILIES]
