"""The registry of operations, from which REST, OpenAPI, GraphQL, the command line and documentation are derived."""

import inspect
import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, Final, get_args, get_type_hints

from service.errors import UmpireError
from service.rules.examples import Example
from service.settings.access.scopes import Scope
from service.wire import Frozen, value_class

BODY_BYTES: Final = 256 * 1024
"""The default limit of a request body."""

ANSWER_BYTES: Final = 4 * 2**20
"""The most bytes of an answer."""

PROOF_BYTES: Final = ANSWER_BYTES + BODY_BYTES
"""The limit of a body to verify, which holds any answer beside its request or a log, and of one with a large map."""


TITLE_LENGTH: Final = 60
"""The most characters of a title: tools show it as the name of an operation."""

SECTION: Final = re.compile(r"^(Dice|Raises|Ruling|Source):\s*", re.MULTILINE)
"""The beginning of a section of a docstring."""

NO_DICE: Final = "none."
DIE: Final = re.compile(r"\b\d*D\d+\b")
"""A die as docstrings write it: D100, 3D6; transcripts write it in lower case."""


class Effect(StrEnum):
    """The effect of an operation, which decides how REST and GraphQL offer it.

    KEEP operations change or play stored state. FOLLOW operations answer more than once: their `run` returns a
    `OpenFeed`, which REST sends as Server-Sent Events and GraphQL as a subscription.
    """

    ROLL = "roll"
    COMPUTE = "compute"
    READ = "read"
    KEEP = "keep"
    FOLLOW = "follow"


@value_class
class Link:
    """A link from an answer to another operation, with the sources of that operation's request fields.

    `fields` maps fields to texts, which may be OpenAPI runtime expressions such as "$response.body#/families/0/name".
    """

    title: str
    operation: str
    fields: Mapping[str, str]


@value_class
class Media:
    """An answer that is a file over HTTP and on the command line: its media type, and the field that is the file."""

    type: str
    field: str


@value_class
class Http:
    """The HTTP details of an operation: method, status, headers, body limit, and the media type if it is not JSON.

    `request_headers` maps fields of the request to the headers they are read from. `response_headers` maps headers to
    templates that are filled with fields of the first answer type: {"ETag": '"{version}"'}. `body_bytes` is the largest
    body that is read; None: the default limit. With `body_optional` no body is the same as an empty object; with
    `token_optional` an API key may stand for the token. If `revalidated`, a client that has the version which its
    `ETag` names is answered 304. `values` has the values of a parameter of the path that has few: at others nothing is.
    """

    method: str | None = None
    status: int = 200
    request_headers: Mapping[str, str] = field(default_factory=dict)
    response_headers: Mapping[str, str] = field(default_factory=dict)
    body_bytes: int | None = None
    media: Media | None = None
    body_optional: bool = False
    token_optional: bool = False
    revalidated: bool = False
    values: Mapping[str, Collection[str]] = field(default_factory=dict)


@value_class
class Inside:
    """Requests inside a body: `tag` is the field that says which one it is, such as the name of an operation.

    `models` has for each value of the tag the models of other fields. Fields of these models that `leaves_out` names
    are not sent; if `is_open`, fields that they do not have are ignored.
    """

    tag: str
    models: Mapping[str, Mapping[str, type[Frozen]]]
    leaves_out: frozenset[str] = frozenset()
    is_open: bool = False


BESIDE_INPUT: Final = frozenset({"dice", "keep", "keep_with", "fields"})
"""Fields of requests that say nothing of what is resolved: the dice, where the answer is kept, what is told of it."""

PLAIN: Final = Http()
TOKEN: Final = {"token": "Authorization"}
"""The request's token is read from this header."""
SECRET: Final = {"Cache-Control": "no-store"}
"""Headers of answers with tokens: no cache may store them."""
OPEN: Final[frozenset[Scope]] = frozenset()
"""The scopes of an operation that needs none."""


