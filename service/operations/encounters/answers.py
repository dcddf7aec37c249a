"""Answer records of the encounter operations.

States and outcomes, whose form a family defines, are plain JSON; parts that viewers may not see are null or left out.
"""

from typing import Annotated, Any, Literal

import orjson
from pydantic import Field

from service.dice.transcript import Step
from service.encounters.encounter import Encounter
from service.encounters.trust.draws import Commitment, DicePolicy, Opened, TakenDraw, commitment_of, policy_of
from service.operations.answering.dice_source import DiceUsed
from service.operations.verification.statement import Assured
from service.rules.kernel.verdict import Situation
from service.wire import Json, record

Id = Annotated[str, Field(description="Id of the encounter.")]
VersionNow = Annotated[int, Field(description="Its version; the next change applies to this version.")]
FamilyName = Annotated[str, Field(description="The rules family.")]
Ruleset = Annotated[str, Field(description="Family and version of the rules applied.")]
State = Annotated[Json, Field(description="The state, in the family's form.")]
StateHash = Annotated[
    str | None,
    Field(
        description="SHA-256 of `state` in this answer as canonical JSON; null for viewers unless the policy is `all`."
    ),
]
Token = Annotated[
    str | None, Field(description="The new token, shown only in this answer; null if it was kept or revoked.")
]
RulingsInForce = Annotated[Json, Field(description="The rulings in force.")]
Shown = Annotated[str, Field(description="Reveal policy for viewers: all, faces or outcomes.")]
EncounterMeta = Annotated[Json, Field(description="The `meta` of the encounter; null if it has none.")]
OperationName = Annotated[str, Field(description="The operation's name.")]
DiceInUse = Annotated[DiceUsed, Field(description="The dice used.")]
Warnings = Annotated[tuple[str, ...], Field(description="Parts of the request that were accepted but had no effect.")]
Summary = Annotated[
    str, Field(description="What happened, in words for everybody: it quotes nothing that viewers may not see.")
]
HashBefore = Annotated[str, Field(description="Hash of the state before.")]
HashAfter = Annotated[str, Field(description="Hash of the state afterwards.")]
SecondsKept = Annotated[int, Field(description="Seconds for which it is stored after its last use.")]
PolicyInForce = Annotated[
    DicePolicy | None, Field(description="Who may bring dice and name seeds; null in encounters of older releases.")
]
NextCommitment = Annotated[
    Commitment | None,
    Field(description="What the next draw of dice is bound to; null in encounters of older releases."),
]
DiceKey = Annotated[
    str | None, Field(description="The key of all draws, if it was opened: the promise of every head is its hash.")
]
HeadNote = Annotated[
    str | None,
    Field(description="The head of its version, a signed note; keep it to notice that a log was rewritten."),
]
DrawTaken = Annotated[TakenDraw, Field(description="The draw that the act has taken, and what opens its commitment.")]
ForkedFrom = Annotated[
    Json,
    Field(
        description="The `encounter` and `version` that it was forked from; null if it is no fork. That there is no "
        "other fork is not proved: a referee can make many, and show the luckiest."
    ),
]
SituationNow = Annotated[
    Situation | None,
    Field(description="Whose turn it is, and whether the fight is over; null if the ruleset or a worker is missing."),
]
ReturnsTo = Annotated[int | None, Field(description="The version whose state is restored, if one is.")]


@record
class SeatInvitation:
    """An invitation to a seat: a token that works once."""

    seat: Annotated[str, Field(description="The seat.")]
    invitation: Annotated[str, Field(description="The invitation, shown only in this answer.")]


@record
class SeatShown:
    """A seat, as everybody sees it."""

    seat: Annotated[str, Field(description="Its name.")]
    taken: Annotated[bool, Field(description="Whether a player has taken it.")]
    contributed: Annotated[bool, Field(description="Whether the next draw has a value of it.")]


@record
class EncounterCreated:
    """A new encounter, and the tokens that give access to it."""

    status: Annotated[Literal["created"], Field(description="The encounter is stored.")]
    id: Id
    version: VersionNow
    family: FamilyName
    ruleset: Ruleset
    rulings: RulingsInForce
    reveal: Shown
    dice_policy: PolicyInForce
    commitment: NextCommitment
    forked_from: ForkedFrom
    meta: EncounterMeta
    ttl: SecondsKept
    state: State
    situation: SituationNow
    state_hash: Annotated[str, Field(description="SHA-256 of the state as canonical JSON.")]
    summary: Summary
    invitations: Annotated[
        tuple[SeatInvitation, ...],
        Field(description="For each seat of the dice policy one, to be given to its player with the viewer token."),
    ]
    head: HeadNote
    referee: Annotated[str, Field(description="The token to change it and read all of it; shown only in this answer.")]
    viewer: Annotated[str, Field(description="The token to read and follow it; shown only in this answer.")]


