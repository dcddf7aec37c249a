"""A type accepts exactly what its JSON Schema says, and answers are written as they stand."""

import json
from collections.abc import Callable
from dataclasses import field, replace
from enum import Enum
from operator import attrgetter
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from service.app import FAMILIES
from service.wire import DISTINCT, WHOLE, Distinct, Frozen, Ranked, Whole, changed, record, to_json, value_class


class Season(Ranked):
    """Words in order."""

    SPRING = "spring"
    SUMMER = "summer"
    AUTUMN = "autumn"


class Almanac(Frozen):
    """One field of every type of the wire."""

    count: Whole
    stat: Annotated[int, Field(ge=0, le=60), WHOLE] = 5
    seasons: Annotated[tuple[Season, ...], Field(max_length=2), DISTINCT] = ()
    names: Distinct[Annotated[str, Field(min_length=1, max_length=4)]] = ()
    wet: bool = False
    note: str | None = None


class Diary(Almanac):
    """Another model with the same fields."""


@record
class Day:
    """An answer with one nested record."""

    season: Season
    hours: tuple[int, ...]
    almanac: Almanac | None


SCHEMA = Draft202012Validator(Almanac.model_json_schema())
NUMBERS = st.one_of(st.integers(-5, 70), st.integers(), st.floats(allow_nan=False, allow_infinity=False))
WORDS = st.sampled_from(["spring", "summer", "autumn", "winter", "Spring", "ash", "", "longer"])
SCALARS = st.one_of(NUMBERS, WORDS, st.booleans(), st.none())
ALMOST = st.fixed_dictionaries(
    {"count": st.one_of(NUMBERS, SCALARS)},
    optional={
        "stat": st.one_of(NUMBERS, SCALARS),
        "seasons": st.one_of(st.lists(WORDS, max_size=4), SCALARS),
        "names": st.one_of(st.lists(WORDS, max_size=4), st.lists(SCALARS, max_size=2)),
        "wet": SCALARS,
        "note": SCALARS,
        "unknown": SCALARS,
    },
)


def accepted(text: str) -> bool:
    """Whether the model takes a JSON text."""
    try:
        Almanac.model_validate_json(text)
    except ValidationError:
        return False
    return True


@given(ALMOST)
def test_the_model_accepts_what_its_schema_says(document: dict[str, Any]) -> None:
    """Whatever JSON comes, model and schema agree on whether it fits."""
    text = json.dumps(document)
    assert accepted(text) == SCHEMA.is_valid(json.loads(text))


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ('{"count": 42}', True),
        ('{"count": 42.0}', True),
        ('{"count": 4.2e1}', True),
        ('{"count": -0.0}', True),
        ('{"count": 42.5}', False),
        ('{"count": true}', False),
        ('{"count": false}', False),
        ('{"count": "42"}', False),
        ('{"count": null}', False),
        ('{"count": 123456789012345678901234567890}', True),
        ('{"count": 1, "stat": 60.0}', True),
        ('{"count": 1, "stat": 60.5}', False),
        ('{"count": 1, "stat": 61.0}', False),
        ('{"count": 1, "stat": -1}', False),
        ('{"count": 1, "stat": true}', False),
        ('{"count": 1, "seasons": ["spring", "autumn"]}', True),
        ('{"count": 1, "seasons": ["spring", "spring"]}', False),
        ('{"count": 1, "seasons": ["spring", "summer", "autumn"]}', False),
        ('{"count": 1, "seasons": ["SPRING"]}', False),
        ('{"count": 1, "seasons": [0]}', False),
        ('{"count": 1, "seasons": "spring"}', False),
        ('{"count": 1, "names": ["ash", "orc"]}', True),
        ('{"count": 1, "names": ["ash", "ash"]}', False),
        ('{"count": 1, "names": [""]}', False),
        ('{"count": 1, "wet": 0}', False),
        ('{"count": 1, "note": null}', True),
        ('{"count": 1, "mood": "good"}', False),
        ("{}", False),
    ],
)
def test_edges_of_the_types(text: str, fits: bool) -> None:
    """Whole numbers may be written with a point, booleans are no numbers, and distinct lists repeat nothing."""
    assert accepted(text) is fits
    assert SCHEMA.is_valid(json.loads(text)) is fits


