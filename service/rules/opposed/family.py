"""The family `opposed`, declared: what it offers, with examples that are executed."""

from typing import Final

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
    ),
    Procedure(
        "compute-chances",
        compute_chances,
        errors=STRIKE_REFUSALS,
    ),
    Procedure("resolve-attack", resolve_attack, odds=True, errors=STRIKE_REFUSALS),
    Procedure(
        "resolve-maneuver",
        resolve_maneuver,
        odds=True,
        errors=(refusals.AttackerCannotAct, refusals.InvalidTarget, refusals.StunnedFigureCannotEvade),
    ),
    Procedure(
        "roll-initiative",
        roll_initiative,
        odds=True,
        errors=(refusals.DuplicateParticipant,),
    ),
    Procedure(
        "resolve-round",
        resolve_round,
        odds=round_odds,
        errors=BATTLE_REFUSALS,
    ),
    Procedure(
        "pursue",
        pursue,
        odds=pursuit_odds,
        errors=(refusals.CannotFlee, refusals.DuplicateParticipant),
    ),
    Procedure(
        "resolve-skirmish",
        resolve_skirmish,
        turns=lambda fight: len(fight.participants) * fight.max_rounds,
        errors=(*BATTLE_REFUSALS, refusals.PcInSkirmish),
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
