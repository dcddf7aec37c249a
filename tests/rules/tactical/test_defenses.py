"""Active defenses: their values and modifiers, from which side they work, which are legal, and which one is used."""

from typing import Any, Final

import pytest

from service.errors import RulesRefuse
from service.rules.kernel.hexes import Hex
from service.rules.tactical.attack.defense import (
    PlannedDefense,
    Threat,
    plan_defense,
    second_defense,
    use_defense,
    why_undefended,
)
from service.rules.tactical.attack.plan import Conduct, stray_threat
from service.rules.tactical.attack.threat import sector_of_threat
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import (
    TacticalCloseArc,
    TacticalDefenseArc,
    TacticalEntryDefense,
    TacticalRunaround,
)
from service.rules.tactical.book.words import TacticalRangedClass, TacticalVision
from service.rules.tactical.figures.field import Field
from tests.rules.tactical.attacks import AROUND, armed, attack, blade, choice, defense, gun, ids, terms
from tests.rules.tactical.scenes import OPEN, field, figure, foe

SHIELD: Final[dict[str, Any]] = {"db": 2, "level": 14}
NORTH: Final = Threat("orc", (0, -1))
THROWN, BOW, SLING, CROSSBOW, FIREARM, BEAM, OTHER = TacticalRangedClass
STAYS: Final[dict[str, Any]] = {"state": {"retreat": {"foe": "elk"}}}
"""The state of a figure that has retreated already."""


def shot(kind: TacticalRangedClass, **facts: Any) -> Threat:
    """A shot from the north."""
    return Threat("orc", (0, -5), ranged=kind, **facts)


def scene(side: str = "front", **facts: Any) -> tuple[Field, Threat]:
    """A figure with a sword at 14 and a shield that cannot retreat, and the orc at a side of it."""
    plain = armed(blade(level=14)) | {"shield": SHIELD} | STAYS
    return field(figure(**(plain | facts)), foe(hex=AROUND[side])), Threat("orc", AROUND[side])


def value(ground: Field, threat: Threat, kind: str, **wanted: Any) -> tuple[int, dict[str, int]] | None:
    """A defense and its modifiers, or None if it is not legal."""
    planned = defense(ground, threat, {"kind": kind} | wanted)
    return None if planned is None else (planned.number.base, terms(planned))


def state(**facts: Any) -> dict[str, Any]:
    """The state of a figure that has retreated already, and more."""
    return {"state": STAYS["state"] | facts}


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
    ground, _ = scene(**({"shield": SHIELD | {"db": 0}} | facts))
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
    ground, threat = scene(side, **({"shield": SHIELD | {"db": 0}} | facts))
    for kind, modifier in expected.items():
        found = value(ground, threat, kind, **({} if kind != "parry" or ground["ash"].ready.both else hand_of(ground)))
        assert (found is None) is (modifier is None), kind
        if found is not None:
            assert sum(found[1].values()) == modifier, kind


def hand_of(ground: Field) -> dict[str, Any]:
    """The hand in which a figure holds its weapon."""
    return {"hand": "right" if ground["ash"].ready.right else "left"}


def test_a_flexible_shield_arm_blocks_to_the_weapon_side_by_option() -> None:
    """By option an Extra-Flexible shield arm blocks attacks from the weapon side."""
    rulings = OPEN.model_copy(update={"flexible_side_block": True})
    for flexible, legal in ((["left"], True), ([], False), (["right"], False)):
        fighter = figure(shield=SHIELD, flexible_arms=flexible, **STAYS)
        ground = field(fighter, foe(hex=AROUND["right"]), rulings=rulings)
        assert (value(ground, Threat("orc", AROUND["right"]), "block") is not None) is legal


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
    ground, threat = scene(side, **facts)
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
    ground, _ = scene()
    found = {each: value(ground, shot(kind), each) for each in ("dodge", "parry", "block")}
    assert {each for each, worth in found.items() if worth is not None} == legal
    dodge = found["dodge"]
    assert dodge is not None
    assert ("Shield" in dodge[1]) is shielded


