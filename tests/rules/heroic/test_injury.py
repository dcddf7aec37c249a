"""The injury step: HT rolls, pools and casualties, shared injury, and who suffocates."""

from fractions import Fraction
from typing import Any

import pytest

from service.dice.exact import Distribution
from service.errors import OddsTooLarge
from service.rules.heroic.attack.injury import resolve_injury
from service.rules.heroic.attack.odds import injury_odds
from service.rules.heroic.attack.outcomes import HeroicInjuryVerdict
from service.rules.heroic.book import refusals
from service.rules.heroic.book.options import HeroicAssignment
from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.figures.standing import standing
from tests.pins import pins
from tests.rules.heroic.stat_blocks import BANDIT, OGRES, SWORDSMAN, TROGLODYTES, Document, changed, injury, rulings
from tests.rules.heroic.stories import refused, report, strike, tell

SUCCESS, FAILURE = (2, 3, 3), (5, 5, 4)
HALF_PACK = changed(TROGLODYTES, count_start=4, hp_pool=48, injury_group="pack")
OTHER_HALF = changed(HALF_PACK, id="second", count_start=6, hp_pool=72)


def of(unit: str, points: int, **more: Any) -> Document:
    """Pending injury."""
    return {"unit": unit, "source": "a fall", "injury": points} | more


@pytest.mark.parametrize(("points", "applied"), [(1, 1), (2, 1), (3, 2), (4, 2), (16, 8), (112, 56)])
def test_ht_halves(points: int, applied: int) -> None:
    """An HT roll that succeeds halves all pending injury, rounded up."""
    told = tell(resolve_injury, injury([TROGLODYTES], [of("troglodytes", points)]), *SUCCESS)
    (result,) = told.outcome.injuries
    assert (result.pending, result.halved, result.applied) == (points, True, applied)
    told = tell(resolve_injury, injury([TROGLODYTES], [of("troglodytes", points)]), *FAILURE)
    assert told.outcome.injuries[0].applied == points


@pytest.mark.parametrize(
    ("faces", "ht", "halved"), [((1, 1, 2), 1, True), ((6, 6, 5), 30, False), ((6, 6, 4), 30, True)]
)
def test_ht_extremes(faces: tuple[int, int, int], ht: int, halved: bool) -> None:
    """3 and 4 always halve, 17 and 18 never do."""
    told = tell(resolve_injury, injury([changed(BANDIT, ht=ht)], [of("bandit", 4)]), *faces)
    assert told.outcome.injuries[0].halved is halved


@pins("pending-reset")
def test_rolling_order() -> None:
    """The side with the initiative rolls first, then the others, each in the order listed."""
    units = [SWORDSMAN, BANDIT, changed(BANDIT, id="thief")]
    pending = [of("swordsman", 2), of("thief", 2), of("bandit", 2)]
    told = tell(resolve_injury, injury(units, pending, winner="crime"), *SUCCESS * 3)
    assert [each.unit for each in told.outcome.injuries] == ["bandit", "thief", "swordsman"]
    told = tell(resolve_injury, injury(units, pending), *SUCCESS * 3)
    assert [each.unit for each in told.outcome.injuries] == ["swordsman", "bandit", "thief"]
    assert told.outcome.summary == ("Swordsman lost 1 hit point; bandit lost 1 hit point; thief lost 1 hit point.")


def test_nothing_pending() -> None:
    """Nobody rolls for nothing."""
    told = tell(resolve_injury, injury([SWORDSMAN], [of("swordsman", 0)]))
    assert (told.outcome.injuries, told.outcome.verdict.applied) == ((), 0)
    assert told.outcome.units[0].hp_pool is None
    assert told.outcome.summary == "Nobody was injured."


@pins("ht-once")
@pytest.mark.parametrize(("option", "rolls", "applied"), [("per_step", (8,), 4), ("per_attack", (8, 14), 5)])
def test_ht_roll(option: str, rolls: tuple[int, ...], applied: int) -> None:
    """One HT roll serves the sum of a step, or each attack has its own."""
    pending = [of("bandit", 5), of("bandit", 2)]
    faces = SUCCESS if option == "per_step" else SUCCESS + FAILURE
    told = tell(resolve_injury, injury([BANDIT], pending), *faces, options={"ht_roll": option})
    assert (told.outcome.injuries[0].ht_rolls, told.outcome.injuries[0].applied) == (rolls, applied)


