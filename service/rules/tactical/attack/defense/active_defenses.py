"""Active defenses: which ones a figure uses against an attack, what they are worth, and what they leave behind."""

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple

from service.dice.model import Cites, Rule
from service.dice.transcript import Tally
from service.rules.kernel.book import Fact
from service.rules.kernel.hexes import Hex
from service.rules.kernel.memory import Memory, Numbering
from service.rules.kernel.tally import tally, told
from service.rules.tactical.attack.defense import exposure
from service.rules.tactical.attack.defense.guards import (
    ALL_OUT_DEFENSE,
    BLOCK,
    DODGE,
    NO_DEFENSE,
    PARRY,
    Barred,
    Guard,
    guards_of,
    shield_facts,
)
from service.rules.tactical.attack.records import TacticalDefense, TacticalDefenseChoice
from service.rules.tactical.attack.situation.situation import POSTURE_OF
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.modifiers import DEFENSE_MODIFIERS, TacticalFact
from service.rules.tactical.book.refusals import DefenseIllegal, DefenseRefusal, PopupDodgeOnly, RetreatNotAllowed
from service.rules.tactical.book.words import (
    TacticalChangeReason,
    TacticalDefenseKind,
    TacticalManeuverOption,
    TacticalSide,
    TacticalVision,
)
from service.rules.tactical.figures.condition import MOST_COUNTED, TacticalParries, TacticalRetreated
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import comes_from
from service.rules.tactical.figures.placement import fall_down
from service.rules.tactical.figures.standing import is_badly_hurt, is_low, name_of, with_state
from service.wire import value_class

DOUBLE_DEFENSE: Final = TacticalManeuverOption.DOUBLE_DEFENSE
POINTER: Final = "/defense"
STEPS_BACK: Final = {False: TacticalFact.RETREATS, True: TacticalFact.RETREATS_WELL}
WORTH: Final = {row.fact: row.value for row in DEFENSE_MODIFIERS}

Wishes = Iterator[tuple[int, TacticalDefense]]
"""The preferences that are left, each with its place in the choice."""


@value_class
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
    """What a defender does with its feet; `kept` is the rule that keeps it from a retreat."""

    to: Hex | None = None
    turn: int = 0
    drop: bool = False
    kept: Rule | None = None


@value_class
class Situation:
    """How a defender is exposed, what counts for each of its defenses, and which it could try.

    `held` says that the bonus of a retreat from this foe still counts, an earlier one or that of the first defense.
    """

    exposed: exposure.Exposure
    facts: dict[Fact, int]
    guards: list[Guard]
    barred: list[Barred]
    held: bool


def plan_defenses(
    exposed: exposure.Exposure, choice: TacticalDefenseChoice | None
) -> tuple[tuple[PlannedDefense, ...], Cites]:
    """Return the defenses that a figure uses, and the rules that leave it without any.

    There is none if no defense is legal, or wanted. Without a choice the best one is used: the highest number, with a
    retreat if one is free; of equal ones parry, block, dodge. A double defense is two different ones, the second for
    when the first fails: the next one of the choice that is legal, else the best that is left.
    """
    none = exposure.undefended_by(exposed)
    if none:
        if choice is not None and choice.forced and choice.preferences[0].kind is not NO_DEFENSE:
            raise DefenseIllegal(
                exposure.undefended_text(name_of(exposed.defender), none), pointer=POINTER, rule=none[0]
            )
        return (), none
    state = exposed.defender.state
    is_double = state.maneuver is ALL_OUT_DEFENSE and state.option is DOUBLE_DEFENSE
    if choice is None and not is_double:
        return (_best_of(exposed),), ()
    situation = _situation(exposed)
    wishes = None if choice is None else enumerate(choice.preferences)
    forced = choice is not None and choice.forced
    first = _best(situation) if wishes is None else _chosen(situation, wishes, forced=forced)
    if first is None:
        return (), ()
    if not is_double:
        return (first,), ()
    left = [each for each in situation.guards if not _is_used(each, first)]
    situation = replace(situation, guards=left, held=situation.held or first.retreat is not None)
    second = None if wishes is None else _chosen(situation, wishes, forced=False)
    if second is None and (choice is None or all(each.kind is not NO_DEFENSE for each in choice.preferences)):
        second = _best(situation)
    return (first,) if second is None else (first, second), ()


