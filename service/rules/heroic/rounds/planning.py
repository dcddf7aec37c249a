"""What the plan of an attack depends on, so that an attack that has been planned before is not planned again."""

from collections.abc import Hashable
from typing import Final

from service.rules.heroic.battle.plans import Planned
from service.rules.heroic.battle.state import Assault, Battle, distance_between, members_of, partners
from service.rules.heroic.book.options import HeroicFpEffects
from service.rules.heroic.book.words import HeroicModeKind
from service.rules.heroic.figures.standing import mode_of

PLAIN: Final = frozenset({"target", "mode", "shots_each"})
"""What the service orders of an attack; one that says more is planned each time."""


def plan_key(battle: Battle, assault: Assault) -> Hashable:
    """Return all that the plan of an attack depends on; None if it is not to be remembered.

    Attacks with holds about, those of the tired, and shots into a melee depend on more.
    """
    plans, choice = battle.plans, assault.choice
    if plans is None or battle.grapples or battle.rulings.fp_effects is HeroicFpEffects.APPLY:
        return None
    place, foe = assault.place, assault.foe
    attacker, target, order = battle.units[place], battle.units[foe], battle.orders[place]
    mode = mode_of(attacker, choice.mode or "")
    is_plain = choice.model_fields_set <= PLAIN and assault.armed is None and assault.watch is None
    if mode is None or not is_plain or (mode.kind is not HeroicModeKind.MELEE and partners(battle, foe)):
        return None
    assignment = battle.rulings.assignment
    own, theirs = members_of(attacker, (), assignment), members_of(target, (), assignment)
    return (
        (place, foe, mode.id, choice.shots_each, assault.spent, assault.side_attackers, assault.free, assault.separate),
        distance_between(battle, place, foe) if assault.distance is None else assault.distance,
        (own.active, theirs.able, theirs.standing),
        (plans.shape_of(place, attacker), plans.shape_of(foe, target)),
        (battle.tactic(place), battle.tactic(foe), attacker.side == battle.winner, foe in partners(battle, place)),
        None if order is None else (order.withdraw, order.charge_target),
    )


def planned_before(battle: Battle, key: Hashable | None) -> Planned | None:
    """Return the attack that has been planned for a key before, if one has."""
    return None if battle.plans is None or key is None else battle.plans.attacks.find(key)


def keep_plan(battle: Battle, key: Hashable | None, planned: Planned) -> None:
    """Remember a planned attack, if plans are kept and it has a key."""
    if battle.plans is not None and key is not None:
        battle.plans.attacks.keep(key, planned)
