"""Rounds: both test battles of the source, the order of phases, and who acts when."""

from typing import Any

import pytest

from service.rules.heroic.encounter.play import PLAY
from service.rules.heroic.rounds.outcomes import HeroicRoundOutcome
from tests.pins import pins
from tests.rules.heroic.battles import (
    FOE,
    MAN,
    SHAKEN,
    STEADY,
    WIDE,
    blow,
    encounter,
    lock,
    men,
    order,
    play,
    toward,
    unit_in,
)
from tests.rules.heroic.stat_blocks import BANDIT, OGRES, SWORDSMAN, TROGLODYTES, Document
from tests.rules.heroic.stories import Story

DUEL = encounter(SWORDSMAN, BANDIT, at={"bandit": 15})
DUELLISTS = [
    order(
        "swordsman",
        "offensive",
        move=toward("bandit"),
        melee=[blow("bandit", "sword_thrust")],
    ),
    order(
        "bandit",
        "offensive",
        ranged=[blow("swordsman", "short_bow", shots_each=3, defense={"kind": "dodge"})],
        melee=[blow("swordsman", "sword_thrust", defense={"kind": "block"})],
    ),
]
SHOT = (4, 4, 3, 3, 3, 2, 5)
THRUST = (5, 4, 4, 4, 4, 3, 6)
ANSWER = (5, 4, 4, 4, 3, 3, 3)
DUEL_DICE = (3, 4, *SHOT, 2, 3, 3, *THRUST, *ANSWER, 2, 2, 3, 5, 5, 4)

APART = encounter(TROGLODYTES, OGRES, at={"ogres": 70})
CLOSE = encounter(TROGLODYTES | {"fp_current": 10}, OGRES | {"fp_current": 10}, at={"ogres": 10})
VOLLEY = (1, 2, 2, 5, 5, 5, 5, 4)
THROW = (4, 4, 4, 4, 4, 4, 6)


def pools(outcome: HeroicRoundOutcome) -> dict[str, int]:
    """Hit points left, by unit."""
    return {each.unit: each.pool for each in outcome.standings}


def test_duel_round_1() -> None:
    """The duel of the source comes out number by number: arrow, charge, two thrusts, and -5 against 11."""
    told = play(DUEL, DUELLISTS, *DUEL_DICE)
    outcome = told.outcome
    assert outcome.initiative.verdict.winner == "crime"
    (arrow,) = outcome.ranged.attacks
    assert (arrow.skill.total, arrow.hits, arrow.injury) == (12, 1, 2)
    (scratch,) = outcome.ranged.injuries
    assert (scratch.unit, scratch.pending, scratch.applied, scratch.pool_after) == ("swordsman", 2, 1, 11)
    bandit_stays, charge = outcome.movement.moves
    assert (bandit_stays.unit, bandit_stays.yards) == ("bandit", 0)
    assert (charge.allowance, charge.yards, charge.position.x) == (15, 14, 14)
    assert [(each.one, each.other) for each in outcome.movement.locks_made] == [("swordsman", "bandit")]
    assert [(each.attacker, each.hits, each.injury) for each in outcome.melee.attacks] == [
        ("bandit", 2, 16),
        ("swordsman", 2, 4),
    ]
    assert [(each.unit, each.halved, each.applied, each.pool_after) for each in outcome.melee.injuries] == [
        ("bandit", True, 2, 11),
        ("swordsman", False, 16, -5),
    ]
    assert pools(outcome) == {"swordsman": -5, "bandit": 11}
    assert outcome.standings[0].hp_effective == 0


@pins("phases-after-end")
def test_duel_ends() -> None:
    """The killing blow ends the battle and the round: no morale, no fatigue."""
    outcome = play(DUEL, DUELLISTS, *DUEL_DICE).outcome
    assert (outcome.verdict.over, outcome.verdict.winner) == (True, "crime")
    assert (outcome.morale, outcome.fatigue) == ((), None)
    assert outcome.encounter.locks == ()
    assert outcome.summary == (
        "The initiative went to crime. Bandit hit swordsman once for 2 points of injury; bandit hit "
        "swordsman twice for 16 points of injury; swordsman hit bandit twice for 4 points of "
        "injury. Swordsman dropped out of the fight; bandit lost 2 hit points. The fight is over: "
        "victory for crime. Law lost swordsman (down)."
    )


