"""Print the figures of the house, each with the bar that it is to keep."""

import sys
from collections.abc import Iterator
from typing import Final

from service.app import FAMILIES
from tests.architecture.drawing import ROOM, rooms
from tests.architecture.source import SERVICE, modules
from tests.house.hops import way_of
from tests.house.lines import functions_of, lines_of

RULES: Final = SERVICE / "rules"
DICE: Final = SERVICE / "dice"
HITS: Final = {"tactical": (130, 24, 110), "heroic": (95, 16, 60)}
"""The bars of functions, files and changes of file in one attack."""
SHOWN: Final = 12

Row = tuple[str, str, str]


def hits() -> Iterator[Row]:
    """Yield what one attack runs through in each family."""
    for family in FAMILIES:
        way = way_of(f"{family.name}/resolve-attack")
        bar = " / ".join(map(str, HITS.get(family.name, ())))
        yield (
            f"an attack, {family.name}: functions / files / changes of file",
            _parts(way.functions, way.files, way.changes),
            bar,
        )


def drawn() -> Iterator[Row]:
    """Yield the rooms that cannot be drawn in the bar, the worst first, and how many there are."""
    all_rooms = list(rooms())
    over = [each for each in all_rooms if any(figure > bar for figure, bar in zip(each[1:], ROOM, strict=True))]
    for folder, *figures in sorted(over, key=lambda each: -each[-1])[:SHOWN]:
        yield f"{folder.relative_to(SERVICE).as_posix()}: boxes / floors / arrows", _parts(*figures), _parts(*ROOM)
    yield "rooms beyond the bar", f"{len(over)} of {len(all_rooms)}", "0"


def sizes() -> Iterator[Row]:
    """Yield the lines of the rules and of the service."""
    families = {family.name: lines_of(modules(RULES / family.name)) for family in FAMILIES}
    rules = {family.name: len(family.rules) for family in FAMILIES}
    a_rule = {name: lines.code / rules[name] for name, lines in families.items()}
    everything = [*modules(RULES), *modules(DICE)]
    all_ = lines_of(everything)
    yield (
        "code lines a printed rule, all families",
        f"{sum(each.code for each in families.values()) / sum(rules.values()):.1f}",
        "40",
    )
    worst = max(a_rule, key=lambda name: a_rule[name])
    yield f"code lines a printed rule, worst family ({worst})", f"{a_rule[worst]:.1f}", "44"
    yield "physical lines of rules and dice", f"{all_.physical:,}", "60,000"
    yield "their imports", f"{all_.imports / all_.physical:.1%}", "6.0%"
    yield "their docstrings", f"{all_.documentation / all_.physical:.1%}", "11.0%"
    yield "their lines that fill records from values", f"{all_.filling:,}", "800"
    yield "their functions", f"{functions_of(everything):,}", "2,700"
    yield "lines of Python in service/", f"{lines_of(modules(SERVICE)).physical:,}", "95,000"


def _parts(*numbers: int) -> str:
    return " / ".join(map(str, numbers))


def main() -> None:
    """Print one table."""
    rows = [("Figure", "is", "bar"), *hits(), *drawn(), *sizes()]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        sys.stdout.write("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n")


if __name__ == "__main__":
    main()
