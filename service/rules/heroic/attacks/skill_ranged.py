"""What counts for shooting: range, the target's numbers, size, posture and cover, and melees in the way."""

from math import ceil
from typing import Final

from service.dice.transcript import Term
from service.rules.heroic import rulebook
from service.rules.heroic import rulebook_reference as reference
from service.rules.heroic.attack_models import HeroicAttackChoice, HeroicSingleOut
from service.rules.heroic.attacks.situation import Situation, Watch
from service.rules.heroic.attacks.volley import TACTIC_ROWS
from service.rules.heroic.models import HeroicAttackMode
from service.rules.heroic.option_words import HeroicLockedShooter, HeroicSwitch
from service.rules.heroic.options import HeroicRulings
from service.rules.heroic.state import cluster_of, partners_of
from service.rules.heroic.tables import GROUP_TARGETS, INTERPOSED_PENALTY, LOCKED_TARGET_PENALTY, RANGES
from service.rules.heroic.tables_reference import COVERS, DISCRIMINATING, POSTURES, WATCH_LINE, WATCHES
from service.rules.heroic.words import HeroicCover
from service.rules.kernel.tally import term
from service.rules.roll_under.words import HitLocation, Posture

LOW: Final = frozenset({HitLocation.TORSO, HitLocation.GROIN, HitLocation.LEG})
COVER_MODIFIERS: Final = {row.cover: row.modifier for row in COVERS}
RANGE_TERMS: Final = tuple(
    Term(rule=rulebook.RANGED_RANGE_BANDS.id, label=f"{row.name.capitalize()} range", value=row.modifier)
    for row in RANGES
)
LOCKED_TARGET: Final = term(rulebook.RANGED_LOCKED_TARGET, LOCKED_TARGET_PENALTY)
CLOSE_UP_TO: Final = 2


def accuracy_terms(mode: HeroicAttackMode, situation: Situation) -> list[Term]:
    """Return Accuracy if the tactic aims, and Bulk in the closest band."""
    terms = []
    if mode.acc and TACTIC_ROWS[situation.attacker_tactic].aims and may_aim(situation):
        terms.append(Term(rule=rulebook.TACTIC_AIMED_SHOOTING.id, label="Accuracy", value=mode.acc))
    if mode.bulk and situation.distance <= CLOSE_UP_TO:
        terms.append(term(rulebook.RANGED_BULK, mode.bulk))
    return terms


def ranged_terms(situation: Situation, choice: HeroicAttackChoice, rulings: HeroicRulings) -> list[Term]:
    """Return everything that counts for a shot at the target, but for ratio and rapid fire."""
    posture, cover = situation.target.posture, choice.cover
    terms = [range_term(situation.distance), *_figure_terms(situation, choice.single_out, rulings)]
    if posture is not Posture.STANDING and (choice.modes[0] if choice.modes else choice).location in LOW:
        value = POSTURES[posture.rank].target
        terms.append(Term(rule=reference.REF_RANGED_TARGET.id, label=f"Target {posture.value}", value=value))
    if cover is not HeroicCover.NONE:
        terms.append(Term(rule=reference.REF_RANGED_TARGET.id, label="Cover", value=COVER_MODIFIERS[cover]))
    if situation.locks and is_locked_target(situation, rulings):
        terms.append(LOCKED_TARGET)
    if situation.watch is not None:
        terms += _watch_terms(situation.watch)
    return [each for each in terms if each.value]


def range_term(distance: float) -> Term:
    """Return what a distance does to a ranged attack.

    Ruling: heroic/ruling/range-gap.
    """
    yards = ceil(distance)
    at = next(at for at, row in enumerate(RANGES) if row.highest is None or yards <= row.highest)
    return RANGE_TERMS[at]


def group_bonus(members: int) -> int:
    """Return what shooting at a group of so many adds."""
    return next(row.bonus for row in GROUP_TARGETS if row.highest is None or members <= row.highest)


def may_aim(situation: Situation) -> bool:
    """Tell whether aiming helps: not in opportunity fire over more than a yard or along a line.

    Ruling: heroic/ruling/opportunity-aim.
    """
    watch = situation.watch
    return watch is None or (watch.radius <= 1 and not watch.line)


def is_locked_target(situation: Situation, rulings: HeroicRulings) -> bool:
    """Tell whether a shot at the target is a shot into a melee.

    Ruling: heroic/ruling/locked-shooter.
    """
    target = situation.target.id
    if not partners_of(target, situation.locks):
        return False
    alone = cluster_of(target, situation.locks) == {target, situation.attacker.id}
    return not (alone and rulings.locked_shooter is HeroicLockedShooter.EXEMPT)


def _figure_terms(situation: Situation, single: HeroicSingleOut | None, rulings: HeroicRulings) -> list[Term]:
    """Return what the target's numbers and size do, or the figure's that is singled out.

    Ruling: heroic/ruling/group-bonus-count, heroic/ruling/single-out-limits.
    """
    target = situation.target
    if single is None:
        terms = size_term(target.sm, rulings)
        bonus = group_bonus(situation.able) if rulings.group_target_bonus is HeroicSwitch.ON else 0
        return [*terms, term(rulebook.RANGED_GROUP_TARGET, bonus)] if bonus else terms
    size = target.sm if single.sm is None else single.sm
    between = target.sm if single.interposing_sm is None else single.interposing_sm
    hidden = not single.front_row and size <= between
    figures = term(rulebook.RANGED_SINGLE_OUT, INTERPOSED_PENALTY * single.interposing if hidden else 0)
    return [*size_term(size, rulings), figures]


def size_term(size: int, rulings: HeroicRulings) -> list[Term]:
    """Return what the target's size does to a shot, if it does anything."""
    if not size or rulings.ranged_size_modifier is HeroicSwitch.OFF:
        return []
    return [Term(rule=reference.REF_RANGED_TARGET.id, label="Target's size", value=size)]


def _watch_terms(watch: Watch) -> list[Term]:
    row = next(row for row in WATCHES if row.highest is None or watch.radius <= row.highest)
    terms = [term(reference.REF_OPPORTUNITY_FIRE, WATCH_LINE if watch.line else row.modifier)]
    if watch.discriminating:
        rule = rulebook.WAIT_OPPORTUNITY_FIRE.id
        terms.append(Term(rule=rule, label="Telling friend from foe", value=DISCRIMINATING))
    return terms
