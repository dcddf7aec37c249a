"""Attacks: both printed test battles with their dice, the contest and its readings, and what is refused."""

from typing import Any

import pytest

from service.errors import RulesRefuse
from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.book import refusals
from service.rules.heroic.book.words import HeroicDefense, HeroicStatus
from tests.pins import pins
from tests.rules.heroic.stat_blocks import (
    BANDIT,
    OGRES,
    SWORDSMAN,
    TROGLODYTES,
    WRESTLER,
    Document,
    armed,
    attack,
    changed,
)
from tests.rules.heroic.stories import refused, strike

OFFENSIVE: Document = {"attacker_tactic": "offensive", "target_tactic": "offensive"}
THRUST = {"mode": "sword_thrust"}
HIT = (3, 3, 3, 6, 6, 6)
"""A skill of 14 by 5 against a defence that fails by far."""


def test_duel_bow() -> None:
    """The bandit's three arrows: 12 against 7, one base hit by 1.5, and 1 of 2 injury after the HT roll."""
    told = strike(
        BANDIT,
        SWORDSMAN,
        {"mode": "short_bow", "shots_each": 3, "defense": {"kind": "dodge"}},
        *(4, 4, 3),
        *(3, 3, 2),
        5,
        *(2, 3, 3),
        distance=15,
        has_initiative=True,
        settle=True,
        **OFFENSIVE,
    )
    report, verdict = told.outcome.attack, told.outcome.verdict
    assert (report.skill.total, report.contest and report.contest.margin) == (12, 2)
    assert (report.base_hits, report.numbers.multiplier, report.hits) == (1, 1.5, 1)
    assert report.shots
    assert (report.shots.shots, report.shots.projectiles, report.shots.move_cost) == (3, 3, 2)
    assert (report.wounds[0].dr, report.wounds[0].wounding, verdict.injury, verdict.applied) == (4, 2.0, 2, 1)
    assert told.outcome.units[1].hp_pool == 11
    assert report.locked is False
    assert told.texts[0] == "Bandit rolled 11 against 12 (13 + 2 Initiative - 3 Short range): margin 1."


def test_duel_melee_bandit() -> None:
    """The bandit's thrust: 18 against 10, two hits of 8, and the swordsman falls to -5 of 12."""
    told = strike(
        BANDIT,
        changed(SWORDSMAN, hp_pool=11),
        THRUST | {"defense": {"kind": "block"}},
        *(5, 4, 4),
        *(4, 4, 3),
        6,
        *(5, 5, 4),
        has_initiative=True,
        settle=True,
        **OFFENSIVE,
    )
    (injury,) = told.outcome.injuries
    assert (told.outcome.attack.skill.total, told.outcome.attack.hits, told.outcome.verdict.injury) == (18, 2, 16)
    assert (injury.applied, injury.pool_after, injury.hp_effective, injury.casualties) == (16, -5, 0, 1)
    assert told.outcome.units[1].status is HeroicStatus.INCAPACITATED
    assert told.outcome.locks[0].one == "bandit"
    assert told.outcome.summary == (
        "Bandit hit swordsman twice for 16 points of injury; swordsman dropped out of the fight."
    )


def test_duel_melee_swordsman() -> None:
    """The swordsman's thrust: 16 against 8, two hits of 2, halved to 2 of 13."""
    told = strike(SWORDSMAN, BANDIT, THRUST, *(5, 4, 4), *(4, 3, 3), 3, *(2, 2, 3), settle=True, **OFFENSIVE)
    assert (told.outcome.attack.skill.total, told.outcome.attack.contest and told.outcome.attack.contest.margin) == (
        16,
        5,
    )
    assert (told.outcome.verdict.hits, told.outcome.verdict.injury, told.outcome.verdict.applied) == (2, 4, 2)
    assert told.outcome.units[1].hp_pool == 11


