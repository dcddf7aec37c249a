"""The exact odds of a slam: what comes of each step of its path, merged between two steps and within each slam.

Whoever is run into is treated after those before: what is carried over from one to the next is how the slammer is, and
where the others are.
"""

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
from service.rules.roll_under.damage import Damage, thrust_of
from service.rules.roll_under.rolls import SuccessGrade
from service.rules.tactical.attack.damage import roll_damage
from service.rules.tactical.attack.exchange import HITTING, LANDING, Stage
from service.rules.tactical.attack.struck import Struck
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
from service.rules.tactical.figures.standing import changed, hp_max_of, hp_of
from service.rules.tactical.movement.steps import MoveStep

MOST_PATHS: Final = 100_000
"""Paths that one stage of a slam may have."""
MOST_TAKEN: Final = 40_000
"""Paths that all steps together may have."""
NOTHING: Final = TacticalSlamVerdict(slams=(), injury=0, fell=False, continued=False)


class Under(NamedTuple):
    """A path under way: what has come of it, the figures that have changed, and whether the movement is over.

    Once it is over, the figures are forgotten.
    """

    verdict: TacticalSlamVerdict = NOTHING
    figures: tuple[TacticalFigure, ...] = ()
    met: frozenset[str] = frozenset()
    met_at: Hex | None = None
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
        self._is_safe = _is_safe(planned)
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
            chances[under.verdict] = chances.get(under.verdict, Fraction(0)) + chance
        return Distribution(chances)

    def _advance(self, step: MoveStep, running: dict[Under, Fraction]) -> dict[Under, Fraction]:
        """Take one step from all states of things; what a step comes to depends on the figures alone.

        Raises: OddsTooLarge.
        """
        known: dict[Under, Distribution[Under]] = {}
        after: dict[Under, Fraction] = {}
        for under, chance in running.items():
            if under.halted:
                after[under] = after.get(under, Fraction(0)) + chance
                continue
            plain = under._replace(verdict=NOTHING)
            if plain not in known:
                self._refuse_too_many()
                known[plain] = Distribution({plain: Fraction(1)}).then(partial(self._take, step), MOST_TAKEN)
            self._effort.spend(len(known[plain].chances), rulebook.SLAM_ATTEMPT)
            for each, often in known[plain].chances.items():
                both = each._replace(verdict=_together(under.verdict, each.verdict))
                after[both] = after.get(both, Fraction(0)) + chance * often
        return after

    def _refuse_too_many(self) -> None:
        if self._taken >= MOST_TAKEN:
            rule = rulebook.SLAM_ATTEMPT
            message = f"The odds have more than {MOST_TAKEN} paths; {rule.title} ({rule.id}) kept forking."
            raise OddsTooLarge(message, rule=rule)

    def field(self, figures: tuple[TacticalFigure, ...]) -> Field:
        """Return the field with some figures changed."""
        field = self._planned.field.copy()
        for each in figures:
            field.put(each)
        return field

    def _take(self, step: MoveStep, under: Under, dice: ExactDice) -> Under:
        """Take one step from a state of things."""
        self._taken += 1
        passage = MergedPassage(self, under, dice)
        passage.take(step)
        verdict = verdict_of(passage)
        if passage.halted or step is self._planned.way.plan.steps[-1]:
            return Under(verdict, halted=True)
        return Under(verdict, self._left(passage), frozenset(passage.slammed), passage.met_at)

    def _left(self, passage: Passage) -> tuple[TacticalFigure, ...]:
        """Return the figures that have changed, without what no longer matters of those who are not slammed again.

        Hit points of a slammer that cannot come to a death check do not matter, either.
        """
        field, before = passage.field, self._planned.field
        for each in passage.slams:
            field.put(_placed(before[each.target], field[each.target]))
        if self._is_safe:
            field.put(changed(passage.figure, hp=before[passage.mover].hp))
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
        odds = Distribution({Struck(plan.attack): Fraction(1)})
        for stage in (*LANDING, *HITTING):
            odds = odds.then(partial(_play, stage, field), MOST_PATHS)
        return odds.then(partial(_damage, field, plan), MOST_PATHS)

    @property
    def path(self) -> SlamPath:
        """The path that is walked."""
        return self._planned


class MergedPassage(Passage):
    """A figure on its way from a state of things, whose slams are drawn with their chances."""

    def __init__(self, odds: SlamOdds, under: Under, dice: Dice) -> None:
        """Begin where the figure is."""
        super().__init__(odds.field(under.figures), odds.path.actor, odds.path.way, dice)
        self._odds = odds
        self.met_at = under.met_at
        self.slammed.update(under.met)

    def plan_slam(self, foe: str, velocity: int) -> SlamPlan:
        """Work out a slam into a foe, once for each state of things."""
        return self._odds.planned(self, foe, velocity)

    def roll_slam(self, plan: SlamPlan) -> Clash:
        """Draw what a slam comes to."""
        return self._odds.rolled(self.field, plan, self.dice)


def _is_safe(planned: SlamPath) -> bool:
    """Tell whether all slams of a path together cannot bring the slammer to a death check.

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


def slam_odds(input: TacticalSlamInput, rulings: TacticalRulings) -> Distribution[TacticalSlamVerdict]:
    """Return the exact chances of each verdict of a slam, or of an overrun.

    Raises: the refusals of slams; OddsTooLarge, if too much would have to be added up.
    """
    return SlamOdds(plan_slams(input, rulings)).verdicts()