def use_defense(field: Field, defender_id: str, planned: PlannedDefense, foe: str) -> None:
    """Mark on the field that a defense is used: parry, block, retreat and drop; the figure loses its aim."""
    defender = field[defender_id]
    state = defender.state
    changes: dict[str, object] = {"aim": None}
    if planned.kind is PARRY:
        hand = planned.hand or defender.handedness
        counts = {each.hand: each.count for each in state.parries}
        counts[hand] = min(counts.get(hand, 0) + 1, MOST_COUNTED)
        changes["parries"] = tuple([_parried(each, count) for each, count in counts.items()])
    elif planned.kind is BLOCK:
        changes["blocked"] = True
    if planned.retreat is not None:
        changes["retreat"] = _retreated(foe)
    if state.aim is not None or len(changes) > 1:
        field.put(with_state(defender, **changes))
    if planned.retreat is not None:
        exposure.retreat_to(field, defender_id, planned.retreat, planned.turn)
    if planned.drop:
        defender = field[defender_id]
        fall_down(field, defender, away_from=comes_from(field, defender, foe), why=TacticalChangeReason.DROP)


@lru_cache(maxsize=1024)
def _parried(hand: TacticalSide, count: int) -> TacticalParries:
    return TacticalParries(hand=hand, count=count)


@lru_cache(maxsize=1024)
def _retreated(foe: str) -> TacticalRetreated:
    return TacticalRetreated(foe=foe)


# The best one, looked up by what it depends on

_of_figure: Final = itemgetter(
    *("handedness", "double_jointed", "flexible_arms", "dx", "ht", "basic_speed", "encumbrance", "combat_reflexes"),
    *("vision", "posture"),
)
_of_hands: Final = itemgetter("right", "left", "both")
_of_state: Final = itemgetter(
    *("maneuver", "option", "unready", "attacked_with", "parries", "blocked", "crippled", "disabled", "grapples"),
    *("stunned", "off_balance"),
)
_of_threat: Final = attrgetter("ranged", "thrust", "armed", "small", "deceptive", "strike_into", "dodge_only")
_of_exposure: Final = attrgetter("side", "runaround", "sideways", "in_close", "cites")
_known: Final[Memory[PlannedDefense]] = Memory()
_numbers: Final = Numbering()


def _best_of(exposed: exposure.Exposure) -> PlannedDefense:
    """Return the defense of the highest number, with a retreat if one is free, as `_best` does.

    Figures that are alike defend themselves alike, so all but the hex of the retreat is remembered.
    """
    held = exposure.has_retreated_from(exposed.defender, exposed.threat.attacker)
    to, kept = (None, None) if held else exposure.way_back(exposed)
    key = _facts_of(exposed, held, to is not None, kept)
    known = _known.find(key)
    if known is None:
        situation = _situation(exposed)
        known = _known.keep(key, _planned(situation, situation.guards, Footwork(to, kept=kept)))
    if to is None:
        return known
    return PlannedDefense(known.kind, known.hand, known.weapon, known.number, known.cites, to)


def _facts_of(exposed: exposure.Exposure, *footwork: Hashable) -> Hashable:
    """Return all that the best defense of a figure depends on, its id and the hexes left out."""
    defender, threat, rulings = exposed.defender, exposed.threat, exposed.field.rulings
    state = defender.state
    return (
        _numbers.of(defender.weapons),
        _numbers.of(defender.skills),
        _numbers.of(defender.shield),
        _of_figure(defender.__dict__),
        _of_hands(defender.ready.__dict__),
        _of_state(state.__dict__),
        _of_threat(threat),
        _of_exposure(exposed),
        _feinted(defender, threat.attacker) if state.feint else 0,
        is_badly_hurt(defender),
        rulings.db_everywhere,
        rulings.flexible_side_block,
        footwork,
    )


