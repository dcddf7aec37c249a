"""The family `tactical`, declared: what it offers."""

from typing import Final

from service.errors import AlreadyActed, FieldNotRead, FightOver, NotNext
from service.rules.kernel.family import Family, Procedure
from service.rules.tactical.attack.attack import resolve_attack
from service.rules.tactical.attack.odds import HARM, attack_odds
from service.rules.tactical.attack.sight.line_of_fire import line_of_fire
from service.rules.tactical.book import movement_rules, refusals, rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.published import TABLES
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.close.close_combat import resolve_close_combat
from service.rules.tactical.close.contest import contest_odds, resolve_contest
from service.rules.tactical.close.odds import slam_odds
from service.rules.tactical.close.overrun import resolve_slam
from service.rules.tactical.encounter.legal_moves import legal_moves, moves_work, suggest, suggest_work
from service.rules.tactical.encounter.picture import DRAWING
from service.rules.tactical.encounter.play import PLAY
from service.rules.tactical.encounter.situation import situation
from service.rules.tactical.movement.arcs import list_arcs
from service.rules.tactical.movement.plan_move import plan_move
from service.rules.tactical.movement.reachable import list_reachable
from service.rules.tactical.pursuit.pursuit import pursue, pursuit_odds
from service.rules.tactical.rounds.estimates import (
    arcs_work,
    line_work,
    reachable_work,
    round_work,
    scene_work,
    skirmish_work,
    turn_work,
)
from service.rules.tactical.rounds.round import resolve_round
from service.rules.tactical.rounds.single_turns import resolve_turn
from service.rules.tactical.rounds.skirmish import fight_of, resolve_skirmish
from service.rules.tactical.rounds.waiting.opportunity import opportunity_fire
from service.rules.tactical.rounds.waiting.popup import popup_attack

STRUCK: Final = (FieldNotRead, refusals.AttackRefusal)
PROCEDURES: Final = (
    Procedure("resolve-attack", resolve_attack, odds=attack_odds, errors=STRUCK, work=scene_work, harm=HARM),
    Procedure("plan-move", plan_move, errors=(refusals.MoveRefusal,), work=scene_work),
    Procedure("reachable", list_reachable, errors=(refusals.MoveRefusal,), work=reachable_work),
    Procedure("line-of-fire", line_of_fire, errors=(refusals.SightRefusal,), work=line_work),
    Procedure("arcs", list_arcs, errors=(refusals.FieldRefusal,), work=arcs_work),
    Procedure(
        "opportunity-fire", opportunity_fire, errors=(refusals.ZoneRefusal, refusals.MoveRefusal), work=scene_work
    ),
    Procedure("popup-attack", popup_attack, errors=(*STRUCK, refusals.ZoneRefusal), work=scene_work),
    Procedure(
        "resolve-close-combat",
        resolve_close_combat,
        errors=(*STRUCK, refusals.CloseRefusal, refusals.MoveRefusal),
        work=scene_work,
    ),
    Procedure(
        "resolve-slam",
        resolve_slam,
        odds=slam_odds,
        errors=(refusals.SlamRefusal, refusals.MoveRefusal),
        work=scene_work,
    ),
    Procedure("resolve-contest", resolve_contest, odds=contest_odds),
    Procedure(
        "resolve-round",
        resolve_round,
        errors=(AlreadyActed, FightOver, FieldNotRead, refusals.RoundRefusal),
        work=round_work,
    ),
    Procedure(
        "resolve-turn",
        resolve_turn,
        errors=(AlreadyActed, NotNext, FightOver, FieldNotRead, refusals.RoundRefusal),
        work=turn_work,
    ),
    Procedure("pursue", pursue, odds=pursuit_odds, errors=(refusals.PursuitRefusal, refusals.AttackRefusal)),
    Procedure(
        "resolve-skirmish",
        resolve_skirmish,
        fight=fight_of,
        errors=(FightOver, refusals.FieldRefusal, refusals.OneSide),
        work=skirmish_work,
    ),
    Procedure("situation", situation, errors=(refusals.FieldRefusal,)),
    Procedure("legal-moves", legal_moves, errors=(refusals.FieldRefusal,), work=moves_work),
    Procedure("suggest", suggest, errors=(refusals.FieldRefusal,), work=suggest_work),
)

FAMILY: Final = Family(
    name="tactical",
    ruleset="tactical@2",
    title="Tactical combat on a hex map",
    summary="Figures move hex by hex and second by second; facing, reach, line of fire and ground count.",
    suits=(
        "Suits fights on a battle map where it matters where everybody stands and faces, with up to some dozens of "
        "figures in a virtual tabletop. It needs a map of hexes of one yard, and attributes, skills, weapons and "
        "armour of each figure."
    ),
    attribution=(
        "Mechanics after the wiki page 'Tactical Combat' (17 June 2017); numbers only, none of its text. What it takes "
        "from the game it builds on is restated and marked as such, rule by rule."
    ),
    rulings=TacticalRulings,
    tape_rule=movement_rules.CORE_DICE_EXHAUSTED,
    rules=rulebook.RULES,
    decisions=Rulings.RULINGS,
    tables=TABLES,
    procedures=PROCEDURES,
    play=PLAY,
    drawing=DRAWING,
    large_maps=True,
)
