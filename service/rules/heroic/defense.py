"""The target's active defence: which are legal against an attack, what they are worth, and which is chosen."""

from typing import Final, NamedTuple

from service.dice.model import Cites
from service.dice.transcript import Tally, Term
from service.rules.heroic import injury_rulings, melee_rulings, rulebook
from service.rules.heroic import rulebook_reference as reference
from service.rules.heroic.aims import Aim
from service.rules.heroic.attack_models import HeroicAttackChoice, HeroicDefenseChoice
from service.rules.heroic.models import HeroicParry, HeroicUnit
from service.rules.heroic.option_words import HeroicSwitch, HeroicValidDefenses
from service.rules.heroic.options import HeroicRulings
from service.rules.heroic.situation import Situation
from service.rules.heroic.state import able_of, grappled_of
from service.rules.heroic.tables_reference import (
    GRAPPLED_DEFENSE,
    PARRY_THROWN,
    POSTURES,
    STUNNED_DEFENSE,
    UNARMED_PARRY,
    UNSEEING_DEFENSE,
)
from service.rules.heroic.volley import TACTIC_ROWS
from service.rules.heroic.words import (
    HeroicCondition,
    HeroicDefense,
    HeroicModeKind,
    HeroicParryKind,
    HeroicPropulsion,
)
from service.rules.kernel.tally import term
from service.rules.roll_under.words import DamageType, Posture

BLOCKABLE: Final = frozenset({HeroicPropulsion.MUSCLE, HeroicPropulsion.THROWN})
CLOSE_PARRIES: Final = frozenset({HeroicParryKind.UNARMED, HeroicParryKind.CLOSE_WEAPON})
CHOICE: Final = (rulebook.ATTACK_DEFENSE_CHOICE.id,)
GRAPPLED: Final = Term(rule=reference.REF_ACTIVE_DEFENSE.id, label="Grappled", value=GRAPPLED_DEFENSE)
STUNNED: Final = Term(rule=reference.REF_ACTIVE_DEFENSE.id, label="Stunned", value=STUNNED_DEFENSE)
UNSEEING: Final = Term(rule=reference.REF_ACTIVE_DEFENSE.id, label="Attacker unseen", value=UNSEEING_DEFENSE)


class Defense(NamedTuple):
    """A way to defend oneself; no value without a legal defence."""

    kind: HeroicDefense
    name: str | None
    value: Tally | None
    cites: Cites


HELPLESS: Final = Defense(
    HeroicDefense.NONE, None, None, (melee_rulings.ATTACK_ON_FALLEN.id, injury_rulings.HELPLESS_COUNT.id)
)


def is_close_combat(situation: Situation, aims: tuple[Aim, ...]) -> bool:
    """Tell whether attacker and target are too close for shields and long weapons."""
    return situation.distance == 0 and aims[0].mode.kind is HeroicModeKind.MELEE


def legal_kinds(aims: tuple[Aim, ...], valid: HeroicValidDefenses) -> frozenset[HeroicDefense]:
    """Return the kinds of defence that work against an attack.

    Ruling: heroic/ruling/valid-defenses.
    """
    mode = aims[0].mode
    everything = frozenset({HeroicDefense.DODGE, HeroicDefense.PARRY, HeroicDefense.BLOCK})
    if mode.kind is not HeroicModeKind.RANGED or valid is HeroicValidDefenses.ANY:
        return everything
    propulsion = {aim.mode.propulsion for aim in aims}
    if valid is HeroicValidDefenses.DODGE_ONLY_RANGED or not propulsion <= BLOCKABLE:
        return frozenset({HeroicDefense.DODGE})
    return everything if propulsion == {HeroicPropulsion.THROWN} else everything - {HeroicDefense.PARRY}


def defenses_of(
    situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...], rulings: HeroicRulings
) -> tuple[Defense, ...]:
    """Return the target's legal defences, Dodge first, then parries as listed, then Block; none if it is helpless."""
    target = situation.target
    if not able_of(target, situation.grapples, rulings.assignment):
        return ()
    kinds = legal_kinds(aims, rulings.valid_defenses)
    close = is_close_combat(situation, aims)
    common = _common_terms(situation, choice, rulings)
    own = target.defenses
    found = [_defense(HeroicDefense.DODGE, None, own.dodge, common + _mode_terms(HeroicDefense.DODGE, aims))]
    held = [GRAPPLED] if _is_held(situation, rulings) else []
    if HeroicDefense.PARRY in kinds:
        for parry in own.parries:
            if not close or parry.kind in CLOSE_PARRIES:
                terms = common + held + _parry_terms(parry, aims) + _mode_terms(HeroicDefense.PARRY, aims)
                found.append(_defense(HeroicDefense.PARRY, parry.name, parry.value, terms))
    if HeroicDefense.BLOCK in kinds and own.block is not None and not close and _is_shield_ready(target):
        terms = common + held + _mode_terms(HeroicDefense.BLOCK, aims)
        found.append(_defense(HeroicDefense.BLOCK, None, own.block, terms))
    return tuple(found)