# What each defense is worth


def _feinted(defender: TacticalFigure, attacker: str) -> int:
    """Return what feints of an attacker take from the defenses of a figure."""
    return sum([each.penalty for each in defender.state.feint if each.by == attacker])


def _situation(exposed: exposure.Exposure) -> Situation:
    """Return what counts for all defenses of a figure, shock never, and which ones it could try."""
    defender, threat = exposed.defender, exposed.threat
    guards, barred = guards_of(exposed)
    state = defender.state
    sees_behind = defender.vision in exposure.BEHIND_SEEN
    peripheral = defender.vision is TacticalVision.PERIPHERAL
    facts: dict[Fact, int] = {
        TacticalFact.COMBAT_REFLEXES: defender.combat_reflexes,
        TacticalFact.DECEIVED: threat.deceptive,
        TacticalFact.FEINTED: _feinted(defender, threat.attacker),
        TacticalFact.LOW: POSTURE_OF[defender.posture].defense,
        TacticalFact.FROM_SIDE: exposed.side is not exposure.FRONT and not sees_behind,
        TacticalFact.RUNAROUND: exposed.runaround and not sees_behind,
        TacticalFact.FROM_BACK: exposed.side is exposure.BACK and peripheral,
        TacticalFact.STUNNED: state.stunned,
        TacticalFact.OFF_BALANCE: state.off_balance,
    }
    facts |= shield_facts(exposed)
    held = exposure.has_retreated_from(defender, threat.attacker)
    return Situation(exposed, facts, guards, barred, held)


def _planned(situation: Situation, guards: list[Guard], footwork: Footwork) -> PlannedDefense:
    """Return the defense of the highest number, the first of equal ones."""
    steps = situation.held or footwork.to is not None
    guard = max(guards, key=lambda each: _worth(each, steps=steps))
    facts = situation.facts | guard.facts | {STEPS_BACK[guard.light]: steps, TacticalFact.DROPS: footwork.drop}
    terms, behind = told(DEFENSE_MODIFIERS, facts)
    cites = situation.exposed.cites + guard.cites + behind + _limits(situation, footwork)
    if footwork.to is not None:
        cites += (rulebook.CLOSE_RETREAT if situation.exposed.in_close else rulebook.RETREAT_STEP,)
        cites += (rulebook.RETREAT_FACING,) if footwork.turn else ()
    number, (to, turn, drop, _) = tally(guard.base, terms), footwork
    return PlannedDefense(guard.kind, guard.hand, guard.weapon, number, cites, to, turn, drop)


def _worth(guard: Guard, *, steps: bool) -> int:
    """Return what a defense comes to, without what counts for all defenses of its figure alike."""
    worth = guard.base + steps * WORTH[STEPS_BACK[guard.light]]
    for fact, number in guard.facts.items():
        worth += WORTH[fact] * number
    return worth


def _limits(situation: Situation, footwork: Footwork) -> Cites:
    """Return the rules that keep a defender from other defenses, and from a retreat."""
    threat = situation.exposed.threat
    cites: Cites = (rulebook.STRIKING_DEFENSE,) if threat.strike_into else ()
    for each in situation.barred:
        if each.rule is not rulebook.DEFENSE_VALUES and each.rule not in cites:
            cites += (each.rule,)
    if threat.ranged is not None:
        return (*cites, rulebook.DEFENSE_BY_ATTACK)
    return cites if footwork.kept is None else (*cites, footwork.kept)


# Which one is used


