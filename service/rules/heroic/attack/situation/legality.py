"""What an attack, a grapple or an injury step must be to be resolved; everything is checked before a die is read."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from service.rules.heroic.attack.models import HeroicAttackChoice, HeroicInjury
from service.rules.heroic.attack.situation.situation import Situation
from service.rules.heroic.attack.situation.skill import attackers_of, free_members, is_grappling
from service.rules.heroic.attack.situation.weapons import TACTIC_ROWS, Aim, aims_of, is_low_tech, max_shots, supply_of
from service.rules.heroic.book import attack_rules, refusals
from service.rules.heroic.book.options import HeroicAooOnce, HeroicLockedReach, HeroicRulings
from service.rules.heroic.book.words import HeroicModeKind, HeroicStatus, HeroicTactic
from service.rules.heroic.figures import standing
from service.rules.heroic.figures.models import HeroicAttackMode, HeroicUnit
from service.rules.kernel.turns.unread import Unread, refuse_unread
from service.rules.roll_under.locations import can_be_aimed_at

RANGED: Final = HeroicModeKind.RANGED
GRAPPLE: Final = HeroicModeKind.GRAPPLE
CHARGE: Final = HeroicTactic.ALL_OUT_OFFENSIVE
RETREAT: Final = HeroicTactic.RETREAT
GONE = frozenset({HeroicStatus.INCAPACITATED, HeroicStatus.SURRENDERED, HeroicStatus.FLED})

SHOTS_UNREAD: Final = Unread(
    frozenset({"shots_each", "fast_draw", "cover"}), "an attack hand to hand", "a shot", attack_rules.RANGED_AMMO
)
HOLDS_UNREAD: Final = Unread(
    frozenset({"grapple_spend"}), "an attack that grapples nobody", "a grapple", attack_rules.GRAPPLE_SPEND
)
REACH_UNREAD: Final = Unread(frozenset({"engaged"}), "a shot", "an attack hand to hand", attack_rules.ENGAGE_COUNT)
UNREAD: Final = {
    RANGED: (HOLDS_UNREAD, REACH_UNREAD),
    HeroicModeKind.MELEE: (SHOTS_UNREAD, HOLDS_UNREAD),
    GRAPPLE: (SHOTS_UNREAD,),
}
"""What attacks do not read, by their kind."""


class Pointers(NamedTuple):
    """Where the parts of an attack stand in the request that is refused."""

    attacker: str = "/attacker"
    target: str = "/target"
    choice: str = "/attack"


ALONE = Pointers()


def refuse_attack(
    situation: Situation,
    choice: HeroicAttackChoice,
    kinds: frozenset[HeroicModeKind],
    rulings: HeroicRulings,
    at: Pointers = ALONE,
) -> tuple[Aim, ...]:
    """Refuse an attack that the rules forbid, and return its aims; `kinds` are the kinds of mode that may be used.

    The choice of a defence is checked by `plan_attack`, which works out the defences.
    """
    refuse_pairing(situation, at)
    if choice.effect is not None:
        message = f"These rules have no attack with the effect {choice.effect.value!r}."
        raise refusals.NotSupported(message, pointer=f"{at.choice}/effect")
    aims = _refuse_modes(situation.attacker, choice, kinds, at)
    for unread in UNREAD[aims[0].mode.kind]:
        refuse_unread(choice, unread, at.choice)
    _refuse_tactic(situation, at)
    _refuse_members(situation, choice, aims, at)
    _refuse_locations(choice, aims, at)
    if aims[0].mode.kind is RANGED:
        refuse_shooting(situation, choice, aims, rulings, at.choice)
    else:
        _refuse_grip(situation, aims, attackers_of(situation, choice, aims), at)
        _refuse_reach(situation, aims, rulings, at)
    if situation.free:
        _refuse_free_attack(situation, aims, at)
    return aims


def refuse_pairing(situation: Situation, at: Pointers) -> None:
    """Refuse an attacker who cannot act, and a target that is the attacker, no enemy or out of the fight."""
    attacker, target = situation.attacker, situation.target
    if attacker.id == target.id:
        message = f"{standing.spoken_name(attacker)} cannot be its own target: both units are called {attacker.id!r}."
        raise refusals.HeroicDuplicateId(message, pointer=at.target)
    if situation.others:
        refuse_pools((attacker, target, *[other.unit for other in situation.others]), at)
    elif attacker.hp_pool is not None or target.hp_pool is not None:
        refuse_pools((attacker, target), at)
    if attacker.side == target.side:
        message = (
            f"{standing.spoken_name(attacker)} and {standing.spoken_name(target)} are both of side {attacker.side!r}."
        )
        raise refusals.SameSideTarget(message, pointer=at.target)
    if not situation.active:
        message = f"{standing.spoken_name(attacker)} cannot act: {_state(attacker, 'nobody is able to')}."
        raise refusals.AttackerInactive(message, pointer=at.attacker)
    if not situation.standing or target.status in GONE:
        message = f"{standing.spoken_name(target)} cannot be attacked: {_state(target, 'nobody is standing')}."
        raise refusals.TargetIncapacitated(message, pointer=at.target)


def _state(unit: HeroicUnit, otherwise: str) -> str:
    state = f"the status is {unit.status.value!r}"
    return f"{state}, but {otherwise}" if unit.status is HeroicStatus.ACTIVE else state


def refuse_pools(units: Iterable[HeroicUnit], at: Pointers) -> None:
    """Refuse units of one id, and pools that do not fit their units."""
    seen: set[str] = set()
    for unit in units:
        if unit.id in seen:
            raise refusals.HeroicDuplicateId(f"Two units are called {unit.id!r}.", pointer=at.target)
        seen.add(unit.id)
        pool, full = standing.pool_of(unit), unit.count_start * unit.hp
        if pool > full or (pool < 0 and not standing.is_solitary(unit)):
            message = f"The pool of {standing.spoken_name(unit)} cannot be {pool}; it must be from 0 to {full}."
            raise refusals.PoolMismatch(message, pointer=at.attacker if len(seen) == 1 else at.target)


def _refuse_modes(
    attacker: HeroicUnit, choice: HeroicAttackChoice, kinds: frozenset[HeroicModeKind], at: Pointers
) -> tuple[Aim, ...]:
    """Refuse modes that are unknown, of the wrong kind, incomplete, or that do not go together."""
    if choice.modes and (len(choice.modes) < 2 or choice.mode is not None):
        message = f"Several attacks at once need two or more `modes` and no `mode`; `modes` lists {len(choice.modes)}."
        raise refusals.MultiNeedsTwo(message, pointer=f"{at.choice}/modes")
    aims = aims_of(attacker, choice)
    if len(aims) != 1 or choice.modes or choice.hit_modes or choice.open_modes:
        _refuse_unknown(attacker, choice, at)
    for aim in aims:
        _refuse_mode(aim.mode, kinds, at)
    if len(aims) > 1:
        _refuse_mixture(attacker, choice, aims, at)
    return aims


def _refuse_unknown(attacker: HeroicUnit, choice: HeroicAttackChoice, at: Pointers) -> None:
    for name in [each.mode for each in choice.modes] or [choice.mode or "", *choice.open_modes, *choice.hit_modes]:
        if standing.mode_of(attacker, name) is None:
            known = [each.id for each in attacker.attack_modes]
            message = f"{name!r} is no attack mode of {standing.spoken_name(attacker)}."
            raise refusals.UnknownMode(message, name, known, pointer=f"{at.choice}/mode")


def _refuse_mode(mode: HeroicAttackMode, kinds: frozenset[HeroicModeKind], at: Pointers) -> None:
    if mode.kind not in kinds:
        allowed = " or ".join(sorted(kind.value for kind in kinds))
        message = f"The mode {mode.id!r} is a {mode.kind.value} mode; a {allowed} one is needed."
        raise refusals.ModeKindMismatch(message, pointer=f"{at.choice}/mode")
    if mode.kind is not GRAPPLE and (mode.damage is None or mode.type is None):
        message = f"The mode {mode.id!r} has no damage or no type of damage."
        raise refusals.ModeKindMismatch(message, pointer=f"{at.choice}/mode")


def _refuse_mixture(attacker: HeroicUnit, choice: HeroicAttackChoice, aims: tuple[Aim, ...], at: Pointers) -> None:
    """Refuse modes of several kinds, hits with modes of several weapons, and weapons for more hands than there are."""
    if len({aim.mode.kind for aim in aims}) > 1:
        message = f"The modes {', '.join(aim.mode.id for aim in aims)} are not of one kind."
        raise refusals.ModeKindMismatch(message, pointer=f"{at.choice}/modes")
    weapons = {aim.mode.weapon or aim.mode.id: 1 if aim.mode.hands is None else aim.mode.hands for aim in aims}
    if not choice.modes and len({aim.mode.weapon for aim in aims}) > 1:
        message = f"The modes {', '.join(aim.mode.id for aim in aims)} are not of one weapon."
        raise refusals.ModesNotOfOneWeapon(message, pointer=f"{at.choice}/open_modes")
    if choice.modes and sum(weapons.values()) > attacker.arms:
        arms = f"the arms of {standing.spoken_name(attacker)} are {attacker.arms}"
        message = f"These attacks need {sum(weapons.values())} hands; {arms}."
        raise refusals.MultiTooManyHands(message, pointer=f"{at.choice}/modes")


def _refuse_tactic(situation: Situation, at: Pointers) -> None:
    """Refuse attacks that the tactic forbids, and a charge at anybody but its target."""
    tactic = situation.attacker_tactic
    if not TACTIC_ROWS[tactic].attacks or situation.withdrawing:
        doing = "withdrawing" if situation.withdrawing else tactic.value
        message = f"{standing.spoken_name(situation.attacker)} cannot attack while {doing!r}."
        raise refusals.TacticForbidsAttack(message, pointer=at.attacker)
    if tactic is CHARGE:
        name = standing.spoken_name(situation.attacker)
        if situation.charge_target is None:
            raise refusals.ChargeTargetRequired(
                f"{name} charges without a target (charge_target).", pointer=at.attacker
            )
        if situation.charge_target != situation.target.id:
            message = f"In a charge at {situation.charge_target!r} {name} cannot attack {situation.target.id!r}."
            raise refusals.WrongChargeTarget(message, pointer=at.target)


def _refuse_members(situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...], at: Pointers) -> None:
    active = situation.active
    assigned = attackers_of(situation, choice, aims)
    if assigned > active:
        message = (
            f"{assigned} members are sent, but only {active} of {standing.spoken_name(situation.attacker)} can act."
        )
        raise refusals.SharesExceedUnit(message, pointer=f"{at.choice}/attackers")
    if choice.engaged is not None and choice.engaged > assigned:
        message = f"{choice.engaged} members are said to be engaged, but only {assigned} attack."
        raise refusals.EngagedExceedsLimit(message, pointer=f"{at.choice}/engaged")


def _refuse_locations(choice: HeroicAttackChoice, aims: tuple[Aim, ...], at: Pointers) -> None:
    for aim in aims:
        if aim.mode.type is not None and not can_be_aimed_at(aim.location, aim.mode.type):
            message = f"{aim.mode.type.value!r} damage cannot be aimed at the {aim.location.value!r}."
            raise refusals.LocationNotTargetable(message, pointer=f"{at.choice}/location")
    if choice.single_out is not None and choice.single_out.impossible:
        message = f"{choice.single_out.member!r} cannot be singled out."
        raise refusals.SingleOutImpossible(message, pointer=f"{at.choice}/single_out")


def _refuse_grip(situation: Situation, aims: tuple[Aim, ...], attackers: int, at: Pointers) -> None:
    """Refuse long weapons, and hands that are not free, in a grapple."""
    attacker = situation.attacker
    grappling = is_grappling(situation, attackers)
    for aim in aims:
        mode = aim.mode
        if mode.kind is GRAPPLE:
            free = standing.free_arms(attacker, situation.grapples)
            if free < (mode.hands or 1):
                message = f"{mode.id!r} takes {mode.hands or 1} free arms; {standing.spoken_name(attacker)} has {free}."
                raise refusals.NoFreeArm(message, pointer=at.attacker)
        elif grappling and 0 not in mode.reach:
            name = standing.spoken_name(attacker)
            free = free_members(attacker, situation.active, situation.grapples, aims)
            if free:
                message = f"{attackers} members are sent with {mode.id!r}, but only {free} of {name} are free of holds."
                raise refusals.SharesExceedUnit(
                    message, pointer=f"{at.choice}/attackers", rule=attack_rules.GRAPPLE_WEAPONS
                )
            message = f"The mode {mode.id!r} does not reach close combat, where {name} must fight while grappling."
            raise refusals.OutOfReach(message, pointer=f"{at.choice}/mode")


def _refuse_reach(situation: Situation, aims: tuple[Aim, ...], rulings: HeroicRulings, at: Pointers) -> None:
    """Refuse a target out of reach; units that are locked with each other reach each other, as the options say.

    Ruling: heroic/ruling/locked-reach.
    """
    for aim in aims:
        mode = aim.mode
        reach = standing.reach_of(mode)
        if situation.distance > reach and not _reaches_back(situation, rulings):
            message = f"The target is {situation.distance:g} yards away; {mode.id!r} reaches {reach}."
            raise refusals.OutOfReach(message, pointer=f"{at.choice}/mode")


def _reaches_back(situation: Situation, rulings: HeroicRulings) -> bool:
    mutual = rulings.locked_reach is HeroicLockedReach.MUTUAL
    return mutual and standing.are_locked(situation.attacker.id, situation.target.id, situation.locks)


def _refuse_free_attack(situation: Situation, aims: tuple[Aim, ...], at: Pointers) -> None:
    """Refuse a free attack on somebody who does not retreat from the attacker's lock, or with a ranged mode."""
    target = situation.target
    if situation.target_tactic is not RETREAT:
        name, tactic = standing.spoken_name(target), situation.target_tactic.value
        message = f"A free attack on {name} needs a retreat; the tactic is {tactic!r}."
        raise refusals.FreeAttackNotAllowed(message, pointer=at.target)
    if not standing.are_locked(situation.attacker.id, target.id, situation.locks):
        message = (
            f"{standing.spoken_name(situation.attacker)} and {standing.spoken_name(target)} are not locked in melee."
        )
        raise refusals.FreeAttackNotAllowed(message, pointer=at.target)
    if aims[0].mode.kind is RANGED:
        raise refusals.FreeAttackNotAllowed(
            f"The mode {aims[0].mode.id!r} is ranged; a free attack is made in melee.", pointer=f"{at.choice}/mode"
        )


