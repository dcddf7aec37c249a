"""Printed modifiers of the family as rows, in the order of tallies: a rule, what it adds, and the fact that brings it.

What a fact may bring several times is written as one point and counted: postures, bonuses, points of other tables.
What is computed has no row: range, size, visibility, aim, shock, hit locations, Bulk.
"""

from typing import Final

from service.rules.kernel.book import Fact
from service.rules.kernel.tally import Modifier
from service.rules.roll_under import defenses, grappling, modifiers
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import attack_rules, movement_rules, rulebook


class TacticalFact(Fact):
    """What brings a modifier."""

    # Attacks
    POSTURE = "posture", "Melee: each point of the attacker's posture."
    GRAPPLED = "grappled", "The attacker is grappled."
    OFF_HAND = "off_hand", "The weapon is in the off hand."
    WEAK = "weak", "Each point of ST below the least that the weapon needs."
    BAD_FOOTING = "bad_footing", "Melee: the attacker stands on bad footing."
    LARGE_SHIELD = "large_shield", "Melee: the attacker holds a large shield."
    EVALUATED = "evaluated", "Each turn of Evaluate, three at most."
    DETERMINED = "determined", "Melee: a determined All-Out Attack."
    DETERMINED_SHOT = "determined_shot", "At range: a determined All-Out Attack."
    INTO_CLOSE = "into_close", "A strike into a close combat that the attacker is not in."
    TARGET_POSTURE = "target_posture", "At range, or into close combat, at torso, groin or legs: each point of posture."
    THROUGH_FOE = "through_foe", "Melee: each foe in a hex that the line passes through."
    THROUGH_PAIR = "through_pair", "Melee: each pair of hexes, a foe in both, that the line runs between."
    DECEPTIVE = "deceptive", "Each step of a Deceptive Attack."
    RAPID_STRIKE = "rapid_strike", "One of the two attacks of a Rapid Strike."
    CLUMSY = "clumsy", "360° Vision: to the back, or with one hand to the other side."
    CLOSE_SHIELD = "close_shield", "Close combat: each point of DB of the attacker's shield."
    IN_THE_WAY = "in_the_way", "At range: each person in the way."
    PAIR_IN_THE_WAY = "pair_in_the_way", "At range: each pair of occupied hexes that the line runs between."
    WATCHED = "watched", "Opportunity fire: each point of the hexes watched."
    WATCHED_LINE = "watched_line", "Opportunity fire: a line is watched."
    DISCRIMINATING = "discriminating", "Opportunity fire: the shooter tells friend from foe."
    POPUP = "popup", "A pop-up attack."
    SHOTS = "shots", "At range: each point of the number of shots."
    # The worst of these counts
    MOVE_AND_STRIKE = "move_and_strike", "Melee in a Move and Attack."
    MOVE_AND_SHOOT = "move_and_shoot", "A ranged attack in a Move and Attack; a worse Bulk counts instead."
    WILD = "wild", "A Wild Swing."
    BLIND = "blind", "Shooting blind."
    # Defences
    SHIELD = "shield", "Each point of DB of a shield on the side of the attack."
    SHIELD_IN_CLOSE = "shield_in_close", "Close combat, dodge and parry: each point of DB of the defender's shield."
    COMBAT_REFLEXES = "combat_reflexes", "The defender has Combat Reflexes."
    INCREASED_DODGE = "increased_dodge", "Dodge: an All-Out Defense with Increased Dodge."
    INCREASED_DEFENSE = "increased_defense", "Parry or block: an All-Out Defense that increases it."
    RETREATS = "retreats", "Parry or block: the defender retreats."
    RETREATS_WELL = "retreats_well", "Dodge, or a parry with a fencing weapon or a trained hand: the defender retreats."
    DROPS = "drops", "Dodge, against a ranged attack: the defender drops to the ground."
    DECEIVED = "deceived", "Each step of the attacker's Deceptive Attack."
    FEINTED = "feinted", "Each point of the attacker's feint."
    LOW = "low", "Each point of the defender's posture."
    FROM_SIDE = "from_side", "The attack comes from the side, without Peripheral or 360° Vision."
    RUNAROUND = "runaround", "The attacker has run around, without Peripheral or 360° Vision."
    FROM_BACK = "from_back", "The attack comes from the back, with Peripheral Vision."
    PARRIES_BACK = "parries_back", "Parry: the attack comes from the back, and the arm does not bend that far."
    STUNNED = "stunned", "The defender is stunned."
    OFF_BALANCE = "off_balance", "The defender is off balance, or exposed by a critical miss."
    PARRIED = "parried", "Parry: each one before it with the same hand."
    FENCED = "fenced", "Parry with a fencing weapon: each one before it with the same hand."
    THROWN = "thrown", "Parry: the weapon is thrown."
    SMALL_THROWN = "small_thrown", "Parry: the weapon is small and thrown."
    EMPTY_HAND = "empty_hand", "Parry with an empty hand, without Karate or Judo: a weapon is swung."
    # Evades, DX rolls, grapples and rolls against HT
    UPRIGHT_FOE = "upright_foe", "Evade: the foe stands or crouches."
    LOW_FOE = "low_foe", "Evade: the foe kneels or sits."
    FOE_DOWN = "foe_down", "Evade: the foe crawls or lies."
    FOE_SIDE = "foe_side", "Evade: the foe is approached from its side."
    FOE_BACK = "foe_back", "Evade: the foe is approached from behind."
    DX_SHIELD = "dx_shield", "DX in close combat, after one's first turn there: each point of DB of one's shield."
    SIZE_ABOVE = "size_above", "Grapple: each point of Size Modifier above the foe's."
    PIN_SIZE = "pin_size", "Pin: each point of Size Modifier above the other's."
    FREE_HANDS = "free_hands", "Pin: more free hands than the other."
    HANDS = "hands", "Holder: each point of the hands that hold."
    PINNED = "pinned", "Holder: each point of the hands that pin."
    HEAD_WOUND = "head_wound", "Knockdown: a major wound of skull or eye."
    FACE_WOUND = "face_wound", "Knockdown: a major wound of face or vitals."
    HIGH_PAIN = "high_pain", "Knockdown: a high threshold of pain."
    LOW_PAIN = "low_pain", "Knockdown: a low threshold of pain."
    YARDS_BACK = "yards_back", "Each yard of knockback after the first."
    HP_BELOW = "hp_below", "Staying conscious: each full multiple of HP below 0."


