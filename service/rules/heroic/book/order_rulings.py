"""How gaps and contradictions about orders, movement, deeds and waits are decided."""

from typing import Final

from service.dice.model import Ruling

STATES = "tests/rules/heroic/test_round_states.py"
DEEDS = "tests/rules/heroic/test_deeds.py"
LEAVING = "tests/rules/heroic/test_leaving.py"
DECIDED = "tests/rules/heroic/test_decisions.py"
MULTI = "tests/rules/heroic/test_multi.py"
RANGED = "tests/rules/heroic/test_ranged.py"
STATE = "tests/rules/heroic/test_state.py"
ATTACK = "tests/rules/heroic/test_attack.py"
MOVE = "tests/rules/heroic/test_move.py"
ORDERS = "tests/rules/heroic/test_orders.py"
WAIT = "tests/rules/heroic/test_wait.py"

PERMITTED_ACTIONS: Final = Ruling(
    "heroic/ruling/permitted-actions",
    does=(
        "Intro says tactics list their permitted actions; only Retreat does: all actions allowed unless a tactic "
        "forbids them."
    ),
    alternatives="None that the text allows.",
    test=f"{DEEDS}::test_deeds",
)
AIMED_MOVE_WORDING: Final = Ruling(
    "heroic/ruling/aimed-move-wording",
    does="Aimed Shooting says Move ×2 without 'up to': up to ×2.",
    alternatives="None that the text allows.",
    test=f"{ORDERS}::test_tactics",
)
AOO_ONLY_ONCE: Final = Ruling(
    "heroic/ruling/aoo-only-once",
    does="All-Out Offensive 'only once' for ranged: no extra low-tech or Fast-Draw shots; one burst up to RoF.",
    alternatives="One attack (which already holds for everybody).",
    test=f"{RANGED}::test_charging_option",
    option="aoo_once",
)
AOO_TARGET_SCOPE: Final = Ruling(
    "heroic/ruling/aoo-target-scope",
    does=(
        "Restriction printed for ranged in the tactic, for all attacks in the procedure: (a) both ranged and melee; "
        "if already locked the charge target must be a locked enemy."
    ),
    alternatives="None that the text allows.",
    test=f"{ATTACK}::test_refused",
)
AOO_STANDING_STILL: Final = Ruling(
    "heroic/ruling/aoo-standing-still",
    does="Must a charging unit move: no; 0 yards is legal when already in reach.",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_charge_without_moving",
)
CHARGE_LINE: Final = Ruling(
    "heroic/ruling/charge-line",
    does=(
        "What is a straight line: the segment to charge_target; final distance must not grow; blocked line = movement "
        "stops."
    ),
    alternatives="None that the text allows.",
    test=f"{MOVE}::test_kiting",
)
AWAY_DIRECTION: Final = Ruling(
    "heroic/ruling/away-direction",
    does=(
        "'Away' with several enemies: withdrawal: distance to every enemy one is locked with grows; Retreat: the "
        "same, and no other active enemy comes closer than before, on the way or in the end, unless it stays beyond "
        "3 yd."
    ),
    alternatives="Away from the nearest only.",
    test=f"{MOVE}::test_where_a_retreat_leads",
)
SHOTS_BEFORE_MOVEMENT: Final = Ruling(
    "heroic/ruling/shots-before-movement",
    does=(
        "Text says a unit that used up its movement may be unable to fire more; but Ranged now comes before Movement: "
        "shots reserve allowance first, movement gets the rest; 'used up' can only mean actions or locks."
    ),
    alternatives="None that the text allows.",
    test=f"{RANGED}::test_shots_and_movement",
)
LOCKED_ALLOWANCE: Final = Ruling(
    "heroic/ruling/locked-allowance",
    does="May a locked unit spend its unusable movement on shots or actions: yes.",
    alternatives="No.",
    test=f"{MOVE}::test_locked_units_stay",
)
RETREAT_DEFENSE_ONCE: Final = Ruling(
    "heroic/ruling/retreat-defense-once",
    does="−4 named in the tactic and again under retreating: −4 once, for the whole round.",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_retreat_defense_counts_once",
)
MOVE_FRACTIONS: Final = Ruling(
    "heroic/ruling/move-fractions",
    does="Half allowances, Move with fractions: keep exact halves; yards are floats.",
    alternatives="None that the text allows.",
    test=f"{MOVE}::test_allowance",
)
EXPENDED_SCOPE: Final = Ruling(
    "heroic/ruling/expended-scope",
    does=(
        "What counts as expended: yards × terrain cost + allowance spent on shots and actions, reported separately; "
        "penalties use the walking part."
    ),
    alternatives="None that the text allows.",
    test=f"{MOVE}::test_difficult_ground",
)
ENCUMBERED_MOVE: Final = Ruling(
    "heroic/ruling/encumbered-move",
    does="Move or Basic Move as base: current (encumbered) Move; Top Speed only if > Basic Move.",
    alternatives="None that the text allows.",
    test=f"{STATE}::test_move",
)
KITING: Final = Ruling(
    "heroic/ruling/kiting",
    does=(
        "A faster archer can shoot once and run for ever; the author admits it (30 yd back vs 30 yd only by All-Out "
        "Offensive): no extra rule."
    ),
    alternatives="Moving away after shooting at most half allowance.",
    test=f"{MOVE}::test_kiting_limit",
    option="kiting_limit",
)
HAZARD_HT: Final = Ruling(
    "heroic/ruling/hazard-ht",
    does="Does HT halve hazard injury: yes.",
    alternatives="No.",
    test=f"{STATES}::test_hazards_in_a_round",
)
HALF_OF_WHAT: Final = Ruling(
    "heroic/ruling/half-of-what",
    does="Half of full or of remaining allowance: half of the tactic's full allowance.",
    alternatives="None that the text allows.",
    test=f"{DEEDS}::test_deeds",
)
NO_DOUBLE_SPEND: Final = Ruling(
    "heroic/ruling/no-double-spend",
    does="Shots and actions from one allowance: sum of shots, actions, yards ≤ allowance.",
    alternatives="None that the text allows.",
    test=f"{ORDERS}::test_move_faults",
)
SHORT_ACTION_COUNT: Final = Ruling(
    "heroic/ruling/short-action-count",
    does="How many short actions ride on attacks: one per attack made, each at −6 (max one ranged + one melee).",
    alternatives="One per round.",
    test=f"{DEEDS}::test_a_deed_rides_on_an_attack",
)
FORFEIT_SCOPE: Final = Ruling(
    "heroic/ruling/forfeit-scope",
    does=(
        "Forfeiting 'all attacks': both phases' attacks, free and waiting attacks included; illegal once any was made."
    ),
    alternatives="None that the text allows.",
    test=f"{DEEDS}::test_deeds",
)
RELOAD_TWO_SECONDS: Final = Ruling(
    "heroic/ruling/reload-two-seconds",
    does=(
        "Reload ≤ 2 s is listed as a short action and as part of the attack: part of the attack; the short action "
        "only for reloading without attacking."
    ),
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_reload_of_two_seconds",
)
RELOAD_OVER_TEN: Final = Ruling(
    "heroic/ruling/reload-over-ten",
    does="Reload above 10 s: consecutive long actions, 10 s each, ceil(s/10).",
    alternatives="Impossible in combat.",
    test=f"{DEEDS}::test_a_long_reload",
)
WEAPONS_READY: Final = Ruling(
    "heroic/ruling/weapons-ready",
    does=(
        "Multiple weapons need 'all ready', weapon swapping is automatic: carried suffices, but hands limit: Σ hands "
        "used ≤ arms."
    ),
    alternatives="None that the text allows.",
    test=f"{MULTI}::test_multi_refused",
)
WAIT_KEEPS_ATTACK: Final = Ruling(
    "heroic/ruling/wait-keeps-attack",
    does=(
        "Wait is a long action (forfeits attacks) yet turns into an attack: forfeits all *other* attacks and movement."
    ),
    alternatives="None that the text allows.",
    test=f"{WAIT}::test_orders_to_wait",
)
WAIT_DECLARATION: Final = Ruling(
    "heroic/ruling/wait-declaration",
    does="When is Wait declared: with the orders.",
    alternatives="None that the text allows.",
    test=f"{WAIT}::test_orders_to_wait",
)
WAIT_DURATION: Final = Ruling(
    "heroic/ruling/wait-duration",
    does="How long: from Orders to the end of the same round.",
    alternatives="None that the text allows.",
    test=f"{LEAVING}::test_a_wait_is_over_with_its_round",
)
WAIT_TIMING: Final = Ruling(
    "heroic/ruling/wait-timing",
    does=(
        "'Attack first/last' is empty while injury is applied at phase end: longer reach: the waiter's injury (with "
        "HT) applies before the interrupted attack; equal: same injury step; shorter: the other's injury applies "
        "first."
    ),
    alternatives="All at phase end.",
    test=f"{WAIT}::test_first",
)
WAIT_DICE: Final = Ruling(
    "heroic/ruling/wait-dice",
    does=(
        "Dice order of an interrupt: longer reach, or no attack to compare with: at the moment of the trigger "
        "waiter's attack dice, HT if immediate, then the interrupted unit continues · equal: waiter's dice directly "
        "before those of the attack it meets, HT in the common step · shorter: after that attack's dice and, if "
        "immediate, its HT; a waiter felled by it does not answer."
    ),
    alternatives="None that the text allows.",
    test=f"{WAIT}::test_reach_decides",
)
OPPORTUNITY_AREA: Final = Ruling(
    "heroic/ruling/opportunity-area",
    does="'Hexes as yard-radius areas': number of hexes read as radius in yards.",
    alternatives="Area of that many hexes.",
    test=f"{RANGED}::test_opportunity_fire",
)
OPPORTUNITY_AIM: Final = Ruling(
    "heroic/ruling/opportunity-aim",
    does="Aim bonus on opportunity fire: + 2 + Acc only with Aimed Shooting and radius ≤ 1, along no line.",
    alternatives="None that the text allows.",
    test=f"{RANGED}::test_opportunity_fire",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
