"""The first page: what Umpire is, a first request, the families, and all operations."""

from typing import Final

from service.api.documents.site.answers import command_of, sentences_of
from service.api.documents.site.html import Html, join, link, prose, shown, tag
from service.api.documents.site.layout import GUIDES, Page, listing, section
from service.api.documents.site.library import ENCOUNTERS, OTHER, Library
from service.api.documents.site.operations import operation_list

ABOUT: Final = """\
An umpire is the person at a wargame table who knows the rules, rolls the dice where everyone can see them, and says
what happened and why. Umpire is that person for other programs. Send it an attack, a round or a pursuit: it answers
with the outcome, every die, every modifier with the rule it comes from, and a sentence for each step.

The same is offered as REST, as [GraphQL](/graphql) and on the command line. Ask for the odds and they are enumerated
exactly. Bring [your own dice](/docs/own-dice), or a seed that anybody can [check](/docs/seeded-dice). A fight can be
[remembered](/docs/encounters) and [watched](/docs/viewers) by everyone at the table. Every error is a
[problem document](/problems) that quotes the offending value.

[Play a fight](/play) in this browser: choose the rules, give orders, roll your own dice or have them rolled, and send a
link to those who watch.
"""

TITLES: Final = {ENCOUNTERS: "Encounters: fights that are remembered", OTHER: "Dice, proofs, batches and the catalogue"}


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
            tag("p", "Each leads to the interactive reference, where it can be tried."),
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