@record
class EncounterView:
    """An encounter, as far as the token lets its holder see it."""

    status: Annotated[Literal["found"], Field(description="The encounter was found.")]
    id: Id
    version: VersionNow
    family: FamilyName
    ruleset: Ruleset
    rulings: RulingsInForce
    reveal: Shown
    role: Annotated[str, Field(description="Role of the token: referee or viewer.")]
    dice_policy: PolicyInForce
    commitment: NextCommitment
    forked_from: ForkedFrom
    meta: EncounterMeta
    ttl: SecondsKept
    state: State
    situation: SituationNow
    state_hash: StateHash
    can_undo: Annotated[bool, Field(description="Whether a change can be undone.")]
    can_redo: Annotated[bool, Field(description="Whether a change can be redone.")]
    seats: Annotated[tuple[SeatShown, ...], Field(description="The seats of players, by the dice policy.")]
    announced: Annotated[
        int | None, Field(description="The version that announces the act to come; null: nothing is announced.")
    ]
    head: HeadNote


@record
class EncounterActed:
    """The outcome of a procedure, stored as the encounter's next version."""

    status: Annotated[Literal["resolved"], Field(description="The procedure is resolved, and its outcome stored.")]
    id: Id
    version: VersionNow
    operation: OperationName
    ruleset: Ruleset
    outcome: Annotated[Json, Field(description="The outcome, as in the answer of the stateless operation.")]
    steps: Annotated[tuple[Step, ...], Field(description="The steps of the resolution, in order.")]
    dice: DiceInUse
    draw: DrawTaken
    commitment: NextCommitment
    rulings: RulingsInForce
    warnings: Warnings
    state: State
    situation: SituationNow
    before: HashBefore
    after: HashAfter
    summary: Summary
    head: HeadNote


@record
class EncounterPreview:
    """The outcome that a procedure would have; nothing is stored."""

    status: Annotated[Literal["previewed"], Field(description="The procedure is resolved, but nothing is stored.")]
    id: Id
    version: Annotated[int, Field(description="The version that it was played on.")]
    operation: OperationName
    ruleset: Ruleset
    outcome: Annotated[Json, Field(description="The outcome, as in the answer of the stateless operation.")]
    steps: Annotated[tuple[Step, ...], Field(description="The steps of the resolution, in order.")]
    dice: DiceInUse
    rulings: RulingsInForce
    warnings: Warnings
    state: State
    situation: SituationNow
    before: HashBefore
    after: HashAfter
    summary: Summary


@record
class EncounterChanged:
    """An encounter after a correction, undo or redo."""

    status: Annotated[Literal["changed"], Field(description="The encounter is stored.")]
    id: Id
    version: VersionNow
    returns_to: ReturnsTo
    reveal: Shown
    state: State
    situation: SituationNow
    before: HashBefore
    after: HashAfter
    summary: Summary
    head: HeadNote


@record
class EncounterDeleted:
    """An encounter that was deleted, with its log and its tokens."""

    status: Annotated[Literal["deleted"], Field(description="The encounter is deleted.")]
    id: Id
    head: HeadNote
    opened: Annotated[Opened | None, Field(description="What was opened before; null if the log was not ended.")]
    dice_key: DiceKey
    line: Annotated[
        str | None,
        Field(
            description="The last line of the proof, if the log was ended: with the lines that were exported before "
            "it proves that the log is whole."
        ),
    ]


@record
class EncounterTokens:
    """The new tokens of an encounter."""

    status: Annotated[Literal["changed"], Field(description="The replaced and revoked tokens are invalid.")]
    id: Id
    referee: Token
    viewer: Token


