"""Answer records of the encounter operations.

States and outcomes, whose form a family defines, are plain JSON; parts that viewers may not see are null or left out.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from service.dice.transcript import Step
from service.operations.dice_source import DiceUsed
from service.wire import Json, record

Id = Annotated[str, Field(description="Id of the encounter.")]
VersionNow = Annotated[int, Field(description="Its version afterwards; the next change is made to this one.")]
FamilyName = Annotated[str, Field(description="The rules family.")]
Ruleset = Annotated[str, Field(description="Family and version of the rules applied.")]
State = Annotated[Json, Field(description="The state, in the family's form.")]
StateHash = Annotated[
    str | None, Field(description="SHA-256 of the state as canonical JSON; null for viewers who do not see all of it.")
]
Token = Annotated[str | None, Field(description="The token, told only now; null if it is what it was, or revoked.")]
RulingsInForce = Annotated[Json, Field(description="The rulings in force.")]
Shown = Annotated[str, Field(description="What viewers see: all, faces or outcomes.")]
OperationName = Annotated[str, Field(description="The operation's name.")]
DiceInUse = Annotated[DiceUsed, Field(description="The dice used.")]
Warnings = Annotated[tuple[str, ...], Field(description="What was accepted but had no effect.")]
HashBefore = Annotated[str, Field(description="Hash of the state before.")]
HashAfter = Annotated[str, Field(description="Hash of the state afterwards.")]
SecondsKept = Annotated[int, Field(description="Seconds it is kept after it was last used.")]
ReturnsTo = Annotated[int | None, Field(description="The version whose state holds again, if one does.")]


@record
class EncounterCreated:
    """A new encounter, and the tokens that give access to it."""

    status: Annotated[Literal["created"], Field(description="It is stored.")]
    id: Id
    version: VersionNow
    family: FamilyName
    ruleset: Ruleset
    rulings: RulingsInForce
    reveal: Shown
    ttl: SecondsKept
    state: State
    state_hash: Annotated[str, Field(description="SHA-256 of the state as canonical JSON.")]
    referee: Annotated[str, Field(description="The token to change it and see all of it; told only now.")]
    viewer: Annotated[str, Field(description="The token to watch it; told only now.")]


@record
class EncounterView:
    """An encounter, as far as the token lets its holder see it."""

    status: Annotated[Literal["found"], Field(description="This is how it stands.")]
    id: Id
    version: VersionNow
    family: FamilyName
    ruleset: Ruleset
    rulings: RulingsInForce
    reveal: Shown
    role: Annotated[str, Field(description="What the token lets its holder do: referee or viewer.")]
    ttl: SecondsKept
    state: State
    state_hash: StateHash
    can_undo: Annotated[bool, Field(description="Whether there is something to undo.")]
    can_redo: Annotated[bool, Field(description="Whether there is something to redo.")]


@record
class EncounterActed:
    """The outcome of a procedure, stored as the encounter's next version."""

    status: Annotated[Literal["resolved"], Field(description="The procedure is resolved, and its outcome stored.")]
    id: Id
    version: VersionNow
    operation: OperationName
    ruleset: Ruleset
    outcome: Annotated[Json, Field(description="What came of it, as the stateless operation tells it.")]
    steps: Annotated[tuple[Step, ...], Field(description="What happened, in order.")]
    dice: DiceInUse
    rulings: RulingsInForce
    warnings: Warnings
    state: State
    before: HashBefore
    after: HashAfter


@record
class EncounterPreview:
    """The outcome that a procedure would have; nothing is stored."""

    status: Annotated[Literal["previewed"], Field(description="The procedure is resolved, but nothing is stored.")]
    id: Id
    version: Annotated[int, Field(description="The version it was tried on.")]
    operation: OperationName
    ruleset: Ruleset
    outcome: Annotated[Json, Field(description="What would come of it, as the stateless operation tells it.")]
    steps: Annotated[tuple[Step, ...], Field(description="What would happen, in order.")]
    dice: DiceInUse
    rulings: RulingsInForce
    warnings: Warnings
    state: State
    before: HashBefore
    after: HashAfter


