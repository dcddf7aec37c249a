"""How `opposed` is played in encounters: what is remembered, and how its procedures fill in figures by their ids."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import Field

from service.operations.family import Move, Play
from service.operations.registry import Example
from service.rules.opposed.battle_models import (
    Combatants,
    GrievousTable,
    OpposedCombatant,
    OpposedPursuit,
    OpposedRound,
    OpposedRunner,
    OpposedSkirmish,
    Orders,
    Reactions,
    Sides,
)
from service.rules.opposed.battle_records import OpposedPursuitOutcome, OpposedRoundOutcome, OpposedSkirmishOutcome
from service.rules.opposed.models import (
    USUAL,
    FigureId,
    Hexes,
    OpposedAttack,
    OpposedFigure,
    OpposedSituation,
    OpposedStrike,
)
from service.rules.opposed.muster import muster
from service.rules.opposed.outcomes import OpposedAttackOutcome
from service.rules.opposed.refusals import DuplicateParticipant, InvalidTarget, UnknownParticipant
from service.rules.opposed.words import OpposedRiposte
from service.wire import DISTINCT, WHOLE, Frozen


class OpposedBattle(Frozen):
    """What an encounter remembers of a fight between sides."""

    sides: Sides = Field(description="The sides, in the order in which their leaders roll.")
    participants: Combatants = Field(description="The figures; the order breaks the last ties.")
    grievous_table: GrievousTable = Field(
        default=(), description="Rows read with the grievous roll, the first that matches; see option grievous_roll."
    )


class OpposedRoundMove(Frozen):
    """One round between everybody."""

    orders: Orders = Field(default=(), description="At most one for each figure; a figure without one passes.")
    reactions: Reactions = Field(default=(), description="At most one for each figure.")


class OpposedAttackMove(OpposedStrike):
    """One strike of one figure at another."""

    attacker: FigureId = Field(description="Who strikes.")
    defender: FigureId = Field(description="Who is struck at.")
    parry: bool = Field(default=True, description="Whether an evading defender takes a parry the dice allow.")
    riposte: OpposedRiposte = Field(
        default=OpposedRiposte.FLAG, description="Whether a riposte is only reported or made at once."
    )
    riposte_situation: OpposedSituation = Field(default=USUAL, description="The circumstances of that riposte.")


class OpposedPursuitMove(Frozen):
    """One figure runs from others."""

    fleeing: FigureId = Field(description="Who flees.")
    pursuers: Annotated[tuple[FigureId, ...], Field(max_length=20), DISTINCT] = Field(
        description="Who pursues; who cannot is left behind. The order breaks ties."
    )
    max_rounds: Annotated[int, Field(ge=1, le=20), WHOLE] = Field(
        default=3, description="After how many undecided rounds the fleeing figure has escaped."
    )
    free_strike: bool = Field(default=True, description="Whether who is caught from behind is struck at once.")


class OpposedSkirmishMove(Frozen):
    """Rounds without players until the fight is decided."""

    orders: Orders = Field(default=(), description="Standing orders, at most one for each figure.")
    distance_hexes: Hexes = Field(default=5, description="How far apart the sides shoot and throw, in hexes.")
    max_rounds: Annotated[int, Field(ge=1, le=200), WHOLE] = Field(
        default=20, description="After how many rounds the fight is left undecided."
    )
    break_at: Annotated[float, Field(gt=0, le=1)] | None = Field(
        default=None, description="The share of a side's figures that, once down, makes the rest flee; null: never."
    )


def check_battle(battle: OpposedBattle) -> None:
    """Refuse a battle that no round could be played with.

    Raises: DuplicateParticipant, UnknownSide, EmptySide, InvalidLeader, UnknownParticipant, InvalidEngagement,
    EngagementNotMutual, StunnedFigureCannotEvade.
    """
    muster(battle.sides, battle.participants, (), ())


def fill_round(battle: OpposedBattle, move: OpposedRoundMove) -> OpposedRound:
    """Play a round with everybody."""
    return OpposedRound(
        sides=battle.sides,
        participants=battle.participants,
        orders=move.orders,
        reactions=move.reactions,
        grievous_table=battle.grievous_table,
    )


def fill_attack(battle: OpposedBattle, move: OpposedAttackMove) -> OpposedAttack:
    """Let one figure strike at another.

    Raises: UnknownParticipant; InvalidTarget, if it is to strike at itself.
    """
    attacker = _figure(battle, move.attacker, "/attacker")
    if move.attacker == move.defender:
        raise InvalidTarget(f"{move.attacker!r} cannot strike at itself.", pointer="/defender")
    return OpposedAttack(
        attacker=attacker,
        defender=_figure(battle, move.defender, "/defender"),
        mode=move.mode,
        situation=move.situation,
        maneuver=move.maneuver,
        parry=move.parry,
        riposte=move.riposte,
        riposte_situation=move.riposte_situation,
        grievous_table=battle.grievous_table,
    )


def fill_pursuit(battle: OpposedBattle, move: OpposedPursuitMove) -> OpposedPursuit:
    """Let one figure run from others.

    Raises: UnknownParticipant; DuplicateParticipant, if it is to pursue itself.
    """
    if move.fleeing in move.pursuers:
        position = move.pursuers.index(move.fleeing)
        raise DuplicateParticipant(f"{move.fleeing!r} takes part twice.", pointer=f"/pursuers/{position}")
    fleeing = _runner(_figure(battle, move.fleeing, "/fleeing"))
    named = enumerate(move.pursuers)
    pursuers = [_runner(_figure(battle, name, f"/pursuers/{position}")) for position, name in named]
    return OpposedPursuit(
        fleeing=fleeing,
        pursuers=tuple(pursuers),
        max_rounds=move.max_rounds,
        free_strike=move.free_strike,
        grievous_table=battle.grievous_table,
    )


def fill_skirmish(battle: OpposedBattle, move: OpposedSkirmishMove) -> OpposedSkirmish:
    """Fight on without players."""
    return OpposedSkirmish(
        sides=battle.sides,
        participants=battle.participants,
        orders=move.orders,
        distance_hexes=move.distance_hexes,
        max_rounds=move.max_rounds,
        break_at=move.break_at,
        grievous_table=battle.grievous_table,
    )


def follow_battle(battle: OpposedBattle, outcome: OpposedRoundOutcome | OpposedSkirmishOutcome) -> OpposedBattle:
    """Return the battle with everybody as the outcome says."""
    return battle.model_copy(update={"participants": outcome.state})


def follow_attack(battle: OpposedBattle, outcome: OpposedAttackOutcome) -> OpposedBattle:
    """Return the battle with the two as the outcome says, and the others as before."""
    changed = {figure.id: figure for figure in (outcome.attacker, outcome.defender) if figure.id is not None}
    return _changed(battle, changed)


def follow_pursuit(battle: OpposedBattle, outcome: OpposedPursuitOutcome) -> OpposedBattle:
    """Return the battle with who ran as the outcome says; whom a foe has left is no longer engaged with it."""
    return _changed(battle, {runner.id: runner for runner in outcome.state})


def _changed(battle: OpposedBattle, changed: Mapping[str, OpposedFigure]) -> OpposedBattle:
    figures = []
    for figure in battle.participants:
        now = changed.get(figure.id)
        figures.append(figure if now is None else _combatant(figure, now))
    ties = {(figure.id, other) for figure in figures for other in figure.engaged_with}
    return battle.model_copy(update={"participants": tuple([_tied(figure, ties) for figure in figures])})


def _tied(figure: OpposedCombatant, ties: set[tuple[str, str]]) -> OpposedCombatant:
    """Keep only those engagements of a figure that the other one knows of, too."""
    mutual = tuple([other for other in figure.engaged_with if (other, figure.id) in ties])
    return figure if mutual == figure.engaged_with else figure.model_copy(update={"engaged_with": mutual})


def _combatant(before: OpposedCombatant, after: OpposedFigure) -> OpposedCombatant:
    return after if isinstance(after, OpposedCombatant) else before.model_copy(update=_fields(after))


def _runner(figure: OpposedCombatant) -> OpposedRunner:
    return OpposedRunner.model_construct(**_fields(figure))


def _fields(figure: OpposedFigure) -> dict[str, Any]:
    return {name: getattr(figure, name) for name in OpposedFigure.model_fields}


def _figure(battle: OpposedBattle, name: str, pointer: str) -> OpposedCombatant:
    for figure in battle.participants:
        if figure.id == name:
            return figure
    raise UnknownParticipant(f"{name!r} does not take part in this encounter.", pointer=pointer)


VISIBLE: Final = frozenset(
    {
        *("sides", "participants", "id", "side", "leader", "is_pc", "status", "stunned", "posture", "evading"),
        *("moving", "airborne", "withdrawal", "engaged_with", "conditions"),
        *("verdict", "state", "attacker", "defender", "events", "log", "turns", "actor", "action", "target"),
        *("outcome", "effects", "defender_conditions", "actor_status", "attacker_status", "parry", "riposte"),
        *("attacker_disarmed", "recovered", "success", "conscious", "attacker_conscious", "avoid", "avoided"),
        *("order", "decided", "winner", "fled", "by", "from_behind", "free_strike"),
    }
)

_FIGHTER: Final = {"agility": 15, "manual_dexterity": 18, "physical_strength": 17, "willpower": 14, "perception": 12}
_SWORD: Final = {"base_chance": 45, "rank": 6, "damage_modifier": 4, "weapon_class": "B"}
_HEALTH: Final = {"fatigue": 20, "fatigue_max": 20, "endurance": 18, "endurance_max": 18, "armour_en": 1}
BATTLE: Final[Mapping[str, Any]] = {
    "sides": [{"id": "red", "leader": "Ash"}, {"id": "blue", "leader": "Orc"}],
    "participants": [
        {**_FIGHTER, **_HEALTH, "id": "Ash", "side": "red", "weapon": _SWORD, "engaged_with": ["Orc"]},
        {**_FIGHTER, **_HEALTH, "id": "Orc", "side": "blue", "weapon": _SWORD, "engaged_with": ["Ash"]},
    ],
}
_ORDERS: Final = [
    {"action": "attack", "actor": "Ash", "target": "Orc"},
    {"action": "attack", "actor": "Orc", "target": "Ash"},
]

PLAY: Final = Play(
    state=OpposedBattle,
    check=check_battle,
    visible=VISIBLE,
    moves=(
        Move(
            "resolve-round",
            OpposedRoundMove,
            fill_round,
            follow_battle,
            Example("a round of two", {"input": {"orders": _ORDERS}}),
        ),
        Move(
            "resolve-attack",
            OpposedAttackMove,
            fill_attack,
            follow_attack,
            Example("a strike", {"input": {"attacker": "Ash", "defender": "Orc"}}),
        ),
        Move(
            "pursue",
            OpposedPursuitMove,
            fill_pursuit,
            follow_pursuit,
            Example("a flight", {"input": {"fleeing": "Orc", "pursuers": ["Ash"]}}),
        ),
        Move(
            "resolve-skirmish",
            OpposedSkirmishMove,
            fill_skirmish,
            follow_battle,
            Example("to the end", {"input": {"max_rounds": 10}}),
        ),
    ),
    begins=Example("a duel", {"family": "opposed", "state": BATTLE}),
)
