"""How `tactical` is played in encounters: what is remembered, and what of a fight viewers see."""

from collections.abc import Collection, Iterable
from typing import Annotated, Any, Final

from pydantic import Field

from service.errors import RulesRefuse
from service.rules.kernel.family import Board, MoveContext, Play, PlayedMove, pool_called
from service.rules.kernel.figures import Strength
from service.rules.kernel.moves import InputSources, Roster, moved
from service.rules.kernel.turns.situations import seen_of
from service.rules.kernel.verdict import Ending, Fate, Situation
from service.rules.roll_under.sheets.formats import sheets_for
from service.rules.tactical.attack.records import TacticalAttackInput
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import TacticalUnknownFigure
from service.rules.tactical.close.contest import TacticalContest
from service.rules.tactical.close.models import TacticalCloseInput, TacticalSlamInput
from service.rules.tactical.encounter import summaries
from service.rules.tactical.encounter.converting import figure_of
from service.rules.tactical.encounter.lining_up import LINING_UP
from service.rules.tactical.figures.condition import FigureIds, TacticalWait
from service.rules.tactical.figures.field import Field as Ground
from service.rules.tactical.figures.models import TacticalFigure, TacticalScene
from service.rules.tactical.figures.pairs import refuse_strangers
from service.rules.tactical.figures.standing import hp_of, is_able, with_state
from service.rules.tactical.pursuit.models import TacticalPursuit
from service.rules.tactical.rounds.ending import refuse_over, situation_in
from service.rules.tactical.rounds.offers.offers import TacticalOffers
from service.rules.tactical.rounds.records import (
    MOST_ROUNDS,
    TacticalRoundInput,
    TacticalSkirmishInput,
    TacticalTurnInput,
    TacticalTurns,
)
from service.rules.tactical.rounds.waiting.shot_models import TacticalOpportunityInput, TacticalPopupInput
from service.wire import WHOLE

FIGURES: Final = "/figures/"


class TacticalBattle(TacticalScene):
    """What an encounter remembers of a fight on the map."""

    order: FigureIds | None = Field(
        default=None, description="Ids in turn order; null: the next round or turn works it out, and it stays so."
    )
    waiting: FigureIds | None = Field(
        default=None,
        description="Of a round that is under way, the ids of those who are still to act in it; null: none is.",
    )
    npc: FigureIds = Field(
        default=(),
        description="Ids of figures without a player, which play by themselves where a round or turn names no `npc`.",
    )
    round: Annotated[int, Field(ge=1, le=MOST_ROUNDS), WHOLE] = Field(
        default=1, description="Number of the round that is under way, or is played next."
    )
    away: FigureIds = Field(
        default=(),
        description="Ids of figures that have left the map, having got away: only a pursuit still names them. Take an "
        "id off the list to bring the figure back, to the hex that it has.",
    )


PEOPLE: Final = Roster("figures", TacticalUnknownFigure)
NOBODY: Final = TacticalTurns.model_construct(figures=())
"""Turns of which only the figures are to be said: a copy of a model is made in a fraction of the time."""


def check_battle(battle: TacticalBattle, rulings: TacticalRulings) -> None:
    """Refuse a fight that cannot be."""
    lists = {"order": battle.order or (), "waiting": battle.waiting or (), "npc": battle.npc, "away": battle.away}
    for name, ids in lists.items():
        for place, each in enumerate(ids):
            PEOPLE.find(battle, each, f"/{name}/{place}")
    refuse_strangers(battle.figures)
    places = [place for place, each in enumerate(battle.figures) if each.id not in battle.away]
    try:
        Ground.of(_scene_in(battle), rulings)
    except RulesRefuse as fault:
        raise fault.pointing(lambda pointer: _stored(pointer, places)) from None


def _stored(pointer: str, places: list[int]) -> str:
    """Return where something stands among all figures of which some are on the map."""
    if not pointer.startswith(FIGURES):
        return pointer
    place, *field = pointer.removeprefix(FIGURES).split("/")
    return "/".join([f"{FIGURES}{places[int(place)]}", *field])


