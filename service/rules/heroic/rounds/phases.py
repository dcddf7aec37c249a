"""The phases of a round: each step leads from the state of the round before it to the state after it.

A step is a phase; where units shoot or strike it is the turn of one unit, or the injury step after them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypedDict, Unpack

from service.dice.model import Dice
from service.rules.heroic.aftermath.morale import tell_flight
from service.rules.heroic.aftermath.outcomes import HeroicBattleEnd, HeroicFatigueOutcome, HeroicMoraleOutcome
from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.attack.situation.weapons import TACTIC_ROWS
from service.rules.heroic.battle.contenders import contenders_of
from service.rules.heroic.battle.initiative import initiative_of
from service.rules.heroic.battle.outcomes import HeroicInitiativeOutcome, HeroicInitiativeVerdict
from service.rules.heroic.battle.state import NO_LOG, Battle, Log, is_awake, with_own_fields
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicEndPhases
from service.rules.heroic.book.words import RETREAT, ROUTED
from service.rules.heroic.figures.changes import DEED
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.other_actions import without_pause
from service.rules.heroic.rounds.assaults import NO_TOTALS, Totals
from service.rules.heroic.rounds.closing import (
    check_courage,
    end_of,
    hold_breath,
    is_over,
    leave_field,
    may_be_due,
    note_end,
    tire,
)
from service.rules.heroic.rounds.outcomes import HeroicAttackPhase, HeroicMovementPhase
from service.rules.heroic.rounds.strikes import settle_phase
from service.rules.heroic.rounds.turns import fight, fighters, melee_totals, move_all, shoot, shooters, shooting_totals

NO_FIGHTING: Final = HeroicAttackPhase(attacks=(), grapples=(), breaks=(), injuries=())
NO_MOVES: Final = HeroicMovementPhase(
    moves=(), free_attacks=(), free_grapples=(), locks_made=(), locks_ended=(), injuries=()
)
NO_INITIATIVE: Final = HeroicInitiativeOutcome(
    summary="", verdict=HeroicInitiativeVerdict(winner=None), sides=(), order=()
)
MOST_NAMES: Final = 8
EVERYBODY: Final = 2**31
"""More turns than a phase has."""

_set: Final = object.__setattr__


class Step(TypedDict, total=False):
    """What a step changes in a round."""

    battle: Battle
    phases: int
    is_over: bool
    waiting: tuple[int, ...] | None
    totals: Totals
    initiative: HeroicInitiativeOutcome
    ranged: HeroicAttackPhase
    movement: HeroicMovementPhase
    melee: HeroicAttackPhase
    morale: tuple[HeroicMoraleOutcome, ...]
    fatigue: HeroicFatigueOutcome | None


@dataclass(frozen=True)
class RoundState:
    """A round between two steps: how many phases are played, and what came of them; those still to come are empty.

    `is_over` tells whether the battle was over at the end of the last phase; `runners` are the places of those who are
    routed when the round begins. In a phase in which units act one by one,
    `waiting` are the places of those whose turn is still to come, and `totals` who attacks whom. The result of the
    phases stays empty without anybody who reads it.
    """

    battle: Battle
    runners: tuple[int, ...]
    phases: int = 0
    is_over: bool = False
    waiting: tuple[int, ...] | None = None
    totals: Totals = field(default_factory=dict)
    initiative: HeroicInitiativeOutcome = NO_INITIATIVE
    ranged: HeroicAttackPhase = NO_FIGHTING
    movement: HeroicMovementPhase = NO_MOVES
    melee: HeroicAttackPhase = NO_FIGHTING
    morale: tuple[HeroicMoraleOutcome, ...] = ()
    fatigue: HeroicFatigueOutcome | None = None

    def _replace(self, **changes: Unpack[Step]) -> "RoundState":
        """Return the round with some fields changed."""
        after = object.__new__(RoundState)
        _set(after, "__dict__", self.__dict__ | changes)  # quicker than `replace`
        return after


class Ended(NamedTuple):
    """A round that has been played to its end."""

    state: RoundState
    end: HeroicBattleEnd

    @property
    def battle(self) -> Battle:
        """The battle after the round."""
        return self.state.battle


class Phase(NamedTuple):
    """A phase of a round: what plays its next step, and whether that may roll."""

    play: Callable[[RoundState, Dice], RoundState]
    may_roll: Callable[[RoundState], bool]


def play(battle: Battle, dice: Dice) -> Ended:
    """Play every phase until the battle is over.

    Dice: those of the phases, in order: initiative, shooting, movement, melee, morale, fatigue.
    Ruling: heroic/ruling/phases-after-end, heroic/ruling/morale-fatigue-order.
    """
    return ended(play_on(begun(battle), dice), dice)


def play_on(state: RoundState, dice: Dice) -> RoundState:
    """Play what is left of a round, all turns of the melee at once, and those of the shooting after the first.

    Dice: those of the phases.
    """
    while not is_played(state):
        if state.waiting or (state.waiting is None and state.phases == MELEE):
            state = _with_turns(state, TURNS[state.phases], EVERYBODY, dice)
        state = advance(state, dice)
    return state


def begun(battle: Battle) -> RoundState:
    """Return a round before its first phase."""
    runners = tuple([place for place, unit in enumerate(battle.units) if unit.status is ROUTED])
    return with_own_fields(RoundState(battle, runners))


def is_played(state: RoundState) -> bool:
    """Return whether no phase follows: all are played, or the battle is over at the end of one."""
    return state.waiting is None and (state.is_over or state.phases == PHASES)


def advance(state: RoundState, dice: Dice) -> RoundState:
    """Play the next step of a round.

    Dice: those of its phase.
    """
    return counted(state, _phase_of(state).play(state, dice))


def unrolled(state: RoundState, dice: Dice) -> RoundState:
    """Play all that comes next in a round and rolls nothing."""
    while not is_played(state) and not may_roll(state):
        state = advance(state, dice)
    return state


def counted(state: RoundState, after: RoundState) -> RoundState:
    """Return a round after a step, of which the phase is over if nobody waits for a turn."""
    if after.waiting is not None:
        return after
    was, now = state.battle, after.battle
    unchanged = state.waiting is None and now.units is was.units and now.locks is was.locks
    return after._replace(phases=state.phases + 1, is_over=state.is_over if unchanged else is_over(after.battle))


def may_roll(state: RoundState) -> bool:
    """Return whether the next step of a round may roll."""
    return _phase_of(state).may_roll(state)


def _phase_of(state: RoundState) -> Phase:
    return ALL[state.battle.rulings.end_phases][state.phases]


def ended(state: RoundState, dice: Dice) -> Ended:
    """Return a round that has been played, and tell whether the battle is over."""
    battle = left(state, dice)
    end = end_of(battle)
    note_end(end, dice)
    return Ended(state._replace(battle=battle), end)


def left(state: RoundState, dice: Dice) -> Battle:
    """Return the battle at the end of a round: those who run have left the field if it goes on."""
    battle = state.battle
    return _rested(battle if state.is_over else leave_field(battle, state.runners, dice))


def _rested(battle: Battle) -> Battle:
    """Return the battle without the long reloads that were not gone on with."""
    if not any(unit.loaded for unit in battle.units):
        return battle
    pairs = zip(battle.units, battle.orders, strict=True)
    return battle.changed(DEED, units=tuple([without_pause(unit, order) for unit, order in pairs]))


def open_round(state: RoundState, dice: Dice) -> RoundState:
    """Play the orders phase and the initiative phase; then those who suffocate lose another breath.

    Dice: as `roll_initiative`.
    """
    battle = state.battle
    if dice.tells:
        _reveal_orders(battle, dice)
    return opened(state, initiative_of(contenders_of(battle), battle.rulings.initiative_tie, dice), dice)


def opened(state: RoundState, initiative: HeroicInitiativeOutcome, dice: Dice) -> RoundState:
    """Return a round once it is known which side acts first."""
    battle = state.battle
    sequence = tuple(
        [place for side in initiative.order for place, unit in enumerate(battle.units) if unit.side == side]
    )
    if dice.tells:
        text = "Each phase was played by one side after the other: shooting, then movement, then melee."
        dice.note(rulebook.PROCEDURE_PHASES, text)
    battle = battle._replace(winner=initiative.verdict.winner, sequence=sequence)
    return state._replace(battle=hold_breath(battle, dice), initiative=initiative)


def _reveal_orders(battle: Battle, dice: Dice) -> None:
    """Note everybody's tactic."""
    units, orders = battle.units, battle.orders
    tactics = [
        f"{spoken_name(unit)}: {TACTIC_ROWS[order.tactic].rule.title}"
        for unit, order in zip(units, orders, strict=True)
        if order is not None
    ]
    more = f" and {len(tactics) - MOST_NAMES} more" if len(tactics) > MOST_NAMES else ""
    text = f"The orders were revealed: {', '.join(tactics[:MOST_NAMES])}{more}."
    divided = any(len(order.melee) > 1 for order in orders if order is not None)
    cites = (rulebook.UNIT_COLLECTIVE_MELEE,) if divided else ()
    dice.note(rulebook.ORDERS_OBVIOUS, text, cites=cites)


