"""The printed stat blocks of both test battles, and the documents that stories are told of."""

from typing import Any

from service.rules.heroic.attack.models import HeroicAttack, HeroicBreakFree, HeroicGrapple, HeroicInjury
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.figures.models import HeroicUnit
from service.wire import to_json

Document = dict[str, Any]

SWORDSMAN: Document = {
    "id": "swordsman",
    "side": "law",
    "st": 12,
    "dx": 11,
    "ht": 11,
    "hp": 12,
    "fp": 11,
    "basic_speed": 5.5,
    "move": 3,
    "encumbrance": "medium",
    "armour": [{"location": "torso", "dr": 4}],
    "shield": {"name": "light medium shield", "db": 2},
    "skills": [{"name": "shield", "level": 14}],
    "defenses": {"dodge": 9, "block": 12},
    "attack_modes": [
        {"id": "sword_swing", "weapon": "sword", "kind": "melee", "skill": 14, "damage": "1d+2", "type": "cutting"},
        {"id": "sword_thrust", "weapon": "sword", "kind": "melee", "skill": 14, "damage": "1d+1", "type": "impaling"},
    ],
}
BANDIT: Document = {
    "id": "bandit",
    "side": "crime",
    "st": 13,
    "dx": 12,
    "ht": 11,
    "hp": 13,
    "fp": 11,
    "basic_speed": 6,
    "move": 6,
    "armour": [{"location": "torso", "dr": 3, "flexible": True, "vs": [{"type": "crushing", "delta": -2}]}],
    "defenses": {"dodge": 10},
    "attack_modes": [
        {"id": "sword_swing", "weapon": "sword", "kind": "melee", "skill": 14, "damage": "1d+2", "type": "cutting"},
        {"id": "sword_thrust", "weapon": "sword", "kind": "melee", "skill": 14, "damage": "1d+2", "type": "impaling"},
        {
            "id": "short_bow",
            "weapon": "short bow",
            "kind": "ranged",
            "skill": 13,
            "damage": "1d",
            "type": "impaling",
            "acc": 1,
            "range_half": 195,
            "range_max": 300,
            "reload_s": 2,
            "bulk": -6,
        },
    ],
}
TROGLODYTES: Document = {
    "id": "troglodytes",
    "side": "cave",
    "count_start": 10,
    "st": 12,
    "dx": 12,
    "ht": 11,
    "hp": 12,
    "hp_pool": 120,
    "fp": 11,
    "basic_speed": 6,
    "move": 6,
    "armour": [{"dr": 1, "flexible": True}],
    "defenses": {"dodge": 10},
    "attack_modes": [
        {
            "id": "stone_axe",
            "weapon": "stone axe",
            "kind": "melee",
            "skill": 12,
            "damage": "2d-1",
            "type": "cutting",
            "armor_divisor": "half",
        },
        {
            "id": "stone_javelin",
            "weapon": "stone javelin",
            "kind": "ranged",
            "skill": 14,
            "damage": "1d",
            "type": "impaling",
            "armor_divisor": "half",
            "acc": 3,
            "range_half": 18,
            "range_max": 30,
            "bulk": -4,
            "propulsion": "thrown",
        },
    ],
}
OGRES: Document = {
    "id": "ogres",
    "side": "hill",
    "count_start": 8,
    "st": 16,
    "dx": 9,
    "ht": 11,
    "hp": 16,
    "hp_pool": 128,
    "fp": 11,
    "sm": 1,
    "basic_speed": 5,
    "move": 6,
    "armour": [{"dr": 2, "flexible": True}],
    "defenses": {"dodge": 8},
    "attack_modes": [
        {"id": "small_mace", "weapon": "mace", "kind": "melee", "skill": 10, "damage": "2d+2", "type": "crushing"},
        {
            "id": "javelin",
            "weapon": "javelin",
            "kind": "ranged",
            "skill": 10,
            "damage": "2d-1",
            "type": "impaling",
            "acc": 3,
            "range_half": 24,
            "range_max": 40,
            "bulk": -4,
            "propulsion": "thrown",
        },
    ],
}
WRESTLER: Document = {
    "id": "wrestler",
    "side": "crime",
    "st": 14,
    "dx": 12,
    "ht": 12,
    "hp": 14,
    "defenses": {"dodge": 9, "parries": [{"name": "wrestling", "value": 10, "kind": "unarmed"}]},
    "skills": [{"name": "wrestling", "level": 13}],
    "attack_modes": [{"id": "grab", "kind": "grapple", "skill": 13, "reach": [0, 1]}],
}
"""Best score 14 for takedowns and pins; no armour."""


def changed(unit: Document, **changes: Any) -> Document:
    """A stat block with changes."""
    return unit | changes


def armed(unit: Document, **mode: Any) -> Document:
    """A stat block whose first attack mode is changed."""
    first, *others = unit["attack_modes"]
    return unit | {"attack_modes": [first | mode, *others]}


def attack(attacker: Document, target: Document, choice: Document, **situation: Any) -> HeroicAttack:
    """An attack of one unit on another."""
    document = {"attacker": attacker, "target": target, "attack": choice} | situation
    return HeroicAttack.model_validate_json(to_json(document))


def grapple(attacker: Document, target: Document, choice: Document, **situation: Any) -> HeroicGrapple:
    """An attempt of one unit to grapple another."""
    document = {"attacker": attacker, "target": target, "attack": {"mode": "grab"} | choice} | situation
    return HeroicGrapple.model_validate_json(to_json(document))


def break_free(**document: Any) -> HeroicBreakFree:
    """An attempt to break free."""
    return HeroicBreakFree.model_validate_json(to_json(document))


def injury(units: list[Document], pending: list[Document], **situation: Any) -> HeroicInjury:
    """An injury step."""
    return HeroicInjury.model_validate_json(to_json({"units": units, "pending": pending} | situation))


def unit(document: Document) -> HeroicUnit:
    """A stat block as a unit."""
    return HeroicUnit.model_validate_json(to_json(document))


def rulings(**options: Any) -> HeroicRulings:
    """The family's rulings, with some decided otherwise."""
    return HeroicRulings.model_validate_json(to_json(options))
