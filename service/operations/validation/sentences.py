"""Sentences on documents that do not fit: each names the field, says what belongs there, and quotes the value."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from service.errors import DoesNotFit, Fault, NotJson, UmpireError, problems, token_of
from service.errors.spelling import meant, nearest
from service.operations.validation.complaints import MAX_FAULTS, Complaint, Complaints
from service.operations.validation.not_json import too_deep
from service.operations.validation.schema import MAX_FIELDS, Place, counted, listed, place_of
from service.wire import to_json, value_class

LONGEST_QUOTE: Final = 120
MAX_TOLD: Final = 3
"""How many faults the detail of a problem tells; `errors` has all."""
MISSING: Final = "missing"
UNKNOWN: Final = "extra_forbidden"
_TAGS: Final = ("union_tag_invalid", "union_tag_not_found")
_COUNTS: Final = ("too_short", "too_long")
_NAMES: Final = {str: "a text", int: "a number", float: "a number", list: "a list", dict: "an object"}
_TYPES: Final = {
    str: ("string",),
    int: ("integer", "number"),
    float: ("integer", "number"),
    list: ("array",),
    dict: ("object",),
}


@value_class
class Spot:
    """A place with a fault: its path, the value there, the object around it, and what may stand there."""

    path: tuple[str | int, ...]
    value: Any
    around: Any
    place: Place
    place_around: Place

    @property
    def pointer(self) -> str:
        """The JSON Pointer of the place."""
        return "".join(f"/{token_of(each)}" for each in self.path)

    @property
    def name(self) -> str:
        """The field's name in backticks; an item has its number, counted from 0 as in the pointer."""
        return named(self.path)


def named(path: Sequence[str | int]) -> str:
    """Name the field at a path: `skill`, `faces[2]`, or the body."""
    numbers = ""
    for each in reversed(path):
        if isinstance(each, str):
            return f"`{each}{numbers}`"
        numbers = f"[{each}]{numbers}"
    return f"Item {numbers} of the body" if numbers else "The body"


def quoted(value: Any) -> str:
    """Quote a value as JSON, truncated if it is long."""
    try:
        text = to_json(value).decode()
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


def problem_with(about: Complaints, model: type[BaseModel], document: Any, *, as_text: bool = False) -> UmpireError:
    """Return the problem of a document that does not fit; `as_text`: its values came as text, as in an address."""
    complaints = about.found
    if complaints[0]["type"] == "json_invalid":  # the model's parser accepts less nesting than the service's
        return NotJson(too_deep(document))
    whole = place_of(model)
    spots = [(_spot(each, document, whole), each) for each in complaints[:MAX_FAULTS]]
    spots = _without_other_branches(spots)
    faults = []
    for pointer, same in groupby(spots, key=lambda each: (each[0].pointer, each[1]["type"] == MISSING)):
        spot, complaint = next(same)
        slug = spot.place.problem
        if slug is not None and complaint["type"] != MISSING:
            return _unknown_name(slug, spot)
        code = complaint["type"]
        faults.append(
            Fault(pointer=pointer[0], code=code, message=_sentence(spot, complaint, as_text=as_text), rule=None)
        )
    more = max(0, len(complaints) - MAX_FAULTS) + about.unlisted
    problem = DoesNotFit(detail_of(faults, more, stopped=about.stopped), faults=tuple(faults))
    problem.more, problem.stopped = more, about.stopped
    return problem


STOPPED: Final = "There may be more: in a body of this size, a list is validated to its first item that does not fit."


def detail_of(faults: Sequence[Fault], more: int = 0, *, stopped: bool = False) -> str:
    """Return the sentences on the first faults with their places, and how many follow; alike ones in a list are one.

    `more` faults are in the document besides; `stopped`: nobody knows how many.
    """
    told: dict[tuple[str, str], list[str]] = {}
    for fault in faults:
        around = _around(fault.pointer)
        items, _, last = around.rpartition("/")
        told.setdefault((items if last.isdecimal() else around, fault.message), []).append(around)
    sentences = [_together(message, arounds) for (_, message), arounds in list(told.items())[:MAX_TOLD]]
    listed_besides = len(faults) - sum(len(arounds) for arounds in list(told.values())[:MAX_TOLD])
    endings = [f"`errors` has {counted(listed_besides, 'more fault')}."] if listed_besides else []
    endings += (
        [f"There {'is' if more == 1 else 'are'} {counted(more, 'fault')} that `errors` leaves out."] if more else []
    )
    return " ".join([*sentences, *endings, *([STOPPED] if stopped else ())])


def _together(message: str, arounds: Sequence[str]) -> str:
    """Return the sentence on one fault, or on the same fault of several items of a list, with its place."""
    where = arounds[0] if len(arounds) == 1 else f"{len(arounds)} items of {arounds[0].rpartition('/')[0]}"
    return f"In {where}: {message}" if where else message


def _around(pointer: str) -> str:
    """Return the pointer to what a field is in, or to what the list is in that an item is in."""
    around, _, last = pointer.rpartition("/")
    return _around(around) if last.isdecimal() and around.count("/") else around


def setting_faults(error: ValidationError, settings: type[BaseModel]) -> list[str]:
    """Return a sentence on each setting that does not fit, with the name of its environment variable."""
    whole, prefix = place_of(settings), settings.model_config.get("env_prefix", "")
    faults = []
    for each in error.errors(include_url=False):
        place = whole.below(each["loc"][0], None)
        faults.append(f"{prefix}{str(each['loc'][0]).upper()} is {place.phrase()}; got {each['input']!r}.")
    return faults


