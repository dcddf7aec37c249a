"""Request models of the encounter operations, and corrections of a state at JSON Pointers."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from operator import getitem
from typing import Annotated, Any, Literal, cast

from pydantic import Field, create_model

from service.encounters.encounter import DEFAULT_TTL, LONGEST_TTL, MAX_VERSIONS, SHORTEST_TTL
from service.encounters.log import LONGEST_PAGE, USUAL_PAGE
from service.encounters.pointers import LeadsNowhere, Pointer, replaced
from service.encounters.reveal import Reveal
from service.encounters.trust.draws import DicePolicy, Opened
from service.encounters.trust.seats import Hex, SeatName
from service.errors import UnknownEncounter
from service.forecasts.problems import PartsDisagree
from service.operations.answering.dice_source import FRESH, DiceSource
from service.operations.answering.list_pages import Place, Token
from service.operations.encounters.line_ups.line_up_models import LineUp
from service.operations.fields import ChosenFields
from service.wire import WHOLE, Form, Frozen, Json, Meta

Document = dict[str, Json]
EncounterId = Annotated[
    str,
    Field(pattern=r"^[0-9a-f]{32}$", max_length=32),
    Form("32 digits 0-9 and a-f, as in the answer to its creation", UnknownEncounter.slug()),
]
ProcedureName = Annotated[str, Field(min_length=1, max_length=64)]
Version = Annotated[int, Field(ge=0, le=1_000_000), WHOLE]
Lifetime = Annotated[int, Field(ge=SHORTEST_TTL, le=LONGEST_TTL), WHOLE]


class NewEncounter(Frozen):
    """A new encounter to create."""

    family: str = Field(max_length=40, description="The rules family.")
    state: Document | None = Field(
        default=None,
        description="The initial state, in the family's form; see the examples. Where procedures take it inside a "
        "member of their input, it may stand in this member here, too. Answers have it without the member. Null: it "
        "is made of `line_up`; one of the two is needed.",
    )
    line_up: LineUp | None = Field(
        default=None, description="Who fights whom, with figures of the catalogue, in place of `state`."
    )
    rulings: Document = Field(
        default_factory=dict, description="Rulings of the encounter on questions that the rules leave open."
    )
    reveal: Reveal = Field(
        default=Reveal.OUTCOMES,
        description="What viewers see. all: everything; faces: events, places and dice, no other numbers; outcomes: "
        "events and places. Hidden figures and secret changes are not seen under any of them.",
    )
    dice_policy: DicePolicy = Field(
        default=DicePolicy(), description="Who may bring dice and name seeds; only a fork can have another."
    )
    meta: Meta | None = Field(
        default=None,
        description="A small JSON object of your own, such as the id of a scene: never read, and returned unchanged to "
        "referee and viewers. At most 4096 bytes. It is not part of the state: undo does not change it.",
    )
    ttl: Lifetime = Field(default=DEFAULT_TTL, description="Seconds for which it is stored after its last use.")
    listing: Token | None = Field(
        default=None, description="The token of a listing to add it to, from `POST /v1/listings`; null: none."
    )


@cache
def new_encounter_of(families: tuple[str, ...]) -> type[NewEncounter]:
    """Return the request that creates an encounter of one of these families."""
    named: Any = getitem(cast("Any", Literal), families)
    described = Field(description=f"The rules family: {', '.join(families)}.")
    return create_model(
        "CreateEncounter", __base__=NewEncounter, __doc__=NewEncounter.__doc__, family=(named, described)
    )


class KnownEncounter(Frozen):
    """The id of an encounter, and a token that gives access to it."""

    id: EncounterId = Field(description="Id of the encounter.")
    token: Token | None = Field(default=None, description="One of the encounter's tokens.")


class ForkEncounter(KnownEncounter):
    """An encounter to copy at its present version."""

    dice_policy: DicePolicy | None = Field(
        default=None, description="Who may bring dice and name seeds in the copy; null: as in the original."
    )


class ChangedEncounter(KnownEncounter):
    """An encounter to change, and the version that the change applies to."""

    version: Version | None = Field(
        default=None,
        description="The version that the change applies to; required, and refused if it is not the present one.",
    )


class EncounterMove(KnownEncounter):
    """A procedure to preview on the stored state."""

    procedure: ProcedureName = Field(description="A state-changing procedure of the encounter's family.")
    input: Document = Field(
        default_factory=dict,
        description="The input of the procedure without the parts that are stored, and with figures by their ids.",
    )
    dice: DiceSource = Field(default=FRESH, description="The source of the dice.")
    fields: ChosenFields = None


class EncounterAct(EncounterMove):
    """A procedure to play on the stored state."""

    version: Version | None = Field(
        default=None,
        description="The version that the change applies to; required, and refused if it is not the present one.",
    )
    secret: bool = Field(default=False, description="Whether viewers see only that the encounter changed.")


class AnnounceAct(ChangedEncounter):
    """An act to announce."""

    procedure: ProcedureName = Field(description="A state-changing procedure of the encounter's family.")
    input: Document = Field(default_factory=dict, description="The input of the act that will be played.")
    secret: bool = Field(
        default=False, description="Whether the act will be secret: then viewers see only that something is announced."
    )


class EndEncounter(ChangedEncounter):
    """The end of a log, and what it opens."""

    open: Opened = Field(
        default=Opened.DICE,
        description="nothing: only what is open already; dice: the key of all draws, so that everybody can recompute "
        "every face and trace it to the creation; all: to viewers also every entry, secret ones included.",
    )


class DeleteEncounter(ChangedEncounter):
    """The deletion of an encounter, and what its log opens before."""

    open: Opened | None = Field(
        default=None,
        description="Ends the log before it is deleted, and opens what the end of a log opens; null: the log is not "
        "ended.",
    )


class Correction(Frozen):
    """A correction of one value of the state."""

    pointer: Pointer = Field(description="JSON Pointer into the state; empty: the whole state.")
    value: Json = Field(description="The new value.")


class CorrectEncounter(ChangedEncounter):
    """Corrections by the referee."""

    changes: Annotated[tuple[Correction, ...], Field(max_length=1_000)] = Field(
        default=(), description="Corrections of the state, made in this order."
    )
    reveal: Reveal | None = Field(default=None, description="What viewers see from now on; null: unchanged.")
    meta: Meta | None = Field(
        default=None, description="The new `meta` of the encounter, in place of the old one; null: unchanged."
    )
    secret: bool = Field(default=False, description="Whether viewers see only that the encounter changed.")


class LogPage(KnownEncounter):
    """A page of the log."""

    after: Place | None = Field(
        default=None,
        description=(
            "The `next` of the page before, or a version in hexadecimal, for what follows it; null: from the beginning."
        ),
    )
    limit: Annotated[int, Field(ge=1, le=LONGEST_PAGE), WHOLE] = Field(
        default=USUAL_PAGE, description="How many entries at most."
    )


class ProofPage(KnownEncounter):
    """Lines of an exported log."""

    after: Place | None = Field(
        default=None,
        description="The `next` of the lines before, or a version in hexadecimal; null: from the beginning.",
    )


class TakeSeat(KnownEncounter):
    """A player who takes a seat; `token` is the invitation."""

    seat: SeatName = Field(description="The name of the seat.")
    commit: Hex = Field(
        description="SHA-256 of four lines: umpire:seat:1, the encounter's id, the seat, and 32 random bytes of your "
        "own as 64 digits 0-9, a-f; each line ends with a line feed. These bytes are your first value."
    )


class GiveValue(KnownEncounter):
    """A player's contribution to the next draw; `token` is the seat's."""

    value: Hex = Field(description="The value that your last commitment is the hash of.")
    commit: Hex = Field(description="The commitment to your next value; none may come twice.")


class InviteToSeat(KnownEncounter):
    """A new invitation to a seat; earlier ones are invalid."""

    seat: SeatName = Field(description="The name of the seat.")


class TokenFate(StrEnum):
    """What to do with the viewer's token."""

    KEEP = "keep"
    ROTATE = "rotate"
    REVOKE = "revoke"