def _best(situation: Situation) -> PlannedDefense | None:
    """Return the defense of the highest number, with a retreat if one is free; None if none is left.

    Source: ours, for figures that nobody gives orders to.
    """
    if not situation.guards:
        return None
    footwork = Footwork()
    if not situation.held:
        to, kept = exposure.way_back(situation.exposed)
        footwork = Footwork(to, kept=kept)
    return _planned(situation, situation.guards, footwork)


def _chosen(situation: Situation, wishes: Wishes, *, forced: bool) -> PlannedDefense | None:
    """Return the first legal defense of those wished for, or None if it is none or none is legal."""
    for place, wanted in wishes:
        if wanted.kind is NO_DEFENSE:
            return None
        pointer = f"{POINTER}/preferences/{place}"
        fault, footwork = _footwork(situation, wanted, pointer)
        guards = [each for each in situation.guards if _fits(each, wanted)]
        if forced and not guards:
            raise _illegal(situation, wanted, pointer)
        if forced and fault is not None:
            raise fault
        if guards and (fault is None or not wanted.drop):
            return _planned(situation, guards, footwork)
    return None


def _fits(guard: Guard, wanted: TacticalDefense) -> bool:
    return guard.kind is wanted.kind and (wanted.hand is None or guard.hand is wanted.hand or guard.kind is not PARRY)


def _is_used(guard: Guard, first: PlannedDefense) -> bool:
    """Return whether a defense has been tried against this attack; a parry with the other hand is another defense."""
    return guard.kind is first.kind and (guard.kind is not PARRY or guard.hand is first.hand)


def _footwork(situation: Situation, wanted: TacticalDefense, pointer: str) -> tuple[DefenseRefusal | None, Footwork]:
    """Return what a defender does with its feet, and the refusal of what it may not do, which is then left out."""
    threat, defender = situation.exposed.threat, situation.exposed.defender
    if wanted.drop:
        if wanted.kind is DODGE and threat.ranged is not None and not is_low(defender):
            return None, Footwork(drop=True)
        message = f"{name_of(defender)} can drop only with a dodge against a shot, and not while it lies or crawls."
        return DefenseIllegal(message, pointer=f"{pointer}/drop", rule=rulebook.RETREAT_DODGE_AND_DROP), Footwork()
    if wanted.retreat is None or situation.held:
        return None, Footwork()
    to = exposure.retreat_of(situation.exposed, wanted.retreat, f"{pointer}/retreat")
    if isinstance(to, DefenseRefusal):
        once = isinstance(to, RetreatNotAllowed)
        return to, Footwork(kept=rulebook.RETREAT_ONCE if once else rulebook.RETREAT_OCCUPIED)
    return None, Footwork(to, wanted.retreat.turn)


def _illegal(situation: Situation, wanted: TacticalDefense, pointer: str) -> DefenseRefusal:
    """Return the refusal of a defense that cannot be tried; that of a parry with a hand says what parries instead."""
    name = name_of(situation.exposed.defender)
    hand = wanted.hand if wanted.kind is PARRY else None
    barred = [each for each in situation.barred if each.kind is wanted.kind]
    reasons = [each for each in barred if hand is None or each.hand in (None, hand)]
    rule, why = rulebook.DEFENSE_VALUES, "no weapon and no empty hand parries"
    if reasons:
        rule, why = reasons[0].rule, reasons[0].why
    message = f"{name} cannot {wanted.kind.value}: {why}."
    if situation.exposed.threat.dodge_only:
        return PopupDodgeOnly(message, pointer=pointer)
    others = [each.hand for each in situation.guards if each.kind is PARRY]
    if hand is not None and others:
        because = why if reasons else "nothing in it parries"
        message = f"{name} cannot parry with the {hand.value} hand: {because}. {_told_to_parry(others[0])}"
        pointer = f"{pointer}/hand"
    return DefenseIllegal(message, pointer=pointer, rule=rule)


def _told_to_parry(hand: TacticalSide | None) -> str:
    """Say what parries, to somebody who has named another hand."""
    if hand is None:
        return "The weapon in both hands parries: name no hand."
    return f"The {hand.value} hand parries."
