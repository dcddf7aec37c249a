"""Modifiers of a strike: what makes its Strike Chance, the Defence against it, and what is added to its die."""

from functools import lru_cache
from typing import Final, NamedTuple

from service.dice.model import Cited, Cites, Rule
from service.dice.transcript import Tally, Term
from service.rules.kernel.book import Fact
from service.rules.kernel.tally import behind, counted, tally, term
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.book import modifiers as rows
from service.rules.opposed.book import options, rulebook, words
from service.rules.opposed.book.modifiers import OpposedFact
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.figures.models import OpposedFigure, OpposedSituation, OpposedStrike

CLOSE, MELEE, RANGED = words.OpposedMode
FRONT, FLANK, REAR = words.OpposedAttackHex
STANDING, KNEELING, PRONE = words.OpposedPosture
NO_ASSASSIN: Final = words.OpposedAssassin.NONE
NORMAL: Final = words.OpposedVisibility.NORMAL
NO_MANEUVER, SHIELD_RUSH, DISARM, TRIP, KNOCKOUT, ENTANGLE, TRAMPLE = words.OpposedManeuverKind
WITHDRAWS: Final = words.OpposedStrikeWithdrawal.OFFENSIVE
IS_WITHDRAWING: Final = words.OpposedWithdrawal.OFFENSIVE
GUARDS: Final = words.OpposedWithdrawal.DEFENSIVE
DARKNESS: Final = {
    words.OpposedVisibility.STARRY_OR_SHADOWY: OpposedFact.STARRY,
    words.OpposedVisibility.CLOUDY_NIGHT: OpposedFact.CLOUDY,
    words.OpposedVisibility.UNLIT_INTERIOR: OpposedFact.UNLIT,
    words.OpposedVisibility.PITCH_BLACK: OpposedFact.PITCH_BLACK,
}
THROWN: Final = words.OpposedFlight.THROWN
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

    def shaped_by(self, *cites: Cited) -> "Number":
        """Return the number with more rules and rulings that shaped it."""
        return Number(self.tally, self.cites + cites)

    def customised(self, cumulative: Rule, value: int, *, rows: int) -> "Number":
        """Return the number with the game master's own modifier, which adds up with so many printed rows."""
        row = term(cumulative, value, "Game master")
        terms, total = (*self.tally.terms, row), self.tally.total + value
        cites = (*self.cites, cumulative) if rows else self.cites
        return Number(Tally(base=self.tally.base, terms=terms, total=total), cites)


class Counted(NamedTuple):
    """Terms of a number, and what stands behind them."""

    terms: tuple[Term, ...]
    cites: Cites


def _own_terms(rule: Rule, *values: tuple[str, int]) -> tuple[Term, ...]:
    """Return what a figure's own values, each with its label, add to a number."""
    return tuple([term(rule, value, label) for label, value in values if value])


# Strike Chance


def strike_chance_of(
    attacker: OpposedFigure, defender: OpposedFigure, order: OpposedStrike, rulings: options.OpposedRulings
) -> Number:
    """Add up a Strike Chance, in percentage points."""
    situation, maneuver, weapon = order.situation, order.maneuver, attacker.weapon
    facts = _strike_facts(attacker, defender, order, rulings)
    ranked = weapon.ranked or maneuver is TRIP or maneuver is TRAMPLE
    number = _strike_number(
        rulebook.CHANCE_RANKED_WEAPON if ranked else rulebook.CHANCE_UNRANKED_WEAPON,
        weapon.base_chance,
        weapon.rank,
        attacker.manual_dexterity,
        attacker.strike_magic,
        tuple(facts.items()),
    )
    if order.mode is RANGED and attacker.fatigue == 0:
        number = number.shaped_by(Rulings.NO_FATIGUE_RANGED)
    if order.mode is CLOSE and situation.attack_hex is not FRONT:
        number = number.shaped_by(Rulings.CLOSE_COMBAT_HEX)
    if situation.custom_strike:
        number = number.customised(rulebook.STRIKE_CUMULATIVE, situation.custom_strike, rows=len(facts))
    return number if maneuver is NO_MANEUVER else _maneuvered(number, maneuver, rulings)


