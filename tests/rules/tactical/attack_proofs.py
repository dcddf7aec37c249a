"""Small attacks whose every fall of the dice can be played to compare it with the odds."""

from typing import Any, Final

from hypothesis import strategies as st

from tests.rules.enumeration import D6, THREE_D6, Document, Proof, loads_of

RULINGS: Final = st.fixed_dictionaries(
    {
        "open_plain": st.just(value=True),
        "locations": st.booleans(),
        "stray_on_critical": st.booleans(),
        "striking_parry_stops": st.booleans(),
        "posture_rule": st.sampled_from(["split", "unified"]),
        "stray_extent": st.sampled_from(["max", "target"]),
    }
)
TYPES: Final = ("cutting", "crushing", "impaling", "fatigue")


@st.composite
def bodies(draw: st.DrawFn, /, id: str, **facts: Any) -> Document:
    """Somebody who defends himself badly and is near his end."""
    full = draw(st.integers(3, 12))
    return {
        "id": id,
        "side": "law",
        "facing": draw(st.sampled_from([3, 3, 0])),
        "dx": draw(st.integers(8, 12)),
        "ht": draw(st.integers(7, 13)),
        "hp_max": full,
        "hp": draw(st.integers(1, full)),
        "basic_speed": draw(st.integers(2, 8)),
        "pain": draw(st.sampled_from(["normal", "high", "low"])),
        "posture": draw(st.sampled_from(["standing", "standing", "kneeling", "lying"])),
        "armour": [{"dr": draw(st.integers(0, 2))}],
    } | facts


@st.composite
def weapons(draw: st.DrawFn, kind: str) -> Document:
    """A weapon that does little damage, bare hands, or a bow."""
    mode: Document = {
        "name": "blow",
        "kind": draw(st.sampled_from(["swing", "thrust"])),
        "damage": draw(st.sampled_from(["1d-2", "1d", "1d+4"])),
        "type": draw(st.sampled_from(TYPES)),
        "reaches": [0, 1] if kind != "ranged" else [],
    }
    plain: Document = {"id": "weapon", "skill": "Skill", "level": draw(st.integers(6, 16)), "modes": [mode]}
    if kind == "ranged":
        return plain | {"kind": "ranged", "ranged_class": draw(st.sampled_from(["bow", "firearm"])), "rof": 2}
    return plain | {"kind": kind, "sturdy": draw(st.booleans()), "quality": draw(st.sampled_from(["cheap", "good"]))}


GUARD: Final = {
    "id": "guard",
    "skill": "Guard",
    "level": 14,
    "kind": "melee",
    "modes": [{"name": "cut", "damage": "1d", "type": "cutting", "reaches": [0, 1]}],
}
NONE: Final = {"preferences": [{"kind": "none"}]}
GUARDS: Final = (
    NONE,
    {"preferences": [{"kind": "dodge", "retreat": {}}]},
    {"preferences": [{"kind": "parry"}, {"kind": "dodge"}]},
    {"preferences": [{"kind": "dodge", "drop": True}]},
)


@st.composite
def attacks(draw: st.DrawFn) -> Document:
    """A blow or a shot at somebody, with somebody else beside or behind him."""
    kind = draw(st.sampled_from(["melee", "natural", "ranged", "ranged"]))
    weapon = draw(weapons(kind))
    far = -2 if kind == "ranged" else -1
    attacker = draw(bodies("ash")) | {"side": "crime", "hex": [0, 0], "facing": 0, "posture": "standing"}
    attacker |= {"hp": attacker["hp_max"], "weapons": [weapon]}
    attacker["ready"] = {"right": "weapon"} if kind != "natural" else {}
    target = draw(bodies("orc", hex=[0, far])) | {"weapons": [GUARD], "ready": {"right": "guard"}}
    figures = [attacker, target]
    if draw(st.booleans()):
        place = draw(st.sampled_from([[0, -3], [0, far]]))
        side = "crime" if place == [0, far] else "law"
        figures.append(draw(bodies("elf", hex=place, side=side)) | {"fighting": False})
    document: Document = {
        "figures": figures,
        "attacker": "ash",
        "target": "orc",
        "random_location": draw(st.booleans()),
        "defense": draw(st.sampled_from(GUARDS)),
        "defenses": [{"figure": "elf", "defense": draw(st.sampled_from(GUARDS))}],
        "modifiers": [{"label": "Drawn", "value": draw(st.integers(0, 4))}],
    }
    if kind == "ranged":
        document["shots"] = draw(st.sampled_from([1, 1, 2]))
    return {"input": document, "rulings": draw(RULINGS)}


