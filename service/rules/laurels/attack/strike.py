"""The kernel of combat: one attack, from the first damage die to the last, given its plan."""

from typing import Final, NamedTuple

from service.dice.model import D4, Bands, Cites, Dice, Explosion, Rule, Span
from service.dice.transcript import Tally
from service.errors import ExplosionLimit
from service.rules.kernel.tally import spoken
from service.rules.laurels.attack.outcomes import LaurelsParryOutcome
from service.rules.laurels.attack.parry import meet, note_parry
from service.rules.laurels.attack.plan import Plan, damage_cites, dice_cites, spans_of
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsParryBasis
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.tables import EXERTION
from service.rules.laurels.book.words import LaurelsMode
from service.rules.laurels.figures.models import LaurelsParry
from service.rules.laurels.figures.vitals import Wound, note_wound, take


class Struck(NamedTuple):
    """What one attack did; `cost` is None where it cost no exertion."""

    rolled: int
    exploding: int
    gross: int
    net: int
    damage: Tally
    applied: int
    parry: LaurelsParryOutcome | None
    wound: Wound
    cost: int | None
    stamina: int


def strike(plan: Plan, dice: Dice, spans: tuple[Span, Span] | None = None) -> Struck:
    """Roll the damage of an attack, take the target's defenses and parry from it, and apply the rest.

    `spans` may name the sums of the dice and the numbers of added dice that matter, if that are fewer than usual.

    Dice: all base damage dice; explosions in waves, one die for each highest face of the wave before; D4 exertion of
    a ranged attacker.
    Source: Resolving Combat; Critical Hits; Damage Dice.
    """
    explosion = roll_damage(plan, dice, spans or spans_of(plan))
    rolled = explosion.total
    damage = Tally(base=rolled, terms=plan.terms, total=rolled + plan.magic + plan.ability - plan.defense)
    gross, net = rolled + plan.magic + plan.ability, max(0, damage.total)
    _note_damage(plan, damage, net, dice)
    applied, parry = net, None
    if plan.stance is not None:
        applied, parry = _parried(plan, plan.stance, damage, explosion.added, dice)
    wound = take(plan.vitals, applied, direct=plan.direct, rulings=plan.rulings)
    note_wound(plan.target, plan.vitals, wound, dice)
    if plan.breaks:
        text = f"{plan.attacker}'s weapon breaks."
        dice.note(rulebook.POWER_ATTACK_WEAPON_BREAKS, text, actor=plan.attacker)
    cost, stamina = None, plan.stamina
    if plan.mode is LaurelsMode.RANGED:
        exertion = RANGED_EXERTION[plan.halved]
        cost, stamina = roll_exertion(exertion, plan.attacker, plan.stamina, dice, slotless=plan.slotless)
    return Struck(rolled, explosion.added, gross, net, damage, applied, parry, wound, cost, stamina)


def roll_damage(plan: Plan, dice: Dice, spans: tuple[Span, Span]) -> Explosion:
    """Roll the base dice of an attack, and one more for each that shows its highest face.

    Dice: the pool, then its explosions in waves.
    Raises: ExplosionLimit, if more dice would be added than the request allows.
    Ruling: laurels/ruling/explosion-limit.
    """
    pool, who = plan.pool, plan.attacker
    rule, again, limit = rulebook.DAMAGE_DICE_BY_LEVEL, rulebook.DAMAGE_EXPLODING_DICE, plan.rulings.max_explosions
    try:
        explosion = dice.explode(rule, pool, again=again, limit=limit, actor=who, spans=spans)
    except ExplosionLimit as refusal:
        raise refusal.below("/rulings/max_explosions") from None
    waves = explosion.waves
    if waves:
        first = waves[0]
        cites = dice_cites(plan.mode, sneak=plan.approach.sneak, power=plan.breaks, magic=plan.magic > 0)
        first.tell(f"{who} rolls {pool.name}: {first.total}.", cites=cites)
        for wave in waves[1:]:
            added = len(wave.faces)
            dice_added = "1 die explodes" if added == 1 else f"{added} dice explode"
            wave.tell(f"{dice_added}: {wave.total} more.", cites=MAGIC_EXPLOSION if plan.magic else EXPLOSION)
    return explosion


EXPLOSION: Final[Cites] = (Rulings.EXPLOSION_ORDER,)
MAGIC_EXPLOSION: Final[Cites] = (*EXPLOSION, rulebook.DAMAGE_MAGIC_BONUS_NOT_ON_EXPLODED)


