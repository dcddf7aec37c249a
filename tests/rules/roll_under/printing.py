"""The printed tables, read row by row."""

import csv
from pathlib import Path

PRINTED = Path(__file__).parent / "printed"


def printed(name: str) -> list[dict[str, str]]:
    """The rows of a printed table."""
    with (PRINTED / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))
