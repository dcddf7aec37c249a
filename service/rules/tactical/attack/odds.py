"""The exact odds of an attack: the same stages that play rolls are mapped over distributions.

States that go on alike are merged between two stages. Before the last blow of a maneuver is applied, everything is
forgotten that the verdict does not depend on, such as a weapon that is dropped.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Final

from service.dice.exact import Counted, Distribution, ExactDice
from service.dice.model import Dice
from service.dice.phases import NoRoll, Phase, then
from service.rules.kernel.family import Harm
from service.rules.roll_under.rolls import SuccessGrade, grade_of
from service.rules.tactical.attack import attack
from service.rules.tactical.attack.exchange import exchange
from service.rules.tactical.attack.exchange.strays import try_stray
from service.rules.tactical.attack.exchange.struck import Struck, hits_stopped
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.attack.records import TacticalAttackInput, TacticalAttackOrder, TacticalAttackVerdict
from service.rules.tactical.attack.situation.legality import second_order
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.attack.wounds.injury import wound
from service.rules.tactical.attack.wounds.mishaps import Mishap, Miss, suffer
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalStatus
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of

HARM: Final = Harm("injury", frozenset({TacticalStatus.ACTIVE}))
"""What the odds of an attack tell of its target."""
MOST_PATHS: Final = 100_000
"""Paths that one stage may have."""
HARMLESS: Final = frozenset({Miss.BREAKS, Miss.UNREADY, Miss.DROPS, Miss.STRAINS_ARM, Miss.LOSES_BALANCE, Miss.EXPOSED})
"""The critical misses that neither hurt nor fell anybody."""
FELLING: Final = frozenset({Miss.FALLS, Miss.TRIPS, Miss.STUMBLES})

Figures = tuple[TacticalFigure, ...]


@dataclass(slots=True)
class Under:
    """A maneuver under way: the figures that have changed, the score, the attack that is rolled, what it leaves.

    `ends` says that the attacker can do nothing more in this turn. Once there is a verdict, nothing else counts.
    """

    figures: Figures = ()
    score: attack.Score = attack.NO_SCORE
    struck: Struck | None = None
    mishaps: tuple[Mishap, ...] = ()
    ends: bool = False
    verdict: TacticalAttackVerdict | None = None
    _hash: int | None = field(default=None, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Hash it once: it is looked up in each stage, and never changes."""
        if self._hash is None:
            self._hash = hash((self.figures, self.score, self.struck, self.mishaps, self.ends, self.verdict))
        return self._hash

    def at(self, struck: Struck | None) -> "Under":
        """Return the maneuver with another attack that is rolled."""
        return Under(self.figures, self.score, struck, self.mishaps, self.ends, self.verdict)


Odds = Counted[Under]


WAYS: Final = Counter(map(sum, product(range(1, 7), repeat=3)))
"""How many of the 216 throws of 3D6 have each sum."""


def landing_chance(plan: AttackPlan) -> float:
    """Return the chance that a blow hits its target, and that its defenses do not stop all of it."""
    number, shots = plan.number.total, plan.order.shots
    chance = 0.0
    for total, ways in WAYS.items():
        grade = grade_of(number, total)
        if grade in exchange.SUCCESSES:
            hits = 1 if shots == 1 else exchange.shots_hit(number - total, shots, plan.weapon.rcl)
            is_sure = grade is SuccessGrade.CRITICAL_SUCCESS
            chance += ways / 216 * (1.0 if is_sure else _left_of(hits, [each.number.total for each in plan.defenses]))
    return chance


def _left_of(hits: int, defenses: Sequence[int]) -> float:
    """Return the chance that one of some hits is left by defenses: a second one is tried if the first stops none."""
    if not defenses:
        return 1.0
    (number, *others), chance = defenses, 0.0
    for total, ways in WAYS.items():
        stopped = hits_stopped(number, total, hits)
        chance += ways / 216 * (float(stopped < hits) if stopped else _left_of(hits, others))
    return chance


