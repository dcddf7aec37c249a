"""What the pages are made of: the operations, the families, and the answers to the examples of the families."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from service.api.documents.example_requests import answer_to, as_json, run_example
from service.operations.catalogue.families import FamilyEntry, RuleEntry, TableEntry
from service.operations.catalogue.ready_figures import FightList, FigureEntry, FigureList, ReadyFight
from service.operations.encounters.reading.play_page import PlayEntry
from service.operations.registry import Effect, Operation, Registry
from service.rules.examples import Example
from service.rules.kernel.family import Family
from service.wire import to_json

ENCOUNTERS: Final = "encounters"
OTHER: Final = "service"
"""The group of the operations that belong to no family and to no encounter."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An example request of an operation, and its answer."""

    operation: Operation
    example: Example
    answer: Any


@dataclass(frozen=True, slots=True)
class Sample:
    """How a rule shows in the answer to an example: a sentence of a step, or a term of a sum."""

    text: str
    procedure: str


class Library:
    """The operations and the families; what has to be computed is computed when it is first read.

    `operations` returns a registry without a store and without worker processes.
    """

    def __init__(self, operations: Callable[[], Registry], families: Iterable[Family]) -> None:
        """Set where operations and families come from."""
        self._operations = operations
        self.families = {family.name: family for family in families}
        self._answered: dict[str, tuple[Answered, ...]] = {}
        self._rules: dict[str, Sequence[RuleEntry]] = {}
        self._tables: dict[str, Sequence[TableEntry]] = {}
        self._figures: dict[str, Sequence[FigureEntry]] = {}

    @cached_property
    def registry(self) -> Registry:
        """All operations."""
        return self._operations()

    @property
    def group_names(self) -> Sequence[str]:
        """The names of the groups of operations."""
        return (*self.families, ENCOUNTERS, OTHER)

    @cached_property
    def groups(self) -> Mapping[str, Sequence[Operation]]:
        """The operations by group: each family, encounters, and the rest."""
        groups: dict[str, list[Operation]] = {name: [] for name in self.group_names}
        for operation in self.registry:
            first = operation.name.partition("/")[0]
            groups[first if first in groups else OTHER].append(operation)
        return groups

    def family(self, name: str) -> FamilyEntry:
        """Describe a family as `GET /v1/families/{family}` does."""
        entry: FamilyEntry = self._read("families/get", family=name)
        return entry

    def play(self, name: str) -> PlayEntry:
        """Describe how a family is played, as `GET /v1/families/{family}/play` does."""
        entry: PlayEntry = self._read("families/play", family=name)
        return entry

    def rules(self, name: str) -> Sequence[RuleEntry]:
        """Describe the rules and rulings of a family, as `GET /v1/families/{family}/rules/{rule}` does."""
        if name not in self._rules:
            family = self.family(name)
            ids = (*family.rules, *family.decisions)
            self._rules[name] = [self._read("families/rule", family=name, rule=each) for each in ids]
        return self._rules[name]

    def tables(self, name: str) -> Sequence[TableEntry]:
        """Return the tables of a family, as `GET /v1/families/{family}/tables/{table}` does."""
        if name not in self._tables:
            tables = self.family(name).tables
            self._tables[name] = [self._read("families/table", family=name, table=each) for each in tables]
        return self._tables[name]

    def figures(self, name: str) -> Sequence[FigureEntry]:
        """Return the ready figures of a family, as `GET /v1/{family}/figures/{id}` does."""
        if name not in self._figures:
            listed: FigureList = self._read(f"{name}/figures")
            self._figures[name] = [self._read(f"{name}/figure", id=each.id) for each in listed.figures]
        return self._figures[name]

    def fights(self, name: str) -> Sequence[ReadyFight]:
        """Return the ready fights of a family, as `GET /v1/{family}/fights` does."""
        listed: FightList = self._read(f"{name}/fights")
        return listed.fights

    def answered(self, family: str) -> tuple[Answered, ...]:
        """Answer all examples of a family's procedures."""
        procedures = [each for each in self.groups[family] if each.effect in (Effect.ROLL, Effect.COMPUTE)]
        return tuple([answered for each in procedures for answered in self.answers(each)])

    def answers(self, operation: Operation) -> tuple[Answered, ...]:
        """Answer the examples of a procedure."""
        if operation.name not in self._answered:
            answered = [Answered(operation, each, answer_to(operation, each.request)) for each in operation.examples]
            self._answered[operation.name] = tuple(answered)
        return self._answered[operation.name]

    @cached_property
    def first_attack(self) -> Answered:
        """The answer to the shortest attack among the first examples."""
        attacks = [self.registry[f"{family}/resolve-attack"] for family in self.families]
        shortest = min(attacks, key=lambda each: len(to_json(each.examples[0].request)))
        return self.answers(shortest)[0]

    def samples(self, family: str) -> Mapping[str, Sample]:
        """Return by rule the first sentence or term that cites it in the answers to the examples."""
        samples: dict[str, Sample] = {}
        for answered in self.answered(family):
            for step in answered.answer.get("steps", ()):
                for rule, text in _cited(step):
                    samples.setdefault(rule, Sample(text, answered.operation.name.partition("/")[2]))
        return samples

    def modifiers(self, family: str) -> Mapping[str, list[tuple[str, Mapping[str, Any]]]]:
        """Return by rule the rows of the family's tables that name it: the table's name, and the row by column."""
        rows: dict[str, list[tuple[str, Mapping[str, Any]]]] = defaultdict(list)
        for table in self.tables(family):
            if "rule" in table.columns:
                for row in table.rows:
                    cells = dict(zip(table.columns, as_json(row), strict=True))
                    rows[cells.pop("rule")].append((table.name, cells))
        return rows

    def _read(self, operation: str, **request: str) -> Any:
        return asyncio.run(run_example(self.registry[operation], request))


def _cited(step: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the rules that a step applies, each with what it says of them."""
    terms = (step["target"] or {}).get("terms", ())
    added = [(term["rule"], f"{term['label']} {term['value']:+}: {step['text']}".replace(" -", " −")) for term in terms]
    return [(step["rule"], step["text"]), *added, *[(each, step["text"]) for each in step["cites"]]]
