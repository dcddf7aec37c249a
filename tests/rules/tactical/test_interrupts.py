"""Turns that are interrupted: which events others may answer, and how a figure goes on, or does not."""

from collections.abc import Callable
from typing import Any

import orjson
import pytest

from service.rules.kernel.hexes import Hex
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.wounds.hits import without
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalWaitKind
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import changed, close_with, with_state
from service.rules.tactical.rounds.acting.turns import take_turn
from service.rules.tactical.rounds.records import TacticalIntent, TacticalInterrupt, TacticalTurnReport
from service.rules.tactical.rounds.round import make_room
from service.rules.tactical.rounds.turn.events import Event, EventKind, Watcher
from service.rules.tactical.rounds.turn.turn import Orders
from service.rules.tactical.rounds.waiting.waits import Waits
from tests.rules.tactical.falls import falling, supplied, told
from tests.rules.tactical.scenes import OPEN, field, figure, foe
from tests.rules.tactical.turns import MISS, Document, ash, orc

Change = Callable[[TacticalFigure], TacticalFigure]
AHEAD = [{"to": [0, -1]}, {"to": [0, -2]}, {"to": [0, -3]}]
EVADE = [{"foe": "orc", "follow_up": "evade"}]
ELM = figure("elm", hex=[9, 9], state={"wait": {}})
"""Somebody who waits; without anybody who does, others are not asked."""


def intent(maneuver: str, **facts: Any) -> TacticalIntent:
    """What Ash does."""
    return TacticalIntent.model_validate_json(orjson.dumps({"figure": "ash", "maneuver": maneuver} | facts))


def interrupting(ground: Field, at: int, change: Change, of: str = "ash") -> Watcher:
    """Change a figure at an event, counted from 0."""
    seen: list[Event] = []

    def watcher(event: Event) -> tuple[TacticalInterrupt, ...]:
        seen.append(event)
        if len(seen) != at + 1:
            return ()
        ground.put(change(ground[of]))
        done = TacticalInterrupt(
            figure="orc",
            against="ash",
            kind=TacticalWaitKind.MELEE,
            event=event.kind.value,
            summary="Orc interrupted.",
            vision_roll=None,
            feint=None,
            attacks=(),
            friendly_fire=False,
        )
        return (done,)

    return watcher


class Interrupted:
    """A turn of Ash in which something happens to somebody at one event."""

    def __init__(
        self,
        order: TacticalIntent,
        at: int,
        change: Change,
        *others: TacticalFigure,
        of: str = "ash",
        faces: tuple[int, ...] = (),
        rulings: TacticalRulings = OPEN,
        **facts: Any,
    ) -> None:
        """Play the turn; every die must be used."""
        self.field = field(ash(**facts), *others, ELM, rulings=rulings)
        with falling(*faces) as dice:
            self.turn: TacticalTurnReport = take_turn(
                self.field, "ash", order, dice, interrupting(self.field, at, change, of), Orders({}, {}, [])
            )
        self.told = told(dice)

    @property
    def ash(self) -> TacticalFigure:
        """Ash after the turn."""
        return self.field["ash"]


def test_what_others_may_answer() -> None:
    """Others may act after a maneuver is chosen, a posture, a hex, a turn, the last facing, and before an attack."""
    ground, seen = field(ash(), orc(hex=[0, -3]), ELM), list[tuple[EventKind, tuple[int, int], int]]()

    def watcher(event: Event) -> tuple[TacticalInterrupt, ...]:
        seen.append((event.kind, event.before.hex, event.before.facing))
        return ()

    path = [{"to": [0, -1]}, {"turn": 1}, {"to": [0, -2], "mode": "sidestep"}]
    order = intent("move_and_attack", free=[{"kind": "crouch"}], path=path, attack={"target": "orc"}, end_facing=0)
    with falling(*MISS) as dice:
        report = take_turn(ground, "ash", order, dice, watcher, Orders({}, {}, []))
    assert report.error is None, report.error
    assert seen == [
        (EventKind.DECLARES, (0, 0), 0),
        (EventKind.POSTURE, (0, 0), 0),
        (EventKind.ENTERS, (0, 0), 0),
        (EventKind.TURNS, (0, -1), 0),
        (EventKind.ENTERS, (0, -1), 1),
        (EventKind.TURNS, (0, -2), 1),
        (EventKind.ATTACKS, (0, -2), 0),
    ]


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"stunned": True}, "Ash was stunned."),
        ({"unconscious": True}, "Ash was unconscious."),
        ({"dead": True}, "Ash was dead."),
        ({"pinned_by": ("orc",)}, "Ash was pinned."),
    ],
)
def test_what_stops_a_runner(state: Document, why: str) -> None:
    """Who is stunned, pinned or put out of action goes no farther, and the turn says why."""
    done = Interrupted(intent("move", path=AHEAD), 1, lambda each: with_state(each, **state), orc(hex=[5, 5]))
    assert (done.ash.hex, done.turn.ended) == ((0, -1), why)
    assert done.turn.stun_recovery is None
    assert [each.summary for each in done.turn.interrupts] == ["Orc interrupted."]
    assert "Orc interrupted." in done.turn.summary


