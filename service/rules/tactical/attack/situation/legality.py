"""What an attack is refused for before anything is worked out: who attacks, with what, at whom, and how."""

from typing import Final

from service.rules.kernel.telling import amount
from service.rules.kernel.turns.unread import Unread, refuse_unread
from service.rules.tactical.attack.records import TacticalAttackOrder, TacticalSecondBlow
from service.rules.tactical.attack.situation import situation
from service.rules.tactical.attack.situation.said_defenses import refuse_unread_defenders, refuse_unread_defense
from service.rules.tactical.book import attack_rules, movement_rules, refusals, rulebook
from service.rules.tactical.book.maneuvers import KINDS
from service.rules.tactical.book.tables import MISSILE_OF
from service.rules.tactical.book.words import TacticalLineChoice, TacticalManeuverOption, TacticalRangedClass
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.field import Field, refuse_off_map
from service.rules.tactical.figures.models import TacticalFigure

ALL_OUT_OPTIONS: Final = (
    situation.DETERMINED,
    situation.DOUBLE,
    TacticalManeuverOption.FEINT,
    TacticalManeuverOption.STRONG,
)
ALL_OUT_RULE: Final = movement_rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS

SHOT: Final = Unread(frozenset({"reach"}), "a ranged attack", "a melee attack", attack_rules.MELEE_REACH_SETS)
BLOW: Final = Unread(
    frozenset({"line", "aim", "target_speed"}), "a melee attack", "a ranged one", attack_rules.ATTACK_RANGED_MODIFIERS
)
FEINTED: Final = Unread(
    frozenset({"location", "random_location", "deceptive"}),
    "a feint",
    "an attack",
    movement_rules.MANEUVER_FEINT,
)
AT_RANDOM: Final = Unread(
    frozenset({"location"}), "an attack with random_location", "one without it", rulebook.DAMAGE_LOCATIONS
)
LINE_FOUND: Final = Unread(
    frozenset({"start", "end"}),
    "a line of fire that the service chooses",
    "the choice 'explicit'",
    attack_rules.RANGED_LINE,
)


# Who attacks whom, and how


def attempt_of(
    field: Field, attacker_id: str, order: TacticalAttackOrder, conduct: situation.Conduct
) -> situation.Attempt:
    """Return who attacks whom with what, refusing what nobody could do."""
    attacker = field.find(attacker_id, "/attacker")
    standing.refuse_unable(attacker, conduct.maneuver, "/attacker", begins=False)
    weapon, mode = fitting_weapon(attacker, order, conduct)
    target = find_target(field, attacker, order)
    if conduct.feints:
        _refuse_feint(field, attacker, target, weapon)
    if order.second is not None and conduct.option is situation.DOUBLE:
        refuse_double(weapon, find_weapon(attacker, second_order(order, order.second))[0], mode)
    elif order.second is not None:
        conduct = conduct._replace(rapid=True)
    if target is not None and target.state.close and not conduct.striking_into:
        conduct = conduct._replace(striking_into=standing.close_with(target, attacker.id) is None)
    if conduct.striking_into and attacker.state.close:
        message = f"{standing.name_of(attacker)} is in close combat itself and cannot strike into another one."
        raise refusals.InCloseCombat(message, pointer="/target")
    if order.hex is not None and not order.blind:
        order = order.model_copy(update={"blind": True})
    return situation.Attempt(attacker, target, weapon, mode, order, conduct)


def _refuse_feint(
    field: Field, attacker: TacticalFigure, target: TacticalFigure | None, weapon: TacticalWeapon
) -> None:
    """Refuse a feint at an empty hex or at somebody who is no foe, and one with a ranged weapon."""
    if target is None:
        what = "an empty hex"
    elif not field.is_foe(attacker, target):
        what = f"{standing.name_of(target)}, who is no foe"
    elif standing.is_ranged(weapon):
        what = f"a ranged weapon, {weapon.id!r}"
    else:
        return
    message = f"A feint needs a foe in reach of a melee weapon; this one has {what}."
    raise refusals.ManeuverConflict(message, pointer="/maneuver", rule=movement_rules.MANEUVER_FEINT)


def second_order(order: TacticalAttackOrder, second: TacticalSecondBlow) -> TacticalAttackOrder:
    """Return the order of a second blow as that of an attack of its own."""
    same = second.weapon is None or second.weapon == order.weapon
    others = {each.figure: each.defense for each in order.defenses}
    again = second.target is None or second.target == order.target
    changes = {
        "target": second.target or order.target,
        "hex": order.hex if second.target is None else None,
        "defense": order.defense if again else others.get(second.target or ""),
        "weapon": second.weapon or order.weapon,
        "mode": second.mode or (order.mode if same else None),
        "reach": order.reach if same else None,
        "location": second.location,
        "deceptive": second.deceptive,
        "second": None,
    }
    return order.model_copy(update=changes)


def second_conduct(conduct: situation.Conduct) -> situation.Conduct:
    """Return the circumstances of a second blow: that of a Rapid Strike unless both are an All-Out Attack (Double)."""
    return conduct._replace(second=True, rapid=conduct.option is not situation.DOUBLE)


