"""Encounters of `laurels`: the stored state, and how procedures fill in participants by id."""

from collections.abc import Collection
from typing import Any, Final

from pydantic import Field

from service.rules.kernel.family import Board, MoveContext, Play, PlayedMove, pool_called
from service.rules.kernel.figures import Strength, naming_only
from service.rules.kernel.moves import InputSources, Roster, moved
from service.rules.kernel.turns.situations import seen_of
from service.rules.kernel.verdict import Ending, Situation
from service.rules.laurels.battle.models import (
    Combatants,
    LaurelsPursuit,
    LaurelsRound,
    LaurelsSingleTurn,
    LaurelsSkirmish,
    LaurelsUnderWay,
)
from service.rules.laurels.battle.muster import mustered
from service.rules.laurels.battle.state import is_in
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.refusals import LaurelsInvalidTarget, LaurelsUnknownParticipant
from service.rules.laurels.book.words import LaurelsRole, LaurelsSurprise
from service.rules.laurels.encounter.converting import SHEETS
from service.rules.laurels.encounter.lining_up import LINING_UP
from service.rules.laurels.encounter.summaries import tell_attack, tell_pursuit, tell_round, tell_skirmish, tell_turn
from service.rules.laurels.figures.models import LaurelsAttack, LaurelsSneakAttack, RoundNumber
from service.rules.laurels.rounds.ending import situation_in
from service.rules.laurels.rounds.offers import LaurelsOffers
from service.wire import Frozen

LAST_ROUND: Final = 10_000


class LaurelsBattle(Frozen):
    """What an encounter remembers of a fight between a party and its opponents."""

    participants: Combatants = Field(description="Who takes part, in the order in which they act.")
    round: RoundNumber = Field(
        default=1,
        description="Which round is under way, or is played next; only the first is one of surprise.",
    )
    under_way: LaurelsUnderWay | None = Field(
        default=None, description="The rest of the round that is under way; null: none is."
    )


class LaurelsSkirmishAsked(Frozen):
    """What a client says of surprise when a skirmish begins."""

    surprise: LaurelsSurprise | None = Field(
        default=None, description="How the first roll is read; null: unaware in the first round, none in any other."
    )


def check_battle(battle: LaurelsBattle, rulings: LaurelsRulings) -> None:
    """Refuse a battle that no round could be played with."""
    mustered(battle.participants, battle.under_way)


def strength_of(battle: LaurelsBattle, rulings: LaurelsRulings) -> tuple[Strength, ...]:
    """Return what each participant still has: its stamina, and its injury slots that are free."""
    return tuple(
        [
            Strength(each.role.value, int(is_in(each)), each.stamina + (each.injury_slots or 0) - each.injuries)
            for each in battle.participants
        ]
    )


def situation_of(battle: LaurelsBattle, rulings: LaurelsRulings, known: Ending | None = None) -> Situation:
    """Return whose turn it is in a battle, and whether it is over."""
    return situation_in(battle.participants, battle.round, battle.under_way, known)


def seen_in(battle: LaurelsBattle) -> LaurelsBattle:
    """Return a battle without hidden figures, and without what was done to them."""
    seen = seen_of(battle.participants)
    ids = {each.id for each in seen}
    figures = naming_only(seen, ids, ("attacked_last_round",))
    under_way = None if battle.under_way is None else _among(ids, battle.under_way)
    return battle.model_copy(update={"participants": figures, "under_way": under_way})


def _among(ids: Collection[str], under_way: LaurelsUnderWay) -> LaurelsUnderWay:
    """Return a round that is under way as far as it names those with these ids."""
    return under_way.model_copy(
        update={
            "order": tuple([each for each in under_way.order if each in ids]),
            "waiting": tuple([each for each in under_way.waiting if each in ids]),
            "attacks": tuple([each for each in under_way.attacks if {each.attacker, each.target} <= {*ids}]),
        }
    )


def offers_of(battle: LaurelsBattle, rulings: LaurelsRulings) -> LaurelsOffers:
    """Return what participants may do in a battle."""
    before = mustered(battle.participants, battle.under_way)
    return LaurelsOffers(before, battle.participants, battle.under_way, rulings)


PEOPLE: Final = Roster("participants", LaurelsUnknownParticipant)


def refuse_friend(move: MoveContext) -> None:
    """Refuse an attack on one's own side."""
    attacker, target = move.named["attacker"], move.named["target"]
    if attacker.role is target.role:
        message = f"{attacker.id!r} cannot attack {target.id!r} of its own side ({target.role.value})."
        raise LaurelsInvalidTarget(message, pointer="/target")


def refuse_mixed_flight(move: MoveContext) -> None:
    """Refuse that both sides flee, or that those who flee are pursued by their own side."""
    role = move.named["fleeing"][0].role
    for field, roles in (("fleeing", {role}), ("pursuers", set(LaurelsRole) - {role})):
        for place, each in enumerate(move.named[field]):
            if each.role not in roles:
                message = f"{each.id!r} has the role {each.role.value!r}; those who flee are the {role.value}."
                raise LaurelsInvalidTarget(message, pointer=f"/{field}/{place}")