def chosen_defense(legal: tuple[Defense, ...], choice: HeroicDefenseChoice | None) -> Defense | None:
    """Return the defence that is used; None if the choice is not legal.

    Without a choice it is the highest; equal ones in the order Dodge, Parry, Block.

    Ruling: heroic/ruling/no-defense.
    """
    if choice is None or not legal:
        return best_defense(legal)
    if choice.kind is HeroicDefense.NONE:
        return Defense(HeroicDefense.NONE, None, None, CHOICE)
    named = [each for each in legal if each.kind is choice.kind and choice.parry in {None, each.name}]
    return best_defense(tuple(named)) if named else None


def best_defense(legal: tuple[Defense, ...]) -> Defense:
    """Return the highest of the legal defences, the first of equal ones; without any, none.

    Ruling: heroic/ruling/default-defense, heroic/ruling/helpless-count.
    """
    if not legal:
        return HELPLESS
    return max(legal, key=_total)


def _total(defense: Defense) -> int:
    return defense.value.total if defense.value is not None else 0


def _defense(kind: HeroicDefense, name: str | None, value: int, terms: list[Term]) -> Defense:
    kept = tuple([each for each in terms if each.value])
    number = Tally(base=value, terms=kept, total=value + sum([each.value for each in kept]))
    return Defense(kind, name, number, CHOICE)


def _common_terms(situation: Situation, choice: HeroicAttackChoice, rulings: HeroicRulings) -> list[Term]:
    """Return what counts for every defence: tactic, posture, stun, sight, and the referee's modifiers.

    Ruling: heroic/ruling/defender-posture.
    """
    target = situation.target
    row = TACTIC_ROWS[situation.target_tactic]
    terms = [term(row.rule, row.defense)]
    conditions = target.conditions
    if rulings.defender_posture is HeroicSwitch.ON:
        if target.posture is not Posture.STANDING:
            value = POSTURES[target.posture.rank].defense
            terms.append(
                Term(rule=reference.REF_ACTIVE_DEFENSE.id, label=target.posture.value.capitalize(), value=value)
            )
        if HeroicCondition.STUNNED in conditions:
            terms.append(STUNNED)
    if HeroicCondition.BLIND in conditions:
        terms.append(UNSEEING)
    latitude = rulebook.UNIT_REFEREE_LATITUDE.id
    return terms + [Term(rule=latitude, label=each.label, value=each.value) for each in choice.defense_modifiers]


def _is_held(situation: Situation, rulings: HeroicRulings) -> bool:
    """Tell whether every able member of the target is grappled."""
    target = situation.target
    grappled = grappled_of(target, situation.grapples)
    if not grappled:
        return grappled is None
    return grappled >= able_of(target, situation.grapples, rulings.assignment)


def _mode_terms(kind: HeroicDefense, aims: tuple[Aim, ...]) -> list[Term]:
    """Return what the attack mode does to a defence; of several attacks the one best for the defender counts."""
    values = [_mode_modifier(kind, aim) for aim in aims]
    rule = rulebook.MULTI_BEST_DEFENSE if len(set(values)) > 1 else rulebook.ATTACK_EFFECTIVE_DEFENSE
    return [Term(rule=rule.id, label="Attack mode", value=max(values))]


def _mode_modifier(kind: HeroicDefense, aim: Aim) -> int:
    modifiers = aim.mode.defense_modifiers
    if kind is HeroicDefense.DODGE:
        return modifiers.dodge
    return modifiers.parry if kind is HeroicDefense.PARRY else modifiers.block


def _parry_terms(parry: HeroicParry, aims: tuple[Aim, ...]) -> list[Term]:
    """Return what the kind of attack does to a parry: thrown weapons, and weapons met with bare hands."""
    terms = []
    if all(aim.mode.kind is HeroicModeKind.RANGED and aim.mode.propulsion is HeroicPropulsion.THROWN for aim in aims):
        terms.append(Term(rule=reference.REF_ACTIVE_DEFENSE.id, label="Thrown weapon", value=PARRY_THROWN))
    if parry.kind is HeroicParryKind.UNARMED and all(_is_swung_weapon(aim) for aim in aims):
        terms.append(Term(rule=reference.REF_ACTIVE_DEFENSE.id, label="Bare hands", value=UNARMED_PARRY))
    return terms


def _is_swung_weapon(aim: Aim) -> bool:
    """Tell whether an attack is made with a weapon that does not thrust; what impales is thrust."""
    mode = aim.mode
    return mode.weapon is not None and mode.kind is HeroicModeKind.MELEE and mode.type is not DamageType.IMPALING


def _is_shield_ready(target: HeroicUnit) -> bool:
    return target.shield is None or target.shield.ready