@value_class
class Operation:
    """One operation that clients can request.

    `name` is kebab-case with the family first ("opposed/resolve-attack"). `request` is the model of the whole request:
    fields named in the path are read from the path, fields named in `http` from headers, all others from the body, or
    from the query if there is no body. `answers` are the possible answer records. `run` takes the validated request and
    returns one of them, or raises one of `errors`; `rest_answers` are possible everywhere but over GraphQL. `work`
    estimates the work of a request, on the scale of `service.operations.work.estimates`; None: always light.
    `inside` says what the contract has of requests inside its body, and `parts` what types the fields of its answers
    have that are declared as plain JSON.
    `delivers` is the record that the service posts later to the `url` of the request, if it does. `heading` is the
    title, if the summary has none. `elsewhere` is where large bodies are validated
    (`service.operations.work.large_bodies`); None: on the event loop. `prepare`
    does what can be done without the store, and returns what `run` then takes instead of the request.
    """

    name: str
    summary: str
    description: str
    effect: Effect
    path: str
    request: type[Frozen]
    answers: tuple[type, ...]
    run: Callable[[Any], Awaitable[Any]]
    errors: tuple[type[UmpireError], ...] = ()
    examples: tuple[Example, ...] = ()
    links: tuple[Link, ...] = ()
    http: Http = PLAIN
    work: Callable[[Any], int] | None = None
    delivers: type | None = None
    rest_answers: tuple[type, ...] = ()
    heading: str = ""
    elsewhere: Any = None
    prepare: Callable[[Any], Any] | None = None
    inside: Inside | None = None
    parts: tuple[tuple[str, Any], ...] = ()

    @property
    def title(self) -> str:
        """A title of at most 60 characters: "Resolve attack (heroic)"."""
        return self.heading or title_in(self.summary)

    @property
    def method(self) -> str:
        """The HTTP method: the declared one, else GET for operations that read or follow, and POST for all others."""
        return self.http.method or ("GET" if self.effect in (Effect.READ, Effect.FOLLOW) else "POST")

    @property
    def changes(self) -> bool:
        """Whether the operation rolls dice or changes stored state; GraphQL then offers it as a mutation."""
        return self.effect in (Effect.ROLL, Effect.KEEP)

    @property
    def is_stateless(self) -> bool:
        """Whether the operation needs no store: it rolls or computes."""
        return self.effect in (Effect.ROLL, Effect.COMPUTE)

    @property
    def is_reference(self) -> bool:
        """Whether it answers what is the same for everybody until the service is another: families, rules, tables."""
        return self.effect is Effect.READ and self.method == "GET" and not self.scopes and self.http.media is None

    @property
    def takes_token(self) -> bool:
        """Whether the request brings the token of an encounter or a listing."""
        return "Authorization" in self.http.request_headers.values()

    @property
    def scopes(self) -> frozenset[Scope]:
        """The scopes, any of which a caller needs; empty, if the operation is open to all, as reference is."""
        group = self.name.partition("/")[0]
        if self.is_stateless or group in ("results", "tickets"):
            return frozenset({Scope.RESOLVE})
        if group == "campaigns":
            return frozenset({Scope.CAMPAIGNS})
        if group in ("encounters", "listings"):
            return frozenset({Scope.ENCOUNTERS, *([Scope.TOKENS] if self.takes_token else [])})
        return OPEN

    @property
    def snake_name(self) -> str:
        """The name as an identifier: "opposed_resolve_attack"."""
        return self.name.replace("/", "_").replace("-", "_")

    @property
    def pascal_name(self) -> str:
        """The name as a type name: "OpposedResolveAttack"."""
        return pascal(self.name)

    @property
    def camel_name(self) -> str:
        """The name as a GraphQL field: "opposedResolveAttack"."""
        pascal_name = self.pascal_name
        return pascal_name[0].lower() + pascal_name[1:]


