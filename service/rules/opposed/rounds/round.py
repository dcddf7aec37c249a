"""A round of a fight: initiative, then turn after turn; played with any dice or enumerated exactly."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from service.dice.exact import MAX_PATHS, Distribution
from service.dice.model import Cites, Dice
from service.rules.kernel.chances.chain import Chain
from service.rules.kernel.figures import Who
from service.rules.kernel.turns.situations import seen_of
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.battle.events import Command, turns_told, warn
from service.rules.opposed.battle.initiative import (
    Claim,
    initiative_total,
    initiative_value,
    note_order,
    rolls_for_ties,
)
from service.rules.opposed.battle.judging import Places, place_of
from service.rules.opposed.battle.models import (
    OpposedCombatant,
    OpposedRound,
    OpposedSide,
    OpposedSingleTurn,
    OpposedSkirmish,
    OpposedTurns,
    OpposedUnderWay,
)
from service.rules.opposed.battle.muster import (
    engaged_claims,
    engaged_line,
    line_after_fumble,
    mustered,
    orders_in,
    reactions_of,
    roll_side_claims,
    unengaged_line,
)
from service.rules.opposed.battle.outcomes import OpposedEvent, OpposedRoundOutcome, OpposedRoundVerdict
from service.rules.opposed.battle.plans import Plans
from service.rules.opposed.battle.state import Battle, part_the_fallen
from service.rules.opposed.battle.ties import is_tied, part_ties
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedConsequences, OpposedEngagedChoice, OpposedRulings
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.rounds.actions import take_turn
from service.rules.opposed.rounds.ending import ending_text, refuse_over
from service.rules.opposed.rounds.order import battle_of, claims_in, lowered_in, refuse_out_of_turn, waiting_in
from service.wire import value_class

PHASES: Cites = (rulebook.ROUND_PHASES, rulebook.ROUND_DICE_ORDER)


@dataclass(slots=True, unsafe_hash=True)
class Turns:
    """A round between two turns: the places of those who are still to act, engaged figures first.

    What has been recorded so far, the sides' initiatives and the events, does not distinguish states.
    """

    battle: Battle
    engaged: tuple[int, ...]
    unengaged: tuple[int, ...]
    is_lined_up: bool
    side_claims: tuple[Claim, ...] = field(default=(), compare=False)
    engaged_claims: tuple[Claim, ...] = field(default=(), compare=False)
    events: tuple[OpposedEvent, ...] = field(default=(), compare=False)


@value_class
class Round:
    """What is settled before the first die of a round, and the steps of its chain: initiative, then turn after turn.

    `claims` are the engaged figures' initiatives by place. `line` has the places of engaged figures in acting order,
    before dice part those who are tied and before the first chooses to act last; `idle` has those of others that have
    a turn.
    """

    before: Battle
    command: Command
    sides: Sequence[OpposedSide]
    claims: Mapping[int, Claim]
    line: tuple[int, ...]
    is_tied: bool
    idle: tuple[int, ...]

    @property
    def chain(self) -> Chain[Turns, OpposedRoundVerdict]:
        """The round as a chain of turns."""
        return Chain(self.advance, self.is_over, self.verdict)

    @property
    def start(self) -> Turns:
        """The state before initiative."""
        return Turns(self.before, (), (), is_lined_up=False)

    def begun_with(self, battle: Battle) -> "Round":
        """Return the round that begins in the same order and with the same orders, but with other wounds."""
        return Round(battle, self.command, self.sides, self.claims, self.line, self.is_tied, self.idle)

    def is_over(self, turns: Turns) -> bool:
        """Return whether all have had their turns."""
        return turns.is_lined_up and not (turns.engaged or turns.unengaged)

    def advance(self, turns: Turns, dice: Dice) -> Turns:
        """Play initiative, or the next turn.

        Dice: D10 for each side that has to roll, and those of ties; or those of the turn.
        """
        return self.play(turns, dice, 1) if turns.is_lined_up else self._line_up(turns.battle, dice)

    def _line_up(self, battle: Battle, dice: Dice) -> Turns:
        """Put everybody in acting order: those that are engaged, then those that are not.

        Dice: D10 for each side that has to roll; then those of ties.
        """
        rolled: tuple[Claim, ...] = ()
        unengaged = self.idle
        if unengaged:
            rolled = roll_side_claims(battle, self.sides, self.command.rulings, dice)
            unengaged = unengaged_line(battle, self.sides, rolled, self.idle)
        line = self.line
        if self.is_tied:
            line = part_ties(line, self._strength_of, self._who_at, dice)
        if self.chosen_last:
            line = (*line[1:], *line[:1])
        turns = Turns(battle, line, unengaged, is_lined_up=True, side_claims=rolled)
        if dice.tells:
            turns = replace(turns, engaged_claims=tuple([self.claims[place] for place in line]))
            self._note_orders(turns, dice)
        return turns

    def _strength_of(self, place: int) -> tuple[int, ...]:
        return self.claims[place].strength

    def _who_at(self, place: int) -> Who:
        return self.claims[place].who

    @property
    def chosen_last(self) -> bool:
        """Whether the engaged figure with the highest initiative acts last."""
        return self.command.rulings.engaged_choice is OpposedEngagedChoice.LAST

    def rolled_for_order(self, turns: Turns) -> bool:
        """Return whether dice decided the order of turns."""
        return self.is_tied or bool(turns.side_claims)

    def _note_orders(self, turns: Turns, dice: Dice) -> None:
        """Record the order of turns, without figures that viewers do not see."""
        cites = (*PHASES, Rulings.ENGAGED_BEFORE_UNENGAGED)
        if turns.side_claims:
            note_order(turns.side_claims, dice, engaged=False, cites=cites, when=", after engaged ones")
        shown = {each.id for each in seen_of(turns.battle.figures)}
        if claims := [each for each in turns.engaged_claims if each.name in shown]:
            note_order(claims, dice, engaged=True, cites=cites, when=", before others")

    def play(self, turns: Turns, dice: Dice, most: int) -> Turns:
        """Let up to so many have their turns; a fumble may put those still waiting in another order.

        Dice: those of the turns.
        """
        battle, engaged, unengaged, events = turns.battle, turns.engaged, turns.unengaged, turns.events
        while most and (engaged or unengaged):
            lowered = battle.lowered
            battle, event = take_turn(battle, self.command, (engaged or unengaged)[0], dice)
            if not engaged:
                unengaged = unengaged[1:]
            elif battle.lowered == lowered:
                engaged = engaged[1:]
            else:
                engaged = line_after_fumble(battle, self.claims, engaged[1:], chosen_last=self.chosen_last)
            if event is not None:
                events = (*events, event)
            most -= 1
        return Turns(
            battle,
            engaged,
            unengaged,
            is_lined_up=True,
            side_claims=turns.side_claims,
            engaged_claims=turns.engaged_claims,
            events=events,
        )

    def verdict(self, turns: Turns) -> OpposedRoundVerdict:
        """Say what the round has changed."""
        pairs = list(zip(self.before.figures, turns.battle.figures, strict=True))
        sides = standing(turns.battle.figures)
        return OpposedRoundVerdict(
            fatigue_lost=sum([(was.fatigue or 0) - (now.fatigue or 0) for was, now in pairs]),
            endurance_lost=sum([(was.endurance or 0) - (now.endurance or 0) for was, now in pairs]),
            fallen=sum([is_able(was) and not is_able(now) for was, now in pairs]),
            sides_standing=len(sides),
            over=len(sides) < 2,
            winner=min(sides) if len(sides) == 1 else None,
            draw=not sides,
        )


def resolve_round(input: OpposedRound, rulings: OpposedRulings, dice: Dice) -> OpposedRoundOutcome:
    """Play one round: initiative, then each figure's turn, engaged before unengaged; or the rest of one (`under_way`).

    A figure's own evading and defensive withdrawal end at its turn. Then it loses its action if it is down; passes if
    it owes a Pass; tries to recover if it is stunned; else it obeys its order, or passes without one. Standing up takes
    the whole turn. An order whose target is down or has fled is lost. Figures that are down or gone when the round
    begins have no turn unless they are ordered something, which is lost. Post `state` back with new orders to play the
    next round.

    Dice: D10 for each side with an unengaged figure able to act, in the order of the sides, if there are two; D10 for
    each of those sides, then of engaged figures, that are equal in all that decides initiative, and again for those who
    roll the same, at most ten times; none of these if the round is under way. Then each figure's in acting order: D10
    to repulse its charge, the dice of its strike as in `resolve-attack`, D100 to recover from a stun or to restrain, or
    D10 to withdraw from close combat.
    Raises: FightOver, AlreadyActed, DuplicateParticipant, UnknownSide, EmptySide, InvalidLeader, UnknownParticipant,
    InvalidEngagement, EngagementNotMutual, StunnedFigureCannotEvade, InvalidTarget; and whatever `resolve_attack`
    refuses of a strike.
    Ruling: opposed/ruling/consequence-dice, opposed/ruling/fumble-initiative, opposed/ruling/initiative-ties.
    Source: 57.3 Combat Equation Summary; the order of phases is Umpire's adaptation.
    """
    battle, command = prepared(input, rulings)
    warn(input.participants, input.grievous_table, rulings, dice)
    begin, start = opened(battle.told() if dice.tells else battle, command, input)
    turns = begin.chain.play(start, dice)
    return OpposedRoundOutcome(
        summary=turns_told(
            turns.events, fallen_in(battle, turns.battle), ending_text(turns.battle.figures, input.sides)
        ),
        verdict=begin.verdict(turns),
        round=input.round,
        unengaged_initiative=tuple([initiative_total(claim) for claim in turns.side_claims]),
        engaged_initiative=tuple([initiative_value(claim) for claim in turns.engaged_claims]),
        order=tuple([event.actor for event in turns.events]),
        events=turns.events,
        changes=turns.battle.changes or (),
        state=turns.battle.figures,
    )


def round_odds(round: OpposedRound, rulings: OpposedRulings) -> Distribution[OpposedRoundVerdict]:
    """Return the exact chances of what a round changes, turn by turn as `resolve_round` plays it.

    Battles that are alike after a turn are counted together; a duel has few enough, a larger fight soon too many.

    Raises: whatever `resolve_round` refuses; OddsTooLarge, if all turns together have more paths than are enumerated.
    """
    begin, start = opened(*prepared(round, rulings), round)
    return begin.chain.odds(start, MAX_PATHS)


def prepared(
    input: OpposedRound | OpposedSingleTurn | OpposedSkirmish, rulings: OpposedRulings
) -> tuple[Battle, Command]:
    """Find everybody of a fight by id, refusing before any die what the rules forbid.

    Raises: FightOver, AlreadyActed, NotNext, and what `mustered` and `orders_in` refuse.
    """
    figures, under_way = input.participants, input.under_way
    refuse_over(figures, input.sides)
    places = mustered(input.sides, figures, under_way)
    served: Iterable[int] = ()
    if isinstance(input, OpposedSingleTurn):
        _refuse_out_of_turn(input, places, rulings)
        served = range(len(figures))
    elif isinstance(input, OpposedRound) and input.npc_orders:
        served = [place for place, each in enumerate(figures) if not each.is_pc]
    is_skirmish = isinstance(input, OpposedSkirmish)
    orders = orders_in(figures, places, input.orders, None if is_skirmish else under_way)
    reactions = reactions_of(() if isinstance(input, OpposedSkirmish) else input.reactions, places)
    resolves = rulings.consequences is not OpposedConsequences.FLAG
    plans: Plans[Round] = Plans(figures)
    command = Command(orders, reactions, rulings, resolves, input.grievous_table, plans, frozenset(served))
    return Battle(figures, (0,) * len(figures), places), command


def _refuse_out_of_turn(input: OpposedSingleTurn, places: Places, rulings: OpposedRulings) -> None:
    for position, order in enumerate(input.orders):
        pointer = f"/orders/{position}/actor"
        figure = input.participants[place_of(order.actor, places, pointer)]
        refuse_out_of_turn(battle_of(input.participants), figure, input.under_way, rulings, pointer)


def opened(battle: Battle, command: Command, input: OpposedTurns | OpposedSkirmish) -> tuple[Round, Turns]:
    """Return a round and where it begins: before its first die, or before the next turn if it is under way."""
    if input.under_way is None:
        begin = begun(battle, command, input.sides)
        return begin, begin.start
    return resumed(battle, command, input.sides, input.under_way)


def resumed(
    battle: Battle, command: Command, sides: Sequence[OpposedSide], under_way: OpposedUnderWay
) -> tuple[Round, Turns]:
    """Return what is left of a round that is under way, and where it goes on."""
    battle = part_the_fallen(replace(battle, lowered=lowered_in(battle, under_way)))
    claims = claims_in(battle, under_way)
    waiting = waiting_in(battle, under_way)
    engaged = tuple([place for place in waiting if place in claims])
    unengaged = tuple([place for place in waiting if place not in claims])
    held = tuple([claims[place] for place in engaged])
    turns = Turns(battle, engaged, unengaged, is_lined_up=True, engaged_claims=held)
    return Round(battle, command, sides, claims, engaged, is_tied=False, idle=unengaged), turns


def fallen_in(before: Battle, after: Battle) -> list[OpposedCombatant]:
    """Return the figures that have gone down."""
    pairs = zip(before.figures, after.figures, strict=True)
    return [now for was, now in pairs if is_able(was) and not is_able(now)]


def begun(battle: Battle, command: Command, sides: Sequence[OpposedSide]) -> Round:
    """Return a round before its first die: figures that are down are no longer engaged."""
    battle = part_the_fallen(battle)
    claims = engaged_claims(battle)
    line = engaged_line(claims)
    tied = rolls_for_ties(command.rulings) and is_tied(line, lambda place: claims[place].strength)
    idle = [
        place
        for place, figure in enumerate(battle.figures)
        if place not in claims and (is_able(figure) or command.orders[place] is not None)
    ]
    return Round(battle, command, sides, claims, line, tied, tuple(idle))


def standing(figures: Sequence[OpposedCombatant]) -> set[str]:
    """Return the ids of the sides that still have a figure that can fight."""
    return {figure.side for figure in figures if is_able(figure)}
