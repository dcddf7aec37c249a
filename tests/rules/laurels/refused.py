"""Requests that the rules of the laurels family refuse, and what the refusal says."""

from typing import Any

import pytest

from tests.rules.laurels.figures import BANDIT, CEDRYK, ORC, TOMBRIL, Document, order, parrying

BROKEN = {"weapon": {"broken": True}}
SPEAR = {"weapon": {"kind": "reach", "reach_ft": 10}}
NATURAL = {"weapon": {"kind": "natural"}}
FOX: Document = {"id": "fox", "stamina": 9, "injury_slots": 8}
DOG: Document = {"id": "dog", "stamina": 9}


def attack(attacker: Document | None = None, target: Document | None = None, **changes: Any) -> Document:
    """Tombril attacks the orc."""
    return {"attacker": TOMBRIL | (attacker or {}), "target": ORC | (target or {})} | changes


def sneaking(sneak: Document, **changes: Any) -> Document:
    """Cedryk sneaks up on the orc."""
    return attack(CEDRYK, sneak={"concealed": True} | sneak, **changes)


def battle(*orders: Document, **changes: Any) -> Document:
    """Tombril and Cedryk against the orc."""
    return {"participants": [TOMBRIL, CEDRYK, ORC], "orders": orders} | changes


Refusal = tuple[str, str, str, list[str]]
"""Problem, rule, pointer into the input, and what the sentence quotes."""

ATTACKS: list[Any] = [
    pytest.param(
        attack(mode="ranged", distance_ft=9),
        ("target-too-close", "attack/ranged-minimum", "distance_ft", ["10 feet", "9 feet"]),
        id="ranged target closer than 10 feet",
    ),
    pytest.param(
        attack(distance_ft=6),
        ("target-out-of-reach", "attack/melee", "distance_ft", ["5 feet", "6 feet"]),
        id="melee target beyond 5 feet",
    ),
    pytest.param(
        attack(SPEAR, mode="reach", distance_ft=11),
        ("target-out-of-reach", "attack/reach", "distance_ft", ["10 feet", "11 feet"]),
        id="reach target beyond reach",
    ),
    pytest.param(
        attack({"stamina": 0}, mode="ranged"),
        ("insufficient-stamina", "ranged/stamina-cost-untrained", "attacker/stamina", ["tombril", "0 stamina"]),
        id="ranged attack at 0 stamina",
    ),
    pytest.param(
        attack(BROKEN),
        ("weapon-broken", "power-attack/weapon-breaks", "attacker/weapon/broken", ["tombril"]),
        id="attack with a broken weapon",
    ),
    pytest.param(
        attack(mode="spell", power_attack=True),
        ("power-attack-not-possible", "power-attack/weapon-breaks", "power_attack", ["spell"]),
        id="power attack by spell",
    ),
    pytest.param(
        attack({"weapon": {"kind": "spell"}}, power_attack=True),
        ("power-attack-not-possible", "power-attack/weapon-breaks", "power_attack", ["spell"]),
        id="power attack with a spell as readied attack form",
    ),
    pytest.param(
        attack(ability="dexterity"),
        ("ability-not-allowed", "damage/ability-finesse", "ability", ["without finesse", "strength", "dexterity"]),
        id="DEX for a weapon without finesse",
    ),
    pytest.param(
        attack({"weapon": {"finesse": True}}, ability="awareness"),
        ("ability-not-allowed", "damage/ability-strength", "ability", ["strength or dexterity", "awareness"]),
        id="AWA in melee",
    ),
    pytest.param(
        attack(ability="strength", mode="ranged"),
        ("ability-not-allowed", "damage/ability-awareness", "ability", ["ranged", "awareness", "strength"]),
        id="STR at range",
    ),
    pytest.param(
        attack({"level": 0}), ("invalid-level", "damage/dice-by-level", "attacker/level", ["level 0"]), id="level 0"
    ),
    pytest.param(
        attack(target={"injuries": 16}),
        ("injuries-exceed-slots", "injury/direct-damage", "target/injuries", ["16", "15"]),
        id="more injuries than slots",
    ),
    pytest.param(
        attack({"injury_slots": None, "injuries": 1}),
        ("injuries-exceed-slots", "injury/direct-damage", "attacker/injuries", ["is 1", "null"]),
        id="injuries without slots",
    ),
    pytest.param(
        attack({"status": "dead"}),
        ("participant-dead", "injury/death", "attacker/status", ["tombril", "dead"]),
        id="dead attacker",
    ),
    pytest.param(
        attack(target={"status": "dead"}),
        ("participant-dead", "injury/death", "target/status", ["orc", "dead"]),
        id="dead target",
    ),
    pytest.param(
        attack({"status": "fled"}),
        ("participant-has-fled", "round/lost-turn", "attacker/status", ["tombril", "fled"]),
        id="attacker that has fled",
    ),
    pytest.param(
        attack(target={"status": "fled"}),
        ("participant-has-fled", "round/lost-turn", "target/status", ["orc", "fled"]),
        id="target that has fled",
    ),
    pytest.param(
        attack({"weapon": {"kind": "ranged"}}, distance_ft=9),
        ("target-too-close", "attack/ranged-minimum", "distance_ft", ["10 feet", "9 feet"]),
        id="a bow at a target closer than 10 feet",
    ),
]

