"""A pursuit roll by roll: its state, the rolls of a round in their order, and what each leads to."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, NamedTuple

from service.dice.model import D6, Cites, Dice, pool_of
from service.rules.kernel.modifiers import Facts
from service.rules.laurels.attack.check import Trial, roll_check
from service.rules.laurels.attack.plan import Plan, plan_attack, spans_of
from service.rules.laurels.attack.strike import ALIKE, COSTS, Exertion, Struck, roll_exertion, strike
from service.rules.laurels.battle.models import LaurelsPursuit, LaurelsRunner
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.tables import BREAK_AWAY_DC, INITIATIVE_ROWS, MOST_SPEED, STRUCK_AT
from service.rules.laurels.book.words import (
    LaurelsCheckFact,
    LaurelsEdge,
    LaurelsFlight,
    LaurelsMode,
    LaurelsStatus,
    LaurelsSurprise,
)
from service.rules.laurels.figures.models import LaurelsStrike


class FreeStrike(NamedTuple):
    """The strike at one who is caught: by which pursuer (by place), and what it did."""

    by: int
    struck: Struck


@dataclass(frozen=True, slots=True)
class Fleeing:
    """One who flees: the stamina while it runs, exertions not yet rolled, and its fate, once that is known.

    Exertions are put off only for odds, and only where they cannot use up the stamina (see `Course`). The stamina left
    in the end, the round and the free strike are kept for the answer and do not distinguish states.
    """

    stamina: int
    owed: int = 0
    fate: LaurelsFlight | None = None
    left: int = field(default=0, compare=False)
    round: int = field(default=0, compare=False)
    strike: FreeStrike | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Chase:
    """A pursuit between two rolls: the round, the number of the next roll, who has the edge, and how all stand.

    Pursuers are given by the stamina left; None has dropped out. `edges` lists the edges of all rounds for the answer
    and does not distinguish states.
    """

    round: int
    step: int
    edge: LaurelsEdge | None
    fleeing: tuple[Fleeing, ...]
    pursuers: tuple[int | None, ...]
    edges: tuple[LaurelsEdge, ...] = field(default=(), compare=False)

    @property
    def is_over(self) -> bool:
        """Whether the fate of everybody who fled is known."""
        return all(each.fate is not None for each in self.fleeing)


@dataclass(frozen=True, slots=True)
class Course:
    """What does not change in a pursuit: the request, its rulings, and the rolls of a round in their order.

    `puts_off`, for odds, leaves out the exertions of those with stamina to spare: a pursuer's never matter, and those
    of one who flees are rolled only when somebody strikes at it. That changes no chance and keeps states few.
    """

    pursuit: LaurelsPursuit
    rulings: LaurelsRulings
    puts_off: bool
    rolls: tuple[tuple["ChaseRoll", int], ...]


ChaseRoll = Callable[[Course, Chase, int, Dice], Chase]
"""One roll of a round, of the one who flees or pursues at a place; no roll if it runs no longer."""


def course_of(pursuit: LaurelsPursuit, rulings: LaurelsRulings, *, puts_off: bool = False) -> Course:
    """Return the course of a pursuit: the edge, all exertions, who drops out, and all attempts to break away."""
    fleeing, pursuers = range(len(pursuit.fleeing)), range(len(pursuit.pursuers))
    rolls: list[tuple[ChaseRoll, int]] = [(roll_edge, 0)]
    rolls += [(exert_fleeing, place) for place in fleeing] + [(exert_pursuer, place) for place in pursuers]
    rolls += [(drop_out, 0)] + [(break_away, place) for place in fleeing]
    return Course(pursuit, rulings, puts_off, tuple(rolls))


def set_off(pursuit: LaurelsPursuit) -> Chase:
    """Return a pursuit before its first roll."""
    fleeing = tuple([Fleeing(each.stamina) for each in pursuit.fleeing])
    return Chase(1, 0, None, fleeing, tuple([each.stamina for each in pursuit.pursuers]))


def advance(course: Course, chase: Chase, dice: Dice) -> Chase:
    """Make the next roll, and go on to the one after it, or to the next round.

    Dice: each round D6 for the edge, D4 exertion for each who still flees, then for each who still pursues, and D20
    to break away for each who still flees; the dice of a free strike follow its check.
    """
    roll, place = course.rolls[chase.step]
    chase = roll(course, chase, place, dice)
    if chase.step + 1 < len(course.rolls):
        return replace(chase, step=chase.step + 1)
    if chase.round == course.pursuit.max_rounds:
        return _all_escape(course, chase, "the pursuit has gone on long enough", dice)
    return replace(chase, round=chase.round + 1, step=0, edge=None)


def roll_edge(course: Course, chase: Chase, _: int, dice: Dice) -> Chase:
    """Roll for the edge of a round.

    Dice: D6.
    """
    roll = dice.roll(rulebook.PURSUIT_ROUND, D6, bands=(3, 6))
    first = INITIATIVE_ROWS[LaurelsSurprise.NONE, roll.total].first
    edge = LaurelsEdge.FLEEING if first is course.pursuit.fleeing_role else LaurelsEdge.PURSUING
    who = "those who flee" if edge is LaurelsEdge.FLEEING else "the pursuers"
    text = f"Round {chase.round} of the pursuit: a {roll.total} gives {who} the edge."
    roll.tell(text, cites=(rulebook.INITIATIVE_SIDE_ROLL,))
    return replace(chase, edge=edge, edges=(*chase.edges, edge))


def exert_fleeing(course: Course, chase: Chase, place: int, dice: Dice) -> Chase:
    """Spend the stamina of one who flees; a creature without injury slots may run to its death.

    Dice: D4, unless it is put off.
    """
    runner, each = course.pursuit.fleeing[place], chase.fleeing[place]
    if each.fate is not None:
        return chase
    if _puts_off(course, chase, runner, each.stamina):
        return _with_fleeing(chase, place, replace(each, owed=each.owed + 1))
    left = _exert(runner, each.stamina, dice)
    if left or runner.injury_slots is not None:
        return _with_fleeing(chase, place, Fleeing(left))
    return _with_fleeing(chase, place, Fleeing(0, fate=LaurelsFlight.CASUALTIES))


def exert_pursuer(course: Course, chase: Chase, place: int, dice: Dice) -> Chase:
    """Spend the stamina of one who pursues, of which only matters whether any is left.

    Dice: D4, unless it is put off.
    """
    runner, stamina = course.pursuit.pursuers[place], chase.pursuers[place]
    if stamina is None or _puts_off(course, chase, runner, stamina):
        return chase
    left = _exert(runner, stamina, dice)
    return replace(chase, pursuers=(*chase.pursuers[:place], left, *chase.pursuers[place + 1 :]))


def _puts_off(course: Course, chase: Chase, runner: LaurelsRunner, stamina: int) -> bool:
    """Return whether a runner has stamina for all rounds to come, whatever it rolls, so that odds need no roll now."""
    rounds_left = course.pursuit.max_rounds - chase.round + 1
    return course.puts_off and stamina > COSTS[runner.weapon_specialized_runner][-1] * rounds_left


def _exert(runner: LaurelsRunner, stamina: int, dice: Dice) -> int:
    """Spend a runner's stamina.

    Dice: D4.
    """
    halved = runner.weapon_specialized_runner
    exertion = Exertion(rulebook.PURSUIT_ROUND, COSTS[halved], ALIKE[halved], (Rulings.D4_AND_CHECK_DICE,))
    return roll_exertion(exertion, runner.id, stamina, dice, slotless=runner.injury_slots is None)[1]


def drop_out(course: Course, chase: Chase, _: int, dice: Dice) -> Chase:
    """Let pursuers without stamina drop out; when all have, the rest escape.

    Dice: none.
    """
    for place, stamina in enumerate(chase.pursuers):
        if stamina == 0:
            who = course.pursuit.pursuers[place].id
            dice.note(rulebook.PURSUIT_ROUND, f"{who} has no stamina left and drops out.", actor=who)
    chase = replace(chase, pursuers=tuple([stamina or None for stamina in chase.pursuers]))
    if any(chase.pursuers):
        return chase
    return _all_escape(course, chase, "nobody pursues any longer", dice, cites=(rulebook.PURSUIT_ROUND,))


def _all_escape(course: Course, chase: Chase, why: str, dice: Dice, *, cites: Cites = ()) -> Chase:
    for place, each in enumerate(chase.fleeing):
        if each.fate is None:
            who = course.pursuit.fleeing[place].id
            dice.note(rulebook.PURSUIT_ESCAPE, f"{who} escapes: {why}.", actor=who, cites=cites)
            chase = _with_fleeing(chase, place, Fleeing(0, fate=LaurelsFlight.ESCAPED, left=each.stamina))
    return chase


class Attempt(NamedTuple):
    """What the dice of an attempt to break away depend on.

    `plan` is the free strike if the attempt fails by much, and `by` the place of who strikes; None if nobody can.
    """

    who: str
    dexterity: int
    speed: int
    dc: int
    has_edge: bool
    runner: Fleeing
    dearest: int
    plan: Plan | None
    by: int


def break_away(course: Course, chase: Chase, place: int, dice: Dice) -> Chase:
    """Check whether one who flees breaks away, with the fleeing side's edge, or stays ahead, with the pursuers'.

    Dice: D20; then those of a free strike.
    """
    runner, each = course.pursuit.fleeing[place], chase.fleeing[place]
    if each.fate is not None:
        return chase
    running = [at for at, stamina in enumerate(chase.pursuers) if stamina is not None]
    pursuers = [course.pursuit.pursuers[at] for at in running]
    faster = runner.move_ft - max([pursuer.move_ft for pursuer in pursuers])
    has_edge = chase.edge is LaurelsEdge.FLEEING
    plan, by = None, 0
    able = [at for at in running if not course.pursuit.pursuers[at].weapon.broken]
    if able and course.pursuit.free_strike and not has_edge:
        by = max(able, key=lambda at: course.pursuit.pursuers[at].level)
        plan = plan_attack(course.pursuit.pursuers[by], runner, FROM_BEHIND, LaurelsMode.MELEE, course.rulings)
    attempt = Attempt(
        who=runner.id,
        dexterity=runner.dexterity,
        speed=min(MOST_SPEED, abs(faster) // 5) * (1 if faster > 0 else -1),
        dc=BREAK_AWAY_DC + max([pursuer.awareness for pursuer in pursuers]),
        has_edge=has_edge,
        runner=each,
        dearest=COSTS[runner.weapon_specialized_runner][-1],
        plan=plan and plan._replace(stance=None),
        by=by,
    )
    return _with_fleeing(chase, place, dice.settle(rulebook.PURSUIT_BREAK_AWAY, roll_attempt, attempt))


FROM_BEHIND: Final = LaurelsStrike(target_dexterity_denied=True)
FATES: Final = MappingProxyType(
    {
        (True, True): (rulebook.PURSUIT_ESCAPE, "breaks away and escapes"),
        (True, False): (rulebook.PURSUIT_ESCAPE, "does not break away, and runs on"),
        (False, True): (rulebook.PURSUIT_CAUGHT, "is not caught, and runs on"),
        (False, False): (rulebook.PURSUIT_CAUGHT, "is caught"),
    }
)
"""What a check to break away leads to, by whether those who flee have the edge and whether it succeeds."""


def roll_attempt(attempt: Attempt, dice: Dice) -> Fleeing:
    """Roll an attempt to break away, and the free strike at one who is caught by 5 or more.

    Dice: D20; then those of a free strike.
    """
    who, each, has_edge = attempt.who, attempt.runner, attempt.has_edge
    facts: Facts = {
        LaurelsCheckFact.BREAK_AWAY: attempt.dexterity,
        LaurelsCheckFact.SPEED: attempt.speed,
        LaurelsCheckFact.EXHAUSTION: int(not each.stamina),
    }
    margins = (0,) if has_edge else (STRUCK_AT + 1, 0)
    checked = roll_check(Trial(rulebook.PURSUIT_BREAK_AWAY, who, facts, attempt.dc, (), margins), dice)
    rule, text = FATES[has_edge, checked.success]
    dice.note(rule, f"{who} {text}.", actor=who)
    if checked.success is not has_edge:
        return each
    if has_edge:
        return Fleeing(0, fate=LaurelsFlight.ESCAPED, left=each.stamina)
    if attempt.plan is None or checked.total - attempt.dc > STRUCK_AT:
        return Fleeing(0, fate=LaurelsFlight.CAUGHT, left=each.stamina)
    struck = _strike(attempt, attempt.plan, dice)
    dead = struck.wound.status is LaurelsStatus.DEAD
    fate = LaurelsFlight.CASUALTIES if dead else LaurelsFlight.CAUGHT
    return Fleeing(0, fate=fate, left=struck.wound.stamina, strike=FreeStrike(attempt.by, struck))


def _strike(attempt: Attempt, plan: Plan, dice: Dice) -> Struck:
    """Strike at one who is caught, who first rolls the exertions that were put off.

    Dice: for those a pool of dice whose faces are the costs: d4, or d2 for a specialized runner; then those of one
    melee attack.
    """
    text = f"{plan.attacker} strikes at {plan.target} from behind."
    dice.note(rulebook.PURSUIT_FREE_STRIKE, text, actor=plan.attacker)
    stamina = attempt.runner.stamina
    if attempt.runner.owed:
        stamina -= dice.roll(rulebook.PURSUIT_ROUND, pool_of(attempt.runner.owed, attempt.dearest)).total
    plan = plan._replace(vitals=plan.vitals._replace(stamina=stamina))
    (_, fatal), added = spans_of(plan)
    struck = strike(plan, dice, ((fatal - 1, fatal), added))
    if struck.wound.status is LaurelsStatus.DEAD:
        dice.note(rulebook.PURSUIT_CASUALTIES, f"{plan.target} is struck down in flight.", actor=plan.target)
    return struck


def _with_fleeing(chase: Chase, place: int, fleeing: Fleeing) -> Chase:
    if fleeing.fate is not None:
        fleeing = replace(fleeing, round=chase.round)
    return replace(chase, fleeing=(*chase.fleeing[:place], fleeing, *chase.fleeing[place + 1 :]))
