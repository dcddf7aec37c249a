"""Values of defenses and their modifiers, by kind, side and attack."""

from typing import Any, Final

import pytest

from service.rules.tactical.attack.defense.exposure import Threat
from service.rules.tactical.book.words import TacticalRangedClass
from service.rules.tactical.figures.field import Field
from tests.pins import pins
from tests.rules.tactical.attacks import AROUND, armed, blade, defense, gun, ids, terms
from tests.rules.tactical.defenders import (
    BEAM,
    BOW,
    CROSSBOW,
    FIREARM,
    NORTH,
    OTHER,
    SHIELD,
    SLING,
    STAYS,
    THROWN,
    defender,
    shot,
    state,
    value,
)
from tests.rules.tactical.scenes import OPEN, field, figure, foe

MODIFIERS: Final = {
    "dodge": ({}, NORTH, "dodge", 8, {}),
    "parry": ({}, NORTH, "parry", 10, {}),
    "block": ({}, NORTH, "block", 10, {}),
    "Combat Reflexes": ({"combat_reflexes": True}, NORTH, "dodge", 8, {"Combat Reflexes": 1}),
    "encumbrance": ({"encumbrance": 2}, NORTH, "dodge", 6, {}),
    "badly hurt": ({"hp": 3}, NORTH, "dodge", 4, {}),
    "increased dodge": (
        state(maneuver="all_out_defense", option="dodge"),
        NORTH,
        "dodge",
        8,
        {"All-Out Defense: Increased Dodge": 2},
    ),
    "increased dodge is no parry": (state(maneuver="all_out_defense", option="dodge"), NORTH, "parry", 10, {}),
    "increased parry": (
        state(maneuver="all_out_defense", option="parry"),
        NORTH,
        "parry",
        10,
        {"All-Out Defense": 2},
    ),
    "increased block": (
        state(maneuver="all_out_defense", option="block"),
        NORTH,
        "block",
        10,
        {"All-Out Defense": 2},
    ),
    "deceived": ({}, Threat("orc", (0, -1), deceptive=2), "dodge", 8, {"Deceptive Attack": -2}),
    "feinted": (state(feint=[{"by": "orc", "penalty": 3}]), NORTH, "dodge", 8, {"Feint": -3}),
    "feinted by another": (state(feint=[{"by": "elk", "penalty": 3}]), NORTH, "dodge", 8, {}),
    "kneeling": ({"posture": "kneeling"}, NORTH, "dodge", 8, {"Posture": -2}),
    "crouching": ({"posture": "crouching"}, NORTH, "dodge", 8, {}),
    "lying": ({"posture": "lying"}, NORTH, "dodge", 8, {"Posture": -3}),
    "stunned": (state(stunned=True), NORTH, "dodge", 8, {"Stunned": -4}),
    "off balance": (state(off_balance=True), NORTH, "dodge", 8, {"Off balance": -2}),
    "shock": (state(shock=-4), NORTH, "dodge", 8, {}),
    "second parry": (
        state(parries=[{"hand": "left", "count": 3}, {"hand": "right", "count": 1}]),
        NORTH,
        "parry",
        10,
        {"Further parries": -4},
    ),
    "third parry of a fencer": (
        armed(blade(level=14, mode={"fencing": True})) | state(parries=[{"hand": "right", "count": 2}]),
        NORTH,
        "parry",
        10,
        {"Further parries": -4},
    ),
    "good at parrying": (armed(blade(level=14, mode={"parry": 2})), NORTH, "parry", 12, {}),
    "retreated from this foe": (
        {"state": {"retreat": {"foe": "orc"}}},
        NORTH,
        "dodge",
        8,
        {"Retreat": 3},
    ),
    "parry after a retreat": ({"state": {"retreat": {"foe": "orc"}}}, NORTH, "parry", 10, {"Retreat": 1}),
    "block after a retreat": ({"state": {"retreat": {"foe": "orc"}}}, NORTH, "block", 10, {"Retreat": 1}),
    "fencing after a retreat": (
        armed(blade(level=14, mode={"fencing": True})) | {"state": {"retreat": {"foe": "orc"}}},
        NORTH,
        "parry",
        10,
        {"Retreat": 3},
    ),
    "parry of a thrown weapon": ({}, shot(THROWN), "parry", 10, {"Thrown weapon": -1}),
    "parry of a small thrown weapon": ({}, shot(THROWN, small=True), "parry", 10, {"Small thrown weapon": -2}),
    "dodge of a thrown weapon": ({}, shot(THROWN), "dodge", 8, {}),
    "drop": ({}, shot(FIREARM), "dodge", 8, {"Dodge and Drop": 3}),
}


@pytest.mark.parametrize(("facts", "threat", "kind", "base", "expected"), MODIFIERS.values(), ids=MODIFIERS)
def test_defense_modifiers(
    facts: dict[str, Any], threat: Threat, kind: str, base: int, expected: dict[str, int]
) -> None:
    """Each modifier of a defense counts when its fact holds, and only then."""
    ground, _ = defender(**({"shield": SHIELD | {"db": 0}} | facts))
    drop = {"drop": True} if "Dodge and Drop" in expected else {}
    assert value(ground, threat, kind, **drop) == (base, expected)


