"""The changes of single procedures: they lead from the figures that were sent to those after it."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import pytest
from orjson import loads
from pydantic import ValidationError

from service.dice.seeded import SeededDice
from service.errors import RulesRefuse
from service.rules.kernel.hexes import neighbour
from service.rules.tactical.attack.records import TacticalAttackInput
from service.rules.tactical.close.models import TacticalCloseInput, TacticalSlamInput
from service.rules.tactical.pursuit.models import TacticalPursuit
from service.rules.tactical.rounds.waiting.shot_models import TacticalOpportunityInput, TacticalPopupInput
from service.wire import to_json
from tests.rings import many
from tests.rules.folding import Placings, acts, folded, tally_of_reasons
from tests.rules.played import BOUND
from tests.rules.tactical.battles import PLAIN, map_of, mixed_figures
from tests.rules.tactical.test_changes import placing
from tests.rules.tactical.watchmen import gunman

Document = dict[str, Any]
FLEEING: Final = 2
"""How many of the figures flee in a pursuit."""
MODELS: Final[dict[str, Any]] = {
    "resolve-attack": TacticalAttackInput,
    "resolve-close-combat": TacticalCloseInput,
    "resolve-slam": TacticalSlamInput,
    "opportunity-fire": TacticalOpportunityInput,
    "popup-attack": TacticalPopupInput,
    "pursue": TacticalPursuit,
}
DEEDS: Final = (
    "grab",
    "grab",
    "takedown",
    "pin",
    "break_free",
    "attack",
    "enter",
    "enter",
    "leave",
    "declare_adjacent",
)


def placings(figures: Any) -> Placings:
    """Where and how figures are, by id."""
    return {each.id: loads(to_json(placing(each))) for each in figures}


def changes_in(outcome: Any) -> list[Any]:
    """The changes of an act: of its turns, or of a single procedure; a contest of two numbers has none."""
    if hasattr(outcome, "turns"):
        return [each for turn in outcome.turns for each in turn.changes]
    return getattr(outcome, "changes", [])


def test_acts_of_encounters_tell_their_changes() -> None:
    """In random fights the changes of rounds, turns and single acts are all that happens to the places of figures."""
    reasons = tally_of_reasons(
        acts("tactical", many(100, 8), 10, "changes"), lambda state: placings(state.figures), told=changes_in
    )
    assert {"resolve-round", "resolve-turn", "opportunity-fire"} <= {*reasons}, reasons


def attacked(random: Random, names: list[str], here: Any) -> Document:
    """An attack with any weapon."""
    return {"attacker": names[0], "target": names[1], "weapon": random.choice(["sword", "fists", "bow", None])}


def closed(random: Random, names: list[str], here: Any) -> Document:
    """Any deed in close combat."""
    return {"actor": names[0], "target": names[1], "action": random.choice(DEEDS)}


def slammed(random: Random, names: list[str], here: Any) -> Document:
    """A slam at somebody, straight ahead."""
    return {"actor": names[0], "target": names[1]}


def fired_at(random: Random, names: list[str], here: Any) -> Document:
    """A step in sight of everybody who has a bow."""
    path = [{"to": neighbour(here, random.randint(0, 5)), "mode": random.choice(["forward", "sidestep"])}]
    zone = {"hexes": [each["to"] for each in path]}
    return {"mover": names[0], "path": path, "shooters": [{"figure": names[-1], "zone": zone}]}


def popped_up(random: Random, names: list[str], here: Any) -> Document:
    """A pop-up attack out of any hex beside the attacker."""
    return {"attacker": names[0], "target": names[-1], "fire_hex": neighbour(here, random.randint(0, 5))}


MADE: Final[dict[str, Callable[[Random, list[str], Any], Document]]] = {
    "resolve-attack": attacked,
    "resolve-close-combat": closed,
    "resolve-slam": slammed,
    "opportunity-fire": fired_at,
    "popup-attack": popped_up,
}


SHOTS: Final = ("opportunity-fire", "popup-attack")
GUN: Final = {"vision": "360", "fighting": True, **loads(gunman().model_dump_json(include={"weapons", "ready"}))}


def asked(procedure: str, random: Random, figures: list[Document], ground: Document) -> Document:
    """The input of a procedure, of which much is made by chance."""
    if procedure == "pursue":
        attacks = [{"figure": each["id"]} for each in figures[FLEEING:]]
        return {
            "quarry": figures[:FLEEING],
            "pursuers": figures[FLEEING:],
            "band": random.choice(["close", "short"]),
            "attacks": attacks,
        }
    names = [each["id"] for each in random.sample(figures, len(figures))]
    here = next(each["hex"] for each in figures if each["id"] == names[0])
    near = sorted(names[1:], key=lambda name: _apart(figures, name, here))
    return {"figures": figures, "map": ground, **MADE[procedure](random, [names[0], *near], here)}


def _apart(figures: list[Document], name: str, here: Any) -> int:
    there = next(each["hex"] for each in figures if each["id"] == name)
    return int(abs(there[0] - here[0]) + abs(there[1] - here[1]))


def outcomes(procedure: str, fights: int) -> Iterator[tuple[Any, Any]]:
    """The input and the outcome of a procedure in random battles, act after act."""
    for number in range(fights):
        random = Random(f"{procedure} {number}")
        ground = map_of(random)
        figures = mixed_figures(random, 8, ground)
        if procedure in SHOTS:
            figures = [each | GUN for each in figures]
        for act in range(30):
            try:
                given = MODELS[procedure].model_validate_json(to_json(asked(procedure, random, figures, ground)))
                outcome = BOUND[f"tactical/{procedure}"].procedure.resolve(
                    given, PLAIN, SeededDice(f"sha256ctr1:{number} {act}")
                )
            except (RulesRefuse, ValidationError):
                continue
            yield given, outcome
            now = {each.id: loads(to_json(each)) for each in outcome.figures}
            figures = [now.get(each["id"], each) for each in figures]


@pytest.mark.parametrize("procedure", [*MADE, "pursue"])
def test_changes_lead_from_the_figures_before_to_those_after(procedure: str) -> None:
    """In random battles the changes of a procedure are all that happens to the places of figures."""
    reasons: Counter[str] = Counter()
    for given, outcome in outcomes(procedure, many(150, 12)):
        before = given.quarry + given.pursuers if procedure == "pursue" else given.figures
        places = placings(before)
        reasons.update(["acts"])
        reasons.update(folded(outcome.changes, places))
        assert places == placings(before) | placings(outcome.figures)
    assert reasons["acts"] > 10, reasons
    assert set(reasons) & {"wound", "fall", "move", "knockback", "retreat", "popup"}, reasons