UNDEFENDED: Final = {
    "dead": ({"state": {"dead": True}}, NORTH, "tactical/turn/skip"),
    "unconscious": ({"state": {"unconscious": True}}, NORTH, "tactical/turn/skip"),
    "pinned": ({"state": {"pinned_by": ["orc"]}}, NORTH, "tactical/turn/skip"),
    "all-out attack": ({"state": {"maneuver": "all_out_attack"}}, NORTH, "tactical/defense/maneuver"),
    "blind": ({"vision": "blind"}, NORTH, "tactical/defense/unseen"),
    "invisible attacker": ({}, Threat("orc", (0, -1), unseen=True), "tactical/defense/unseen"),
    "back": ({"facing": 3}, NORTH, "tactical/defense/back-none"),
}


@pytest.mark.parametrize(("facts", "threat", "rule"), UNDEFENDED.values(), ids=UNDEFENDED)
def test_who_has_no_defense(facts: dict[str, Any], threat: Threat, rule: str) -> None:
    """Who is out of action, in an All-Out Attack, unseeing or struck from behind has no defense, by a rule."""
    ground = field(figure(**facts), foe())
    assert defense(ground, threat) is None
    assert why_undefended(ground, "ash", threat)[0].ids[0] == rule
    with pytest.raises(refusals.DefenseIllegal) as fault:
        defense(ground, threat, {"kind": "dodge"}, forced=True)
    assert fault.value.faults[0].rule == rule
    assert defense(ground, threat, {"kind": "none"}, forced=True) is None


def test_nobody_defends_in_total_darkness() -> None:
    """An attack out of total darkness leaves no defense; one out of dusk does."""
    for visibility, none in ((-10, True), (-9, False)):
        ground = field(figure(), foe(), map={"visibility": visibility})
        assert (defense(ground, NORTH) is None) is none
    assert why_undefended(field(figure(), foe()), "ash", NORTH) == ()


ILLEGAL: Final = {
    "no shield": ({"shield": None}, NORTH, {"kind": "block"}, "tactical/defense/values"),
    "shield not ready": (
        {"shield": SHIELD | {"ready": False}},
        NORTH,
        {"kind": "block"},
        "tactical/defense/values",
    ),
    "blocked before": (state(blocked=True), NORTH, {"kind": "block"}, "tactical/defense/once"),
    "block of a bullet": ({}, shot(FIREARM), {"kind": "block"}, "tactical/defense/by-attack"),
    "parry of an arrow": ({}, shot(BOW), {"kind": "parry"}, "tactical/defense/by-attack"),
    "block in close combat": (
        {},
        Threat("orc", (0, -1), close=True),
        {"kind": "block"},
        "tactical/close/no-block",
    ),
    "block of a strike into close combat": (
        {},
        Threat("orc", (0, -1), strike_into=True),
        {"kind": "block"},
        "tactical/close/no-block",
    ),
    "long parry in close combat": (
        {},
        Threat("orc", (0, -1), close=True),
        {"kind": "parry"},
        "tactical/close/parry",
    ),
    "parry on the run": (state(maneuver="move_and_attack"), NORTH, {"kind": "parry"}, "tactical/defense/maneuver"),
    "unbalanced": (
        armed(blade(mode={"parry_unbalanced": True})) | state(attacked_with=["blade"]),
        NORTH,
        {"kind": "parry"},
        "tactical/defense/unbalanced",
    ),
    "weapon that cannot parry": (
        armed(blade(mode={"parry": None})),
        NORTH,
        {"kind": "parry"},
        "tactical/defense/values",
    ),
    "weapon not ready": (state(unready=["blade"]), NORTH, {"kind": "parry"}, "tactical/maneuver/ready-reload"),
    "hand that holds a shield": ({}, NORTH, {"kind": "parry", "hand": "left"}, "tactical/defense/values"),
    "wrong hand": (
        {"shield": None},
        Threat("orc", AROUND["right"]),
        {"kind": "parry", "hand": "left"},
        "tactical/defense/side-parry",
    ),
    "wrong side": ({}, Threat("orc", AROUND["left"]), {"kind": "parry"}, "tactical/defense/side-parry"),
    "block to the wrong side": (
        {},
        Threat("orc", AROUND["right"]),
        {"kind": "block"},
        "tactical/defense/side-block",
    ),
    "block to the back": (
        {"vision": "360"},
        Threat("orc", AROUND["back"]),
        {"kind": "block"},
        "tactical/defense/back-parry",
    ),
    "drop from a blow": ({}, NORTH, {"kind": "dodge", "drop": True}, "tactical/retreat/dodge-and-drop"),
    "drop with a block": (
        {},
        shot(BOW),
        {"kind": "block", "drop": True},
        "tactical/retreat/dodge-and-drop",
    ),
    "drop of one who lies": (
        {"posture": "lying"},
        shot(BOW),
        {"kind": "dodge", "drop": True},
        "tactical/retreat/dodge-and-drop",
    ),
}


