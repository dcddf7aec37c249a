"""How gaps and contradictions about contests, dice and the procedure of a round are decided."""

from service.rules.kernel.book import RulingBook, ruling


class ContestRulings(RulingBook, family="heroic"):
    """How gaps and contradictions about contests, dice and the procedure of a round are decided."""

    CONTEST_TIE = ruling(
        "MoV exactly 0: nobody wins, no hit.", otherwise="Attacker hits; initiative winner.", option="contest_tie"
    )
    FAILED_ROLL_CAN_WIN = ruling(
        "Attack roll fails, defense fails by more: pure margin comparison: hit.",
        otherwise="A failed attack roll never hits.",
        option="attack_must_succeed",
    )
    CRITICALS = ruling(
        "Natural 3–4, 17–18 in contests: no effect, pure margins.",
        otherwise="Critical attack: no defense roll; critical miss (18, or 17 at ≤ 15, or fails by 10+): automatic "
        "loss.",
        option="criticals",
    )
    MINIMUM_SKILL = ruling(
        "Effective attack skill below 3: automatic miss, no dice, lock still forms.", otherwise="Roll anyway."
    )
    NO_DEFENSE = ruling(
        "Defender unaware, helpless or without legal defense: no defender dice, attacker wins iff mA ≥ 0, MoV = mA.",
        otherwise="Defense value 0 is rolled.",
    )
    FULL_MULTIPLE = ruling(
        "'per full multiple' of SF at exact multiples: floor(MoV/SF), so MoV 4 at SF 4 = 2 hits.",
        otherwise="Only above the multiple.",
    )
    GROUP_ONE_ROLL = ruling(
        "Rolls of a group: one attack, one defense, one HT roll per unit.", otherwise="One per member."
    )
    DAMAGE_ROLLS = ruling(
        "One damage roll or one per hit: once, × hits.",
        otherwise="Per hit (author finds it acceptable in duels).",
        option="damage_rolls",
    )
    TRANSCRIPT_TOTALS = ruling(
        "Document prints totals, the API takes faces: faces.", otherwise="Totals per roll label."
    )
    MELEE_PHASE_NUMBERING = ruling("Melee sub-phases are printed 3.1–3.3 under phase 5: 5.1–5.3.")
    MORALE_FATIGUE_ORDER = ruling(
        "Procedure: Morale then Fatigue; test battle round 1: Fatigue, then Morale: procedure.",
        otherwise="Fatigue, then Morale, as in the test battle.",
        option="end_phases",
    )
    PHASES_AFTER_END = ruling(
        "Battle ends inside a phase; fatigue is due 'at the end of every round': stop once that phase's "
        "injury step is complete, no morale/fatigue.",
        otherwise="Finish the round.",
    )
    INITIATIVE_TIE = ruling(
        "Equal totals: tied sides reroll.",
        otherwise="Higher Tactics, then reroll; nobody wins: no +2, list order, all simultaneous.",
        option="initiative_tie",
    )
    TACTICS_TIE = ruling(
        "Leaders tie for highest Tactics, or nobody has it: no +1.", otherwise="All tied get +1; defaults from IQ."
    )
    LEADER_DOWN = ruling("Leader incapacitated, routed or absent: no Tactics value.", otherwise="Keeps counting.")
    MANY_SIDES = ruling(
        "More than two sides: order by total; only the top side is the winner and gets +2.", otherwise="Reject."
    )
    INITIATIVE_BONUS_SCOPE = ruling(
        "Which rolls take the +2: every attack roll incl. free, waiting, stray and grapple attacks; not "
        "grapple spends, pursuit, defenses.",
        otherwise="Only regular attacks.",
    )
    UNIT_ORDER = ruling("Order of units inside a side: request list order.")
    NEXT_TURN_WORDING = ruling("'turn' in Wait and Morale although play is by rounds: next round.")
    PENDING_RESET = ruling(
        "Does pending injury cross phases: applied and cleared each injury step, one HT roll per phase.",
        otherwise="Collected to round end.",
    )
