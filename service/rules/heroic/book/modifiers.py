"""Printed modifiers of the family as rows, in the order of tallies: a rule, what it adds, and the fact that brings it.

What a fact may bring several times is written as one point and counted: sizes, arms, points of another table.
"""

from typing import Final

from service.rules.heroic.book import attack_rules, rulebook
from service.rules.kernel.book import Fact
from service.rules.kernel.tally import Modifier
from service.rules.roll_under import defenses, grappling, modifiers


class AttackFact(Fact):
    """What changes an attacker's effective skill, beside its tactic, the range and where it aims."""

    INITIATIVE = "initiative", "The attacker's side has the initiative."
    SHIELD = "shield", "Melee: each point of DB of the shield that somebody in a grapple holds ready."
    GRAPPLE_SIZE = "grapple_size", "Grapple: each point of Size Modifier above the target's."
    TARGET_SIZE = "target_size", "Melee, by option: each point of the target's Size Modifier."
    SIZE_ABOVE = "size_above", "Melee, by option: each point of Size Modifier above the target's."
    POSTURE = "posture", "Melee: each point of the attacker's posture."
    SHOT_SIZE = "shot_size", "At range: each point of Size Modifier of the target, or of the figure singled out."
    GROUP = "group", "At range: each point of the target's numbers, unless one of its figures is singled out."
    IN_THE_WAY = "in_the_way", "At range: each figure in the way of the one that is singled out."
    COVER = "cover", "At range: each point of the target's cover."
    LOCKED = "locked", "At range: the target is in melee."
    AREA = "area", "Opportunity fire: each point of the yards watched."
    LINE = "line", "Opportunity fire: a line is watched instead."
    DISCRIMINATING = "discriminating", "Opportunity fire: the shooter tells friend from foe."
    GRAPPLED = "grappled", "Somebody who attacks is grappled."
    VISIBILITY = "visibility", "Each point of visibility; for the blind as in total darkness."
    FASTER = "faster", "Free attack: each yard of Basic Move that the target has more, four at most."
    SHORT_ACTION = "short_action", "A short deed is done with the attack."
    ACCURACY = "accuracy", "At range, with a tactic that aims: each point of Accuracy."
    BULK = "bulk", "At range, in the closest band: each point of Bulk."
    ARMS = "arms", "Grapple: each point of the arms that grapple."
    OFF_HAND = "off_hand", "The off hand holds the weapon."


class DefenseFact(Fact):
    """What changes a target's defence, beside its tactic and posture."""

    STUNNED = "stunned", "The target is stunned."
    UNSEEING = "unseeing", "The target is blind."
    GRAPPLED = "grappled", "Parry and Block: every member who could defend is grappled."
    MODE = "mode", "Each point of the attack mode's own modifier."
    BEST_MODE = "best_mode", "Several attacks: each point of the modifier that is best for the target."
    THROWN = "thrown", "Parry: the weapon is thrown."
    BARE_HANDS = "bare_hands", "Parry with bare hands: a weapon is swung."


class MoraleFact(Fact):
    """What is added to the dice of a morale check."""

    HALF_HP = "half_hp", "One alone has lost half of its hit points."
    MOST_HP = "most_hp", "One alone has lost two thirds of its hit points."
    OUTNUMBERS = "outnumbers", "It outnumbers the enemy."
    DOUBLES = "doubles", "It outnumbers the enemy two to one."
    HALF_LOST = "half_lost", "Half of its members are lost."
    MOST_LOST = "most_lost", "Two thirds of its members are lost."
    CORNERED = "cornered", "It can neither flee nor surrender."
    FEARLESSNESS = "fearlessness", "Each level of Fearlessness."
    COWARDICE = "cowardice", "Each point of Cowardice."


class FatigueFact(Fact):
    """What makes a fight cost more than one fatigue point."""

    LOAD = "load", "Each fatigue point of the encumbrance beyond the first."
    HEAT = "heat", "Each fatigue point that heat costs."


