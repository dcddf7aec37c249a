"""Grapples: to bring a foe down, pin him, break free of a hold and let go."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice, Rule
from service.dice.transcript import Tally, Term
from service.rules.kernel.modifiers import counted
from service.rules.kernel.tally import tally
from service.rules.roll_under.grappling import holder_modifier
from service.rules.roll_under.rolls import Contestant
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.modifiers import HOLD_MODIFIERS, PIN_MODIFIERS, TacticalFact
from service.rules.tactical.book.refusals import FigureUnable, ManeuverConflict, NotInCloseCombat, TargetNotProne
from service.rules.tactical.close.contest import FIRST, SECOND, TacticalContestReport, quick_contest, regular_contest
from service.rules.tactical.close.numbers import ST_NAME, Score, best, combine, takedown_scores
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import let_go, pin_down, seize
from service.rules.tactical.figures.placement import fall_down
from service.rules.tactical.figures.standing import free_hands, grip_on, name_of, with_state

TEN_SECONDS: Final = 10
"""A pinned figure tries once in so many seconds to break free."""
UPRIGHT: Final = frozenset({Posture.STANDING, Posture.CROUCHING})
MOST_HANDS: Final = 2
HANDS, PINNED = TacticalFact.HANDS, TacticalFact.PINNED


class Team(NamedTuple):
    """Who acts, who helps, on whom, with which modifiers of the caller's own."""

    actor: str
    target: str
    helpers: tuple[str, ...] = ()
    terms: tuple[Term, ...] = ()

    @property
    def cites(self) -> Cites:
        """The rule by which the caller's own modifiers stand for what is not modelled."""
        return (rulebook.GRAPPLE_NOT_MODELLED,) if self.terms else ()


def refuse_takedown(field: Field, team: Team) -> None:
    """Refuse a takedown of or by a figure that does not stand.

    Raises: ManeuverConflict.
    """
    for name, pointer in ((team.actor, "/actor"), (team.target, "/target")):
        figure = field[name]
        if figure.posture not in UPRIGHT:
            message = f"A takedown needs both on their feet; {name!r} is {figure.posture.value}."
            raise ManeuverConflict(message, pointer=pointer, rule=rulebook.GRAPPLE_TAKEDOWN)


def takedown(field: Field, team: Team, dice: Dice) -> TacticalContestReport:
    """Bring a standing foe down: each side rolls its best of ST, DX and grappling skills, and the loser falls.

    The best of several who combine rolls for all, and falls if they lose.

    Dice: 3D6 attacker, 3D6 foe.
    """
    scores = [(field[each], takedown_scores(field, field[each], acting=True)) for each in (team.actor, *team.helpers)]
    together = combine(scores, field.rulings.helper_score)
    leader, target = together.leader, field[team.target]
    against = best(takedown_scores(field, target, acting=False))
    rule = rulebook.GRAPPLE_TAKEDOWN
    cites = (*team.cites, *((rulebook.CLOSE_TAKEDOWN_HELPERS,) if team.helpers else ()))
    report = quick_contest(
        _side(rule, leader, _with(together.score.number, team.terms), cites), _side(rule, target, against.number), dice
    )
    fallen = {FIRST: target, SECOND: leader}.get(report.winner)
    if fallen is None:
        dice.note(rule, f"{name_of(leader)} and {name_of(target)} stay on their feet.", actor=leader.id)
        return report
    other = leader if fallen is target else target
    fall_down(field, fallen, away_from=other.hex)
    dice.note(rulebook.INJURY_PRONE_DROP, f"{name_of(other)} brought {name_of(fallen)} down.", actor=fallen.id)
    return report


def refuse_pin(field: Field, team: Team) -> None:
    """Refuse to pin a figure that does not lie.

    Raises: TargetNotProne.
    """
    target = field[team.target]
    if target.posture is not Posture.LYING:
        message = f"{target.id!r} is {target.posture.value}; only a lying figure can be pinned."
        raise TargetNotProne(message, pointer="/target")


