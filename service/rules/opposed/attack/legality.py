"""Legality of a strike: what the rules forbid is refused before the first die is rolled."""

from collections.abc import Iterable
from typing import Final

from service.dice.model import Cited, Dice
from service.rules.kernel.turns.unread import Unread, refuse_unread
from service.rules.opposed.book import refusals, rulebook, words
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.figures.models import UNARMED, OpposedAttack, OpposedFigure, OpposedSituation, OpposedStrike

ACTIVE: Final = words.OpposedStatus.ACTIVE
KNOCKED_OUT: Final = words.OpposedCondition.KNOCKED_OUT
TRAMPLE: Final = words.OpposedManeuverKind.TRAMPLE
SHIELD_RUSH: Final = words.OpposedManeuverKind.SHIELD_RUSH
HAND_TO_HAND: Final = {
    TRAMPLE: rulebook.MANEUVER_TRAMPLE,
    SHIELD_RUSH: rulebook.MANEUVER_SHIELD_RUSH,
    words.OpposedManeuverKind.TRIP: rulebook.MANEUVER_TRIP,
}
RANGED: Final = words.OpposedMode.RANGED
OFFENSIVE: Final = words.OpposedStrikeWithdrawal.OFFENSIVE
NO_ASSASSIN: Final = words.OpposedAssassin.NONE
RESOLVE: Final = words.OpposedRiposte.RESOLVE

HAND_TO_HAND_UNREAD: Final = {
    mode: Unread(
        frozenset({"flight", "distance_hexes"}),
        f"a {mode.value} strike",
        "a ranged one",
        rulebook.STRIKE_MISSILE_DISTANCE,
    )
    for mode in words.OpposedMode
    if mode is not RANGED
}
"""What only ranged strikes read of their circumstances."""


def called(figure: OpposedFigure, role: str = "The figure") -> str:
    """Return what players call a figure in sentences: its name, its id, or its role in what is told."""
    return figure.name or figure.id or role


NUMBERS: Final = (
    *("perception", "agility", "agility_base", "manual_dexterity", "physical_strength", "willpower"),
    *("fatigue", "fatigue_max", "endurance", "endurance_max", "armour_ft", "armour_en", "damage_reduction"),
    *("shield_defence", "magic_defence", "strike_magic"),
    *("warrior_rank", "military_scientist_rank", "assassin_rank"),
)
"""The values of a figure that are 0 or unknown by default."""


def warn_of_blanks(figures: Iterable[tuple[OpposedFigure, str]], dice: Dice) -> None:
    """Warn of each figure that has no values, by its id or else by its role in the request."""
    for figure, role in figures:
        if not figure.agility and figure.weapon == UNARMED and not any(getattr(figure, each) for each in NUMBERS):
            who = figure.id or f"The {role}"
            dice.warn(f"{who} has no values: every one of them is 0, the default.")


def refuse_attack(attack: OpposedAttack) -> None:
    """Refuse an attack that the rules forbid, and a riposte that they would forbid."""
    refuse_figures(attack.attacker, attack.defender)
    refuse_order(attack.attacker, attack)
    if attack.riposte is RESOLVE:
        refuse_situation(attack.defender, words.OpposedMode.MELEE, attack.riposte_situation, "/riposte_situation")


def refuse_figures(attacker: OpposedFigure, defender: OpposedFigure) -> None:
    """Refuse an attacker that cannot act or acts against itself, and a defender that is gone or in two states."""
    if attacker.id is not None and attacker.id == defender.id:
        message = f"{attacker.id!r} cannot act against itself: attacker and defender have the same id."
        raise refusals.InvalidTarget(message, pointer="/defender/id")
    if attacker.stunned or attacker.must_pass_next or not is_able(attacker):
        state, pointer, rule = _hindrance(attacker)
        message = f"{called(attacker, 'Attacker')} {state} and cannot act."
        raise refusals.AttackerCannotAct(message, pointer=pointer, rule=rule)
    refuse_fled(defender)
    if defender.stunned and defender.evading:
        message = f"{called(defender, 'Defender')} is stunned and cannot be evading."
        raise refusals.StunnedFigureCannotEvade(message, pointer="/defender/evading")


def refuse_fled(defender: OpposedFigure) -> None:
    """Refuse a defender that has fled."""
    if defender.status is words.OpposedStatus.FLED:
        message = f"{called(defender, 'Defender')} has fled (status fled), so nobody can act against it."
        raise refusals.InvalidTarget(message, pointer="/defender/status", rule=rulebook.SKIRMISH_BREAK)


def is_able(figure: OpposedFigure) -> bool:
    """Return whether a figure is neither down nor gone; a stunned one is able in this sense."""
    return figure.status is ACTIVE and KNOCKED_OUT not in figure.conditions


def _hindrance(attacker: OpposedFigure) -> tuple[str, str, Cited]:
    """Say what keeps an attacker from acting, where the request says so, and by which rule."""
    if attacker.status is words.OpposedStatus.FLED:
        return "has fled", "/attacker/status", rulebook.SKIRMISH_BREAK
    endurance = 1 if attacker.endurance is None else attacker.endurance
    if attacker.status is words.OpposedStatus.INCAPACITATED and endurance <= 0:
        state = f"is incapacitated at Endurance {endurance}"
        return state, "/attacker/endurance", rulebook.CONSCIOUSNESS_CHECK
    if attacker.status is not ACTIVE:
        return f"is {attacker.status}", "/attacker/status", rulebook.CONSCIOUSNESS_CHECK
    if KNOCKED_OUT in attacker.conditions:
        return "is knocked out", "/attacker/conditions", rulebook.MANEUVER_KNOCKOUT
    if attacker.stunned:
        return "is stunned", "/attacker/stunned", rulebook.STUN_EFFECTS
    state = "owes a Pass for a parry (must_pass_next is true)"
    return state, "/attacker/must_pass_next", Rulings.MUST_PASS


