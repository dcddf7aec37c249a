"""The exact odds of a slam: what comes of each step of its path, merged between two steps and within each slam."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from service.dice.exact import CountedKernel, Distribution, ExactDice
from service.dice.model import Dice
from service.rules.kernel.hexes import Hex
from service.rules.roll_under.rolls import SuccessGrade
from service.rules.tactical.attack.damage import roll_damage
from service.rules.tactical.attack.exchange import HITTING, LANDING, Stage
from service.rules.tactical.attack.struck import Struck
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.close.models import TacticalSlamInput
from service.rules.tactical.close.outcomes import TacticalSlamResult, TacticalSlamVerdict
from service.rules.tactical.close.overrun import SlamPath, injury_of_slammer, plan_slams, slam_result
from service.rules.tactical.close.passage import Passage
from service.rules.tactical.close.slam import Clash, SlamPlan, plan_slam, roll_back, roll_clash
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.movement.steps import MoveStep

MOST_PATHS: Final = 100_000
"""Paths that one step, or one stage of a slam, may have."""


class Under(NamedTuple):
    """A path under way: the figures that have changed, the slams so far, and whether the movement is over.

    Once it is over, the figures are forgotten.
    """

    figures: tuple[TacticalFigure, ...] = ()
    slams: tuple[TacticalSlamResult, ...] = ()
    injury: int = 0
    fell: bool = False
    met_at: Hex | None = None
    continued: bool = False
    halted: bool = False


class Meeting(NamedTuple):
    """What the chances of a slam depend on: the figures that have changed, the target, and the velocity."""

    figures: tuple[TacticalFigure, ...]
    target: str
    velocity: int


class SlamOdds:
    """A slam that nothing forbids, with the chances of each way that its slams can go."""

    def __init__(self, planned: SlamPath) -> None:
        """Set the path."""
        self._planned = planned
        self._kernel = CountedKernel(self._roll, self._chances)

    def verdicts(self) -> Distribution[TacticalSlamVerdict]:
        """Return the chances of each verdict."""
        running = Distribution({Under(): Fraction(1)})
        for step in self._planned.way.plan.steps:
            running = running.then(partial(self._take, step), MOST_PATHS)
        return running.then(lambda under, _: _verdict(under))

    def _field(self, figures: tuple[TacticalFigure, ...]) -> Field:
        field = self._planned.field.copy()
        for each in figures:
            field.put(each)
        return field

    def _take(self, step: MoveStep, under: Under, dice: ExactDice) -> Under:
        """Take one step from a state of things."""
        if under.halted:
            return under
        planned = self._planned
        field = self._field(under.figures)
        passage = Passage(field, planned.actor, planned.way, dice, self._draw)
        passage.met_at = under.met_at
        passage.take(step)
        figure, done = passage.figure, passage.slams
        slams = (*under.slams, *[slam_result(each) for each in done])
        over = passage.halted or step is planned.way.plan.steps[-1]
        return Under(
            () if over else field.changed(),
            slams,
            under.injury + injury_of_slammer(done),
            under.fell or any(figure.id in each.fell for each in done),
            None if over else passage.met_at,
            bool(slams) and figure.hex != passage.met_at and not passage.is_down,
            over,
        )

    def _draw(self, field: Field, plan: SlamPlan, dice: Dice) -> Clash:
        meeting = Meeting(field.changed(), plan.target, plan.velocity)
        return dice.settle(rulebook.SLAM_ATTEMPT, self._kernel, meeting)

    def _plan(self, field: Field, meeting: Meeting) -> SlamPlan:
        planned = self._planned
        return plan_slam(field, planned.actor, meeting.target, meeting.velocity, planned.way.conduct)

    def _roll(self, meeting: Meeting, dice: Dice) -> Clash:
        field = self._field(meeting.figures)
        return roll_clash(field, self._plan(field, meeting), dice)

    def _chances(self, meeting: Meeting) -> Distribution[Clash]:
        """Map the stages of a slam over distributions, merged between two of them."""
        field = self._field(meeting.figures)
        plan = self._plan(field, meeting)
        odds = Distribution({Struck(plan.attack): Fraction(1)})
        for stage in (*LANDING, *HITTING):
            odds = odds.then(partial(_play, stage, field), MOST_PATHS)
        return odds.then(partial(_damage, field, plan), MOST_PATHS)


def _play(stage: Stage, field: Field, struck: Struck, dice: ExactDice) -> Struck:
    return stage(field, struck, dice)


def _damage(field: Field, plan: SlamPlan, struck: Struck, dice: ExactDice) -> Clash:
    """Roll the damage of both, and forget how the slam came to do it."""
    for _ in range(struck.hits):
        struck = roll_damage(field, struck, dice)
    clash = roll_back(field, plan, struck, dice)
    plain = replace(clash.struck, grade=SuccessGrade.FAILURE, critical=None, places=(), head=False)
    return replace(clash, struck=plain)


def _verdict(under: Under) -> TacticalSlamVerdict:
    return TacticalSlamVerdict(slams=under.slams, injury=under.injury, fell=under.fell, continued=under.continued)


def slam_odds(input: TacticalSlamInput, rulings: TacticalRulings) -> Distribution[TacticalSlamVerdict]:
    """Return the exact chances of each verdict of a slam, or of an overrun.

    Raises: the refusals of slams; OddsTooLarge, if too much would have to be added up.
    """
    return SlamOdds(plan_slams(input, rulings)).verdicts()