@pytest.mark.parametrize("text", ['{"count": NaN}', '{"count": Infinity}', '{"count": 1e400}'])
def test_numbers_are_finite(text: str) -> None:
    """What is no finite number is refused, however it is written."""
    assert not accepted(text)


def test_a_repeated_item_is_quoted() -> None:
    """The error of a distinct list names the item that came twice."""
    with pytest.raises(ValidationError, match="ash is listed twice"):
        Almanac.model_validate_json('{"count": 1, "names": ["ash", "orc", "ash"]}')


def test_distinct_lists_keep_their_order() -> None:
    """A distinct list is not sorted."""
    read = Almanac.model_validate_json('{"count": 1, "seasons": ["autumn", "spring"]}')
    assert read.seasons == (Season.AUTUMN, Season.SPRING)


def test_requests_do_not_change() -> None:
    """A request model is frozen and hashable."""
    almanac, field = Almanac(count=1), "count"
    with pytest.raises(ValidationError, match="frozen"):
        setattr(almanac, field, 2)
    assert hash(almanac) == hash(Almanac(count=1))


def _models(base: type[BaseModel] = BaseModel) -> list[type[BaseModel]]:
    """All models that have been declared so far."""
    return [each for one in base.__subclasses__() for each in (one, *_models(one))]


def test_fields_are_all_that_models_have() -> None:
    """No model has extra fields or private attributes, so that reading a field needs no hook of Pydantic's."""
    assert FAMILIES
    assert "__getattr__" not in vars(BaseModel)
    models = [each for each in _models() if each.__module__.startswith("service.")]
    assert len(models) > 100
    assert [each for each in models if each.__private_attributes__ or each.model_config.get("extra") == "allow"] == []
    with pytest.raises(AttributeError, match="'Almanac' object has no attribute 'missing'"):
        attrgetter("missing")(Almanac(count=1))


def test_ranked_words_compare_by_their_place() -> None:
    """Ranks count from 0 in the order declared; the word is what travels."""
    assert [season.rank for season in Season] == [0, 1, 2]
    assert [Season.at(rank) for rank in range(3)] == list(Season)
    assert str(Season.SUMMER) == "summer"
    assert issubclass(Season, Enum)
    assert TypeAdapter(Season).json_schema()["enum"] == ["spring", "summer", "autumn"]
    with pytest.raises(IndexError):
        Season.at(3)


def test_answers_are_whole() -> None:
    """A record is built by keyword with every field, and compares and hashes by them."""
    build: Callable[..., Day] = Day
    day = build(season=Season.SPRING, hours=(6, 18), almanac=None)
    assert day == build(season=Season.SPRING, hours=(6, 18), almanac=None)
    assert len({day, build(season=Season.SPRING, hours=(6, 18), almanac=None)}) == 1
    with pytest.raises(TypeError):
        build(Season.SPRING, (), None)
    with pytest.raises(TypeError):
        build(season=Season.SPRING, hours=())


@value_class
class Hour:
    """A value with a default, and with a field that does not count."""

    number: int
    names: tuple[str, ...] = field(default=(), compare=False)


@value_class
class Noon(Hour):
    """A value with one field more, and an own hash."""

    bell: bool = True

    def __hash__(self) -> int:
        """Return the hash of the number alone."""
        return hash(self.number)


def test_values_are_dataclasses() -> None:
    """A value is built by place or name, compares and hashes by the fields that count, and is shown with all."""
    assert Hour(3, ("tierce",)) == Hour(number=3)
    assert len({Hour(3), Hour(3, ("tierce",)), Hour(9)}) == 2
    assert Hour(12) != Noon(12)
    assert hash(Noon(12)) == hash(12)
    assert repr(Noon(12, bell=False)) == "Noon(number=12, names=(), bell=False)"
    assert replace(Noon(12), bell=False) == Noon(12, (), False)
    assert not hasattr(Hour(3), "__dict__")
    build: Callable[..., Hour] = Hour
    with pytest.raises(TypeError):
        build()