@record
class EncounterChanged:
    """An encounter after a correction, undo or redo."""

    status: Annotated[Literal["changed"], Field(description="It is stored.")]
    id: Id
    version: VersionNow
    returns_to: ReturnsTo
    reveal: Shown
    state: State
    before: HashBefore
    after: HashAfter


@record
class EncounterDeleted:
    """An encounter that was deleted, with its log and its tokens."""

    status: Annotated[Literal["deleted"], Field(description="It is gone.")]
    id: Id


@record
class EncounterTokens:
    """The new tokens of an encounter."""

    status: Annotated[Literal["changed"], Field(description="The old ones open nothing any more.")]
    id: Id
    referee: Token
    viewer: Token


@record
class EncounterEntry:
    """One entry of an encounter's log; fields that do not apply, or that viewers may not see, are null or empty."""

    version: Annotated[int, Field(description="The version it made.")]
    kind: Annotated[str, Field(description="create, act, correct, undo or redo; for viewers also hidden.")]
    family: Annotated[str | None, Field(description="The rules family.")]
    ruleset: Annotated[str | None, Field(description="Family and version of the rules applied.")]
    rulings: Annotated[Json, Field(description="The rulings in force.")]
    operation: Annotated[str | None, Field(description="The operation played, if one was.")]
    input: Annotated[Json, Field(description="What it was to do, with figures by their ids.")]
    dice: Annotated[Json, Field(description="The dice used.")]
    outcome: Annotated[Json, Field(description="What came of it.")]
    steps: Annotated[Json, Field(description="What happened, in order.")]
    warnings: Annotated[Json, Field(description="What was accepted but had no effect.")]
    state: Annotated[Json, Field(description="The whole state, where it was stated and not played.")]
    returns_to: ReturnsTo
    before: Annotated[str | None, Field(description="Hash of the state before; null at the creation.")]
    after: Annotated[str | None, Field(description="Hash of the state afterwards.")]
    reveal: Shown
    secret: Annotated[bool, Field(description="Whether viewers learn only that something happened.")]


@record
class EncounterLog:
    """A page of an encounter's log, the oldest entry first."""

    status: Annotated[Literal["found"], Field(description="This is what happened.")]
    id: Id
    entries: tuple[EncounterEntry, ...]
    next: Annotated[str, Field(description="Where the next page begins, whether or not it has entries yet.")]
    more: Annotated[bool, Field(description="Whether there are more entries by now.")]


@record
class LogVerified:
    """A log that was verified: every entry follows from the rules and its dice."""

    status: Annotated[Literal["verified"], Field(description="Everything agrees.")]
    family: FamilyName
    version: Annotated[int, Field(description="The last version.")]
    rolls: Annotated[int, Field(description="Faces and cards that were used.")]
    seeded: Annotated[int, Field(description="How many of them were worked out from seeds.")]
    state_hash: Annotated[str, Field(description="Hash of the state that the log leads to.")]
    text: Annotated[str, Field(description="What is proved, as a sentence.")]
    not_proved: Annotated[str, Field(description="What is not proved, as a sentence.")]


@record
class LogDiverged:
    """A log that was not verified: an entry does not follow from the rules and its dice."""

    status: Annotated[Literal["diverged"], Field(description="Something differs.")]
    version: Annotated[int, Field(description="The first entry that is wrong.")]
    pointer: Annotated[
        str,
        Field(
            description=(
                "JSON Pointer into the entry, to the first difference; where something is missing, to what lacks it."
            )
        ),
    ]
    expected: Annotated[Json, Field(description="What the rules give; null for what should not be there.")]
    found: Annotated[Json, Field(description="What the entry says; null for what is missing.")]
    text: Annotated[str, Field(description="The difference as a sentence.")]


def entry_record(entry: dict[str, Any]) -> EncounterEntry:
    """Make the answer record of a stored log entry."""
    return EncounterEntry(**entry)
