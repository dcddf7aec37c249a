"""Active defenses: which one a figure uses against an attack, what it is worth, and what it leaves behind."""

from typing import Final, NamedTuple

from service.dice.model import Cites, Rule
from service.dice.transcript import Tally
from service.rules.kernel.hexes import Hex
from service.rules.kernel.modifiers import told
from service.rules.kernel.tally import tally
from service.rules.kernel.value import value
from service.rules.kernel.words import Fact
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.guards import (
    ALL_OUT_DEFENSE,
    BLOCK,
    DODGE,
    NO_DEFENSE,
    PARRY,
    Barred,
    Guard,
    guards_of,
    is_in_close,
    shield_facts,
)
from service.rules.tactical.attack.models import TacticalDefense, TacticalDefenseChoice
from service.rules.tactical.attack.number import POSTURE_OF
from service.rules.tactical.attack.retreats import (
    has_retreated_from,
    may_not_retreat,
    retreat_fault,
    retreat_to,
    way_back,
)
from service.rules.tactical.attack.threat import (
    BACK,
    BEHIND_SEEN,
    FRONT,
    Exposure,
    Threat,
    exposure_of,
    undefended_by,
    undefended_text,
)
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.modifiers import DEFENSE_MODIFIERS, TacticalFact
from service.rules.tactical.book.refusals import DefenseIllegal, DefenseRefusal, PopupDodgeOnly
from service.rules.tactical.book.words import (
    TacticalDefenseKind,
    TacticalManeuverOption,
    TacticalSide,
    TacticalVision,
)
from service.rules.tactical.figures.condition import TacticalParries, TacticalRetreated
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.placement import fall_down
from service.rules.tactical.figures.standing import is_low, name_of, with_state

__all__ = ["PlannedDefense", "Threat", "plan_defense", "second_defense", "use_defense", "why_undefended"]

STEPS_BACK: Final = {False: TacticalFact.RETREATS, True: TacticalFact.RETREATS_WELL}
WORTH: Final = {row.fact: row.value for row in DEFENSE_MODIFIERS}


@value
class PlannedDefense:
    """A defense that is going to be tried.

    `hand` is the hand that parries, None for a weapon in both hands; `weapon` is the id of the weapon that parries,
    None for an empty hand. `retreat` is the hex to retreat to, None for none, and `turn` what is turned after it in
    hexsides. `drop` says that the defender drops to the ground.
    """

    kind: TacticalDefenseKind
    hand: TacticalSide | None
    weapon: str | None
    number: Tally
    cites: Cites
    retreat: Hex | None = None
    turn: int = 0
    drop: bool = False


class Footwork(NamedTuple):
    """What a defender does with its feet.

    `held` says that the bonus of an earlier retreat still counts; `kept` is the rule that keeps it from a retreat.
    """

    to: Hex | None = None
    turn: int = 0
    drop: bool = False
    held: bool = False
    kept: Rule | None = None


@value
class Situation:
    """A defender, what it faces, what counts for each of its defenses, and which it could try."""

    field: Field
    defender: TacticalFigure
    threat: Threat
    exposure: Exposure
    facts: dict[Fact, int]
    guards: list[Guard]
    barred: list[Barred]


def _worth(guard: Guard, footwork: Footwork) -> int:
    """Return what a defense comes to, without what counts for all defenses of its figure alike."""
    worth = guard.base
    for fact, number in guard.facts.items():
        worth += WORTH[fact] * number
    return worth + WORTH[STEPS_BACK[guard.light]] if footwork.held or footwork.to is not None else worth


def plan_defense(
    field: Field, defender_id: str, threat: Threat, choice: TacticalDefenseChoice | None, pointer: str = "/defense"
) -> PlannedDefense | None:
    """Return the defense that a figure uses, or None if it has none or wants none.

    Without a choice it is the highest number, with a retreat if one is free; of equal ones parry, block, dodge.

    Raises: DefenseIllegal, PopupDodgeOnly, RetreatNotAllowed, RetreatBlocked, RetreatWrongHex, if the choice is forced.
    """
    defender = field[defender_id]
    none = undefended_by(field, defender, threat)
    if none:
        if choice is not None and choice.forced and choice.preferences[0].kind is not NO_DEFENSE:
            raise DefenseIllegal(undefended_text(name_of(defender), none), pointer=pointer, rule=none[0])
        return None
    situation = _situation(field, defender, threat)
    return _best(situation, ()) if choice is None else _chosen(situation, choice, (), pointer)


