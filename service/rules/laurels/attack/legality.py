"""Legality of attacks and parries: refusals raised before the first die."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.kernel.turns.unread import Unread, refuse_unread
from service.rules.laurels.attack.parry import has_shield, has_weapon, refuse_empty_hands
from service.rules.laurels.book import refusals, rulebook
from service.rules.laurels.book.options import LaurelsLeave, LaurelsRulings
from service.rules.laurels.book.tables import MELEE_REACH_FT, RANGED_MINIMUM_FT
from service.rules.laurels.book.words import (
    LaurelsAbility,
    LaurelsEquipment,
    LaurelsMode,
    LaurelsStatus,
    LaurelsWeaponKind,
)
from service.rules.laurels.figures.models import UNARMED, LaurelsParry, LaurelsParticipant, LaurelsSneak, LaurelsStrike
from service.rules.laurels.figures.vitals import rested_status


class Places(NamedTuple):
    """JSON Pointers to the attacker and to the attack in a request."""

    attacker: str
    attack: str


SINGLE: Final = Places("/attacker", "")

STAYS_HIDDEN_UNREAD: Final = Unread(
    frozenset({"distance_ft"}),
    "a sneak attack without leaves_concealment",
    "one that leaves its concealment",
    rulebook.SNEAK_APPROACH_DISTANCE,
)
PARRIES_UNREAD: Final = {
    LaurelsEquipment.WEAPON: Unread(
        frozenset({"shield_durability"}), "a parry with a weapon", "one with a shield", rulebook.PARRY_EQUIPMENT
    ),
    LaurelsEquipment.SHIELD: Unread(
        frozenset({"weapon_magic_bonus", "weapon_shattered"}),
        "a parry with a shield",
        "one with a weapon",
        rulebook.PARRY_EQUIPMENT,
    ),
}
"""What orders to parry do not read, by what they parry with."""


def called(participant: LaurelsParticipant, role: str = "The participant") -> str:
    """Return what players call a participant in sentences: its name, its id, or its role in what is told."""
    return participant.name or participant.id or role


NUMBERS: Final = ("strength", "dexterity", "awareness", "armor_points", "injuries")
"""The values of a participant, besides stamina, that are 0 by default."""


def warn_of_blanks(participants: Iterable[tuple[LaurelsParticipant, str]], dice: Dice) -> None:
    """Warn of each participant that has no values, by its id or else by its role in the request."""
    for each, role in participants:
        is_unset = not each.stamina and each.injury_slots is None and each.level == 1 and each.weapon == UNARMED
        if is_unset and not any(getattr(each, name) for name in NUMBERS):
            who = each.id or f"The {role}"
            dice.warn(f"{who} has no values: its level is 1 and every other one is 0, the default.")


def refuse_oneself(attacker: LaurelsParticipant, target: LaurelsParticipant) -> None:
    """Refuse an attack on a participant of the attacker's own id."""
    if attacker.id is not None and attacker.id == target.id:
        message = f"{attacker.id!r} cannot attack itself: attacker and target have the same id."
        raise refusals.LaurelsInvalidTarget(message, pointer="/target/id")


def refuse_participant(participant: LaurelsParticipant, pointer: str) -> None:
    """Refuse a participant that contradicts itself."""
    if not participant.level:
        refuse_level(participant.level, f"{pointer}/level")
    if participant.injuries > (participant.injury_slots or 0):
        slots = "null" if participant.injury_slots is None else participant.injury_slots
        message = f"injuries is {participant.injuries}, more than injury_slots, which is {slots}."
        raise refusals.InjuriesExceedSlots(message, pointer=f"{pointer}/injuries")


def refuse_level(level: int, pointer: str) -> None:
    """Refuse a level below 1."""
    if level < 1:
        raise refusals.InvalidLevel(f"Levels begin at 1, so level {level} has no damage dice.", pointer=pointer)


