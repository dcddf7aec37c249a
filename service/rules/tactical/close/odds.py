"""The exact odds of a slam: what comes of each step of its path, merged between two steps and within each slam.

Whoever is run into is treated after those before: what is carried over from one to the next is how the slammer is, and
where the others are.
"""

from copy import copy
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from service.dice.exact import Counted, CountedKernel, Distribution
from service.dice.model import Dice
from service.dice.phases import UNROLLED, NoRoll, OneKernel, Phase, counted, then
from service.errors import OddsTooLarge
from service.rules.kernel.chances.sums import Effort
from service.rules.kernel.hexes import Hex
from service.rules.roll_under.damage import Damage, thrust_of
from service.rules.roll_under.rolls import SuccessGrade
from service.rules.tactical.attack.exchange.exchange import HITTING, LANDING, Stage, is_due, roll_damage
from service.rules.tactical.attack.exchange.struck import Struck
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.tables import slam_damage
from service.rules.tactical.close.models import TacticalSlamInput
from service.rules.tactical.close.outcomes import TacticalSlamVerdict
from service.rules.tactical.close.overrun import SlamPath, plan_slams, verdict_of
from service.rules.tactical.close.passage import SLAM, Passage
from service.rules.tactical.close.slam import Clash, SlamPlan, plan_slam, roll_back, roll_clash
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import changed, hp_max_of, hp_of, with_state
from service.rules.tactical.movement.paths.steps import MoveStep

MOST_PATHS: Final = 100_000
"""Paths that one stage of a slam may have."""
MOST_TAKEN: Final = 15_000
"""Paths that all steps together may have."""
NOTHING: Final = TacticalSlamVerdict(slams=(), injury=0, fell=False, continued=False)


class State(NamedTuple):
    """A path under way: the figures that have changed, whom it has slammed into, and where it last did."""

    figures: tuple[TacticalFigure, ...] = ()
    met: frozenset[str] = frozenset()
    met_at: Hex | None = None


Chances = dict[TacticalSlamVerdict, Fraction]
Taken = tuple[State | None, TacticalSlamVerdict]
"""What a step leads to, None at the end, and what came of it."""


class Meeting(NamedTuple):
    """What the chances of a slam depend on: the figures that have changed, the target, and the velocity."""

    figures: tuple[TacticalFigure, ...]
    target: str
    velocity: int


