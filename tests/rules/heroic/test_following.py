"""Following who leaves a melee: it may be ordered, and depends on who moves first."""

from tests.rules.heroic.battles import FOE, MAN, WIDE, blow, check, encounter, faults_in, lock, men, order, play, toward

MELEE = encounter(MAN, FOE, at={"foe": 1}, locks=[lock("man", "foe")])
WITHDRAWS = order("man", "all_out_defensive", withdraw=True, move={"mode": "away"})
FOLLOWS = order("foe", move=toward("man"), melee=[blow("man")])


def test_followed() -> None:
    """Who moves after a withdrawal may follow it, locks again and strikes."""
    told = play(MELEE, [WITHDRAWS, FOLLOWS], 4, 3, *WIDE, 6)
    assert [(each.unit, each.yards) for each in told.outcome.movement.moves] == [("man", 10), ("foe", 10)]
    assert len(told.outcome.movement.locks_made) == len(told.outcome.melee.attacks) == 1


def test_too_early_to_follow() -> None:
    """Who moves before a withdrawal is locked still, and stays behind."""
    told = play(MELEE, [WITHDRAWS, FOLLOWS], 3, 4, 6)
    assert [(each.unit, each.yards) for each in told.outcome.movement.moves] == [("foe", 0), ("man", 10)]
    assert (told.outcome.movement.locks_made, told.outcome.melee.attacks) == ((), ())


def test_locked_elsewhere() -> None:
    """Who is locked with somebody else as well cannot be ordered to follow."""
    both = encounter(*men(2), FOE, at={"foe": 1}, locks=[lock("red 1", "foe"), lock("red 2", "foe")])
    leaves = WITHDRAWS | {"unit": "red 1"}
    findings = check(both, leaves, order("red 2"), order("foe", move=toward("red 1"))).orders
    assert faults_in(findings[2]) == [("movement_locked", "/orders/2/move")]