@pytest.mark.parametrize(("facts", "threat", "wanted", "rule"), ILLEGAL.values(), ids=ILLEGAL)
def test_a_forced_defense_that_is_illegal_is_refused_and_a_preferred_one_passed_over(
    facts: dict[str, Any], threat: Threat, wanted: dict[str, Any], rule: str
) -> None:
    """A forced defense that is not legal is refused with its rule; in a list of preferences the next one is used."""
    ground, _ = scene(**facts)
    with pytest.raises(refusals.DefenseIllegal) as fault:
        defense(ground, threat, wanted, forced=True)
    assert fault.value.faults[0].rule == rule
    assert fault.value.pointer.startswith("/defense/preferences/0")
    planned = defense(ground, threat, wanted, {"kind": "dodge"})
    assert planned is not None
    assert (planned.kind, planned.drop) == ("dodge", False)
    assert defense(ground, threat, wanted, {"kind": "none"}) is None


def test_during_a_pop_up_attack_only_a_dodge_is_legal() -> None:
    """Against opportunity fire at a pop-up attack parries and blocks are refused by a problem of their own."""
    ground, _ = scene()
    threat = shot(THROWN, dodge_only=True)
    for kind in ("parry", "block"):
        with pytest.raises(refusals.PopupDodgeOnly):
            defense(ground, threat, {"kind": kind}, forced=True)
    planned = defense(ground, threat)
    assert planned is not None
    assert planned.kind == "dodge"
    assert "tactical/popup/dodge-only" in ids(planned)


def test_a_list_of_defenses_none_of_which_is_legal_leaves_none() -> None:
    """Without a legal defense in the list there is none, and `none` ends the list."""
    ground, _ = scene(shield=None)
    assert defense(ground, shot(FIREARM), {"kind": "parry"}, {"kind": "block"}) is None
    assert defense(ground, NORTH, {"kind": "none"}, {"kind": "dodge"}) is None


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
    ground, _ = scene(**armed(blade((0, 1), level=14)))
    assert value(ground, close, "parry") == (10, {"Shield in close combat": 2})
    planned = defense(field(figure(**BARE), foe()), close, {"kind": "parry"})
    assert planned is not None
    assert planned.weapon is None
    assert "tactical/close/parry" in ids(planned)


def test_a_shot_weapon_does_not_parry() -> None:
    """A bow in the hands parries nothing."""
    ground = field(figure(**(armed(gun(hands=2), "both") | STAYS)), foe())
    assert value(ground, NORTH, "parry") is None


def test_the_best_defense_is_used_without_a_choice() -> None:
    """Without a choice the highest number is used; of equal ones parry, then block, then dodge."""

    def best(**facts: Any) -> str | None:
        ground, threat = scene(**facts)
        planned = defense(ground, threat)
        return None if planned is None else planned.kind.value

    assert best(basic_speed=7) == "parry"
    assert best(basic_speed=8) == "dodge"
    assert best(**armed(blade(level=12)), basic_speed=7) == "block"
    assert best(**armed(blade(level=12)), shield=None, basic_speed=6) == "parry"


