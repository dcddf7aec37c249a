"""`tests/forks.py` loses no test and no output, and says what pytest says in one process."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.architecture.source import ROOT

COMMON: Final = """
import pytest

@pytest.fixture(scope="session", autouse=True)
def ended(tmp_path_factory):
    yield tmp_path_factory.mktemp("own")
    with open("ended", "a") as file: file.write("once\\n")
"""
FIRST: Final = """
import os, sys, warnings
import pytest

@pytest.mark.parametrize("number", range(20))
def test_many(number): print(number)

def test_fails():
    print("from python"); os.system("echo from a child"); print("to stderr", file=sys.stderr)
    assert [1, 2] == [1, 3]

def test_warns(): warnings.warn("be careful")

def test_writes(request): request.config.get_terminal_writer().line("said aloud")

def test_captures(capfd):
    os.system("echo inner")
    assert capfd.readouterr().out == "inner\\n"

@pytest.fixture
def broken():
    yield
    raise ValueError("at its end")

def test_ends_badly(broken): pass
"""
SECOND: Final = """
import os
import pytest

@pytest.mark.parametrize("number", range(20))
def test_more(number):
    if number == 7: os.kill(os.getpid(), 9)
"""
TAIL: Final = (
    "Captured stdout call",
    "from python\nfrom a child\n",
    "to stderr\n",
    "At index 1 diff: 2 != 3",
    "UserWarning: be careful",
    "ERROR test_first.py::test_ends_badly - ValueError: at its end",
    "FAILED test_first.py::test_fails - ",
    "ended with status -9",
    "2 failed, 43 passed, 1 warning, 1 error in ",
)


def _pytest(folder: Path, *words: str) -> tuple[int, str]:
    """Run the two files with two workers in a project of their own, and return the status and what was printed."""
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (folder / "conftest.py").write_text(COMMON, encoding="utf-8")
    (folder / "test_first.py").write_text(FIRST, encoding="utf-8")
    (folder / "test_second.py").write_text(SECOND, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.forks", "--forks", "2", "-ra", *words],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "120"},
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout + ran.stderr


def test_everything_is_told_once(tmp_path: Path) -> None:
    """Failures come with their output, a process that dies fails its test alone, and fixtures end in each process."""
    status, told = _pytest(tmp_path, "--junit-xml", "junit.xml")
    assert status == 1
    assert [each for each in TAIL if each not in told] == [], told
    cases = re.findall(
        r'<testcase classname="(.*?)" name="(.*?)"', (tmp_path / "junit.xml").read_text(encoding="utf-8")
    )
    assert len(cases) == len(set(cases)) == 45
    assert (tmp_path / "ended").read_text(encoding="utf-8") == "once\n" * 2  # not in the process that was killed


def test_it_stops_at_the_first_failure(tmp_path: Path) -> None:
    """With `-x`, no further test is dealt out once one has failed, and `--lf` begins there the next time."""
    status, told = _pytest(tmp_path, "-x", "-k", "fails or captures or ends")
    assert (status, "stopping after 1 failures" in told) == (1, True), told
    status, told = _pytest(tmp_path, "--lf", "-k", "fails")
    assert (status, "1 failed in " in told) == (1, True), told


def test_one_process_is_enough_for_one_test(tmp_path: Path) -> None:
    """There are no more workers than tests, and none when there are no tests."""
    assert _pytest(tmp_path, "-k", "captures")[0] == 0
    assert (tmp_path / "ended").read_text(encoding="utf-8") == "once\n"
    assert _pytest(tmp_path, "-k", "nothing")[0] == 5
