"""Small fights of the opposed family, whose every fall of the dice can be played to compare it with the odds."""

from typing import Any, Final

from hypothesis import strategies as st

from tests.rules.enumeration import D10, D100, Document, Proof, loads_of

STAT: Final = st.integers(1, 20)
GRIEVOUS: Final = [
    {"lowest": 1, "highest": 50, "label": "scratch", "extra_endurance": 1},
    {"lowest": 51, "highest": 90, "weapon_class": "B", "label": "cut", "extra_endurance": 7, "conditions": ["prone"]},
]
RULINGS: Final = st.fixed_dictionaries(
    {
        "natural_01": st.sampled_from(["text", "table"]),
        "disarm_deals_damage": st.booleans(),
        "knockout_also_damages": st.booleans(),
        "fatigue_overflow": st.sampled_from(["to_endurance", "discard"]),
        "roll_under": st.sampled_from(["strict", "inclusive"]),
        "stun_fraction": st.sampled_from([None, 2, 3]),
        "fumble_from": st.sampled_from([None, 40, 99]),
        "consequences": st.sampled_from([None, "resolve"]),
        "grievous_roll": st.booleans(),
    }
)
MANEUVERS: Final = ("none", "none", "disarm", "knockout", "entangle", "trip")


@st.composite
def figures(draw: st.DrawFn, name: str, *, parries: bool = False) -> Document:
    """Somebody near the end of Fatigue and Endurance."""
    whole = draw(st.integers(4, 20))
    return {
        "id": name,
        "perception": draw(STAT),
        "agility": draw(STAT),
        "manual_dexterity": draw(STAT),
        "physical_strength": draw(STAT),
        "willpower": draw(STAT),
        "fatigue": draw(st.sampled_from([None, 0, 1, 3, 6, 12])),
        "endurance": draw(st.integers(1, whole)),
        "endurance_max": whole,
        "armour_ft": draw(st.integers(0, 4)),
        "armour_en": draw(st.integers(0, 2)),
        "evading": parries and draw(st.booleans()),
        "weapon": {
            "base_chance": draw(st.integers(0, 90)),
            "rank": draw(st.integers(0, 8)),
            "damage_modifier": draw(st.integers(-2, 8)),
            "weapon_class": draw(st.sampled_from([None, "A", "B"])),
        },
    }


@st.composite
def attacks(draw: st.DrawFn) -> Document:
    """A strike that may stun, fell, disarm, trip, be parried or come back as a riposte."""
    document = {
        "attacker": draw(figures("a")),
        "defender": draw(figures("b", parries=True)),
        "maneuver": draw(st.sampled_from(MANEUVERS)),
        "riposte": draw(st.sampled_from(["flag", "flag", "resolve"])),
        "grievous_table": draw(st.sampled_from([[], GRIEVOUS])),
    }
    return {"input": document, "rulings": draw(RULINGS)}


@st.composite
def maneuvers(draw: st.DrawFn) -> Document:
    """Any manoeuvre that is settled without a strike."""
    one, other = draw(figures("a")), draw(figures("b"))
    choices: list[Document] = [
        {"kind": "restrain", "attacker": one, "defender": other},
        {
            "kind": "avoid",
            "against": draw(st.sampled_from(["trip", "disarm", "entangle", "shield_rush"])),
            "defender": other,
        },
        {"kind": "withdraw_close", "friendly_strength": [draw(STAT)], "hostile_strength": [draw(STAT), draw(STAT)]},
        {"kind": "repulse", "weapon_rank": draw(st.integers(0, 10))},
        {"kind": "stay_conscious", "endurance": draw(st.integers(-3, 6)), "willpower": draw(STAT)},
        {"kind": "stun_recovery", "willpower": draw(STAT), "fatigue": draw(STAT)},
        {"kind": "fumble", "initiative": draw(st.integers(-5, 60))},
        {"kind": "parry", "evader_rank": draw(st.integers(0, 10)), "attacker_rank": draw(st.integers(0, 10))},
    ]
    return {"input": draw(st.sampled_from(choices))}