def test_runaround_attacks_are_side_attacks_of_no_side() -> None:
    """Who began in front and ran behind is defended against at -2 by everything, shield included."""
    started = {"turn_start": {"hex": [0, -1], "facing": 3}}
    fighter = figure(**(armed(blade(level=14)) | {"shield": SHIELD} | STAYS))
    ground = field(fighter, foe(hex=[0, 1], state=started))
    threat = Threat("orc", (0, 1))
    for kind in ("dodge", "parry", "block"):
        found = value(ground, threat, kind)
        assert found is not None
        assert found[1] == {"Shield": 2, "Runaround": -2}
    assert value(ground, Threat("orc", (0, 1), runaround=False), "dodge") is None
    sharp = field(fighter.model_copy(update={"vision": TacticalVision.PERIPHERAL}), foe(hex=[0, 1], state=started))
    found = value(sharp, threat, "dodge")
    assert found is not None
    assert found[1] == {"Shield": 2}


@pytest.mark.parametrize(("seen_by", "legal"), [(["ash"], True), (["elk"], False)])
def test_whoever_was_seen_has_run_around_by_option(seen_by: list[str], legal: bool) -> None:
    """By option an attacker has run around if the defender saw it when its turn began."""
    rulings = OPEN.model_copy(update={"runaround": TacticalRunaround.SEEN})
    ground = field(figure(), foe(hex=[0, 1], state={"seen_by": seen_by}), rulings=rulings)
    assert (defense(ground, Threat("orc", (0, 1))) is not None) is legal


def test_an_attacker_who_is_not_on_the_field_has_not_run_around() -> None:
    """An attack from behind by nobody on the map leaves no defense."""
    assert defense(field(figure()), Threat("trap", (0, 1))) is None


def test_the_side_of_an_attack_from_afar_is_that_of_its_hex_or_of_the_hex_it_comes_through() -> None:
    """An attack comes from the arc of the attacker's hex, by option from that of the hex through which it arrives."""
    entry = OPEN.model_copy(update={"defense_arc": TacticalDefenseArc.ENTRY_HEX})

    def side(origin: Hex, **facts: Any) -> tuple[str, str]:
        plain, other = field(figure(**facts)), field(figure(**facts), rulings=entry)
        threat = Threat("orc", origin)
        return sector_of_threat(plain, plain["ash"], threat), sector_of_threat(other, other["ash"], threat)

    assert side((3, -1)) == ("right", "right")
    assert side((2, -1)) == ("front", "front")
    assert side((0, 3)) == ("back", "back")
    assert side((-1, 2)) == ("back", "left")
    assert side((0, 5), shape="line3") == ("back", "back")


def test_a_large_body_is_attacked_from_the_side_that_is_nearest() -> None:
    """The arc of an attack on a body of several hexes is that of the nearest hex around it."""
    ground = field(figure(shape="line3"), foe(hex=[3, 0]))
    planned = defense(ground, Threat("orc", (3, 0)))
    assert planned is not None
    assert terms(planned)["From the side"] == -2
    assert "tactical/multihex/defense-arc" in ids(planned)


def close_pair(facing: int = 0, own: int = 3, **facts: Any) -> Field:
    """Two figures in one hex; the first has a half of it, the orc the other."""
    ours = {"state": {"close": [{"foe": "orc", "hex": [0, 0], "own_side": own, "turns": 2}]}}
    theirs = {"close": [{"foe": "ash", "hex": [0, 0], "own_side": (own + 3) % 6, "entered": True, "turns": 1}]}
    weapon = armed(blade((0,)))
    fighter = figure(**(ours | facts), facing=facing, shield=SHIELD, **armed(blade((0, 1), level=14)))
    return field(fighter, foe(hex=[0, 0], state=theirs, **weapon), rulings=facts.pop("rulings", OPEN))


