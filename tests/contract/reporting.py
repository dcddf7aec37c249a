"""A report of a fuzzed service: how much memory it holds every few seconds, and at the end what it has answered."""

import os
import re
import resource
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx2
import orjson

from tests.patience import PATIENCE

SECONDS: Final = 5.0
COUNTED: Final = re.compile(r'^umpire_requests_total\{operation="([^"]*)",status="(\d+)"\} (\S+)', re.MULTILINE)
OWN: Final = frozenset({"metrics", "livez", "readyz"})


@contextmanager
def reported(pid: int, address: str) -> Iterator[None]:
    """Report on a service until the block ends, into the file that UMPIRE_FUZZ_REPORT names, if it does."""
    name = os.environ.get("UMPIRE_FUZZ_REPORT")
    if name is None:
        yield
        return
    report, over = Path(name), threading.Event()
    watching = threading.Thread(target=_watch, args=(pid, report, over))
    watching.start()
    try:
        yield
    finally:
        over.set()
        watching.join()
        answers: Counter[str] = Counter()
        for operation, status, count in COUNTED.findall(httpx2.get(f"{address}/metrics", timeout=PATIENCE).text):
            if operation not in OWN:
                answers[status] += int(float(count))
        _write(report, {"answers": dict(answers)})


def _watch(pid: int, report: Path, over: threading.Event) -> None:
    while not over.wait(SECONDS):
        statm = Path(f"/proc/{pid}/statm")
        if statm.exists():
            _write(report, {"resident": int(statm.read_text().split()[1]) * resource.getpagesize()})


def _write(report: Path, document: object) -> None:
    with report.open("ab") as lines:
        lines.write(orjson.dumps(document) + b"\n")
