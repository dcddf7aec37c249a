"""The steps of a battle without players: phases, turns in melee, and what follows the last round."""

from collections.abc import Callable, Hashable, Mapping
from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.heroic.aftermath.fatigue import fatigue_counts
from service.rules.heroic.aftermath.outcomes import HeroicAftermathOutcome, HeroicPursuitOutcome
from service.rules.heroic.battle.models import HeroicSkirmish
from service.rules.heroic.battle.muster import muster
from service.rules.heroic.battle.plans import Plans
from service.rules.heroic.battle.state import FRESH, NO_PARTS, Battle
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicHtRoll, HeroicRulings
from service.rules.heroic.book.refusals import HeroicDuplicateId, HeroicPcInSkirmish, HeroicUnknownUnit
from service.rules.heroic.book.words import HeroicTactic
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.policy import draws_tactics, service_orders, without_orders
from service.rules.heroic.rounds import phases
from service.rules.heroic.rounds.closing import battle_verdict, is_over
from service.rules.heroic.rounds.outcomes import HeroicRoundSummary
from service.rules.heroic.rounds.phases import RoundState
from service.rules.heroic.rounds.planning import situation_of
from service.rules.heroic.rounds.round import ordered, refuse_idle_sides, round_text, round_verdict, standings_of
from service.rules.heroic.rounds.skirmish.fates import dead_of, fate_of, fates_of, verdict_of
from service.rules.heroic.rounds.skirmish.openings import Opening
from service.rules.heroic.rounds.skirmish.sequels import count_fallen, give_chase
from service.rules.kernel.fight import Fight, changes_of
from service.rules.kernel.memory import Latest, Memory
from service.rules.kernel.verdict import FigureFate, SkirmishVerdict
from service.wire import value_class

NOBODY: Final[frozenset[str]] = frozenset()

Log = tuple[HeroicRoundSummary, ...]


class Between(NamedTuple):
    """A battle between two rounds, and a summary of those before."""

    battle: Battle
    log: Log = ()


class Within(NamedTuple):
    """A battle within a round: as it was when the orders were given, and as it is."""

    before: Battle
    round: RoundState
    log: Log


class Sequel(NamedTuple):
    """A battle after what follows its last round, as that left it; `dead` are ids of units of which nobody lives."""

    fought: Battle
    battle: Battle
    dead: frozenset[str]
    log: Log
    pursuit: HeroicPursuitOutcome | None = None
    aftermath: HeroicAftermathOutcome | None = None


State = Between | Within | Sequel