class SlamOdds:
    """A slam that nothing forbids, with the chances of each way that its slams can go."""

    def __init__(self, planned: SlamPath) -> None:
        """Set the path."""
        self.path = planned
        self._is_safe = _is_safe(planned)
        self._effort = Effort()
        self._taken = 0
        self._plans: dict[Meeting, SlamPlan] = {}
        self._kernel = CountedKernel(self._roll, self._chances)

    def verdicts(self) -> Distribution[TacticalSlamVerdict]:
        """Return the chances of each verdict."""
        over: Chances = {}
        running: dict[State, Chances] = {State(): {NOTHING: Fraction(1)}}
        for step in self.path.way.plan.steps:
            running = self._advance(step, running, over)
        return Distribution(over)

    def _advance(self, step: MoveStep, running: dict[State, Chances], over: Chances) -> dict[State, Chances]:
        """Take one step from all states of things, and add up in `over` what movements come to that end with it."""
        after: dict[State, Chances] = {}
        rule = rulebook.SLAM_ATTEMPT
        for state, before in running.items():
            if self._taken >= MOST_TAKEN:
                message = f"The odds have more than {MOST_TAKEN} paths; {rule.title} ({rule.id}) branched last."
                raise OddsTooLarge(message, rule=rule)
            taken = self._taken_from(state, step).distribution.chances
            self._effort.spend(len(taken) * len(before), rule)
            for (left, now), often in taken.items():
                chances = over if left is None else after.setdefault(left, {})
                for verdict, chance in before.items():
                    both = _together(verdict, now)
                    chances[both] = chances.get(both, Fraction(0)) + chance * often
        return after

    def _taken_from(self, state: State, step: MoveStep) -> Counted[Taken]:
        """Count what one step from a state of things leads to; up to a slam that is all of it, it is taken once."""
        passage = MergedPassage(self, state, UNROLLED)
        if not passage.only_slams(step):
            return counted(partial(self._take, step, state), MOST_TAKEN)
        plan, direction = passage.come_to_slam(step)
        meeting = Meeting(passage.field.changed(), plan.target, plan.velocity)

        def end(clash: Clash, dice: Dice) -> Taken:
            self._taken += 1
            after = passage.copied(dice)
            after.end_slam(plan, clash, direction, step)
            return self._come_to(after, step)

        clashes = counted(OneKernel(rulebook.SLAM_ATTEMPT, self._kernel, meeting, lambda each, _: each), MOST_TAKEN)
        return then(clashes, lambda clash: partial(end, clash), MOST_TAKEN)

    def field(self, figures: tuple[TacticalFigure, ...]) -> Field:
        """Return the field with some figures changed."""
        field = self.path.field.copy()
        for each in figures:
            field.put(each)
        return field

    def _take(self, step: MoveStep, state: State, dice: Dice) -> Taken:
        self._taken += 1
        passage = MergedPassage(self, state, dice)
        passage.take(step)
        return self._come_to(passage, step)

    def _come_to(self, passage: Passage, step: MoveStep) -> Taken:
        verdict = verdict_of(passage)
        if passage.halted or step is self.path.way.plan.steps[-1]:
            return None, verdict
        return State(self._left(passage), frozenset(passage.slammed), passage.met_at), verdict

    def _left(self, passage: Passage) -> tuple[TacticalFigure, ...]:
        """Return the figures that have changed, without what no longer matters of those who are not slammed again.

        The slammer feels its shock in the next turn; its hit points do not matter if it cannot come to a death check.
        """
        field, before = passage.field, self.path.field
        for each in passage.slams:
            field.put(_placed(before[each.target], field[each.target]))
        slammer = before[passage.mover]
        kept = changed(passage.figure, hp=slammer.hp) if self._is_safe else passage.figure
        field.put(with_state(kept, shock=slammer.state.shock))
        return field.changed()

    def planned(self, passage: Passage, foe: str, velocity: int) -> SlamPlan:
        """Return a slam as it is planned on a field; each is worked out once."""
        meeting = Meeting(passage.field.changed(), foe, velocity)
        if meeting not in self._plans:
            self._plans[meeting] = plan_slam(passage.field, passage.mover, foe, velocity, passage.way.conduct)
        return self._plans[meeting]

    def rolled(self, field: Field, plan: SlamPlan, dice: Dice) -> Clash:
        """Draw what a slam comes to before it is applied."""
        meeting = Meeting(field.changed(), plan.target, plan.velocity)
        return dice.settle(rulebook.SLAM_ATTEMPT, self._kernel, meeting)

    def _roll(self, meeting: Meeting, dice: Dice) -> Clash:
        return roll_clash(self.field(meeting.figures), self._plans[meeting], dice)

    def _chances(self, meeting: Meeting) -> Distribution[Clash]:
        """Map the stages of a slam over distributions, merged between two of them."""
        field = self.field(meeting.figures)
        plan = self._plans[meeting]
        odds = Counted({Struck(plan.attack): 1}, 0, 1, 0)
        for stage in (*LANDING, *HITTING):
            odds = then(odds, partial(_staged, stage, field), MOST_PATHS)
        return then(odds, lambda struck: partial(_damage, field, plan, struck), MOST_PATHS).distribution


