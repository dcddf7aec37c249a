"""How gaps and contradictions about ranged attacks are decided."""

from service.rules.kernel.book import RulingBook, ruling


class RangedRulings(RulingBook, family="heroic"):
    """How gaps and contradictions about ranged attacks are decided."""

    RANGE_GAP = ruling("1–2 yards, fractions, non-melee at 2 yd: round distance up to whole yards; ≤ 2 = Close.")
    RANGE_DISTANCE_TIME = ruling("Which distance: at the start of the ranged phase.")
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
    GROUP_BONUS_COUNT = ruling(
        "Count of which enemies: active members of the target unit, not the whole side; 0 when singling out."
    )
    RATIO_COUNTS_SHOOTERS = ruling("Ratio by shooters or shots: shooters.")
    RAPID_FIRE_PER_SHOOTER = ruling(
        "Rapid-fire bonus from shots per shooter or in total: per shooter.", otherwise="Total."
    )
    MULTI_PROJECTILE = ruling(
        "Shotguns: multiplier and cap: multiplier by shots; cap and rapid fire by shots × projectiles."
    )
    LOW_TECH_CLASS = ruling(
        "Who may fire 3: low_tech weapons (RoF 1, reload ≤ 2 s, muscle or thrown); others only RoF."
    )
    EXTRA_SHOT_STEPS = ruling(
        "Partial Move for a shot: whole multiples only; Move 0 units pay 0 but need allowance factor left."
    )
    FAST_DRAW_TIMING = ruling(
        "'At the start of the phase', group rolls, failure: one 3d per unit right before its first ranged "
        "attack of the round; failure: no extra shot, nothing else."
    )
    FAST_DRAW_AOO = ruling(
        "Fast-Draw with All-Out Offensive, thrown weapons: not with AOO; any low-tech weapon with ammunition."
    )
    VALID_DEFENSES = ruling(
        "What is legal against what: Dodge always; Block vs melee, muscle-powered and thrown; Parry vs melee "
        "and thrown; nothing but Dodge vs firearm/beam; incapacitated, pinned or unconscious: none. Basic Set"
        " practice; the duel's choice of Dodge vs an arrow stays legal.",
        otherwise="Only Dodge against anything ranged; any defense against anything.",
        option="valid_defenses",
    )
    DEFAULT_DEFENSE = ruling("Defender did not choose: highest effective legal value; ties Dodge, Parry, Block.")
    LOCKED_SHOOTER = ruling(
        "Shooter is in the same melee as the target: −4 as for any locked target, Close band and Bulk as "
        "usual, no stray check when nobody else is in the cluster.",
        otherwise="No −4 when only shooter and target are in it.",
        option="locked_shooter",
    )
    STRAY_MISS = ruling("What is a miss: attack contest not won, for whatever reason.")
    STRAY_CANDIDATES = ruling(
        "'Random different participant': active units of the cluster except target and shooter, both sides; "
        "pick over members (each member one chance), list order; none → no check."
    )
    STRAY_SKILL = ruling(
        "Skill of the second contest: same effective skill recomputed for the new target: its SM and the same"
        " range, −4 stays; no group, ratio, rapid-fire or location modifier; SF unchanged."
    )
    STRAY_HITS = ruling(
        "Hits of a won stray contest: normal hits from MoV, multiplier ×1, capped at projectiles.",
        otherwise="Exactly one; full multiplier.",
        option="stray_hits",
    )
    SINGLE_OUT_LIMITS = ruling(
        "When impossible; effective SM: 'higher SM' = target SM > SM of the interposing figures; caller may "
        "set impossible; the target is then a solitary unit or one member, injury capped to that member."
    )
    TARGET_SPEED = ruling(
        "Target speed modifier of the Size and Speed/Range table: ignored: bands replace speed/range."
    )
    HALF_DAMAGE = ruling(
        "1/2D range is in the stat blocks but never used: halve basic damage beyond it.", otherwise="Ignore."
    )
    WRONG_CROSS_REFERENCE = ruling("'Ratio bonus (see #3)': step 4 is meant; #3 is shots.")
    ROF_WITHOUT_TIME = ruling("20 s of automatic fire: RoF counts once per round.")
