"""Skirmishes: fights without players, played round after round until one side is left."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from operator import attrgetter
from typing import Final, NamedTuple

from service.dice.exact import START, ExactDice
from service.dice.model import Dice
from service.rules.kernel.fight import Fight, Settling
from service.rules.kernel.memory import Latest
from service.rules.kernel.turns.situations import fight_told
from service.rules.kernel.verdict import Fate, FigureFate, SkirmishVerdict, verdict_of
from service.rules.laurels.attack.legality import called, warn_of_blanks
from service.rules.laurels.attack.parry import stance_ended
from service.rules.laurels.attack.strike import ROLL_HARM, Harm
from service.rules.laurels.battle import outcomes
from service.rules.laurels.battle.initiative import SPOKEN, refuse_reverse, warn_of_surprise
from service.rules.laurels.battle.models import LaurelsCombatant, LaurelsSkirmish, LaurelsSneakOrder, LaurelsUnderWay
from service.rules.laurels.battle.muster import mustered, orders_in
from service.rules.laurels.battle.state import Battle, is_decided, is_in, standing
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.refusals import LaurelsPcInSkirmish
from service.rules.laurels.book.words import LaurelsChangeReason, LaurelsRole, LaurelsStatus, LaurelsSurprise
from service.rules.laurels.figures.models import LaurelsInitiative
from service.rules.laurels.rounds.actions import Blow
from service.rules.laurels.rounds.ending import fate_of, refuse_over
from service.rules.laurels.rounds.policy import Readiness, orders_for, readiness
from service.rules.laurels.rounds.round import Lines, after_round, next_turn, opened, without_idle
from service.rules.laurels.rounds.turn import STRIKES, Command, blow_of
from service.wire import value_class


def resolve_skirmish(input: LaurelsSkirmish, rulings: LaurelsRulings, dice: Dice) -> outcomes.LaurelsSkirmishOutcome:
    """Play rounds until at most one side has someone in the fight, or the rounds are used up.

    The first round is the rest of one that is under way, if one is.

    At the start of each round everybody is given an order: a standing order while it can be followed; else to attack
    the first foe in request order with the readied weapon, from 5 feet, or 10 at range; else to pass. Whose foe is out
    of the fight by its turn attacks the first one that is not. With `break_at`, the rest of a side that has lost that
    share of its members at the end of a round flees, and can be handed to `pursue`.

    Dice: as `resolve-round`, round after round.
    Raises: LaurelsPcInSkirmish, FightOver, and what `resolve-round` refuses; TooManyDice, if the fight goes on and on.
    Ruling: laurels/ruling/npc-roles.
    Source: none; Umpire's adaptation.
    """
    fight = fight_of(input, rulings)
    dice.note(rulebook.SKIRMISH_POLICY, POLICY)
    initiative = LaurelsInitiative(surprise=input.surprise, reverse=input.reverse)
    warn_of_surprise(initiative, dice, is_rolled=input.under_way is not None)
    warn_of_blanks([(figure, "participant") for figure in input.participants], dice)
    ended, rounds = fight.play(dice)
    verdict = fight.verdict(ended, rounds)
    names = {each.id: called(each) for each in input.participants}
    summary = fight_told(verdict, names.__getitem__, lambda side: SPOKEN[LaurelsRole(side)])
    dice.note(rulebook.SKIRMISH_END, summary)
    return outcomes.LaurelsSkirmishOutcome(
        summary=summary,
        verdict=verdict,
        log=ended.log,
        state=battle_in(ended).figures,
    )


POLICY: Final = "No player took part: all followed their standing orders, or attacked the first foe in the list."


class Between(NamedTuple):
    """A skirmish between two rounds: the number of the next, and what has been recorded of those before.

    `under_way` is what is left of a round with which the skirmish begins.
    """

    battle: Battle
    number: int
    log: tuple[outcomes.LaurelsSkirmishRound, ...] = ()
    under_way: LaurelsUnderWay | None = None


class Within(NamedTuple):
    """A skirmish between two turns of a round: who is ordered what, and who is still to act."""

    lines: Lines
    command: Command
    number: int
    log: tuple[outcomes.LaurelsSkirmishRound, ...]


State = Between | Within

UNREAD: Final = ExactDice(START, [])
"""What the end of a turn is played with that has been rolled and of which nobody reads."""

CHANGED: Final = ("stamina", "injuries", "status", "parry", "shield_durability", "weapon.broken")
"""What a fight changes of a figure. It writes `stamina_max`, too, but nothing depends on it."""
HARMED: Final = 3
"""How many of these an attack always sets: the first."""

Condition = tuple[Hashable, ...]

_condition_of = attrgetter(*CHANGED)
_condition_and_deeds_of = attrgetter(*CHANGED, "attacked_last_round")


@value_class
class Skirmish:
    """What is settled before the first die of a skirmish, and its steps: initiative, then turn after turn.

    `ambushes` is whether a sneak attack is ordered: only those need to know who has attacked whom.
    """

    input: LaurelsSkirmish
    command: Command
    start: Battle
    ambushes: bool
    latest: Latest[LaurelsCombatant, FigureFate]
    conditions: Latest[LaurelsCombatant, Condition]
    ready: Readiness

    def begin(self, dice: Dice) -> State:
        """Return the state before the first round."""
        battle = self.start if dice.tells or self.ambushes else self.start.forgetful()
        return Between(battle, 1, under_way=self.input.under_way)

    def is_over(self, state: State) -> bool:
        """Return whether at most one side has someone in the fight."""
        return is_decided(battle_in(state).figures)

    def advance(self, state: State, dice: Dice) -> State:
        """Begin a round with orders and initiative, or play the next turn; after the last one sides may flee.

        Dice: D6, unless it was rolled before the skirmish; or those of the turn.
        """
        if isinstance(state, Between):
            orders = orders_for(state.battle, self.command.orders, self.ready, self.command.rulings)
            command = replace(self.command, initiative=self._initiative(state.number), orders=orders)
            lines = opened(state.battle, command, state.under_way, dice)
        else:
            command, lines = state.command, next_turn(state.command, state.lines, dice)
        return self._after(state, command, lines, dice)

    def prepare(self, state: State) -> Callable[[Dice], State]:
        """Return the next step; if it is an attack, it has been planned."""
        if isinstance(state, Within):
            lines = state.lines
            blow = blow_of(lines.battle, state.command, lines.waiting[0], lines.surprised)
            if blow is not None:
                after, rest = partial(self._struck, state, blow), self._rest(state, blow.foe)
                return Settling(rulebook.DAMAGE_DICE_BY_LEVEL, ROLL_HARM, blow.plan, after, rest)
        return partial(self.advance, state)

    def _struck(self, state: Within, blow: Blow, harm: Harm) -> State:
        """Return the state after the next turn, which was an attack; nobody reads of it."""
        was = state.lines
        lines = Lines(blow.landed(harm), was.first, was.surprised, was.waiting[1:], was.past)
        return self._after(state, state.command, lines, UNREAD)

    def _after(self, state: State, command: Command, lines: Lines, dice: Dice) -> State:
        """Return the state before the next turn, or at the end of the round after the last one."""
        if not dice.tells:
            lines = without_idle(command, lines)
        if lines.waiting:
            return Within(lines, command, state.number, state.log)
        battle, fled = _broken(after_round(lines.battle, dice), self.input, dice)
        log = (*state.log, _logged(state.number, lines, fled)) if dice.tells else ()
        return Between(battle, state.number + 1, log)

    def _initiative(self, number: int) -> LaurelsInitiative:
        """Return how initiative is rolled in a round: only the first is read for surprise."""
        if number == 1:
            return self.command.initiative
        return LaurelsInitiative(round=number, surprise=LaurelsSurprise.NONE, reverse=self.input.reverse)

    def key(self, state: State) -> Hashable:
        """Return what a fight changes of each figure, and whether it is the first round.

        Within a round it is who is surprised, and who is still to act with which order: a standing one, or to attack
        whoever is the first by then, or to pass.
        """
        figures = self.conditions(battle_in(state).figures)
        if isinstance(state, Between):
            return figures, state.number == 1
        return self._key_within(state, figures)

    def _rest(self, state: Within, foe: int) -> Hashable:
        """Return what a turn that is an attack leaves as it is of the key: all but the harm to its target."""
        figures = self.conditions(state.lines.battle.figures)
        spared = figures[foe][HARMED:]
        return self._key_within(state, (*figures[:foe], spared, *figures[foe + 1 :]))

    def _key_within(self, state: Within, figures: tuple[Condition, ...]) -> Hashable:
        """Return the key between two turns, with these conditions of figures."""
        lines = state.lines
        given, own = state.command.orders, self.command.orders
        orders = tuple(
            [None if given[each] is own[each] else isinstance(given[each], STRIKES) for each in lines.waiting]
        )
        attacked = lines.battle.attacked if self.ambushes else ()
        return figures, attacked, lines.surprised, lines.waiting, orders

    def fates(self, state: State) -> tuple[FigureFate, ...]:
        """Say what has become of each participant."""
        return self.latest(battle_in(state).figures)

    def verdict(self, state: State, rounds: int) -> SkirmishVerdict:
        """Say how the skirmish ended."""
        return verdict_of(self.fates(state), standing(battle_in(state).figures), rounds)


def fight_of(input: LaurelsSkirmish, rulings: LaurelsRulings) -> Fight[State]:
    """Return the steps of a skirmish.

    Raises: LaurelsPcInSkirmish, and what `resolve-round` refuses.
    """
    for place, figure in enumerate(input.participants):
        if figure.is_pc:
            message = f"{figure.id!r} is played by a person; a skirmish is fought without players."
            raise LaurelsPcInSkirmish(message, pointer=f"/participants/{place}/is_pc")
    refuse_over(input.participants)
    battle = mustered(input.participants, input.under_way)
    orders = orders_in(battle, input.participants, input.orders, rulings, None)
    refuse_reverse(input.reverse)
    initiative = LaurelsInitiative(surprise=input.surprise, reverse=input.reverse)
    ambushes = any(isinstance(order, LaurelsSneakOrder) for order in orders)
    fates: Latest[LaurelsCombatant, FigureFate] = Latest(lambda place, figure: _fate(battle.figures[place], figure))
    condition_of = _condition_and_deeds_of if ambushes else _condition_of
    conditions: Latest[LaurelsCombatant, Condition] = Latest(lambda _, figure: condition_of(figure))
    served = frozenset(range(len(input.participants)))
    command = Command(initiative, None, orders, rulings, served, retargets=True)
    skirmish = Skirmish(input, command, battle, ambushes, fates, conditions, readiness(rulings))
    return Fight(
        begin=skirmish.begin,
        advance=skirmish.advance,
        is_over=skirmish.is_over,
        is_between_rounds=lambda state: isinstance(state, Between),
        key=skirmish.key,
        fates=skirmish.fates,
        verdict=skirmish.verdict,
        most_rounds=input.max_rounds,
        prepare=skirmish.prepare,
    )


def battle_in(state: State) -> Battle:
    """Return the battle as it is."""
    return state.battle if isinstance(state, Between) else state.lines.battle


def _broken(battle: Battle, input: LaurelsSkirmish, dice: Dice) -> tuple[Battle, tuple[str, ...]]:
    """Let the rest of each side flee that has lost the share of its members at which it breaks."""
    fled: list[str] = []
    for role in LaurelsRole if input.break_at is not None else ():
        own = [(place, figure) for place, figure in enumerate(battle.figures) if figure.role is role]
        dead = sum([figure.status is LaurelsStatus.DEAD for _, figure in own])
        if Fraction(dead, len(own)) < Fraction(str(input.break_at)):
            continue
        for place, figure in own:
            if is_in(figure):
                text = f"{called(figure)} fled: its side had lost too many."
                dice.note(rulebook.SKIRMISH_BREAK, text, actor=figure.id)
                changes = {"status": LaurelsStatus.FLED, **stance_ended(figure.parry)}
                battle = battle.changed(place, LaurelsChangeReason.RETREAT, **changes)
                fled.append(figure.id)
    return battle, tuple(fled)


def _logged(number: int, played: Lines, fled: tuple[str, ...]) -> outcomes.LaurelsSkirmishRound:
    turns = [
        outcomes.LaurelsSkirmishTurn(actor=turn.actor, action=turn.action, target=turn.target, applied=turn.applied)
        for turn in played.past.events
    ]
    return outcomes.LaurelsSkirmishRound(
        number=number, first=played.first, surprised=played.surprised, turns=tuple(turns), fled=fled
    )


def _fate(was: LaurelsCombatant, now: LaurelsCombatant) -> FigureFate:
    """Say what became of a participant; one that fled neither stands nor is lost."""
    return _fate_at(now.id, now.role, now.status, now.stamina, stood=is_in(was))


@lru_cache(maxsize=8192)
def _fate_at(name: str, role: LaurelsRole, status: LaurelsStatus, stamina: int, *, stood: bool) -> FigureFate:
    fate = fate_of(status)
    return FigureFate(
        id=name,
        side=role.value,
        fate=fate,
        standing=int(fate is Fate.STANDING),
        lost=int(fate is Fate.DEAD and stood),
        left=stamina,
    )