def test_duel_is_told() -> None:
    """Every step is a sentence, in the order in which things happen."""
    assert play(DUEL, DUELLISTS, *DUEL_DICE).texts[:14] == [
        "The orders were revealed: swordsman: Offensive, bandit: Offensive.",
        "Initiative of law: 3.",
        "Initiative of crime: 4.",
        "Crime won the initiative, so the sides acted in this order: crime, law.",
        "Each phase was played by one side after the other: shooting, then movement, then melee.",
        "Bandit rolled 11 against 12 (13 + 2 Initiative - 3 Short range): margin 1.",
        "Dodge of swordsman: 8 against 7 (9 - 2 Offensive), margin -1. Bandit won by 2.",
        "A margin of 2 made 1 hit (one, and another for each 4 points), × 1.5 for 3 shots: 1 hit.",
        "Swordsman took 5 damage from short bow, 1 of it past DR 4, × 2 for impaling: 2 injury.",
        "The injury of the ranged phase counted now, for everybody at once.",
        "Swordsman rolled 8 against HT 11: success, 1 of 2 injury counted.",
        "Swordsman lost 1 hit point, 11 of 12 left.",
        "Swordsman moved 14 of 15 yards and stopped 1 yard from bandit.",
        "Swordsman and bandit were locked in melee.",
    ]


def test_group_round_1() -> None:
    """Seventy yards are too far to throw; both sides march thirty, and the march costs a fatigue point."""
    orders = [order("troglodytes", "offensive", move=toward("ogres")), order("ogres", move=toward("troglodytes"))]
    outcome = play(APART, orders, 6, 5, 1).outcome
    assert [(each.unit, each.yards) for each in outcome.movement.moves] == [("troglodytes", 30), ("ogres", 30)]
    assert [(each.unit, each.x) for each in outcome.encounter.positions] == [("troglodytes", 30), ("ogres", 40)]
    assert {each.unit: each.fp for each in outcome.standings} == {"troglodytes": 10, "ogres": 10}
    assert outcome.summary == "The initiative went to cave. Nobody attacked, but there was movement."
    assert outcome.encounter.round == 2


def javelins(**throw: Any) -> list[Document]:
    """The orders of the group fight's second round."""
    return [
        order("troglodytes", "offensive", ranged=[blow("ogres", "stone_javelin", **throw)], move=toward("ogres")),
        order(
            "ogres",
            "defensive",
            ranged=[blow("troglodytes", "javelin")],
            move=toward("troglodytes"),
            melee=[blow("troglodytes", "small_mace")],
        ),
    ]


def ranged_phase(told: Story[HeroicRoundOutcome]) -> list[tuple[Any, ...]]:
    """The injury step of the ranged phase."""
    injuries = told.outcome.ranged.injuries
    return [(each.unit, each.pending, each.applied, each.pool_after, each.count_after) for each in injuries]


def test_group_round_2_as_printed() -> None:
    """As the source resolves it, its throw without the group and size bonuses: 8 javelins fell 9 troglodytes."""
    throw = {"extra_modifiers": [{"label": "As printed", "value": -2}]}
    told = play(
        CLOSE,
        javelins(**throw),
        4,
        6,
        *VOLLEY,
        *THROW,
        2,
        2,
        3,
        5,
        5,
        4,
        *WIDE,
        1,
        1,
        1,
        6,
    )
    ogres, troglodytes = told.outcome.ranged.attacks
    assert (ogres.skill.total, ogres.base_hits, ogres.hits, ogres.injury) == (9, 3, 8, 112)
    assert (troglodytes.skill.total, troglodytes.base_hits, troglodytes.hits, troglodytes.injury) == (13, 1, 4, 16)
    assert ranged_phase(told) == [("ogres", 16, 8, 120, 8), ("troglodytes", 112, 112, 8, 1)]
    ogres_move, trogs_move = told.outcome.movement.moves
    assert (ogres_move.allowance, ogres_move.yards, ogres_move.position.x) == (24, 9, 1)
    assert (trogs_move.yards, trogs_move.reason) == (0, "locked in melee")
    assert "pool/not-limited-by-hits" in told.cited
    assert {"ruling/lock-on-contact", "lock/effect", "move/locked-stays"} <= told.cited


