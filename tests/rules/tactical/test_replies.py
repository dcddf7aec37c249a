"""Responses of waits: blows, feints, weapons made ready, stop thrusts, and opportunity fire among other events."""

from typing import Any

import pytest

from service.rules.tactical.attack.records import TacticalAttackOrder
from service.rules.tactical.book import attack_rules
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.rounds.turn.events import Event, EventKind
from service.rules.tactical.rounds.turn.turn import added_shock
from service.rules.tactical.rounds.waiting.waits import Waits, stop_thrust_bonus
from tests.rules.tactical.attacks import armed, blade
from tests.rules.tactical.falls import falling, supplied, told
from tests.rules.tactical.scenes import field, figure, foe
from tests.rules.tactical.watchmen import acts, begin_turn, goes, gunman, runner, waiting, watching

MISS, HIT = (6, 5, 5), (3, 3, 3)
"""Attack rolls of 16 and 9."""
TORSO_HIT = (*HIT, 2)
"""A hit on the torso, which locations of attack orders are, for 2 points of basic damage with one die."""
HOLD = waiting()
SPEAR = blade((1, 2), mode={"kind": "thrust", "damage": "1d", "type": "impaling"}, id="spear")


def waiter(id: str = "ash", **facts: Any) -> Any:
    """Somebody who faces north at [0, 0] with a sword and waits for a foe to come into reach."""
    return figure(id, **({"state": HOLD} | facts))


def test_a_feint() -> None:
    """A response may be a feint."""
    scene = field(waiter(state=waiting(maneuver="feint")), runner())
    with falling(1, 1, 2, 5, 5, 5) as dice:
        (interrupt,) = goes(scene, Waits(scene, dice), "orc", (0, -1))
    assert interrupt.feint is not None
    assert (interrupt.attacks, scene["orc"].state.feint[0].by) == ((), "ash")


def test_a_feint_needs_a_foe_in_reach() -> None:
    """A feint at somebody out of reach, or with a ranged weapon, is not possible."""
    scene = field(gunman("ash", state=waiting("any", maneuver="feint")), runner())
    assert goes(scene, Waits(scene, supplied()), "orc", (0, -1)) == ()


def test_two_blows() -> None:
    """An All-Out Attack (Double) strikes twice."""
    state = waiting(maneuver="all_out_attack", option="double")
    scene = field(waiter(state=state), runner())
    with falling(*MISS, *MISS) as dice:
        (interrupt,) = goes(scene, Waits(scene, dice), "orc", (0, -1))
    assert len(interrupt.attacks) == 2


def test_readying_a_weapon() -> None:
    """A response may be to make a weapon ready; in close combat that takes a roll."""
    state = waiting("any", maneuver="ready", weapon="sword")
    scene = field(waiter(ready={}, state=state), runner())
    with falling() as dice:
        (interrupt,) = goes(scene, Waits(scene, dice), "orc", (0, -3))
    assert (interrupt.summary, scene["ash"].ready.right) == ("Ash readied the sword.", "sword")
    pair = {"foe": "imp", "hex": [0, 0], "own_side": 3}
    other = {"foe": "ash", "hex": [0, 0], "own_side": 0}
    for faces, summary in (((6, 6, 6), "Ash did not get the sword ready."), ((1, 1, 2), "Ash readied the sword.")):
        close = field(
            waiter(ready={}, state=state | {"close": [pair]}),
            runner(),
            foe("imp", hex=[0, 0], state={"close": [other]}),
        )
        with falling(*faces) as dice:
            (interrupt,) = goes(close, Waits(close, dice), "orc", (0, -3))
        assert interrupt.summary == summary


def test_a_stop_thrust() -> None:
    """A thrust does a point more for each two full yards that the foe came nearer in his turn."""
    scene = field(waiter(**armed(SPEAR)), runner(hex=[0, -7], hp_max=100))
    begin_turn(scene, "orc")
    with falling(*HIT, 2) as dice:
        (interrupt,) = goes(scene, Waits(scene, dice), "orc", (0, -2))
    assert interrupt.attacks[0].wounds[0].basic == 2 + 2
    assert attack_rules.WAIT_STOP_THRUST.id in {each for step in dice.steps for each in (step.rule, *step.cites)}
    assert (stop_thrust_bonus(1), stop_thrust_bonus(-3)) == (0, 0)


def test_a_swing_is_no_stop_thrust() -> None:
    """A swing has no bonus for a foe who comes nearer."""
    scene = field(waiter(**armed(blade())), runner(hex=[0, -7], hp_max=100))
    begin_turn(scene, "orc")
    with falling(*HIT, 2) as dice:
        (interrupt,) = goes(scene, Waits(scene, dice), "orc", (0, -1))
    assert interrupt.attacks[0].wounds[0].basic == 2


