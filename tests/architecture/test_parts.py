"""The parts of `make test-all` leave nothing out."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import parts
from tests.architecture.source import TESTS


def test_every_folder_of_tests_belongs_to_a_part() -> None:
    """The long tests of a folder are in exactly one part, and what the coverage gate runs are such folders."""
    folders = sorted({path.relative_to(TESTS).parts[0] for path in TESTS.rglob("test_*.py")})
    named = [each for folder in parts.FOLDERS.values() for each in folder]
    assert sorted(named) == folders
    assert {folder.removeprefix("tests/") for folder in parts.MEASURED} <= set(folders)


def test_what_has_passed_is_not_run_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A part that has passed on the same files is left out, unless it is named; the first that fails ends the run."""
    ran: list[str] = []
    monkeypatch.setattr(parts, "KEPT", tmp_path / "parts.json")
    monkeypatch.setattr(parts, "PARTS", {"one": ("true",), "two": ("false",), "three": ("true",)})
    monkeypatch.setattr(parts, "state_of_files", lambda: "as they are")
    real = subprocess.run

    def run(command: tuple[str, ...], **more: Any) -> Any:
        ran.append(command[0])
        return real(command, **more)

    monkeypatch.setattr(subprocess, "run", run)
    assert parts.main([]) == 1
    assert parts.main([]) == 1
    assert ran == ["true", "false", "false"]
    assert parts.main(["one"]) == 0
    assert ran[3:] == ["true"]


def test_lines_are_traced_in_the_small_ring(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The coverage gate tries as many examples as `make test`, every other part as many as there are."""
    rings: dict[str, str] = {}

    def run(command: tuple[str, ...], *, env: dict[str, str], **more: Any) -> subprocess.CompletedProcess[str]:
        rings[command[0]] = env["UMPIRE_RING"]
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(parts, "KEPT", tmp_path / "parts.json")
    monkeypatch.setattr(parts, "PARTS", {name: (name,) for name in parts.PARTS})
    monkeypatch.setattr(parts, "state_of_files", lambda: "as they are")
    monkeypatch.setattr(subprocess, "run", run)
    assert parts.main([*parts.PARTS]) == 0
    assert rings == {**dict.fromkeys(parts.PARTS, "long"), "coverage": ""}


def test_a_change_makes_parts_run_again() -> None:
    """The state of the files is a hash of what is in them."""
    assert parts.state_of_files() == parts.state_of_files()
    assert len(parts.state_of_files()) == 64