@record
class EncounterEntry:
    """One entry of an encounter's log; fields that do not apply, or that viewers may not see, are null or empty."""

    version: Annotated[int, Field(description="The version it made.")]
    kind: Annotated[
        str,
        Field(
            description=(
                "create, act, correct, undo, redo, end, join, contribute, announce, "
                "or void: refused after dice were rolled; for viewers also hidden."
            )
        ),
    ]
    family: Annotated[str | None, Field(description="The rules family.")]
    ruleset: Annotated[str | None, Field(description="Family and version of the rules applied.")]
    rulings: Annotated[Json, Field(description="The rulings in force.")]
    operation: Annotated[str | None, Field(description="The operation, if the entry is an act or announces one.")]
    input: Annotated[
        Json, Field(description="The input as it was sent, with figures by their ids; for viewers its visible fields.")
    ]
    dice: Annotated[Json, Field(description="The dice used.")]
    outcome: Annotated[Json, Field(description="The outcome.")]
    steps: Annotated[Json, Field(description="The steps of the resolution, in order.")]
    warnings: Annotated[Json, Field(description="Parts of the request that were accepted but had no effect.")]
    state: Annotated[Json, Field(description="The whole state, if the entry is a creation or a correction.")]
    returns_to: ReturnsTo
    before: Annotated[str | None, Field(description="Hash of the state before; null at the creation.")]
    after: Annotated[str | None, Field(description="Hash of the state afterwards.")]
    reveal: Shown
    secret: Annotated[bool, Field(description="Whether viewers see only that the encounter changed.")]
    summary: Summary
    names: Annotated[
        Json,
        Field(description="What players call figures and sides, by id; one that is not listed is called by its id."),
    ]
    hidden: Annotated[Json, Field(description="Ids of the figures and sides that are hidden; empty for viewers.")]
    dice_policy: Annotated[
        Json, Field(description="Who may bring dice and name seeds, if the entry is a creation with draws.")
    ]
    draw: Annotated[
        Json,
        Field(
            description="The draw that it took: `n`, `opening`, `values`, `absent`, `seed`; viewers see it with dice."
        ),
    ]
    problem: Annotated[
        str | None, Field(description="The problem's name, if the entry is void, or withdrawn, if an announcement was.")
    ]
    opened: Annotated[str | None, Field(description="What was opened, if the entry is the end: nothing, dice or all.")]
    dice_key: DiceKey
    seat: Annotated[str | None, Field(description="The seat, if the entry is a player's.")]
    value: Annotated[str | None, Field(description="The value that a player put into the next draw.")]
    commit: Annotated[str | None, Field(description="The commitment to the player's next value.")]
    covert: Annotated[bool | None, Field(description="Whether a secret act is announced, if the entry announces one.")]
    forked_from: ForkedFrom
    head: HeadNote
    situation: Annotated[
        Situation | None,
        Field(
            description="Whose turn it was after it, and whether the fight was over, as the token lets its holder see; "
            "null if no worker took the work, and in entries of older releases. It follows from the state: it is not "
            "signed, and not compared when the log is verified."
        ),
    ]


@record
class EncounterLog:
    """A page of an encounter's log, the oldest entry first."""

    status: Annotated[Literal["found"], Field(description="The page was found.")]
    id: Id
    entries: tuple[EncounterEntry, ...]
    next: Annotated[str | None, Field(description="Cursor of the next page; null if nothing follows.")]
    more: Annotated[bool, Field(description="Whether the log has more entries now.")]


@record
class LogVerified:
    """A log that was verified: every entry follows from the rules and its dice."""

    status: Annotated[Literal["verified"], Field(description="Every entry follows from the rules and its dice.")]
    family: FamilyName
    version: Annotated[int, Field(description="The last version.")]
    rolls: Annotated[int, Field(description="Faces and cards that were used.")]
    seeded: Annotated[int, Field(description="How many of the faces and cards came from seeds.")]
    state_hash: Annotated[str, Field(description="Hash of the state that the log leads to.")]
    assurance: Annotated[Assured, Field(description="What each claim rests on: proven, signed or stated.")]
    text: Annotated[str, Field(description="What is proved, as a sentence.")]
    not_proved: Annotated[str, Field(description="What is not proved, as a sentence.")]


@record
class LogDiverged:
    """A log that was not verified: an entry does not follow from the rules and its dice."""

    status: Annotated[Literal["diverged"], Field(description="An entry does not follow from the rules and its dice.")]
    version: Annotated[int, Field(description="The version of the first entry that differs.")]
    pointer: Annotated[
        str,
        Field(
            description=("JSON Pointer into the entry to the first difference; for a missing value, to what lacks it.")
        ),
    ]
    expected: Annotated[Json, Field(description="The value that the rules give; null if there should be none.")]
    found: Annotated[Json, Field(description="The value in the entry; null if it is missing.")]
    text: Annotated[str, Field(description="The difference as a sentence.")]


def shared_fields(encounter: Encounter) -> dict[str, Any]:
    """Return what its creation and every later reading tell of an encounter, whoever asks."""
    return {
        "id": encounter.id,
        "version": encounter.version,
        "family": encounter.family,
        "ruleset": encounter.ruleset,
        "rulings": orjson.Fragment(encounter.rulings),
        "reveal": encounter.shown.value,
        "dice_policy": policy_of(encounter.policy) if encounter.secret else None,
        "commitment": commitment_of(encounter),
        "forked_from": orjson.Fragment(encounter.fork) if encounter.fork else None,
        "meta": orjson.Fragment(encounter.meta) if encounter.meta else None,
        "ttl": encounter.ttl,
    }
