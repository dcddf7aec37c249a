"""The damage roll of one attack: dice, defenses, parry, wound and exertion, and both participants afterwards."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from service.dice.exact import results_of
from service.dice.model import D4, Bands, BriefKernel, Cites, Dice, DicePool, Expected, Explosion, Roll, Rule, Spans
from service.dice.transcript import Tally, Term
from service.errors import ExplosionLimit, OddsTooLarge
from service.rules.kernel.figures import Who
from service.rules.kernel.tally import spoken
from service.rules.laurels.attack.outcomes import LaurelsParryOutcome
from service.rules.laurels.attack.parry import has_weapon, meet, note_parry, stance_ended
from service.rules.laurels.attack.plan import Plan, damage_cites, dice_cites, spans_of
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsParryBasis
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.tables import EXERTION, MODE_RULES
from service.rules.laurels.book.words import LaurelsMode, LaurelsStatus
from service.rules.laurels.figures.models import LaurelsParry, LaurelsParticipant
from service.rules.laurels.figures.vitals import Wound, note_death_without_slots, note_wound, take

P = TypeVar("P", bound=LaurelsParticipant)


class Harm(NamedTuple):
    """What an attack changes: stamina, injuries and status of its target, and the stance that met it, if one did.

    `left` is the attacker's stamina after an exertion, None without one.
    """

    stamina: int
    injuries: int
    status: LaurelsStatus
    stance: LaurelsParry | None = None
    left: int | None = None


class Struck(NamedTuple):
    """The result of one attack: `dealt`, after defenses, may be below 0; `cost` is None without exertion."""

    rolled: int
    exploding: int
    gross: int
    dealt: int
    terms: tuple[Term, ...]
    applied: int
    parry: LaurelsParryOutcome | None
    wound: Wound
    cost: int | None
    stamina: int

    @property
    def net(self) -> int:
        """What the defenses let through."""
        return max(0, self.dealt)

    @property
    def damage(self) -> Tally:
        """What made the damage, from the dice on."""
        return Tally(base=self.rolled, terms=self.terms, total=self.dealt)

    @property
    def harm(self) -> Harm:
        """What it changes."""
        wound, parry = self.wound, self.parry
        left = None if self.cost is None else self.stamina
        return Harm(wound.stamina, wound.injuries, wound.status, None if parry is None else parry.stance, left)


def strike(plan: Plan, dice: Dice, spans: Spans | None = None) -> Struck:
    """Roll the damage of an attack, take the target's defenses and parry from it, and apply the rest.

    `spans` may name the sums of the dice and the numbers of added dice that matter, if that are fewer than usual.

    Dice: all base damage dice; explosions in waves, one die for each highest face of the wave before; D4 exertion of
    a ranged attacker.
    Source: Resolving Combat; Critical Hits; Damage Dice.
    """
    explosion = roll_damage(plan, dice, spans or partial(spans_of, plan))
    rolled = explosion.total
    gross = rolled + plan.magic + plan.ability
    dealt = gross - plan.defense
    if dice.tells:
        _note_damage(plan, Tally(base=rolled, terms=plan.terms, total=dealt), dice)
    applied, parry = max(0, dealt), None
    if plan.stance is not None:
        applied, parry = _parried(plan, plan.stance, dealt, explosion.added, dice)
    wound = take(plan.vitals, applied, direct=plan.direct, rulings=plan.rulings)
    if dice.tells:
        note_wound(plan.target, plan.vitals, wound, dice)
    if plan.breaks and dice.tells:
        text = f"The weapon of {plan.attacker.name} broke."
        dice.note(rulebook.POWER_ATTACK_WEAPON_BREAKS, text, actor=plan.attacker.id)
    cost, stamina = None, plan.stamina
    if plan.mode is LaurelsMode.RANGED:
        exertion = RANGED_EXERTION[plan.halved]
        cost, stamina = roll_exertion(exertion, plan.attacker, plan.stamina, dice, may_die=plan.may_die)
    return Struck(rolled, explosion.added, gross, dealt, plan.terms, applied, parry, wound, cost, stamina)


def _roll_harm(plan: Plan, dice: Dice) -> Harm:
    return strike(plan, dice).harm


ROLL_HARM: Final[BriefKernel[Plan, Harm]] = BriefKernel(_roll_harm)
"""An attack of which nobody reads, as a kernel: what it changes."""


def harm_chance(plan: Plan) -> float | None:
    """Return the chance that an attack does its target harm; None if it has too many dice for that."""
    try:
        results, whole = results_of(ROLL_HARM, plan)
    except OddsTooLarge:
        return None
    stamina, injuries, _, status = plan.vitals
    harmless = sum(
        [ways for harm, ways in results if isinstance(harm, Harm) and harm[:3] == (stamina, injuries, status)]
    )
    return 1 - harmless / whole


def roll_damage(plan: Plan, dice: Dice, spans: Spans) -> Explosion:
    """Roll the base dice of an attack, and one more for each that shows its highest face.

    Dice: the pool, then its explosions in waves.
    Ruling: laurels/ruling/explosion-limit.
    """
    pool, who = plan.pool, plan.attacker
    rule, again, limit = rulebook.DAMAGE_DICE_BY_LEVEL, rulebook.DAMAGE_EXPLODING_DICE, plan.rulings.max_explosions
    if dice.tells:
        dice.expect(lambda: (damage_roll(who, plan.target, pool),))
    try:
        explosion = dice.explode(rule, pool, again=again, limit=limit, actor=who.id, spans=spans)
    except ExplosionLimit as refusal:
        raise refusal.below("/rulings/max_explosions") from None
    if dice.tells:
        _tell_waves(plan, explosion.waves)
    return explosion


def _tell_waves(plan: Plan, waves: Sequence[Roll]) -> None:
    for first in waves[:1]:
        cites = dice_cites(plan.mode, sneak=plan.approach.sneak, power=plan.breaks, magic=plan.magic > 0)
        first.tell(f"{plan.attacker.name} rolled {first.total} on {plan.pool.name}.", cites=cites)
    magic = (rulebook.DAMAGE_MAGIC_BONUS_NOT_ON_EXPLODED,) if plan.magic else ()
    for wave in waves[1:]:
        added = len(wave.faces)
        dice_added = "1 die exploded" if added == 1 else f"{added} dice exploded"
        wave.tell(f"{dice_added}: {wave.total} more.", cites=magic)


def damage_roll(attacker: Who, target: Who, pool: DicePool) -> Expected:
    """Return the roll of the base dice of an attack, to be announced."""
    purpose = f"damage of the attack of {attacker.name} on {target.name}"
    return Expected(rulebook.DAMAGE_DICE_BY_LEVEL, pool, attacker.id, purpose)


def exertion_roll(rule: Rule, who: Who) -> Expected:
    """Return the roll of an exertion, to be announced."""
    return Expected(rule, D4, who.id, f"stamina that {who.name} spends")


def _note_damage(plan: Plan, damage: Tally, dice: Dice) -> None:
    sneak, below_zero = plan.approach.sneak, damage.total < 0
    rule = rulebook.SNEAK_DAMAGE if sneak else MODE_RULES[plan.mode][1]
    signed = plan.ability < 0 or plan.defense < 0
    cites = damage_cites(plan.mode, sneak=sneak, denied=plan.dexterity_denied, below_zero=below_zero, signed=signed)
    number = spoken(damage)
    if damage.total <= 0:
        number = f"no damage: {number}{' counted as 0' if below_zero else ''}"
    attacker, target = plan.attacker, plan.target
    text = f"{attacker.name} dealt {target.name} {number}."
    if plan.stance is not None:
        text = f"The attack of {attacker.name} on {target.name} was worth {number}."
    dice.note(rule, text, actor=attacker.id, target=damage, cites=cites)


def _parried(
    plan: Plan, stance: LaurelsParry, dealt: int, exploding: int, dice: Dice
) -> tuple[int, LaurelsParryOutcome]:
    """Meet the blow with the target's stance, after the target's defenses or before them."""
    gross = plan.rulings.parry_basis is LaurelsParryBasis.GROSS
    met = meet(stance, max(0, dealt + (plan.defense if gross else 0)), exploding, plan.rulings)
    parry = met.outcome
    applied = parry.passed_through
    if gross:
        applied = max(0, applied - plan.defense) if applied else 0
    if dice.tells:
        note_parry(plan.target, met, dice, _parry_cites(plan))
    return applied, parry


def _parry_cites(plan: Plan) -> Cites:
    """Return what shapes a parry, besides its own rules."""
    cites: Cites = ()
    if plan.mode is LaurelsMode.RANGED:
        cites = (Rulings.PARRY_ALL_SOURCES, Rulings.RANGED_AND_SHIELD)
    elif plan.approach.sneak:
        cites = (Rulings.PARRY_ALL_SOURCES,)
    if plan.rulings.parry_basis is LaurelsParryBasis.GROSS:
        cites += (Rulings.PARRY_DAMAGE_BASIS,)
    return cites


class Exertion(NamedTuple):
    """A kind of exertion: its rule, the cost of each face of the d4, the bands of equal costs, and what it cites.

    `floor` is cited if the cost exceeds the stamina left.
    """

    rule: Rule
    costs: tuple[int, ...]
    bands: Bands
    cites: Cites
    floor: Cites = ()


def roll_exertion(exertion: Exertion, who: Who, stamina: int, dice: Dice, *, may_die: bool) -> tuple[int, int]:
    """Spend stamina, but not below 0; return the cost and the stamina left. Who may die of it is dead at 0.

    Dice: D4.
    """
    dice.expect(lambda: (exertion_roll(exertion.rule, who),))
    roll = dice.roll(exertion.rule, D4, actor=who.id, bands=exertion.bands)
    return exerted(exertion, roll, who, stamina, dice, may_die=may_die)


def exerted(exertion: Exertion, roll: Roll, who: Who, stamina: int, dice: Dice, *, may_die: bool) -> tuple[int, int]:
    """Return the cost of a roll for exertion and the stamina left, but not below 0, and tell of it."""
    cost = exertion.costs[roll.total - 1]
    left = max(0, stamina - cost)
    if dice.tells:
        _tell_exertion(exertion, roll, who, stamina, may_die=may_die)
        if may_die and not left:
            note_death_without_slots(who, dice)
    return cost, left


def _tell_exertion(exertion: Exertion, roll: Roll, who: Who, stamina: int, *, may_die: bool) -> None:
    cost = exertion.costs[roll.total - 1]
    left = max(0, stamina - cost)
    cites, spent = exertion.cites, f"spent {cost} stamina"
    if cost > stamina:
        cites += exertion.floor
        spent = f"spent the last {stamina} stamina" if stamina else "had no stamina to spend"
    rest = f"{left} left" if left else "none was left" if may_die else "exhausted"
    roll.tell(f"{who.name} rolled {roll.total} and {spent}: {rest}.", cites=cites)


COSTS: Final = (tuple([row.cost for row in EXERTION]), tuple([row.halved for row in EXERTION]))
"""What each face of exertion costs: ordinarily, and specialized."""
ALIKE: Final[tuple[Bands, Bands]] = ((1, 2, 3, 4), (2, 4))
"""The faces of exertion that cost alike: ordinarily, and specialized."""
SHOOTING: Final[Cites] = (
    rulebook.ATTACK_TWO_DETERMINATIONS,
    Rulings.RANGED_EXERTION_TIMING,
    Rulings.D4_AND_CHECK_DICE,
)
FLOOR: Final[Cites] = (Rulings.RANGED_EXERTION_FLOOR,)
RANGED_EXERTION: Final = (
    Exertion(rulebook.RANGED_STAMINA_COST_UNTRAINED, COSTS[False], ALIKE[False], SHOOTING, FLOOR),
    Exertion(rulebook.RANGED_STAMINA_COST_SPECIALIZED, COSTS[True], ALIKE[True], SHOOTING, FLOOR),
)


def attacker_after(attacker: P, plan: Plan, harm: Harm) -> P:
    """Return the attacker with its exertion spent, its own stance ended, and its weapon broken by a power attack."""
    if attacker.parry is None and harm.left is None and not plan.breaks:
        return attacker
    changes: dict[str, Any] = stance_ended(attacker.parry)
    if harm.left is not None:
        changes |= after_exertion(attacker, harm.left, may_die=plan.may_die)
    if plan.breaks:
        changes["weapon"] = attacker.weapon.model_copy(update={"broken": True})
    return attacker.model_copy(update=changes)


def wounded(target: P, harm: Harm) -> P:
    """Return a participant with wounds; the dead do not parry, and a weapon that has shattered is broken."""
    stamina, injuries, status, stance, _ = harm
    is_hurt = stamina != target.stamina or injuries != target.injuries or status is not target.status
    if not is_hurt and target.stamina_max is not None and target.parry is None and stance is None:
        return target
    changes: dict[str, Any] = {"stamina": stamina, "injuries": injuries, "status": status}
    if target.stamina_max is None:
        changes["stamina_max"] = target.stamina
    stance = stance or target.parry
    if stance is not None:
        changes |= stance_ended(stance) if status is LaurelsStatus.DEAD else {"parry": stance}
        if stance.weapon_shattered and has_weapon(stance):
            changes["weapon"] = target.weapon.model_copy(update={"broken": True})
    return target.model_copy(update=changes)


def after_exertion(participant: LaurelsParticipant, stamina: int, *, may_die: bool) -> dict[str, Any]:
    """Return the fields that exertion changes; at 0 stamina one is exhausted, or dead if one may die of it."""
    changes: dict[str, Any] = {"stamina": stamina}
    if participant.stamina_max is None:
        changes["stamina_max"] = participant.stamina
    if not stamina and may_die:
        changes["status"] = LaurelsStatus.DEAD
    elif not stamina and participant.status is LaurelsStatus.ACTIVE:
        changes["status"] = LaurelsStatus.EXHAUSTED
    return changes
