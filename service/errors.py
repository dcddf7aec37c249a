"""Everything that can go wrong, one class per problem; a family's own refusals hang below `RulesRefuse`.

UmpireError
├── NotJson 400             ├── NotFound 404              ├── BodyTooLarge 413
├── NotAcceptable 406       │   ├── UnknownFamily         ├── NotJsonType 415
├── MethodNotAllowed 405    │   ├── UnknownRule           ├── DoesNotFit 422
├── TooManyRequests 429     │   ├── UnknownTable          ├── InternalError 500
│   └── StorageQuotaSpent   │   ├── UnknownPage           │   (of connections: service/api/http/problems.py)
├── StoreAway 503           │   ├── UnknownProblem        ├── KeyMalformed 400
├── KeyReused 422           │   ├── UnknownEncounter      ├── KeyInUse 409
├── TokenMissing 401        │   ├── UnknownProcedure      ├── KeyTooShort 400
├── TokenUnknown 401        ├── TokenTooWeak 403          ├── VersionStale 412
├── WorkersBusy 503         ├── WorkTimedOut 503          ├── VersionMissing 428
├── WorkerLost 503          ├── RequestCancelled 499
└── Refused 409
    ├── RulesRefuse         (families: service/rules/<family>/refusals.py)
    ├── DiceSupplyExhausted, DiceSupplyLeftOver, FaceOutOfRange, CardNotInDeck
    ├── TooManyDice, ExplosionLimit, OddsTooLarge, BudgetSpent, WorkTooLarge, AnswerTooLarge
    ├── NothingToUndo, NothingToRedo, EncounterFull, RulesetChanged, PageFull, TooLargeToStore
    └── BadNotation, UnknownOperation, UnfitRequest
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One thing that is wrong, and where."""

    pointer: Annotated[str, Field(description="JSON Pointer into the request; empty for the whole of it.")]
    code: Annotated[str, Field(description="Machine-readable word for what is wrong, in snake_case.")]
    message: Annotated[str, Field(description="A sentence that quotes the offending value.")]
    rule: Annotated[str | None, Field(description="Id of the rule that refuses, if a rule does.")]


class UmpireError(Exception):
    """The parent of every problem this service reports."""

    status: ClassVar[int] = 500
    title: ClassVar[str] = "Internal error"
    rule: ClassVar[str | None] = None
    rolled: int = 0  # dice and cards that were rolled before this was found, so that they are paid for

    def __init__(
        self, detail: str, *, pointer: str = "", rule: str | None = None, faults: tuple[Fault, ...] = ()
    ) -> None:
        """Say what is wrong; `pointer` is relative to the input of the procedure that refuses."""
        super().__init__(detail)
        self.detail = detail
        self.pointer = pointer
        self.faults = faults or (
            Fault(pointer=pointer, code=self.code(), message=detail, rule=rule or type(self).rule),
        )

    @classmethod
    def slug(cls) -> str:
        """Return the problem's name in URLs, in kebab-case."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", cls.__name__).lower()

    @classmethod
    def code(cls) -> str:
        """Return the problem's name in `errors[].code`, in snake_case."""
        return cls.slug().replace("-", "_")

    def below(self, prefix: str) -> "UmpireError":
        """Point into a larger document, the part that failed standing at `prefix`."""
        return self.pointing(lambda pointer: prefix + pointer)

    def pointing(self, moved: Callable[[str], str]) -> "UmpireError":
        """Point elsewhere."""
        self.pointer = moved(self.pointer)
        self.faults = tuple(
            Fault(pointer=moved(fault.pointer), code=fault.code, message=fault.message, rule=fault.rule)
            for fault in self.faults
        )
        return self


class NotJson(UmpireError):
    """The body is not one well-formed JSON document in UTF-8 with distinct keys."""

    status = 400
    title = "Body is not JSON"


class NotFound(UmpireError):
    """Nothing is found at this address."""

    status = 404
    title = "Not found"


class UnknownFamily(NotFound):
    """No rules family has this name."""

    title = "Unknown rules family"


class UnknownRule(NotFound):
    """The family has no rule or ruling with this id."""

    title = "Unknown rule"


class UnknownTable(NotFound):
    """The family has no table with this name."""

    title = "Unknown table"


class UnknownProblem(NotFound):
    """The service reports no problem with this name."""

    title = "Unknown problem"


class UnknownEncounter(NotFound):
    """There is no such encounter: it was deleted, has expired, or never was."""

    title = "Unknown encounter"


class UnknownPage(NotFound):
    """There is no page of shared results of this id: it has expired, or never was."""

    title = "Unknown page of results"


class UnknownProcedure(NotFound):
    """The encounter's family has no state-changing procedure of this name."""

    title = "Unknown procedure"


class TokenMissing(UmpireError):
    """The encounter is opened only by one of its tokens, sent as `Authorization: Bearer`."""

    status = 401
    title = "Token missing"


class TokenUnknown(UmpireError):
    """The token is not one of the encounter's, or has been revoked."""

    status = 401
    title = "Unknown token"


class TokenTooWeak(UmpireError):
    """The viewer's token lets its holder watch; only the referee's lets its holder change or see everything."""

    status = 403
    title = "Token too weak"


class VersionMissing(UmpireError):
    """A change has to name the version it is made to, by `If-Match`."""

    status = 428
    title = "Version missing"


class VersionStale(UmpireError):
    """The encounter has another version than the one named; read it again, and decide again."""

    status = 412
    title = "Version stale"


class MethodNotAllowed(UmpireError):
    """The address is known, but not with this method; `Allow` lists the methods it takes."""

    status = 405
    title = "Method not allowed"


