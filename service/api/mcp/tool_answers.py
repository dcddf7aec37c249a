"""Answers of tools: one text that begins with sentences and ends with a line of facts, of 2 000 bytes at most."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import orjson

LIMIT: Final = 2_000
"""The most bytes of an answer: it is read by a model that pays for each of them."""
LONGEST_LINE: Final = 600
CUT: Final = "… {} more lines{}"
"""What stands where lines are left out; the second part says where they can be read."""
ROOM: Final = 100
"""Bytes that are kept free for it."""


class ToolRefusal(Exception):
    """A tool cannot do what it was asked; the text says why, and what to do instead."""


def answered(
    lines: Iterable[str], facts: Mapping[str, Any] | None = None, *, closing: Iterable[str] = (), more: str = ""
) -> str:
    """Return lines, closing lines that are never left out, and facts as JSON without nulls.

    `more` says how to read the lines that did not fit.
    """
    known = {name: value for name, value in (facts or {}).items() if value is not None}
    end = [_short(each) for each in closing if each] + ([orjson.dumps(known).decode()] if known else [])
    room = LIMIT - ROOM - sum(len(each.encode()) + 1 for each in end)
    every = [_short(each) for each in lines if each]
    kept: list[str] = []
    for each in every:
        room -= len(each.encode()) + 1
        if room < 0:
            kept.append(CUT.format(len(every) - len(kept), more))
            break
        kept.append(each)
    return "\n".join([*kept, *end]).encode()[:LIMIT].decode(errors="ignore")


def _short(line: str) -> str:
    """Return a line of at most 600 characters."""
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"
