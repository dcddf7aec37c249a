"""Skirmishes: the policy, standing orders, breaking off, and when it ends."""

import pytest

from service.dice.seeded import SeededDice
from service.errors import FightOver
from service.rules.kernel.verdict import Fate
from service.rules.laurels.battle.models import LaurelsSkirmish
from service.rules.laurels.battle.outcomes import LaurelsSkirmishOutcome
from service.rules.laurels.rounds.skirmish import resolve_skirmish
from tests.rings import many
from tests.rules.laurels.figures import (
    ARCHER,
    BANDIT,
    GIANT,
    ORC,
    TOMBRIL,
    Document,
    order,
    parrying,
    rulings,
    skirmish,
)
from tests.rules.laurels.stories import Story, tell

GUARD: Document = {
    "id": "guard",
    "role": "party",
    "strength": 1,
    "stamina": 4,
    "injury_slots": 3,
    "weapon": {"die": "d6"},
}
PARTY, OPPONENTS = 6, 1


def play(given: LaurelsSkirmish, *faces: int, options: Document | None = None) -> Story[LaurelsSkirmishOutcome]:
    """Play a skirmish."""
    return tell(resolve_skirmish, given, *faces, options=options)


def turns(told: Story[LaurelsSkirmishOutcome]) -> list[list[tuple[str, str, str | None, int | None]]]:
    """Round by round, who did what to whom."""
    return [
        [(each.actor, each.action, each.target, each.applied) for each in logged.turns] for logged in told.outcome.log
    ]


def test_the_policy() -> None:
    """Everybody attacks the first foe in request order; when it has fallen, the next attacker goes for the next one."""
    figures = [GUARD, GUARD | {"id": "captain"}, BANDIT | {"injury_slots": 1}, BANDIT | {"id": "second"}]
    told = play(skirmish(figures, max_rounds=1), PARTY, 4, 2, 3)
    assert turns(told) == [
        [
            ("guard", "attack", "bandit", 5),
            ("captain", "attack", "second", 3),
            ("bandit", "none", None, None),
            ("second", "attack", "guard", 3),
        ]
    ]
    verdict = told.outcome.verdict
    assert (verdict.winner, verdict.draw, verdict.undecided, verdict.rounds) == (None, False, True, 1)
    assert told.outcome.summary == "Undecided after 1 round. The opponents lost bandit (dead)."


def test_surprise_in_the_first_round_only() -> None:
    """The first round is read for surprise as the request says, the others plainly."""
    told = play(skirmish([TOMBRIL, BANDIT], surprise="opponents_ambush"), 1, 1, OPPONENTS, 1, 1, 1, 1, 1, 1)
    assert [(each.first, each.surprised) for each in told.outcome.log] == [("opponents", "party"), ("opponents", None)]
    assert told.outcome.summary == "Victory for the party after 2 rounds. The opponents lost bandit (dead)."
    assert {"skirmish/policy", "skirmish/end", "ruling/npc-roles"} <= told.cited


def test_archers_without_stamina_pass() -> None:
    """An archer shoots from 10 feet until its stamina is spent, and then passes."""
    told = play(skirmish([ARCHER | {"stamina": 2}, GIANT], max_rounds=2), PARTY, 1, 2, *(1,) * 6, OPPONENTS, *(1,) * 6)
    assert turns(told)[0][0] == ("archer", "attack", "giant", 1)
    assert turns(told)[1][-1] == ("archer", "none", None, None)
    rested = play(
        skirmish([ARCHER | {"stamina": 1}, GIANT | {"level": 1, "strength": 0}], max_rounds=2),
        PARTY,
        1,
        2,
        1,
        OPPONENTS,
        1,
    )
    assert turns(rested)[1][-1] == ("archer", "pass", None, None)


def test_broken_weapons_pass() -> None:
    """A standing power attack breaks the weapon; its owner has nothing to attack with after that."""
    given = skirmish([TOMBRIL, GIANT], order("tombril", "giant", power_attack=True), max_rounds=2)
    told = play(given, PARTY, *(1,) * 10, *(1,) * 6, PARTY, *(1,) * 6)
    assert [each[0] for each in turns(told)] == [("tombril", "attack", "giant", 34), ("tombril", "pass", None, None)]


def test_standing_orders_are_followed_while_they_can_be() -> None:
    """A standing parry goes on with what is left of the shield; when that is gone, the policy takes over."""
    given = skirmish([GUARD, BANDIT | {"strength": 3}], parrying("guard", "shield", shield_durability=9), max_rounds=3)
    told = play(given, PARTY, 1, PARTY, 1, PARTY, 1, 1)
    assert [each[0][1] for each in turns(told)] == ["parry", "parry", "attack"]
    assert turns(told)[1][1] == ("bandit", "attack", "guard", 3)


def test_a_standing_attack_ends_with_its_target() -> None:
    """Once the ordered target is out of the fight, the first foe is attacked."""
    figures = [TOMBRIL, BANDIT, BANDIT | {"id": "second"}]
    told = play(skirmish(figures, order("tombril", "second")), PARTY, *(1,) * 5, 1, PARTY, *(1,) * 5)
    assert [each[0][2] for each in turns(told)] == ["second", "bandit"]


