"""Printed modifiers as rows: the rule, what it adds, and the fact that brings it."""

from typing import Final

from service.rules.kernel.book import Fact
from service.rules.kernel.tally import Modifier
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.words import OpposedAssassin


class OpposedFact(Fact):
    """What brings a modifier of Strike Chance, Defence or the strike die."""

    # Strike Chance
    CLOSE_STRENGTH = "close_strength", "A close strike: each point of the attacker's Physical Strength."
    CLOSE_SPENT = "close_spent", "A close strike: the attacker has no Fatigue."
    MELEE_SPENT = "melee_spent", "A melee strike: the attacker has no Fatigue."
    WITHDRAWING = "withdrawing", "A melee strike: the attacker withdraws with it."
    CHARGE_WITH_POLE_OR_SHIELD = "charge_with_pole_or_shield", "A melee charge with a pole weapon or a shield."
    CHARGE = "charge", "A melee charge with any other weapon."
    MELEE_FLANK = "melee_flank", "A melee strike from one of the target's flank hexes."
    MELEE_REAR = "melee_rear", "A melee strike from the target's rear hex."
    MELEE_LOW_TARGET = "melee_low_target", "A melee strike at a target that is kneeling or prone."
    RANGED_FLANK = "ranged_flank", "A ranged strike from one of the target's flank hexes."
    RANGED_REAR = "ranged_rear", "A ranged strike from the target's rear hex."
    RANGED_KNEELING = "ranged_kneeling", "A ranged strike: the attacker is kneeling."
    AIMED = "aimed", "A ranged strike that is aimed."
    SNAPSHOT = "snapshot", "A ranged strike that is a snap shot."
    THROWN_HEX = "thrown_hex", "Each hex a weapon is thrown, the target's hex counted, the attacker's not."
    MISSILE_HEXES = "missile_hexes", "Each 5 hexes, or part of them, that a missile flies beyond the first 5."
    STARRY = "starry", "The strike is made by starlight or in shadow."
    CLOUDY = "cloudy", "The strike is made in a cloudy night."
    UNLIT = "unlit", "The strike is made in an unlit interior."
    PITCH_BLACK = "pitch_black", "The strike is made in pitch blackness."
    UNSEEN = "unseen", "The attacker cannot see the target."
    SECONDARY_HAND = "secondary_hand", "The weapon is in the secondary hand."
    MULTIPLE_STRIKE = "multiple_strike", "The strike is one of several of one action."
    MULTI_HEX_STRIKE = "multi_hex_strike", "One swing strikes several hexes."
    ATTACKER_AIRBORNE = "attacker_airborne", "The attacker is flying."

    # Defence
    CLOSE_OWN_STRENGTH = "close_own_strength", "A close strike: each point of the defender's Physical Strength."
    CLOSE_DEFENDER_SPENT = "close_defender_spent", "A close strike: the defender has no Fatigue."
    CLOSE_STUNNED = "close_stunned", "A close strike: the defender is stunned or down."
    MELEE_DEFENDER_SPENT = "melee_defender_spent", "A melee strike: the defender has no Fatigue."
    MELEE_STUNNED = "melee_stunned", "A melee strike: the defender is stunned or down."
    DEFENDER_WITHDRAWING = "defender_withdrawing", "A melee strike: the defender withdraws, guarding itself."
    MELEE_EVADING = "melee_evading", "A melee strike: the defender is evading."
    MELEE_EVADING_RANK = "melee_evading_rank", "A melee strike: each Rank an evading defender has with its weapon."
    RANGED_STUNNED = "ranged_stunned", "A ranged strike: the defender is stunned or down."
    RANGED_MOVING = "ranged_moving", "A ranged strike: the defender is moving."
    RANGED_LOW = "ranged_low", "A ranged strike: the defender is kneeling or prone."
    RANGED_EVADING = "ranged_evading", "A ranged strike: the defender is evading."
    RANGED_SHELTERED = "ranged_sheltered", "A ranged strike: the defender's hex is sheltered."
    DEFENDER_AIRBORNE = "defender_airborne", "The defender is flying."

    # The strike die
    ASSASSIN_SURPRISE = "assassin_surprise", "Each Rank of an assassin who strikes from surprise."
    ASSASSIN_BEHIND = "assassin_behind", "Each Rank of an assassin who strikes from behind."
    ASSASSIN_FRONT = "assassin_front", "Each 3 Ranks of an assassin who strikes from in front."


