"""The page about dice that can be trusted: what is proved, what is not, and a check of exported logs."""

import inspect
from collections.abc import Mapping
from functools import partial
from typing import Final

from service.api.documents.site.html import Html, block, code, join, link, paragraphs, prose, tag
from service.api.documents.site.layout import Page, listing, section
from service.api.http.served import Document
from service.encounters import announcing, draws, hashing, heads, seats
from service.encounters.verifier import bundle
from service.encounters.verifier.words import NOT_PROVED, PROVED, WHY

ADDRESS: Final = "/docs/verify"
SCRIPT: Final = "verify-page.js"
FOLDER: Final = "/docs/verify"
TYPES: Final = {
    ".mjs": b"text/javascript; charset=utf-8",
    ".py": b"text/x-python; charset=utf-8",
    ".json": b"application/json",
    ".jsonl": b"application/jsonl; charset=utf-8",
}

ABOUT: Final = """\
Nobody has to believe a service about dice. Before anything is known of an act, the service has told the hash of what
its dice are rolled from; the act opens it, so that everybody can recompute every face. Players may put values of their
own into each draw, so that the service cannot choose the dice either. Every entry of the log is signed, and each head
names the one before it. What was undone stays in the log, and its dice are spent. Previews roll other dice.

`GET /v1/encounters/{id}/proof` exports the log, for the referee or for a viewer, as lines that the programs below check
without this service. A long log comes in parts of 2 MB: `after` is the number of entries before, as 8 hexadecimal
digits. `POST /v1/encounters/{id}/end` ends it: then the log is known to be whole, and with `open` as `dice` every draw
is traced to the creation; with `all` viewers get every entry that was hidden, too. A deletion with `open` ends the log
first, and answers its last line. Who can run no program sends the lines to `POST /v1/encounters/verify`, which answers
the same words, but has to be believed.
"""

SEATS: Final = """\
`dice_policy.seats` of a creation names seats; its answer has an invitation for each. A player takes the seat by
`POST /v1/encounters/{id}/seats/{seat}` with the invitation as token and a commitment, and contributes to the next draw
by `POST /v1/encounters/{id}/values`. `wait_for` says whether acts wait for players. Who holds a seat and contributes
nothing is named in the draw. Keep the value in your own page, made with `crypto.getRandomValues`.
"""

ANNOUNCED: Final = """\
A referee who knows the values of players could still choose what they are for. With `dice_policy.announce` nobody can:
`POST /v1/encounters/{id}/{procedure}/announce` writes the procedure and its input into the log, and only then values
are taken. Until that very act, or `POST /v1/encounters/{id}/withdraw`, nothing but values is accepted. A withdrawal
takes the draw, in everybody's sight. Of a secret act viewers see that something is announced, not what.
"""

PLAIN: Final = """\
Rolls without an encounter are proved less: that a plain request was not repeated until its dice pleased, nobody can
see. Who mistrusts asks for a ticket: `POST /v1/tickets` fixes a request and commits to its dice, and the table sees the
ticket before `POST /v1/tickets/{id}` rolls it, once. Its page shows every ticket that was opened on it, also those that
were not used; `GET /v1/tickets/{id}/proof` is checked by the same programs.
"""

KEYS: Final = """\
The service's public keys are at `/.well-known/umpire-keys`. Fetch them once, keep them, and give them to the program
with `--keys`: without them it can only say that the file is signed by the key that is in the file. Read the last head's
hash aloud at the table, or keep it and give it with `--saw`: nobody can then show you another log of this encounter, or
one whose end is cut off.
"""


def trust_page() -> Page:
    """Write the page."""
    described = [inspect.getdoc(each) or "" for each in (hashing, draws, seats, announcing, heads)]
    body = join(
        paragraphs(ABOUT),
        section(2, "Check a log", "check", _form()),
        section(2, "Check it without this service", "programs", _programs()),
        section(
            2,
            "What is proved, and what is not",
            "proved",
            tag("p", "Of a log that holds the programs say, where it is so:"),
            listing([said for _, said in PROVED]),
            tag("p", "And in the same place what is not proved:"),
            listing([said for _, said in NOT_PROVED]),
        ),
        section(2, "Players", "seats", paragraphs(SEATS)),
        section(2, "Announcements", "announcements", paragraphs(ANNOUNCED)),
        section(2, "Keys and heads", "keys", paragraphs(KEYS)),
        section(2, "Rolls without an encounter", "plain", paragraphs(PLAIN)),
        section(2, "How it is made", "bytes", [block(each) for each in described]),
        section(
            2, "Why a log is broken", "broken", listing([join(code(why), f": {said}.") for why, said in WHY.items()])
        ),
    )
    return Page(
        "Check a log", "Proofs of dice and logs: programs that check them without the service.", body, (SCRIPT,)
    )


def files() -> Mapping[str, Document]:
    """Return the published files by their addresses: both programs beside the page, all else below it."""
    return {_address(name): _document(name) for name in bundle.names()}


def _address(name: str) -> str:
    return f"/docs/{name}" if name in (bundle.JAVASCRIPT, bundle.PYTHON) else f"{FOLDER}/{name}"


def _document(name: str) -> Document:
    return Document(partial(bundle.text_of, name), TYPES[f".{name.rpartition('.')[2]}"])


def _form() -> Html:
    log = tag(
        "p", tag("label", "Exported log ", for_="log"), tag("input", id="log", name="log", type="file", required=True)
    )
    saw = tag("label", "Heads that you have seen, as VERSION:HASH ", for_="saw")
    here = tag("label", tag("input", name="here", type="checkbox", checked=True), " It is a log of this service")
    seen = tag("p", saw, tag("input", id="saw", name="saw", autocomplete="off"))
    form = tag("form", log, seen, tag("p", here), tag("button", "Check"), id="verify")
    about = tag("p", "The file is checked in this browser, and sent nowhere.")
    return join(about, form, tag("pre", id="verdict", role="status"))


def _programs() -> Html:
    logs = [name for name in bundle.names() if name.startswith(bundle.LOGS)]
    return listing(
        [
            join(link("verify.mjs", "/docs/verify.mjs"), prose(": `node verify.mjs LOG.jsonl`, and this page's own.")),
            join(
                link("verify.py", "/docs/verify.py"),
                prose(": `python3 verify.py LOG.jsonl`; it needs Python 3.11 alone."),
            ),
            join(
                link("vectors.json", f"{FOLDER}/vectors.json"), ": every hash of an example, to write another program."
            ),
            join("Logs to try: ", [join(link(name, f"{FOLDER}/{name}"), " ") for name in logs]),
            join(
                link(bundle.BROKEN_INDEX, f"{FOLDER}/{bundle.BROKEN_INDEX}"),
                ": broken logs, one for each reason, and what has to be found in them.",
            ),
        ]
    )
