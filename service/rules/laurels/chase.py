"""A pursuit roll by roll: states that hold no more than later rolls depend on, and what leads from one to the next."""

from typing import Final, NamedTuple

from service.dice.model import D6, Cites, Dice
from service.dice.transcript import Term
from service.rules.laurels import rulebook, strike_rulings
from service.rules.laurels.battle_models import LaurelsPursuit, LaurelsRunner
from service.rules.laurels.battle_words import LaurelsEdge, LaurelsFlight
from service.rules.laurels.check import Trial, roll_check
from service.rules.laurels.models import LaurelsRulings, LaurelsStrike
from service.rules.laurels.plan import plan_attack, spans_of
from service.rules.laurels.strike import FULL_COST, HALF_COST, Exertion, Struck, roll_exertion, strike
from service.rules.laurels.tables import INITIATIVE_ROWS
from service.rules.laurels.vitals import vitals_of
from service.rules.laurels.words import LaurelsMode, LaurelsStatus, LaurelsSurprise

DROPPED_OUT: Final = -1
BREAK_AWAY_DC: Final = 10
MOST_SPEED: Final = 5
EXHAUSTED_PENALTY: Final = -5
STRUCK_AT: Final = -5
FROM_BEHIND: Final = LaurelsStrike(target_dexterity_denied=True)
EDGE_CITES: Final[Cites] = (rulebook.INITIATIVE_SIDE_ROLL.id,)
RUNNING_CITES: Final[Cites] = (strike_rulings.D4_AND_CHECK_DICE.id,)


class Fleeing(NamedTuple):
    """One who flees: the stamina left, and what became of it, once that is known."""

    stamina: int
    fate: LaurelsFlight | None


