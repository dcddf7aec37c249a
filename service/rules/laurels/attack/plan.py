"""The plan of an attack: everything that its dice depend on, worked out before the first is rolled."""

from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from service.dice.model import Cited, Cites, DicePool, Span, pool_of
from service.dice.transcript import Term
from service.rules.kernel.book import Fact
from service.rules.kernel.figures import Who, who_of
from service.rules.kernel.tally import counted
from service.rules.laurels.attack.parry import explosion_span_of, shield_strength_of, stance_of, stops_everything
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.modifiers import DAMAGE_MODIFIERS, LaurelsDamageFact
from service.rules.laurels.book.options import LaurelsParryBasis, LaurelsRulings
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.tables import MODE_RULES, MODES, SIDES
from service.rules.laurels.book.words import LaurelsAbility, LaurelsMode
from service.rules.laurels.figures.models import LaurelsParry, LaurelsParticipant, LaurelsStrike
from service.rules.laurels.figures.vitals import Vitals, dies_of_exertion, fatal_damage_of, vitals_of

RANGED: Final = LaurelsMode.RANGED
SPELL: Final = LaurelsMode.SPELL
OWN_STRENGTH: Final = LaurelsDamageFact.STRENGTH
FINESSE: Final = LaurelsDamageFact.FINESSE
BY_STRENGTH: Final = LaurelsAbility.STRENGTH


class Approach(NamedTuple):
    """What kind of attack it is: an ordinary one, or a sneak attack that finds a weak spot in the armor or does not."""

    sneak: bool
    armor_counts: bool


UNNAMED: Final = Who(None, "")
"""Who acts where nobody reads of it."""
OPEN: Final = Approach(sneak=False, armor_counts=True)


class Plan(NamedTuple):
    """One attack, ready to be rolled. Of the target it holds only what damage and parry change.

    Where nobody reads of the attack, it holds no more than its dice and its harm depend on: neither names nor terms,
    and the attacker's stamina only if it is spent. So the plans of many attacks are equal.
    """

    attacker: Who
    target: Who
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
    may_die: bool
    halved: bool
    vitals: Vitals
    stance: LaurelsParry | None
    rulings: LaurelsRulings

    def __hash__(self) -> int:
        """Hash what attacks of a fight differ in; all fields would take several times as long."""
        return hash((self.pool.sides, self.magic, self.ability, self.defense, self.stamina, self.vitals))


def mode_of(attacker: LaurelsParticipant, mode: LaurelsMode | None) -> LaurelsMode:
    """Return how an attack is made: as the order says, or as the readied weapon is used."""
    return mode or MODES[attacker.weapon.kind]


def dice_at(level: int) -> int:
    """Return the base damage dice of a level."""
    return (level + 1) // 2


def base_pool_of(attacker: LaurelsParticipant) -> DicePool:
    """Return the base damage dice of an attack that is no power attack."""
    return pool_of(dice_at(attacker.level), SIDES[attacker.weapon.die])


def plan_attack(
    attacker: LaurelsParticipant,
    target: LaurelsParticipant,
    strike: LaurelsStrike,
    mode: LaurelsMode,
    rulings: LaurelsRulings,
    approach: Approach = OPEN,
    *,
    tells: bool = True,
) -> Plan:
    """Work out an attack, whether or not anybody reads of it (`tells`); refuses nothing (see `legality`)."""
    weapon, sneak = attacker.weapon, approach.sneak
    count = dice_at(attacker.level) * (2 if strike.power_attack else 1)
    magic = count * weapon.magic_bonus if rulings.sneak_magic_bonus or not sneak else 0
    fact, ability = _ability(attacker, strike.ability, mode)
    denied = sneak or strike.target_dexterity_denied
    dexterity = 0 if denied else target.dexterity
    armor = target.armor_points if approach.armor_counts else 0
    direct = sneak or mode is RANGED or weapon.direct_damage or strike.direct_damage
    stance = stance_of(target) if target.parry and _covers(rulings, mode, sneak=sneak) else None
    # By position: with so many names it would take more than twice as long, and there is a plan for every blow.
    return Plan(
        who_of(attacker, "Attacker") if tells else UNNAMED,
        who_of(target, "Target") if tells else UNNAMED,
        mode,
        approach,
        pool_of(count, SIDES[weapon.die]),
        magic,
        ability,
        dexterity + armor,
        _terms(magic, fact, ability, dexterity, armor) if tells else (),
        direct,
        denied,
        strike.power_attack,
        attacker.stamina if tells or mode is RANGED else 0,
        dies_of_exertion(attacker, rulings),
        attacker.weapon_specialized,
        vitals_of(target),
        stance,
        rulings,
    )