SIDES: Final = {
    "front": ("front", {}, {"dodge": 0, "parry": 0, "block": 0}),
    "weapon side": ("right", {}, {"dodge": -2, "parry": -2, "block": None}),
    "shield side": ("left", {}, {"dodge": -2, "parry": None, "block": -2}),
    "back": ("back", {}, {"dodge": None, "parry": None, "block": None}),
    "weapon side of the left-handed": (
        "left",
        {"handedness": "left", **armed(blade(level=14), "left")},
        {"dodge": -2, "parry": -2, "block": None},
    ),
    "shield on the weapon arm": (
        "right",
        {"shield": SHIELD | {"hand": "right", "db": 0}, **armed(blade(level=14), "left")},
        {"dodge": -2, "parry": None, "block": -2},
    ),
    "weapon side, peripheral": ("right", {"vision": "peripheral"}, {"dodge": 0, "parry": 0, "block": None}),
    "shield side, 360": ("left", {"vision": "360"}, {"dodge": 0, "parry": None, "block": 0}),
    "shield side, flexible": ("left", {"flexible_arms": ["right"]}, {"dodge": -2, "parry": -2, "block": -2}),
    "shield side, the other arm flexible": ("left", {"flexible_arms": ["left"]}, {"parry": None}),
    "shield side, double-jointed": ("left", {"double_jointed": True}, {"parry": -2}),
    "weapon side, double-jointed": ("right", {"double_jointed": True}, {"block": None}),
    "two-handed, left": ("left", armed(blade(level=14, hands=2), "both"), {"parry": -2}),
    "two-handed, right": ("right", armed(blade(level=14, hands=2), "both"), {"parry": -2}),
    "back, peripheral": ("back", {"vision": "peripheral"}, {"dodge": -2, "parry": -4, "block": None}),
    "back, 360": ("back", {"vision": "360"}, {"dodge": 0, "parry": -2, "block": None}),
    "back, peripheral, weapon arm flexible": (
        "back",
        {"vision": "peripheral", "flexible_arms": ["right"]},
        {"dodge": -2, "parry": -2, "block": None},
    ),
    "back, 360, shield arm flexible": (
        "back",
        {"vision": "360", "flexible_arms": ["left"]},
        {"parry": -2, "block": 0},
    ),
    "back, 360, double-jointed": ("back", {"vision": "360", "double_jointed": True}, {"parry": 0, "block": 0}),
    "back, two-handed": (
        "back",
        {"vision": "360", **armed(blade(level=14, hands=2), "both")},
        {"parry": -2},
    ),
    "side without peripheral vision": ("right", {"vision": "no_peripheral"}, {"dodge": None}),
    "front-left in tunnel vision": ("front", {"vision": "tunnel"}, {"dodge": 0}),
}


@pytest.mark.parametrize(("side", "facts", "expected"), SIDES.values(), ids=SIDES)
def test_defenses_by_side(side: str, facts: dict[str, Any], expected: dict[str, int | None]) -> None:
    """A side or the back takes from a defense or forbids it; vision and flexible arms help as the rules say."""
    ground, threat = defender(side, **({"shield": SHIELD | {"db": 0}} | facts))
    for kind, modifier in expected.items():
        found = value(ground, threat, kind, **({} if kind != "parry" or ground["ash"].ready.both else hand_of(ground)))
        assert (found is None) is (modifier is None), kind
        if found is not None:
            assert sum(found[1].values()) == modifier, kind


def hand_of(ground: Field) -> dict[str, Any]:
    """The hand in which a figure holds its weapon."""
    return {"hand": "right" if ground["ash"].ready.right else "left"}


@pins("side-block-flexible")
def test_a_flexible_shield_arm_blocks_to_the_weapon_side_by_option() -> None:
    """By option an Extra-Flexible shield arm blocks attacks from the weapon side."""
    rulings = OPEN.model_copy(update={"flexible_side_block": True})
    for flexible, legal in ((["left"], True), ([], False), (["right"], False)):
        fighter = figure(shield=SHIELD, flexible_arms=flexible, **STAYS)
        ground = field(fighter, foe(hex=AROUND["right"]), rulings=rulings)
        assert (value(ground, Threat("orc", AROUND["right"]), "block") is not None) is legal