SNEAKS: list[Any] = [
    pytest.param(
        sneaking({}, power_attack=True),
        ("sneak-attack-cannot-be-power-attack", "power-attack/not-with-sneak", "power_attack", ["power_attack"]),
        id="power attack combined with sneak attack",
    ),
    pytest.param(
        sneaking({"attacked_target_last_round": True}),
        ("already-engaged-with-target", "sneak/not-engaged", "sneak/attacked_target_last_round", ["true"]),
        id="attacked the target last round",
    ),
    pytest.param(
        sneaking({}) | {"attacker": CEDRYK | {"attacked_last_round": ["troll", "orc"]}},
        ("already-engaged-with-target", "sneak/not-engaged", "attacker/attacked_last_round", ["cedryk", "orc"]),
        id="is known to have attacked the target last round",
    ),
    pytest.param(
        sneaking({"concealed": False}),
        ("no-concealment-or-distraction", "sneak/concealment-or-distraction", "sneak/concealed", ["both are false"]),
        id="neither concealed nor distracted",
    ),
    pytest.param(
        sneaking({"leaves_concealment": True, "distance_ft": 16}),
        ("approach-too-far", "sneak/approach-distance", "sneak/distance_ft", ["16 feet", "30 feet"]),
        id="leaves concealment beyond half Move",
    ),
    pytest.param(
        sneaking({"returns_to_concealment": True}),
        ("return-to-concealment", "sneak/after-move", "sneak/returns_to_concealment", ["lead back"]),
        id="back into concealment",
    ),
    pytest.param(
        sneaking({}, distance_ft=6),
        ("target-out-of-reach", "attack/melee", "distance_ft", ["6 feet"]),
        id="what no attack would be granted",
    ),
]

