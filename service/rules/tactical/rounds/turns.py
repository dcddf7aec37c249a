"""One turn of a figure, in its eight parts."""

from typing import Final, NamedTuple

from service.dice.model import THREE_D6, Cites, Dice, Expected
from service.errors import RulesRefuse
from service.rules.kernel.tally import bare, tally, term
from service.rules.roll_under.rolls import roll_success
from service.rules.tactical.attack.falls import faint
from service.rules.tactical.book import attack_rules, rulebook
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.options import TacticalEndTurn
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.standing import (
    hp_max_of,
    hp_of,
    is_conscious,
    name_of,
    weapon_name,
    with_state,
)
from service.rules.tactical.movement.allowance import maneuver_rule
from service.rules.tactical.movement.walk import runs_straight
from service.rules.tactical.rounds.checks import AFTER, Approved, approve, loosen, strike_at
from service.rules.tactical.rounds.maneuvers import ALL_OUT, MOVING, act
from service.rules.tactical.rounds.models import TacticalFreeKind, TacticalIntent
from service.rules.tactical.rounds.outcomes import TacticalTurnReport
from service.rules.tactical.rounds.round_sentences import maneuver_text
from service.rules.tactical.rounds.travel import Journey
from service.rules.tactical.rounds.turn import Orders, Turn
from service.rules.tactical.rounds.watched_events import EventKind, Watcher, nobody_waits
from service.rules.tactical.rounds.windows import begin, choose, end

DO_NOTHING: Final = TacticalManeuver.DO_NOTHING
MORE_RULES: Final[dict[TacticalManeuver, Cites]] = {
    ALL_OUT: (
        rules.MANEUVER_ALL_OUT_ATTACK_ORDER,
        rules.MANEUVER_ALL_OUT_ATTACK_NO_END_TURN,
        rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS,
    )
}
"""What a maneuver follows besides its own rule."""


def take_turn(
    field: Field,
    figure_id: str,
    intent: TacticalIntent | None,
    dice: Dice,
    watcher: Watcher = nobody_waits,
    orders: Orders | None = None,
    *,
    played: bool = False,
) -> TacticalTurnReport:
    """Take the turn of a figure that is conscious, on the field, and return what happened.

    Without an intent, and with one that is illegal as things are, it does nothing. After each atomic event `watcher` is
    called, which plays interrupts on the same field; the figure goes on if it still can.

    Dice: 3D6 against HT to stay conscious; those of movement and of what the maneuver does, with those of interrupts
    after each event; 3D6 against HT to recover from being stunned.
    Source: the base game; Facing Changes and Movement.
    """
    before = field[figure_id]
    begin(field, figure_id)
    turn = Turn(field, figure_id, dice, watcher, orders or Orders({}, {}, []), before.state.wait)
    given = intent or TacticalIntent(figure=figure_id, maneuver=DO_NOTHING)
    if before.state.wait is not None:
        _waited_in_vain(turn)
    approved = _approved(turn, given)
    if turn.error is not None:
        given = TacticalIntent(figure=figure_id, maneuver=DO_NOTHING)
    consciousness = _stay_conscious(turn, given.maneuver)
    journey = Journey(turn, approved.order, approved.plan, approved.conduct)
    if turn.can_go_on():
        _perform(turn, given, journey)
    recovery = _recover(turn) if turn.was_stunned and is_conscious(turn.figure) else None
    straight = runs_straight(before, approved.order) and journey.done == len(approved.order.path)
    sprinting = before.state.sprinting + 1 if straight else 0
    if before.state.shock:
        turn.note(rules.TURN_SHOCK_WINDOW, f"The shock of {turn.name} wore off.")
    end(field, figure_id, turn.fresh_shock, sprinting=sprinting, dazed=before.state.must_do_nothing)
    rolls = Rolls(consciousness, recovery)
    return _report(turn, given, journey, rolls, played=played)


