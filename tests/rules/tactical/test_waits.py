"""Waits that interrupt: what sets them off, in which order they come, their steps, and what they do."""

from typing import Any

import pytest

from service.rules.kernel.hexes import Hex
from service.rules.tactical.book import attack_rules
from service.rules.tactical.rounds.turn.events import EventKind
from service.rules.tactical.rounds.waiting.waits import Waits
from tests.rules.tactical.attacks import armed, blade
from tests.rules.tactical.falls import falling, named, supplied, told
from tests.rules.tactical.scenes import field, figure, foe
from tests.rules.tactical.watchmen import NO_DEFENSE, acts, goes, gunman, runner, waiting, watching

MISS, HIT = (6, 5, 5), (3, 3, 3)
"""Attack rolls of 16 and 9."""
TORSO_HIT = (*HIT, 2)
"""A hit on the torso, which locations of attack orders are, for 2 points of basic damage with one die."""
HOLD = waiting()
SPEAR = blade((1, 2), mode={"kind": "thrust", "damage": "1d", "type": "impaling"}, id="spear")


def waiter(id: str = "ash", **facts: Any) -> Any:
    """Somebody who faces north at [0, 0] with a sword and waits for a foe to come into reach."""
    return figure(id, **({"state": HOLD} | facts))


# What sets a wait off


def test_a_foe_is_struck_on_entering_reach() -> None:
    """A wait for a foe in reach is used as soon as he enters a hex that the weapon reaches."""
    scene = field(waiter(), runner())
    with falling(*TORSO_HIT) as dice:
        waits = Waits(scene, dice)
        assert goes(scene, waits, "orc", (0, -2)) == ()
        (interrupt,) = goes(scene, waits, "orc", (0, -1))
        assert goes(scene, waits, "orc", (1, -1)) == ()
    assert (interrupt.figure, interrupt.against, interrupt.kind, interrupt.event) == ("ash", "orc", "melee", "enters")
    assert interrupt.attacks[0].hits == 1
    assert not interrupt.friendly_fire
    ash = scene["ash"].state
    assert (ash.wait, ash.maneuver) == (None, "attack")
    assert {attack_rules.WAIT_INTERRUPT.id, attack_rules.WAIT_CONTINUE.id} <= named(dice)
    assert "Orc could go on." in told(dice)


def test_a_longer_reach_strikes_earlier() -> None:
    """A spear strikes a hex earlier than a sword."""
    scene = field(waiter(**armed(SPEAR)), runner())
    with falling(*MISS) as dice:
        assert len(goes(scene, Waits(scene, dice), "orc", (0, -2))) == 1


@pytest.mark.parametrize(
    ("state", "who"),
    [
        ({"state": HOLD | {"stunned": True}}, "orc"),
        ({"state": HOLD | {"unconscious": True}}, "orc"),
        ({"state": HOLD | {"must_do_nothing": True}}, "orc"),
        ({"state": HOLD | {"pinned_by": ["orc"]}}, "orc"),
        ({"state": HOLD, "ready": {}}, "orc"),
        ({"state": HOLD, "facing": 3}, "orc"),
        ({"state": HOLD}, "elf"),
        ({"state": waiting(trigger={"who": ["elf"]})}, "orc"),
        ({"state": {"maneuver": "wait", "wait": {}}}, "orc"),
        ({"state": {"maneuver": "wait", "wait": {"trigger": {"event": "any"}}}}, "orc"),
        ({"state": {"maneuver": "wait", "wait": {"kind": "opportunity"}}}, "orc"),
        ({"state": {}}, "orc"),
    ],
)
def test_what_sets_no_wait_off(state: dict[str, Any], who: str) -> None:
    """Nothing happens if the figure cannot act, has no weapon, looks elsewhere, or waits for somebody else."""
    scene = field(waiter(**state), runner(), figure("elf", hex=[0, -4]))
    assert goes(scene, Waits(scene, supplied()), who, (0, -1)) == ()


