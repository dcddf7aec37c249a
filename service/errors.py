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
    ├── RulesRefuse         (families, in groups: service/rules/<family>/book/refusals.py)
    ├── DiceSupplyExhausted, DiceSupplyLeftOver, FaceOutOfRange, CardNotInDeck
    ├── TooManyDice, ExplosionLimit, OddsTooLarge, BudgetSpent, WorkTooLarge, AnswerTooLarge
    ├── NothingToUndo, NothingToRedo, EncounterFull, RulesetChanged, PageFull, TooLargeToStore
    └── BadNotation, UnknownOperation, UnfitRequest
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Annotated, ClassVar, Final, Protocol

from pydantic import Field

_DECLARATIONS: Final = count(1)


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One thing that is wrong, and where."""

    pointer: Annotated[str, Field(description="JSON Pointer into the request; empty for the whole of it.")]
    code: Annotated[str, Field(description="Machine-readable word for what is wrong, in snake_case.")]
    message: Annotated[str, Field(description="A sentence that quotes the offending value.")]
    rule: Annotated[str | None, Field(description="Id of the rule that refuses, if a rule does.")]


class HasId(Protocol):
    """A rule or a ruling, as far as a problem quotes it."""

    @property
    def id(self) -> str:
        """The id that answers cite."""


class UmpireError(Exception):
    """The parent of every problem this service reports."""

    status: ClassVar[int] = 500
    title: ClassVar[str] = "Internal error"
    rule: ClassVar[str | None] = None
    is_group: ClassVar[bool] = False
    declared: ClassVar[int] = 0  # how many problems and groups are declared before it
    rolled: int = 0  # dice and cards that were rolled before this was found, so that they are paid for

    def __init_subclass__(
        cls, status: int | None = None, title: str | None = None, rule: HasId | None = None, *, group: bool = False
    ) -> None:
        """Take the status and the title of a problem, and the rule that refuses; what is not given is inherited.

        A group is no problem: it is never raised nor published, and stands for the problems that inherit from it.
        """
        super().__init_subclass__()
        cls.is_group = group
        cls.declared = next(_DECLARATIONS)
        cls.status = status or cls.status
        cls.title = title or cls.title
        cls.rule = rule.id if rule else cls.rule

    def __init__(
        self, detail: str, *, pointer: str = "", rule: str | None = None, faults: tuple[Fault, ...] = ()
    ) -> None:
        """Say what is wrong; `pointer` is relative to the input of the procedure that refuses.

        Raises: TypeError, if this is a group of problems.
        """
        if self.is_group:
            message = f"{type(self).__name__} is a group of problems; raise one of them"
            raise TypeError(message)
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


class NotJson(UmpireError, status=400, title="Body is not JSON"):
    """The body is not one well-formed JSON document in UTF-8 with distinct keys."""


class NotFound(UmpireError, status=404, title="Not found"):
    """Nothing is found at this address."""


class UnknownFamily(NotFound, title="Unknown rules family"):
    """No rules family has this name."""


class UnknownRule(NotFound, title="Unknown rule"):
    """The family has no rule or ruling with this id."""


class UnknownTable(NotFound, title="Unknown table"):
    """The family has no table with this name."""


class UnknownProblem(NotFound, title="Unknown problem"):
    """The service reports no problem with this name."""


class UnknownEncounter(NotFound, title="Unknown encounter"):
    """There is no such encounter: it was deleted, has expired, or never was."""


class UnknownPage(NotFound, title="Unknown page of results"):
    """There is no page of shared results of this id: it has expired, or never was."""


class UnknownProcedure(NotFound, title="Unknown procedure"):
    """The encounter's family has no state-changing procedure of this name."""


class TokenMissing(UmpireError, status=401, title="Token missing"):
    """The encounter is opened only by one of its tokens, sent as `Authorization: Bearer`."""


class TokenUnknown(UmpireError, status=401, title="Unknown token"):
    """The token is not one of the encounter's, or has been revoked."""


class TokenTooWeak(UmpireError, status=403, title="Token too weak"):
    """The viewer's token lets its holder watch; only the referee's lets its holder change or see everything."""


class VersionMissing(UmpireError, status=428, title="Version missing"):
    """A change has to name the version it is made to, by `If-Match`."""


class VersionStale(UmpireError, status=412, title="Version stale"):
    """The encounter has another version than the one named; read it again, and decide again."""


class MethodNotAllowed(UmpireError, status=405, title="Method not allowed"):
    """The address is known, but not with this method; `Allow` lists the methods it takes."""


class NotAcceptable(UmpireError, status=406, title="Not acceptable"):
    """The answer exists only in media types that `Accept` rules out."""


class BodyTooLarge(UmpireError, status=413, title="Body too large"):
    """The body is larger than this service reads."""


class NotJsonType(UmpireError, status=415, title="Content type is not JSON"):
    """The body's content type is not `application/json`."""


class DoesNotFit(UmpireError, status=422, title="Body does not fit the schema"):
    """The body is JSON but does not fit the schema; `errors` lists each misfit."""