@value_class
class Skirmish:
    """What is settled before the first die of a battle without players, and its steps; `tactics` go by place."""

    input: HeroicSkirmish
    start: Battle
    tactics: Mapping[int, HeroicTactic]
    latest: Latest[HeroicUnit, FigureFate]
    changes: Latest[HeroicUnit, Hashable]
    openings: Memory[Opening]

    def fight(self) -> Fight[State]:
        """Return its steps."""
        return Fight(
            begin=self.begin,
            advance=self.advance,
            is_over=self.is_over,
            is_between_rounds=lambda state: not isinstance(state, Within),
            key=self.key,
            fates=self.fates,
            verdict=self.verdict,
            most_rounds=self.input.max_rounds,
            end=self.end,
            play_round=self.play_round,
        )

    def begin(self, dice: Dice) -> State:
        """Return the battle before its first round."""
        return Between(self.start)

    def is_over(self, state: State) -> bool:
        """Return whether fewer than two sides fight on."""
        return is_over(battle_in(state))

    def advance(self, state: State, dice: Dice) -> State:
        """Begin a round by the service's orders, or play its next phase or turn, and all after it that rolls nothing.

        Dice: as `resolve-round`, the tactics first.
        """
        if isinstance(state, Within):
            before, under_way = state.before, phases.advance(state.round, dice)
        else:
            before, under_way = self._opened(state, dice)
        under_way = phases.unrolled(under_way, dice)
        if not phases.is_played(under_way):
            return Within(before, under_way, state.log)
        return self._ended(before, under_way, state.log, dice)

    def play_round(self, state: State, dice: Dice) -> State:
        """Play a round by the service's orders, or what is left of one.

        Dice: as `resolve-round`, the tactics first.
        """
        before, under_way = (state.before, state.round) if isinstance(state, Within) else self._opened(state, dice)
        return self._ended(before, phases.play_on(under_way, dice), state.log, dice)

    def _opened(self, state: State, dice: Dice) -> tuple[Battle, RoundState]:
        """Return the battle as it is when the orders are given, and the round after the initiative.

        Dice: as `resolve-round`, the tactics first, up to the initiative.
        """
        opening = None if dice.tells else self._opening(battle_in(state), dice)
        if opening is not None:
            return opening.ordered, opening.played(battle_in(state).units, dice)
        before = self._ordered(state, dice)
        return before, phases.advance(phases.begun(before), dice)

    def _opening(self, battle: Battle, dice: Dice) -> Opening | None:
        """Return how rounds open in the situation of a battle; None if dice choose tactics, or it is not remembered."""
        situation = situation_of(battle)
        if situation is None:
            return None
        opening = self.openings.find(situation)
        if opening is None and not draws_tactics(battle, without_orders(battle), self.tactics):
            opening = self.openings.keep(situation, Opening(self._ordered(Between(battle), dice)))
        return opening

    def _ended(self, before: Battle, under_way: RoundState, log: Log, dice: Dice) -> State:
        """Return the battle after a round that has been played."""
        if not dice.tells:
            return Between(_fresh(phases.left(under_way, dice)))
        ended = phases.ended(under_way, dice)
        summary = HeroicRoundSummary(
            round=self.input.encounter.round + len(log),
            summary=round_text(before, ended),
            verdict=round_verdict(before, ended),
            standings=standings_of(ended.battle),
        )
        return Between(_fresh(ended.battle), (*log, summary))

    def _ordered(self, state: State, dice: Dice) -> Battle:
        """Return the battle with everybody's orders for the next round."""
        if dice.tells:
            dice.note(rulebook.SKIRMISH_LOOP, f"Round {self.input.encounter.round + len(state.log)} began.")
        battle = battle_in(state)
        places = without_orders(battle)
        orders = service_orders(battle, places, self.tactics, dice)
        return ordered(battle, orders, frozenset(places))

    def end(self, state: State, dice: Dice) -> State:
        """Let the victors pursue who has broken, and count the fallen, if that is wanted.

        Dice: as `pursue`; then as `resolve-casualties` for each side.
        """
        fought = battle_in(state)
        if not (self.input.pursue or self.input.aftermath):
            return as_sequel(state)
        winner = battle_verdict(fought).winner
        after, pursuit, aftermath = fought, None, None
        if self.input.pursue and winner is not None:
            after, pursuit = give_chase(fought, winner, dice)
        if self.input.aftermath:
            aftermath = count_fallen(fought, dice)
        return Sequel(fought, after, dead_of(self.start, pursuit, aftermath), state.log, pursuit, aftermath)

    def fates(self, state: State) -> tuple[FigureFate, ...]:
        """Say what has become of each unit."""
        battle = battle_in(state)
        dead = state.dead if isinstance(state, Sequel) else NOBODY
        return fates_of(self.start, battle, dead) if dead else self.latest(battle.units)

    def verdict(self, state: State, rounds: int) -> SkirmishVerdict:
        """Say how the battle ended."""
        return verdict_of(self.start, battle_verdict(as_sequel(state).fought), rounds, self.fates(state))

    def key(self, state: State) -> Hashable:
        """Return what has changed of each unit, where they are, and within a round what is left to do of it.

        Who is dead is known after the last round only; what counts no more then is left out.
        """
        battle = battle_in(state)
        units = self.changes(battle.units)
        if isinstance(state, Sequel):
            return units, state.dead, battle_verdict(state.fought)
        ground = (
            battle.positions,
            frozenset(battle.distances.items()),
            frozenset(battle.locks.items()),
            battle.grapples,
            len(battle.hazards),
        )
        return (units, ground) if isinstance(state, Between) else (units, ground, _round_key(state.round))


