"""The guides: encounters, own dice, seeded dice, problems and credits."""

import inspect
import re
from collections.abc import Iterable
from typing import Final

from service.api.documents.example_requests import answer_to
from service.api.documents.guide import GUIDE, TITLE
from service.api.documents.site.html import Html, block, code, join, link, prose, separated, shown, table, tag
from service.api.documents.site.layout import Page, crumbs, section
from service.api.documents.site.library import Library
from service.api.documents.site.rules import rule_address
from service.api.documents.site.shown_answers import command_of, sentences_of
from service.dice import seeded
from service.dice.vectors import VECTORS, Vector
from service.errors import UmpireError, problems
from service.rules.kernel.family import Family

OWN_DICE: Final = """\
Send dice that were rolled at the table as `{"kind": "supplied", "faces": [15, 60, 8]}`, in the order in which the
procedure asks for them. Cards are sent as `cards`. The service uses each face as it is, and refuses faces that are left
over.

Leave out faces that are not known yet. The answer is then `needs_dice`: its `need` says who rolls which dice and why,
and its `steps` say what has happened so far. Send the same request again with the new faces at the end. Nothing is
stored in between, so any client can continue, and nothing is lost if a client stops.

With an `Idempotency-Key`, use a new key for each of these requests, because each has another body.
"""


def encounters_page() -> Page:
    """Write the guide to encounters."""
    body = re.sub("<h2>(.*?)</h2>", _anchored, GUIDE)
    return Page(TITLE, "Fights that the service stores: tokens, versions, live streams, proofs.", Html(body))


def _anchored(heading: re.Match[str]) -> str:
    """Give a heading an anchor of its words."""
    return f'<h2 id="{heading[1].lower().replace(" ", "-")}">{heading[1]}</h2>'


def own_dice_page(library: Library) -> Page:
    """Write the guide to dice of one's own, with a request that lacks faces and its answer."""
    attack = library.first_attack
    faces = attack.answer["dice"]["faces"]
    operation, request = attack.operation, {**attack.example.request, "dice": {"kind": "supplied", "faces": faces}}
    short = {**attack.example.request, "dice": {"kind": "supplied", "faces": faces[:1]}}
    body = join(
        [tag("p", prose(each)) for each in OWN_DICE.split("\n\n")],
        section(2, "One face is known", "needs-dice", command_of(operation, short), shown(answer_to(operation, short))),
        section(
            2,
            "All faces are known",
            "resolved",
            command_of(operation, request),
            tag("div", sentences_of(answer_to(operation, request)), class_="said"),
        ),
        tag("p", "Dice that anybody can check are explained at ", link("Seeded dice", "/docs/seeded-dice"), "."),
    )
    return Page("Your own dice", "How dice that were rolled at the table are sent, one by one or all at once.", body)


def seeded_dice_page() -> Page:
    """Write the page about seeded dice, with the test vectors."""
    heads = ("What it shows", "Seed", "Brought", "Asked", "Given")
    body = join(
        block(inspect.getdoc(seeded) or ""),
        section(
            2,
            "Test vectors",
            "vectors",
            tag("p", "The same as JSON is in the repository: ", code("api_schema/seeded-dice.json"), "."),
            table(heads, map(_row, VECTORS), "Test vectors"),
        ),
    )
    return Page("How seeded dice are rolled", "The algorithm of seeded dice and cards, with test vectors.", body)


def _row(vector: Vector) -> Iterable[str]:
    supplied = ", ".join(map(str, (*vector.faces, *vector.cards)))
    rolls = separated(map(_rolled, vector.asked), tag("br"))
    given = separated([", ".join(map(str, each)) for each in vector.gives], tag("br"))
    return vector.title, tag("code", vector.seed), supplied, rolls, given


def _rolled(rolls: tuple[int, int] | int) -> str:
    return f"{rolls} of a fresh deck" if isinstance(rolls, int) else f"{rolls[0]}d{rolls[1]}"


def problems_page(families: Iterable[Family]) -> Page:
    """Write the list of the problems that every family has, and where those of each family are listed."""
    about = "Every error is a problem document (RFC 9457); its `type` is the address of one of these pages."
    listed = list(families)
    names = {each.name for each in listed}
    links = [tag("li", link(f"Refusals of {each.title}", refusals_address(each))) for each in listed]
    body = join(
        tag("p", prose(about)),
        tag("p", "What the rules of a family refuse is listed by family:"),
        tag("ul", join(links)),
        _problems_table([each for each in problems() if _family_of(each) not in names]),
    )
    return Page("Problems", "Every kind of problem in answers of the service, with its status and its meaning.", body)


def refusals_page(family: Family) -> Page:
    """Write the list of the problems that the rules of a family refuse with."""
    body = join(
        crumbs(("Problems", "/problems")),
        _problems_table([each for each in problems() if _family_of(each) == family.name]),
    )
    about = f"Everything that the rules of {family.title} refuse, with its status and its meaning."
    return Page(f"Refusals of {family.title}", about, body)


def refusals_address(family: Family) -> str:
    """Return the address of the list of the problems that the rules of a family refuse with."""
    return f"/problems/{family.name}"


def _family_of(problem: type[UmpireError]) -> str | None:
    """Return the family whose rules a problem is about; None: it is about requests in general."""
    return problem.rule.partition("/")[0] if problem.rule else None


def _problems_table(listed: Iterable[type[UmpireError]]) -> Html:
    ordered = sorted(listed, key=lambda each: (each.status, each.slug()))
    rows = [(link(each.title, problem_address(each)), str(each.status), _explanation(each)) for each in ordered]
    return table(("Problem", "Status", "Meaning"), rows, "Problems")


def problem_page(problem: type[UmpireError], *, linked: bool) -> Page:
    """Write the page of a problem; `linked`: there are pages of rules."""
    told = problem.rule and (link(problem.rule, rule_address(problem.rule)) if linked else code(problem.rule))
    rule = tag("p", "Rule: ", told, ".") if told else None
    body = join(
        crumbs(("Problems", "/problems")),
        tag("p", f"Status {problem.status}"),
        tag("p", _explanation(problem)),
        rule,
        tag("p", link("All problems", "/problems")),
    )
    return Page(
        f"{problem.title}: {problem.slug()}",
        f"What the problem “{problem.title}” means, status {problem.status}.",
        body,
    )


def problem_address(problem: type[UmpireError]) -> str:
    """Return the address of the page of a problem."""
    return f"/problems/{problem.slug()}"


def _explanation(problem: type[UmpireError]) -> Html:
    return prose(problem.__doc__ or "")


def credits_page(families: Iterable[Family]) -> Page:
    """Write where the rules come from."""
    sources = [section(2, family.title, family.name, tag("p", family.attribution)) for family in families]
    return Page(
        "Where the rules come from", "The sources of the rules of each family, with attribution.", join(sources)
    )
