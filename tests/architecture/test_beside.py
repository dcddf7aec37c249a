"""`tests/beside.py` says what its command says, before the last line of pytest, and fails with it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT


@pytest.mark.parametrize(
    ("command", "status", "told"), [("pass", 0, "passed"), ("raise SystemExit(3)", 1, "failed with 3")]
)
def test_what_runs_beside_the_tests(tmp_path: Path, command: str, status: int, told: str) -> None:
    """The tests pass each time; the session passes if the command does."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_one.py").write_text("def test_one(): pass\n")
    command = f"{sys.executable} -c 'print(\"checked\"); {command}'"
    ended = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "tests.forks",
            "--forks",
            "1",
            "-p",
            "tests.beside",
            "--beside",
            command,
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == status
    lines = ended.stdout.rstrip().splitlines()
    assert "1 passed" in lines[-1]
    assert lines.index("checked") < len(lines) - 1
    assert any(each.rstrip(" =").endswith(f"{command}: {told}") for each in lines)
