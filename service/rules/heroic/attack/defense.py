"""The target's active defence: which are legal against an attack, what they are worth, and which is chosen."""

from typing import Final

from service.dice.model import Cites
from service.dice.transcript import Tally, Term
from service.rules.heroic.attack.models import HeroicAttackChoice
from service.rules.heroic.attack.situation import Situation
from service.rules.heroic.attack.weapons import TACTIC_ROWS, Aim
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicRulings, HeroicSwitch, HeroicValidDefenses
from service.rules.heroic.book.tables_reference import (
    GRAPPLED_DEFENSE,
    PARRY_THROWN,
    POSTURES,
    STUNNED_DEFENSE,
    UNARMED_PARRY,
    UNSEEING_DEFENSE,
)
from service.rules.heroic.book.words import (
    HeroicCondition,
    HeroicDefense,
    HeroicModeKind,
    HeroicParryKind,
    HeroicPropulsion,
)
from service.rules.heroic.figures.models import NO_DEFENSE_MODIFIERS, HeroicParry
from service.rules.heroic.figures.standing import grappled_of
from service.rules.kernel.tally import tally, term
from service.rules.kernel.value import value
from service.rules.roll_under.words import DamageType, Posture

RANGED: Final = HeroicModeKind.RANGED
MELEE: Final = HeroicModeKind.MELEE
DODGE: Final = HeroicDefense.DODGE
PARRY: Final = HeroicDefense.PARRY
BLOCK: Final = HeroicDefense.BLOCK
UNDEFENDED: Final = HeroicDefense.NONE
ON: Final = HeroicSwitch.ON
STANDING: Final = Posture.STANDING
BLOCKABLE: Final = frozenset({HeroicPropulsion.MUSCLE, HeroicPropulsion.THROWN})
THROWN: Final = frozenset({HeroicPropulsion.THROWN})
CLOSE_PARRIES: Final = frozenset({HeroicParryKind.UNARMED, HeroicParryKind.CLOSE_WEAPON})
EVERYTHING: Final = frozenset({HeroicDefense.DODGE, HeroicDefense.PARRY, HeroicDefense.BLOCK})
NOT_PARRIED: Final = frozenset({HeroicDefense.DODGE, HeroicDefense.BLOCK})
DODGED: Final = frozenset({HeroicDefense.DODGE})
TACTIC_TERMS: Final = {tactic: term(row.rule, row.defense) for tactic, row in TACTIC_ROWS.items() if row.defense}
GRAPPLED: Final = Term(rule=attack_rules.REF_ACTIVE_DEFENSE.id, label="Grappled", value=GRAPPLED_DEFENSE)
STUNNED: Final = Term(rule=attack_rules.REF_ACTIVE_DEFENSE.id, label="Stunned", value=STUNNED_DEFENSE)
UNSEEING: Final = Term(rule=attack_rules.REF_ACTIVE_DEFENSE.id, label="Attacker unseen", value=UNSEEING_DEFENSE)
THROWN_WEAPON: Final = Term(rule=attack_rules.REF_ACTIVE_DEFENSE.id, label="Thrown weapon", value=PARRY_THROWN)
BARE_HANDS: Final = Term(rule=attack_rules.REF_ACTIVE_DEFENSE.id, label="Bare hands", value=UNARMED_PARRY)
CHOSEN: Final[Cites] = (attack_rules.ATTACK_DEFENSE_CHOICE,)


@value
class Defense:
    """How a target defends itself: what it is worth, and the rules behind that; no value without a defence."""

    kind: HeroicDefense
    name: str | None
    value: Tally | None
    cites: Cites


@value
class Candidate:
    """A legal defence: its printed value, what counts for it alone, and what it comes to before the common terms."""

    kind: HeroicDefense
    name: str | None
    base: int
    terms: list[Term]
    worth: int


def legal_kinds(aims: tuple[Aim, ...], valid: HeroicValidDefenses) -> frozenset[HeroicDefense]:
    """Return the kinds of defence that work against an attack.

    Ruling: heroic/ruling/valid-defenses.
    """
    if aims[0].mode.kind is not RANGED or valid is HeroicValidDefenses.ANY:
        return EVERYTHING
    propulsion = {aim.mode.propulsion for aim in aims}
    if valid is HeroicValidDefenses.DODGE_ONLY_RANGED or not propulsion <= BLOCKABLE:
        return DODGED
    return EVERYTHING if propulsion <= THROWN else NOT_PARRIED


def defense_of(
    situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...], rulings: HeroicRulings
) -> Defense | None:
    """Return the defence that is used against an attack; None if the chosen one is not legal.

    Without a choice it is the highest; equal ones in the order Dodge, parries as listed, Block. A helpless target has
    none, and so has one that chooses none because it does not know of the attack.

    Ruling: heroic/ruling/no-defense.
    """
    wanted = choice.defense
    if wanted is None or not situation.able:
        return best_defense(situation, choice, aims, rulings)
    if wanted.kind is UNDEFENDED:
        return Defense(UNDEFENDED, None, None, CHOSEN)
    legal = _candidates(situation, aims, rulings, wanted.kind)
    if wanted.parry is not None:
        legal = [each for each in legal if each.name == wanted.parry]
    return _best_of(legal, situation, choice, rulings) if legal else None


