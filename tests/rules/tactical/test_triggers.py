"""Which waits a movement sets off."""

from typing import Any, Final

import pytest

from service.rules.kernel.hexes import Hex
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import origin_of, reach_with_size, reaches_now, threatened_hexes
from service.rules.tactical.movement.plan_move import plan_move
from service.rules.tactical.movement.records import TacticalMoveInput
from service.rules.tactical.movement.triggers import Passage, appears, first_trigger, is_triggered, passages_of
from tests.pins import pins
from tests.rules.tactical.moves import moved, order_of
from tests.rules.tactical.path_builders import CHANGE, NORTH, NORTHER, alone, by, rough
from tests.rules.tactical.scenes import OPEN, bow, field, figure, foe, sword, weapon

SECRET: Final = {"kind": "opportunity", "zone": {"hexes": [[0, -1]], "secret": True}}


def waits(event: str, id: str = "orc", **facts: Any) -> TacticalFigure:
    """A foe at [0, 2], facing north, that waits for an event."""
    trigger = {"event": event, "hexes": facts.pop("hexes", [])} | facts.pop("trigger", {})
    return foe(id, **({"hex": [0, 2], "facing": 0, "state": {"wait": {"trigger": trigger}}} | facts))


def provoked(*people: TacticalFigure, path: list[dict[str, Any]], rulings: TacticalRulings = OPEN, **order: Any) -> Any:
    """What plan-move says of waits."""
    asked = order_of(order.pop("maneuver", TacticalManeuver.MOVE), *path, **order)
    told = plan_move(TacticalMoveInput(figures=people, figure="ash", order=asked), rulings)
    return [(each.figure, each.entry, each.hex, each.rule.removeprefix("tactical/")) for each in told.provokes]


ACROSS: Final = {"kind": "line", "start": [-2, 0], "end": [2, -2]}
BACK: Final = [{"turn": 3}, {"to": [0, 1]}]


@pytest.mark.parametrize(
    ("waiter", "path", "expected"),
    [
        (waits("enters_reach"), BACK, [("orc", 1, (0, 1), "wait/reach")]),
        (waits("enters_reach"), [NORTH], []),
        (waits("any"), [NORTH, NORTHER], [("orc", 0, (0, -1), "wait/interrupt")]),
        (waits("attacks"), [NORTH], []),
        (waits("declares"), [NORTH], []),
        (waits("enters_hexes", hexes=[[0, -2]]), [NORTH, NORTHER], [("orc", 1, (0, -2), "wait/interrupt")]),
        (waits("leaves_hex", hexes=[[0, -1]]), [NORTH, NORTHER], [("orc", 1, (0, -2), "wait/interrupt")]),
        (waits("any", trigger={"who": ["elm"]}), [NORTH], []),
        (waits("any", trigger={"who": ["ash"]}), [NORTH], [("orc", 0, (0, -1), "wait/interrupt")]),
        (waits("any", side="red"), [NORTH], []),
        (waits("any", side="red", trigger={"anybody": "anyone"}), [NORTH], [("orc", 0, (0, -1), "wait/interrupt")]),
        (foe(hex=[0, 2], state={"wait": SECRET}), [NORTH], []),
        (foe(hex=[0, 2], side="red", state={"wait": SECRET}), [NORTH], [("orc", 0, (0, -1), "opportunity/appear")]),
        (
            foe(
                hex=[5, 5],
                state={"wait": {"kind": "opportunity", "zone": {"kind": "line", "start": [-2, 0], "end": [2, -2]}}},
            ),
            [NORTH, NORTHER],
            [("orc", 0, (0, -1), "opportunity/cross")],
        ),
        (foe(hex=[5, 5], state={"wait": {"kind": "opportunity", "zone": {"kind": "line"}}}), [NORTH], []),
        (foe(hex=[5, 5], state={"wait": {"kind": "opportunity"}}), [NORTH], []),
        (foe(hex=[5, 5], state={"wait": {}}), [NORTH], []),
        (foe(hex=[5, 5]), [NORTH], []),
    ],
)
def test_plan_move_tells_which_waits_a_path_sets_off(waiter: TacticalFigure, path: Any, expected: Any) -> None:
    """The first entry that fits the trigger is told, unless the wait is another side's secret."""
    assert provoked(figure(), waiter, path=path) == expected


def test_a_weapon_decides_how_early_a_wait_is_set_off() -> None:
    """The weapon of the response counts, or the first one ready that has a reach; one out of hand threatens nobody."""
    spear = sword(id="spear", modes=[sword()["modes"][0] | {"reaches": [1, 2], "name": "thrust"}])
    facts: dict[str, Any] = {"weapons": [bow(), sword(), spear], "ready": {"right": "sword", "left": "spear"}}
    waiter = waits("enters_reach", hex=[0, 3], **facts)
    toward: list[dict[str, Any]] = [{"turn": 3}, {"to": [0, 1]}, {"to": [0, 2]}]
    assert provoked(figure(), waiter, path=toward) == [("orc", 2, (0, 2), "wait/reach")]
    responding = {"wait": {"trigger": {"event": "enters_reach"}, "response": {"weapon": "spear"}}}
    assert provoked(figure(), foe(hex=[0, 3], facing=0, state=responding, **facts), path=toward)[0][1] == 1
    unready = {"wait": {"trigger": {"event": "enters_reach"}, "response": {"weapon": "axe"}}}
    assert provoked(figure(), foe(hex=[0, 3], facing=0, state=unready, **facts), path=toward) == []


