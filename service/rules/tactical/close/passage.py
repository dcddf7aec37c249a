"""Movement with foes' hexes on the way: running in, evading, slamming and leaving close combat, step by step.

A path is planned before the first die; here its steps are taken one by one, and an evade that fails, or a slam that
does not get through, ends it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice
from service.rules.kernel.hexes import Hex, neighbour, turned
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.refusals import MoveRefusal
from service.rules.tactical.book.words import TacticalFollowUp, TacticalMoveMode, TacticalSector
from service.rules.tactical.close.evade import evade
from service.rules.tactical.close.outcomes import TacticalEvade, TacticalSlam
from service.rules.tactical.close.slam import PLAYED, SlamConduct, Slamming, plan_slam, slam, velocity_of
from service.rules.tactical.figures.field import Field, body_at, misplaced, size_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import (
    drag,
    dragged_by,
    join,
    leave_behind,
    sector_of_opponent,
)
from service.rules.tactical.figures.placement import nearest_free
from service.rules.tactical.figures.standing import changed, is_conscious, name_of, speed_of
from service.rules.tactical.map.footprints import body_arc
from service.rules.tactical.map.sectors import towards
from service.rules.tactical.movement.advance import take, turn_to
from service.rules.tactical.movement.models import TacticalMoveOrder, TacticalPathEntry
from service.rules.tactical.movement.path_plan import plan_path
from service.rules.tactical.movement.steps import MovePlan, MoveStep

STOP, EVADE, SLAM = TacticalFollowUp
FRONT: Final = frozenset({5, 0, 1})
BEHIND: Final = 3
PAST: Final = 2
"""Yards that a slammer runs on past somebody who has dodged it."""


class Way(NamedTuple):
    """How a path is walked: its plan, how slams on it are made, and which foes let the figure pass."""

    plan: MovePlan
    conduct: SlamConduct = SlamConduct()
    let_pass: frozenset[str] = frozenset()


def mode_to(figure: TacticalFigure, direction: int) -> TacticalMoveMode:
    """Return how a figure enters the next hex in a direction without turning first."""
    relative = turned(direction, -figure.facing)
    if relative in FRONT:
        return TacticalMoveMode.FORWARD
    return TacticalMoveMode.BACKWARD if relative == BEHIND else TacticalMoveMode.SIDESTEP


def approach_of(field: Field, foe: TacticalFigure, origin: Hex) -> TacticalSector:
    """Return the side of a foe that a figure comes from."""
    sector = body_arc(field.body(foe), foe.facing, origin)
    return TacticalSector.FRONT if sector is TacticalSector.OWN else sector


def in_turn_order(field: Field, ids: Sequence[str]) -> list[str]:
    """Return figures in the order of their turns: by Basic Speed, then DX, then id."""
    return sorted(ids, key=lambda each: (-speed_of(field[each]), -field[each].dx, each))


class Passage:
    """A figure on its way, with what has come of it so far; `halted` says that its movement is over."""

    def __init__(self, field: Field, mover: str, way: Way, dice: Dice, slamming: Slamming = PLAYED) -> None:
        """Begin where the figure is."""
        self.field, self.mover, self.way, self.dice = field, mover, way, dice
        self._slamming = slamming
        self._start = field.body(field[mover])
        self._cites: Cites = ()
        self.evades: list[TacticalEvade] = []
        self.slams: list[TacticalSlam] = []
        self.slammed: set[str] = set()
        self.entered: list[str] = []
        self.left: list[str] = []
        self.halted = False
        self.met_at: Hex | None = None

    @property
    def figure(self) -> TacticalFigure:
        """The figure as it is now."""
        return self.field[self.mover]

    @property
    def is_down(self) -> bool:
        """Whether the figure lies, or can do nothing more."""
        return self.figure.posture is Posture.LYING or not is_conscious(self.figure)

    def walk(self) -> None:
        """Take all steps of the path, then turn as it ends; waits of others are not asked.

        Dice: for each foe on the way those of an evade or of a slam.
        """
        for step in self.way.plan.steps:
            self.take(step)
            if self.halted:
                return
        if self.way.plan.end_turn:
            turn_to(self.field, self.mover, self.way.plan.facing)

    def take(self, step: MoveStep) -> None:
        """Take one step.

        First the foes are evaded on whose side the figure leaves, then those slammed into whom its body sweeps over as
        it turns; then it moves, and meets those whose hexes it comes into, in turn order.

        Dice: for each foe those of an evade or of a slam.
        """
        self._cites = step.cites
        for foe in in_turn_order(self.field, step.exits):
            if not self._evades(foe, sector_of_opponent(self.field, self.field[foe], self.mover), step):
                return
        for swept in step.sweeps:
            self._sweep(swept.foe, swept.yards, step)
            if self.halted:
                return
        origin = self.figure.hex
        self.advance(step)
        follow_ups = {each.foe: each.follow_up for each in step.contacts}
        for foe in in_turn_order(self.field, tuple(follow_ups)):
            self._meet(foe, follow_ups[foe], origin, step)

    def advance(self, step: MoveStep) -> None:
        """Move by one step, with those who are dragged along, and end the close combats that the figure leaves."""
        field, name = self.field, name_of(self.figure)
        dragged = dragged_by(field, self.figure)
        held = {grip.foe for grip in self.figure.state.grapples}
        take(field, self.mover, step)
        for each in dragged:
            drag(field, self.mover, each)
            text = f"{name} drags {name_of(field[each])} along."
            self.dice.note(rulebook.GRAPPLE_EFFECT, text, actor=self.mover)
        left = leave_behind(field, self.mover)
        self.left += left
        for each in left:
            if each in held:
                text = f"{name} leaves and lets go of {name_of(field[each])}."
                self.dice.note(rulebook.CLOSE_GRAPPLED_STAY, text, actor=self.mover)

    def _evades(self, foe: str, sector: TacticalSector, step: MoveStep) -> bool:
        let_pass = foe in self.way.let_pass
        report = evade(self.field, self.mover, foe, sector, self.dice, let_pass=let_pass, cites=step.cites)
        self.evades.append(report)
        self.halted = self.halted or not report.passed
        return report.passed

    def _meet(self, foe: str, follow_up: TacticalFollowUp, origin: Hex, step: MoveStep) -> None:
        """Meet a foe whose hex the figure has come into: get past him, slam into him, or stop."""
        if self.halted:
            self.run_in(foe, origin)
        elif follow_up is EVADE:
            if not self._evades(foe, approach_of(self.field, self.field[foe], origin), step):
                self.run_in(foe, origin)
        elif follow_up is SLAM and foe not in self.slammed:
            direction = enter(self.field, self.mover, foe, origin)
            velocity = velocity_of(self.figure, self.field[foe], direction)
            self._after_slam(self._slam(foe, velocity, step), step, direction)
        elif follow_up is STOP:
            self.run_in(foe, origin)

    def run_in(self, foe: str, origin: Hex) -> None:
        """Stop in the hex of a foe: close combat begins at once for both."""
        enter(self.field, self.mover, foe, origin)
        self.entered.append(foe)
        text = f"{name_of(self.figure)} is in close combat with {name_of(self.field[foe])}."
        cites = (rulebook.CLOSE_RUN_IN, rulebook.CLOSE_HALVES, *self._cites)
        several = len(self.field[foe].state.close) > 1 or len(self.figure.state.close) > 1
        more = (rulebook.CLOSE_ANY_NUMBER,) if several else ()
        self.dice.note(rulebook.CLOSE_START, text, actor=self.mover, cites=(*cites, *more))

    # Slams

    def _sweep(self, foe: str, yards: int, step: MoveStep) -> None:
        """Slam into somebody whom a turning body sweeps over."""
        text = f"The body of {name_of(self.figure)} sweeps over {name_of(self.field[foe])}."
        self.dice.note(rulebook.MULTIHEX_SWEEP, text, actor=self.mover)
        direction = enter(self.field, self.mover, foe, self.figure.hex)
        self._after_slam(self._slam(foe, yards, step, swept=True), step, direction)

    def _slam(self, foe: str, velocity: int, step: MoveStep, *, swept: bool = False) -> TacticalSlam:
        plan = self._slamming.plan(self.field, self.mover, foe, velocity, self.way.conduct)
        overrun = (rulebook.SLAM_MULTI_HEX_THROUGH,) if size_of(self.figure) > 1 else ()
        cites = (*overrun, *step.cites)
        return slam(self.field, plan, self.dice, self._slamming, swept=swept, cites=cites)

    def _after_slam(self, done: TacticalSlam, step: MoveStep, direction: int) -> None:
        """Go on after a slam, or stop there.

        A large figure goes on unless it is down itself; any other one only past somebody who has dodged it or fallen.
        """
        large = size_of(self.figure) > 1
        if large and done.result is AttackResult.DODGED:
            done = self._drive_away(done)
        self.slams.append(done)
        self.slammed.add(done.target)
        self.met_at = self.figure.hex
        leave_behind(self.field, self.mover)
        if self.is_down:
            self.halted = True
            if large and not done.swept:
                self._fall_over(done.target)
        elif large:
            text = f"{name_of(self.figure)} goes on."
            self.dice.note(rulebook.SLAM_MULTI_HEX_CONTINUE, text, actor=self.mover)
        elif done.result is AttackResult.DODGED and step is self.way.plan.steps[-1]:
            self._run_past(step, direction)
        elif done.result is not AttackResult.DODGED and done.target not in done.fell:
            self.halted = True

    def _drive_away(self, done: TacticalSlam) -> TacticalSlam:
        """Shift somebody who has dodged a large figure off its path, if there is room."""
        foe, mover = self.field[done.target], self.figure
        rulings, path = self.field.rulings, {*self._start, *self.field.body(mover)}
        for each in self.way.plan.steps:
            path.update(body_at(mover, each.hex, each.facing, rulings))
        there = None
        if path.intersection(self.field.body(foe)):
            there = nearest_free(self.field, foe, path)
            if there is not None:
                self.field.put(changed(foe, hex=there))
                leave_behind(self.field, self.mover)
        where = "stays underfoot, unharmed" if there is None else f"gets out of the way to [{there[0]}, {there[1]}]"
        self.dice.note(rulebook.SLAM_SMALLER_DODGES, f"{name_of(foe)} {where}.", actor=foe.id)
        return replace(done, moved_to=there)

    def _fall_over(self, foe: str) -> None:
        """Let a large figure that falls lie with its head where it ran into the smaller one, if there is room."""
        mover, contact = self.figure, self.field[foe].hex
        body = body_at(mover, contact, mover.facing, self.field.rulings)
        if contact in self.field.body(mover) and misplaced(self.field, mover, body) is None:
            self.field.put(changed(mover, hex=contact))
        text = f"{name_of(mover)} falls with its head where it ran into {name_of(self.field[foe])}."
        self.dice.note(rulebook.SLAM_MULTI_HEX_CONTINUE, text, actor=mover.id)

    def _run_past(self, step: MoveStep, direction: int) -> None:
        """Run on past somebody who has dodged, two yards if there are movement points and room, else less."""
        plan, ran = None, 0
        for yards in range(PAST, 0, -1):
            plan = self._onward(step, direction, yards)
            if plan is not None:
                ran = yards
                break
        name = name_of(self.figure)
        for each in () if plan is None else plan.steps:
            self.advance(each)
        text = (
            f"{name} runs {ran} yard{'' if ran == 1 else 's'} past." if ran else f"{name} cannot run past, and stops."
        )
        self.dice.note(rulebook.SLAM_DODGED, text, actor=self.mover)
        self.halted = True

    def _onward(self, step: MoveStep, direction: int, yards: int) -> MovePlan | None:
        """Return the plan of some yards straight on, or None if points or room are lacking."""
        conduct, entries, here = self.way.conduct, [], self.figure.hex
        for _ in range(yards):
            here = neighbour(here, direction)
            entries.append(TacticalPathEntry(to=here))
        order = TacticalMoveOrder(maneuver=conduct.maneuver, option=conduct.option, path=tuple(entries))
        try:
            plan = plan_path(self.field, self.figure, order, spent=step.spent)
        except MoveRefusal:
            return None
        return None if any(each.contacts for each in plan.steps) else plan


def enter(field: Field, mover: str, foe: str, origin: Hex) -> int:
    """Begin close combat with a foe in whose hex a figure is now, and return the direction it came in."""
    here, there = field.body(field[mover]), field.body(field[foe])
    shared = next((each for each in here if each in there), min(there))
    direction = towards(origin, shared)
    join(field, mover, foe, shared, direction)
    return direction


def rehearse(field: Field, mover: str, way: Way) -> None:
    """Refuse a path on which a slam could not be made; nothing is changed, and no die is rolled.

    Raises: whatever `plan_slam` refuses.
    """
    trial = field.copy()
    for step in way.plan.steps:
        for swept in step.sweeps:
            enter(trial, mover, swept.foe, trial[mover].hex)
            plan_slam(trial, mover, swept.foe, swept.yards, way.conduct)
            leave_behind(trial, mover)
        origin = trial[mover].hex
        take(trial, mover, step)
        leave_behind(trial, mover)
        for each in step.contacts:
            if each.follow_up is SLAM:
                direction = enter(trial, mover, each.foe, origin)
                velocity = velocity_of(trial[mover], trial[each.foe], direction)
                plan_slam(trial, mover, each.foe, velocity, way.conduct)
