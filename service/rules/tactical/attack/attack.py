"""Attack: resolve one, or two of one maneuver, or a feint."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice
from service.dice.transcript import Tally
from service.errors import RulesRefuse
from service.rules.kernel.hexes import hex_text
from service.rules.kernel.tally import tally, term
from service.rules.kernel.telling import amount, sentence, times
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.rolls import Contestant, roll_contest, succeeds
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack import records
from service.rules.tactical.attack.defense.active_defenses import plan_defenses
from service.rules.tactical.attack.defense.exposure import exposure_of
from service.rules.tactical.attack.exchange.exchange import exchange
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.attack.situation.legality import second_conduct, second_order
from service.rules.tactical.attack.situation.situation import Conduct, level_of, own_terms, unforced
from service.rules.tactical.attack.wounds.hits import spoken_part
from service.rules.tactical.attack.wounds.mishaps import ENDS_TURN, Mishap
from service.rules.tactical.book import attack_rules, movement_rules
from service.rules.tactical.book.critical_results import TacticalCriticalMiss
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalKnockdown, TacticalManeuver
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.changes import changes_told
from service.rules.tactical.figures.condition import TacticalFeinted
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of

FEINT: Final = TacticalManeuver.FEINT
HIT: Final = AttackResult.HIT
MOST_FEINTS: Final = 20
AT_ONCE: Final[Cites] = (movement_rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS,)
"""What stands behind a feint that is followed by an attack in the same turn."""


class Score(NamedTuple):
    """What attacks have come to so far: on their targets, and on somebody else; `penalty` is that of a feint."""

    outcome: AttackResult | None = None
    hits: int = 0
    injury: int = 0
    stray: str | None = None
    stray_injury: int = 0
    penalty: int | None = None

    def after(self, outcome: AttackResult, target: str | None, victim: str | None, hits: int, injury: int) -> "Score":
        """Add an attack: what came of it for the target, whom it hit, and what that cost."""
        outcome = HIT if HIT in (self.outcome, outcome) else outcome
        if victim is None or victim == target:
            return self._replace(outcome=outcome, hits=self.hits + hits, injury=self.injury + injury)
        return self._replace(outcome=outcome, stray=victim, stray_injury=self.stray_injury + injury)


NO_SCORE: Final = Score()


def score_of(reports: Iterable[records.TacticalAttackReport], penalty: int | None = None) -> Score:
    """Add up attacks, after a feint with this penalty."""
    score = Score(penalty=penalty)
    for each in reports:
        injury = sum([wound.injury for wound in each.wounds])
        score = score.after(each.outcome, each.target, each.hit, each.hits, injury)
    return score


def resolve_attack(
    input: records.TacticalAttackInput, rulings: TacticalRulings, dice: Dice
) -> records.TacticalAttackOutcome:
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
    field.acting = plan.attacker
    feint, reports = strike(field, plan, dice)
    score = score_of(reports, None if feint is None else feint.penalty)
    return records.TacticalAttackOutcome(
        summary=summary_of(field, reports, feint),
        verdict=verdict_of(field, score, plan.attacker, plan.target),
        feint=feint,
        attacks=reports,
        changes=changes_told(field, dice, plan.attacker),
        figures=field.changed(),
    )


class Blows(NamedTuple):
    """What one maneuver came to: its feint, if there was one, and its attacks in order."""

    feint: records.TacticalFeint | None
    attacks: tuple[records.TacticalAttackReport, ...]


def strike(field: Field, plan: AttackPlan, dice: Dice) -> Blows:
    """Feint, strike, and strike again, as far as a planned attack says so.

    Dice: those of `resolve_attack`.
    """
    feint = roll_feint(field, plan, dice) if plan.conduct.feints else None
    if plan.conduct.maneuver is FEINT:
        field.put(standing.with_state(field[plan.attacker], maneuver=FEINT, option=None, aim=None, evaluate=None))
        return Blows(feint, ())
    if feint is not None and feint.penalty:
        plan = renewed(field, plan, feint.target)
    first = exchange(field, plan, dice)
    follow = second_plan(field, plan, first, dice)
    return Blows(feint, (first,) if follow is None else (first, exchange(field, follow, dice)))


def second_plan(field: Field, first: AttackPlan, report: records.TacticalAttackReport, dice: Dice) -> AttackPlan | None:
    """Return the second of two blows as it is after the first, or None if there is none or it cannot be made."""
    if first.order.second is None:
        return None
    order = second_order(first.order, first.order.second)
    plan = follow_up(field, order, first, ends=ends_turn(report.mishaps, first.attacker))
    rule = movement_rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS
    rule = attack_rules.ATTACK_RAPID_STRIKE if first.conduct.rapid else rule
    often = "no second time" if plan is None else "a second time"
    dice.note(rule, f"{field.name_of(first.attacker)} struck {often}.", actor=first.attacker)
    return plan


def ends_turn(mishaps: Sequence[Mishap | records.TacticalMishap], attacker: str) -> bool:
    """Return whether critical misses leave an attacker nothing more to do in this turn."""
    return any(each.figure == attacker and each.effect in ENDS_TURN for each in mishaps)


def follow_up(field: Field, order: records.TacticalAttackOrder, first: AttackPlan, *, ends: bool) -> AttackPlan | None:
    """Return the second blow as it is planned on the field now, or None if it cannot be made.

    A target that has retreated from the first out of reach is struck all the same.
    Ruling: tactical/ruling/retreat-out-of-reach.
    """
    target = order.target
    if ends or not standing.is_conscious(field[first.attacker]) or (target is not None and field[target].state.dead):
        return None
    order = unforced(order)
    try:
        return plan_attack(field, first.attacker, order, second_conduct(first.conduct))
    except RulesRefuse:
        retreated = None if target is None else field[target].state.retreat
        if target is None or target != first.target or retreated is None or retreated.foe != first.attacker:
            return None
    return renewed(field, replace(first, order=order), target)


def renewed(field: Field, plan: AttackPlan, target: str) -> AttackPlan:
    """Return an attack on somebody with his defenses as they are on the field now."""
    defenses, undefended = plan_defenses(exposure_of(field, field[target], plan.threat), plan.order.defense)
    return replace(plan, defenses=defenses, undefended=undefended)


def verdict_of(field: Field, score: Score, attacker: str, target: str | None) -> records.TacticalAttackVerdict:
    """Return what players care about, with what became of target and attacker."""
    struck = None if target is None else field[target]
    return records.TacticalAttackVerdict(
        outcome=score.outcome,
        hits=score.hits,
        injury=score.injury,
        target_status=None if struck is None else standing.status_of(struck),
        stunned=struck is not None and struck.state.stunned,
        prone=struck is not None and struck.posture is Posture.LYING,
        stray=score.stray,
        stray_injury=score.stray_injury,
        feint=score.penalty,
        attacker_status=standing.status_of(field[attacker]),
    )


# Feints


def roll_feint(field: Field, plan: AttackPlan, dice: Dice) -> records.TacticalFeint:
    """Roll a feint with the weapon of a planned attack, and mark what the target falls for.

    That counts in the next turn of the attacker, too, unless an attack follows in this one.

    Dice: 3D6 attacker, 3D6 target.
    Source: base game.
    """
    attacker, target = field[plan.attacker], field[plan.target or ""]
    turns = 1 if plan.conduct.maneuver is FEINT else 0
    number, against = skill_with(attacker, plan), best_answer(target)
    rule = movement_rules.MANEUVER_FEINT
    first = Contestant(rule, attacker.id, standing.name_of(attacker), number)
    second = Contestant(rule, target.id, standing.name_of(target), against)
    contest = roll_contest(first, second, dice)
    penalty = 0
    if succeeds(number.total, contest.first_roll):
        fooled = succeeds(against.total, contest.second_roll)
        penalty = max(contest.margin if fooled else contest.first_margin, 0)
    outcome = f"fell for it: -{penalty} to defenses" if penalty else "was not deceived"
    text = f"{standing.name_of(attacker)} feinted, {'and' if penalty else 'but'} {standing.name_of(target)} {outcome}."
    dice.note(rule, text, actor=attacker.id, cites=() if turns else AT_ONCE)
    if penalty:
        others = [each for each in target.state.feint if each.by != attacker.id]
        feinted = TacticalFeinted(by=attacker.id, penalty=penalty, turns=turns)
        field.put(standing.with_state(target, feint=(*others[: MOST_FEINTS - 1], feinted)))
    return records.TacticalFeint(
        figure=attacker.id,
        target=target.id,
        number=number,
        roll=contest.first_roll,
        target_number=against,
        target_roll=contest.second_roll,
        penalty=penalty,
    )


def skill_with(attacker: TacticalFigure, plan: AttackPlan) -> Tally:
    """Return the skill that a figure feints with: that of its weapon, with what it has learned of its foe, and pain.

    The caller's own modifiers count if the feint is the whole attack; else they are those of the blow.
    """
    level, terms = level_of(attacker, plan.weapon)
    evaluated, shock = attacker.state.evaluate, attacker.state.shock
    if evaluated is not None and evaluated.foe == plan.target:
        terms = [*terms, term(movement_rules.MANEUVER_EVALUATE, evaluated.bonus)]
    if shock:
        terms = [*terms, term(movement_rules.TURN_SHOCK_WINDOW, shock)]
    return tally(level, [*terms, *own_terms(plan.order)] if plan.conduct.maneuver is FEINT else terms)


def best_answer(target: TacticalFigure) -> Tally:
    """Return what somebody rolls against a feint: the best of DX, the weapons in hand, and the shield."""
    scores = [tally(target.dx)]
    scores += [tally(*level_of(target, each)) for each in standing.ready_weapons(target)]
    if target.shield is not None and target.shield.ready:
        scores.append(tally(target.shield.level))
    return max(scores, key=lambda each: each.total)


# What players read

Miss = TacticalCriticalMiss
DEFENDED: Final = frozenset({AttackResult.DODGED, AttackResult.PARRIED, AttackResult.BLOCKED})
SUFFERED: Final = {
    Miss.BREAKS: "broke the weapon",
    Miss.HITS_SELF: "hit itself",
    Miss.HITS_SELF_HALF: "hit itself",
    Miss.LOSES_BALANCE: "lost balance",
    Miss.UNREADY: "was left unready",
    Miss.DROPS: "dropped the weapon",
    Miss.FLIES: "lost hold of the weapon, which flew off",
    Miss.STRAINS_ARM: "strained an arm",
    Miss.FALLS: "fell",
    Miss.KNOCKED_OUT: "was knocked out",
    Miss.STRAINS_LIMB: "strained a limb",
    Miss.HITS_SOLID: "hit something solid",
    Miss.HITS_SOLID_HALF: "hit something solid",
    Miss.STUMBLES: "stumbled",
    Miss.TRIPS: "tripped",
    Miss.EXPOSED: "was left exposed",
    Miss.HURTS_LIMB: "tore a muscle",
}


def summary_of(
    field: Field, reports: Sequence[records.TacticalAttackReport], feint: records.TacticalFeint | None
) -> str:
    """Say in a sentence or two what attacks came to, after a feint if one was made."""
    told = [] if feint is None else [_feint_text(field, feint)]
    return " ".join([*told, *[_attack_text(field, each) for each in reports]])


def _feint_text(field: Field, feint: records.TacticalFeint) -> str:
    attacker, target = field.name_of(feint.figure), field.name_of(feint.target)
    if feint.penalty:
        return sentence(f"{attacker} feinted, and {target} fell for it: -{feint.penalty} to defenses")
    return sentence(f"{attacker} feinted, but {target} was not deceived")


def _attack_text(field: Field, report: records.TacticalAttackReport) -> str:
    """Say what one attack came to."""
    attacker = field.name_of(report.attacker)
    where = f"hex {hex_text(report.hex)}" if report.target is None else field.name_of(report.target)
    if report.hit is not None and report.hit == report.target:
        text = f"{attacker} hit {where}{_hits_text(report)}"
    elif report.outcome in DEFENDED:
        text = f"{attacker} attacked {where}, who {report.outcome.value}"
    else:
        text = f"{attacker} missed {where}"
    if report.hit is not None and report.hit != report.target:
        text += f"{',' if report.outcome in DEFENDED else ''} and hit {field.name_of(report.hit)} instead"
        text += _hits_text(report)
    ends = _wounds_text(field, report.wounds) if report.wounds else ""
    slips = [_mishap_text(field, each) for each in report.mishaps]
    return sentence("; ".join([text, *([ends] if ends else []), *slips]))


def _hits_text(report: records.TacticalAttackReport) -> str:
    """Say where the hits were and what they cost."""
    injury = sum([each.injury for each in report.wounds])
    where = f" in the {spoken_part(report.wounds[0].location)}" if report.hits == 1 else f" {times(report.hits)}"
    return f"{where} for {amount(injury, 'point')} of injury" if injury else f"{where} without injury"


def _wounds_text(field: Field, wounds: Sequence[records.TacticalWound]) -> str:
    """Say what became of somebody who was hit, if anything did."""
    said = _fate_text(wounds)
    pushed = sum([each.knocked_back for each in wounds])
    if not said and pushed:
        said = f"was knocked back {amount(pushed, 'yard')}"
    if any(each.stands is False for each in wounds):
        said = f"{said} and fell" if said else "fell"
    return f"{field.name_of(wounds[0].figure)} {said}" if said else ""


def _fate_text(wounds: Sequence[records.TacticalWound]) -> str:
    """Say the worst that wounds have done, if it is more than injury."""
    if any(each.dead for each in wounds):
        return "died"
    if any(each.mortal for each in wounds):
        return "was mortally wounded"
    worst = {each.knockdown for each in wounds}
    if TacticalKnockdown.UNCONSCIOUS in worst:
        return "fell unconscious"
    return "fell, stunned" if TacticalKnockdown.STUNNED_PRONE in worst else ""


def _mishap_text(field: Field, mishap: records.TacticalMishap) -> str:
    injury = sum([each.injury for each in mishap.wounds if each.figure == mishap.figure])
    hurt = f" for {amount(injury, 'point')} of injury" if injury else ""
    return f"{field.name_of(mishap.figure)} {SUFFERED[mishap.effect]}{hurt}"
