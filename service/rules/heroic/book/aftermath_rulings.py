"""How gaps and contradictions about morale, fatigue, the end of a battle and what follows are decided."""

from service.rules.kernel.book import RulingBook, ruling


class AftermathRulings(RulingBook, family="heroic"):
    """How gaps and contradictions about morale, fatigue, the end of a battle and what follows are decided."""

    THIRD_EXACT = ruling("One third of 10: 3 × casualties ≥ count_start (4 of 10); solitary 3 × HP lost ≥ HP.")
    MORALE_STEPS_REPLACE = ruling(
        "+2 and +5 (−2 and −5) together: only the larger step of each pair.",
        otherwise="Cumulative.",
        option="morale_steps",
    )
    MORALE_HP_SCOPE = ruling("'Creature lost HP' for groups: solitary only.", otherwise="Groups by pool as well.")
    MORALE_KILLED_WORD = ruling("Later checks name only 'killed': incapacitated counts too.")
    MORALE_RECHECK = ruling(
        "Which later rounds: rounds with at least one further casualty (solitary: any further injury) since "
        "the last check."
    )
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
    MINDLESS = ruling("Undead, golems: mindless units never check.")
    MORALE_ONCE_PER_ROUND = ruling("Several triggers: one roll per unit per round.")
    FATIGUE_PARTICIPATION = ruling(
        "B426 exempts those without attack or defense roll; the test charges both armies after a round of "
        "walking: every active unit in the encounter.",
        otherwise="Units that moved or rolled; units that rolled.",
        option="fatigue_scope",
    )
    FATIGUE_SINGLE_ROLL = ruling("One die or one per unit: one for the battle.")
    FATIGUE_REPEAT = ruling("B426 is once per fight; here it recurs: each due round costs the full amount.")
    FP_EFFECTS = ruling("FP < ⅓, FP 0: report flags only.", otherwise="Apply fatigue-effects.", option="fp_effects")
    FP_FLOOR = ruling("FP below 0: continues to −FP, then no lower; further loss flagged as HP loss.")
    FP_GROUP = ruling("FP of a group: one value for all members.")
    ROUT_ENDS_BATTLE = ruling(
        "Side whose last units rout while locked: battle ends at once, pursuit follows.",
        otherwise="Play the Retreat round with its free attacks first.",
        option="rout_round",
    )
    MUTUAL_END = ruling("Both sides out in the same step: draw, no pursuit.")
    PURSUIT_MOVE_SIX = ruling(
        "Printed: Move 6–7 gives +3; also 'in between take the lower', which gives +2 for 6: lower value, "
        "with the printed exception 6 → +3.",
        otherwise="Strict lower (6 → +2); round up.",
        option="pursuit_speed",
    )
    PURSUIT_SLOW = ruling(
        "Move below 2, 0: Size column continues: 1.5 −1, 1 −2; Move 0 cannot pursue, has no line in the "
        "column, and is always caught: each pursuer takes one, whatever the contest, and one more for every 5"
        " points of its margin."
    )
    PURSUIT_TIE = ruling("Tie: pursued escape.")
    PURSUIT_LOST = ruling("Pursuer loses: nobody taken, no second try.")
    PURSUIT_RATIO_SIDE = ruling(
        "Who gets the ratio bonus: pursuers only (attacking side).", otherwise="Either side for its superiority."
    )
    PURSUIT_EXTRA_STEPS = ruling("'per extra 5 points': floor(MoV/5) extra: MoV 1–4 → 1, 5–9 → 2, 10–14 → 3 each.")
    PURSUIT_COUNT = ruling(
        "Which creatures count: active pursuers; routed and fled members of the pursued; choose taken units "
        "in list order."
    )
    PURSUIT_MIXED = ruling(
        "Mixed sides: whose skill: pursuer: unit with the fastest mode; pursued: unit with the slowest; ties "
        "lower skill for pursued, higher for pursuer."
    )
    PURSUIT_DX_BASED = ruling(
        "Riding, Driving … are DX-based here, Stealth too: caller supplies DX-based levels; no conversion."
    )
    PURSUIT_STEALTH_SPEED = ruling(
        "Speed, Handling, ratio when hiding: all still apply, Stealth −2 only replaces the skill.",
        otherwise="None of them counts for who hides.",
    )
    CAPTURE = ruling("Slay or capture: pursuer's choice; capture only with capture_equipment.")
    COMPLEMENTARY_DICE = ruling("Complementary skill natural extremes: complementary.")
    AFTERMATH_SMALL_HP = ruling("HP below 10 has no full 10: 0 dice: stays at 0.", otherwise="At least 2d.")
    AFTERMATH_LIMB_EXCESS = ruling(
        "Example keeps all 8 injury on a leg (threshold 7); Basic Set would lose the excess: keep.",
        otherwise="Cap at floor(HP/2)+1 (hand, foot floor(HP/3)+1).",
    )
    AFTERMATH_NO_DR = ruling("DR and wounding multipliers on the 2d: none: it is injury, not damage.")
    AFTERMATH_FROM_ZERO = ruling("Start value: 0, whatever the battle HP showed (−5 counts as 0).")
    AFTERMATH_MINUS_HALF = ruling("'−HP/2 below 0': −floor(HP/2) (13 → −6).", otherwise="Rounded up.")
    AFTERMATH_HALVES_SCOPE = ruling(
        "Half of whom: per unit, ceil(n/2) dead.", otherwise="Half of the whole side.", option="half_dead_scope"
    )
    AFTERMATH_DEATH = ruling(
        "When is an important combatant dead: report HP multiples reached (−1×HP …); the caller applies death checks."
    )
    SKIRMISH_TACTICS = ruling(
        "NPC tactics: random among legal ones, Retreat excluded unless routed.",
        otherwise="Neutral unless a standing tactic is given.",
        option="npc_tactics",
    )
    BANDIT_LABEL = ruling("Roster 'Bandit', round header 'Bandit Captain': same unit, id bandit.")
    STAT_BLOCK_DAMAGE = ruling(
        "Several printed damages differ from ST tables (e.g. ST 13 sword swing 1d+2): printed values are "
        "data; never recompute from ST."
    )
    DUEL_MORALE_FATIGUE = ruling(
        "Duel lists neither Morale nor Fatigue; round 2 of the group fight lists no Fatigue: covered by "
        "phases-after-end."
    )
    MELEE_UNRESOLVED = ruling("Group fight's melee is narrated, not rolled: not a golden value.")
    RANDOM_ORDERS_DICE = ruling("Random tactics of the tests give no dice: golden transcripts state tactics as given.")
    WORD_SLIPS = ruling(
        "'all out movement' = all movement; 'morale role' = roll; 'RangedNote' heading run together: read as corrected."
    )
