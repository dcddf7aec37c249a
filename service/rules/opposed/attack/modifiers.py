"""Modifiers of a strike: what makes its Strike Chance, the Defence against it, and what is added to its die."""

from functools import lru_cache
from typing import Final, NamedTuple

from service.dice.model import Cites, Rule
from service.dice.transcript import Tally, Term
from service.rules.kernel.modifiers import behind, counted
from service.rules.kernel.tally import tally, term
from service.rules.kernel.words import Fact
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.book import rulebook, tables
from service.rules.opposed.book.options import (
    OpposedFraction,
    OpposedRulings,
    OpposedTripBaseChance,
    OpposedVisibilityStacking,
)
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.words import (
    OpposedAssassin,
    OpposedAttackHex,
    OpposedFact,
    OpposedFlight,
    OpposedManeuverKind,
    OpposedMode,
    OpposedPosture,
    OpposedStrikeWithdrawal,
    OpposedVisibility,
    OpposedWithdrawal,
)
from service.rules.opposed.figures.models import OpposedFigure, OpposedSituation, OpposedStrike

CLOSE, MELEE, RANGED = OpposedMode
FRONT, FLANK, REAR = OpposedAttackHex
STANDING, KNEELING, _ = OpposedPosture
NO_ASSASSIN: Final = OpposedAssassin.NONE
NORMAL: Final = OpposedVisibility.NORMAL
SHIELD_RUSH: Final = OpposedManeuverKind.SHIELD_RUSH
DISARM: Final = OpposedManeuverKind.DISARM
WITHDRAWS: Final = OpposedStrikeWithdrawal.OFFENSIVE
IS_WITHDRAWING: Final = OpposedWithdrawal.OFFENSIVE
GUARDS: Final = OpposedWithdrawal.DEFENSIVE
DARKNESS: Final = {
    OpposedVisibility.STARRY_OR_SHADOWY: OpposedFact.STARRY,
    OpposedVisibility.CLOUDY_NIGHT: OpposedFact.CLOUDY,
    OpposedVisibility.UNLIT_INTERIOR: OpposedFact.UNLIT,
    OpposedVisibility.PITCH_BLACK: OpposedFact.PITCH_BLACK,
}
LOWERED_BASE_CHANCE: Final = 40
DISARMING: Final = term(rulebook.MANEUVER_DISARM, -20)
STUNNED_ROWS: Final = (
    rulebook.DEFENCE_CLOSE_STUNNED.id,
    rulebook.DEFENCE_MELEE_STUNNED.id,
    rulebook.DEFENCE_RANGED_STUNNED.id,
)

Facts = dict[Fact, int]
FactItems = tuple[tuple[Fact, int], ...]


class Number(NamedTuple):
    """A number to roll against, or to add to a die, and what shaped it beside the rules that its terms name."""

    tally: Tally
    cites: Cites


class Counted(NamedTuple):
    """Terms of a number, and what stands behind them."""

    terms: tuple[Term, ...]
    cites: Cites


def _game_master(rule: Rule, value: int) -> tuple[Term, ...]:
    return (Term(rule=rule.id, label="Game master", value=value),) if value else ()


# Strike Chance


def strike_chance_of(
    attacker: OpposedFigure, defender: OpposedFigure, order: OpposedStrike, rulings: OpposedRulings
) -> Number:
    """Add up a Strike Chance, in percentage points."""
    situation, maneuver, weapon = order.situation, order.maneuver, attacker.weapon
    terms, cites = _weapon_terms(
        weapon.base_chance,
        weapon.rank,
        attacker.manual_dexterity,
        attacker.strike_magic,
        maneuver,
        rulings.trip_base_chance,
        ranked=weapon.ranked,
    )
    rows = _strike_rows(tuple(_strike_facts(attacker, defender, order, rulings).items()))
    cites += rows.cites
    custom = _game_master(rulebook.STRIKE_CUMULATIVE, situation.custom_strike)
    if len(rows.terms) + len(custom) > 1:
        cites += (rulebook.STRIKE_CUMULATIVE,)
    disarming = (DISARMING,) if maneuver is DISARM else ()
    if order.mode is RANGED and attacker.fatigue == 0:
        cites += (Rulings.NO_FATIGUE_RANGED,)
    if order.mode is CLOSE and situation.attack_hex is not FRONT:
        cites += (Rulings.CLOSE_COMBAT_HEX,)
    return Number(tally(weapon.base_chance, terms + rows.terms + custom + disarming), cites)


