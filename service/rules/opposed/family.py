"""The family `opposed`, declared: what it offers, with examples that are executed."""

from typing import Any, Final

from service.rules.kernel.examples import Example
from service.rules.kernel.family import Family, Procedure, Table
from service.rules.opposed.attack.attack import resolve_attack
from service.rules.opposed.attack.chances import compute_chances
from service.rules.opposed.attack.maneuver import resolve_maneuver
from service.rules.opposed.attack.quality import grade_success
from service.rules.opposed.battle.initiative import roll_initiative
from service.rules.opposed.book import refusals, rulebook, tables
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.encounter.play import PLAY
from service.rules.opposed.figures.models import OpposedRulings
from service.rules.opposed.pursuit.pursuit import pursue, pursuit_odds
from service.rules.opposed.rounds.round import resolve_round, round_odds
from service.rules.opposed.rounds.skirmish import resolve_skirmish

SEEDED: Final = {"kind": "seeded", "seed": "sha256ctr1:table-7"}

ASH: Final[dict[str, Any]] = {
    "id": "Ash",
    "perception": 12,
    "agility": 15,
    "manual_dexterity": 18,
    "physical_strength": 17,
    "willpower": 14,
    "fatigue": 20,
    "endurance": 18,
    "endurance_max": 18,
    "armour_ft": 4,
    "armour_en": 1,
    "weapon": {"base_chance": 45, "rank": 6, "damage_modifier": 4, "weapon_class": "B"},
}
ORC: Final[dict[str, Any]] = {
    "id": "Orc",
    "perception": 8,
    "agility": 13,
    "manual_dexterity": 12,
    "physical_strength": 14,
    "willpower": 10,
    "fatigue": 15,
    "endurance": 20,
    "endurance_max": 20,
    "armour_ft": 5,
    "weapon": {"base_chance": 50, "rank": 3, "damage_modifier": 3},
}
EVADER: Final = {**ORC, "evading": True, "weapon": {"base_chance": 50, "rank": 6, "damage_modifier": 3}}

STRIKES: Final = (
    Example("a melee strike", {"input": {"attacker": ASH, "defender": ORC}, "dice": SEEDED}),
    Example(
        "a strike from behind with dice rolled at the table",
        {
            "input": {"attacker": ASH, "defender": ORC, "situation": {"attack_hex": "rear"}},
            "dice": {"kind": "supplied", "faces": [15, 60, 8]},
        },
    ),
    Example(
        "an evading defender parries, and the riposte is struck",
        {
            "input": {"attacker": ASH, "defender": EVADER, "riposte": "resolve"},
            "dice": {
                "kind": "supplied",
                "faces": [96, 5, 10, 40, 70, 4],
                "when_exhausted": "roll",
                "seed": "sha256ctr1:a",
            },
        },
    ),
)

DUEL: Final = {
    "sides": [{"id": "red", "leader": "Ash"}, {"id": "blue", "leader": "Orc"}],
    "participants": [
        {**ASH, "side": "red", "engaged_with": ["Orc"]},
        {**ORC, "side": "blue", "engaged_with": ["Ash"]},
    ],
}

STRIKE_REFUSALS: Final = (
    refusals.AimAndSnapshotConflict,
    refusals.RangedModifierInOtherMode,
    refusals.MeleeModifierInOtherMode,
    refusals.ChargeAndWithdrawalConflict,
    refusals.FlightRequired,
    refusals.MultiHexStrikeNeedsTwoHandedBClass,
    refusals.StunnedFigureCannotEvade,
    refusals.TrampleNeedsMultihexFigure,
    refusals.AssassinRankMissing,
    refusals.AttackerCannotAct,
    refusals.ShieldRushNeedsShield,
    refusals.InvalidTarget,
)
BATTLE_REFUSALS: Final = (
    *STRIKE_REFUSALS,
    refusals.UnknownParticipant,
    refusals.DuplicateParticipant,
    refusals.EngagementNotMutual,
    refusals.InvalidLeader,
    refusals.UnknownSide,
    refusals.EmptySide,
    refusals.InvalidEngagement,
)