def refuse_dead(participant: LaurelsParticipant, pointer: str) -> None:
    """Refuse a participant that is dead, by its status or by its stamina and injuries."""
    who, slots = participant.id or "The participant", participant.injury_slots
    if participant.status is LaurelsStatus.DEAD:
        raise refusals.ParticipantDead(f"{who} is {participant.status.value}.", pointer=f"{pointer}/status")
    if rested_status(participant) is LaurelsStatus.DEAD:
        if slots is None:
            message, rule = (
                f"{who} has 0 stamina and no injury slots, so it is dead.",
                rulebook.INJURY_SLOTLESS_CREATURE,
            )
            raise refusals.ParticipantDead(message, pointer=f"{pointer}/stamina", rule=rule)
        message = f"{who} has {participant.injuries} injuries in {slots} slots, so it is dead."
        raise refusals.ParticipantDead(message, pointer=f"{pointer}/injuries")


def refuse_who_is_out(participant: LaurelsParticipant, pointer: str) -> None:
    """Refuse a participant of a single attack whose status says that it is dead or has fled.

    Stamina and slots are not checked: a request need not state them for an attacker.
    """
    if participant.status is LaurelsStatus.DEAD:
        raise refusals.ParticipantDead(f"{called(participant)} is dead.", pointer=f"{pointer}/status")
    if participant.status is LaurelsStatus.FLED:
        message = f"{called(participant)} has fled."
        raise refusals.ParticipantHasFled(message, pointer=f"{pointer}/status")


def refuse_attack(
    attacker: LaurelsParticipant, strike: LaurelsStrike, mode: LaurelsMode, rulings: LaurelsRulings, places: Places
) -> None:
    """Refuse an attack that the rules forbid."""
    if attacker.weapon.broken:
        message = f"{called(attacker, 'The attacker')} attacks with a weapon that is broken."
        raise refusals.WeaponBroken(message, pointer=f"{places.attacker}/weapon/broken")
    if strike.power_attack:
        _refuse_power(attacker, mode, rulings, places)
    if strike.ability is not None:
        _refuse_ability(attacker, strike.ability, mode, places)
    if strike.distance_ft is not None:
        _refuse_distance(attacker, strike.distance_ft, mode, places)
    if mode is LaurelsMode.RANGED and not attacker.stamina and rulings.ranged_at_zero_stamina is LaurelsLeave.REFUSE:
        message = f"{called(attacker, 'The attacker')} has 0 stamina to spend on a ranged attack."
        raise refusals.InsufficientStamina(message, pointer=f"{places.attacker}/stamina")


def _refuse_power(attacker: LaurelsParticipant, mode: LaurelsMode, rulings: LaurelsRulings, places: Places) -> None:
    natural = attacker.weapon.kind is LaurelsWeaponKind.NATURAL
    if mode is LaurelsMode.SPELL or attacker.weapon.kind is LaurelsWeaponKind.SPELL:
        why = "a spell has no weapon to break"
    elif natural and rulings.power_attack_natural is LaurelsLeave.REFUSE:
        why = "a natural weapon does not break, and power_attack_natural is 'refuse'"
    else:
        return
    message = f"A power attack is not possible: {why}."
    raise refusals.PowerAttackNotPossible(message, pointer=f"{places.attack}/power_attack")


def _refuse_ability(attacker: LaurelsParticipant, ability: LaurelsAbility, mode: LaurelsMode, places: Places) -> None:
    if mode is LaurelsMode.SPELL:
        return
    allowed: tuple[LaurelsAbility, ...] = (LaurelsAbility.STRENGTH,)
    rule = rulebook.DAMAGE_ABILITY_FINESSE if ability is LaurelsAbility.DEXTERITY else rulebook.DAMAGE_ABILITY_STRENGTH
    if mode is LaurelsMode.RANGED:
        allowed, rule = (LaurelsAbility.AWARENESS,), rulebook.DAMAGE_ABILITY_AWARENESS
    elif attacker.weapon.finesse:
        allowed = (LaurelsAbility.STRENGTH, LaurelsAbility.DEXTERITY)
    if ability not in allowed:
        weapon = "a finesse weapon" if attacker.weapon.finesse else "a weapon without finesse"
        message = f"A {mode.value} attack with {weapon} adds {' or '.join(allowed)}, not {ability.value}."
        raise refusals.AbilityNotAllowed(message, pointer=f"{places.attack}/ability", rule=rule)


