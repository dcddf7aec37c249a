"""The movement phase of a round: the winning side moves, then the others, then injury counts."""

from typing import NamedTuple

from service.dice.model import Dice
from service.rules.heroic.attack.outcomes import HeroicAttackReport, HeroicUnitInjury
from service.rules.heroic.battle.context import Command
from service.rules.heroic.battle.models import HeroicHazard
from service.rules.heroic.battle.outcomes import HeroicMoved
from service.rules.heroic.battle.state import Battle, is_awake
from service.rules.heroic.book.words import HeroicActionPhase
from service.rules.heroic.figures.bonds import HeroicLock
from service.rules.heroic.orders.policy import retargeted
from service.rules.heroic.rounds.injuries import settle_phase
from service.rules.heroic.rounds.movement import march, meet_hazards
from service.rules.heroic.rounds.outcomes import HeroicMovementPhase
from service.rules.heroic.rounds.turns import perform_deeds
from service.rules.heroic.rounds.waits import meet


class Moved(NamedTuple):
    """The battle after the movement phase, the orders as they have been adapted on the way, and the phase as told."""

    battle: Battle
    command: Command
    phase: HeroicMovementPhase


def advance(battle: Battle, command: Command, hazards: tuple[HeroicHazard, ...], dice: Dice) -> Moved:
    """Play the movement phase: hazards, deeds and moves of the units in acting order, then the injury step.

    Dice: for each retreat those of the free attacks on it, for each approach those of who has waited for it; then 3D6
    against HT for each injured unit, and 3D6 against Will for each that suffocates.
    """
    moves: list[HeroicMoved] = []
    attacks: list[HeroicAttackReport] = []
    injuries: list[HeroicUnitInjury] = []
    made: list[HeroicLock] = []
    ended: list[HeroicLock] = []
    for place in command.sequence:
        order = command.orders[place]
        if not is_awake(battle.units[place]):
            continue
        if hazards:
            battle = meet_hazards(battle, place, hazards, dice)
        if order is not None:
            battle = perform_deeds(battle, place, order, HeroicActionPhase.MOVEMENT, dice)
        before, command = battle, retargeted(battle, command, place)
        done = march(battle, command, place, dice)
        battle, command = done.battle, done.command
        moves.append(done.moved)
        attacks += done.free
        injuries += done.injuries
        made += done.made
        ended += done.ended
        if command.waits and done.moved.yards:
            answered = meet(before, battle, command, place, dice)
            battle = answered.battle
            attacks += answered.attacks
            injuries += answered.injuries
    settled = settle_phase(battle, command, "movement", dice)
    phase = HeroicMovementPhase(
        moves=tuple(moves),
        free_attacks=tuple(attacks),
        locks_made=tuple(made),
        locks_ended=tuple(ended),
        injuries=(*injuries, *settled.injuries),
    )
    return Moved(settled.battle, command, phase)
