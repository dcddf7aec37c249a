"""Movement with foes' hexes on the way: running in, evading, slamming and leaving close combat, step by step.

A path is planned before the first die; here its steps are taken one by one, and an evade that fails, or a slam that
does not get through, ends it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice
from service.dice.transcript import Term
from service.rules.kernel import hexes
from service.rules.kernel.book import Fact
from service.rules.kernel.tally import counted
from service.rules.kernel.telling import amount
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.rolls import Contestant
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.modifiers import EVADE_MODIFIERS, EVADED, TacticalFact
from service.rules.tactical.book.refusals import Grappled, MoveRefusal
from service.rules.tactical.book.words import TacticalChangeReason, TacticalFollowUp, TacticalMoveMode, TacticalSector
from service.rules.tactical.close.contest import FIRST, QUICK, contest
from service.rules.tactical.close.outcomes import TacticalEvade, TacticalSlam
from service.rules.tactical.close.slam import (
    Clash,
    SlamConduct,
    SlamPlan,
    plan_slam,
    roll_clash,
    settle_slam,
    velocity_of,
)
from service.rules.tactical.figures import pairs, standing
from service.rules.tactical.figures.dexterity import dx_of
from service.rules.tactical.figures.field import Field, misplaced
from service.rules.tactical.figures.filled_hexes import body_at, size_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.placement import nearest_free
from service.rules.tactical.map.footprints import body_arc
from service.rules.tactical.map.sectors import towards
from service.rules.tactical.movement.paths.path_plan import plan_path
from service.rules.tactical.movement.paths.steps import MovePlan, MoveStep, take, turn_to
from service.rules.tactical.movement.records import TacticalMoveOrder, TacticalPathEntry

STOP, EVADE, SLAM = TacticalFollowUp
BACKWARD, SIDESTEP = TacticalMoveMode.BACKWARD, TacticalMoveMode.SIDESTEP
MODES: Final = {2: SIDESTEP, 3: BACKWARD, 4: SIDESTEP}
"""How the next hex is entered, by the hexsides to the right of the facing; those in front are entered forward."""
PAST: Final = 2
"""Yards that a slammer runs on past somebody who has dodged it."""


class Way(NamedTuple):
    """How a path is walked: its plan, how slams on it are made, and which foes let the figure pass."""

    plan: MovePlan
    conduct: SlamConduct = SlamConduct()
    let_pass: frozenset[str] = frozenset()


def entry_to(figure: TacticalFigure, hex: hexes.Hex) -> TacticalPathEntry:
    """Return how a figure enters a hex next to it without turning first."""
    relative = hexes.turned(towards(figure.hex, hex), -figure.facing)
    return TacticalPathEntry(to=hex, mode=MODES.get(relative, TacticalMoveMode.FORWARD))


def nearest_part(field: Field, figure: TacticalFigure, foe: TacticalFigure) -> hexes.Hex:
    """Return the hex of a foe's body that is nearest to a figure."""
    return min(field.body(foe), key=lambda each: (hexes.distance(figure.hex, each), each))


def _in_turn_order(field: Field, ids: Iterable[str]) -> list[str]:
    return sorted(ids, key=lambda each: standing.turn_rank(field[each]))


# Evading

SIDES: Final = {
    TacticalSector.RIGHT: TacticalFact.FOE_SIDE,
    TacticalSector.LEFT: TacticalFact.FOE_SIDE,
    TacticalSector.BACK: TacticalFact.FOE_BACK,
}
"""The fact that the side a foe is approached from brings to an evade."""


def evade_terms(posture: Posture, approach: TacticalSector) -> list[Term]:
    """Return what a foe's posture, and the side it is approached from, add to who evades it."""
    facts: dict[Fact, int] = {EVADED[posture]: 1}
    if approach in SIDES:
        facts[SIDES[approach]] = 1
    return counted(EVADE_MODIFIERS, facts)


def refuse_evade(field: Field, mover: TacticalFigure, pointer: str) -> None:
    """Refuse to let a grappled figure evade."""
    binders = pairs.binders_of(field, mover)
    if binders:
        message = f"{mover.id!r} cannot evade: {', '.join([repr(each) for each in binders])} holds it."
        raise Grappled(message, pointer=pointer, rule=rulebook.EVADE_IMPOSSIBLE)


