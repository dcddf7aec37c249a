"""Fields for sharing an answer: `keep` and `keep_with` of a request, and `kept` of its answer."""

from typing import Annotated, Any, Final

from pydantic import Field

from service.wire import record

PageId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", max_length=32)]
Keep = Annotated[
    bool, Field(description="Whether the answer is kept for an hour, for whoever is given the id of its page.")
]
KeepWith = Annotated[
    PageId | None,
    Field(description="A page to keep it on, from an earlier `kept`; whoever follows that page sees it at once."),
]


@record
class Kept:
    """Where an answer is kept."""

    id: Annotated[str, Field(description="Id of the page; whoever knows it can read the page and add to it.")]
    number: Annotated[int, Field(description="The answer's number on the page, counted from 1.")]
    path: Annotated[str, Field(description="Where the page is read; below it, `/stream` is live.")]
    seconds: Annotated[int, Field(description="How long the page is kept after it was last added to.")]


WHERE = Annotated[Kept | None, Field(description="Where the answer is kept, if that was asked for.")]

KEEPING: Final[dict[str, Any]] = {"keep": (Keep, False), "keep_with": (KeepWith, None)}