def _ability(
    attacker: LaurelsParticipant, named: LaurelsAbility | None, mode: LaurelsMode
) -> tuple[LaurelsDamageFact | None, int]:
    """Return which ability counts, if one does, and its bonus."""
    if mode is SPELL:
        return (None, 0) if named is None else (SPELL_FACTS[named], getattr(attacker, named.value))
    if mode is RANGED:
        return LaurelsDamageFact.AWARENESS, attacker.awareness
    if not attacker.weapon.finesse:
        return OWN_STRENGTH, attacker.strength
    if named is BY_STRENGTH:
        return LaurelsDamageFact.FINESSE_STRENGTH, attacker.strength
    return FINESSE, attacker.dexterity


SPELL_FACTS: Final = MappingProxyType(
    {
        LaurelsAbility.STRENGTH: LaurelsDamageFact.SPELL_STRENGTH,
        LaurelsAbility.DEXTERITY: LaurelsDamageFact.SPELL_DEXTERITY,
        LaurelsAbility.AWARENESS: LaurelsDamageFact.SPELL_AWARENESS,
    }
)


def _covers(rulings: LaurelsRulings, mode: LaurelsMode, *, sneak: bool) -> bool:
    """Return whether a parry works against this kind of attack."""
    return (rulings.parry_covers_sneak or not sneak) and (rulings.parry_covers_ranged or mode is not RANGED)


@lru_cache(maxsize=4096)
def _terms(magic: int, fact: LaurelsDamageFact | None, ability: int, dexterity: int, armor: int) -> tuple[Term, ...]:
    """Return the modifiers of the sum of the dice."""
    facts: dict[Fact, int] = {LaurelsDamageFact.MAGIC: magic}
    facts |= {LaurelsDamageFact.TARGET_DEXTERITY: dexterity, LaurelsDamageFact.TARGET_ARMOR: armor}
    if fact is not None:
        facts[fact] = ability
    return tuple(counted(DAMAGE_MODIFIERS, facts))


def spans_of(plan: Plan) -> tuple[Span, Span]:
    """Return the ranges of dice sums and of added dice within which results differ for the target."""
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
    """Return what shapes the base dice of an attack."""
    cites: list[Cited] = [MODE_RULES[mode][0], Rulings.DIE_TYPE]
    if power:
        cites.append(rulebook.POWER_ATTACK_DECLARE)
        if magic:
            cites.append(Rulings.POWER_MAGIC)
        if mode is RANGED:
            cites.append(Rulings.POWER_ATTACK_RANGED)
    if mode is SPELL:
        cites.append(Rulings.SPELL_ATTACK)
    if sneak and mode is LaurelsMode.REACH:
        cites.append(Rulings.SNEAK_REACH)
    return tuple(cites)


@lru_cache
def damage_cites(mode: LaurelsMode, *, sneak: bool, denied: bool, below_zero: bool, signed: bool) -> Cites:
    """Return what shapes the damage of an attack."""
    cites: list[Cited] = [rulebook.DAMAGE_DEX_DENIED] if denied and not sneak else []
    if mode is RANGED:
        cites += [rulebook.RANGED_DIRECT_DAMAGE, rulebook.RANGED_DEFENCES_APPLY]
    elif mode is not SPELL:
        cites += [rulebook.ATTACK_TWO_DETERMINATIONS, Rulings.MELEE_EXERTION]
    if below_zero:
        cites.append(rulebook.DAMAGE_MINIMUM_ZERO)
    if signed:
        cites.append(Rulings.NEGATIVE_BONUS)
    return tuple(cites)
