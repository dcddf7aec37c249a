"""The ranged phase of a round: the winning side shoots, then the others, then injury counts."""

from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.attack.outcomes import HeroicAttackReport, HeroicUnitInjury
from service.rules.heroic.battle.context import Command
from service.rules.heroic.battle.state import Battle, active_members, is_awake
from service.rules.heroic.book.words import HeroicActionPhase, HeroicWaitEvent
from service.rules.heroic.rounds.injuries import settle_phase
from service.rules.heroic.rounds.outcomes import HeroicAttackPhase
from service.rules.heroic.rounds.strikes import strike
from service.rules.heroic.rounds.turns import Fought, Totals, assaults_of, perform_deeds, tell_unmanned, totals_of
from service.rules.heroic.rounds.waits import FIRST, answer, waiting_for

SHOOTS: Final = frozenset({HeroicWaitEvent.SHOOTS})
RANGED: Final = HeroicActionPhase.RANGED


class Shot(NamedTuple):
    """The battle after a unit's turn to shoot, with everything that came of it."""

    battle: Battle
    attacks: tuple[HeroicAttackReport, ...]
    injuries: tuple[HeroicUnitInjury, ...]


def shoot(battle: Battle, command: Command, dice: Dice) -> Fought:
    """Play the ranged phase: deeds and shots of the units in acting order, then the injury step.

    Dice: for each shot those of the attack, before it those of who has waited for it; then 3D6 against HT for each
    injured unit, and 3D6 against Will for each that suffocates.
    """
    attacks: list[HeroicAttackReport] = []
    injuries: list[HeroicUnitInjury] = []
    totals = totals_of(battle, command, [() if order is None else order.ranged for order in command.orders])
    for place in command.sequence:
        order = command.orders[place]
        if order is None or not (order.ranged or order.actions) or not is_awake(battle.units[place]):
            continue
        battle = perform_deeds(battle, place, order, RANGED, dice)
        active = active_members(battle, place, command.rulings.assignment) if order.ranged else 0
        if active:
            shot = _shoot(battle, command, place, order, active, totals, dice)
            battle = shot.battle
            attacks += shot.attacks
            injuries += shot.injuries
    settled = settle_phase(battle, command, "ranged", dice)
    phase = HeroicAttackPhase(attacks=tuple(attacks), grapples=(), breaks=(), injuries=(*injuries, *settled.injuries))
    return Fought(settled.battle, phase)


def _shoot(
    battle: Battle, command: Command, place: int, order: HeroicOrder, active: int, totals: Totals, dice: Dice
) -> Shot:
    """Make the shots of one unit's active members; its Fast-Draw is rolled once, before the first that tries it."""
    attacks: list[HeroicAttackReport] = []
    injuries: list[HeroicUnitInjury] = []
    drawn: bool | None = None
    assaults = assaults_of(battle, command, place, order.ranged, active, totals)
    for assault in assaults:
        waiters = waiting_for(battle, command, place, SHOOTS) if command.waits else []
        if waiters:
            answered = answer(battle, command, waiters, place, FIRST, dice)
            battle = answered.battle
            attacks += answered.attacks
            injuries += answered.injuries
        struck = strike(battle, command, assault._replace(drawn=drawn), dice)
        battle = struck.battle
        drawn = struck.drawn if drawn is None else drawn
        attacks += [] if struck.attack is None else [struck.attack]
    tell_unmanned(battle, place, len(order.ranged) - len(assaults), dice)
    return Shot(battle, tuple(attacks), tuple(injuries))
