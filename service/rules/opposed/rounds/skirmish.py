"""Skirmishes: fights without players, round after round by default orders, until one side is left."""

from collections.abc import Hashable
from fractions import Fraction
from operator import attrgetter
from typing import Any, Final

from service.dice.model import Dice
from service.rules.kernel.fight import Fight
from service.rules.kernel.memory import Latest
from service.rules.kernel.turns.situations import fight_told
from service.rules.kernel.verdict import FigureFate, SkirmishVerdict, verdict_of
from service.rules.opposed.attack.legality import called, is_able
from service.rules.opposed.battle import outcomes
from service.rules.opposed.battle.events import Command, joined, warn
from service.rules.opposed.battle.models import (
    OpposedAttackOrder,
    OpposedCombatant,
    OpposedOrder,
    OpposedSide,
    OpposedSkirmish,
    OpposedUnderWay,
)
from service.rules.opposed.battle.state import Battle, part_the_fallen
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.refusals import PcInSkirmish
from service.rules.opposed.book.words import OpposedChangeReason, OpposedStatus
from service.rules.opposed.rounds.policy import orders_for
from service.rules.opposed.rounds.round import Round, Turns, begun, prepared, resumed
from service.wire import value_class


def resolve_skirmish(input: OpposedSkirmish, rulings: OpposedRulings, dice: Dice) -> outcomes.OpposedSkirmishOutcome:
    """Play rounds until at most one side has a figure that can fight, or the rounds are used up.

    The first round is the rest of one that is under way, if one is.

    At the start of each round every able figure is given its order. A prone one stands up, unless its standing order is
    to pass or to do something else (`other`). A standing order is followed while it makes sense: its target can still
    fight, there is somebody to withdraw from, a stun to recover from, a low posture to get up from, and the weapon it
    needs has not been lost. All others follow the default: strike in melee at the first able foe, in request order, of
    those the figure is engaged with; else, with a weapon that flies, shoot at the first able foe at `distance_hexes`;
    else close with that foe, which engages both. Default orders neither evade nor use manoeuvres; parries and ripostes
    are always taken. A target that falls before the figure's turn costs it the turn. With `break_at`, a side that has
    lost that share of its figures at the end of a round flees: the rest can be handed to `pursue`.

    Dice: as `resolve-round`, round after round.
    Raises: PcInSkirmish, and whatever `resolve_round` refuses; TooManyDice, if the fight goes on and on.
    Source: none; Umpire's adaptation.
    """
    fight = fight_of(input, rulings)
    warn(input.participants, input.grievous_table, rulings, dice)
    state, rounds = fight.play(dice)
    verdict = fight.verdict(state, rounds)
    names = {each.id: called(each) for each in input.participants}
    sides = {each.id: each.name or each.id for each in input.sides}
    summary = fight_told(verdict, names.__getitem__, sides.__getitem__)
    dice.note(rulebook.SKIRMISH_END, summary)
    return outcomes.OpposedSkirmishOutcome(
        summary=summary,
        verdict=verdict,
        log=state.log,
        state=battle_in(state).figures,
    )


@value_class
class Between:
    """A skirmish between two rounds, what is settled for all of them, and what has been recorded of those before.

    `under_way` is what is left of a round with which the skirmish begins.
    """

    battle: Battle
    command: Command
    log: tuple[outcomes.OpposedSkirmishRound, ...] = ()
    under_way: OpposedUnderWay | None = None


@value_class
class Within:
    """A skirmish between two turns of a round."""

    round: Round
    turns: Turns
    log: tuple[outcomes.OpposedSkirmishRound, ...]


State = Between | Within