# Maneuvers, targets, weapons


def _refuse_maneuver(conduct: situation.Conduct, order: TacticalAttackOrder, *, ranged: bool) -> None:
    """Refuse an attack that its maneuver does not allow."""
    maneuver, option = conduct.maneuver, conduct.option
    if not KINDS[maneuver].strikes:
        message = f"{maneuver.value!r} is no attack; attack, feint, all_out_attack and move_and_attack are."
        raise refusals.ManeuverConflict(message, pointer="/maneuver")
    if maneuver is not situation.ALL_OUT_ATTACK and option is not None:
        message = f"{maneuver.value!r} has no options, but {option.value!r} is given."
        raise refusals.ManeuverConflict(message, pointer="/option")
    if maneuver is situation.ALL_OUT_ATTACK and option not in ALL_OUT_OPTIONS:
        given = "none is given" if option is None else f"{option.value!r} is given"
        message = f"all_out_attack needs one of the options determined, double, feint and strong, but {given}."
        raise refusals.ManeuverConflict(message, pointer="/option", rule=ALL_OUT_RULE)
    if maneuver is situation.ALL_OUT_ATTACK and ranged and option is not situation.DETERMINED:
        message = f"A ranged all_out_attack is determined; {option} is for melee."
        raise refusals.ManeuverConflict(message, pointer="/option", rule=ALL_OUT_RULE)
    if order.second is not None:
        _refuse_second(conduct, order, order.second, ranged=ranged)
    elif option is situation.DOUBLE and not conduct.second:
        message = "all_out_attack (double) strikes twice: second is missing."
        raise refusals.ManeuverConflict(message, pointer="/second", rule=ALL_OUT_RULE)


def _refuse_second(
    conduct: situation.Conduct, order: TacticalAttackOrder, second: TacticalSecondBlow, *, ranged: bool
) -> None:
    """Refuse a second blow."""
    if ranged:
        message = "A ranged attack has no second blow; fire several shots instead."
        raise refusals.ManeuverConflict(message, pointer="/second", rule=attack_rules.ATTACK_RAPID_STRIKE)
    blows = KINDS[conduct.maneuver].blows
    if blows is not None:
        message = f"{conduct.maneuver.value} is {blows}; a Rapid Strike takes the maneuver attack."
        raise refusals.ManeuverConflict(message, pointer="/second", rule=attack_rules.ATTACK_RAPID_STRIKE)
    if conduct.option is situation.DOUBLE and second.target not in (None, order.target):
        targets = f"{order.target!r} and {second.target!r}"
        message = f"Both attacks of an all_out_attack (double) go at one foe, not at {targets}."
        raise refusals.ManeuverConflict(message, pointer="/second/target", rule=ALL_OUT_RULE)


def refuse_double(first: TacticalWeapon, second: TacticalWeapon, mode: TacticalMode) -> None:
    """Refuse two attacks in an All-Out Attack with one weapon that has to be recovered after a blow."""
    if first.id == second.id and mode.parry_unbalanced:
        name = standing.weapon_name(first)
        message = f"{name} is unbalanced: all_out_attack (double) takes two weapons, or a balanced one."
        raise refusals.ManeuverConflict(message, pointer="/second/weapon", rule=ALL_OUT_RULE)


def find_target(field: Field, attacker: TacticalFigure, order: TacticalAttackOrder) -> TacticalFigure | None:
    """Return the target of an order: that named, or whoever is in the hex named, foes first; None in an empty hex."""
    if (order.target is None) == (order.hex is None):
        both = "neither" if order.target is None else "both"
        raise refusals.ManeuverConflict(f"An attack has either a target or a hex; {both} is given.", pointer="/target")
    if order.target is not None:
        if order.target == attacker.id:
            raise refusals.ManeuverConflict(f"{standing.name_of(attacker)} cannot attack itself.", pointer="/target")
        return field.find(order.target, "/target")
    where = order.hex or attacker.hex
    refuse_off_map(field, where, "/hex")
    others = [each for each in field.occupants(where) if each.id != attacker.id]
    return next((each for each in others if field.is_foe(attacker, each)), others[0] if others else None)


def fitting_weapon(
    attacker: TacticalFigure, order: TacticalAttackOrder, conduct: situation.Conduct
) -> tuple[TacticalWeapon, TacticalMode]:
    """Return the weapon and the mode of an order, refusing what the maneuver or the weapon does not allow."""
    weapon, mode = find_weapon(attacker, order)
    ranged = standing.is_ranged(weapon)
    _refuse_maneuver(conduct, order, ranged=ranged)
    _refuse_shooting(weapon, order, ranged=ranged, popup=conduct.popup)
    _refuse_unread(order, ranged=ranged, feints=conduct.maneuver is situation.FEINT)
    return weapon, mode