def test_pain_does_not_count_in_a_response() -> None:
    """Shock since its last turn counts in a figure's next turn, and not in its wait."""
    scene = field(waiter(state=HOLD | {"shock": -3}), runner())
    with falling(*MISS) as dice:
        (interrupt,) = goes(scene, Waits(scene, dice), "orc", (0, -1))
    assert (interrupt.attacks[0].number.total, scene["ash"].state.shock) == (12, -3)
    assert [added_shock(-3, -3), added_shock(-1, -2), added_shock(-6, -1), added_shock(0, 0)] == [-4, -3, -6, 0]


def test_defenses_of_everybody() -> None:
    """How somebody defends himself against a wait may be said beforehand."""

    def defended(order: TacticalAttackOrder) -> TacticalAttackOrder:
        choice = {"preferences": [{"kind": "parry"}, {"kind": "none"}], "forced": True}
        return TacticalAttackOrder.model_validate(order.model_dump() | {"defense": choice}, strict=False)

    scene = field(waiter(), runner(state={}, ready={}, weapons=[]))
    with falling(*HIT, 2, 5, 5, 5) as dice:
        (interrupt,) = goes(scene, Waits(scene, dice, defended), "orc", (0, -1))
    assert [each.kind for each in interrupt.attacks[0].defenses] in ([], ["parry"])


# Opportunity fire among other events


def test_a_shooter_who_holds_its_fire_watches_on() -> None:
    """Who takes a foe for a friend holds its fire, and watches on."""
    scene = field(gunman(state=watching((0, -3), discriminate=True)), runner())
    with falling(6, 6, 5) as dice:
        (interrupt,) = goes(scene, Waits(scene, dice), "orc", (0, -3))
    assert (interrupt.summary, interrupt.vision_roll, interrupt.attacks) == ("Gun held its fire.", 17, ())
    assert scene["gun"].state.wait is not None


def test_a_shot_without_a_line_is_no_interrupt() -> None:
    """Who has no shot watches on; nothing has happened then."""
    ground = {"cells": [{"hex": [0, -2], "solid": True}]}
    scene = field(gunman(state=watching((0, -3))), runner(), map=ground)
    assert goes(scene, Waits(scene, supplied()), "orc", (0, -3)) == ()
    assert scene["gun"].state.wait is not None


def test_what_is_answered_to_a_shot() -> None:
    """A wait for attacks answers opportunity fire before the shot, and may prevent it."""
    imp = armed(blade(mode={"damage": "9d"})) | {"state": waiting("attacks")}
    scene = field(gunman(state=watching((0, -3)), ht=3), runner(), foe("imp", hex=[-1, 0], facing=1, **imp))
    dice = supplied(*HIT, 6, 6, 6, *[6] * 9, *[6] * 30)
    happened = goes(scene, Waits(scene, dice), "orc", (0, -3))
    assert [each.figure for each in happened] == ["imp"]
    assert "Gun was stopped before it could fire." in told(dice)


@pytest.mark.parametrize(
    ("event", "initial", "fires"),
    [
        (EventKind.ATTACKS, False, False),
        (EventKind.ATTACKS, True, True),
        (EventKind.TURNS, False, False),
        (EventKind.TURNS, True, True),
        (EventKind.APPEARS, False, True),
    ],
)
def test_who_stands_in_a_zone_already(event: EventKind, initial: bool, fires: bool) -> None:
    """Who stands in a watched hex does not appear, unless it comes out of hiding, or by the option by any event."""
    scene = field(
        gunman(state=watching((0, -4))), runner(), rulings=TacticalRulings(zone_initial=initial, open_plain=True)
    )
    with falling(*(MISS if fires else ())) as dice:
        assert bool(acts(scene, Waits(scene, dice), "orc", event)) == fires


def test_who_becomes_visible_in_a_zone() -> None:
    """Who steps out from behind a pillar within the watched hexes appears."""
    ground = {"cells": [{"hex": [0, -2], "solid": True}]}
    scene = field(gunman(state=watching((0, -3), (1, -4), (2, -5))), runner(hex=[0, -3]), map=ground)
    with falling(*MISS) as dice:
        waits = Waits(scene, dice)
        assert len(goes(scene, waits, "orc", (1, -4))) == 1
    assert scene["gun"].state.wait is None


def test_who_was_seen_before_does_not_become_visible() -> None:
    """Who moves about in the watched hexes in full view does not appear."""
    scene = field(gunman(state=watching((0, -3), (0, -4))), runner(hex=[0, -4]))
    assert goes(scene, Waits(scene, supplied()), "orc", (0, -3)) == ()


def test_a_popup_attack_in_a_round() -> None:
    """Who makes a pop-up attack appears where it shoots from, and can only dodge."""
    scene = field(gunman(state=watching((0, -4))), runner(state={}, dx=8))
    event = Event(EventKind.APPEARS, "orc", scene["orc"], popup=True)
    with falling(*HIT, 6, 5, 5, 1, 1) as dice:
        (interrupt,) = Waits(scene, dice)(event)
    assert [each.kind for each in interrupt.attacks[0].defenses] == ["dodge"]