class HoldFact(Fact):
    """What counts for who holds, or for who breaks free."""

    ARM = "arm", "Each arm beyond two."
    HANDS = "hands", "Holder: each point of the hands that hold."
    PINNED = "pinned", "Holder: each point of the hands that pin."
    STUNNED = "stunned", "Holder: it is stunned."
    CHOKE_HOLD = "choke_hold", "Holder: it chokes."
    ARM_LOCK = "arm_lock", "Holder: it has an arm lock."
    REFEREE = "referee", "Each point that the referee gives."
    FAILED = "failed", "Victim: each failed attempt to break an arm lock."


class GripFact(Fact):
    """What counts in the contest of a grapple's follow-up."""

    BRINGS_DOWN = "brings_down", "Takedown: each point that superior numbers help."
    PINS = "pins", "Pin: each point that superior numbers help."
    SIZE_AND_HANDS = "size_and_hands", "Pin: each point of size and free hands, for either side."
    HANDS = "hands", "Choke: each point of the hands that choke."
    CHOKE_HOLD = "choke_hold", "The attacker makes a choke hold."
    SNAPS = "snaps", "The attacker snaps a neck or wrenches a limb."


INITIATIVE: Final = Modifier(rulebook.INITIATIVE_WINNER_ATTACK_BONUS, +2, AttackFact.INITIATIVE)
MELEE: Final = (
    Modifier(attack_rules.REF_GRAPPLE_WEAPONS, -1, AttackFact.SHIELD, "Shield"),
    Modifier(attack_rules.GRAPPLE_MODIFIERS, +1, AttackFact.GRAPPLE_SIZE, "Size"),
    Modifier(attack_rules.MELEE_MODIFIERS, +1, AttackFact.TARGET_SIZE, "Target's size"),
    Modifier(attack_rules.MELEE_MODIFIERS, +1, AttackFact.SIZE_ABOVE, "Size"),
    Modifier(attack_rules.REF_MELEE_POSTURE, +1, AttackFact.POSTURE),
)
SHOT_AT: Final = (
    Modifier(attack_rules.REF_RANGED_TARGET, +1, AttackFact.SHOT_SIZE, "Target's size"),
    Modifier(attack_rules.RANGED_GROUP_TARGET, +1, AttackFact.GROUP),
    Modifier(attack_rules.RANGED_SINGLE_OUT, -4, AttackFact.IN_THE_WAY),
)
SHOT: Final = (
    Modifier(attack_rules.REF_RANGED_TARGET, +1, AttackFact.COVER, "Cover"),
    Modifier(attack_rules.RANGED_LOCKED_TARGET, -4, AttackFact.LOCKED),
    Modifier(attack_rules.REF_OPPORTUNITY_FIRE, +1, AttackFact.AREA),
    Modifier(attack_rules.REF_OPPORTUNITY_FIRE, modifiers.WATCHED_LINE, AttackFact.LINE),
    Modifier(
        rulebook.WAIT_OPPORTUNITY_FIRE,
        modifiers.DISCRIMINATING,
        AttackFact.DISCRIMINATING,
        "Telling friend from foe",
    ),
)
SITUATION: Final = (
    Modifier(attack_rules.REF_SITUATION, modifiers.GRAPPLED, AttackFact.GRAPPLED, "Grappled"),
    Modifier(attack_rules.REF_VISIBILITY, +1, AttackFact.VISIBILITY),
    Modifier(rulebook.LOCK_FREE_ATTACK_PENALTY, -1, AttackFact.FASTER),
    Modifier(rulebook.ACTION_WITH_ATTACK, -6, AttackFact.SHORT_ACTION),
)
WEAPON: Final = (
    Modifier(rulebook.TACTIC_AIMED_SHOOTING, +1, AttackFact.ACCURACY, "Accuracy"),
    Modifier(attack_rules.RANGED_BULK, +1, AttackFact.BULK),
    Modifier(attack_rules.REF_GRAPPLE_ATTACK, +1, AttackFact.ARMS, "Arms"),
)
OFF_HAND: Final = Modifier(attack_rules.REF_SITUATION, modifiers.OFF_HAND, AttackFact.OFF_HAND, "Off hand")
ATTACK: Final = (INITIATIVE, *MELEE, *SHOT_AT, *SHOT, *SITUATION, *WEAPON, OFF_HAND)

