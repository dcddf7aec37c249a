"""The way of one attack: which functions of the rules and dice run, in which files, and how often the file changes."""

import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any, Final

from service.app import bound_procedures
from service.dice.seeded import SeededDice
from service.rules.examples import examples_of
from service.wire import to_json
from tests.architecture.source import SERVICE

SEED: Final = "sha256ctr1:12"
"""With these dice the examples of `tactical` and `heroic` hit."""


@dataclass(frozen=True)
class Way:
    """Calls, the functions and files that they are of, and how often two calls in turn are of different files."""

    calls: int
    functions: int
    files: int
    changes: int


def way_of(procedure: str) -> Way:
    """Follow the first example of a procedure, once its plans are warm."""
    bound = bound_procedures()[procedure]
    request: Any = bound.request.model_validate_json(to_json(examples_of(procedure)[0].request))
    bound.resolve(request, SeededDice(SEED))
    dice = SeededDice(SEED)
    entered: list[tuple[str, str, int]] = []

    def follow(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and _is_own(code.co_filename):
            entered.append((code.co_filename, code.co_qualname, code.co_firstlineno))

    sys.setprofile(follow)
    try:
        bound.resolve(request, dice)
    finally:
        sys.setprofile(None)
    changes = sum(1 for one, other in pairwise(entered) if one[0] != other[0])
    return Way(len(entered), len(set(entered)), len({file for file, _, _ in entered}), changes)


def _is_own(file: str) -> bool:
    return Path(file).is_relative_to(SERVICE)