def _refuse_distance(attacker: LaurelsParticipant, distance: int, mode: LaurelsMode, places: Places) -> None:
    pointer, away = f"{places.attack}/distance_ft", f"the target is {distance} feet away"
    if mode is LaurelsMode.RANGED and distance < RANGED_MINIMUM_FT:
        raise refusals.TargetTooClose(f"A ranged attack needs {RANGED_MINIMUM_FT} feet; {away}.", pointer=pointer)
    if mode is LaurelsMode.MELEE and distance > MELEE_REACH_FT:
        message, rule = f"Melee reaches {MELEE_REACH_FT} feet; {away}.", rulebook.ATTACK_MELEE
        raise refusals.TargetOutOfReach(message, pointer=pointer, rule=rule)
    if mode is LaurelsMode.REACH and distance > attacker.weapon.reach_ft:
        message = f"The weapon reaches {attacker.weapon.reach_ft} feet; {away}."
        raise refusals.TargetOutOfReach(message, pointer=pointer)


def refuse_sneak(
    attacker: LaurelsParticipant, target: str | None, sneak: LaurelsSneak, *, power_attack: bool, places: Places
) -> None:
    """Refuse a sneak attack on a target, by its id, that the rules forbid."""
    at = f"{places.attack}/sneak"
    if power_attack:
        message = "power_attack is true, but a sneak attack cannot be a power attack."
        raise refusals.SneakAttackCannotBePowerAttack(message, pointer=f"{places.attack}/power_attack")
    if sneak.attacked_target_last_round:
        message = "attacked_target_last_round is true: the attacker is engaged with this target."
        raise refusals.AlreadyEngagedWithTarget(message, pointer=f"{at}/attacked_target_last_round")
    if target in attacker.attacked_last_round:
        message = f"{called(attacker, 'The attacker')} is engaged with {target}, whom it attacked last round."
        raise refusals.AlreadyEngagedWithTarget(message, pointer=f"{places.attacker}/attacked_last_round")
    if not (sneak.concealed or sneak.target_distracted):
        message = "A sneak attack needs concealed or target_distracted; both are false."
        raise refusals.NoConcealmentOrDistraction(message, pointer=f"{at}/concealed")
    if not sneak.leaves_concealment:
        refuse_unread(sneak, STAYS_HIDDEN_UNREAD, at)
    elif 2 * sneak.distance_ft > attacker.move_ft:
        message = f"{sneak.distance_ft} feet from concealment are more than half the Move of {attacker.move_ft} feet."
        raise refusals.ApproachTooFar(message, pointer=f"{at}/distance_ft")
    if sneak.returns_to_concealment:
        message = "returns_to_concealment is true, but movement after a sneak attack may not lead back."
        raise refusals.ReturnToConcealment(message, pointer=f"{at}/returns_to_concealment")


def refuse_parry(figure: LaurelsParticipant, parry: LaurelsParry, places: Places) -> None:
    """Refuse to begin a parry with a broken weapon or a destroyed shield."""
    if parry.equipment in PARRIES_UNREAD:
        refuse_unread(parry, PARRIES_UNREAD[parry.equipment], f"{places.attack}/parry")
    if has_weapon(parry):
        if figure.weapon.broken:
            message = f"{called(figure)} parries with a weapon that is broken."
            raise refusals.WeaponBroken(
                message, pointer=f"{places.attacker}/weapon/broken", rule=rulebook.PARRY_EQUIPMENT
            )
        if parry.weapon_shattered:
            message = f"{called(figure)} parries with a weapon that is shattered."
            raise refusals.NothingToParryWith(message, pointer=f"{places.attack}/parry/weapon_shattered")
    refuse_empty_hands(parry, f"{places.attack}/parry")
    if has_shield(parry) and figure.shield_durability == 0:
        message = f"{called(figure)} parries with a shield of durability 0: blows have destroyed it."
        raise refusals.NothingToParryWith(message, pointer=f"{places.attacker}/shield_durability")
