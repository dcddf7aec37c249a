"""Grapples: to bring a foe down, pin him, break free of a hold and let go.

The caller's own modifiers stand for what is not modelled, such as chokes and throws.
"""

from collections.abc import Iterable
from typing import Final

from service.dice.model import Cites, Rule
from service.dice.transcript import Tally, Term
from service.rules.kernel.modifiers import counted
from service.rules.kernel.tally import tally
from service.rules.roll_under.grappling import holder_modifier
from service.rules.roll_under.rolls import Contestant
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.modifiers import HOLD_MODIFIERS, PIN_MODIFIERS, TacticalFact
from service.rules.tactical.book.refusals import FigureUnable, ManeuverConflict, NotInCloseCombat, TargetNotProne
from service.rules.tactical.close.close_actions import Act, Deed
from service.rules.tactical.close.contest import FIRST, SECOND, quick_contest, regular_contest
from service.rules.tactical.close.numbers import ST_NAME, Score, best, combine, own_terms, takedown_scores
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import comes_from, let_go, pin_down, seize
from service.rules.tactical.figures.placement import fall_down
from service.rules.tactical.figures.standing import UPRIGHT, free_hands, grip_on, name_of, with_state

TEN_SECONDS: Final = 10
"""A pinned figure tries once in so many seconds to break free."""
MOST_HANDS: Final = 2
HANDS, PINNED = TacticalFact.HANDS, TacticalFact.PINNED


def refuse_takedown(act: Act) -> None:
    """Refuse a takedown of or by a figure that does not stand.

    Raises: ManeuverConflict.
    """
    for figure, pointer in ((act.actor, "/actor"), (act.foe, "/target")):
        if figure.posture not in UPRIGHT:
            message = f"A takedown needs both on their feet; {figure.id!r} is {figure.posture.value}."
            raise ManeuverConflict(message, pointer=pointer, rule=rulebook.GRAPPLE_TAKEDOWN)


def takedown(act: Act) -> Deed:
    """Bring a standing foe down: each side rolls its best of ST, DX and grappling skills, and the loser falls.

    The best of several who combine rolls for all, and falls if they lose.

    Dice: 3D6 attacker, 3D6 foe.
    Raises: ManeuverConflict.
    """
    refuse_takedown(act)
    field, target, rule = act.field, act.foe, rulebook.GRAPPLE_TAKEDOWN
    together = combine(
        [(each, takedown_scores(field, each, acting=True)) for each in _team(act)], field.rulings.helper_score
    )
    leader = together.leader
    mine = _rolling(act, rule, leader, together.score.number, (), rulebook.CLOSE_TAKEDOWN_HELPERS)
    theirs = best(takedown_scores(field, target, acting=False)).number
    report = quick_contest(mine, _against(rule, target, theirs), act.dice)
    name, foe = name_of(leader), name_of(target)
    if report.winner not in (FIRST, SECOND):
        act.dice.note(rule, f"{name} and {foe} stay on their feet.", actor=leader.id)
        return Deed(succeeded=False, summary=f"{name} did not bring {foe} down.", contest=report)
    won = report.winner is FIRST
    fallen, other = (target, leader) if won else (leader, target)
    fall_down(field, fallen, away_from=comes_from(field, fallen, other.id))
    text = f"{name_of(other)} brought {name_of(fallen)} down."
    act.dice.note(rulebook.INJURY_PRONE_DROP, text, actor=fallen.id)
    return Deed(won, text if won else f"{name} failed to bring {foe} down, and fell.", contest=report)


def refuse_pin(act: Act) -> None:
    """Refuse to pin a figure that does not lie.

    Raises: TargetNotProne.
    """
    if act.foe.posture is not Posture.LYING:
        message = f"{act.foe.id!r} is {act.foe.posture.value}; only a lying figure can be pinned."
        raise TargetNotProne(message, pointer="/target")


def pin(act: Act) -> Deed:
    """Pin a foe who lies, in a Regular Contest of ST.

    The larger side has +3 for each point of Size Modifier, the one with more free hands +3; of several who combine
    those of the one with the best score count.

    Dice: for each round 3D6 attacker, 3D6 foe, until exactly one succeeds, for 20 rounds at most.
    Raises: TargetNotProne.
    """
    refuse_pin(act)
    field, target, rule = act.field, act.foe, rulebook.GRAPPLE_PIN
    together = combine([(each, [Score(ST_NAME, tally(each.st))]) for each in _team(act)], field.rulings.helper_score)
    leader = together.leader
    mine = _rolling(act, rule, leader, together.score.number, _pin_terms(leader, target), rulebook.CLOSE_PIN_HELPERS)
    theirs = tally(target.st, _pin_terms(target, leader))
    report = regular_contest(mine, _against(rule, target, theirs), act.dice)
    won = report.winner is FIRST
    text = f"{name_of(leader)} {'pinned' if won else 'did not pin'} {name_of(target)}"
    if not won:
        act.dice.note(rule, f"{text}.", actor=leader.id)
        return Deed(won, f"{text}.", contest=report)
    hands = min(len(free_hands(leader)), MOST_HANDS)
    if grip_on(leader, target.id) is None and hands:
        seize(field, leader.id, target.id, hands)
    pin_down(field, leader.id, target.id)
    act.dice.note(rulebook.GRAPPLE_EFFECT, f"{text}, who is helpless.", actor=leader.id)
    return Deed(won, f"{text}.", contest=report)


