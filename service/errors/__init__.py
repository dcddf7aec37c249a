"""Errors that the service answers as problem documents, one class per problem; families add theirs to `RulesRefuse`.

UmpireError
├── NotJson 400             ├── NotFound 404              ├── BodyTooLarge 413
├── NotAcceptable 406       │   ├── UnknownFamily         ├── NotJsonType 415
├── MethodNotAllowed 405    │   ├── UnknownRule           ├── DoesNotFit, UnfitRequest 422
├── TooManyRequests 429     │   ├── UnknownTable          ├── InternalError 500
│   └── StorageQuotaSpent   │   ├── UnknownPage           │   (of connections: service/api/http/problem_documents.py)
├── StoreAway 503           │   ├── UnknownProblem        ├── KeyMalformed 400
├── KeyReused 409           │   ├── UnknownEncounter      ├── KeyInUse 409
├── TokenMissing 401        │   ├── UnknownProcedure, UnknownWebhook, UnknownOperation, MapMissing
├── TokenUnknown 401        ├── TokenTooWeak 403          ├── VersionStale 412, VersionMissing 428
├── WorkersBusy, WorkerLost, WorkTimedOut 503             ├── RequestCancelled 499, KeyTooShort 400
└── Refused 409             (and DrawsLost, DicePolicyRefuses: service/encounters/trust/draws.py; announcing.py)
    ├── RulesRefuse         (families, in groups: service/rules/<family>/book/refusals.py)
    │   └── FightOver       (in all families)
    ├── DiceSupplyExhausted, DiceSupplyLeftOver, FaceOutOfRange, CardNotInDeck
    ├── TooManyDice, ExplosionLimit, OddsTooLarge, BudgetSpent, WorkTooLarge, AnswerTooLarge
    ├── NothingToUndo, NothingToRedo, EncounterFull, RulesetChanged, PageFull, TooLargeToStore
    └── ListingFull, WebhooksFull, WebhookTargetRefused, BadNotation
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from typing import Annotated, ClassVar, Final, Protocol, Self

from pydantic import Field

_DECLARATIONS: Final = count(1)


class FaultPlace(StrEnum):
    """The part of a request that a fault is in."""

    BODY = "body"
    HEADER = "header"
    PATH = "path"
    QUERY = "query"


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One fault of a request, and its place."""

    pointer: Annotated[str, Field(description="JSON Pointer into the request or the arguments; empty: all of it.")]
    code: Annotated[str, Field(description="Machine-readable name of the fault, in snake_case.")]
    message: Annotated[str, Field(description="A sentence that quotes the offending value.")]
    rule: Annotated[str | None, Field(description="Id of the rule that refuses, if a rule does.")]
    place: Annotated[FaultPlace, Field(description="The part of the request that the fault is in.")] = FaultPlace.BODY
    name: Annotated[
        str | None, Field(description="Name of the header or of the parameter in path or query; null for the body.")
    ] = None


def token_of(part: str | int) -> str:
    """Write a name or an index as a part of a JSON Pointer."""
    return str(part).replace("~", "~0").replace("/", "~1")


class HasId(Protocol):
    """A rule or a ruling, as far as a problem quotes it."""

    @property
    def id(self) -> str:
        """The id that answers cite."""


class UmpireError(Exception):
    """The base class of every problem that this service reports."""

    status: ClassVar[int] = 500
    title: ClassVar[str] = "Internal error"
    rule: ClassVar[str | None] = None
    is_group: ClassVar[bool] = False
    _slug: ClassVar[str] = "umpire-error"
    declared: ClassVar[int] = 0  # how many problems and groups are declared before it
    rolled: int = 0  # dice and cards that were rolled before the error; a batch charges them
    drawn: bool = False  # whether the service rolled any of them from a seed of its own
    more: int = 0  # faults that were found beyond those in `faults`
    stopped: bool = False  # whether there may be more, because lists were validated to their first unfit item

    def __init_subclass__(
        cls, status: int | None = None, title: str | None = None, rule: HasId | None = None, *, group: bool = False
    ) -> None:
        """Set the status, the title and the refusing rule of a problem; missing ones are inherited.

        A group stands for the problems that inherit from it; it is neither raised nor published itself.
        """
        super().__init_subclass__()
        cls._slug = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", cls.__name__).lower()
        cls.is_group = group
        cls.declared = next(_DECLARATIONS)
        cls.status = status or cls.status
        cls.title = title or cls.title
        cls.rule = rule.id if rule else cls.rule

    def __init__(
        self, detail: str, *, pointer: str = "", rule: HasId | None = None, faults: tuple[Fault, ...] = ()
    ) -> None:
        """Set the detail; `pointer` is relative to the input of the procedure that refuses.

        Raises: TypeError, if this is a group of problems.
        """
        if self.is_group:
            message = f"{type(self).__name__} is a group of problems; raise one of them"
            raise TypeError(message)
        super().__init__(detail)
        self.detail = detail
        self.pointer = pointer
        self.faults = faults or (
            Fault(pointer=pointer, code=self.code(), message=detail, rule=rule.id if rule else type(self).rule),
        )

    @classmethod
    def slug(cls) -> str:
        """Return the problem's name in URLs, in kebab-case."""
        return cls._slug

    @classmethod
    def code(cls) -> str:
        """Return the problem's name in `errors[].code`, in snake_case."""
        return cls.slug().replace("-", "_")

    def below(self, prefix: str) -> "UmpireError":
        """Prefix the pointers, for a part at `prefix` of a larger document."""
        return self.pointing(lambda pointer: prefix + pointer)

    def pointing(self, moved: Callable[[str], str]) -> "UmpireError":
        """Change all pointers by a function."""
        self.pointer = moved(self.pointer)
        self.faults = tuple(replace(fault, pointer=moved(fault.pointer)) for fault in self.faults)
        return self

    def at(self, place: "FaultPlace", name: str | None) -> Self:
        """Say that the faults are in a header, or in a parameter of the path or the query."""
        self.faults = tuple(replace(fault, place=place, name=name) for fault in self.faults)
        return self


