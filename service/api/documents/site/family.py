"""The pages of a family: what it is, its procedures with answers, its options, and its moves in encounters."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args

from service.api.documents.site.html import Html, code, join, link, paragraphs, prose, separated, shown, table, tag
from service.api.documents.site.layout import Page, crumbs, listing, section
from service.api.documents.site.library import Answered, Library
from service.api.documents.site.operations import reference_address
from service.api.documents.site.rules import option_address, options_of, procedure_address, rule_address
from service.api.documents.site.shown_answers import exchange
from service.operations.catalogue.families import RulingOption
from service.operations.registry import Operation
from service.rules.kernel.book import Worded
from service.rules.kernel.family import Family

ODDS: Final = "/odds"
MAP: Final = "map"
READY: Final = ("figures", "figure", "fights", "line-up")
CONVERTED: Final = "convert-figure"


def family_page(library: Library, name: str) -> Page:
    """Write the first page of a family: what it offers, with links to all of it."""
    family, entry = library.families[name], library.family(name)
    here = f"/docs/families/{name}"
    procedures = [
        join(link(each, procedure_address(name, each)), ": ", prose(library.registry[f"{name}/{each}"].summary))
        for each in procedures_of(family)
    ]
    options = [
        (link(each.name, option_address(name, each.name)), tag("code", each.default), prose(each.description))
        for each in entry.rulings
    ]
    about = tag("p", "Each request may set these fields of ", code("rulings"), "; one that is not set has its default.")
    body = join(
        tag("p", prose(family.summary)),
        tag("p", prose(family.suits)),
        listing(
            [
                link(f"{len(entry.rules)} rules and {len(entry.decisions)} rulings", f"{here}/rules"),
                link(f"{len(entry.tables)} tables", f"{here}/tables"),
                link("Figures and fights that are ready", f"{here}/figures"),
                link("Encounters: the moves of a stored fight", f"{here}/encounters"),
                link("Try it in the interactive reference", f"/docs/api/{name}"),
            ]
        ),
        section(2, "Procedures", "procedures", listing(procedures)),
        section(2, "Options", "options", about, table(("Option", "Default", "What it decides"), options, "Options")),
        section(2, "Source", "source", tag("p", family.attribution)),
    )
    return Page(f"{name}: {family.title}", f"{family.summary} Procedures, options, rules, tables.", body)


def procedures_of(family: Family) -> list[str]:
    """Return the names of what has a page of its own: the procedures, the map, and what there is of ready figures."""
    drawn = [MAP] if family.drawing else []
    return [*[each.name for each in family.procedures], *drawn, *((*READY, CONVERTED) if family.play else ())]


def procedure_page(library: Library, family: str, name: str) -> Page:
    """Write the page of a procedure: what it does, with requests and answers, and what stands below its address."""
    operation = library.registry[f"{family}/{name}"]
    odds = library.registry.get(f"{operation.name}{ODDS}")
    below = [each for each in library.groups[family] if each.name.startswith(f"{operation.name}/") and each is not odds]
    body = join(
        crumbs((family, f"/docs/families/{family}")),
        _described(operation, family),
        tag("p", "Its odds: ", code(f"{operation.path}{ODDS}"), ", with the same body.") if odds else None,
        [exchange(each) for each in library.answers(operation)[:1]],
        _folded("The odds of this request", library.answers(odds)[:1] if odds else ()),
        [_folded(f"Another request: {each.example.title}", [each]) for each in library.answers(operation)[1:]],
        [_below(library, each, family) for each in below],
    )
    return Page(f"{family}: {name}", f"{operation.summary} A request and its answer.".replace("`", ""), body)


def _below(library: Library, operation: Operation, family: str) -> Html:
    name = operation.name.partition("/")[2]
    examples = library.answers(operation)
    return section(2, name, name, _described(operation, family), _folded("Requests and answers", examples))


def _described(operation: Operation, family: str) -> Html:
    return join(
        tag("p", prose(operation.summary)),
        paragraphs(operation.description) if operation.description != operation.summary else None,
        tag(
            "p",
            tag("span", operation.method, class_="method"),
            " ",
            tag("a", code(operation.path), href=reference_address(operation, family)),
            ".",
        ),
    )


def _folded(title: str, exchanges: Sequence[Answered]) -> Html | None:
    return tag("details", tag("summary", title), [exchange(each) for each in exchanges]) if exchanges else None


def moves_page(library: Library, name: str) -> Page:
    """Write the page of a family's moves in encounters."""
    play = library.play(name)
    moves = [
        section(
            2,
            move.procedure,
            f"move-{move.procedure}",
            tag("p", prose(move.summary), " ", code(f"POST {move.path}")),
            tag("details", tag("summary", "An example request"), shown(move.example)),
        )
        for move in play.moves
    ]
    body = join(
        crumbs((name, f"/docs/families/{name}")),
        tag(
            "p",
            "A fight can be ",
            link("stored", "/docs/encounters"),
            ": create an encounter with a state, then send moves.",
        ),
        tag("details", tag("summary", "A request that creates an encounter"), shown(play.begins)),
        moves,
        tag("p", "Viewers see the words and facts of these fields: ", separated(map(code, play.visible)), "."),
    )
    return Page(f"Encounters of {name}", f"{library.families[name].title}: the moves of a stored fight.", body)


def option_page(library: Library, name: str, chosen: str) -> Page:
    """Write the page of an option: its values, and the rulings that it decides."""
    option = next(each for each in library.family(name).rulings if each.name == chosen)
    annotation = library.families[name].rulings.model_fields[chosen].annotation
    behind = [
        join(link(each.title, rule_address(each.id)), f" Otherwise: {each.alternatives}" if each.alternatives else None)
        for each in library.rules(name)
        if chosen in options_of(each)
    ]
    body = join(
        crumbs((name, f"/docs/families/{name}"), ("Options", f"/docs/families/{name}#options")),
        tag("p", prose(option.description)),
        _values(option, _sentences(annotation)),
        join(tag("p", "What it decides:"), listing(behind)) if behind else None,
    )
    return Page(f"{name}: option {chosen}", f"What the option {chosen} of {name} decides, with its values.", body)


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