@lru_cache(maxsize=4096)
def _strike_number(rule: Rule, base_chance: int, rank: int, dexterity: int, magic: int, facts: FactItems) -> Number:
    """Add up what weapon, Manual Dexterity, Rank, magic and the rows of 57.1 make."""
    counts = _strike_rows(facts)
    if rule is rulebook.CHANCE_RANKED_WEAPON:
        own = _own_terms(rule, ("Manual Dexterity", dexterity), ("Rank", 4 * rank), ("Magic", magic))
    else:
        own = _own_terms(rule, ("Magic", magic))
    cites: Cites = (rule, Rulings.MAGIC_SIGN) if magic else (rule,)
    return Number(tally(base_chance, own + counts.terms), cites + counts.cites)


@lru_cache(maxsize=1024)
def _strike_rows(facts: FactItems) -> Counted:
    held = dict(facts)
    cites = behind(rows.STRIKE_MODIFIERS, held)
    if OpposedFact.SECONDARY_HAND in held and OpposedFact.MULTIPLE_STRIKE in held:
        cites += (Rulings.MULTIPLE_AND_SECONDARY,)
    if len(held) > 1:
        cites += (rulebook.STRIKE_CUMULATIVE,)
    return Counted(tuple(counted(rows.STRIKE_MODIFIERS, held)), cites)


def _maneuvered(number: Number, maneuver: words.OpposedManeuverKind, rulings: options.OpposedRulings) -> Number:
    """Return a Strike Chance as a manoeuvre changes it: by its Base Chance, by a row of its own, or not at all."""
    base, terms, total = number.tally.base, number.tally.terms, number.tally.total
    if maneuver is SHIELD_RUSH:
        return number.shaped_by(Rulings.SHIELD_RUSH_CHARGE)
    if maneuver is DISARM:
        row, ruling, terms = DISARMING, Rulings.DISARM_MISSING_ROW, (*terms, DISARMING)
    elif maneuver is TRIP:
        row, ruling = term(rulebook.MANEUVER_TRIP, _tripping(base, rulings) - base), Rulings.TRIP_BASE_CHANCE
        terms = (row, *terms)
    elif maneuver is TRAMPLE:
        row, ruling = term(rulebook.MANEUVER_TRAMPLE, LOWERED_BASE_CHANCE - base), Rulings.TRAMPLE_CHANCE
        terms = (row, *terms)
    else:
        return number
    if not row.value:
        return number
    return Number(Tally(base=base, terms=terms, total=total + row.value), (*number.cites, ruling))


