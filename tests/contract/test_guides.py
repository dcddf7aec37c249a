"""What the README and the pages of docs/ show is what the service answers: a shell carries out their commands."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from service.app import FAMILIES
from tests.contract.address import ADDRESS
from tests.patience import PATIENCE
from tests.rings import IS_LONG, long

ROOT: Final = Path(__file__).resolve().parents[2]
CLIENT: Final = ROOT / "clients" / "python" / "src"
MARK: Final = "----- next block -----"


@dataclass(frozen=True)
class Page:
    """A page of Markdown."""

    text: str

    def block(self, kind: str, holding: str) -> str:
        """Return the block of code of a kind that holds a text."""
        blocks: list[str] = re.findall(rf"```{kind}\n(.*?)```", self.text, re.DOTALL)
        return next(each for each in blocks if holding in each)

    def commands(self, *sections: str) -> list[str]:
        """Return the blocks of shell commands in order: of the sections that are named, or of the whole page."""
        parts = re.split(r"^## ", self.text, flags=re.MULTILINE)
        chosen = [part for part in parts if not sections or part.partition("\n")[0] in sections]
        return [each for part in chosen for each in re.findall(r"```sh\n(.*?)```", part, re.DOTALL)]

    @property
    def words(self) -> str:
        """The text without line ends."""
        return " ".join(self.text.split())


def page(path: str) -> Page:
    """Read a page."""
    return Page((ROOT / path).read_text(encoding="utf-8"))


README: Final = page("README.md")
ENCOUNTERS: Final = page("docs/encounters.md")
FACES: Final = page("docs/faces.md")
FIGHTS: Final = page("docs/fights.md")
PLAYING: Final = page("docs/playing.md")
ATTACK: Final = ("First attack", "Odds and your own dice")
STORED: Final = "A fight that the service stores"


def contains(whole: Any, part: Any) -> bool:
    """Whether every field of an object that is shown is in the object that was answered."""
    if isinstance(part, dict):
        return all(contains(whole[key], value) for key, value in part.items())
    return bool(whole == part)


class Shell:
    """Carries out blocks of a page in an empty folder, with this Python, and without needing curl."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / "bin"
        self.programs.mkdir()
        for name in ("service", "docs"):
            (folder / name).symlink_to(ROOT / name)
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
            env={**os.environ, "PATH": path, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, CLIENT)))},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told = done.stderr.splitlines()
        assert [line for line in told if not progress or not line.startswith(progress)] == []
        return done.stdout.split(f"{MARK}\n")

    def has_drawn(self, name: str, *pages: Page) -> None:
        """Compare a picture that a command has written with that of the pages; `make pictures` keeps it."""
        drawn = (self.folder / name).read_bytes()
        kept = os.environ.get("UMPIRE_README_PICTURES")
        if kept:
            (ROOT / kept / name).write_bytes(drawn)
        assert all(f"pictures/{name})" in each.text for each in pages)
        assert (ROOT / "docs" / "pictures" / name).read_bytes() == drawn


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path)


def test_first_attack(shell: Shell) -> None:
    """The attack of the README gives the step, the sentences and the odds that it shows."""
    attack, odds = shell.run(*README.commands(*ATTACK))
    answer = orjson.loads(attack)
    assert contains(answer["steps"][0], orjson.loads(README.block("json", "opposed/attack/sequence")))
    assert [step["text"] for step in answer["steps"]] == README.block("text", "Ash struck").strip().splitlines()
    hit = next(each["chance"] for each in orjson.loads(odds)["events"] if each["event"] == "outcome=hit")
    assert f"{hit['numerator']} of {hit['denominator']} cases" in README.words


def test_stored_fight(shell: Shell) -> None:
    """The four calls of the README create a fight, act in it, take the act back and stream it."""
    created, played = shell.run(*README.commands(STORED))
    acted, undone, *watched = played.splitlines()
    assert created == ""
    assert orjson.loads(acted)["version"] == 2
    assert orjson.loads(undone)["version"] == 3
    assert any(line.startswith('data: {"version":2,') for line in watched)


def test_a_thousand_fights(shell: Shell) -> None:
    """One line draws the picture that the README shows."""
    shell.run(*README.commands("A thousand fights"))
    shell.has_drawn("ogres.svg", README, FIGHTS)


def test_every_command_of_the_readme_is_carried_out() -> None:
    """Each block of commands of the README but that of make is carried out by a test above."""
    others = [each for each in README.commands() if each not in README.commands(*ATTACK, STORED, "A thousand fights")]
    assert others == [README.block("sh", "make run")]


