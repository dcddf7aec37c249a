"""One turn of a figure, in its eight parts, and its movement, which those who wait may interrupt after each entry."""

from collections.abc import Callable, Sequence
from typing import Final

from service.dice.model import THREE_D6, Cited, Cites, Dice, Expected
from service.errors import RulesRefuse
from service.rules.kernel.book import citable
from service.rules.kernel.hexes import Hex, facing_name
from service.rules.kernel.tally import bare, tally, term
from service.rules.roll_under.rolls import roll_success
from service.rules.tactical.attack.wounds.hits import faint
from service.rules.tactical.book import attack_rules, rulebook
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.maneuvers import KINDS
from service.rules.tactical.book.words import TacticalManeuver, TacticalStepTiming
from service.rules.tactical.close.passage import Passage, Way
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.dexterity import dx_of
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.movement.allowance import has_step, maneuver_rule
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.paths.path_plan import plan_path
from service.rules.tactical.movement.paths.steps import MoveStep, turn_to
from service.rules.tactical.movement.paths.walk import runs_straight
from service.rules.tactical.rounds.acting.checks import Approved, approve, loosen
from service.rules.tactical.rounds.acting.maneuvers import act
from service.rules.tactical.rounds.records import TacticalFreeKind, TacticalIntent, TacticalTurnReport
from service.rules.tactical.rounds.turn import events
from service.rules.tactical.rounds.turn.turn import DO_NOTHING, Orders, Turn
from service.rules.tactical.rounds.turn.windows import begin, choose, end

RULES: Final = citable(rulebook.RULES)


