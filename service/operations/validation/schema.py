"""Schemas of request models: which fields and values stand at a place of a document, described in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from pydantic import BaseModel

from service.wire import FORM, PROBLEM, value_class

Node = Mapping[str, Any]

MAX_FIELDS: Final = 12
MAX_WORDS: Final = 24
KINDS: Final = {"string": "a text", "boolean": "true or false", "null": "null", "object": "an object"}


@value_class
class Place:
    """The schemas that a value may follow at one place of a document: more than one for a union."""

    nodes: tuple[Node, ...]
    definitions: Mapping[str, Any]

    def below(self, token: str | int, value: Any) -> "Place":
        """Return the place of a field or an item; `value` is the document here, whose tag chooses among records."""
        found = [each for node in self._fitting(value) for each in _children(node, token)]
        return Place(tuple(chain.from_iterable(map(self._flat, found))), self.definitions)

    def fields(self, value: Any) -> tuple[str, ...]:
        """Return the names of the fields that an object may have here."""
        return tuple(dict.fromkeys(name for node in self._fitting(value) for name in node.get("properties", ())))

    def words(self) -> tuple[str, ...]:
        """Return the words that may stand here, if it is a choice of words, or texts of a form that are listed."""
        return tuple(str(word) for node in self.nodes for word in (*_words(node), *node.get("examples", ())))

    @property
    def problem(self) -> str | None:
        """The slug of the problem that an unfit value here is, if it has one of its own."""
        return next((node[PROBLEM] for node in self.nodes if PROBLEM in node), None)

    @property
    def is_open(self) -> bool:
        """Whether an object here may have other fields, which are ignored."""
        return all(node.get("additionalProperties", True) is not False for node in self.nodes)

    @property
    def description(self) -> str:
        """The description of the field."""
        return next((str(node["description"]) for node in self.nodes if "description" in node), "")

    def phrase(self, value: Any = None) -> str:
        """Describe in words what stands here: "a whole number from 1 to 40, or null"."""
        phrases = list(dict.fromkeys(_phrase(node) for node in self._fitting(value)))
        if any("discriminator" in node for node in self.nodes):
            phrases = [f"an object whose `{self._tag()}` is {listed(self.tags())}"]
        told = [each for each in phrases if each != "null"]
        return ", or ".join(told or phrases) or "a value"

    def has_type(self, name: str) -> bool:
        """Return whether values of a JSON type may stand here."""
        return any(node.get("type") == name for node in self.nodes)

    def most_items(self) -> int | None:
        """Return how many items a list may have here; None, if there is no limit."""
        limits = [node.get("maxItems") for node in self.nodes if node.get("type") == "array"]
        known = [each for each in limits if each is not None]
        return max(known) if limits and len(known) == len(limits) else None

    def same_as(self, token: str | int) -> str | int:
        """Return a token below which the same may stand: all items of a list, but for records of a fixed length."""
        return 0 if isinstance(token, int) and not any("prefixItems" in node for node in self.nodes) else token

    def tag_in(self, value: Any) -> str | None:
        """Return the tag of a value that chooses among the records that may stand here."""
        given = value.get(self._tag()) if isinstance(value, dict) and self.tags() else None
        return given if isinstance(given, str) else None

    def tags(self) -> tuple[str, ...]:
        """Return the tags of the records that may stand here, if a field tells them apart."""
        return tuple(tag for node in self.nodes if "discriminator" in node for tag in node["discriminator"]["mapping"])

    def _tag(self) -> str:
        return next(str(node["discriminator"]["propertyName"]) for node in self.nodes if "discriminator" in node)

    def _fitting(self, value: Any) -> Iterator[Node]:
        """Yield the plain schemas; of records with tags, the one whose tag the value has."""
        for node in self.nodes:
            if "discriminator" not in node:
                yield node
                continue
            tag = node["discriminator"]["propertyName"]
            mapping = node["discriminator"]["mapping"]
            given = value.get(tag) if isinstance(value, dict) else None
            if isinstance(given, str) and given in mapping:
                yield from self._flat({"$ref": mapping[given]})

    def _flat(self, node: Node) -> Iterator[Node]:
        """Yield the alternatives of a schema, with references resolved; a description applies to each of them."""
        if "$ref" in node:
            target = self.definitions[node["$ref"].rpartition("/")[2]]
            node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
        alternatives = node.get("anyOf", None if "discriminator" in node else node.get("oneOf"))
        if alternatives is None:
            yield node
            return
        shared = {key: node[key] for key in ("description", FORM, PROBLEM) if key in node}
        for each in alternatives:
            yield from self._flat({**each, **shared})


@lru_cache(maxsize=256)
def place_of(model: type[BaseModel]) -> Place:
    """Return the place of a whole document of a model."""
    schema = model.model_json_schema(mode="validation")
    return Place((schema,), schema.get("$defs", {}))


def listed(words: Sequence[str], last: str = "or") -> str:
    """List words as a sentence does: "a, b or c"; of very many, the first ones."""
    if len(words) > MAX_WORDS:
        return f"{', '.join(words[:MAX_WORDS])}, … ({len(words)} in all)"
    return f" {last} ".join([part for part in (", ".join(words[:-1]), *words[-1:]) if part])


def _children(node: Node, token: str | int) -> Iterator[Node]:
    if isinstance(token, int):
        items = node.get("prefixItems", ())
        found = items[token] if token < len(items) else node.get("items")
    else:
        found = node.get("properties", {}).get(token, node.get("additionalProperties"))
    if isinstance(found, dict):
        yield found


def _words(node: Node) -> Sequence[Any]:
    return node["enum"] if "enum" in node else (node["const"],) if "const" in node else ()


_MEASURED: Final[Mapping[str | None, Callable[[Node], str]]] = {
    "integer": lambda node: _range("a whole number", node),
    "number": lambda node: _range("a number", node),
    "string": lambda node: _count("a text", node.get("minLength"), node.get("maxLength"), "character"),
    "array": lambda node: _count("a list", node.get("minItems"), node.get("maxItems"), "item"),
}


def _phrase(node: Node) -> str:
    kind = node.get("type")
    words = [str(word) for word in _words(node)]
    if words:
        return listed(words)
    if FORM in node and kind != "null":
        return str(node[FORM])
    if kind in _MEASURED:
        return _MEASURED[kind](node)
    fields = tuple(node.get("properties", ()))
    if kind == "object" and 0 < len(fields) <= MAX_FIELDS:
        return f"an object with the field{'s' * (len(fields) > 1)} {listed(fields, 'and')}"
    return KINDS.get(kind or "", "a value")


def _range(noun: str, node: Node) -> str:
    low, high = node.get("minimum"), node.get("maximum")
    over, under = node.get("exclusiveMinimum"), node.get("exclusiveMaximum")
    if low is not None and high is not None:
        return f"{noun} from {low} to {high}"
    limits = ((over, "above"), (low, "of at least"), (under, "below"), (high, "of at most"))
    return " and ".join([noun, *[f"{word} {limit}" for limit, word in limits if limit is not None]]).replace(
        f"{noun} and ", f"{noun} "
    )


def _count(noun: str, low: int | None, high: int | None, unit: str) -> str:
    if not low and high is None:
        return noun
    if low and high is not None:
        return f"{noun} of {counted(low, unit)}" if low == high else f"{noun} of {low} to {high} {unit}s"
    return f"{noun} of at least {counted(low or 0, unit)}" if low else f"{noun} of at most {counted(high or 0, unit)}"


def counted(count: int, unit: str) -> str:
    """Return a count with its unit: "1 item", "2 items"."""
    return f"{count} {unit}{'s' * (count != 1)}"
