"""Random battles for tests: maps with walls and rough ground, figures of every kind, and orders of every kind."""

from random import Random
from typing import Any, Final

import orjson

from service.dice.seeded import SeededDice
from service.errors import RulesRefuse
from service.rules.kernel.hexes import distance, neighbour
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.figures.field import Field, fills
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.figures.standing import close_with
from service.rules.tactical.rounds.acting.checks import approve
from service.rules.tactical.rounds.records import TacticalIntent, TacticalRoundInput
from service.rules.tactical.rounds.turn.turn import Orders
from service.rules.tactical.rounds.turn.windows import begin
from tests.rules.tactical.scenes import bow, sword

MODES = ("forward", "forward", "forward", "sidestep", "backward")
MANEUVERS = (
    *["attack"] * 12,
    *["move_and_attack"] * 6,
    *["all_out_attack"] * 6,
    *["move"] * 3,
    *["wait"] * 6,
    *("all_out_defense", "aim", "evaluate", "feint", "ready", "wait", "change_posture", "concentrate", "do_nothing"),
)
FIGHTING = ("attack", "move_and_attack", "all_out_attack", "feint")
OPTIONS: Final[dict[str, list[dict[str, Any]]]] = {
    "all_out_attack": [{"option": option} for option in ("determined", "strong", "feint", "double")],
    "all_out_defense": [{"option": option} for option in ("dodge", "parry", "block", "double_defense")],
    "ready": [{}, {"weapon": "sword"}, {"item": "gem"}, {"reach": 2}, {"load": 3}],
    "change_posture": [
        {"posture": posture} for posture in ("standing", "kneeling", "crawling", "lying", "sitting", "crouching")
    ],
}
"""What orders of a maneuver may say in addition, one of which is chosen."""
SIZE = 7
PLAIN = TacticalRulings()

Document = dict[str, Any]


def spear(**facts: Any) -> Document:
    """A spear for both hands, thrust for 1d+2 impaling at reach 1 and 2, skill 12."""
    mode = {"name": "thrust", "kind": "thrust", "damage": "1d+2", "type": "impaling", "reaches": [1, 2]}
    return {"id": "spear", "skill": "Spear", "level": 12, "kind": "melee", "hands": 2, "modes": [mode]} | facts


def fists(**facts: Any) -> Document:
    """Fists, for 1d-2 crushing at reach C and 1."""
    mode = {"name": "punch", "kind": "thrust", "damage": "1d-2", "type": "crushing", "reaches": [0, 1]}
    return {"id": "fists", "skill": "Brawling", "level": 12, "kind": "natural", "hands": 0, "modes": [mode]} | facts


def knife(**facts: Any) -> Document:
    """A knife, at reach C and 1."""
    mode = {"name": "cut", "kind": "swing", "damage": "1d-1", "type": "cutting", "reaches": [0, 1]}
    return {"id": "knife", "skill": "Knife", "level": 12, "kind": "melee", "modes": [mode]} | facts


def map_of(random: Random) -> Document:
    """A map of limited size, with obstacles, bad footing, water, pillars and walls."""
    hexes = [[q, r] for q in range(-SIZE, SIZE + 1) for r in range(-SIZE, SIZE + 1)]
    cells: list[Document] = []
    for where in random.sample(hexes, random.randint(0, 12)):
        fact: Document = random.choice(
            [
                {"obstruction": "minor"},
                {"obstruction": "severe"},
                {"footing": 1},
                {"stairs": True},
                {"water": 10},
                {"water": 40},
                {"bodies": 2},
            ]
        )
        cells.append({"hex": where} | fact)
    taken = [cell["hex"] for cell in cells]
    pillars = [where for where in random.sample(hexes, random.randint(0, 5)) if where not in taken]
    cells += [{"hex": where, "solid": True} for where in pillars]
    edges = [
        {"hex": where, "direction": random.randint(0, 2), "kind": random.choice(["wall", "low_wall", "window"])}
        for where in random.sample(hexes, random.randint(0, 6))
    ]
    bounds = {"kind": "limits", "q_min": -SIZE, "q_max": SIZE, "r_min": -SIZE, "r_max": SIZE}
    return {"bounds": bounds, "cells": cells, "edges": edges, "items": [{"id": "gem", "hex": [0, 0]}]}


