"""Stamina and injuries: what damage costs, and when it kills."""

from typing import Final, NamedTuple

from service.dice.model import Cites, Dice
from service.rules.kernel.figures import Who
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsOverflow, LaurelsRulings
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.words import LaurelsStatus
from service.rules.laurels.figures.models import LaurelsParticipant


class Vitals(NamedTuple):
    """What damage changes; `slots` is None for a creature without injury slots."""

    stamina: int
    injuries: int
    slots: int | None
    status: LaurelsStatus


class Wound(NamedTuple):
    """Vitals after damage, the losses, what the steps cite, and whether damage was doubled for want of slots."""

    stamina: int
    stamina_lost: int
    injuries: int
    injuries_gained: int
    status: LaurelsStatus
    cites: Cites
    doubled: bool = False


def vitals_of(participant: LaurelsParticipant) -> Vitals:
    """Return the vitals of a participant."""
    return Vitals(participant.stamina, participant.injuries, participant.injury_slots, participant.status)


def take(vitals: Vitals, damage: int, *, direct: bool, rulings: LaurelsRulings) -> Wound:
    """Take points of damage: from stamina and then as injuries, or at once as injuries if it is direct.

    Ruling: laurels/ruling/stamina-overflow, laurels/ruling/injury-per-point, laurels/ruling/slotless-creature.
    """
    stamina, injuries, slots, status = vitals
    if slots is None:
        lost = min(stamina, damage * rulings.slotless_direct_multiplier if direct else damage)
        left = stamina - lost
        fate = _status(status, left, dead=not left and (damage > 0 or status is LaurelsStatus.ACTIVE))
        doubled = direct and rulings.slotless_direct_multiplier > 1
        return Wound(left, lost, injuries, 0, fate, SLOTLESS_DIRECT if direct else SLOTLESS, doubled=doubled)
    drained = 0 if direct else min(stamina, damage)
    beyond = damage - drained
    cites: Cites = ()
    if beyond and not direct:
        if not stamina:
            cites = (rulebook.STAMINA_EXHAUSTED,)
        elif rulings.overflow is LaurelsOverflow.DISCARD:
            beyond, cites = 0, (Rulings.STAMINA_OVERFLOW,)
        else:
            cites = (rulebook.STAMINA_DEPLETION_OVERFLOW,)
    gained = min(beyond, slots - injuries)
    injuries += gained
    dead = injuries >= slots and (slots > 0 or beyond > 0)
    fate = _status(status, stamina - drained, dead=dead)
    return Wound(stamina - drained, drained, injuries, gained, fate, cites)


SLOTLESS: Final[Cites] = (rulebook.INJURY_SLOTLESS_CREATURE,)
SLOTLESS_DIRECT: Final[Cites] = (*SLOTLESS, rulebook.INJURY_DIRECT_DAMAGE, Rulings.SLOTLESS_CREATURE)
INJURED: Final[Cites] = (Rulings.INJURY_PER_POINT, Rulings.INJURY_POINTS_NAME)


def fatal_damage_of(vitals: Vitals, *, direct: bool, rulings: LaurelsRulings) -> int:
    """Return the least damage, in points, beyond which more damage changes nothing."""
    stamina, injuries, slots, _ = vitals
    if slots is None:
        multiplier = rulings.slotless_direct_multiplier if direct else 1
        return max(1, -(-stamina // multiplier))
    if direct:
        return max(1, slots - injuries)
    if stamina and rulings.overflow is LaurelsOverflow.DISCARD:
        return stamina
    return stamina + max(1, slots - injuries)


def _status(status: LaurelsStatus, stamina: int, *, dead: bool) -> LaurelsStatus:
    if dead or status is LaurelsStatus.DEAD:
        return LaurelsStatus.DEAD
    if status is LaurelsStatus.FLED:
        return status
    return LaurelsStatus.ACTIVE if stamina else LaurelsStatus.EXHAUSTED


def dies_of_exertion(participant: LaurelsParticipant, rulings: LaurelsRulings) -> bool:
    """Return whether a participant is dead when exertion has taken its last stamina.

    Ruling: laurels/ruling/ranged-exertion-floor.
    """
    return rulings.exertion_kills and participant.injury_slots is None


def rested_status(participant: LaurelsParticipant) -> LaurelsStatus:
    """Return the status that follows from stamina and injuries.

    A creature without slots is dead at 0 stamina, unless it has exhausted itself.
    """
    slots, spent = participant.injury_slots, not participant.stamina and participant.status is LaurelsStatus.ACTIVE
    dead = spent if slots is None else 0 < slots == participant.injuries
    return _status(participant.status, participant.stamina, dead=dead)


def note_wound(who: Who, vitals: Vitals, wound: Wound, dice: Dice) -> None:
    """Record a wound."""
    if wound.stamina_lost:
        doubled = ", double without injury slots" if wound.doubled else ""
        text = f"{who.name} lost {wound.stamina_lost} stamina{doubled}: {wound.stamina} left."
        dice.note(rulebook.STAMINA_DRAIN, text, actor=who.id, cites=wound.cites)
    if wound.injuries_gained:
        text = f"{who.name} took {_injuries(wound.injuries_gained)}: {wound.injuries} of {vitals.slots} slots."
        dice.note(rulebook.INJURY_DIRECT_DAMAGE, text, actor=who.id, cites=INJURED + wound.cites)
    if wound.status is not vitals.status:
        if wound.status is LaurelsStatus.DEAD:
            if vitals.slots is None:
                note_death_without_slots(who, dice)
            else:
                dice.note(rulebook.INJURY_DEATH, f"{who.name} died.", actor=who.id)
        elif wound.status is LaurelsStatus.EXHAUSTED:
            dice.note(rulebook.STAMINA_EXHAUSTED, f"{who.name} was exhausted.", actor=who.id)


def note_death_without_slots(who: Who, dice: Dice) -> None:
    """Record the death of a creature without injury slots at 0 stamina."""
    cites = (rulebook.INJURY_DEATH, Rulings.SLOTLESS_CREATURE)
    text = f"{who.name} died: no stamina was left, and there are no injury slots."
    dice.note(rulebook.INJURY_SLOTLESS_CREATURE, text, actor=who.id, cites=cites)


def _injuries(number: int) -> str:
    return "1 injury" if number == 1 else f"{number} injuries"
