"""Memories of fights: what a fight changes is in the keys of what it remembers, or nothing remembered depends on it."""

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from typing import Any, Final

import pytest

from service.app import FAMILIES
from service.dice.silent import SilentDice, WordStream
from service.errors import RulesRefuse
from service.operations.procedure import bound_procedures_of
from service.rules.heroic.book.words import HeroicCondition
from service.rules.heroic.figures.changes import MOVED
from service.rules.heroic.rounds.skirmish import skirmish_steps as heroic
from service.rules.kernel.fight import Fight
from service.rules.laurels.rounds import skirmish as laurels
from service.rules.opposed.figures.models import UNARMED
from service.rules.opposed.rounds import skirmish as opposed
from service.wire import to_json
from tests.golden import goldens
from tests.operations.asking import first_example

FIGHTS: Final = 12
"""How many fights of each request are played."""
TRIED: Final = 12
"""With how many dice the next step is played from two states with equal keys."""
MOST_STATES: Final = 60
ROUNDS: Final = 3
"""How many fights of each request are varied, and in how many of their rounds."""
BATTLES: Final[Mapping[str, Callable[[Any], Any]]] = {
    "heroic": heroic.battle_in,
    "laurels": laurels.battle_in,
    "mass": lambda state: state.battle,
    "opposed": opposed.battle_in,
}
LEFT_OUT: Final[Mapping[str, frozenset[str]]] = {
    "heroic": frozenset(),
    "laurels": frozenset({"stamina_max"}),
    "mass": frozenset(),
    "opposed": frozenset({"fatigue_max"}),
}
"""What a fight changes of a figure and its key does not have, since nothing that follows depends on it."""
CHANGED: Final[Mapping[str, frozenset[str]]] = {
    "heroic": frozenset({"hp_pool", "morale", "status"}),
    "laurels": frozenset({"injuries", "stamina", "status"}),
    "mass": frozenset({"commanded", "engaged_with", "facing", "hex", "morale", "power_expended", "shield_wall"}),
    "opposed": frozenset({"endurance", "engaged_with", "fatigue", "posture", "status", "stunned"}),
}
"""What these fights change of a figure, at least."""
OTHERS: Final[Mapping[str, Mapping[str, tuple[Any, ...]]]] = {
    "heroic": {
        "hp_pool": (1, 3),
        "status": ("routed", "fled", "incapacitated", "surrendered"),
        "posture": ("prone", "kneeling"),
        "conditions": (("stunned",), ("unconscious",)),
        "fp_current": (1,),
        "morale": (),
    },
    "laurels": {
        "stamina": (1, 4),
        "injuries": (1, 2),
        "status": ("fled", "dead", "unconscious"),
        "attacked_last_round": (("nobody",),),
        "stamina_max": (),
    },
    "mass": {
        "morale": (1, 2),
        "commanded": (True,),
        "power_expended": (True, False),
        "shield_wall": (True, False),
        "facing": (0, 1, 2),
        "hex": (),
        "engaged_with": (),
        "status": (),
    },
    "opposed": {
        "fatigue": (0, 1, 5),
        "endurance": (1, 4),
        "posture": ("prone", "kneeling"),
        "stunned": (True,),
        "evading": (True,),
        "must_pass_next": (True,),
        "status": ("fled", "unconscious"),
        "weapon": (UNARMED,),
        "engaged_with": ((),),
        "withdrawal": (),
        "conditions": (),
        "fatigue_max": (),
    },
}
"""Other values of what fights change of figures; none where another value alone cannot be."""


def fights_of(family: str) -> Iterator[Fight[Any]]:
    """The fights of a family's example and goldens."""
    name = f"{family}/resolve-skirmish"
    [owner] = [each for each in FAMILIES if each.name == family]
    bound = bound_procedures_of(owner)[name]
    assert bound.procedure.fight is not None
    requests = [each.request for each in goldens(name) if each.operation == name and "problem" not in each.expect]
    for request in [first_example(name), *requests]:
        body: Any = bound.request.model_validate_json(to_json(request))
        yield bound.procedure.fight(body.input, body.rulings)


def dice(seed: str) -> SilentDice:
    """Dice that do not tell."""
    return SilentDice(WordStream(f"sha512ctr1:{seed}"))


