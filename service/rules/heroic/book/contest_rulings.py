"""How gaps and contradictions about contests, dice and the procedure of a round are decided."""

from typing import Final

from service.dice.model import Ruling

DECIDED = "tests/rules/heroic/test_decisions.py"
TABLES = "tests/rules/heroic/test_tables.py"
ATTACK = "tests/rules/heroic/test_attack.py"
INITIATIVE = "tests/rules/heroic/test_initiative.py"
INJURY = "tests/rules/heroic/test_injury.py"
ROUND = "tests/rules/heroic/test_round.py"

CONTEST_TIE: Final = Ruling(
    "heroic/ruling/contest-tie",
    does="MoV exactly 0: nobody wins, no hit.",
    alternatives="Attacker hits; initiative winner.",
    test=f"{ATTACK}::test_contest_tie",
    option="contest_tie",
)
FAILED_ROLL_CAN_WIN: Final = Ruling(
    "heroic/ruling/failed-roll-can-win",
    does="Attack roll fails, defense fails by more: pure margin comparison: hit.",
    alternatives="A failed attack roll never hits.",
    test=f"{ATTACK}::test_failed_roll_can_win",
    option="attack_must_succeed",
)
CRITICALS: Final = Ruling(
    "heroic/ruling/criticals",
    does="Natural 3–4, 17–18 in contests: no effect, pure margins.",
    alternatives=(
        "Critical attack: no defense roll; critical miss (18, or 17 at ≤ 15, or fails by 10+): automatic loss."
    ),
    test=f"{ATTACK}::test_criticals",
    option="criticals",
)
MINIMUM_SKILL: Final = Ruling(
    "heroic/ruling/minimum-skill",
    does="Effective attack skill below 3: automatic miss, no dice, lock still forms.",
    alternatives="Roll anyway.",
    test=f"{ATTACK}::test_minimum_skill",
)
NO_DEFENSE: Final = Ruling(
    "heroic/ruling/no-defense",
    does="Defender unaware, helpless or without legal defense: no defender dice, attacker wins iff mA ≥ 0, MoV = mA.",
    alternatives="Defense value 0 is rolled.",
    test=f"{ATTACK}::test_no_defense",
)
FULL_MULTIPLE: Final = Ruling(
    "heroic/ruling/full-multiple",
    does="'per full multiple' of SF at exact multiples: floor(MoV/SF), so MoV 4 at SF 4 = 2 hits.",
    alternatives="Only above the multiple.",
    test=f"{TABLES}::test_base_hits",
)
GROUP_ONE_ROLL: Final = Ruling(
    "heroic/ruling/group-one-roll",
    does="Rolls of a group: one attack, one defense, one HT roll per unit.",
    alternatives="One per member.",
    test=f"{DECIDED}::test_group_rolls_once",
)
DAMAGE_ROLLS: Final = Ruling(
    "heroic/ruling/damage-rolls",
    does="One damage roll or one per hit: once, × hits.",
    alternatives="Per hit (author finds it acceptable in duels).",
    test=f"{ATTACK}::test_damage_rolls",
    option="damage_rolls",
)
TRANSCRIPT_TOTALS: Final = Ruling(
    "heroic/ruling/transcript-totals",
    does="Document prints totals, the API takes faces: faces.",
    alternatives="Totals per roll label.",
    test=f"{DECIDED}::test_faces_not_totals",
)
MELEE_PHASE_NUMBERING: Final = Ruling(
    "heroic/ruling/melee-phase-numbering",
    does="Melee sub-phases are printed 3.1–3.3 under phase 5: 5.1–5.3.",
    alternatives="None that the text allows.",
    test=f"{ROUND}::test_sides_alternate_within_each_phase",
)
MORALE_FATIGUE_ORDER: Final = Ruling(
    "heroic/ruling/morale-fatigue-order",
    does="Procedure: Morale then Fatigue; test battle round 1: Fatigue, then Morale: procedure.",
    alternatives="Fatigue, then Morale, as in the test battle.",
    test=f"{ROUND}::test_morale_then_fatigue",
    option="end_phases",
)
PHASES_AFTER_END: Final = Ruling(
    "heroic/ruling/phases-after-end",
    does=(
        "Battle ends inside a phase; fatigue is due 'at the end of every round': stop once that phase's injury step "
        "is complete, no morale/fatigue."
    ),
    alternatives="Finish the round.",
    test=f"{ROUND}::test_duel_ends",
)
INITIATIVE_TIE: Final = Ruling(
    "heroic/ruling/initiative-tie",
    does="Equal totals: tied sides reroll.",
    alternatives="Higher Tactics, then reroll; nobody wins: no +2, list order, all simultaneous.",
    test=f"{INITIATIVE}::test_ties_are_rolled_again",
    option="initiative_tie",
)
TACTICS_TIE: Final = Ruling(
    "heroic/ruling/tactics-tie",
    does="Leaders tie for highest Tactics, or nobody has it: no +1.",
    alternatives="All tied get +1; defaults from IQ.",
    test=f"{INITIATIVE}::test_best_tactician",
)
LEADER_DOWN: Final = Ruling(
    "heroic/ruling/leader-down",
    does="Leader incapacitated, routed or absent: no Tactics value.",
    alternatives="Keeps counting.",
    test=f"{INITIATIVE}::test_leader_of_a_battle",
)
MANY_SIDES: Final = Ruling(
    "heroic/ruling/many-sides",
    does="More than two sides: order by total; only the top side is the winner and gets +2.",
    alternatives="Reject.",
    test=f"{INITIATIVE}::test_many_sides",
)
INITIATIVE_BONUS_SCOPE: Final = Ruling(
    "heroic/ruling/initiative-bonus-scope",
    does=(
        "Which rolls take the +2: every attack roll incl. free, waiting, stray and grapple attacks; not grapple "
        "spends, pursuit, defenses."
    ),
    alternatives="Only regular attacks.",
    test=f"{ATTACK}::test_initiative_counts_for_every_attack",
)
UNIT_ORDER: Final = Ruling(
    "heroic/ruling/unit-order",
    does="Order of units inside a side: request list order.",
    alternatives="None that the text allows.",
    test=f"{INJURY}::test_rolling_order",
)
NEXT_TURN_WORDING: Final = Ruling(
    "heroic/ruling/next-turn-wording",
    does="'turn' in Wait and Morale although play is by rounds: next round.",
    alternatives="None that the text allows.",
    test=f"{ROUND}::test_routed_units_retreat_until_they_are_gone",
)
PENDING_RESET: Final = Ruling(
    "heroic/ruling/pending-reset",
    does="Does pending injury cross phases: applied and cleared each injury step, one HT roll per phase.",
    alternatives="Collected to round end.",
    test=f"{INJURY}::test_rolling_order",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