@st.composite
def crowds(draw: st.DrawFn) -> Document:
    """A shot or a blow at somebody among others, of whom one die picks one, never in vain."""
    others = draw(st.sampled_from([2, 3]))
    far = draw(st.sampled_from([-2, -1]))
    weapon = draw(weapons("ranged" if far == -2 else "melee"))
    attacker = draw(bodies("ash")) | {"side": "crime", "hex": [0, 0], "facing": 0, "posture": "standing"}
    attacker |= {"hp": attacker["hp_max"], "weapons": [weapon], "ready": {"right": "weapon"}}
    place, side = ([0, -3], "law") if far == -2 else ([0, -1], "crime")
    crowd = [draw(bodies(f"elf{at}", hex=place, side=side)) | {"fighting": False} for at in range(others)]
    names = [each["id"] for each in crowd]
    document: Document = {
        "figures": [attacker, draw(bodies("orc", hex=[0, far])), *crowd],
        "attacker": "ash",
        "target": "orc",
        "defense": NONE,
        "defenses": [{"figure": each, "defense": draw(st.sampled_from(GUARDS[:3]))} for each in names],
        "modifiers": [{"label": "Drawn", "value": draw(st.integers(-2, 4))}],
    }
    return {"input": document, "rulings": draw(RULINGS) | {"locations": False}}


MANEUVERS: Final[tuple[Document, ...]] = (
    {"maneuver": "feint"},
    {"maneuver": "all_out_attack", "option": "feint"},
    {"maneuver": "all_out_attack", "option": "strong"},
    {"maneuver": "all_out_attack", "option": "double", "second": {}},
    {"second": {"location": "face"}},
)


@st.composite
def maneuvers(draw: st.DrawFn) -> Document:
    """Two blows of one maneuver, or a feint and a blow, at a foe who dodges."""
    weapon = draw(weapons("melee"))
    weapon["modes"] = [weapon["modes"][0] | {"damage": "1d"}]
    attacker = draw(bodies("ash")) | {"side": "crime", "hex": [0, 0], "facing": 0, "posture": "standing"}
    attacker |= {"hp": attacker["hp_max"], "weapons": [weapon | {"level": 14}], "ready": {"right": "weapon"}}
    target = draw(bodies("orc", hex=[0, -1], facing=3, posture="standing"))
    more = draw(st.sampled_from(MANEUVERS))
    document = {"figures": [attacker, target], "attacker": "ash", "target": "orc"} | more
    return {"input": document | {"defense": draw(st.sampled_from(GUARDS[:2]))}, "rulings": draw(RULINGS)}


ONE_ATTACK: Final = Proof(attacks(), loads_of({THREE_D6: 1, D6: 0}), examples=150)
TWO_ATTACKS: Final = Proof(maneuvers(), loads_of({THREE_D6: 0, D6: 0}), examples=60)
ONE_OF_SEVERAL: Final = Proof(crowds(), loads_of({THREE_D6: 0}), examples=60)
EITHER: Final = Proof(st.one_of(attacks(), maneuvers()), loads_of({THREE_D6: 0, D6: 0}), examples=60)
"""A proof for both kinds, with dice that fall on two totals only."""
