"""Duels between figures of a catalogue, lined up as the service does it and played by its policy, and their power."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from service.app import bound_procedures
from service.operations.encounters.line_ups.line_up_models import LineUp
from service.operations.encounters.line_ups.lining_up import lined_up, skirmish_in
from service.operations.encounters.line_ups.stock import figures_of
from service.operations.procedure import BoundProcedure
from service.rules.kernel.family import Family, Play
from tests.architecture.source import SERVICE
from tests.rules.fights import untold

FIGHTS: Final = 16
"""How often two figures fight for the table of power; in half of these fights the one, in half the other is first."""
BEATEN: Final = 0.45
"""The share of its duels with a weaker figure below which that one is said to beat it."""
CLEARLY: Final = 10
"""How much less power a figure has that is clearly weaker."""
OPTIONS: Final[Mapping[str, Any]] = {"max_rounds": 100}


class Duel(NamedTuple):
    """What came of fights of two figures: how often the one and the other won."""

    won: int
    lost: int
    fights: int

    @property
    def score(self) -> float:
        """The share of the first in all fights, those that nobody won halved."""
        return (self.won + (self.fights - self.won - self.lost) / 2) / self.fights


def play_of(family: Family) -> Play:
    """How a family is played in encounters."""
    assert family.play is not None
    return family.play


def skirmish_of(family: Family, text: str) -> tuple[BoundProcedure, Any]:
    """The procedure that plays fights of a family, and its input for a line-up."""
    bound = bound_procedures()[f"{family.name}/resolve-skirmish"]
    state = lined_up(family.name, play_of(family), LineUp(text=text)).state
    fight = {**skirmish_in(play_of(family), state), **OPTIONS}
    return bound, bound.request.model_validate_json(orjson.dumps({"input": fight}))


def duel(family: Family, one: str, other: str, fights: int = FIGHTS) -> Duel:
    """Let two figures of the catalogue fight each other; the same seeds give the same fights."""
    won = {"one": 0, "other": 0}
    for turn, text in enumerate((f"{one}@one vs {other}@other", f"{other}@other vs {one}@one")):
        bound, request = skirmish_of(family, text)
        assert bound.procedure.fight is not None
        fight = bound.procedure.fight(request.input, request.rulings)
        for number in range(fights // 2):
            dice = untold(f"power-{turn}-{number}")
            winner = fight.verdict(*fight.play(dice)).winner
            if winner is not None:
                won[_side_of(winner, turn)] += 1
    return Duel(won["one"], won["other"], fights // 2 * 2)


def _side_of(winner: str, turn: int) -> str:
    """Who won: a family that has names of its own for the sides calls the first one party."""
    roles = {"party": ("one", "other")[turn], "opponents": ("other", "one")[turn]}
    return roles.get(winner, winner)


def duels_of(family: Family, figures: Iterable[str] | None = None) -> dict[str, dict[str, Duel]]:
    """Let figures of a catalogue, by default all, fight all others: what came of it by figure and foe."""
    known = list(figures_of(family.name))
    wanted = set(known if figures is None else figures)
    found: dict[str, dict[str, Duel]] = {each: {} for each in known if each in wanted}
    for one, other in combinations(known, 2):
        if wanted & {one, other}:
            came = duel(family, one, other)
            found.get(one, {})[other] = came
            found.get(other, {})[one] = Duel(came.lost, came.won, came.fights)
    return found


def power_of(duels: Mapping[str, Duel]) -> int:
    """The power of a figure: its share of its duels, in percent."""
    return round(100 * sum([each.score for each in duels.values()]) / len(duels))


def table_of_powers(family: Family) -> dict[str, dict[str, Any]]:
    """Measure the power of all figures of a catalogue, and who beats them though it has less of it."""
    duels = duels_of(family)
    power = {each: power_of(found) for each, found in duels.items()}
    return {
        each: {
            "power": power[each],
            **{name: sum([getattr(came, name) for came in found.values()]) for name in Duel._fields},
            "beaten_by": [
                foe for foe, came in found.items() if came.score < BEATEN and power[each] - power[foe] >= CLEARLY
            ],
        }
        for each, found in duels.items()
    }


def file_of(family: Family) -> Path:
    """The file that has the powers of a family."""
    return SERVICE / "rules" / family.name / "catalogue" / "power.json"


def written(powers: Mapping[str, Mapping[str, Any]]) -> str:
    """Write a table of power, one figure a line, the strongest first."""
    ranked = sorted(powers.items(), key=lambda each: -each[1]["power"])
    return "{\n" + ",\n".join([f'"{figure}": {orjson.dumps(each).decode()}' for figure, each in ranked]) + "\n}\n"