def test_hazard_without_ht() -> None:
    """Injury that HT cannot halve is applied in full, without a die of its own."""
    told = tell(resolve_injury, injury([BANDIT], [of("bandit", 5, ht_applies=False)]))
    assert (told.outcome.injuries[0].ht_rolls, told.outcome.injuries[0].applied) == ((), 5)
    told = tell(resolve_injury, injury([BANDIT], [of("bandit", 5, ht_applies=False), of("bandit", 4)]), *SUCCESS)
    assert told.outcome.injuries[0].applied == 7


@pytest.mark.parametrize(
    ("pool", "hp", "count"),
    [(120, 12, 10), (8, 12, 1), (120, 16, 8), (112, 16, 7), (100, 12, 9), (0, 12, 0), (-5, 12, 0)],
)
def test_pools(pool: int, hp: int, count: int) -> None:
    """As many stand as the pool has hit points for, the last one with what is left."""
    assert standing(pool, hp, 10, HeroicAssignment.CONCENTRATE) == count


def test_casualties() -> None:
    """Injury takes one member after another to 0; the rest of a hurt one counts."""
    told = tell(resolve_injury, injury([changed(OGRES, hp_pool=120)], [of("ogres", 30, hits=1)]), *FAILURE)
    (result,) = told.outcome.injuries
    assert (result.pool_before, result.pool_after, result.count_before, result.count_after) == (120, 90, 8, 6)
    assert (result.casualties, result.wounded_member_hp) == (2, 10)
    assert "pool/not-limited-by-hits" in told.cited
    assert told.texts[-1] == "Ogres lost 30 hit points, 90 of 128 left; 2 of 8 fell."


@pins("assignment-style")
def test_spread() -> None:
    """With the option injury is shared by all, and everybody falls at once."""
    options = {"assignment": "spread"}
    told = tell(resolve_injury, injury([OGRES], [of("ogres", 127)]), *FAILURE, options=options)
    assert (told.outcome.injuries[0].count_after, told.outcome.injuries[0].wounded_member_hp) == (8, None)
    told = tell(resolve_injury, injury([OGRES], [of("ogres", 128)]), *FAILURE, options=options)
    assert (told.outcome.injuries[0].count_after, told.outcome.units[0].status) == (0, HeroicStatus.INCAPACITATED)


def test_pool_overflow() -> None:
    """A group's pool stops at 0, and what is left over is lost."""
    told = tell(resolve_injury, injury([TROGLODYTES], [of("troglodytes", 500)]), *FAILURE)
    assert (told.outcome.injuries[0].pool_after, told.outcome.injuries[0].applied) == (0, 120)
    assert told.outcome.verdict == HeroicInjuryVerdict(applied=120, casualties=10, units_felled=1)


@pins("negative-hp")
@pytest.mark.parametrize(("points", "pool"), [(16, -4), (12, 0)])
def test_solitary(points: int, pool: int) -> None:
    """One alone is out of the fight at 0, and keeps the number below it."""
    told = tell(resolve_injury, injury([SWORDSMAN], [of("swordsman", points)]), *FAILURE)
    (result,) = told.outcome.injuries
    assert (result.pool_after, result.hp_effective, result.status) == (pool, 0, HeroicStatus.INCAPACITATED)
    assert ("ruling/negative-hp" in told.cited) is (pool < 0)
    assert "injury/incapacitated" in told.cited


def test_shared_injury() -> None:
    """What one part of a divided unit cannot lose goes to the other part, in the order listed, and to no enemy."""
    third = changed(HALF_PACK, id="third", side="elsewhere")
    units = [HALF_PACK, third, changed(OGRES, injury_group="pack"), OTHER_HALF]
    told = tell(resolve_injury, injury(units, [of("troglodytes", 60)]), *FAILURE)
    first, second = told.outcome.injuries
    assert (first.applied, first.overflow, first.pool_after) == (48, 12, 0)
    assert (second.unit, second.pending, second.applied, second.casualties) == ("second", 0, 12, 1)
    assert [unit.hp_pool for unit in told.outcome.units] == [0, 48, 128, 60]