class Registry:
    """All operations in the order of the documentation, by name and by path."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        """Index the operations; two of the same name, or of the same method and path, are an error."""
        self._by_name: dict[str, Operation] = {}
        self._by_path: dict[str, dict[str, Operation]] = {}
        for operation in operations:
            at_path = self._by_path.setdefault(operation.path, {})
            if operation.name in self._by_name or operation.method in at_path:
                message = f"operation {operation.name} ({operation.method} {operation.path}) is declared twice"
                raise ValueError(message)
            self._by_name[operation.name] = operation
            at_path[operation.method] = operation

    def __iter__(self) -> Iterator[Operation]:
        """Yield every operation in the order of the documentation."""
        return iter(self._by_name.values())

    def __getitem__(self, name: str) -> Operation:
        """Return the operation of a name."""
        return self._by_name[name]

    def get(self, name: str) -> Operation | None:
        """Return the operation of a name, if there is one."""
        return self._by_name.get(name)

    @property
    def paths(self) -> Mapping[str, Mapping[str, Operation]]:
        """The operations at each path by method."""
        return self._by_path

    @property
    def spelt_paths(self) -> Iterator[str]:
        """Each path, and instead of one with a parameter that has few values the paths with each of them."""
        for path, operations in self._by_path.items():
            spelt = [path]
            for name, values in values_in(operations).items():
                spelt = [each.replace(f"{{{name}}}", value) for each in spelt for value in values]
            yield from spelt


def values_in(operations: Mapping[str, Operation]) -> Mapping[str, Collection[str]]:
    """Return the values of parameters of one path that have few, by parameter."""
    return {name: values for each in operations.values() for name, values in each.http.values.items()}


def operation_of(name: str, path: str, run: Callable[[Any], Awaitable[Any]], **declared: Any) -> Operation:
    """Declare an operation; what is not declared of its request, answers and documentation is read from its method.

    Errors that are declared twice count once.
    """
    hints = get_type_hints(run)
    summary, description = documentation_of(run)
    answers = get_args(hints["return"]) or (hints["return"],)
    read = {"summary": summary, "description": description, "request": hints["request"], "answers": answers}
    errors = tuple(dict.fromkeys(declared.pop("errors", ())))
    return Operation(name=name, path=path, run=run, errors=errors, **{**read, **declared})


def documentation_of(run: Callable[..., Any]) -> tuple[str, str]:
    """Return the summary and the description of an operation, for callers: from the docstring of the function it runs.

    Of the sections of a docstring, `Dice:` becomes a sentence, `Ruling:` a list of ids, and `Source:` stays. `Raises:`
    is left out: it names classes, and the errors of an operation are listed as its problem responses.
    """
    summary, _, rest = (inspect.getdoc(run) or "").partition("\n\n")
    body, *parts = SECTION.split(rest)
    sections = dict(zip(parts[::2], [" ".join(part.split()) for part in parts[1::2]], strict=True))
    dice = sections.get("Dice", NO_DICE)
    told = {
        "Order of the dice": "" if dice == NO_DICE else DIE.sub(lambda die: die[0].lower(), dice),
        "Rulings": ", ".join(_in_full(sections.get("Ruling", ""))),
        "Source": sections.get("Source", ""),
    }
    lines = [f"{name}: {text}{'' if text.endswith('.') else '.'}" for name, text in told.items() if text]
    return " ".join(summary.split()), "\n\n".join(filter(None, [body.strip(), "\n".join(lines)]))


def _in_full(rulings: str) -> Iterator[str]:
    """Yield the ids of a list in which an id without a path has that of the one before: `mass/ruling/x, y`."""
    path = ""
    for each in re.split(r",\s*", rulings.rstrip(".")):
        path = f"{each.rpartition('/')[0]}/" if "/" in each else path
        if each:
            yield each if "/" in each else f"{path}{each}"


def title_in(summary: str) -> str:
    """Shorten a summary to a title: without its full stop, and if it is long, up to its first comma or colon."""
    sentence = summary.rstrip(".")
    return sentence if len(sentence) <= TITLE_LENGTH else re.split("[,:;]", sentence, maxsplit=1)[0]


def pascal(name: str) -> str:
    """Turn "opposed/resolve-attack" into "OpposedResolveAttack"."""
    return "".join(part.capitalize() for part in name.replace("/", "-").split("-"))