def test_group_round_2_ruled() -> None:
    """By its own rules the throw is at 15: the same dice hit eight times and leave seven ogres."""
    told = play(CLOSE, javelins(), 4, 6, *VOLLEY, *THROW, 2, 2, 3, 5, 5, 4, *WIDE, 1, 1, 1, 6)
    _, troglodytes = told.outcome.ranged.attacks
    assert (troglodytes.skill.total, troglodytes.base_hits, troglodytes.hits) == (15, 2, 8)
    assert ranged_phase(told) == [("ogres", 32, 16, 112, 7), ("troglodytes", 112, 112, 8, 1)]
    assert {"ranged/group-target", "ref/ranged-target"} <= told.cited


def test_sides_alternate_within_each_phase() -> None:
    """The winning side acts first in every phase, in the order listed; then the other side."""
    units = [*men(2), *men(2, "blue")]
    battle = encounter(*units, at={"blue 1": 5, "blue 2": 5})
    orders = [
        order(f"{side} {at}", ranged=[blow(f"{foe} {at}", "bow")], move=toward(f"{foe} {at}"))
        for side, foe in (("red", "blue"), ("blue", "red"))
        for at in (1, 2)
    ]
    told = play(battle, orders, 1, 2, *WIDE, *WIDE, *WIDE, *WIDE, 6)
    acting = ["blue 1", "blue 2", "red 1", "red 2"]
    assert [each.attacker for each in told.outcome.ranged.attacks] == acting
    assert [each.unit for each in told.outcome.movement.moves] == acting
    assert {"procedure/side-alternation", "initiative/order"} <= told.cited


HIT = (3, 3, 3, 4, 4, 4)
"""12 against 8: margin 3 against -4, so won by 7: two hits."""


def test_who_is_struck_strikes_back() -> None:
    """A unit acts before the injury step that fells it, and never after it."""
    battle = encounter(MAN, FOE | {"hp_pool": 2}, at={"foe": 1}, locks=[lock("man", "foe")])
    orders = [order("man", melee=[blow("foe")]), order("foe", melee=[blow("man")])]
    told = play(battle, orders, 6, 1, *HIT, 6, *HIT, 2, *STEADY, *STEADY)
    assert [each.attacker for each in told.outcome.melee.attacks] == ["man", "foe"]
    assert unit_in(told.outcome.encounter.units, "foe").status.value == "incapacitated"
    assert unit_in(told.outcome.encounter.units, "man").hp_pool == 7
    assert {"procedure/act-before-removal", "melee/two-sided", "injury/simultaneous"} <= told.cited


def test_who_is_shot_down_does_not_move() -> None:
    """Injury counts at the end of each phase: who falls in the ranged phase neither moves nor strikes."""
    hurt, hale = men(2, "blue")
    battle = encounter(MAN, hurt | {"hp_pool": 1}, hale, at={"blue 1": 5, "blue 2": 6})
    orders = [
        order("man", ranged=[blow("blue 1", "bow")]),
        order("blue 1", move=toward("man"), melee=[blow("man")]),
        order("blue 2"),
    ]
    told = play(battle, orders, 6, 1, 3, 3, 3, 4, 4, 4, 6, *STEADY, 6)
    assert [each.unit for each in told.outcome.ranged.injuries] == ["blue 1"]
    assert [each.unit for each in told.outcome.movement.moves] == ["man", "blue 2"]
    assert told.outcome.melee.attacks == ()


def test_shoot_move_and_strike() -> None:
    """In one round a unit may throw, close in, and strike."""
    battle = encounter(MAN, FOE, at={"foe": 10})
    orders = [
        order("man", ranged=[blow("foe", "bow")], move=toward("foe"), melee=[blow("foe")]),
        order("foe"),
    ]
    told = play(battle, orders, 6, 1, *WIDE, *WIDE, 6)
    assert told.outcome.movement.moves[0].yards == 9
    assert [each.locked for each in told.outcome.melee.attacks] == [True]
    assert "procedure/ranged-then-melee" in told.cited