_MELEE: Final = attack_rules.ATTACK_MELEE_MODIFIERS
_RANGED: Final = attack_rules.ATTACK_RANGED_MODIFIERS
_GRAPPLED: Final = Modifier(rulebook.GRAPPLE_EFFECT, modifiers.GRAPPLED, TacticalFact.GRAPPLED)
_EVALUATED: Final = Modifier(movement_rules.MANEUVER_EVALUATE, +1, TacticalFact.EVALUATED)
_DETERMINED: Final = movement_rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS
_INTO_CLOSE: Final = Modifier(rulebook.STRIKING_NUMBER, -2, TacticalFact.INTO_CLOSE)
_TARGET_POSTURE: Final = Modifier(movement_rules.POSTURE_TABLE, +1, TacticalFact.TARGET_POSTURE, "Target's posture")
_CLOSE_SHIELD: Final = Modifier(rulebook.CLOSE_SHIELD_ATTACK, -1, TacticalFact.CLOSE_SHIELD)
MELEE_MODIFIERS: Final = (
    Modifier(movement_rules.POSTURE_TABLE, +1, TacticalFact.POSTURE),
    _GRAPPLED,
    Modifier(_MELEE, modifiers.OFF_HAND, TacticalFact.OFF_HAND, "Off hand"),
    Modifier(_MELEE, -1, TacticalFact.WEAK, "Too little ST"),
    Modifier(_MELEE, -2, TacticalFact.BAD_FOOTING, "Bad footing"),
    Modifier(_MELEE, -2, TacticalFact.LARGE_SHIELD, "Large shield"),
    _EVALUATED,
    Modifier(_DETERMINED, +4, TacticalFact.DETERMINED, "Determined"),
    _INTO_CLOSE,
    _TARGET_POSTURE,
    Modifier(attack_rules.MELEE_THROUGH_ENEMY, -4, TacticalFact.THROUGH_FOE),
    Modifier(attack_rules.MELEE_THROUGH_PAIR, -4, TacticalFact.THROUGH_PAIR),
    Modifier(attack_rules.ATTACK_DECEPTIVE, -2, TacticalFact.DECEPTIVE),
    Modifier(attack_rules.ATTACK_RAPID_STRIKE, -6, TacticalFact.RAPID_STRIKE),
    Modifier(attack_rules.WILD_360, -2, TacticalFact.CLUMSY),
    _CLOSE_SHIELD,
)
RANGED_MODIFIERS: Final = (
    _GRAPPLED,
    Modifier(_RANGED, modifiers.OFF_HAND, TacticalFact.OFF_HAND, "Off hand"),
    Modifier(_RANGED, -1, TacticalFact.WEAK, "Too little ST"),
    Modifier(_DETERMINED, +1, TacticalFact.DETERMINED_SHOT, "Determined"),
    _INTO_CLOSE,
    _TARGET_POSTURE,
    Modifier(attack_rules.RANGED_IN_THE_WAY, -4, TacticalFact.IN_THE_WAY),
    Modifier(attack_rules.RANGED_IN_THE_WAY_PAIR, -4, TacticalFact.PAIR_IN_THE_WAY),
    Modifier(attack_rules.OPPORTUNITY_PENALTY, +1, TacticalFact.WATCHED),
    Modifier(attack_rules.OPPORTUNITY_LINE, modifiers.WATCHED_LINE, TacticalFact.WATCHED_LINE),
    Modifier(attack_rules.OPPORTUNITY_DISCRIMINATE, modifiers.DISCRIMINATING, TacticalFact.DISCRIMINATING),
    Modifier(attack_rules.POPUP_NO_AIM, -2, TacticalFact.POPUP),
    Modifier(attack_rules.ATTACK_RAPID_FIRE, +1, TacticalFact.SHOTS),
    _CLOSE_SHIELD,
)
WORST_MODIFIERS: Final = (
    Modifier(movement_rules.MANEUVER_MOVE_AND_ATTACK, -4, TacticalFact.MOVE_AND_STRIKE),
    Modifier(movement_rules.MANEUVER_MOVE_AND_ATTACK, -2, TacticalFact.MOVE_AND_SHOOT),
    Modifier(attack_rules.WILD_PENALTY, -5, TacticalFact.WILD),
    Modifier(attack_rules.RANGED_BLIND, modifiers.BLIND, TacticalFact.BLIND),
)
"""The single worst of these counts, visibility included where the foe is unseen."""
CAP: Final = 9
"""The highest effective skill of a Wild Swing, a blind shot, a stray, and of melee in a Move and Attack."""