def _pin_terms(one: TacticalFigure, other: TacticalFigure) -> list[Term]:
    more = len(free_hands(one)) > len(free_hands(other))
    larger = max(one.sm - other.sm, 0)
    return counted(PIN_MODIFIERS, {TacticalFact.PIN_SIZE: larger, TacticalFact.FREE_HANDS: int(more)})


def refuse_break_free(act: Act) -> None:
    """Refuse to break free of somebody who has no hold, and a second try against a pin within 10 seconds.

    Raises: NotInCloseCombat, FigureUnable.
    """
    holder, figure = act.foe.id, act.actor
    state, rule = figure.state, rulebook.GRAPPLE_BREAK_FREE
    if holder not in (*state.grappled_by, *state.pinned_by):
        message = f"{name_of(act.foe)} does not hold {name_of(figure)}."
        raise NotInCloseCombat(message, pointer="/target", rule=rule)
    if holder in state.pinned_by and state.break_free_tried:
        message = f"{figure.id!r} is pinned and may try again in {state.break_free_tried} s."
        raise FigureUnable(message, pointer="/actor", rule=rule)


def break_free(act: Act) -> Deed:
    """Break free of a hold or a pin, in a Quick Contest of ST.

    Dice: 3D6 held figure, 3D6 holder.
    Raises: NotInCloseCombat, FigureUnable.
    """
    refuse_break_free(act)
    field, figure, holder, rule = act.field, act.actor, act.foe, rulebook.GRAPPLE_BREAK_FREE
    pinned = holder.id in figure.state.pinned_by
    grip = grip_on(holder, figure.id)
    bonus = holder_modifier(1 if grip is None else grip.hands, pinned=pinned)
    against = tally(holder.st, counted(HOLD_MODIFIERS, {PINNED if pinned else HANDS: bonus}))
    mine = _rolling(act, rule, figure, tally(figure.st))
    report = quick_contest(mine, _against(rule, holder, against), act.dice)
    name, foe = act.names
    freed = report.winner is FIRST
    if freed:
        let_go(field, holder.id, figure.id)
    elif pinned:
        field.put(with_state(figure, break_free_tried=TEN_SECONDS))
    act.dice.note(rule, f"{name} broke free of {foe}." if freed else f"{foe} kept hold of {name}.", actor=figure.id)
    return Deed(freed, f"{name} {'broke free of' if freed else 'could not break free of'} {foe}.", contest=report)


def release(act: Act) -> Deed:
    """Let go of a foe.

    Raises: NotInCloseCombat, if there is no hold.
    """
    holder, held, rule = act.actor.id, act.foe.id, rulebook.GRAPPLE_RELEASE
    name, foe = act.names
    if not let_go(act.field, holder, held):
        raise NotInCloseCombat(f"{name} does not hold {foe}.", pointer="/target", rule=rule)
    text = f"{name} let go of {foe}."
    act.dice.note(rule, text, actor=holder)
    return Deed(succeeded=True, summary=text)


def _team(act: Act) -> list[TacticalFigure]:
    """Return the figures that act together on the target."""
    return [act.field[each] for each in (act.input.actor, *act.input.helpers)]


def _rolling(
    act: Act, rule: Rule, figure: TacticalFigure, number: Tally, more: Iterable[Term] = (), helping: Rule | None = None
) -> Contestant:
    """Return who rolls for an action, with the caller's own modifiers; `helping` is the rule of several who combine."""
    own = own_terms(act.input.modifiers)
    cites: Cites = (rulebook.GRAPPLE_NOT_MODELLED,) if own else ()
    cites = (*cites, helping) if helping is not None and act.input.helpers else cites
    terms = (*number.terms, *more, *own)
    return Contestant(rule, figure.id, name_of(figure), tally(number.base, terms), cites)


def _against(rule: Rule, figure: TacticalFigure, number: Tally) -> Contestant:
    return Contestant(rule, figure.id, name_of(figure), number)