@value_class
class Skirmish:
    """What is settled before the first die of a skirmish, and its steps: initiative, then turn after turn."""

    input: OpposedSkirmish
    command: Command
    start: Battle
    changes: Latest[OpposedCombatant, Hashable]

    def begin(self, dice: Dice) -> State:
        """Return the state before the first round."""
        return Between(self.start, self.command, under_way=self.input.under_way)

    def is_over(self, state: State) -> bool:
        """Return whether at most one side can fight."""
        return len(self._sides_left(state)) < 2

    def advance(self, state: State, dice: Dice) -> State:
        """Begin a round by standing and default orders, or play its next turn; at its end sides may flee.

        Where nobody rolls for the order of turns, the first of them is played at once.

        Dice: as `resolve_round`.
        """
        return self._played(state, dice, 1)

    def play_round(self, state: State, dice: Dice) -> State:
        """Play a round by standing and default orders, or what is left of one.

        Dice: as `resolve_round`.
        """
        return self._played(state, dice, 1 + len(self.start.figures))

    def _played(self, state: State, dice: Dice, most: int) -> State:
        """Play up to so many turns of a round; to roll for the order of turns counts as one."""
        if isinstance(state, Between) and state.under_way is not None:
            under_way, turns = self._resumed(state, state.under_way, dice)
            turns = under_way.play(turns, dice, most)
        elif isinstance(state, Between):
            under_way = self._begun(state, dice)
            turns = under_way.advance(under_way.start, dice)
            turns = under_way.play(turns, dice, most - under_way.rolled_for_order(turns))
        else:
            under_way = state.round
            turns = under_way.play(state.turns, dice, most)
        if not under_way.is_over(turns):
            return Within(under_way, turns, state.log)
        battle, fled = _broken(turns.battle.rested(), self.input, dice)
        if not dice.tells:
            return Between(battle, self.command)
        done = tuple([_turn(each) for each in turns.events])
        number = len(state.log) + 1
        return Between(
            battle, self.command, (*state.log, outcomes.OpposedSkirmishRound(number=number, turns=done, fled=fled))
        )

    def _resumed(self, state: Between, under_way: OpposedUnderWay, dice: Dice) -> tuple[Round, Turns]:
        """Return what is left of the round that is under way, by standing and default orders."""
        self._note_beginning(state, dice)
        orders = orders_for(state.battle, self.command.orders, self.input.distance_hexes)
        return resumed(state.battle, self.command.ordered(orders), self.input.sides, under_way)

    def _note_beginning(self, state: Between, dice: Dice) -> None:
        if dice.tells:
            able = joined([called(figure) for figure in state.battle.figures if is_able(figure)])
            dice.note(rulebook.SKIRMISH_DEFAULT_ORDERS, f"Round {len(state.log) + 1} began with {able}.")

    def _begun(self, state: Between, dice: Dice) -> Round:
        battle = state.battle
        self._note_beginning(state, dice)
        plans = self.command.plans
        openings, key = plans.openings, tuple([each.opening for each in plans.conditions(battle)])
        known: Round | None = openings.find(key)
        if known is None:
            orders = orders_for(battle, self.command.orders, self.input.distance_hexes)
            known = openings.keep(key, begun(battle, self.command.ordered(orders), self.input.sides))
        return known.begun_with(part_the_fallen(battle))

    def key(self, state: State) -> Hashable:
        """Return what has changed of each figure; within a round, who waits with which initiative and order, too.

        The initiative of the last who waits counts no more.
        """
        changes = self.changes(battle_in(state).figures)
        if isinstance(state, Between):
            return changes if state.under_way is None else (changes, True)
        turns, under_way = state.turns, state.round
        engaged = turns.engaged if len(turns.engaged) > 1 else ()
        claims = tuple([under_way.claims[place].strength for place in engaged])
        orders, standing_orders = under_way.command.orders, self.command.orders
        waiting = (*turns.engaged, *turns.unengaged)
        ordered = tuple([_order_key(orders[place], standing_orders[place]) for place in waiting])
        return changes, turns.engaged, turns.unengaged, claims, ordered, turns.battle.lowered

    def fates(self, state: State) -> tuple[FigureFate, ...]:
        """Say what has become of each figure."""
        return tuple([each.fate for each in self.command.plans.conditions(battle_in(state))])

    def verdict(self, state: State, rounds: int) -> SkirmishVerdict:
        """Say how the skirmish ended."""
        return verdict_of(self.fates(state), self._sides_left(state), rounds)

    def _sides_left(self, state: State) -> set[str]:
        conditions = self.command.plans.conditions(battle_in(state))
        return {each.fate.side for each in conditions if each.fate.standing}