def second_defense(
    field: Field, defender_id: str, threat: Threat, choice: TacticalDefenseChoice | None, first: PlannedDefense
) -> PlannedDefense | None:
    """Return the second defense of a figure with a double defense, a different one; None if it has none.

    It is the next one of its choice that is legal, else the best that is left.
    """
    defender = field[defender_id]
    state = defender.state
    if state.maneuver is not ALL_OUT_DEFENSE or state.option is not TacticalManeuverOption.DOUBLE_DEFENSE:
        return None
    situation = _situation(field, defender, threat)
    used = (first,)
    if choice is not None:
        if any(each.kind is NO_DEFENSE for each in choice.preferences):
            return None
        planned = _chosen(situation, choice.model_copy(update={"forced": False}), used, "")
        if planned is not None:
            return planned
    return _best(situation, used)


def why_undefended(field: Field, defender_id: str, threat: Threat) -> Cites:
    """Return the rules that leave a figure without any defense."""
    return undefended_by(field, field[defender_id], threat)


def use_defense(field: Field, defender_id: str, planned: PlannedDefense, foe: str) -> None:
    """Mark on the field that a defense is used: parry, block, retreat and drop; the figure loses its aim."""
    defender = field[defender_id]
    state = defender.state
    changes: dict[str, object] = {"aim": None}
    if planned.kind is PARRY:
        hand = planned.hand or defender.handedness
        counts = {each.hand: each.count for each in state.parries}
        counts[hand] = counts.get(hand, 0) + 1
        changes["parries"] = tuple([TacticalParries(hand=each, count=count) for each, count in counts.items()])
    elif planned.kind is BLOCK:
        changes["blocked"] = True
    if planned.retreat is not None:
        changes["retreat"] = TacticalRetreated(foe=foe)
    if state.aim is not None or len(changes) > 1:
        field.put(with_state(defender, **changes))
    if planned.retreat is not None:
        retreat_to(field, defender_id, planned.retreat, planned.turn)
    if planned.drop:
        fall_down(field, field[defender_id], away_from=field[foe].hex if foe in field else None)


# What each defense is worth


def _situation(field: Field, defender: TacticalFigure, threat: Threat) -> Situation:
    exposure = exposure_of(field, defender, threat)
    guards, barred = guards_of(field, defender, threat, exposure)
    facts = shield_facts(field, defender, threat, exposure)
    _state_facts(facts, defender, threat)
    if defender.vision not in BEHIND_SEEN:
        if exposure.arc is not FRONT:
            facts[TacticalFact.RUNAROUND if exposure.runaround else TacticalFact.FROM_SIDE] = 1
    elif exposure.side is BACK and defender.vision is TacticalVision.PERIPHERAL:
        facts[TacticalFact.FROM_BACK] = 1
    return Situation(field, defender, threat, exposure, facts, guards, barred)


def _state_facts(facts: dict[Fact, int], defender: TacticalFigure, threat: Threat) -> None:
    """Add what the state of a defender, and what the attacker has done to deceive it, bring; shock never counts."""
    state = defender.state
    if defender.combat_reflexes:
        facts[TacticalFact.COMBAT_REFLEXES] = 1
    if threat.deceptive:
        facts[TacticalFact.DECEIVED] = threat.deceptive
    if state.feint:
        facts[TacticalFact.FEINTED] = sum([each.penalty for each in state.feint if each.by == threat.attacker])
    if defender.posture is not Posture.STANDING:
        facts[TacticalFact.LOW] = POSTURE_OF[defender.posture].defense
    if state.stunned:
        facts[TacticalFact.STUNNED] = 1
    if state.off_balance:
        facts[TacticalFact.OFF_BALANCE] = 1


def _facts(situation: Situation, guard: Guard, footwork: Footwork) -> dict[Fact, int]:
    """Return all that counts for one defense."""
    facts = situation.facts | guard.facts
    if footwork.held or footwork.to is not None:
        facts[STEPS_BACK[guard.light]] = 1
    if footwork.drop:
        facts[TacticalFact.DROPS] = 1
    return facts


def _planned(situation: Situation, guard: Guard, footwork: Footwork) -> PlannedDefense:
    facts = _facts(situation, guard, footwork)
    terms, behind = told(DEFENSE_MODIFIERS, facts)
    number = tally(guard.base, terms)
    cites = situation.exposure.cites + guard.cites + behind + _limits(situation, footwork)
    if footwork.to is not None:
        cites += (rulebook.CLOSE_RETREAT if is_in_close(situation.threat) else rulebook.RETREAT_STEP,)
        cites += (rulebook.RETREAT_FACING,) if footwork.turn else ()
    return PlannedDefense(
        guard.kind, guard.hand, guard.weapon, number, cites, footwork.to, footwork.turn, footwork.drop
    )


def _limits(situation: Situation, footwork: Footwork) -> Cites:
    """Return the rules that keep a defender from other defenses, and from a retreat."""
    threat = situation.threat
    cites: Cites = (rulebook.STRIKING_DEFENSE,) if threat.strike_into else ()
    for each in situation.barred:
        if each.rule is not rulebook.DEFENSE_VALUES and each.rule not in cites:
            cites += (each.rule,)
    if threat.ranged is not None:
        return (*cites, rulebook.DEFENSE_BY_ATTACK)
    return cites if footwork.kept is None else (*cites, footwork.kept)