DEFENSE_MODIFIERS: Final = (
    Modifier(rulebook.DEFENSE_SHIELD_SIDE, +1, TacticalFact.SHIELD),
    Modifier(rulebook.CLOSE_SHIELD_DB, +1, TacticalFact.SHIELD_IN_CLOSE),
    Modifier(rulebook.DEFENSE_NUMBER, +1, TacticalFact.COMBAT_REFLEXES, "Combat Reflexes"),
    Modifier(movement_rules.MANEUVER_ALL_OUT_DEFENSE_DODGE, +2, TacticalFact.INCREASED_DODGE),
    Modifier(movement_rules.MANEUVER_ALL_OUT_DEFENSE_OTHER, +2, TacticalFact.INCREASED_DEFENSE),
    Modifier(rulebook.RETREAT_BONUS, +1, TacticalFact.RETREATS),
    Modifier(rulebook.RETREAT_BONUS, +3, TacticalFact.RETREATS_WELL),
    Modifier(rulebook.RETREAT_DODGE_AND_DROP, +3, TacticalFact.DROPS),
    Modifier(attack_rules.ATTACK_DECEPTIVE, -1, TacticalFact.DECEIVED),
    Modifier(movement_rules.MANEUVER_FEINT, -1, TacticalFact.FEINTED),
    Modifier(movement_rules.POSTURE_TABLE, +1, TacticalFact.LOW),
    Modifier(rulebook.DEFENSE_SIDE, -2, TacticalFact.FROM_SIDE),
    Modifier(rulebook.DEFENSE_RUNAROUND, -2, TacticalFact.RUNAROUND),
    Modifier(rulebook.DEFENSE_BACK_PERIPHERAL, -2, TacticalFact.FROM_BACK),
    Modifier(rulebook.DEFENSE_BACK_PARRY, -2, TacticalFact.PARRIES_BACK),
    Modifier(movement_rules.TURN_STUN, defenses.STUNNED, TacticalFact.STUNNED),
    Modifier(rulebook.DEFENSE_NUMBER, -2, TacticalFact.OFF_BALANCE, "Off balance"),
    Modifier(rulebook.DEFENSE_ONCE, -4, TacticalFact.PARRIED),
    Modifier(rulebook.DEFENSE_ONCE, -2, TacticalFact.FENCED),
    Modifier(rulebook.DEFENSE_BY_ATTACK, defenses.THROWN_WEAPON, TacticalFact.THROWN, "Thrown weapon"),
    Modifier(rulebook.DEFENSE_BY_ATTACK, -2, TacticalFact.SMALL_THROWN, "Small thrown weapon"),
    Modifier(rulebook.DEFENSE_UNARMED_PARRY, defenses.BARE_HANDS, TacticalFact.EMPTY_HAND),
)

