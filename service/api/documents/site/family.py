"""The page of a family: what it is, whom it suits, its procedures with answers, and its options."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final, get_args

from service.api.documents.site.answers import exchange
from service.api.documents.site.html import Html, code, join, link, paragraphs, prose, separated, shown, table, tag
from service.api.documents.site.layout import Page, listing, section
from service.api.documents.site.library import Answered, Library
from service.api.documents.site.operations import reference_address
from service.api.documents.site.rules import options_of, rule_address
from service.operations.catalogue.families import RuleEntry, RulingOption
from service.operations.registry import Operation
from service.rules.kernel.words import Worded

ODDS: Final = "/odds"


def family_page(library: Library, name: str) -> Page:
    """Write the page of a family."""
    family, entry = library.families[name], library.family(name)
    here = f"/docs/families/{name}"
    body = join(
        tag("p", prose(family.summary)),
        tag("p", prose(family.suits)),
        listing(
            [
                link("Procedures", "#procedures"),
                link("Encounters", "#encounters"),
                link("Options", "#options"),
                link(f"{len(entry.rules)} rules and {len(entry.decisions)} rulings", f"{here}/rules"),
                link(f"{len(entry.tables)} tables", f"{here}/tables"),
                link("Try it in the interactive reference", f"/docs/api/{name}"),
            ]
        ),
        section(2, "Procedures", "procedures", _procedures(library, name)),
        section(2, "Encounters", "encounters", _moves(library, name)),
        section(2, "Options", "options", _options(library, name)),
        section(2, "Source", "source", tag("p", family.attribution)),
    )
    return Page(f"{name}: {family.title}", f"{family.summary} Procedures with answers, options, rules, tables.", body)


def _procedures(library: Library, name: str) -> list[Html]:
    answered: dict[str, list[Answered]] = defaultdict(list)
    for each in library.answered(name):
        answered[each.operation.name].append(each)
    operations = [each for each in library.groups[name] if not each.name.endswith(ODDS)]
    return [_procedure(each, answered, name) for each in operations]


def _procedure(operation: Operation, answered: Mapping[str, list[Answered]], family: str) -> Html:
    name = operation.name.partition("/")[2]
    odds = answered.get(f"{operation.name}{ODDS}", [])
    address = tag("a", code(operation.path), href=reference_address(operation, family))
    chances = join(" Its odds: ", code(f"{operation.path}{ODDS}"), ", with the same body.") if odds else None
    examples = answered.get(operation.name, [])
    return section(
        3,
        name,
        name,
        tag("p", prose(operation.summary)),
        paragraphs(operation.description) if operation.description != operation.summary else None,
        tag("p", tag("span", operation.method, class_="method"), " ", address, ".", chances),
        [exchange(each) for each in examples[:1]],
        _folded("The odds of this request", odds[:1]),
        [_folded(f"Another request: {each.example.title}", [each]) for each in examples[1:]],
    )


def _folded(title: str, exchanges: list[Answered]) -> Html | None:
    return tag("details", tag("summary", title), [exchange(each) for each in exchanges]) if exchanges else None


def _moves(library: Library, name: str) -> Html:
    play = library.play(name)
    moves = [
        section(
            3,
            move.procedure,
            f"move-{move.procedure}",
            tag("p", prose(move.summary), " ", code(f"POST {move.path}")),
            tag("details", tag("summary", "An example request"), shown(move.example)),
        )
        for move in play.moves
    ]
    return join(
        tag(
            "p",
            "A fight can be ",
            link("remembered", "/docs/encounters"),
            ": create an encounter with a state, then send moves.",
        ),
        tag("details", tag("summary", "A request that creates an encounter"), shown(play.begins)),
        moves,
        tag("p", "Viewers see the words and facts of these fields: ", separated(map(code, play.visible)), "."),
    )


def _options(library: Library, name: str) -> Html:
    intro = tag("p", "Each request may set these fields of ", code("rulings"), "; one that is not set has its default.")
    rulings: dict[str, list[RuleEntry]] = defaultdict(list)
    for ruling in library.rules(name):
        for option in options_of(ruling):
            rulings[option].append(ruling)
    fields = library.families[name].rulings.model_fields
    options = [_option(each, fields[each.name].annotation, rulings[each.name]) for each in library.family(name).rulings]
    return join(intro, options)


def _option(option: RulingOption, annotation: Any, rulings: list[RuleEntry]) -> Html:
    behind = [
        join(link(each.title, rule_address(each.id)), f" Otherwise: {each.alternatives}" if each.alternatives else None)
        for each in rulings
    ]
    return section(
        3,
        code(option.name),
        f"option-{option.name}",
        tag("p", prose(option.description)),
        _values(option, _sentences(annotation)),
        join(tag("p", "What it decides:"), listing(behind)) if behind else None,
    )


def _values(option: RulingOption, sentences: Mapping[str, str]) -> Html:
    if sentences:
        rows = [(_value(each, option), sentences.get(each, "")) for each in option.values]
        return table(("Value", "What it means"), rows, f"Values of {option.name}")
    values = separated([_value(each, option) for each in option.values], " or ")
    is_listed = option.default in option.values
    return tag("p", "Values: ", values, "." if is_listed else join("; default: ", code(option.default), "."))


def _value(value: str, option: RulingOption) -> Html:
    return join(code(value), " (default)" if value == option.default else None)


def _sentences(annotation: Any) -> Mapping[str, str]:
    """Return the sentence of each value, for options whose values have sentences."""
    if isinstance(annotation, type) and issubclass(annotation, Worded):
        return {each.value: each.says for each in annotation}
    return {value: says for each in get_args(annotation) for value, says in _sentences(each).items()}