# Which one is used


def _kept(situation: Situation) -> Rule:
    """Return the rule that keeps a defender without a free hex behind it from a retreat."""
    free = may_not_retreat(situation.field, situation.defender, situation.threat) is None
    return rulebook.RETREAT_OCCUPIED if free else rulebook.RETREAT_ONCE


def _is_used(guard: Guard, used: tuple[PlannedDefense, ...]) -> bool:
    """Tell whether a defense has been tried against this attack; a parry with the other hand is another defense."""
    return any(each.kind is guard.kind and (guard.kind is not PARRY or each.hand is guard.hand) for each in used)


def _held(situation: Situation, used: tuple[PlannedDefense, ...]) -> bool:
    """Tell whether a retreat from this foe, earlier or with the first of two defenses, still counts."""
    earlier = has_retreated_from(situation.defender, situation.threat.attacker)
    return earlier or any(each.retreat is not None for each in used)


def _best(situation: Situation, used: tuple[PlannedDefense, ...]) -> PlannedDefense | None:
    """Return the defense of the highest number, with a retreat if one is free; of equal ones parry, block, dodge.

    Source: ours, for figures that nobody gives orders to.
    """
    held = _held(situation, used)
    to = None if held else way_back(situation.field, situation.defender, situation.threat)
    kept = _kept(situation) if to is None and not held else None
    footwork = Footwork(to, held=held, kept=kept)
    left = [each for each in situation.guards if not _is_used(each, used)]
    if not left:
        return None
    return _planned(situation, max(left, key=lambda each: _worth(each, footwork)), footwork)


def _chosen(
    situation: Situation, choice: TacticalDefenseChoice, used: tuple[PlannedDefense, ...], pointer: str
) -> PlannedDefense | None:
    """Return the first legal defense of a choice, or None if it is none or none is legal.

    Raises: DefenseIllegal, PopupDodgeOnly, RetreatNotAllowed, RetreatBlocked, RetreatWrongHex, if the choice is forced.
    """
    for place, wanted in enumerate(choice.preferences):
        if wanted.kind is NO_DEFENSE:
            return None
        fault, footwork = _footwork(situation, wanted, used, f"{pointer}/preferences/{place}")
        guards = [each for each in situation.guards if _fits(each, wanted) and not _is_used(each, used)]
        if choice.forced and not guards:
            raise _illegal(situation, wanted, f"{pointer}/preferences/{place}")
        if choice.forced and fault is not None:
            raise fault
        if guards and (fault is None or not wanted.drop):
            return _planned(situation, max(guards, key=lambda each: _worth(each, footwork)), footwork)
    return None


def _fits(guard: Guard, wanted: TacticalDefense) -> bool:
    return guard.kind is wanted.kind and (wanted.hand is None or guard.hand is wanted.hand or guard.kind is not PARRY)


def _footwork(
    situation: Situation, wanted: TacticalDefense, used: tuple[PlannedDefense, ...], pointer: str
) -> tuple[DefenseRefusal | None, Footwork]:
    """Return what a defender does with its feet, and the refusal of what it may not do, which is then left out."""
    held = _held(situation, used)
    threat, defender = situation.threat, situation.defender
    if wanted.drop:
        if wanted.kind is not DODGE or threat.ranged is None or is_low(defender):
            message = f"{name_of(defender)} drops with a dodge only, from a shot, and not when it lies or crawls."
            fault = DefenseIllegal(message, pointer=f"{pointer}/drop", rule=rulebook.RETREAT_DODGE_AND_DROP)
            return fault, Footwork(held=held)
        return None, Footwork(drop=True, held=held)
    if wanted.retreat is None or held:
        return None, Footwork(held=held)
    refused = retreat_fault(situation.field, defender, threat, wanted.retreat, f"{pointer}/retreat")
    if refused is not None:
        return refused, Footwork(kept=_kept(situation))
    to = wanted.retreat.to or way_back(situation.field, defender, threat)
    return None, Footwork(to, wanted.retreat.turn)


def _illegal(situation: Situation, wanted: TacticalDefense, pointer: str) -> DefenseRefusal:
    """Return the refusal of a defense that cannot be tried."""
    name = name_of(situation.defender)
    reasons = [each for each in situation.barred if each.kind is wanted.kind]
    if wanted.hand is not None:
        reasons = [each for each in reasons if each.hand in (None, wanted.hand)]
    rule, why = rulebook.DEFENSE_VALUES, "no weapon and no empty hand parries"
    if reasons:
        rule, why = reasons[0].rule, reasons[0].why
    if situation.threat.dodge_only:
        return PopupDodgeOnly(f"{name} cannot {wanted.kind.value}: {why}.", pointer=pointer)
    return DefenseIllegal(f"{name} cannot {wanted.kind.value}: {why}.", pointer=pointer, rule=rule)