def test_shared_injury_of_both() -> None:
    """Both parts may be injured at once; what neither can lose is lost to nobody."""
    pending = [of("troglodytes", 60), of("second", 70)]
    told = tell(resolve_injury, injury([HALF_PACK, OTHER_HALF], pending), *FAILURE, *FAILURE)
    assert [unit.hp_pool for unit in told.outcome.units] == [0, 0]
    assert [each.overflow for each in told.outcome.injuries] == [12, 0]
    assert [each.applied for each in told.outcome.injuries] == [48, 72]


@pytest.mark.parametrize(("faces", "applied"), [(SUCCESS, 8), (FAILURE, 12)])
def test_limit(faces: tuple[int, ...], applied: int) -> None:
    """A figure singled out loses no more than it has, whatever else the unit loses."""
    pending = [of("ogres", 13, limit=4), of("ogres", 8)]
    told = tell(resolve_injury, injury([OGRES], pending), *faces)
    assert told.outcome.injuries[0].applied == applied


@pytest.mark.parametrize(("faces", "applied"), [(SUCCESS, 13), (FAILURE, 17)])
def test_limit_of_what_ht_does_not_halve(faces: tuple[int, ...], applied: int) -> None:
    """What HT does not halve is compared whole with the limit, though the rest of the injury is halved."""
    pending = [of("ogres", 13, limit=9, ht_applies=False), of("ogres", 8)]
    told = tell(resolve_injury, injury([OGRES], pending), *faces)
    assert told.outcome.injuries[0].applied == applied
    told = tell(resolve_injury, injury([OGRES], [of("ogres", 30, limit=9, ht_applies=False)]))
    assert told.outcome.injuries[0].applied == 9


@pins("suffocation-fp")
@pytest.mark.parametrize(
    ("fp", "faces", "conditions"),
    [
        (0, (3, 3, 4), ["suffocating"]),
        (-4, (3, 4, 4), ["suffocating", "unconscious"]),
        (1, (), ["suffocating"]),
    ],
)
def test_suffocation(fp: int, faces: tuple[int, ...], conditions: list[str]) -> None:
    """Who suffocates without fatigue points left rolls Will to stay conscious, injured or not."""
    victim = changed(BANDIT, fp_current=fp, conditions=["suffocating"])
    told = tell(resolve_injury, injury([victim], []), *faces)
    assert [each.value for each in told.outcome.units[0].conditions] == conditions
    assert bool(told.outcome.injuries) is bool(faces)
    if faces:
        assert told.outcome.injuries[0].will_roll == sum(faces)
        told = tell(resolve_injury, injury([victim], [of("bandit", 2)]), *SUCCESS, *faces)
        assert told.outcome.injuries[0].applied == 1
        unconscious = changed(victim, conditions=["suffocating", "unconscious"])
        assert tell(resolve_injury, injury([unconscious], [])).outcome.injuries == ()


@pytest.mark.parametrize(
    ("units", "pending", "error", "pointer"),
    [
        ([BANDIT], [of("nobody", 1)], refusals.HeroicUnknownUnit, "/pending/0/unit"),
        ([BANDIT, BANDIT], [], refusals.HeroicDuplicateId, "/units"),
        ([changed(OGRES, hp_pool=129)], [], refusals.PoolMismatch, "/units"),
    ],
)
def test_refused(units: list[Document], pending: list[Document], error: Any, pointer: str) -> None:
    """Pending injury is somebody's, and pools fit their units."""
    assert refused(error, resolve_injury, injury(units, pending)).pointer == pointer


ARMOUR = [
    {"dr": 1},
    {"location": "torso", "dr": 5, "vs": [{"type": "crushing", "delta": -2}, {"type": "cutting", "delta": -9}]},
    {"location": "arm", "dr": 3},
    {"location": "skull", "dr": 4},
]


