"""The exact odds of an attack: the same stages that play rolls are mapped over distributions.

States that go on alike are merged between two stages. Before the last blow of a maneuver is applied, everything is
forgotten that the verdict does not depend on, such as a weapon that is dropped.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from service.dice.exact import Distribution, ExactDice
from service.dice.model import Dice
from service.rules.roll_under.rolls import SuccessGrade
from service.rules.tactical.attack.attack import (
    NO_SCORE,
    Score,
    follow_up,
    renewed,
    verdict_of,
)
from service.rules.tactical.attack.criticals import ENDS_TURN, Mishap, Miss
from service.rules.tactical.attack.damage import roll_damage
from service.rules.tactical.attack.exchange import HITTING, LANDING, Stage, mark, try_stray
from service.rules.tactical.attack.feints import roll_feint
from service.rules.tactical.attack.injury import wound
from service.rules.tactical.attack.mishaps import suffer
from service.rules.tactical.attack.models import TacticalAttackInput
from service.rules.tactical.attack.outcomes import TacticalAttackVerdict
from service.rules.tactical.attack.plan import AttackPlan, Conduct, plan_attack, second_order
from service.rules.tactical.attack.struck import Struck
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of

MOST_PATHS: Final = 100_000
"""Paths that one stage may have."""
HARMLESS: Final = frozenset({Miss.BREAKS, Miss.UNREADY, Miss.DROPS, Miss.STRAINS_ARM, Miss.LOSES_BALANCE, Miss.EXPOSED})
"""The critical misses that neither hurt nor fell anybody."""
FELLING: Final = frozenset({Miss.FALLS, Miss.TRIPS, Miss.STUMBLES})

Figures = tuple[TacticalFigure, ...]


@dataclass(slots=True, unsafe_hash=True)
class Under:
    """A maneuver under way: the figures that have changed, the score, the attack that is rolled, what it leaves.

    `ends` says that the attacker can do nothing more in this turn. Once there is a verdict, nothing else counts.
    """

    figures: Figures = ()
    score: Score = NO_SCORE
    struck: Struck | None = None
    mishaps: tuple[Mishap, ...] = ()
    ends: bool = False
    verdict: TacticalAttackVerdict | None = None


class Fields:
    """The field as it is with some figures changed; a stage changes a copy of it."""

    def __init__(self, field: Field) -> None:
        """Set the field before anything is rolled."""
        self._field = field
        self._known: dict[Figures, Field] = {(): field}

    def at(self, figures: Figures) -> Field:
        """Return the field with these figures on it, which must not be changed."""
        found = self._known.get(figures)
        if found is None:
            found = self._known[figures] = self._field.copy()
            for each in figures:
                found.put(each)
        return found


Odds = Distribution[Under]


def attack_odds(input: TacticalAttackInput, rulings: TacticalRulings) -> Distribution[TacticalAttackVerdict]:
    """Return the exact chances of each verdict of an attack.

    Raises: the refusals of attacks; OddsTooLarge, if too much would have to be added up.
    """
    field = field_of(input, rulings)
    plan = plan_attack(field, input.attacker, input, Conduct(input.maneuver, input.option))
    fields, order = Fields(field), second_order(input)
    odds = Distribution.of(partial(_begin, fields, plan))

    def first(under: Under) -> AttackPlan | None:
        target = plan.target if under.figures else None
        return plan if target is None else renewed(fields.at(under.figures), plan, target)

    def second(under: Under) -> AttackPlan | None:
        return None if order is None else follow_up(fields.at(under.figures), order, plan, ends=under.ends)

    if input.maneuver is not TacticalManeuver.FEINT:
        odds = _strike(odds, Blow(fields, first, plan, last=order is None))
        odds = odds if order is None else _strike(odds, Blow(fields, second, plan, last=True))
    return odds.then(lambda under, _: _verdict(fields.at(under.figures), plan, under))


def _begin(fields: Fields, plan: AttackPlan, dice: ExactDice) -> Under:
    """Roll the feint, if there is one."""
    if not plan.conduct.feints:
        return Under()
    field = fields.at(()).copy()
    done = roll_feint(field, plan, dice)
    return Under(field.changed(), Score(penalty=done.penalty))


def _verdict(field: Field, plan: AttackPlan, under: Under) -> TacticalAttackVerdict:
    return under.verdict or verdict_of(field, under.score, plan.attacker, plan.target)


class Blow(NamedTuple):
    """One blow of a maneuver: how it is planned as things stand, whom the maneuver is meant for, and if it is last."""

    fields: Fields
    planned: Callable[[Under], AttackPlan | None]
    first: AttackPlan
    last: bool


def _strike(odds: Odds, blow: Blow) -> Odds:
    """Map all stages of a blow over what has come before."""
    odds = odds.then(partial(_ready, blow), MOST_PATHS)
    for stage in LANDING:
        odds = odds.then(partial(_play, blow, stage), MOST_PATHS)
    while any(under.struck is not None and under.struck.left for under in odds.chances):
        odds = odds.then(partial(_play, blow, _try_next), MOST_PATHS)
    odds = odds.then(partial(_forget_landing, blow))
    for stage in HITTING:
        odds = odds.then(partial(_play, blow, stage), MOST_PATHS)
    while any(under.struck is not None and len(under.struck.wounds) < under.struck.hits for under in odds.chances):
        odds = odds.then(partial(_play, blow, _damage_next), MOST_PATHS)
    odds = odds.then(_forget_hitting)
    odds = odds.then(partial(_wound, blow), MOST_PATHS)
    return odds.then(partial(_suffer, blow), MOST_PATHS)


def _ready(blow: Blow, under: Under, dice: ExactDice) -> Under:
    plan = blow.planned(under)
    return replace(under, struck=None if plan is None else Struck(plan))


def _play(blow: Blow, stage: Stage, under: Under, dice: ExactDice) -> Under:
    if under.struck is None:
        return under
    struck = copy(under.struck)
    stage(blow.fields.at(under.figures), struck, dice)
    return replace(under, struck=struck)


def _try_next(field: Field, struck: Struck, dice: Dice) -> None:
    """Try the next of those who may be hit astray, and forget how those defended themselves who were not hit."""
    if struck.left:
        try_stray(field, struck, dice)
        kept = (struck.plan.target, struck.victim)
        struck.tried = tuple([each for each in struck.tried if each.figure in kept])


def _damage_next(field: Field, struck: Struck, dice: Dice) -> None:
    if len(struck.wounds) < struck.hits:
        roll_damage(field, struck, dice)


def _forget_landing(blow: Blow, under: Under, dice: ExactDice) -> Under:
    """Forget of the last blow what the verdict does not depend on, and how a blow came to hit."""
    struck = under.struck
    if struck is None:
        return under
    grade = struck.grade if struck.grade is SuccessGrade.CRITICAL_SUCCESS else SuccessGrade.FAILURE
    struck = replace(struck, grade=grade, roll=0)
    if not blow.last:
        return replace(under, struck=struck)
    field, target = blow.fields.at(under.figures), blow.first.target
    mishaps = tuple([each for each in struck.mishaps if _matters(field, each, target)])
    tried = [each for each in struck.tried if each.planned.retreat is not None or each.planned.drop]
    kept = (target, struck.victim)
    return replace(
        under, struck=replace(struck, mishaps=mishaps, tried=tuple([each for each in tried if each.figure in kept]))
    )


def _matters(field: Field, mishap: Mishap, target: str | None) -> bool:
    """Tell whether a verdict depends on a critical miss: on falls of the target alone, and on whatever hurts."""
    effect = mishap.effect
    if effect in HARMLESS:
        return False
    if effect is Miss.FLIES:
        return mishap.lands is not None and any(each.id == target for each in field.occupants(mishap.lands))
    return effect not in FELLING or mishap.figure == target


def _forget_hitting(under: Under, dice: ExactDice) -> Under:
    """Forget how a blow came to do the damage it does."""
    struck = under.struck
    if struck is None or not struck.wounds:
        return under
    plain = replace(struck, grade=SuccessGrade.FAILURE, places=(), critical=None, head=False)
    return replace(under, struck=plain)


def _wound(blow: Blow, under: Under, dice: ExactDice) -> Under:
    """Apply the wounds of a blow."""
    struck = under.struck
    if struck is None:
        return under
    field = blow.fields.at(under.figures).copy()
    mark(field, struck)
    for hit in struck.wounds:
        wound(field, hit, dice)
    plan, victim = struck.plan, struck.victim
    injury = sum([hit.injury for hit in struck.wounds])
    score = under.score.after(struck.outcome, victim, struck.hits, injury, meant=victim in (None, plan.target))
    ends = any(each.figure == plan.attacker and each.effect in ENDS_TURN for each in struck.mishaps)
    after = Under(field.changed(), score, None, struck.mishaps, ends)
    if blow.last and not struck.mishaps:
        return Under(verdict=_verdict(field, blow.first, after))
    return after


def _suffer(blow: Blow, under: Under, dice: ExactDice) -> Under:
    """Let the critical misses of a blow take their effect."""
    if not under.mishaps:
        return under
    field = blow.fields.at(under.figures).copy()
    for mishap in under.mishaps:
        suffer(field, mishap, dice)
    after = replace(under, figures=field.changed(), mishaps=())
    return Under(verdict=_verdict(field, blow.first, after)) if blow.last else after