@lru_cache(maxsize=4096)
def _weapon_terms(
    base_chance: int,
    rank: int,
    dexterity: int,
    magic: int,
    maneuver: OpposedManeuverKind,
    trip: OpposedTripBaseChance,
    *,
    ranked: bool,
) -> Counted:
    """Return what manoeuvre, Manual Dexterity, Rank and magic add to a Base Chance."""
    lowered, shaped = _lowered(base_chance, maneuver, trip)
    rule, own = rulebook.CHANCE_RANKED_WEAPON, [("Manual Dexterity", dexterity), ("Rank", 4 * rank), ("Magic", magic)]
    if not ranked and maneuver not in (OpposedManeuverKind.TRIP, OpposedManeuverKind.TRAMPLE):
        rule, own = rulebook.CHANCE_UNRANKED_WEAPON, own[2:]
    terms = [Term(rule=rule.id, label=label, value=value) for label, value in own if value]
    cites: Cites = (rule, Rulings.MAGIC_SIGN) if magic else (rule,)
    return Counted((*lowered, *terms), cites + shaped)


def _lowered(base_chance: int, maneuver: OpposedManeuverKind, trip: OpposedTripBaseChance) -> Counted:
    """Return how a manoeuvre changes a weapon's Base Chance, and what it cites of the Strike Chance."""
    if maneuver is OpposedManeuverKind.TRIP:
        lowered = {
            OpposedTripBaseChance.CAP_40: min(base_chance, LOWERED_BASE_CHANCE),
            OpposedTripBaseChance.SET_40: LOWERED_BASE_CHANCE,
            OpposedTripBaseChance.PERCENT_40: -(-LOWERED_BASE_CHANCE * base_chance // 100),
        }[trip]
        row, ruling = term(rulebook.MANEUVER_TRIP, lowered - base_chance), Rulings.TRIP_BASE_CHANCE
    elif maneuver is OpposedManeuverKind.TRAMPLE:
        row, ruling = term(rulebook.MANEUVER_TRAMPLE, LOWERED_BASE_CHANCE - base_chance), Rulings.TRAMPLE_CHANCE
    else:
        return Counted((), SHAPED_BY.get(maneuver, ()))
    return Counted((row,), (ruling,)) if row.value else Counted((), ())


SHAPED_BY: Final[dict[OpposedManeuverKind, Cites]] = {
    SHIELD_RUSH: (Rulings.SHIELD_RUSH_CHARGE,),
    DISARM: (Rulings.DISARM_MISSING_ROW,),
}


def _strike_facts(
    attacker: OpposedFigure, defender: OpposedFigure, order: OpposedStrike, rulings: OpposedRulings
) -> Facts:
    """Return which facts of 57.1 hold, and how often; an unseen target is worse than any darkness."""
    situation, facts = order.situation, STRIKE_FACTS[order.mode](attacker, defender, order.situation)
    if situation.visibility is not NORMAL and not (situation.defender_unseen and _only_worst_counts(rulings)):
        facts[DARKNESS[situation.visibility]] = 1
    if situation.defender_unseen:
        facts[OpposedFact.UNSEEN] = 1
    if situation.secondary_hand:
        facts[OpposedFact.SECONDARY_HAND] = 1
    if situation.multiple_strike:
        facts[OpposedFact.MULTIPLE_STRIKE] = 1
    if situation.multi_hex_strike:
        facts[OpposedFact.MULTI_HEX_STRIKE] = 1
    if attacker.airborne:
        facts[OpposedFact.ATTACKER_AIRBORNE] = 1
    return facts


def _only_worst_counts(rulings: OpposedRulings) -> bool:
    return rulings.visibility_stacking is OpposedVisibilityStacking.WORST_SINGLE


def _close_facts(attacker: OpposedFigure, _defender: OpposedFigure, _situation: OpposedSituation) -> Facts:
    facts: Facts = {}
    if attacker.physical_strength:
        facts[OpposedFact.CLOSE_STRENGTH] = attacker.physical_strength
    if attacker.fatigue == 0:
        facts[OpposedFact.CLOSE_SPENT] = 1
    return facts


def _melee_facts(attacker: OpposedFigure, defender: OpposedFigure, situation: OpposedSituation) -> Facts:
    facts: Facts = {}
    if attacker.fatigue == 0:
        facts[OpposedFact.MELEE_SPENT] = 1
    if situation.withdrawal is WITHDRAWS or attacker.withdrawal is IS_WITHDRAWING:
        facts[OpposedFact.WITHDRAWING] = 1
    if situation.charging:
        fits = attacker.weapon.pole or attacker.weapon.shield
        facts[OpposedFact.CHARGE_WITH_POLE_OR_SHIELD if fits else OpposedFact.CHARGE] = 1
    if situation.attack_hex is not FRONT:
        facts[OpposedFact.MELEE_FLANK if situation.attack_hex is FLANK else OpposedFact.MELEE_REAR] = 1
    if defender.posture is not STANDING:
        facts[OpposedFact.MELEE_LOW_TARGET] = 1
    return facts


def _ranged_facts(attacker: OpposedFigure, _defender: OpposedFigure, situation: OpposedSituation) -> Facts:
    facts: Facts = {}
    if situation.attack_hex is not FRONT:
        facts[OpposedFact.RANGED_FLANK if situation.attack_hex is FLANK else OpposedFact.RANGED_REAR] = 1
    if attacker.posture is KNEELING:
        facts[OpposedFact.RANGED_KNEELING] = 1
    if situation.aim:
        facts[OpposedFact.AIMED] = 1
    if situation.snapshot:
        facts[OpposedFact.SNAPSHOT] = 1
    if situation.flight is OpposedFlight.THROWN:
        facts[OpposedFact.THROWN_HEX] = situation.distance_hexes
    else:
        facts[OpposedFact.MISSILE_HEXES] = -(-max(0, situation.distance_hexes - 5) // 5)
    return facts


STRIKE_FACTS: Final = {CLOSE: _close_facts, MELEE: _melee_facts, RANGED: _ranged_facts}


@lru_cache(maxsize=4096)
def _strike_rows(facts: FactItems) -> Counted:
    held = dict(facts)
    cites = behind(tables.STRIKE_MODIFIERS, held)
    if OpposedFact.SECONDARY_HAND in held and OpposedFact.MULTIPLE_STRIKE in held:
        cites += (Rulings.MULTIPLE_AND_SECONDARY,)
    return Counted(tuple(counted(tables.STRIKE_MODIFIERS, held)), cites)


# Defence


def defence_of(defender: OpposedFigure, order: OpposedStrike, rulings: OpposedRulings) -> Number:
    """Add up a Defence, in percentage points; a figure that is down defends as a stunned one.

    Ruling: opposed/ruling/down-defender.
    """
    situation, able = order.situation, is_able(defender)
    helpless = defender.stunned or not able
    by_hex = rulebook.DEFENCE_FRONT if situation.attack_hex is FRONT else rulebook.DEFENCE_FLANK_REAR
    terms, cites = _own_defence(
        rulebook.DEFENCE_STUNNED if helpless else by_hex,
        defender.perception,
        defender.shield_defence,
        defender.magic_defence,
        counts_perception=rulings.front_defence_includes_perception,
    )
    facts = DEFENCE_FACTS[order.mode](defender, able=able)
    if defender.airborne:
        facts[OpposedFact.DEFENDER_AIRBORNE] = 1
    rows = _defence_rows(tuple(facts.items()), down=not able)
    cites += rows.cites
    custom = _game_master(rulebook.DEFENCE_CUMULATIVE, situation.custom_defence)
    if len(rows.terms) + len(custom) > 1:
        cites += (rulebook.DEFENCE_CUMULATIVE,)
    if not able:
        cites += (Rulings.DOWN_DEFENDER,)
    if defender.agility_base is not None and not helpless:
        cites += (Rulings.MODIFIED_AGILITY,)
    if order.mode is RANGED and defender.fatigue == 0:
        cites += (Rulings.NO_FATIGUE_RANGED,)
    return Number(tally(0 if helpless else defender.agility, terms + rows.terms + custom), cites)


@lru_cache(maxsize=4096)
def _own_defence(rule: Rule, perception: int, shield: int, magic: int, *, counts_perception: bool) -> Counted:
    """Return what Perception, shield and magic add to Agility: all from the front, else magic only."""
    own = [("Perception", perception * counts_perception), ("Shield", shield), ("Magic", magic)]
    cites: Cites = (rule,)
    if rule is not rulebook.DEFENCE_FRONT:
        own = own[2:]
    elif perception:
        cites += (Rulings.FRONT_DEFENCE_PERCEPTION,)
    if magic:
        cites += (Rulings.MAGIC_SIGN,)
    return Counted(tuple([Term(rule=rule.id, label=label, value=value) for label, value in own if value]), cites)


def _close_defence_facts(defender: OpposedFigure, *, able: bool) -> Facts:
    facts: Facts = {}
    if defender.physical_strength:
        facts[OpposedFact.CLOSE_OWN_STRENGTH] = defender.physical_strength
    if defender.fatigue == 0:
        facts[OpposedFact.CLOSE_DEFENDER_SPENT] = 1
    if defender.stunned or not able:
        facts[OpposedFact.CLOSE_STUNNED] = 1
    return facts


def _melee_defence_facts(defender: OpposedFigure, *, able: bool) -> Facts:
    facts: Facts = {}
    if defender.fatigue == 0:
        facts[OpposedFact.MELEE_DEFENDER_SPENT] = 1
    if defender.stunned or not able:
        facts[OpposedFact.MELEE_STUNNED] = 1
    if able and defender.withdrawal is GUARDS:
        facts[OpposedFact.DEFENDER_WITHDRAWING] = 1
    if able and defender.evading:
        facts[OpposedFact.MELEE_EVADING] = 1
        facts[OpposedFact.MELEE_EVADING_RANK] = defender.weapon.rank
    return facts


def _ranged_defence_facts(defender: OpposedFigure, *, able: bool) -> Facts:
    facts: Facts = {}
    if defender.stunned or not able:
        facts[OpposedFact.RANGED_STUNNED] = 1
    if able and defender.moving:
        facts[OpposedFact.RANGED_MOVING] = 1
    if defender.posture is not STANDING:
        facts[OpposedFact.RANGED_LOW] = 1
    if able and defender.evading:
        facts[OpposedFact.RANGED_EVADING] = 1
    if defender.sheltered:
        facts[OpposedFact.RANGED_SHELTERED] = 1
    return facts


DEFENCE_FACTS: Final = {CLOSE: _close_defence_facts, MELEE: _melee_defence_facts, RANGED: _ranged_defence_facts}
"""What is so of a defender that 57.2 speaks of; one that is down neither evades nor moves nor guards itself."""


@lru_cache(maxsize=4096)
def _defence_rows(facts: FactItems, *, down: bool) -> Counted:
    terms = counted(tables.DEFENCE_MODIFIERS, dict(facts))
    if down:
        label = "Down, as if stunned"
        terms = [Term(rule=e.rule, label=label, value=e.value) if e.rule in STUNNED_ROWS else e for e in terms]
    return Counted(tuple(terms), behind(tables.DEFENCE_MODIFIERS, dict(facts)))


# The strike die


def dice_modifier_of(attacker: OpposedFigure, situation: OpposedSituation, rulings: OpposedRulings) -> Number:
    """Add up what is added to the face of the strike die; negative is better."""
    assassin = situation.assassin
    if not situation.aim and assassin is NO_ASSASSIN and not situation.custom_dice:
        return UNMODIFIED
    terms: tuple[Term, ...] = ()
    cites: Cites = ()
    if situation.aim:
        terms, cites = (tables.DIE_AIM.term,), (tables.DIE_AIM.rule,)
    if assassin is not NO_ASSASSIN:
        rank, row = attacker.assassin_rank, tables.DIE_ASSASSIN[assassin]
        if assassin is OpposedAssassin.FRONT:
            rank = -(-rank // 3) if rulings.assassin_front_rounding is OpposedFraction.CEIL else rank // 3
        terms, cites = (*terms, row.times(rank)), (*cites, row.rule)
    if len(terms) > 1:
        cites += (rulebook.DIE_STACKING, Rulings.DICE_MODIFIER_STACKING)
    if situation.custom_dice:
        terms, cites = (
            terms + _game_master(rulebook.DIE_STACKING, situation.custom_dice),
            (*cites, rulebook.DIE_STACKING),
        )
    return Number(tally(0, terms), cites)


UNMODIFIED: Final = Number(tally(0), ())
