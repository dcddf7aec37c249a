"""The family `tactical`, declared: what it offers."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from service.rules.kernel.family import Family, Procedure
from service.rules.kernel.hexes import Hex
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
from service.rules.tactical.movement.models import MOST_STATES
from service.rules.tactical.movement.plan_move import plan_move
from service.rules.tactical.movement.reachable import list_reachable
from service.rules.tactical.pursuit.pursuit import pursue, pursuit_odds
from service.rules.tactical.rounds.opportunity import opportunity_fire
from service.rules.tactical.rounds.popup import popup_attack
from service.rules.tactical.rounds.round import resolve_round
from service.rules.tactical.rounds.skirmish import resolve_skirmish

STATES_A_SQUARE: Final = 6
"""About how many states a search looks at, times the square of the Move."""
STATES_AN_ITEM: Final = 30
"""How many states of a search, or hexes of a sector, are as much work as one listed item."""
HEXES_AN_ITEM: Final = 20
"""How many hexes of a line of fire are as much work as one listed item."""
WORK_OF_A_TURN: Final = 2
"""How many listed items a turn on the map is worth."""


def scene_work(input: Any) -> int:
    """Estimate lines of fire and searches by the hexes of large bodies, and by how far apart the figures are."""
    bodies: int = sum([len(each.body) for each in input.figures])
    return bodies + span_work([each.hex for each in input.figures])


def span_work(hexes: Sequence[Hex]) -> int:
    """Estimate the longest line between some hexes."""
    if not hexes:
        return 0
    across, along = [each[0] for each in hexes], [each[1] for each in hexes]
    return (max(across) - min(across) + max(along) - min(along)) // HEXES_AN_ITEM


def line_work(input: Any) -> int:
    """Estimate a line of fire, whose ends may be hexes, by its length, once for each hex of a large target."""
    places = {each.id: each for each in input.figures}
    ends = [places.get(end.figure) if end.kind == "figure" else end for end in (input.shooter, input.target)]
    large = max([len(getattr(end, "body", ())) for end in ends])
    return scene_work(input) + max(large, 1) * span_work([end.hex for end in ends if end is not None])


def search_work(moves: Iterable[int], most: int = MOST_STATES) -> int:
    """Estimate searches by the hexes within the Moves of the figures that move."""
    return sum([min(STATES_A_SQUARE * each**2, most) // STATES_AN_ITEM for each in moves])


def reachable_work(input: Any) -> int:
    """Estimate a search by the hexes within the Move of the figure that moves; to list them is as much work again."""
    moves = [move_of(each) for each in input.figures if each.id == input.figure]
    return scene_work(input) + 2 * search_work(moves, input.max_results)


def arcs_work(input: Any) -> int:
    """Estimate sectors by the hexes within their radius."""
    hexes: int = 3 * input.radius**2
    return hexes // STATES_AN_ITEM


def round_work(input: Any) -> int:
    """Estimate a round by its turns and paths, and by how far the figures can move that play by themselves."""
    paths = sum([len(each.path) for each in input.intents])
    moves = [move_of(each) for each in input.figures if each.id in input.npc]
    return scene_work(input) + paths + WORK_OF_A_TURN * (len(input.figures) + len(moves)) + search_work(moves)


def skirmish_work(input: Any) -> int:
    """Estimate a skirmish by its rounds, in which all figures play by themselves."""
    turns = 2 * WORK_OF_A_TURN * len(input.figures)
    rounds: int = input.max_rounds
    return rounds * (scene_work(input) + turns + search_work([move_of(each) for each in input.figures]))


PROCEDURES: Final = (
    Procedure("resolve-attack", resolve_attack, odds=attack_odds, errors=(refusals.AttackRefusal,), work=scene_work),
    Procedure("plan-move", plan_move, errors=(refusals.MoveRefusal,), work=scene_work),
    Procedure("reachable", list_reachable, errors=(refusals.MoveRefusal,), work=reachable_work),
    Procedure("line-of-fire", line_of_fire, errors=(refusals.SightRefusal,), work=line_work),
    Procedure("arcs", list_arcs, errors=(refusals.FieldRefusal,), work=arcs_work),
    Procedure(
        "opportunity-fire", opportunity_fire, errors=(refusals.ZoneRefusal, refusals.MoveRefusal), work=scene_work
    ),
    Procedure("popup-attack", popup_attack, errors=(refusals.AttackRefusal, refusals.ZoneRefusal), work=scene_work),
    Procedure(
        "resolve-close-combat",
        resolve_close_combat,
        errors=(refusals.CloseRefusal, refusals.AttackRefusal, refusals.MoveRefusal),
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
    Procedure("resolve-round", resolve_round, errors=(refusals.RoundRefusal,), work=round_work),
    Procedure("pursue", pursue, odds=pursuit_odds, errors=(refusals.PursuitRefusal, refusals.AttackRefusal)),
    Procedure(
        "resolve-skirmish",
        resolve_skirmish,
        turns=lambda fight: len(fight.figures) * fight.max_rounds,
        errors=(refusals.FieldRefusal, refusals.OneSide),
        work=skirmish_work,
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
    large_maps=True,
)