def test_a_runner_may_be_stopped_before_he_begins() -> None:
    """Who is stunned as it chooses its maneuver does nothing of it."""
    order = intent("move", path=AHEAD, end_facing=3)
    done = Interrupted(order, 0, lambda each: with_state(each, stunned=True), orc(hex=[5, 5]))
    assert (done.ash.hex, done.ash.facing, done.turn.ended) == ((0, 0), 0, "Ash was stunned.")


def test_a_fall_ends_most_runs() -> None:
    """Who falls on the way has to crawl on, which costs all movement points, and so stays."""
    done = Interrupted(
        intent("move", path=AHEAD), 1, lambda each: changed(each, posture=Posture.LYING), orc(hex=[5, 5])
    )
    assert done.turn.ended is not None
    assert "all of its" in done.turn.ended
    assert (done.turn.hexes, done.ash.posture) == (1, Posture.LYING)


@pytest.mark.parametrize(
    ("driven", "hex", "why"),
    [
        ((1, -2), (0, -3), None),
        ((2, -2), (2, -2), "Hex [0, -2] is not adjacent to hex [2, -2]; the nearest that is: [1, -2]."),
    ],
)
def test_a_runner_goes_on_from_where_he_is_driven(driven: Hex, hex: Hex, why: str | None) -> None:
    """Who is driven to another hex goes on from there, as far as its path leads on."""
    done = Interrupted(intent("move", path=AHEAD), 1, lambda each: changed(each, hex=driven), orc(hex=[5, 5]))
    assert (done.ash.hex, done.turn.ended) == (hex, why)


def test_shock_in_ones_own_turn_counts_in_the_next() -> None:
    """Pain of an interrupt does not lower the present turn; older pain does, and is over after it."""
    order = intent("attack", attack={"target": "orc"})
    done = Interrupted(order, 0, lambda each: with_state(each, shock=-3), orc(), faces=MISS, state={"shock": -1})
    assert done.turn.attacks[0].number.total == 11
    assert done.ash.state.shock == -3
    fresh = Interrupted(order, 0, lambda each: with_state(each, shock=-3), orc(), faces=MISS)
    assert (fresh.turn.attacks[0].number.total, fresh.ash.state.shock) == (12, -3)
    run = intent("move", path=AHEAD)
    hurt = Interrupted(run, 1, lambda each: with_state(each, shock=-1), orc(hex=[5, 5]))
    assert hurt.ash.state.shock == -1


def test_what_is_held_no_more_is_not_dropped() -> None:
    """Who loses a weapon before it would drop it does not drop it once more, and goes on."""
    order = intent("move", free=[{"kind": "drop", "weapon": "sword"}], path=AHEAD)
    done = Interrupted(order, 0, lambda each: without(each, each.weapons[0].id), orc(hex=[5, 5]))
    assert done.turn.summary.count("Ash cannot drop 'sword', which it does not hold.") == 1
    assert (done.ash.state.dropped, done.turn.hexes) == (("sword",), len(AHEAD))


def test_an_attack_is_lost_that_has_become_impossible() -> None:
    """A target that gets away before the blow is not struck, and the turn says why."""
    order = intent("attack", attack={"target": "orc"})
    done = Interrupted(order, 1, lambda each: changed(each, hex=(0, -4)), orc(), of="orc")
    assert done.turn.attacks == ()
    assert done.turn.ended == "The target is 4 yd from ash; sword strikes at reach 1."
    stunned = Interrupted(order, 1, lambda each: with_state(each, stunned=True), orc())
    assert (stunned.turn.attacks, stunned.turn.ended) == ((), "Ash was stunned.")


def test_an_attack_is_planned_anew() -> None:
    """If something has happened before the blow, it is planned again as things are now."""
    order = intent("attack", attack={"target": "orc"})
    done = Interrupted(order, 1, lambda each: changed(each, sm=2), orc(), of="orc", faces=(5, 5, 5))
    assert done.turn.attacks[0].number.total == 14


def test_stopped_in_a_foes_hex() -> None:
    """Who is stunned in a foe's hex on the way past him is in close combat; who is felled there is not."""
    order = intent("move", path=AHEAD, follow_ups=EVADE)
    stunned = Interrupted(order, 1, lambda each: with_state(each, stunned=True), orc())
    assert close_with(stunned.ash, "orc") is not None
    felled = Interrupted(order, 1, lambda each: with_state(each, unconscious=True), orc())
    assert close_with(felled.ash, "orc") is None