def _unknown_name(slug: str, spot: Spot) -> UmpireError:
    kind = next(each for each in problems() if each.slug() == slug)
    what = slug.removeprefix("unknown-")
    return kind(f"There is no {what} {quoted(spot.value)}: its id is {spot.place.phrase()}.", pointer=spot.pointer)


def _spot(complaint: Complaint, document: Any, whole: Place) -> Spot:
    """Find the place of a complaint; parts of its location that are not in the document name branches of unions."""
    path: list[str | int] = []
    here, place, around, place_around = document, whole, None, whole
    location = complaint["loc"]
    for position, token in enumerate(location):
        absent = not _holds(here, token)
        if absent and not (complaint["type"] == MISSING and position == len(location) - 1):
            continue
        around, place_around, place = here, place, place.below(token, here)
        here = None if absent else here[token]
        path.append(token)
    return Spot(tuple(path), here, around, place, place_around)


def _holds(here: Any, token: int | str) -> bool:
    if isinstance(here, list):
        return isinstance(token, int) and token < len(here)
    return isinstance(here, dict) and token in here


def _without_other_branches(spots: list[tuple[Spot, Complaint]]) -> list[tuple[Spot, Complaint]]:
    """Leave out what follows from a deeper fault: lists that are short only without their unfit items, for example."""
    deeper = {spot.path[:size] for spot, _ in spots for size in range(len(spot.path))}
    return [each for each in spots if each[0].path not in deeper or _is_about_count(*each)] or spots


def _is_about_count(spot: Spot, complaint: Complaint) -> bool:
    kind, facts = complaint["type"], complaint.get("ctx", {})
    if kind == "too_short":
        return len(spot.value) < int(facts["min_length"])
    return kind == "too_long" and _length(spot, facts) > int(facts["max_length"])


def _length(spot: Spot, facts: Mapping[str, Any]) -> int:
    """Return how many items were sent; the document may have been cut since it was measured."""
    return max(len(spot.value), facts.get("actual_length") or 0)


def _sentence(spot: Spot, complaint: Complaint, *, as_text: bool) -> str:
    kind, facts = complaint["type"], complaint.get("ctx", {})
    if kind == UNKNOWN:
        return _unknown_field(spot)
    if kind == MISSING:
        return _missing(spot)
    if kind in _COUNTS and isinstance(spot.value, list | dict):
        listed_here = counted(_length(spot, facts), "item")
        return f"{spot.name} lists {listed_here}; it is {spot.place.phrase()}{_shown(spot.value)}."
    if kind == "distinct":
        return f"{spot.name} lists {facts['value']} twice; each may stand there once."
    if kind in _TAGS:
        return _tag(spot, facts)
    return _misfit(spot, as_text=as_text)


QUOTED_WHOLE: Final = 5
"""How many plain values a list may have to be quoted."""


def _shown(items: Any) -> str:
    """Quote a short list of plain values, such as a hex of three numbers."""
    is_short = isinstance(items, list) and 0 < len(items) <= QUOTED_WHOLE
    return f"; got {quoted(items)}" if is_short and not any(isinstance(each, list | dict) for each in items) else ""


def _unknown_field(spot: Spot) -> str:
    name = str(spot.path[-1])
    known = spot.place_around.fields(spot.around)
    near = nearest(name, known)
    if near is not None:
        return f"Unknown field {_cut(name)}: did you mean {near}? Got {quoted(spot.value)}."
    fields = f" The fields here are {listed(known, 'and')}." if 0 < len(known) <= MAX_FIELDS else ""
    return f"Unknown field {_cut(name)}; got {quoted(spot.value)}.{fields}"


def _missing(spot: Spot) -> str:
    plain = [node for node in spot.place.nodes if node.get("type") not in ("object", "array", "null")]
    says = f": {spot.place.phrase()}" if plain and len(plain) == len(spot.place.nodes) else ""
    fields = spot.place_around.fields(spot.around)
    may_be_renamed = isinstance(spot.around, dict) and spot.place_around.is_open
    ignored = [each for each in spot.around if each not in fields] if may_be_renamed else []
    near = nearest(str(spot.path[-1]), ignored)
    return f"{spot.name} is missing{says}." + (f" Is it meant by {_cut(near)}?" if near is not None else "")


def _tag(spot: Spot, facts: Mapping[str, Any]) -> str:
    tag = str(facts["discriminator"]).strip("'")
    words = spot.place.tags()
    if "expected_tags" not in facts:
        return f"`{tag}` is missing in {spot.name}: it is {listed(words)}."
    given = spot.value.get(tag)
    return f"`{tag}` of {spot.name} is {listed(words)}; got {quoted(given)}.{meant(str(given), words)}"


def _misfit(spot: Spot, *, as_text: bool) -> str:
    value, place = spot.value, spot.place
    kinds = _TYPES.get(type(value), ())
    remark = ""
    if isinstance(value, str):
        remark = meant(value, place.words())
    what = ""
    if kinds and not as_text and not any(place.has_type(each) for each in kinds):
        what = f", which is {_NAMES[type(value)]}"
    if isinstance(value, str) and any(len(value) > node.get("maxLength", len(value)) for node in place.nodes):
        what = f", which has {len(value)} characters"
    unit = f" ({_first_sentence(place.description)})" if "integer" in {node.get("type") for node in place.nodes} else ""
    unit = unit if isinstance(value, int | float) and not isinstance(value, bool) and place.description else ""
    said = f"{spot.name} is {place.phrase(value)}{unit}; got {quoted(value)}"
    return f"{said}{what}.{remark}"


def _first_sentence(description: str) -> str:
    return description.partition(". ")[0].rstrip(".")


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_QUOTE else f"{name[:LONGEST_QUOTE]}…"