@pins("db-arc")
@pytest.mark.parametrize(
    ("side", "facts", "expected"),
    [
        ("front", {}, 2),
        ("left", {}, 2),
        ("right", {}, None),
        ("back", {"vision": "360"}, None),
        ("front", {"shield": SHIELD | {"ready": False}}, None),
        ("front", {"state": {"retreat": {"foe": "elk"}, "crippled": ["left_hand"]}}, None),
    ],
)
def test_a_shield_helps_to_the_front_and_to_its_side(side: str, facts: dict[str, Any], expected: int | None) -> None:
    """A shield's bonus counts to the front and its own side if it is ready; by option everywhere."""
    ground, threat = defender(side, **facts)
    found = value(ground, threat, "dodge")
    assert found is not None
    assert found[1].get("Shield") == expected
    everywhere = field(*ground, rulings=OPEN.model_copy(update={"db_everywhere": True}))
    found = value(everywhere, threat, "dodge")
    assert found is not None
    assert found[1].get("Shield") == (None if "shield" in facts or "state" in facts else 2)


@pytest.mark.parametrize(
    ("kind", "legal", "shielded"),
    [
        (THROWN, {"dodge", "parry", "block"}, True),
        (BOW, {"dodge", "block"}, True),
        (SLING, {"dodge", "block"}, True),
        (CROSSBOW, {"dodge", "block"}, True),
        (FIREARM, {"dodge"}, False),
        (BEAM, {"dodge"}, False),
        (OTHER, {"dodge"}, False),
    ],
)
def test_which_defenses_work_against_a_shot(kind: TacticalRangedClass, legal: set[str], shielded: bool) -> None:
    """Thrown weapons may be parried, muscle-powered missiles blocked, and bullets and beams only dodged."""
    ground, _ = defender()
    found = {each: value(ground, shot(kind), each) for each in ("dodge", "parry", "block")}
    assert {each for each, worth in found.items() if worth is not None} == legal
    dodge = found["dodge"]
    assert dodge is not None
    assert ("Shield" in dodge[1]) is shielded


BARE: Final[dict[str, Any]] = {"weapons": [], "ready": {}} | STAYS


@pytest.mark.parametrize(
    ("facts", "threat", "base", "expected"),
    [
        ({"dx": 12}, NORTH, 9, {"Parry with an empty hand": -3}),
        ({"dx": 12}, Threat("orc", (0, -1), thrust=True), 9, {}),
        ({"dx": 12}, Threat("orc", (0, -1), armed=False), 9, {}),
        ({"skills": [{"name": "Brawling", "level": 14}]}, NORTH, 10, {"Parry with an empty hand": -3}),
        ({"skills": [{"name": "Karate", "level": 13}]}, NORTH, 9, {}),
        ({"skills": [{"name": "Judo", "level": 14}]}, NORTH, 10, {}),
        ({"skills": [{"name": "Sumo", "level": 20}]}, Threat("orc", (0, -1), armed=False), 8, {}),
    ],
)
def test_empty_hands_parry(facts: dict[str, Any], threat: Threat, base: int, expected: dict[str, int]) -> None:
    """An empty hand parries with DX or the best skill; swung weapons at -3 without Karate or Judo."""
    ground = field(figure(**(BARE | facts)), foe())
    assert value(ground, threat, "parry") == (base, expected)


def test_natural_weapons_parry_with_their_level() -> None:
    """The level of a natural weapon counts where it is better than the skill; other natural weapons do not parry."""
    fist = blade(kind="natural", skill="Karate", limb="right") | {"id": "fist"}
    tail = blade(kind="natural", skill="Tail", level=20) | {"id": "tail"}
    known = {"skills": [{"name": "Karate", "level": 8}]}
    ground = field(figure(**(BARE | known | {"weapons": [fist, tail]})), foe())
    assert value(ground, NORTH, "parry") == (9, {})
    no_level = fist | {"level": None}
    assert value(field(figure(**(BARE | {"weapons": [no_level]})), foe()), NORTH, "parry") == (
        8,
        {"Parry with an empty hand": -3},
    )


def test_a_trained_hand_gains_most_by_a_retreat() -> None:
    """A retreat adds 3 to a parry with Boxing, Judo or Karate, and 1 to one with Brawling."""
    for name, bonus in (("Boxing", 3), ("Judo", 3), ("Karate", 3), ("Brawling", 1)):
        fighter = figure(weapons=[], ready={}, dx=8, skills=[{"name": name, "level": 14}])
        planned = defense(field(fighter, foe()), NORTH, {"kind": "parry", "retreat": {}})
        assert planned is not None
        assert terms(planned)["Retreat"] == bonus


def test_empty_hands_and_short_weapons_parry_in_close_combat() -> None:
    """In close combat a weapon with reach C parries, and so does an empty hand."""
    close = Threat("orc", (0, -1), close=True, armed=False)
    ground, _ = defender(**armed(blade((0, 1), level=14)))
    assert value(ground, close, "parry") == (10, {"Shield in close combat": 2})
    planned = defense(field(figure(**BARE), foe()), close, {"kind": "parry"})
    assert planned is not None
    assert planned.weapon is None
    assert "tactical/close/parry" in ids(planned)


def test_a_shot_weapon_does_not_parry() -> None:
    """A bow in the hands parries nothing."""
    ground = field(figure(**(armed(gun(hands=2), "both") | STAYS)), foe())
    assert value(ground, NORTH, "parry") is None
