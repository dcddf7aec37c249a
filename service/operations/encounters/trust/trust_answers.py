"""Answer records of what makes dice trusted: seats, their values, the end of a log and its proof."""

from typing import Annotated, Literal

from pydantic import Field

from service.encounters.trust.draws import Opened
from service.operations.encounters.answers import (
    DiceKey,
    DrawTaken,
    HeadNote,
    Id,
    NextCommitment,
    OperationName,
    Summary,
    Token,
    VersionNow,
)
from service.wire import record


@record
class SeatTaken:
    """A seat that a player has taken."""

    status: Annotated[Literal["taken"], Field(description="The seat is the holder's of this token.")]
    id: Id
    seat: Annotated[str, Field(description="The seat.")]
    token: Token
    version: VersionNow
    head: HeadNote


@record
class ValueTaken:
    """A value that joined the next draw."""

    status: Annotated[Literal["contributed"], Field(description="The value is in the draw.")]
    id: Id
    seat: Annotated[str, Field(description="The seat.")]
    draw: Annotated[int, Field(description="The number of the draw.")]
    version: VersionNow
    head: HeadNote


@record
class ActAnnounced:
    """An act that is announced: until it is played or withdrawn nothing but values is accepted."""

    status: Annotated[Literal["announced"], Field(description="Values for its draw are taken now.")]
    id: Id
    version: VersionNow
    operation: OperationName
    summary: Summary
    head: HeadNote


@record
class ActWithdrawn:
    """An announcement that was withdrawn; its draw was taken, so that nobody can choose among draws unseen."""

    status: Annotated[Literal["withdrawn"], Field(description="Other changes are accepted again.")]
    id: Id
    version: VersionNow
    operation: OperationName
    draw: DrawTaken
    commitment: NextCommitment
    summary: Summary
    head: HeadNote


@record
class SeatInvited:
    """A new invitation to a seat."""

    status: Annotated[
        Literal["invited"], Field(description="Everybody who has the invitation can take the seat, once.")
    ]
    id: Id
    seat: Annotated[str, Field(description="The seat.")]
    invitation: Annotated[str, Field(description="The invitation, shown only in this answer.")]


@record
class LogEnded:
    """An encounter whose log was ended."""

    status: Annotated[Literal["ended"], Field(description="The log is ended; only reading and forking are left.")]
    id: Id
    version: VersionNow
    opened: Annotated[Opened, Field(description="What was opened.")]
    dice_key: DiceKey
    head: HeadNote


@record
class LogProof:
    """Lines of an exported log, each JSON, by which verifiers check it without this service."""

    status: Annotated[Literal["found"], Field(description="The lines were found.")]
    id: Id
    lines: Annotated[
        str,
        Field(
            description=(
                "From the beginning first a line with `origin` and `keys`; then a line for each version: `head`, "
                "`shown`, and for the referee `entry` and `salt`, as the texts that were hashed."
            )
        ),
    ]
    next: Annotated[str | None, Field(description="Cursor of the next lines; null if nothing follows.")]
    more: Annotated[bool, Field(description="Whether the log has more entries now.")]