def evade(
    field: Field,
    mover_id: str,
    foe_id: str,
    approach: TacticalSector,
    dice: Dice,
    *,
    let_pass: bool = False,
    cites: Cites = (),
) -> TacticalEvade:
    """Contest the DX of a figure that wants to get past a foe with his, the field unchanged.

    `approach` is the side of the foe that the mover comes from. Allies, those who let it pass and those who cannot act
    are no hindrance. `cites` are the rules that led to it. The mover must not be grappled, which `refuse_evade` says.

    Dice: 3D6 mover, 3D6 foe; none if nobody hinders it.
    Source: Evading; the base game.
    """
    mover, foe = field[mover_id], field[foe_id]
    name, other, rule = standing.name_of(mover), standing.name_of(foe), rulebook.EVADE_CONTEST
    if let_pass or not standing.is_able(foe) or not field.is_foe(mover, foe):
        dice.note(rule, f"{other} let {name} pass.", actor=mover.id, cites=cites)
        return TacticalEvade(foe=foe.id, approach=approach, contest=None, passed=True)
    number = dx_of(field, mover, acting=True, more=evade_terms(foe.posture, approach))
    against = Contestant(rule, foe.id, other, dx_of(field, foe, acting=False))
    report = contest(QUICK, Contestant(rule, mover.id, name, number), against, dice)
    passed = report.winner is FIRST
    outcome = f"got past {other}" if passed else f"did not get past {other}, and stopped in its hex"
    dice.note(rulebook.CLOSE_FRONT_EXIT, f"{name} {outcome}.", actor=mover.id, cites=cites)
    return TacticalEvade(foe=foe.id, approach=approach, contest=report, passed=passed)


# Movement


