"""The stores of encounters, listings and webhooks over one connection."""

from dataclasses import dataclass
from typing import Self

from service.encounters.notices.webhook_store import Webhooks
from service.encounters.stored.encounter_store import Store
from service.encounters.stored.listing_store import Listings
from service.encounters.stored.signing_keys import Keys
from service.encounters.trust.keyring import USUAL_ORIGIN
from service.store.connection import Connection
from service.store.due_lists import DueLists


@dataclass(frozen=True, slots=True)
class Stores:
    """The stores of encounters, listings and webhooks, and the keys that sign heads.

    `private_webhooks`: webhooks may lead to private addresses.
    """

    encounters: Store
    listings: Listings
    webhooks: Webhooks
    due: DueLists
    keys: Keys
    private_webhooks: bool = False

    @classmethod
    def of(
        cls,
        connection: Connection,
        due: DueLists | None = None,
        *,
        keys: Keys | None = None,
        private_webhooks: bool = False,
    ) -> Self:
        """Make all of them over one connection."""
        due = due or DueLists(connection)
        keys = keys or Keys(connection, USUAL_ORIGIN)
        return cls(Store(connection, due), Listings(connection), Webhooks(connection), due, keys, private_webhooks)
