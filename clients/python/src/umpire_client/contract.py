"""Which contract this client was made from, and whether a service fits it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from umpire_client.made_from import CONTRACT

if TYPE_CHECKING:
    from umpire_client.types import Meta


@dataclass(frozen=True, slots=True)
class Compatibility:
    """What a service says of itself, compared with the contract that this client was made from."""

    compatible: bool
    text: str
    service: Meta

    @classmethod
    def of(cls, service: Meta) -> Self:
        """Compare: both must have the same major version."""
        version = service["version"]
        compatible = version.partition(".")[0] == CONTRACT["version"].partition(".")[0]
        fits = "they fit" if compatible else "another major version, so install the client that belongs to the service"
        text = f"The service has version {version}, and this client was made for {CONTRACT['version']}: {fits}."
        return cls(compatible, text, service)
