"""Parries: what weapon and shield stop, and when they are gone."""

import pytest

from service.rules.laurels.attack.attack import resolve_attack
from service.rules.laurels.attack.outcomes import LaurelsParryOutcome
from service.rules.laurels.attack.parry import resolve_parry
from service.rules.laurels.figures.models import LaurelsBlow
from tests.rules.laurels.figures import ARCHER, Document, attack, rulings, stance
from tests.rules.laurels.stories import tell, there


def meet(
    damage: int, exploding: int, equipment: str, options: Document | None = None, **parry: int | bool
) -> LaurelsParryOutcome:
    """Meet a blow."""
    blow = LaurelsBlow(parry=stance(equipment, **parry), damage=damage, exploding=exploding)
    return resolve_parry(blow, rulings(**(options or {})))


@pytest.mark.parametrize(
    ("magic", "before", "exploding", "shattered"),
    [(0, 0, 0, False), (0, 0, 1, True), (2, 1, 1, False), (2, 2, 1, True), (5, 0, 5, False), (5, 0, 6, True)],
)
def test_a_weapon_stops_everything(magic: int, before: int, exploding: int, shattered: bool) -> None:
    """A weapon stops the blow that shatters it too; it takes one exploding die, and one more for each plus."""
    met = meet(17, exploding, "weapon", weapon_magic_bonus=magic, explosions_so_far=before)
    assert (met.passed_through, met.weapon_shattered, met.explosions) == (0, shattered, before + exploding)
    assert met.explosions_needed == 1 + magic
    assert (met.absorbed, met.shield_durability, met.shield_destroyed) == (None, None, None)


def test_a_shattered_weapon_stops_nothing() -> None:
    """What is shattered lets everything pass."""
    met = meet(9, 1, "weapon", weapon_shattered=True)
    assert (met.passed_through, met.explosions, met.explosions_needed) == (9, None, None)
    assert met.text == "Nothing was left to parry with: 9 damage got through."
    assert "laurels/parry/after-shatter" in met.cites


@pytest.mark.parametrize(
    ("durability", "damage", "absorbed", "left", "passed"),
    [(20, 7, 7, 6, 0), (9, 12, 5, 0, 7), (14, 7, 7, 0, 0), (13, 7, 7, 0, 0), (1, 1, 1, 0, 0), (5, 0, 0, 5, 0)],
)
def test_a_shield_takes_double(durability: int, damage: int, absorbed: int, left: int, passed: int) -> None:
    """A shield loses two points for each that it takes, and takes half its durability, rounded up."""
    met = meet(damage, 3, "shield", shield_durability=durability)
    assert (met.absorbed, met.shield_durability, met.passed_through) == (absorbed, left, passed)
    assert (met.shield_destroyed, met.stance.shield_durability) == (left == 0, left)
    assert (met.explosions, met.weapon_shattered) == (None, None)


@pytest.mark.parametrize(
    ("order", "parry", "exploding", "expected"),
    [
        pytest.param("weapon_first", {}, 0, (0, None, 0, False, 9), id="the weapon stops it"),
        pytest.param("weapon_first", {}, 1, (0, None, 1, True, 9), id="and shatters"),
        pytest.param("weapon_first", {"weapon_shattered": True}, 1, (5, 5, None, True, 0), id="then the shield"),
        pytest.param("shield_first", {}, 1, (0, 5, 1, True, 0), id="the weapon stops what the shield lets through"),
        pytest.param("shield_first", {"shield_durability": 30}, 1, (0, 10, None, False, 10), id="which may be nothing"),
        pytest.param("shield_first", {"weapon_shattered": True}, 1, (5, 5, None, True, 0), id="the shield alone"),
    ],
)
def test_weapon_and_shield(
    order: str, parry: Document, exploding: int, expected: tuple[int | bool | None, ...]
) -> None:
    """What meets a blow first may leave nothing of it for the other: a blow of 10 against a shield of 9."""
    met = meet(10, exploding, "both", {"parry_both_order": order}, **({"shield_durability": 9} | parry))
    found = (met.passed_through, met.absorbed, met.explosions, met.weapon_shattered, met.shield_durability)
    assert found == expected


