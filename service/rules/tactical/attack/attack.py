"""Attack: resolve one, or two of one maneuver, or a feint."""

from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.criticals import ENDS_TURN
from service.rules.tactical.attack.defense import plan_defenses
from service.rules.tactical.attack.exchange import exchange
from service.rules.tactical.attack.feints import roll_feint
from service.rules.tactical.attack.models import TacticalAttackInput, TacticalAttackOrder
from service.rules.tactical.attack.outcomes import (
    TacticalAttackOutcome,
    TacticalAttackReport,
    TacticalAttackVerdict,
    TacticalFeint,
    TacticalMishap,
)
from service.rules.tactical.attack.plan import AttackPlan, Conduct, plan_attack, second_conduct, second_order
from service.rules.tactical.attack.sentences import summary_of
from service.rules.tactical.book import attack_rules, movement_rules
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.figures.standing import is_conscious, name_of, status_of, with_state

FEINT: Final = TacticalManeuver.FEINT
HIT: Final = AttackResult.HIT


class Score(NamedTuple):
    """What attacks have come to so far: on their targets, and on somebody else; `penalty` is that of a feint."""

    outcome: AttackResult | None = None
    hits: int = 0
    injury: int = 0
    stray: str | None = None
    stray_injury: int = 0
    penalty: int | None = None

    def after(self, outcome: AttackResult, victim: str | None, hits: int, injury: int, *, meant: bool) -> "Score":
        """Add an attack: what came of it for the target, whom it hit, and what that cost."""
        outcome = HIT if HIT in (self.outcome, outcome) else outcome
        if meant:
            return self._replace(outcome=outcome, hits=self.hits + hits, injury=self.injury + injury)
        return self._replace(outcome=outcome, stray=victim, stray_injury=self.stray_injury + injury)


NO_SCORE: Final = Score()


def resolve_attack(input: TacticalAttackInput, rulings: TacticalRulings, dice: Dice) -> TacticalAttackOutcome:
    """Roll an attack against an active defense, and apply its wounds.

    Distances are in yards, which are hexes; injury is in hit points.

    Dice: for a feint 3D6 attacker, 3D6 target; then for each attack 3D6; a critical miss; 3D6 for each defense; a
    critical miss; for each of those whom it may hit astray a choice, 3D6 and 3D6 for each defense; for each hit 3D6
    location and D6 side; 3D6 for a critical hit; damage; for each wound 3D6 for each death check, 3D6 knockdown, 3D6
    knockback, 3D6 aim; what critical misses ask for; and 3D6 for each of those who concentrate.
    Raises: the refusals of attacks.
    Source: base game; Melee Attacks; Ranged Attacks; Defending in Tactical Combat.
    """
    field = field_of(input, rulings)
    plan = plan_attack(field, input.attacker, input, Conduct(input.maneuver, input.option))
    feint, reports = strike(field, plan, dice)
    score = Score(penalty=None if feint is None else feint.penalty)
    for each in reports:
        injury = sum([wound.injury for wound in each.wounds])
        score = score.after(each.outcome, each.hit, each.hits, injury, meant=each.hit in (None, each.target))
    return TacticalAttackOutcome(
        summary=summary_of(field, reports, feint),
        verdict=verdict_of(field, score, plan.attacker, plan.target),
        feint=feint,
        attacks=reports,
        figures=field.changed(),
    )


class Blows(NamedTuple):
    """What one maneuver came to: its feint, if there was one, and its attacks in order."""

    feint: TacticalFeint | None
    attacks: tuple[TacticalAttackReport, ...]


def strike(field: Field, plan: AttackPlan, dice: Dice) -> Blows:
    """Feint, strike, and strike again, as far as a planned attack says so.

    Dice: those of `resolve_attack`.
    """
    feint = roll_feint(field, plan, dice) if plan.conduct.feints else None
    if plan.conduct.maneuver is FEINT:
        mark_feint(field, plan)
        return Blows(feint, ())
    if feint is not None and feint.penalty:
        plan = renewed(field, plan, feint.target)
    first = exchange(field, plan, dice)
    follow = second_plan(field, plan, first, dice)
    return Blows(feint, (first,) if follow is None else (first, exchange(field, follow, dice)))


def mark_feint(field: Field, plan: AttackPlan) -> None:
    """Mark a feint as the attacker's maneuver; what it has learned of its foe is used up."""
    attacker = field[plan.attacker]
    field.put(with_state(attacker, maneuver=FEINT, option=None, aim=None, evaluate=None))


def second_plan(field: Field, first: AttackPlan, report: TacticalAttackReport, dice: Dice) -> AttackPlan | None:
    """Return the second of two blows as it is after the first, or None if there is none or it cannot be made."""
    order = second_order(first.order)
    if order is None:
        return None
    plan = follow_up(field, order, first, ends=any(ends_turn(each, first.attacker) for each in report.mishaps))
    rule = movement_rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS
    rule = attack_rules.ATTACK_RAPID_STRIKE if first.conduct.rapid else rule
    often = "no second time" if plan is None else "a second time"
    dice.note(rule, f"{name_of(field[first.attacker])} strikes {often}.", actor=first.attacker)
    return plan


def ends_turn(mishap: TacticalMishap, attacker: str) -> bool:
    """Tell whether a critical miss leaves an attacker nothing more to do in this turn."""
    return mishap.figure == attacker and mishap.effect in ENDS_TURN


def follow_up(field: Field, order: TacticalAttackOrder, first: AttackPlan, *, ends: bool) -> AttackPlan | None:
    """Return the second blow as it is planned on the field now, or None if it cannot be made.

    A target that has retreated from the first out of reach is struck all the same.
    Ruling: tactical/ruling/retreat-out-of-reach.
    """
    target = order.target
    if ends or not is_conscious(field[first.attacker]) or (target is not None and field[target].state.dead):
        return None
    choice = order.defense
    if choice is not None and choice.forced:
        order = order.model_copy(update={"defense": choice.model_copy(update={"forced": False})})
    try:
        return plan_attack(field, first.attacker, order, second_conduct(first.conduct))
    except RulesRefuse:
        retreated = None if target is None else field[target].state.retreat
        if target is None or target != first.target or retreated is None or retreated.foe != first.attacker:
            return None
    return renewed(field, replace(first, order=order), target)


def renewed(field: Field, plan: AttackPlan, target: str) -> AttackPlan:
    """Return an attack on somebody with his defenses as they are on the field now."""
    defenses, undefended = plan_defenses(field, target, plan.threat, plan.order.defense)
    return replace(plan, defenses=defenses, undefended=undefended)


def verdict_of(field: Field, score: Score, attacker: str, target: str | None) -> TacticalAttackVerdict:
    """Return what players care about, with what became of target and attacker."""
    struck = None if target is None else field[target]
    return TacticalAttackVerdict(
        outcome=score.outcome,
        hits=score.hits,
        injury=score.injury,
        target_status=None if struck is None else status_of(struck),
        stunned=struck is not None and struck.state.stunned,
        prone=struck is not None and struck.posture is Posture.LYING,
        stray=score.stray,
        stray_injury=score.stray_injury,
        feint=score.penalty,
        attacker_status=status_of(field[attacker]),
    )
