"""A pursuit roll by roll: states that hold no more than later rolls depend on, and what leads from one to the next."""

from types import MappingProxyType
from typing import Final, NamedTuple

from service.dice.model import D6, Bands, Cites, Dice, pool_of
from service.dice.transcript import Term
from service.rules.laurels.attack.check import Trial, roll_check
from service.rules.laurels.attack.plan import plan_attack, spans_of
from service.rules.laurels.attack.strike import FULL_COST, HALF_COST, Exertion, Struck, roll_exertion, strike
from service.rules.laurels.battle.models import LaurelsPursuit, LaurelsRunner
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.tables import INITIATIVE_ROWS
from service.rules.laurels.book.words import LaurelsEdge, LaurelsFlight, LaurelsMode, LaurelsStatus, LaurelsSurprise
from service.rules.laurels.figures.models import LaurelsStrike
from service.rules.laurels.figures.vitals import vitals_of

DROPPED_OUT: Final = -1
BREAK_AWAY_DC: Final = 10
MOST_SPEED: Final = 5
EXHAUSTED_PENALTY: Final = -5
STRUCK_AT: Final = -5
FROM_BEHIND: Final = LaurelsStrike(target_dexterity_denied=True)
EDGE_CITES: Final[Cites] = (rulebook.INITIATIVE_SIDE_ROLL,)
RUNNING_CITES: Final[Cites] = (Rulings.D4_AND_CHECK_DICE,)


class Fleeing(NamedTuple):
    """One who flees: the stamina left, what became of it, once that is known, and exertions not yet rolled.

    Such exertions are put off only for odds, and only where they cannot use up the stamina (see `Course`).
    """

    stamina: int
    fate: LaurelsFlight | None
    owed: int = 0


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
    """What does not change in a pursuit.

    `puts_off` says that those who flee with stamina to spare roll their exertions only when somebody strikes at them:
    nothing else depends on how much is left. That leaves all chances as they are and keeps states few.
    """

    pursuit: LaurelsPursuit
    rulings: LaurelsRulings
    puts_off: bool = False


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
    """Spend the stamina of one who flees; a creature without injury slots may run to its death.

    Dice: D4, unless it is put off.
    """
    runner, each = course.pursuit.fleeing[place], chase.fleeing[place]
    if course.puts_off and _has_plenty(course, chase, runner, each.stamina):
        return _with_fleeing(chase, place, each._replace(owed=each.owed + 1))
    left = _exert(runner, each.stamina, EVERY_FACE[runner.weapon_specialized_runner], dice)
    dead = not left and runner.injury_slots is None
    return _with_fleeing(chase, place, Fleeing(left, LaurelsFlight.CASUALTIES if dead else None))


def _exert_pursuer(course: Course, chase: Chase, place: int, dice: Dice) -> Chase:
    """Spend a pursuer's stamina, of which only matters whether any is left: with plenty of it all faces are alike.

    Dice: D4.
    """
    runner, stamina = course.pursuit.pursuers[place], chase.pursuers[place]
    bands = (4,) if _has_plenty(course, chase, runner, stamina) else EVERY_FACE[runner.weapon_specialized_runner]
    left = _exert(runner, stamina, bands, dice)
    return chase._replace(pursuers=(*chase.pursuers[:place], left, *chase.pursuers[place + 1 :]))


EVERY_FACE: Final[tuple[Bands, Bands]] = ((1, 2, 3, 4), (2, 4))
"""The faces of exertion that cost alike: of ordinary runners, and of specialized ones."""


def _has_plenty(course: Course, chase: Chase, runner: LaurelsRunner, stamina: int) -> bool:
    """Tell whether a runner has stamina to spare for all rounds to come, whatever it rolls."""
    rounds_left = course.pursuit.max_rounds - chase.round + 1
    return stamina > _costs_of(runner)[-1] * rounds_left


def _costs_of(runner: LaurelsRunner) -> tuple[int, ...]:
    return HALF_COST if runner.weapon_specialized_runner else FULL_COST


def _exert(runner: LaurelsRunner, stamina: int, bands: Bands, dice: Dice) -> int:
    """Spend a runner's stamina.

    Dice: D4.
    """
    exertion = Exertion(rulebook.PURSUIT_ROUND, _costs_of(runner), bands, RUNNING_CITES, ())
    return roll_exertion(exertion, runner.id, stamina, dice, slotless=runner.injury_slots is None)[1]


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
    return _all_escape(course, chase, "nobody pursues any longer", dice, cites=(rulebook.PURSUIT_ROUND,))


def _next_round(course: Course, chase: Chase, dice: Dice) -> Chase:
    if chase.round == course.pursuit.max_rounds:
        return _all_escape(course, chase, "the pursuit has gone on long enough", dice)
    return chase._replace(round=chase.round + 1, step=0)


def _all_escape(course: Course, chase: Chase, why: str, dice: Dice, *, cites: Cites = ()) -> Chase:
    for place, each in enumerate(chase.fleeing):
        if each.fate is None:
            who = course.pursuit.fleeing[place].id
            dice.note(rulebook.PURSUIT_ESCAPE, f"{who} escapes: {why}.", actor=who, cites=cites)
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
    rule, text = FATES[fleeing_edge, checked.success]
    dice.note(rule, f"{runner.id} {text}.", actor=runner.id)
    if checked.success is not fleeing_edge:
        return chase, None
    if fleeing_edge:
        return _with_fleeing(chase, place, Fleeing(each.stamina, LaurelsFlight.ESCAPED)), None
    struck = None
    if checked.total - dc <= STRUCK_AT and course.pursuit.free_strike:
        struck = _strike(course, chase, place, dice)
    dead = struck is not None and struck.struck.wound.status is LaurelsStatus.DEAD
    fate = LaurelsFlight.CASUALTIES if dead else LaurelsFlight.CAUGHT
    return _with_fleeing(chase, place, Fleeing(each.stamina, fate)), struck


FATES: Final = MappingProxyType(
    {
        (True, True): (rulebook.PURSUIT_ESCAPE, "breaks away and escapes"),
        (True, False): (rulebook.PURSUIT_ESCAPE, "does not break away, and runs on"),
        (False, True): (rulebook.PURSUIT_CAUGHT, "is not caught, and runs on"),
        (False, False): (rulebook.PURSUIT_CAUGHT, "is caught"),
    }
)
"""What a check to break away leads to, by whether those who flee have the edge and whether it succeeds."""


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
    vitals = vitals_of(target)._replace(stamina=_stamina_of(target, chase.fleeing[place], dice))
    plan = plan._replace(vitals=vitals, stance=None)
    (_, fatal), added = spans_of(plan)
    struck = strike(plan, dice, ((fatal - 1, fatal), added))
    if struck.wound.status is LaurelsStatus.DEAD:
        dice.note(rulebook.PURSUIT_CASUALTIES, f"{target.id} is struck down in flight.", actor=target.id)
    return FreeStrike(place, by, struck)


def _stamina_of(runner: LaurelsRunner, each: Fleeing, dice: Dice) -> int:
    """Return the stamina of one who flees, rolling the exertions that were put off.

    Dice: for those a pool of dice whose faces are the costs: d4, or d2 for a specialized runner.
    """
    if not each.owed:
        return each.stamina
    return each.stamina - dice.roll(rulebook.PURSUIT_ROUND, pool_of(each.owed, _costs_of(runner)[-1])).total


def _with_fleeing(chase: Chase, place: int, fleeing: Fleeing) -> Chase:
    return chase._replace(fleeing=(*chase.fleeing[:place], fleeing, *chase.fleeing[place + 1 :]))
