"""`opposed` in encounters: the state that is kept, and how procedures take figures from it by their ids."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

from pydantic import Field

from service.rules.kernel.family import Board, MoveContext, Play, PlayedMove, pool_called
from service.rules.kernel.figures import Strength, naming_only
from service.rules.kernel.moves import InputSources, Roster, moved
from service.rules.kernel.turns.situations import seen_of
from service.rules.kernel.verdict import Ending, Situation
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.battle import models
from service.rules.opposed.battle.muster import mustered
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.refusals import InvalidTarget, UnknownParticipant
from service.rules.opposed.encounter.lining_up import LINING_UP
from service.rules.opposed.encounter.summaries import tell_attack, tell_pursuit, tell_round, tell_skirmish, tell_turn
from service.rules.opposed.figures.models import GrievousTable, OpposedAttack, OpposedFigure
from service.rules.opposed.rounds.ending import situation_in
from service.rules.opposed.rounds.offers import OpposedOffers
from service.wire import Frozen


class OpposedBattle(Frozen):
    """What an encounter remembers of a fight between sides."""

    sides: models.Sides = Field(description="The sides, in the order in which their leaders roll.")
    participants: models.Combatants = Field(description="The figures; the order breaks the last ties.")
    grievous_table: GrievousTable = ()
    round: models.RoundNumber = Field(default=1, description="Which round is under way, or is played next.")
    under_way: models.OpposedUnderWay | None = Field(
        default=None, description="The rest of the round that is under way; null: none is."
    )


def check_battle(battle: OpposedBattle, rulings: OpposedRulings) -> None:
    """Refuse a battle that no round could be played with."""
    mustered(battle.sides, battle.participants, battle.under_way)


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
    return situation_in(battle.participants, battle.round, battle.under_way, rulings, known, battle.sides)


def seen_in(battle: OpposedBattle) -> OpposedBattle:
    """Return a battle without hidden figures, and without engagements with them."""
    seen = seen_of(battle.participants)
    ids = {each.id for each in seen}
    figures = naming_only(seen, ids, ("engaged_with",))
    under_way = None if battle.under_way is None else _among(ids, battle.under_way)
    return battle.model_copy(update={"participants": figures, "under_way": under_way})


def _among(ids: Collection[str], under_way: models.OpposedUnderWay) -> models.OpposedUnderWay:
    """Return a round that is under way as far as it names those with these ids."""
    return under_way.model_copy(
        update={
            "order": tuple([each for each in under_way.order if each in ids]),
            "waiting": tuple([each for each in under_way.waiting if each in ids]),
            "engaged": tuple([each for each in under_way.engaged if each.id in ids]),
            "lowered": tuple([each for each in under_way.lowered if each.id in ids]),
        }
    )


def offers_of(battle: OpposedBattle, rulings: OpposedRulings) -> OpposedOffers:
    """Return what figures may do in a battle."""
    return OpposedOffers(battle.participants, battle.under_way, rulings, battle.sides)


FIGURES: Final = Roster("participants", UnknownParticipant)


def refuse_oneself(scene: MoveContext) -> None:
    """Refuse that a figure strikes at itself."""
    defender = scene.named["defender"]
    if defender is scene.named["attacker"]:
        raise InvalidTarget(f"{defender.id!r} cannot strike at itself.", pointer="/defender")


def refuse_own_pursuers(scene: MoveContext) -> None:
    """Refuse that a figure is pursued by its own side: whom it catches, a pursuer is engaged with."""
    fleeing = scene.named["fleeing"]
    for place, each in enumerate(scene.named["pursuers"]):
        if each.side == fleeing.side:
            message = f"{each.id!r} is of {each.side!r}, the side of {fleeing.id!r}, and does not pursue it."
            raise InvalidTarget(message, pointer=f"/pursuers/{place}")


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
        *("free_strike", "under_way", "waiting"),
        *("changes", "figure", "foe", "before", "after"),
    }
)


NAMING: Final = frozenset(
    {
        *("actor", "attacker", "by", "defender", "engaged_initiative", "engaged_with", "figure", "figures"),
        *("fled", "fleeing", "foe", "leader", "order", "participants", "pursuers", "state", "target"),
        *("engaged", "lowered", "unengaged_initiative", "waiting"),
    }
)
"""The fields that hold ids or records of figures."""
SIDED: Final = frozenset({"side", "sides", "winner"})
"""The fields that hold ids or records of sides."""

EVERYBODY: Final = following(lambda outcome: outcome.state)


def follow_turn(played: PlayedMove) -> OpposedBattle:
    """Return the battle before the next turn."""
    under_way = played.outcome.under_way
    return _after(played, int(under_way is None)).model_copy(update={"under_way": under_way})


def follow_skirmish(played: PlayedMove) -> OpposedBattle:
    """Return the battle after a skirmish."""
    return _after(played, played.outcome.verdict.rounds)


def _after(played: PlayedMove, rounds: int) -> OpposedBattle:
    number = min(played.state.round + rounds, models.LAST_ROUND)
    return EVERYBODY(played).model_copy(update={"round": number, "under_way": None})


BOTH: Final = following(lambda outcome: (outcome.attacker, outcome.defender))
SIDES: Final = InputSources(stored=("sides", "participants", "grievous_table", "under_way"))
TURNS: Final = InputSources(stored=(*SIDES.stored, "round"))
STRIKE: Final = InputSources(("grievous_table",), {"attacker": FIGURES, "defender": FIGURES}, refuse=refuse_oneself)
FLIGHT: Final = InputSources(("grievous_table",), {"fleeing": FIGURES, "pursuers": FIGURES}, refuse=refuse_own_pursuers)

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
        moved("resolve-round", models.OpposedRound, TURNS, lambda played: _after(played, 1), tell_round),
        moved("resolve-turn", models.OpposedSingleTurn, TURNS, follow_turn, tell_turn),
        moved("resolve-attack", OpposedAttack, STRIKE, BOTH, tell_attack),
        moved("pursue", models.OpposedPursuit, FLIGHT, EVERYBODY, tell_pursuit),
        moved("resolve-skirmish", models.OpposedSkirmish, SIDES, follow_skirmish, tell_skirmish),
    ),
)
