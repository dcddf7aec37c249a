"""How gaps and contradictions about what strikes do are decided."""

from typing import Final

from service.dice.model import Ruling

ATTACK = "tests/rules/opposed/test_attack.py"
MANEUVER = "tests/rules/opposed/test_maneuver.py"

TABLE_TWO_LOOKUP: Final = Ruling(
    "opposed/ruling/table-two-lookup",
    does="The result is read at attack quality less defence quality.",
    alternatives="It is read at the defence quality.",
    test=ATTACK,
)
NEGATIVE_RESULT_QUALITY: Final = Ruling(
    "opposed/ruling/negative-result-quality",
    does="A defence better than the attack is a result of 0; the margin is kept for parries.",
    alternatives="Table 2 continues below 0.",
    test=ATTACK,
)
DAMAGE_REDUCTION_SCOPE: Final = Ruling(
    "opposed/ruling/damage-reduction-scope",
    does="Damage reduction counts against every result, the two without armour included.",
    alternatives="Those two ignore it as well.",
    test=ATTACK,
)
FT_EN_DOUBLE_MEANING: Final = Ruling(
    "opposed/ruling/ft-en-double-meaning",
    does="Points and armour of the same name are separate fields.",
    alternatives="One number serves as both.",
    test=ATTACK,
)
MAXIMUM_DAMAGE: Final = Ruling(
    "opposed/ruling/maximum-damage",
    does="Maximum is the highest face of every die plus the modifier; no die is rolled.",
    alternatives="It is twice the roll.",
    test=ATTACK,
)
ENHANCED_FATIGUE_NAME: Final = Ruling(
    "opposed/ruling/enhanced-fatigue-name",
    does="The enhanced fatigue hit of the intent list is maximum fatigue.",
    alternatives="They are two results.",
    test=ATTACK,
)
PLUS_TEN_ORDER: Final = Ruling(
    "opposed/ruling/plus-ten-order",
    does="Damage reduction is taken from the damage with its 10 added.",
    alternatives="The 10 are added after it.",
    test=ATTACK,
)
MINIMUM_DAMAGE: Final = Ruling(
    "opposed/ruling/minimum-damage",
    does="Damage is never below 0.",
    alternatives="A weapon's negative modifier heals.",
    test=ATTACK,
)
FATIGUE_OVERFLOW: Final = Ruling(
    "opposed/ruling/fatigue-overflow",
    does="Fatigue damage beyond the Fatigue left goes to Endurance.",
    alternatives="It is lost.",
    test=ATTACK,
    option="fatigue_overflow",
)
GRIEVOUS_TABLE: Final = Ruling(
    "opposed/ruling/grievous-table",
    does="A possible grievous injury is reported; a d100 and the caller's own table are optional.",
    alternatives="A table is built in.",
    test=ATTACK,
    option="grievous_roll",
)
HARMLESS_MANEUVER_GRIEVOUS: Final = Ruling(
    "opposed/ruling/harmless-maneuver-grievous",
    does="A manoeuvre that deals no damage causes no grievous injury.",
    alternatives="It may still cause one.",
    test=ATTACK,
)
STUNNED_EVADING: Final = Ruling(
    "opposed/ruling/stunned-evading",
    does="A stunned figure cannot evade; the request is refused.",
    alternatives="One of the two states is ignored.",
    test=ATTACK,
)
EVADE_TRIGGER: Final = Ruling(
    "opposed/ruling/evade-trigger",
    does="A defence two qualities better than the attack allows a parry, even if the attack failed.",
    alternatives="It is compared with the Strike Chance.",
    test=ATTACK,
)
EVADE_MODES: Final = Ruling(
    "opposed/ruling/evade-modes",
    does="Only melee attacks are parried.",
    alternatives="Close and ranged attacks are parried too.",
    test=ATTACK,
)
PARRY_BOUNDARIES: Final = Ruling(
    "opposed/ruling/parry-boundaries",
    does="The three rows cover every total, those below 0 as well.",
    alternatives="Totals below 0 do nothing.",
    test=MANEUVER,
)
PARRY_RANK: Final = Ruling(
    "opposed/ruling/parry-rank",
    does="Parries use the Ranks with the prepared weapons, 0 without one.",
    alternatives="They use the best Rank.",
    test=ATTACK,
)
PARRY_ENDURANCE_DAMAGE: Final = Ruling(
    "opposed/ruling/parry-endurance-damage",
    does="The disarmed attacker takes the 1 Endurance, whatever its armour.",
    alternatives="The evader takes it, or only an unarmed attacker does, in place of the disarm.",
    test=ATTACK,
    option="parry_en_damage_to",
)
PARRY_DISARM_AUTOMATIC: Final = Ruling(
    "opposed/ruling/parry-disarm-automatic",
    does="A parry disarms without an avoid roll.",
    alternatives="The attacker may roll to avoid it.",
    test=ATTACK,
)
MUST_PASS: Final = Ruling(
    "opposed/ruling/must-pass",
    does="Only the lowest row owes a Pass.",
    alternatives="Every parry owes one.",
    test=MANEUVER,
)
RIPOSTE_SCOPE: Final = Ruling(
    "opposed/ruling/riposte-scope",
    does="A riposte is one free melee strike at the attacker's front; the stance goes on and nothing answers it.",
    alternatives="It costs an action, ends the stance, or can be parried.",
    test=ATTACK,
)
DISARM_FORMULA: Final = Ruling(
    "opposed/ruling/disarm-formula",
    does="Twice the Dexterity plus the Rank, all the target's, if its weapon is in two hands.",
    alternatives="Twice the sum, or the attacker's values.",
    test=MANEUVER,
)
DISARM_EFFECT: Final = Ruling(
    "opposed/ruling/disarm-effect",
    does="A disarming strike does not wound.",
    alternatives="It wounds as well.",
    test=ATTACK,
    option="disarm_deals_damage",
)
TRIP_DAMAGE: Final = Ruling(
    "opposed/ruling/trip-damage",
    does="A trip does a plain d10.",
    alternatives="The weapon's modifier is added.",
    test=ATTACK,
)
AVOID_AGILITY: Final = Ruling(
    "opposed/ruling/avoid-agility",
    does="Avoid rolls use modified Agility.",
    alternatives="They use Agility before penalties.",
    test=ATTACK,
    option="avoid_agility",
)
AVOID_TIMING: Final = Ruling(
    "opposed/ruling/avoid-timing",
    does="A target rolls to avoid after damage, and only when it was hit.",
    alternatives="It rolls before damage, or always.",
    test=ATTACK,
)
AVOID_QUALITY: Final = Ruling(
    "opposed/ruling/avoid-quality",
    does="Avoid rolls succeed or fail; 01 succeeds and 00 fails.",
    alternatives="They have qualities.",
    test=MANEUVER,
)
RUSH_AND_ENTANGLE_EFFECTS: Final = Ruling(
    "opposed/ruling/rush-and-entangle-effects",
    does="A rush knocks prone and an entangling strike entangles; what that forbids is up to the game master.",
    alternatives="The source names no effect.",
    test=ATTACK,
)
ENTANGLE_DAMAGE: Final = Ruling(
    "opposed/ruling/entangle-damage",
    does="An entangling strike wounds as usual.",
    alternatives="It does not wound.",
    test=ATTACK,
    option="entangle_deals_damage",
)
KNOCKOUT_EFFECT: Final = Ruling(
    "opposed/ruling/knockout-effect",
    does="A knockout from Crucial on knocks out, counts as unconscious and does not wound.",
    alternatives="It wounds as well.",
    test=ATTACK,
    option="knockout_also_damages",
)
RESTRAIN_ROLL: Final = Ruling(
    "opposed/ruling/restrain-roll",
    does="Restraining succeeds on a d100 at or below its chance.",
    alternatives="The chance is a margin.",
    test=MANEUVER,
)
TRAMPLE_KNOCKDOWN: Final = Ruling(
    "opposed/ruling/trample-knockdown",
    does="Trampling knocks down even when it is blocked.",
    alternatives="It knocks down on a hit only.",
    test=ATTACK,
    option="trample_knockdown",
)
TRAMPLE_DAMAGE: Final = Ruling(
    "opposed/ruling/trample-damage",
    does="Trampling does a d10 plus the hexes of the figure and nothing else.",
    alternatives="The weapon's damage is added.",
    test=ATTACK,
)
FUMBLE_TRIGGER: Final = Ruling(
    "opposed/ruling/fumble-trigger",
    does="A natural 99 or 00 on the strike die may be a fumble.",
    alternatives="Only 00, or never.",
    test=ATTACK,
    option="fumble_from",
)
DEFENCE_FUMBLE: Final = Ruling(
    "opposed/ruling/defence-fumble",
    does="A defence roll is never a fumble.",
    alternatives="It fumbles as a strike does.",
    test=ATTACK,
)
ROLL_UNDER_STRICT: Final = Ruling(
    "opposed/ruling/roll-under-strict",
    does="Rolling under a number excludes it; 01 succeeds and 00 fails.",
    alternatives="The number itself succeeds.",
    test=MANEUVER,
    option="roll_under",
)
REPULSE_COMPARISON: Final = Ruling(
    "opposed/ruling/repulse-comparison",
    does="A charge is repulsed by a d10 at the Rank or above, as printed.",
    alternatives="At the Rank or below, as in the base game.",
    test=MANEUVER,
    option="repulse_comparison",
)
CONSCIOUSNESS_TIMING: Final = Ruling(
    "opposed/ruling/consciousness-timing",
    does="The roll is due each time Endurance damage leaves 1 to 3; at 0 a figure falls without one.",
    alternatives="It is due once, or also below 0.",
    test=ATTACK,
)
DEATH: Final = Ruling(
    "opposed/ruling/death",
    does="A figure is incapacitated at 0 Endurance; whether it dies is the caller's decision.",
    alternatives="It dies at some number.",
    test=ATTACK,
)
STUN_TRIGGER: Final = Ruling(
    "opposed/ruling/stun-trigger",
    does="One strike that takes more than a third of full Endurance stuns.",
    alternatives="The source names no trigger.",
    test=ATTACK,
    option="stun_fraction",
)
STUN_RECOVERY_ROLL: Final = Ruling(
    "opposed/ruling/stun-recovery-roll",
    does="A stunned figure recovers on a d100 at or below the number.",
    alternatives="The number is a margin.",
    test=MANEUVER,
)
CONSEQUENCE_DICE: Final = Ruling(
    "opposed/ruling/consequence-dice",
    does="Single strikes report fumbles and stay-conscious rolls; rounds, skirmishes and pursuit roll them.",
    alternatives="Always one of the two.",
    test=ATTACK,
    option="consequences",
)
MISSING_LINKS: Final = Ruling(
    "opposed/ruling/missing-links",
    does="What the source only links to, grievous injuries and fumbles, is left to the caller.",
    alternatives="Tables of our own.",
    test=ATTACK,
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
