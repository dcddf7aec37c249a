"""The long fuzz: every operation over REST and GraphQL with many examples, and chains of requests for many minutes.

The service under test reports what it answered and how much memory it held; nothing may fail, no answer may be a 5xx,
and memory may not grow once everything has been asked once.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import orjson

from tests.architecture.source import ROOT

EXAMPLES: Final = 500
MINUTES: Final = 20
CHAINS: Final = "test_encounter_chains.py"
"""Has as many chains as `make test`, again and again until the minutes are over."""
FILES: Final = ("test_rest_contract.py", "test_graphql_contract.py", CHAINS)
GROWTH: Final = 1.25
"""What memory may have grown by from the middle of a run to its end."""


def main(words: Sequence[float]) -> int:
    """Fuzz, print the figures and return the exit status of the worst part."""
    examples, minutes = int(words[0]) if words else EXAMPLES, words[1] if len(words) > 1 else MINUTES
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in FILES:
            report = Path(folder) / name
            worst = max(worst, _fuzzed(name, examples, minutes, report))
            worst = max(worst, _told(name, list(_lines_of(report))))
    return worst


def _fuzzed(name: str, examples: int, minutes: float, report: Path) -> int:
    environment = {
        **os.environ,
        **({"UMPIRE_FUZZ_MINUTES": str(minutes)} if name == CHAINS else {"UMPIRE_FUZZ_EXAMPLES": str(examples)}),
        "UMPIRE_FUZZ_REPORT": str(report),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--no-cov", f"tests/contract/{name}"]
    return subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode


def _lines_of(report: Path) -> Iterator[Any]:
    if report.exists():
        yield from map(orjson.loads, report.read_bytes().splitlines())


def _told(name: str, lines: list[Any]) -> int:
    """Print what a run came to; return 1 if there was a 5xx, or memory grew."""
    sizes = [line["resident"] for line in lines if "resident" in line]
    answers: Counter[str] = Counter()
    for line in lines:
        answers.update(line.get("answers", {}))
    failed = sum(count for status, count in answers.items() if status.startswith("5"))
    kinds = ", ".join(f"{count:,} × {status}" for status, count in sorted(answers.items()))
    print(f"\n{name}: {sum(answers.values()):,} requests answered ({kinds})")
    if not sizes:
        print("  The service reported no memory.")
        return 1
    marks = [sizes[len(sizes) * part // 4] for part in (1, 2, 3)] + [sizes[-1]]
    print(f"  memory after each quarter: {', '.join(f'{size / 2**20:.0f} MiB' for size in marks)}")
    grew = marks[-1] > GROWTH * marks[1]
    if failed or grew:
        print(f"  FAILED: {failed} answers are 5xx" + ("; memory grew" if grew else ""))
    return int(bool(failed) or grew)
