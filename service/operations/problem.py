"""Problem documents (RFC 9457): errors in the same form over REST, GraphQL and the command line."""

from typing import Annotated

from pydantic import Field

from service.errors import Fault, UmpireError
from service.wire import record


@record
class Problem:
    """What went wrong (RFC 9457); `type` leads to a page that explains it."""

    type: Annotated[str, Field(description="Address of the page that explains this kind of problem.")]
    title: Annotated[str, Field(description="The kind of problem, the same each time.")]
    status: Annotated[int, Field(description="HTTP status; the same number on every face.")]
    detail: Annotated[str, Field(description="What is wrong this time, quoting the offending value.")]
    instance: Annotated[str, Field(description="The path of the operation, on every face.")]
    errors: Annotated[tuple[Fault, ...], Field(description="Each thing that is wrong, and where.")]


def problem_of(error: UmpireError, instance: str) -> Problem:
    """Describe an error for the wire."""
    return Problem(
        type=f"/problems/{error.slug()}",
        title=error.title,
        status=error.status,
        detail=error.detail,
        instance=instance,
        errors=error.faults,
    )
