"""The encounter in which a procedure's body can be asked for: its figures are the state, the rest is what is sent."""

from collections.abc import Iterator
from types import NoneType
from typing import Any, Final, get_args

from pydantic import BaseModel

from service.wire import Frozen
from tests.encounters.plays import FIGURES, PLAYS, begun
from tests.golden.bodies import in_full
from tests.golden.writing import Json

PLAIN: Final = frozenset({Frozen, *Frozen.__mro__})


def named(family: str, input: Any) -> Any:
    """An input whose figures have an id and a side, where it has places for them."""
    side = PLAYS[family].side
    changes = {}
    for place, value in members(input):
        if _is_figure(value):
            names = {"id": place, side: place}
            missing = {name for name, each in members(value) if each is None} & {*names}
            changes[place] = value.model_copy(update={name: names[name] for name in missing})
    return input.model_copy(update=changes)


def as_encounter(family: str, procedure: str, input: Any) -> tuple[Json, Json]:
    """The state and the input of a move that are nearest to a procedure's input.

    What the state has under the same name, or a whole battle that the input has, is taken as it is. Figures that stand
    anywhere else in the input become those of the state; what a procedure need not know of them is as in the family's
    example, and each place in the input has a side of its own.
    """
    known = PLAYS[family].state
    whole: Any = next((each for _, each in members(input) if issubclass(known, type(each))), input)
    state = {name: in_full(each) for name, each in members(whole) if _is_kept(known, name, type(whole))}
    for roster in FIGURES[family]:
        state[roster] = state.get(roster) or [*_figures(family, roster, input)] or begun(family)["state"][roster]
    if "sides" in known.model_fields and "sides" not in state:
        state["sides"] = _sides(known, state[FIGURES[family][0]])
    takes = takes_of(family, procedure)
    return state, {
        name: _sent(each, takes, name)
        for name, each in members(input)
        if name in takes.model_fields and name not in state
    }


def works_out(family: str, procedure: str, takes: type[BaseModel]) -> bool:
    """Whether encounters work out something that the body of a procedure says.

    It is neither sent nor kept, or it describes figures in another way than they are kept.
    """
    known, sent = PLAYS[family].state, takes_of(family, procedure).model_fields
    kept = {model for roster in FIGURES[family] for model in _models_in(known.model_fields[roster].annotation)}
    for name, field in takes.model_fields.items():
        models = _models_in(field.annotation)
        whole = any(issubclass(known, model) for model in models)
        if whole or _is_kept(known, name, takes) or (name in sent and models == _models_in(sent[name].annotation)):
            continue
        if name not in sent or not models <= kept:
            return True
    return False


def takes_of(family: str, procedure: str) -> type[BaseModel]:
    """What a client sends of a move."""
    return next(move for move in PLAYS[family].moves if move.procedure == procedure).takes


def members(model: BaseModel) -> Iterator[tuple[str, Any]]:
    """The members of a request, with their names."""
    for name in type(model).model_fields:
        yield name, getattr(model, name)


def _is_kept(known: type[BaseModel], name: str, whole: type[BaseModel]) -> bool:
    """Whether the state has a member of the same name and kind."""
    field = known.model_fields.get(name)
    return field is not None and _models_in(field.annotation) == _models_in(whole.model_fields[name].annotation)


def _models_in(annotation: Any) -> frozenset[type[BaseModel]]:
    if isinstance(annotation, type) and not get_args(annotation):
        return frozenset({annotation} if issubclass(annotation, BaseModel) else ())
    empty: frozenset[type[BaseModel]] = frozenset()
    return empty.union(*[_models_in(each) for each in get_args(annotation) if each is not NoneType])


def _is_figure(value: Any) -> bool:
    return isinstance(value, BaseModel) and "id" in type(value).model_fields


def _figures(family: str, roster: str, input: BaseModel) -> Iterator[Json]:
    """The figures of an input, as the state has them, each once."""
    [model] = _models_in(PLAYS[family].state.model_fields[roster].annotation)
    example = begun(family)["state"][roster][0]
    needed = {name for name, field in model.model_fields.items() if field.is_required()} & {*example}
    seen = set()
    for place, value in members(input):
        for each in _akin(value, model):
            if each.id not in seen:
                seen.add(each.id)
                told = {name: given for name, given in in_full(each).items() if given is not None}
                figure = {name: example[name] for name in needed} | {PLAYS[family].side: place} | told
                yield {name: given for name, given in figure.items() if name in model.model_fields}


def _akin(value: Any, model: type[BaseModel]) -> Iterator[Any]:
    """The figures in a part of an input that share a model with those of the state."""
    if isinstance(value, tuple):
        for each in value:
            yield from _akin(each, model)
    elif _is_figure(value) and {*type(value).__mro__} & {*model.__mro__} - PLAIN:
        yield value
    elif isinstance(value, BaseModel):
        for _, each in members(value):
            yield from _akin(each, model)


def _sides(known: type[BaseModel], figures: list[Json]) -> Json:
    """The sides of some figures, each led by its first where sides have leaders; a battle has two sides at least."""
    [model] = _models_in(known.model_fields["sides"].annotation)
    leaders = {each["side"]: each["id"] for each in reversed(figures)}
    sides = [{"id": side, "leader": leaders[side]} for side in reversed(leaders)]
    sides += [{"id": "others", "leader": "nobody"}] * (len(sides) < 2)
    return [{name: value for name, value in side.items() if name in model.model_fields} for side in sides]


def _sent(value: Any, takes: type[BaseModel], name: str) -> Json:
    """What a client sends of a member of the input: its value, or the ids of the figures."""
    if _models_in(takes.model_fields[name].annotation):
        return in_full(value)
    several = isinstance(value, tuple) and value and all(_is_figure(each) for each in value)
    return [each.id for each in value] if several else value.id if _is_figure(value) else in_full(value)
