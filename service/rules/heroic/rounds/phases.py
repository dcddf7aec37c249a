"""The phases of a round, each from what has been played so far to what has been played after it."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.heroic.aftermath.morale import tell_flight
from service.rules.heroic.aftermath.outcomes import HeroicBattleEnd, HeroicFatigueOutcome, HeroicMoraleOutcome
from service.rules.heroic.attack.weapons import TACTIC_ROWS
from service.rules.heroic.battle.context import Command
from service.rules.heroic.battle.initiative import initiative_of
from service.rules.heroic.battle.models import HeroicContender, HeroicHazard, HeroicSide
from service.rules.heroic.battle.outcomes import HeroicInitiativeOutcome, HeroicInitiativeVerdict
from service.rules.heroic.battle.state import Battle, active_members, is_awake
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicEndPhases, HeroicRulings
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.other_actions import without_pause
from service.rules.heroic.rounds.battle_end import end_of, fights_on, told_end
from service.rules.heroic.rounds.closing import check_courage, hold_breath, leave_field, tire
from service.rules.heroic.rounds.outcomes import HeroicAttackPhase, HeroicMovementPhase
from service.rules.heroic.rounds.phase_melee import melee
from service.rules.heroic.rounds.phase_movement import advance
from service.rules.heroic.rounds.phase_ranged import shoot

NO_FIGHTING: Final = HeroicAttackPhase(attacks=(), grapples=(), breaks=(), injuries=())
NO_MOVES: Final = HeroicMovementPhase(moves=(), free_attacks=(), locks_made=(), locks_ended=(), injuries=())
NO_INITIATIVE: Final = HeroicInitiativeOutcome(
    summary="", verdict=HeroicInitiativeVerdict(winner=None), sides=(), order=()
)
MOST_NAMES: Final = 8


class Ground(NamedTuple):
    """What no phase changes: the sides, the hazards, and the places of those who are routed when the round begins."""

    sides: tuple[HeroicSide, ...]
    hazards: tuple[HeroicHazard, ...]
    runners: tuple[int, ...]


class Played(NamedTuple):
    """A round as far as it has been played; the records of phases that are still to come are empty."""

    battle: Battle
    command: Command
    initiative: HeroicInitiativeOutcome = NO_INITIATIVE
    ranged: HeroicAttackPhase = NO_FIGHTING
    movement: HeroicMovementPhase = NO_MOVES
    melee: HeroicAttackPhase = NO_FIGHTING
    morale: tuple[HeroicMoraleOutcome, ...] = ()
    fatigue: HeroicFatigueOutcome | None = None


class Ended(NamedTuple):
    """A round that has been played to its end."""

    played: Played
    end: HeroicBattleEnd


Phase = Callable[[Played, Ground, Dice], Played]


def play(battle: Battle, command: Command, ground: Ground, dice: Dice) -> Ended:
    """Play every phase until the battle is over.

    Dice: those of the phases, in order: initiative, shooting, movement, melee, morale, fatigue.
    Ruling: heroic/ruling/phases-after-end, heroic/ruling/morale-fatigue-order.
    """
    played = Played(battle, command)
    for phase in FIGHTING + CLOSING[command.rulings.end_phases]:
        played = phase(played, ground, dice)
        if is_over(played.battle, ground.sides, command.rulings):
            break
    else:
        played = played._replace(battle=leave_field(played.battle, ground.runners, command.rulings, dice))
    played = played._replace(battle=_rested(played.battle, command))
    end = end_of(played.battle, ground.sides, command.rulings)
    told_end(end, dice)
    return Ended(played, end)


def _rested(battle: Battle, command: Command) -> Battle:
    """Return the battle without the long reloads that were not gone on with."""
    if not any(unit.loaded for unit in battle.units):
        return battle
    pairs = zip(battle.units, command.orders, strict=True)
    return battle._replace(units=tuple([without_pause(unit, order) for unit, order in pairs]))


def is_over(battle: Battle, sides: Sequence[HeroicSide], rulings: HeroicRulings) -> bool:
    """Tell whether fewer than two sides have somebody who fights on."""
    return len(standing_sides(battle, sides, rulings)) < 2


def standing_sides(battle: Battle, sides: Sequence[HeroicSide], rulings: HeroicRulings) -> list[str]:
    """Return the ids of the sides that have somebody who fights on."""
    units = battle.units
    return [
        side.id
        for side in sides
        if any(unit.side == side.id and fights_on(battle, place, rulings) for place, unit in enumerate(units))
    ]


def reveal_orders(played: Played, ground: Ground, dice: Dice) -> Played:
    """Play the orders phase: reveal everybody's tactic."""
    units, orders = played.battle.units, played.command.orders
    told = [
        f"{spoken_name(unit)}: {TACTIC_ROWS[order.tactic].rule.title}"
        for unit, order in zip(units, orders, strict=True)
        if order is not None
    ]
    more = f" and {len(told) - MOST_NAMES} more" if len(told) > MOST_NAMES else ""
    text = f"The orders are revealed: {', '.join(told[:MOST_NAMES])}{more}."
    divided = any(len(order.melee) > 1 for order in orders if order is not None)
    cites = (rulebook.UNIT_COLLECTIVE_MELEE,) if divided else ()
    dice.note(rulebook.ORDERS_OBVIOUS, text, cites=cites)
    return played


