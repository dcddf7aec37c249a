"""Fights of every family in several sizes: n against n, all of them alike, side by side and ready to strike."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, get_type_hints

import orjson
from pydantic import BaseModel

from service.app import FAMILIES
from service.dice.model import Dice
from service.rules.kernel.family import Procedure
from service.rules.kernel.fight import Fight

Document = dict[str, Any]

ASH: Final[Document] = {
    "perception": 12,
    "agility": 15,
    "manual_dexterity": 18,
    "physical_strength": 17,
    "willpower": 14,
    "fatigue": 20,
    "endurance": 18,
    "endurance_max": 18,
    "armour_ft": 4,
    "armour_en": 1,
    "weapon": {"base_chance": 45, "rank": 6, "damage_modifier": 4, "weapon_class": "B"},
}
ORC: Final[Document] = {
    "perception": 8,
    "agility": 13,
    "manual_dexterity": 12,
    "physical_strength": 14,
    "willpower": 10,
    "fatigue": 15,
    "endurance": 20,
    "endurance_max": 20,
    "armour_ft": 5,
    "weapon": {"base_chance": 50, "rank": 3, "damage_modifier": 3},
}
GUARD: Final[Document] = {
    "level": 3,
    "strength": 1,
    "dexterity": 4,
    "awareness": 4,
    "stamina": 20,
    "injury_slots": 12,
    "weapon": {"die": "d4", "finesse": True},
}
HALF_ORC: Final[Document] = {
    "level": 4,
    "strength": 3,
    "dexterity": 2,
    "armor_points": 3,
    "stamina": 24,
    "injury_slots": 15,
    "weapon": {"die": "d8"},
}
SWING: Final[Document] = {
    "id": "swing",
    "weapon": "sword",
    "kind": "melee",
    "skill": 13,
    "damage": "1d+1",
    "type": "cutting",
}
FIGHTER: Final[Document] = {
    "ht": 11,
    "hp": 12,
    "move": 5,
    "armour": [{"dr": 2}],
    "defenses": {"dodge": 9, "parries": [{"name": "sword", "value": 10}]},
    "attack_modes": [SWING],
}
BROADSWORD: Final[Document] = {
    "id": "sword",
    "skill": "Broadsword",
    "level": 13,
    "kind": "melee",
    "modes": [{"name": "swing", "damage": "1d+2", "type": "cutting"}],
}
SOLDIER: Final[Document] = {
    "st": 11,
    "dx": 12,
    "ht": 11,
    "weapons": [BROADSWORD],
    "ready": {"right": "sword"},
    "armour": [{"dr": 2}],
}


def opposed(size: int) -> Document:
    """Pairs that are engaged with each other: Ashes against orcs."""
    red = [ASH | {"id": f"r{i}", "side": "red", "engaged_with": [f"b{i}"]} for i in range(size)]
    blue = [ORC | {"id": f"b{i}", "side": "blue", "engaged_with": [f"r{i}"]} for i in range(size)]
    sides = [{"id": "red", "leader": "r0"}, {"id": "blue", "leader": "b0"}]
    return {"sides": sides, "participants": red + blue, "max_rounds": 200}


def laurels(size: int) -> Document:
    """Guards against half-orcs."""
    party = [GUARD | {"id": f"p{i}", "role": "party"} for i in range(size)]
    foes = [HALF_ORC | {"id": f"o{i}", "role": "opponents"} for i in range(size)]
    return {"participants": party + foes, "max_rounds": 200}


def heroic(size: int) -> Document:
    """Two rows of equal fighters, a yard apart, with neutral tactics."""
    places = [(f"{side}{i}", side, x, 2 * i) for side, x in (("red", 0), ("blue", 1)) for i in range(size)]
    encounter = {
        "sides": [{"id": "red"}, {"id": "blue"}],
        "units": [FIGHTER | {"id": name, "side": side} for name, side, _, _ in places],
        "positions": [{"unit": name, "x": x, "y": y} for name, _, x, y in places],
    }
    tactics = [{"unit": name, "tactic": "neutral"} for name, _, _, _ in places]
    return {"encounter": encounter, "tactics": tactics, "max_rounds": 100}


def mass(size: int) -> Document:
    """Two lines of units, face to face, each with one commander."""
    lines = (("red", 0, 0, "d8"), ("blue", 1, 3, "d10"))
    units = [
        {
            "id": f"{side} {i}",
            "side": side,
            "battle_die": die,
            "speed": 3,
            "morale_max": 3,
            "hex": [column, i],
            "facing": facing,
        }
        for side, column, facing, die in lines
        for i in range(size)
    ]
    commanders = [{"id": f"{side} leader", "side": side, "thac0": 12, "charisma": 12} for side, _, _, _ in lines]
    return {"units": units, "commanders": commanders, "max_rounds": 200}


def tactical(size: int) -> Document:
    """Two rows of equal soldiers on open ground, each with a foe in front."""
    figures = [
        SOLDIER | {"id": f"{side}{i}", "side": side, "hex": [i, row], "facing": facing}
        for side, row, facing in (("red", 1, 0), ("blue", 0, 3))
        for i in range(size)
    ]
    bounds = {"kind": "limits", "q_min": -9, "q_max": size + 9, "r_min": -9, "r_max": 9}
    return {"map": {"id": "plain", "bounds": bounds}, "figures": figures, "max_rounds": 100}


def brief_tactical(size: int) -> Document:
    """The same soldiers with less that wards them off and keeps them up: half as many turns decide the fight."""
    document = tactical(size)
    skilled = [BROADSWORD | {"level": 15}]
    figures = [each | {"hp": 5, "armour": [], "weapons": skilled} for each in document["figures"]]
    return document | {"figures": figures}


DOCUMENTS: Final[dict[str, Callable[[int], Document]]] = {
    each.__name__: each for each in (opposed, laurels, heroic, mass, tactical)
}
SIZES: Final = (1, 2, 10)
BRIEF: Final = DOCUMENTS | {"tactical": brief_tactical}
"""The same, of which many can be played in a short time."""


class Case(NamedTuple):
    """A fight as its steps, and as the procedure that rolls it."""

    procedure: Procedure
    input: BaseModel
    rulings: Any

    @property
    def fight(self) -> Fight[Any]:
        """Return its steps."""
        assert self.procedure.fight is not None
        return self.procedure.fight(self.input, self.rulings)

    def resolve(self, dice: Dice) -> Any:
        """Return the outcome that the procedure has with these dice."""
        return self.procedure.resolve(self.input, self.rulings, dice)


FIGHTING: Final = {
    family.name: procedure
    for family in FAMILIES
    for procedure in family.procedures
    if procedure.name == "resolve-skirmish" and procedure.fight is not None
}
"""The skirmishes whose steps are declared, by family."""


def case_of(family: str, document: Document, **rulings: Any) -> Case:
    """Return the fight of a skirmish's input."""
    procedure = FIGHTING[family]
    model: type[BaseModel] = get_type_hints(procedure.resolve)["input"]
    options = next(each.rulings for each in FAMILIES if each.name == family)
    return Case(procedure, model.model_validate_json(orjson.dumps(document)), options(**rulings))


def fight_of(family: str, size: int) -> Case:
    """Return a family's fight of so many against as many."""
    return case_of(family, DOCUMENTS[family](size))


def brief_fight_of(family: str, size: int) -> Case:
    """Return one that takes less time to play."""
    return case_of(family, BRIEF[family](size))
