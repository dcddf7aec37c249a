"""How gaps and contradictions about orders, movement, deeds and waits are decided."""

from service.rules.kernel.book import RulingBook, ruling


class OrderRulings(RulingBook, family="heroic"):
    """How gaps and contradictions about orders, movement, deeds and waits are decided."""

    PERMITTED_ACTIONS = ruling(
        "Intro says tactics list their permitted actions; only Retreat does: all actions allowed unless a "
        "tactic forbids them."
    )
    AIMED_MOVE_WORDING = ruling("Aimed Shooting says Move ×2 without 'up to': up to ×2.")
    AOO_ONLY_ONCE = ruling(
        "All-Out Offensive 'only once' for ranged: no extra low-tech or Fast-Draw shots; one burst up to RoF.",
        otherwise="One attack (which already holds for everybody).",
        option="aoo_once",
    )
    AOO_TARGET_SCOPE = ruling(
        "Restriction printed for ranged in the tactic, for all attacks in the procedure: (a) both ranged and "
        "melee; if already locked the charge target must be a locked enemy."
    )
    AOO_STANDING_STILL = ruling("Must a charging unit move: no; 0 yards is legal when already in reach.")
    CHARGE_LINE = ruling(
        "What is a straight line: the segment to charge_target; final distance must not grow; blocked line = "
        "movement stops."
    )
    AWAY_DIRECTION = ruling(
        "'Away' with several enemies: withdrawal: distance to every enemy one is locked with grows; Retreat: "
        "the same, and no other active enemy comes closer than before, on the way or in the end, unless it "
        "stays beyond 3 yd.",
        otherwise="Away from the nearest only.",
    )
    SHOTS_BEFORE_MOVEMENT = ruling(
        "Text says a unit that used up its movement may be unable to fire more; but Ranged now comes before "
        "Movement: shots reserve allowance first, movement gets the rest; 'used up' can only mean actions or "
        "locks."
    )
    LOCKED_ALLOWANCE = ruling(
        "May a locked unit spend its unusable movement on shots or actions: yes.", otherwise="No."
    )
    RETREAT_DEFENSE_ONCE = ruling("−4 named in the tactic and again under retreating: −4 once, for the whole round.")
    MOVE_FRACTIONS = ruling("Half allowances, Move with fractions: keep exact halves; yards are floats.")
    EXPENDED_SCOPE = ruling(
        "What counts as expended: yards × terrain cost + allowance spent on shots and actions, reported "
        "separately; penalties use the walking part."
    )
    ENCUMBERED_MOVE = ruling("Move or Basic Move as base: current (encumbered) Move; Top Speed only if > Basic Move.")
    KITING = ruling(
        "A faster archer can shoot once and run for ever; the author admits it (30 yd back vs 30 yd only by "
        "All-Out Offensive): no extra rule.",
        otherwise="Moving away after shooting at most half allowance.",
        option="kiting_limit",
    )
    HAZARD_HT = ruling("Does HT halve hazard injury: yes.", otherwise="No.")
    HALF_OF_WHAT = ruling("Half of full or of remaining allowance: half of the tactic's full allowance.")
    NO_DOUBLE_SPEND = ruling("Shots and actions from one allowance: sum of shots, actions, yards ≤ allowance.")
    SHORT_ACTION_COUNT = ruling(
        "How many short actions ride on attacks: one per attack made, each at −6 (max one ranged + one melee).",
        otherwise="One per round.",
    )
    FORFEIT_SCOPE = ruling(
        "Forfeiting 'all attacks': both phases' attacks, free and waiting attacks included; illegal once any was made."
    )
    RELOAD_TWO_SECONDS = ruling(
        "Reload ≤ 2 s is listed as a short action and as part of the attack: part of the attack; the short "
        "action only for reloading without attacking."
    )
    RELOAD_OVER_TEN = ruling(
        "Reload above 10 s: consecutive long actions, 10 s each, ceil(s/10).", otherwise="Impossible in combat."
    )
    WEAPONS_READY = ruling(
        "Multiple weapons need 'all ready', weapon swapping is automatic: carried suffices, but hands limit: "
        "Σ hands used ≤ arms."
    )
    WAIT_KEEPS_ATTACK = ruling(
        "Wait is a long action (forfeits attacks) yet turns into an attack: forfeits all *other* attacks and movement."
    )
    WAIT_DECLARATION = ruling("When is Wait declared: with the orders.")
    WAIT_DURATION = ruling("How long: from Orders to the end of the same round.")
    WAIT_TIMING = ruling(
        "'Attack first/last' is empty while injury is applied at phase end: longer reach: the waiter's injury"
        " (with HT) applies before the interrupted attack; equal: same injury step; shorter: the other's "
        "injury applies first.",
        otherwise="All at phase end.",
    )
    WAIT_DICE = ruling(
        "Dice order of an interrupt: longer reach, or no attack to compare with: at the moment of the trigger"
        " waiter's attack dice, HT if immediate, then the interrupted unit continues · equal: waiter's dice "
        "directly before those of the attack it meets, HT in the common step · shorter: after that attack's "
        "dice and, if immediate, its HT; a waiter felled by it does not answer."
    )
    OPPORTUNITY_AREA = ruling(
        "'Hexes as yard-radius areas': number of hexes read as radius in yards.", otherwise="Area of that many hexes."
    )
    OPPORTUNITY_AIM = ruling(
        "Aim bonus on opportunity fire: + 2 + Acc only with Aimed Shooting and radius ≤ 1, along no line."
    )
