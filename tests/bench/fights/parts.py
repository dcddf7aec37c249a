"""The parts of this section of the bench, in the order in which they are measured."""

import os
import platform
from collections.abc import Callable, Mapping
from functools import partial
from time import perf_counter
from typing import Final

from tests.bench.fights import answers, covered, enumerated, memory, pairs, speed, workers

PARTS: Final[Mapping[str, Callable[[], None]]] = {
    "speed": speed.main,
    "exact": enumerated.main,
    "answers": answers.main,
    "workers": workers.main,
    "memory": memory.main,
    "coverage": covered.main,
    "pairs": pairs.main,
}


def measure(name: str) -> None:
    """Measure a part, and say how busy the machine was and how long it took."""
    began = perf_counter()
    PARTS[name]()
    load, *_ = os.getloadavg()
    machine = f"{os.cpu_count()} cores, load {load:.1f} at the end, Python {platform.python_version()}"
    print(f"\nfights-{name} took {perf_counter() - began:.0f} s; {machine}.", flush=True)


SECTIONS: Final[Mapping[str, Callable[[], None]]] = {f"fights-{name}": partial(measure, name) for name in PARTS}
"""The parts as sections of their own."""


def main() -> None:
    """Measure all parts."""
    for name in PARTS:
        measure(name)
