"""Random acts of fights, and the law of their changes: played on the figures before they give those after."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from orjson import loads
from pydantic import ValidationError

from service.dice.transcript import Step
from service.errors import Refused, UnfitRequest
from service.rules.examples import examples_of
from service.rules.kernel.turns.legal_moves import joined
from service.wire import to_json
from tests.rules.asking import VARIED
from tests.rules.drawn_orders import asked, filled, picked, random_orders
from tests.rules.played import Played, of
from tests.rules.random_input import random_value

Json = dict[str, Any]
Placings = dict[str, Json]
"""By id where and how figures are, in the form of the family's changes."""
TRIES: Final = 20
"""How many random inputs of each of two procedures are tried until one is taken."""
WHOLE: Final = frozenset({"resolve-skirmish", "roll-initiative"})
"""Procedures that answer a fight in short, without its changes, or change nothing of a figure."""


class Act(NamedTuple):
    """An act in a fight: what was asked, the state before and after it, its outcome and its steps."""

    procedure: str
    asked: Json
    before: Any
    outcome: Any
    after: Any
    steps: list[Step]


def acts(
    family: str, fights: int, rounds: int, seed: str, dress: Callable[[Played], None] = lambda table: None
) -> Iterator[Act]:
    """Acts of random fights: rounds and turns of random orders, and each fourth time another procedure at random.

    `dress` changes a fight before it begins.
    """
    for fight in range(fights):
        for number, table in enumerate(_beginnings(family)):
            random = Random(f"{seed} {family} {fight} {number}")
            dress(table)
            for act in range(rounds):
                before = table.state
                made = (_single if random.random() < 0.3 else _decided)(table, random, f"{seed}{fight}{number}{act}")
                if made is not None:
                    yield Act(made[0], made[1], before, made[2], table.state, table.steps)


def _beginnings(family: str) -> list[Played]:
    """A family's examples of encounters, and one of them in which figures are otherwise."""
    tables = [of(family, number) for number in range(len(examples_of(f"encounters/{family}/create")))]
    field, example, changes = VARIED[family]
    table = of(family, example)
    table.change(**{field: [{**each, **changes.get(each["id"], {})} for each in table.listed(field)]})
    return [*tables, table]


def _decided(table: Played, random: Random, seed: str) -> tuple[str, Json, Any] | None:
    """Play what is decided next with random orders: offered ones, or some that nobody thought of."""
    situation = table.situation
    if situation.over or situation.procedure is None:
        return None
    procedure = situation.procedure
    if procedure == "resolve-turn" and random.random() < 0.5 and "resolve-round" in _singles(table, ()):
        procedure = "resolve-round"
    given: Json = {}
    if situation.next:
        moves, offers = table.moves, table.offers
        given = joined([filled(offers, each, picked(moves[each], random)) for each in moves])
        for figure, order in random_orders(table, random, random.choice((0, 0, 3))):
            try:
                outcome, after = table.tried(procedure, seed, **table.offers.posted(figure, (order,)))
            except (Refused, UnfitRequest, ValidationError):
                continue
            table.state = after
            return procedure, {}, outcome
    if "intent" in given and procedure == "resolve-round":
        given = {"intents": [given["intent"]], "npc_orders": True}
    return procedure, given, table.move(procedure, seed, **given)


def _singles(table: Played, besides: tuple[str, ...] = ("resolve-round", "resolve-turn")) -> dict[str, Any]:
    return {each.procedure: each for each in table.play.moves if each.procedure not in WHOLE.union(besides)}


def _single(table: Played, random: Random, seed: str) -> tuple[str, Json, Any] | None:
    """Play a procedure with an input made by chance, if one of some is taken."""
    moves = _singles(table)
    texts = asked(table.family).texts(table)
    for procedure in random.choices(sorted(moves), k=2) * TRIES:
        given = random_value(moves[procedure].takes, texts, random)
        try:
            outcome, after = table.tried(procedure, seed, **given)
            table.play.check(after, table.rulings)
        except (Refused, UnfitRequest, ValidationError):
            continue
        table.state = after
        return procedure, given, outcome
    return None


def folded(changes: Any, places: Placings) -> Counter[str]:
    """Play changes on where and how figures are, and return how many there are by reason.

    Each begins where the one before it of the same figure has ended, and leads somewhere else.
    """
    reasons: Counter[str] = Counter()
    for each in loads(to_json(changes)):
        assert places.get(each["figure"]) == each["before"] != each["after"], each
        assert each["by"] != each["figure"], each
        places[each["figure"]] = each["after"]
        reasons[each["reason"]] += 1
    return reasons


def tally_of_reasons(
    acts: Iterator[Act],
    placings: Callable[[Any], Placings],
    known: Callable[[Act], Mapping[str, Any]] = lambda act: {},
    told: Callable[[Any], Any] = lambda outcome: getattr(outcome, "changes", ()),
) -> Counter[str]:
    """Assert that changes tell all that acts change of where and how figures are; return how many have which reason.

    `known` are the figures of an act of which its procedure is told nothing, with what becomes of them; `told` returns
    the changes of an outcome.
    """
    reasons: Counter[str] = Counter()
    for act in acts:
        before, after = placings(act.before), placings(act.after)
        changes = told(act.outcome)
        reasons.update(folded(changes or (), before))
        before.update(known(act))
        assert before == after, (act.procedure, act.asked, changes)
        reasons[act.procedure] += 1
    return reasons