class NotJson(UmpireError, status=400, title="Body is not JSON"):
    """The body is not one well-formed JSON document in UTF-8 with distinct keys."""


class NotFound(UmpireError, status=404, title="Not found"):
    """Nothing exists at this address."""


class UnknownFamily(NotFound, title="Unknown rules family"):
    """No rules family has this name."""


class UnknownRule(NotFound, title="Unknown rule"):
    """The family has no rule or ruling with this id."""


class UnknownTable(NotFound, title="Unknown table"):
    """The family has no table with this name."""


class UnknownProblem(NotFound, title="Unknown problem"):
    """The service reports no problem with this name."""


class UnknownEncounter(NotFound, title="Unknown encounter"):
    """There is no encounter with this id: it never existed, was deleted or has expired."""


class UnknownPage(NotFound, title="Unknown page of results"):
    """There is no page of shared results with this id: it never existed or has expired."""


class UnknownProcedure(NotFound, title="Unknown procedure"):
    """The encounter's family has no state-changing procedure of this name."""


class UnknownWebhook(NotFound, title="Unknown webhook"):
    """The encounter has no webhook with this id that the token may see."""


class UnknownOperation(NotFound, title="Unknown operation"):
    """No rolled operation has this name."""


class MapMissing(NotFound, title="No map"):
    """The fights of this family are not fought on a map of hexes, so there is no map to draw."""


class TokenMissing(UmpireError, status=401, title="Token missing"):
    """The request needs one of the encounter's tokens, or a listing's, sent as `Authorization: Bearer`."""


class TokenUnknown(UmpireError, status=401, title="Unknown token"):
    """The token is not one of the encounter's, or not a listing's, or has been revoked."""


class TokenTooWeak(UmpireError, status=403, title="Token too weak"):
    """The viewer token allows only reading; changing the encounter or reading hidden parts needs the referee token."""


class VersionMissing(UmpireError, status=428, title="Version missing"):
    """A change has to name the version that it applies to in the header `If-Match`."""


class VersionStale(UmpireError, status=412, title="Version stale"):
    """The encounter has another version than the request names; read it again before changing it."""


class MethodNotAllowed(UmpireError, status=405, title="Method not allowed"):
    """The address does not support this method; `Allow` lists the supported methods."""


class NotAcceptable(UmpireError, status=406, title="Not acceptable"):
    """The answer is not available in a media type that `Accept` allows."""


class BodyTooLarge(UmpireError, status=413, title="Body too large"):
    """The body is larger than this address allows."""


class NotJsonType(UmpireError, status=415, title="Content type is not JSON"):
    """The body's content type is not `application/json`."""


class DoesNotFit(UmpireError, status=422, title="Request does not fit"):
    """The body, a header or a parameter does not match the schema; `errors` lists each fault and its place."""


class UnfitRequest(UmpireError, status=422, title="Inner request does not fit"):
    """The request inside the body does not match the schema of its operation; `errors` lists each fault."""


class KeyMalformed(UmpireError, status=400, title="Idempotency key malformed"):
    """The idempotency key is not 1 to 128 visible ASCII characters, with or without quotes, or is sent twice."""


class KeyTooShort(UmpireError, status=400, title="Idempotency key too short"):
    """To create an encounter, a listing or a campaign the key needs 16 characters, because it gives the tokens."""


class KeyReused(UmpireError, status=409, title="Idempotency key reused"):
    """The idempotency key was used before with another body."""


class KeyInUse(UmpireError, status=409, title="Idempotency key in use"):
    """A request with the same idempotency key is still being answered."""