def test_driven_out_of_a_foes_hex() -> None:
    """Who is driven out of a foe's hex meets him no more, and goes on as far as the path allows."""
    order = intent("move", path=AHEAD, follow_ups=EVADE)
    done = Interrupted(order, 1, lambda each: changed(each, hex=(1, -2)), orc())
    assert (done.turn.evades, close_with(done.ash, "orc"), done.ash.hex) == ((), None, (0, -3))


def test_a_turn_at_the_end_that_is_no_longer_possible() -> None:
    """A last facing is judged again if something has happened on the way."""
    order = intent("move", path=AHEAD[:1], end_facing=3)
    done = Interrupted(order, 1, lambda each: with_state(each, grappled_by=("orc",)), orc(hex=[5, 5]))
    assert done.ash.facing == 3
    low = Interrupted(order, 1, lambda each: changed(each, facing=4), orc(hex=[5, 5]))
    assert low.ash.facing == 3


# Jumps

PIT = {"cells": [{"hex": [0, -1], "obstruction": "severe"}]}
OVER = {"figure": "ash", "maneuver": "move", "path": [{"jump_to": [0, -2]}]}


@pytest.mark.parametrize(("faces", "hex"), [((3, 3, 3), (0, -2)), ((6, 6, 5), (0, 0))])
def test_jumps_take_a_roll_by_an_option(faces: tuple[int, ...], hex: Hex) -> None:
    """By an option a jump takes DX; a failure ends the movement before the obstacle."""
    ground = field(ash(), orc(hex=[5, 5]), map=PIT, rulings=TacticalRulings(jump_roll=True))
    with falling(*faces) as dice:
        report = take_turn(
            ground, "ash", intent("move", path=OVER["path"]), dice, Waits(ground, dice), Orders({}, {}, [])
        )
    assert ground["ash"].hex == hex
    assert (report.ended is None) == (hex == (0, -2))
    if hex == (0, -2):
        assert "Ash jumped 2 hexes to [0, -2], facing north, 2 of 6 points." in told(dice)


# Friends in one hex


def spaced(*figures: TacticalFigure, map: Document | None = None) -> tuple[Field, list[str]]:
    """Figures that have come to share hexes, and what is told as room is made."""
    apart = [changed(each, hex=(9 + 2 * place, 0), posture=Posture.STANDING) for place, each in enumerate(figures)]
    ground = field(*apart, map=map, rulings=OPEN)
    for each in figures:
        ground.put(each)
    dice = supplied()
    make_room(ground, dice)
    return ground, told(dice)


def test_friends_part_after_a_close_combat() -> None:
    """When a close combat is over, of two friends left in its hex the one listed last steps aside."""
    ground, sentences = spaced(ash(), figure("elm"))
    assert (ground["ash"].hex, ground["elm"].hex) == ((0, 0), (-1, 0))
    assert sentences == ["Elm made room and stepped to [-1, 0]."]


def test_who_shared_a_hex_for_want_of_room_leaves_it() -> None:
    """Who is marked as sharing a hex steps aside as anybody does, once there is room."""
    ground, _ = spaced(ash(), figure("elm", state={"sharing": True}))
    assert ((ground["ash"].hex, ground["elm"].hex), ground["elm"].state.sharing) == (((0, 0), (-1, 0)), False)


def test_who_fights_stays() -> None:
    """Who is still in close combat stays, and so do foes who share a hex."""
    fighting = ash(state={"close": [{"foe": "orc", "hex": [0, 0], "own_side": 3}]})
    ground, sentences = spaced(figure("elm"), fighting)
    assert (ground["elm"].hex, ground["ash"].hex) == ((-1, 0), (0, 0))
    assert len(sentences) == 1
    assert spaced(ash(), foe("orc", hex=[0, 0]))[1] == []


def test_a_fallen_friend_draws_in_its_legs() -> None:
    """A figure that lies across a friend's hex draws in its legs, if its own hex is free."""
    ground, sentences = spaced(ash(), figure("elm", hex=[0, 0], posture="lying", facing=0, upper_direction=0))
    assert (ground["elm"].hex, ground["elm"].state.huddled) == ((0, 1), True)
    assert sentences == ["Elm drew in its legs."]


def test_friends_stay_together_where_there_is_no_room() -> None:
    """Without a free hex near, friends stay where they are."""
    bounds = {"bounds": {"kind": "hexes", "hexes": [[0, 0], [9, 0], [11, 0]]}}
    ground, sentences = spaced(ash(), figure("elm"), map=bounds)
    assert (ground["elm"].hex, sentences) == ((0, 0), [])