def pin(field: Field, team: Team, dice: Dice) -> TacticalContestReport:
    """Pin a foe who lies, in a Regular Contest of ST.

    The larger side has +3 for each point of Size Modifier, the one with more free hands +3; of several who combine
    those of the one with the best score count.

    Dice: for each round 3D6 attacker, 3D6 foe, until exactly one succeeds, for 20 rounds at most.
    """
    scores = [(field[each], [Score(ST_NAME, tally(field[each].st))]) for each in (team.actor, *team.helpers)]
    together = combine(scores, field.rulings.helper_score)
    leader, target = together.leader, field[team.target]
    rule = rulebook.GRAPPLE_PIN
    mine = _with(together.score.number, (*_pin_terms(leader, target), *team.terms))
    cites = (*team.cites, *((rulebook.CLOSE_PIN_HELPERS,) if team.helpers else ()))
    report = regular_contest(
        _side(rule, leader, mine, cites),
        _side(rule, target, tally(target.st, _pin_terms(target, leader))),
        dice,
    )
    if report.winner is not FIRST:
        dice.note(rule, f"{name_of(leader)} did not pin {name_of(target)}.", actor=leader.id)
        return report
    hands = min(len(free_hands(leader)), MOST_HANDS)
    if grip_on(leader, target.id) is None and hands:
        seize(field, leader.id, target.id, hands)
    pin_down(field, leader.id, target.id)
    text = f"{name_of(leader)} pinned {name_of(target)}, who is helpless."
    dice.note(rulebook.GRAPPLE_EFFECT, text, actor=leader.id)
    return report


def _pin_terms(one: TacticalFigure, other: TacticalFigure) -> list[Term]:
    more = len(free_hands(one)) > len(free_hands(other))
    larger = max(one.sm - other.sm, 0)
    return counted(PIN_MODIFIERS, {TacticalFact.PIN_SIZE: larger, TacticalFact.FREE_HANDS: int(more)})


def refuse_break_free(field: Field, team: Team) -> None:
    """Refuse to break free of somebody who has no hold, and a second try against a pin within 10 seconds.

    Raises: NotInCloseCombat, FigureUnable.
    """
    figure = field[team.actor]
    if team.target not in figure.state.grappled_by and team.target not in figure.state.pinned_by:
        message = f"{name_of(field[team.target])} does not hold {name_of(figure)}."
        raise NotInCloseCombat(message, pointer="/target", rule=rulebook.GRAPPLE_BREAK_FREE)
    seconds = figure.state.break_free_tried
    if team.target in figure.state.pinned_by and seconds:
        message = f"{figure.id!r} is pinned and may try again in {seconds} s."
        raise FigureUnable(message, pointer="/actor", rule=rulebook.GRAPPLE_BREAK_FREE)


def break_free(field: Field, team: Team, dice: Dice) -> TacticalContestReport:
    """Break free of a hold or a pin, in a Quick Contest of ST.

    Dice: 3D6 held figure, 3D6 holder.
    """
    figure, holder = field[team.actor], field[team.target]
    pinned = holder.id in figure.state.pinned_by
    grip = grip_on(holder, figure.id)
    bonus = holder_modifier(1 if grip is None else grip.hands, pinned=pinned)
    rule = rulebook.GRAPPLE_BREAK_FREE
    against = tally(holder.st, counted(HOLD_MODIFIERS, {PINNED if pinned else HANDS: bonus}))
    report = quick_contest(
        _side(rule, figure, tally(figure.st, team.terms), team.cites), _side(rule, holder, against), dice
    )
    if report.winner is FIRST:
        let_go(field, holder.id, figure.id)
        dice.note(rule, f"{name_of(figure)} broke free of {name_of(holder)}.", actor=figure.id)
        return report
    if pinned:
        field.put(with_state(figure, break_free_tried=TEN_SECONDS))
    dice.note(rule, f"{name_of(holder)} kept hold of {name_of(figure)}.", actor=figure.id)
    return report


def release(field: Field, team: Team, dice: Dice) -> None:
    """Let go of a foe.

    Raises: NotInCloseCombat, if there is no hold.
    """
    holder, held = field[team.actor], field[team.target]
    if not let_go(field, holder.id, held.id):
        message = f"{name_of(holder)} does not hold {name_of(held)}."
        raise NotInCloseCombat(message, pointer="/target", rule=rulebook.GRAPPLE_RELEASE)
    dice.note(rulebook.GRAPPLE_RELEASE, f"{name_of(holder)} let go of {name_of(held)}.", actor=holder.id)


def _side(rule: Rule, figure: TacticalFigure, number: Tally, cites: Cites = ()) -> Contestant:
    return Contestant(rule, figure.id, name_of(figure), number, cites)


def _with(number: Tally, terms: Sequence[Term]) -> Tally:
    return tally(number.base, (*number.terms, *terms)) if terms else number