def test_a_stance_without_shield_left() -> None:
    """In a stance whose shield is gone the weapon alone meets the blow, in whatever order."""
    target = {"parry": {"equipment": "both", "shield_durability": 0}, "stamina": 30}
    for order in ("weapon_first", "shield_first"):
        told = tell(resolve_attack, attack(None, target), 1, 2, options={"parry_both_order": order})
        assert (told.outcome.applied, there(told.outcome.parry).explosions) == (0, 0)
        assert "parry/shield-destroyed" in told.cited


@pytest.mark.parametrize(("counts", "explosions", "so_far"), [("cumulative", 2, 2), ("per_attack", 1, 1)])
def test_what_explosions_count(counts: str, explosions: int, so_far: int) -> None:
    """Explosions add up over the stance, or count attack by attack."""
    met = meet(9, 1, "weapon", {"parry_explosion_count": counts}, weapon_magic_bonus=2, explosions_so_far=1)
    assert (met.explosions, met.stance.explosions_so_far) == (explosions, so_far)


def test_counters_stop_where_the_weapon_shatters() -> None:
    """A stance remembers no more explosions than shatter its weapon."""
    met = meet(9, 5, "weapon", weapon_magic_bonus=5, explosions_so_far=100_000)
    assert (met.explosions, met.stance.explosions_so_far, met.weapon_shattered) == (100_005, 6, True)


def test_surplus_explosions_are_lost() -> None:
    """Explosions beyond what shatters the weapon let nothing pass."""
    met = meet(40, 4, "weapon")
    assert (met.passed_through, met.weapon_shattered) == (0, True)
    assert "laurels/ruling/shatter-surplus" in met.cites


def test_added_dice_count_against_the_weapon() -> None:
    """An added die that explodes counts like any other."""
    target = {"parry": {"equipment": "weapon", "weapon_magic_bonus": 1}}
    told = tell(resolve_attack, attack({"level": 1}, target), 8, 8, 1)
    assert (there(told.outcome.parry).explosions, told.outcome.verdict.weapon_shattered) == (2, True)
    assert told.outcome.target_next.weapon.broken


@pytest.mark.parametrize(
    ("basis", "armor", "passed", "applied"),
    [("net", 3, 3, 3), ("gross", 3, 6, 3), ("gross", 0, 6, 6), ("gross", 7, 6, 0)],
)
def test_what_a_shield_meets(basis: str, armor: int, passed: int, applied: int) -> None:
    """The shield of 7 takes 4 of the damage after the defenses, or of all 10 and the defenses of what passes."""
    target = {"armor_points": armor, "parry": {"equipment": "shield", "shield_durability": 7}}
    told = tell(resolve_attack, attack({"level": 1}, target), 7, options={"parry_basis": basis})
    assert (there(told.outcome.parry).passed_through, told.outcome.applied) == (passed, applied)
    assert told.outcome.verdict.shield_destroyed


def test_a_clumsy_target_behind_a_shield() -> None:
    """A blow that the shield takes whole is not made worse by a negative Dexterity."""
    target = {"dexterity": -3, "parry": {"equipment": "shield", "shield_durability": 90}}
    assert tell(resolve_attack, attack({"level": 1}, target), 7, options={"parry_basis": "gross"}).outcome.applied == 0


def test_a_parrying_shield_keeps_its_armor() -> None:
    """Armor points are taken as sent while the shield parries."""
    target = {"armor_points": 9, "parry": {"equipment": "shield", "shield_durability": 7}}
    assert there(tell(resolve_attack, attack({"level": 1}, target), 7).outcome.parry).absorbed == 1


