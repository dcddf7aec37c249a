"""Leaving a melee in a round: free attacks, being caught again, and whom a lock binds."""

from tests.rules.heroic.battles import (
    FOE,
    MAN,
    WIDE,
    blow,
    encounter,
    faults,
    lock,
    men,
    order,
    play,
    toward,
)

AWAY = {"mode": "away"}
RETREAT = order("man", "retreat", move=AWAY)
MELEE = encounter(MAN, FOE, at={"foe": 1}, locks=[lock("man", "foe")])


def test_free_attacks_cost_nothing() -> None:
    """Who has taken a free attack still makes its melee attack in the same round."""
    battle = encounter(*men(2), FOE, at={"red 2": 2, "foe": 1}, locks=[lock("red 1", "foe"), lock("red 2", "foe")])
    runs = RETREAT | {"unit": "red 1"}
    told = play(battle, [runs, order("red 2"), order("foe", melee=[blow("red 2")])], 6, 1, *WIDE, *WIDE, 6)
    assert [each.target for each in told.outcome.movement.free_attacks] == ["red 1"]
    assert [each.target for each in told.outcome.melee.attacks] == ["red 2"]
    assert "ruling/free-attack-cost" in told.cited


def test_caught_again() -> None:
    """A retreating unit that is overtaken is locked again, defends at its -4, and cannot answer."""
    slow = encounter(MAN | {"move": 1}, FOE | {"move": 4}, at={"foe": 1}, locks=[lock("man", "foe")])
    chases = order("foe", move=toward("man"), melee=[blow("man")])
    told = play(slow, [RETREAT, chases], 6, 1, *WIDE, *WIDE, 6)
    assert [(each.one, each.other) for each in told.outcome.movement.locks_made] == [("foe", "man")]
    (caught,) = told.outcome.melee.attacks
    assert caught.defense.value is not None
    assert (caught.attacker, caught.defense.value.total) == ("foe", 8 - 4)


def test_a_free_attack_makes_no_lock() -> None:
    """A free attack on a unit that gets away does not lock it again."""
    told = play(MELEE, [RETREAT, order("foe")], 6, 1, *WIDE, 6)
    assert [each.locked for each in told.outcome.movement.free_attacks] == [True]
    assert told.outcome.encounter.locks == ()


def test_a_lock_binds_the_whole_unit() -> None:
    """However few of a group are engaged, all of it is locked; a part that is a unit of its own is not."""
    group = MAN | {"count_start": 20}
    battle = encounter(group, FOE, at={"foe": 1}, locks=[lock("man", "foe")])
    assert faults(battle, order("man", move=AWAY)) == [("movement_locked", "/move")]
    parts = [MAN | {"id": name, "count_start": 10, "injury_group": "men"} for name in ("front", "rear")]
    divided = encounter(*parts, FOE, at={"foe": 1}, locks=[lock("front", "foe")])
    assert faults(divided, order("rear", move=AWAY)) == []


def test_a_wait_is_over_with_its_round() -> None:
    """A wait lasts to the end of its round: what comes in the next one is not answered."""
    battle = encounter(MAN, FOE, at={"foe": 60})
    wait = {"trigger": {"event": "approaches"}, "attack": {"mode": "sword"}}
    comes = order("foe", move=toward("man"), melee=[blow("man")])
    first = play(battle, [order("man", wait=wait), comes], 6, 1, 6)
    again = first.outcome.encounter.model_dump(mode="json")
    third = play(again, [order("man"), comes], 6, 1, 6).outcome.encounter.model_dump(mode="json")
    last = play(third, [order("man"), comes], 6, 1, *WIDE, 6)
    assert [each.attacker for each in last.outcome.melee.attacks] == ["foe"]