class Journey(Passage):
    """The path of a turn: it is planned anew whenever something else than the movement itself has changed the field."""

    def __init__(self, turn: Turn, approved: Approved) -> None:
        """Begin where the figure is, with a plan of the whole path."""
        way = Way(approved.plan, approved.conduct, turn.orders.opening_for(turn.id))
        super().__init__(turn.field, turn.id, way, turn.dice)
        self.turn, self.order = turn, approved.order
        self.evades, self.slams, self.entered = turn.evades, turn.slams, turn.entered
        self.done = 0
        self.is_stale = False
        self._walked: list[MoveStep] = []
        self._driven_off = False
        self._stretch: list[MoveStep] = []
        self._told = ""
        self._ahead = list(approved.plan.steps)

    def go(self, until: int) -> None:
        """Take the entries of the path up to a number of them, unless something ends the movement before.

        Dice: for each foe on the way those of an evade or of a slam; 3D6 against DX for a jump, by an option.
        """
        pain, slams = self.figure.state.shock, len(self.slams)
        while not self.halted and self.done < until and self._is_planned():
            step = self._ahead.pop(0)
            if step.exits or step.sweeps or step.roll:
                self.tell()
            if not step.roll or self._clears():
                self.take(step)
                self.followed()
            if self._driven_off:
                self._driven_off = False
                self.halted = not self.turn.can_go_on()
            self.is_stale = self.is_stale or len(self.slams) > slams
        self.tell()
        if self.halted and self.done < until and self.turn.ended is None:
            self.turn.ended = f"{self.turn.name} got no farther than the foe on its way."
        self.turn.hurt_since(pain)

    def _is_planned(self) -> bool:
        """Plan the rest of the path again if need be, and tell whether it can still be gone."""
        if not self.is_stale:
            return True
        turn = self.turn
        rest = self.order.model_copy(update={"path": self.order.path[self.done :]})
        try:
            plan = plan_path(turn.field, turn.figure, rest, spent=round(turn.figure.state.mp_spent * POINT))
        except RulesRefuse as fault:
            self._end(fault.detail)
            return False
        self.way = self.way._replace(plan=plan)
        self._ahead, self.is_stale = list(plan.steps), False
        return True

    def _end(self, why: str) -> None:
        self.halted = True
        self.turn.ended = self.turn.ended or why
        self.turn.say(rules.MOVEMENT_PATH_LEGALITY, f"{self.turn.name} stopped: {why}")

    def _clears(self) -> bool:
        """Roll a jump, and tell whether it succeeds; a failure ends the movement before the obstacle.

        Dice: 3D6 against DX.
        """
        number = dx_of(self.field, self.figure, acting=True)
        name = standing.name_of(self.figure)
        rule, purpose = rules.MOVEMENT_JUMP, f"whether {name} clears the obstacle"
        self.dice.expect(lambda: [Expected(rule, THREE_D6, self.mover, purpose)])
        jump = roll_success(rule, number, self.dice, actor=self.mover, name=name, skill="DX to jump")
        if not jump.succeeded:
            self._end(f"{name} failed to jump and stopped before the obstacle.")
        return jump.succeeded

    def advance(self, step: MoveStep) -> None:
        """Move by one step, and let those who wait answer it before anybody is met in the new hex."""
        before = self.figure
        super().advance(step)
        self.done += 1
        self._walked.append(step)
        if step.contacts:
            self.tell()
        self.answered(events.EVENTS[step.kind], before)
        if self.figure.hex != step.hex:
            self.halted = self._driven_off = True

    def run_in(self, foe: str, origin: Hex, step: MoveStep) -> None:
        """Stop in the hex of a foe, unless something has felled the figure, or driven it out again."""
        shared = set(self.field.body(self.figure)).intersection(self.field.body(self.field[foe]))
        if shared and standing.is_conscious(self.figure) and standing.is_conscious(self.field[foe]):
            super().run_in(foe, origin, step)

    def answered(self, kind: events.EventKind, before: TacticalFigure) -> bool:
        """Let those who wait answer an event, and tell whether the figure can go on."""
        if self._walked and self.dice.tells and self.field.waiting():
            self.tell()
        return self._heeds(lambda turn: turn.happens(kind, before))

    def followed(self) -> None:
        """Let those who wait answer where meeting a foe has moved figures, which leaves the plan of the path stale."""
        self._heeds(Turn.followed)

    def _heeds(self, ask: Callable[[Turn], bool]) -> bool:
        """Ask those who wait, and tell whether the figure can go on; if any has answered, the plan is stale."""
        heard = len(self.turn.interrupts)
        going_on = ask(self.turn)
        self.is_stale = self.is_stale or len(self.turn.interrupts) > heard
        self.halted = self.halted or not going_on
        return going_on

    def finish(self) -> None:
        """Turn to the facing that the order ends with, if the path has been gone to its end."""
        if self.halted or not self._is_planned() or not self.way.plan.end_turn:
            return
        before, facing = self.figure, self.way.plan.facing
        turn_to(self.field, self.mover, facing)
        step = has_step(self.order.maneuver, self.order.option)
        rule = rules.STEP_FACING_FREE if step else rules.MOVEMENT_TURN_AT_END
        self.turn.note(rule, f"{standing.name_of(before)} turned to face {facing_name(facing)}.", self.way.plan.cites)
        self.answered(events.EventKind.TURNS, before)

    def tell(self) -> None:
        """Record the entries that have been taken since the last time; the summary tells a stretch in one sentence."""
        if not self._walked or not self.dice.tells:
            return
        turn, plan = self.turn, self.way.plan
        points = None if has_step(self.order.maneuver, self.order.option) else plan.points
        steps, self._walked = self._walked, []
        text = events.walked_text(turn.name, self.figure, steps, points)
        turn.note(rules.MOVEMENT_PATH_LEGALITY, text, (*plan.cites, *cites_of(steps)))
        if turn.told and turn.told[-1] == self._told:
            steps = [*self._stretch, *steps]
            turn.told.pop()
        self._stretch, self._told = steps, events.walked_text(turn.name, self.figure, steps, points)
        turn.told.append(self._told)


def cites_of(steps: Sequence[MoveStep]) -> Cites:
    """Return the rules that entries of a path follow, each once."""
    found: dict[str, Cited] = {}
    for step in steps:
        found |= {each.rule: RULES[each.rule] for each in step.terms}
        found |= {each.id: each for each in step.cites}
    return tuple(found.values())


# The parts of a turn

DECLARES: Final = events.EventKind.DECLARES


