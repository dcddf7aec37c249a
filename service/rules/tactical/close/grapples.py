"""Grapples: to take hold of a foe, bring him down, pin him, break free of a hold and let go.

The caller's own modifiers stand for what is not modelled, such as chokes and throws.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from service.dice.model import Cites, Rule
from service.dice.transcript import Tally, Term
from service.rules.kernel.book import Fact
from service.rules.kernel.tally import counted, tally, term
from service.rules.kernel.telling import amount
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.grappling import holder_modifier
from service.rules.roll_under.rolls import Contestant
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.exchange.exchange import land, mark, settle
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.book import refusals, rulebook
from service.rules.tactical.book.modifiers import HOLD_MODIFIERS, PIN_MODIFIERS, TacticalFact
from service.rules.tactical.book.options import TacticalAssistantScore
from service.rules.tactical.book.words import TacticalLocation, TacticalManeuver
from service.rules.tactical.close.acts import Act, Deed
from service.rules.tactical.close.contest import FIRST, QUICK, REGULAR, TIE, contest
from service.rules.tactical.close.numbers import as_weapon, forget_body, levels_of, own_terms
from service.rules.tactical.figures import pairs, standing
from service.rules.tactical.figures.dexterity import hindrances
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.placement import fall_down
from service.rules.tactical.map.sectors import towards

TEN_SECONDS: Final = 10
"""A pinned figure tries once in so many seconds to break free."""
MOST_HANDS: Final = 2
HANDS: Final = "hands"
"""The id of bare hands as a weapon; they are on no list of weapons."""
ST_NAME: Final = "ST"
HELPER_SHARE: Final = 5


# To take hold: an attack with bare hands that does no damage


class GrabPlan(NamedTuple):
    """An attempt to take hold, ready to be rolled."""

    attack: AttackPlan
    hands: int


def plan_grab(act: Act) -> GrabPlan:
    """Work out an attempt to take hold of a foe; nothing is changed, and no die is rolled.

    It rolls the best of DX, Wrestling, Judo and Sumo, with what an attack with bare hands is modified by, and the
    points of Size Modifier above the foe's.
    """
    actor, target, asked = act.actor, act.foe, act.input
    if act.maneuver is TacticalManeuver.FEINT:
        message = "A feint cannot take hold of a figure; attack, all_out_attack and move_and_attack can."
        raise refusals.ManeuverConflict(message, pointer="/maneuver", rule=rulebook.GRAPPLE_GRAB)
    free = len(standing.free_hands(actor))
    wanted = min(free, MOST_HANDS) if asked.hands is None else asked.hands
    if wanted > free or not free:
        message = f"{actor.id!r} has {amount(free, 'hand')} free and needs {max(wanted, 1)} to take hold."
        raise refusals.NoFreeHand(message, pointer="/hands")
    trial = act.field.copy()
    skill, level = max(levels_of(actor, standing.GRAPPLING), key=lambda each: each[1])
    trial.put(standing.changed(actor, weapons=(as_weapon(HANDS, skill, level, "0d"),)))
    plain = {"weapon": HANDS, "mode": None, "reach": None, "second": None, "random_location": False}
    modifiers = (*asked.attack.modifiers, *asked.modifiers)
    order = asked.attack.model_copy(update=plain | {"target": target.id, "modifiers": modifiers})
    conduct = Conduct(act.maneuver, asked.option, larger_by=max(actor.sm - target.sm, 0))
    return GrabPlan(plan_attack(trial, actor.id, order, conduct), wanted)


def grab(act: Act) -> Deed:
    """Take hold of a foe who may defend himself; success does no damage.

    Dice: those of an attack up to its damage; what critical misses ask for.
    Source: the base game.
    """
    plan, field, dice, rule = plan_grab(act), act.field, act.dice, rulebook.GRAPPLE_GRAB
    struck = land(field, plan.attack, dice)
    mark(field, struck)
    report = settle(field, struck, dice)
    forget_body(field, act.input.actor, HANDS)
    victim, (name, foe) = struck.victim, act.names
    if struck.outcome is not AttackResult.HIT or victim is None:
        act.note(rule, f"{name} got hold of nobody.")
    elif field.distance(act.actor, field[victim]) > 1:
        act.note(rule, f"{field.name_of(victim)} had retreated out of the arms of {name}.")
    else:
        _take_hold(act, victim, plan)
    done = report.hit == act.foe.id and standing.grip_on(act.actor, act.foe.id) is not None
    return Deed(done, f"{name} {'took hold of' if done else 'did not get hold of'} {foe}.", attacks=(report,))


def _take_hold(act: Act, victim: str, plan: GrabPlan) -> None:
    """Give a figure its hold; on somebody who has retreated into the next hex, in close combat from there."""
    field, holder = act.field, act.input.actor
    pairs.seize(field, holder, victim, plan.hands, plan.attack.location or TacticalLocation.TORSO)
    here, there = field[holder].hex, field[victim].hex
    if field.distance(field[holder], field[victim]) == 1:
        pairs.join(field, holder, victim, there, towards(here, there), adjacent=True)
    how = "both hands" if plan.hands == MOST_HANDS else "one hand"
    text = f"{field.name_of(holder)} held {field.name_of(victim)} with {how}."
    act.note(rulebook.GRAPPLE_GRAB, text, rulebook.GRAPPLE_EFFECT)


# To bring down, and to pin


def refuse_takedown(act: Act) -> None:
    """Refuse a takedown of or by a figure that does not stand."""
    for figure, pointer in ((act.actor, "/actor"), (act.foe, "/target")):
        if figure.posture not in standing.UPRIGHT:
            message = f"A takedown needs both on their feet; {figure.id!r} is {figure.posture.value}."
            raise refusals.ManeuverConflict(message, pointer=pointer, rule=rulebook.GRAPPLE_TAKEDOWN)


def takedown(act: Act) -> Deed:
    """Bring a standing foe down: each side rolls its best of ST, DX and grappling skills, and the loser falls.

    The best of several who combine rolls for all, and falls if they lose.

    Dice: 3D6 attacker, 3D6 foe.
    """
    refuse_takedown(act)
    field, rulings, target, rule = act.field, act.field.rulings, act.foe, rulebook.GRAPPLE_TAKEDOWN
    leader, score = combine([(each, _scores(field, each, acting=True)) for each in _team(act)], rulings.helper_score)
    mine = _rolling(act, rule, leader, score.number, helping=rulebook.CLOSE_TAKEDOWN_HELPERS)
    theirs = best(_scores(field, target, acting=False)).number
    report = contest(QUICK, mine, _against(rule, target, theirs), act.dice)
    name, foe = standing.name_of(leader), standing.name_of(target)
    if report.winner is TIE:
        act.dice.note(rule, f"{name} and {foe} stayed on their feet.", actor=leader.id)
        return Deed(succeeded=False, summary=f"{name} did not bring {foe} down.", contest=report)
    won = report.winner is FIRST
    fallen, other = (target, leader) if won else (leader, target)
    fall_down(field, fallen, away_from=pairs.comes_from(field, fallen, other.id))
    text = f"{standing.name_of(other)} brought {standing.name_of(fallen)} down."
    act.dice.note(rulebook.INJURY_PRONE_DROP, text, actor=fallen.id)
    return Deed(won, text if won else f"{name} failed to bring {foe} down, and fell.", contest=report)


def refuse_pin(act: Act) -> None:
    """Refuse to pin a figure that does not lie."""
    if act.foe.posture is not Posture.LYING:
        message = f"{act.foe.id!r} is {act.foe.posture.value}; only a lying figure can be pinned."
        raise refusals.TargetNotProne(message, pointer="/target")


def pin(act: Act) -> Deed:
    """Pin a foe who lies, in a Regular Contest of ST.

    The larger side has +3 for each point of Size Modifier, the one with more free hands +3; of several who combine
    those of the one with the best score count.

    Dice: for each round 3D6 attacker, 3D6 foe, until exactly one succeeds, for 20 rounds at most.
    """
    refuse_pin(act)
    field, rulings, target, rule = act.field, act.field.rulings, act.foe, rulebook.GRAPPLE_PIN
    leader, score = combine([(each, [Score(ST_NAME, tally(each.st))]) for each in _team(act)], rulings.helper_score)
    mine = _rolling(act, rule, leader, score.number, _pin_terms(leader, target), rulebook.CLOSE_PIN_HELPERS)
    theirs = tally(target.st, _pin_terms(target, leader))
    report = contest(REGULAR, mine, _against(rule, target, theirs), act.dice)
    won = report.winner is FIRST
    text = f"{standing.name_of(leader)} {'pinned' if won else 'did not pin'} {standing.name_of(target)}"
    if won:
        hands = min(len(standing.free_hands(leader)), MOST_HANDS)
        if standing.grip_on(leader, target.id) is None and hands:
            pairs.seize(field, leader.id, target.id, hands)
        pairs.pin_down(field, leader.id, target.id)
        act.dice.note(rulebook.GRAPPLE_EFFECT, f"{text}, who was helpless.", actor=leader.id)
    else:
        act.dice.note(rule, f"{text}.", actor=leader.id)
    return Deed(won, f"{text}.", contest=report)


def _pin_terms(one: TacticalFigure, other: TacticalFigure) -> list[Term]:
    more = len(standing.free_hands(one)) > len(standing.free_hands(other))
    larger = max(one.sm - other.sm, 0)
    return counted(PIN_MODIFIERS, {TacticalFact.PIN_SIZE: larger, TacticalFact.FREE_HANDS: int(more)})


# To break free, and to let go


def refuse_break_free(act: Act) -> None:
    """Refuse to break free of somebody who has no hold, and a second try against a pin within 10 seconds."""
    holder, figure = act.foe.id, act.actor
    state, rule = figure.state, rulebook.GRAPPLE_BREAK_FREE
    if holder not in (*state.grappled_by, *state.pinned_by):
        message = f"{standing.name_of(act.foe)} does not hold {standing.name_of(figure)}."
        raise refusals.NotInCloseCombat(message, pointer="/target", rule=rule)
    if holder in state.pinned_by and state.break_free_tried:
        message = f"{figure.id!r} is pinned and may try again in {state.break_free_tried} s."
        raise refusals.FigureUnable(message, pointer="/actor", rule=rule)


def break_free(act: Act) -> Deed:
    """Break free of a hold or a pin, in a Quick Contest of ST.

    Dice: 3D6 held figure, 3D6 holder.
    """
    refuse_break_free(act)
    figure, holder, rule = act.actor, act.foe, rulebook.GRAPPLE_BREAK_FREE
    pinned, grip = holder.id in figure.state.pinned_by, standing.grip_on(holder, figure.id)
    bonus = holder_modifier(1 if grip is None else grip.hands, pinned=pinned)
    held: dict[Fact, int] = {TacticalFact.PINNED if pinned else TacticalFact.HANDS: bonus}
    theirs = _against(rule, holder, tally(holder.st, counted(HOLD_MODIFIERS, held)))
    report = contest(QUICK, _rolling(act, rule, figure, tally(figure.st)), theirs, act.dice)
    (name, foe), freed = act.names, report.winner is FIRST
    if freed:
        pairs.let_go(act.field, holder.id, figure.id)
    elif pinned:
        act.field.put(standing.with_state(figure, break_free_tried=TEN_SECONDS))
    act.note(rule, f"{name} broke free of {foe}." if freed else f"{foe} kept hold of {name}.")
    return Deed(freed, f"{name} {'broke free of' if freed else 'could not break free of'} {foe}.", contest=report)


def release(act: Act) -> Deed:
    """Let go of a foe."""
    rule, (name, foe) = rulebook.GRAPPLE_RELEASE, act.names
    if not pairs.let_go(act.field, act.actor.id, act.foe.id):
        raise refusals.NotInCloseCombat(f"{name} does not hold {foe}.", pointer="/target", rule=rule)
    return Deed(succeeded=True, summary=act.note(rule, f"{name} let go of {foe}."))


# Scores, and who rolls them


class Score(NamedTuple):
    """A number that a figure may roll, and what it is of: ST, DX or a skill."""

    name: str
    number: Tally


def best(scores: Iterable[Score]) -> Score:
    """Return the highest score, the first of equals."""
    return max(scores, key=lambda each: each.number.total)


def _scores(field: Field, figure: TacticalFigure, *, acting: bool) -> list[Score]:
    """Return the scores that a takedown allows: ST, DX and grappling skills."""
    terms = hindrances(field, figure, acting=acting)
    agile = [Score(name, tally(level, terms)) for name, level in levels_of(figure, standing.GRAPPLING)]
    return [Score(ST_NAME, tally(figure.st)), *agile]


def combine(
    scores: Sequence[tuple[TacticalFigure, list[Score]]], rule: TacticalAssistantScore
) -> tuple[TacticalFigure, Score]:
    """Return the best figure of several, and its score with a fifth of each other's, rounded down one by one.

    A helper adds a fifth of its own best score, or by an option of the one that the leader uses, if it has it.
    Ruling: tactical/ruling/helper-stat.
    """
    leader, own = max(scores, key=lambda each: best(each[1]).number.total)
    used, alike = best(own), rule is TacticalAssistantScore.SAME
    terms = list(used.number.terms)
    for figure, others in scores:
        if figure is not leader:
            same = [each for each in others if alike and each.name == used.name]
            fifth = max(best(same or others).number.total, 0) // HELPER_SHARE
            terms.append(term(rulebook.CLOSE_HELPER_SCORE, fifth, f"Help of {standing.name_of(figure)}"))
    return leader, Score(used.name, tally(used.number.base, terms))


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
    return Contestant(
        rule, figure.id, standing.name_of(figure), tally(number.base, (*number.terms, *more, *own)), cites
    )


def _against(rule: Rule, figure: TacticalFigure, number: Tally) -> Contestant:
    return Contestant(rule, figure.id, standing.name_of(figure), number)
