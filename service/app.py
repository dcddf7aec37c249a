"""The composition root: settings to store to registry to one ASGI application; nothing is wired anywhere else."""

import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache

from starlette.applications import Starlette

from service.api.cors import Cors
from service.api.front import Front, pages_app
from service.api.garbage import settle
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
from service.api.sockets import Sockets
from service.api.tracing import traced
from service.encounters.connection import Connection
from service.encounters.nudges import Nudges
from service.encounters.results import Pages
from service.encounters.store import Store
from service.operations import heroic, laurels, mass, opposed
from service.operations.batch import batching
from service.operations.catalogue import catalogue_of
from service.operations.dice import ROLL_DICE
from service.operations.encounters import encounters_of
from service.operations.following import Followed, following_of
from service.operations.playbook import Playbook
from service.operations.procedure import Bench, benches_of, operations_of
from service.operations.registry import Registry
from service.operations.results import Results, results_of
from service.operations.verify import verifying
from service.settings import Settings

FAMILIES = (heroic.FAMILY, laurels.FAMILY, mass.FAMILY, opposed.FAMILY)
CREDITS = {family.title: family.attribution for family in FAMILIES}


@cache
def benches() -> Mapping[str, Bench]:
    """Make the benches of every family's procedures once a process."""
    return {name: bench for family in FAMILIES for name, bench in benches_of(family).items()}


def stateless(results: Results) -> Registry:
    """Declare every operation that works without a store, in reading order; what it answers can be kept."""
    operations = [
        *map(results.kept, [*operations_of(benches()), ROLL_DICE]),
        verifying(benches()),
        *catalogue_of({family.name: family for family in FAMILIES}, benches()),
    ]
    return Registry([*operations, batching(Registry(operations))])


def registry_with(store: Connection, nudges: Nudges | None = None) -> Registry:
    """Declare every operation, those on encounters with the store that they are kept in and told of by."""
    heard = nudges or Nudges(None)
    results = Results(Pages(store), heard)
    followed = Followed(store, heard, Playbook(FAMILIES, benches()))
    return Registry(
        [
            *stateless(results),
            *results_of(results),
            *encounters_of(FAMILIES, benches(), Store(store)),
            *following_of(followed),
        ]
    )


@cache
def registry() -> Registry:
    """Declare every operation where there is no store: those that need one say StoreAway."""
    return registry_with(Connection(None))


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Registry]:
    """Declare every operation with the store that the settings name, and leave it in the end."""
    store, nudges = _store_of(settings)
    try:
        yield registry_with(store, nudges)
    finally:
        await nudges.close()
        await store.close()


@cache
def graphql() -> GraphQLFace:
    """Derive the GraphQL face of what is declared where there is no store."""
    return graphql_of(registry())


def create_app(settings: Settings | None = None) -> Asgi:
    """Make the application of one process; settings come from the environment unless they are given."""
    settings = settings or Settings()
    configure(settings.log_level, human=settings.log_format.is_human(terminal=sys.stderr.isatty()))
    store, nudges = _store_of(settings)
    operations = registry_with(store, nudges)
    meters = Meters()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        settle()
        yield
        await nudges.close()
        await store.close()

    routes = [
        *health_routes(store, meters),
        *pages(to_yaml(document_of(operations)), CREDITS, interactive=settings.docs),
    ]
    face = graphql_of(operations)
    front = Front(
        RestFace(operations),
        GraphQLApp(face, interactive=settings.docs),
        pages_app(routes, lifespan),
        Sockets(face, settings.cors_origins),
    )
    return _guarded(front, settings, store, meters, operations)


def _store_of(settings: Settings) -> tuple[Connection, Nudges]:
    """Make the ways to the store: one to ask, and one to be told."""
    where = settings.redis_url, settings.store_timeout
    return Connection(*where), Nudges(*where)


def _guarded(app: Asgi, settings: Settings, store: Connection, meters: Meters, operations: Registry) -> Asgi:
    """Wrap the application in what every request passes, innermost first."""
    harmless = [each.path for each in operations if each.method == "POST" and not each.changes]
    app = Idempotency(app, store, plain=harmless)
    if settings.rate_limit is not None:
        app = RateLimit(app, store, Quota.of(settings.rate_limit))
    app = Cors(app, settings.cors_origins)
    app = Metrics(app, meters)
    if settings.tracing:
        app = traced(app)
    return RequestId(app)