def take_turn(
    field: Field,
    figure_id: str,
    intent: TacticalIntent | None,
    dice: Dice,
    watcher: events.Watcher,
    orders: Orders,
    *,
    chosen: Approved | None = None,
) -> TacticalTurnReport:
    """Take the turn of a figure that is conscious, on the field, and return what happened.

    Without an intent, and with one that is illegal as things are, it does nothing. `chosen` is what a figure does that
    plays by itself, found legal without orders as its turn begins. After each atomic event `watcher` is
    called, which plays interrupts on the same field; the figure goes on if it still can.

    Dice: 3D6 against HT to stay conscious; those of movement and of what the maneuver does, with those of interrupts
    after each event; 3D6 against HT to recover from being stunned.
    Source: the base game; Facing Changes and Movement.
    """
    before = field[figure_id]
    if chosen is None:
        begin(field, figure_id)
    else:
        field.put(chosen.figure)
    if before.state.wait is not None:
        orders = orders._replace(waited=before.state.wait)
    turn = Turn(field, figure_id, dice, watcher, orders)
    was_stunned = turn.figure.state.stunned
    _tell_waited_in_vain(turn)
    approved = _approved(turn, intent, chosen)
    turn.foreseen = approved.foreseen
    _stay_conscious(turn, approved.intent.maneuver)
    journey = Journey(turn, approved)
    if turn.can_go_on():
        _perform(turn, approved, journey)
    if was_stunned and standing.is_conscious(turn.figure):
        _recover(turn)
    straight = runs_straight(before, approved.order) and journey.done == len(approved.order.path)
    sprinting = before.state.sprinting + 1 if straight else 0
    if before.state.shock:
        turn.note(rules.TURN_SHOCK_WINDOW, f"The shock of {turn.name} wore off.")
    end(field, figure_id, turn.fresh_shock, sprinting=sprinting, dazed=before.state.must_do_nothing)
    return turn.report(approved.intent, played=chosen is not None)


def passed_over(field: Field, id: str, dice: Dice, watcher: events.Watcher, orders: Orders) -> TacticalTurnReport:
    """Pass over a figure that is out of action, or pinned."""
    if standing.is_conscious(field[id]):
        begin(field, id)
        end(field, id, 0, sprinting=0, dazed=True)
    turn = Turn(field, id, dice, watcher, orders)
    turn.say(rules.TURN_SKIP, f"{turn.name} was {standing.hindrance_of(turn.figure)} and did not act.")
    return turn.report(None)


# Part 1 and 2: what is ordered, and who stays conscious


def _tell_waited_in_vain(turn: Turn) -> None:
    """Say that nothing has set off a wait until the next turn of the figure."""
    waited = turn.orders.waited
    if waited is not None and waited.zone is not None:
        turn.note(attack_rules.OPPORTUNITY_NOTHING, f"{turn.name} watched in vain.")
    elif waited is not None:
        turn.note(rules.MANEUVER_WAIT_GENERAL, f"{turn.name} waited in vain.")


def _approved(turn: Turn, intent: TacticalIntent | None, chosen: Approved | None) -> Approved:
    """Judge an order; one that is illegal becomes Do Nothing, and the turn says why.

    What a figure has chosen is judged again only if orders bear on it: nothing else has changed since.
    """
    if chosen is not None:
        if not turn.orders.bear_on_approval():
            return chosen
        intent = chosen.intent
    nothing = TacticalIntent(figure=turn.id, maneuver=DO_NOTHING)
    try:
        return approve(turn.field, turn.id, intent or nothing, turn.orders, turn.dice)
    except RulesRefuse as fault:
        turn.error = fault.faults[0]
        turn.say(rules.MANEUVER_DO_NOTHING, f"{turn.name} did nothing: {fault.detail}")
    return approve(turn.field, turn.id, nothing, turn.orders, turn.dice)


