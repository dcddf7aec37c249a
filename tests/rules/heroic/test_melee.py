"""Melee: who can take part, numbers, sizes and postures, modes, holds and free attacks."""

from fractions import Fraction
from typing import Any

import pytest

from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.book import refusals
from tests.pins import pins
from tests.rules.heroic.stat_blocks import BANDIT, OGRES, SWORDSMAN, TROGLODYTES, WRESTLER, Document, attack, changed
from tests.rules.heroic.stories import refused, report, strike, terms_of

MISS = (6, 6, 6, 1, 1, 1)
AXE = {"mode": "stone_axe"}
THRUST = {"mode": "sword_thrust"}
HORDE = changed(TROGLODYTES, count_start=40, hp_pool=480)
KNIFE: Document = {
    "id": "knife",
    "weapon": "knife",
    "kind": "melee",
    "skill": 12,
    "damage": "1d",
    "type": "cutting",
    "reach": [0, 1],
}
TWO_SWORDS = changed(
    SWORDSMAN,
    attack_modes=[
        SWORDSMAN["attack_modes"][0] | {"skill": 14},
        KNIFE | {"defense_modifiers": {"parry": -1, "dodge": 1}},
        SWORDSMAN["attack_modes"][1] | {"skill": 11, "unwieldy": True},
    ],
)


@pytest.mark.parametrize(
    ("attackers", "target", "bonus", "multiplier"),
    [
        (5, changed(OGRES, count_start=5, hp_pool=80), 0, 2.0),
        (3, SWORDSMAN, 6, 1.5),
        (2, SWORDSMAN, 4, 1.0),
    ],
)
def test_split_ten_orcs(attackers: int, target: Document, bonus: int, multiplier: float) -> None:
    """Ten orcs divide into five on five elves, three on one and two on one; each share has its own numbers."""
    told = report(TROGLODYTES, target, AXE | {"attackers": attackers})
    assert (told.numbers.ratio_bonus, told.numbers.multiplier) == (bonus, multiplier)
    assert terms_of(told).get("Superior numbers", 0) == bonus


@pins("engagement-mode")
@pytest.mark.parametrize(
    ("options", "situation", "engaged", "mode", "defenders"),
    [
        pytest.param({}, {}, 6, "open", 1, id="six around one"),
        pytest.param({"surround_base": 4}, {}, 4, "open", 1, id="four around one"),
        pytest.param({}, {"terrain": {"frontage": 3}}, 3, "line", 1, id="a doorway"),
        pytest.param({"engagement": "open"}, {"terrain": {"frontage": 3}}, 6, "open", 1, id="open whatever"),
        pytest.param({"engagement": "line"}, {}, 1, "line", 1, id="a line as wide as the target"),
        pytest.param({"engagement": "unlimited"}, {}, 40, "unlimited", 1, id="without limit"),
    ],
)
def test_engagement(options: Document, situation: Document, engaged: int, mode: str, defenders: int) -> None:
    """As many take part as find room: around the target, or on the narrowest frontage that is known."""
    numbers = report(HORDE, SWORDSMAN, AXE, options=options, **situation).numbers
    assert (numbers.attackers, numbers.engaged, numbers.mode.value, numbers.defenders) == (40, engaged, mode, defenders)


@pins("engagement-slots")
@pytest.mark.parametrize(("attacker_sm", "target_sm", "engaged"), [(1, 0, 4), (0, 1, 9), (0, 2, 15), (0, -6, 1)])
def test_slots(attacker_sm: int, target_sm: int, engaged: int) -> None:
    """Fewer large fighters fit around one, and more small ones."""
    told = report(changed(HORDE, sm=attacker_sm), changed(SWORDSMAN, sm=target_sm), AXE)
    assert told.numbers.engaged == engaged


@pytest.mark.parametrize(
    ("reach", "ranks", "frontage", "engaged"),
    [([1], 3, 5, 5), ([1, 2], 3, 5, 10), ([3], 2, 5, 10), ([0], 3, 5, 5), ([1, 2], 1, None, 12)],
)
def test_reach_and_ranks(reach: list[int], ranks: int, frontage: int | None, engaged: int) -> None:
    """Long weapons let further ranks, or further rings, take part."""
    horde = changed(
        HORDE,
        formation={"frontage": frontage, "ranks": ranks},
        attack_modes=[HORDE["attack_modes"][0] | {"reach": reach}],
    )
    assert report(horde, SWORDSMAN, AXE, distance=0).numbers.engaged == engaged