@pins("appear")
def test_who_is_watched_already_appears_only_by_the_option() -> None:
    """Moving about within the zone, or turning on the line, sets nothing off unless the option says so."""
    zone = {"kind": "opportunity", "zone": {"hexes": [[0, 0], [0, -1]]}}
    watcher = foe(hex=[5, 5], state={"wait": zone})
    assert provoked(figure(), watcher, path=[NORTH]) == []
    assert provoked(figure(), watcher, path=[NORTH], rulings=by(zone_initial=True))[0][1] == 0
    line = {"kind": "opportunity", "zone": {"kind": "line", "start": [0, 3], "end": [0, -3]}}
    sniper = foe(hex=[5, 5], state={"wait": line})
    assert provoked(figure(), sniper, path=[{"turn": 1}]) == []
    assert provoked(figure(), sniper, path=[{"turn": 1}], rulings=by(zone_initial=True))[0][1] == 0


def test_a_jump_passes_every_hex_under_it() -> None:
    """A watched hex that is jumped over is entered in the air."""
    zone = {"kind": "opportunity", "zone": {"hexes": [[0, -1]]}}
    assert provoked(figure(), foe(hex=[5, 5], state={"wait": zone}), path=[{"jump_to": [0, -2]}]) == [
        ("orc", 0, (0, -2), "opportunity/appear")
    ]


def test_the_whole_body_sets_waits_off() -> None:
    """The tail of a horse, and the head of a figure that lies down, come into watched hexes, too."""
    tail = {"kind": "opportunity", "zone": {"hexes": [[-2, 2]]}}
    horse = figure(shape="line3")
    assert provoked(horse, foe(hex=[5, 5], state={"wait": tail}), path=[{"turn": 1}])[0][1] == 0
    head = {"kind": "opportunity", "zone": {"hexes": [[1, 0]]}}
    lying = provoked(
        figure(), foe(hex=[5, 5], state={"wait": head}), path=[{"posture": "lying"}], maneuver=CHANGE, upper_direction=2
    )
    assert lying[0][2] == (1, 0)
    here = alone(posture="crawling", map=rough())
    assert [each.after for each in passages_of(here, here["ash"], moved(here, NORTH))] == [((0, -1), (0, 0))]


def test_nobody_sets_off_its_own_wait() -> None:
    """A figure's own wait, and none at all, is never set off."""
    waiting = figure(state={"wait": {"trigger": {"event": "any", "anybody": "anyone"}}})
    here = field(waiting)
    assert not is_triggered(here, waiting, waiting, Passage(0, ((0, 0),), ((0, -1),)))
    assert first_trigger(here, figure("oak", hex=[1, 1]), waiting, []) is None


# Reach


def test_size_and_grip_decide_which_reaches_a_weapon_has_now() -> None:
    """A big figure reaches farther; a weapon that takes a Ready has the reach of its grip; crawlers strike close."""
    assert reach_with_size((0,), 1) == (0, 1)
    assert reach_with_size((1, 2), 2) == (1, 2, 3)
    assert reach_with_size((2, 1), 0) == (1, 2)
    assert reach_with_size((), 3) == ()
    halberd = weapon(sword(grip_ready=True, modes=[sword()["modes"][0] | {"reaches": [1, 2, 3]}]))
    assert reaches_now(figure(), halberd) == (1,)
    assert reaches_now(figure(state={"weapon_reach": [{"weapon": "sword", "reach": 3}]}), halberd) == (3,)
    assert reaches_now(figure(), halberd, "poke") == ()
    knife = weapon(sword(modes=[sword()["modes"][0] | {"reaches": [0, 1]}]))
    assert reaches_now(figure(), knife) == (0, 1)
    assert reaches_now(figure(posture="crawling"), knife) == (0,)


def test_a_large_figure_strikes_from_the_hex_that_its_weapon_names() -> None:
    """The origin turns with the body; the fan is there."""
    claw = sword(origin=[0, 1])
    beast = figure(shape="line2", facing=1, weapons=[claw])
    assert origin_of(beast, beast.weapons[0]) == (-1, 1)
    assert threatened_hexes(beast) == frozenset([(-1, 0), (0, 0), (0, 1)])
    assert threatened_hexes(figure(weapons=[])) == frozenset()
    assert threatened_hexes(figure(weapons=[bow()], ready={"both": "bow"})) == frozenset()


def test_a_zone_is_tested_by_its_kind() -> None:
    """An area is entered from outside, a line is crossed."""
    area = figure(state={"wait": {"kind": "opportunity", "zone": {"hexes": [[0, 1]]}}}).state.wait
    assert area is not None
    assert area.zone is not None
    there: tuple[Hex, ...] = ((0, 1),)
    assert appears(Passage(0, ((0, 0),), there), area.zone)
    assert not appears(Passage(0, there, there), area.zone)
