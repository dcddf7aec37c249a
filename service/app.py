"""The composition root: settings to store to registry to one ASGI application; nothing is wired anywhere else."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from starlette.applications import Starlette

from service.api.cors import Cors
from service.api.front import Front, pages_app
from service.api.graphql import GraphQLFace, graphql_of
from service.api.graphql_http import GraphQLApp
from service.api.health import health_routes
from service.api.idempotency import Idempotency
from service.api.limits import Quota, RateLimit
from service.api.logs import configure
from service.api.metrics import Meters, Metrics
from service.api.openapi import document_of, to_yaml
from service.api.pages import pages
from service.api.problems import Asgi
from service.api.requestid import RequestId
from service.api.rest import RestFace
from service.api.tracing import traced
from service.encounters.connection import Connection
from service.operations import heroic, laurels, mass, opposed
from service.operations.batch import batching
from service.operations.catalogue import catalogue_of
from service.operations.dice import ROLL_DICE
from service.operations.procedure import benches_of, operations_of
from service.operations.registry import Effect, Registry
from service.operations.verify import verifying
from service.settings import Settings

FAMILIES = (heroic.FAMILY, laurels.FAMILY, mass.FAMILY, opposed.FAMILY)
CREDITS = {family.title: family.attribution for family in FAMILIES}


@cache
def registry() -> Registry:
    """Declare every operation, in reading order."""
    families = {family.name: family for family in FAMILIES}
    benches = {name: bench for family in FAMILIES for name, bench in benches_of(family).items()}
    operations = [
        *operations_of(benches),
        ROLL_DICE,
        verifying(benches),
        *catalogue_of(families, benches),
    ]
    return Registry([*operations, batching(Registry(operations))])


@cache
def graphql() -> GraphQLFace:
    """Derive the GraphQL face once a process."""
    return graphql_of(registry())


def create_app(settings: Settings | None = None) -> Asgi:
    """Make the application of one process; settings come from the environment unless they are given."""
    settings = settings or Settings()
    configure(settings.log_level, human=settings.log_format.is_human(terminal=sys.stderr.isatty()))
    operations = registry()
    store = Connection(settings.redis_url)
    meters = Meters()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await store.close()

    routes = [
        *health_routes(store, meters),
        *pages(to_yaml(document_of(operations)), CREDITS, interactive=settings.docs),
    ]
    front = Front(RestFace(operations), GraphQLApp(graphql(), interactive=settings.docs), pages_app(routes, lifespan))
    return _guarded(front, settings, store, meters)


def _guarded(app: Asgi, settings: Settings, store: Connection, meters: Meters) -> Asgi:
    """Wrap the application in what every request passes, innermost first."""
    harmless = [each.path for each in registry() if each.method == "POST" and each.effect is not Effect.ROLL]
    app = Idempotency(app, store, plain=harmless)
    if settings.rate_limit is not None:
        app = RateLimit(app, store, Quota.of(settings.rate_limit))
    app = Cors(app, settings.cors_origins)
    app = Metrics(app, meters)
    if settings.tracing:
        app = traced(app)
    return RequestId(app)