def _tripping(base_chance: int, rulings: options.OpposedRulings) -> int:
    """Return the Base Chance that tripping leaves."""
    if rulings.trip_base_chance is options.OpposedTripBaseChance.CAP_40:
        return min(base_chance, LOWERED_BASE_CHANCE)
    if rulings.trip_base_chance is options.OpposedTripBaseChance.SET_40:
        return LOWERED_BASE_CHANCE
    return -(-LOWERED_BASE_CHANCE * base_chance // 100)


def _strike_facts(
    attacker: OpposedFigure, defender: OpposedFigure, order: OpposedStrike, rulings: options.OpposedRulings
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


def _only_worst_counts(rulings: options.OpposedRulings) -> bool:
    return rulings.visibility_stacking is options.OpposedVisibilityStacking.WORST_SINGLE


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
    hexes, thrown = situation.distance_hexes, situation.flight is THROWN
    if thrown and hexes:
        facts[OpposedFact.THROWN_HEX] = hexes
    elif not thrown and hexes > 5:
        facts[OpposedFact.MISSILE_HEXES] = -(-(hexes - 5) // 5)
    return facts


STRIKE_FACTS: Final = {CLOSE: _close_facts, MELEE: _melee_facts, RANGED: _ranged_facts}


# Defence


def defence_of(defender: OpposedFigure, order: OpposedStrike, rulings: options.OpposedRulings) -> Number:
    """Add up a Defence, in percentage points; a figure that is down defends as a stunned one.

    Ruling: opposed/ruling/down-defender.
    """
    situation, able = order.situation, is_able(defender)
    facts = DEFENCE_FACTS[order.mode](defender, able=able)
    if defender.airborne:
        facts[OpposedFact.DEFENDER_AIRBORNE] = 1
    if defender.stunned or not able:
        number = _defence_number(rulebook.DEFENCE_STUNNED, 0, 0, 0, 0, defender.magic_defence, tuple(facts.items()))
    else:
        number = _defence_number(
            rulebook.DEFENCE_FRONT if situation.attack_hex is FRONT else rulebook.DEFENCE_FLANK_REAR,
            defender.agility,
            defender.perception,
            defender.perception if rulings.front_defence_includes_perception else 0,
            defender.shield_defence,
            defender.magic_defence,
            tuple(facts.items()),
        )
        if defender.agility_base is not None:
            number = number.shaped_by(Rulings.MODIFIED_AGILITY)
    if not able:
        number = _as_if_stunned(number)
    if order.mode is RANGED and defender.fatigue == 0:
        number = number.shaped_by(Rulings.NO_FATIGUE_RANGED)
    if situation.custom_defence:
        number = number.customised(rulebook.DEFENCE_CUMULATIVE, situation.custom_defence, rows=len(facts))
    return number


@lru_cache(maxsize=4096)
def _defence_number(
    rule: Rule, agility: int, perception: int, counted_perception: int, shield: int, magic: int, facts: FactItems
) -> Number:
    """Add up what Agility, Perception, shield, magic and the rows of 57.2 make; from the front all of them count."""
    held, own = dict(facts), _own_terms(rule, ("Magic", magic))
    cites: Cites = (rule,)
    if rule is rulebook.DEFENCE_FRONT:
        own = _own_terms(rule, ("Perception", counted_perception), ("Shield", shield), ("Magic", magic))
        cites += (Rulings.FRONT_DEFENCE_PERCEPTION,) if perception else ()
    cites += (Rulings.MAGIC_SIGN,) if magic else ()
    cites += behind(rows.DEFENCE_MODIFIERS, held)
    if len(held) > 1:
        cites += (rulebook.DEFENCE_CUMULATIVE,)
    return Number(tally(agility, (*own, *counted(rows.DEFENCE_MODIFIERS, held))), cites)


def _as_if_stunned(number: Number) -> Number:
    """Return the Defence of a figure that is down: its row of a stunned one has another name."""
    label, (base, terms) = "Down, as if stunned", (number.tally.base, number.tally.terms)
    named = [Term(rule=e.rule, label=label, value=e.value) if e.rule in STUNNED_ROWS else e for e in terms]
    return Number(
        Tally(base=base, terms=tuple(named), total=number.tally.total), (*number.cites, Rulings.DOWN_DEFENDER)
    )


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
        if defender.weapon.rank:
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


# The strike die


def dice_modifier_of(attacker: OpposedFigure, situation: OpposedSituation, rulings: options.OpposedRulings) -> Number:
    """Add up what is added to the face of the strike die; negative is better."""
    assassin = situation.assassin
    if not situation.aim and assassin is NO_ASSASSIN and not situation.custom_dice:
        return UNMODIFIED
    terms: tuple[Term, ...] = ()
    cites: Cites = ()
    if situation.aim:
        terms, cites = (rows.DIE_AIM.term,), (rows.DIE_AIM.rule,)
    if assassin is not NO_ASSASSIN:
        rank, row = attacker.assassin_rank, rows.DIE_ASSASSIN[assassin]
        if assassin is words.OpposedAssassin.FRONT:
            rank = -(-rank // 3) if rulings.assassin_front_rounding is options.OpposedFraction.CEIL else rank // 3
        terms, cites = (*terms, row.times(rank)), (*cites, row.rule)
    if len(terms) > 1:
        cites += (rulebook.DIE_STACKING, Rulings.DICE_MODIFIER_STACKING)
    number = Number(tally(0, terms), cites)
    custom = situation.custom_dice
    return number.customised(rulebook.DIE_STACKING, custom, rows=1) if custom else number


UNMODIFIED: Final = Number(tally(0), ())