class NotAcceptable(UmpireError):
    """The answer exists only in media types that `Accept` rules out."""

    status = 406
    title = "Not acceptable"


class BodyTooLarge(UmpireError):
    """The body is larger than this service reads."""

    status = 413
    title = "Body too large"


class NotJsonType(UmpireError):
    """The body's content type is not `application/json`."""

    status = 415
    title = "Content type is not JSON"


class DoesNotFit(UmpireError):
    """The body is JSON but does not fit the schema; `errors` lists each misfit."""

    status = 422
    title = "Body does not fit the schema"


class KeyMalformed(UmpireError):
    """The idempotency key is not 1 to 128 visible ASCII characters, bare or in quotes, or is sent twice."""

    status = 400
    title = "Idempotency key malformed"


class KeyTooShort(UmpireError):
    """To create an encounter the idempotency key needs 16 characters: whoever guesses it is told the tokens."""

    status = 400
    title = "Idempotency key too short"


class KeyReused(UmpireError):
    """The idempotency key was used before with another body."""

    status = 422
    title = "Idempotency key reused"


class KeyInUse(UmpireError):
    """A request with the same idempotency key is still being answered."""

    status = 409
    title = "Idempotency key in use"


class TooManyRequests(UmpireError):
    """The caller's quota is spent; `Retry-After` says for how long."""

    status = 429
    title = "Too many requests"


class StorageQuotaSpent(TooManyRequests):
    """The caller has had as much stored, or created as many things, as it may; `Retry-After` says for how long."""

    title = "Storage quota spent"

    def __init__(self, detail: str, *, wait: int) -> None:
        """Say what is wrong, and in how many seconds it will not be."""
        super().__init__(detail)
        self.wait = wait


class InternalError(UmpireError):
    """The service failed; the request was well-formed as far as is known, and nothing was stored."""


class StoreAway(UmpireError):
    """The store does not answer; what needs no store still works."""

    status = 503
    title = "Store is away"


class WorkersBusy(UmpireError):
    """So much heavy work is waiting that no more is taken; `Retry-After` says when to try again."""

    status = 503
    title = "Workers are busy"


class WorkTimedOut(UmpireError):
    """The work took longer than this service lets one request work, and was stopped; ask for less at once."""

    status = 503
    title = "Work timed out"


class WorkerLost(UmpireError):
    """The process that did the work ended before it was done, for example for lack of memory; nothing was stored."""

    status = 503
    title = "Worker process lost"


class RequestCancelled(UmpireError):
    """The client hung up before the answer was ready, so the work was stopped and nothing was stored."""

    status = 499
    title = "Request cancelled"


class Refused(UmpireError):
    """The request fits the schema but cannot be granted."""

    status = 409
    title = "Refused"


class RulesRefuse(Refused):
    """The rules forbid what the request asks for; `errors[].rule` names the rule."""

    title = "The rules refuse"


class DiceSupplyExhausted(Refused):
    """The supplied dice ran out and the request said to refuse rather than ask or roll."""

    title = "Supplied dice exhausted"


class DiceSupplyLeftOver(Refused):
    """Supplied dice or cards were left over when everything had been rolled."""

    title = "Supplied dice left over"


class FaceOutOfRange(Refused):
    """A supplied face does not exist on the die it was meant for."""

    title = "Face out of range"


class CardNotInDeck(Refused):
    """A supplied card is not in the deck, or has been drawn already."""

    title = "Card not in the deck"


class TooManyDice(Refused):
    """The request would roll more dice than one request may."""

    title = "Too many dice"


class ExplosionLimit(Refused):
    """Dice kept showing their highest face and would add more dice than the request allows."""

    title = "Too many explosions"


class OddsTooLarge(Refused):
    """The exact odds have more paths than the service enumerates; the rule that kept forking is named."""

    title = "Odds too large"


class WorkTooLarge(Refused):
    """The fight may take more turns than one request may play: figures times the most rounds; lower either."""

    title = "Work too large"


class AnswerTooLarge(Refused):
    """The answer would be larger than this service sends; ask for fewer figures, rounds, items or fields at once."""

    title = "Answer too large"


class BudgetSpent(Refused):
    """The batch spent its cost budget before this item was reached."""

    title = "Batch budget spent"


class NothingToUndo(Refused):
    """The encounter is as it was created."""

    title = "Nothing to undo"


class NothingToRedo(Refused):
    """Nothing has been undone since the last change."""

    title = "Nothing to redo"


class RulesetChanged(Refused):
    """The encounter was begun by another version of its rules than this service plays."""

    title = "Ruleset changed"


class PageFull(Refused):
    """The page of shared results holds as many as one may; begin another."""

    title = "Page of results full"


class EncounterFull(Refused):
    """The encounter has taken as many changes as one may; fork it to go on."""

    title = "Encounter full"


class TooLargeToStore(Refused):
    """What would be stored is longer than a page of it could be; ask for less at once."""

    title = "Too large to store"


class BadNotation(Refused):
    """The text is not dice notation."""

    title = "Not dice notation"


class UnfitRequest(Refused):
    """The request inside the body does not fit the schema of the operation it is for; `errors` lists each misfit."""

    title = "Inner request does not fit"


class UnknownOperation(Refused):
    """No rolled operation has this name."""

    title = "Unknown operation"


def problems(root: type[UmpireError] = UmpireError) -> Iterator[type[UmpireError]]:
    """Yield every problem below `root`, parents before children."""
    for child in root.__subclasses__():
        yield child
        yield from problems(child)
