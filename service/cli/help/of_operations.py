"""What `--help` says of operations: what one does, and which there are of a family or another group."""

import argparse
import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from service.errors.spelling import meant
from service.operations.registry import Operation, Registry

NARROWEST: Final = 40
"""The least columns in which is printed what an operation does."""


def explain(registry: Registry, parser: argparse.ArgumentParser, name: str) -> None:
    """Make the help of a parser that of an operation, or of the operations whose names begin so."""
    operation, words = registry.get(name), name.replace("/", " ")
    rest = " ..." if operation is None else ""
    parser.usage = (
        f"umpire {words}{rest} [--file FILE | --example] [--seed SEED] [--repeat N] [--text | --json | --jsonl]"
    )
    told = [] if operation is None else [operation.summary, operation.description]
    below = [each for each in named_in(registry, name) if each is not operation]
    parser.description = "\n\n".join([each for each in (*told, listing(below) if below else "") if each])


def listing(entries: Iterable[Operation]) -> str:
    """List operations, a line each; exact odds stand in the line of what they are the odds of."""
    named = {each.name: each for each in entries}
    odds = {f"{name}/odds" for name, each in named.items() if _has_exact_odds(each, named.get(f"{name}/odds"))}
    shown = {
        name.replace("/", " ") + (" [odds]" if f"{name}/odds" in odds else ""): each.summary
        for name, each in named.items()
        if name not in odds
    }
    width = max((len(name) for name in shown), default=0)
    return "\n".join(["operations:", *[_line(name, told, width) for name, told in shown.items()]])


def _has_exact_odds(operation: Operation, odds: Operation | None) -> bool:
    """Return whether an operation has odds that do nothing but count what itself may come to."""
    return odds is not None and odds.summary.endswith(operation.summary)


def _line(name: str, told: str, width: int) -> str:
    """Return a name and what it does, in lines as wide as the terminal."""
    start = f"  {name:{width}}  "
    columns = max(shutil.get_terminal_size().columns, len(start) + NARROWEST)
    return textwrap.fill(told, columns, initial_indent=start, subsequent_indent=" " * len(start))


def named_in(registry: Registry, prefix: str) -> list[Operation]:
    """Return the operation of a name, and those whose names begin with it."""
    return [each for each in registry if f"{each.name}/".startswith(f"{prefix}/")]


def unknown(registry: Registry, name: str, own: Sequence[str]) -> str:
    """Return what to say of a name that no operation has; `own` are the other commands."""
    if known := named_in(registry, name):
        return f"umpire: name one of these {listing(known)}\n"
    asked = name.replace("/", " ")
    names = (
        *own,
        *dict.fromkeys([each.name.partition("/")[0] for each in registry]),
        *[each.name.replace("/", " ") for each in registry],
    )
    hint = meant(asked, names) or meant(asked.partition(" ")[0], names) or " `umpire --help` lists all commands."
    return f"umpire: there is no command {asked!r}.{hint}\n"
