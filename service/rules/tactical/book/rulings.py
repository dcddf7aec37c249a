"""How gaps and contradictions of the source are decided, where two ways could be played.

How a sentence is read that has one reading only is a note of its rule.
"""

from service.rules.kernel.book import RulingBook, decided_by, ruling
from service.rules.tactical.book.options import TacticalRulings


class Rulings(RulingBook, family="tactical"):
    """How gaps and contradictions of the source are decided."""

    # Turns, hexes, facing and sight

    TURN_TIES = decided_by(TacticalRulings, "tie")
    ARC_WIDTH = decided_by(TacticalRulings, "arc")
    FAN_VS_ARC = ruling(
        "Melee attacks go into a fan of 60 degrees to each side; sight, ranged attacks and defences use the wider arc.",
        otherwise="Melee attacks go into the whole front arc.",
    )
    BEYOND_ADJACENT = decided_by(TacticalRulings, "defense_arc")
    OPEN_PLAIN = ruling(
        "A request without a map is refused.", otherwise="It plays on an endless, empty plain.", option="open_plain"
    )
    ALLY_STOP = ruling(
        "Nobody stops in a friend's hex, except in a crowd or in close combat.", otherwise="Friends may share a hex."
    )
    UNCONSCIOUS_FOE = ruling(
        "A foe who is unconscious or dead is a body on the ground, a minor obstruction.",
        otherwise="Such a foe must be evaded.",
    )
    UPPER_HALF = ruling(
        "Who lies down chooses the hex of its upper half; who is brought down falls straight away from where the "
        "foe came, or clockwise from there into the first free hex, and into an occupied one only if none is free.",
        otherwise="The attacker chooses, or the facing decides.",
    )
    PRONE_FACING = ruling(
        "A lying figure faces from its feet to its head.", otherwise="It faces from its head to its feet."
    )
    CRAWL_HEXES = decided_by(TacticalRulings, "crawl_hexes")

    # Steps and movement

    STEP_LENGTH = ruling(
        "A step is a tenth of the Move, rounded up, and at least one hex.",
        otherwise="A step is a number of hexes that is given.",
        option="step_hexes",
    )
    STEP_SPLIT = ruling(
        "A step of several hexes is all before or all after the attack.", otherwise="Part of it may come before."
    )
    SITTING_STEP = ruling(
        "A sitting figure does not step, as it cannot move.", otherwise="It may step.", option="sitting_step"
    )
    LYING_STEP = ruling(
        "A lying figure may step one hex, however fast it is.", otherwise="It does not step, or steps as far as others."
    )
    ONE_HEX_GUARANTEE = ruling(
        "The first hex of a turn is affordable if nothing was spent before it.",
        otherwise="It is affordable after a turn in place, too.",
        option="guarantee_after_turn",
    )
    AOA_FLOOR = decided_by(TacticalRulings, "aoa_floor")
    AOA_TURN = decided_by(TacticalRulings, "aoa_turn_cost")
    AOD_END_TURN = ruling(
        "An All-Out Defense with Increased Dodge ends in any facing.",
        otherwise="What was spent limits its last turn, as in a Move.",
    )
    END_TURN_TIMING = decided_by(TacticalRulings, "end_turn")
    SEVERE_THRESHOLD = ruling(
        "Three bodies or more in a hex are a severe obstruction, fewer are minor ones.",
        otherwise="Another number of bodies is.",
        option="severe_bodies",
    )
    ENEMY_HEX_COST = ruling(
        "A foe's hex costs no movement points beyond its direction and ground.",
        otherwise="It costs one more.",
        option="evade_surcharge",
    )
    JUMP = ruling(
        "A jump within the distances of the base game needs no roll.",
        otherwise="It takes a DX roll.",
        option="jump_roll",
    )
    SPRINT = ruling("Nobody sprints.", otherwise="Who runs straight ahead for a second is faster.", option="sprint")
    READY_DIRECTION = ruling(
        "Items are picked up from every direction.",
        otherwise="They are picked up from the front hexes and one's own.",
        option="pickup_front_only",
    )

    # Waits and opportunity fire

    WAIT_TRIGGER = ruling(
        "A wait names what triggers it; any event is one of the triggers.", otherwise="A wait needs no trigger."
    )
    WAIT_STEP_ORDER = ruling(
        "The step of a wait comes before its blow.", otherwise="It may come before or after the blow."
    )
    PASS_WAITING = ruling(
        "A wait is used on the first event that fits its trigger.", otherwise="The waiter may let an event pass."
    )
    WAIT_ORDER = ruling(
        "Of several waits the longest reach comes first, then Basic Speed, DX and id; a wait that another triggers is "
        "finished before it.",
        otherwise="Waits come in the turn order.",
    )
    APPEAR = ruling(
        "Who stands in a watched hex already does not appear before leaving it or coming out of hiding.",
        otherwise="Any event that it causes is its appearance.",
        option="zone_initial",
    )
    DISCRIMINATE_FAIL = decided_by(TacticalRulings, "discriminate")
    AIM_WAIT_COUNT = ruling(
        "A watch counts as so many seconds of aim as own turns have begun in it, less one.",
        otherwise="The first, unfinished second counts, too.",
    )

    # Melee

    THROUGH_MANY = ruling(
        "Each foe in a line of melee is −4.", otherwise="All of them together are −4.", option="through_once"
    )
    THROUGH_POSTURE = ruling(
        "Who lies or kneels is in a line of melee as in a line of fire.", otherwise="Every posture is in the way."
    )
    THROUGH_LINE = decided_by(TacticalRulings, "melee_line")
    MELEE_STRAY = ruling(
        "A melee attack that misses hits nobody else, except when it strikes into close combat.",
        otherwise="It may hit anybody in its line.",
    )
    LOCATIONS_IN_USE = ruling("Hits have locations.", otherwise="Every hit is on the torso.", option="locations")

    # Ranged attacks

    ACCURACY_BEYOND_HALF = ruling(
        "Accuracy counts beyond half range.", otherwise="It does not.", option="acc_beyond_half"
    )
    LINE_ANCHORS = ruling(
        "A line of fire runs between the centres of two hexes, or points three quarters of the way to their corners.",
        otherwise="It runs between any points, corners included.",
    )
    LINE_CHOICE = ruling(
        "The line of the least penalty is taken, then that of the fewest people on it, then centre to centre, then the "
        "lowest anchors, unless a request chooses.",
        otherwise="It is always the line from centre to centre.",
    )
    PAIR_SOLID = ruling(
        "A pillar and a person on both sides of a line count as two occupied hexes.",
        otherwise="A pillar occupies nothing.",
    )
    IN_WAY_UNIT = decided_by(TacticalRulings, "in_way")
    POSTURE_LEVELS = decided_by(TacticalRulings, "posture_rule")
    SIGHT_BLOCK_TARGET = decided_by(TacticalRulings, "block_vs")
    HIGHER_UP = ruling(
        "A shooter who stands higher than a large figure, by however little, shoots past it.",
        otherwise="It takes a number of yards.",
        option="higher_margin",
    )
    STRAY_EXTENT = decided_by(TacticalRulings, "stray_extent")
    STRAY_CRITICAL = ruling(
        "A critical miss may hit somebody else, unless the weapon did not fire.",
        otherwise="It never does.",
        option="stray_on_critical",
    )
    STRAY_ROF = ruling(
        "All shots of one attack roll that miss are one stray shot.", otherwise="Each of them is a stray shot."
    )
    POPUP_TIMING = ruling(
        "Opportunity fire comes before the pop-up attack, which follows only if it still can.",
        otherwise="Both are simultaneous.",
    )

    # Defence

    RUNAROUND = decided_by(TacticalRulings, "runaround")
    RUNAROUND_SIDE = ruling(
        "A runaround attack comes from neither side: it may be blocked and parried, and a shield's bonus counts.",
        otherwise="It comes from the side that it ran around.",
    )
    SIDE_BLOCK_FLEXIBLE = ruling(
        "A flexible arm does not block to the weapon side.", otherwise="It does.", option="flexible_side_block"
    )
    DB_ARC = ruling(
        "A shield's bonus counts to the front and the shield side only.",
        otherwise="It counts everywhere.",
        option="db_everywhere",
    )
    RETREAT_DIRECTION = decided_by(TacticalRulings, "retreat")
    RETREAT_OUT_OF_REACH = ruling(
        "An attack that is retreated from out of its reach counts all the same, and so do later ones of the maneuver.",
        otherwise="Later ones miss.",
    )
    RETREAT_PRONE = ruling("A lying figure retreats by rolling.", otherwise="It does not retreat.")

    # Close combat

    ENTRY_DEFENSE = decided_by(TacticalRulings, "entry_defense")
    ENTRY_SIDEWAYS = ruling(
        "A foe's hex may be entered sideways, ending with the face to the foe, and backward, keeping the facing.",
        otherwise="It is entered forward only.",
    )
    CLOSE_ARC = decided_by(TacticalRulings, "close_arc")
    CLOSE_AIM = ruling("Nobody aims in close combat.", otherwise="Aim is a maneuver as anywhere.")
    SHIELD_FIRST = ruling(
        "Only who enters attacks without the shield's penalty, in the turn of the entry.",
        otherwise="Everybody's first attack is without it.",
    )
    HELPER_STAT = decided_by(TacticalRulings, "helper_score")
    STRIKING_POSTURE = decided_by(TacticalRulings, "striking_posture")
    STRIKING_PARRY = ruling(
        "A parry ends a strike into close combat.",
        otherwise="Somebody else may be hit after it.",
        option="striking_parry_stops",
    )
    STRIKING_RANGED = ruling(
        "A shot into close combat is at −2, and not at −4 for each other who is in it.", otherwise="It is at both."
    )

    # Figures of several hexes

    BODY_RIGID = ruling("A large body turns rigidly about its head.", otherwise="It trails behind the head.")
    SWEEP_SLAM = decided_by(TacticalRulings, "sweep")
    SMALLER = decided_by(TacticalRulings, "smaller")
    OVERRUN_CHOICE = ruling(
        "A large figure slams into smaller foes and may evade others.", otherwise="It may evade every foe."
    )
    OVERRUN_MANEUVER = ruling(
        "An overrun needs no attack: a Move is enough, and its slam rolls DX.", otherwise="It takes an attack."
    )
    WALL_OVERLAP = ruling(
        "No hex of a large figure overlaps a wall.",
        otherwise="A number of its hexes may, its head excepted.",
        option="wall_overlap",
    )