PROCEDURES: Final = (
    Procedure(
        "success-quality",
        grade_success,
        odds=True,
        examples=(Example("a 3 against 21", {"input": {"natural": 3, "chance": 21}, "dice": SEEDED}),),
    ),
    Procedure(
        "compute-chances",
        compute_chances,
        errors=STRIKE_REFUSALS,
        examples=(Example("a melee strike", {"input": {"attacker": ASH, "defender": ORC}}),),
    ),
    Procedure("resolve-attack", resolve_attack, odds=True, errors=STRIKE_REFUSALS, examples=STRIKES),
    Procedure(
        "resolve-maneuver",
        resolve_maneuver,
        odds=True,
        errors=(refusals.AttackerCannotAct, refusals.InvalidTarget, refusals.StunnedFigureCannotEvade),
        examples=(
            Example("a parry", {"input": {"kind": "parry", "evader_rank": 6, "attacker_rank": 4}, "dice": SEEDED}),
            Example("restraining", {"input": {"kind": "restrain", "attacker": ASH, "defender": ORC}, "dice": SEEDED}),
        ),
    ),
    Procedure(
        "roll-initiative",
        roll_initiative,
        odds=True,
        errors=(refusals.DuplicateParticipant,),
        examples=(
            Example(
                "two unengaged sides",
                {
                    "input": {
                        "kind": "unengaged",
                        "sides": [
                            {"id": "red", "perception": 12},
                            {"id": "blue", "perception": 14, "military_scientist_rank": 2},
                        ],
                    },
                    "dice": SEEDED,
                },
            ),
        ),
    ),
    Procedure(
        "resolve-round",
        resolve_round,
        odds=round_odds,
        errors=BATTLE_REFUSALS,
        examples=(
            Example(
                "two figures trade blows",
                {
                    "input": {
                        **DUEL,
                        "orders": [
                            {"action": "attack", "actor": "Ash", "target": "Orc"},
                            {"action": "attack", "actor": "Orc", "target": "Ash"},
                        ],
                    },
                    "dice": SEEDED,
                },
            ),
        ),
    ),
    Procedure(
        "pursue",
        pursue,
        odds=pursuit_odds,
        errors=(refusals.CannotFlee, refusals.DuplicateParticipant),
        examples=(
            Example(
                "a dog chases a fox",
                {
                    "input": {
                        "fleeing": {"id": "Fox", "agility": 15, "tmr": 5, "fatigue": 5},
                        "pursuers": [{"id": "Dog", "agility": 18, "tmr": 6, "fatigue": 5}],
                    },
                    "dice": SEEDED,
                },
            ),
        ),
    ),
    Procedure(
        "resolve-skirmish",
        resolve_skirmish,
        turns=lambda fight: len(fight.participants) * fight.max_rounds,
        errors=(*BATTLE_REFUSALS, refusals.PcInSkirmish),
        examples=(Example("a duel to the end", {"input": DUEL, "dice": SEEDED}),),
    ),
)

TABLES: Final = {
    "qualities": Table.of("Attack and Defence Quality", "Table 1", tables.QUALITIES),
    "results": Table.of("Result Quality", "Table 2", tables.RESULTS),
    "strike-modifiers": Table.of("Strike Chance modifiers", "57.1", tables.STRIKE_MODIFIERS),
    "defence-modifiers": Table.of("Defence modifiers", "57.2", tables.DEFENCE_MODIFIERS),
    "dice-modifiers": Table.of("Modifiers of the strike die", "Ranged; Assassin", tables.DICE_MODIFIERS),
    "parries": Table.of("Parry result", "57.3", tables.PARRIES),
    "printed-row-one": Table.of("Row 1 as printed", "57.4", tables.PRINTED_ROW_ONE),
}

FAMILY: Final = Family(
    name="opposed",
    ruleset="opposed@1",
    title="Opposed percentile combat",
    summary="Attacker and defender both roll percentile dice; the difference of their qualities decides the wound.",
    attribution=(
        "Mechanics after the campaign-wiki page 'Opposed Rolling Combat Playtest'; numbers only, none of its text. "
        "What it leaves to its base game is marked as such, rule by rule."
    ),
    rulings=OpposedRulings,
    tape_rule=rulebook.DICE_TAPE.id,
    rules=rulebook.RULES,
    decisions=Rulings.RULINGS,
    tables=TABLES,
    procedures=PROCEDURES,
    play=PLAY,
)
