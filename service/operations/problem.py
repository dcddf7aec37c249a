"""Problem documents (RFC 9457): errors in the same form over REST, GraphQL and the command line."""

from typing import Annotated

from pydantic import Field

from service.errors import Fault, UmpireError
from service.wire import record


@record
class Problem:
    """A problem document (RFC 9457); `type` is the address of a page that explains the problem."""

    type: Annotated[str, Field(description="Address of the page that explains this kind of problem.")]
    title: Annotated[str, Field(description="The kind of problem.")]
    status: Annotated[int, Field(description="HTTP status, also over GraphQL and on the command line.")]
    detail: Annotated[str, Field(description="A sentence on this occurrence, which quotes the offending value.")]
    instance: Annotated[str, Field(description="The path of the operation, also over GraphQL and on the command line.")]
    errors: Annotated[tuple[Fault, ...], Field(description="Each fault, and its place.")]


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