def figures_of(random: Random, count: int, ground: Document) -> list[Document]:
    """Figures of two sides in hexes of their own, armed and unarmed, upright and low, sound and hurt."""
    solid = [cell["hex"] for cell in ground["cells"] if cell.get("solid")]
    free = [[q, r] for q in range(-4, 5) for r in range(-4, 5) if [q, r] not in solid]
    found = []
    for place, where in enumerate(random.sample(free, count)):
        arms = random.choice(["sword", "sword", "spear", "bow", "none", "knife"])
        posture = random.choice(["standing"] * 6 + ["kneeling", "crouching", "sitting"])
        found.append(
            {
                "id": f"f{place}",
                "side": random.choice(["red", "blue"]) if place > 1 else ("red", "blue")[place],
                "hex": where,
                "facing": random.randint(0, 5),
                "dx": random.randint(8, 14),
                "ht": random.randint(8, 13),
                "posture": posture,
                "weapons": [sword(), spear(), bow(), knife(), fists()],
                "ready": {
                    "sword": {"right": "sword"},
                    "knife": {"right": "knife"},
                    "spear": {"both": "spear"},
                    "bow": {"both": "bow"},
                    "none": {},
                }[arms],
                "hp": random.choice([None, None, None, 4, 0, -3]),
            }
            | ({"shield": {"db": 2, "level": 12}} if arms in ("sword", "knife") and random.random() < 0.3 else {})
        )
    return found


def mixed_figures(random: Random, count: int, ground: Document) -> list[Document]:
    """Figures as `figures_of` has them, some of which are large, lie or crawl where there is room."""
    found: list[Document] = []
    for each in figures_of(random, count, ground):
        odd: Document = random.choice(
            [
                *({}, {}, {}, {"shape": "line3", "sm": 1}, {"shape": "diamond4", "sm": 2}, {"posture": "lying"}),
                *({"posture": "crawling"}, {"horizontal": True}, {"vision": "peripheral"}),
                {"shape": "disc7", "sm": 3},
            ]
        )
        for facts in (odd, {}):
            try:
                field_of(round_of([*found, each | facts], ground, []), PLAIN)
            except RulesRefuse:
                continue
            found.append(each | facts)
            break
    return found


def intent_of(random: Random, field: Field, figure: TacticalFigure) -> Document:
    """Any order for a figure, legal or not."""
    others = [each for each in field if each.id != figure.id]
    near = sorted(others, key=lambda each: (distance(each.hex, figure.hex), each.id))
    target = random.choice(near[:3]).id
    maneuver = random.choice(MANEUVERS)
    found: Document = {"figure": figure.id, "maneuver": maneuver} | random.choice(OPTIONS.get(maneuver, [{}]))
    if maneuver in FIGHTING:
        _fight(random, found, target)
    elif maneuver in ("aim", "evaluate"):
        found["target"] = target
    elif maneuver == "wait":
        found["wait"] = _wait(random, figure)
    _move(random, found, figure, near)
    if random.random() < 0.1:
        kind = random.choice(["crouch", "rise", "drop", "release"])
        read: Document = {"drop": {"weapon": "sword"}, "release": {"foe": target}}.get(kind, {})
        found["free"] = [{"kind": kind, **read}]
    if random.random() < 0.05:
        found["declare_adjacent"] = target
    return found


def _wait(random: Random, figure: TacticalFigure) -> Document:
    """A wait with a weapon in hand, or opportunity fire at hexes or a line ahead."""
    ahead = [figure.hex]
    for _ in range(4):
        ahead.append(neighbour(ahead[-1], figure.facing))
    if figure.ready.both == "bow" and random.random() < 0.7:
        zone: Document = {"hexes": [list(each) for each in ahead[random.randint(1, 4) :]]}
        if random.random() < 0.3:
            zone = {"kind": "line", "start": list(figure.hex), "end": list(ahead[-1])}
        return {"kind": "opportunity", "zone": zone | {"discriminate": random.random() < 0.3}}
    event = random.choice(["enters_reach", "enters_reach", "attacks", "declares", "any", "leaves_hex", "enters_hexes"])
    response: Document = random.choice(
        [{"maneuver": "attack"}, {"maneuver": "feint"}, {"maneuver": "all_out_attack", "option": "strong"}]
    )
    wait: Document = {"trigger": {"event": event, "hexes": [list(each) for each in ahead[1:]]}, "response": response}
    return wait | ({"step_to": list(ahead[1])} if random.random() < 0.4 else {})