def best_defense(
    situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...], rulings: HeroicRulings
) -> Defense:
    """Return the best legal defence, whatever has been chosen; none if the target is helpless."""
    if not situation.able:
        return Defense(UNDEFENDED, None, None, ())
    return _best_of(_candidates(situation, aims, rulings, None), situation, choice, rulings)


def _best_of(
    legal: list[Candidate], situation: Situation, choice: HeroicAttackChoice, rulings: HeroicRulings
) -> Defense:
    best = legal[0]
    for each in legal:
        if each.worth > best.worth:
            best = each
    terms = common_terms(situation, choice, rulings) + best.terms
    return Defense(best.kind, best.name, tally(best.base, terms), CHOSEN)


def _candidates(
    situation: Situation, aims: tuple[Aim, ...], rulings: HeroicRulings, wanted: HeroicDefense | None
) -> list[Candidate]:
    """Return the target's legal defences, Dodge first, then parries as listed, then Block; or those of one kind."""
    target = situation.target
    own = target.defenses
    parries, block = own.parries, own.block
    found = []
    if wanted is None or wanted is DODGE:
        found.append(_candidate(DODGE, None, own.dodge, _mode_terms(DODGE, aims)))
    if wanted is DODGE or (block is None and not parries):
        return found
    kinds = legal_kinds(aims, rulings.valid_defenses)
    close = situation.distance == 0 and aims[0].mode.kind is MELEE
    held = [GRAPPLED] if (situation.grapples or target.conditions) and _is_held(situation) else []
    if parries and PARRY in kinds and wanted is not BLOCK:
        found += [
            _candidate(PARRY, parry.name, parry.value, held + _parry_terms(parry, aims))
            for parry in parries
            if not close or parry.kind in CLOSE_PARRIES
        ]
    shield = target.shield
    ready = not close and (shield is None or shield.ready)
    if block is not None and BLOCK in kinds and wanted is not PARRY and ready:
        found.append(_candidate(BLOCK, None, block, held + _mode_terms(BLOCK, aims)))
    return found


def _candidate(kind: HeroicDefense, name: str | None, base: int, terms: list[Term]) -> Candidate:
    worth = base + sum([each.value for each in terms]) if terms else base
    return Candidate(kind, name, base, terms, worth)


def common_terms(situation: Situation, choice: HeroicAttackChoice, rulings: HeroicRulings) -> list[Term]:
    """Return what counts for every defence: tactic, posture, stun, sight, and the referee's modifiers.

    Ruling: heroic/ruling/defender-posture.
    """
    target = situation.target
    tactic = TACTIC_TERMS.get(situation.target_tactic)
    terms = [] if tactic is None else [tactic]
    posture, conditions = target.posture, target.conditions
    if rulings.defender_posture is ON:
        value = POSTURES[posture.rank].defense if posture is not STANDING else 0
        if value:
            terms.append(Term(rule=attack_rules.REF_ACTIVE_DEFENSE.id, label=posture.value.capitalize(), value=value))
        if conditions and HeroicCondition.STUNNED in conditions:
            terms.append(STUNNED)
    if conditions and HeroicCondition.BLIND in conditions:
        terms.append(UNSEEING)
    if not choice.defense_modifiers:
        return terms
    latitude = rulebook.UNIT_REFEREE_LATITUDE.id
    return terms + [Term(rule=latitude, label=each.label, value=each.value) for each in choice.defense_modifiers]


def _is_held(situation: Situation) -> bool:
    """Tell whether every able member of the target is grappled."""
    grappled = grappled_of(situation.target, situation.grapples)
    return grappled is None or (grappled > 0 and grappled >= situation.able)


def _mode_terms(kind: HeroicDefense, aims: tuple[Aim, ...]) -> list[Term]:
    """Return what the attack mode does to a defence; of several attacks the one best for the defender counts."""
    if len(aims) == 1 and aims[0].mode.defense_modifiers is NO_DEFENSE_MODIFIERS:
        return []
    values = [_mode_modifier(kind, aim) for aim in aims]
    rule = attack_rules.MULTI_BEST_DEFENSE if len(set(values)) > 1 else attack_rules.ATTACK_EFFECTIVE_DEFENSE
    best = max(values)
    return [Term(rule=rule.id, label="Attack mode", value=best)] if best else []


def _mode_modifier(kind: HeroicDefense, aim: Aim) -> int:
    modifiers = aim.mode.defense_modifiers
    if kind is DODGE:
        return modifiers.dodge
    return modifiers.parry if kind is PARRY else modifiers.block


def _parry_terms(parry: HeroicParry, aims: tuple[Aim, ...]) -> list[Term]:
    """Return what an attack does to a parry: its mode, a throw, and a weapon met with bare hands."""
    terms = _mode_terms(PARRY, aims)
    mode = aims[0].mode
    if mode.kind is RANGED and mode.propulsion is HeroicPropulsion.THROWN:
        terms.append(THROWN_WEAPON)
    if parry.kind is HeroicParryKind.UNARMED and all(_is_swung_weapon(aim) for aim in aims):
        terms.append(BARE_HANDS)
    return terms


def _is_swung_weapon(aim: Aim) -> bool:
    """Tell whether an attack is made with a weapon that does not thrust; what impales is thrust."""
    mode = aim.mode
    return mode.weapon is not None and mode.kind is MELEE and mode.type is not DamageType.IMPALING