def fight_of(input: OpposedSkirmish, rulings: OpposedRulings) -> Fight[State]:
    """Return the steps of a skirmish.

    Raises: PcInSkirmish, and whatever `resolve_round` refuses.
    """
    _refuse_players(input)
    battle, command = prepared(input, rulings)
    start = part_the_fallen(battle)
    changes: Latest[OpposedCombatant, Hashable] = Latest(lambda place, figure: _changes(start.figures[place], figure))
    skirmish = Skirmish(input, command, start, changes)
    return Fight(
        begin=skirmish.begin,
        advance=skirmish.advance,
        play_round=skirmish.play_round,
        is_over=skirmish.is_over,
        is_between_rounds=lambda state: isinstance(state, Between),
        key=skirmish.key,
        fates=skirmish.fates,
        verdict=skirmish.verdict,
        most_rounds=input.max_rounds,
    )


CHANGING: Final = (
    *("status", "stunned", "posture", "conditions", "engaged_with"),
    *("evading", "withdrawal", "must_pass_next", "weapon"),
)
"""What a fight changes of a figure besides its points; its full points are noted when it is hit, and decide nothing."""

_conditions_of = attrgetter(*CHANGING)


def _changes(was: OpposedCombatant, now: OpposedCombatant) -> tuple[Any, ...]:
    """Return the points of a figure that has changed since the fight began, and what else is not as it was."""
    if was is now:
        return ()
    before, after = _conditions_of(was), _conditions_of(now)
    if before == after:
        return now.fatigue, now.endurance
    return now.fatigue, now.endurance, *[None if new == old else new for old, new in zip(before, after, strict=True)]


def _order_key(order: OpposedOrder | None, standing_order: OpposedOrder | None) -> Hashable:
    """Return what tells an order of a round from others that the same figure may have in its situation."""
    if order is standing_order or order is None:
        return order is None
    if isinstance(order, OpposedAttackOrder):
        return order.target, order.mode
    return order.action


def battle_in(state: State) -> Battle:
    """Return the battle as it is."""
    return state.battle if isinstance(state, Between) else state.turns.battle


def _turn(event: outcomes.OpposedEvent) -> outcomes.OpposedSkirmishTurn:
    return outcomes.OpposedSkirmishTurn(
        actor=event.actor, action=event.action, target=event.target, applied=event.applied
    )


def _refuse_players(input: OpposedSkirmish) -> None:
    for place, figure in enumerate(input.participants):
        if figure.is_pc:
            message = f"{figure.id!r} is played by a person; a skirmish is fought without players."
            raise PcInSkirmish(message, pointer=f"/participants/{place}/is_pc")


def _broken(battle: Battle, input: OpposedSkirmish, dice: Dice) -> tuple[Battle, tuple[str, ...]]:
    """Let every side flee that has lost the share of its figures at which it breaks."""
    if input.break_at is None:
        return battle, ()
    bearable = Fraction(str(input.break_at))
    fled = [name for side in input.sides for name in _breaking(battle, side, bearable)]
    for name in fled:
        dice.note(
            rulebook.SKIRMISH_BREAK, f"{called(battle.figure(name))} fled: its side had lost too many.", actor=name
        )
        place = battle.places[name]
        battle = battle.changed(place, OpposedChangeReason.WITHDRAW, status=OpposedStatus.FLED, evading=False)
    return part_the_fallen(battle), tuple(fled)


def _breaking(battle: Battle, side: OpposedSide, bearable: Fraction) -> list[str]:
    own = [figure for figure in battle.figures if figure.side == side.id]
    able = [figure.id for figure in own if is_able(figure)]
    fled = [figure for figure in own if figure.status is OpposedStatus.FLED]
    down = len(own) - len(able) - len(fled)
    return able if Fraction(down, len(own)) >= bearable else []
