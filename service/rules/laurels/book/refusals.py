"""The refusals of this family, in groups; each is raised before a die is rolled."""

from service.errors import RulesRefuse
from service.rules.kernel.figures import UnknownName
from service.rules.laurels.book import rulebook

# Groups


class BattleRefusal(RulesRefuse, group=True):
    """What a round or a skirmish is refused for."""


class AttackRefusal(BattleRefusal, group=True):
    """What an attack is refused for, whether it is single or in a round."""


class ParticipantRefusal(AttackRefusal, group=True):
    """What is refused of a participant, whatever it does."""


class SneakRefusal(BattleRefusal, group=True):
    """What only a sneak attack is refused for."""


# Participants


class InvalidLevel(ParticipantRefusal, title="Level below 1", rule=rulebook.DAMAGE_DICE_BY_LEVEL):
    """A level is below 1."""


class InjuriesExceedSlots(ParticipantRefusal, title="More injuries than slots", rule=rulebook.INJURY_DIRECT_DAMAGE):
    """A participant has more injuries than injury slots."""


class ParticipantDead(ParticipantRefusal, title="Participant is dead", rule=rulebook.INJURY_DEATH):
    """A dead participant is given an order, attacks, is attacked, flees or pursues."""


# Attacks


class TargetTooClose(AttackRefusal, title="Target too close", rule=rulebook.ATTACK_RANGED_MINIMUM):
    """A ranged attack is made on a target nearer than 10 feet."""


class TargetOutOfReach(AttackRefusal, title="Target out of reach", rule=rulebook.ATTACK_REACH):
    """A melee or reach attack is made on a target that it does not reach."""


class InsufficientStamina(
    AttackRefusal, title="No stamina for a ranged attack", rule=rulebook.RANGED_STAMINA_COST_UNTRAINED
):
    """A ranged attack is made by someone without stamina points to spend on it."""


class WeaponBroken(AttackRefusal, title="Weapon is broken", rule=rulebook.POWER_ATTACK_WEAPON_BREAKS):
    """A broken weapon is used to attack or to parry."""


class PowerAttackNotPossible(
    AttackRefusal, title="Power attack not possible", rule=rulebook.POWER_ATTACK_WEAPON_BREAKS
):
    """A power attack is made with a spell, or, where the request refuses that, with a natural weapon."""


class AbilityNotAllowed(AttackRefusal, title="Ability not allowed", rule=rulebook.DAMAGE_ABILITY_FINESSE):
    """An attack names an ability whose bonus it cannot add, such as Dexterity without a finesse weapon."""


class LaurelsInvalidTarget(AttackRefusal, title="Invalid target", rule=rulebook.ROUND_PHASES):
    """A participant is to attack itself or its own side, or the sides of those who flee and pursue contradict."""


class ParticipantHasFled(RulesRefuse, title="Participant has fled", rule=rulebook.ROUND_LOST_TURN):
    """Someone who has fled makes a single attack, or is its target."""


# Sneak attacks


class SneakAttackCannotBePowerAttack(
    SneakRefusal, title="Sneak attack and power attack at once", rule=rulebook.POWER_ATTACK_NOT_WITH_SNEAK
):
    """A sneak attack is declared a power attack."""


class AlreadyEngagedWithTarget(SneakRefusal, title="Already engaged with the target", rule=rulebook.SNEAK_NOT_ENGAGED):
    """A sneak attack is made on someone whom the attacker attacked in the previous round."""


class NoConcealmentOrDistraction(
    SneakRefusal, title="Neither concealed nor distracted", rule=rulebook.SNEAK_CONCEALMENT_OR_DISTRACTION
):
    """A sneak attack is made though the attacker is not concealed and the target is not distracted."""


class ApproachTooFar(SneakRefusal, title="Too far from concealment", rule=rulebook.SNEAK_APPROACH_DISTANCE):
    """A sneak attack leaves concealment farther from the target than half the attacker's Move."""


class ReturnToConcealment(SneakRefusal, title="Back into concealment", rule=rulebook.SNEAK_AFTER_MOVE):
    """The movement after a sneak attack leads back into concealment."""


# Battles and skirmishes


class NothingToParryWith(BattleRefusal, title="Nothing to parry with", rule=rulebook.PARRY_EQUIPMENT):
    """A parry is made with a shield that can take no more damage, or with a weapon that has shattered."""


class ParryExcludesAttack(BattleRefusal, title="Parry and attack in one turn", rule=rulebook.PARRY_DECLARE):
    """One participant is ordered to parry and to attack in the same turn."""


class MoveExceeded(BattleRefusal, title="More movement than the Move", rule=rulebook.MOVE_ALLOWANCE):
    """A turn's movement is more than the Move and what its action grants."""


class LaurelsPcInSkirmish(RulesRefuse, title="Player character in a skirmish", rule=rulebook.SKIRMISH_PC_GUARD):
    """A participant that a person plays is in a fight that the service plays alone."""


class TwoSidesRequired(BattleRefusal, title="Two sides required", rule=rulebook.INITIATIVE_SIDE_ROLL):
    """All participants are on one side."""


class LaurelsUnknownParticipant(BattleRefusal, UnknownName, title="Unknown participant", rule=rulebook.ROUND_PHASES):
    """An order, an effect or a turn order names someone who does not take part, or not on that side."""


class LaurelsDuplicateParticipant(BattleRefusal, title="Duplicate participant", rule=rulebook.ROUND_PHASES):
    """Two participants have the same id, or one participant has two orders."""


class InvalidReverseFaces(BattleRefusal, title="A face surprises both sides", rule=rulebook.SURPRISE_REVERSE_AMBUSH):
    """An initiative face is said to surprise both sides."""