class Chase(NamedTuple):
    """A pursuit between two rolls: the round, the next roll in it, who has the edge, and how everybody stands.

    Pursuers are given by the stamina left, or as having dropped out.
    """

    round: int
    step: int
    edge: LaurelsEdge
    fleeing: tuple[Fleeing, ...]
    pursuers: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Whether it is known what became of everybody who fled."""
        return all(each.fate is not None for each in self.fleeing)


class FreeStrike(NamedTuple):
    """A blow at somebody who was caught: at whom, by whom (by place), and what it did."""

    target: int
    by: int
    struck: Struck


class Course(NamedTuple):
    """What does not change in a pursuit."""

    pursuit: LaurelsPursuit
    rulings: LaurelsRulings


def set_off(pursuit: LaurelsPursuit) -> Chase:
    """Return a pursuit before its first roll."""
    return Chase(
        round=1,
        step=0,
        edge=LaurelsEdge.FLEEING,
        fleeing=tuple([Fleeing(each.stamina, None) for each in pursuit.fleeing]),
        pursuers=tuple([each.stamina for each in pursuit.pursuers]),
    )


def advance(course: Course, chase: Chase, dice: Dice) -> tuple[Chase, FreeStrike | None]:
    """Make the next roll, and go on to the one after it.

    Dice: each round D6 for the edge, D4 exertion for each who still flees, then for each who still pursues, and D20
    to break away for each who still flees; the dice of a free strike follow its check.
    """
    fleeing, pursuers = len(chase.fleeing), len(chase.pursuers)
    step, struck = chase.step, None
    if step == 0:
        chase = _roll_edge(course, chase, dice)
    elif step <= fleeing:
        chase = _exert_fleeing(course, chase, step - 1, dice)
    elif step <= fleeing + pursuers:
        chase = _exert_pursuer(course, chase, step - 1 - fleeing, dice)
    else:
        chase, struck = _break_away(course, chase, step - 1 - fleeing - pursuers, dice)
    return _onward(course, chase, dice), struck


def _onward(course: Course, chase: Chase, dice: Dice) -> Chase:
    """Go on to the next roll that somebody has to make."""
    fleeing, pursuers = len(chase.fleeing), len(chase.pursuers)
    exertions = fleeing + pursuers
    step = chase.step
    while not chase.is_over:
        if step == exertions:
            chase = _without_stamina(course, chase, dice)
        step += 1
        if step > exertions + fleeing:
            return _next_round(course, chase, dice)
        if _is_running(chase, step, fleeing, exertions):
            return chase._replace(step=step)
    return chase


def _is_running(chase: Chase, step: int, fleeing: int, exertions: int) -> bool:
    if fleeing < step <= exertions:
        return chase.pursuers[step - 1 - fleeing] != DROPPED_OUT
    return chase.fleeing[step - 1 if step <= fleeing else step - 1 - exertions].fate is None


def _roll_edge(course: Course, chase: Chase, dice: Dice) -> Chase:
    """Roll for the edge of a round.

    Dice: D6.
    """
    roll = dice.roll(rulebook.PURSUIT_ROUND, D6, bands=(3, 6))
    first = INITIATIVE_ROWS[LaurelsSurprise.NONE, roll.total].first
    edge = LaurelsEdge.FLEEING if first is course.pursuit.fleeing_role else LaurelsEdge.PURSUING
    who = "those who flee" if edge is LaurelsEdge.FLEEING else "the pursuers"
    roll.tell(f"Round {chase.round} of the pursuit: a {roll.total} gives {who} the edge.", cites=EDGE_CITES)
    return chase._replace(edge=edge)


def _exert_fleeing(course: Course, chase: Chase, place: int, dice: Dice) -> Chase:
    left = _exert(course, chase, course.pursuit.fleeing[place], chase.fleeing[place].stamina, dice)
    return _with_fleeing(chase, place, Fleeing(left, None))


def _exert_pursuer(course: Course, chase: Chase, place: int, dice: Dice) -> Chase:
    left = _exert(course, chase, course.pursuit.pursuers[place], chase.pursuers[place], dice)
    return chase._replace(pursuers=(*chase.pursuers[:place], left, *chase.pursuers[place + 1 :]))


def _exert(course: Course, chase: Chase, runner: LaurelsRunner, stamina: int, dice: Dice) -> int:
    """Spend a runner's stamina; who has plenty for all rounds to come need not be told apart by the dice.

    Dice: D4.
    """
    costs, alike = (HALF_COST, (2, 4)) if runner.weapon_specialized_runner else (FULL_COST, (1, 2, 3, 4))
    rounds_left = course.pursuit.max_rounds - chase.round + 1
    bands = (4,) if stamina > costs[-1] * rounds_left else alike
    exertion = Exertion(rulebook.PURSUIT_ROUND, costs, bands, RUNNING_CITES)
    return roll_exertion(exertion, runner.id, stamina, dice)[1]


def _without_stamina(course: Course, chase: Chase, dice: Dice) -> Chase:
    """Let pursuers without stamina drop out; when all have, the rest escape."""
    for place, stamina in enumerate(chase.pursuers):
        if not stamina:
            who = course.pursuit.pursuers[place].id
            dice.note(rulebook.PURSUIT_ROUND, f"{who} has no stamina left and drops out.", actor=who)
    pursuers = tuple([stamina or DROPPED_OUT for stamina in chase.pursuers])
    chase = chase._replace(pursuers=pursuers)
    if any(stamina != DROPPED_OUT for stamina in pursuers):
        return chase
    return _all_escape(course, chase, "nobody pursues any longer", dice)


def _next_round(course: Course, chase: Chase, dice: Dice) -> Chase:
    if chase.round == course.pursuit.max_rounds:
        return _all_escape(course, chase, "the pursuit has gone on long enough", dice)
    return chase._replace(round=chase.round + 1, step=0)


def _all_escape(course: Course, chase: Chase, why: str, dice: Dice) -> Chase:
    for place, each in enumerate(chase.fleeing):
        if each.fate is None:
            who = course.pursuit.fleeing[place].id
            dice.note(rulebook.PURSUIT_ESCAPE, f"{who} escapes: {why}.", actor=who)
            chase = _with_fleeing(chase, place, Fleeing(each.stamina, LaurelsFlight.ESCAPED))
    return chase


def _break_away(course: Course, chase: Chase, place: int, dice: Dice) -> tuple[Chase, FreeStrike | None]:
    """Check whether one who flees breaks away, with the fleeing side's edge, or stays ahead, with the pursuers'.

    Dice: D20; then those of a free strike.
    """
    runner, each = course.pursuit.fleeing[place], chase.fleeing[place]
    pursuing = _running(course, chase)
    fleeing_edge = chase.edge is LaurelsEdge.FLEEING
    dc = BREAK_AWAY_DC + max([pursuer.awareness for pursuer in pursuing])
    margins = (0,) if fleeing_edge else (STRUCK_AT + 1, 0)
    trial = Trial(rulebook.PURSUIT_BREAK_AWAY, runner.id, _terms(runner, each.stamina, pursuing), dc, (), margins)
    checked = roll_check(trial, dice)
    if checked.success:
        if not fleeing_edge:
            return chase, None
        dice.note(rulebook.PURSUIT_ESCAPE, f"{runner.id} breaks away and escapes.", actor=runner.id)
        return _with_fleeing(chase, place, Fleeing(each.stamina, LaurelsFlight.ESCAPED)), None
    if fleeing_edge:
        return chase, None
    dice.note(rulebook.PURSUIT_CAUGHT, f"{runner.id} is caught.", actor=runner.id)
    struck = None
    if checked.total - dc <= STRUCK_AT and course.pursuit.free_strike:
        struck = _strike(course, chase, place, dice)
    dead = struck is not None and struck.struck.wound.status is LaurelsStatus.DEAD
    fate = LaurelsFlight.CASUALTIES if dead else LaurelsFlight.CAUGHT
    return _with_fleeing(chase, place, Fleeing(each.stamina, fate)), struck


def _running(course: Course, chase: Chase) -> list[LaurelsRunner]:
    return [
        pursuer
        for pursuer, stamina in zip(course.pursuit.pursuers, chase.pursuers, strict=True)
        if stamina != DROPPED_OUT
    ]


def _terms(runner: LaurelsRunner, stamina: int, pursuing: list[LaurelsRunner]) -> tuple[Term, ...]:
    """Return what changes a break-away check: Dexterity, the difference in Move, and being without stamina."""
    difference = runner.move_ft - max([pursuer.move_ft for pursuer in pursuing])
    speed = min(MOST_SPEED, abs(difference) // 5) * (1 if difference > 0 else -1)
    rule = rulebook.PURSUIT_BREAK_AWAY.id
    terms = (
        ("Dexterity", runner.dexterity),
        ("speed", speed),
        ("exhaustion", 0 if stamina else EXHAUSTED_PENALTY),
    )
    return tuple([Term(rule=rule, label=label, value=value) for label, value in terms if value])


def _strike(course: Course, chase: Chase, place: int, dice: Dice) -> FreeStrike | None:
    """Let the pursuer of the highest level who has a whole weapon strike at one who is caught.

    Dice: those of one melee attack.
    """
    able = [
        at
        for at, pursuer in enumerate(course.pursuit.pursuers)
        if chase.pursuers[at] != DROPPED_OUT and not pursuer.weapon.broken
    ]
    if not able:
        return None
    by = max(able, key=lambda at: course.pursuit.pursuers[at].level)
    attacker, target = course.pursuit.pursuers[by], course.pursuit.fleeing[place]
    dice.note(rulebook.PURSUIT_FREE_STRIKE, f"{attacker.id} strikes at {target.id} from behind.", actor=attacker.id)
    plan = plan_attack(attacker, target, FROM_BEHIND, LaurelsMode.MELEE, course.rulings)
    vitals = vitals_of(target)._replace(stamina=chase.fleeing[place].stamina)
    plan = plan._replace(vitals=vitals, stance=None)
    (_, fatal), added = spans_of(plan)
    struck = strike(plan, dice, ((fatal - 1, fatal), added))
    if struck.wound.status is LaurelsStatus.DEAD:
        dice.note(rulebook.PURSUIT_CASUALTIES, f"{target.id} is struck down in flight.", actor=target.id)
    return FreeStrike(place, by, struck)


def _with_fleeing(chase: Chase, place: int, fleeing: Fleeing) -> Chase:
    return chase._replace(fleeing=(*chase.fleeing[:place], fleeing, *chase.fleeing[place + 1 :]))
