"""Declarations of the operations on campaigns: names, paths, errors, headers and links."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

from service.errors import (
    KeyTooShort,
    ListingFull,
    RulesRefuse,
    StorageQuotaSpent,
    StoreAway,
    TokenMissing,
    TokenUnknown,
    TooLargeToStore,
    UmpireError,
    UnfitRequest,
    UnknownOperation,
    WorkTooLarge,
)
from service.forecasts.problems import CampaignTooLarge, CancelRefused, PartsDisagree, UnknownCampaign, UnknownCell
from service.operations.answering.feeds import FeedEnded
from service.operations.answering.resolution import DICE_ERRORS
from service.operations.forecasts.campaigns.answers import Campaign, CampaignCellOdds
from service.operations.forecasts.campaigns.requests import NewCampaign
from service.operations.forecasts.campaigns.service import CampaignService
from service.operations.maps.declared import SVG
from service.operations.registry import (
    BESIDE_INPUT,
    PLAIN,
    PROOF_BYTES,
    SECRET,
    TOKEN,
    Effect,
    Http,
    Inside,
    Link,
    Operation,
    operation_of,
)
from service.operations.work.estimates import WORK_ERRORS
from service.rules.examples import examples_of

Errors = tuple[type[UmpireError], ...]

KNOWN: Final[Errors] = (UnknownCampaign, StoreAway)
LISTED: Final[Errors] = (TokenMissing, TokenUnknown, StoreAway)
STARTED: Final[Errors] = (
    UnknownOperation,
    UnfitRequest,
    PartsDisagree,
    RulesRefuse,
    WorkTooLarge,
    CampaignTooLarge,
    StoreAway,
    TooLargeToStore,
    StorageQuotaSpent,
    KeyTooShort,
    ListingFull,
    TokenMissing,
    TokenUnknown,
    *DICE_ERRORS,
    *WORK_ERRORS,
)
OF_STARTED: Final = {"id": "$response.body#/id"}


def campaigns_of(service: CampaignService) -> Iterator[Operation]:
    """Yield the operations on campaigns; without a store they raise StoreAway."""
    yield _start(service)
    yield _operation("get", "/{id}", service.read, KNOWN, effect=Effect.READ)
    yield _operation(
        "list", "", service.list, LISTED, Http(request_headers=TOKEN, token_optional=True), effect=Effect.READ
    )
    cancelling = Http(method="DELETE", request_headers=TOKEN, token_optional=True)
    yield _operation("cancel", "/{id}", service.cancel, (*KNOWN, CancelRefused), cancelling, effect=Effect.KEEP)
    yield _operation("fight", "/{id}/fights/{n}", service.fight, (*KNOWN, UnknownCell), effect=Effect.READ)
    yield _operation(
        "cell",
        "/{id}/cells/{cell}",
        service.cell,
        (*KNOWN, UnknownCell),
        effect=Effect.READ,
        answers=(CampaignCellOdds,),
    )
    yield _operation(
        "picture", "/{id}/chart.svg", service.draw, (*KNOWN, PartsDisagree), Http(media=SVG), effect=Effect.READ
    )
    yield _operation(
        "follow",
        "/{id}/stream",
        service.follow,
        KNOWN,
        Http(request_headers={"after": "Last-Event-ID"}),
        effect=Effect.FOLLOW,
        answers=(Campaign, FeedEnded),
    )


def _start(service: CampaignService) -> Operation:
    return _operation(
        "start",
        "",
        service.start,
        STARTED,
        Http(status=202, response_headers={"Location": "/v1/campaigns/{id}", **SECRET}, body_bytes=PROOF_BYTES),
        effect=Effect.KEEP,
        request=NewCampaign,
        prepare=service.prepared,
        examples=examples_of("campaigns/start"),
        inside=Inside("operation", service.requests, leaves_out=BESIDE_INPUT, is_open=True),
        links=(
            Link("read it", "campaigns/get", OF_STARTED),
            Link("show its first fight", "campaigns/fight", {**OF_STARTED, "n": "0"}),
            Link("cancel it", "campaigns/cancel", OF_STARTED),
        ),
    )


def _operation(
    name: str,
    path: str,
    run: Callable[[Any], Awaitable[Any]],
    errors: Errors,
    http: Http | None = None,
    **declared: Any,
) -> Operation:
    return operation_of(f"campaigns/{name}", f"/v1/campaigns{path}", run, errors=errors, http=http or PLAIN, **declared)
