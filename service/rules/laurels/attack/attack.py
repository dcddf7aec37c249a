"""Single attacks, and the number of damage dice by level."""

from service.dice.model import Dice
from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.attack import legality, outcomes
from service.rules.laurels.attack.legality import called
from service.rules.laurels.attack.plan import Plan, dice_at, mode_of, plan_attack
from service.rules.laurels.attack.sentences import damage_of, losses_of, result_of, summary_of
from service.rules.laurels.attack.strike import Struck, attacker_after, strike, wounded
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsDamageType
from service.rules.laurels.figures.changes import changes_of_attack
from service.rules.laurels.figures.models import LaurelsAttack, LaurelsLevel


def resolve_attack(input: LaurelsAttack, rulings: LaurelsRulings, dice: Dice) -> outcomes.LaurelsAttackOutcome:
    """Roll the damage of one attack; there is no roll to hit.

    Each die at its highest face adds another. The sum, with magic and an ability bonus, less the target's Dexterity
    and armor, drains stamina, and then, or at range at once, fills injury slots. Distances are in feet.

    Dice: all base damage dice; explosions in waves, one die for each highest face of the wave before; D4 exertion of
    a ranged attacker.
    Raises: ExplosionLimit, if more dice would be added than `max_explosions`; LaurelsInvalidTarget, if attacker and
    target have the same id; and a refusal for the dead and the fled, a broken weapon, a distance, an ability or a power
    attack that does not fit the attack, or a shot without stamina.
    Source: Combat - Attack Actions; Resolving Combat; Power Attacks; Parrying.
    """
    attacker, target = input.attacker, input.target
    refuse_participants(input, dice)
    mode = mode_of(attacker, input.mode)
    legality.refuse_attack(attacker, input, mode, rulings, legality.SINGLE)
    plan = plan_attack(attacker, target, input, mode, rulings)
    return attack_outcome(input, plan, strike(plan, dice))


def count_dice(input: LaurelsLevel, rulings: LaurelsRulings) -> outcomes.LaurelsDiceCount:
    """Count the base damage dice of a level: one, and one more at each odd level from 3 on.

    Raises: InvalidLevel.
    Source: Damage Dice.
    """
    legality.refuse_level(input.level, "/level")
    return outcomes.LaurelsDiceCount(dice=dice_at(input.level))


def refuse_participants(attack: LaurelsAttack, dice: Dice) -> None:
    """Refuse participants that are dead, have fled or contradict themselves; warn of those without values."""
    legality.refuse_participant(attack.attacker, "/attacker")
    legality.refuse_participant(attack.target, "/target")
    legality.refuse_who_is_out(attack.attacker, "/attacker")
    legality.refuse_who_is_out(attack.target, "/target")
    legality.refuse_oneself(attack.attacker, attack.target)
    legality.warn_of_blanks(((attack.attacker, "attacker"), (attack.target, "target")), dice)


def attack_outcome(attack: LaurelsAttack, plan: Plan, struck: Struck) -> outcomes.LaurelsAttackOutcome:
    """Make the outcome of an attack."""
    wound, harm = struck.wound, struck.harm
    attacker, target = attacker_after(attack.attacker, plan, harm), wounded(attack.target, harm)
    return outcomes.LaurelsAttackOutcome(
        summary=summary_of(called(attack.attacker, "Attacker"), called(attack.target, "Target"), plan, struck),
        verdict=verdict_of(plan, struck),
        dice=plan.pool.count,
        rolled=struck.rolled,
        exploding=struck.exploding,
        magic_bonus=plan.magic,
        ability_bonus=plan.ability,
        gross=struck.gross,
        defense_points=plan.defense,
        net=struck.net,
        damage=struck.damage,
        damage_type=LaurelsDamageType.DIRECT if plan.direct else LaurelsDamageType.STAMINA,
        applied=struck.applied,
        target=outcomes.LaurelsWounds(
            stamina=wound.stamina,
            injuries=wound.injuries,
        ),
        parry=struck.parry,
        attacker_weapon_broken=plan.breaks,
        stamina_cost=struck.cost,
        attacker_stamina=struck.stamina,
        changes=changes_of_attack((attack.attacker, attacker), (attack.target, target)),
        attacker_next=attacker,
        target_next=target,
    )


def verdict_of(plan: Plan, struck: Struck) -> outcomes.LaurelsAttackVerdict:
    """Return the verdict of an attack."""
    wound, result = struck.wound, result_of(struck)
    shattered, destroyed = losses_of(plan, struck)
    return outcomes.LaurelsAttackVerdict(
        outcome=result,
        hits=int(result is AttackResult.HIT),
        damage=damage_of(struck),
        target_status=wound.status,
        stamina_lost=wound.stamina_lost,
        injuries_gained=wound.injuries_gained,
        weapon_shattered=shattered,
        shield_destroyed=destroyed,
        attacker_exhausted=struck.cost is not None and not struck.stamina,
    )
