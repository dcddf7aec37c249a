"""What goes wrong: problems that the service answers, and a service that cannot be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from umpire_client.types import Fault, Need, NeedsDice

PASSING: Final = frozenset({429, 502, 503, 504})
"""Statuses of problems that may be gone in a moment, whatever was asked."""


class UmpireUnreachable(Exception):
    """The service could not be reached, or the connection was cut before the answer was there."""


class UmpireProblem(Exception):
    """A problem that the service answered; the text of the exception is its `detail`.

    `status`, `type`, `title`, `detail`, `instance` and `errors` are those of the problem document (RFC 9457). `errors`
    has each fault of the request with a JSON Pointer to its place. `kind` is the last part of `type`, such as
    "version-stale". `retry_after` is the number of seconds after which to try again, if the service said so.

    `needs` is set if nothing is wrong but that dice are missing, and no callback was there to ask: all rolls that
    certainly come next. The status is 200 then.
    """

    def __init__(
        self, document: Mapping[str, Any], retry_after: float | None = None, needs: list[Need] | None = None
    ) -> None:
        super().__init__(document, retry_after, needs)
        self.document = document
        self.retry_after = retry_after
        self.needs = needs
        self.status: int = document["status"]
        self.type: str = document.get("type", "about:blank")
        self.title: str = document.get("title", "")
        self.detail: str = document.get("detail", self.title)
        self.instance: str = document.get("instance", "")
        self.errors: list[Fault] = document.get("errors", [])

    def __str__(self) -> str:
        return self.detail

    @property
    def kind(self) -> str:
        """Return the name of the problem: the last part of `type`."""
        return self.type.rpartition("/")[2]

    @property
    def is_passing(self) -> bool:
        """Return whether the same request may succeed in a moment."""
        is_busy = self.status == 409 and self.retry_after is not None
        return self.status in PASSING or is_busy


def missing_dice(answer: NeedsDice, path: str) -> UmpireProblem:
    """Return the problem that dice are missing where nobody can be asked for them."""
    title, detail = "Dice are missing", answer["need"]["text"]
    document = {"type": "about:blank", "title": title, "status": 200, "detail": detail, "instance": path, "errors": []}
    return UmpireProblem(document, needs=answer["needs"])
