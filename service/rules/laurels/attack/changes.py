"""Attacker and target as an attack leaves them, ready to be sent again."""

from typing import Any, TypeVar

from service.rules.laurels.attack.parry import stance_ended
from service.rules.laurels.attack.plan import Plan
from service.rules.laurels.attack.strike import Struck
from service.rules.laurels.book.words import LaurelsEquipment, LaurelsStatus
from service.rules.laurels.figures.models import LaurelsParry, LaurelsParticipant
from service.rules.laurels.figures.vitals import Wound

P = TypeVar("P", bound=LaurelsParticipant)


def attacker_after(attacker: P, plan: Plan, struck: Struck) -> P:
    """Return the attacker with its exertion spent, its own stance ended, and its weapon broken by a power attack."""
    changes: dict[str, Any] = {}
    if struck.cost is not None:
        changes = after_exertion(attacker, struck.stamina)
    if plan.breaks:
        changes["weapon"] = attacker.weapon.model_copy(update={"broken": True})
    changes |= stance_ended(attacker.parry)
    return attacker.model_copy(update=changes) if changes else attacker


def target_after(target: P, struck: Struck) -> P:
    """Return the target with its wounds, and with its stance as the blow left it."""
    stance = struck.parry.stance if struck.parry is not None else target.parry
    return wounded(target, struck.wound, stance)


def wounded(target: P, wound: Wound, stance: LaurelsParry | None) -> P:
    """Return a participant with wounds; the dead do not parry, and a weapon that has shattered is broken."""
    changes: dict[str, Any] = {"stamina": wound.stamina, "injuries": wound.injuries, "status": wound.status}
    if target.stamina_max is None:
        changes["stamina_max"] = target.stamina
    if stance is not None:
        changes |= stance_ended(stance) if wound.status is LaurelsStatus.DEAD else {"parry": stance}
        if stance.weapon_shattered and stance.equipment is not LaurelsEquipment.SHIELD:
            changes["weapon"] = target.weapon.model_copy(update={"broken": True})
    return target.model_copy(update=changes)


def after_exertion(participant: LaurelsParticipant, stamina: int) -> dict[str, Any]:
    """Return what exertion changes; without stamina one is exhausted, or dead if one has no injury slots."""
    changes: dict[str, Any] = {"stamina": stamina}
    if participant.stamina_max is None:
        changes["stamina_max"] = participant.stamina
    if not stamina and participant.injury_slots is None:
        changes["status"] = LaurelsStatus.DEAD
    elif not stamina and participant.status is LaurelsStatus.ACTIVE:
        changes["status"] = LaurelsStatus.EXHAUSTED
    return changes