def test_an_attack_in_one_hex_comes_from_the_half_of_the_opponent() -> None:
    """In close combat the arc is that of the opponent's half of the hex; by option it is always the front."""
    assert attack(close_pair(), by="orc", target="ash").arc == "front"
    assert attack(close_pair(facing=3), by="orc", target="ash").arc == "back"
    beside = attack(close_pair(facing=1), by="orc", target="ash")
    assert beside.arc == "front"
    front = field(*close_pair(facing=3), rulings=OPEN.model_copy(update={"close_arc": TacticalCloseArc.FRONT}))
    assert attack(front, by="orc", target="ash").arc == "front"


def test_who_enters_a_hex_is_defended_against_as_in_close_combat_unless_the_option_says_otherwise() -> None:
    """Against an attacker that has just entered no block is possible; by option it is as outside close combat."""
    entered = close_pair()
    assert attack(entered, by="orc", target="ash", defense={"preferences": [{"kind": "block"}]}).defense is None
    rulings = OPEN.model_copy(update={"entry_defense": TacticalEntryDefense.OPEN})
    outside = attack(field(*entered, rulings=rulings), by="orc", target="ash")
    assert outside.defense is not None
    assert not outside.threat.close
    assert attack(
        field(*entered, rulings=rulings), by="orc", target="ash", defense={"preferences": [{"kind": "block"}]}
    ).defense
    settled = attack(field(*entered, rulings=rulings), by="ash")
    assert settled.threat.close


def double(**facts: Any) -> tuple[Field, Threat]:
    """A figure with a double defense."""
    chosen = {"maneuver": "all_out_defense", "option": "double_defense"} | facts.pop("state", {})
    return scene(**({"state": STAYS["state"] | chosen} | facts))


def second(ground: Field, threat: Threat, first: dict[str, Any], *preferences: dict[str, Any]) -> PlannedDefense | None:
    """The second defense after a first one."""
    planned = defense(ground, threat, first)
    assert planned is not None
    return second_defense(ground, "ash", threat, choice(*preferences) if preferences else None, planned)


def test_a_double_defense_is_two_different_defenses() -> None:
    """With a double defense another defense follows: the next of the choice that is legal, else the best."""
    ground, threat = double()
    found = second(ground, threat, {"kind": "parry"})
    assert found is not None
    assert found.kind == "block"
    assert second(ground, threat, {"kind": "parry"}, {"kind": "none"}) is None
    chosen = second(ground, threat, {"kind": "parry"}, {"kind": "parry"}, {"kind": "dodge"})
    assert chosen is not None
    assert chosen.kind == "dodge"
    fallback = second(ground, threat, {"kind": "parry"}, {"kind": "parry"})
    assert fallback is not None
    assert fallback.kind == "block"
    plain, _ = scene()
    assert second(plain, threat, {"kind": "parry"}) is None
    increased, _ = scene(state={"maneuver": "all_out_defense", "option": "parry"})
    assert second(increased, threat, {"kind": "parry"}) is None


def test_two_parries_with_different_hands_are_different_defenses() -> None:
    """A weapon in each hand parries once each in a double defense; a single shot-like threat leaves only one dodge."""
    axe = blade(level=13) | {"id": "axe"}
    ground, threat = double(
        weapons=[blade(level=14), axe], ready={"right": "blade", "left": "axe"}, shield=None, basic_speed=0
    )
    found = second(ground, threat, {"kind": "parry", "hand": "right"})
    assert found is not None
    assert (found.kind, found.hand, found.weapon) == ("parry", "left", "axe")
    assert second(ground, shot(FIREARM), {"kind": "dodge"}) is None


def test_a_retreat_with_the_first_of_two_defenses_counts_for_the_second() -> None:
    """The bonus of a retreat holds for both defenses, and the second one does not retreat again."""
    state = {"maneuver": "all_out_defense", "option": "double_defense"}
    ground = field(figure(**armed(blade(level=14)), shield=SHIELD, state=state), foe())
    first = plan_defense(ground, "ash", NORTH, None)
    assert first is not None
    assert first.retreat == (0, 1)
    found = second_defense(ground, "ash", NORTH, None, first)
    assert found is not None
    assert (found.retreat, terms(found)["Retreat"]) == (None, 1 if found.kind != "dodge" else 3)


