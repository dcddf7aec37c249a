"""The declaration of the family `laurels`: procedures, rules, tables and credit."""

from typing import Final

from service.errors import AlreadyActed, ExplosionLimit, FieldNotRead, FightOver, NotNext
from service.rules.kernel.family import Family, Harm, Procedure
from service.rules.laurels.attack.attack import count_dice, resolve_attack
from service.rules.laurels.attack.check import check_skill
from service.rules.laurels.attack.parry import resolve_parry
from service.rules.laurels.attack.sneak import resolve_sneak_attack
from service.rules.laurels.battle.initiative import roll_initiative
from service.rules.laurels.book import refusals, rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.published import TABLES
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.words import LaurelsStatus
from service.rules.laurels.encounter.legal_moves import legal_moves, moves_work, suggest
from service.rules.laurels.encounter.play import PLAY
from service.rules.laurels.encounter.situation import situation
from service.rules.laurels.pursuit.pursuit import pursue, pursuit_odds
from service.rules.laurels.rounds.round import resolve_round, round_odds
from service.rules.laurels.rounds.single_turns import resolve_turn
from service.rules.laurels.rounds.skirmish import fight_of, resolve_skirmish

HARM: Final = Harm("damage", frozenset({LaurelsStatus.ACTIVE, LaurelsStatus.EXHAUSTED}))
PROCEDURES: Final = (
    Procedure("roll-initiative", roll_initiative, odds=True, errors=(refusals.InvalidReverseFaces,)),
    Procedure(
        "resolve-attack",
        resolve_attack,
        odds=True,
        errors=(FieldNotRead, refusals.AttackRefusal, refusals.ParticipantHasFled, ExplosionLimit),
        harm=HARM,
    ),
    Procedure(
        "resolve-sneak-attack",
        resolve_sneak_attack,
        odds=True,
        errors=(
            FieldNotRead,
            refusals.AttackRefusal,
            refusals.ParticipantHasFled,
            refusals.SneakRefusal,
            ExplosionLimit,
        ),
    ),
    Procedure("resolve-parry", resolve_parry, errors=(refusals.NothingToParryWith,)),
    Procedure("skill-check", check_skill, odds=True),
    Procedure("dice-count", count_dice, errors=(refusals.InvalidLevel,)),
    Procedure(
        "resolve-round",
        resolve_round,
        odds=round_odds,
        errors=(FightOver, AlreadyActed, FieldNotRead, refusals.BattleRefusal, ExplosionLimit),
    ),
    Procedure(
        "resolve-turn",
        resolve_turn,
        errors=(
            FightOver,
            AlreadyActed,
            NotNext,
            FieldNotRead,
            refusals.ParticipantHasFled,
            refusals.BattleRefusal,
            ExplosionLimit,
        ),
    ),
    Procedure(
        "resolve-skirmish",
        resolve_skirmish,
        turns=lambda fight: len(fight.participants) * fight.max_rounds,
        fight=fight_of,
        errors=(FightOver, FieldNotRead, refusals.BattleRefusal, refusals.LaurelsPcInSkirmish, ExplosionLimit),
    ),
    Procedure(
        "pursue",
        pursue,
        odds=pursuit_odds,
        errors=(
            refusals.ParticipantRefusal,
            refusals.LaurelsDuplicateParticipant,
            refusals.LaurelsInvalidTarget,
            ExplosionLimit,
        ),
    ),
    Procedure("situation", situation, errors=(refusals.BattleRefusal,)),
    Procedure("legal-moves", legal_moves, errors=(refusals.BattleRefusal,), work=moves_work),
    Procedure("suggest", suggest, errors=(refusals.BattleRefusal,)),
)

FAMILY: Final = Family(
    name="laurels",
    ruleset="laurels@2",
    title="Laurels and exploding dice",
    summary="Nobody rolls to hit: exploding damage dice, less the target's defenses, drain stamina and then injure.",
    suits=(
        "Suits quick fights with short figures: a level, a weapon and some defenses are enough. No attack is lost "
        "on a missed roll, and each blow brings the end nearer."
    ),
    attribution=(
        "Rules family laurels is based on the combat rules of Laurels and Loot by Bob O'Brien, licensed under the "
        "Creative Commons Attribution 4.0 International License (https://creativecommons.org/licenses/by/4.0/). "
        "Laurels and Loot is derived in part from Knave 2.0 by Ben Milton, likewise used under CC BY 4.0. The rules "
        "were rewritten and extended for this service; the rulings and the pursuit procedure are additions of this "
        "service. No endorsement by the authors is implied."
    ),
    rulings=LaurelsRulings,
    tape_rule=rulebook.DICE_TAPE,
    rules=rulebook.RULES,
    decisions=Rulings.RULINGS,
    tables=TABLES,
    procedures=PROCEDURES,
    play=PLAY,
)