def with_figure(value: Any, old: Any, new: Any) -> Any:
    """A state in which one figure is another, wherever the state holds it."""
    if value is old:
        return new
    if isinstance(value, tuple):
        parts = [with_figure(each, old, new) for each in value]
        if all(one is other for one, other in zip(parts, value, strict=True)):
            return value
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if type(value) is dict:
        return {key: with_figure(each, old, new) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        other = copy(value)
        for field in fields(value):
            object.__setattr__(other, field.name, with_figure(getattr(value, field.name), old, new))
        return other
    return value


def figures_in(family: str, state: Any) -> dict[str, Any]:
    """The figures of a state as they are now, by id."""
    battle = BATTLES[family](state)
    figures = battle.units if hasattr(battle, "units") else battle.figures
    return {each.id: each for each in (figures.values() if isinstance(figures, Mapping) else figures)}


def names_in(figure: Any) -> list[str]:
    """The fields of a figure."""
    return list(type(figure).model_fields) if hasattr(type(figure), "model_fields") else list(names_of(figure))


def names_of(record: Any) -> tuple[str, ...]:
    """The fields of a named tuple or a dataclass."""
    return record._fields if hasattr(record, "_fields") else tuple([each.name for each in fields(record)])


def changed(figure: Any, name: str, value: Any) -> Any:
    """A figure with one field that is another."""
    if hasattr(figure, "model_copy"):
        return figure.model_copy(update={name: value})
    if hasattr(figure, "_replace"):
        return figure._replace(**{name: value})
    return replace(figure, **{name: value})


def states_of(fight: Fight[Any], number: int) -> Iterator[Any]:
    """The states that a fight passes through with some dice."""
    rolled = dice(f"keys/{number}")
    state, steps = fight.begin(rolled), 0
    yield state
    while steps < MOST_STATES and not (fight.is_between_rounds(state) and fight.is_over(state)):
        state = fight.advance(state, rolled)
        steps += 1
        yield state


def set_back(family: str) -> Iterator[tuple[str, Fight[Any], Any, Any]]:
    """Each field that a fight has changed of a figure, with the state and one in which it is as it was at first."""
    for fight in fights_of(family):
        start = figures_in(family, fight.begin(dice("keys")))
        for state in [each for number in range(FIGHTS) for each in states_of(fight, number)]:
            for figure in figures_in(family, state).values():
                was = start.get(figure.id, figure)
                for name in [each for each in names_in(figure) if getattr(was, each) != getattr(figure, each)]:
                    yield name, fight, state, with_figure(state, figure, changed(figure, name, getattr(was, name)))


def goes_on_alike(fight: Fight[Any], state: Any, other: Any) -> bool:
    """Whether the next step from two states leads to one key, with the same dice."""
    if fight.is_between_rounds(state) and fight.is_over(state):
        return True
    after = [[fight.advance(each, dice(f"next/{at}")) for at in range(TRIED)] for each in (state, other)]
    one, two = [[(fight.key(each), fight.fates(each)) for each in those] for those in after]
    return one == two


@pytest.mark.untraced
@pytest.mark.parametrize("family", sorted(BATTLES))
def test_what_a_fight_changes_is_in_its_key(family: str) -> None:
    """Each field that a fight changes is a part of the key, or is listed, and then nothing that follows needs it."""
    every, left_out, read = set[str](), set[str](), list[str]()
    for name, fight, state, other in set_back(family):
        every.add(name)
        if fight.key(other) == fight.key(state):
            left_out.add(name)
            read += [] if goes_on_alike(fight, state, other) else [name]
    assert read == []
    assert left_out == LEFT_OUT[family]
    assert every >= CHANGED[family]


def typed(figure: Any, name: str, value: Any) -> Any:
    """A value as the field of a figure has it: a word of its choice of words."""
    had = getattr(figure, name)
    if isinstance(value, str) and isinstance(had, StrEnum):
        return type(had)(value) if value in [*type(had)] else None
    if isinstance(value, tuple) and value and name == "conditions":
        kinds = [kind for kind in HeroicCondition if kind.value in value]
        return tuple(kinds) or None
    return value


def varied(family: str, state: Any) -> Iterator[tuple[str, Any]]:
    """States that differ from one in one field of one figure, or in where the first of them stands."""
    if family == "heroic":
        (x, y), *others = state.battle.positions
        for yards in (1.0, 2.0, 30.0):
            moved = state.battle.changed(MOVED, positions=((x - yards, y), *others))
            yield f"{yards} yards away", changed(state, "battle", moved)
    for figure in figures_in(family, state).values():
        for name, values in OTHERS[family].items():
            for value in values:
                other = typed(figure, name, value)
                if other is not None and other != getattr(figure, name):
                    yield f"{figure.id} {name} {value}", with_figure(state, figure, changed(figure, name, other))


def cold(family: str, again: Fight[Any], state: Any) -> Any:
    """A state between two rounds for a fight that remembers nothing yet."""
    fresh = again.begin(dice("cold"))
    if family == "heroic":
        return changed(state, "battle", state.battle._replace(plans=fresh.battle.plans))
    return changed(state, "command", fresh.command) if family == "opposed" else state


def played(family: str, fight: Fight[Any], state: Any, seed: str) -> Any:
    """What comes of a round: figures, fates and places, or the name of what is refused."""
    try:
        after = fight.round_from(state, dice(seed))
    except RulesRefuse as refused:
        return type(refused).__name__
    return figures_in(family, after), fight.fates(after), getattr(BATTLES[family](after), "positions", None)


def warmed(family: str) -> Iterator[tuple[Fight[Any], Fight[Any], Any]]:
    """States between two rounds, with the fight that has played on from them and one that has played nothing."""
    for warm, again in zip(fights_of(family), fights_of(family), strict=True):
        for number in range(ROUNDS):
            rounds = [each for each in states_of(warm, number) if warm.is_between_rounds(each)]
            for state in [each for each in rounds[:ROUNDS] if not warm.is_over(each)]:
                for at in range(TRIED):
                    played(family, warm, state, f"warm/{at}")
                yield warm, again, state


@pytest.mark.untraced
@pytest.mark.parametrize("family", sorted(BATTLES))
def test_what_a_fight_remembers_is_found_by_all_that_it_depends_on(family: str) -> None:
    """A fight that has played a round plays it from a state that differs in one field as one that remembers nothing."""
    many, wrong = 0, []
    for warm, again, state in warmed(family):
        for what, other in [each for each in varied(family, state) if not warm.is_over(each[1])]:
            for seed in [f"warm/{at}" for at in range(TRIED)]:
                many += 1
                if played(family, warm, other, seed) != played(family, again, cold(family, again, other), seed):
                    wrong.append(what)
    assert many > 1000
    assert wrong == []