def test_a_standing_sneak_attack_succeeds_once() -> None:
    """Whoever has attacked its target is engaged with it, and goes on with ordinary attacks."""
    sneak = {"action": "sneak_attack", "actor": "tombril", "target": "giant", "sneak": {"concealed": True}}
    told = play(skirmish([TOMBRIL, GIANT], sneak, max_rounds=2), PARTY, *(1,) * 11, PARTY, *(1,) * 11)
    assert [each[0][:3] for each in turns(told)] == [
        ("tombril", "sneak_attack", "giant"),
        ("tombril", "attack", "giant"),
    ]


def test_standing_parries_with_a_weapon() -> None:
    """A weapon parries round after round."""
    told = play(skirmish([GUARD, BANDIT], parrying("guard", "weapon"), max_rounds=2), PARTY, 1, PARTY, 1)
    assert [each[0][1] for each in turns(told)] == ["parry", "parry"]


def test_breaking_off() -> None:
    """The rest of a side flees at the end of the round in which it has lost its share, and can be pursued."""
    figures = [TOMBRIL, BANDIT, BANDIT | {"id": "second"}, ORC]
    told = play(skirmish(figures, break_at=0.3), PARTY, *(1,) * 5, 1, 1, 1)
    assert told.outcome.log[0].fled == ("second", "orc")
    assert [each.status for each in told.outcome.state] == ["active", "dead", "fled", "fled"]
    assert told.outcome.summary == (
        "Victory for the party after 1 round, by flight. The opponents lost bandit (dead), second and orc (fled)."
    )
    assert "skirmish/break" in told.cited


def test_both_sides_may_break() -> None:
    """If both sides flee in the same round, nobody wins."""
    figures = [
        GUARD | {"injury_slots": 0, "stamina": 0},
        GUARD | {"id": "captain"},
        BANDIT | {"injury_slots": 0, "stamina": 0},
        ORC,
    ]
    given = skirmish(figures, order("captain", "bandit"), order("guard", "orc"), order("orc", "guard"), break_at=0.5)
    told = play(given, PARTY, 1, 1, 1, 1)
    verdict = told.outcome.verdict
    assert (verdict.winner, verdict.draw, verdict.undecided) == (None, True, False)
    fates = [(each.id, each.side, each.fate, each.standing, each.lost) for each in verdict.figures]
    assert fates == [
        ("guard", "party", Fate.DEAD, 0, 1),
        ("captain", "party", Fate.FLED, 0, 0),
        ("bandit", "opponents", Fate.DEAD, 0, 1),
        ("orc", "opponents", Fate.FLED, 0, 0),
    ]
    assert [(side.side, side.standing, side.lost) for side in verdict.sides] == [("party", 0, 1), ("opponents", 0, 1)]
    assert told.outcome.summary == (
        "A draw after 1 round, for nobody fights on. The party lost guard (dead), captain (fled). "
        "The opponents lost bandit (dead), orc (fled)."
    )


def test_a_fight_that_is_over_has_no_rounds() -> None:
    """Where one side is dead already, the fight is over, and is refused with its result."""
    with pytest.raises(FightOver, match=r"victory for the party\. The opponents lost bandit \(dead\)\."):
        play(skirmish([TOMBRIL, BANDIT | {"status": "dead"}]))


def test_opponents_win() -> None:
    """The winner is told in its own number."""
    told = play(skirmish([GUARD | {"injury_slots": 1}, ORC]), OPPONENTS, 7, 3)
    assert told.outcome.summary == "Victory for the opponents after 1 round. The party lost guard (dead)."


def test_nobody_loses_a_turn_while_a_foe_is_left() -> None:
    """In skirmishes by the policy no blow is lost because its target is out of the fight."""
    figures = [GUARD | {"id": f"guard {number}"} for number in range(3)]
    figures += [BANDIT | {"id": f"bandit {number}"} for number in range(4)]
    for number in range(many(200, 20)):
        dice = SeededDice(f"sha256ctr1:{number}")
        outcome = resolve_skirmish(skirmish(figures), rulings(), dice)
        lost = [step.text for step in dice.steps if "attack on" in step.text and " is lost" in step.text]
        assert len(lost) == 0, lost
        assert outcome.verdict.winner is not None


def test_a_standing_order_is_left_with_its_target() -> None:
    """Whose standing order is to strike a foe that has fallen strikes the first that is left, in the same round."""
    figures = [GUARD, GUARD | {"id": "captain"}, BANDIT, BANDIT | {"id": "second", "injury_slots": 1}]
    told = play(skirmish(figures, order("guard", "second"), order("captain", "second"), max_rounds=1), PARTY, 4, 3, 3)
    assert [each[:3] for each in turns(told)[0][:2]] == [("guard", "attack", "second"), ("captain", "attack", "bandit")]
