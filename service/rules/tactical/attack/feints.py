"""Feints: the Quick Contest, and what it takes from the defenses of the one who falls for it."""

from typing import Final

from service.dice.model import Cites, Dice
from service.dice.transcript import Tally, Term
from service.rules.kernel.tally import tally, term
from service.rules.roll_under.rolls import Contestant, roll_contest, succeeds
from service.rules.tactical.attack.number import level_of
from service.rules.tactical.attack.outcomes import TacticalFeint
from service.rules.tactical.attack.plan import AttackPlan
from service.rules.tactical.book import movement_rules
from service.rules.tactical.figures.condition import TacticalFeinted
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import name_of, ready_weapons, with_state

MOST_FEINTS: Final = 20
AT_ONCE: Final[Cites] = (movement_rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS,)
"""What stands behind a feint that is followed by an attack in the same turn."""


def roll_feint(field: Field, plan: AttackPlan, target_id: str, dice: Dice, *, turns: int) -> TacticalFeint:
    """Roll a feint with the weapon of a planned attack, and mark what the target falls for.

    `turns` are the turns of the attacker after this one in which it counts.

    Dice: 3D6 attacker, 3D6 target.
    Source: base game.
    """
    attacker, target = field[plan.attacker], field[target_id]
    number, against = skill_with(attacker, plan), best_answer(target)
    rule = movement_rules.MANEUVER_FEINT
    first = Contestant(rule, attacker.id, name_of(attacker), number)
    second = Contestant(rule, target.id, name_of(target), against)
    contest = roll_contest(first, second, dice)
    penalty = 0
    if succeeds(number.total, contest.first_roll):
        fooled = succeeds(against.total, contest.second_roll)
        penalty = max(contest.margin if fooled else contest.first_margin, 0)
    outcome = f"defends at -{penalty} against {name_of(attacker)}" if penalty else "is not deceived"
    dice.note(
        rule,
        f"{name_of(attacker)} feints: {name_of(target)} {outcome}.",
        actor=attacker.id,
        cites=() if turns else AT_ONCE,
    )
    if penalty:
        others = [each for each in target.state.feint if each.by != attacker.id]
        feinted = TacticalFeinted(by=attacker.id, penalty=penalty, turns=turns)
        field.put(with_state(target, feint=(*others[: MOST_FEINTS - 1], feinted)))
    return TacticalFeint(
        figure=attacker.id,
        target=target.id,
        number=number,
        roll=contest.first_roll,
        target_number=against,
        target_roll=contest.second_roll,
        penalty=penalty,
    )


def skill_with(attacker: TacticalFigure, plan: AttackPlan) -> Tally:
    """Return the skill that a figure feints with: that of its weapon, with what it has learned of its foe, and pain."""
    level, terms = level_of(attacker, plan.weapon)
    evaluated = attacker.state.evaluate
    if evaluated is not None and evaluated.foe == plan.target:
        terms = [*terms, term(movement_rules.MANEUVER_EVALUATE, evaluated.bonus)]
    return tally(level, [*terms, *_pain(attacker)])


def _pain(figure: TacticalFigure) -> list[Term]:
    shock = figure.state.shock
    return [term(movement_rules.TURN_SHOCK_WINDOW, shock)] if shock else []


def best_answer(target: TacticalFigure) -> Tally:
    """Return what somebody rolls against a feint: the best of DX, the weapons in hand, and the shield."""
    scores = [tally(target.dx)]
    scores += [tally(*level_of(target, each)) for each in ready_weapons(target)]
    if target.shield is not None and target.shield.ready:
        scores.append(tally(target.shield.level))
    return max(scores, key=lambda each: each.total)