def test_narrower_frontage() -> None:
    """Lines meet on the narrower frontage, and only that many defenders count."""
    target = changed(OGRES, formation={"frontage": 4})
    told = report(changed(HORDE, formation={"frontage": 10}), target, AXE)
    assert (told.numbers.engaged, told.numbers.defenders, told.numbers.ratio_bonus) == (4, 4, 0)
    given = report(HORDE, OGRES, AXE, options={"engagement": "line"})
    assert (given.numbers.engaged, given.numbers.defenders) == (8, 8)


@pytest.mark.parametrize(
    ("attacker", "target", "mode"), [({}, {}, "open"), ({"frontage": 2}, {}, "line"), ({}, {"frontage": 2}, "line")]
)
def test_one_against_one(attacker: Document, target: Document, mode: str) -> None:
    """One fighter always takes part, in the open or in a line."""
    told = report(changed(SWORDSMAN, formation=attacker), changed(BANDIT, formation=target), THRUST)
    assert (told.numbers.engaged, told.numbers.mode.value) == (1, mode)
    told = report(SWORDSMAN, changed(BANDIT, formation=target), THRUST, terrain={"frontage": 1})
    assert (told.numbers.engaged, told.numbers.mode.value) == (1, "line")


def test_explicit_engagement() -> None:
    """The referee may say how many take part."""
    told = report(HORDE, SWORDSMAN, AXE | {"attackers": 30, "engaged": 25})
    assert (told.numbers.engaged, told.numbers.mode.value, told.numbers.multiplier) == (25, "explicit", 7.0)


def test_helpless_defenders() -> None:
    """Members held fast do not count, unless nobody else is left to count."""
    ogres = changed(OGRES, count_start=5, hp_pool=80)
    hold = {"grappler": "troglodytes", "victim": "ogres", "state": "pinned"}
    told = strike(TROGLODYTES, ogres, AXE | {"attackers": 5}, *MISS, grapples=[hold | {"members": 3}])
    assert (told.outcome.attack.numbers.defenders, told.outcome.attack.numbers.ratio_bonus) == (2, 6)
    told = strike(TROGLODYTES, ogres, AXE | {"attackers": 5}, *(6, 6, 6), grapples=[hold | {"members": 5}])
    assert told.outcome.attack.numbers.defenders == 5


@pins("ratio-collective")
@pytest.mark.parametrize(("scope", "bonus"), [("attack", 4), ("target_total", 10)])
def test_ratio_scope(scope: str, bonus: int) -> None:
    """Each attack counts its own numbers, or with the option all of its side on the target."""
    told = report(TROGLODYTES, SWORDSMAN, AXE | {"attackers": 2}, side_attackers=5, options={"ratio_scope": scope})
    assert told.numbers.ratio_bonus == bonus


@pins("melee-size-modifier")
@pytest.mark.parametrize(
    ("option", "terms"), [("off", {}), ("target", {"Target's size": 1}), ("difference", {"Size": -2})]
)
def test_melee_size(option: str, terms: dict[str, int]) -> None:
    """Size does not count in melee, unless the option says the target's or the difference."""
    attacker = changed(SWORDSMAN, sm=-1)
    assert terms_of(report(attacker, changed(BANDIT, sm=1), THRUST, options={"melee_size_modifier": option})) == terms


def test_attackers_situation() -> None:
    """Posture, situation, darkness, a short deed and the referee count in melee."""
    attacker = changed(SWORDSMAN, posture="kneeling", situation_modifiers=[{"label": "Bad footing", "value": -2}])
    choice = THRUST | {"short_action": True, "extra_modifiers": [{"label": "High ground", "value": 3}]}
    assert terms_of(report(attacker, BANDIT, choice, terrain={"visibility": -1})) == {
        "Attacker's posture": -2,
        "Bad footing": -2,
        "Visibility": -1,
        "Deed with the attack": -6,
        "High ground": 3,
    }


def test_blindness() -> None:
    """Who is blind attacks at -10 however light it is, and defends at -4."""
    assert terms_of(report(changed(SWORDSMAN, conditions=["blind"]), BANDIT, THRUST))["Visibility"] == -10
    told = report(SWORDSMAN, changed(BANDIT, conditions=["blind"]), THRUST)
    assert told.defense.value.total == 6


@pins("defender-posture")
@pytest.mark.parametrize(
    ("posture", "conditions", "option", "total"),
    [
        ("standing", [], "on", 10),
        ("crouching", [], "on", 10),
        ("sitting", [], "on", 8),
        ("lying", [], "on", 7),
        ("lying", ["stunned"], "on", 3),
        ("lying", ["stunned"], "off", 10),
    ],
)
def test_defender_posture(posture: str, conditions: list[str], option: str, total: int) -> None:
    """A low posture and a stun make defence harder, unless the option says otherwise."""
    target = changed(BANDIT, posture=posture, conditions=conditions)
    told = report(SWORDSMAN, target, THRUST, options={"defender_posture": option})
    assert told.defense.value.total == total


