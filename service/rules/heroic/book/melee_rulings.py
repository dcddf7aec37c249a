"""How gaps and contradictions about melee, locks and several attacks are decided."""

from service.rules.kernel.book import RulingBook, ruling


class MeleeRulings(RulingBook, family="heroic"):
    """How gaps and contradictions about melee, locks and several attacks are decided."""

    ENGAGEMENT_MODE = ruling(
        "Six may surround one, but group vs group is held to the narrower frontage, which would forbid every "
        "ratio bonus: open mode when no frontage is known: engaged = min(assigned, slots × target members); "
        "line mode when unit or terrain frontage is known: min(assigned, narrowest frontage × ranks usable).",
        otherwise="Always line; no limit.",
        option="engagement",
    )
    ENGAGEMENT_SLOTS = ruling(
        "Slots when SMs differ: max(1, floor(6 × L(SM defender) / L(SM attacker))): equal 6; SM+1 on SM 0 → "
        "4; SM 0 on SM+1 → 9, on +2 → 15.",
        otherwise="Another number than six around an equal.",
        option="surround_base",
    )
    REACH_RANKS = ruling(
        "Effect of long reach: ranks usable = min(formation ranks, max(1, reach)); slots × max(1, reach) in open mode."
    )
    OGRES_ON_ONE = ruling(
        "'8 ogres' smash one troglodyte; the guideline allows 4 (6 at equal SM): narrative; not resolved by rules."
    )
    RATIO_EXACT = ruling(
        "Fractional ratios: exact fraction compared with band limits, upper limits inclusive (3:2 → +2, 31:20 → +4)."
    )
    RATIO_DENOMINATOR = ruling(
        "Defenders counted: melee: engaged attackers : active members of the target unit (line mode: "
        "min(active, frontage)); ranged: shooters : active members; incapacitated never count."
    )
    RATIO_COLLECTIVE = ruling(
        "Several units on one target: each attack by its own numbers.",
        otherwise="All attackers of that side on the target together.",
        option="ratio_scope",
    )
    MULTIPLIER_LOW_END = ruling(
        "'Just the Size table' would give 0 and 1 for 1–3: printed ×1 for 1–2 and ×1.5 for 3 override."
    )
    MULTI_WITH_MULTIPLIER = ruling(
        "Rounding when hits belong to different modes: total = floor(base × mult); each mode floor(share × "
        "mult); leftover hits to the mode with the largest remainder, ties first declared."
    )
    MELEE_SIZE_MODIFIER = ruling(
        "Target SM in melee: none: only three modifier groups are named.",
        otherwise="Target SM; SM difference.",
        option="melee_size_modifier",
    )
    LOCATION_PENALTY = ruling(
        "Hit location is not among the melee modifiers, but the neck costs −5 in the example: applies to "
        "melee and ranged."
    )
    MODE_SKILLS = ruling(
        "Swing and thrust at different skill: the contest uses the lowest skill among the modes the attacker "
        "wants to keep open."
    )
    MODE_ALLOCATION = ruling(
        "How modes are chosen per hit: caller list, else all hits to the mode with the highest expected "
        "injury (ties first); two modes used = two damage rolls, declared order."
    )
    DEFENSE_COUNT = ruling(
        "Several attacks on one defender, repeated parries or blocks: no cumulative penalty, any number."
    )
    DEFENDER_POSTURE = ruling(
        "Defender's posture, stun, facing: posture and stun of active-defense apply; facing ignored.",
        otherwise="Neither posture nor stun counts.",
        option="defender_posture",
    )
    SHIELD_DB = ruling("Add DB again?: no: stat-block defenses include DB (Block 12 = 14/2 + 3 + 2).")
    ANSWER_REQUIRED = ruling("Does a struck unit answer automatically: only with a declared melee attack.")
    ATTACK_ON_FALLEN = ruling(
        "Attacking a unit with no active member: all incapacitated, surrendered or fled: rejected "
        "(target_incapacitated), finishing off is aftermath or caller narration; pinned or unconscious "
        "members may be attacked and have no defense."
    )
    PARTIAL_CONDITIONS = ruling(
        "Only some members prone, grappled, stunned …: unit-wide values apply to all members; for part of a "
        "unit use the split of partial-effect. Only holds are counted by member (grapples): unless more are "
        "sent, the members attack whom no hold hinders; the modifiers of holds touch an attack that uses held"
        " members, and a defense if every active member is held; who leaves a melee leaves the held members "
        "behind as a unit of their own."
    )
    UNSPLIT_TARGETS = ruling("Attack on a unit standing mixed with others: hits stay in the declared unit.")
    LOCK_ON_CONTACT = ruling(
        "Lock needs an attack, yet the test locks the troglodyte when ogres close in before attacking: ending"
        " movement within melee reach of an enemy with a declared melee attack locks at once.",
        otherwise="Only the attack itself.",
        option="lock_on",
    )
    LOCKED_REACH = ruling(
        "A longer weapon locks a foe from farther off than the foe's own reaches: a lock is mutual, as who is"
        " attacked manoeuvres with the attacker, so units locked with each other are within reach of each "
        "other, whatever their melee weapons and the yards between them.",
        otherwise="Each strikes only as far as its own weapon reaches, and whoever a longer one locks cannot strike.",
        option="locked_reach",
    )
    LOCK_STOPS_MOVEMENT = ruling(
        "'Cannot continue your movement', but melee comes after movement: contact ends the mover's movement; "
        "the enemy not yet moved stays (or uses withdrawal/Retreat), and can strike back: locked units reach "
        "each other."
    )
    LOCK_RELEASE = ruling(
        "When a lock ends: a partner is incapacitated, routed off or fled, or has withdrawn or retreated out "
        "of contact; a free attack makes no new lock; else it persists over rounds."
    )
    LOCK_SCOPE = ruling("Part of a group engaged: the whole unit is locked; split the unit to free the rest.")
    RANGED_WHILE_LOCKED = ruling("Locked unit shooting: allowed at Close or at others, Bulk at Close.")
    WITHDRAW_FOLLOW = ruling(
        "May opponents follow a withdrawal: yes, if they move later in phase 4 with allowance and are not "
        "locked elsewhere; winner moves first."
    )
    FREE_ATTACK_COST = ruling("Does a free attack use up the round's melee attack: no.", otherwise="Yes.")
    FREE_ATTACK_MODIFIERS = ruling(
        "What applies: melee attack with the attacker's tactic, initiative +2, ratio (own engaged members), "
        "multiplier, Basic Move penalty; target defends at its Retreat −4."
    )
    FREE_ATTACK_INJURY = ruling(
        "'Immediately' vs injury step 4.3: rolled at once, injury pending until 4.3, the retreater completes its move.",
        otherwise="Applied at once.",
        option="free_attack_injury",
    )
    FREE_ATTACK_BARRED = ruling(
        "Who may not take one: units in Retreat, withdrawing, on a long action, with forfeited attacks, "
        "pinned, or without reach; one per pair and round."
    )
    FREE_ATTACK_KIND = ruling("Ranged free attacks: melee only.")
    RETREAT_GRAPPLED = ruling(
        "Retreat or withdrawal while grappled: impossible for the held members until broken free, unless ST >"
        " 2× grappler's; the others leave, and the held stay behind as a unit of their own without a share in"
        " the injury of the others (in a battle with room for another unit)."
    )
    RETREAT_CAUGHT = ruling(
        "Enemy moves later and reaches a retreating or withdrawn unit: allowed: contact locks again, it "
        "defends with its tactic's modifier and cannot answer."
    )
    PASS_THROUGH = ruling(
        "Walking past or through enemies: no zone of control; a path through an enemy unit's place ends in contact."
    )
    BOTH_RETREAT = ruling("Both locked units retreat: no free attacks, lock ends.")
    EXTRA_ATTACK_VS_MULTI = ruling(
        "Different weapons: 'resolve separately' (Extra Attack) vs averaging (multiple weapons): with Extra "
        "Attack ≥ 1: (EA+1) separate attacks allowed, SF not reduced, no −1s; without Extra Attack: "
        "averaging."
    )
    SF_RANGED = ruling("SF text speaks of melee: same SF for ranged.")
    SF_ORDER = ruling("Unwieldy + Extra Attack + DTR: formula of heroic/speed/formula.")
    DTR_LEVEL = ruling("Decreased Time Rate is a single trait: levels accepted, +2 each.")
    AVERAGE_ORDER = ruling(
        "Common modifiers before or after averaging: same result: they are equal integers; floor once."
    )
    OFFHAND = ruling(
        "Off-hand penalty with two weapons: −4 enters that attack's skill before averaging unless the "
        "caller's skill already includes it."
    )
    MULTI_DAMAGE = ruling("Damage rolls: one per mode that landed at least once, declared order.")
    MULTI_SF = ruling("SF with mixed weapons: highest SF among the declared weapons.")
