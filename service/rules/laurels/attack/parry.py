"""Parrying: what a weapon stops, what a shield takes, and when they are gone."""

from typing import Any, NamedTuple

from service.dice.model import Cites, Dice, Rule, Span, ids_of
from service.rules.kernel.figures import Who
from service.rules.laurels.attack.outcomes import LaurelsParryOutcome
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsExplosionCount, LaurelsParryPrecedence, LaurelsRulings
from service.rules.laurels.book.refusals import NothingToParryWith
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.words import LaurelsEquipment
from service.rules.laurels.figures.models import LaurelsBlow, LaurelsParry, LaurelsParticipant


class Stop(NamedTuple):
    """What one weapon or shield did to a blow.

    `explosions` are the exploding dice that count against the weapon; `absorbed` is the damage to the shield, in
    points. Either is None for the other.
    """

    passed: int
    stance: LaurelsParry
    explosions: int | None
    absorbed: int | None
    text: str
    cites: Cites


class Met(NamedTuple):
    """The outcome of a blow that met a parry, and what the step cites."""

    outcome: LaurelsParryOutcome
    cites: Cites


def resolve_parry(input: LaurelsBlow, rulings: LaurelsRulings) -> LaurelsParryOutcome:
    """Meet one blow with a parry.

    A weapon stops every blow until enough dice have exploded against it; a shield takes blows, and twice their damage,
    until it is destroyed. Damage is in points, as the blow would reach the target unparried.

    Raises: NothingToParryWith, if a shield is to parry that can take no more damage.
    Ruling: laurels/ruling/parry-weapon-and-shield, laurels/ruling/shield-excess-units.
    Source: Parrying.
    """
    refuse_empty_hands(input.parry, "/parry")
    return meet(input.parry, input.damage, input.exploding, rulings).outcome


def stance_of(figure: LaurelsParticipant) -> LaurelsParry | None:
    """Return the stance that a participant is in, with the magic bonus of its readied weapon if none is given."""
    return figure.parry and readied(figure.parry, figure)


def readied(parry: LaurelsParry, figure: LaurelsParticipant) -> LaurelsParry:
    """Return a parry with the magic bonus of the readied weapon, if none is given and a weapon parries."""
    if parry.weapon_magic_bonus is not None or not has_weapon(parry):
        return parry
    return parry.model_copy(update={"weapon_magic_bonus": figure.weapon.magic_bonus})


def stance_taken(parry: LaurelsParry, figure: LaurelsParticipant) -> LaurelsParry | None:
    """Return the stance in which a participant begins a parry, or None if it has nothing left to parry with."""
    stance, durability = readied(parry, figure), parry.shield_durability
    if figure.shield_durability is not None:
        durability = min(durability, figure.shield_durability)
    broken = figure.weapon.broken and has_weapon(stance)
    stance = stance.model_copy(update={"weapon_shattered": broken, "shield_durability": durability})
    return stance if has_whole_weapon(stance) or shield_strength_of(stance) else None


def stance_ended(stance: LaurelsParry | None) -> dict[str, Any]:
    """Return the fields that change when a stance ends; the durability of the shield is kept."""
    if stance is None:
        return {}
    return {"parry": None} | ({"shield_durability": stance.shield_durability} if has_shield(stance) else {})


def refuse_empty_hands(parry: LaurelsParry, pointer: str) -> None:
    """Refuse a parry with a shield of durability 0."""
    if has_shield(parry) and not parry.shield_durability:
        what = "weapon and shield" if has_weapon(parry) else "a shield"
        message = f"A parry with {what} needs a shield, but its durability is 0."
        raise NothingToParryWith(message, pointer=f"{pointer}/shield_durability")


def has_weapon(stance: LaurelsParry) -> bool:
    """Return whether a stance parries with a weapon, whole or not."""
    return stance.equipment is not LaurelsEquipment.SHIELD


def has_shield(stance: LaurelsParry) -> bool:
    """Return whether a stance parries with a shield, destroyed or not."""
    return stance.equipment is not LaurelsEquipment.WEAPON


def has_whole_weapon(stance: LaurelsParry) -> bool:
    """Return whether a stance has a weapon that still stops blows."""
    return has_weapon(stance) and not stance.weapon_shattered


def meet(stance: LaurelsParry, damage: int, exploding: int, rulings: LaurelsRulings) -> Met:
    """Meet a blow: `damage` in points, `exploding` is how many of its dice exploded."""
    left, after = damage, stance
    stops: list[Stop] = []
    for means in _line_of(stance, rulings):
        if left or not stops:
            by_weapon = means is LaurelsEquipment.WEAPON
            stop = _with_weapon(after, exploding, rulings) if by_weapon else _with_shield(after, left)
            left, after = stop.passed, stop.stance
            stops.append(stop)
    explosions = next((each.explosions for each in stops if each.explosions is not None), None)
    cites = _cites(stance, stops)
    outcome = LaurelsParryOutcome(
        passed_through=left,
        explosions=explosions,
        explosions_needed=None if explosions is None else needed_to_shatter(stance),
        weapon_shattered=after.weapon_shattered if has_weapon(stance) else None,
        absorbed=next((each.absorbed for each in stops if each.absorbed is not None), None),
        shield_durability=after.shield_durability if has_shield(stance) else None,
        shield_destroyed=not after.shield_durability if has_shield(stance) else None,
        stance=after,
        text=" ".join([each.text for each in stops]) or f"Nothing was left to parry with: {damage} damage got through.",
        cites=ids_of(cites),
    )
    return Met(outcome, cites)


