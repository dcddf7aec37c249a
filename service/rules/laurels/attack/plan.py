"""Everything the dice of one attack depend on, worked out before the first of them is rolled."""

from functools import lru_cache
from typing import Final, NamedTuple

from service.dice.model import Cited, Cites, DicePool, Rule, Span, pool_of
from service.dice.transcript import Term
from service.rules.laurels.attack.levels import dice_at
from service.rules.laurels.attack.parry import explosion_span_of, shield_strength_of, stance_of, stops_everything
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsParryBasis, LaurelsRulings
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.tables import MODES, SIDES
from service.rules.laurels.book.words import LaurelsAbility, LaurelsMode
from service.rules.laurels.figures.models import LaurelsParry, LaurelsParticipant, LaurelsStrike
from service.rules.laurels.figures.vitals import Vitals, fatal_damage_of

RANGED: Final = LaurelsMode.RANGED
SPELL: Final = LaurelsMode.SPELL


class Approach(NamedTuple):
    """What kind of blow it is: an ordinary one, or a sneak attack that finds a weak spot in the armor or does not."""

    sneak: bool
    armor_counts: bool


OPEN: Final = Approach(sneak=False, armor_counts=True)


class Plan(NamedTuple):
    """One attack, ready to be rolled; of the target, only what damage and parry change."""

    attacker: str
    target: str
    mode: LaurelsMode
    approach: Approach
    pool: DicePool
    magic: int
    ability: int
    defense: int
    terms: tuple[Term, ...]
    direct: bool
    dexterity_denied: bool
    breaks: bool
    stamina: int
    slotless: bool
    halved: bool
    vitals: Vitals
    stance: LaurelsParry | None
    rulings: LaurelsRulings


def mode_of(attacker: LaurelsParticipant, mode: LaurelsMode | None) -> LaurelsMode:
    """Return how an attack is made: as is said, or as the readied weapon is used."""
    return mode or MODES[attacker.weapon.kind]


def plan_attack(
    attacker: LaurelsParticipant,
    target: LaurelsParticipant,
    strike: LaurelsStrike,
    mode: LaurelsMode,
    rulings: LaurelsRulings,
    approach: Approach = OPEN,
) -> Plan:
    """Work out one attack of one participant on another; refuses nothing (see `legality`)."""
    weapon = attacker.weapon
    sneak = approach.sneak
    count = dice_at(attacker.level) * (2 if strike.power_attack else 1)
    magic = count * weapon.magic_bonus if rulings.sneak_magic_bonus or not sneak else 0
    rule, label, ability = _ability(attacker, strike.ability, mode)
    denied = sneak or strike.target_dexterity_denied
    dexterity = 0 if denied else target.dexterity
    armor = target.armor_points if approach.armor_counts else 0
    return Plan(
        attacker.id or "Attacker",
        target.id or "Target",
        mode,
        approach,
        pool_of(count, SIDES[weapon.die]),
        magic,
        ability,
        dexterity + armor,
        _terms(magic, rule, label, ability, dexterity, armor),
        sneak or mode is RANGED or weapon.direct_damage or strike.direct_damage,
        denied,
        strike.power_attack,
        attacker.stamina,
        attacker.injury_slots is None,
        attacker.weapon_specialized,
        Vitals(target.stamina, target.injuries, target.injury_slots, target.status),
        stance_of(target) if _covers(rulings, mode, sneak=sneak) else None,
        rulings,
    )


def _ability(
    attacker: LaurelsParticipant, named: LaurelsAbility | None, mode: LaurelsMode
) -> tuple[Rule | None, str, int]:
    """Return the rule, the name and the bonus of the ability that counts."""
    if mode is SPELL:
        if named is None:
            return None, "", 0
        return rulebook.DAMAGE_ABILITY_SPELL, named.value.capitalize(), getattr(attacker, named.value)
    if mode is RANGED:
        return rulebook.DAMAGE_ABILITY_AWARENESS, "Awareness", attacker.awareness
    if not attacker.weapon.finesse:
        return rulebook.DAMAGE_ABILITY_STRENGTH, "Strength", attacker.strength
    if named is LaurelsAbility.STRENGTH:
        return rulebook.DAMAGE_ABILITY_FINESSE, "Strength", attacker.strength
    return rulebook.DAMAGE_ABILITY_FINESSE, "Dexterity", attacker.dexterity