def take_initiative(played: Played, ground: Ground, dice: Dice) -> Played:
    """Play the initiative phase; then those who suffocate lose another breath.

    Dice: as `roll_initiative`.
    """
    battle, command = played.battle, played.command
    contenders = contenders_of(battle, ground.sides, command.rulings)
    initiative = initiative_of(contenders, command.rulings.initiative_tie, dice)
    sequence = tuple(
        [place for side in initiative.order for place, unit in enumerate(battle.units) if unit.side == side]
    )
    text = "Each phase is played by one side after the other: shooting, then movement, then melee."
    dice.note(rulebook.PROCEDURE_PHASES, text)
    command = command._replace(winner=initiative.verdict.winner, sequence=sequence)
    return played._replace(battle=hold_breath(battle, dice), command=command, initiative=initiative)


def contenders_of(battle: Battle, sides: Sequence[HeroicSide], rulings: HeroicRulings) -> tuple[HeroicContender, ...]:
    """Return what counts for the initiative of each side that still has somebody awake."""
    present = {unit.side for unit in battle.units if is_awake(unit)}
    return tuple([_contender(battle, side, rulings) for side in sides if side.id in present])


def _contender(battle: Battle, side: HeroicSide, rulings: HeroicRulings) -> HeroicContender:
    """Return what counts for a side's initiative.

    Ruling: heroic/ruling/leader-down.
    """
    leader = side.leader_unit
    stands = leader is None or active_members(battle, battle.places[leader], rulings.assignment) > 0
    return HeroicContender(id=side.id, name=side.name, leader_tactics=side.leader_tactics, leader_active=stands)


def play_ranged(played: Played, ground: Ground, dice: Dice) -> Played:
    """Play the ranged phase."""
    fought = shoot(played.battle, played.command, dice)
    return played._replace(battle=fought.battle, ranged=fought.phase)


def play_movement(played: Played, ground: Ground, dice: Dice) -> Played:
    """Play the movement phase."""
    moved = advance(played.battle, played.command, ground.hazards, dice)
    return played._replace(battle=moved.battle, command=moved.command, movement=moved.phase)


def play_melee(played: Played, ground: Ground, dice: Dice) -> Played:
    """Play the melee phase."""
    fought = melee(played.battle, played.command, dice)
    return played._replace(battle=fought.battle, melee=fought.phase)


def play_morale(played: Played, ground: Ground, dice: Dice) -> Played:
    """Play the morale phase."""
    courage = check_courage(played.battle, played.command, ground.sides, dice)
    if not is_over(courage.battle, ground.sides, played.command.rulings):
        for check in courage.checks:
            if check.must_retreat_next_round:
                tell_flight(check.unit, dice)
    return played._replace(battle=courage.battle, morale=courage.checks)


def play_fatigue(played: Played, ground: Ground, dice: Dice) -> Played:
    """Play the fatigue phase."""
    tired = tire(played.battle, played.command, dice)
    return played._replace(battle=tired.battle, fatigue=tired.fatigue)


FIGHTING: Final[tuple[Phase, ...]] = (reveal_orders, take_initiative, play_ranged, play_movement, play_melee)
CLOSING: Final[dict[HeroicEndPhases, tuple[Phase, ...]]] = {
    HeroicEndPhases.MORALE_FATIGUE: (play_morale, play_fatigue),
    HeroicEndPhases.FATIGUE_MORALE: (play_fatigue, play_morale),
}
