"""How many times quicker fights are sampled than the rules before the issue rolled them with a transcript.

Both are played in processes of their own, in turns, and counted by their CPU time. The rules before the issue are taken
from the history of the repository; without it, the figures that the issue names stand in, from another machine.
"""

import json
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from shutil import which
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from service.forecasts.forecast import USUAL_SEED
from tests.bench.fights.bars import Bar, add_row, at_least, begin_table, without_bar
from tests.bench.pace import SECONDS
from tests.bench.servers import ROOT
from tests.forecasts.fights import DOCUMENTS, FIGHTING, SIZES

BEFORE: Final = "c3969d8cc388376e5af2aa52953a8df3f9aa2f30"
"""The commit before the issue; the next one wrote the rules anew."""

NAMED: Final[Mapping[tuple[str, int], float]] = {
    ("opposed", 1): 910,
    ("heroic", 1): 745,
    ("laurels", 1): 1_533,
    ("mass", 1): 2_159,
    ("opposed", 10): 78,
    ("heroic", 10): 49,
    ("laurels", 10): 127,
    ("mass", 10): 232,
}
"""Fights per second before the issue, as the issue names them."""

SEEDS: Final[Mapping[str, str]] = {"rolled": "sha256ctr1:forecast", "sampled": USUAL_SEED}
"""The rules before the issue know one generator; fights are sampled with the seed that forecasts have by default."""

PROGRAM: Final = Path(__file__).with_name("turns.py")
TURNS: Final = 5
TURN_SECONDS: Final[Mapping[int, float]] = {1: SECONDS / 5, 2: SECONDS / 5, 10: SECONDS}
"""CPU seconds of a turn by figures a side: with ten a side, the old rules play 3 to 50 fights in the shorter time."""

WARM: Final[Mapping[tuple[str, int], int]] = {("laurels", 1): 100_000, ("mass", 1): 100_000, ("tactical", 10): 16}
"""Fights that are sampled before the first turn."""

FORM: Final = "{:.1f}"
BARS: Final[Mapping[tuple[str, int], Bar]] = {
    ("laurels", 1): at_least(20, FORM),
    ("mass", 1): at_least(20, FORM),
    ("heroic", 1): at_least(4, FORM),
    ("opposed", 1): at_least(4, FORM),
    **{(family, 10): at_least(3, FORM) for family in FIGHTING},
}


class Side:
    """A process that plays one fight in turns."""

    def __init__(self, process: "subprocess.Popen[str]", seconds: float) -> None:
        """Set the process, and how many seconds of CPU its turns take."""
        self._process = process
        self._seconds = seconds

    def say(self, line: str) -> str:
        """Send a line, and return the one that answers it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        assert answer, "the process that plays has ended"
        return answer

    def turn(self) -> float:
        """Have it play for a turn, and return fights per second."""
        return float(self.say(str(self._seconds)))


@contextmanager
def playing(tree: Path, family: str, size: int, kind: str, warm: int = 0) -> Iterator[Side]:
    """Start a process that plays a fight by the rules of a tree."""
    command = [sys.executable, "-P", "-W", "ignore", str(PROGRAM), str(tree)]
    fight = {"family": family, "document": DOCUMENTS[family](size), "seed": SEEDS[kind], "kind": kind, "warm": warm}
    with subprocess.Popen(command, cwd=tree, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        side = Side(process, TURN_SECONDS[size])
        side.say(json.dumps(fight))
        try:
            yield side
        finally:
            process.terminate()


@contextmanager
def before() -> Iterator[Path | None]:
    """Export the service as it stood before the issue; None: this copy of the repository has no such history."""
    git, archive = which("git"), b""
    if git is not None:
        archive = subprocess.run([git, "archive", BEFORE, "service"], cwd=ROOT, capture_output=True, check=False).stdout
    if not archive:
        yield None
        return
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder)


def rates(tree: Path | None, family: str, size: int) -> tuple[float | None, float, float | None]:
    """Return fights per second before the issue and sampled today, and the median of their ratios turn by turn."""
    warm = WARM.get((family, size), 0)
    with playing(ROOT, family, size, "sampled", warm) as today:
        if tree is None:
            named, now = NAMED.get((family, size)), median([today.turn() for _ in range(TURNS)])
            return named, now, None if named is None else now / named
        with playing(tree, family, size, "rolled") as rolled:
            turns = [(rolled.turn(), today.turn()) for _ in range(TURNS)]
    olds, news = zip(*turns, strict=True)
    return median(olds), median(news), median([new / old for old, new in turns])


def measure(tree: Path | None, family: str, size: int) -> None:
    """Print the row of a fight."""
    old, new, ratio = rates(tree, family, size)
    bar = BARS.get((family, size))
    if ratio is None:
        cells = "- | - | not measured"
    elif bar is None:
        cells = without_bar(ratio, FORM)
    else:
        cells = bar.beside(ratio)
    warm = f"{WARM.get((family, size), 0):,}"
    add_row(f"{family}, {size} v {size}", "-" if old is None else f"{old:,.0f}", f"{new:,.0f}", warm, cells)


def main() -> None:
    """Print the ratios of all families and sizes."""
    with before() as tree:
        if tree is None:
            print(
                f"\nThis copy has no history with {BEFORE[:8]}: `before` is what the issue names, measured elsewhere."
            )
        columns = ("before, rolled/s", "sampled/s", "fights sampled before", "times", "bar", "")
        lengths = " or ".join(f"{each:g}" for each in sorted({*TURN_SECONDS.values()}))
        begin_table(f"fight, {TURNS} turns of {lengths} s CPU each at least", *columns)
        for family in FIGHTING:
            for size in SIZES:
                measure(tree, family, size)
