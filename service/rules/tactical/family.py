"""The family `tactical`, declared: what it offers."""

from typing import Any, Final

from service.rules.kernel.family import Family, Procedure
from service.rules.tactical.attack.attack import resolve_attack
from service.rules.tactical.attack.line_of_fire import line_of_fire
from service.rules.tactical.attack.odds import attack_odds
from service.rules.tactical.book import movement_rules, refusals, rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.published import TABLES
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.close.close_combat import resolve_close_combat
from service.rules.tactical.close.contest import contest_odds, resolve_contest
from service.rules.tactical.close.odds import slam_odds
from service.rules.tactical.close.overrun import resolve_slam
from service.rules.tactical.encounter.play import PLAY
from service.rules.tactical.figures.standing import move_of
from service.rules.tactical.movement.arcs import list_arcs
from service.rules.tactical.movement.plan_move import plan_move
from service.rules.tactical.movement.reachable import list_reachable
from service.rules.tactical.pursuit.pursuit import pursue, pursuit_odds
from service.rules.tactical.rounds.opportunity import opportunity_fire
from service.rules.tactical.rounds.popup import popup_attack
from service.rules.tactical.rounds.round import resolve_round
from service.rules.tactical.rounds.skirmish import resolve_skirmish

STATES_A_HEX: Final = 6
"""About how many states, with different facings, a search lists of each hex."""
STATES_AN_ITEM: Final = 30
"""How many states of a search, or hexes of a sector, are as much work as one listed item."""
WORK_OF_A_TURN: Final = 2
"""How many listed items a turn on the map is worth; of a figure that plays by itself twice as many."""


def reachable_work(input: Any) -> int:
    """Estimate a search by the hexes within the Move of the figure that moves."""
    moves = [move_of(each) for each in input.figures if each.id == input.figure]
    states: int = min(STATES_A_HEX * sum(moves) ** 2, input.max_results)
    return states // STATES_AN_ITEM


def arcs_work(input: Any) -> int:
    """Estimate sectors by the hexes within their radius."""
    hexes: int = 3 * input.radius**2
    return hexes // STATES_AN_ITEM


def round_work(input: Any) -> int:
    """Estimate a round by its turns."""
    return WORK_OF_A_TURN * (len(input.figures) + len(input.npc))


PROCEDURES: Final = (
    Procedure("resolve-attack", resolve_attack, odds=attack_odds, errors=(refusals.AttackRefusal,)),
    Procedure("plan-move", plan_move, errors=(refusals.MoveRefusal,)),
    Procedure("reachable", list_reachable, errors=(refusals.MoveRefusal,), work=reachable_work),
    Procedure("line-of-fire", line_of_fire, errors=(refusals.SightRefusal,)),
    Procedure("arcs", list_arcs, errors=(refusals.FieldRefusal,), work=arcs_work),
    Procedure("opportunity-fire", opportunity_fire, errors=(refusals.ZoneRefusal, refusals.MoveRefusal)),
    Procedure("popup-attack", popup_attack, errors=(refusals.AttackRefusal, refusals.ZoneRefusal)),
    Procedure(
        "resolve-close-combat",
        resolve_close_combat,
        errors=(refusals.CloseRefusal, refusals.AttackRefusal, refusals.MoveRefusal),
    ),
    Procedure("resolve-slam", resolve_slam, odds=slam_odds, errors=(refusals.SlamRefusal, refusals.MoveRefusal)),
    Procedure("resolve-contest", resolve_contest, odds=contest_odds),
    Procedure("resolve-round", resolve_round, errors=(refusals.RoundRefusal,), work=round_work),
    Procedure("pursue", pursue, odds=pursuit_odds, errors=(refusals.PursuitRefusal, refusals.AttackRefusal)),
    Procedure(
        "resolve-skirmish",
        resolve_skirmish,
        errors=(refusals.FieldRefusal, refusals.OneSide),
    ),
)

FAMILY: Final = Family(
    name="tactical",
    ruleset="tactical@1",
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
)