class AttackOdds:
    """An attack that nothing forbids, with the chances of each way that it can go."""

    def __init__(self, input: TacticalAttackInput, rulings: TacticalRulings) -> None:
        """Plan the attack; a stage changes a copy of the field."""
        self._input = input
        self._field = field_of(input, rulings)
        self._plan = plan_attack(self._field, input.attacker, input, Conduct(input.maneuver, input.option))
        self._known: dict[Figures, Field] = {(): self._field}

    def verdicts(self) -> Distribution[TacticalAttackVerdict]:
        """Return the chances of each verdict."""
        odds = Counted.of(self._begin)
        if self._input.maneuver is not attack.FEINT:
            again = self._input.second
            second = None if again is None else second_order(self._input, again)
            odds = self._strike(odds, None, last=second is None)
            odds = odds if second is None else self._strike(odds, second, last=True)
        return odds.mapped(lambda under: under.verdict or self._verdict(under)).distribution

    def _at(self, figures: Figures) -> Field:
        """Return the field with these figures on it, which must not be changed."""
        found = self._known.get(figures)
        if found is None:
            found = self._known[figures] = self._field.copy()
            for each in figures:
                found.put(each)
        return found

    def _verdict(self, under: Under) -> TacticalAttackVerdict:
        return attack.verdict_of(self._at(under.figures), under.score, self._plan.attacker, self._plan.target)

    def _begin(self, dice: ExactDice) -> Under:
        """Roll the feint, if there is one."""
        if not self._plan.conduct.feints:
            return Under()
        field = self._field.copy()
        done = attack.roll_feint(field, self._plan, dice)
        return Under(field.changed(), attack.Score(penalty=done.penalty))

    def _strike(self, odds: Odds, order: TacticalAttackOrder | None, *, last: bool) -> Odds:
        """Map all stages of a blow over what has come before; without an order it is the first one."""
        odds = odds.mapped(partial(self._ready, order))
        for stage in exchange.LANDING:
            odds = self._staged(odds, stage, partial(exchange.is_due, stage))
        odds = self._repeat(odds, _try_next, lambda struck: bool(struck.left))
        odds = odds.mapped(partial(self._forget_landing, last=last))
        for stage in exchange.HITTING:
            odds = self._staged(odds, stage, partial(exchange.is_due, stage))
        odds = self._repeat(odds, exchange.roll_damage, lambda struck: len(struck.wounds) < struck.hits)
        odds = odds.mapped(_forget_hitting)
        odds = then(odds, partial(self._wound, last=last), MOST_PATHS)
        return then(odds, partial(self._suffer, last=last), MOST_PATHS)

    def _ready(self, order: TacticalAttackOrder | None, under: Under) -> Under:
        """Plan a blow as things stand."""
        plan: AttackPlan | None = self._plan
        if order is not None:
            plan = attack.follow_up(self._at(under.figures), order, self._plan, ends=under.ends)
        elif under.figures and self._plan.target is not None:
            plan = attack.renewed(self._at(under.figures), self._plan, self._plan.target)
        return under.at(None if plan is None else Struck(plan))

    def _staged(self, odds: Odds, stage: exchange.Stage, is_due: Callable[[Struck], bool]) -> Odds:
        """Play a stage wherever it is due; what it is not due for stays as it is."""

        def play(field: Field, before: Struck, under: Under, dice: Dice) -> Under:
            struck = before.copied()
            stage(field, struck, dice)
            return under.at(struck)

        def prepare(under: Under) -> Phase[Under]:
            struck = under.struck
            if struck is None or not is_due(struck):
                return NoRoll(lambda _: under)
            return partial(play, self._at(under.figures), struck, under)

        return then(odds, prepare, MOST_PATHS)

    def _repeat(self, odds: Odds, stage: exchange.Stage, is_due: Callable[[Struck], bool]) -> Odds:
        """Play a stage again and again, wherever it is due."""
        while any(under.struck is not None and is_due(under.struck) for under in odds.weights):
            odds = self._staged(odds, stage, is_due)
        return odds

    def _forget_landing(self, under: Under, *, last: bool) -> Under:
        """Forget of the last blow what the verdict does not depend on, and how a blow came to hit."""
        struck, target = under.struck, self._plan.target
        if struck is None:
            return under
        grade = struck.grade if struck.grade is SuccessGrade.CRITICAL_SUCCESS else SuccessGrade.FAILURE
        struck = struck.copied()
        struck.grade, struck.roll = grade, 0
        if last:
            field, kept = self._at(under.figures), (target, struck.victim)
            struck.mishaps = tuple([each for each in struck.mishaps if _matters(field, each, target)])
            moved = [each for each in struck.tried if each.planned.retreat is not None or each.planned.drop]
            struck.tried = tuple([each for each in moved if each.figure in kept])
        return under.at(struck)

    def _wound(self, under: Under, *, last: bool) -> Phase[Under]:
        """Apply the wounds of a blow."""
        struck = under.struck
        if struck is None:
            return NoRoll(lambda _: under)
        marked = self._at(under.figures).copy()
        exchange.mark(marked, struck)
        return partial(self._wounded, marked, struck, under, last=last)

    def _wounded(self, marked: Field, struck: Struck, under: Under, dice: Dice, *, last: bool) -> Under:
        field, plan = marked.copy(), struck.plan
        for hit in struck.wounds:
            wound(field, hit, dice)
        injury = sum([hit.injury for hit in struck.wounds])
        score = under.score.after(struck.outcome, plan.target, struck.victim, struck.hits, injury)
        after = Under(field.changed(), score, None, struck.mishaps, attack.ends_turn(struck.mishaps, plan.attacker))
        return Under(verdict=self._verdict(after)) if last and not struck.mishaps else after

    def _suffer(self, under: Under, *, last: bool) -> Phase[Under]:
        """Let the critical misses of a blow take their effect."""
        if not under.mishaps:
            return NoRoll(lambda _: under)
        return partial(self._suffered, self._at(under.figures), under, last=last)

    def _suffered(self, before: Field, under: Under, dice: Dice, *, last: bool) -> Under:
        field = before.copy()
        for mishap in under.mishaps:
            suffer(field, mishap, dice)
        after = replace(under, figures=field.changed(), mishaps=())
        return Under(verdict=self._verdict(after)) if last else after