class Rolls(NamedTuple):
    """What a figure has rolled against HT in its turn: to stay conscious, and to recover from a stun."""

    consciousness: int | None = None
    recovery: int | None = None


def _report(turn: Turn, intent: TacticalIntent, journey: Journey, rolls: Rolls, *, played: bool) -> TacticalTurnReport:
    """Return what happened in a turn that is over."""
    now = turn.figure
    return TacticalTurnReport(
        figure=now.id,
        played=played,
        skipped=False,
        maneuver=intent.maneuver,
        option=intent.option,
        summary=" ".join(turn.told),
        consciousness=rolls.consciousness,
        hexes=now.state.moved_hexes,
        points=now.state.mp_spent,
        hex=now.hex,
        facing=now.facing,
        posture=now.posture,
        evades=tuple(journey.evades),
        slams=tuple(journey.slams),
        feint=turn.feint,
        attacks=turn.attacks,
        contest=turn.contest,
        readied=turn.readied,
        interrupts=turn.interrupts,
        stun_recovery=rolls.recovery,
        ended=turn.ended,
        error=turn.error,
    )


def passed_over(field: Field, id: str, dice: Dice) -> TacticalTurnReport:
    """Pass over a figure that is out of action."""
    figure = field[id]
    state = figure.state
    why = "dead" if state.dead else "unconscious" if state.unconscious else "pinned"
    text = f"{name_of(figure)} is {why} and did not act."
    dice.note(rules.TURN_SKIP, text, actor=id)
    if is_conscious(figure):
        begin(field, id)
        end(field, id, 0, sprinting=0, dazed=True)
    return TacticalTurnReport(
        figure=id,
        played=False,
        skipped=True,
        maneuver=None,
        option=None,
        summary=text,
        consciousness=None,
        hexes=0,
        points=0.0,
        hex=figure.hex,
        facing=figure.facing,
        posture=figure.posture,
        evades=(),
        slams=(),
        feint=None,
        attacks=(),
        contest=None,
        readied=None,
        interrupts=(),
        stun_recovery=None,
        ended=None,
        error=None,
    )


# Part 1 and 2: what is ordered, and who stays conscious


def _waited_in_vain(turn: Turn) -> None:
    """Say that nothing has set off a wait until the next turn of the figure."""
    watched = turn.waited is not None and turn.waited.zone is not None
    rule = attack_rules.OPPORTUNITY_NOTHING if watched else rules.MANEUVER_WAIT_GENERAL
    turn.note(rule, f"{turn.name} {'watched' if watched else 'waited'} in vain.")


def _approved(turn: Turn, intent: TacticalIntent) -> Approved:
    """Judge an order; one that is illegal becomes Do Nothing, and the turn says why."""
    try:
        return approve(turn.field, turn.id, intent, turn.orders, turn.dice)
    except RulesRefuse as fault:
        turn.error = fault.faults[0]
        text = f"{turn.name} did nothing: {fault.detail}"
        turn.say(rules.MANEUVER_DO_NOTHING, text)
    nothing = TacticalIntent(figure=turn.id, maneuver=DO_NOTHING)
    return approve(turn.field, turn.id, nothing, turn.orders, turn.dice)


def _stay_conscious(turn: Turn, maneuver: TacticalManeuver) -> int | None:
    """Roll whether a figure without hit points stays conscious that wants to do something; return the roll.

    Dice: 3D6 against HT.
    """
    figure = turn.figure
    left = hp_of(figure)
    if left > 0 or maneuver is DO_NOTHING:
        return None
    rule, below = rules.TURN_CONSCIOUSNESS, -left // hp_max_of(figure)
    number = tally(figure.ht, [term(rule, -below, "hit points below zero")]) if below else bare(figure.ht)
    turn.dice.expect(lambda: [Expected(rule, THREE_D6, turn.id, f"whether {turn.name} stays conscious")])
    roll = roll_success(rule, number, turn.dice, actor=turn.id, name=turn.name, skill="HT")
    if not roll.succeeded:
        _faint(turn)
    return roll.total


