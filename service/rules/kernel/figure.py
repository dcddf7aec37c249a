"""The base class of figures: what players call them, what the caller keeps with them, and whether viewers see them."""

from typing import Annotated, Protocol

from pydantic import Field

from service.wire import Frozen, Meta

Name = Annotated[str, Field(min_length=1, max_length=100)]


class Called(Protocol):
    """Whatever players call by a name, or by its id: a figure of a request, or of an answer."""

    @property
    def id(self) -> str | None:
        """The id that a request names it by."""

    @property
    def name(self) -> str | None:
        """What players call it; None: its id."""


class Figure(Frozen):
    """A figure, unit or person in a fight. No rule reads what is declared here."""

    id: str | None = Field(default=None, description="The figure's id.")
    name: Name | None = Field(default=None, description="What players call it; null: its id.")
    meta: Meta | None = Field(
        default=None,
        description="A small JSON object of the caller's own, such as the id of a token: never read, and returned "
        "unchanged. Viewers of an encounter see it if they see the figure. At most 4096 bytes.",
    )
    hidden: bool = Field(
        default=False,
        description="Whether viewers of an encounter do not see it, under any reveal policy. Nothing else reads it.",
    )