def present_in(battle: TacticalBattle) -> tuple[TacticalFigure, ...]:
    """Return the figures that are on the map."""
    return tuple([each for each in battle.figures if each.id not in battle.away])


def scene_of(move: MoveContext) -> dict[str, Any]:
    """Return the figures that are on the map."""
    return {"figures": present_in(move.state)}


def skirmish_of(move: MoveContext) -> dict[str, Any]:
    """Return the figures that are on the map, their turn order, and who of them is still to act in a round."""
    return _turns_of(move.state)


def round_of(move: MoveContext) -> dict[str, Any]:
    """Return what a skirmish takes, and who plays by itself: those who are asked for, or else all without a player."""
    turns = _turns_of(move.state)
    present = {each.id for each in turns["figures"]}
    return {**turns, "npc": move.asked.npc or _among(present, move.state.npc)}


def _turns_of(battle: TacticalBattle) -> dict[str, Any]:
    figures = present_in(battle)
    ids = {each.id for each in figures}
    return {"figures": figures, "order": _among(ids, battle.order), "waiting": _among(ids, battle.waiting)}


def _among(ids: Collection[str], names: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Return those of some names that are among some ids; None where there are no names."""
    return None if names is None else tuple([each for each in names if each in ids])


def refuse_over_in(move: MoveContext) -> None:
    """Refuse a round of a fight that is over, because all foes have got away, too.

    Raises: FightOver.
    """
    refuse_over(_scene_in(move.state), gone_from(move.state))


def situation_of(battle: TacticalBattle, rulings: TacticalRulings, known: Ending | None = None) -> Situation:
    """Return who acts next in a fight, and whether it is over."""
    return situation_in(_turns_in(battle), gone_from(battle), rulings.tie, known)


def offers_of(battle: TacticalBattle, rulings: TacticalRulings) -> TacticalOffers:
    """Return what figures may do."""
    return TacticalOffers(_turns_in(battle), gone_from(battle), rulings)


def _turns_in(battle: TacticalBattle) -> TacticalTurns:
    parts = {"map": battle.map, "npc": battle.npc, "round": battle.round, **_turns_of(battle)}
    return NOBODY.model_copy(update=parts)


def seen_in(battle: TacticalBattle) -> TacticalBattle:
    """Return a fight without hidden figures; of the others nobody has to do with one, as far as viewers see."""
    seen = seen_of(battle.figures)
    ids = frozenset([each.id for each in seen])
    known = {name: _among(ids, getattr(battle, name)) for name in ("order", "waiting", "npc", "away")}
    return battle.model_copy(update={"figures": tuple([_freed(each, ids) for each in seen]), **known})


def _freed(figure: TacticalFigure, ids: frozenset[str]) -> TacticalFigure:
    """Return a figure that has to do with nobody but those with these ids: in its holds, aims, feints, and memories."""
    state = figure.state
    wait = None if state.wait is None else _waiting_for(state.wait, ids)
    return with_state(
        figure,
        **{name: tuple([each for each in getattr(state, name) if each in ids]) for name in NAMED},
        grapples=tuple([each for each in state.grapples if each.foe in ids]),
        close=tuple([each for each in state.close if each.foe in ids]),
        feint=tuple([each for each in state.feint if each.by in ids]),
        retreat=state.retreat if state.retreat is not None and state.retreat.foe in ids else None,
        evaluate=state.evaluate if state.evaluate is not None and state.evaluate.foe in ids else None,
        aim=state.aim if state.aim is not None and state.aim.target in {None, *ids} else None,
        wait=wait,
    )


NAMED: Final = ("seen_by", "grappled_by", "pinned_by")
"""The lists of ids in the state of a figure."""


def _waiting_for(wait: TacticalWait, ids: frozenset[str]) -> TacticalWait | None:
    """Return a wait that names nobody but those with these ids, or None if it named nobody else."""
    trigger = wait.trigger
    if trigger is None or not trigger.who:
        return wait
    who = tuple([each for each in trigger.who if each in ids])
    return wait.model_copy(update={"trigger": trigger.model_copy(update={"who": who})}) if who else None


def gone_from(battle: TacticalBattle) -> tuple[TacticalFigure, ...]:
    """Return the figures that have left the map."""
    return tuple([each for each in battle.figures if each.id in battle.away])


def _scene_in(battle: TacticalBattle) -> TacticalScene:
    return TacticalScene.model_construct(map=battle.map, figures=present_in(battle))


def follow_figures(played: PlayedMove) -> Any:
    """Return the fight with the figures as they are now."""
    return PEOPLE.changed(played.state, played.outcome.figures)


def follow_nothing(played: PlayedMove) -> Any:
    """Return the fight as it was."""
    return played.state


def follow_round(played: PlayedMove) -> Any:
    """Return the fight before its next turn; what was picked up does not lie on the map any more."""
    battle, outcome = follow_figures(played), played.outcome
    number = battle.round if outcome.waiting else min(battle.round + 1, MOST_ROUNDS)
    changes: dict[str, Any] = {"order": outcome.order, "waiting": outcome.waiting, "round": number}
    if battle.map is not None and outcome.items:
        left = tuple([each for each in battle.map.items if each.id not in outcome.items])
        changes["map"] = battle.map.model_copy(update={"items": left})
    return battle.model_copy(update=changes)


def follow_pursuit(played: PlayedMove) -> Any:
    """Return the fight with the runners as they are now; who escaped is off the map."""
    return _without(follow_figures(played), played.outcome.escaped)


def follow_skirmish(played: PlayedMove) -> Any:
    """Return the fight after a skirmish; who got away is off the map."""
    battle, verdict = follow_figures(played), played.outcome.verdict
    rounds = min(battle.round + verdict.rounds, MOST_ROUNDS)
    fled = [each.id for each in verdict.figures if each.fate is Fate.FLED]
    order = (*played.outcome.order, *battle.away)
    return _without(battle.model_copy(update={"order": order, "waiting": None, "round": rounds}), fled)


def strength_of(battle: TacticalBattle, rulings: TacticalRulings) -> tuple[Strength, ...]:
    """Return what each figure still has: its hit points; who has got away does not fight any more."""
    return tuple(
        [Strength(each.side, int(is_able(each) and each.id not in battle.away), hp_of(each)) for each in battle.figures]
    )


def _without(battle: TacticalBattle, gone: Iterable[str]) -> TacticalBattle:
    return battle.model_copy(update={"away": tuple(dict.fromkeys([*battle.away, *gone]))})


VISIBLE: Final = frozenset(
    {
        *("figures", "id", "side", "shape", "posture", "horizontal", "fighting", "swarm", "order", "away"),
        *("waiting", "npc"),
        *("state", "maneuver", "option", "stunned", "unconscious", "dead", "off_balance", "huddled", "crippled"),
        *("grapples", "foe", "location", "grappled_by", "pinned_by", "close", "adjacent", "entered"),
        *("map", "cells", "solid", "usable", "obstruction", "stairs", "cover", "bounds", "kind", "edges"),
        *("blocks_move", "blocks_sight", "items", "attacker", "target", "actor", "mover", "action", "helpers"),
        *("shooters", "figure", "quarry", "pursuers", "terrain", "verdict", "outcome", "target_status", "prone"),
        *("stray", "attacker_status", "attacks", "swing", "arc", "attack", "defenses", "hand", "grade", "hit"),
        *("wounds", "knockdown", "strays", "mishaps", "effect", "trigger", "shots", "result", "friendly_fire"),
        *("mover_status", "stopped", "shot", "in_cover", "opportunity", "pairs", "position", "evades", "approach"),
        *("contest", "winner", "passed", "succeeded", "fell", "slams", "swept", "wound_back", "continued"),
        *("over", "fallen", "turns", "skipped", "interrupts", "against", "able_sides", "fight_over"),
        *("caught", "escaped", "left_behind", "band", "placement", "behind", "rounds", "runs"),
        *("draw", "undecided", "sides", "fate", "survivors", "log", "fled"),
        *("changes", "reason", "by", "before", "after", "status"),
    }
)
NAMING: Final = frozenset(
    {
        *("actor", "against", "attacker", "away", "behind", "by", "caught", "declare_adjacent", "ended"),
        *("escaped", "fallen", "fell", "figure", "figures", "fled", "foe", "grappled_by", "helpers", "hit"),
        *("in_way", "left_behind", "lets_pass", "mover", "npc", "order", "pinned_by", "pursuer", "pursuers"),
        *("quarry", "seen_by", "shooters", "stray", "survivors", "target", "tired", "turning", "waiting", "who"),
    }
)
"""The fields that hold ids or records of figures."""
SIDED: Final = frozenset({"able_sides", "side", "sides", "winner"})
"""The fields that hold ids or records of sides."""

PLACES: Final = frozenset(
    {
        *("hex", "facing", "body", "upper_direction", "own_side", "elevation", "retreat", "moved_to"),
        *("fire_hex", "cover_hex", "hexes", "q_min", "q_max", "r_min", "r_max", "direction"),
        *("bodies", "footing", "water", "barrier_height"),
    }
)
"""Where figures stand and face, and the ground, which all see."""
SECRETS: Final = frozenset({"wait"})
"""What figures wait for, and which hexes they watch: viewers learn it by what comes of it only."""

SCENE: Final = InputSources(("map",), worked=("figures",), work=scene_of)
WORKED: Final = ("figures", "order", "waiting")
ROUND: Final = InputSources(("map", "round"), worked=WORKED, work=round_of, refuse=refuse_over_in)
SKIRMISH: Final = InputSources(("map",), worked=WORKED, work=skirmish_of, refuse=refuse_over_in)
CHASE: Final = InputSources(named={"quarry": PEOPLE, "pursuers": PEOPLE})

PLAY: Final = Play(
    state=TacticalBattle,
    check=check_battle,
    visible=VISIBLE,
    figures=NAMING,
    sides=SIDED,
    places=PLACES,
    strength=strength_of,
    situation=situation_of,
    seen=seen_in,
    offers=offers_of,
    target=PEOPLE.find,
    lining_up=LINING_UP,
    sheets=sheets_for(figure_of),
    secrets=SECRETS,
    line_of_fire="line-of-fire",
    board=Board.HEXES,
    pools=(pool_called("hit points", "hp", "hp_max", "st"), pool_called("fatigue points", "fp", "fp_max", "ht")),
    moves=(
        moved("resolve-round", TacticalRoundInput, ROUND, follow_round, summaries.round_told),
        moved("resolve-turn", TacticalTurnInput, ROUND, follow_round, summaries.turn_told),
        moved("resolve-attack", TacticalAttackInput, SCENE, follow_figures, summaries.attack_told),
        moved("opportunity-fire", TacticalOpportunityInput, SCENE, follow_figures, summaries.opportunity_told),
        moved("popup-attack", TacticalPopupInput, SCENE, follow_figures, summaries.popup_told),
        moved("resolve-close-combat", TacticalCloseInput, SCENE, follow_figures, summaries.close_told),
        moved("resolve-slam", TacticalSlamInput, SCENE, follow_figures, summaries.slam_told),
        moved("resolve-contest", TacticalContest, InputSources(), follow_nothing, summaries.contest_told),
        moved("pursue", TacticalPursuit, CHASE, follow_pursuit, summaries.pursuit_told),
        moved("resolve-skirmish", TacticalSkirmishInput, SKIRMISH, follow_skirmish, summaries.skirmish_told),
    ),
)