def find_weapon(attacker: TacticalFigure, order: TacticalAttackOrder) -> tuple[TacticalWeapon, TacticalMode]:
    """Return the weapon and the mode of an order."""
    weapon = _weapon(attacker, order.weapon)
    mode = standing.mode_of(weapon, order.mode)
    if mode is None:
        names = [each.name for each in weapon.modes]
        message = f"{standing.weapon_name(weapon)} has no mode {order.mode!r}."
        raise refusals.TacticalUnknownMode(message, order.mode, names, pointer="/mode")
    held, state = attacker.ready, attacker.state
    for hand, in_hand in (
        ((standing.RIGHT, held.right), (standing.LEFT, held.left)) if state.crippled or state.disabled else ()
    ):
        if weapon.id in (in_hand, held.both) and standing.is_lame(attacker, hand):
            whose = standing.name_of(attacker)
            message = f"{standing.weapon_name(weapon)} is in the {hand.value} hand of {whose}, which cannot be used."
            raise refusals.WeaponUnready(message, pointer="/weapon")
    return weapon, mode


def ranged_weapon(figure: TacticalFigure, id: str | None, purpose: str) -> TacticalWeapon:
    """Return the ranged weapon that a figure uses: the one that is named, or the first that is ready."""
    weapon, _ = find_weapon(figure, TacticalAttackOrder(weapon=id))
    if not standing.is_ranged(weapon):
        raise refusals.WeaponNotRanged(
            f"{standing.weapon_name(weapon)} is no ranged weapon {purpose}.", pointer="/weapon"
        )
    return weapon


def _weapon(attacker: TacticalFigure, id: str | None) -> TacticalWeapon:
    if id is None:
        ready = standing.ready_weapons(attacker)
        if not ready:
            raise refusals.WeaponNotReady(
                f"{standing.name_of(attacker)} has no weapon ready: `ready` names what is in its hands.",
                pointer="/weapon",
            )
        return ready[0]
    for weapon in attacker.weapons:
        if weapon.id == id:
            break
    else:
        message = f"{standing.name_of(attacker)} has no weapon {id!r}."
        raise refusals.UnknownWeapon(message, id, standing.weapon_ids(attacker), pointer="/weapon")
    held = attacker.ready
    if id not in (held.right, held.left, held.both) and weapon.kind is not standing.NATURAL:
        message = f"{standing.weapon_name(weapon)} is in no hand of {standing.name_of(attacker)}; a Ready draws it."
        raise refusals.WeaponNotReady(message, pointer="/weapon")
    if id in attacker.state.unready:
        raise refusals.WeaponUnready(
            f"{standing.weapon_name(weapon)} is not ready; a Ready makes it so.", pointer="/weapon"
        )
    return weapon


def _refuse_shooting(weapon: TacticalWeapon, order: TacticalAttackOrder, *, ranged: bool, popup: bool) -> None:
    """Refuse what only a ranged weapon does, and shots that a weapon does not fire."""
    if not ranged:
        if order.shots > 1 or popup:
            what = "makes no pop-up attack" if popup else f"fires no {order.shots} shots"
            raise refusals.WeaponNotRanged(
                f"{standing.weapon_name(weapon)} is no ranged weapon and {what}.", pointer="/weapon"
            )
        return
    name = standing.weapon_name(weapon)
    if order.deceptive:
        message = f"{name} is a ranged weapon: only melee attacks are deceptive."
        raise refusals.ManeuverConflict(message, pointer="/deceptive", rule=attack_rules.ATTACK_DECEPTIVE)
    if order.technique is not None:
        message = f"{name} is a ranged weapon: {order.technique.value!r} is a melee technique."
        raise refusals.ManeuverConflict(message, pointer="/technique", rule=attack_rules.WILD_TECHNIQUES)
    if popup and not MISSILE_OF[class_of(weapon)].pops_up:
        message = f"{name} is a {class_of(weapon).value}: pop-up attacks take thrown weapons, crossbows or firearms."
        raise refusals.PopupWeapon(message, pointer="/weapon")
    if order.shots > weapon.rof:
        raise refusals.NoAmmunition(f"{name} fires {weapon.rof} shots a second, not {order.shots}.", pointer="/shots")
    if weapon.shots is not None and order.shots > weapon.shots:
        raise refusals.NoAmmunition(
            f"{name} has {amount(weapon.shots, 'shot')} left; {order.shots} are ordered.", pointer="/shots"
        )


def _refuse_unread(order: TacticalAttackOrder, *, ranged: bool, feints: bool) -> None:
    """Refuse what attacks with the other kind of weapon read, and points of a line or of the body that dice say.

    Of a feint that nothing follows, what only a blow reads is refused.
    """
    refuse_unread(order, SHOT if ranged else BLOW, "")
    if feints:
        refuse_unread(order, FEINTED, "")
    if order.random_location:
        refuse_unread(order, AT_RANDOM, "")
    if order.line.choice is not TacticalLineChoice.EXPLICIT:
        refuse_unread(order.line, LINE_FOUND, "/line")
    refuse_unread_defense(order.defense, "/defense")
    refuse_unread_defenders(order.defenses)


def class_of(weapon: TacticalWeapon) -> TacticalRangedClass:
    """Return what drives a ranged weapon: a thrown one that does not say so is thrown, another one is of no class."""
    if weapon.ranged_class is not None:
        return weapon.ranged_class
    return TacticalRangedClass.THROWN if weapon.kind is situation.THROWN else TacticalRangedClass.OTHER