class MergedPassage(Passage):
    """A figure on its way from a state of things, whose slams are drawn with their chances."""

    def __init__(self, odds: SlamOdds, state: State, dice: Dice) -> None:
        """Begin where the figure is."""
        super().__init__(odds.field(state.figures), odds.path.actor, odds.path.way, dice)
        self._odds = odds
        self.met_at = state.met_at
        self.slammed.update(state.met)

    def copied(self, dice: Dice) -> "MergedPassage":
        """Return a figure that has come as far, and goes on with other dice."""
        other = copy(self)
        other.field, other.dice = self.field.copy(), dice
        other.evades, other.slams, other.entered = [*self.evades], [*self.slams], [*self.entered]
        other.slammed = {*self.slammed}
        return other

    def only_slams(self, step: MoveStep) -> bool:
        """Return whether a slam into one foe is all that a step rolls for."""
        if step.exits or step.sweeps or len(step.contacts) != 1:
            return False
        contact = step.contacts[0]
        return contact.follow_up is SLAM and contact.foe not in self.slammed

    def come_to_slam(self, step: MoveStep) -> tuple[SlamPlan, int]:
        """Take a step up to its slam, and return the plan and the direction of that."""
        origin, foe = self.figure.hex, step.contacts[0].foe
        self.advance(step)
        velocity, direction = self._contact(foe, origin)
        return self.begin_slam(foe, velocity, step), direction

    def plan_slam(self, foe: str, velocity: int) -> SlamPlan:
        """Work out a slam into a foe, once for each state of things."""
        return self._odds.planned(self, foe, velocity)

    def roll_slam(self, plan: SlamPlan) -> Clash:
        """Draw what a slam comes to."""
        return self._odds.rolled(self.field, plan, self.dice)


def _is_safe(planned: SlamPath) -> bool:
    """Return whether all slams of a path together cannot bring the slammer to a death check.

    It is hit at the torso or a limb, where crushing damage is not multiplied, by the body of whom it runs into, or by
    its own blow, each at the highest damage and the highest velocity that its path allows.
    """
    field, steps = planned.field, planned.way.plan.steps
    actor = field[planned.actor]
    worst = 0
    for step in steps:
        met = [(each.foe, len(steps)) for each in step.contacts if each.follow_up is SLAM]
        for foe, yards in [*met, *[(each.foe, each.yards) for each in step.sweeps]]:
            run = [each.state.velocity.yards for each in (actor, field[foe]) if each.state.velocity is not None]
            back = slam_damage(hp_max_of(field[foe]), yards + sum(run))
            worst += max(_most(back), _most(thrust_of(actor.st)), 1)
    return hp_of(actor) - worst > -hp_max_of(actor)


def _most(damage: Damage) -> int:
    return damage.adds + (0 if damage.pool is None else damage.pool.count * damage.pool.sides)


def _together(before: TacticalSlamVerdict, now: TacticalSlamVerdict) -> TacticalSlamVerdict:
    return TacticalSlamVerdict(
        slams=(*before.slams, *now.slams),
        injury=before.injury + now.injury,
        fell=before.fell or now.fell,
        continued=now.continued,
    )


def _staged(stage: Stage, field: Field, struck: Struck) -> Phase[Struck]:
    """Play a stage of a slam, if it is due."""
    if not is_due(stage, struck):
        return NoRoll(lambda _: struck)

    def play(dice: Dice) -> Struck:
        after = struck.copied()
        stage(field, after, dice)
        return after

    return play


def _damage(field: Field, plan: SlamPlan, struck: Struck, dice: Dice) -> Clash:
    """Roll the damage of both, and forget how the slam came to do it."""
    after = struck.copied()
    for _ in range(after.hits):
        roll_damage(field, after, dice)
    clash = roll_back(field, plan, after, dice)
    done = clash.struck
    done.grade, done.critical, done.places, done.head = SuccessGrade.FAILURE, None, (), False
    return clash


def _placed(before: TacticalFigure, now: TacticalFigure) -> TacticalFigure:
    """Return a figure as it was, where it is now, and able to fight as it is now."""
    names = ("hex", "facing", "posture", "upper_direction")
    flags = ("huddled", "unconscious", "dead", "close", "grapples", "grappled_by", "pinned_by")
    state = before.state.model_copy(update={name: getattr(now.state, name) for name in flags})
    return before.model_copy(update={"state": state, **{name: getattr(now, name) for name in names}})


def slam_odds(input: TacticalSlamInput, rulings: TacticalRulings) -> Distribution[TacticalSlamVerdict]:
    """Return the exact chances of each verdict of a slam, or of an overrun.

    Raises: the refusals of slams; OddsTooLarge, if too much would have to be added up.
    """
    return SlamOdds(plan_slams(input, rulings)).verdicts()