def test_faces(shell: Shell) -> None:
    """GraphQL gives the answer that is shown, to the letter; commands for people and for programs do as well."""
    _, graphql, people, alone, counted, many = shell.run(*FACES.commands(), progress="umpire: ")
    shown = orjson.loads(FACES.block("json", '"data"'))
    assert orjson.loads(graphql) == shown
    said = [step["text"] for step in shown["data"]["opposedResolveAttack"]["steps"]]
    assert [step["text"] for step in orjson.loads(alone)["steps"]] == said
    assert people == FACES.block("text", "of 10")
    assert counted == FACES.block("text", "of 20")
    assert many == ""
    lines = (shell.folder / "answers.jsonl").read_bytes().splitlines()
    assert [orjson.loads(line)["status"] for line in lines] == ["resolved"] * 200


def test_encounters(shell: Shell) -> None:
    """All commands of the guide work in their order, and give what it shows."""
    create, name, act, lead, watch, luck, undo, prove, check, share = ENCOUNTERS.commands()
    again = act.partition("\n")[2]  # the same key once more
    created, named, acted, repeated, led, watched, judged, undone, proved, checked, shared = shell.run(
        create, name, act, again, lead, watch, luck, undo, prove, check, share
    )
    encounter = orjson.loads(created)
    assert (encounter["version"], named) == (1, "")
    steps = [step["text"] for step in orjson.loads(acted)["steps"]]
    assert steps == ENCOUNTERS.block("text", "Ash struck").strip().splitlines()
    assert orjson.loads(acted)["version"] == 2
    assert repeated == acted
    assert '"label": "Strike Orc"' in led
    assert '"why": "Ash strikes the first foe that it is engaged with."' in led
    assert ENCOUNTERS.block("text", "event: entry").strip() in watched
    assert [each["side"] for each in orjson.loads(judged)["sides"]] == ["heroes", "monsters"]
    assert orjson.loads(undone)["after"] == encounter["state_hash"]
    assert orjson.loads(proved)["status"] == "verified"
    assert checked != ""
    assert orjson.loads(shared)["results"][0]["operation"] == "dice/roll"


def test_playing(shell: Shell) -> None:
    """Both programs of the guide play fights of every family to an end; for `make test` of two."""
    installing, bot, plain = PLAYING.commands()
    assert installing == ".venv/bin/python -m pip install ./clients/python\n"
    runs = [
        f"{python} {each.name}"
        for each in FAMILIES[:: 1 if IS_LONG else 3]
        for python in ("python bot.py", "python3 plain.py")
    ]
    for told in shell.run(bot, plain, *runs):
        assert told.splitlines()[-1].startswith("The fight is over"), told


def test_odds_of_a_fight(shell: Shell) -> None:
    """The numbers of the fight that the guide explains are those that are answered."""
    told, _ = map(str, shell.run(*"".join(FIGHTS.commands("The odds of a fight")).splitlines()))
    odds = orjson.loads(told)
    party = odds["winner"][0]["chance"]
    spread = {each["given"]: each["spread"] for each in odds["survivors"] if each["side"] == "party"}
    decided = [each["round"] for each in odds["race"] if each["decided"]["decimal"] >= 0.5]
    low, high = party["low"], party["high"]
    assert f"win {party['decimal']:.3f} of the fights" in FIGHTS.words
    assert f"lies between {low:.2f} and {high:.2f}: {odds['method']['fights']} fights were played" in FIGHTS.words
    assert f"{spread['wins']['p50']} of the 5 stand after half of their victories" in FIGHTS.words
    assert f"survives {100 * odds['figures'][0]['stands']['decimal']:.0f} of 100 fights" in FIGHTS.words
    assert f"half of the fights are decided after {decided[0]} rounds" in FIGHTS.words


@long
def test_campaigns(shell: Shell) -> None:
    """What weapons and bandits come to is what the guide shows; the fight that is chosen is played."""
    weapons, fight, bandits = shell.run(*FIGHTS.commands("Campaigns"), progress="umpire: ")
    assert weapons == FIGHTS.block("text", "greatsword")
    assert orjson.loads(fight)["status"] == "resolved"
    assert bandits == FIGHTS.block("text", "party lost")
    shell.has_drawn("weapons.svg", FIGHTS)
    shell.has_drawn("bandits.svg", FIGHTS)


@pytest.mark.parametrize(
    "shown", [README, ENCOUNTERS, FACES, FIGHTS, PLAYING], ids=["README", "encounters", "faces", "fights", "playing"]
)
def test_commands_leave_nothing_to_fill_in(shown: Page) -> None:
    """No command has a gap that the reader has to fill."""
    assert not re.search(r"_OF_|YOUR_|<[a-z]+>", "".join(shown.commands()))


def test_families() -> None:
    """The README's table has a row for each family."""
    assert re.findall(r"^\| `(\w+)` \|", README.text, re.MULTILINE) == [family.name for family in FAMILIES]
