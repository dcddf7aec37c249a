"""Which defense is used: those that are not legal, the best one, two in one, and what using them costs."""

from typing import Any, Final

import pytest

from service.dice.seeded import SeededDice
from service.errors import RulesRefuse
from service.rules.tactical.attack.attack import resolve_attack
from service.rules.tactical.attack.defense.active_defenses import plan_defenses
from service.rules.tactical.attack.defense.exposure import Threat, exposure_of
from service.rules.tactical.book import refusals
from service.rules.tactical.book.maneuvers import KINDS
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption
from service.rules.tactical.figures.condition import MOST_COUNTED
from service.rules.tactical.figures.field import Field
from tests.rules.tactical.attacks import AROUND, armed, attack, blade, choice, defense, ids, terms
from tests.rules.tactical.defenders import BOW, FIREARM, NORTH, SHIELD, STAYS, THROWN, defender, shot, state
from tests.rules.tactical.scenes import OPEN, field, figure, foe
from tests.rules.tactical.strikes import after, asked, defends

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
    assert plan_defenses(exposure_of(ground, ground["ash"], threat), None)[1][0].ids[0] == rule
    with pytest.raises(refusals.DefenseIllegal) as fault:
        defense(ground, threat, {"kind": "dodge"}, forced=True)
    assert fault.value.faults[0].rule == rule
    assert defense(ground, threat, {"kind": "none"}, forced=True) is None


def test_nobody_defends_in_total_darkness() -> None:
    """An attack out of total darkness leaves no defense; one out of dusk does."""
    for visibility, none in ((-10, True), (-9, False)):
        ground = field(figure(), foe(), map={"visibility": visibility})
        assert (defense(ground, NORTH) is None) is none
    ground = field(figure(), foe())
    assert plan_defenses(exposure_of(ground, ground["ash"], NORTH), None)[1] == ()


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
    ground, _ = defender(**facts)
    with pytest.raises(refusals.DefenseIllegal) as fault:
        defense(ground, threat, wanted, forced=True)
    assert fault.value.faults[0].rule == rule
    assert fault.value.pointer.startswith("/defense/preferences/0")
    planned = defense(ground, threat, wanted, {"kind": "dodge"})
    assert planned is not None
    assert (planned.kind, planned.drop) == ("dodge", False)
    assert defense(ground, threat, wanted, {"kind": "none"}) is None


@pytest.mark.parametrize(
    ("facts", "threat", "hand", "told"),
    [
        ({}, NORTH, "left", "nothing in it parries. The right hand parries."),
        (
            {"shield": None},
            Threat("orc", AROUND["right"]),
            "left",
            "a left hand does not parry attacks from the right. The right hand parries.",
        ),
        (
            {"weapons": [blade(hands=2)], "ready": {"both": "blade"}, "shield": None},
            NORTH,
            "right",
            "nothing in it parries. The weapon in both hands parries: name no hand.",
        ),
        ({"ready": {}, "weapons": []}, Threat("orc", AROUND["left"]), "right", None),
    ],
    ids=["shield", "side", "both hands", "none"],
)
def test_a_forced_parry_with_the_wrong_hand_says_which_hand_parries(
    facts: dict[str, Any], threat: Threat, hand: str, told: str | None
) -> None:
    """The refusal of a parry with a hand that cannot names the hand that can, if one can."""
    ground, _ = defender(**facts)
    with pytest.raises(refusals.DefenseIllegal) as fault:
        defense(ground, threat, {"kind": "parry", "hand": hand}, forced=True)
    if told is None:
        assert "cannot parry: a right hand does not parry attacks from the left" in str(fault.value)
        assert fault.value.pointer == "/defense/preferences/0"
    else:
        assert str(fault.value) == f"ash cannot parry with the {hand} hand: {told}"
        assert fault.value.pointer == "/defense/preferences/0/hand"


def test_during_a_pop_up_attack_only_a_dodge_is_legal() -> None:
    """Against opportunity fire at a pop-up attack parries and blocks are refused by a problem of their own."""
    ground, _ = defender()
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
    ground, _ = defender(shield=None)
    assert defense(ground, shot(FIREARM), {"kind": "parry"}, {"kind": "block"}) is None
    assert defense(ground, NORTH, {"kind": "none"}, {"kind": "dodge"}) is None


def test_the_best_defense_is_used_without_a_choice() -> None:
    """Without a choice the highest number is used; of equal ones parry, then block, then dodge."""

    def best(**facts: Any) -> str | None:
        ground, threat = defender(**facts)
        planned = defense(ground, threat)
        return None if planned is None else planned.kind.value

    assert best(basic_speed=7) == "parry"
    assert best(basic_speed=8) == "dodge"
    assert best(**armed(blade(level=12)), basic_speed=7) == "block"
    assert best(**armed(blade(level=12)), shield=None, basic_speed=6) == "parry"


def double(**facts: Any) -> tuple[Field, Threat]:
    """A figure with a double defense."""
    chosen = {"maneuver": "all_out_defense", "option": "double_defense"} | facts.pop("state", {})
    return defender(**({"state": STAYS["state"] | chosen} | facts))


def kinds(ground: Field, threat: Threat, *preferences: dict[str, Any]) -> list[str]:
    """The defenses that a figure tries, with the weapon of a parry."""
    wanted = choice(*preferences) if preferences else None
    planned, _ = plan_defenses(exposure_of(ground, ground["ash"], threat), wanted)
    return [f"{each.kind.value} {each.weapon}" if each.weapon else each.kind.value for each in planned]


