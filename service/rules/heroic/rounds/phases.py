"""The phases of a round, a chain: each leads from the state of the round before it to the state after it."""

from collections.abc import Callable
from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.heroic.aftermath.morale import tell_flight
from service.rules.heroic.aftermath.outcomes import HeroicBattleEnd, HeroicFatigueOutcome, HeroicMoraleOutcome
from service.rules.heroic.attack.weapons import TACTIC_ROWS
from service.rules.heroic.battle.initiative import initiative_of
from service.rules.heroic.battle.models import HeroicContender, HeroicSide
from service.rules.heroic.battle.outcomes import HeroicInitiativeOutcome, HeroicInitiativeVerdict
from service.rules.heroic.battle.state import NO_LOG, Battle, Log, active_members, is_awake
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicEndPhases
from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.other_actions import without_pause
from service.rules.heroic.rounds.closing import (
    check_courage,
    end_of,
    fights_on,
    hold_breath,
    leave_field,
    note_end,
    tire,
)
from service.rules.heroic.rounds.outcomes import HeroicAttackPhase, HeroicMovementPhase
from service.rules.heroic.rounds.turns import melee, move_all, shoot
from service.rules.kernel.chain import Chain

NO_FIGHTING: Final = HeroicAttackPhase(attacks=(), grapples=(), breaks=(), injuries=())
NO_MOVES: Final = HeroicMovementPhase(moves=(), free_attacks=(), locks_made=(), locks_ended=(), injuries=())
NO_INITIATIVE: Final = HeroicInitiativeOutcome(
    summary="", verdict=HeroicInitiativeVerdict(winner=None), sides=(), order=()
)
MOST_NAMES: Final = 8


class RoundState(NamedTuple):
    """A round between two phases: how many are played, and what came of them; those still to come are empty.

    `runners` are the places of those who are routed when the round begins.
    """

    battle: Battle
    runners: tuple[int, ...]
    phases: int = 0
    initiative: HeroicInitiativeOutcome = NO_INITIATIVE
    ranged: HeroicAttackPhase = NO_FIGHTING
    movement: HeroicMovementPhase = NO_MOVES
    melee: HeroicAttackPhase = NO_FIGHTING
    morale: tuple[HeroicMoraleOutcome, ...] = ()
    fatigue: HeroicFatigueOutcome | None = None


class Ended(NamedTuple):
    """A round that has been played to its end."""

    state: RoundState
    end: HeroicBattleEnd

    @property
    def battle(self) -> Battle:
        """The battle after the round."""
        return self.state.battle


Phase = Callable[[RoundState, Dice], RoundState]


def play(battle: Battle, dice: Dice) -> Ended:
    """Play every phase until the battle is over.

    Dice: those of the phases, in order: initiative, shooting, movement, melee, morale, fatigue.
    Ruling: heroic/ruling/phases-after-end, heroic/ruling/morale-fatigue-order.
    """
    runners = tuple([place for place, unit in enumerate(battle.units) if unit.status is HeroicStatus.ROUTED])
    state = chain_of(FIGHTING + CLOSING[battle.rulings.end_phases]).play(RoundState(battle, runners), dice)
    battle = state.battle if is_over(state.battle) else leave_field(state.battle, runners, dice)
    battle = _rested(battle)
    end = end_of(battle)
    note_end(end, dice)
    return Ended(state._replace(battle=battle), end)


def chain_of(phases: tuple[Phase, ...]) -> Chain[RoundState, Battle]:
    """Return the phases of a round one after another, until the battle is over or all are played."""
    return Chain(
        lambda state, dice: phases[state.phases](state, dice)._replace(phases=state.phases + 1),
        lambda state: state.phases == len(phases) or is_over(state.battle),
        lambda state: state.battle,
    )


def _rested(battle: Battle) -> Battle:
    """Return the battle without the long reloads that were not gone on with."""
    if not any(unit.loaded for unit in battle.units):
        return battle
    pairs = zip(battle.units, battle.orders, strict=True)
    return battle._replace(units=tuple([without_pause(unit, order) for unit, order in pairs]))


def is_over(battle: Battle) -> bool:
    """Tell whether fewer than two sides have somebody who fights on."""
    return len(standing_sides(battle)) < 2


def standing_sides(battle: Battle) -> list[str]:
    """Return the ids of the sides that have somebody who fights on."""
    units = battle.units
    return [
        side.id
        for side in battle.sides
        if any(unit.side == side.id and fights_on(battle, place) for place, unit in enumerate(units))
    ]