def test_group_ogres() -> None:
    """Eight javelins at ten troglodytes: 9 against 8, three base hits by 4, no more than 8, and 9 of 10 fall."""
    told = strike(
        OGRES,
        TROGLODYTES,
        {"mode": "javelin"},
        *(1, 2, 2),
        *(5, 5, 5),
        *(5, 4),
        *(5, 5, 4),
        distance=10,
        has_initiative=True,
        attacker_tactic="defensive",
        target_tactic="offensive",
        settle=True,
    )
    report = told.outcome.attack
    assert (report.skill.total, report.defense.value and report.defense.value.total) == (9, 8)
    assert (report.base_hits, report.numbers.multiplier, report.hits, report.injury) == (3, 4.0, 8, 112)
    (injury,) = told.outcome.injuries
    assert (injury.pool_after, injury.count_after, injury.casualties, injury.wounded_member_hp) == (8, 1, 9, 8)
    assert "pool/not-limited-by-hits" in told.cited
    assert told.outcome.summary == "Ogres hit troglodytes 8 times for 112 points of injury; 9 members fell."


@pins("javelin-group-bonus", "javelin-size-modifier")
@pytest.mark.parametrize(
    ("choice", "options", "skill", "hits", "injury", "applied", "count"),
    [
        pytest.param({"extra_modifiers": [{"label": "Printed", "value": -2}]}, {}, 13, 4, 16, 8, 8, id="as printed"),
        pytest.param({}, {}, 15, 8, 32, 16, 7, id="as ruled"),
        pytest.param({}, {"group_target_bonus": "off"}, 14, 8, 32, 16, 7, id="no group bonus"),
        pytest.param({}, {"ranged_size_modifier": "off"}, 14, 8, 32, 16, 7, id="no size"),
    ],
)
def test_group_troglodytes(
    choice: Document, options: Document, skill: int, hits: int, injury: int, applied: int, count: int
) -> None:
    """Ten javelins at eight ogres count their numbers and size; without both, the printed 13 remains."""
    told = strike(
        TROGLODYTES,
        OGRES,
        {"mode": "stone_javelin"} | choice,
        *(4, 4, 4),
        *(4, 4, 4),
        6,
        *(2, 2, 3),
        distance=10,
        attacker_tactic="offensive",
        target_tactic="defensive",
        settle=True,
        options=options,
    )
    assert (told.outcome.attack.skill.total, told.outcome.verdict.hits) == (skill, hits)
    assert (told.outcome.verdict.injury, told.outcome.verdict.applied) == (injury, applied)
    assert told.outcome.injuries[0].count_after == count
    assert told.outcome.attack.wounds[0].dr == 4


@pins("contest-tie")
@pytest.mark.parametrize(
    ("tie", "initiative", "hits"),
    [("no_hit", True, 0), ("attacker", False, 1), ("initiative", True, 1), ("initiative", False, 0)],
)
def test_contest_tie(tie: str, initiative: bool, hits: int) -> None:
    """Equal margins hit nobody, unless the option gives them to the attacker or the initiative."""
    faces = (5, 4, 3) if initiative else (4, 4, 2)
    told = strike(
        SWORDSMAN,
        BANDIT,
        THRUST,
        *faces,
        *(2, 2, 2),
        *((6,) if hits else ()),
        has_initiative=initiative,
        options={"contest_tie": tie},
    )
    assert (told.outcome.verdict.hits, told.outcome.attack.contest and told.outcome.attack.contest.margin) == (hits, 0)
    assert "ruling/contest-tie" in told.cited


@pins("failed-roll-can-win")
@pytest.mark.parametrize(("strict", "hits"), [(False, 1), (True, 0)])
def test_failed_roll_can_win(strict: bool, hits: int) -> None:
    """A failed attack hits if the defence fails by more, unless the option asks for a success."""
    told = strike(
        SWORDSMAN,
        BANDIT,
        THRUST,
        *(5, 5, 5),
        *(6, 5, 3),
        *((6,) if hits else ()),
        options={"attack_must_succeed": strict},
    )
    assert told.outcome.verdict.hits == hits
    assert "ruling/failed-roll-can-win" in told.cited