def _stay_conscious(turn: Turn, maneuver: TacticalManeuver) -> None:
    """Roll whether a figure without hit points stays conscious that wants to do something.

    Dice: 3D6 against HT.
    """
    figure = turn.figure
    left = standing.hp_of(figure)
    if left > 0 or maneuver is DO_NOTHING:
        return
    rule, below = rules.TURN_CONSCIOUSNESS, -left // standing.hp_max_of(figure)
    number = tally(figure.ht, [term(rule, -below, "hit points below zero")]) if below else bare(figure.ht)
    turn.dice.expect(lambda: [Expected(rule, THREE_D6, turn.id, f"whether {turn.name} stays conscious")])
    roll = roll_success(rule, number, turn.dice, actor=turn.id, name=turn.name, skill="HT")
    turn.consciousness = roll.total
    if not roll.succeeded:
        _faint(turn)


def _faint(turn: Turn) -> None:
    """Let a figure fall unconscious: it drops what it holds, lies, and lets go."""
    turn.field.put(standing.with_state(turn.figure, evaluate=None))
    faint(turn.field, turn.id)
    turn.say(rules.TURN_CONSCIOUSNESS, f"{turn.name} fell unconscious.", (rulebook.INJURY_PRONE_DROP,))


# Parts 3 to 6: the maneuver with its movement, the attack and the last facing


def _perform(turn: Turn, approved: Approved, journey: Journey) -> None:
    """Carry out an order: the movement up to what the maneuver is for, that, and the rest of the movement."""
    intent = approved.intent
    judged = turn.figure
    choose(turn.field, judged, intent.maneuver, intent.option)
    turn.governed = judged, turn.figure
    if turn.error is None and turn.dice.tells:
        text = f"{turn.name} chose {events.maneuver_text(intent.maneuver, intent.option)}"
        if intent.deed is not None:
            whom = "" if intent.deed.target is None else turn.field.name_of(intent.deed.target)
            text += f", {events.deed_text(intent.deed, whom)}"
        rule = maneuver_rule(intent.maneuver, intent.option)
        turn.note(rules.TURN_SEQUENCE, f"{text}.", (rule, *KINDS[intent.maneuver].more))
    if not journey.answered(DECLARES, turn.figure):
        return
    _act_freely(turn, intent)
    journey.go(approved.acts_at)
    if approved.turns_first:
        journey.finish()
    _act(turn, intent, journey)
    if not approved.turns_first:
        struck_from = turn.figure.hex
        journey.go(len(approved.order.path))
        journey.finish()
        if intent.step is TacticalStepTiming.AFTER and turn.attacks and turn.figure.hex != struck_from:
            turn.note(attack_rules.MELEE_STEP_AFTER, f"{turn.name} stepped after the attack.")


def _act(turn: Turn, intent: TacticalIntent, journey: Journey) -> None:
    """Do what the maneuver is for, unless it cannot be done any more: then it is lost."""
    if not turn.can_go_on():
        return
    try:
        act(turn, intent)
    except RulesRefuse as fault:
        turn.ended = turn.ended or fault.detail
        turn.say(rules.TURN_SEQUENCE, f"{turn.name} could not go through with it: {fault.detail}")
    journey.is_stale = True


def _act_freely(turn: Turn, intent: TacticalIntent) -> None:
    """Drop weapons and let go of foes, which costs no time, as far as they are still held."""
    for free in intent.free:
        try:
            text = loosen(turn.field, turn.id, free)
        except RulesRefuse as fault:
            text = fault.detail
        if text is not None:
            cites = (rulebook.GRAPPLE_RELEASE,) if free.kind is TacticalFreeKind.RELEASE else ()
            turn.say(rules.TURN_FREE_ACTIONS, text, cites)


# Part 7: the stun


def _recover(turn: Turn) -> None:
    """Roll whether a stunned figure recovers: it acts freely from its next turn on.

    Dice: 3D6 against HT.
    """
    rule = rules.TURN_STUN
    turn.dice.expect(lambda: [Expected(rule, THREE_D6, turn.id, f"whether {turn.name} recovers")])
    roll = roll_success(rule, bare(turn.figure.ht), turn.dice, actor=turn.id, name=turn.name, skill="HT")
    turn.stun_recovery = roll.total
    turn.field.put(standing.with_state(turn.figure, stun_ending=roll.succeeded))
    turn.say(rule, f"{turn.name} {'recovered from being' if roll.succeeded else 'stayed'} stunned.")