def refuse_order(attacker: OpposedFigure, order: OpposedStrike, at: str = "") -> None:
    """Refuse a strike that its figure, weapon and circumstances do not allow.

    `at` is the pointer to the order within the procedure's input.
    """
    refuse_situation(attacker, order.mode, order.situation, f"{at}/situation")
    if order.mode is RANGED and order.maneuver in HAND_TO_HAND:
        message = f"maneuver {order.maneuver} belongs to melee and close strikes, not to {order.mode}."
        rule = HAND_TO_HAND[order.maneuver]
        raise refusals.MeleeModifierInOtherMode(message, pointer=f"{at}/maneuver", rule=rule)
    if order.maneuver is TRAMPLE and attacker.size_hexes < 2:
        message = f"{called(attacker, 'Attacker')} fills {attacker.size_hexes} hex; only larger figures trample."
        raise refusals.TrampleNeedsMultihexFigure(message, pointer=f"{at}/maneuver")
    if order.maneuver is SHIELD_RUSH and not attacker.weapon.shield:
        message = f"{called(attacker, 'Attacker')} rushes with a shield, but the prepared weapon is not one."
        raise refusals.ShieldRushNeedsShield(message, pointer=f"{at}/maneuver")


def refuse_situation(attacker: OpposedFigure, mode: words.OpposedMode, situation: OpposedSituation, at: str) -> None:
    """Refuse circumstances that contradict each other, the mode, the attacker or its weapon.

    `at` is the pointer to the situation within the procedure's input.
    """
    if situation.aim or situation.snapshot:
        _refuse_ranged_modifiers(mode, situation, at)
    if situation.charging or situation.withdrawal is OFFENSIVE:
        _refuse_melee_modifiers(attacker, mode, situation, at)
    if mode is not RANGED:
        refuse_unread(situation, HAND_TO_HAND_UNREAD[mode], at)
    elif situation.flight is None:
        message = "A ranged strike needs flight: it is null, neither thrown nor missile."
        raise refusals.FlightRequired(message, pointer=f"{at}/flight")
    if situation.multi_hex_strike:
        _refuse_multi_hex_strike(attacker, mode, at)
    if situation.assassin is not NO_ASSASSIN and attacker.assassin_rank < 1:
        who = called(attacker, "Attacker")
        message = f"{who} strikes as an assassin ({situation.assassin}) with assassin_rank {attacker.assassin_rank}."
        raise refusals.AssassinRankMissing(message, pointer=f"{at}/assassin")


def _refuse_ranged_modifiers(mode: words.OpposedMode, situation: OpposedSituation, at: str) -> None:
    if mode is not RANGED:
        field = "aim" if situation.aim else "snapshot"
        raise refusals.RangedModifierInOtherMode(
            f"{field} belongs to ranged strikes, not to {mode}.", pointer=f"{at}/{field}"
        )
    if situation.aim and situation.snapshot:
        raise refusals.AimAndSnapshotConflict("aim and snapshot are both true; pick one.", pointer=f"{at}/snapshot")


def _refuse_melee_modifiers(
    attacker: OpposedFigure, mode: words.OpposedMode, situation: OpposedSituation, at: str
) -> None:
    withdraws = situation.withdrawal is OFFENSIVE
    if mode is RANGED and situation.charging:
        message = f"charging belongs to melee and close strikes, not to {mode}."
        raise refusals.MeleeModifierInOtherMode(message, pointer=f"{at}/charging")
    if mode is not words.OpposedMode.MELEE and withdraws:
        message = f"withdrawal belongs to melee strikes, not to {mode}."
        raise refusals.MeleeModifierInOtherMode(message, pointer=f"{at}/withdrawal")
    if situation.charging and (withdraws or attacker.withdrawal is words.OpposedWithdrawal.OFFENSIVE):
        message = "charging is true and withdrawal is offensive; a strike is not both."
        raise refusals.ChargeAndWithdrawalConflict(message, pointer=f"{at}/charging")


def _refuse_multi_hex_strike(attacker: OpposedFigure, mode: words.OpposedMode, at: str) -> None:
    weapon = attacker.weapon
    if mode is RANGED:
        message = f"multi_hex_strike belongs to melee and close strikes, not to {mode}."
        rule = rulebook.STRIKE_MULTI_HEX_STRIKE
        raise refusals.MeleeModifierInOtherMode(message, pointer=f"{at}/multi_hex_strike", rule=rule)
    if weapon.weapon_class is not words.OpposedWeaponClass.B or not weapon.two_handed:
        hands = "two hands" if weapon.two_handed else "one hand"
        kind = f"class {weapon.weapon_class}" if weapon.weapon_class else "no class"
        message = f"A multi-hex strike needs a B-class weapon in two hands; this one has {kind} and is in {hands}."
        raise refusals.MultiHexStrikeNeedsTwoHandedBClass(message, pointer=f"{at}/multi_hex_strike")