PARRIES, DODGES, BLOCKS, NOTHING = [{"kind": each} for each in ("parry", "dodge", "block", "none")]
DOUBLED: Final = {
    "nothing chosen": ([], ["parry blade", "block"]),
    "one chosen": ([PARRIES], ["parry blade", "block"]),
    "two chosen": ([PARRIES, DODGES], ["parry blade", "dodge"]),
    "the same twice": ([PARRIES, PARRIES, DODGES], ["parry blade", "dodge"]),
    "one that is not legal between them": (
        [PARRIES, {"kind": "dodge", "drop": True}, DODGES],
        ["parry blade", "dodge"],
    ),
    "none as the second": ([PARRIES, NOTHING, DODGES], ["parry blade"]),
    "none after the second": ([DODGES, BLOCKS, NOTHING], ["dodge", "block"]),
}


@pytest.mark.parametrize(("preferences", "tried"), DOUBLED.values(), ids=DOUBLED)
def test_a_double_defense_is_two_different_defenses(preferences: list[dict[str, Any]], tried: list[str]) -> None:
    """With a double defense another defense follows: the next of the choice that is legal, else the best."""
    ground, threat = double()
    assert kinds(ground, threat, *preferences) == tried


def test_other_maneuvers_have_one_defense() -> None:
    """Without a double defense there is one defense, with an All-Out Defense that increases it as well."""
    plain, threat = defender()
    assert kinds(plain, threat, PARRIES, DODGES) == ["parry blade"]
    increased, _ = defender(state={"maneuver": "all_out_defense", "option": "parry"})
    assert kinds(increased, threat, PARRIES, DODGES) == ["parry blade"]


@pytest.mark.parametrize("option", [None, *TacticalManeuverOption])
@pytest.mark.parametrize("maneuver", TacticalManeuver)
def test_every_state_of_a_figure_can_be_attacked(
    maneuver: TacticalManeuver, option: TacticalManeuverOption | None
) -> None:
    """A state may combine any maneuver with any option; without an option of its own, it adds to no defense."""
    plain, threat = defender(state=STAYS["state"])
    ground, _ = defender(state=STAYS["state"] | {"maneuver": maneuver, "option": option})
    found, known = defense(ground, threat), defense(plain, threat)
    if maneuver is TacticalManeuver.ALL_OUT_DEFENSE and option not in KINDS[maneuver].options:
        assert found == known
    assert len(attack(field(figure(), foe(state={"maneuver": maneuver, "option": option}))).defenses) < 3


def test_the_second_defense_is_the_next_one_chosen_even_if_an_empty_hand_could_parry() -> None:
    """The second defense follows the first in the choice: a dodge, and no parry with the empty hand before it."""
    ground, threat = double(shield=None)
    assert kinds(ground, threat, PARRIES, DODGES) == ["parry blade", "dodge"]
    assert kinds(ground, threat, PARRIES, PARRIES, DODGES) == ["parry blade", "parry"]


def test_two_parries_with_different_hands_are_different_defenses() -> None:
    """A weapon in each hand parries once each in a double defense; a single shot-like threat leaves only one dodge."""
    axe = blade(level=13) | {"id": "axe"}
    ground, threat = double(
        weapons=[blade(level=14), axe], ready={"right": "blade", "left": "axe"}, shield=None, basic_speed=0
    )
    assert kinds(ground, threat) == ["parry blade", "parry axe"]
    assert kinds(ground, threat, PARRIES | {"hand": "right"}) == ["parry blade", "parry axe"]
    assert kinds(ground, shot(FIREARM), DODGES) == ["dodge"]


def test_a_retreat_with_the_first_of_two_defenses_counts_for_the_second() -> None:
    """The bonus of a retreat holds for both defenses, and the second one does not retreat again."""
    state = {"maneuver": "all_out_defense", "option": "double_defense"}
    ground = field(figure(**armed(blade(level=14)), shield=SHIELD, state=state), foe())
    (first, second), _ = plan_defenses(exposure_of(ground, ground["ash"], NORTH), None)
    assert first.retreat == (0, 1)
    assert (second.retreat, terms(second)["Retreat"]) == (None, 1 if second.kind != "dodge" else 3)


def test_a_plan_has_both_defenses() -> None:
    """The plan of an attack on a figure with a double defense has its second defense."""
    state = {"maneuver": "all_out_defense", "option": "double_defense"}
    assert len(attack(field(figure(), foe(state=state))).defenses) == 2
    assert len(attack(field(figure(), foe())).defenses) == 1


def test_a_refusal_of_a_forced_defense_stops_the_attack() -> None:
    """An attack whose target is forced to an illegal defense is refused before the first die."""
    with pytest.raises(RulesRefuse):
        attack(field(figure(), foe()), defense={"preferences": [{"kind": "block"}], "forced": True})


def test_counted_parries_stay_within_their_limit() -> None:
    """A hand that has parried as often as is counted parries once more; the state can be sent again."""
    guard = foe(state={"parries": [{"hand": "right", "count": MOST_COUNTED}]}, **defends("parry", 14))
    with_right = {"preferences": [{"kind": "parry", "hand": "right"}], "forced": True}
    asked_for = asked([figure(), guard], defense=with_right)
    outcome = resolve_attack(asked_for, OPEN, SeededDice("sha256ctr1:1"))
    assert [each.count for each in after(outcome, "orc").state.parries] == [MOST_COUNTED]