class KeyMalformed(UmpireError, status=400, title="Idempotency key malformed"):
    """The idempotency key is not 1 to 128 visible ASCII characters, bare or in quotes, or is sent twice."""


class KeyTooShort(UmpireError, status=400, title="Idempotency key too short"):
    """To create an encounter the idempotency key needs 16 characters: whoever guesses it is told the tokens."""


class KeyReused(UmpireError, status=422, title="Idempotency key reused"):
    """The idempotency key was used before with another body."""


class KeyInUse(UmpireError, status=409, title="Idempotency key in use"):
    """A request with the same idempotency key is still being answered."""


class TooManyRequests(UmpireError, status=429, title="Too many requests"):
    """The caller's quota is spent; `Retry-After` says for how long."""


class StorageQuotaSpent(TooManyRequests, title="Storage quota spent"):
    """The caller has had as much stored, or created as many things, as it may; `Retry-After` says for how long."""

    def __init__(self, detail: str, *, pointer: str = "", wait: int = 1) -> None:
        """Say what is wrong, and in how many seconds it will not be."""
        super().__init__(detail, pointer=pointer)
        self.wait = wait


class InternalError(UmpireError):
    """The service failed; the request was well-formed as far as is known, and nothing was stored."""


class StoreAway(UmpireError, status=503, title="Store is away"):
    """The store does not answer; what needs no store still works."""


class WorkersBusy(UmpireError, status=503, title="Workers are busy"):
    """So much heavy work is waiting that no more is taken; `Retry-After` says when to try again."""


class WorkTimedOut(UmpireError, status=503, title="Work timed out"):
    """The work took longer than this service lets one request work, and was stopped; ask for less at once."""


class WorkerLost(UmpireError, status=503, title="Worker process lost"):
    """The process that did the work ended before it was done, for example for lack of memory; nothing was stored."""


class RequestCancelled(UmpireError, status=499, title="Request cancelled"):
    """The client hung up before the answer was ready, so the work was stopped and nothing was stored."""


class Refused(UmpireError, status=409, title="Refused"):
    """The request fits the schema but cannot be granted."""


class RulesRefuse(Refused, title="The rules refuse"):
    """The rules forbid what the request asks for; `errors[].rule` names the rule."""


class DiceSupplyExhausted(Refused, title="Supplied dice exhausted"):
    """The supplied dice ran out and the request said to refuse rather than ask or roll."""


class DiceSupplyLeftOver(Refused, title="Supplied dice left over"):
    """Supplied dice or cards were left over when everything had been rolled."""


class FaceOutOfRange(Refused, title="Face out of range"):
    """A supplied face does not exist on the die it was meant for."""


class CardNotInDeck(Refused, title="Card not in the deck"):
    """A supplied card is not in the deck, or has been drawn already."""


class TooManyDice(Refused, title="Too many dice"):
    """The request would roll more dice than one request may."""


class ExplosionLimit(Refused, title="Too many explosions"):
    """Dice kept showing their highest face and would add more dice than the request allows."""


class OddsTooLarge(Refused, title="Odds too large"):
    """The exact odds have more paths than the service enumerates; the rule that kept forking is named."""


class WorkTooLarge(Refused, title="Work too large"):
    """The fight may take more turns than one request may play: figures times the most rounds; lower either."""


class AnswerTooLarge(Refused, title="Answer too large"):
    """The answer would be larger than this service sends; ask for fewer figures, rounds, items or fields at once."""


class BudgetSpent(Refused, title="Batch budget spent"):
    """The batch spent its cost budget before this item was reached."""


class NothingToUndo(Refused, title="Nothing to undo"):
    """The encounter is as it was created."""


class NothingToRedo(Refused, title="Nothing to redo"):
    """Nothing has been undone since the last change."""


class RulesetChanged(Refused, title="Ruleset changed"):
    """The encounter was begun by another version of its rules than this service plays."""


class PageFull(Refused, title="Page of results full"):
    """The page of shared results holds as many as one may; begin another."""


class EncounterFull(Refused, title="Encounter full"):
    """The encounter has taken as many changes as one may; fork it to go on."""


class TooLargeToStore(Refused, title="Too large to store"):
    """What would be stored is longer than a page of it could be; ask for less at once."""


class BadNotation(Refused, title="Not dice notation"):
    """The text is not dice notation."""


class UnfitRequest(Refused, title="Inner request does not fit"):
    """The request inside the body does not fit the schema of the operation it is for; `errors` lists each misfit."""


class UnknownOperation(Refused, title="Unknown operation"):
    """No rolled operation has this name."""


def problems(root: type[UmpireError] = UmpireError) -> list[type[UmpireError]]:
    """List every problem below `root` once, in the order of their declarations; groups are no problems."""
    return sorted((each for each in _below(root) if not each.is_group), key=lambda each: each.declared)


def _below(root: type[UmpireError]) -> set[type[UmpireError]]:
    children = root.__subclasses__()
    return set(children).union(*map(_below, children))