def test_a_charge_adds_up() -> None:
    """All-Out Offensive is +4 to strike and -4 to defend, and covers ten times Move."""
    battle = encounter(MAN, FOE, at={"foe": 50})
    charge = order("man", "all_out_offensive", charge_target="foe", move=toward("foe"), melee=[blow("foe")])
    told = play(battle, [charge, order("foe", melee=[blow("man")])], 6, 1, *WIDE, *WIDE, 6)
    struck, answered = told.outcome.melee.attacks
    assert (told.outcome.movement.moves[0].yards, struck.skill.total) == (49, 12 + 4 + 2)
    assert answered.defense.value is not None
    assert answered.defense.value.total == 8 - 4
    assert {"tactic/all-out-offensive", "attack/all-out-target", "move/direction"} <= told.cited


def test_attacks_that_have_become_impossible_are_lost() -> None:
    """A target that is out of reach when the turn comes costs the attack, with the reason told."""
    battle = encounter(MAN, FOE, at={"foe": 60})
    told = play(battle, [order("man", move=toward("foe"), melee=[blow("foe")]), order("foe")], 6, 1, 6)
    assert told.outcome.melee.attacks == ()
    assert "Man could not attack. The target is 35 yards away; 'sword' reaches 1." in told.texts


@pins("morale-fatigue-order")
def test_morale_then_fatigue() -> None:
    """The round ends with morale and then fatigue; an option turns that round."""
    hurt = FOE | {"hp_pool": 6}
    battle = encounter(MAN, hurt, at={"foe": 50})
    orders = [order("man"), order("foe")]
    usual = play(battle, orders, 6, 1, 1, 1, 1, 6)
    assert [step.rule for step in usual.steps[-2:]] == ["heroic/morale/roll", "heroic/fatigue/roll"]
    turned = play(battle, orders, 6, 1, 6, 1, 1, 1, options={"end_phases": "fatigue_morale"})
    assert [step.rule for step in turned.steps[-2:]] == ["heroic/fatigue/roll", "heroic/morale/roll"]
    (told,) = PLAY.phase_orders
    assert (told.ruling, told.option, told.phases[-2:]) == ("end_phases", "fatigue_morale", ("Fatigue", "Morale"))
    assert [each.name for each in PLAY.phases[-2:]] == ["Morale", "Fatigue"]


BROKEN = encounter(MAN, FOE | {"hp_pool": 3}, at={"foe": 1}, locks=[lock("man", "foe")])
STAND = [order("man", melee=[blow("foe")]), order("foe")]


def test_a_rout_ends_the_battle() -> None:
    """When the last unit of a side breaks while locked, the battle is over at once."""
    told = play(BROKEN, STAND, 6, 1, *WIDE, 6, 6, 6)
    assert told.outcome.verdict.winner == "red"
    assert told.outcome.fatigue is None
    assert told.outcome.pursuit_possible
    assert "ruling/rout-ends-battle" in told.cited


def test_a_rout_is_played() -> None:
    """With the option its retreat is played first: a round with a free attack on its back."""
    options = {"rout_round": "play"}
    first = play(BROKEN, STAND, 6, 1, *WIDE, 6, 6, 6, 6, options=options).outcome
    assert (first.verdict.over, first.verdict.routed) == (False, 1)
    after = first.encounter.model_dump(mode="json")
    second = play(after, [order("man", melee=[blow("foe")])], 6, 1, 3, 3, 3, 4, 4, 4, 1, *STEADY, options=options)
    (free,) = second.outcome.movement.free_attacks
    assert (free.attacker, free.target) == ("man", "foe")
    assert second.outcome.verdict.over
    assert {"lock/retreat", "ruling/free-attack-injury", "move/direction"} <= second.cited


def test_routed_units_retreat_until_they_are_gone() -> None:
    """A routed unit without an order runs away, and is off the field after a round without a lock."""
    units = [*men(1), *men(2, "blue")]
    units[1]["status"] = "routed"
    battle = encounter(*units, at={"blue 1": 10, "blue 2": 40})
    told = play(battle, [order("red 1"), order("blue 2")], 6, 1, 6)
    assert [(each.unit, each.yards) for each in told.outcome.movement.moves] == [
        ("red 1", 0),
        ("blue 1", 50),
        ("blue 2", 0),
    ]
    assert told.outcome.standings[1].status.value == "fled"
    assert "ruling/rout-sticky" in told.cited
    assert [each.unit for each in told.outcome.orders] == ["red 1", "blue 1", "blue 2"]