class RefereeTokenFate(StrEnum):
    """What to do with the referee's token; it cannot be revoked, because the encounter could then not be changed."""

    KEEP = "keep"
    ROTATE = "rotate"


class ChangeTokens(KnownEncounter):
    """A change of an encounter's tokens."""

    referee: RefereeTokenFate = Field(default=RefereeTokenFate.KEEP, description="What to do with the referee token.")
    viewer: TokenFate = Field(default=TokenFate.KEEP, description="What to do with the viewer token.")


class ExportedLog(Frozen):
    """An exported log."""

    entries: Annotated[tuple[Document, ...], Field(min_length=1, max_length=MAX_VERSIONS)] = Field(
        description="All entries from the first on, as the log returns them to the referee."
    )


def corrected(document: Any, changes: Iterable[Correction]) -> Any:
    """Return a document with changes applied in order; "-" as the last part of a pointer appends to a list.

    Raises: PartsDisagree, if a pointer leads to no place in the document.
    """
    for position, change in enumerate(changes):
        try:
            document = replaced(document, change.pointer, change.value)
        except LeadsNowhere as error:
            message = f"{change.pointer!r} leads nowhere in this state: there is no {error.word!r}."
            raise PartsDisagree(message, pointer=f"/changes/{position}/pointer") from None
    return document
