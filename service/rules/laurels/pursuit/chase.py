"""A pursuit roll by roll: its state, the rolls of a round in their order, and what each leads to."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from service.dice.model import D4, D6, Cites, Dice, Expected, Roll, pool_of
from service.dice.phases import NoRoll, OneKernel, OneRoll, Phase
from service.rules.kernel.figures import who_of
from service.rules.kernel.tally import Facts
from service.rules.laurels.attack.check import Trial, roll_check
from service.rules.laurels.attack.legality import called
from service.rules.laurels.attack.plan import plan_attack, spans_of
from service.rules.laurels.attack.strike import ALIKE, COSTS, Exertion, Struck, exerted, exertion_roll, strike
from service.rules.laurels.battle.models import LaurelsPursuit, LaurelsRunner
from service.rules.laurels.battle.outcomes import LaurelsFreeStrike
from service.rules.laurels.book import rulebook, words
from service.rules.laurels.book.modifiers import LaurelsCheckFact
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.refusals import LaurelsInvalidTarget
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.tables import BREAK_AWAY_DC, INITIATIVE_ROWS, MOST_SPEED, STRUCK_AT
from service.rules.laurels.figures.models import LaurelsStrike
from service.rules.laurels.figures.vitals import dies_of_exertion
from service.wire import value_class


@value_class
class End:
    """How one who fled ended: its stamina and injuries, the free strike and the round. Answered, but never compared."""

    stamina: int = field(compare=False)
    injuries: int = field(compare=False)
    strike: LaurelsFreeStrike | None = field(default=None, compare=False)
    round: int = field(default=0, compare=False)


class Fleeing(NamedTuple):
    """One who flees: the stamina while it runs, exertions not yet rolled, and its fate, once that is known.

    Exertions are put off only for odds, and only where they cannot use up the stamina (see `Course`).
    """

    stamina: int
    owed: int = 0
    fate: words.LaurelsFlight | None = None
    end: End | None = None


@dataclass(unsafe_hash=True, slots=True)
class Past:
    """Who had the edge in the rounds so far: answered, but never compared."""

    edges: tuple[words.LaurelsEdge, ...] = field(default=(), compare=False)


class Chase(NamedTuple):
    """A pursuit between two rolls: the round, the number of the next roll, who has the edge, and how all stand.

    Pursuers are given by the stamina left; None has dropped out.
    """

    round: int
    step: int
    edge: words.LaurelsEdge | None
    fleeing: tuple[Fleeing, ...]
    pursuers: tuple[int | None, ...]
    past: Past = Past()

    @property
    def is_over(self) -> bool:
        """Whether the fate of everybody who fled is known."""
        return None not in [each.fate for each in self.fleeing]


@value_class
class Course:
    """What does not change in a pursuit: the request, its rulings, who flees, and the rolls of a round in their order.

    `puts_off`, for odds, leaves out the exertions of those with stamina to spare: a pursuer's never matter, and those
    of one who flees are rolled only when somebody strikes at it. That changes no chance and keeps states few.
    """

    pursuit: LaurelsPursuit
    rulings: LaurelsRulings
    role: words.LaurelsRole
    puts_off: bool
    rolls: tuple[tuple["ChaseRoll", int], ...]


ChaseRoll = Callable[[Course, Chase, int], Phase[Chase]]
"""One roll of a round, of the one who flees or pursues at a place; no roll if it runs no longer."""


def course_of(pursuit: LaurelsPursuit, rulings: LaurelsRulings, *, puts_off: bool = False) -> Course:
    """Return the course of a pursuit: the edge, all exertions, who drops out, and all attempts to break away."""
    fleeing, pursuers = range(len(pursuit.fleeing)), range(len(pursuit.pursuers))
    rolls: list[tuple[ChaseRoll, int]] = [(_roll_edge, 0)]
    rolls += [(_exert_fleeing, place) for place in fleeing] + [(_exert_pursuer, place) for place in pursuers]
    rolls += [(_drop_out, 0)] + [(_break_away, place) for place in fleeing]
    return Course(pursuit, rulings, role_of_flight(pursuit), puts_off, tuple(rolls))


def role_of_flight(pursuit: LaurelsPursuit) -> words.LaurelsRole:
    """Return on which side those who flee are: as the request says, or their roles, or those of the pursuers."""
    groups = (("fleeing", pursuit.fleeing, FLEES), ("pursuers", pursuit.pursuers, CHASES))
    claims = [
        (runner.id, runner.role, roles[runner.role], f"/{field}/{place}/role")
        for field, runners, roles in groups
        for place, runner in enumerate(runners)
        if runner.role is not None
    ]
    said = pursuit.fleeing_role or (claims[0][2] if claims else words.LaurelsRole.PARTY)
    for name, role, flees, pointer in claims:
        if flees is not said:
            message = f"{name!r} has the role {role.value!r}, but those who flee are the {said.value}."
            raise LaurelsInvalidTarget(message, pointer=pointer, rule=rulebook.PURSUIT_ELIGIBILITY)
    return said


FLEES: Final = MappingProxyType({role: role for role in words.LaurelsRole})
CHASES: Final = MappingProxyType(dict(zip(words.LaurelsRole, reversed(words.LaurelsRole), strict=True)))
"""On which side those who flee are, by the role of one who flees or pursues."""


def set_off(pursuit: LaurelsPursuit) -> Chase:
    """Return a pursuit before its first roll."""
    fleeing = tuple([Fleeing(each.stamina) for each in pursuit.fleeing])
    return Chase(1, 0, None, fleeing, tuple([each.stamina for each in pursuit.pursuers]))


def next_roll(course: Course, chase: Chase) -> Phase[Chase]:
    """Return the next roll, after which the pursuit is before the one that follows, or before the next round.

    Dice: each round D6 for the edge, D4 exertion for each who still flees, then for each who still pursues, and D20
    to break away for each who still flees; the dice of a free strike follow its check.
    """
    roll, place = course.rolls[chase.step]
    return roll(course, chase, place)


def _onward(course: Course, chase: Chase, dice: Dice) -> Chase:
    """Go on to the next roll, or to the next round."""
    number, step, edge, fleeing, pursuers, past = chase
    if step + 1 < len(course.rolls):
        return Chase(number, step + 1, edge, fleeing, pursuers, past)
    if number == course.pursuit.max_rounds:
        return _all_escape(course, chase, "the pursuit had gone on long enough", dice)
    return Chase(number + 1, 0, None, fleeing, pursuers, past)


def _no_roll(course: Course, chase: Chase) -> NoRoll[Chase]:
    return NoRoll(lambda dice: _onward(course, chase, dice))


def _roll_edge(course: Course, chase: Chase, _: int) -> Phase[Chase]:
    """Roll a D6 for the edge of a round."""

    def after(roll: Roll, dice: Dice) -> Chase:
        first = INITIATIVE_ROWS[words.LaurelsSurprise.NONE, roll.total].first
        edge = words.LaurelsEdge.FLEEING if first is course.role else words.LaurelsEdge.PURSUING
        who = "those who fled" if edge is words.LaurelsEdge.FLEEING else "the pursuers"
        text = f"Round {chase.round} of the pursuit: a {roll.total} gave {who} the edge."
        roll.tell(text, cites=(rulebook.INITIATIVE_SIDE_ROLL,))
        return _onward(course, chase._replace(edge=edge, past=Past((*chase.past.edges, edge))), dice)

    return OneRoll(rulebook.PURSUIT_ROUND, D6, after, bands=(3, 6), expected=lambda: _rolls_of_round(course, chase))


def _rolls_of_round(course: Course, chase: Chase) -> list[Expected]:
    """Return the rolls with which a round begins: the edge, and the exertions.

    The pursuers' come only if not all who flee may run to their death before.
    """
    rolls = [Expected(rulebook.PURSUIT_ROUND, D6, None, "who has the edge")]
    running = [
        (runner, each.stamina)
        for runner, each in zip(course.pursuit.fleeing, chase.fleeing, strict=True)
        if each.fate is None
    ]
    rolls += [exertion_roll(rulebook.PURSUIT_ROUND, who_of(runner)) for runner, _ in running]
    may_die = [dies_of_exertion(runner, course.rulings) for runner, _ in running]
    if not all(may_die) or any(stamina > _dearest(runner) for runner, stamina in running):
        pairs = zip(course.pursuit.pursuers, chase.pursuers, strict=True)
        rolls += [exertion_roll(rulebook.PURSUIT_ROUND, who_of(each)) for each, stamina in pairs if stamina is not None]
    return rolls


def _exert_fleeing(course: Course, chase: Chase, place: int) -> Phase[Chase]:
    """Roll a D4 for the stamina of one who flees, and who may run to its death if the rulings say so."""
    runner, each = course.pursuit.fleeing[place], chase.fleeing[place]
    if each.fate is not None:
        return _no_roll(course, chase)
    if _puts_off(course, chase, runner, each.stamina):
        return _no_roll(course, _with_fleeing(chase, place, each._replace(owed=each.owed + 1)))
    may_die = dies_of_exertion(runner, course.rulings)

    def spent(left: int) -> Chase:
        if left or not may_die:
            return _with_fleeing(chase, place, Fleeing(left))
        return _with_fleeing(chase, place, _ended(runner, words.LaurelsFlight.CASUALTIES, 0))

    return _exert(course, runner, each.stamina, spent)


def _exert_pursuer(course: Course, chase: Chase, place: int) -> Phase[Chase]:
    """Roll a D4 for the stamina of one who pursues, of which only matters whether any is left."""
    runner, stamina = course.pursuit.pursuers[place], chase.pursuers[place]
    if stamina is None or _puts_off(course, chase, runner, stamina):
        return _no_roll(course, chase)
    before, behind = chase.pursuers[:place], chase.pursuers[place + 1 :]
    return _exert(course, runner, stamina, lambda left: chase._replace(pursuers=(*before, left, *behind)))


def _puts_off(course: Course, chase: Chase, runner: LaurelsRunner, stamina: int) -> bool:
    """Return whether a runner has stamina for all rounds to come, whatever it rolls, so that odds need no roll now."""
    rounds_left = course.pursuit.max_rounds - chase.round + 1
    return course.puts_off and stamina > _dearest(runner) * rounds_left


def _dearest(runner: LaurelsRunner) -> int:
    """Return the most stamina that one exertion costs a runner."""
    return COSTS[runner.weapon_specialized_runner][-1]


def _exert(course: Course, runner: LaurelsRunner, stamina: int, spent: Callable[[int], Chase]) -> Phase[Chase]:
    halved = runner.weapon_specialized_runner
    exertion = Exertion(rulebook.PURSUIT_ROUND, COSTS[halved], ALIKE[halved], (Rulings.D4_AND_CHECK_DICE,))
    may_die = dies_of_exertion(runner, course.rulings)

    def after(roll: Roll, dice: Dice) -> Chase:
        _, left = exerted(exertion, roll, who, stamina, dice, may_die=may_die)
        return _onward(course, spent(left), dice)

    rule, who = rulebook.PURSUIT_ROUND, who_of(runner)
    return OneRoll(rule, D4, after, bands=ALIKE[halved], actor=who.id, expected=lambda: (exertion_roll(rule, who),))


def _drop_out(course: Course, chase: Chase, _: int) -> Phase[Chase]:
    """Let pursuers without stamina drop out; when all have, the rest escape."""

    def dropped(dice: Dice) -> Chase:
        for place, stamina in enumerate(chase.pursuers):
            if stamina == 0:
                who = course.pursuit.pursuers[place]
                text = f"{called(who)} had no stamina left and dropped out."
                dice.note(rulebook.PURSUIT_ROUND, text, actor=who.id)
        left = chase._replace(pursuers=tuple([stamina or None for stamina in chase.pursuers]))
        if not any(left.pursuers):
            why = "nobody pursued any longer"
            left = _all_escape(course, left, why, dice, cites=(rulebook.PURSUIT_ROUND,))
        return _onward(course, left, dice)

    return NoRoll(dropped)


def _all_escape(course: Course, chase: Chase, why: str, dice: Dice, *, cites: Cites = ()) -> Chase:
    for place, (runner, each) in enumerate(zip(course.pursuit.fleeing, chase.fleeing, strict=True)):
        if each.fate is None:
            dice.note(rulebook.PURSUIT_ESCAPE, f"{called(runner)} escaped: {why}.", actor=runner.id, cites=cites)
            chase = _with_fleeing(chase, place, _ended(runner, words.LaurelsFlight.ESCAPED, each.stamina))
    return chase


class Attempt(NamedTuple):
    """What the dice of an attempt to break away depend on.

    `ahead` is the difference in Move to the fastest pursuer, in feet; `striker` is who strikes if the attempt fails by
    much, or None if nobody does.
    """

    runner: LaurelsRunner
    now: Fleeing
    has_edge: bool
    ahead: int
    dc: int
    striker: LaurelsRunner | None
    rulings: LaurelsRulings


def _break_away(course: Course, chase: Chase, place: int) -> Phase[Chase]:
    """Roll a D20, and perhaps a free strike, to break away with the edge, or without it to stay ahead."""
    pursuit, now = course.pursuit, chase.fleeing[place]
    if now.fate is not None:
        return _no_roll(course, chase)
    runner, has_edge = pursuit.fleeing[place], chase.edge is words.LaurelsEdge.FLEEING
    pairs = zip(pursuit.pursuers, chase.pursuers, strict=True)
    running = [pursuer for pursuer, stamina in pairs if stamina is not None]
    able = [each for each in running if not each.weapon.broken] if pursuit.free_strike and not has_edge else []
    striker = max(able, key=lambda each: each.level, default=None)
    ahead = runner.move_ft - max([each.move_ft for each in running])
    dc = BREAK_AWAY_DC + max([each.awareness for each in running])
    attempt = Attempt(runner, now, has_edge, ahead, dc, striker, course.rulings)

    def after(fleeing: Fleeing, dice: Dice) -> Chase:
        return _onward(course, _with_fleeing(chase, place, fleeing), dice)

    return OneKernel(rulebook.PURSUIT_BREAK_AWAY, roll_attempt, attempt, after)


FLED: Final = MappingProxyType(
    {
        words.LaurelsFlight.ESCAPED: ("escaped", "escaped"),
        words.LaurelsFlight.CAUGHT: ("was caught", "were caught"),
        words.LaurelsFlight.CASUALTIES: ("died", "died"),
    }
)
"""What is told of those who fled, of one and of many."""
FROM_BEHIND: Final = LaurelsStrike(target_dexterity_denied=True)
FATES: Final = MappingProxyType(
    {
        (True, True): (rulebook.PURSUIT_ESCAPE, "broke away and escaped"),
        (True, False): (rulebook.PURSUIT_ESCAPE, "did not break away, and ran on"),
        (False, True): (rulebook.PURSUIT_CAUGHT, "was not caught, and ran on"),
        (False, False): (rulebook.PURSUIT_CAUGHT, "was caught"),
    }
)
"""What a check to break away leads to, by whether those who flee have the edge and whether it succeeds."""


def roll_attempt(attempt: Attempt, dice: Dice) -> Fleeing:
    """Roll an attempt to break away, and the free strike at one who is caught by 5 or more.

    Dice: D20; then those of a free strike.
    """
    runner, now, has_edge, ahead, dc, striker, rulings = attempt
    facts: Facts = {
        LaurelsCheckFact.BREAK_AWAY: runner.dexterity,
        LaurelsCheckFact.SPEED: min(MOST_SPEED, abs(ahead) // 5) * (1 if ahead > 0 else -1),
        LaurelsCheckFact.EXHAUSTION: int(not now.stamina),
    }
    margins = (0,) if has_edge else (STRUCK_AT + 1, 0)
    purpose = f"whether {called(runner)} {'breaks away' if has_edge else 'stays ahead'}"
    checked = roll_check(Trial(rulebook.PURSUIT_BREAK_AWAY, who_of(runner), facts, dc, purpose, (), margins), dice)
    rule, text = FATES[has_edge, checked.success]
    dice.note(rule, f"{called(runner)} {text}.", actor=runner.id)
    if checked.success is not has_edge:
        return now
    if has_edge:
        return _ended(runner, words.LaurelsFlight.ESCAPED, now.stamina)
    if striker is None or checked.total - dc > STRUCK_AT:
        return _ended(runner, words.LaurelsFlight.CAUGHT, now.stamina)
    struck = _strike(striker, runner, now, rulings, dice)
    dead = struck.wound.status is words.LaurelsStatus.DEAD
    fate = words.LaurelsFlight.CASUALTIES if dead else words.LaurelsFlight.CAUGHT
    free_strike = LaurelsFreeStrike(id=runner.id, by=striker.id, net=struck.net, applied=struck.applied)
    return Fleeing(0, 0, fate, End(struck.wound.stamina, struck.wound.injuries, free_strike))


def _strike(striker: LaurelsRunner, runner: LaurelsRunner, now: Fleeing, rulings: LaurelsRulings, dice: Dice) -> Struck:
    """Strike at one who is caught, who first rolls the exertions that were put off.

    Dice: for those a pool of dice whose faces are the costs: d4, or d2 for a specialized runner; then those of one
    melee attack.
    """
    text = f"{called(striker)} struck at {called(runner)} from behind."
    dice.note(rulebook.PURSUIT_FREE_STRIKE, text, actor=striker.id)
    stamina = now.stamina
    if now.owed:
        stamina -= dice.roll(rulebook.PURSUIT_ROUND, pool_of(now.owed, _dearest(runner))).total
    plan = plan_attack(striker, runner, FROM_BEHIND, words.LaurelsMode.MELEE, rulings)
    plan = plan._replace(vitals=plan.vitals._replace(stamina=stamina), stance=None)
    (_, fatal), added = spans_of(plan)
    struck = strike(plan, dice, lambda: ((fatal - 1, fatal), added))
    if struck.wound.status is words.LaurelsStatus.DEAD:
        dice.note(rulebook.PURSUIT_CASUALTIES, f"{called(runner)} was struck down in flight.", actor=runner.id)
    return struck


def _ended(runner: LaurelsRunner, fate: words.LaurelsFlight, stamina: int) -> Fleeing:
    return Fleeing(0, 0, fate, End(stamina, runner.injuries))


def _with_fleeing(chase: Chase, place: int, each: Fleeing) -> Chase:
    number, step, edge, fleeing, pursuers, past = chase
    if each.end is not None:
        end = each.end
        each = Fleeing(each.stamina, each.owed, each.fate, End(end.stamina, end.injuries, end.strike, number))
    return Chase(number, step, edge, (*fleeing[:place], each, *fleeing[place + 1 :]), pursuers, past)