@pytest.mark.parametrize(
    ("mode", "parry", "total"),
    [
        pytest.param({"weapon": "sword"}, {"kind": "unarmed"}, 7, id="bare hands against a weapon"),
        pytest.param({"weapon": "sword", "type": "impaling"}, {"kind": "unarmed"}, 10, id="against a thrust"),
        pytest.param({"weapon": None}, {"kind": "unarmed"}, 10, id="against a claw"),
        pytest.param({"weapon": "flail", "defense_modifiers": {"parry": -4}}, {}, 6, id="a flail"),
    ],
)
def test_parries(mode: Document, parry: Document, total: int) -> None:
    """Bare hands parry weapons badly, unless they thrust; some weapons are hard to parry."""
    attacker = changed(SWORDSMAN, attack_modes=[SWORDSMAN["attack_modes"][0] | mode])
    target = changed(BANDIT, defenses={"dodge": 3, "parries": [{"name": "hands", "value": 10} | parry]})
    told = report(attacker, target, {"mode": "sword_swing", "defense": {"kind": "parry", "parry": "hands"}})
    assert told.defense.value.total == total


def test_parrying_what_is_thrown() -> None:
    """What is thrown is harder to parry."""
    target = changed(OGRES, defenses={"dodge": 3, "parries": [{"name": "club", "value": 10}]})
    told = report(TROGLODYTES, target, {"mode": "stone_javelin"}, distance=10)
    assert (told.defense.name, told.defense.value.total) == ("club", 9)


def test_close_combat() -> None:
    """In close combat there is no block, and only short weapons and bare hands parry."""
    parries = [{"name": "sword", "value": 13}, {"name": "knife", "value": 8, "kind": "close_weapon"}]
    target = changed(SWORDSMAN, defenses={"dodge": 3, "block": 12, "parries": parries}, side="crime", id="guard")
    attacker = changed(TWO_SWORDS)
    assert report(attacker, target, {"mode": "knife"}, distance=0).defense.name == "knife"
    assert report(attacker, target, {"mode": "knife"}, distance=1).defense.name == "sword"


def test_unready_shield() -> None:
    """A shield that is not ready blocks nothing."""
    target = changed(SWORDSMAN, shield={"db": 2, "ready": False})
    given = attack(BANDIT, target, THRUST | {"defense": {"kind": "block"}})
    refused(refusals.InvalidDefense, resolve_attack, given)
    assert report(BANDIT, SWORDSMAN, THRUST | {"defense": {"kind": "block"}}).defense.value.total == 12


def test_referees_defense() -> None:
    """The referee's modifiers to a defence are added like any other."""
    choice = THRUST | {"defense_modifiers": [{"label": "Doorway", "value": 2}]}
    assert report(SWORDSMAN, BANDIT, choice).defense.value.total == 12


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        pytest.param({"mode": "sword_swing"}, [("sword_swing", 2, (6,))], id="one mode"),
        pytest.param(
            {"mode": "sword_swing", "open_modes": ["sword_thrust"]}, [("sword_thrust", 2, (8,))], id="the best mode"
        ),
        pytest.param(
            {"mode": "sword_swing", "hit_modes": ["sword_swing", "sword_thrust"]},
            [("sword_swing", 1, (6,)), ("sword_thrust", 1, (8,))],
            id="a mode for each hit",
        ),
        pytest.param(
            {"mode": "sword_swing", "hit_modes": ["sword_thrust"]},
            [("sword_thrust", 2, (8,))],
            id="the last for the rest",
        ),
    ],
)
def test_mode_per_hit(choice: Document, expected: list[Any]) -> None:
    """The attacker says which mode each hit uses, or the best is taken; each mode used rolls its damage."""
    faces = (4,) * len(expected)
    target = changed(SWORDSMAN, armour=[{"dr": 2}])
    told = strike(BANDIT, target, choice, *(3, 3, 4), *(5, 4, 4), *faces).outcome.attack
    assert [(wound.mode, wound.hits, wound.injury_per_hit) for wound in told.wounds] == expected