@pytest.mark.parametrize(
    ("event", "kind", "answers"),
    [
        ("attacks", EventKind.ATTACKS, True),
        ("declares", EventKind.DECLARES, True),
        ("any", EventKind.ATTACKS, True),
        ("any", EventKind.DECLARES, True),
        ("any", EventKind.TURNS, True),
        ("any", EventKind.POSTURE, True),
        ("attacks", EventKind.DECLARES, False),
        ("declares", EventKind.TURNS, False),
        ("enters_reach", EventKind.ATTACKS, False),
    ],
)
def test_what_a_foe_does_sets_a_wait_off(event: str, kind: EventKind, answers: bool) -> None:
    """A wait may be for an attack, for a maneuver that is declared, or for anything a foe does."""
    scene = field(waiter(state=waiting(event)), runner(hex=[0, -1]))
    with falling(*(MISS if answers else ())) as dice:
        assert bool(acts(scene, Waits(scene, dice), "orc", kind)) == answers


def test_waits_for_attacks_without_a_trigger_do_nothing() -> None:
    """A wait without a trigger is set off by nothing."""
    scene = field(waiter(state={"maneuver": "wait", "wait": {"response": {}}}), runner(hex=[0, -1]))
    assert acts(scene, Waits(scene, supplied()), "orc", EventKind.ATTACKS) == ()


def test_what_is_not_seen_sets_no_wait_off() -> None:
    """What a figure does not see sets off its wait only in close combat."""
    unseen = field(waiter(state=waiting("any"), facing=3), runner(hex=[0, -1]))
    assert acts(unseen, Waits(unseen, supplied()), "orc", EventKind.ATTACKS) == ()
    pair = {"foe": "orc", "hex": [0, 0], "own_side": 3}
    other = {"foe": "ash", "hex": [0, 0], "own_side": 0}
    knife = armed(blade((0,), id="knife"))
    close = field(
        waiter(**knife, state=waiting("any") | {"close": [pair]}, vision="blind"),
        runner(hex=[0, 0], state=NO_DEFENSE | {"close": [other]}),
    )
    with falling(*MISS) as dice:
        assert len(acts(close, Waits(close, dice), "orc", EventKind.ATTACKS)) == 1


def test_an_event_at_which_nothing_can_be_done_is_let_pass() -> None:
    """A wait is not used up by an event at which its response is not possible."""
    scene = field(waiter(state=waiting("any")), runner())
    waits = Waits(scene, supplied())
    assert goes(scene, waits, "orc", (0, -3)) == ()
    assert scene["ash"].state.wait is not None
    ready = field(waiter(state=waiting("any", maneuver="ready")), runner())
    assert goes(ready, Waits(ready, supplied()), "orc", (0, -3)) == ()


# Order


def test_several_waits_come_by_reach_and_speed() -> None:
    """Of several waits the longest reach comes first, then Basic Speed, DX and id."""
    others = {"hp_max": 30, "state": HOLD}
    spear = blade((1,), id="spear")
    long = {**armed(blade((1, 2), id="pike")), "dx": 8, **others}
    scene = field(
        figure("b", hex=[0, 0], **others),
        figure("a", hex=[-1, 0], facing=1, **others),
        figure("quick", hex=[1, -1], facing=5, ht=12, **armed(spear), **others),
        figure("long", hex=[0, -3], facing=3, **long),
        runner(hex=[3, -4], hp_max=100),
    )
    with falling(*MISS, *MISS, *MISS, *MISS) as dice:
        happened = goes(scene, Waits(scene, dice), "orc", (0, -1))
    assert [each.figure for each in happened] == ["long", "quick", "a", "b"]
    assert attack_rules.WAIT_ORDER.id in named(dice)


def test_who_is_down_is_not_struck_again() -> None:
    """Once a foe is out of action those who wait for him keep waiting."""
    scene = field(waiter("a"), waiter("b", hex=[-1, 0], facing=1), runner(hp=1, hp_max=10, ht=3))
    with falling(*HIT, 6, 6, 6, 6) as dice:
        happened = goes(scene, Waits(scene, dice), "orc", (0, -1))
    assert [each.figure for each in happened] == ["a"]
    assert scene["b"].state.wait is not None
    assert "Orc was unconscious and went no farther." in told(dice)


def test_opportunity_fire_comes_before_melee() -> None:
    """Opportunity fire at an event is resolved before melee waits for it."""
    scene = field(waiter(), gunman("gun", hex=[-3, 2], facing=1, state=watching((0, -1))), runner())
    with falling(*MISS, *MISS) as dice:
        happened = goes(scene, Waits(scene, dice), "orc", (0, -1))
    assert [(each.figure, each.kind) for each in happened] == [("gun", "opportunity"), ("ash", "melee")]