def play_ranged(state: RoundState, dice: Dice) -> RoundState:
    """Play the next turn of the ranged phase; after the last one the injury step."""
    if state.waiting is None and not shooters(state.battle) and not _may_settle(state):
        return state
    if state.waiting is None or state.waiting:
        return _with_turns(state, SHOOTING, 1, dice)
    after, played = _with_injury(state, "ranged", dice)
    return after._replace(ranged=played) if dice.tells else after


class Turns(NamedTuple):
    """A phase in which units act one by one: who acts, whom all of a side attack, and what plays a turn."""

    acting: Callable[[Battle], tuple[int, ...]]
    totals: Callable[[Battle], Totals]
    play: Callable[[Battle, int, HeroicOrder, Totals, Dice], Battle]


SHOOTING: Final = Turns(shooters, shooting_totals, shoot)
FIGHT: Final = Turns(fighters, melee_totals, fight)


def _with_turns(state: RoundState, turns: Turns, most: int, dice: Dice) -> RoundState:
    """Play up to so many of the next turns of a phase in which units act one by one."""
    battle, waiting, totals = state.battle, state.waiting, state.totals
    if waiting is None:
        waiting, totals = turns.acting(battle), turns.totals(battle)
    for place in waiting[:most]:
        order = battle.orders[place]
        if order is not None and is_awake(battle.units[place]):
            battle = turns.play(battle, place, order, totals, dice)
    return state._replace(battle=battle, waiting=waiting[most:], totals=totals)