def test_mode_skills() -> None:
    """Who keeps several modes open attacks with the lowest of their skills."""
    choice = {"mode": "sword_swing", "open_modes": ["sword_thrust"]}
    assert report(TWO_SWORDS, BANDIT, choice).skill.total == 11
    given = attack(TWO_SWORDS, BANDIT, {"mode": "sword_swing", "open_modes": ["knife"]})
    assert refused(refusals.ModesNotOfOneWeapon, resolve_attack, given).pointer == "/attack/open_modes"


@pytest.mark.parametrize(("retreater", "penalty"), [(5, 0), (6, -1), (12, -4)])
def test_free_attack(retreater: int, penalty: int) -> None:
    """A free attack suffers from a faster retreater, who defends at -4, and makes no new lock."""
    told = strike(
        changed(SWORDSMAN, basic_move=5),
        changed(BANDIT, basic_move=retreater),
        THRUST,
        *MISS,
        free=True,
        target_tactic="retreat",
        locks=[{"one": "swordsman", "other": "bandit"}],
    )
    assert terms_of(told.outcome.attack).get("Free attack on a faster unit", 0) == penalty
    assert told.outcome.attack.defense.value
    assert told.outcome.attack.defense.value.total == 6
    assert "lock/create" not in told.cited


@pytest.mark.parametrize(
    ("situation", "choice"),
    [
        ({"locks": [{"one": "swordsman", "other": "bandit"}]}, THRUST),
        ({"target_tactic": "retreat"}, THRUST),
        ({"target_tactic": "retreat", "locks": [{"one": "bandit", "other": "swordsman"}]}, {"mode": "bow"}),
    ],
)
def test_free_attack_refused(situation: Document, choice: Document) -> None:
    """A free attack is made in melee, on who retreats from a lock."""
    bow = BANDIT["attack_modes"][2] | {"id": "bow"}
    attacker = changed(SWORDSMAN, attack_modes=[*SWORDSMAN["attack_modes"], bow])
    refused(refusals.FreeAttackNotAllowed, resolve_attack, attack(attacker, BANDIT, choice, free=True, **situation))


def test_grappled_attacker() -> None:
    """Who is held attacks at -4, in close combat only, and is in the way of its own shield."""
    held = changed(TWO_SWORDS, conditions=["grappled"])
    assert terms_of(report(held, BANDIT, {"mode": "knife"})) == {"Grappled": -4, "Shield": -2}
    given = attack(held, BANDIT, {"mode": "sword_swing"})
    assert refused(refusals.OutOfReach, resolve_attack, given).pointer == "/attack/mode"


def test_partly_grappled() -> None:
    """Of a group only an attack that uses held members suffers, and a defence if all who can defend are held."""
    hold = {"grappler": "wrestlers", "victim": "troglodytes", "members": 4}
    pack = changed(TROGLODYTES, attack_modes=[KNIFE])
    assert (
        terms_of(report(pack, SWORDSMAN, {"mode": "knife", "attackers": 6}, grapples=[hold]))["Superior numbers"] == 12
    )
    assert "Grappled" in terms_of(report(pack, SWORDSMAN, {"mode": "knife", "attackers": 7}, grapples=[hold]))
    parry = {"dodge": 8, "parries": [{"name": "axe", "value": 10}]}
    target = changed(TROGLODYTES, defenses=parry, count_start=4, hp_pool=48)
    assert report(OGRES, target, {"mode": "small_mace"}, grapples=[hold]).defense.value.total == 8
    hold = hold | {"members": 3}
    assert report(OGRES, target, {"mode": "small_mace"}, grapples=[hold]).defense.value.total == 10


def test_holding_attacker() -> None:
    """Who holds somebody fights in close combat with those who hold."""
    hold = {"grappler": "wrestler", "victim": "swordsman"}
    holder = changed(WRESTLER, attack_modes=[*WRESTLER["attack_modes"], KNIFE, SWORDSMAN["attack_modes"][0]])
    assert terms_of(report(holder, SWORDSMAN, {"mode": "knife"}, grapples=[hold])) == {}
    given = attack(holder, SWORDSMAN, {"mode": "sword_swing"}, grapples=[hold])
    refused(refusals.OutOfReach, resolve_attack, given)


def test_hits_without_limit() -> None:
    """Melee hits have no upper limit: 40 on one with 25 engaged and a margin of 30."""
    horde = changed(HORDE, attack_modes=[HORDE["attack_modes"][0] | {"skill": 40}])
    told = strike(horde, SWORDSMAN, AXE | {"engaged": 25}, *(1, 1, 1), *(6, 6, 6), *(1, 1)).outcome.attack
    assert told.hits == told.base_hits * 7 > 25
    assert Fraction(told.injury, told.hits) == told.wounds[0].injury_per_hit[0]
