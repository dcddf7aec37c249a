"""Shared results: answers kept for an hour on pages that any client can read and follow by the page's id."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, Protocol

import orjson
from pydantic import Field

from service.encounters.notices.feed import Feed
from service.encounters.stored.page_store import KEPT_SECONDS, MAX_RESULTS, Pages, Put, Shared, unknown
from service.errors import NotFound, PageFull, StorageQuotaSpent, StoreAway, TooLargeToStore, UnknownPage
from service.operations.answering.feeds import AtVersion, FeedEnded, OpenFeed
from service.operations.answering.resolution import Kept, NeedsDice, PageId
from service.operations.registry import Effect, Http, Operation, operation_of
from service.store.notifications import Notifications
from service.wire import WHOLE, Frozen, Json, record

PAGE: Final = 20
SHARING_ERRORS: Final = (UnknownPage, PageFull, TooLargeToStore, StorageQuotaSpent)


class KnownPage(Frozen):
    """A page of shared results."""

    id: PageId = Field(description="Id of the page.")
    after: Annotated[int, Field(ge=0, le=MAX_RESULTS), WHOLE] = Field(
        default=0, description="The last number that the client has."
    )


class FollowPage(Frozen):
    """A page of shared results to follow, and the numbers to start and end after."""

    id: PageId = Field(description="Id of the page.")
    after: AtVersion = Field(
        default=0, description="The last number that the client has; 0: begin with the first result."
    )
    until: AtVersion = Field(default=0, description="End after this number; 0: do not end.")


@record
class SharedResult:
    """A shared answer."""

    version: Annotated[int, Field(description="Its number on the page, counted from 1.")]
    operation: Annotated[str, Field(description="The operation of the request.")]
    answer: Annotated[Json, Field(description="The answer of the operation.")]


@record
class ResultPage:
    """The answers on a page of shared results, the oldest first."""

    status: Annotated[Literal["found"], Field(description="The page was found.")]
    id: Annotated[str, Field(description="Id of the page.")]
    results: tuple[SharedResult, ...]
    next: Annotated[
        int | None,
        Field(description="The `after` of the next page: the last result's number; null if nothing follows."),
    ]
    more: Annotated[bool, Field(description="Whether the page has more results now.")]


class ResultStore(Protocol):
    """The interface by which answers are stored on pages."""

    async def put(self, operation: str, answer: Any, beside: str | None) -> Put:
        """Store an answer on a new page, or on the page `beside`."""
        ...


class Results:
    """The pages of a store."""

    def __init__(self, pages: Pages, notifications: Notifications, result_store: ResultStore | None = None) -> None:
        """Set the pages to read, the notifications of new results, and the keeper of answers (by default the pages)."""
        self._pages = pages
        self._result_store = result_store or pages
        self._feed: Feed[Shared] = Feed(notifications, pages)

    def with_sharing(self, operation: Operation) -> Operation:
        """Return an operation that stores its answer on a page if the request says so."""
        if operation.effect is not Effect.ROLL:
            return operation
        run_unshared = operation.run

        async def run(request: Any) -> Any:
            answer = await run_unshared(request)
            if not (request.keep or request.keep_with) or isinstance(answer, NeedsDice):
                return answer
            put = await self._result_store.put(operation.name, answer, request.keep_with)
            kept = Kept(id=put.id, number=put.number, path=f"/v1/results/{put.id}", seconds=KEPT_SECONDS)
            return replace(answer, kept=kept)

        return replace(operation, run=run, errors=(*operation.errors, *SHARING_ERRORS))

    async def read(self, request: KnownPage) -> ResultPage:
        """Read a page of shared results.

        An answer is kept for an hour if its request says `keep`, or `keep_with` to put it beside an earlier one. A page
        has at most 20 answers of 4 MB together; `next` is the `after` of the next request, until it is null.
        """
        page = await self._pages.page(request.id, request.after, PAGE)
        if not page.entries and await self._pages.head(request.id) is None:
            raise unknown(request.id)
        return ResultPage(
            status="found",
            id=request.id,
            results=tuple(map(_result, page.entries)),
            next=page.entries[-1].version if page.more else None,
            more=page.more,
        )

    async def follow(self, request: FollowPage) -> OpenFeed:
        """Follow a page of shared results: the results on it, then each new result.

        Over REST these are Server-Sent Events: `entry`, whose id is its number, and at last `end` with a reason.
        """
        try:
            subscription = self._feed.follow(request.id, request.after)
            return await OpenFeed.opened(subscription, request.after, request.until, _result)
        except NotFound:
            raise unknown(request.id) from None


def results_of(results: Results) -> Iterator[Operation]:
    """Declare the operations that read and follow shared results."""
    errors = (UnknownPage, StoreAway)
    yield operation_of("results/read", "/v1/results/{id}", results.read, effect=Effect.READ, errors=errors)
    yield operation_of(
        "results/follow",
        "/v1/results/{id}/stream",
        results.follow,
        effect=Effect.FOLLOW,
        answers=(SharedResult, FeedEnded),
        errors=errors,
        http=Http(request_headers={"after": "Last-Event-ID"}),
    )


def _result(shared: Shared) -> SharedResult:
    return SharedResult(version=shared.version, operation=shared.operation, answer=orjson.Fragment(shared.answer))
