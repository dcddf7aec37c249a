"""Skirmish: a battle without players, rounds by policy until one side is left."""

from collections.abc import Hashable, Sequence
from operator import attrgetter
from typing import Annotated, NamedTuple

from pydantic import Field

from service.dice.model import Dice
from service.rules.kernel.fight import Fight
from service.rules.kernel.memory import Latest
from service.rules.kernel.turns.situations import fight_told
from service.rules.kernel.verdict import Fate, FigureFate, SkirmishVerdict, verdict_of
from service.rules.mass.battle.hands import DRAW, Hands, hands_of
from service.rules.mass.battle.initiative import MassInitiativeOutcome
from service.rules.mass.battle.muster import Pair, note_beside
from service.rules.mass.battle.sides import FATES
from service.rules.mass.battle.state import Battle, MassEvent
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.refusals import MassPcInSkirmish
from service.rules.mass.book.words import MassStatus
from service.rules.mass.figures.orders import Declared, MassSkirmish
from service.rules.mass.figures.standing import Change, MassComparison, MassUnitState
from service.rules.mass.figures.text import called
from service.rules.mass.rounds.policy import declare, followable
from service.rules.mass.rounds.round import Count, Played, drawn, fight_out, next_count, prepared
from service.wire import record, value_class


@record
class MassRoundLog:
    """One round of a skirmish."""

    events: Annotated[tuple[MassEvent, ...], Field(description="What happened on the commanders' counts.")]
    battle: Annotated[tuple[MassComparison, ...], Field(description="The scores of each engaged pair.")]


@record
class MassSkirmishOutcome:
    """The outcome of a skirmish."""

    summary: Annotated[str, Field(description="The skirmish in a sentence.")]
    order: Annotated[tuple[tuple[str, ...], ...], Field(description="In what order commanders acted, by round.")]
    log: Annotated[tuple[MassRoundLog, ...], Field(description="What happened, by round.")]
    state: Annotated[tuple[MassUnitState, ...], Field(description="Every unit as it now is; post them back.")]
    verdict: Annotated[SkirmishVerdict, Field(description="How it ended; a unit counts as one.")]


def resolve_skirmish(input: MassSkirmish, rulings: MassRulings, dice: Dice) -> MassSkirmishOutcome:
    """Play rounds, commanders deciding by a fixed policy, until at most one side has a unit in the battle.

    The policy: volleys at the nearest enemies, else gouts of flame that strike enemies alone, else a march towards the
    nearest enemy, else shield walls, else a rally. Other powers on command are used by standing orders only.

    Dice: as in a round, round after round, each from a fresh deck.
    Raises: MassPcInSkirmish, and what `resolve_round` raises.
    Source: none; the family's own policy.
    """
    fight = fight_of(input, rulings)
    end, rounds = fight.play(dice)
    verdict = fight.verdict(end, rounds)
    summary = fight_told(verdict, {name: called(unit) for name, unit in end.battle.units.items()}.__getitem__)
    dice.note(rulebook.SKIRMISH_END, summary)
    return MassSkirmishOutcome(
        summary=summary,
        order=tuple([each.initiative.order for each in end.log]),
        log=tuple([MassRoundLog(events=each.battle.events, battle=each.comparisons) for each in end.log]),
        state=end.battle.states(),
        verdict=verdict,
    )


class Between(NamedTuple):
    """A battle between two rounds: the number of the next, and those that somebody reads of."""

    battle: Battle
    number: int
    log: tuple[Played, ...] = ()


class Within(NamedTuple):
    """A battle within a round: the counts of commanders to come, and the draw if somebody reads of it."""

    battle: Battle
    number: int
    log: tuple[Played, ...]
    counts: tuple[Count, ...]
    initiative: MassInitiativeOutcome | None = None


State = Between | Within

_standing_of = attrgetter(*Change.__annotations__)
"""What a battle can change of a unit."""


