"""The page of a family's rules: what each says, where it stands in the source, and what stands behind it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from service.api.documents.site.html import Html, code, join, link, prose, separated, tag, titled
from service.api.documents.site.layout import Page, crumbs, listing, section
from service.api.documents.site.library import Library, Sample
from service.operations.catalogue.families import RuleEntry

RULING: Final = "ruling"

Rows = Sequence[tuple[str, Mapping[str, Any]]]


def rule_address(rule: str) -> str:
    """Return the address of a rule or a ruling by its id."""
    family, _, name = rule.partition("/")
    return f"/docs/families/{family}/rules#{name}"


def rules_page(library: Library, name: str) -> Page:
    """Write the page of all rules and rulings of a family."""
    family, samples, rows = library.families[name], library.samples(name), library.modifiers(name)
    groups: dict[str, list[RuleEntry]] = defaultdict(list)
    for rule in library.rules(name):
        groups[rule.id.split("/")[1]].append(rule)
    contents = [join(link(titled(group), f"#group-{group}"), f" ({len(rules)})") for group, rules in groups.items()]
    parts = [
        section(2, titled(group), f"group-{group}", [_rule(each, samples, rows.get(each.id, ())) for each in rules])
        for group, rules in groups.items()
    ]
    about = "Answers cite these ids. A rule stands in the source; a ruling decides what the source leaves open."
    body = join(crumbs((name, f"/docs/families/{name}")), tag("p", about), listing(contents), *parts)
    return Page(
        f"Rules of {name}", f"{family.title}: every rule and ruling, with what it says and what it cites.", body
    )


def _rule(rule: RuleEntry, samples: Mapping[str, Sample], rows: Rows) -> Html:
    family, _, anchor = rule.id.partition("/")
    return section(
        3,
        rule.title,
        anchor,
        tag("p", code(rule.id), join(". Source: ", rule.cites, ".") if rule.cites else ". A ruling."),
        [tag("p", prose(note)) for note in rule.notes],
        listing([_row(table, cells, family) for table, cells in rows]) if rows else None,
        _sample(samples.get(rule.id), family),
        tag("p", "Otherwise: ", prose(rule.alternatives)) if rule.alternatives else None,
        _options(rule, family),
        join(tag("p", "Behind it:"), listing([_behind(each) for each in rule.behind])) if rule.behind else None,
    )


def options_of(rule: RuleEntry) -> list[str]:
    """Return the fields of `rulings` that decide a ruling."""
    return rule.option.split(", ") if rule.option else []


def _options(rule: RuleEntry, family: str) -> Html | None:
    options = [link(each, f"/docs/families/{family}#option-{each}") for each in options_of(rule)]
    return tag("p", "Option: ", separated(options)) if options else None


def _behind(rule: str) -> Html:
    return link(rule.partition("/")[2], rule_address(rule))


def _row(table: str, cells: Mapping[str, Any], family: str) -> Html:
    """Write a row of a table that names the rule."""
    address = f"/docs/families/{family}/tables#{table}"
    if {"label", "value", "when"} <= cells.keys():
        return join(f"{cells['label']} {_signed(cells['value'])}: {cells['when']} ", link(f"Table {table}", address))
    told = "; ".join(f"{titled(key).lower()}: {_cell(value)}" for key, value in cells.items())
    return join(f"{told}. ", link(f"Table {table}", address))


def _sample(sample: Sample | None, family: str) -> Html | None:
    if sample is None:
        return None
    example = link(sample.procedure, f"/docs/families/{family}#{sample.procedure.removesuffix('/odds')}")
    return tag("p", "For example: ", tag("q", sample.text), " (", example, ")", class_="quiet")


def _signed(value: Any) -> str:
    return f"{value:+}".replace("-", "−") if isinstance(value, int | float) else str(value)


def _cell(value: Any) -> str:
    return {None: "none", True: "yes", False: "no"}[value] if value is None or isinstance(value, bool) else str(value)
