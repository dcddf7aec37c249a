"""What the rules forbid of the attacks that are ordered; a melee attack may have its target come closer first."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from service.errors import RulesRefuse
from service.rules.heroic.attack.attack import KINDS
from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicDeclaration, HeroicOrder, HeroicWait
from service.rules.heroic.attack.plan import plan_attack
from service.rules.heroic.attack.situation.legality import ALONE, Pointers, refuse_attack
from service.rules.heroic.attack.situation.situation import Situation
from service.rules.heroic.attack.situation.weapons import Aim, aims_of
from service.rules.heroic.battle.plans import Assault
from service.rules.heroic.battle.state import Battle, active_members, distance_between, facing
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.refusals import AlreadyAttacked, HeroicUnknownUnit, SameSideTarget, SharesExceedUnit
from service.rules.heroic.book.words import HeroicModeKind
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import mode_of, spoken_name
from service.rules.heroic.grapple.grapple_legality import refuse_grapple
from service.rules.heroic.orders.best_weapons import reach_with
from service.rules.heroic.orders.other_actions import deeds_cost

RANGED: Final = frozenset({HeroicModeKind.RANGED})
HAND_TO_HAND: Final = frozenset({HeroicModeKind.MELEE, HeroicModeKind.GRAPPLE})


class Shares(NamedTuple):
    """How a unit divides itself among its attacks of a phase; separate: all members make each with another weapon."""

    members: tuple[int, ...]
    separate: bool


def weapon_of(unit: HeroicUnit, choice: HeroicAttackChoice) -> str:
    """Return the weapon of an attack, or the mode's name for a part of the body."""
    aims = aims_of(unit, choice)
    return "" if not aims else aims[0].mode.weapon or aims[0].mode.id


def shares_of(unit: HeroicUnit, attacks: Sequence[HeroicAttackChoice], active: int) -> Shares:
    """Divide the active members among a phase's attacks, in the order declared; who is not there attacks nobody.

    With Extra Attack all members may make one attack with each of several weapons.
    """
    wanted = [active if each.attackers is None else each.attackers for each in attacks]
    if len(wanted) == 1:
        return Shares((min(wanted[0], active),), separate=False)
    if sum(wanted) > active and _are_separate(unit, attacks):
        return Shares(tuple([min(each, active) for each in wanted]), separate=True)
    members = []
    for each in wanted:
        members.append(min(each, active))
        active -= members[-1]
    return Shares(tuple(members), separate=False)


def _are_separate(unit: HeroicUnit, attacks: Sequence[HeroicAttackChoice]) -> bool:
    weapons = {weapon_of(unit, each) for each in attacks}
    return 1 < len(weapons) == len(attacks) <= unit.extra_attack + 1


def attack_faults(battle: Battle, place: int, order: HeroicOrder, at: str) -> Iterator[RulesRefuse]:
    """Yield what forbids the attacks of a unit's order, which the battle holds; `at` points to the order."""
    for name, attacks, kinds in (("ranged", order.ranged, RANGED), ("melee", order.melee, HAND_TO_HAND)):
        if not attacks:
            continue
        if len(attacks) > 1:
            yield from _share_faults(battle, place, attacks, f"{at}/{name}")
        for position, choice in enumerate(attacks):
            pointers = Pointers(f"{at}/unit", f"{at}/{name}/{position}/target", f"{at}/{name}/{position}")
            foe = battle.places.get(choice.target)
            if foe is None:
                message = f"There is no unit {choice.target!r}."
                yield HeroicUnknownUnit(message, choice.target, battle.places, pointer=pointers.target)
            elif foe == place:
                yield SameSideTarget(f"{choice.target!r} cannot attack itself.", pointer=pointers.target)
            else:
                situation = expected(battle, place, foe, choice)
                yield from choice_faults(situation, choice, kinds, battle.rulings, pointers)
    if order.wait is not None and order.wait.attack is not None:
        yield from _wait_faults(battle, place, order, f"{at}/wait/attack")


def expected(battle: Battle, place: int, foe: int, choice: HeroicAttackChoice) -> Situation:
    """Return the situation of an attack as it may become: in melee the target is in reach by then."""
    order = battle.orders[place]
    reach = reach_with(battle.units[place], choice)
    distance = None if reach is None else min(distance_between(battle, place, foe), float(reach))
    return facing(battle, Assault(place, foe, choice, 0.0 if order is None else deeds_cost(order), distance=distance))


def choice_faults(
    situation: Situation,
    choice: HeroicAttackChoice,
    kinds: frozenset[HeroicModeKind],
    rulings: HeroicRulings,
    at: Pointers,
) -> Iterator[RulesRefuse]:
    """Yield the first thing that forbids one attack."""
    try:
        aims = approved(situation, choice, kinds, rulings, at)
        if choice.defense is not None:
            plan_attack(situation, choice, aims, rulings, at.choice)
    except RulesRefuse as refused:
        yield refused


def approved(
    situation: Situation,
    choice: HeroicAttackChoice,
    kinds: frozenset[HeroicModeKind],
    rulings: HeroicRulings,
    at: Pointers = ALONE,
) -> tuple[Aim, ...]:
    """Return the aims of an attack or grapple that the rules allow."""
    mode = mode_of(situation.attacker, choice.mode or "")
    if mode is not None and mode.kind is HeroicModeKind.GRAPPLE and mode.kind in kinds:
        return refuse_grapple(situation, choice, rulings, at)
    return refuse_attack(situation, choice, kinds, rulings, at)


def _share_faults(battle: Battle, place: int, attacks: Sequence[HeroicDeclaration], at: str) -> Iterator[RulesRefuse]:
    """Yield that members are to attack twice, or more of them than there are."""
    unit = battle.units[place]
    active = active_members(battle, place)
    wanted = sum([active if each.attackers is None else each.attackers for each in attacks])
    if wanted <= active or _are_separate(unit, attacks):
        return
    if any(each.attackers is None for each in attacks):
        message = f"The same members of {spoken_name(unit)} cannot make {len(attacks)} attacks in one phase."
        yield AlreadyAttacked(message, pointer=f"{at}/1")
    else:
        message = f"{wanted} members are sent, but only {active} of {spoken_name(unit)} can act."
        yield SharesExceedUnit(message, pointer=at)


def _wait_faults(battle: Battle, place: int, order: HeroicOrder, at: str) -> Iterator[RulesRefuse]:
    """Yield what forbids the attack that a unit waits with, whoever comes; one enemy stands for all."""
    wait = order.wait or HeroicWait()
    choice = wait.attack or HeroicAttackChoice()
    named = order.charge_target if wait.trigger is None else wait.trigger.unit or order.charge_target
    side = battle.units[place].side
    foe = battle.places.get(named) if named is not None else None
    if foe is None:
        foe = next((there for there, unit in enumerate(battle.units) if unit.side != side), None)
    if foe is None:
        return
    situation = expected(battle, place, foe, choice)
    near = [aim.mode.range_max for aim in aims_of(battle.units[place], choice) if aim.mode.range_max is not None]
    situation = replace(situation, distance=min([situation.distance, *near]))
    yield from choice_faults(situation, choice, KINDS, battle.rulings, Pointers(at, at, at))