def test_methods_are_generated_when_they_are_first_called() -> None:
    """A class that nobody uses costs no generated method; whichever is called first, all of them work."""

    @record
    class Sunrise(Day):
        minute: int

    assert not any(generated(Sunrise, name) for name in ("__init__", "__eq__", "__hash__"))
    copied: Sunrise = object.__new__(Sunrise)
    vars(copied).update(season=Season.SPRING, hours=(), almanac=None, minute=5)
    assert {copied} == {Sunrise(season=Season.SPRING, hours=(), almanac=None, minute=5)}
    assert all(generated(Sunrise, name) for name in ("__init__", "__eq__", "__hash__"))


def generated(kind: type, name: str) -> bool:
    """Whether a method of a class was generated for it."""
    return str(vars(kind)[name].__code__.co_filename) == "<string>"


def test_answers_are_written_as_they_stand() -> None:
    """Records and models are written field by field in order, enumerations as their words, tuples as lists."""
    day = Day(season=Season.AUTUMN, hours=(6, 18), almanac=Almanac(count=1, seasons=(Season.SPRING,)))
    assert to_json(day) == (
        b'{"season":"autumn","hours":[6,18],'
        b'"almanac":{"count":1,"stat":5,"seasons":["spring"],"names":[],"wet":false,"note":null}}'
    )


def test_what_does_not_travel_is_refused() -> None:
    """A value that has no place in JSON is a fault of the service, not silently written as text."""
    with pytest.raises(TypeError):
        to_json({"odds": complex(1, 2)})


def test_models_are_equal_if_class_and_fields_are() -> None:
    """Models compare and hash by their class and fields as Pydantic's do, whichever of the fields were given."""
    almanac, same, other = Almanac(count=1), Almanac(count=1, stat=5), Almanac(count=2)
    changed, longer = other.model_copy(update={"count": 1}), Diary(count=1)
    known = (almanac, same, other, changed, longer, Diary(count=1), 1)
    for one in known[:-1]:
        for another in known:
            assert (one == another) is (BaseModel.__eq__(one, another) is True), (one, another)
    assert almanac == same
    assert hash(almanac) == hash(same)
    assert len({almanac, same, other}) == 2


@pytest.mark.parametrize("update", [None, {}, {"count": 2}, {"note": "dry", "wet": True}])
@pytest.mark.parametrize("deep", [False, True])
def test_a_changed_copy_is_what_pydantic_makes(update: dict[str, Any] | None, *, deep: bool) -> None:
    """A copy has the changed fields, says which were given, and leaves the model that was copied as it was."""
    almanac = Almanac(count=1, names=("ash",))
    copied, expected = almanac.model_copy(update=update, deep=deep), BaseModel.model_copy(almanac, update=update)
    assert copied == expected
    assert copied.model_fields_set == expected.model_fields_set
    assert almanac.model_dump(exclude_unset=True) == {"count": 1, "names": ("ash",)}


def test_a_changed_record_is_what_dataclasses_make() -> None:
    """A changed copy of a record equals the one that `dataclasses.replace` makes, and leaves the record as it was."""
    before = Day(season=Season.AUTUMN, hours=(6, 18), almanac=None)
    changes: dict[str, Any] = {"almanac": Almanac(count=1), "season": Season.SPRING}
    after = changed(before, **changes)
    assert after == replace(before, **changes)
    assert to_json(after) == to_json(replace(before, **changes))
    assert before == Day(season=Season.AUTUMN, hours=(6, 18), almanac=None)


def test_a_model_of_validated_fields_is_what_pydantic_constructs() -> None:
    """A model that is made of its validated fields equals the one that is validated, whatever their order."""
    fields = vars(Almanac(count=1, names=("a",)))
    made, constructed = Almanac.of_validated(dict(reversed(fields.items()))), Almanac.model_construct(**fields)
    assert made == constructed
    assert (list(vars(made)), made.model_fields_set) == (list(vars(constructed)), constructed.model_fields_set)
    assert made.model_dump_json() == constructed.model_dump_json()
    with pytest.raises(KeyError):
        Almanac.of_validated({"count": 1})
