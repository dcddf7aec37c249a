"""The pages of a family's rules: what each says, where it stands in the source, and what stands behind it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from service.api.documents.site.html import Html, code, join, link, prose, separated, tag, titled
from service.api.documents.site.layout import Page, crumbs, listing, section
from service.api.documents.site.library import Library, Sample
from service.operations.catalogue.families import RuleEntry

MOST: Final = 20
"""The most rules on a page."""

Rows = Sequence[tuple[str, Mapping[str, Any]]]


def rule_address(rule: str) -> str:
    """Return the address of a rule or a ruling by its id; it leads to its place on a page."""
    family, _, name = rule.partition("/")
    return rules_address(family, name)


def rules_address(family: str, part: str) -> str:
    """Return the address of a page of rules."""
    return f"/docs/families/{family}/rules/{part}"


def parts_of(rules: Iterable[str]) -> Mapping[str, list[str]]:
    """Cut the ids of a family's rules into pages: one for each group, or several of a large one."""
    groups: dict[str, list[str]] = defaultdict(list)
    for rule in rules:
        groups[rule.split("/")[1]].append(rule)
    return {
        group if number == 1 else f"{group}-{number}": ids[first : first + MOST]
        for group, ids in groups.items()
        for number, first in enumerate(range(0, len(ids), MOST), 1)
    }


def place_of(rule: str, parts: Mapping[str, Sequence[str]]) -> str | None:
    """Return the page and the place on it of a rule by its id, or None if there is no such rule."""
    family, _, name = rule.partition("/")
    return next((f"{rules_address(family, part)}#{name}" for part, ids in parts.items() if rule in ids), None)


def rules_page(library: Library, name: str) -> Page:
    """Write the list of all rules and rulings of a family."""
    family, rules = library.families[name], {each.id: each for each in library.rules(name)}
    parts = [
        section(
            2,
            link(titled(part), rules_address(name, part)),
            f"group-{part}",
            tag("p", separated([link(rules[each].title, rule_address(each)) for each in ids], " · ")),
        )
        for part, ids in parts_of(rules).items()
    ]
    about = "Answers cite these ids. A rule stands in the source; a ruling decides what the source leaves open."
    body = join(crumbs((name, f"/docs/families/{name}")), tag("p", about), *parts)
    return Page(f"Rules of {name}", f"{family.title}: the list of all rules and rulings.", body)


def rules_part_page(library: Library, name: str, part: str) -> Page:
    """Write a page of rules: what each says, and what stands behind it."""
    samples, rows = library.samples(name), library.modifiers(name)
    rules = {each.id: each for each in library.rules(name)}
    shown = [rules[each] for each in parts_of(rules)[part]]
    above = crumbs((name, f"/docs/families/{name}"), ("Rules", f"/docs/families/{name}/rules"))
    body = join(above, [_rule(each, samples, rows.get(each.id, ())) for each in shown])
    about = f"{library.families[name].title}: {titled(part).lower()}, what each rule says and what it cites."
    return Page(f"Rules of {name}: {titled(part)}", about, body)


def _rule(rule: RuleEntry, samples: Mapping[str, Sample], rows: Rows) -> Html:
    family, _, anchor = rule.id.partition("/")
    return section(
        2,
        rule.title,
        anchor,
        tag("p", code(rule.id), join(". Source: ", rule.cites, ".") if rule.cites else ". A ruling."),
        tag("p", prose(rule.says)) if rule.says != rule.title else None,
        [tag("p", prose(note)) for note in rule.notes],
        listing([_row(table, cells, family) for table, cells in rows]) if rows else None,
        _sample(samples.get(rule.id), family),
        tag("p", "Otherwise: ", prose(rule.alternatives)) if rule.alternatives else None,
        _options(rule, family),
        join(tag("p", "Behind it:"), listing([_behind(each) for each in rule.behind])) if rule.behind else None,
    )


def option_address(family: str, option: str) -> str:
    """Return the address of an option."""
    return f"/docs/families/{family}/options/{option}"


def procedure_address(family: str, procedure: str) -> str:
    """Return the address of a procedure."""
    return f"/docs/families/{family}/procedures/{procedure}"


def table_address(family: str, table: str) -> str:
    """Return the address of a table."""
    return f"/docs/families/{family}/tables/{table}"


def options_of(rule: RuleEntry) -> list[str]:
    """Return the fields of `rulings` that decide a ruling."""
    return rule.option.split(", ") if rule.option else []


def _options(rule: RuleEntry, family: str) -> Html | None:
    options = [link(each, option_address(family, each)) for each in options_of(rule)]
    return tag("p", "Option: ", separated(options)) if options else None


def _behind(rule: str) -> Html:
    return link(rule.partition("/")[2], rule_address(rule))


def _row(table: str, cells: Mapping[str, Any], family: str) -> Html:
    """Write a row of a table that names the rule."""
    address = table_address(family, table)
    if {"label", "value", "when"} <= cells.keys():
        return join(f"{cells['label']} {_signed(cells['value'])}: {cells['when']} ", link(f"Table {table}", address))
    told = "; ".join(f"{titled(key).lower()}: {_cell(value)}" for key, value in cells.items())
    return join(f"{told}. ", link(f"Table {table}", address))


def _sample(sample: Sample | None, family: str) -> Html | None:
    if sample is None:
        return None
    example = link(sample.procedure, procedure_address(family, sample.procedure.removesuffix("/odds")))
    return tag("p", "For example: ", tag("q", sample.text), " (", example, ")", class_="quiet")


def _signed(value: Any) -> str:
    return f"{value:+}".replace("-", "−") if isinstance(value, int | float) else str(value)


def _cell(value: Any) -> str:
    return {None: "none", True: "yes", False: "no"}[value] if value is None or isinstance(value, bool) else str(value)