@pins("criticals")
@pytest.mark.parametrize(
    ("faces", "options", "hits", "rolls"),
    [
        pytest.param((1, 1, 1, 1, 1, 1, 6), {}, 2, True, id="criticals are off"),
        pytest.param((1, 1, 1, 6), {"criticals": "on"}, 3, False, id="a critical success"),
        pytest.param((6, 6, 6), {"criticals": "on"}, 0, False, id="a critical miss"),
        pytest.param((4, 4, 3, 5, 4, 3, 6), {"criticals": "on"}, 2, True, id="neither"),
    ],
)
def test_criticals(faces: tuple[int, ...], options: Document, hits: int, rolls: bool) -> None:
    """Only with the option a very good roll leaves no defence and a very bad one misses outright."""
    told = strike(SWORDSMAN, armed(BANDIT), THRUST, *faces, options=options)
    contest = told.outcome.attack.contest
    assert contest
    assert (told.outcome.verdict.hits, contest.defense_roll is not None) == (hits, rolls)


@pins("minimum-skill")
def test_minimum_skill() -> None:
    """A skill below 3 is not rolled, but the melee locks both."""
    modifiers = [{"label": "Drunk", "value": -12}]
    told = strike(SWORDSMAN, BANDIT, THRUST | {"extra_modifiers": modifiers})
    assert (told.outcome.attack.contest, told.outcome.attack.skill.total) == (None, 2)
    assert told.outcome.attack.locked
    assert {"ruling/minimum-skill", "lock/create", "unit/referee-latitude"} <= told.cited
    assert told.outcome.summary == "Swordsman missed bandit."


@pins("no-defense")
@pytest.mark.parametrize(
    ("target", "choice"),
    [
        pytest.param({"conditions": ["unconscious"]}, {}, id="helpless"),
        pytest.param({"conditions": ["pinned"]}, {"defense": {"kind": "dodge"}}, id="pinned, whatever it chooses"),
        pytest.param({}, {"defense": {"kind": "none"}}, id="unaware"),
    ],
)
@pytest.mark.parametrize(("faces", "hits"), [((6, 6, 2), 1), ((6, 6, 3), 0), ((5, 3, 2), 2)])
def test_no_defense(target: Document, choice: Document, faces: tuple[int, int, int], hits: int) -> None:
    """Against nobody who defends, a roll at or under the skill hits, and its margin counts."""
    told = strike(SWORDSMAN, changed(BANDIT, **target), THRUST | choice, *faces, *((6,) if hits else ()))
    assert told.outcome.verdict.hits == hits
    assert told.outcome.attack.defense.kind is HeroicDefense.NONE
    assert "ruling/no-defense" in told.cited


@pins("damage-rolls", "wounding-rounding")
@pytest.mark.parametrize(
    ("options", "faces", "damage", "injury"),
    [({}, (5,), (6,), 12), ({"damage_rolls": "per_hit"}, (5, 1), (6, 2), 6)],
)
def test_damage_rolls(options: Document, faces: tuple[int, ...], damage: tuple[int, ...], injury: int) -> None:
    """Damage is rolled once for all hits, or for each."""
    told = strike(SWORDSMAN, BANDIT, THRUST, *(3, 3, 4), *(4, 4, 2), *faces, options=options)
    (wound,) = told.outcome.attack.wounds
    assert (told.outcome.verdict.hits, wound.damage, told.outcome.verdict.injury) == (2, damage, injury)


@pins("initiative-bonus-scope")
def test_initiative_counts_for_every_attack() -> None:
    """The initiative adds 2 to ordinary, ranged and free attacks alike."""
    retreating = {"target_tactic": "retreat", "free": True, "locks": [{"one": "bandit", "other": "swordsman"}]}
    skills = [
        strike(
            BANDIT, SWORDSMAN, {"mode": mode}, *(6, 6, 6, 1, 1, 1), has_initiative=True, **more
        ).outcome.attack.skill.total
        for mode, more in (("sword_thrust", {}), ("short_bow", {"distance": 1.5}), ("sword_thrust", retreating))
    ]
    assert skills == [16, 9, 16]


def test_pending() -> None:
    """Injury that is not settled is handed on, and nobody is removed."""
    told = strike(SWORDSMAN, BANDIT, THRUST, *HIT, 6)
    (pending,) = told.outcome.pending
    assert (pending.unit, pending.source, pending.injury) == ("bandit", "swordsman", told.outcome.verdict.injury)
    assert (told.outcome.verdict.applied, told.outcome.verdict.target_status) == (None, None)
    assert told.outcome.units[1].hp_pool is None
    assert "injury/pending" in told.cited


