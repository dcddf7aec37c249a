"""The family `mass`, declared: what it offers."""

from typing import Final

from service.errors import FieldNotRead, FightOver
from service.rules.kernel.family import Family, Procedure
from service.rules.mass.attack.attack import resolve_attack
from service.rules.mass.attack.battle_dice import compute_morale_damage
from service.rules.mass.attack.duel import duel_odds, resolve_duel
from service.rules.mass.battle.initiative import compute_thac0, roll_initiative
from service.rules.mass.battle.initiative_odds import initiative_odds
from service.rules.mass.book import refusals, rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.published import TABLES
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.command.command import issue_command
from service.rules.mass.command.march import list_reachable
from service.rules.mass.command.rally import rally
from service.rules.mass.command.spell import compute_spell_area
from service.rules.mass.encounter.legal_moves import legal_moves, moves_work, suggest
from service.rules.mass.encounter.picture import DRAWING
from service.rules.mass.encounter.play import PLAY
from service.rules.mass.encounter.situation import situation
from service.rules.mass.powers.contact import engage
from service.rules.mass.powers.use_power import use_power
from service.rules.mass.pursuit.pursuit import pursue
from service.rules.mass.rounds.round import resolve_round
from service.rules.mass.rounds.skirmish import fight_of, resolve_skirmish

PROCEDURES: Final = (
    Procedure("resolve-attack", resolve_attack, odds=True, errors=(refusals.AttackRefusal,)),
    Procedure("resolve-duel", resolve_duel, odds=duel_odds, errors=(refusals.DuelRefusal,)),
    Procedure("issue-command", issue_command, errors=(refusals.CommandRefusal, refusals.FieldRefusal)),
    Procedure("use-power", use_power, errors=(refusals.PowerRefusal, refusals.FieldRefusal)),
    Procedure("engage", engage, errors=(refusals.FieldRefusal,)),
    Procedure("rally", rally, odds=True, errors=(refusals.UnitNotActive, refusals.MassDuplicateId)),
    Procedure(
        "roll-initiative",
        roll_initiative,
        odds=initiative_odds,
        errors=(refusals.InitiativeRefusal, refusals.MassDuplicateId),
    ),
    Procedure(
        "resolve-round",
        resolve_round,
        errors=(
            FightOver,
            FieldNotRead,
            refusals.RoundRefusal,
        ),
    ),
    Procedure(
        "resolve-skirmish",
        resolve_skirmish,
        turns=lambda fight: len(fight.units) * fight.max_rounds,
        fight=fight_of,
        errors=(FightOver, FieldNotRead, refusals.RoundRefusal, refusals.MassPcInSkirmish),
    ),
    Procedure(
        "pursue",
        pursue,
        odds=True,
        errors=(refusals.PursuitRefusal, refusals.MassDuplicateId, refusals.TargetNotEnemy),
    ),
    Procedure(
        "reachable", list_reachable, errors=(refusals.UnitEngaged, refusals.UnitAlreadyCommanded, refusals.FieldRefusal)
    ),
    Procedure("morale-damage", compute_morale_damage),
    Procedure("thac0", compute_thac0),
    Procedure("spell-area", compute_spell_area),
    Procedure("situation", situation, errors=(refusals.RoundRefusal,)),
    Procedure("legal-moves", legal_moves, errors=(refusals.RoundRefusal,), work=moves_work),
    Procedure("suggest", suggest, errors=(refusals.RoundRefusal,)),
)

FAMILY: Final = Family(
    name="mass",
    ruleset="mass@2",
    title="Units on a map of hexes",
    summary="Commanders draw cards and give one command a round; engaged units compare battle dice and lose morale.",
    suits=(
        "Suits battles of units on a map of hexes, told round by round by cards and commands. It needs a place, a "
        "battle die, morale and a speed for each unit, and no figures of single soldiers."
    ),
    attribution=(
        "Mechanics after the blog post 'Mass Combat Rules, Take 1' (5 February 2013); numbers only, none of its text. "
        "What it leaves to its base game or to others is marked as such, rule by rule."
    ),
    rulings=MassRulings,
    tape_rule=rulebook.DICE_TAPE,
    rules=rulebook.RULES,
    decisions=Rulings.RULINGS,
    tables=TABLES,
    procedures=PROCEDURES,
    play=PLAY,
    drawing=DRAWING,
)
