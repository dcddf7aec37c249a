"""Small fights of the laurels family, whose every fall of the dice can be played to compare it with the odds."""

from typing import Any, Final

from hypothesis import strategies as st

from tests.rules.enumeration import D6, D20, Document, Proof, loads_of

FEW: Final = st.integers(-2, 4)
DIE: Final = {"die": "d4"}


@st.composite
def stances(draw: st.DrawFn) -> Document:
    """A parry that is worn: a weapon near shattering, a shield near its end, or neither left."""
    return {
        "equipment": draw(st.sampled_from(["weapon", "shield", "both"])),
        "weapon_magic_bonus": draw(st.sampled_from([None, 0, 1])),
        "explosions_so_far": draw(st.integers(0, 1)),
        "weapon_shattered": draw(st.booleans()),
        "shield_durability": draw(st.integers(0, 7)),
    }


@st.composite
def figures(draw: st.DrawFn, name: str, role: str, *, level: int = 2, least: int = 0) -> Document:
    """Somebody near exhaustion and near death, with or without injury slots."""
    slots = draw(st.none() | st.integers(0, 3))
    return {
        "id": name,
        "role": role,
        "level": draw(st.integers(1, level)),
        "strength": draw(FEW),
        "dexterity": draw(FEW),
        "awareness": draw(FEW),
        "armor_points": draw(st.integers(0, 2)),
        "stamina": draw(st.integers(max(least, 1) if slots is None else least, 7)),
        "injury_slots": slots,
        "injuries": draw(st.integers(0, max(0, (slots or 0) - 1))),
        "weapon": DIE
        | {
            "kind": draw(st.sampled_from(["melee", "natural", "ranged", "spell"])),
            "finesse": draw(st.booleans()),
            "magic_bonus": draw(st.integers(0, 1)),
            "direct_damage": draw(st.booleans()),
        },
        "weapon_specialized": draw(st.booleans()),
        "parry": draw(st.none() | stances()),
    }


RULINGS: Final = st.fixed_dictionaries(
    {
        "overflow": st.sampled_from(["to_injury", "discard"]),
        "parry_basis": st.sampled_from(["net", "gross"]),
        "parry_explosion_count": st.sampled_from(["cumulative", "per_attack"]),
        "parry_both_order": st.sampled_from(["weapon_first", "shield_first"]),
        "parry_covers_ranged": st.booleans(),
        "parry_covers_sneak": st.booleans(),
        "ranged_at_zero_stamina": st.just("allow"),
        "slotless_direct_multiplier": st.sampled_from([1, 2]),
        "exertion_kills": st.booleans(),
        "sneak_magic_bonus": st.booleans(),
        "max_explosions": st.integers(1, 2),
    }
)
SNEAK: Final = st.fixed_dictionaries(
    {"concealed": st.just(True), "stealth_dc": st.none() | st.integers(2, 20)},
)


@st.composite
def attacks(draw: st.DrawFn, *, sneak: bool) -> Document:
    """One attack on one whose stamina, slots and stance are nearly spent."""
    document: Document = {
        "attacker": draw(figures("a", "party", level=4)),
        "target": draw(figures("b", "opponents")),
        "target_dexterity_denied": draw(st.booleans()),
    }
    if sneak:
        document["sneak"] = draw(SNEAK)
    elif document["attacker"]["weapon"]["kind"] != "spell":
        document["power_attack"] = document["attacker"]["level"] < 3 and draw(st.booleans())
    return {"input": document, "rulings": draw(RULINGS)}


@st.composite
def rounds(draw: st.DrawFn) -> Document:
    """Two to four who strike, shoot, sneak, parry and run, several of them at one."""
    names = {"a": "party", "b": "opponents", "c": draw(st.sampled_from(["party", "opponents"]))}
    people = [
        draw(figures(name, role, level=1, least=1)) for name, role in list(names.items())[: draw(st.integers(2, 3))]
    ]
    orders: list[Document] = []
    for each in people:
        foes = [other["id"] for other in people if other["role"] != each["role"]]
        blow: dict[str, Any] = {"actor": each["id"], "target": draw(st.sampled_from(foes))}
        choices: list[Document] = [
            blow | {"action": "attack"},
            blow | {"action": "attack"},
            {"action": "retreat", "actor": each["id"]},
            {"action": "parry", "actor": each["id"], "parry": {"equipment": "both", "shield_durability": 3}},
        ]
        if each["id"] == "a":
            choices.append(blow | {"action": "sneak_attack", "sneak": {"concealed": True, "stealth_dc": 9}})
        orders.append(draw(st.sampled_from(choices)))
    document = {
        "surprise": draw(st.sampled_from(["none", "unaware", "party_ambush"])),
        "participants": people,
        "orders": orders,
    }
    return {"input": document, "rulings": draw(RULINGS) | {"max_explosions": 1}}


@st.composite
def runners(draw: st.DrawFn, name: str, rounds: int) -> Document:
    """Somebody whose stamina is just enough for a chase, or just not, with few slots or none."""
    slots = draw(st.none() | st.integers(0, 2))
    return {
        "id": name,
        "level": draw(st.integers(1, 2)),
        "strength": draw(st.integers(0, 3)),
        "dexterity": draw(st.integers(0, 4)),
        "awareness": draw(st.integers(0, 3)),
        "stamina": draw(st.integers(1 if slots is None else 0, 4 * rounds + 3)),
        "injury_slots": slots,
        "move_ft": draw(st.sampled_from([30, 40])),
        "weapon_specialized_runner": draw(st.booleans()),
        "weapon": {"die": draw(st.sampled_from(["d4", "d6"])), "broken": draw(st.sampled_from([False, False, True]))},
    }


@st.composite
def pursuits(draw: st.DrawFn) -> Document:
    """One or two who flee from one or two, for one round, or one from one for two."""
    fleeing, pursuers, rounds = draw(st.sampled_from([(1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2)]))
    document = {
        "fleeing": [draw(runners(f"fox {n}", rounds)) for n in range(fleeing)],
        "pursuers": [draw(runners(f"dog {n}", rounds)) for n in range(pursuers)],
        "max_rounds": rounds,
        "free_strike": draw(st.sampled_from([True, True, True, False])),
    }
    rulings = {"max_explosions": 1, "overflow": draw(st.sampled_from(["to_injury", "discard"]))}
    return {"input": document, "rulings": rulings}


PROOFS: Final = {
    "laurels/roll-initiative": Proof(
        st.fixed_dictionaries(
            {
                "round": st.integers(1, 2),
                "surprise": st.sampled_from(["none", "unaware", "opponents_ambush", "party_ambush", "reverse_ambush"]),
                "reverse": st.sampled_from([None, {"party_surprised_on": [1, 6], "opponents_surprised_on": [2]}]),
            }
        ).map(lambda document: {"input": document})
    ),
    "laurels/resolve-attack": Proof(attacks(sneak=False), examples=200),
    "laurels/resolve-sneak-attack": Proof(attacks(sneak=True), loads_of({D20: 1}), examples=100),
    "laurels/skill-check": Proof(
        st.builds(lambda bonus, dc: {"input": {"bonus": bonus, "dc": dc}}, st.integers(-20, 20), st.integers(-5, 30))
    ),
    "laurels/resolve-round": Proof(rounds(), loads_of({D6: 0, D20: 0}), examples=150),
    "laurels/pursue": Proof(pursuits(), loads_of({D6: 0, D20: 0}), examples=40),
}
