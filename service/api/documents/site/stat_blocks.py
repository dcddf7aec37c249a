"""The page of a family's ready figures, each as a stat block, and of its ready fights."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.api.documents.site.html import Child, Html, code, join, link, separated, table, tag, titled
from service.api.documents.site.layout import Page, crumbs, listing, section
from service.api.documents.site.library import Library
from service.operations.answering.field_labels import is_nested, label_of, repeats, value_in_words
from service.operations.catalogue.ready_figures import FigureEntry, ReadyFight

Fields = Mapping[str, Any]


def figures_address(family: str, figure: str = "") -> str:
    """Return the address of the page of a family's figures, or of one on it."""
    return f"/docs/families/{family}/figures{figure and f'#figure-{figure}'}"


def figures_page(library: Library, name: str) -> Page:
    """Write the stat blocks of a family, the strongest first, below its ready fights."""
    figures = sorted(library.figures(name), key=lambda each: -each.power)
    names = {each.id: each.name for each in figures}
    about = tag(
        "p",
        "Name them where a fight is lined up, as in ",
        code(_example(library.fights(name)[0])),
        ": in ",
        code(f"POST /v1/{name}/fights/line-up"),
        ", and as ",
        code("line_up"),
        " where an ",
        link("encounter", "/docs/encounters"),
        " is created. Power is the share of duels, in percent, that a figure wins against the others here.",
    )
    body = join(
        crumbs((name, f"/docs/families/{name}")),
        about,
        section(2, "Ready fights", "fights", listing([_fight(each, name, names) for each in library.fights(name)])),
        section(2, "Figures", "figures", table(("Figure", "Power", "Tags"), _overview(figures, name), "Figures")),
        [_stat_block(each, name, names) for each in figures],
    )
    title = library.families[name].title
    return Page(f"Figures of {name}", f"{title}: ready figures with all their numbers, and ready fights.", body)


def _example(fight: ReadyFight) -> str:
    return " vs ".join([", ".join(side.figures) for side in fight.sides])


def _overview(figures: list[FigureEntry], family: str) -> list[tuple[Child, ...]]:
    return [
        (link(each.name, figures_address(family, each.id)), str(each.power), ", ".join(each.tags)) for each in figures
    ]


def _fight(fight: ReadyFight, family: str, names: Mapping[str, str]) -> Html:
    sides = [
        join(side.name, ": ", separated([_several(each, family, names) for each in side.figures]))
        for side in fight.sides
    ]
    return join(tag("strong", fight.title), " (", code(fight.id), "). ", separated(sides, "; "), ".")


def _several(item: str, family: str, names: Mapping[str, str]) -> Html:
    figure, _, count = item.partition("*")
    return join(f"{count} × " if count else None, link(names[figure], figures_address(family, figure)))


def _stat_block(entry: FigureEntry, family: str, names: Mapping[str, str]) -> Html:
    fields: Fields = {
        name: value for name, value in entry.figure.items() if name != "name" and not repeats(entry.figure, name)
    }
    beaten = [link(names[each], figures_address(family, each)) for each in entry.beaten_by]
    return section(
        2,
        entry.name,
        f"figure-{entry.id}",
        tag("p", code(entry.id), f". Power {entry.power}. {', '.join(entry.tags).capitalize()}."),
        tag("p", separated([_number(*each) for each in fields.items() if not is_nested(each[1])], " · ")),
        [_nested(name, value) for name, value in fields.items() if is_nested(value)],
        tag("p", "Beaten, though it has more power, by ", separated(beaten), ".") if beaten else None,
    )


def _nested(name: str, value: Any) -> Html:
    """Write an object as a line, and a list of objects as a table."""
    if isinstance(value, dict):
        return tag("p", tag("strong", titled(label_of(name))), ": ", _line_of(value), ".")
    rows = [dict(_flat(each)) for each in value]
    heads = list(dict.fromkeys([head for row in rows for head in row]))
    return table(
        [titled(label_of(head)) for head in heads],
        [[row.get(head, "–") for head in heads] for row in rows],
        titled(label_of(name)),
    )


def _flat(fields: Fields) -> Iterator[tuple[str, Child]]:
    """Yield the fields of a row; objects in it are told in their cell, one after the other."""
    for name, value in fields.items():
        if isinstance(value, list) and is_nested(value):
            yield name, separated([_line_of(each) for each in value], "; ")
        else:
            yield name, _line_of(value) if isinstance(value, dict) else _word(name, value)


def _line_of(fields: Fields) -> Html:
    return separated([_number(*each) for each in fields.items()])


def _number(name: str, value: Any) -> Html:
    words = label_of(name)
    return join(words) if value is True else join(words, " ", tag("b", _word(name, value)))


def _word(name: str, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join([_word(name, each) for each in value]) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else value_in_words(name, value)