ROUNDS: list[Any] = [
    pytest.param(
        battle(participants=[TOMBRIL, CEDRYK]),
        ("two-sides-required", "initiative/side-roll", "participants", ["2", "party"]),
        id="a role empty",
    ),
    pytest.param(
        battle(participants=[TOMBRIL, TOMBRIL, ORC]),
        ("laurels-duplicate-participant", "round/phases", "participants/1/id", ["tombril"]),
        id="duplicate id",
    ),
    pytest.param(
        battle(order("janine", "orc")),
        ("laurels-unknown-participant", "round/phases", "orders/0/actor", ["janine"]),
        id="unknown actor",
    ),
    pytest.param(
        battle(order("tombril", "troll")),
        ("laurels-unknown-participant", "round/phases", "orders/0/target", ["troll"]),
        id="unknown target",
    ),
    pytest.param(
        battle({"action": "other", "actor": "orc", "label": "shoves", "effects": [{"target": "wall"}]}),
        ("laurels-unknown-participant", "round/phases", "orders/0/effects/0/target", ["wall"]),
        id="unknown target of an effect",
    ),
    pytest.param(
        battle(order("tombril", "cedryk")),
        ("laurels-invalid-target", "round/phases", "orders/0/target", ["tombril", "cedryk", "party"]),
        id="target on own side",
    ),
    pytest.param(
        battle(order("bandit", "tombril"), participants=[TOMBRIL, ORC, BANDIT | {"status": "dead"}]),
        ("participant-dead", "injury/death", "participants/2/status", ["bandit", "dead"]),
        id="order for a dead participant",
    ),
    pytest.param(
        battle(order("bandit", "tombril"), participants=[TOMBRIL, BANDIT | {"stamina": 0, "injury_slots": None}, ORC]),
        ("participant-dead", "injury/slotless-creature", "participants/1/stamina", ["bandit", "0 stamina"]),
        id="order for a creature without slots and stamina",
    ),
    pytest.param(
        battle(order("bandit", "tombril"), participants=[TOMBRIL, BANDIT | {"injuries": 3}, ORC]),
        ("participant-dead", "injury/death", "participants/1/injuries", ["bandit", "3 injuries in 3 slots"]),
        id="order for one whose slots are full",
    ),
    pytest.param(
        battle(order("tombril", "orc"), parrying("tombril", "weapon")),
        ("parry-excludes-attack", "parry/declare", "orders/1/action", ["tombril", "attack and parry"]),
        id="parry and attack in one turn",
    ),
    pytest.param(
        battle(parrying("tombril", "weapon"), {"action": "pass", "actor": "tombril"}),
        ("laurels-duplicate-participant", "action/one-per-turn", "orders/1/actor", ["tombril", "parry and pass"]),
        id="two orders",
    ),
    pytest.param(
        battle(order("tombril", "orc", move_before_ft=31)),
        ("move-exceeded", "move/allowance", "orders/0/move_before_ft", ["tombril", "31 feet", "30"]),
        id="movement before above Move",
    ),
    pytest.param(
        battle(order("tombril", "orc", move_before_ft=20, move_after_ft=25, bonus_move_ft=10)),
        ("move-exceeded", "move/allowance", "orders/0/move_after_ft", ["45 feet", "40"]),
        id="movement sum above Move and bonus",
    ),
    pytest.param(
        battle(parrying("tombril", "weapon"), participants=[TOMBRIL | BROKEN, ORC]),
        ("weapon-broken", "parry/equipment", "participants/0/weapon/broken", ["tombril", "parries"]),
        id="parry with a broken weapon",
    ),
    pytest.param(
        battle(parrying("tombril", "shield")),
        ("nothing-to-parry-with", "parry/equipment", "orders/0/parry/shield_durability", ["a shield", "0"]),
        id="parry without a shield",
    ),
    pytest.param(
        battle(
            parrying("tombril", "shield", shield_durability=9), participants=[TOMBRIL | {"shield_durability": 0}, ORC]
        ),
        ("nothing-to-parry-with", "parry/equipment", "participants/0/shield_durability", ["tombril", "0"]),
        id="parry with a shield that was destroyed",
    ),
    pytest.param(
        battle(parrying("tombril", "both")),
        ("nothing-to-parry-with", "parry/equipment", "orders/0/parry/shield_durability", ["weapon and shield"]),
        id="parry with both but without a shield",
    ),
    pytest.param(
        battle(parrying("tombril", "weapon", weapon_shattered=True)),
        ("nothing-to-parry-with", "parry/equipment", "orders/0/parry/weapon_shattered", ["tombril", "shattered"]),
        id="parry with a shattered weapon",
    ),
    pytest.param(
        battle(order("tombril", "orc", mode="ranged", distance_ft=5)),
        ("target-too-close", "attack/ranged-minimum", "orders/0/distance_ft", ["5 feet"]),
        id="an order that no single attack would be granted",
    ),
    pytest.param(
        battle(
            {"action": "sneak_attack", "actor": "cedryk", "target": "orc", "sneak": {"concealed": True}},
            participants=[CEDRYK | {"attacked_last_round": ["orc"]}, ORC],
        ),
        ("already-engaged-with-target", "sneak/not-engaged", "participants/0/attacked_last_round", ["cedryk", "orc"]),
        id="a sneak attack on whom one has attacked",
    ),
    pytest.param(
        battle(participants=[TOMBRIL | {"level": 0}, ORC]),
        ("invalid-level", "damage/dice-by-level", "participants/0/level", ["0"]),
        id="level below 1",
    ),
    pytest.param(
        battle(surprise="reverse_ambush", reverse={"party_surprised_on": [6], "opponents_surprised_on": [6]}),
        ("invalid-reverse-faces", "surprise/reverse-ambush", "reverse/opponents_surprised_on/0", ["6"]),
        id="a face in both lists",
    ),
]

PURSUITS: list[Any] = [
    pytest.param(
        {"fleeing": [FOX | {"status": "dead"}], "pursuers": [DOG]},
        ("participant-dead", "injury/death", "fleeing/0/status", ["fox"]),
        id="dead and fleeing",
    ),
    pytest.param(
        {"fleeing": [FOX], "pursuers": [DOG | {"status": "dead"}]},
        ("participant-dead", "injury/death", "pursuers/0/status", ["dog"]),
        id="dead and pursuing",
    ),
    pytest.param(
        {"fleeing": [FOX], "pursuers": [DOG | {"stamina": 0}]},
        ("participant-dead", "injury/slotless-creature", "pursuers/0/stamina", ["dog", "0 stamina"]),
        id="pursuing without slots and stamina",
    ),
    pytest.param(
        {"fleeing": [FOX], "pursuers": [DOG, FOX]},
        ("laurels-duplicate-participant", "pursuit/eligibility", "pursuers/1/id", ["fox"]),
        id="on both sides",
    ),
    pytest.param(
        {"fleeing": [FOX | {"level": 0}], "pursuers": []},
        ("invalid-level", "damage/dice-by-level", "fleeing/0/level", ["0"]),
        id="level 0",
    ),
]

TAPES: list[Any] = [
    pytest.param([6], ("dice-supply-exhausted", "damage/exploding-dice", "/dice/faces", ["d6"]), id="tape too short"),
    pytest.param(
        [20], ("face-out-of-range", "damage/dice-by-level", "/dice/faces/0", ["20", "position 0", "d6"]), id="wrong die"
    ),
    pytest.param([5, 2], ("dice-supply-left-over", "dice/tape", "/dice/faces/1", ["2", "position 1"]), id="left over"),
]
