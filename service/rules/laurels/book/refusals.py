"""What the rules of this family forbid; every refusal is raised before a die is read."""

from typing import ClassVar

from service.errors import RulesRefuse
from service.rules.laurels.book import rulebook


class TargetTooClose(RulesRefuse):
    """A ranged attack is made on a target nearer than 10 feet."""

    title = "Target too close"
    rule: ClassVar[str | None] = rulebook.ATTACK_RANGED_MINIMUM.id


class TargetOutOfReach(RulesRefuse):
    """A melee or reach attack is made on a target that it does not reach."""

    title = "Target out of reach"
    rule: ClassVar[str | None] = rulebook.ATTACK_REACH.id


class InsufficientStamina(RulesRefuse):
    """A ranged attack is made by someone without stamina points to spend on it."""

    title = "No stamina for a ranged attack"
    rule: ClassVar[str | None] = rulebook.RANGED_STAMINA_COST_UNTRAINED.id


class WeaponBroken(RulesRefuse):
    """A broken weapon is used to attack or to parry."""

    title = "Weapon is broken"
    rule: ClassVar[str | None] = rulebook.POWER_ATTACK_WEAPON_BREAKS.id


class NothingToParryWith(RulesRefuse):
    """A parry is made with a shield that can take no more damage, or with a weapon that has shattered."""

    title = "Nothing to parry with"
    rule: ClassVar[str | None] = rulebook.PARRY_EQUIPMENT.id


class ParryExcludesAttack(RulesRefuse):
    """One participant is ordered to parry and to attack in the same turn."""

    title = "Parry and attack in one turn"
    rule: ClassVar[str | None] = rulebook.PARRY_DECLARE.id


class SneakAttackCannotBePowerAttack(RulesRefuse):
    """A sneak attack is declared a power attack."""

    title = "Sneak attack and power attack at once"
    rule: ClassVar[str | None] = rulebook.POWER_ATTACK_NOT_WITH_SNEAK.id


class PowerAttackNotPossible(RulesRefuse):
    """A power attack is made with a spell, or, where the request refuses that, with a natural weapon."""

    title = "Power attack not possible"
    rule: ClassVar[str | None] = rulebook.POWER_ATTACK_WEAPON_BREAKS.id


class AbilityNotAllowed(RulesRefuse):
    """An attack names an ability whose bonus it cannot add, such as Dexterity without a finesse weapon."""

    title = "Ability not allowed"
    rule: ClassVar[str | None] = rulebook.DAMAGE_ABILITY_FINESSE.id


class InvalidLevel(RulesRefuse):
    """A level is below 1."""

    title = "Level below 1"
    rule: ClassVar[str | None] = rulebook.DAMAGE_DICE_BY_LEVEL.id


class InjuriesExceedSlots(RulesRefuse):
    """A participant has more injuries than injury slots."""

    title = "More injuries than slots"
    rule: ClassVar[str | None] = rulebook.INJURY_DIRECT_DAMAGE.id


class AlreadyEngagedWithTarget(RulesRefuse):
    """A sneak attack is made on someone whom the attacker attacked in the previous round."""

    title = "Already engaged with the target"
    rule: ClassVar[str | None] = rulebook.SNEAK_NOT_ENGAGED.id


class NoConcealmentOrDistraction(RulesRefuse):
    """A sneak attack is made though the attacker is not concealed and the target is not distracted."""

    title = "Neither concealed nor distracted"
    rule: ClassVar[str | None] = rulebook.SNEAK_CONCEALMENT_OR_DISTRACTION.id


class ApproachTooFar(RulesRefuse):
    """A sneak attack leaves concealment farther from the target than half the attacker's Move."""

    title = "Too far from concealment"
    rule: ClassVar[str | None] = rulebook.SNEAK_APPROACH_DISTANCE.id


class ReturnToConcealment(RulesRefuse):
    """The movement after a sneak attack leads back into concealment."""

    title = "Back into concealment"
    rule: ClassVar[str | None] = rulebook.SNEAK_AFTER_MOVE.id


class MoveExceeded(RulesRefuse):
    """A turn's movement is more than the Move and what its action grants."""

    title = "More movement than the Move"
    rule: ClassVar[str | None] = rulebook.MOVE_ALLOWANCE.id


class LaurelsPcInSkirmish(RulesRefuse):
    """A participant that a person plays is in a fight that the service plays alone."""

    title = "Player character in a skirmish"
    rule: ClassVar[str | None] = rulebook.SKIRMISH_PC_GUARD.id


class TwoSidesRequired(RulesRefuse):
    """All participants are on one side."""

    title = "Two sides required"
    rule: ClassVar[str | None] = rulebook.INITIATIVE_SIDE_ROLL.id


class LaurelsUnknownParticipant(RulesRefuse):
    """An order, an effect or a turn order names someone who does not take part, or not on that side."""

    title = "Unknown participant"
    rule: ClassVar[str | None] = rulebook.ROUND_PHASES.id


class LaurelsDuplicateParticipant(RulesRefuse):
    """Two participants have the same id, or one participant has two orders."""

    title = "Duplicate participant"
    rule: ClassVar[str | None] = rulebook.ROUND_PHASES.id


class LaurelsInvalidTarget(RulesRefuse):
    """A participant is ordered to attack someone on its own side."""

    title = "Invalid target"
    rule: ClassVar[str | None] = rulebook.ROUND_PHASES.id


class ParticipantDead(RulesRefuse):
    """A dead participant is given an order, attacks, is attacked, flees or pursues."""

    title = "Participant is dead"
    rule: ClassVar[str | None] = rulebook.INJURY_DEATH.id


class ParticipantHasFled(RulesRefuse):
    """Someone who has fled makes a single attack, or is its target."""

    title = "Participant has fled"
    rule: ClassVar[str | None] = rulebook.ROUND_LOST_TURN.id


class InvalidReverseFaces(RulesRefuse):
    """An initiative face is said to surprise both sides."""

    title = "A face surprises both sides"
    rule: ClassVar[str | None] = rulebook.SURPRISE_REVERSE_AMBUSH.id