_EVADE: Final = rulebook.EVADE_CONTEST
EVADE_MODIFIERS: Final = (
    Modifier(_EVADE, -5, TacticalFact.UPRIGHT_FOE, "Foe upright"),
    Modifier(_EVADE, -2, TacticalFact.LOW_FOE, "Foe kneeling or sitting"),
    Modifier(_EVADE, +5, TacticalFact.FOE_DOWN, "Foe down"),
    Modifier(_EVADE, +2, TacticalFact.FOE_SIDE, "From its side"),
    Modifier(_EVADE, +5, TacticalFact.FOE_BACK, "From behind"),
)
EVADED: Final = {
    Posture.STANDING: TacticalFact.UPRIGHT_FOE,
    Posture.CROUCHING: TacticalFact.UPRIGHT_FOE,
    Posture.KNEELING: TacticalFact.LOW_FOE,
    Posture.SITTING: TacticalFact.LOW_FOE,
    Posture.CRAWLING: TacticalFact.FOE_DOWN,
    Posture.LYING: TacticalFact.FOE_DOWN,
}
"""The fact that the posture of a foe brings to an evade."""
DX_MODIFIERS: Final = (Modifier(rulebook.CLOSE_SHIELD_DX, -1, TacticalFact.DX_SHIELD),)
GRAB_MODIFIERS: Final = (Modifier(rulebook.GRAPPLE_GRAB, +1, TacticalFact.SIZE_ABOVE, "Size"),)
PIN_MODIFIERS: Final = (
    Modifier(rulebook.GRAPPLE_PIN, grappling.PIN_PER_SIZE, TacticalFact.PIN_SIZE, "Size"),
    Modifier(rulebook.GRAPPLE_PIN, grappling.PIN_FREE_HANDS, TacticalFact.FREE_HANDS, "Free hands"),
)
HOLD_MODIFIERS: Final = (
    Modifier(rulebook.GRAPPLE_BREAK_FREE, +1, TacticalFact.HANDS, "Hands"),
    Modifier(rulebook.GRAPPLE_BREAK_FREE, +1, TacticalFact.PINNED, "Pinned"),
)
KNOCKDOWN_MODIFIERS: Final = (
    Modifier(rulebook.INJURY_KNOCKDOWN, -10, TacticalFact.HEAD_WOUND, "Skull or eye"),
    Modifier(rulebook.INJURY_KNOCKDOWN, -5, TacticalFact.FACE_WOUND, "Face or vitals"),
    Modifier(rulebook.INJURY_KNOCKDOWN, +3, TacticalFact.HIGH_PAIN, "High pain threshold"),
    Modifier(rulebook.INJURY_KNOCKDOWN, -4, TacticalFact.LOW_PAIN, "Low pain threshold"),
)
FALL_MODIFIERS: Final = (Modifier(rulebook.INJURY_KNOCKBACK, -1, TacticalFact.YARDS_BACK, "Yards"),)
CONSCIOUSNESS_MODIFIERS: Final = (Modifier(movement_rules.TURN_CONSCIOUSNESS, -1, TacticalFact.HP_BELOW, "HP below 0"),)