def _with_injury(state: RoundState, phase: str, dice: Dice) -> tuple[RoundState, HeroicAttackPhase]:
    """Play the injury step at the end of a phase, and return what came of the phase."""
    battle = settle_phase(state.battle, phase, dice)
    state = state._replace(battle=_unlogged(battle), waiting=None, totals=NO_TOTALS)
    return state, _attack_phase(battle.log) if dice.tells else NO_FIGHTING


def _unlogged(battle: Battle) -> Battle:
    """Return the battle with the log of the next phase, which is empty."""
    return battle if battle.log is NO_LOG else battle._replace(log=NO_LOG)


def _may_shoot(state: RoundState) -> bool:
    if state.waiting is None:
        return bool(shooters(state.battle))
    return bool(state.waiting) or _may_settle(state)


def _may_settle(state: RoundState) -> bool:
    """Return whether an injury step may roll: for what is pending, or for somebody who may suffocate."""
    return bool(state.battle.pending) or any(unit.conditions for unit in state.battle.units)


def play_movement(state: RoundState, dice: Dice) -> RoundState:
    """Play the movement phase."""
    battle = move_all(state.battle, dice)
    if not dice.tells:
        return state._replace(battle=_unlogged(battle))
    log = battle.log
    movement = HeroicMovementPhase(
        moves=log.moves,
        free_attacks=log.attacks,
        free_grapples=log.grapples,
        locks_made=log.locks_made,
        locks_ended=log.locks_ended,
        injuries=log.injuries,
    )
    return state._replace(battle=battle._replace(log=NO_LOG), movement=movement)


def _may_meet(state: RoundState) -> bool:
    """Return whether a move may roll: for a hazard, for who waits for it, or for free attacks on who retreats."""
    battle = state.battle
    retreats = any(order is not None and order.tactic is RETREAT for order in battle.orders)
    return bool(battle.hazards or battle.waits or (retreats and battle.locks)) or _may_settle(state)


def play_melee(state: RoundState, dice: Dice) -> RoundState:
    """Play the next turn of the melee phase; after the last one the injury step."""
    if state.waiting is None or state.waiting:
        return _with_turns(state, FIGHT, 1, dice)
    after, played = _with_injury(state, "melee", dice)
    return after._replace(melee=played) if dice.tells else after


def _may_strike(state: RoundState) -> bool:
    if state.waiting is None:
        return bool(fighters(state.battle))
    return bool(state.waiting) or _may_settle(state)


def _attack_phase(log: Log) -> HeroicAttackPhase:
    return HeroicAttackPhase(attacks=log.attacks, grapples=log.grapples, breaks=log.breaks, injuries=log.injuries)


def play_morale(state: RoundState, dice: Dice) -> RoundState:
    """Play the morale phase."""
    battle, checks = check_courage(state.battle, dice)
    if not dice.tells:
        return state if battle is state.battle else state._replace(battle=battle)
    if not is_over(battle):
        for check in checks:
            if check.must_retreat_next_round:
                tell_flight(check.unit, dice)
    return state._replace(battle=battle, morale=checks)


def play_fatigue(state: RoundState, dice: Dice) -> RoundState:
    """Play the fatigue phase."""
    battle, fatigue = tire(state.battle, dice)
    if not dice.tells:
        return state if battle is state.battle else state._replace(battle=battle)
    return state._replace(battle=battle, fatigue=fatigue)


def _always(state: RoundState) -> bool:
    return True


FIGHTING: Final = (
    Phase(open_round, _always),
    Phase(play_ranged, _may_shoot),
    Phase(play_movement, _may_meet),
    Phase(play_melee, _may_strike),
)
COURAGE: Final = Phase(play_morale, lambda state: may_be_due(state.battle))
FATIGUE: Final = Phase(play_fatigue, _always)
ALL: Final = {
    HeroicEndPhases.MORALE_FATIGUE: (*FIGHTING, COURAGE, FATIGUE),
    HeroicEndPhases.FATIGUE_MORALE: (*FIGHTING, FATIGUE, COURAGE),
}
RANGED: Final = 1
MELEE: Final = 3
TURNS: Final = {RANGED: SHOOTING, MELEE: FIGHT}
PHASES: Final = len(FIGHTING) + 2
"""How many phases a round has."""