def likely_intent(random: Random, field: Field, figure: TacticalFigure) -> Document:
    """An order for a figure that is most likely legal if nobody acts before it."""
    found = intent_of(random, field, figure)
    for _ in range(25):
        stage = field.copy()
        begin(stage, figure.id)
        intent = TacticalIntent.model_validate_json(orjson.dumps(found))
        try:
            approve(stage, figure.id, intent, Orders({}, {}, []), SeededDice("sha256ctr1:none"))
        except RulesRefuse:
            found = intent_of(random, field, figure)
        else:
            break
    return found


def _fight(random: Random, found: Document, target: str) -> None:
    if random.random() < 0.2:
        action = random.choice(["grab", "takedown", "pin", "break_free"])
        found["deed"] = {"action": action, "target": target}
        return
    found["attack"] = {"target": target} | random.choice([{}, {}, {"weapon": "fists"}, {"random_location": True}])
    if found.get("option") == "double":
        found["attack"]["second"] = {}


def _move(random: Random, found: Document, figure: TacticalFigure, near: list[TacticalFigure]) -> None:
    """Add a path: towards somebody, or at random, as far as the maneuver may go."""
    lengths = {"move": 5, "move_and_attack": 5, "all_out_attack": 3}
    most = lengths.get(found["maneuver"], 1)
    here, path = figure.hex, list[Document]()
    goal = random.choice(near[:3]).hex
    for _ in range(random.randint(0, most)):
        if random.random() < 0.15:
            path.append({"turn": random.choice([-1, 1, 2, 3])})
            continue
        ways = [neighbour(here, direction) for direction in range(6)]
        ahead = min(ways, key=lambda each: (distance(each, goal), each))
        here = ahead if random.random() < 0.6 else random.choice(ways)
        path.append({"to": list(here), "mode": random.choice(MODES)})
    if found["maneuver"] in ("do_nothing", "wait", "change_posture"):
        path = []
    found["path"] = path
    if random.random() < 0.3:
        found["end_facing"] = random.randint(0, 5)
    if random.random() < 0.2 and found["maneuver"] not in lengths:
        found["step"] = "after"
    if random.random() < 0.4 and path:
        foe = random.choice(near[:3]).id
        found["follow_ups"] = [{"foe": foe, "follow_up": random.choice(["stop", "evade", "slam"])}]


def round_of(figures: list[Document], ground: Document, intents: list[Document], **facts: Any) -> TacticalRoundInput:
    """A round of figures with orders; illegal ones become Do Nothing."""
    document = {"map": ground, "figures": figures, "intents": intents, "on_error": "skip"} | facts
    return TacticalRoundInput.model_validate_json(orjson.dumps(document))


def documents(figures: list[Document], changed: tuple[TacticalFigure, ...]) -> list[Document]:
    """Figures as the next request sends them."""
    now = {each.id: orjson.loads(each.model_dump_json()) for each in changed}
    return [now.get(each["id"], each) for each in figures]


def misplaced_pairs(field: Field) -> list[tuple[str, str]]:
    """Fighters that share a hex and are not in close combat with anybody there."""
    found = []
    for figure in field:
        for where in field.body(figure):
            for other in field.occupants(where):
                both = fills(figure) and fills(other) and figure.id < other.id
                if both and field.is_foe(figure, other) and close_with(figure, other.id) is None:
                    found.append((figure.id, other.id))
                if both and not field.is_foe(figure, other) and not (figure.state.close and other.state.close):
                    found.append((figure.id, other.id))
    return found
