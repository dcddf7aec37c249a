"""Orders to wait, in a round."""

from tests.rules.heroic.battles import FOE, MAN, blow, encounter, faults, order, play, short, toward, unit_in
from tests.rules.heroic.test_wait import PIKEMAN, waits


def test_deed_in_a_round() -> None:
    """A deed in response is done when its moment comes."""
    battle = encounter(MAN | {"posture": "kneeling"}, FOE, at={"foe": 10})
    stands_up = waits("approaches", {"action": short("posture_step")})
    told = play(battle, [order("man", wait=stands_up), order("foe", move=toward("man"))], 6, 1, 6)
    assert unit_in(told.outcome.encounter.units, "man").posture.value == "crouching"
    assert told.texts.index("Man had waited for foe and acted first.") < told.texts.index(
        "Foe moved 9 of 25 yards and stopped 1 yard from man."
    )


def test_orders_to_wait() -> None:
    """A wait is a long deed: nothing goes with it, and it has a trigger and one response it can carry out."""
    battle = encounter(PIKEMAN, FOE, at={"foe": 10})
    assert faults(battle, order("man", wait=waits("approaches"), actions=[short("wait", size="long")])) == []
    cases = [
        (order("man", "retreat", wait=waits("attacks")), ("action_forbidden", "/wait")),
        (order("man", wait=waits("attacks"), ranged=[blow("foe", "bow")]), ("tactic_forbids_attack", "/ranged")),
        (order("man", wait=waits("attacks"), move=toward("foe")), ("action_budget_exceeded", "/move")),
        (order("man", wait=waits("attacks"), actions=[short()]), ("action_budget_exceeded", "/actions")),
        (order("man", wait={"attack": {"mode": "spear"}}), ("wait_needs_trigger", "/wait/trigger")),
        (order("man", wait=waits("attacks", {})), ("wait_needs_trigger", "/wait")),
        (order("man", wait=waits("attacks", unit="elf")), ("heroic_unknown_unit", "/wait/trigger/unit")),
        (order("man", wait=waits("attacks", {"attack": {"mode": "axe"}})), ("unknown_mode", "/wait/attack/mode")),
        (
            order("man", "all_out_offensive", charge_target="foe", wait=waits("attacks", {"attack": {"mode": "axe"}})),
            ("unknown_mode", "/wait/attack/mode"),
        ),
    ]
    for given, expected in cases:
        assert expected in faults(battle, given)
    alone = encounter(PIKEMAN, sides=[{"id": "red"}, {"id": "blue"}])
    assert faults(alone, order("man", wait=waits("attacks"))) == []
