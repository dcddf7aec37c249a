"""A command that runs beside the tests: `pytest -p tests.beside --beside "make check"`.

It begins when the session does. What it says stands before the last line of pytest, and the session fails if it does.
"""

import shlex
import subprocess
from typing import Final

import pytest

RUNNING: Final = pytest.StashKey[subprocess.Popen[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the command."""
    parser.addoption("--beside", help="run a command beside the tests, and fail if it fails")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Start the command."""
    command: str | None = session.config.getoption("beside")
    if command is not None:
        session.config.stash[RUNNING] = subprocess.Popen(
            shlex.split(command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Wait for the command, and print what it has said."""
    running = session.config.stash.get(RUNNING, None)
    if running is None:
        return
    said, _ = running.communicate()
    writer = session.config.get_terminal_writer()
    writer.line()
    ending = f"failed with {running.returncode}" if running.returncode else "passed"
    writer.sep("=", f"{session.config.getoption('beside')}: {ending}")
    writer.write(said)
    if running.returncode:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