@pytest.mark.parametrize(
    ("location", "kind", "dr", "wounding"),
    [
        ("torso", "impaling", 5, 2.0),
        ("torso", "crushing", 3, 1.0),
        ("torso", "cutting", 0, 1.5),
        ("vitals", "impaling", 5, 3.0),
        ("shield_arm", "impaling", 3, 1.0),
        ("leg", "cutting", 1, 1.5),
        ("skull", "crushing", 6, 4.0),
        ("eye", "impaling", 1, 4.0),
    ],
)
def test_armour(location: str, kind: str, dr: int, wounding: float) -> None:
    """Each location has its own armour, that of its limb or trunk, or the default; the skull is hard by itself."""
    mode = {"id": "spike", "kind": "melee", "skill": 40, "damage": "3d", "type": kind}
    told = strike(
        changed(SWORDSMAN, attack_modes=[mode]),
        changed(BANDIT, armour=ARMOUR),
        {"mode": "spike", "location": location},
        *(1, 1, 1),
        *(6, 6, 6),
        *(6, 6, 6),
    )
    (wound,) = told.outcome.attack.wounds
    assert (wound.dr, wound.wounding, wound.location.value) == (dr, wounding, location)


def test_bare_skull() -> None:
    """Without armour only the skull has DR of its own."""
    attacker = changed(SWORDSMAN, attack_modes=[SWORDSMAN["attack_modes"][0] | {"skill": 40}])
    for location, dr in (("skull", 2), ("face", 0)):
        told = report(attacker, changed(BANDIT, armour=[]), {"mode": "sword_swing", "location": location})
        assert told.wounds[0].dr == dr


def test_fixed_damage() -> None:
    """Damage without dice is what it says, and takes none."""
    mode = SWORDSMAN["attack_modes"][0] | {"damage": "0d+6"}
    told = strike(changed(SWORDSMAN, attack_modes=[mode]), BANDIT, {"mode": "sword_swing"}, *(3, 3, 4), *(5, 4, 1))
    assert (told.outcome.verdict.hits, told.outcome.verdict.injury) == (2, 8)


def test_odds_of_one() -> None:
    """11 or less of three dice is 135 of 216: the injury is halved so often."""
    odds = injury_odds(injury([TROGLODYTES], [of("troglodytes", 24)]), rulings())
    assert odds.chances == {
        HeroicInjuryVerdict(applied=12, casualties=1, units_felled=0): Fraction(135, 216),
        HeroicInjuryVerdict(applied=24, casualties=2, units_felled=0): Fraction(81, 216),
    }


@pytest.mark.parametrize("option", ["per_step", "per_attack"])
def test_odds_agree_with_brute_force(option: str) -> None:
    """Unit by unit, and with shared injury, the odds are those of the whole step."""
    given = injury(
        [HALF_PACK, OTHER_HALF, BANDIT, changed(SWORDSMAN, ht=8, conditions=["suffocating"], fp_current=0)],
        [of("troglodytes", 70), of("bandit", 9), of("bandit", 4), of("swordsman", 12)],
    )
    options = rulings(ht_roll=option)
    assert (
        injury_odds(given, options).chances
        == Distribution.of(lambda dice: resolve_injury(given, options, dice).verdict).chances
    )


def test_odds_of_nobody() -> None:
    """Without injury nothing happens, certainly."""
    assert injury_odds(injury([BANDIT], []), rulings()).chances == {
        HeroicInjuryVerdict(applied=0, casualties=0, units_felled=0): 1
    }


@pytest.mark.untraced
def test_odds_too_large() -> None:
    """Too many different ends are refused, naming the HT roll."""
    units = [changed(OGRES, id=f"ogres {at}", count_start=10_000, hp_pool=160_000) for at in range(16)]
    pending = [of(f"ogres {at}", 2 ** (at + 1)) for at in range(16)]
    with pytest.raises(OddsTooLarge) as refusal:
        injury_odds(injury(units, pending), rulings())
    assert refusal.value.faults[0].rule == "heroic/injury/ht-halves"
