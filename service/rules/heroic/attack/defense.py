"""The target's active defence: which are legal against an attack, what they are worth, and which is chosen."""

from functools import lru_cache
from typing import Final

from service.dice.model import Cites
from service.dice.transcript import Tally, Term
from service.rules.heroic.attack.models import HeroicAttackChoice
from service.rules.heroic.attack.situation.situation import Situation
from service.rules.heroic.attack.situation.skill import granted
from service.rules.heroic.attack.situation.weapons import TACTIC_ROWS, Aim
from service.rules.heroic.book import attack_rules, rulebook, words
from service.rules.heroic.book import modifiers as rows
from service.rules.heroic.book.modifiers import DefenseFact
from service.rules.heroic.book.options import HeroicRulings, HeroicSwitch, HeroicValidDefenses
from service.rules.heroic.figures.models import NO_DEFENSE_MODIFIERS, HeroicParry
from service.rules.heroic.figures.standing import grappled_of
from service.rules.kernel.book import Fact
from service.rules.kernel.tally import counted, tally, term
from service.rules.roll_under.defenses import AGAINST_MISSILES, EVERY_DEFENSE, ONLY_DODGE, is_swung
from service.rules.roll_under.modifiers import POSTURES
from service.wire import value_class

RANGED: Final = words.HeroicModeKind.RANGED
MELEE: Final = words.HeroicModeKind.MELEE
DODGE: Final = words.HeroicDefense.DODGE
PARRY: Final = words.HeroicDefense.PARRY
BLOCK: Final = words.HeroicDefense.BLOCK
UNDEFENDED: Final = words.HeroicDefense.NONE
UNARMED: Final = words.HeroicParryKind.UNARMED
ON: Final = HeroicSwitch.ON
CLOSE_PARRIES: Final = frozenset({UNARMED, words.HeroicParryKind.CLOSE_WEAPON})
TACTIC_TERMS: Final = {tactic: term(row.rule, row.defense) for tactic, row in TACTIC_ROWS.items() if row.defense}
POSTURE_TERMS: Final = {
    row.posture: term(attack_rules.REF_ACTIVE_DEFENSE, row.defense, row.posture.value.capitalize())
    for row in POSTURES
    if row.defense
}
CHOSEN: Final[Cites] = (attack_rules.ATTACK_DEFENSE_CHOICE,)


@value_class
class Defense:
    """How a target defends itself: what it is worth, and the rules behind that; no value without a defence."""

    kind: words.HeroicDefense
    name: str | None
    value: Tally | None
    cites: Cites


@value_class
class Candidate:
    """A legal defence: its printed value, what counts for it alone, and what it comes to before the common terms."""

    kind: words.HeroicDefense
    name: str | None
    base: int
    terms: list[Term]
    worth: int


def legal_kinds(aims: tuple[Aim, ...], valid: HeroicValidDefenses) -> frozenset[str]:
    """Return the kinds of defence that work against an attack.

    Ruling: heroic/ruling/valid-defenses.
    """
    if aims[0].mode.kind is not RANGED or valid is HeroicValidDefenses.ANY:
        return EVERY_DEFENSE
    if valid is HeroicValidDefenses.DODGE_ONLY_RANGED:
        return ONLY_DODGE
    return EVERY_DEFENSE.intersection(*[AGAINST_MISSILES[aim.mode.propulsion] for aim in aims])


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