def _covers(rulings: LaurelsRulings, mode: LaurelsMode, *, sneak: bool) -> bool:
    """Tell whether a parry works against this kind of attack."""
    return (rulings.parry_covers_sneak or not sneak) and (rulings.parry_covers_ranged or mode is not RANGED)


@lru_cache(maxsize=4096)
def _terms(magic: int, rule: Rule | None, label: str, ability: int, dexterity: int, armor: int) -> tuple[Term, ...]:
    """Return what changes the sum of the dice; the same numbers give the same terms."""
    terms = (
        (rulebook.DAMAGE_MAGIC_BONUS_PER_DIE, "magic", magic),
        (rule, label, ability),
        (rulebook.DAMAGE_DEFENSE_POINTS, "target's Dexterity", -dexterity),
        (rulebook.DAMAGE_DEFENSE_POINTS, "target's armor", -armor),
    )
    return tuple(Term(rule=each.id, label=what, value=value) for each, what, value in terms if each and value)


def spans_of(plan: Plan) -> tuple[Span, Span]:
    """Return between which sums of the dice and numbers of added dice the target is left in different states."""
    rulings, stance = plan.rulings, plan.stance
    bonus = plan.magic + plan.ability
    harmless = plan.defense - bonus
    fatal = harmless + fatal_damage_of(plan.vitals, direct=plan.direct, rulings=rulings)
    if stance is None:
        return (harmless, fatal), (0, 0)
    if stops_everything(stance, rulings):
        return (0, 0), explosion_span_of(stance, rulings)
    if rulings.parry_basis is LaurelsParryBasis.GROSS:
        harmless = min(harmless, -bonus)
        fatal = max(fatal, 1 - bonus)  # what the shield takes whole does no harm, however clumsy the target is
    return (harmless, fatal + shield_strength_of(stance)), explosion_span_of(stance, rulings)


@lru_cache
def dice_cites(mode: LaurelsMode, *, sneak: bool, power: bool, magic: bool) -> Cites:
    """Return the rules behind the base dice of an attack."""
    cites: list[Cited] = [rulebook.ATTACK_NO_TO_HIT, rulebook.DAMAGE_DIE_TYPES, rulebook.DICE_CONSUMPTION_ORDER]
    cites += [MODE_RULES[mode], Rulings.DIE_TYPE]
    if power:
        cites += [rulebook.POWER_ATTACK_DECLARE, rulebook.POWER_ATTACK_DOUBLE_DICE]
        if magic:
            cites.append(Rulings.POWER_MAGIC)
        if mode is RANGED:
            cites.append(Rulings.POWER_ATTACK_RANGED)
    if mode is SPELL:
        cites.append(Rulings.SPELL_ATTACK)
    if sneak and mode is LaurelsMode.REACH:
        cites.append(Rulings.SNEAK_REACH)
    return tuple(cites)


MODE_RULES: Final = {
    LaurelsMode.MELEE: rulebook.ATTACK_MELEE,
    LaurelsMode.REACH: rulebook.ATTACK_REACH,
    LaurelsMode.RANGED: rulebook.ATTACK_RANGED_MINIMUM,
    LaurelsMode.SPELL: rulebook.ACTION_SPELL,
}


@lru_cache
def damage_cites(mode: LaurelsMode, *, sneak: bool, denied: bool, below_zero: bool, signed: bool) -> Cites:
    """Return the rules behind the damage of an attack."""
    cites: list[Cited] = []
    if sneak:
        cites += [rulebook.SNEAK_DIRECT_DAMAGE, rulebook.SNEAK_DEX_NEVER]
    elif denied:
        cites += [rulebook.DAMAGE_DEX_DENIED, Rulings.DEX_WHEN]
    if mode is RANGED:
        cites += [rulebook.RANGED_DIRECT_DAMAGE, rulebook.RANGED_DEFENCES_APPLY]
    elif mode is not SPELL:
        cites += [rulebook.ATTACK_TWO_DETERMINATIONS, Rulings.MELEE_EXERTION]
    if below_zero:
        cites.append(rulebook.DAMAGE_MINIMUM_ZERO)
    if signed:
        cites.append(Rulings.NEGATIVE_BONUS)
    return tuple(cites)
