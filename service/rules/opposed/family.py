"""The family `opposed`, declared: what it offers."""

from typing import Final

from service.errors import AlreadyActed, FieldNotRead, FightOver, NotNext
from service.rules.kernel.family import Family, Harm, Procedure
from service.rules.opposed.attack.attack import attack_odds, compute_chances, resolve_attack
from service.rules.opposed.attack.maneuver import resolve_maneuver
from service.rules.opposed.attack.quality import grade_success
from service.rules.opposed.battle.initiative import roll_initiative
from service.rules.opposed.book import refusals, rulebook
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.published import TABLES
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.words import OpposedStatus
from service.rules.opposed.encounter.legal_moves import legal_moves, moves_work, suggest
from service.rules.opposed.encounter.play import PLAY
from service.rules.opposed.encounter.situation import situation
from service.rules.opposed.pursuit.pursuit import pursue, pursuit_odds
from service.rules.opposed.rounds.round import resolve_round, round_odds
from service.rules.opposed.rounds.single_turns import resolve_turn
from service.rules.opposed.rounds.skirmish import fight_of, resolve_skirmish

HARM: Final = Harm("damage", frozenset({OpposedStatus.ACTIVE}))
PROCEDURES: Final = (
    Procedure("success-quality", grade_success, odds=True),
    Procedure("compute-chances", compute_chances, errors=(FieldNotRead, refusals.StrikeRefusal)),
    Procedure(
        "resolve-attack", resolve_attack, odds=attack_odds, errors=(FieldNotRead, refusals.StrikeRefusal), harm=HARM
    ),
    Procedure("resolve-maneuver", resolve_maneuver, odds=True, errors=(refusals.ManeuverRefusal,)),
    Procedure("roll-initiative", roll_initiative, odds=True, errors=(refusals.DuplicateParticipant,)),
    Procedure(
        "resolve-round",
        resolve_round,
        odds=round_odds,
        errors=(FightOver, AlreadyActed, FieldNotRead, refusals.BattleRefusal),
    ),
    Procedure(
        "resolve-turn", resolve_turn, errors=(FightOver, AlreadyActed, NotNext, FieldNotRead, refusals.BattleRefusal)
    ),
    Procedure("pursue", pursue, odds=pursuit_odds, errors=(refusals.CannotFlee, refusals.DuplicateParticipant)),
    Procedure(
        "resolve-skirmish",
        resolve_skirmish,
        turns=lambda fight: len(fight.participants) * fight.max_rounds,
        fight=fight_of,
        errors=(FightOver, FieldNotRead, refusals.BattleRefusal, refusals.PcInSkirmish),
    ),
    Procedure("situation", situation, errors=(refusals.BattleRefusal,)),
    Procedure("legal-moves", legal_moves, errors=(refusals.BattleRefusal,), work=moves_work),
    Procedure("suggest", suggest, errors=(refusals.BattleRefusal,)),
)

FAMILY: Final = Family(
    name="opposed",
    ruleset="opposed@2",
    title="Opposed percentile combat",
    summary="Attacker and defender both roll percentile dice; the difference of their qualities decides the wound.",
    suits=(
        "Suits duels and skirmishes of trained fighters, where both sides roll and a good defence matters as much "
        "as a good attack. It needs percentage chances, weapons with Ranks, Fatigue and Endurance."
    ),
    attribution=(
        "Mechanics after the campaign-wiki page 'Opposed Rolling Combat Playtest'; numbers only, none of its text. "
        "What it leaves to its base game is marked as such, rule by rule."
    ),
    rulings=OpposedRulings,
    tape_rule=rulebook.DICE_TAPE,
    rules=rulebook.RULES,
    decisions=Rulings.RULINGS,
    tables=TABLES,
    procedures=PROCEDURES,
    play=PLAY,
)
