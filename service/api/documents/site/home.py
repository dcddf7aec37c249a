"""The first page: what Umpire is, a first request, the families, and all operations."""

from typing import Final

from service.api.documents.site.html import Html, join, link, prose, shown, tag
from service.api.documents.site.layout import GUIDES, Page, listing, section
from service.api.documents.site.library import ENCOUNTERS, OTHER, Library
from service.api.documents.site.operations import operation_list
from service.api.documents.site.shown_answers import command_of, sentences_of

ABOUT: Final = """\
Umpire is a referee for tabletop combat that other programs call. Send it an attack, a round or a pursuit. The answer
has the outcome, every die, every modifier with the rule it comes from, and a sentence for each step.

REST, [GraphQL](/graphql) and the command line give the same answers. The odds of an attack are enumerated exactly. Use
[your own dice](/docs/own-dice), or a seed that anybody can [check](/docs/seeded-dice). The service can
[store a fight](/docs/encounters), and everyone at the table can [watch it](/docs/viewers). Every error is a
[problem document](/problems) that quotes the wrong value.

[Play a fight](/play) in this browser: choose the rules, give orders, roll your own dice or let the service roll, and
send a link to the people who watch.
"""

TITLES: Final = {ENCOUNTERS: "Encounters: stored fights", OTHER: "Dice, verification, batches and the catalogue"}


def home(library: Library) -> Page:
    """Write the first page."""
    groups = {**{name: f"{name}: {each.title}" for name, each in library.families.items()}, **TITLES}
    body = join(
        [tag("p", prose(each)) for each in ABOUT.split("\n\n")],
        section(2, "First request", "first-request", _first_request(library)),
        section(2, "Families of rules", "families", _families(library)),
        section(2, "Guides", "guides", listing([link(title, address) for address, title in GUIDES.items()])),
        section(
            2,
            "All operations",
            "operations",
            tag("p", "Each link leads to the interactive reference, where you can try the operation."),
            [section(3, title, f"operations-{name}", operation_list(library, name)) for name, title in groups.items()],
        ),
    )
    return Page("Umpire", "A referee for tabletop combat, for other programs: REST, GraphQL and a command line.", body)


def _families(library: Library) -> Html:
    items = [
        join(tag("strong", link(name, f"/docs/families/{name}")), f": {family.title}. ", prose(family.summary))
        for name, family in library.families.items()
    ]
    return listing(items)


def _first_request(library: Library) -> Html:
    """Show the shortest attack among the examples."""
    attack = library.first_attack
    return join(
        tag("p", f"One attack, {attack.example.title}:"),
        command_of(attack.operation, attack.example.request),
        tag("p", "The answer has the outcome, and these steps, each with its dice and its rule:"),
        tag("div", sentences_of(attack.answer), class_="said"),
        tag("details", tag("summary", "The whole answer"), shown(attack.answer)),
    )
