"""`opposed` in encounters: the state that is kept, and how procedures take figures from it by their ids."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from pydantic import Field

from service.rules.kernel.family import Board, MoveContext, Play, PlayedMove, pool_called
from service.rules.kernel.figures import Strength, naming_only
from service.rules.kernel.moves import InputSources, Roster, moved
from service.rules.kernel.turns.situations import seen_of
from service.rules.kernel.verdict import Ending, Situation
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.battle import models
from service.rules.opposed.battle.muster import muster
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.refusals import InvalidTarget, UnknownParticipant
from service.rules.opposed.encounter.lining_up import LINING_UP
from service.rules.opposed.encounter.summaries import tell_attack, tell_pursuit, tell_round, tell_skirmish
from service.rules.opposed.figures.models import GrievousTable, OpposedAttack, OpposedFigure
from service.rules.opposed.rounds.ending import situation_in
from service.rules.opposed.rounds.offers import OpposedOffers
from service.wire import Frozen


class OpposedBattle(Frozen):
    """What an encounter remembers of a fight between sides."""

    sides: models.Sides = Field(description="The sides, in the order in which their leaders roll.")
    participants: models.Combatants = Field(description="The figures; the order breaks the last ties.")
    grievous_table: GrievousTable = ()


def check_battle(battle: OpposedBattle, rulings: OpposedRulings) -> None:
    """Refuse a battle that no round could be played with."""
    muster(battle.sides, battle.participants, (), ())


def strength_of(battle: OpposedBattle, rulings: OpposedRulings) -> tuple[Strength, ...]:
    """Return what each figure still has: its Fatigue and its Endurance."""
    return tuple(
        [
            Strength(each.side, int(is_able(each)), (each.fatigue or 0) + (each.endurance or 0))
            for each in battle.participants
        ]
    )


def situation_of(battle: OpposedBattle, rulings: OpposedRulings, known: Ending | None = None) -> Situation:
    """Return whose turn it is in a battle, and whether it is over."""
    return situation_in(battle.participants, known)


def seen_in(battle: OpposedBattle) -> OpposedBattle:
    """Return a battle without hidden figures, and without engagements with them."""
    seen = seen_of(battle.participants)
    ids = {each.id for each in seen}
    return battle.model_copy(update={"participants": naming_only(seen, ids, ("engaged_with",))})


def offers_of(battle: OpposedBattle, rulings: OpposedRulings) -> OpposedOffers:
    """Return what figures may do in a battle."""
    return OpposedOffers(battle.participants, rulings)


FIGURES: Final = Roster("participants", UnknownParticipant)


def refuse_oneself(scene: MoveContext) -> None:
    """Refuse that a figure strikes at itself."""
    defender = scene.named["defender"]
    if defender is scene.named["attacker"]:
        raise InvalidTarget(f"{defender.id!r} cannot strike at itself.", pointer="/defender")


def following(figures: Callable[[Any], Iterable[OpposedFigure]]) -> Callable[[PlayedMove], OpposedBattle]:
    """Return how the battle goes on with figures of an outcome; whom a foe has left is no longer engaged with it."""

    def follow(played: PlayedMove) -> OpposedBattle:
        battle: OpposedBattle = FIGURES.changed(played.state, figures(played.outcome))
        ties = {(figure.id, other) for figure in battle.participants for other in figure.engaged_with}
        return battle.model_copy(update={"participants": tuple([_tied(each, ties) for each in battle.participants])})

    return follow


def _tied(figure: models.OpposedCombatant, ties: set[tuple[str, str]]) -> models.OpposedCombatant:
    """Keep only those engagements of a figure that the other one knows of, too."""
    mutual = tuple([other for other in figure.engaged_with if (other, figure.id) in ties])
    return figure if mutual == figure.engaged_with else figure.model_copy(update={"engaged_with": mutual})


VISIBLE: Final = frozenset(
    {
        *("sides", "participants", "id", "side", "leader", "is_pc", "status", "stunned", "posture", "evading"),
        *("moving", "airborne", "withdrawal", "engaged_with", "conditions"),
        *("attacker", "defender", "maneuver", "fleeing", "pursuers", "orders"),
        *("verdict", "state", "events", "log", "turns", "actor", "action", "target", "reason"),
        *("outcome", "target_status", "effects", "defender_conditions", "actor_status", "attacker_status", "parry"),
        *("riposte", "attacker_disarmed", "recovered", "success", "conscious", "attacker_conscious", "avoid"),
        *("avoided", "order", "over", "winner", "draw", "undecided", "figures", "fate", "fled", "by", "from_behind"),
        *("free_strike",),
    }
)


NAMING: Final = frozenset(
    {
        *("actor", "attacker", "by", "defender", "engaged_initiative", "engaged_with", "figures", "fled"),
        *("fleeing", "leader", "order", "participants", "pursuers", "state", "target"),
        *("unengaged_initiative",),
    }
)
"""The fields that hold ids or records of figures."""
SIDED: Final = frozenset({"side", "sides", "winner"})
"""The fields that hold ids or records of sides."""

EVERYBODY: Final = following(lambda outcome: outcome.state)
BOTH: Final = following(lambda outcome: (outcome.attacker, outcome.defender))
SIDES: Final = InputSources(stored=("sides", "participants", "grievous_table"))
STRIKE: Final = InputSources(("grievous_table",), {"attacker": FIGURES, "defender": FIGURES}, refuse=refuse_oneself)
FLIGHT: Final = InputSources(("grievous_table",), {"fleeing": FIGURES, "pursuers": FIGURES})

PLAY: Final = Play(
    state=OpposedBattle,
    check=check_battle,
    visible=VISIBLE,
    figures=NAMING,
    sides=SIDED,
    places=frozenset(),
    strength=strength_of,
    situation=situation_of,
    offers=offers_of,
    target=FIGURES.find,
    lining_up=LINING_UP,
    seen=seen_in,
    board=Board.LINES,
    pools=(pool_called("endurance", "endurance", "endurance_max"), pool_called("fatigue", "fatigue", "fatigue_max")),
    bonds=("engaged_with",),
    moves=(
        moved("resolve-round", models.OpposedRound, SIDES, EVERYBODY, tell_round),
        moved("resolve-attack", OpposedAttack, STRIKE, BOTH, tell_attack),
        moved("pursue", models.OpposedPursuit, FLIGHT, EVERYBODY, tell_pursuit),
        moved("resolve-skirmish", models.OpposedSkirmish, SIDES, EVERYBODY, tell_skirmish),
    ),
)
