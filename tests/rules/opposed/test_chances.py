"""Strike Chance, Defence and the modifier of the strike die, row by row; and what is refused before any die."""

from typing import Any

import pytest

from service.errors import RulesRefuse
from service.rules.opposed.attack.attack import compute_chances
from service.rules.opposed.attack.outcomes import OpposedChances
from service.rules.opposed.book import refusals
from tests.pins import pins
from tests.rules.opposed.figures import SWORD, attack, rulings
from tests.rules.opposed.stories import strike

BOTH_HANDS = SWORD | {"two_handed": True}
SHIELD = {"base_chance": 40, "rank": 3, "damage_modifier": -2, "shield": True}


def chances(
    attacker: dict[str, Any] | None = None,
    defender: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> OpposedChances:
    """What Ash and Orc would roll against."""
    return compute_chances(attack(attacker, defender, **changes), rulings(**(options or {})))


def test_tallies() -> None:
    """Both numbers start with what the figure brings and name every row that changes them."""
    seen = chances(situation={"attack_hex": "rear"}, defender={"magic_defence": 5})
    assert seen.strike_chance == 117
    assert seen.strike_terms.base == 45
    assert [(term.label, term.value) for term in seen.strike_terms.terms] == [
        ("Manual Dexterity", 18),
        ("Rank", 24),
        ("Rear hex", 30),
    ]
    assert (seen.defence, seen.defence_terms.base) == (21, 16)
    assert [(term.rule, term.label, term.value) for term in seen.defence_terms.terms] == [
        ("opposed/defence/flank-rear", "Magic", 5)
    ]
    assert (seen.dice_modifier, seen.dice_terms.base, seen.dice_terms.terms) == (0, 0, ())


@pins(
    "visibility-stacking",
    "own-status-only",
    "no-fatigue-threshold",
    "shield-rush-charge",
    "multiple-and-secondary",
    "close-combat-hex",
    "unranked-weapon",
    "magic-sign",
    "trip-base-chance",
    "trample-chance",
    "disarm-missing-row",
)
@pytest.mark.parametrize(
    ("changes", "strike_chance"),
    [
        pytest.param({}, 87, id="Base Chance, Dexterity and four times the Rank"),
        pytest.param({"attacker": {"weapon": SWORD | {"ranked": False}}}, 45, id="unranked"),
        pytest.param({"attacker": {"weapon": SWORD | {"ranked": False}, "strike_magic": -7}}, 38, id="unranked, magic"),
        pytest.param({"attacker": {"strike_magic": 9}}, 96, id="magic"),
        pytest.param({"attacker": {"weapon": {}, "manual_dexterity": 0}}, 0, id="bare hands"),
        pytest.param({"attacker": {"fatigue": 0}}, 77, id="no Fatigue"),
        pytest.param({"attacker": {"fatigue": None}}, 87, id="Fatigue not given"),
        pytest.param({"situation": {"withdrawal": "offensive"}}, 67, id="offensive withdrawal"),
        pytest.param({"attacker": {"withdrawal": "offensive"}}, 67, id="a figure that is withdrawing"),
        pytest.param({"situation": {"charging": True}}, 72, id="charge"),
        pytest.param({"attacker": {"weapon": SWORD | {"pole": True}}, "situation": {"charging": True}}, 107, id="pole"),
        pytest.param({"situation": {"attack_hex": "flank"}}, 97, id="flank"),
        pytest.param({"defender": {"posture": "kneeling"}}, 107, id="low target"),
        pytest.param({"situation": {"visibility": "cloudy_night"}}, 67, id="cloudy night"),
        pytest.param({"situation": {"defender_unseen": True}}, 37, id="unseen"),
        pytest.param({"situation": {"visibility": "pitch_black", "defender_unseen": True}}, 37, id="the worst only"),
        pytest.param(
            {
                "situation": {"visibility": "pitch_black", "defender_unseen": True},
                "options": {"visibility_stacking": "sum"},
            },
            -3,
            id="or all",
        ),
        pytest.param({"situation": {"secondary_hand": True, "multiple_strike": True}}, 57, id="second weapon"),
        pytest.param(
            {"attacker": {"weapon": BOTH_HANDS}, "situation": {"multi_hex_strike": True}}, 67, id="several hexes"
        ),
        pytest.param({"attacker": {"airborne": True}}, 77, id="in flight"),
        pytest.param({"situation": {"custom_strike": -12}}, 75, id="the game master's own"),
        pytest.param({"mode": "close"}, 104, id="close: Strength"),
        pytest.param({"mode": "close", "attacker": {"fatigue": 0}}, 84, id="close: no Fatigue"),
        pytest.param({"mode": "close", "attacker": {"physical_strength": 0}}, 87, id="close: no Strength given"),
        pytest.param({"mode": "close", "situation": {"attack_hex": "rear"}}, 104, id="close: no hex row"),
        pytest.param({"maneuver": "disarm"}, 67, id="disarm"),
        pytest.param({"maneuver": "trip"}, 82, id="trip: Base Chance at most 40"),
        pytest.param({"maneuver": "trip", "options": {"trip_base_chance": "set_40"}}, 82, id="trip: 40"),
        pytest.param({"maneuver": "trip", "options": {"trip_base_chance": "percent_40"}}, 60, id="trip: 40 % of 45"),
        pytest.param({"maneuver": "trip", "attacker": {"weapon": {"base_chance": 30}}}, 48, id="trip: already lower"),
        pytest.param({"maneuver": "trip", "attacker": {"weapon": SWORD | {"ranked": False}}}, 82, id="trip: ranked"),
        pytest.param({"maneuver": "trample", "attacker": {"size_hexes": 2}}, 82, id="trample"),
        pytest.param(
            {"maneuver": "shield_rush", "attacker": {"weapon": SHIELD}, "situation": {"charging": True}},
            90,
            id="shield rush at a run",
        ),
        pytest.param({"maneuver": "shield_rush", "attacker": {"weapon": SHIELD}}, 70, id="shield rush standing"),
    ],
)
def test_strike_chance(changes: dict[str, Any], strike_chance: int) -> None:
    """Strike Chance is the weapon's, the figure's and every row of 57.1 that applies."""
    seen = chances(**changes)
    assert seen.strike_chance == strike_chance
    assert all(term.value for term in seen.strike_terms.terms)


@pins("no-fatigue-ranged", "missile-bands", "thrown-hexes")
@pytest.mark.parametrize(
    ("situation", "attacker", "strike_chance"),
    [
        pytest.param({"flight": "thrown"}, {}, 87, id="into the own hex"),
        pytest.param({"flight": "thrown", "distance_hexes": 7}, {}, 66, id="thrown through seven hexes"),
        pytest.param({"flight": "missile", "distance_hexes": 5}, {}, 87, id="five hexes are free"),
        pytest.param({"flight": "missile", "distance_hexes": 6}, {}, 84, id="a part of five counts"),
        pytest.param({"flight": "missile", "distance_hexes": 10}, {}, 84, id="five more"),
        pytest.param({"flight": "missile", "distance_hexes": 11}, {}, 81, id="and a part of the next five"),
        pytest.param({"flight": "missile", "attack_hex": "flank"}, {}, 97, id="flank"),
        pytest.param({"flight": "missile", "attack_hex": "rear"}, {}, 107, id="rear"),
        pytest.param({"flight": "missile"}, {"posture": "kneeling"}, 97, id="kneeling to shoot"),
        pytest.param({"flight": "missile"}, {"posture": "prone"}, 87, id="but not lying"),
        pytest.param({"flight": "missile", "snapshot": True}, {}, 72, id="snap shot"),
        pytest.param({"flight": "missile", "aim": True}, {}, 107, id="aimed"),
        pytest.param({"flight": "missile"}, {"fatigue": 0}, 87, id="no Fatigue"),
    ],
)
def test_ranged_strike_chance(situation: dict[str, Any], attacker: dict[str, Any], strike_chance: int) -> None:
    """At range the rows of distance, aim and posture count."""
    assert chances(attacker, mode="ranged", situation=situation).strike_chance == strike_chance


@pins("front-defence-perception", "stunned-double-penalty", "stunned-hex", "stunned-close-strength")
@pytest.mark.parametrize(
    ("changes", "defence"),
    [
        pytest.param({}, 35, id="Agility, Perception and shield"),
        pytest.param({"options": {"front_defence_includes_perception": False}}, 24, id="without Perception"),
        pytest.param({"defender": {"perception": 0, "shield_defence": 0}}, 16, id="Agility alone"),
        pytest.param({"situation": {"attack_hex": "flank"}}, 16, id="from the flank"),
        pytest.param({"defender": {"stunned": True, "magic_defence": 5}}, -10, id="stunned: magic and rows"),
        pytest.param({"defender": {"stunned": True}, "situation": {"attack_hex": "rear"}}, -15, id="stunned, any hex"),
        pytest.param({"defender": {"fatigue": 0}}, 25, id="no Fatigue"),
        pytest.param({"defender": {"withdrawal": "defensive"}}, 55, id="defensive withdrawal"),
        pytest.param({"defender": {"evading": True}}, 61, id="evading, Rank 4"),
        pytest.param({"defender": {"evading": True, "weapon": {}}}, 45, id="evading, no weapon"),
        pytest.param({"defender": {"airborne": True}}, 55, id="in flight"),
        pytest.param({"situation": {"custom_defence": 7}}, 42, id="the game master's own"),
        pytest.param({"mode": "close"}, 49, id="close: Strength"),
        pytest.param({"mode": "close", "defender": {"physical_strength": 0}}, 35, id="close: no Strength given"),
        pytest.param({"mode": "close", "defender": {"stunned": True, "fatigue": 0}}, -26, id="close: stunned, spent"),
    ],
)
def test_defence(changes: dict[str, Any], defence: int) -> None:
    """Defence goes by the hex attacked, or by the stun, and every row of 57.2 that applies."""
    assert chances(**changes).defence == defence


@pins("posture-asymmetry")
@pytest.mark.parametrize(
    ("defender", "defence"),
    [
        ({"stunned": True}, -10),
        ({"moving": True}, 40),
        ({"posture": "prone"}, 45),
        ({"evading": True}, 55),
        ({"sheltered": True}, 55),
        ({"withdrawal": "defensive"}, 35),
    ],
)
def test_ranged_defence(defender: dict[str, Any], defence: int) -> None:
    """At range moving, lying low, evading and shelter help, and a withdrawal does not."""
    assert chances(defender=defender, mode="ranged", situation={"flight": "missile"}).defence == defence


@pins("assassin-front-fraction", "assassin-tier-exclusive", "assassin-flank")
@pytest.mark.parametrize(
    ("situation", "options", "modifier"),
    [
        pytest.param({"assassin": "surprise"}, {}, -14, id="two per Rank from surprise"),
        pytest.param({"assassin": "behind", "attack_hex": "rear"}, {}, -7, id="one per Rank from behind"),
        pytest.param({"assassin": "front"}, {}, -2, id="one per three Ranks from in front"),
        pytest.param({"assassin": "front", "attack_hex": "flank"}, {}, -2, id="and from the flank"),
        pytest.param({"assassin": "surprise", "attack_hex": "rear"}, {}, -14, id="surprise from behind is surprise"),
        pytest.param({"assassin": "front"}, {"assassin_front_rounding": "ceil"}, -3, id="or part of three"),
        pytest.param({"custom_dice": 4}, {}, 4, id="the game master's own"),
    ],
)
def test_dice_modifier(situation: dict[str, Any], options: dict[str, Any], modifier: int) -> None:
    """An assassin of Rank 7 takes points off the strike die."""
    assert chances({"assassin_rank": 7}, options=options, situation=situation).dice_modifier == modifier


@pins("dice-modifier-stacking", "assassin-scope")
def test_dice_modifiers_stack() -> None:
    """Aim and assassination add up on the die, and the step says so."""
    situation = {"flight": "missile", "aim": True, "assassin": "surprise"}
    told = strike(99, 1, attacker={"assassin_rank": 4}, mode="ranged", situation=situation)
    assert told.outcome.dice_modifier == -13
    assert told.texts[0] == "Ash struck and rolled 99 - 13, so 86, against 107: Average."
    assert {"dice-modifier/aim", "dice-modifier/assassin-surprise", "dice-modifier/stacking"} <= told.cited
    assert {"ruling/dice-modifier-stacking", "ruling/assassin-scope"} <= told.cited


def test_spoiled_die() -> None:
    """A modifier for the worse is shown with its sign."""
    assert (
        strike(60, 99, situation={"custom_dice": 30}).texts[0]
        == "Ash struck and rolled 60 + 30, so 90, against 87: Poor."
    )


@pins("aim-and-snapshot", "charge-and-withdrawal", "stunned-evading")
@pytest.mark.parametrize(
    ("changes", "refusal", "pointer"),
    [
        pytest.param(
            {"mode": "ranged", "situation": {"flight": "missile", "aim": True, "snapshot": True}},
            refusals.AimAndSnapshotConflict,
            "/situation/snapshot",
            id="aimed snap shot",
        ),
        pytest.param({"situation": {"aim": True}}, refusals.RangedModifierInOtherMode, "/situation/aim", id="aim"),
        pytest.param(
            {"mode": "close", "situation": {"snapshot": True}},
            refusals.RangedModifierInOtherMode,
            "/situation/snapshot",
            id="snap shot",
        ),
        pytest.param(
            {"mode": "ranged", "situation": {"charging": True, "flight": "thrown"}},
            refusals.MeleeModifierInOtherMode,
            "/situation/charging",
            id="charge at range",
        ),
        pytest.param(
            {"mode": "close", "situation": {"withdrawal": "offensive"}},
            refusals.MeleeModifierInOtherMode,
            "/situation/withdrawal",
            id="withdrawal in close combat",
        ),
        pytest.param(
            {"situation": {"charging": True, "withdrawal": "offensive"}},
            refusals.ChargeAndWithdrawalConflict,
            "/situation/charging",
            id="charging withdrawal",
        ),
        pytest.param(
            {"situation": {"charging": True}, "attacker": {"withdrawal": "offensive"}},
            refusals.ChargeAndWithdrawalConflict,
            "/situation/charging",
            id="charge of a withdrawing figure",
        ),
        pytest.param({"mode": "ranged"}, refusals.FlightRequired, "/situation/flight", id="no flight"),
        pytest.param(
            {"situation": {"multi_hex_strike": True}},
            refusals.MultiHexStrikeNeedsTwoHandedBClass,
            "/situation/multi_hex_strike",
            id="one hand",
        ),
        pytest.param(
            {"situation": {"multi_hex_strike": True}, "attacker": {"weapon": {"two_handed": True}}},
            refusals.MultiHexStrikeNeedsTwoHandedBClass,
            "/situation/multi_hex_strike",
            id="no class",
        ),
        pytest.param(
            {"situation": {"assassin": "front"}}, refusals.AssassinRankMissing, "/situation/assassin", id="no assassin"
        ),
        pytest.param({"maneuver": "trample"}, refusals.TrampleNeedsMultihexFigure, "/maneuver", id="small trampler"),
        pytest.param({"maneuver": "shield_rush"}, refusals.ShieldRushNeedsShield, "/maneuver", id="no shield"),
        pytest.param(
            {"defender": {"stunned": True, "evading": True}},
            refusals.StunnedFigureCannotEvade,
            "/defender/evading",
            id="stunned evader",
        ),
        pytest.param({"attacker": {"stunned": True}}, refusals.AttackerCannotAct, "/attacker/stunned", id="stunned"),
        pytest.param(
            {"attacker": {"status": "incapacitated"}}, refusals.AttackerCannotAct, "/attacker/status", id="down"
        ),
        pytest.param({"attacker": {"status": "fled"}}, refusals.AttackerCannotAct, "/attacker/status", id="gone"),
        pytest.param(
            {"attacker": {"conditions": ["knocked_out"]}},
            refusals.AttackerCannotAct,
            "/attacker/conditions",
            id="knocked out",
        ),
        pytest.param(
            {"riposte": "resolve", "riposte_situation": {"aim": True}},
            refusals.RangedModifierInOtherMode,
            "/riposte_situation/aim",
            id="aimed riposte",
        ),
    ],
)
def test_refused(changes: dict[str, Any], refusal: type[RulesRefuse], pointer: str) -> None:
    """What the rules forbid is refused alike before the chances are computed and before any die is read."""
    with pytest.raises(refusal) as computed:
        chances(**changes)
    with pytest.raises(refusal) as rolled:
        strike(**changes)
    assert computed.value.pointer == rolled.value.pointer == pointer
    assert computed.value.detail == rolled.value.detail


def test_riposte_not_made_is_not_judged() -> None:
    """The situation of a riposte that is only reported may say anything."""
    assert chances(riposte_situation={"aim": True}).strike_chance == 87


@pins("down-defender")
@pytest.mark.parametrize(
    ("state", "mode", "defence", "row"),
    [
        pytest.param({"status": "unconscious"}, "melee", -15, "melee-stunned", id="unconscious"),
        pytest.param({"endurance": 0}, "melee", -15, "melee-stunned", id="at Endurance 0"),
        pytest.param({"conditions": ["knocked_out"]}, "melee", -15, "melee-stunned", id="knocked out"),
        pytest.param(
            {"status": "unconscious", "evading": True, "withdrawal": "defensive", "magic_defence": 7},
            "melee",
            -8,
            "melee-stunned",
            id="in no stance, with magic",
        ),
        pytest.param(
            {"status": "unconscious"}, "close", -6, "close-stunned", id="in close combat: Strength 14 less 20"
        ),
        pytest.param(
            {"status": "unconscious", "moving": True, "evading": True, "sheltered": True},
            "ranged",
            10,
            "ranged-stunned",
            id="at range: sheltered 20 less 10",
        ),
    ],
)
def test_the_down_defend_as_the_stunned(state: dict[str, Any], mode: str, defence: int, row: str) -> None:
    """A figure that is down has no Agility, Perception, shield or stance, and the row of a stunned one."""
    situation = {"flight": "missile"} if mode == "ranged" else {}
    seen = chances(defender=state, mode=mode, situation=situation)
    assert (seen.defence, seen.defence_terms.base) == (defence, 0)
    rows = {term.rule: term.label for term in seen.defence_terms.terms}
    assert rows[f"opposed/defence-modifier/{row}"] == "Down, as if stunned"
    told = strike(100, 95, defender=state, mode=mode, situation=situation)
    assert {"defence/stunned", "ruling/down-defender"} <= told.cited
    assert "defence/front" not in told.cited


def test_the_stunned_who_are_down() -> None:
    """A figure that is stunned and down has the row of a stunned defender once."""
    assert chances(defender={"stunned": True, "status": "unconscious"}).defence == -15