class TooManyRequests(UmpireError, status=429, title="Too many requests"):
    """The caller's rate limit is exceeded; `Retry-After` gives the seconds to wait."""

    def __init__(self, detail: str, *, pointer: str = "", wait: int = 1) -> None:
        """Set the detail, and the seconds to wait."""
        super().__init__(detail, pointer=pointer)
        self.wait = wait


class StorageQuotaSpent(TooManyRequests, title="Storage quota spent"):
    """The caller's quota of stored bytes or created objects is used up; `Retry-After` gives the seconds to wait."""


class InternalError(UmpireError):
    """The service failed while answering the request; nothing was stored."""


class StoreAway(UmpireError, status=503, title="Store is away"):
    """The store does not answer; operations that need no store still work."""


class WorkersBusy(UmpireError, status=503, title="Workers are busy"):
    """The queue of heavy work is full; `Retry-After` gives the seconds to wait."""


class WorkTimedOut(UmpireError, status=503, title="Work timed out"):
    """The work exceeded the time limit of a request and was stopped; ask for less at once."""


class WorkerLost(UmpireError, status=503, title="Worker process lost"):
    """The worker process ended before the work was done, for example for lack of memory; nothing was stored."""


class RequestCancelled(UmpireError, status=499, title="Request cancelled"):
    """The client disconnected before the answer was ready; the work was stopped and nothing was stored."""


class Refused(UmpireError, status=409, title="Refused"):
    """The request matches the schema but cannot be carried out."""


class RulesRefuse(Refused, title="The rules refuse"):
    """The rules forbid what the request asks for; `errors[].rule` names the rule."""


class FightOver(RulesRefuse, title="The fight is over"):
    """The fight is over, so that no round of it is played; the detail names the winner."""


class AlreadyActed(RulesRefuse, title="Has had its turn"):
    """An order is given to a figure that has had its turn in this round; the detail names it."""


class NotNext(RulesRefuse, title="Not its turn"):
    """An order for a single turn is given to a figure that is not next; the detail names who is."""


class FieldNotRead(RulesRefuse, title="A field is not read"):
    """An order gives a field that what is ordered does not read; the detail names the field, its value and who does."""


class DiceSupplyExhausted(Refused, title="Supplied dice exhausted"):
    """The supplied dice are used up, and the request says to refuse it in this case."""


class DiceSupplyLeftOver(Refused, title="Supplied dice left over"):
    """The procedure did not use all supplied dice or cards."""


class FaceOutOfRange(Refused, title="Face out of range"):
    """A supplied face does not exist on the die that is rolled."""


class CardNotInDeck(Refused, title="Card not in the deck"):
    """A supplied card is not in the deck, or was drawn before."""


class TooManyDice(Refused, title="Too many dice"):
    """The request would roll more dice than the limit of one request."""


class ExplosionLimit(Refused, title="Too many explosions"):
    """Exploding dice would add more dice than the request allows."""


class OddsTooLarge(Refused, title="Odds too large"):
    """The exact odds have more paths than the service enumerates; the error names the last rule that branched."""


class WorkTooLarge(Refused, title="Work too large"):
    """Figures times the maximum of rounds is more turns than one request may play; lower either number."""


class AnswerTooLarge(Refused, title="Answer too large"):
    """The answer would exceed the size limit; ask for fewer figures, rounds, items or fields at once."""


class BudgetSpent(Refused, title="Batch budget spent"):
    """The budget of the batch was used up before this request."""


class NothingToUndo(Refused, title="Nothing to undo"):
    """The encounter has no change that could be undone."""


class NothingToRedo(Refused, title="Nothing to redo"):
    """No change has been undone since the last change."""


class RulesetChanged(Refused, title="Ruleset changed"):
    """The encounter was created under another version of its rules than this service has."""


class PageFull(Refused, title="Page of results full"):
    """The page of shared results has reached its limit; begin another page."""


class ListingFull(Refused, title="Listing full"):
    """The listing has reached its limit of encounters, or of campaigns; begin another listing."""


class WebhooksFull(Refused, title="Too many webhooks"):
    """The encounter has reached the limit of webhooks for this token; delete one first."""


class WebhookTargetRefused(Refused, title="Webhook target refused"):
    """Webhooks are not sent to this URL: it has to be https, without credentials, at a public address."""


class EncounterFull(Refused, title="Encounter full"):
    """The encounter has reached the limit of changes; fork it to continue."""


class TooLargeToStore(Refused, title="Too large to store"):
    """A document to be stored exceeds the size limit; ask for less at once."""


class BadNotation(Refused, title="Not dice notation"):
    """The text is not dice notation."""


def problems(root: type[UmpireError] = UmpireError) -> list[type[UmpireError]]:
    """List every problem below `root` once, in the order of declaration, without groups."""
    return sorted((each for each in _below(root) if not each.is_group), key=lambda each: each.declared)


def _below(root: type[UmpireError]) -> set[type[UmpireError]]:
    children = root.__subclasses__()
    return set(children).union(*map(_below, children))
