"""Attacks: dice that explode, what is added and taken, and where the damage goes."""

import pytest

from service.errors import ExplosionLimit
from service.rules.laurels.attack.attack import resolve_attack
from service.rules.laurels.attack.outcomes import LaurelsAttackOutcome
from service.rules.laurels.book.words import LaurelsDamageType, LaurelsStatus
from tests.pins import pins
from tests.rules.laurels.figures import ARCHER, CEDRYK, GIANT, TOMBRIL, Document, attack
from tests.rules.laurels.stories import Story, tell

DUEL = attack(TOMBRIL, GIANT)
REPLY = attack(GIANT, TOMBRIL)


def wounds(told: Story[LaurelsAttackOutcome]) -> tuple[int, int, str]:
    """What the target lost, what it gained, and how it is."""
    verdict = told.outcome.verdict
    return verdict.stamina_lost, verdict.injuries_gained, verdict.target_status.value


def test_an_attack_is_told() -> None:
    """The first blow of the duel, step by step."""
    told = tell(resolve_attack, DUEL, 5, 3, 4, 3, 2)
    assert told.texts == [
        "Tombril rolled 17 on 5d6.",
        "Tombril dealt giant 31 (17 + 10 magic + 8 Strength - 3 target's Dexterity - 1 target's armor).",
        "Giant lost 31 stamina: 37 left.",
    ]
    assert told.steps[1].target == told.outcome.damage
    assert {"attack/no-to-hit", "damage/die-types", "attack/two-determinations", "ruling/melee-exertion"} <= told.cited


def test_explosions_are_told() -> None:
    """Each wave of explosions is a step of its own."""
    told = tell(resolve_attack, REPLY, 6, 5, 3, 6, 2, 6, 5, 1, 6, 2)
    assert told.texts[:3] == ["Giant rolled 28 on 6d6.", "3 dice exploded: 12 more.", "1 die exploded: 2 more."]
    assert [step.rule for step in told.steps[:3]] == [
        "laurels/damage/dice-by-level",
        "laurels/damage/exploding-dice",
        "laurels/damage/exploding-dice",
    ]
    assert (told.outcome.rolled, told.outcome.exploding, told.outcome.net) == (42, 4, 43)


def test_magic_is_not_on_added_dice() -> None:
    """A +2 sword adds 2 for its base die and nothing for the three that are added."""
    told = tell(resolve_attack, attack({"level": 1, "weapon": {"die": "d6", "magic_bonus": 2}}), 6, 6, 6, 1)
    assert (told.outcome.rolled, told.outcome.magic_bonus) == (19, 2)
    assert "damage/magic-bonus-not-on-exploded" in told.cited


def test_too_many_explosions_are_refused() -> None:
    """A die more than the option allows is an error and not a number."""
    given = attack({"level": 1, "weapon": {"die": "d4"}})
    assert tell(resolve_attack, given, 4, 4, 1, options={"max_explosions": 2}).outcome.rolled == 9
    with pytest.raises(ExplosionLimit, match=r"would add 3 dice, more than the 2 allowed"):
        tell(resolve_attack, given, 4, 4, 4, options={"max_explosions": 2})


@pytest.mark.parametrize(
    ("target", "faces", "lost", "gained", "status"),
    [
        pytest.param({"stamina": 20}, (1, 2), 6, 0, "active", id="stamina first"),
        pytest.param({"stamina": 6}, (1, 2), 6, 0, "exhausted", id="the last of it"),
        pytest.param({"stamina": 4}, (1, 2), 4, 2, "exhausted", id="then injuries"),
        pytest.param({"stamina": 0}, (1, 1), 0, 3, "dead", id="all slots, and no more than there are"),
        pytest.param({"stamina": 0, "injury_slots": 9, "injuries": 3}, (1, 2), 0, 6, "dead", id="the last slots"),
        pytest.param({"stamina": 4, "injury_slots": None}, (1, 1), 4, 0, "dead", id="no slots: death at 0"),
        pytest.param({"stamina": 0, "injury_slots": 0}, (1, 1), 0, 0, "dead", id="none free: any damage kills"),
        pytest.param({"stamina": 9, "status": "exhausted"}, (1, 1), 5, 0, "active", id="with stamina one is active"),
    ],
)
def test_where_damage_goes(target: Document, faces: tuple[int, ...], lost: int, gained: int, status: str) -> None:
    """Damage drains stamina, then fills slots; a creature without slots dies without stamina. The orc adds 3."""
    assert wounds(tell(resolve_attack, attack(None, target), *faces)) == (lost, gained, status)


def test_no_damage_changes_nothing() -> None:
    """A blow that the defenses stop neither kills nor exhausts a creature that has stamina."""
    told = tell(resolve_attack, attack({"level": 1, "strength": 0}, {"armor_points": 9}), 3)
    assert (told.outcome.net, wounds(told)) == (0, (0, 0, "active"))
    assert told.texts[-1] == "Orc dealt bandit no damage: -6 (3 - 9 target's armor) counted as 0."
    assert "damage/minimum-zero" in told.cited


