"""How gaps and contradictions about morale, fatigue, the end of a battle and what follows are decided."""

from typing import Final

from service.dice.model import Ruling

BATTLE_END = "tests/rules/heroic/test_battle_end.py"
CASUALTIES = "tests/rules/heroic/test_casualties.py"
FATIGUE = "tests/rules/heroic/test_fatigue.py"
MORALE = "tests/rules/heroic/test_morale.py"
PURSUIT = "tests/rules/heroic/test_pursuit.py"
ROUND = "tests/rules/heroic/test_round.py"
SKIRMISH = "tests/rules/heroic/test_skirmish.py"

THIRD_EXACT: Final = Ruling(
    "heroic/ruling/third-exact",
    does="One third of 10: 3 × casualties ≥ count_start (4 of 10); solitary 3 × HP lost ≥ HP.",
    alternatives="None that the text allows.",
    test=f"{MORALE}::test_group_due",
)
MORALE_STEPS_REPLACE: Final = Ruling(
    "heroic/ruling/morale-steps-replace",
    does="+2 and +5 (−2 and −5) together: only the larger step of each pair.",
    alternatives="Cumulative.",
    test=f"{MORALE}::test_steps_add_up",
    option="morale_steps",
)
MORALE_HP_SCOPE: Final = Ruling(
    "heroic/ruling/morale-hp-scope",
    does="'Creature lost HP' for groups: solitary only.",
    alternatives="Groups by pool as well.",
    test=f"{MORALE}::test_group_pools_do_not_count",
)
MORALE_KILLED_WORD: Final = Ruling(
    "heroic/ruling/morale-killed-word",
    does="Later checks name only 'killed': incapacitated counts too.",
    alternatives="None that the text allows.",
    test=f"{MORALE}::test_group_due",
)
MORALE_RECHECK: Final = Ruling(
    "heroic/ruling/morale-recheck",
    does=(
        "Which later rounds: rounds with at least one further casualty (solitary: any further injury) since the last "
        "check."
    ),
    alternatives="None that the text allows.",
    test=f"{MORALE}::test_group_again",
)
MORALE_MIXED: Final = Ruling(
    "heroic/ruling/morale-mixed",
    does="Mixed groups or linked sub-units: each unit alone.",
    alternatives="Whole side pooled; injury_group pooled.",
    test=f"{MORALE}::test_divided_unit",
    option="morale_scope",
)
MORALE_OUTNUMBER: Final = Ruling(
    "heroic/ruling/morale-outnumber",
    does="Group vs opponents: active members of the whole side vs all enemies.",
    alternatives="The unit vs enemies in its cluster.",
    test=f"{MORALE}::test_numbers",
)
MORALE_COLLAPSE: Final = Ruling(
    "heroic/ruling/morale-collapse",
    does="Collapse of the wounded refers to a rule that is no longer there: nothing.",
    alternatives="HT roll at > 0 and ≤ ⅓ HP or collapse.",
    test=f"{MORALE}::test_badly_hurt",
)
FLEE_OR_SURRENDER: Final = Ruling(
    "heroic/ruling/flee-or-surrender",
    does=(
        "Which: flee if can_retreat and not all grappled or pinned; else surrender if the enemy accepts; else keeps "
        "fighting with status cornered (−5 was applied)."
    ),
    alternatives="Always flee; always surrender.",
    test=f"{MORALE}::test_flee_or_surrender",
    option="break_result",
)
ROUT_STICKY: Final = Ruling(
    "heroic/ruling/rout-sticky",
    does=(
        "Does a routed unit recover: no; Retreat every round until off the field (fled after one full Retreat round "
        "without lock or hold); who is held breaks free in that Retreat."
    ),
    alternatives="A check every round, by which it may rally.",
    test=f"{MORALE}::test_rally",
    option="rally",
)
MINDLESS: Final = Ruling(
    "heroic/ruling/mindless",
    does="Undead, golems: mindless units never check.",
    alternatives="None that the text allows.",
    test=f"{MORALE}::test_never_due",
)
MORALE_ONCE_PER_ROUND: Final = Ruling(
    "heroic/ruling/morale-once-per-round",
    does="Several triggers: one roll per unit per round.",
    alternatives="None that the text allows.",
    test=f"{MORALE}::test_checks_are_remembered",
)
FATIGUE_PARTICIPATION: Final = Ruling(
    "heroic/ruling/fatigue-participation",
    does=(
        "B426 exempts those without attack or defense roll; the test charges both armies after a round of walking: "
        "every active unit in the encounter."
    ),
    alternatives="Units that moved or rolled; units that rolled.",
    test=f"{FATIGUE}::test_scope",
    option="fatigue_scope",
)
FATIGUE_SINGLE_ROLL: Final = Ruling(
    "heroic/ruling/fatigue-single-roll",
    does="One die or one per unit: one for the battle.",
    alternatives="None that the text allows.",
    test=f"{FATIGUE}::test_one_die",
)
FATIGUE_REPEAT: Final = Ruling(
    "heroic/ruling/fatigue-repeat",
    does="B426 is once per fight; here it recurs: each due round costs the full amount.",
    alternatives="None that the text allows.",
    test=f"{FATIGUE}::test_every_due_round_costs",
)
FP_EFFECTS: Final = Ruling(
    "heroic/ruling/fp-effects",
    does="FP < ⅓, FP 0: report flags only.",
    alternatives="Apply fatigue-effects.",
    test=f"{FATIGUE}::test_effects",
    option="fp_effects",
)
FP_FLOOR: Final = Ruling(
    "heroic/ruling/fp-floor",
    does="FP below 0: continues to −FP, then no lower; further loss flagged as HP loss.",
    alternatives="None that the text allows.",
    test=f"{FATIGUE}::test_flags",
)
FP_GROUP: Final = Ruling(
    "heroic/ruling/fp-group",
    does="FP of a group: one value for all members.",
    alternatives="None that the text allows.",
    test=f"{FATIGUE}::test_units_affected",
)
ROUT_ENDS_BATTLE: Final = Ruling(
    "heroic/ruling/rout-ends-battle",
    does="Side whose last units rout while locked: battle ends at once, pursuit follows.",
    alternatives="Play the Retreat round with its free attacks first.",
    test=f"{BATTLE_END}::test_rout_played",
    option="rout_round",
)
MUTUAL_END: Final = Ruling(
    "heroic/ruling/mutual-end",
    does="Both sides out in the same step: draw, no pursuit.",
    alternatives="None that the text allows.",
    test=f"{BATTLE_END}::test_draw",
)
PURSUIT_MOVE_SIX: Final = Ruling(
    "heroic/ruling/pursuit-move-six",
    does=(
        "Printed: Move 6–7 gives +3; also 'in between take the lower', which gives +2 for 6: lower value, with the "
        "printed exception 6 → +3."
    ),
    alternatives="Strict lower (6 → +2); round up.",
    test=f"{PURSUIT}::test_speed_as_printed",
    option="pursuit_speed",
)
PURSUIT_SLOW: Final = Ruling(
    "heroic/ruling/pursuit-slow",
    does=(
        "Move below 2, 0: Size column continues: 1.5 −1, 1 −2; Move 0 cannot pursue, has no line in the column, and is "
        "always caught: each pursuer takes one, whatever the contest, and one more for every 5 points of its margin."
    ),
    alternatives="None that the text allows.",
    test=f"{PURSUIT}::test_who_cannot_move",
)
PURSUIT_TIE: Final = Ruling(
    "heroic/ruling/pursuit-tie",
    does="Tie: pursued escape.",
    alternatives="None that the text allows.",
    test=f"{PURSUIT}::test_taken",
)
PURSUIT_LOST: Final = Ruling(
    "heroic/ruling/pursuit-lost",
    does="Pursuer loses: nobody taken, no second try.",
    alternatives="None that the text allows.",
    test=f"{PURSUIT}::test_lost",
)
PURSUIT_RATIO_SIDE: Final = Ruling(
    "heroic/ruling/pursuit-ratio-side",
    does="Who gets the ratio bonus: pursuers only (attacking side).",
    alternatives="Either side for its superiority.",
    test=f"{PURSUIT}::test_outnumbered_pursuers",
)
PURSUIT_EXTRA_STEPS: Final = Ruling(
    "heroic/ruling/pursuit-extra-steps",
    does="'per extra 5 points': floor(MoV/5) extra: MoV 1–4 → 1, 5–9 → 2, 10–14 → 3 each.",
    alternatives="None that the text allows.",
    test=f"{PURSUIT}::test_taken",
)
PURSUIT_COUNT: Final = Ruling(
    "heroic/ruling/pursuit-count",
    does=(
        "Which creatures count: active pursuers; routed and fled members of the pursued; choose taken units in list "
        "order."
    ),
    alternatives="None that the text allows.",
    test=f"{PURSUIT}::test_whose_they_are",
)
PURSUIT_MIXED: Final = Ruling(
    "heroic/ruling/pursuit-mixed",
    does=(
        "Mixed sides: whose skill: pursuer: unit with the fastest mode; pursued: unit with the slowest; ties lower "
        "skill for pursued, higher for pursuer."
    ),
    alternatives="None that the text allows.",
    test=f"{PURSUIT}::test_modifiers",
)
PURSUIT_DX_BASED: Final = Ruling(
    "heroic/ruling/pursuit-dx-based",
    does="Riding, Driving … are DX-based here, Stealth too: caller supplies DX-based levels; no conversion.",
    alternatives="None that the text allows.",
    test=f"{PURSUIT}::test_walkers",
)
PURSUIT_STEALTH_SPEED: Final = Ruling(
    "heroic/ruling/pursuit-stealth-speed",
    does="Speed, Handling, ratio when hiding: all still apply, Stealth −2 only replaces the skill.",
    alternatives="None of them counts for who hides.",
    test=f"{PURSUIT}::test_hiding",
)
CAPTURE: Final = Ruling(
    "heroic/ruling/capture",
    does="Slay or capture: pursuer's choice; capture only with capture_equipment.",
    alternatives="None that the text allows.",
    test=f"{PURSUIT}::test_capture",
)
COMPLEMENTARY_DICE: Final = Ruling(
    "heroic/ruling/complementary-dice",
    does="Complementary skill natural extremes: complementary.",
    alternatives="None that the text allows.",
    test=f"{PURSUIT}::test_complementary_extremes",
)
AFTERMATH_SMALL_HP: Final = Ruling(
    "heroic/ruling/aftermath-small-hp",
    does="HP below 10 has no full 10: 0 dice: stays at 0.",
    alternatives="At least 2d.",
    test=f"{CASUALTIES}::test_no_full_ten",
)
AFTERMATH_LIMB_EXCESS: Final = Ruling(
    "heroic/ruling/aftermath-limb-excess",
    does="Example keeps all 8 injury on a leg (threshold 7); Basic Set would lose the excess: keep.",
    alternatives="Cap at floor(HP/2)+1 (hand, foot floor(HP/3)+1).",
    test=f"{CASUALTIES}::test_printed_wound",
)
AFTERMATH_NO_DR: Final = Ruling(
    "heroic/ruling/aftermath-no-dr",
    does="DR and wounding multipliers on the 2d: none: it is injury, not damage.",
    alternatives="None that the text allows.",
    test=f"{CASUALTIES}::test_printed_wound",
)
AFTERMATH_FROM_ZERO: Final = Ruling(
    "heroic/ruling/aftermath-from-zero",
    does="Start value: 0, whatever the battle HP showed (−5 counts as 0).",
    alternatives="None that the text allows.",
    test=f"{CASUALTIES}::test_printed_wound",
)
AFTERMATH_MINUS_HALF: Final = Ruling(
    "heroic/ruling/aftermath-minus-half",
    does="'−HP/2 below 0': −floor(HP/2) (13 → −6).",
    alternatives="Rounded up.",
    test=f"{CASUALTIES}::test_half_dead",
)
AFTERMATH_HALVES_SCOPE: Final = Ruling(
    "heroic/ruling/aftermath-halves-scope",
    does="Half of whom: per unit, ceil(n/2) dead.",
    alternatives="Half of the whole side.",
    test=f"{CASUALTIES}::test_half_of_the_side",
    option="half_dead_scope",
)
AFTERMATH_DEATH: Final = Ruling(
    "heroic/ruling/aftermath-death",
    does="When is an important combatant dead: report HP multiples reached (−1×HP …); the caller applies death checks.",
    alternatives="None that the text allows.",
    test=f"{CASUALTIES}::test_full_tens",
)
SKIRMISH_TACTICS: Final = Ruling(
    "heroic/ruling/skirmish-tactics",
    does="NPC tactics: random among legal ones, Retreat excluded unless routed.",
    alternatives="Neutral unless a standing tactic is given.",
    test=f"{SKIRMISH}::test_random_tactics",
    option="npc_tactics",
)
BANDIT_LABEL: Final = Ruling(
    "heroic/ruling/bandit-label",
    does="Roster 'Bandit', round header 'Bandit Captain': same unit, id bandit.",
    alternatives="None that the text allows.",
    test=f"{ROUND}::test_duel_round_1",
)
STAT_BLOCK_DAMAGE: Final = Ruling(
    "heroic/ruling/stat-block-damage",
    does=(
        "Several printed damages differ from ST tables (e.g. ST 13 sword swing 1d+2): printed values are data; never "
        "recompute from ST."
    ),
    alternatives="None that the text allows.",
    test=f"{ROUND}::test_duel_round_1",
)
DUEL_MORALE_FATIGUE: Final = Ruling(
    "heroic/ruling/duel-morale-fatigue",
    does=(
        "Duel lists neither Morale nor Fatigue; round 2 of the group fight lists no Fatigue: covered by "
        "phases-after-end."
    ),
    alternatives="None that the text allows.",
    test=f"{ROUND}::test_duel_ends",
)
MELEE_UNRESOLVED: Final = Ruling(
    "heroic/ruling/melee-unresolved",
    does="Group fight's melee is narrated, not rolled: not a golden value.",
    alternatives="None that the text allows.",
    test=f"{ROUND}::test_group_round_2_as_printed",
)
RANDOM_ORDERS_DICE: Final = Ruling(
    "heroic/ruling/random-orders-dice",
    does="Random tactics of the tests give no dice: golden transcripts state tactics as given.",
    alternatives="None that the text allows.",
    test=f"{SKIRMISH}::test_random_tactics",
)
WORD_SLIPS: Final = Ruling(
    "heroic/ruling/word-slips",
    does=(
        "'all out movement' = all movement; 'morale role' = roll; 'RangedNote' heading run together: read as corrected."
    ),
    alternatives="None that the text allows.",
    test=f"{ROUND}::test_morale_then_fatigue",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
