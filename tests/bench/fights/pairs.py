"""What common dice are worth: how many times fewer fights a comparison needs than one with dice of its own.

The first fighter is a little better in the second body: one rank, one point of skill, four points of stamina.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from service.encounters.pointers import replaced, value_at
from service.forecasts.counting.paired import Pairs
from service.forecasts.deadlines import Deadline
from service.forecasts.outcomes import Outcomes, play_together
from tests.forecasts.fights import DOCUMENTS, case_of

PAIRS: Final = 1_200
SEED: Final = "sha256ctr1:forecast"
OTHER_SEED: Final = "sha256ctr1:others"
HOUR: Final = 3_600.0


class Better(NamedTuple):
    """What is better in the second body: the place of a number, how much more it is, and whose chance is compared."""

    pointer: str
    more: int
    side: str


BETTER: Final[Mapping[str, Better]] = {
    "opposed": Better("/participants/0/weapon/rank", 1, "red"),
    "heroic": Better("/encounter/units/0/attack_modes/0/skill", 1, "red"),
    "laurels": Better("/participants/0/stamina", 4, "party"),
}


def outcomes_of(family: str, better: Better | None, seed: str) -> Outcomes:
    """Return the fights of a duel of a family, with a better first fighter or as it is."""
    document: Any = DOCUMENTS[family](1)
    if better is not None:
        document = replaced(document, better.pointer, value_at(document, better.pointer) + better.more)
    return Outcomes(case_of(family, document).fight, seed)


def main() -> None:
    """Print by how much common dice lessen the fights that a difference takes."""
    print(f"\n| {PAIRS:,} pairs of duels | difference | fewer fights, own dice | fewer fights, common dice |")
    print("|---|---:|---:|---:|")
    for family, better in BETTER.items():
        three = [
            outcomes_of(family, None, SEED),
            outcomes_of(family, better, SEED),
            outcomes_of(family, better, OTHER_SEED),
        ]
        play_together(three, PAIRS, Deadline(HOUR))
        common, own = [Pairs.of(better.side, three[0].winners, each.winners) for each in three[1:]]
        gains = [f"{each.gain:.1f}" if each.gain is not None else "-" for each in (own, common)]
        print(f"| {family} | {100 * common.difference:+.1f} points | {' | '.join(gains)} |", flush=True)
