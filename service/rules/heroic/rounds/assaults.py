"""Attacks of a unit's turn: how its members divide among those that it is ordered to make."""

from collections.abc import Mapping, Sequence
from typing import Final

from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicDeclaration
from service.rules.heroic.attack.skill import free_members, is_long
from service.rules.heroic.attack.weapons import aims_of
from service.rules.heroic.battle.plans import Assault
from service.rules.heroic.battle.state import Battle, active_members, holds_about
from service.rules.heroic.book.options import HeroicRatioScope
from service.rules.heroic.orders.order_attacks import Shares, shares_of
from service.rules.heroic.orders.other_actions import deeds_cost

Totals = Mapping[tuple[str, str], int]
"""How many of a side attack a unit in a phase; empty unless the options count them."""
NO_TOTALS: Final[Totals] = {}


def totals_of(battle: Battle, attacks: Sequence[Sequence[HeroicDeclaration]]) -> Totals:
    """Count who attacks whom in a phase, side by side, if the options want it; attacks go by place.

    Ruling: heroic/ruling/ratio-collective.
    """
    if battle.rulings.ratio_scope is HeroicRatioScope.ATTACK:
        return NO_TOTALS
    totals: dict[tuple[str, str], int] = {}
    for place, declared in enumerate(attacks):
        unit = battle.units[place]
        shares = shares_of(unit, declared, active_members(battle, place))
        for choice, members in zip(declared, shares.members, strict=True):
            key = (unit.side, choice.target)
            totals[key] = totals.get(key, 0) + members
    return totals


def assaults_of(
    battle: Battle, place: int, declared: Sequence[HeroicDeclaration], active: int, totals: Totals
) -> list[Assault]:
    """Return the attacks of a unit's turn, each with those of its members who may attack that are left for it.

    `active` are those who may: all who can act, or those who do not try to break free.
    """
    unit, order = battle.units[place], battle.orders[place]
    shares = shares_of(unit, declared, active)
    members = shares.members if not battle.grapples else _unhindered(battle, place, declared, shares)
    trying = order is not None and order.break_free
    return [
        Assault(
            place,
            battle.places[choice.target],
            _manned(choice, sent, exact=trying),
            spent=0.0 if order is None else deeds_cost(order),
            armed=unit if len(declared) > 1 else None,
            side_attackers=totals.get((unit.side, choice.target)),
            separate=shares.separate,
        )
        for choice, sent in zip(declared, members, strict=True)
        if sent
    ]


def _unhindered(battle: Battle, place: int, declared: Sequence[HeroicDeclaration], shares: Shares) -> tuple[int, ...]:
    """Return the members who make each attack, without those who are held too close for its long weapon.

    If all are held, none are left out: they hear why they cannot attack.
    """
    unit, holds = battle.units[place], holds_about(battle, place)
    active = active_members(battle, place)
    found, sent = [], 0
    for choice, members in zip(declared, shares.members, strict=True):
        aims = aims_of(unit, choice)
        free = free_members(unit, active, holds, aims) if is_long(aims) else 0
        if not free:
            found.append(members)
            continue
        found.append(min(members, max(free - sent, 0)))
        sent += 0 if shares.separate else found[-1]
    return tuple(found)


def _manned(choice: HeroicAttackChoice, members: int, *, exact: bool) -> HeroicAttackChoice:
    """Return an attack with the members that are left for it; an attack of everybody names them only if it must."""
    changes: dict[str, object] = {}
    if choice.attackers != members and (exact or choice.attackers is not None):
        changes["attackers"] = members
    if choice.engaged is not None and choice.engaged > members:
        changes["engaged"] = members
    return choice.model_copy(update=changes) if changes else choice
