"""Figures and fights that stories of rounds, pursuits and skirmishes are told of."""

from typing import Any

from service.dice.seeded import SeededDice
from service.rules.opposed.battle.models import OpposedPursuit, OpposedRound, OpposedSkirmish
from service.rules.opposed.battle.outcomes import OpposedEvent, OpposedRoundOutcome
from service.rules.opposed.rounds.round import resolve_round
from service.wire import to_json
from tests.rules.opposed.stories import Story, tell

Document = dict[str, Any]

ASH: Document = {
    "id": "ash",
    "side": "red",
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
    "weapon": {"base_chance": 45, "rank": 6, "damage_modifier": 4},
}
"""Strike Chance 45 + 18 + 24 = 87; Defence 15 + 12 = 27; engaged initiative 33."""
ORC: Document = {
    "id": "orc",
    "side": "blue",
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
"""Strike Chance 50 + 12 + 12 = 74; Defence 13 + 8 = 21; engaged initiative 24."""
BOW: Document = {
    "id": "bow",
    "side": "red",
    "perception": 14,
    "agility": 14,
    "manual_dexterity": 16,
    "willpower": 12,
    "fatigue": 14,
    "endurance": 14,
    "weapon": {"base_chance": 45, "rank": 4, "damage_modifier": 3, "flight": "missile"},
}
"""Strike Chance 45 + 16 + 16 = 77; Defence 28."""
IMP: Document = {
    "id": "imp",
    "side": "blue",
    "perception": 10,
    "agility": 20,
    "manual_dexterity": 15,
    "willpower": 9,
    "fatigue": 8,
    "endurance": 9,
    "weapon": {"base_chance": 40, "rank": 2, "damage_modifier": 1},
}
"""Strike Chance 40 + 15 + 8 = 63; Defence 30; engaged initiative 32."""

HIT, CRUCIAL, MISS, GUARDED = 60, 15, 95, 10
"""Faces of Ash's and of Orc's strike dice: Average, Crucial, Poor; a 10 is a Crucial defence at 61."""
OPEN = 90
"""A face of a defence die that defends against nothing."""


def engaged(one: Document, *others: Document) -> list[Document]:
    """One figure engaged with each of some others."""
    first = {**one, "engaged_with": [other["id"] for other in others]}
    return [first, *[{**other, "engaged_with": [one["id"]]} for other in others]]


def sides_of(participants: list[Document]) -> list[Document]:
    """Every side in order of its first figure, who leads it."""
    leaders: Document = {}
    for each in participants:
        leaders.setdefault(each["side"], each["id"])
    return [{"id": side, "leader": leader} for side, leader in leaders.items()]


def fight(participants: list[Document], *orders: Document, **changes: Any) -> OpposedRound:
    """A round of these figures with these orders."""
    document = {"sides": sides_of(participants), "participants": participants, "orders": orders} | changes
    return OpposedRound.model_validate_json(to_json(document))


def duel(*orders: Document, ash: Document | None = None, orc: Document | None = None, **changes: Any) -> OpposedRound:
    """A round between Ash and Orc, engaged with each other."""
    return fight(engaged({**ASH, **(ash or {})}, {**ORC, **(orc or {})}), *orders, **changes)


def skirmish(participants: list[Document], **changes: Any) -> OpposedSkirmish:
    """A skirmish of these figures."""
    document = {"sides": sides_of(participants), "participants": participants} | changes
    return OpposedSkirmish.model_validate_json(to_json(document))


def pursuit(fleeing: Document, *pursuers: Document, **changes: Any) -> OpposedPursuit:
    """A pursuit of one by others."""
    return OpposedPursuit.model_validate_json(to_json({"fleeing": fleeing, "pursuers": pursuers} | changes))


def attack(actor: str, target: str, **changes: Any) -> Document:
    """An order to strike."""
    return {"action": "attack", "actor": actor, "target": target, **changes}


def order(action: str, actor: str, **changes: Any) -> Document:
    """Any other order."""
    return {"action": action, "actor": actor, **changes}


def play(round: OpposedRound, *faces: int, options: Document | None = None) -> Story[OpposedRoundOutcome]:
    """Play a round with these faces and no others."""
    return tell(resolve_round, round, *faces, options=options)


def said(event: OpposedEvent) -> tuple[str, str, str | None]:
    """Who did what, and why not otherwise."""
    return event.actor, event.action.value, event.reason.value if event.reason else None


def seeded(seed: object) -> SeededDice:
    """Dice the service rolls."""
    return SeededDice(f"sha256ctr1:{seed}")
