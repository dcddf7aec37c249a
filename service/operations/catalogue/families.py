"""Catalogue operations: read the families, their procedures, rulings, rules and tables, and the service's version."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import version
from typing import Annotated, Any, Final, get_args

from pydantic import Field
from pydantic.fields import FieldInfo

from service.dice.model import Rule
from service.dice.seeded import GENERATOR
from service.errors import UmpireError, UnknownFamily, UnknownRule, UnknownTable
from service.errors.spelling import meant
from service.operations.catalogue.limits import Limits
from service.operations.catalogue.rule_sentences import has_words, sentences_of_rules
from service.operations.encounters.reading.play_page import PlayEntry, play_page_of
from service.operations.procedure import BoundProcedure
from service.operations.registry import Effect, Link, Operation, operation_of
from service.rules.examples import Example
from service.rules.kernel.book import Ruling
from service.rules.kernel.family import Family, Table
from service.wire import Frozen, Json, record

Name = Annotated[str, Field(min_length=1, max_length=100, description="Name in kebab-case.")]
RuleName = Annotated[
    str, Field(min_length=1, max_length=200, description="Rule id, with or without the family: attack/sequence.")
]


class Nothing(Frozen):
    """A request without parameters."""


class FamilyName(Frozen):
    """The name of a family."""

    family: Name


class RuleOfFamily(Frozen):
    """The name of a family, and the id of one of its rules."""

    family: Name
    rule: RuleName


class RulesOfFamily(FamilyName):
    """The name of a family, and words that its rules have."""

    search: Annotated[str, Field(min_length=1, max_length=100)] | None = Field(
        default=None,
        description="Words that id, title, sentence or notes have, in any spelling; null: all rules.",
    )


class TableOfFamily(Frozen):
    """The names of a family and of one of its tables."""

    family: Name
    table: Name


@record
class FamilySummary:
    """A rules family in one line."""

    name: Annotated[str, Field(description="Name in URLs.")]
    ruleset: Annotated[str, Field(description="Family and version of its rules.")]
    title: Annotated[str, Field(description="Title for display.")]
    summary: Annotated[str, Field(description="The kind of fights that it resolves.")]


@record
class FamilyList:
    """All rules families of this service."""

    families: tuple[FamilySummary, ...]


@record
class ProcedureEntry:
    """A procedure of a family."""

    name: Annotated[str, Field(description="Name in URLs.")]
    path: Annotated[str, Field(description="Path to post a request to.")]
    odds_path: Annotated[
        str | None, Field(description="Path to post the same body to for its odds; null without odds.")
    ]
    summary: Annotated[str, Field(description="What it does.")]
    rolls: Annotated[bool, Field(description="Whether it rolls dice.")]


@record
class RulingOption:
    """A ruling that each request may set."""

    name: Annotated[str, Field(description="Field of `rulings`.")]
    description: Annotated[str, Field(description="What it decides.")]
    values: Annotated[tuple[str, ...], Field(description="Possible values; ranges are written low..high.")]
    default: Annotated[str, Field(description="The default value.")]


@record
class FamilyEntry:
    """A rules family in full."""

    name: Annotated[str, Field(description="Name in URLs.")]
    ruleset: Annotated[str, Field(description="Family and version of its rules.")]
    title: Annotated[str, Field(description="Title for display.")]
    summary: Annotated[str, Field(description="The kind of fights that it resolves.")]
    attribution: Annotated[str, Field(description="The source of the rules and the required attribution.")]
    procedures: tuple[ProcedureEntry, ...]
    rulings: tuple[RulingOption, ...]
    rules: Annotated[tuple[str, ...], Field(description="Ids of its rules.")]
    decisions: Annotated[tuple[str, ...], Field(description="Ids of its rulings on open questions.")]
    tables: Annotated[tuple[str, ...], Field(description="Names of its tables.")]


@record
class RuleLine:
    """A rule, or a ruling, in one line."""

    id: Annotated[str, Field(description="The id that answers cite.")]
    title: Annotated[str, Field(description="The rule in a few words; for a ruling, the decision.")]
    says: Annotated[str, Field(description="What it says, in a sentence.")]


@record
class RuleList:
    """Rules and rulings of a family, in the order of its book."""

    rules: tuple[RuleLine, ...]


@record
class RuleEntry(RuleLine):
    """A rule, or a ruling on something its source leaves open."""

    cites: Annotated[str | None, Field(description="Section of the source; null for a ruling.")]
    behind: Annotated[tuple[str, ...], Field(description="Ids of rules and rulings that each use of the rule cites.")]
    notes: Annotated[
        tuple[str, ...], Field(description="Readings of unclear sentences of the source that allow only one reading.")
    ]
    alternatives: Annotated[str | None, Field(description="Alternatives to a ruling.")]
    option: Annotated[str | None, Field(description="Field of `rulings` that sets it per request, if there is one.")]


@record
class TableEntry:
    """A table of a family, as data."""

    name: Annotated[str, Field(description="Name in URLs.")]
    title: Annotated[str, Field(description="Title for display.")]
    cites: Annotated[str, Field(description="Section of the source.")]
    columns: Annotated[tuple[str, ...], Field(description="Column headings.")]
    rows: Annotated[tuple[tuple[Json, ...], ...], Field(description="Cells in column order; null for an empty cell.")]


@record
class Meta:
    """The name, version, rulesets and limits of this service."""

    service: Annotated[str, Field(description="Its name.")]
    version: Annotated[str, Field(description="Its build.")]
    rulesets: Annotated[tuple[str, ...], Field(description="Families and versions of their rules.")]
    dice_generator: Annotated[
        str, Field(description="The generator that the service rolls with; /docs/seeded-dice has others.")
    ]
    limits: Annotated[Limits, Field(description="The numbers by which a request can be refused.")]


FIRST_FAMILY: Final = Link("the first family", "families/get", {"family": "$response.body#/families/0/name"})
FIRST_RULE: Final = Link(
    "its first rule", "families/rule", {"family": "$response.body#/name", "rule": "$response.body#/rules/0"}
)
FIRST_TABLE: Final = Link(
    "its first table", "families/table", {"family": "$response.body#/name", "table": "$response.body#/tables/0"}
)


def catalogue_of(
    families: Mapping[str, Family], bound_procedures: Mapping[str, BoundProcedure], limits: Limits
) -> Iterator[Operation]:
    """Yield the reference operations, with examples from the first family that has tables and is played."""
    catalogue = Catalogue(families, bound_procedures)
    first = next(family for family in families.values() if family.tables and family.play)
    family = {"family": first.name}
    rule = {**family, "rule": first.rules[0].id.partition("/")[2]}
    table = {**family, "table": next(iter(first.tables))}
    to_family, to_rule, to_table = (
        "/families/{family}",
        "/families/{family}/rules/{rule}",
        "/families/{family}/tables/{table}",
    )
    yield _read("meta", "/meta", About(families, limits).describe_service, {})
    yield _read("families", "/families", catalogue.list_families, {}, links=(FIRST_FAMILY,))
    yield _read(
        "families/get", to_family, catalogue.describe_family, family, UnknownFamily, links=(FIRST_RULE, FIRST_TABLE)
    )
    yield _read("families/play", f"{to_family}/play", catalogue.describe_play, family, UnknownFamily)
    yield _read("families/rules", f"{to_family}/rules", catalogue.find_rules, family, UnknownFamily)
    yield _read("families/rule", to_rule, catalogue.look_up_rule, rule, UnknownFamily, UnknownRule)
    yield _read("families/table", to_table, catalogue.look_up_table, table, UnknownFamily, UnknownTable)


def _read(
    name: str,
    path: str,
    run: Callable[[Any], Awaitable[Any]],
    example: Mapping[str, str],
    *errors: type[UmpireError],
    links: tuple[Link, ...] = (),
) -> Operation:
    examples = (Example(" ".join(example.values()).replace("/", " ") or "all", example),)
    return operation_of(name, f"/v1{path}", run, effect=Effect.READ, errors=errors, examples=examples, links=links)


class About:
    """What is told of the service itself."""

    def __init__(self, families: Mapping[str, Family], limits: Limits) -> None:
        """Set the families and the limits."""
        self._families = families
        self._limits = limits

    async def describe_service(self, request: Nothing) -> Meta:
        """Describe this service: build, rulesets and limits."""
        return Meta(
            service="umpire",
            version=version("umpire-referee"),
            rulesets=tuple(family.ruleset for family in self._families.values()),
            dice_generator=GENERATOR,
            limits=self._limits,
        )


class Catalogue:
    """The catalogue of all families and their procedures."""

    def __init__(self, families: Mapping[str, Family], bound_procedures: Mapping[str, BoundProcedure]) -> None:
        """Set what is described."""
        self._families = families
        self._bound_procedures = bound_procedures
        self._plays: dict[str, PlayEntry] = {}

    @cached_property
    def _rules(self) -> Mapping[str, RuleEntry]:
        """The rules and rulings of all families by id."""
        rules = [_entry_of_rule(each) for family in self._families.values() for each in family.rules]
        rulings = [_entry_of_ruling(each) for family in self._families.values() for each in family.decisions]
        return {entry.id: entry for entry in (*rules, *rulings)}

    async def list_families(self, request: Nothing) -> FamilyList:
        """List the rules families."""
        return FamilyList(
            families=tuple(
                FamilySummary(name=each.name, ruleset=each.ruleset, title=each.title, summary=each.summary)
                for each in self._families.values()
            )
        )

    async def describe_family(self, request: FamilyName) -> FamilyEntry:
        """Describe a rules family: its procedures, rulings, rules, tables and attribution."""
        family = self._family(request.family)
        return FamilyEntry(
            name=family.name,
            ruleset=family.ruleset,
            title=family.title,
            summary=family.summary,
            attribution=family.attribution,
            procedures=tuple(
                _entry_of_procedure(name, bound)
                for name, bound in self._bound_procedures.items()
                if bound.family.name == family.name
            ),
            rulings=tuple(_option_of(name, info) for name, info in family.rulings.model_fields.items()),
            rules=tuple(rule.id for rule in family.rules),
            decisions=tuple(ruling.id for ruling in family.decisions),
            tables=tuple(family.tables),
        )

    async def describe_play(self, request: FamilyName) -> PlayEntry:
        """Describe how a family is played in encounters: its state, the input of each move, and what viewers see."""
        family = self._family(request.family)
        if family.name not in self._plays:
            self._plays[family.name] = play_page_of(family.name, family.play, self._bound_procedures)
        return self._plays[family.name]

    async def look_up_rule(self, request: RuleOfFamily) -> RuleEntry:
        """Look up a rule or ruling by the id that answers cite."""
        family = self._family(request.family)
        tail = request.rule.removeprefix(f"{family.name}/")
        entry = self._rules.get(f"{family.name}/{tail}")
        if entry is None:
            known = [each.partition("/")[2] for each in self._rules if each.startswith(f"{family.name}/")]
            message = f"The family {family.name} has no rule {request.rule!r}.{meant(tail, known)}"
            raise UnknownRule(message, pointer="/rule")
        return entry

    async def find_rules(self, request: RulesOfFamily) -> RuleList:
        """List the rules and rulings of a family with what each says, all or those that words find."""
        family, words = self._family(request.family), request.search
        own = [entry for name, entry in self._rules.items() if name.startswith(f"{family.name}/")]
        found = [each for each in own if words is None or has_words(" ".join(_words_of(each)), words)]
        return RuleList(rules=tuple([RuleLine(id=each.id, title=each.title, says=each.says) for each in found]))

    async def look_up_table(self, request: TableOfFamily) -> TableEntry:
        """Look up a table of a family."""
        family = self._family(request.family)
        table: Table | None = family.tables.get(request.table)
        if table is None:
            known = f"there are {', '.join(family.tables)}.{meant(request.table, family.tables)}"
            message = f"The family {family.name} has no table {request.table!r}; {known}"
            raise UnknownTable(message, pointer="/table")
        return TableEntry(
            name=request.table, title=table.title, cites=table.cites, columns=table.columns, rows=table.rows
        )

    def _family(self, name: str) -> Family:
        family = self._families.get(name)
        if family is None:
            known = ", ".join(self._families)
            message = f"There is no rules family {name!r}; there are {known}.{meant(name, self._families)}"
            raise UnknownFamily(message, pointer="/family")
        return family


def _entry_of_procedure(name: str, bound: BoundProcedure) -> ProcedureEntry:
    has_odds = bound.procedure.odds is not False or bound.procedure.fight is not None
    return ProcedureEntry(
        name=bound.procedure.name,
        path=f"/v1/{name}",
        odds_path=f"/v1/{name}/odds" if has_odds else None,
        summary=bound.summary,
        rolls=bound.signature.rolls,
    )


def _words_of(entry: RuleEntry) -> tuple[str, ...]:
    return entry.id, entry.title, entry.says, *entry.notes


def _entry_of_rule(rule: Rule) -> RuleEntry:
    family, _, name = rule.id.partition("/")
    return RuleEntry(
        id=rule.id,
        title=rule.title,
        says=sentences_of_rules(family).get(name, rule.title),
        cites=rule.cites,
        behind=rule.behind_ids,
        notes=rule.notes,
        alternatives=None,
        option=None,
    )


def _entry_of_ruling(ruling: Ruling) -> RuleEntry:
    return RuleEntry(
        id=ruling.id,
        title=ruling.does,
        says=ruling.does,
        cites=None,
        behind=(),
        notes=(),
        alternatives=ruling.alternatives,
        option=ruling.option,
    )


def _option_of(name: str, info: FieldInfo) -> RulingOption:
    return RulingOption(
        name=name,
        description=info.description or "",
        values=_values_of(info.annotation, info),
        default=_word(info.default),
    )


def _values_of(annotation: Any, info: FieldInfo) -> tuple[str, ...]:
    if annotation is bool:
        return ("false", "true")
    if annotation is int:
        bounds = {type(each).__name__.lower(): each for each in info.metadata}
        return (f"{bounds['ge'].ge}..{bounds['le'].le}",)
    if annotation is type(None):
        return ("null",)
    if members := getattr(annotation, "__members__", None):
        return tuple(member.value for member in members.values())
    metadata = getattr(annotation, "__metadata__", None)
    if metadata is not None:
        inner = FieldInfo.from_annotation(annotation)
        return _values_of(inner.annotation, inner)
    return tuple(value for each in get_args(annotation) for value in _values_of(each, info))


def _word(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)
