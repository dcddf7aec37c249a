"""What the rulesets of the last release answered: whether a ruleset's number has to rise.

`rulesets.json` has each family's ruleset and, of each golden whose answer can be proved again, a hash of its request
and one of its answer. `python -m tests.release freeze` writes it.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from service.app import FAMILIES, bound_procedures
from tests.golden import Golden, goldens
from tests.golden.writing import Json, on_the_wire

FILE: Final = Path(__file__).with_name("rulesets.json")
DIGITS: Final = 16
"""How much of a hash is kept."""


def proved(golden_set: Iterable[Golden]) -> Iterator[Golden]:
    """Choose the goldens of procedures that were resolved: their answers stand in logs."""
    for golden in golden_set:
        if golden.operation in bound_procedures() and isinstance(golden.written["verdict"], dict):
            yield golden


def hashes_of(golden: Golden) -> tuple[str, str]:
    """Return the hash of a golden's request, and that of its answer."""
    return sha256(on_the_wire(golden.request)).hexdigest()[:DIGITS], golden.written["sha256"][:DIGITS]


def changed(delivered: Json, rulesets: dict[str, str], golden_set: Iterable[Golden]) -> list[str]:
    """Name the goldens of a delivered ruleset whose requests have other answers now."""
    found = []
    for golden in proved(golden_set):
        family = golden.operation.partition("/")[0]
        before: Any = delivered.get(family, {"ruleset": None})
        asked, answered = hashes_of(golden)
        if before["ruleset"] == rulesets[family] and before["answers"].get(asked, answered) != answered:
            found.append(f"{golden.operation}/{golden.id}")
    return found


def read() -> Json:
    """Read what was delivered."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def write() -> None:
    """Keep what is answered now."""
    families: dict[str, Any] = {each.name: {"ruleset": each.ruleset, "answers": {}} for each in FAMILIES}
    for golden in proved(goldens()):
        asked, answered = hashes_of(golden)
        families[golden.operation.partition("/")[0]]["answers"][asked] = answered
    FILE.write_text(json.dumps(families, indent=0, sort_keys=True) + "\n", encoding="utf-8")