def test_nested_waits_come_innermost_first() -> None:
    """A wait that another wait sets off is finished before it, and each is used once."""
    imp = {"state": waiting("attacks") | {"wait": {"trigger": {"event": "attacks"}, "response": {}}}}
    scene = field(waiter(hp_max=50), runner(), foe("imp", hex=[-1, 0], facing=1, **imp))
    with falling(*MISS, *MISS) as dice:
        happened = goes(scene, Waits(scene, dice), "orc", (0, -1))
    assert [(each.figure, each.against) for each in happened] == [("imp", "ash"), ("ash", "orc")]
    assert scene["imp"].state.wait is None


def test_a_nested_wait_may_stop_a_response() -> None:
    """Who is put out of action by an answer to his response does not make it."""
    imp = {"state": waiting("attacks"), "st": 10}
    strong = armed(blade(mode={"damage": "9d"}))
    scene = field(waiter(ht=3, hp=1), runner(), foe("imp", hex=[-1, 0], facing=1, **strong, **imp))
    dice = supplied(*HIT, 6, 6, 6, *[6] * 9, *[6] * 30)
    happened = goes(scene, Waits(scene, dice), "orc", (0, -1))
    assert [each.figure for each in happened] == ["imp"]
    assert "Ash could not respond any more." in told(dice)


# Steps


@pytest.mark.parametrize(
    ("step_to", "facts", "hex"),
    [
        ((0, -1), {}, (0, -1)),
        (None, {}, (0, 0)),
        ((0, -1), {"moved_hexes": 1}, (0, 0)),
        ((1, 0), {}, (0, 0)),
        ((0, -3), {}, (0, 0)),
        ((0, -900), {}, (0, 0)),
    ],
)
def test_the_step_of_a_wait(step_to: Hex | None, facts: dict[str, Any], hex: Hex) -> None:
    """A step comes before the blow if the figure has not moved, can go there and still strike from there."""
    spear = armed(SPEAR)
    scene = field(waiter(**spear, state=waiting("enters_reach", step_to) | facts), runner(hex=[0, -3]))
    with falling(*MISS) as dice:
        (interrupt,) = goes(scene, Waits(scene, dice), "orc", (0, -2))
    assert (scene["ash"].hex, interrupt.attacks[0].reach) == (hex, 1 if hex == (0, -1) else 2)
    assert (attack_rules.WAIT_STEP.id in named(dice)) == (hex == (0, -1))


def test_nobody_steps_into_the_hex_of_a_foe() -> None:
    """The step of a wait does not lead into close combat."""
    scene = field(waiter(state=waiting("enters_reach", (0, -1))), runner(hex=[0, -3]))
    with falling(*MISS) as dice:
        goes(scene, Waits(scene, dice), "orc", (0, -1))
    assert scene["ash"].hex == (0, 0)


def test_a_step_may_be_answered() -> None:
    """Others may answer the step of a wait, and stop it."""
    imp = armed(blade(mode={"damage": "9d"})) | {"state": HOLD}
    scene = field(
        waiter(**armed(SPEAR), ht=3, state=waiting("enters_reach", (0, -1))),
        runner(hex=[0, -3]),
        foe("imp", hex=[-1, -1], facing=2, **imp),
    )
    dice = supplied(*HIT, 6, 6, 6, *[6] * 9, *[6] * 30)
    happened = goes(scene, Waits(scene, dice), "orc", (0, -2))
    assert [each.figure for each in happened] == ["imp"]
    assert "Ash could not respond any more." in told(dice)


def test_a_step_of_an_all_out_attack_goes_forward() -> None:
    """The response All-Out Attack may go forward several hexes, and costs all defenses."""
    state = waiting("enters_hexes", (0, -2), {"hexes": [[0, -3]]}, maneuver="all_out_attack", option="determined")
    scene = field(waiter(state=state), runner())
    with falling(6, 6, 5) as dice:
        goes(scene, Waits(scene, dice), "orc", (0, -3))
    ash = scene["ash"]
    assert (ash.hex, ash.state.maneuver, ash.state.option) == ((0, -2), "all_out_attack", "determined")
    assert any(attack_rules.WAIT_ALL_OUT.id in step.cites for step in dice.steps)
