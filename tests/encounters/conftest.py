"""The faces of encounters over a store, without the rest of the service."""

from collections.abc import AsyncIterator

import pytest

from service.api.graphql.over_http import GraphQLApp
from service.api.http.problem_documents import Asgi
from service.api.rest.router import RestRouter
from service.api.server.deferred import Deferred
from service.api.server.dispatch import Dispatcher
from service.app import registry_with
from service.store.connection import Connection
from service.store.notifications import Notifications
from service.store.private.server import PrivateStore
from tests.encounters.watching import Hall
from tests.graphql_parts import graphql_of_groups
from tests.patience import PATIENCE


@pytest.fixture
def app(store: Connection) -> Asgi:
    """REST over the tests' store."""
    return RestRouter(registry_with(store))


@pytest.fixture
def both(store: Connection) -> Asgi:
    """REST and GraphQL over the tests' store; the schema is derived for those tests that ask for it."""
    registry = registry_with(store)
    rest = RestRouter(registry)
    return Dispatcher(rest, Deferred(lambda: GraphQLApp(graphql_of_groups(registry))), rest)


@pytest.fixture
async def hall(store: Connection, private_store: PrivateStore) -> AsyncIterator[Hall]:
    """Every face over the tests' store."""
    notifications = Notifications(private_store.url, PATIENCE)
    registry = registry_with(store, notifications)
    follow = registry.get("encounters/follow")
    assert follow is not None
    yield Hall(RestRouter(registry), follow.run, graphql_of_groups(registry))
    await notifications.close()