def test_both_fall() -> None:
    """Two who fell each other in one step leave a draw."""
    battle = encounter(MAN | {"hp_pool": 1}, FOE | {"hp_pool": 1}, at={"foe": 1})
    orders = [order("man", melee=[blow("foe")]), order("foe", melee=[blow("man")])]
    told = play(battle, orders, 6, 1, *HIT, 6, *HIT, 6, *STEADY, *STEADY)
    assert (told.outcome.verdict.draw, told.outcome.verdict.winner) == (True, None)
    assert told.outcome.summary.endswith("a draw, for nobody fights on. Red lost man (down). Blue lost foe (down).")


def test_a_divided_unit() -> None:
    """A group divides its members among several targets; each share has its own numbers."""
    orcs = MAN | {"id": "orcs", "count_start": 10}
    elves = FOE | {"id": "elves", "count_start": 5}
    heroes = [FOE | {"id": name} for name in ("elf", "man at arms")]
    battle = encounter(orcs, elves, *heroes, at={"elves": 1, "elf": 1, "man at arms": 1})
    shares = [
        blow("elves", attackers=5),
        blow("elf", attackers=3),
        blow("man at arms", attackers=2),
    ]
    others = [order("elves"), order("elf"), order("man at arms")]
    told = play(battle, [order("orcs", melee=shares), *others], 6, 1, *WIDE, *WIDE, *WIDE, 6)
    numbers = [each.numbers for each in told.outcome.melee.attacks]
    assert [(each.ratio_bonus, each.multiplier) for each in numbers] == [(0, 2), (6, 1.5), (4, 1)]
    assert "unit/split-attackers" in told.cited


def test_shares_shrink_with_the_unit() -> None:
    """Members who have fallen by then are missing from the last shares; a share without members is lost."""
    orcs = MAN | {"id": "orcs", "count_start": 4}
    battle = encounter(orcs, *men(3, "blue"), at={f"blue {at}": 1 for at in (1, 2, 3)})
    shares = [blow("blue 1", attackers=2), blow("blue 2", attackers=1), blow("blue 3", attackers=1)]
    volley = order("blue 1", ranged=[blow("orcs", "bow")])
    told = play(
        battle,
        [order("orcs", melee=shares), volley, order("blue 2"), order("blue 3")],
        *(1, 6, *HIT, 6, *SHAKEN, *WIDE, *WIDE, 6),
    )
    assert [each.numbers.attackers for each in told.outcome.melee.attacks] == [2, 1]
    assert "Orcs had nobody left for another attack." in told.texts


def test_side_total_ratio() -> None:
    """With the option all attackers of a side on one target make the ratio together."""
    battle = encounter(*men(2), FOE, at={"foe": 1})
    orders = [order("red 1", melee=[blow("foe")]), order("red 2", melee=[blow("foe")]), order("foe")]
    apart = play(battle, orders, 6, 1, *WIDE, *WIDE, 6).outcome.melee.attacks
    together = play(
        battle, orders, 6, 1, *WIDE, *WIDE, 6, options={"ratio_scope": "target_total"}
    ).outcome.melee.attacks
    assert [each.numbers.ratio_bonus for each in apart] == [0, 0]
    assert [each.numbers.ratio_bonus for each in together] == [4, 4]


@pytest.mark.parametrize("option", ["reroll", "none"])
def test_nobody_wins_a_tie(option: str) -> None:
    """With the option a tie gives nobody the initiative: no bonus, and sides act in the order listed."""
    battle = encounter(MAN, FOE, at={"foe": 5})
    orders = [order("man", ranged=[blow("foe", "bow")]), order("foe", ranged=[blow("man", "bow")])]
    dice = (3, 3, 5, 4) if option == "reroll" else (3, 3)
    told = play(battle, orders, *dice, *WIDE, *WIDE, 6, options={"initiative_tie": option})
    first, second = told.outcome.ranged.attacks
    bonus = 2 if option == "reroll" else 0
    assert (first.attacker, first.skill.total, second.skill.total) == ("man", 12 - 3 + bonus, 12 - 3)
    assert (told.outcome.verdict.initiative is None) is (option == "none")