@st.composite
def initiatives(draw: st.DrawFn) -> Document:
    """Two or three sides or engaged figures, of whom two may be equal and roll until they are not."""
    names, level = ("red", "blue", "green")[: draw(st.integers(2, 3))], draw(st.integers(5, 7))
    levels = draw(st.permutations([level, level, level + draw(st.integers(1, 3))]))
    people: list[Document] = [{"id": name, "perception": each} for name, each in zip(names, levels, strict=False)]
    if draw(st.booleans()):
        figures: list[Document] = [each | {"agility": 9, "weapon_rank": draw(st.integers(0, 1))} for each in people]
        return {"input": {"kind": "engaged", "figures": figures}}
    return {"input": {"kind": "unengaged", "sides": people}}


@st.composite
def rounds(draw: st.DrawFn) -> Document:
    """Two or three figures, some engaged, of whom one may fall or be stunned before its turn.

    Nobody ties for initiative: rolled ties have paths enough of their own, and `initiatives` has them.
    """
    people = [draw(figures(name)) for name in ("a", "b", "c")[: draw(st.integers(2, 3))]]
    for each, perception in zip(people, draw(st.permutations([4, 9, 14])), strict=False):
        each |= {"perception": perception, "agility": perception}
    for each, side in zip(people, ("red", "blue", "red"), strict=False):
        each["side"] = side
    if draw(st.booleans()):
        people[0]["engaged_with"], people[1]["engaged_with"] = ["b"], ["a"]
    people[1]["evading"] = len(people) < 3 and draw(st.booleans())
    orders: list[Document] = []
    for each in people:
        blow: dict[str, Any] = {"actor": each["id"], "action": "attack", "target": "a" if each["id"] == "b" else "b"}
        choices = [
            blow,
            blow,
            blow | {"maneuver": draw(st.sampled_from(MANEUVERS))},
            {"actor": each["id"], "action": "evade"},
            {"actor": each["id"], "action": "pass"},
        ]
        orders.append(draw(st.sampled_from(choices)))
    document = {
        "sides": [{"id": "red", "leader": "a"}, {"id": "blue", "leader": "b"}],
        "participants": people,
        "orders": orders,
        "grievous_table": draw(st.sampled_from([[], GRIEVOUS])),
    }
    return {"input": document, "rulings": draw(RULINGS) | {"grievous_roll": False}}


@st.composite
def pursuits(draw: st.DrawFn) -> Document:
    """One or two after one for one or two rounds, with a strike that may fell the one."""
    pursuers = draw(st.integers(1, 2))
    document = {
        "fleeing": draw(figures("fox")) | {"tmr": draw(st.integers(4, 6))},
        "pursuers": [draw(figures(f"dog {n}")) | {"tmr": draw(st.integers(4, 6))} for n in range(pursuers)],
        "max_rounds": draw(st.integers(1, 3 - pursuers)),
        "free_strike": draw(st.sampled_from([True, True, False])),
    }
    return {"input": document, "rulings": draw(RULINGS)}


PROOFS: Final = {
    "opposed/success-quality": Proof(
        st.builds(
            lambda chance, modifier: {"input": {"chance": chance, "dice_modifier": modifier}},
            st.integers(-10, 210),
            st.integers(-20, 20),
        )
    ),
    "opposed/resolve-attack": Proof(attacks(), loads_of({D100: 2, D10: 1}), examples=150),
    "opposed/resolve-maneuver": Proof(maneuvers(), examples=60),
    "opposed/roll-initiative": Proof(initiatives(), loads_of({D10: 0}), examples=12),
    "opposed/resolve-round": Proof(rounds(), loads_of({D100: 0, D10: 0}), examples=60),
    "opposed/pursue": Proof(pursuits(), loads_of({D100: 1, D10: 1}), examples=50),
}
