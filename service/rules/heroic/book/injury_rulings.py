"""How gaps and contradictions about injury and grapples are decided."""

from typing import Final

from service.dice.model import Ruling

ATTACK = "tests/rules/heroic/test_attack.py"
BREAK_FREE = "tests/rules/heroic/test_break_free.py"
DECIDED = "tests/rules/heroic/test_decisions.py"
MELEE = "tests/rules/heroic/test_melee.py"
GRAPPLE = "tests/rules/heroic/test_grapple.py"
INJURY = "tests/rules/heroic/test_injury.py"

WOUNDING_ROUNDING: Final = Ruling(
    "heroic/ruling/wounding-rounding",
    does="Where fractions of the wounding multiplier go: per hit, floor, minimum 1, then × hits.",
    alternatives="Floor after × hits.",
    test=f"{ATTACK}::test_damage_rolls",
)
HT_ONCE: Final = Ruling(
    "heroic/ruling/ht-once",
    does="HT roll per attack or per step: one per unit per injury step on the sum.",
    alternatives="One for the injury of each attack.",
    test=f"{INJURY}::test_ht_roll",
    option="ht_roll",
)
HT_ZERO: Final = Ruling(
    "heroic/ruling/ht-zero",
    does="No pending injury: no roll, no dice.",
    alternatives="None that the text allows.",
    test=f"{INJURY}::test_nothing_pending",
)
HT_AUTO: Final = Ruling(
    "heroic/ruling/ht-auto",
    does="3–4, 17–18 on HT: standard success roll.",
    alternatives="None that the text allows.",
    test=f"{INJURY}::test_ht_extremes",
)
POOL_OVERFLOW: Final = Ruling(
    "heroic/ruling/pool-overflow",
    does="Injury above the pool: group pool floors at 0, excess lost.",
    alternatives="None that the text allows.",
    test=f"{INJURY}::test_pool_overflow",
)
NEGATIVE_HP: Final = Ruling(
    "heroic/ruling/negative-hp",
    does=(
        "Assignment text stops at 0 HP; the duel ends at −5/12: a solitary combatant keeps the negative number, "
        "reported with hp_effective = max(0, hp); a group member never goes below 0."
    ),
    alternatives="Clamp.",
    test=f"{INJURY}::test_solitary",
)
ZERO_HP: Final = Ruling(
    "heroic/ruling/zero-hp",
    does="Exactly 0 HP: incapacitated, not dead; fate decided in the aftermath.",
    alternatives="None that the text allows.",
    test=f"{INJURY}::test_solitary",
)
ODD_POOLS: Final = Ruling(
    "heroic/ruling/odd-pools",
    does="Pool not a multiple of HP: count = ceil(pool/hp); the last member fights at full value.",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_last_member_fights_on",
)
HURT_START: Final = Ruling(
    "heroic/ruling/hurt-start",
    does=(
        "Unit starts already hurt: hp_pool may be below count_start·hp; the ceil rule is used at once; for morale the "
        "caller sends ceil(pool at battle start / hp) as count_start; the service never derives it from the current "
        "pool."
    ),
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_hurt_at_the_start",
)
ASSIGNMENT_STYLE: Final = Ruling(
    "heroic/ruling/assignment-style",
    does="'By default' one after another: concentrate: ceil rule.",
    alternatives="Spread: injury shared evenly, count unchanged until the pool is 0, then all fall.",
    test=f"{INJURY}::test_spread",
    option="assignment",
)
SHARED_ASSIGNMENT: Final = Ruling(
    "heroic/ruling/shared-assignment",
    does=(
        "Split sub-units with a shared injury group: injury goes to the attacked sub-unit first, overflow to its "
        "injury_group partners in list order; on the split the caller divides pool and count_start."
    ),
    alternatives="None that the text allows.",
    test=f"{INJURY}::test_shared_injury",
)
TARGET_SHARE: Final = Ruling(
    "heroic/ruling/target-share",
    does="Overkill on a single-out or one unit spills over?: no spill to other units.",
    alternatives="None that the text allows.",
    test=f"{INJURY}::test_limit",
)
LOCATION_EFFECTS: Final = Ruling(
    "heroic/ruling/location-effects",
    does="Crippling, shock, stun, knockdown in battle: HP loss only, location reported.",
    alternatives="Report crippling per hit.",
    test=f"{DECIDED}::test_locations_change_nothing_else",
)
LOCATION_MULTIPLIERS: Final = Ruling(
    "heroic/ruling/location-multipliers",
    does="Wounding by location: wounding applies; skull DR +2.",
    alternatives="None that the text allows.",
    test=f"{INJURY}::test_armour",
)
DR_BY_LOCATION: Final = Ruling(
    "heroic/ruling/dr-by-location",
    does=(
        "DR only printed for the torso: other locations use armour.default (0 unless given); unlabelled DR such as "
        "'1*' is default."
    ),
    alternatives="None that the text allows.",
    test=f"{INJURY}::test_armour",
)
BLUNT_TRAUMA: Final = Ruling(
    "heroic/ruling/blunt-trauma",
    does="Flexible DR marked *: off.",
    alternatives="On.",
    test=f"{DECIDED}::test_locations_change_nothing_else",
)
LOW_HP_EFFECTS: Final = Ruling(
    "heroic/ruling/low-hp-effects",
    does="Halved Move below ⅓ HP, consciousness rolls: none.",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_last_member_fights_on",
)
CASUALTY_RETURN: Final = Ruling(
    "heroic/ruling/casualty-return",
    does="Members return after healing: not in battle.",
    alternatives="None that the text allows.",
    test=f"{INJURY}::test_casualties",
)
GRAPPLE_ONE_HIT_ONE_MEMBER: Final = Ruling(
    "heroic/ruling/grapple-one-hit-one-member",
    does=(
        "Group targets: members grappled = min(total hits, active members); each spent hit acts on one of them, "
        "several hits may go to the same one."
    ),
    alternatives="None that the text allows.",
    test=f"{GRAPPLE}::test_members",
)
GRAPPLE_FIFTH: Final = Ruling(
    "heroic/ruling/grapple-fifth",
    does=(
        "1/5 of what: of the attacker's own contest score (best ST/DX/skill before other modifiers), once: one "
        "virtual helper; 2/5 = floor(2·score/5), two helpers."
    ),
    alternatives="None that the text allows.",
    test=f"{GRAPPLE}::test_helpers",
)
GRAPPLE_BAND: Final = Ruling(
    "heroic/ruling/grapple-band",
    does=(
        "Band wording differs: takedown 'or higher', pin exact then higher: takedown: r > 1.5; pin: 1.5 < r ≤ 2 → "
        "1/5, r > 2 → 2/5; r ≤ 1.5 none."
    ),
    alternatives="None that the text allows.",
    test=f"{GRAPPLE}::test_helpers",
)
PIN_CONTEST: Final = Ruling(
    "heroic/ruling/pin-contest",
    does=(
        "Pin is a Regular Contest of ST in B370, the document says Quick Contest of best score: Quick Contest, best "
        "score, plus B370's +3s."
    ),
    alternatives="B370 contest.",
    test=f"{GRAPPLE}::test_pin",
)
TECHNIQUE_CONTESTS: Final = Ruling(
    "heroic/ruling/technique-contests",
    does="Scores for choke, lock, snap: those of their own pages (choke, arm-lock, neck-snap).",
    alternatives=(
        "Best of ST, DX, grappling skill on both sides, as the general sentence about spending says, with the page's "
        "other modifiers."
    ),
    test=f"{GRAPPLE}::test_technique_contest",
    option="technique_contest",
)
TECHNIQUE_INJURY: Final = Ruling(
    "heroic/ruling/technique-injury",
    does=(
        "Order of DR, wounding and × hits: damage − DR, × location wounding, floor, × hits spent; pending like any "
        "injury, HT may halve it."
    ),
    alternatives="None that the text allows.",
    test=f"{GRAPPLE}::test_choke",
)
TAKEDOWN_BACKFIRE: Final = Ruling(
    "heroic/ruling/takedown-backfire",
    does="Lost takedown: loser's side: one attacking member falls prone.",
    alternatives="None that the text allows.",
    test=f"{GRAPPLE}::test_takedown",
)
SAME_ATTACK_CHAIN: Final = Ruling(
    "heroic/ruling/same-attack-chain",
    does=(
        "Takedown and pin in one attack: allowed in declared order: the pin sees the result of the takedown; a spend "
        "whose precondition fails is lost without dice."
    ),
    alternatives="None that the text allows.",
    test=f"{GRAPPLE}::test_chain",
)
SETUP_SKIPPED: Final = Ruling(
    "heroic/ruling/setup-skipped",
    does=(
        "Basic Set set-up (parry before Arm Lock, neck grip before choke): covered by the abstract round; target "
        "location must be named and its grappling penalty paid."
    ),
    alternatives="None that the text allows.",
    test=f"{GRAPPLE}::test_refused",
)
SUFFOCATION_FP: Final = Ruling(
    "heroic/ruling/suffocation-fp",
    does=(
        "10 s of suffocation: −10 FP per round it lasts (starting round included); while FP ≤ 0 one Will roll in each "
        "injury step (3d right after the unit's HT roll), failure = unconscious."
    ),
    alternatives="None that the text allows.",
    test=f"{INJURY}::test_suffocation",
)
BREAK_FREE_TIME: Final = Ruling(
    "heroic/ruling/break-free-time",
    does=(
        "Cost of breaking free: replaces the melee attack of the held members in phase 5, the others may attack; a "
        "pinned unit gets 2 tries per round (one per 10 s)."
    ),
    alternatives="None that the text allows.",
    test=f"{BREAK_FREE}::test_tries",
)
GRAPPLE_SM: Final = Ruling(
    "heroic/ruling/grapple-sm",
    does="SM difference value: + (attacker SM − target SM).",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_grapple_sizes",
)
HELPLESS_COUNT: Final = Ruling(
    "heroic/ruling/helpless-count",
    does=(
        "Pinned or unconscious members and ratio/pool: not active: no attack, no defense, not counted (only when "
        "nobody in the unit is active do they count as the defenders of the ratio); pool unchanged."
    ),
    alternatives="None that the text allows.",
    test=f"{MELEE}::test_helpless_defenders",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