STRIKE_MODIFIERS: Final = (  # 57.1 Strike Chance Modifiers Summary
    Modifier(rulebook.STRIKE_CLOSE_STRENGTH, +1, OpposedFact.CLOSE_STRENGTH),
    Modifier(rulebook.STRIKE_CLOSE_NO_FATIGUE, -20, OpposedFact.CLOSE_SPENT),
    Modifier(rulebook.STRIKE_MELEE_NO_FATIGUE, -10, OpposedFact.MELEE_SPENT),
    Modifier(rulebook.STRIKE_OFFENSIVE_WITHDRAWAL, -20, OpposedFact.WITHDRAWING),
    Modifier(rulebook.STRIKE_CHARGE_POLE_OR_SHIELD, +20, OpposedFact.CHARGE_WITH_POLE_OR_SHIELD),
    Modifier(rulebook.STRIKE_CHARGE_OTHER, -15, OpposedFact.CHARGE),
    Modifier(rulebook.STRIKE_MELEE_FLANK, +10, OpposedFact.MELEE_FLANK),
    Modifier(rulebook.STRIKE_MELEE_REAR, +30, OpposedFact.MELEE_REAR),
    Modifier(rulebook.STRIKE_MELEE_LOW_DEFENDER, +20, OpposedFact.MELEE_LOW_TARGET),
    Modifier(rulebook.STRIKE_RANGED_FLANK, +10, OpposedFact.RANGED_FLANK),
    Modifier(rulebook.STRIKE_RANGED_REAR, +20, OpposedFact.RANGED_REAR),
    Modifier(rulebook.STRIKE_RANGED_KNEELING, +10, OpposedFact.RANGED_KNEELING),
    Modifier(rulebook.STRIKE_AIM, +20, OpposedFact.AIMED),
    Modifier(rulebook.STRIKE_SNAPSHOT, -15, OpposedFact.SNAPSHOT),
    Modifier(rulebook.STRIKE_THROWN_DISTANCE, -3, OpposedFact.THROWN_HEX),
    Modifier(rulebook.STRIKE_MISSILE_DISTANCE, -3, OpposedFact.MISSILE_HEXES),
    Modifier(rulebook.STRIKE_VISIBILITY_STARRY, -10, OpposedFact.STARRY),
    Modifier(rulebook.STRIKE_VISIBILITY_CLOUDY, -20, OpposedFact.CLOUDY),
    Modifier(rulebook.STRIKE_VISIBILITY_UNLIT, -30, OpposedFact.UNLIT),
    Modifier(rulebook.STRIKE_VISIBILITY_PITCH_BLACK, -40, OpposedFact.PITCH_BLACK),
    Modifier(rulebook.STRIKE_VISIBILITY_UNSEEN, -50, OpposedFact.UNSEEN),
    Modifier(rulebook.STRIKE_SECONDARY_HAND, -20, OpposedFact.SECONDARY_HAND),
    Modifier(rulebook.STRIKE_MULTIPLE_STRIKE, -10, OpposedFact.MULTIPLE_STRIKE),
    Modifier(rulebook.STRIKE_MULTI_HEX_STRIKE, -20, OpposedFact.MULTI_HEX_STRIKE),
    Modifier(rulebook.STRIKE_AIRBORNE_ATTACKER, -10, OpposedFact.ATTACKER_AIRBORNE),
)
DEFENCE_MODIFIERS: Final = (  # 57.2 Defence Modifiers Summary
    Modifier(rulebook.DEFENCE_CLOSE_STRENGTH, +1, OpposedFact.CLOSE_OWN_STRENGTH),
    Modifier(rulebook.DEFENCE_CLOSE_NO_FATIGUE, -20, OpposedFact.CLOSE_DEFENDER_SPENT),
    Modifier(rulebook.DEFENCE_CLOSE_STUNNED, -20, OpposedFact.CLOSE_STUNNED),
    Modifier(rulebook.DEFENCE_MELEE_NO_FATIGUE, -10, OpposedFact.MELEE_DEFENDER_SPENT),
    Modifier(rulebook.DEFENCE_MELEE_STUNNED, -15, OpposedFact.MELEE_STUNNED),
    Modifier(rulebook.DEFENCE_DEFENSIVE_WITHDRAWAL, +20, OpposedFact.DEFENDER_WITHDRAWING),
    Modifier(rulebook.DEFENCE_MELEE_EVADING, +10, OpposedFact.MELEE_EVADING),
    Modifier(rulebook.DEFENCE_MELEE_EVADING_RANK, +4, OpposedFact.MELEE_EVADING_RANK),
    Modifier(rulebook.DEFENCE_RANGED_STUNNED, -10, OpposedFact.RANGED_STUNNED),
    Modifier(rulebook.DEFENCE_RANGED_MOVING, +5, OpposedFact.RANGED_MOVING),
    Modifier(rulebook.DEFENCE_RANGED_LOW, +10, OpposedFact.RANGED_LOW),
    Modifier(rulebook.DEFENCE_RANGED_EVADING, +20, OpposedFact.RANGED_EVADING),
    Modifier(rulebook.DEFENCE_RANGED_SHELTERED, +20, OpposedFact.RANGED_SHELTERED),
    Modifier(rulebook.DEFENCE_AIRBORNE, +20, OpposedFact.DEFENDER_AIRBORNE),
)
DIE_AIM: Final = Modifier(rulebook.DIE_AIM, -5, OpposedFact.AIMED)
DIE_ASSASSIN: Final = {
    OpposedAssassin.SURPRISE: Modifier(rulebook.DIE_ASSASSIN_SURPRISE, -2, OpposedFact.ASSASSIN_SURPRISE),
    OpposedAssassin.BEHIND: Modifier(rulebook.DIE_ASSASSIN_BEHIND, -1, OpposedFact.ASSASSIN_BEHIND),
    OpposedAssassin.FRONT: Modifier(rulebook.DIE_ASSASSIN_FRONT, -1, OpposedFact.ASSASSIN_FRONT),
}
DIE_MODIFIERS: Final = (DIE_AIM, *DIE_ASSASSIN.values())
