"""The check of exported logs by the service: what the published verifiers say, for clients that cannot run them."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import orjson
from pydantic import ConfigDict, Field, JsonValue

from service.encounters.encounter import MAX_VERSIONS
from service.encounters.verifier.verify import check
from service.encounters.verifier.words import words_of
from service.errors import UnfitRequest
from service.operations.encounters.requests import Document
from service.operations.registry import PROOF_BYTES
from service.operations.validation import rewritten
from service.wire import Form, Frozen, Json, record

MOST_SEEN: Final = 100
Line = Annotated[str, Field(max_length=PROOF_BYTES)]
SeenHead = Annotated[
    str,
    Field(pattern=r"^[1-9][0-9]{0,6}:[0-9a-f]{64}$", max_length=72),
    Form("a version, a colon and 64 digits 0-9 and a-f, as verifiers tell the last head"),
]


NOTHING_SENT: Final[JsonValue] = {"maxItems": 0}
EITHER_FORM: Final[list[JsonValue]] = [
    {
        "required": ["entries"],
        "properties": {
            "entries": {"minItems": 1},
            "lines": NOTHING_SENT,
            "keys": {"type": "null"},
            "saw": NOTHING_SENT,
        },
    },
    {"required": ["lines"], "properties": {"lines": {"minItems": 1}, "entries": NOTHING_SENT}},
]


class LogToVerify(Frozen):
    """An exported log: its entries, or the lines of its proof."""

    model_config = ConfigDict(json_schema_extra={"oneOf": EITHER_FORM})

    entries: Annotated[tuple[Document, ...], Field(max_length=MAX_VERSIONS)] = Field(
        default=(),
        description="All entries from the first on, as the log returns them to the referee: the rules are replayed.",
    )
    lines: Annotated[tuple[Line, ...], Field(max_length=MAX_VERSIONS + 1)] = Field(
        default=(), description="Instead of entries all lines of a proof, each a text: they are checked by its heads."
    )
    keys: Document | None = Field(
        default=None,
        description="With lines: the key document of the service that signed them; null: the keys in the first line.",
    )
    saw: Annotated[tuple[SeenHead, ...], Field(max_length=MOST_SEEN)] = Field(
        default=(), description="With lines: hashes of heads that were seen, which the log must have."
    )


@record
class LogChecked:
    """What the published verifiers say of the lines of a proof."""

    status: Annotated[Literal["checked"], Field(description="The lines were checked; the verdict says if they hold.")]
    verdict: Annotated[Literal["holds", "broken"], Field(description="Whether the log is as it was signed.")]
    found: Annotated[Json, Field(description="What was found, as `umpire verify --json` and both verifiers write it.")]
    text: Annotated[
        str, Field(description=("The same in words: what is proved and what is not, or why the log is invalid."))
    ]


def require_one_form(request: LogToVerify) -> None:
    """Refuse a request with both entries and lines, with neither, or with entries and what goes with lines.

    Raises: UnfitRequest.
    """
    if bool(request.entries) == bool(request.lines):
        raise UnfitRequest("Send either the entries of a log, or the lines of a proof.", pointer="/lines")
    if request.entries and (request.keys is not None or request.saw):
        pointer = "/saw" if request.keys is None else "/keys"
        raise UnfitRequest("Keys and heads that were seen go with the lines of a proof.", pointer=pointer)


def written_lines(request: LogToVerify) -> tuple[list[str], bytes | None, list[tuple[int, str]]]:
    """Return what is checked, to be sent to a worker: lines, key document, and the heads that were seen."""
    seen = [each.partition(":") for each in request.saw]
    keys = None if request.keys is None else rewritten(request.keys)
    return list(request.lines), keys, [(int(version), head) for version, _, head in seen]


def checked(lines: Sequence[str], keys: bytes | None, saw: Sequence[tuple[int, str]]) -> LogChecked:
    """Check the lines of a proof."""
    pinned: Any = None if keys is None else orjson.loads(keys)
    found = check(lines, pinned, saw)
    return LogChecked(status="checked", verdict=found["verdict"], found=found, text=words_of(found))