def _note_damage(plan: Plan, damage: Tally, net: int, dice: Dice) -> None:
    sneak = plan.approach.sneak
    rule = rulebook.SNEAK_DAMAGE if sneak else FORMULAS[plan.mode]
    signed = plan.ability < 0 or plan.defense < 0
    cites = damage_cites(
        plan.mode, sneak=sneak, denied=plan.dexterity_denied, below_zero=damage.total < 0, signed=signed
    )
    number = spoken(damage)
    if not net:
        number = f"no damage: {number}{' counts as 0' if damage.total < 0 else ''}"
    dice.note(rule, f"{plan.attacker} deals {plan.target} {number}.", actor=plan.attacker, target=damage, cites=cites)


FORMULAS: Final = {
    LaurelsMode.MELEE: rulebook.DAMAGE_FORMULA_MELEE,
    LaurelsMode.REACH: rulebook.DAMAGE_FORMULA_MELEE,
    LaurelsMode.RANGED: rulebook.DAMAGE_FORMULA_RANGED,
    LaurelsMode.SPELL: rulebook.DAMAGE_ABILITY_SPELL,
}


def _parried(
    plan: Plan, stance: LaurelsParry, damage: Tally, exploding: int, dice: Dice
) -> tuple[int, LaurelsParryOutcome]:
    """Meet the blow with the target's stance, after the target's defenses or before them."""
    rulings = plan.rulings
    cites: Cites = (Rulings.PARRY_ALL_SOURCES,) if plan.approach.sneak else ()
    if plan.mode is LaurelsMode.RANGED:
        cites = (Rulings.PARRY_ALL_SOURCES, Rulings.RANGED_AND_SHIELD)
    if rulings.parry_basis is LaurelsParryBasis.GROSS:
        parry = meet(stance, max(0, damage.total + plan.defense), exploding, rulings)
        applied = max(0, parry.passed_through - plan.defense) if parry.passed_through else 0
        cites += (Rulings.PARRY_DAMAGE_BASIS,)
    else:
        parry = meet(stance, max(0, damage.total), exploding, rulings)
        applied = parry.passed_through
    note_parry(plan.target, parry, dice, cites)
    return applied, parry


class Exertion(NamedTuple):
    """What exertion is rolled for, what each face of its d4 costs, which faces cost alike, and which rules say so.

    `floor` are the rules by which it costs no more stamina than there is.
    """

    rule: Rule
    costs: tuple[int, ...]
    bands: Bands
    cites: Cites
    floor: Cites


def roll_exertion(exertion: Exertion, who: str, stamina: int, dice: Dice, *, slotless: bool) -> tuple[int, int]:
    """Spend stamina, but not below 0; return the cost and what is left. Without slots nothing left is death.

    Dice: D4.
    """
    roll = dice.roll(exertion.rule, D4, actor=who, bands=exertion.bands)
    cost = exertion.costs[roll.total - 1]
    left = max(0, stamina - cost)
    cites, spends = exertion.cites, f"spends {cost} stamina"
    if cost > stamina:
        cites += exertion.floor
        spends = f"spends the last {stamina} stamina" if stamina else "has no stamina to spend"
    spent = f"{left} left" if left else "none is left" if slotless else "exhausted"
    roll.tell(f"{who} rolls {roll.total} and {spends}: {spent}.", cites=cites)
    if slotless and not left:
        text = f"{who} has no injury slots, so without stamina it is dead."
        dice.note(rulebook.INJURY_SLOTLESS_CREATURE, text, actor=who, cites=DEAD_OF_EXERTION)
    return cost, left


DEAD_OF_EXERTION: Final[Cites] = (rulebook.INJURY_DEATH, Rulings.SLOTLESS_CREATURE)
FULL_COST: Final = tuple(row.cost for row in EXERTION)
HALF_COST: Final = tuple(row.halved for row in EXERTION)
SHOOTING: Final[Cites] = (
    rulebook.ATTACK_TWO_DETERMINATIONS,
    Rulings.RANGED_EXERTION_TIMING,
    Rulings.D4_AND_CHECK_DICE,
)
FLOOR: Final[Cites] = (Rulings.RANGED_EXERTION_FLOOR,)
RANGED_EXERTION: Final = (
    Exertion(rulebook.RANGED_STAMINA_COST_UNTRAINED, FULL_COST, (1, 2, 3, 4), SHOOTING, FLOOR),
    Exertion(rulebook.RANGED_STAMINA_COST_SPECIALIZED, HALF_COST, (2, 4), SHOOTING, FLOOR),
)
