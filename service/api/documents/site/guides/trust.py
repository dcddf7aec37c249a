"""The page about dice that can be trusted: what is proved, what is not, and a check of exported logs."""

import inspect
from collections.abc import Mapping
from functools import partial
from typing import Final

from service.api.documents.site.html import Html, block, code, join, link, paragraphs, prose, tag
from service.api.documents.site.layout import Page, listing, section
from service.api.http.served import Document
from service.encounters.trust import announcements, draws, hashing, heads, seats
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
You do not have to trust the service about its dice. Before an act, the service publishes the hash of the value that
the dice are rolled from. The act publishes the value itself, so that anybody can recompute every face. Players can add
values of their own to each draw; then the service cannot choose the dice either. Every entry of the log is signed, and
each head contains the hash of the head before it. An act that was undone stays in the log, and its dice are not used
again. Previews roll other dice.

`GET /v1/encounters/{id}/proof` exports the log, for the referee or for a viewer, as lines that the programs below check
without this service. A long log comes in parts of 2 MB: `after` is the number of entries in the parts before, as 8
hexadecimal digits. `POST /v1/encounters/{id}/end` ends the log and proves that it is complete. With `open` as `dice`,
every draw is traced to the creation; with `all`, viewers also get every entry that was hidden. A deletion with `open`
ends the log first, and its answer is the last line. If you cannot run a program, send the lines to
`POST /v1/encounters/verify`: it gives the same result, but you have to trust that service.
"""

SEATS: Final = """\
`dice_policy.seats` of a creation names seats, and the answer has an invitation for each. A player takes a seat with
`POST /v1/encounters/{id}/seats/{seat}`, with the invitation as token and a commitment in the body. The player adds a
value to the next draw with `POST /v1/encounters/{id}/values`. `wait_for` says whether acts wait for players. A draw
names the seats that added no value. Make the value in your own page, with `crypto.getRandomValues`.
"""

ANNOUNCED: Final = """\
A referee who knows the values of the players could still choose the act that uses them. `dice_policy.announce` prevents
this: `POST /v1/encounters/{id}/{procedure}/announce` writes the procedure and its input into the log, and only then
values are accepted. Until this act is played, or `POST /v1/encounters/{id}/withdraw`, the encounter accepts only
values. A withdrawal uses up the draw, and everybody sees it. Of a secret act, viewers see that something is announced,
but not what.
"""

PLAIN: Final = """\
Less is proved about rolls without an encounter: nobody can see whether a request was repeated until its dice were good.
A ticket solves this. `POST /v1/tickets` fixes a request and commits to its dice. Everybody at the table sees the ticket
before `POST /v1/tickets/{id}` rolls it, once. The ticket's page shows every ticket that was opened on it, also those
that were not used. The same programs check `GET /v1/tickets/{id}/proof`.
"""

KEYS: Final = """\
The service's public keys are at `/.well-known/umpire-keys`. Download them once, keep them, and pass them to the program
with `--keys`. Without them, the program can only say that the file is signed by the key in the file. Read the hash of
the last head aloud at the table, or keep it and pass it with `--saw`. Then nobody can show you another log of this
encounter, or one whose end is missing.
"""


def trust_page() -> Page:
    """Write the page."""
    described = [inspect.getdoc(each) or "" for each in (hashing, draws, seats, announcements, heads)]
    body = join(
        paragraphs(ABOUT),
        section(2, "Check a log", "check", _form()),
        section(2, "Check it without this service", "programs", _programs()),
        section(
            2,
            "What is proved, and what is not",
            "proved",
            tag("p", "If a log is valid, the programs list what is proved:"),
            listing([said for _, said in PROVED]),
            tag("p", "They also list what is not proved:"),
            listing([said for _, said in NOT_PROVED]),
        ),
        section(2, "Players", "seats", paragraphs(SEATS)),
        section(2, "Announcements", "announcements", paragraphs(ANNOUNCED)),
        section(2, "Keys and heads", "keys", paragraphs(KEYS)),
        section(2, "Rolls without an encounter", "plain", paragraphs(PLAIN)),
        section(2, "How it is made", "bytes", [block(each) for each in described]),
        section(
            2, "Why a log is invalid", "broken", listing([join(code(why), f": {said}.") for why, said in WHY.items()])
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
    about = tag("p", "The file is checked in this browser and is not sent to any server.")
    return join(about, form, tag("pre", id="verdict", role="status"))


def _programs() -> Html:
    logs = [name for name in bundle.names() if name.startswith(bundle.LOGS)]
    return listing(
        [
            join(link("verify.mjs", "/docs/verify.mjs"), prose(": `node verify.mjs LOG.jsonl`, and this page's own.")),
            join(
                link("verify.py", "/docs/verify.py"),
                prose(": `python3 verify.py LOG.jsonl`; it needs only Python 3.11."),
            ),
            join(
                link("vectors.json", f"{FOLDER}/vectors.json"),
                ": every hash of an example, for writing another program.",
            ),
            join("Logs to try: ", [join(link(name, f"{FOLDER}/{name}"), " ") for name in logs]),
            join(
                link(bundle.BROKEN_INDEX, f"{FOLDER}/{bundle.BROKEN_INDEX}"),
                ": invalid logs, one for each reason, and the result for each.",
            ),
        ]
    )