STATE: Final = (
    Modifier(attack_rules.REF_ACTIVE_DEFENSE, defenses.STUNNED, DefenseFact.STUNNED, "Stunned"),
    Modifier(attack_rules.REF_ACTIVE_DEFENSE, defenses.UNSEEING, DefenseFact.UNSEEING, "Attacker unseen"),
)
DEFENSE: Final = (
    Modifier(attack_rules.REF_ACTIVE_DEFENSE, defenses.GRAPPLED, DefenseFact.GRAPPLED, "Grappled"),
    Modifier(attack_rules.ATTACK_EFFECTIVE_DEFENSE, +1, DefenseFact.MODE, "Attack mode"),
    Modifier(attack_rules.MULTI_BEST_DEFENSE, +1, DefenseFact.BEST_MODE, "Attack mode"),
    Modifier(attack_rules.REF_ACTIVE_DEFENSE, defenses.THROWN_WEAPON, DefenseFact.THROWN, "Thrown weapon"),
    Modifier(attack_rules.REF_ACTIVE_DEFENSE, defenses.BARE_HANDS, DefenseFact.BARE_HANDS, "Bare hands"),
)

MORALE: Final = (
    Modifier(rulebook.MORALE_MOD_HP, +2, MoraleFact.HALF_HP),
    Modifier(rulebook.MORALE_MOD_HP, +5, MoraleFact.MOST_HP),
    Modifier(rulebook.MORALE_MOD_NUMBERS, -2, MoraleFact.OUTNUMBERS),
    Modifier(rulebook.MORALE_MOD_NUMBERS, -5, MoraleFact.DOUBLES),
    Modifier(rulebook.MORALE_MOD_LOSSES, +2, MoraleFact.HALF_LOST),
    Modifier(rulebook.MORALE_MOD_LOSSES, +5, MoraleFact.MOST_LOST),
    Modifier(rulebook.MORALE_MOD_CORNERED, -5, MoraleFact.CORNERED),
    Modifier(rulebook.MORALE_MOD_FEARLESSNESS, -1, MoraleFact.FEARLESSNESS),
    Modifier(rulebook.MORALE_MOD_COWARDICE, +1, MoraleFact.COWARDICE),
)
FATIGUE: Final = (
    Modifier(attack_rules.REF_ENCUMBRANCE, +1, FatigueFact.LOAD),
    Modifier(attack_rules.REF_BATTLE_FATIGUE, +1, FatigueFact.HEAT),
)
HOLD: Final = (
    Modifier(attack_rules.REF_BREAK_FREE, grappling.ARM_BEYOND_TWO, HoldFact.ARM, "Arms beyond two"),
    Modifier(attack_rules.REF_BREAK_FREE, +1, HoldFact.HANDS, "Hands"),
    Modifier(attack_rules.REF_BREAK_FREE, +1, HoldFact.PINNED, "Pinned"),
    Modifier(attack_rules.REF_BREAK_FREE, grappling.STUNNED_HOLDER, HoldFact.STUNNED, "Stunned"),
    Modifier(attack_rules.REF_CHOKE, grappling.CHOKE_HOLD_HOLDER, HoldFact.CHOKE_HOLD, "Choke hold"),
    Modifier(attack_rules.REF_ARM_LOCK, grappling.ARM_LOCK_HOLDER, HoldFact.ARM_LOCK, "Arm lock"),
    Modifier(rulebook.UNIT_REFEREE_LATITUDE, +1, HoldFact.REFEREE, "Referee"),
    Modifier(attack_rules.REF_ARM_LOCK, grappling.ARM_LOCK_FAILURE, HoldFact.FAILED, "Failed attempts"),
)
GRIP: Final = (
    Modifier(attack_rules.GRAPPLE_TAKEDOWN, +1, GripFact.BRINGS_DOWN, "Helpers"),
    Modifier(attack_rules.GRAPPLE_PIN, +1, GripFact.PINS, "Helpers"),
    Modifier(attack_rules.REF_PIN, +1, GripFact.SIZE_AND_HANDS, "Size and hands"),
    Modifier(attack_rules.REF_CHOKE, +1, GripFact.HANDS, "Hands"),
    Modifier(attack_rules.REF_CHOKE, grappling.CHOKE_HOLD_ST, GripFact.CHOKE_HOLD, "Choke hold"),
    Modifier(attack_rules.REF_NECK_SNAP, grappling.NECK_SNAP_ST, GripFact.SNAPS),
)
