"""GraphQL variables: functions, compiled once per input type, that validate and rename JSON values.

graphql-core looks up every type and field again for every value. The functions made here accept fewer values (no
conversion, no defaults) and give the same result for these. For all other values they raise `Misfit`; graphql-core then
validates the value and explains the error.
"""

from collections.abc import Callable
from math import isfinite
from typing import Any, Final, cast

from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLList, GraphQLNonNull

Read = Callable[[Any], Any]


class Misfit(Exception):
    """A value that is invalid, or valid only after a conversion."""


def reader_of(kind: Any) -> Read:
    """Return the function that checks and renames a value of an input type.

    For other values the function raises `Misfit`, `KeyError` or `TypeError`, whichever is cheapest.
    """
    if isinstance(kind, GraphQLNonNull):
        return _reader_of_value(kind.of_type)
    read = _reader_of_value(kind)
    return lambda value: None if value is None else read(value)


def _reader_of_value(kind: Any) -> Read:
    if isinstance(kind, GraphQLList):
        return _list_reader(reader_of(kind.of_type))
    if isinstance(kind, GraphQLInputObjectType):
        return _object_reader(kind)
    if isinstance(kind, GraphQLEnumType):
        return {name: member.value for name, member in kind.values.items()}.__getitem__
    return LEAVES[kind.name]


def _list_reader(read: Read) -> Read:
    def items(value: Any) -> Any:
        if value.__class__ is not list:
            raise Misfit
        return [read(item) for item in value]

    return items


def _object_reader(kind: GraphQLInputObjectType) -> Read:
    readers: dict[str, tuple[str, Read]] = {}
    required = frozenset([name for name, field in kind.fields.items() if isinstance(field.type, GraphQLNonNull)])
    reshape, is_one_of = kind.out_type, kind.is_one_of

    def whole(value: Any) -> Any:
        if value.__class__ is not dict or not required <= value.keys():
            raise Misfit
        if not readers:  # read late, for types that contain themselves
            readers.update(
                {name: (field.out_name or name, reader_of(field.type)) for name, field in kind.fields.items()}
            )
        fields = {}
        for name, given in value.items():
            out_name, read = readers[name]
            fields[out_name] = read(given)
        if is_one_of and (len(fields) != 1 or None in fields.values()):
            raise Misfit
        return reshape(fields)

    return whole


def _integer(value: Any) -> int:
    if value.__class__ is not int or not -(2**31) <= value < 2**31:
        raise Misfit
    return value


def _number(value: Any) -> float:
    if value.__class__ not in (int, float) or not isfinite(value):
        raise Misfit
    return cast("float", value)


def _text(value: Any) -> str:
    if value.__class__ is not str:
        raise Misfit
    return value


def _truth(value: Any) -> bool:
    if value.__class__ is not bool:
        raise Misfit
    return value


def _anything(value: Any) -> Any:
    if value is None:
        raise Misfit
    return value


LEAVES: Final[dict[str, Read]] = {
    "Int": _integer,
    "Float": _number,
    "String": _text,
    "Boolean": _truth,
    "JSON": _anything,
}