def attack_odds(input: TacticalAttackInput, rulings: TacticalRulings) -> Distribution[TacticalAttackVerdict]:
    """Return the exact chances of each verdict of an attack.

    Raises: the refusals of attacks; OddsTooLarge, if too much would have to be added up.
    """
    return AttackOdds(input, rulings).verdicts()


def _try_next(field: Field, struck: Struck, dice: Dice) -> None:
    """Try the next of those who may be hit astray, and forget how those defended themselves who were not hit."""
    try_stray(field, struck, dice)
    kept = (struck.plan.target, struck.victim)
    struck.tried = tuple([each for each in struck.tried if each.figure in kept])


def _matters(field: Field, mishap: Mishap, target: str | None) -> bool:
    """Return whether a verdict depends on a critical miss: on falls of the target alone, and on whatever hurts."""
    effect = mishap.effect
    if effect in HARMLESS:
        return False
    if effect is Miss.FLIES:
        return mishap.lands is not None and any(each.id == target for each in field.occupants(mishap.lands))
    return effect not in FELLING or mishap.figure == target


def _forget_hitting(under: Under) -> Under:
    """Forget how a blow came to do the damage it does."""
    struck = under.struck
    if struck is None or not struck.wounds:
        return under
    plain = struck.copied()
    plain.grade, plain.places, plain.critical, plain.head = SuccessGrade.FAILURE, (), None, False
    return under.at(plain)
