"""How gaps and contradictions of the source are decided."""

from service.rules.kernel.book import RulingBook, ruling


class Rulings(RulingBook, family="heroic"):
    """How gaps and contradictions of the source are decided."""

    # Contests, dice and the procedure of a round

    CONTEST_TIE = ruling(
        "MoV exactly 0: nobody wins, no hit.", otherwise="Attacker hits; initiative winner.", option="contest_tie"
    )
    FAILED_ROLL_CAN_WIN = ruling(
        "Attack roll fails, defense fails by more: pure margin comparison: hit.",
        otherwise="A failed attack roll never hits.",
        option="attack_must_succeed",
    )
    CRITICALS = ruling(
        "Natural 3–4, 17–18 in contests: no effect, pure margins.",
        otherwise="Critical attack: no defense roll; critical miss (18, or 17 at ≤ 15, or fails by 10+): automatic "
        "loss.",
        option="criticals",
    )
    MINIMUM_SKILL = ruling(
        "Effective attack skill below 3: automatic miss, no dice, lock still forms.", otherwise="Roll anyway."
    )
    NO_DEFENSE = ruling(
        "Defender unaware, helpless or without legal defense: no defender dice, attacker wins iff mA ≥ 0, MoV = mA.",
        otherwise="Defense value 0 is rolled.",
    )
    FULL_MULTIPLE = ruling(
        "'per full multiple' of SF at exact multiples: floor(MoV/SF), so MoV 4 at SF 4 = 2 hits.",
        otherwise="Only above the multiple.",
    )
    GROUP_ONE_ROLL = ruling(
        "Rolls of a group: one attack, one defense, one HT roll per unit.", otherwise="One per member."
    )
    DAMAGE_ROLLS = ruling(
        "One damage roll or one per hit: once, × hits.",
        otherwise="Per hit (author finds it acceptable in duels).",
        option="damage_rolls",
    )
    TRANSCRIPT_TOTALS = ruling(
        "Document prints totals, the API takes faces: faces.", otherwise="Totals per roll label."
    )
    MORALE_FATIGUE_ORDER = ruling(
        "Procedure: Morale then Fatigue; test battle round 1: Fatigue, then Morale: procedure.",
        otherwise="Fatigue, then Morale, as in the test battle.",
        option="end_phases",
    )
    PHASES_AFTER_END = ruling(
        "Battle ends inside a phase; fatigue is due 'at the end of every round': stop once that phase's "
        "injury step is complete, no morale/fatigue.",
        otherwise="Finish the round.",
    )
    INITIATIVE_TIE = ruling(
        "Equal totals: tied sides reroll.",
        otherwise="Higher Tactics, then reroll; nobody wins: no +2, list order, all simultaneous.",
        option="initiative_tie",
    )
    TACTICS_TIE = ruling(
        "Leaders tie for highest Tactics, or nobody has it: no +1.", otherwise="All tied get +1; defaults from IQ."
    )
    LEADER_DOWN = ruling("Leader incapacitated, routed or absent: no Tactics value.", otherwise="Keeps counting.")
    MANY_SIDES = ruling(
        "More than two sides: order by total; only the top side is the winner and gets +2.", otherwise="Reject."
    )
    INITIATIVE_BONUS_SCOPE = ruling(
        "Which rolls take the +2: every attack roll incl. free, waiting, stray and grapple attacks; not "
        "grapple spends, pursuit, defenses.",
        otherwise="Only regular attacks.",
    )
    PENDING_RESET = ruling(
        "Does pending injury cross phases: applied and cleared each injury step, one HT roll per phase.",
        otherwise="Collected to round end.",
    )

    # Orders, movement, deeds and waits

    AOO_ONLY_ONCE = ruling(
        "All-Out Offensive 'only once' for ranged: no extra low-tech or Fast-Draw shots; one burst up to RoF.",
        otherwise="One attack (which already holds for everybody).",
        option="aoo_once",
    )
    AWAY_DIRECTION = ruling(
        "'Away' with several enemies: withdrawal: distance to every enemy one is locked with grows; Retreat: "
        "the same, and no other active enemy comes closer than before, on the way or in the end, unless it "
        "stays beyond 3 yd.",
        otherwise="Away from the nearest only.",
    )
    LOCKED_ALLOWANCE = ruling(
        "May a locked unit spend its unusable movement on shots or actions: yes.", otherwise="No."
    )
    KITING = ruling(
        "A faster archer can shoot once and run for ever; the author admits it (30 yd back vs 30 yd only by "
        "All-Out Offensive): no extra rule.",
        otherwise="Moving away after shooting at most half allowance.",
        option="kiting_limit",
    )
    HAZARD_HT = ruling("Does HT halve hazard injury: yes.", otherwise="No.")
    SHORT_ACTION_COUNT = ruling(
        "How many short actions ride on attacks: one per attack made, each at −6 (max one ranged + one melee).",
        otherwise="One per round.",
    )
    RELOAD_OVER_TEN = ruling(
        "Reload above 10 s: consecutive long actions, 10 s each, ceil(s/10).", otherwise="Impossible in combat."
    )
    WAIT_DURATION = ruling(
        "How long: from Orders to the end of the same round.", otherwise="Until the waiter's next action."
    )
    WAIT_TIMING = ruling(
        "'Attack first/last' is empty while injury is applied at phase end: longer reach: the waiter's injury"
        " (with HT) applies before the interrupted attack; equal: same injury step; shorter: the other's "
        "injury applies first.",
        otherwise="All at phase end.",
    )
    OPPORTUNITY_AREA = ruling(
        "'Hexes as yard-radius areas': number of hexes read as radius in yards.", otherwise="Area of that many hexes."
    )

    # Ranged attacks

    JAVELIN_GROUP_BONUS = ruling(
        "Troglodytes' throw at 8 ogres omits the +1 group bonus (the ogres' throw has its +2): apply.",
        otherwise="No bonus for groups, as in the test battle.",
        option="group_target_bonus",
    )
    JAVELIN_SIZE_MODIFIER = ruling(
        "Same throw omits +1 for SM+1 targets though B548 modifiers apply: apply target SM to ranged attacks.",
        otherwise="Ignore it, as in the test battle.",
        option="ranged_size_modifier",
    )
    RAPID_FIRE_PER_SHOOTER = ruling(
        "Rapid-fire bonus from shots per shooter or in total: per shooter.", otherwise="Total."
    )
    VALID_DEFENSES = ruling(
        "What is legal against what: Dodge always; Block vs melee, muscle-powered and thrown; Parry vs melee "
        "and thrown; nothing but Dodge vs firearm/beam; incapacitated, pinned or unconscious: none. Basic Set"
        " practice; the duel's choice of Dodge vs an arrow stays legal.",
        otherwise="Only Dodge against anything ranged; any defense against anything.",
        option="valid_defenses",
    )
    LOCKED_SHOOTER = ruling(
        "Shooter is in the same melee as the target: −4 as for any locked target, Close band and Bulk as "
        "usual, no stray check when nobody else is in the cluster.",
        otherwise="No −4 when only shooter and target are in it.",
        option="locked_shooter",
    )
    STRAY_MISS = ruling(
        "What is a miss: attack contest not won, for whatever reason.", otherwise="Only a failed attack roll."
    )
    STRAY_CANDIDATES = ruling(
        "'Random different participant': active units of the cluster except target and shooter, both sides; "
        "pick over members (each member one chance), list order; none → no check.",
        otherwise="Each unit one chance.",
    )
    STRAY_HITS = ruling(
        "Hits of a won stray contest: normal hits from MoV, multiplier ×1, capped at projectiles.",
        otherwise="Exactly one; full multiplier.",
        option="stray_hits",
    )
    HALF_DAMAGE = ruling(
        "1/2D range is in the stat blocks but never used: halve basic damage beyond it.", otherwise="Ignore."
    )

    # Melee, locks and several attacks

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
    RATIO_COLLECTIVE = ruling(
        "Several units on one target: each attack by its own numbers.",
        otherwise="All attackers of that side on the target together.",
        option="ratio_scope",
    )
    MELEE_SIZE_MODIFIER = ruling(
        "Target SM in melee: none: only three modifier groups are named.",
        otherwise="Target SM; SM difference.",
        option="melee_size_modifier",
    )
    DEFENDER_POSTURE = ruling(
        "Defender's posture, stun, facing: posture and stun of active-defense apply; facing ignored.",
        otherwise="Neither posture nor stun counts.",
        option="defender_posture",
    )
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
    FREE_ATTACK_COST = ruling("Does a free attack use up the round's melee attack: no.", otherwise="Yes.")
    FREE_ATTACK_INJURY = ruling(
        "'Immediately' vs injury step 4.3: rolled at once, injury pending until 4.3, the retreater completes its move.",
        otherwise="Applied at once.",
        option="free_attack_injury",
    )

    # Injury and grapples

    WOUNDING_ROUNDING = ruling(
        "Where fractions of the wounding multiplier go: per hit, floor, minimum 1, then × hits.",
        otherwise="Floor after × hits.",
    )
    HT_ONCE = ruling(
        "HT roll per attack or per step: one per unit per injury step on the sum.",
        otherwise="One for the injury of each attack.",
        option="ht_roll",
    )
    NEGATIVE_HP = ruling(
        "Assignment text stops at 0 HP; the duel ends at −5/12: a solitary combatant keeps the negative "
        "number, reported with hp_effective = max(0, hp); a group member never goes below 0.",
        otherwise="Clamp.",
    )
    ASSIGNMENT_STYLE = ruling(
        "'By default' one after another: concentrate: ceil rule.",
        otherwise="Spread: injury shared evenly, count unchanged until the pool is 0, then all fall.",
        option="assignment",
    )
    LOCATION_EFFECTS = ruling(
        "Crippling, shock, stun, knockdown in battle: HP loss only, location reported.",
        otherwise="Report crippling per hit.",
    )
    BLUNT_TRAUMA = ruling("Flexible DR marked *: off.", otherwise="On.")
    GRAPPLE_FIFTH = ruling(
        "1/5 of what: of the attacker's own contest score (best ST/DX/skill before other modifiers), once: "
        "one virtual helper; 2/5 = floor(2·score/5), two helpers.",
        otherwise="2/5 = 2·floor(score/5).",
    )
    PIN_CONTEST = ruling(
        "Pin is a Regular Contest of ST in B370, the document says Quick Contest of best score: Quick "
        "Contest, best score, plus B370's +3s.",
        otherwise="B370 contest.",
    )
    TECHNIQUE_CONTESTS = ruling(
        "Scores for choke, lock, snap: those of their own pages (choke, arm-lock, neck-snap).",
        otherwise="Best of ST, DX, grappling skill on both sides, as the general sentence about spending says, with the"
        " page's other modifiers.",
        option="technique_contest",
    )
    TAKEDOWN_BACKFIRE = ruling(
        "Lost takedown: loser's side: one attacking member falls prone.", otherwise="Nobody falls."
    )
    SUFFOCATION_FP = ruling(
        "10 s of suffocation: −10 FP per round it lasts (starting round included); while FP ≤ 0 one Will roll"
        " in each injury step (3d right after the unit's HT roll), failure = unconscious.",
        otherwise="Ten Will rolls in each injury step, one a second.",
    )
    BREAK_FREE_TIME = ruling(
        "Cost of breaking free: replaces the melee attack of the held members in phase 5, the others may "
        "attack; a pinned unit gets 2 tries per round (one per 10 s).",
        otherwise="One try a round, pinned or not.",
    )

    # Morale, fatigue, the end of a battle and what follows

    MORALE_STEPS_REPLACE = ruling(
        "+2 and +5 (−2 and −5) together: only the larger step of each pair.",
        otherwise="Cumulative.",
        option="morale_steps",
    )
    MORALE_HP_SCOPE = ruling("'Creature lost HP' for groups: solitary only.", otherwise="Groups by pool as well.")
    MORALE_MIXED = ruling(
        "Mixed groups or linked sub-units: each unit alone.",
        otherwise="Whole side pooled; injury_group pooled.",
        option="morale_scope",
    )
    MORALE_OUTNUMBER = ruling(
        "Group vs opponents: active members of the whole side vs all enemies.",
        otherwise="The unit vs enemies in its cluster.",
    )
    MORALE_COLLAPSE = ruling(
        "Collapse of the wounded refers to a rule that is no longer there: nothing.",
        otherwise="HT roll at > 0 and ≤ ⅓ HP or collapse.",
    )
    FLEE_OR_SURRENDER = ruling(
        "Which: flee if can_retreat and not all grappled or pinned; else surrender if the enemy accepts; else"
        " keeps fighting with status cornered (−5 was applied).",
        otherwise="Always flee; always surrender.",
        option="break_result",
    )
    ROUT_STICKY = ruling(
        "Does a routed unit recover: no; Retreat every round until off the field (fled after one full Retreat"
        " round without lock or hold); who is held breaks free in that Retreat.",
        otherwise="A check every round, by which it may rally.",
        option="rally",
    )
    FATIGUE_PARTICIPATION = ruling(
        "B426 exempts those without attack or defense roll; the test charges both armies after a round of "
        "walking: every active unit in the encounter.",
        otherwise="Units that moved or rolled; units that rolled.",
        option="fatigue_scope",
    )
    FP_EFFECTS = ruling("FP < ⅓, FP 0: report flags only.", otherwise="Apply fatigue-effects.", option="fp_effects")
    ROUT_ENDS_BATTLE = ruling(
        "Side whose last units rout while locked: battle ends at once, pursuit follows.",
        otherwise="Play the Retreat round with its free attacks first.",
        option="rout_round",
    )
    PURSUIT_MOVE_SIX = ruling(
        "Printed: Move 6–7 gives +3; also 'in between take the lower', which gives +2 for 6: lower value, "
        "with the printed exception 6 → +3.",
        otherwise="Strict lower (6 → +2); round up.",
        option="pursuit_speed",
    )
    PURSUIT_RATIO_SIDE = ruling(
        "Who gets the ratio bonus: pursuers only (attacking side).", otherwise="Either side for its superiority."
    )
    PURSUIT_STEALTH_SPEED = ruling(
        "Speed, Handling, ratio when hiding: all still apply, Stealth −2 only replaces the skill.",
        otherwise="None of them counts for who hides.",
    )
    AFTERMATH_SMALL_HP = ruling("HP below 10 has no full 10: 0 dice: stays at 0.", otherwise="At least 2d.")
    AFTERMATH_LIMB_EXCESS = ruling(
        "Example keeps all 8 injury on a leg (threshold 7); Basic Set would lose the excess: keep.",
        otherwise="Cap at floor(HP/2)+1 (hand, foot floor(HP/3)+1).",
    )
    AFTERMATH_MINUS_HALF = ruling("'−HP/2 below 0': −floor(HP/2) (13 → −6).", otherwise="Rounded up.")
    AFTERMATH_HALVES_SCOPE = ruling(
        "Half of whom: per unit, ceil(n/2) dead.", otherwise="Half of the whole side.", option="half_dead_scope"
    )
    SKIRMISH_TACTICS = ruling(
        "NPC tactics: random among legal ones, Retreat excluded unless routed.",
        otherwise="Neutral unless a standing tactic is given.",
        option="npc_tactics",
    )
