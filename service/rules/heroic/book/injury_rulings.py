"""How gaps and contradictions about injury and grapples are decided."""

from service.rules.kernel.book import RulingBook, ruling


class InjuryRulings(RulingBook, family="heroic"):
    """How gaps and contradictions about injury and grapples are decided."""

    WOUNDING_ROUNDING = ruling(
        "Where fractions of the wounding multiplier go: per hit, floor, minimum 1, then × hits.",
        otherwise="Floor after × hits.",
    )
    HT_ONCE = ruling(
        "HT roll per attack or per step: one per unit per injury step on the sum.",
        otherwise="One for the injury of each attack.",
        option="ht_roll",
    )
    HT_ZERO = ruling("No pending injury: no roll, no dice.")
    HT_AUTO = ruling("3–4, 17–18 on HT: standard success roll.")
    POOL_OVERFLOW = ruling("Injury above the pool: group pool floors at 0, excess lost.")
    NEGATIVE_HP = ruling(
        "Assignment text stops at 0 HP; the duel ends at −5/12: a solitary combatant keeps the negative "
        "number, reported with hp_effective = max(0, hp); a group member never goes below 0.",
        otherwise="Clamp.",
    )
    ZERO_HP = ruling("Exactly 0 HP: incapacitated, not dead; fate decided in the aftermath.")
    ODD_POOLS = ruling("Pool not a multiple of HP: count = ceil(pool/hp); the last member fights at full value.")
    HURT_START = ruling(
        "Unit starts already hurt: hp_pool may be below count_start·hp; the ceil rule is used at once; for "
        "morale the caller sends ceil(pool at battle start / hp) as count_start; the service never derives it"
        " from the current pool."
    )
    ASSIGNMENT_STYLE = ruling(
        "'By default' one after another: concentrate: ceil rule.",
        otherwise="Spread: injury shared evenly, count unchanged until the pool is 0, then all fall.",
        option="assignment",
    )
    SHARED_ASSIGNMENT = ruling(
        "Split sub-units with a shared injury group: injury goes to the attacked sub-unit first, overflow to "
        "its injury_group partners in list order; on the split the caller divides pool and count_start."
    )
    TARGET_SHARE = ruling("Overkill on a single-out or one unit spills over?: no spill to other units.")
    LOCATION_EFFECTS = ruling(
        "Crippling, shock, stun, knockdown in battle: HP loss only, location reported.",
        otherwise="Report crippling per hit.",
    )
    LOCATION_MULTIPLIERS = ruling("Wounding by location: wounding applies; skull DR +2.")
    DR_BY_LOCATION = ruling(
        "DR only printed for the torso: other locations use armour.default (0 unless given); unlabelled DR "
        "such as '1*' is default."
    )
    BLUNT_TRAUMA = ruling("Flexible DR marked *: off.", otherwise="On.")
    LOW_HP_EFFECTS = ruling("Halved Move below ⅓ HP, consciousness rolls: none.")
    CASUALTY_RETURN = ruling("Members return after healing: not in battle.")
    GRAPPLE_ONE_HIT_ONE_MEMBER = ruling(
        "Group targets: members grappled = min(total hits, active members); each spent hit acts on one of "
        "them, several hits may go to the same one."
    )
    GRAPPLE_FIFTH = ruling(
        "1/5 of what: of the attacker's own contest score (best ST/DX/skill before other modifiers), once: "
        "one virtual helper; 2/5 = floor(2·score/5), two helpers."
    )
    GRAPPLE_BAND = ruling(
        "Band wording differs: takedown 'or higher', pin exact then higher: takedown: r > 1.5; pin: 1.5 < r ≤"
        " 2 → 1/5, r > 2 → 2/5; r ≤ 1.5 none."
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
    TECHNIQUE_INJURY = ruling(
        "Order of DR, wounding and × hits: damage − DR, × location wounding, floor, × hits spent; pending "
        "like any injury, HT may halve it."
    )
    TAKEDOWN_BACKFIRE = ruling("Lost takedown: loser's side: one attacking member falls prone.")
    SAME_ATTACK_CHAIN = ruling(
        "Takedown and pin in one attack: allowed in declared order: the pin sees the result of the takedown; "
        "a spend whose precondition fails is lost without dice."
    )
    SETUP_SKIPPED = ruling(
        "Basic Set set-up (parry before Arm Lock, neck grip before choke): covered by the abstract round; "
        "target location must be named and its grappling penalty paid."
    )
    SUFFOCATION_FP = ruling(
        "10 s of suffocation: −10 FP per round it lasts (starting round included); while FP ≤ 0 one Will roll"
        " in each injury step (3d right after the unit's HT roll), failure = unconscious."
    )
    BREAK_FREE_TIME = ruling(
        "Cost of breaking free: replaces the melee attack of the held members in phase 5, the others may "
        "attack; a pinned unit gets 2 tries per round (one per 10 s)."
    )
    GRAPPLE_SM = ruling("SM difference value: + (attacker SM − target SM).")
    HELPLESS_COUNT = ruling(
        "Pinned or unconscious members and ratio/pool: not active: no attack, no defense, not counted (only "
        "when nobody in the unit is active do they count as the defenders of the ratio); pool unchanged."
    )
