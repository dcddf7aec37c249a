"""The exact odds of a slam: what comes of each step of its path, merged between two steps and within each slam."""

from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from service.dice.exact import CountedKernel, Distribution, ExactDice
from service.dice.model import Dice
from service.errors import OddsTooLarge
from service.rules.kernel.hexes import Hex
from service.rules.kernel.sums import Effort
from service.rules.roll_under.rolls import SuccessGrade
from service.rules.tactical.attack.damage import roll_damage
from service.rules.tactical.attack.exchange import HITTING, LANDING, Stage
from service.rules.tactical.attack.struck import Struck
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.close.models import TacticalSlamInput
from service.rules.tactical.close.outcomes import TacticalSlam, TacticalSlamResult, TacticalSlamVerdict
from service.rules.tactical.close.overrun import SlamPath, injury_of_slammer, plan_slams, slam_result
from service.rules.tactical.close.passage import Passage
from service.rules.tactical.close.slam import Clash, SlamConduct, SlamPlan, plan_slam, roll_back, roll_clash
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.movement.steps import MoveStep

MOST_PATHS: Final = 100_000
"""Paths that one stage of a slam may have."""
MOST_TAKEN: Final = 40_000
"""Paths that all steps together may have."""


class Under(NamedTuple):
    """A path under way: the figures that have changed, the slams so far, and whether the movement is over.

    Once it is over, the figures are forgotten.
    """

    figures: tuple[TacticalFigure, ...] = ()
    slams: tuple[TacticalSlamResult, ...] = ()
    injury: int = 0
    fell: bool = False
    met: frozenset[str] = frozenset()
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
        self._effort = Effort()
        self._taken = 0
        self._plans: dict[Meeting, SlamPlan] = {}
        self._kernel = CountedKernel(self._roll, self._chances)

    def verdicts(self) -> Distribution[TacticalSlamVerdict]:
        """Return the chances of each verdict."""
        running: dict[Under, Fraction] = {Under(): Fraction(1)}
        for step in self._planned.way.plan.steps:
            running = self._advance(step, running)
        chances: dict[TacticalSlamVerdict, Fraction] = {}
        for under, chance in running.items():
            verdict = _verdict(under)
            chances[verdict] = chances.get(verdict, Fraction(0)) + chance
        return Distribution(chances)

    def _advance(self, step: MoveStep, running: dict[Under, Fraction]) -> dict[Under, Fraction]:
        """Take one step from all states of things; what a step comes to depends on the figures alone.

        Raises: OddsTooLarge.
        """
        known: dict[Under, Distribution[Under]] = {}
        after: dict[Under, Fraction] = {}
        for under, chance in running.items():
            plain = under._replace(slams=(), injury=0, fell=False)
            if plain not in known:
                self._refuse_too_many()
                known[plain] = Distribution({plain: Fraction(1)}).then(partial(self._take, step), MOST_TAKEN)
            self._effort.spend(len(known[plain].chances), rulebook.SLAM_ATTEMPT)
            for each, often in known[plain].chances.items():
                both = each._replace(
                    slams=(*under.slams, *each.slams), injury=under.injury + each.injury, fell=under.fell or each.fell
                )
                after[both] = after.get(both, Fraction(0)) + chance * often
        return after

    def _refuse_too_many(self) -> None:
        if self._taken >= MOST_TAKEN:
            rule = rulebook.SLAM_ATTEMPT
            message = f"The odds have more than {MOST_TAKEN} paths; {rule.title} ({rule.id}) kept forking."
            raise OddsTooLarge(message, rule=rule)

    def _field(self, figures: tuple[TacticalFigure, ...]) -> Field:
        field = self._planned.field.copy()
        for each in figures:
            field.put(each)
        return field

    def _take(self, step: MoveStep, under: Under, dice: ExactDice) -> Under:
        """Take one step from a state of things."""
        if under.halted:
            return under
        self._taken += 1
        planned = self._planned
        field = self._field(under.figures)
        passage = Passage(field, planned.actor, planned.way, dice, self)
        passage.met_at = under.met_at
        passage.slammed.update(under.met)
        passage.take(step)
        figure, done = passage.figure, passage.slams
        over = passage.halted or step is planned.way.plan.steps[-1]
        return Under(
            () if over else self._left(field, done),
            tuple([slam_result(each) for each in done]),
            injury_of_slammer(done),
            any(figure.id in each.fell for each in done),
            frozenset() if over else frozenset(passage.slammed),
            None if over else passage.met_at,
            passage.met_at is not None and figure.hex != passage.met_at and not passage.is_down,
            over,
        )

    def _left(self, field: Field, done: list[TacticalSlam]) -> tuple[TacticalFigure, ...]:
        """Return the figures that have changed, without what no longer matters of those who are not slammed again."""
        for each in done:
            field.put(_placed(self._planned.field[each.target], field[each.target]))
        return field.changed()

    def plan(self, field: Field, mover: str, foe: str, velocity: int, conduct: SlamConduct) -> SlamPlan:
        """Return a slam as it is planned on a field; each is worked out once."""
        meeting = Meeting(field.changed(), foe, velocity)
        if meeting not in self._plans:
            self._plans[meeting] = plan_slam(field, mover, foe, velocity, conduct)
        return self._plans[meeting]

    def roll(self, field: Field, plan: SlamPlan, dice: Dice) -> Clash:
        """Draw what a slam comes to before it is applied."""
        meeting = Meeting(field.changed(), plan.target, plan.velocity)
        return dice.settle(rulebook.SLAM_ATTEMPT, self._kernel, meeting)

    def _roll(self, meeting: Meeting, dice: Dice) -> Clash:
        return roll_clash(self._field(meeting.figures), self._plans[meeting], dice)

    def _chances(self, meeting: Meeting) -> Distribution[Clash]:
        """Map the stages of a slam over distributions, merged between two of them."""
        field = self._field(meeting.figures)
        plan = self._plans[meeting]
        odds = Distribution({Struck(plan.attack): Fraction(1)})
        for stage in (*LANDING, *HITTING):
            odds = odds.then(partial(_play, stage, field), MOST_PATHS)
        return odds.then(partial(_damage, field, plan), MOST_PATHS)


