"""How gaps and contradictions about what strikes do are decided."""

from typing import Final

from service.dice.model import Ruling

TABLE_TWO_LOOKUP: Final = Ruling(
    "opposed/ruling/table-two-lookup",
    does="The result is read at attack quality less defence quality.",
    alternatives="It is read at the defence quality.",
    test="tests/rules/opposed/test_attack.py::test_lowered_by_defence",
)
NEGATIVE_RESULT_QUALITY: Final = Ruling(
    "opposed/ruling/negative-result-quality",
    does="A defence better than the attack is a result of 0; the margin is kept for parries.",
    alternatives="Table 2 continues below 0.",
    test="tests/rules/opposed/test_attack.py::test_no_wound",
)
DAMAGE_REDUCTION_SCOPE: Final = Ruling(
    "opposed/ruling/damage-reduction-scope",
    does="Damage reduction counts against every result, the two without armour included.",
    alternatives="Those two ignore it as well.",
    test="tests/rules/opposed/test_attack.py::test_wounds",
)
FT_EN_DOUBLE_MEANING: Final = Ruling(
    "opposed/ruling/ft-en-double-meaning",
    does="Points and armour of the same name are separate fields.",
    alternatives="One number serves as both.",
    test="tests/rules/opposed/test_attack.py::test_wounds",
)
MAXIMUM_DAMAGE: Final = Ruling(
    "opposed/ruling/maximum-damage",
    does="Maximum is the highest face of every die plus the modifier; no die is rolled.",
    alternatives="It is twice the roll.",
    test="tests/rules/opposed/test_attack.py::test_wounds",
)
ENHANCED_FATIGUE_NAME: Final = Ruling(
    "opposed/ruling/enhanced-fatigue-name",
    does="The enhanced fatigue hit of the intent list is maximum fatigue.",
    alternatives="They are two results.",
    test="tests/rules/opposed/test_attack.py::test_wounds",
)
PLUS_TEN_ORDER: Final = Ruling(
    "opposed/ruling/plus-ten-order",
    does="Damage reduction is taken from the damage with its 10 added.",
    alternatives="The 10 are added after it.",
    test="tests/rules/opposed/test_attack.py::test_wounds",
)
MINIMUM_DAMAGE: Final = Ruling(
    "opposed/ruling/minimum-damage",
    does="Damage is never below 0.",
    alternatives="A weapon's negative modifier heals.",
    test="tests/rules/opposed/test_attack.py::test_wounds",
)
FATIGUE_OVERFLOW: Final = Ruling(
    "opposed/ruling/fatigue-overflow",
    does="Fatigue damage beyond the Fatigue left goes to Endurance.",
    alternatives="It is lost.",
    test="tests/rules/opposed/test_attack.py::test_fatigue_damage",
    option="fatigue_overflow",
)
GRIEVOUS_TABLE: Final = Ruling(
    "opposed/ruling/grievous-table",
    does="A possible grievous injury is reported; a d100 and the caller's own table are optional.",
    alternatives="A table is built in.",
    test="tests/rules/opposed/test_attack.py::test_grievous_table",
    option="grievous_roll",
)
HARMLESS_MANEUVER_GRIEVOUS: Final = Ruling(
    "opposed/ruling/harmless-maneuver-grievous",
    does="A manoeuvre that deals no damage causes no grievous injury.",
    alternatives="It may still cause one.",
    test="tests/rules/opposed/test_maneuver.py::test_harmless_maneuver",
)
STUNNED_EVADING: Final = Ruling(
    "opposed/ruling/stunned-evading",
    does="A stunned figure cannot evade; the request is refused.",
    alternatives="One of the two states is ignored.",
    test="tests/rules/opposed/test_chances.py::test_refused",
)
EVADE_TRIGGER: Final = Ruling(
    "opposed/ruling/evade-trigger",
    does="A defence two qualities better than the attack allows a parry, even if the attack failed.",
    alternatives="It is compared with the Strike Chance.",
    test="tests/rules/opposed/test_exchange.py::test_parry",
)
EVADE_MODES: Final = Ruling(
    "opposed/ruling/evade-modes",
    does="Only melee attacks are parried.",
    alternatives="Close and ranged attacks are parried too.",
    test="tests/rules/opposed/test_exchange.py::test_no_parry",
)
PARRY_BOUNDARIES: Final = Ruling(
    "opposed/ruling/parry-boundaries",
    does="The three rows cover every total, those below 0 as well.",
    alternatives="Totals below 0 do nothing.",
    test="tests/rules/opposed/test_maneuver.py::test_parry",
)
PARRY_RANK: Final = Ruling(
    "opposed/ruling/parry-rank",
    does="Parries use the Ranks with the prepared weapons, 0 without one.",
    alternatives="They use the best Rank.",
    test="tests/rules/opposed/test_exchange.py::test_parry",
)
PARRY_ENDURANCE_DAMAGE: Final = Ruling(
    "opposed/ruling/parry-endurance-damage",
    does="The disarmed attacker takes the 1 Endurance, whatever its armour.",
    alternatives="The evader takes it, or only an unarmed attacker does, in place of the disarm.",
    test="tests/rules/opposed/test_exchange.py::test_endurance_of_a_parry",
    option="parry_en_damage_to",
)
PARRY_DISARM_AUTOMATIC: Final = Ruling(
    "opposed/ruling/parry-disarm-automatic",
    does="A parry disarms without an avoid roll.",
    alternatives="The attacker may roll to avoid it.",
    test="tests/rules/opposed/test_exchange.py::test_disarmed",
)
MUST_PASS: Final = Ruling(
    "opposed/ruling/must-pass",
    does="Only the lowest row owes a Pass.",
    alternatives="Every parry owes one.",
    test="tests/rules/opposed/test_exchange.py::test_parry",
)
RIPOSTE_SCOPE: Final = Ruling(
    "opposed/ruling/riposte-scope",
    does="A riposte is one free melee strike at the attacker's front; the stance goes on and nothing answers it.",
    alternatives="It costs an action, ends the stance, or can be parried.",
    test="tests/rules/opposed/test_exchange.py::test_riposte",
)
DISARM_FORMULA: Final = Ruling(
    "opposed/ruling/disarm-formula",
    does="Twice the Dexterity plus the Rank, all the target's, if its weapon is in two hands.",
    alternatives="Twice the sum, or the attacker's values.",
    test="tests/rules/opposed/test_maneuver.py::test_avoid",
)
DISARM_EFFECT: Final = Ruling(
    "opposed/ruling/disarm-effect",
    does="A disarming strike does not wound.",
    alternatives="It wounds as well.",
    test="tests/rules/opposed/test_maneuver.py::test_strikes",
    option="disarm_deals_damage",
)
TRIP_DAMAGE: Final = Ruling(
    "opposed/ruling/trip-damage",
    does="A trip does a plain d10.",
    alternatives="The weapon's modifier is added.",
    test="tests/rules/opposed/test_maneuver.py::test_strikes",
)
AVOID_AGILITY: Final = Ruling(
    "opposed/ruling/avoid-agility",
    does="Avoid rolls use modified Agility.",
    alternatives="They use Agility before penalties.",
    test="tests/rules/opposed/test_maneuver.py::test_avoid",
    option="avoid_agility",
)
AVOID_TIMING: Final = Ruling(
    "opposed/ruling/avoid-timing",
    does="A target rolls to avoid after damage, and only when it was hit.",
    alternatives="It rolls before damage, or always.",
    test="tests/rules/opposed/test_maneuver.py::test_avoid_roll_is_told",
)
AVOID_QUALITY: Final = Ruling(
    "opposed/ruling/avoid-quality",
    does="Avoid rolls succeed or fail; 01 succeeds and 00 fails.",
    alternatives="They have qualities.",
    test="tests/rules/opposed/test_maneuver.py::test_avoid_by_a_natural_face",
)
RUSH_AND_ENTANGLE_EFFECTS: Final = Ruling(
    "opposed/ruling/rush-and-entangle-effects",
    does="A rush knocks prone and an entangling strike entangles; what that forbids is up to the game master.",
    alternatives="The source names no effect.",
    test="tests/rules/opposed/test_maneuver.py::test_strikes",
)
ENTANGLE_DAMAGE: Final = Ruling(
    "opposed/ruling/entangle-damage",
    does="An entangling strike wounds as usual.",
    alternatives="It does not wound.",
    test="tests/rules/opposed/test_maneuver.py::test_strikes",
    option="entangle_deals_damage",
)
KNOCKOUT_EFFECT: Final = Ruling(
    "opposed/ruling/knockout-effect",
    does="A knockout from Crucial on knocks out, counts as unconscious and does not wound.",
    alternatives="It wounds as well.",
    test="tests/rules/opposed/test_maneuver.py::test_strikes",
    option="knockout_also_damages",
)
RESTRAIN_ROLL: Final = Ruling(
    "opposed/ruling/restrain-roll",
    does="Restraining succeeds on a d100 at or below its chance.",
    alternatives="The chance is a margin.",
    test="tests/rules/opposed/test_maneuver.py::test_restrain",
)
TRAMPLE_KNOCKDOWN: Final = Ruling(
    "opposed/ruling/trample-knockdown",
    does="Trampling knocks down on a hit, and no roll avoids that.",
    alternatives="It knocks down always, even whom it misses.",
    test="tests/rules/opposed/test_maneuver.py::test_trampling_knocks_down_on_a_hit",
    option="trample_knockdown",
)
TRAMPLE_DAMAGE: Final = Ruling(
    "opposed/ruling/trample-damage",
    does="Trampling does a d10 plus the hexes of the figure and nothing else.",
    alternatives="The weapon's damage is added.",
    test="tests/rules/opposed/test_maneuver.py::test_strikes",
)
FUMBLE_TRIGGER: Final = Ruling(
    "opposed/ruling/fumble-trigger",
    does="A natural 99 or 00 on the strike die may be a fumble.",
    alternatives="Only 00, or never.",
    test="tests/rules/opposed/test_attack.py::test_fumble",
    option="fumble_from",
)
DEFENCE_FUMBLE: Final = Ruling(
    "opposed/ruling/defence-fumble",
    does="A defence roll is never a fumble.",
    alternatives="It fumbles as a strike does.",
    test="tests/rules/opposed/test_attack.py::test_defence_does_not_fumble",
)
ROLL_UNDER_STRICT: Final = Ruling(
    "opposed/ruling/roll-under-strict",
    does="Rolling under a number excludes it; 01 succeeds and 00 fails.",
    alternatives="The number itself succeeds.",
    test="tests/rules/opposed/test_attack.py::test_stay_conscious",
    option="roll_under",
)
REPULSE_COMPARISON: Final = Ruling(
    "opposed/ruling/repulse-comparison",
    does="A charge is repulsed by a d10 at the Rank or above, as printed: Rank 0 or 1 always does, Rank 10 with a 10.",
    alternatives="At the Rank or below, as in the base game: Rank 10 always does, Rank 0 never.",
    test="tests/rules/opposed/test_maneuver.py::test_novices_repulse_better_than_masters",
    option="repulse_comparison",
)
CONSCIOUSNESS_TIMING: Final = Ruling(
    "opposed/ruling/consciousness-timing",
    does="The roll is due each time Endurance damage leaves 1 to 3; at 0 a figure falls without one.",
    alternatives="It is due once, or also below 0.",
    test="tests/rules/opposed/test_attack.py::test_stay_conscious",
)
DEATH: Final = Ruling(
    "opposed/ruling/death",
    does="A figure is incapacitated at 0 Endurance; whether it dies is the caller's decision.",
    alternatives="It dies at some number.",
    test="tests/rules/opposed/test_attack.py::test_falling",
)
STUN_TRIGGER: Final = Ruling(
    "opposed/ruling/stun-trigger",
    does="One strike that takes more than a third of full Endurance stuns.",
    alternatives="The source names no trigger.",
    test="tests/rules/opposed/test_attack.py::test_stun",
    option="stun_fraction",
)
STUN_RECOVERY_ROLL: Final = Ruling(
    "opposed/ruling/stun-recovery-roll",
    does="A stunned figure recovers on a d100 at or below the number.",
    alternatives="The number is a margin.",
    test="tests/rules/opposed/test_maneuver.py::test_stun_recovery",
)
CONSEQUENCE_DICE: Final = Ruling(
    "opposed/ruling/consequence-dice",
    does="Single strikes report fumbles and stay-conscious rolls; rounds, skirmishes and pursuit roll them.",
    alternatives="Always one of the two.",
    test="tests/rules/opposed/test_attack.py::test_fumble",
    option="consequences",
)
MISSING_LINKS: Final = Ruling(
    "opposed/ruling/missing-links",
    does="What the source only links to, grievous injuries and fumbles, is left to the caller.",
    alternatives="Tables of our own.",
    test="tests/rules/opposed/test_attack.py::test_grievous_rolled",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