REFUSALS: list[Any] = [
    (refusals.SameSideTarget, BANDIT, changed(SWORDSMAN, side="crime"), THRUST, {}, "/target"),
    (refusals.HeroicDuplicateId, BANDIT, changed(SWORDSMAN, id="bandit"), THRUST, {}, "/target"),
    (refusals.PoolMismatch, changed(BANDIT, hp_pool=14), SWORDSMAN, THRUST, {}, "/attacker"),
    (refusals.PoolMismatch, BANDIT, changed(OGRES, hp_pool=-1), THRUST, {}, "/target"),
    (refusals.AttackerInactive, changed(BANDIT, status="routed"), SWORDSMAN, THRUST, {}, "/attacker"),
    (refusals.AttackerInactive, changed(BANDIT, hp_pool=0), SWORDSMAN, THRUST, {}, "/attacker"),
    (refusals.AttackerInactive, changed(BANDIT, conditions=["pinned"]), SWORDSMAN, THRUST, {}, "/attacker"),
    (refusals.TargetIncapacitated, BANDIT, changed(SWORDSMAN, status="fled"), THRUST, {}, "/target"),
    (refusals.TargetIncapacitated, BANDIT, changed(SWORDSMAN, hp_pool=-3), THRUST, {}, "/target"),
    (refusals.UnknownMode, BANDIT, SWORDSMAN, {}, {}, "/attack/mode"),
    (refusals.UnknownMode, BANDIT, SWORDSMAN, THRUST | {"open_modes": ["kick"]}, {}, "/attack/mode"),
    (refusals.ModeKindMismatch, WRESTLER, SWORDSMAN, {"mode": "grab"}, {}, "/attack/mode"),
    (refusals.ModeKindMismatch, armed(BANDIT, damage=None), SWORDSMAN, {"mode": "sword_swing"}, {}, "/attack/mode"),
    (refusals.ModeKindMismatch, BANDIT, SWORDSMAN, THRUST | {"open_modes": ["short_bow"]}, {}, "/attack/modes"),
    (refusals.TacticForbidsAttack, BANDIT, SWORDSMAN, THRUST, {"attacker_tactic": "retreat"}, "/attacker"),
    (refusals.TacticForbidsAttack, BANDIT, SWORDSMAN, THRUST, {"withdrawing": True}, "/attacker"),
    (
        refusals.ChargeTargetRequired,
        BANDIT,
        SWORDSMAN,
        THRUST,
        {"attacker_tactic": "all_out_offensive"},
        "/attacker",
    ),
    (
        refusals.WrongChargeTarget,
        BANDIT,
        SWORDSMAN,
        THRUST,
        {"attacker_tactic": "all_out_offensive", "charge_target": "ogres"},
        "/target",
    ),
    (refusals.SharesExceedUnit, OGRES, SWORDSMAN, {"mode": "small_mace", "attackers": 9}, {}, "/attack/attackers"),
    (
        refusals.EngagedExceedsLimit,
        OGRES,
        SWORDSMAN,
        {"mode": "small_mace", "attackers": 3, "engaged": 4},
        {},
        "/attack/engaged",
    ),
    (
        refusals.LocationNotTargetable,
        BANDIT,
        SWORDSMAN,
        {"mode": "sword_swing", "location": "vitals"},
        {},
        "/attack/location",
    ),
    (refusals.OutOfReach, BANDIT, SWORDSMAN, THRUST, {"distance": 1.5}, "/attack/mode"),
    (refusals.InvalidDefense, BANDIT, SWORDSMAN, THRUST | {"defense": {"kind": "parry"}}, {}, "/attack/defense"),
]


@pytest.mark.parametrize(
    ("error", "attacker", "target", "choice", "situation", "pointer"),
    REFUSALS,
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_refused(
    error: type[RulesRefuse], attacker: Document, target: Document, choice: Document, situation: Document, pointer: str
) -> None:
    """What the rules forbid is refused before a die is read, and the refusal points to it."""
    refusal = refused(error, resolve_attack, attack(attacker, target, choice, **situation))
    assert (refusal.pointer, refusal.faults[0].rule) == (pointer, error.rule)
