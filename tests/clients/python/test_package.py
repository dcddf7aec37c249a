"""The package as its users have it: the wheel in an empty environment, the README's programs, a strict type checker."""

import re
import zipfile
from pathlib import Path
from typing import Final

import pytest

from tests.clients.python.generated import FOLDER
from tests.clients.python.installing import Installed
from tests.clients.python.models import Models
from tests.published import document
from tests.rings import long

README: Final = (FOLDER / "README.md").read_text(encoding="utf-8")
PROGRAMS: Final = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SAYS: Final = {
    "ash: types": r".+",
    "OpposedResolveAttackRequest": r"Ash struck and rolled 15 against 87: Crucial\.\n(.+\n){4}0\.\d+",
    "def roll": r"(.+ \(step \d\)\n){3}\[15, 60, 8\]",
    "fight.undo": r".+\n\{'outcome'.+\n2 .+\n.+\nverified\n412 version-stale .+",
    "asyncio": r"1 .+\n2 .+",
    "umpire.campaign(": r"(\d+% of the fights\n)+\['novice'\] .+\n\['master'\] .+\n\{'mean'.+",
    "umpire.get(": r"\['.*resolve-attack.*\]\n\[\]\nThe service has version .+ they fit\.",
    "fight.suggest": r"Strike .+\n(.+\n)+The fight is over: .+",
}
"""What each program of the README prints, by words that it has."""

AGAIN: Final = """
def send_{name}(told: types.{name}) -> types.{name}Input:
    return told
"""
"""A function that is well typed if what an answer tells can be sent as it is."""

WRONG: Final = {
    '"manual_dexterity"': ('"manual_dextrity"', 'Extra key "manual_dextrity"'),
    '"attacker": {': ('"striker": {', 'Missing key "attacker"'),
    '"rank": 6': ('"rank": "six"', 'TypedDict item "rank" has type "int"'),
    'answer["steps"]': ('answer["stages"]', 'has no key "stages"'),
    'step["text"]': ('step["words"]', 'has no key "words"'),
    '"opposed/resolve-attack", body': ('"opposed/resolve-atack", body', "No overload variant"),
}
"""Mistakes in the README's second program, and what the type checker says of them."""

ACTED: Final = """
from umpire_client import AsyncUmpire, Umpire, types


def same(fight: str) -> types.OpposedAttackOutcome:
    found = Umpire().encounter(fight, family="opposed")
    return found.act("resolve-attack", {{}})["outcome"]


async def awaited() -> int:
    fight = await AsyncUmpire().create({{"family": "opposed", "state": {{"sides": [], "participants": []}}}})
    acted = await fight.preview("resolve-attack", {{}})
    return acted["outcome"]["{key}"]


def other(fight: str) -> str:
    return str(Umpire().encounter(fight).act("resolve-attack", {{}})["outcome"]["anything"])


def longer(body: types.OpposedResolveAttackRequest) -> None:
    body["fields"] = ["outcome.verdict.outcome"]
"""
"""What the outcome of an act is by its family; anything where no family is named; paths that the contract lists not."""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory, address: str) -> dict[str, Path]:
    """The programs of the README as files, at the service that runs, by the words in `SAYS`."""
    folder = tmp_path_factory.mktemp("programs")
    found = {}
    for number, text in enumerate(PROGRAMS, 1):
        path = folder / f"program_{number}.py"
        path.write_text(text.replace("http://127.0.0.1:8000", address))
        found[next(words for words in reversed(SAYS) if words in text)] = path
    return found


def test_the_wheel_has_what_a_package_needs(installed: Installed) -> None:
    """The wheel has the types with their marker, the licence and the README, and nothing else than the package."""
    with zipfile.ZipFile(installed.wheel) as wheel:
        names = wheel.namelist()
        metadata = wheel.read(next(name for name in names if name.endswith("METADATA"))).decode()
    assert {"umpire_client/py.typed", "umpire_client/types.py", "umpire_client/operations.py"} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"umpire_client"}
    assert re.findall(r"^Requires-Dist: ([\w-]+)", metadata, re.MULTILINE) == ["httpx", "typing-extensions"]
    assert "# Umpire for Python" in metadata


def test_every_program_of_the_readme_is_known(programs: dict[str, Path]) -> None:
    """Each program is run below."""
    assert len(programs) == len(PROGRAMS)
    assert programs.keys() == SAYS.keys()


def test_a_first_attack_takes_five_lines() -> None:
    """The first program of the README has five lines beside an empty one."""
    assert len(list(filter(None, PROGRAMS[0].splitlines()))) == 5


@pytest.mark.parametrize("words", SAYS)
def test_the_programs_of_the_readme_run(
    installed: Installed, programs: dict[str, Path], tmp_path: Path, words: str
) -> None:
    """Each program runs from the installed package without a warning, and says what it should."""
    said = installed.run(programs[words], folder=tmp_path)
    assert re.fullmatch(SAYS[words], said.strip()), said


@long
def test_programs_are_typed(installed: Installed, programs: dict[str, Path], tmp_path: Path) -> None:
    """The strict checker passes the README's programs and figures that are sent again, and finds every mistake."""
    models = Models(document())
    given_back = [name.removesuffix("Input") for name in models.schemas if models.is_given_back(name)]
    assert "OpposedFigure" in given_back
    again = tmp_path / "program_again.py"
    again.write_text("from umpire_client import types\n" + "\n".join(AGAIN.format(name=name) for name in given_back))
    body = programs["OpposedResolveAttackRequest"].read_text()
    wrong = []
    for number, (right, (mistake, _)) in enumerate(WRONG.items()):
        assert right in body
        wrong.append(tmp_path / f"wrong_{number}.py")
        wrong[-1].write_text(body.replace(right, mistake, 1))
    acted = tmp_path / "program_acted.py"
    acted.write_text(ACTED.format(key="strike_chance"))
    misspelt = tmp_path / "misspelt.py"
    misspelt.write_text(ACTED.format(key="strike_chanse"))
    checked = installed.check(*programs.values(), again, acted, *wrong, misspelt, folder=tmp_path)
    lines = checked.stdout.splitlines()
    assert [line for line in lines if line.startswith("program_") or "/program_" in line] == []
    expected = [*[says for _, says in WRONG.values()], 'has no key "strike_chanse"']
    for path, says in zip([*wrong, misspelt], expected, strict=True):
        assert [line for line in lines if path.name in line and says in line], checked.stdout + checked.stderr


def test_importing_the_client_reads_no_types(installed: Installed, tmp_path: Path) -> None:
    """Programs do not wait for a thousand types that only a type checker reads."""
    program = "import sys, umpire_client; print([name for name in sys.modules if name.startswith('umpire_client.')])"
    said = installed.run("-c", program, folder=tmp_path)
    assert "umpire_client.client" in said
    assert "umpire_client.types" not in said
    assert "umpire_client.operations" not in said
