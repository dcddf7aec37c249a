"""Turns of campaigns: who has had the least is served first, and newcomers wait no longer than others, nor less."""

from service.forecasts.campaigns.turns import Turns


def test_who_has_had_the_least_is_first() -> None:
    """Seconds count for the order; of those who have had the same, who joined first is first."""
    turns: Turns[str] = Turns()
    for name in ("one", "two", "three"):
        turns.join(name)
    assert turns.order() == ["one", "two", "three"]
    turns.charge("one", 5)
    turns.charge("two", 2)
    turns.charge("one", -4)
    assert turns.order() == ["three", "one", "two"]


def test_a_newcomer_begins_level() -> None:
    """Who joins late does not take all turns until it has caught up, and joining again changes nothing."""
    turns: Turns[str] = Turns()
    turns.join("old")
    turns.charge("old", 60)
    turns.join("new")
    turns.charge("new", 1)
    assert turns.order() == ["old", "new"]
    turns.join("new")
    assert turns.order() == ["old", "new"]


def test_who_has_left_is_forgotten() -> None:
    """What is charged to one who has left counts for nobody."""
    turns: Turns[str] = Turns()
    turns.join("one")
    turns.leave("one")
    turns.charge("one", 9)
    turns.leave("one")
    assert (len(turns), turns.order()) == (0, [])
