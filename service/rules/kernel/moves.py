"""Moves of encounters, derived from procedures: the client sends the procedure's input without the stored parts."""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import field
from types import NoneType
from typing import Annotated, Any, get_args

from pydantic import Field, ValidationError, create_model
from pydantic.fields import FieldInfo

from service.errors import UnfitRequest
from service.rules.kernel.family import Move, MoveContext, PlayedMove, SeenMove
from service.rules.kernel.figures import UnknownName, found
from service.wire import DISTINCT, Frozen, value_class

LONGEST_QUOTE = 120
FigureId = Annotated[str, Field(min_length=1, max_length=64)]


@value_class
class Roster:
    """Those of a state whom a client names by id: the field that lists them, and what is raised for any other id."""

    field: str
    unknown: type[UnknownName]

    def find(self, state: Any, name: str, pointer: str) -> Any:
        """Return who is called so.

        Raises: the refusal for an unknown id.
        """
        return found(getattr(state, self.field), name, pointer, self.unknown, "in this encounter")

    def changed(self, state: Any, figures: Iterable[Any]) -> Any:
        """Return the state with figures as they are now, in their places; who is new comes last."""
        now = {each.id: each for each in figures}
        known = getattr(state, self.field)
        made = type(known[0])
        kept = [_as(made, now.pop(each.id), each) if each.id in now else each for each in known]
        return state.model_copy(update={self.field: (*kept, *[_as(made, each) for each in now.values()])})


@value_class
class InputSources:
    """Where the fields of a procedure's input come from.

    Those in `stored` are the state's fields of the same names; those in `named` are figures that the client names by
    their ids; `work` works out those in `worked`, once it is known who is named. All others the client sends as it
    would to the procedure, and whatever `asks` has besides or instead. `refuse` raises what forbids the move and the
    procedure cannot know.
    """

    stored: tuple[str, ...] = ()
    named: Mapping[str, Roster] = field(default_factory=dict)
    worked: tuple[str, ...] = ()
    work: Callable[[MoveContext], Mapping[str, Any]] | None = None
    asks: type[Frozen] = Frozen
    refuse: Callable[[MoveContext], None] | None = None

    def told(self, input: type[Frozen]) -> tuple[str, ...]:
        """Return the fields of the input that the client sends, figures or what the input has."""
        held = {*self.stored, *self.worked, *self.asks.model_fields} - {*self.named}
        return tuple([name for name in input.model_fields if name not in held])

    def takes(self, input: type[Frozen]) -> type[Frozen]:
        """Derive the model of what the client sends."""
        fields: dict[str, Any] = {}
        for name in self.told(input):
            info = input.model_fields[name]
            fields[name] = _id_of(info) if name in self.named else (info.annotation, info)
        return create_model(f"{input.__name__}Move", __base__=self.asks, __doc__=input.__doc__, **fields)

    def filling(self, input: type[Frozen]) -> Callable[[Any, Any, Any], Any]:
        """Derive how the input is made of the state, what the client sends and the rulings."""
        asked_for = [*self.told(input), *self.asks.model_fields]
        sent = tuple([name for name in asked_for if name in input.model_fields and name not in self.named])
        figures = {name: (cast, _figure_in(input.model_fields[name].annotation)) for name, cast in self.named.items()}

        def fill(state: Any, asked: Any, rulings: Any) -> Any:
            values = {name: getattr(asked, name) for name in sent}
            values |= {name: getattr(state, name) for name in self.stored}
            whom = {name: _found(cast, state, getattr(asked, name), name) for name, (cast, _) in figures.items()}
            values |= {name: _declared(figures[name][1], each) for name, each in whom.items()}
            scene = MoveContext(state, asked, rulings, whom)
            if self.refuse is not None:
                self.refuse(scene)
            try:
                if self.work is not None:
                    values.update(self.work(scene))
                return input(**values)
            except ValidationError as error:
                raise _unfit(error) from None

        return fill


def untold(seen: SeenMove) -> str:
    """Return no words: the family has not said yet how it tells this move."""
    return ""


def moved(
    procedure: str,
    input: type[Frozen],
    filling: InputSources,
    follow: Callable[[PlayedMove], Any],
    summary: Callable[[SeenMove], str] = untold,
) -> Move:
    """Derive a move from a procedure's input."""
    return Move(procedure, filling.takes(input), filling.filling(input), follow, summary)


def _unfit(error: ValidationError) -> UnfitRequest:
    """Say which of the procedure's limits what is stored and what is asked come beyond together."""
    first = error.errors(include_url=False, include_context=False)[0]
    where = "/".join([str(each) for each in first["loc"]])
    value = repr(first["input"])[:LONGEST_QUOTE]
    return UnfitRequest(f"With what is stored, {where} would be {value}, which is beyond its limits.", pointer="/input")


def _id_of(info: FieldInfo) -> tuple[Any, FieldInfo]:
    """Return the type of a field that names figures instead of describing them."""
    told = copy(info)
    if NoneType in get_args(info.annotation):
        return FigureId | None, told
    if get_args(info.annotation):
        return Annotated[tuple[FigureId, ...], DISTINCT], told
    return FigureId, told


def _figure_in(annotation: Any) -> type[Frozen]:
    """Return the model of the figures that a field holds: one, several or perhaps one."""
    if isinstance(annotation, type) and issubclass(annotation, Frozen):
        return annotation
    return next(_figure_in(each) for each in get_args(annotation) if each not in (NoneType, Ellipsis))


def _found(cast: Roster, state: Any, name: Any, field: str) -> Any:
    if name is None:
        return None
    if isinstance(name, tuple):
        return tuple([cast.find(state, each, f"/{field}/{place}") for place, each in enumerate(name)])
    return cast.find(state, name, f"/{field}")


def _declared(model: type[Frozen], figure: Any) -> Any:
    """Return figures as a procedure declares them; it may know fewer fields than the state holds."""
    if figure is None or isinstance(figure, model):
        return figure
    if isinstance(figure, tuple):
        return tuple([_declared(model, each) for each in figure])
    return _as(model, figure)


def _as(model: type[Frozen], figure: Any, before: Any = None) -> Any:
    """Return a figure as one model has it, with what another lacks as it was before."""
    if type(figure) is model:
        return figure
    if before is not None:
        known = vars(before)
        return before.model_copy(update={name: each for name, each in vars(figure).items() if name in known})
    return model.model_construct(**{name: each for name, each in vars(figure).items() if name in model.model_fields})
