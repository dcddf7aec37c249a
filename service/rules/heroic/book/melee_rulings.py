"""How gaps and contradictions about melee, locks and several attacks are decided."""

from typing import Final

from service.dice.model import Ruling

FOLLOWING = "tests/rules/heroic/test_following.py"
LEAVING = "tests/rules/heroic/test_leaving.py"
DECIDED = "tests/rules/heroic/test_decisions.py"
MELEE = "tests/rules/heroic/test_melee.py"
REACH = "tests/rules/heroic/test_reach.py"
MULTI = "tests/rules/heroic/test_multi.py"
TABLES = "tests/rules/heroic/test_tables.py"
ATTACK = "tests/rules/heroic/test_attack.py"
MOVE = "tests/rules/heroic/test_move.py"

ENGAGEMENT_MODE: Final = Ruling(
    "heroic/ruling/engagement-mode",
    does=(
        "Six may surround one, but group vs group is held to the narrower frontage, which would forbid every ratio "
        "bonus: open mode when no frontage is known: engaged = min(assigned, slots × target members); line mode when "
        "unit or terrain frontage is known: min(assigned, narrowest frontage × ranks usable)."
    ),
    alternatives="Always line; no limit.",
    test=f"{MELEE}::test_engagement",
    option="engagement",
)
ENGAGEMENT_SLOTS: Final = Ruling(
    "heroic/ruling/engagement-slots",
    does=(
        "Slots when SMs differ: max(1, floor(6 × L(SM defender) / L(SM attacker))): equal 6; SM+1 on SM 0 → 4; SM 0 "
        "on SM+1 → 9, on +2 → 15."
    ),
    alternatives="Another number than six around an equal.",
    test=f"{MELEE}::test_slots",
    option="surround_base",
)
REACH_RANKS: Final = Ruling(
    "heroic/ruling/reach-ranks",
    does=(
        "Effect of long reach: ranks usable = min(formation ranks, max(1, reach)); slots × max(1, reach) in open mode."
    ),
    alternatives="None that the text allows.",
    test=f"{MELEE}::test_reach_and_ranks",
)
OGRES_ON_ONE: Final = Ruling(
    "heroic/ruling/ogres-on-one",
    does="'8 ogres' smash one troglodyte; the guideline allows 4 (6 at equal SM): narrative; not resolved by rules.",
    alternatives="None that the text allows.",
    test=f"{MELEE}::test_slots",
)
RATIO_EXACT: Final = Ruling(
    "heroic/ruling/ratio-exact",
    does="Fractional ratios: exact fraction compared with band limits, upper limits inclusive (3:2 → +2, 31:20 → +4).",
    alternatives="None that the text allows.",
    test=f"{TABLES}::test_ratio",
)
RATIO_DENOMINATOR: Final = Ruling(
    "heroic/ruling/ratio-denominator",
    does=(
        "Defenders counted: melee: engaged attackers : active members of the target unit (line mode: min(active, "
        "frontage)); ranged: shooters : active members; incapacitated never count."
    ),
    alternatives="None that the text allows.",
    test=f"{MELEE}::test_narrower_frontage",
)
RATIO_COLLECTIVE: Final = Ruling(
    "heroic/ruling/ratio-collective",
    does="Several units on one target: each attack by its own numbers.",
    alternatives="All attackers of that side on the target together.",
    test=f"{MELEE}::test_ratio_scope",
    option="ratio_scope",
)
MULTIPLIER_LOW_END: Final = Ruling(
    "heroic/ruling/multiplier-low-end",
    does="'Just the Size table' would give 0 and 1 for 1–3: printed ×1 for 1–2 and ×1.5 for 3 override.",
    alternatives="None that the text allows.",
    test=f"{TABLES}::test_multiplier",
)
MULTI_WITH_MULTIPLIER: Final = Ruling(
    "heroic/ruling/multi-with-multiplier",
    does=(
        "Rounding when hits belong to different modes: total = floor(base × mult); each mode floor(share × mult); "
        "leftover hits to the mode with the largest remainder, ties first declared."
    ),
    alternatives="None that the text allows.",
    test=f"{MULTI}::test_apportioned",
)
MELEE_SIZE_MODIFIER: Final = Ruling(
    "heroic/ruling/melee-size-modifier",
    does="Target SM in melee: none: only three modifier groups are named.",
    alternatives="Target SM; SM difference.",
    test=f"{MELEE}::test_melee_size",
    option="melee_size_modifier",
)
LOCATION_PENALTY: Final = Ruling(
    "heroic/ruling/location-penalty",
    does=(
        "Hit location is not among the melee modifiers, but the neck costs −5 in the example: applies to melee and "
        "ranged."
    ),
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_location_penalty_in_melee",
)
MODE_SKILLS: Final = Ruling(
    "heroic/ruling/mode-skills",
    does=(
        "Swing and thrust at different skill: the contest uses the lowest skill among the modes the attacker wants to "
        "keep open."
    ),
    alternatives="None that the text allows.",
    test=f"{MELEE}::test_mode_skills",
)
MODE_ALLOCATION: Final = Ruling(
    "heroic/ruling/mode-allocation",
    does=(
        "How modes are chosen per hit: caller list, else all hits to the mode with the highest expected injury (ties "
        "first); two modes used = two damage rolls, declared order."
    ),
    alternatives="None that the text allows.",
    test=f"{MELEE}::test_mode_per_hit",
)
DEFENSE_COUNT: Final = Ruling(
    "heroic/ruling/defense-count",
    does="Several attacks on one defender, repeated parries or blocks: no cumulative penalty, any number.",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_defenses_do_not_tire",
)
DEFENDER_POSTURE: Final = Ruling(
    "heroic/ruling/defender-posture",
    does="Defender's posture, stun, facing: posture and stun of active-defense apply; facing ignored.",
    alternatives="Neither posture nor stun counts.",
    test=f"{MELEE}::test_defender_posture",
    option="defender_posture",
)
SHIELD_DB: Final = Ruling(
    "heroic/ruling/shield-db",
    does="Add DB again?: no: stat-block defenses include DB (Block 12 = 14/2 + 3 + 2).",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_shield_bonus_is_printed",
)
ANSWER_REQUIRED: Final = Ruling(
    "heroic/ruling/answer-required",
    does="Does a struck unit answer automatically: only with a declared melee attack.",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_no_answer_without_an_order",
)
ATTACK_ON_FALLEN: Final = Ruling(
    "heroic/ruling/attack-on-fallen",
    does=(
        "Attacking a unit with no active member: all incapacitated, surrendered or fled: rejected "
        "(target_incapacitated), finishing off is aftermath or caller narration; pinned or unconscious members may be "
        "attacked and have no defense."
    ),
    alternatives="None that the text allows.",
    test=f"{ATTACK}::test_refused",
)
PARTIAL_CONDITIONS: Final = Ruling(
    "heroic/ruling/partial-conditions",
    does=(
        "Only some members prone, grappled, stunned …: unit-wide values apply to all members; for part of a unit use "
        "the split of partial-effect. Only holds are counted by member (grapples): unless more are sent, the "
        "members attack whom no hold hinders; the modifiers of holds touch an attack that uses held members, and a "
        "defense if every active member is held; who leaves a melee leaves the held members behind as a unit of their "
        "own."
    ),
    alternatives="None that the text allows.",
    test=f"{MELEE}::test_partly_grappled",
)
UNSPLIT_TARGETS: Final = Ruling(
    "heroic/ruling/unsplit-targets",
    does="Attack on a unit standing mixed with others: hits stay in the declared unit.",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_hits_stay_with_the_target",
)
LOCK_ON_CONTACT: Final = Ruling(
    "heroic/ruling/lock-on-contact",
    does=(
        "Lock needs an attack, yet the test locks the troglodyte when ogres close in before attacking: ending "
        "movement within melee reach of an enemy with a declared melee attack locks at once."
    ),
    alternatives="Only the attack itself.",
    test=f"{MOVE}::test_contact_locks",
    option="lock_on",
)
LOCKED_REACH: Final = Ruling(
    "heroic/ruling/locked-reach",
    does=(
        "A longer weapon locks a foe from farther off than the foe's own reaches: a lock is mutual, as who is attacked "
        "manoeuvres with the attacker, so units locked with each other are within reach of each other, whatever their "
        "melee weapons and the yards between them."
    ),
    alternatives="Each strikes only as far as its own weapon reaches, and who is locked at a longer one cannot strike.",
    test=f"{REACH}::test_who_is_locked_reaches_back",
    option="locked_reach",
)
LOCK_STOPS_MOVEMENT: Final = Ruling(
    "heroic/ruling/lock-stops-movement",
    does=(
        "'Cannot continue your movement', but melee comes after movement: contact ends the mover's movement; the "
        "enemy not yet moved stays (or uses withdrawal/Retreat), and can strike back: locked units reach each other."
    ),
    alternatives="None that the text allows.",
    test=f"{MOVE}::test_contact_locks",
)
LOCK_RELEASE: Final = Ruling(
    "heroic/ruling/lock-release",
    does=(
        "When a lock ends: a partner is incapacitated, routed off or fled, or has withdrawn or retreated out of "
        "contact; a free attack makes no new lock; else it persists over rounds."
    ),
    alternatives="None that the text allows.",
    test=f"{MOVE}::test_withdrawal",
)
LOCK_SCOPE: Final = Ruling(
    "heroic/ruling/lock-scope",
    does="Part of a group engaged: the whole unit is locked; split the unit to free the rest.",
    alternatives="None that the text allows.",
    test=f"{LEAVING}::test_a_lock_binds_the_whole_unit",
)
RANGED_WHILE_LOCKED: Final = Ruling(
    "heroic/ruling/ranged-while-locked",
    does="Locked unit shooting: allowed at Close or at others, Bulk at Close.",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_shooting_while_locked",
)
WITHDRAW_FOLLOW: Final = Ruling(
    "heroic/ruling/withdraw-follow",
    does=(
        "May opponents follow a withdrawal: yes, if they move later in phase 4 with allowance and are not locked "
        "elsewhere; winner moves first."
    ),
    alternatives="None that the text allows.",
    test=f"{FOLLOWING}::test_followed",
)
FREE_ATTACK_COST: Final = Ruling(
    "heroic/ruling/free-attack-cost",
    does="Does a free attack use up the round's melee attack: no.",
    alternatives="Yes.",
    test=f"{LEAVING}::test_free_attacks_cost_nothing",
)
FREE_ATTACK_MODIFIERS: Final = Ruling(
    "heroic/ruling/free-attack-modifiers",
    does=(
        "What applies: melee attack with the attacker's tactic, initiative +2, ratio (own engaged members), "
        "multiplier, Basic Move penalty; target defends at its Retreat −4."
    ),
    alternatives="None that the text allows.",
    test=f"{MELEE}::test_free_attack",
)
FREE_ATTACK_INJURY: Final = Ruling(
    "heroic/ruling/free-attack-injury",
    does=(
        "'Immediately' vs injury step 4.3: rolled at once, injury pending until 4.3, the retreater completes its move."
    ),
    alternatives="Applied at once.",
    test=f"{MOVE}::test_free_attack_applied_at_once",
    option="free_attack_injury",
)
FREE_ATTACK_BARRED: Final = Ruling(
    "heroic/ruling/free-attack-barred",
    does=(
        "Who may not take one: units in Retreat, withdrawing, on a long action, with forfeited attacks, pinned, or "
        "without reach; one per pair and round."
    ),
    alternatives="None that the text allows.",
    test=f"{MOVE}::test_who_takes_no_free_attack",
)
FREE_ATTACK_KIND: Final = Ruling(
    "heroic/ruling/free-attack-kind",
    does="Ranged free attacks: melee only.",
    alternatives="None that the text allows.",
    test=f"{MELEE}::test_free_attack_refused",
)
RETREAT_GRAPPLED: Final = Ruling(
    "heroic/ruling/retreat-grappled",
    does=(
        "Retreat or withdrawal while grappled: impossible for the held members until broken free, unless ST > 2× "
        "grappler's; the others leave, and the held stay behind as a unit of their own without a share in the injury "
        "of the others (in a battle with room for another unit)."
    ),
    alternatives="None that the text allows.",
    test=f"{MOVE}::test_held_units_go_nowhere",
)
RETREAT_CAUGHT: Final = Ruling(
    "heroic/ruling/retreat-caught",
    does=(
        "Enemy moves later and reaches a retreating or withdrawn unit: allowed: contact locks again, it defends with "
        "its tactic's modifier and cannot answer."
    ),
    alternatives="None that the text allows.",
    test=f"{LEAVING}::test_caught_again",
)
PASS_THROUGH: Final = Ruling(
    "heroic/ruling/pass-through",
    does="Walking past or through enemies: no zone of control; a path through an enemy unit's place ends in contact.",
    alternatives="None that the text allows.",
    test=f"{MOVE}::test_nobody_is_walked_through",
)
BOTH_RETREAT: Final = Ruling(
    "heroic/ruling/both-retreat",
    does="Both locked units retreat: no free attacks, lock ends.",
    alternatives="None that the text allows.",
    test=f"{MOVE}::test_who_takes_no_free_attack",
)
EXTRA_ATTACK_VS_MULTI: Final = Ruling(
    "heroic/ruling/extra-attack-vs-multi",
    does=(
        "Different weapons: 'resolve separately' (Extra Attack) vs averaging (multiple weapons): with Extra Attack ≥ "
        "1: (EA+1) separate attacks allowed, SF not reduced, no −1s; without Extra Attack: averaging."
    ),
    alternatives="None that the text allows.",
    test=f"{MULTI}::test_speed_factor",
)
SF_RANGED: Final = Ruling(
    "heroic/ruling/sf-ranged",
    does="SF text speaks of melee: same SF for ranged.",
    alternatives="None that the text allows.",
    test=f"{ATTACK}::test_group_ogres",
)
SF_ORDER: Final = Ruling(
    "heroic/ruling/sf-order",
    does="Unwieldy + Extra Attack + DTR: formula of heroic/speed/formula.",
    alternatives="None that the text allows.",
    test=f"{MULTI}::test_speed_factor",
)
DTR_LEVEL: Final = Ruling(
    "heroic/ruling/dtr-level",
    does="Decreased Time Rate is a single trait: levels accepted, +2 each.",
    alternatives="None that the text allows.",
    test=f"{MULTI}::test_speed_factor",
)
AVERAGE_ORDER: Final = Ruling(
    "heroic/ruling/average-order",
    does="Common modifiers before or after averaging: same result: they are equal integers; floor once.",
    alternatives="None that the text allows.",
    test=f"{MULTI}::test_multi_weapons",
)
OFFHAND: Final = Ruling(
    "heroic/ruling/offhand",
    does=(
        "Off-hand penalty with two weapons: −4 enters that attack's skill before averaging unless the caller's skill "
        "already includes it."
    ),
    alternatives="None that the text allows.",
    test=f"{MULTI}::test_multi_weapons",
)
MULTI_DAMAGE: Final = Ruling(
    "heroic/ruling/multi-damage",
    does="Damage rolls: one per mode that landed at least once, declared order.",
    alternatives="None that the text allows.",
    test=f"{MULTI}::test_multi_random_mode",
)
MULTI_SF: Final = Ruling(
    "heroic/ruling/multi-sf",
    does="SF with mixed weapons: highest SF among the declared weapons.",
    alternatives="None that the text allows.",
    test=f"{MULTI}::test_speed_factor_of_several_weapons",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