def _line_of(stance: LaurelsParry, rulings: LaurelsRulings) -> tuple[LaurelsEquipment, ...]:
    """Return what meets a blow, in order; the second meets only the damage that the first lets through."""
    shield = (LaurelsEquipment.SHIELD,) if has_shield(stance) and stance.shield_durability else ()
    if not has_whole_weapon(stance):
        return shield
    first = shield if rulings.parry_both_order is LaurelsParryPrecedence.SHIELD_FIRST else ()
    return (*first, LaurelsEquipment.WEAPON)


def needed_to_shatter(stance: LaurelsParry) -> int:
    """Return how many exploding dice shatter the weapon of a stance."""
    return 1 + (stance.weapon_magic_bonus or 0)


def _with_weapon(stance: LaurelsParry, exploding: int, rulings: LaurelsRulings) -> Stop:
    """Stop a blow with a whole weapon; the dice that exploded may shatter it."""
    met, needed = counted_before(stance, rulings) + exploding, needed_to_shatter(stance)
    cites: Cites = (rulebook.PARRY_WEAPON_NEGATES,)
    text = "The weapon stopped the blow and held: no die had exploded against it."
    if needed > 1:
        cites += (rulebook.PARRY_WEAPON_MAGIC_RESILIENCE,)
        text = f"The weapon stopped the blow and held ({met} of the {needed} explosions that shatter it)."
    if exploding and stance.explosions_so_far:
        cites += (Rulings.PARRY_EXPLOSION_COUNT,)
    if met >= needed:
        cites += (rulebook.PARRY_WEAPON_SHATTER,)
        text = "The weapon stopped the blow and shattered."
    if met > needed:
        cites += (Rulings.SHATTER_SURPLUS,)
    so_far = min(met, needed) if _adds_up(rulings) else stance.explosions_so_far
    after = stance.model_copy(update={"explosions_so_far": so_far, "weapon_shattered": met >= needed})
    return Stop(0, after, met, None, text, cites)


def counted_before(stance: LaurelsParry, rulings: LaurelsRulings) -> int:
    """Return the explosions of earlier blows that count with those of the next."""
    return stance.explosions_so_far if _adds_up(rulings) else 0


def _adds_up(rulings: LaurelsRulings) -> bool:
    return rulings.parry_explosion_count is LaurelsExplosionCount.CUMULATIVE


def _with_shield(stance: LaurelsParry, damage: int) -> Stop:
    """Take a blow with the shield, at two points of durability for each point of damage; the rest passes."""
    absorbed = min(damage, shield_strength_of(stance))
    left = max(0, stance.shield_durability - 2 * absorbed)
    passed = damage - absorbed
    cites: Cites = (rulebook.PARRY_SHIELD_ABSORBS, rulebook.PARRY_SHIELD_DOUBLE_DAMAGE)
    text = f"The shield took {absorbed}: {left} durability left."
    if not left:
        cites += (rulebook.PARRY_SHIELD_EXCESS,)
        text = f"The shield took {absorbed} and was destroyed{f'; {passed} got through' if passed else ''}."
    return Stop(passed, stance.model_copy(update={"shield_durability": left}), None, absorbed, text, cites)


def _rule_of(parry: LaurelsParryOutcome) -> Rule:
    """Return the rule by which a blow was met."""
    if parry.absorbed is not None:
        return rulebook.PARRY_SHIELD_ABSORBS
    if parry.explosions is not None:
        return rulebook.PARRY_WEAPON_NEGATES
    return rulebook.PARRY_AFTER_SHATTER if parry.weapon_shattered else rulebook.PARRY_SHIELD_DESTROYED


def has_met(parry: LaurelsParryOutcome) -> bool:
    """Return whether a weapon or shield met the blow."""
    return parry.absorbed is not None or parry.explosions is not None


def note_parry(who: Who, met: Met, dice: Dice, cites: Cites = ()) -> None:
    """Record how a parry met a blow."""
    rule, does = _rule_of(met.outcome), "parried" if has_met(met.outcome) else "could not parry"
    cites = tuple([each for each in met.cites if each is not rule]) + cites
    dice.note(rule, f"{who.name} {does}. {met.outcome.text}", actor=who.id, cites=cites)


def shield_strength_of(stance: LaurelsParry) -> int:
    """Return the damage that a parrying shield can absorb: half its durability, rounded up."""
    return (stance.shield_durability + 1) // 2 if has_shield(stance) else 0


def explosion_span_of(stance: LaurelsParry, rulings: LaurelsRulings) -> Span:
    """Return between which numbers of exploding dice a stance differs: none, and as many as shatter its weapon."""
    if not has_whole_weapon(stance):
        return (0, 0)
    return (0, max(0, needed_to_shatter(stance) - counted_before(stance, rulings)))


def stops_everything(stance: LaurelsParry, rulings: LaurelsRulings) -> bool:
    """Return whether the weapon alone stops the next blow, whatever its damage."""
    return _line_of(stance, rulings) == (LaurelsEquipment.WEAPON,)


def _cites(stance: LaurelsParry, stops: list[Stop]) -> Cites:
    cites = [rulebook.PARRY_ALL_SOURCES, *[cite for each in stops for cite in each.cites]]
    if stance.equipment is LaurelsEquipment.BOTH:
        cites.append(Rulings.PARRY_WEAPON_AND_SHIELD)
    if has_weapon(stance) and stance.weapon_shattered:
        cites.append(rulebook.PARRY_AFTER_SHATTER)
    if has_shield(stance) and not stance.shield_durability:
        cites.append(rulebook.PARRY_SHIELD_DESTROYED)
    return tuple(cites)