def _faint(turn: Turn) -> None:
    """Let a figure fall unconscious: it drops what it holds, lies, and lets go."""
    turn.field.put(with_state(turn.figure, evaluate=None))
    faint(turn.field, turn.id)
    turn.say(rules.TURN_CONSCIOUSNESS, f"{turn.name} fell unconscious.", (rulebook.INJURY_PRONE_DROP,))


# Parts 3 to 6: the maneuver with its movement, the attack and the last facing


def _perform(turn: Turn, intent: TacticalIntent, journey: Journey) -> None:
    """Carry out an order: the movement up to what the maneuver is for, that, and the rest of the movement.

    Ruling: tactical/ruling/end-turn-timing, step-split.
    """
    choose(turn.field, turn.figure, intent.maneuver, intent.option)
    if turn.error is None:
        text = f"{turn.name} chose {maneuver_text(intent.maneuver, intent.option)}."
        rule = maneuver_rule(intent.maneuver, intent.option)
        turn.note(rules.TURN_SEQUENCE, text, (rule, *MORE_RULES.get(intent.maneuver, ())))
    if not journey.answered(EventKind.DECLARES, turn.figure):
        return
    _act_freely(turn, intent)
    entries = len(journey.order.path)
    strike = strike_at(intent, entries)
    journey.go(strike)
    faces_late = intent.maneuver is MOVING and turn.field.rulings.end_turn is TacticalEndTurn.TURN
    if strike == entries and intent.step is not AFTER and not faces_late:
        journey.finish()
    _act(turn, intent, journey)
    if strike < entries or intent.step is AFTER or faces_late:
        struck_from = turn.figure.hex
        journey.go(entries)
        journey.finish()
        if intent.step is AFTER and turn.attacks and turn.figure.hex != struck_from:
            turn.note(attack_rules.MELEE_STEP_AFTER, f"{turn.name} stepped after the attack.")


def _act(turn: Turn, intent: TacticalIntent, journey: Journey) -> None:
    """Do what the maneuver is for, unless it cannot be done any more: then it is lost."""
    if not turn.can_go_on():
        return
    try:
        act(turn, intent)
    except RulesRefuse as fault:
        turn.lose(fault.detail)
    journey.is_stale = True


def _act_freely(turn: Turn, intent: TacticalIntent) -> None:
    """Drop weapons and let go of foes, which costs no time."""
    for free in intent.free:
        weapon = next((each for each in turn.figure.weapons if each.id == free.weapon), None)
        loosen(turn.field, turn.id, free)
        if free.kind is TacticalFreeKind.DROP and weapon is not None:
            turn.say(rules.TURN_FREE_ACTIONS, f"{turn.name} dropped {weapon_name(weapon)}.")
        elif free.kind is TacticalFreeKind.RELEASE and free.foe is not None:
            text = f"{turn.name} let go of {name_of(turn.field[free.foe])}."
            turn.say(rules.TURN_FREE_ACTIONS, text, (rulebook.GRAPPLE_RELEASE,))


# Part 7: the stun


def _recover(turn: Turn) -> int:
    """Roll whether a stunned figure recovers: it acts freely from its next turn on; return the roll.

    Dice: 3D6 against HT.
    """
    rule = rules.TURN_STUN
    turn.dice.expect(lambda: [Expected(rule, THREE_D6, turn.id, f"whether {turn.name} recovers")])
    roll = roll_success(rule, bare(turn.figure.ht), turn.dice, actor=turn.id, name=turn.name, skill="HT")
    text = f"{turn.name} recovered from being stunned." if roll.succeeded else f"{turn.name} stayed stunned."
    if roll.succeeded:
        turn.field.put(with_state(turn.figure, stun_ending=True))
    turn.say(rule, text)
    return roll.total
