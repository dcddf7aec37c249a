"""Orders that tests of legal moves draw: offered moves, and orders that nobody thought of."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, get_args

from orjson import loads
from pydantic import TypeAdapter, ValidationError

from service.rules.kernel.family import Family, Offers
from service.rules.kernel.verdict import FigureMoves, LegalMove
from service.rules.tactical.attack.records import TacticalAttackOrder
from service.rules.tactical.figures.condition import TacticalWait
from service.rules.tactical.rounds.records import TacticalDeed, TacticalIntent
from service.wire import Frozen, to_json
from tests.rules.asking import ASKING, TURNS, Asking
from tests.rules.played import Played, expanded
from tests.rules.random_input import random_value

SOBER: Final = 0.5
"""How often a random blow of `heroic` has only fields that all blows read; others are nearly all refused."""
READ_BY_MOVES: Final = {
    "none": ("mode",),
    "toward": ("mode", "ref", "yards", "stop_at", "cost_per_yard"),
    "away": ("mode", "ref", "yards", "cost_per_yard"),
    "to": ("mode", "to", "yards", "cost_per_yard"),
}
"""What movements of `heroic` read, by mode; all others are refused."""
AIMED: Final = ("target", "mode", "attackers", "location")


def asked(family: Family) -> Asking:
    """How a family is asked."""
    return ASKING.get(family.name, TURNS)


def picked(listed: FigureMoves, random: Random) -> LegalMove:
    """A random move, or a random hex of a place; each kind of moves is as likely as any other."""
    kinds: dict[str, list[LegalMove]] = {}
    for each in (*listed.moves, *expanded(listed)):
        kinds.setdefault(each.kind, []).append(each)
    return random.choice(kinds[random.choice(sorted(kinds))])


def filled(offers: Offers, figure: str, move: LegalMove) -> Any:
    """The input of a move; what it needs is filled in as in the order by which it was judged."""
    if not move.needs:
        return move.input
    [order] = [each.order for each in offers.candidates(figure) if each.key == move.key]
    return offers.posted(figure, (order,))


def random_orders(table: Played, random: Random, tries: int) -> Iterator[tuple[str, Any]]:
    """Orders made of the input model for those who are next, as far as they fit it."""
    if table.family.name == "tactical":
        yield from changed_orders(table, random, tries)
        return
    move = next(each for each in table.play.moves if each.procedure == "resolve-round")
    [kind, *_] = get_args(move.takes.model_fields["orders"].annotation)
    order: TypeAdapter[Any] = TypeAdapter(kind)
    asking = asked(table.family)
    for _ in range(tries):
        written = random_value(kind, asking.texts(table), random)
        figure = written[asking.actor] = random.choice(table.situation.next)
        if table.family.name == "heroic" and "move" in written:
            read = READ_BY_MOVES[written["move"].get("mode", "none")]
            written["move"] = {name: value for name, value in written["move"].items() if name in read}
        if table.family.name == "heroic" and random.random() < SOBER:
            blows = written.get("melee") or ()
            written["melee"] = [{name: each[name] for name in AIMED if name in each} for each in blows]
        try:
            yield figure, order.validate_json(to_json(written))
        except ValidationError:
            continue


def changed_orders(table: Played, random: Random, tries: int) -> Iterator[tuple[str, Any]]:
    """Orders that are offered, with one of their fields changed: of orders made by chance hardly any is legal."""
    [(figure, listed)] = table.moves.items()
    texts, entries = asked(table.family).texts(table), table.situation.order
    own = next(each.side for each in entries if each.id == figure)
    friends = [each.id for each in entries if each.side == own]
    for _ in range(tries):
        written = loads(to_json(filled(table.offers, figure, picked(listed, random))))["intent"]
        parts: list[tuple[type[Frozen], Any]] = [
            (TacticalIntent, written),
            (TacticalAttackOrder, written.get("attack")),
            (TacticalDeed, written.get("deed")),
            (TacticalWait, written.get("wait")),
        ]
        model, part = random.choice([each for each in parts if each[1] is not None])
        field = random.choice([each for each in model.model_fields if each != "figure"])
        part[field] = random_value(model.model_fields[field].annotation, texts, random, field)
        if field in {"weapon", "mode"} and part[field] is None:
            continue  # the first one, which need not be named
        if {friend for friend in friends if friend in (part.get("target"), written.get("target"))}:
            continue  # whom rules let everybody attack, and lists do not
        if written["maneuver"] == "change_posture" and written.get("posture") is None:
            continue  # a free action or a way says which posture
        try:
            yield figure, TacticalIntent.model_validate_json(to_json(written))
        except ValidationError:
            continue