@pytest.mark.parametrize(("covers", "applied"), [(True, 0), (False, 5)])
def test_what_a_parry_covers(covers: bool, applied: int) -> None:
    """Arrows are parried too, unless the request says otherwise."""
    given = attack(ARCHER, {"injury_slots": 9, "parry": {"equipment": "weapon"}}, mode="ranged")
    told = tell(resolve_attack, given, 1, 1, options={"parry_covers_ranged": covers})
    assert (told.outcome.applied, told.outcome.parry is None) == (applied, not covers)
    left = told.outcome.target_next.parry
    assert left == (stance("weapon", weapon_magic_bonus=0) if covers else stance("weapon"))


@pytest.mark.parametrize(("parry", "needed"), [({}, 3), ({"weapon_magic_bonus": 0}, 1), ({"weapon_magic_bonus": 4}, 5)])
def test_the_readied_weapon_parries(parry: Document, needed: int) -> None:
    """A parry with the weapon has the magic of the readied weapon, unless it says otherwise."""
    target = {"weapon": {"magic_bonus": 2}, "parry": {"equipment": "weapon"} | parry}
    told = tell(resolve_attack, attack({"level": 1}, target), 8, 1)
    met = there(told.outcome.parry)
    assert (met.explosions_needed, met.weapon_shattered) == (needed, needed == 1)
    assert met.stance.weapon_magic_bonus == needed - 1


def test_without_a_weapon_there_is_no_magic() -> None:
    """A blow that meets a parry without its owner needs one explosion to shatter the weapon."""
    assert meet(9, 0, "weapon").explosions_needed == 1


def test_a_shield_is_remembered() -> None:
    """Whoever stops parrying remembers what is left of the shield: an attacker, and one who dies."""
    parrying = {"parry": {"equipment": "shield", "shield_durability": 7}}
    attacker = tell(resolve_attack, attack(parrying), 1, 2).outcome.attacker_next
    assert (attacker.parry, attacker.shield_durability) == (None, 7)
    victim = tell(resolve_attack, attack(None, parrying | {"injury_slots": 0, "stamina": 0}), 1, 2).outcome.target_next
    assert (victim.status.value, victim.parry, victim.shield_durability) == ("dead", None, 0)


@pytest.mark.parametrize(
    ("parry", "rule", "text"),
    [
        ({"equipment": "weapon"}, "weapon-negates", "parried. The weapon stopped the blow and held: no die had "),
        (
            {"equipment": "weapon", "weapon_magic_bonus": 1},
            "weapon-negates",
            "parried. The weapon stopped the blow and held (0 of the 2 explosions that shatter it).",
        ),
        ({"equipment": "weapon", "weapon_shattered": True}, "after-shatter", "could not parry. Nothing was left "),
        ({"equipment": "both", "weapon_shattered": True}, "after-shatter", "could not parry. Nothing was left "),
        ({"equipment": "shield"}, "shield-destroyed", "could not parry. Nothing was left "),
    ],
)
def test_parries_are_told(parry: Document, rule: str, text: str) -> None:
    """Nobody is said to parry with nothing, and the step names the rule by which the blow was met or was not."""
    told = tell(resolve_attack, attack({"level": 1}, {"parry": parry}), 1)
    (step,) = [step for step in told.steps if step.rule.startswith("laurels/parry/")]
    assert (step.rule, step.text.startswith(f"Bandit {text}")) == (f"laurels/parry/{rule}", True)
    assert step.rule not in step.cites


def test_the_dead_do_not_parry() -> None:
    """A blow that kills ends the stance."""
    target = {"stamina": 0, "injury_slots": 1, "parry": {"equipment": "weapon", "weapon_shattered": True}}
    told = tell(resolve_attack, attack(None, target), 1, 2)
    assert (told.outcome.target_next.status.value, told.outcome.target_next.parry) == ("dead", None)