def test_no_stamina_is_death_without_slots() -> None:
    """A creature without slots is dead as soon as it has no stamina, and by option if its own exertion took it, too."""
    target = {"armor_points": 20, "stamina": 0, "injury_slots": None}
    unharmed = tell(resolve_attack, attack({"level": 1}, target), 3)
    assert wounds(unharmed) == (0, 0, "dead")
    assert unharmed.steps[-1].rule == "laurels/injury/slotless-creature"
    spent = tell(
        resolve_attack, attack(ARCHER | {"stamina": 3, "injury_slots": None}), 5, 4, options={"exertion_kills": True}
    )
    assert (spent.outcome.attacker_next.status.value, spent.outcome.verdict.attacker_exhausted) == ("dead", True)
    assert spent.texts[-2:] == [
        "Archer rolled 4 and spent the last 3 stamina: none was left.",
        "Archer died: no stamina was left, and there are no injury slots.",
    ]


@pins("ranged-exertion-floor")
def test_exertion_exhausts() -> None:
    """Exertion exhausts a creature without slots and does not kill it; then any damage does, and none does not."""
    spent = tell(resolve_attack, attack(ARCHER | {"stamina": 3, "injury_slots": None}), 5, 4).outcome
    tired = spent.attacker_next
    assert (tired.stamina, tired.status.value, spent.verdict.attacker_exhausted) == (0, "exhausted", True)
    assert "archer was exhausted" in spent.summary
    target = tired.model_dump(mode="json")
    assert wounds(tell(resolve_attack, attack({"level": 1}, target | {"armor_points": 20}), 3)) == (0, 0, "exhausted")
    assert wounds(tell(resolve_attack, attack({"level": 1}, target | {"armor_points": 0}), 7)) == (0, 0, "dead")


def test_direct_damage_counts_double_without_slots() -> None:
    """The sentence says why more is lost than was dealt."""
    told = tell(resolve_attack, attack(ARCHER, {"stamina": 40, "injury_slots": None}), 5, 1)
    assert told.texts[-2] == "Bandit lost 18 stamina, double without injury slots: 22 left."


def test_the_mode_follows_the_weapon() -> None:
    """Without a mode a bow is shot: from 10 feet, with Awareness, directly, and at the cost of a d4."""
    told = tell(resolve_attack, attack(ARCHER | {"strength": 9}), 5, 2)
    assert (told.outcome.ability_bonus, told.outcome.damage_type.value, told.outcome.stamina_cost) == (4, "direct", 2)
    clubbed = tell(resolve_attack, attack(ARCHER | {"strength": 9}, mode="melee"), 5)
    assert (clubbed.outcome.ability_bonus, clubbed.outcome.stamina_cost) == (9, None)


def test_full_slots_are_death() -> None:
    """Who has no slot free is dead, as far as the answer goes."""
    told = tell(resolve_attack, attack({"level": 1}, {"armor_points": 20, "injuries": 3}), 3)
    assert told.outcome.verdict.target_status is LaurelsStatus.DEAD


@pytest.mark.parametrize(("stamina", "gained"), [(4, 0), (0, 3)])
def test_overflow_can_be_lost(stamina: int, gained: int) -> None:
    """With `discard` only the blow that drains the last stamina loses its rest; without stamina damage is direct."""
    told = tell(resolve_attack, attack(None, {"stamina": stamina}), 8, 1, 1, options={"overflow": "discard"})
    assert wounds(told)[:2] == (stamina, gained)


@pytest.mark.parametrize(("multiplier", "lost"), [(2, 14), (1, 7)])
def test_slotless_creatures(multiplier: int, lost: int) -> None:
    """Direct damage counts double, or once, against a creature without slots."""
    given = attack({"awareness": 2, "level": 1}, {"stamina": 68, "injury_slots": None}, mode="ranged")
    told = tell(resolve_attack, given, 5, 1, options={"slotless_direct_multiplier": multiplier})
    assert wounds(told)[0] == lost


@pytest.mark.parametrize(
    ("stamina", "specialized", "face", "cost", "left"),
    [(9, False, 3, 3, 6), (9, True, 3, 2, 7), (9, True, 1, 1, 8), (2, False, 4, 4, 0), (4, False, 4, 4, 0)],
)
def test_exertion(stamina: int, specialized: bool, face: int, cost: int, left: int) -> None:
    """A shot costs a d4 of stamina, or half of it rounded up, but never more than there is."""
    archer = ARCHER | {"stamina": stamina, "weapon_specialized": specialized}
    told = tell(resolve_attack, attack(archer, mode="ranged"), 5, face)
    assert (told.outcome.stamina_cost, told.outcome.attacker_stamina) == (cost, left)
    assert told.outcome.attacker_next.stamina == left
    assert told.outcome.verdict.attacker_exhausted is (left == 0)
    assert ("ruling/ranged-exertion-floor" in told.cited) is (cost > stamina)


def test_exertion_does_not_explode() -> None:
    """A 4 on the d4 is 4."""
    assert tell(resolve_attack, attack(ARCHER, mode="ranged"), 5, 4).outcome.stamina_cost == 4


