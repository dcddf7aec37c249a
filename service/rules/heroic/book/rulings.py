"""How gaps and contradictions of the source are decided."""

from service.rules.heroic.book.options import HeroicRulings
from service.rules.kernel.book import RulingBook, decided_by, ruling


class Rulings(RulingBook, family="heroic"):
    """How gaps and contradictions of the source are decided."""

    # Contests, dice and the procedure of a round

    CONTEST_TIE = decided_by(HeroicRulings, "contest_tie")
    FAILED_ROLL_CAN_WIN = ruling(
        "Only the margins count: an attack roll that fails hits if the defence fails by more.",
        otherwise="A failed attack roll never hits.",
        option="attack_must_succeed",
    )
    CRITICALS = ruling(
        "Natural 3 and 4, 17 and 18 mean nothing in a contest.",
        otherwise="A critical attack leaves no defence; a critical miss (18, 17 at up to 15, or by 10) always loses.",
        option="criticals",
    )
    MINIMUM_SKILL = ruling(
        "An attack below effective skill 3 misses without dice; it locks all the same.", otherwise="It is rolled."
    )
    NO_DEFENSE = ruling(
        "Who is unaware, helpless or without a legal defence rolls none: an attack that succeeds wins by its margin.",
        otherwise="A defence of 0 is rolled.",
    )
    FULL_MULTIPLE = ruling(
        "Multiples of the Speed Factor are the margin divided by it, rounded down: margin 4 makes 2 hits at factor 4.",
        otherwise="A multiple counts only above it.",
    )
    GROUP_ONE_ROLL = ruling(
        "A group makes one attack roll, one defence roll and one HT roll.", otherwise="Each member rolls."
    )
    DAMAGE_ROLLS = decided_by(HeroicRulings, "damage_rolls")
    TRANSCRIPT_TOTALS = ruling("Dice are supplied face by face.", otherwise="As the totals of the source's examples.")
    MORALE_FATIGUE_ORDER = decided_by(HeroicRulings, "end_phases")
    PHASES_AFTER_END = ruling(
        "A battle that ends in a phase stops after that phase's injury, without morale and fatigue.",
        otherwise="The round is finished.",
    )
    INITIATIVE_TIE = decided_by(HeroicRulings, "initiative_tie")
    TACTICS_TIE = ruling(
        "If leaders are equal in Tactics, or nobody has it, no side has the +1.",
        otherwise="All who are equal have it, with a default from IQ.",
    )
    LEADER_DOWN = ruling(
        "A leader who is incapacitated, routed or absent has no Tactics.", otherwise="The leader's Tactics count on."
    )
    MANY_SIDES = ruling(
        "Of more than two sides all act in the order of their totals, and only the first has the +2.",
        otherwise="More than two sides are refused.",
    )
    INITIATIVE_BONUS_SCOPE = ruling(
        "The +2 counts for every attack roll, free, waiting, stray and grapple attacks too, and for nothing else.",
        otherwise="It counts for regular attacks only.",
    )
    PENDING_RESET = ruling(
        "Pending injury is applied in each injury step, with one HT roll a phase.",
        otherwise="It is collected to the end of the round.",
    )

    # Orders, movement, deeds and waits

    AOO_ONLY_ONCE = decided_by(HeroicRulings, "aoo_once")
    AWAY_DIRECTION = ruling(
        "Moving away increases the distance to every enemy one is locked with; in Retreat no other active enemy comes "
        "closer than before on the way or at its end, unless it stays beyond 3 yards.",
        otherwise="Away is away from the nearest enemy.",
    )
    LOCKED_ALLOWANCE = ruling(
        "A locked unit may spend its allowance on shots and deeds.", otherwise="It may not spend its allowance."
    )
    KITING = decided_by(HeroicRulings, "kiting_limit")
    HAZARD_HT = ruling("HT halves the injury of hazards too.", otherwise="It does not.")
    SHORT_ACTION_COUNT = ruling(
        "One short deed goes with each attack made, one ranged and one melee, each attack at −6.",
        otherwise="One short deed goes with the attacks of a round.",
    )
    RELOAD_OVER_TEN = ruling(
        "Reloading for more than 10 seconds takes one long deed for every 10 seconds begun, one after another.",
        otherwise="It is impossible in a battle.",
    )
    WAIT_DURATION = ruling(
        "A wait lasts from the orders to the end of the round.", otherwise="It lasts until the waiter's next action."
    )
    WAIT_TIMING = ruling(
        "With the longer reach the waiter's injury is applied before the interrupted attack, with equal reach in one "
        "step, with the shorter reach after the other's.",
        otherwise="All injury is applied at the end of the phase.",
    )
    OPPORTUNITY_AREA = ruling(
        "The number of hexes watched is a radius in yards.", otherwise="It is an area of that many hexes."
    )

    # Ranged attacks

    JAVELIN_GROUP_BONUS = ruling(
        "The bonus for shooting at a group counts, though a throw of the test battle lacks it.",
        otherwise="There is no such bonus.",
        option="group_target_bonus",
    )
    JAVELIN_SIZE_MODIFIER = ruling(
        "The target's Size Modifier counts for ranged attacks, though a throw of the test battle lacks it.",
        otherwise="It does not count.",
        option="ranged_size_modifier",
    )
    RAPID_FIRE_PER_SHOOTER = decided_by(HeroicRulings, "rapid_fire_basis")
    VALID_DEFENSES = decided_by(HeroicRulings, "valid_defenses")
    LOCKED_SHOOTER = decided_by(HeroicRulings, "locked_shooter")
    STRAY_MISS = ruling(
        "A shot misses if its contest is not won, for whatever reason.", otherwise="Only a failed attack roll misses."
    )
    STRAY_CANDIDATES = ruling(
        "A stray shot is drawn over the active members of the melee on all sides but target and shooter, each with one "
        "chance, in the order of the request; without any there is no check.",
        otherwise="Each unit has one chance.",
    )
    STRAY_HITS = decided_by(HeroicRulings, "stray_hits")
    HALF_DAMAGE = ruling(
        "Beyond the half-damage range of a weapon its basic damage is halved.", otherwise="That range is ignored."
    )

    # Melee, locks and several attacks

    ENGAGEMENT_MODE = decided_by(HeroicRulings, "engagement")
    ENGAGEMENT_SLOTS = ruling(
        "Around one fighter there are 6 slots times the ratio of lengths of the defender's and the attacker's SM, "
        "rounded down, at least 1: 4 for SM +1 around SM 0, 9 for SM 0 around SM +1, 15 around SM +2.",
        otherwise="Another number than six fit around an equal.",
        option="surround_base",
    )
    RATIO_COLLECTIVE = decided_by(HeroicRulings, "ratio_scope")
    MELEE_SIZE_MODIFIER = decided_by(HeroicRulings, "melee_size_modifier")
    DEFENDER_POSTURE = ruling(
        "The defender's posture and stun count, its facing does not.",
        otherwise="Neither posture nor stun counts.",
        option="defender_posture",
    )
    LOCK_ON_CONTACT = decided_by(HeroicRulings, "lock_on")
    LOCKED_REACH = decided_by(HeroicRulings, "locked_reach")
    FREE_ATTACK_COST = ruling("A free attack leaves the melee attack of the round.", otherwise="It uses it up.")
    FREE_ATTACK_INJURY = decided_by(HeroicRulings, "free_attack_injury")

    # Injury and grapples

    WOUNDING_ROUNDING = ruling(
        "The wounding multiplier is rounded down for one hit, at least to 1, and then multiplied by the hits.",
        otherwise="It is rounded down after multiplying by the hits.",
    )
    HT_ONCE = decided_by(HeroicRulings, "ht_roll")
    NEGATIVE_HP = ruling(
        "A solitary combatant keeps hit points below 0, which count as 0; a member of a group never has fewer than 0.",
        otherwise="Nobody has fewer than 0.",
    )
    ASSIGNMENT_STYLE = decided_by(HeroicRulings, "assignment")
    LOCATION_EFFECTS = ruling(
        "In battle an injury costs hit points and reports its location: no crippling, shock, stun or knockdown.",
        otherwise="Crippling is reported for each hit.",
    )
    BLUNT_TRAUMA = ruling("Flexible armour causes no blunt trauma.", otherwise="It causes blunt trauma.")
    GRAPPLE_FIFTH = ruling(
        "One helper adds a fifth of the attacker's own best score before other modifiers, two add two fifths of it.",
        otherwise="Two helpers add a fifth, rounded down, twice.",
    )
    PIN_CONTEST = ruling(
        "A pin is a Quick Contest of best scores, with the +3 of the base game for size and for free hands.",
        otherwise="It is the base game's Regular Contest of ST.",
    )
    TECHNIQUE_CONTESTS = decided_by(HeroicRulings, "technique_contest")
    TAKEDOWN_BACKFIRE = ruling("If a takedown is lost, one attacking member falls prone.", otherwise="Nobody falls.")
    SUFFOCATION_FP = ruling(
        "Suffocation costs 10 FP in each round, the first included; without FP left a unit makes one Will roll in each "
        "injury step, after its HT roll, or falls unconscious.",
        otherwise="It makes ten Will rolls, one for each second.",
    )
    BREAK_FREE_TIME = ruling(
        "Breaking free replaces the melee attack of the held members, others may attack; who is pinned tries twice.",
        otherwise="Everybody tries once.",
    )

    # Morale, fatigue, the end of a battle and what follows

    MORALE_STEPS_REPLACE = decided_by(HeroicRulings, "morale_steps")
    MORALE_HP_SCOPE = ruling(
        "The modifiers for hit points lost are for solitary units only.", otherwise="Groups have them by their pool."
    )
    MORALE_MIXED = decided_by(HeroicRulings, "morale_scope")
    MORALE_OUTNUMBER = ruling(
        "The active members of the whole side are compared with all enemies.",
        otherwise="The unit is compared with the enemies in its melee.",
    )
    MORALE_COLLAPSE = ruling(
        "The collapse of the wounded refers to a rule that is no longer there, and means nothing.",
        otherwise="Who has up to a third of its HP left makes an HT roll or collapses.",
    )
    FLEE_OR_SURRENDER = decided_by(HeroicRulings, "break_result")
    ROUT_STICKY = decided_by(HeroicRulings, "rally")
    FATIGUE_PARTICIPATION = decided_by(HeroicRulings, "fatigue_scope")
    FP_EFFECTS = decided_by(HeroicRulings, "fp_effects")
    ROUT_ENDS_BATTLE = decided_by(HeroicRulings, "rout_round")
    PURSUIT_MOVE_SIX = decided_by(HeroicRulings, "pursuit_speed")
    PURSUIT_RATIO_SIDE = decided_by(HeroicRulings, "pursuit_ratio")
    PURSUIT_STEALTH_SPEED = ruling(
        "Speed, Handling and numbers count for who hides; Stealth at −2 only replaces the skill.",
        otherwise="None of them counts for who hides.",
    )
    AFTERMATH_SMALL_HP = ruling(
        "Who has fewer than 10 HP rolls no dice and stays at 0.", otherwise="Everybody rolls at least 2 dice."
    )
    AFTERMATH_LIMB_EXCESS = ruling(
        "Injury of a limb counts in full, as in the example.",
        otherwise="Injury of a limb beyond floor(HP/2) + 1, of a hand or foot beyond floor(HP/3) + 1, is lost.",
    )
    AFTERMATH_MINUS_HALF = ruling("Half of the HP below 0 is rounded down: −6 of 13.", otherwise="It is rounded up.")
    AFTERMATH_HALVES_SCOPE = decided_by(HeroicRulings, "half_dead_scope")
    SKIRMISH_TACTICS = decided_by(HeroicRulings, "npc_tactics")