def refuse_injury(injury: HeroicInjury) -> None:
    """Refuse units of one id, pools that do not fit, and pending injury of nobody."""
    refuse_pools(injury.units, Pointers("/units", "/units", ""))
    known = {unit.id: unit for unit in injury.units}
    for position, each in enumerate(injury.pending):
        if each.unit not in known:
            message = f"There is no unit {each.unit!r} to injure."
            raise refusals.HeroicUnknownUnit(message, each.unit, known, pointer=f"/pending/{position}/unit")


def refuse_shooting(
    situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...], rulings: HeroicRulings, at: str
) -> None:
    """Refuse shots that are too far, too many, or not there."""
    wanted = choice.shots_each or 1
    for aim in aims:
        mode = aim.mode
        if mode.range_max is not None and situation.distance > mode.range_max:
            message = f"The target is {situation.distance:g} yards away; {mode.id!r} has a range of {mode.range_max}."
            raise refusals.OutOfRange(message, pointer=f"{at}/mode")
        most = max_shots(mode, situation.attacker_tactic, situation.allowance_spent, rulings.aoo_once)
        if wanted > most:
            message = f"{wanted} shots with {mode.id!r} are too many; {most} can be made."
            raise refusals.TooManyShots(message, pointer=f"{at}/shots_each")
        supply = supply_of(situation.attacker, mode)
        if supply is not None and supply < wanted:
            name = standing.spoken_name(situation.attacker)
            message = f"{wanted} shots with {mode.id!r} are ordered; {name} has {supply} left."
            raise refusals.NoAmmo(message, pointer=f"{at}/shots_each")
    if choice.fast_draw:
        _refuse_fast_draw(situation, aims, rulings, at)


def _refuse_fast_draw(situation: Situation, aims: tuple[Aim, ...], rulings: HeroicRulings, at: str) -> None:
    """Refuse Fast-Draw without the skill, with other than low-tech weapons, and in a charge."""
    mode = aims[0].mode
    pointer = f"{at}/fast_draw"
    if mode.fast_draw is None or not is_low_tech(mode):
        raise refusals.FastDrawUnavailable(f"The mode {mode.id!r} allows no Fast-Draw.", pointer=pointer)
    charges = situation.attacker_tactic is HeroicTactic.ALL_OUT_OFFENSIVE
    if charges and rulings.aoo_once is HeroicAooOnce.NO_EXTRA_SHOTS:
        raise refusals.FastDrawUnavailable(
            f"In a charge {standing.spoken_name(situation.attacker)} can shoot only once.", pointer=pointer
        )