def test_shots_without_stamina() -> None:
    """Where the request allows it, one without stamina shoots, and stays exhausted."""
    given = attack(ARCHER | {"stamina": 0, "status": "exhausted"}, mode="ranged")
    told = tell(resolve_attack, given, 5, 2, options={"ranged_at_zero_stamina": "allow"})
    assert told.outcome.attacker_next.status is LaurelsStatus.EXHAUSTED
    assert told.texts[-1] == "Archer rolled 2 and had no stamina to spend: exhausted."


def test_spells() -> None:
    """A spell adds no ability unless one is named, and is ordinary damage unless the caller says so."""
    spell = {"weapon": {"kind": "spell", "die": "d10"}, "level": 1}
    assert tell(resolve_attack, attack(spell, mode="spell"), 5).outcome.gross == 5
    assert tell(resolve_attack, attack(spell, mode="spell", ability="strength"), 5).outcome.gross == 8
    direct = {"weapon": {"kind": "spell", "die": "d10", "direct_damage": True}, "level": 1}
    assert tell(resolve_attack, attack(direct, mode="spell"), 5).outcome.damage_type is LaurelsDamageType.DIRECT


@pytest.mark.parametrize(("ability", "bonus"), [(None, 4), ("dexterity", 4), ("strength", 1)])
def test_finesse(ability: str | None, bonus: int) -> None:
    """A finesse weapon adds Dexterity, or Strength if the caller says so."""
    told = tell(resolve_attack, attack(CEDRYK, ability=ability), 1, 2)
    assert (told.outcome.ability_bonus, told.outcome.damage.terms[0].rule) == (bonus, "laurels/damage/ability-finesse")


@pytest.mark.parametrize(
    ("mode", "weapon", "distance"),
    [
        ("melee", {}, 5),
        ("reach", {"kind": "reach", "reach_ft": 10}, 10),
        ("ranged", {"kind": "ranged"}, 10),
        ("spell", {}, 9000),
    ],
)
def test_within_reach(mode: str, weapon: Document, distance: int) -> None:
    """An attack reaches as far as its mode and weapon say; a spell anywhere."""
    faces = (1, 1) if mode == "ranged" else (1,)
    told = tell(resolve_attack, attack({"level": 1, "weapon": weapon}, mode=mode, distance_ft=distance), *faces)
    assert told.outcome.rolled == 1


def test_power_attacks_at_range() -> None:
    """Twice the dice, and the bow is broken afterwards."""
    told = tell(resolve_attack, attack(ARCHER, mode="ranged", power_attack=True), 5, 1, 2)
    assert (told.outcome.dice, told.outcome.attacker_next.weapon.broken) == (2, True)
    assert told.texts[-2] == "The weapon of archer broke."
    assert {"power-attack/declare", "power-attack/double-dice", "ruling/power-attack-ranged"} <= told.cited


def test_magic_power_attacks() -> None:
    """The magic bonus counts for each of the doubled dice."""
    told = tell(resolve_attack, attack({"level": 3, "weapon": {"magic_bonus": 2}}, power_attack=True), 1, 2, 3, 4)
    assert told.outcome.magic_bonus == 8
    assert "ruling/power-magic" in told.cited


def test_negative_bonuses_count() -> None:
    """A weak arm takes away, and a clumsy target adds."""
    told = tell(resolve_attack, attack({"level": 1, "strength": -2}, {"dexterity": -1}), 5)
    assert (told.outcome.gross, told.outcome.defense_points, told.outcome.net) == (3, -1, 4)
    assert "ruling/negative-bonus" in told.cited


def test_an_attack_ends_a_parry() -> None:
    """Whoever attacks has stopped parrying."""
    told = tell(resolve_attack, attack({"parry": {"equipment": "weapon"}}), 1, 2)
    assert told.outcome.attacker_next.parry is None


def test_what_comes_next_can_be_sent_again() -> None:
    """Attacker and target are returned as they are afterwards, full stamina remembered."""
    told = tell(resolve_attack, attack(ARCHER, {"stamina": 20}, mode="ranged", target_dexterity_denied=True), 5, 2)
    assert (told.outcome.attacker_next.stamina, told.outcome.attacker_next.stamina_max) == (18, 20)
    target = told.outcome.target_next
    assert (target.stamina, target.stamina_max, target.injuries) == (20, 20, 3)
    again = tell(resolve_attack, attack(None, {"stamina": 7, "stamina_max": 9}), 1, 2).outcome.target_next
    assert (again.stamina, again.stamina_max) == (1, 9)
    tired = tell(resolve_attack, attack(ARCHER | {"stamina": 3, "stamina_max": 9}, mode="ranged"), 5, 1).outcome
    assert tired.attacker_next.stamina_max == 9


def test_figures_need_no_names() -> None:
    """Without ids the figures are Attacker and Target."""
    told = tell(resolve_attack, attack({"id": None}, {"id": None}), 1, 2)
    assert told.texts[1].startswith("Attacker dealt Target 6")
