"""How gaps and contradictions about ranged attacks are decided."""

from typing import Final

from service.dice.model import Ruling

DECIDED = "tests/rules/heroic/test_decisions.py"
RANGED = "tests/rules/heroic/test_ranged.py"
STRAY = "tests/rules/heroic/test_stray.py"
TABLES = "tests/rules/heroic/test_tables.py"
ATTACK = "tests/rules/heroic/test_attack.py"

RANGE_GAP: Final = Ruling(
    "heroic/ruling/range-gap",
    does="1–2 yards, fractions, non-melee at 2 yd: round distance up to whole yards; ≤ 2 = Close.",
    alternatives="None that the text allows.",
    test=f"{RANGED}::test_range_bands",
)
RANGE_DISTANCE_TIME: Final = Ruling(
    "heroic/ruling/range-distance-time",
    does="Which distance: at the start of the ranged phase.",
    alternatives="None that the text allows.",
    test=f"{ATTACK}::test_duel_bow",
)
JAVELIN_GROUP_BONUS: Final = Ruling(
    "heroic/ruling/javelin-group-bonus",
    does="Troglodytes' throw at 8 ogres omits the +1 group bonus (the ogres' throw has its +2): apply.",
    alternatives="No bonus for groups, as in the test battle.",
    test=f"{ATTACK}::test_group_troglodytes",
    option="group_target_bonus",
)
JAVELIN_SIZE_MODIFIER: Final = Ruling(
    "heroic/ruling/javelin-size-modifier",
    does="Same throw omits +1 for SM+1 targets though B548 modifiers apply: apply target SM to ranged attacks.",
    alternatives="Ignore it, as in the test battle.",
    test=f"{ATTACK}::test_group_troglodytes",
    option="ranged_size_modifier",
)
GROUP_BONUS_COUNT: Final = Ruling(
    "heroic/ruling/group-bonus-count",
    does="Count of which enemies: active members of the target unit, not the whole side; 0 when singling out.",
    alternatives="None that the text allows.",
    test=f"{RANGED}::test_group_target",
)
RATIO_COUNTS_SHOOTERS: Final = Ruling(
    "heroic/ruling/ratio-counts-shooters",
    does="Ratio by shooters or shots: shooters.",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_ratio_counts_shooters",
)
RAPID_FIRE_PER_SHOOTER: Final = Ruling(
    "heroic/ruling/rapid-fire-per-shooter",
    does="Rapid-fire bonus from shots per shooter or in total: per shooter.",
    alternatives="Total.",
    test=f"{DECIDED}::test_rapid_fire_of_one",
)
MULTI_PROJECTILE: Final = Ruling(
    "heroic/ruling/multi-projectile",
    does="Shotguns: multiplier and cap: multiplier by shots; cap and rapid fire by shots × projectiles.",
    alternatives="None that the text allows.",
    test=f"{RANGED}::test_pellets",
)
LOW_TECH_CLASS: Final = Ruling(
    "heroic/ruling/low-tech-class",
    does="Who may fire 3: low_tech weapons (RoF 1, reload ≤ 2 s, muscle or thrown); others only RoF.",
    alternatives="None that the text allows.",
    test=f"{RANGED}::test_low_tech_weapons",
)
EXTRA_SHOT_STEPS: Final = Ruling(
    "heroic/ruling/extra-shot-steps",
    does="Partial Move for a shot: whole multiples only; Move 0 units pay 0 but need allowance factor left.",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_whole_moves_for_shots",
)
FAST_DRAW_TIMING: Final = Ruling(
    "heroic/ruling/fast-draw-timing",
    does=(
        "'At the start of the phase', group rolls, failure: one 3d per unit right before its first ranged attack of "
        "the round; failure: no extra shot, nothing else."
    ),
    alternatives="None that the text allows.",
    test=f"{RANGED}::test_fast_draw",
)
FAST_DRAW_AOO: Final = Ruling(
    "heroic/ruling/fast-draw-aoo",
    does="Fast-Draw with All-Out Offensive, thrown weapons: not with AOO; any low-tech weapon with ammunition.",
    alternatives="None that the text allows.",
    test=f"{RANGED}::test_fast_draw_refused",
)
VALID_DEFENSES: Final = Ruling(
    "heroic/ruling/valid-defenses",
    does=(
        "What is legal against what: Dodge always; Block vs melee, muscle-powered and thrown; Parry vs melee and "
        "thrown; nothing but Dodge vs firearm/beam; incapacitated, pinned or unconscious: none. Basic Set practice; "
        "the duel's choice of Dodge vs an arrow stays legal."
    ),
    alternatives="Only Dodge against anything ranged; any defense against anything.",
    test=f"{RANGED}::test_valid_defenses",
    option="valid_defenses",
)
DEFAULT_DEFENSE: Final = Ruling(
    "heroic/ruling/default-defense",
    does="Defender did not choose: highest effective legal value; ties Dodge, Parry, Block.",
    alternatives="None that the text allows.",
    test=f"{RANGED}::test_default_defense",
)
LOCKED_SHOOTER: Final = Ruling(
    "heroic/ruling/locked-shooter",
    does=(
        "Shooter is in the same melee as the target: −4 as for any locked target, Close band and Bulk as usual, no "
        "stray check when nobody else is in the cluster."
    ),
    alternatives="No −4 when only shooter and target are in it.",
    test=f"{RANGED}::test_locked_target",
    option="locked_shooter",
)
STRAY_MISS: Final = Ruling(
    "heroic/ruling/stray-miss",
    does="What is a miss: attack contest not won, for whatever reason.",
    alternatives="None that the text allows.",
    test=f"{STRAY}::test_no_stray_shot",
)
STRAY_CANDIDATES: Final = Ruling(
    "heroic/ruling/stray-candidates",
    does=(
        "'Random different participant': active units of the cluster except target and shooter, both sides; pick over "
        "members (each member one chance), list order; none → no check."
    ),
    alternatives="None that the text allows.",
    test=f"{STRAY}::test_stray_candidates",
)
STRAY_SKILL: Final = Ruling(
    "heroic/ruling/stray-skill",
    does=(
        "Skill of the second contest: same effective skill recomputed for the new target: its SM and the same range, "
        "−4 stays; no group, ratio, rapid-fire or location modifier; SF unchanged."
    ),
    alternatives="None that the text allows.",
    test=f"{STRAY}::test_stray_shot",
)
STRAY_HITS: Final = Ruling(
    "heroic/ruling/stray-hits",
    does="Hits of a won stray contest: normal hits from MoV, multiplier ×1, capped at projectiles.",
    alternatives="Exactly one; full multiplier.",
    test=f"{STRAY}::test_stray_hits",
    option="stray_hits",
)
SINGLE_OUT_LIMITS: Final = Ruling(
    "heroic/ruling/single-out-limits",
    does=(
        "When impossible; effective SM: 'higher SM' = target SM > SM of the interposing figures; caller may set "
        "impossible; the target is then a solitary unit or one member, injury capped to that member."
    ),
    alternatives="None that the text allows.",
    test=f"{RANGED}::test_single_out",
)
TARGET_SPEED: Final = Ruling(
    "heroic/ruling/target-speed",
    does="Target speed modifier of the Size and Speed/Range table: ignored: bands replace speed/range.",
    alternatives="None that the text allows.",
    test=f"{DECIDED}::test_speed_of_the_target_does_not_count",
)
HALF_DAMAGE: Final = Ruling(
    "heroic/ruling/half-damage",
    does="1/2D range is in the stat blocks but never used: halve basic damage beyond it.",
    alternatives="Ignore.",
    test=f"{RANGED}::test_range_limits",
)
WRONG_CROSS_REFERENCE: Final = Ruling(
    "heroic/ruling/wrong-cross-reference",
    does="'Ratio bonus (see #3)': step 4 is meant; #3 is shots.",
    alternatives="None that the text allows.",
    test=f"{TABLES}::test_ratio",
)
ROF_WITHOUT_TIME: Final = Ruling(
    "heroic/ruling/rof-without-time",
    does="20 s of automatic fire: RoF counts once per round.",
    alternatives="None that the text allows.",
    test=f"{RANGED}::test_rapid_fire",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