class Passage:
    """A figure on its way, with what has come of it so far; `halted` says that its movement is over."""

    def __init__(self, field: Field, mover: str, way: Way, dice: Dice) -> None:
        """Begin where the figure is."""
        self.field, self.mover, self.way, self.dice = field, mover, way, dice
        self._start = field.body(field[mover])
        self.evades: list[TacticalEvade] = []
        self.slams: list[TacticalSlam] = []
        self.slammed: set[str] = set()
        self.entered: list[str] = []
        self.halted = False
        self.met_at: hexes.Hex | None = None

    @property
    def figure(self) -> TacticalFigure:
        """The figure as it is now."""
        return self.field[self.mover]

    @property
    def is_down(self) -> bool:
        """Whether the figure lies, or can do nothing more."""
        return self.figure.posture is Posture.LYING or not standing.is_conscious(self.figure)

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

        First the foes are evaded on whose side the figure leaves, then those slammed into whom its body swept over as
        it turns; then it moves, and meets those whose hexes it comes into, in turn order.

        Dice: for each foe those of an evade or of a slam.
        """
        for foe in _in_turn_order(self.field, step.exits):
            if not self._evades(foe, pairs.sector_of_opponent(self.field, self.field[foe], self.mover), step):
                return
        for swept in step.sweeps:
            self._sweep(swept.foe, swept.yards, step)
            if self.halted:
                return
        origin = self.figure.hex
        self.advance(step)
        follow_ups = {each.foe: each.follow_up for each in step.contacts}
        for foe in _in_turn_order(self.field, follow_ups):
            self._meet(foe, follow_ups[foe], origin, step)

    def advance(self, step: MoveStep) -> None:
        """Move by one step, with those who are dragged along, and end the close combats that the figure leaves."""
        field, figure = self.field, self.figure
        name, dragged = standing.name_of(figure), pairs.dragged_by(field, figure)
        held = {grip.foe for grip in figure.state.grapples}
        take(field, self.mover, step)
        for each in dragged:
            pairs.drag(field, self.mover, each)
            text = f"{name} dragged {field.name_of(each)} along."
            self.dice.note(rulebook.GRAPPLE_EFFECT, text, actor=self.mover)
        for each in pairs.leave_behind(field, self.mover):
            if each in held:
                text = f"{name} left and let go of {field.name_of(each)}."
                self.dice.note(rulebook.CLOSE_GRAPPLED_STAY, text, actor=self.mover)

    def _evades(self, foe: str, sector: TacticalSector, step: MoveStep) -> bool:
        let_pass = foe in self.way.let_pass
        report = evade(self.field, self.mover, foe, sector, self.dice, let_pass=let_pass, cites=step.cites)
        self.evades.append(report)
        self.halted = self.halted or not report.passed
        return report.passed

    def _meet(self, foe: str, follow_up: TacticalFollowUp, origin: hexes.Hex, step: MoveStep) -> None:
        """Meet a foe whose hex the figure has come into: get past him, slam into him, or stop."""
        if not self.halted and follow_up is EVADE:
            sector = body_arc(self.field.body(self.field[foe]), self.field[foe].facing, origin)
            approach = TacticalSector.FRONT if sector is TacticalSector.OWN else sector
            if self._evades(foe, approach, step):
                return
        if self.halted or follow_up is STOP:
            self.run_in(foe, origin, step)
        elif follow_up is SLAM and foe not in self.slammed:
            self._slam(foe, *self._contact(foe, origin), step)

    def _contact(self, foe: str, origin: hexes.Hex) -> tuple[int, int]:
        """Begin close combat with a foe who is slammed into, and return the velocity and the direction of the slam."""
        direction = enter(self.field, self.mover, foe, origin)
        return velocity_of(self.figure, self.field[foe], direction), direction

    def run_in(self, foe: str, origin: hexes.Hex, step: MoveStep) -> None:
        """Stop in the hex of a foe: close combat begins at once for both."""
        enter(self.field, self.mover, foe, origin)
        self.entered.append(foe)
        text = f"{standing.name_of(self.figure)} was in close combat with {self.field.name_of(foe)}."
        several = len(self.field[foe].state.close) > 1 or len(self.figure.state.close) > 1
        more = (rulebook.CLOSE_ANY_NUMBER,) if several else ()
        cites = (rulebook.CLOSE_RUN_IN, rulebook.CLOSE_HALVES, *step.cites, *more)
        self.dice.note(rulebook.CLOSE_START, text, actor=self.mover, cites=cites)

    # Slams

    def plan_slam(self, foe: str, velocity: int) -> SlamPlan:
        """Work out a slam into a foe."""
        return plan_slam(self.field, self.mover, foe, velocity, self.way.conduct)

    def roll_slam(self, plan: SlamPlan) -> Clash:
        """Roll a slam up to the damage of both.

        Dice: those of `roll_clash`.
        """
        return roll_clash(self.field, plan, self.dice)

    def _sweep(self, foe: str, yards: int, step: MoveStep) -> None:
        """Slam into somebody whom a turning body swept over."""
        text = f"The body of {standing.name_of(self.figure)} swept over {self.field.name_of(foe)}."
        self.dice.note(rulebook.MULTIHEX_SWEEP, text, actor=self.mover)
        self._slam(foe, yards, enter(self.field, self.mover, foe, self.figure.hex), step, swept=True)

    def _slam(self, foe: str, velocity: int, direction: int, step: MoveStep, *, swept: bool = False) -> None:
        """Slam into a foe in contact, and go on after it, or stop there.

        A large figure goes on unless it is down itself; any other one only past somebody who has dodged it or fallen.
        """
        plan = self.begin_slam(foe, velocity, step)
        self.end_slam(plan, self.roll_slam(plan), direction, step, swept=swept)

    def begin_slam(self, foe: str, velocity: int, step: MoveStep) -> SlamPlan:
        """Plan a slam into a foe in contact."""
        plan, large = self.plan_slam(foe, velocity), size_of(self.figure) > 1
        overrun = (rulebook.SLAM_MULTI_HEX_THROUGH,) if large else ()
        cites = (rulebook.SLAM_VELOCITY, rulebook.SLAM_DEFENSE, *overrun, *step.cites)
        who = f"{standing.name_of(self.figure)} ran into {self.field.name_of(foe)}"
        text = f"{who} at {amount(velocity, 'yard')} a second."
        self.dice.note(rulebook.SLAM_ATTEMPT, text, actor=self.mover, cites=cites)
        return plan

    def end_slam(self, plan: SlamPlan, clash: Clash, direction: int, step: MoveStep, *, swept: bool = False) -> None:
        """Apply what a slam comes to, and go on after it, or stop there.

        Dice: those of `settle_slam`.
        """
        foe, large = plan.target, size_of(self.figure) > 1
        done = settle_slam(self.field, plan, clash, self.dice, swept=swept)
        dodged = done.result is AttackResult.DODGED
        done = self._drive_away(done) if large and dodged else done
        self.slams.append(done)
        self.slammed.add(foe)
        self.met_at = self.figure.hex
        pairs.leave_behind(self.field, self.mover)
        if self.is_down:
            self.halted = True
            if large and not swept:
                self._fall_over(foe)
        elif large:
            self.dice.note(
                rulebook.SLAM_MULTI_HEX_CONTINUE, f"{standing.name_of(self.figure)} went on.", actor=self.mover
            )
        elif dodged and step is self.way.plan.steps[-1]:
            self._run_past(step, direction)
        elif not dodged and foe not in done.fell:
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
                self.field.put(standing.changed(foe, hex=there), TacticalChangeReason.EVADE)
                pairs.leave_behind(self.field, self.mover)
        where = "stayed underfoot, unharmed" if there is None else f"got out of the way to {hexes.hex_text(there)}"
        self.dice.note(rulebook.SLAM_SMALLER_DODGES, f"{standing.name_of(foe)} {where}.", actor=foe.id)
        return replace(done, moved_to=there)

    def _fall_over(self, foe: str) -> None:
        """Let a large figure that falls lie with its head where it ran into the smaller one, if there is room."""
        mover, contact = self.figure, self.field[foe].hex
        body = body_at(mover, contact, mover.facing, self.field.rulings)
        if contact in self.field.body(mover) and misplaced(self.field, mover, body) is None:
            self.field.put(standing.changed(mover, hex=contact), TacticalChangeReason.FALL)
        text = f"{standing.name_of(mover)} fell with its head where it ran into {self.field.name_of(foe)}."
        self.dice.note(rulebook.SLAM_MULTI_HEX_CONTINUE, text, actor=mover.id)

    def _run_past(self, step: MoveStep, direction: int) -> None:
        """Run on past somebody who has dodged, two yards if there are movement points and room, else less."""
        ways = [(yards, self._onward(step, direction, yards)) for yards in range(PAST, 0, -1)]
        ran, steps = next(((yards, plan.steps) for yards, plan in ways if plan is not None), (0, ()))
        name = standing.name_of(self.figure)
        for each in steps:
            self.advance(each)
        how = f"ran {amount(ran, 'yard')} past" if ran else "could not run past, and stopped"
        self.dice.note(rulebook.SLAM_DODGED, f"{name} {how}.", actor=self.mover)
        self.halted = True

    def _onward(self, step: MoveStep, direction: int, yards: int) -> MovePlan | None:
        """Return the plan of some yards straight on, or None if points or room are lacking."""
        conduct, entries, here = self.way.conduct, [], self.figure.hex
        for _ in range(yards):
            here = hexes.neighbour(here, direction)
            if not self.field.ground.contains(here):
                return None
            entries.append(TacticalPathEntry(to=here))
        order = TacticalMoveOrder(maneuver=conduct.maneuver, option=conduct.option, path=tuple(entries))
        try:
            plan = plan_path(self.field, self.figure, order, spent=step.spent)
        except MoveRefusal:
            return None
        return None if any(each.contacts for each in plan.steps) else plan


def enter(field: Field, mover: str, foe: str, origin: hexes.Hex) -> int:
    """Begin close combat with a foe in whose hex a figure is now, and return the direction it came in."""
    here, there = field.body(field[mover]), field.body(field[foe])
    shared = next((each for each in here if each in there), min(there))
    direction = towards(origin, shared)
    pairs.join(field, mover, foe, shared, direction)
    return direction


def rehearse(stage: Field, mover: str, steps: Sequence[MoveStep], conduct: SlamConduct) -> tuple[str, ...]:
    """Take steps on a stage as if nobody hindered them, and return the ids of the foes in whose hexes they stop."""
    stops: list[str] = []
    for step in steps:
        for swept in step.sweeps:
            _refuse_slam(stage, mover, swept.foe, stage[mover].hex, conduct, swept.yards)
        origin = stage[mover].hex
        take(stage, mover, step)
        pairs.leave_behind(stage, mover)
        for each in step.contacts:
            if each.follow_up is SLAM:
                _refuse_slam(stage, mover, each.foe, origin, conduct)
            elif each.follow_up is STOP:
                enter(stage, mover, each.foe, origin)
                stops.append(each.foe)
    return tuple(stops)


def _refuse_slam(
    field: Field, mover: str, foe: str, origin: hexes.Hex, conduct: SlamConduct, velocity: int | None = None
) -> None:
    """Refuse a slam into a foe whose hex a figure has come into, at the velocity of its run unless told otherwise."""
    trial = field.copy()
    direction = enter(trial, mover, foe, origin)
    yards = velocity_of(trial[mover], trial[foe], direction) if velocity is None else velocity
    plan_slam(trial, mover, foe, yards, conduct)