def reveal_orders(state: RoundState, dice: Dice) -> RoundState:
    """Play the orders phase: reveal everybody's tactic."""
    units, orders = state.battle.units, state.battle.orders
    tactics = [
        f"{spoken_name(unit)}: {TACTIC_ROWS[order.tactic].rule.title}"
        for unit, order in zip(units, orders, strict=True)
        if order is not None
    ]
    more = f" and {len(tactics) - MOST_NAMES} more" if len(tactics) > MOST_NAMES else ""
    text = f"The orders are revealed: {', '.join(tactics[:MOST_NAMES])}{more}."
    divided = any(len(order.melee) > 1 for order in orders if order is not None)
    cites = (rulebook.UNIT_COLLECTIVE_MELEE,) if divided else ()
    dice.note(rulebook.ORDERS_OBVIOUS, text, cites=cites)
    return state


def take_initiative(state: RoundState, dice: Dice) -> RoundState:
    """Play the initiative phase; then those who suffocate lose another breath.

    Dice: as `roll_initiative`.
    """
    battle = state.battle
    initiative = initiative_of(contenders_of(battle), battle.rulings.initiative_tie, dice)
    sequence = tuple(
        [place for side in initiative.order for place, unit in enumerate(battle.units) if unit.side == side]
    )
    text = "Each phase is played by one side after the other: shooting, then movement, then melee."
    dice.note(rulebook.PROCEDURE_PHASES, text)
    battle = battle._replace(winner=initiative.verdict.winner, sequence=sequence)
    return state._replace(battle=hold_breath(battle, dice), initiative=initiative)


def contenders_of(battle: Battle) -> tuple[HeroicContender, ...]:
    """Return what counts for the initiative of each side that still has somebody awake."""
    present = {unit.side for unit in battle.units if is_awake(unit)}
    return tuple([_contender(battle, side) for side in battle.sides if side.id in present])


def _contender(battle: Battle, side: HeroicSide) -> HeroicContender:
    """Return what counts for a side's initiative.

    Ruling: heroic/ruling/leader-down.
    """
    leader = side.leader_unit
    stands = leader is None or active_members(battle, battle.places[leader]) > 0
    return HeroicContender(id=side.id, name=side.name, leader_tactics=side.leader_tactics, leader_active=stands)


def play_ranged(state: RoundState, dice: Dice) -> RoundState:
    """Play the ranged phase."""
    battle = shoot(state.battle, dice)
    return state._replace(battle=battle._replace(log=NO_LOG), ranged=_attack_phase(battle.log))


def play_movement(state: RoundState, dice: Dice) -> RoundState:
    """Play the movement phase."""
    battle = move_all(state.battle, dice)
    log = battle.log
    movement = HeroicMovementPhase(
        moves=log.moves,
        free_attacks=log.attacks,
        locks_made=log.locks_made,
        locks_ended=log.locks_ended,
        injuries=log.injuries,
    )
    return state._replace(battle=battle._replace(log=NO_LOG), movement=movement)


def play_melee(state: RoundState, dice: Dice) -> RoundState:
    """Play the melee phase."""
    battle = melee(state.battle, dice)
    return state._replace(battle=battle._replace(log=NO_LOG), melee=_attack_phase(battle.log))


def _attack_phase(log: Log) -> HeroicAttackPhase:
    return HeroicAttackPhase(attacks=log.attacks, grapples=log.grapples, breaks=log.breaks, injuries=log.injuries)


def play_morale(state: RoundState, dice: Dice) -> RoundState:
    """Play the morale phase."""
    battle, checks = check_courage(state.battle, dice)
    if not is_over(battle):
        for check in checks:
            if check.must_retreat_next_round:
                tell_flight(check.unit, dice)
    return state._replace(battle=battle, morale=checks)


def play_fatigue(state: RoundState, dice: Dice) -> RoundState:
    """Play the fatigue phase."""
    battle, fatigue = tire(state.battle, dice)
    return state._replace(battle=battle, fatigue=fatigue)


FIGHTING: Final[tuple[Phase, ...]] = (reveal_orders, take_initiative, play_ranged, play_movement, play_melee)
CLOSING: Final[dict[HeroicEndPhases, tuple[Phase, ...]]] = {
    HeroicEndPhases.MORALE_FATIGUE: (play_morale, play_fatigue),
    HeroicEndPhases.FATIGUE_MORALE: (play_fatigue, play_morale),
}