def test_a_plan_has_both_defenses() -> None:
    """The plan of an attack on a figure with a double defense has its second defense."""
    state = {"maneuver": "all_out_defense", "option": "double_defense"}
    plan = attack(field(figure(), foe(state=state)))
    assert plan.second_defense is not None
    assert attack(field(figure(), foe())).second_defense is None


def test_use_marks_what_a_defense_costs() -> None:
    """A parry is counted by hand, a block is used up, and the aim is lost; a dodge costs nothing but the aim."""
    aim = {"aim": {"target": "orc", "weapon": "gun", "seconds": 2}}
    ground, threat = scene(state=STAYS["state"] | aim | {"parries": [{"hand": "left", "count": 1}]})
    for kind, expected in (("dodge", ([("left", 1)], False)), ("block", ([("left", 1)], True))):
        planned = defense(ground, threat, {"kind": kind})
        assert planned is not None
        use_defense(ground, "ash", planned, "orc")
        state = ground["ash"].state
        assert ([(each.hand, each.count) for each in state.parries], state.blocked) == expected
        assert state.aim is None
    for count in (1, 2):
        planned = defense(ground, threat, {"kind": "parry"})
        assert planned is not None
        use_defense(ground, "ash", planned, "orc")
        assert {each.hand: each.count for each in ground["ash"].state.parries} == {"left": 1, "right": count}


def test_a_two_handed_parry_counts_for_the_weapon_hand() -> None:
    """Parries with a weapon in both hands are counted for the weapon hand."""
    ground, threat = scene(**armed(blade(hands=2), "both"), shield=None, handedness="left")
    planned = defense(ground, threat, {"kind": "parry"})
    assert planned is not None
    assert planned.hand is None
    use_defense(ground, "ash", planned, "orc")
    assert [(each.hand, each.count) for each in ground["ash"].state.parries] == [("left", 1)]


def test_a_dodge_that_costs_nothing_changes_nobody() -> None:
    """A dodge of a figure that does not aim leaves it as it was sent."""
    ground, threat = scene()
    planned = defense(ground, threat, {"kind": "dodge"})
    assert planned is not None
    use_defense(ground, "ash", planned, "orc")
    assert ground.changed() == ()


@pytest.mark.parametrize("shooter", ["orc", "trap"])
def test_who_dodges_and_drops_lies_down(shooter: str) -> None:
    """Dodge and Drop lays the defender down, away from a shooter who is on the map, else forward if there is room."""
    ground, _ = scene()
    planned = defense(ground, shot(FIREARM), {"kind": "dodge", "drop": True})
    assert planned is not None
    use_defense(ground, "ash", planned, shooter)
    assert ground["ash"].posture == "lying"
    assert ground["ash"].hex == ((0, 1) if shooter == "orc" else (1, -1))


def test_strays_are_defended_against_as_outside_close_combat_unless_they_strike_into_it() -> None:
    """Somebody whom a shot out of close combat hits astray is not in close combat with the shooter."""
    ours = {"close": [{"foe": "orc", "hex": [0, 0], "own_side": 3, "turns": 2}]}
    theirs = {"close": [{"foe": "ash", "hex": [0, 0], "own_side": 0, "turns": 2}]}
    plan = attack(field(figure(**armed(gun()), state=ours), foe(hex=[0, 0], state=theirs)))
    assert plan.threat.close
    assert not stray_threat(plan).close
    into = attack(field(figure(), foe()), conduct=Conduct(striking_into=True))
    assert stray_threat(into) is into.threat
    assert into.defense is not None
    assert "tactical/striking/defense" in ids(into.defense)


def test_a_refusal_of_a_forced_defense_stops_the_attack() -> None:
    """An attack whose target is forced to an illegal defense is refused before the first die."""
    with pytest.raises(RulesRefuse):
        attack(field(figure(), foe()), defense={"preferences": [{"kind": "block"}], "forced": True})