def flight_of(move: MoveContext) -> dict[str, Any]:
    """Return which side flees."""
    return {"fleeing_role": move.named["fleeing"][0].role}


def surprise_of(move: MoveContext) -> dict[str, Any]:
    """Return how the first roll of a skirmish is read for surprise."""
    usual = LaurelsSurprise.UNAWARE if move.state.round == 1 else LaurelsSurprise.NONE
    return {"surprise": move.asked.surprise or usual}


def follow_attack(played: PlayedMove) -> Any:
    """Return the battle after an attack."""
    return PEOPLE.changed(played.state, (played.outcome.attacker_next, played.outcome.target_next))


def follow_pursuit(played: PlayedMove) -> Any:
    """Return the battle after a pursuit."""
    return PEOPLE.changed(played.state, played.outcome.state)


def follow_skirmish(played: PlayedMove) -> Any:
    """Return the battle after a skirmish."""
    return _after(played, played.outcome.verdict.rounds)


def follow_turn(played: PlayedMove) -> Any:
    """Return the battle before the next turn."""
    under_way = played.outcome.under_way
    return _after(played, int(under_way is None)).model_copy(update={"under_way": under_way})


def _after(played: PlayedMove, rounds: int) -> Any:
    number = min(played.state.round + rounds, LAST_ROUND)
    changes = {"participants": played.outcome.state, "round": number, "under_way": None}
    return played.state.model_copy(update=changes)


VISIBLE: Final = frozenset(
    {
        *("participants", "id", "role", "status", "is_pc", "parry", "equipment", "weapon", "kind", "broken"),
        *("attacker", "target", "fleeing", "pursuers", "action"),
        *("attacked_last_round", "verdict", "first", "second", "surprised", "winner", "over", "draw", "undecided"),
        *("outcome", "initiative", "events", "actor", "target_status", "reason", "weapon_broken", "sneak_foiled"),
        *("effects", "weapon_shattered", "shield_destroyed", "attacker_next", "target_next", "foiled"),
        *("attacker_weapon_broken", "attacker_exhausted", "log", "turns", "fled", "state", "figures", "fate", "side"),
        *("outcomes", "edges", "free_strikes", "by", "under_way", "order", "waiting", "attacks"),
        *("changes", "figure", "before", "after"),
    }
)

NAMING: Final = frozenset(
    {
        *("actor", "attacked_last_round", "attacker", "attacker_next", "by", "figure", "figures", "fled", "fleeing"),
        *("free_strikes", "opponents", "outcomes", "participants", "party", "pursuers", "state", "target"),
        *("order", "target_next", "waiting"),
    }
)
"""The fields that hold ids or records of figures."""
SIDED: Final = frozenset({"first", "role", "second", "side", "sides", "surprised", "winner"})
"""The fields that hold ids or records of sides."""

STRIKE: Final = {"attacker": PEOPLE, "target": PEOPLE}
ROUND: Final = InputSources(("participants", "round", "under_way"))
ATTACK: Final = InputSources(named=STRIKE, refuse=refuse_friend)
FLIGHT: Final = InputSources(
    named={"fleeing": PEOPLE, "pursuers": PEOPLE}, worked=("fleeing_role",), work=flight_of, refuse=refuse_mixed_flight
)
SKIRMISH: Final = InputSources(
    ("participants", "under_way"), worked=("surprise",), work=surprise_of, asks=LaurelsSkirmishAsked
)

PLAY: Final = Play(
    state=LaurelsBattle,
    check=check_battle,
    visible=VISIBLE,
    figures=NAMING,
    sides=SIDED,
    places=frozenset(),
    strength=strength_of,
    situation=situation_of,
    offers=offers_of,
    target=PEOPLE.find,
    lining_up=LINING_UP,
    sheets=SHEETS,
    seen=seen_in,
    side="role",
    board=Board.LINES,
    pools=(
        pool_called("stamina", "stamina", "stamina_max"),
        pool_called("injuries", "injuries", "injury_slots", is_spent=True),
    ),
    moves=(
        moved("resolve-round", LaurelsRound, ROUND, lambda played: _after(played, 1), tell_round),
        moved("resolve-turn", LaurelsSingleTurn, ROUND, follow_turn, tell_turn),
        moved("resolve-attack", LaurelsAttack, ATTACK, follow_attack, tell_attack),
        moved("resolve-sneak-attack", LaurelsSneakAttack, ATTACK, follow_attack, tell_attack),
        moved("pursue", LaurelsPursuit, FLIGHT, follow_pursuit, tell_pursuit),
        moved("resolve-skirmish", LaurelsSkirmish, SKIRMISH, follow_skirmish, tell_skirmish),
    ),
)