def _round_key(state: RoundState) -> Hashable:
    """Return what the rest of a round depends on, besides units and where they are.

    Orders count no more for who has acted, but for the tactic in which it defends itself, and for a long reload at the
    end; what it has done counts no more after the movement, but for fatigue if that counts.
    """
    battle = state.battle
    key: tuple[Hashable, ...] = (
        state.phases,
        state.runners,
        battle.winner,
        battle.sequence,
        _pending_key(battle),
    )
    if state.phases <= phases.MELEE:
        key = (*key, state.waiting, frozenset(state.totals.items()), battle.free_hands)
    if state.phases < phases.MELEE:
        return (*key, battle.orders, battle.records)
    if state.phases == phases.MELEE:
        waiting = battle.sequence if state.waiting is None else state.waiting
        tactics = tuple([battle.tactic(place) for place in range(len(battle.orders))])
        key = (*key, tuple([battle.orders[place] for place in waiting]), tactics)
    if fatigue_counts(battle.units, battle.rulings):
        key = (*key, battle.records)
    return (*key, battle.orders) if any(unit.loaded for unit in battle.units) else key


def _pending_key(battle: Battle) -> Hashable:
    """Return the injury that is pending: added up for each unit, unless each attack's is rolled for by itself."""
    pending = battle.pending
    if not pending:
        return ()
    if battle.rulings.ht_roll is HeroicHtRoll.PER_ATTACK or any(each.limit is not None for each in pending):
        return tuple([(each.unit, each.injury, each.limit, each.ht_applies) for each in pending])
    sums: dict[tuple[str, bool], int] = {}
    for each in pending:
        sums[each.unit, each.ht_applies] = sums.get((each.unit, each.ht_applies), 0) + each.injury
    return frozenset(sums.items())


def _fresh(battle: Battle) -> Battle:
    """Return the battle before its next round; hazards are met in the first one."""
    return battle._replace(parts=NO_PARTS, records=(FRESH,) * len(battle.units), hazards=())


def skirmish_of(input: HeroicSkirmish, rulings: HeroicRulings) -> Skirmish:
    """Return a battle without players, checked."""
    battle = muster(input.encounter, rulings)
    _refuse_players(battle)
    refuse_idle_sides(battle)
    battle = battle._replace(plans=Plans(battle.units, rulings.assignment))
    start = battle.units

    def changes(place: int, unit: HeroicUnit) -> Hashable:
        """Return what has changed of a unit; those who have been divided from another are listed last."""
        return changes_of(start[place if place < len(start) else 0], unit)

    return Skirmish(input, battle, _tactics_of(input, battle), Latest(_fates_from(battle)), Latest(changes), Memory())


def _fates_from(start: Battle) -> Callable[[int, HeroicUnit], FigureFate]:
    """Return what tells the fate of the unit at a place, remembered by all that changes of it and counts for that."""
    known: Memory[FigureFate] = Memory()

    def fate(place: int, unit: HeroicUnit) -> FigureFate:
        key = place, unit.id, unit.count_start, unit.hp_pool, unit.status, unit.conditions
        return known.find(key) or known.keep(key, fate_of(start, place, unit))

    return fate


def fight_of(input: HeroicSkirmish, rulings: HeroicRulings) -> Fight[State]:
    """Return the steps of a battle without players.

    Raises: as `skirmish_of`.
    """
    return skirmish_of(input, rulings).fight()


def battle_in(state: State) -> Battle:
    """Return the battle as it is."""
    return state.round.battle if isinstance(state, Within) else state.battle


def as_sequel(state: State) -> Sequel:
    """Return a battle after its last round, whether or not anything has followed it."""
    return state if isinstance(state, Sequel) else Sequel(battle_in(state), battle_in(state), NOBODY, state.log)


def _refuse_players(battle: Battle) -> None:
    for place, unit in enumerate(battle.units):
        if unit.is_pc:
            message = f"A skirmish is fought without players, but a person plays {spoken_name(unit)}."
            raise HeroicPcInSkirmish(message, pointer=f"/encounter/units/{place}/is_pc")


def _tactics_of(input: HeroicSkirmish, battle: Battle) -> dict[int, HeroicTactic]:
    tactics: dict[int, HeroicTactic] = {}
    for position, each in enumerate(input.tactics):
        pointer = f"/tactics/{position}/unit"
        place = battle.places.get(each.unit)
        if place is None:
            raise HeroicUnknownUnit(f"There is no unit {each.unit!r}.", each.unit, battle.places, pointer=pointer)
        if place in tactics:
            raise HeroicDuplicateId(f"{each.unit!r} is given two tactics.", pointer=pointer)
        tactics[place] = each.tactic
    return tactics
