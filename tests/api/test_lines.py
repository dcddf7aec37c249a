"""`--jsonl` answers many requests of one operation: each line is a request, and the line in its place answers it."""

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.app import registry
from service.cli.lines import LINES_AT_ONCE, Progress, answered_by
from service.errors import WorkerLost
from tests.api.test_cli import run

NAME = ("opposed", "resolve-attack")
OPERATION = registry()["opposed/resolve-attack"]
EXAMPLE: dict[str, Any] = dict(OPERATION.examples[0].request)


def seeded(number: int) -> bytes:
    """Return a request as a line."""
    return orjson.dumps(EXAMPLE | {"dice": {"kind": "seeded", "seed": f"sha256ctr1:line/{number}"}})


def umpire(*words: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a process of its own."""
    return subprocess.run([sys.executable, "-m", "service", *words], input=given, capture_output=True, check=False)


def test_lines_are_answered_in_their_order_and_a_refused_one_stops_no_other() -> None:
    """Each answer is that of the same request alone; what is wrong with a line is said in its place."""
    lines = [seeded(number) for number in range(3 * LINES_AT_ONCE + 2)]
    lines[5:5] = [b"{", b"", b'{"input": 3}']
    done = umpire(*NAME, "--jsonl", given=b"\n".join(lines))
    answers = done.stdout.splitlines()
    assert done.returncode == 1
    assert len(answers) == len(lines)
    assert [orjson.loads(each)["status"] for each in answers[5:8]] == [400, 400, 422]
    for place in (0, 4, 8, len(lines) - 1):
        assert run(*NAME, given=lines[place]) == (0, answers[place] + b"\n", b"")
    assert done.stderr.endswith(b"a second\n")
    assert f"{len(lines)} lines, 3 refused".encode() in done.stderr


def test_lines_may_be_a_file_and_there_may_be_none(tmp_path: Path) -> None:
    """The status is 0 if every line was answered."""
    file = tmp_path / "requests.jsonl"
    file.write_bytes(seeded(1) + b"\n")
    done = umpire(*NAME, "--jsonl", "--file", str(file), given=b"")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 1)
    file.write_bytes(b"")
    done = umpire(*NAME, "--jsonl", "--file", str(file), given=b"")
    assert (done.returncode, done.stdout) == (0, b"")


def test_operations_with_a_store_take_no_lines() -> None:
    """Encounters are played in their order, by one who reads each answer."""
    status, out, err = run("encounters", "list", "--jsonl", given=b"{}\n")
    assert (status, out) == (2, b"")
    assert b"encounters/list needs a store" in err


@pytest.mark.anyio
async def test_lines_whose_process_is_lost_say_so() -> None:
    """The other batches go on; nobody waits for an answer that does not come."""

    class LosingPool:
        is_open = True

        async def run(self, name: str, task: str, *arguments: Any) -> Any:
            raise WorkerLost("The process ended.")

    answered = await answered_by(LosingPool(), OPERATION, [b"{}", b"{}"])
    assert [(is_answered, orjson.loads(line)["title"]) for is_answered, line in answered] == [
        (False, WorkerLost.title)
    ] * 2


def test_progress_is_told_in_one_line_of_a_terminal() -> None:
    """A terminal's line is written again; elsewhere each report is a line."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for errors, end in ((Terminal(), "\r"), (io.StringIO(), "\n")):
        progress = Progress(errors, told=-100.0)
        progress.count(is_answered=True)
        assert errors.getvalue().startswith("umpire: 1 lines, 0 refused")
        assert errors.getvalue().endswith(end)
        progress.end()
        assert errors.getvalue().endswith("\n")