@lru_cache(maxsize=512)
def defense_cites(chosen: Cites, tactic: words.HeroicTactic, members: int) -> Cites:
    """Return the rules behind the defence of so many members that are no modifiers of it."""
    row = TACTIC_ROWS[tactic]
    cites = chosen if row.defense else (*chosen, row.rule)
    cites += (rulebook.UNIT_DEFEND_AS_UNIT,) if members > 1 else ()
    return (*cites, rulebook.LOCK_RETREAT) if tactic is words.HeroicTactic.RETREAT else cites


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
    situation: Situation, aims: tuple[Aim, ...], rulings: HeroicRulings, wanted: words.HeroicDefense | None
) -> list[Candidate]:
    """Return the target's legal defences, Dodge first, then parries as listed, then Block; or those of one kind."""
    target = situation.target
    own = target.defenses
    parries, block = own.parries, own.block
    found = []
    if wanted is None or wanted is DODGE:
        found.append(_candidate(DODGE, None, own.dodge, {}, aims))
    if wanted is DODGE or (block is None and not parries):
        return found
    kinds = legal_kinds(aims, rulings.valid_defenses)
    close = situation.distance == 0 and aims[0].mode.kind is MELEE
    held: dict[Fact, int] = {}
    if (situation.grapples or target.conditions) and _is_held(situation):
        held = {DefenseFact.GRAPPLED: 1}
    if parries and PARRY in kinds and wanted is not BLOCK:
        found += [
            _candidate(PARRY, parry.name, parry.value, _parry_facts(parry, aims, held), aims)
            for parry in parries
            if not close or parry.kind in CLOSE_PARRIES
        ]
    shield = target.shield
    ready = not close and (shield is None or shield.ready)
    if block is not None and BLOCK in kinds and wanted is not PARRY and ready:
        found.append(_candidate(BLOCK, None, block, held, aims))
    return found


def _candidate(
    kind: words.HeroicDefense, name: str | None, base: int, facts: dict[Fact, int], aims: tuple[Aim, ...]
) -> Candidate:
    """Return a defence with what counts for it alone; of several attacks the mode best for the defender counts."""
    if len(aims) > 1 or aims[0].mode.defense_modifiers is not NO_DEFENSE_MODIFIERS:
        values = {_mode_modifier(kind, aim) for aim in aims}
        facts = {**facts, DefenseFact.BEST_MODE if len(values) > 1 else DefenseFact.MODE: max(values)}
    if not facts:
        return Candidate(kind, name, base, [], base)
    terms = counted(rows.DEFENSE, facts)
    return Candidate(kind, name, base, terms, base + sum([each.value for each in terms]))


def common_terms(situation: Situation, choice: HeroicAttackChoice, rulings: HeroicRulings) -> list[Term]:
    """Return what counts for every defence: tactic, posture, stun, sight, and the referee's modifiers.

    Ruling: heroic/ruling/defender-posture.
    """
    target = situation.target
    tactic, posture = TACTIC_TERMS.get(situation.target_tactic), POSTURE_TERMS.get(target.posture)
    terms = [] if tactic is None else [tactic]
    counts = rulings.defender_posture is ON
    if counts and posture is not None:
        terms.append(posture)
    if target.conditions:
        stunned = counts and words.HeroicCondition.STUNNED in target.conditions
        blind = words.HeroicCondition.BLIND in target.conditions
        terms += counted(rows.STATE, {DefenseFact.STUNNED: stunned, DefenseFact.UNSEEING: blind})
    if choice.defense_modifiers:
        terms += granted(rulebook.UNIT_REFEREE_LATITUDE, choice.defense_modifiers)
    return terms


def _is_held(situation: Situation) -> bool:
    """Return whether every able member of the target is grappled."""
    grappled = grappled_of(situation.target, situation.grapples)
    return grappled is None or (grappled > 0 and grappled >= situation.able)


def _mode_modifier(kind: words.HeroicDefense, aim: Aim) -> int:
    modifiers = aim.mode.defense_modifiers
    if kind is DODGE:
        return modifiers.dodge
    return modifiers.parry if kind is PARRY else modifiers.block


def _parry_facts(parry: HeroicParry, aims: tuple[Aim, ...], held: dict[Fact, int]) -> dict[Fact, int]:
    """Return what an attack does to a parry: a hold, a throw, and a weapon met with bare hands."""
    mode = aims[0].mode
    thrown = mode.kind is RANGED and mode.propulsion is words.HeroicPropulsion.THROWN
    bare = parry.kind is UNARMED and all(_is_swung(aim) for aim in aims)
    return {**held, DefenseFact.THROWN: thrown, DefenseFact.BARE_HANDS: bare} if thrown or bare else held


def _is_swung(aim: Aim) -> bool:
    return aim.mode.kind is MELEE and is_swung(aim.mode.weapon, aim.mode.type)