@value_class
class Skirmish:
    """What is settled before the first card of a skirmish, and its steps: the draw, each commander's count, the battle.

    A draw of which nobody reads is one die, and a commander without actions has no count. Where there is no count, the
    battle follows the draw at once.
    """

    start: Battle
    met: Sequence[Pair]
    orders: Declared
    hands: Hands
    known_fates: dict[tuple[str, MassStatus, int], FigureFate]
    standings: Latest[MassUnitState, Hashable]

    def begin(self, dice: Dice) -> State:
        """Return the state before the first round, with those engaged who stand side by side."""
        note_beside(self.start, self.met, dice)
        return Between(self.start, 1)

    def is_over(self, state: State) -> bool:
        """Return whether at most one side has a unit in the battle."""
        return len(state.battle.sides()) < 2

    def advance(self, state: State, dice: Dice) -> State:
        """Let commanders declare and draw, or the next of them act, or all engaged units fight and the round end.

        Dice: cards; a D20 for every rally; or the battle dice of engaged units.
        """
        if isinstance(state, Between):
            state = self._drawn(state, dice)
            if state.counts:
                return state
        battle, number, log, counts, initiative = state
        if counts:
            return Within(next_count(battle, counts, dice), number, log, counts[1:], initiative)
        battle, comparisons = fight_out(battle, dice)
        if initiative is not None:
            log = (*log, Played(battle, initiative, comparisons))
        return Between(battle, number + 1, log)

    def _drawn(self, state: Between, dice: Dice) -> Within:
        battle, number, log = state
        if dice.tells:
            dice.note(rulebook.ROUND_PHASES, f"Round {number}.")
        declared = declare(battle, followable(battle, self.orders, first=number == 1), dice)
        if dice.tells:
            battle = battle.without_events()
            initiative, counts = drawn(battle, declared, None, dice)
            return Within(battle, number, log, counts, initiative)
        names, actions = tuple(declared), tuple(declared.values())  # in the order of the commanders
        hands = self.hands.declaring(tuple(map(len, actions)))
        acting = dice.settle(rulebook.INITIATIVE_CARD_ORDER, DRAW, hands)
        return Within(battle, number, log, tuple([Count(names[each], actions[each][:many]) for each, many in acting]))

    def key(self, state: State) -> Hashable:
        """Return what a battle changes of each unit, and whether it is the first round; within it, the counts to come.

        A unit that came into being during the battle adds its id.
        """
        units = state.battle.units
        standing = self.standings(units.values())
        came = tuple(units)[len(self.start.units) :]
        if isinstance(state, Between):
            return standing, came, state.number == 1
        return standing, came, tuple([(each.commander, each.actions) for each in state.counts])

    def fates(self, state: State) -> tuple[FigureFate, ...]:
        """Say what has become of each unit."""
        known, units = self.known_fates, state.battle.units.values()
        return tuple([known.get((each.id, each.status, each.morale)) or self._fate_of(each) for each in units])

    def _fate_of(self, unit: MassUnitState) -> FigureFate:
        """Work out and remember what became of a unit, which may have come into being during the skirmish."""
        began = self.start.units.get(unit.id)
        fate = FATES[unit.status]
        stands = fate is Fate.STANDING
        stood = began is None or FATES[began.status] is Fate.STANDING
        became = FigureFate(
            id=unit.id,
            side=unit.side,
            fate=fate,
            standing=int(stands),
            lost=int(stood and not stands),
            left=unit.morale,
        )
        self.known_fates[unit.id, unit.status, unit.morale] = became
        return became

    def verdict(self, state: State, rounds: int) -> SkirmishVerdict:
        """Say how the skirmish ended."""
        return verdict_of(self.fates(state), state.battle.sides(), rounds)


def fight_of(input: MassSkirmish, rulings: MassRulings) -> Fight[State]:
    """Return the steps of a skirmish.

    Raises: MassPcInSkirmish, and what `resolve_round` raises.
    """
    for position, commander in enumerate(input.commanders):
        if commander.is_pc:
            message = f"{commander.id} is played by a person; a skirmish is fought without players."
            raise MassPcInSkirmish(message, pointer=f"/commanders/{position}/is_pc")
    battle, met, orders = prepared(input, None, rulings)
    standings: Latest[MassUnitState, Hashable] = Latest(lambda _, unit: _standing_of(unit))
    skirmish = Skirmish(battle, met, orders, hands_of(input.commanders, rulings), {}, standings)
    return Fight(
        begin=skirmish.begin,
        advance=skirmish.advance,
        is_over=skirmish.is_over,
        is_between_rounds=lambda state: isinstance(state, Between),
        key=skirmish.key,
        fates=skirmish.fates,
        verdict=skirmish.verdict,
        most_rounds=input.max_rounds,
    )


"""What became of a unit; who is away in pursuit stands."""
