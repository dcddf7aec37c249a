"""The figures that stories and odds are told of, from the source's examples, and documents made of them."""

from typing import Any

from service.rules.laurels.battle.models import LaurelsPursuit, LaurelsRound, LaurelsSkirmish
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.figures.models import LaurelsAttack, LaurelsParry, LaurelsSneakAttack
from service.wire import to_json

Document = dict[str, Any]

TOMBRIL: Document = {
    "id": "tombril",
    "role": "party",
    "level": 9,
    "strength": 8,
    "dexterity": 5,
    "armor_points": 3,
    "stamina": 55,
    "injury_slots": 15,
    "weapon": {"die": "d6", "magic_bonus": 2},
}
"""5d6 + 10 + 8; Defense Points 8."""
GIANT: Document = {
    "id": "giant",
    "role": "opponents",
    "level": 12,
    "strength": 9,
    "dexterity": 3,
    "armor_points": 1,
    "stamina": 68,
    "move_ft": 40,
    "weapon": {"die": "d6"},
}
"""6d6 + 9; Defense Points 4; no injury slots."""
CEDRYK: Document = {
    "id": "cedryk",
    "role": "party",
    "level": 3,
    "strength": 1,
    "dexterity": 4,
    "awareness": 4,
    "stamina": 20,
    "injury_slots": 12,
    "weapon": {"die": "d4", "finesse": True},
}
"""2d4 + 4; Defense Points 4."""
ORC: Document = {
    "id": "orc",
    "role": "opponents",
    "level": 4,
    "strength": 3,
    "dexterity": 2,
    "armor_points": 3,
    "stamina": 24,
    "injury_slots": 15,
    "weapon": {"die": "d8"},
}
"""2d8 + 3; Defense Points 5."""
BANDIT: Document = {"id": "bandit", "role": "opponents", "stamina": 3, "injury_slots": 3, "weapon": {"die": "d4"}}
"""1d4; no defenses."""
ARCHER: Document = {**CEDRYK, "id": "archer", "level": 1, "weapon": {"die": "d8", "kind": "ranged"}}
"""1d8 + 4 at range; d4 exertion."""


def attack(attacker: Document | None = None, target: Document | None = None, **changes: Any) -> LaurelsAttack:
    """The orc attacks the bandit, with changes to either and to the attack."""
    document = {"attacker": ORC | (attacker or {}), "target": BANDIT | (target or {})} | changes
    if document["attacker"]["id"] == document["target"]["id"] is not None:
        document["target"] |= {"id": "its twin"}
    return LaurelsAttack.model_validate_json(to_json(document))


def sneak_attack(
    attacker: Document | None = None, target: Document | None = None, sneak: Document | None = None, **changes: Any
) -> LaurelsSneakAttack:
    """Cedryk attacks the orc from concealment, with changes to either, to the circumstances and to the attack."""
    document = {
        "attacker": CEDRYK | (attacker or {}),
        "target": ORC | (target or {}),
        "sneak": {"concealed": True} | (sneak or {}),
    }
    return LaurelsSneakAttack.model_validate_json(to_json(document | changes))


def fight(participants: list[Document], *orders: Document, **changes: Any) -> LaurelsRound:
    """The second round of a fight, so that nobody is surprised."""
    document = {"round": 2, "participants": participants, "orders": orders} | changes
    return LaurelsRound.model_validate_json(to_json(document))


def skirmish(participants: list[Document], *orders: Document, **changes: Any) -> LaurelsSkirmish:
    """A skirmish that begins without surprise."""
    document = {"surprise": "none", "participants": participants, "orders": orders} | changes
    return LaurelsSkirmish.model_validate_json(to_json(document))


def pursuit(fleeing: list[Document], pursuers: list[Document], **changes: Any) -> LaurelsPursuit:
    """A pursuit of the party by opponents."""
    document = {"fleeing": fleeing, "pursuers": pursuers} | changes
    return LaurelsPursuit.model_validate_json(to_json(document))


def stance(equipment: str, **changes: Any) -> LaurelsParry:
    """A parry stance."""
    return LaurelsParry.model_validate_json(to_json({"equipment": equipment} | changes))


def rulings(**options: Any) -> LaurelsRulings:
    """The family's rulings, with some decided otherwise."""
    return LaurelsRulings.model_validate_json(to_json(options))


def order(actor: str, target: str, **changes: Any) -> Document:
    """An order to attack."""
    return {"action": "attack", "actor": actor, "target": target} | changes


def parrying(actor: str, equipment: str, **changes: Any) -> Document:
    """An order to parry."""
    return {"action": "parry", "actor": actor, "parry": {"equipment": equipment} | changes}