def _play(stage: Stage, field: Field, struck: Struck, dice: ExactDice) -> Struck:
    after = copy(struck)
    stage(field, after, dice)
    return after


def _damage(field: Field, plan: SlamPlan, struck: Struck, dice: ExactDice) -> Clash:
    """Roll the damage of both, and forget how the slam came to do it."""
    after = copy(struck)
    for _ in range(after.hits):
        roll_damage(field, after, dice)
    clash = roll_back(field, plan, after, dice)
    plain = replace(clash.struck, grade=SuccessGrade.FAILURE, critical=None, places=(), head=False)
    return replace(clash, struck=plain)


def _placed(before: TacticalFigure, now: TacticalFigure) -> TacticalFigure:
    """Return a figure as it was, where it is now, and able to fight as it is now."""
    names = ("hex", "facing", "posture", "upper_direction")
    flags = ("huddled", "unconscious", "dead", "close", "grapples", "grappled_by", "pinned_by")
    state = before.state.model_copy(update={name: getattr(now.state, name) for name in flags})
    return before.model_copy(update={"state": state, **{name: getattr(now, name) for name in names}})


def _verdict(under: Under) -> TacticalSlamVerdict:
    return TacticalSlamVerdict(slams=under.slams, injury=under.injury, fell=under.fell, continued=under.continued)


def slam_odds(input: TacticalSlamInput, rulings: TacticalRulings) -> Distribution[TacticalSlamVerdict]:
    """Return the exact chances of each verdict of a slam, or of an overrun.

    Raises: the refusals of slams; OddsTooLarge, if too much would have to be added up.
    """
    return SlamOdds(plan_slams(input, rulings)).verdicts()
