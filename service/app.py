"""The composition root: makes the store, the registry of operations and the ASGI application from the settings."""

import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module
from typing import Any

from orjson import Fragment
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route

from service.api.documents.answers import Played
from service.api.documents.pages import Documents
from service.api.graphql.execution import GraphQLExecutor, graphql_of
from service.api.graphql.http import GraphQLApp
from service.api.graphql.sockets import GraphQLSockets
from service.api.http.addresses import Addresses
from service.api.http.problems import Asgi
from service.api.middleware.cors import Cors
from service.api.middleware.idempotency import Idempotency
from service.api.middleware.limits import Callers, Quota, RateLimit
from service.api.middleware.logs import configure
from service.api.middleware.metrics import Meters, Metrics
from service.api.middleware.requestid import RequestId
from service.api.middleware.tracing import traced
from service.api.rest.health import health_routes
from service.api.rest.router import RestRouter
from service.api.server.dispatch import GRAPHQL, Dispatcher, pages_app
from service.api.server.garbage import tune_garbage_collection
from service.api.server.limits import limits_of
from service.api.server.worker_tasks import RemotePages, TaskRunner
from service.encounters.deliveries import Sender
from service.encounters.due_lists import DueLists
from service.encounters.shared_results import Pages, Put
from service.operations.batch import batch_operation
from service.operations.catalogue.families import catalogue_of
from service.operations.catalogue.limits import Limits
from service.operations.dice import ROLL_DICE
from service.operations.encounters.declared import Stores, encounters_of
from service.operations.encounters.deliverer import Deliverer, Retries
from service.operations.encounters.following import EncounterFeeds, follow_operation
from service.operations.encounters.maps import StateMaps
from service.operations.encounters.move_index import MoveIndex
from service.operations.encounters.replay import LogReplay
from service.operations.encounters.results import Results, ResultStore, results_of
from service.operations.encounters.turn import Turns
from service.operations.fields import with_fields
from service.operations.maps.declared import map_operations
from service.operations.procedure import BoundProcedure, bound_procedures_of, operations_of
from service.operations.registry import Registry
from service.operations.verification.verify import verify_operation
from service.operations.work.estimates import Job, WorkerPool, in_workers
from service.operations.work.pool import Bounds, Workers
from service.rules.kernel.family import Family
from service.settings import Settings
from service.store.connection import Connection
from service.store.notifications import Notifications
from service.store.quotas import Quotas

FAMILY_NAMES = ("heroic", "laurels", "mass", "opposed", "tactical")
FAMILIES: tuple[Family, ...] = tuple(import_module(f"service.rules.{name}.family").FAMILY for name in FAMILY_NAMES)
USUAL_SETTINGS = Settings.model_construct()
"""The defaults, whatever the environment says: the contract is generated with them."""


@cache
def bound_procedures() -> Mapping[str, BoundProcedure]:
    """Bind the procedures of all families, once a process."""
    return {name: bound for family in FAMILIES for name, bound in bound_procedures_of(family).items()}


def stateless(results: Results, limits: Limits, pool: WorkerPool | None = None) -> Registry:
    """Declare every operation that works without a store, in the order of the documentation."""
    operations = [
        *[with_fields(results.with_sharing(each)) for each in [*operations_of(bound_procedures()), ROLL_DICE]],
        *map_operations(FAMILIES),
        verify_operation(bound_procedures()),
        *catalogue_of({family.name: family for family in FAMILIES}, bound_procedures(), limits),
    ]
    return Registry(in_workers([*operations, batch_operation(Registry(operations))], pool))


def registry_with(
    store: Connection,
    notifications: Notifications | None = None,
    pool: WorkerPool | None = None,
    pages: ResultStore | None = None,
    stores: Stores | None = None,
    settings: Settings = USUAL_SETTINGS,
) -> Registry:
    """Declare every operation, with the store and the notifications of encounters.

    The pool, if there is one, does heavy work. Shared results are stored by `pages`, by default in the store; `stores`
    are those of encounters, by default over the same connection. The settings say which limits are told to callers.
    """
    subscriptions = notifications or Notifications(None)
    results = Results(Pages(store), subscriptions, pages)
    feeds = EncounterFeeds(store, subscriptions, MoveIndex(FAMILIES, bound_procedures()))
    return Registry(
        [
            *stateless(results, limits_of(settings), pool),
            *results_of(results),
            *encounters_of(FAMILIES, bound_procedures(), stores or Stores.of(store), pool),
            *follow_operation(feeds),
        ]
    )


@cache
def registry() -> Registry:
    """Declare every operation without a store: those that need one raise StoreAway."""
    return registry_with(Connection(None))


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Registry]:
    """Declare every operation with the store of the settings, and close the connection at the end."""
    store, notifications = _store_of(settings)
    try:
        stores = Stores.of(store, private_webhooks=settings.webhook_private)
        yield registry_with(store, notifications, stores=stores, settings=settings)
    finally:
        await notifications.close()
        await store.close()


async def played(store_url: str) -> Mapping[str, Any]:
    """Play the examples that need a store, in one that is empty, and return their answers by operation."""
    async with opened(USUAL_SETTINGS.model_copy(update={"redis_url": store_url})) as operations:
        return await Played(operations).play()


@cache
def graphql() -> GraphQLExecutor:
    """Derive the GraphQL schema of all operations, without a store."""
    return graphql_of(registry())


@cache
def task_runner() -> TaskRunner:
    """Make the task runner of a worker process."""
    pages = RemotePages()
    operations = registry_with(Connection(None), pages=pages, settings=Settings())
    moves = MoveIndex(FAMILIES, bound_procedures())
    return TaskRunner(operations, graphql_of(operations), Turns(moves, None), LogReplay(moves), StateMaps(moves), pages)


def perform(job: Job, ask: Callable[..., Any]) -> Any:
    """Carry out a job in a worker process."""
    return task_runner().perform(job, ask)


def workers_of(settings: Settings, store: Connection, meters: Meters) -> Workers:
    """Make the pool of worker processes, without starting them."""
    pages = Pages(store)

    async def keep(operation: str, answer: bytes, beside: str | None) -> Put:
        return await pages.put(operation, Fragment(answer), beside)

    bounds = Bounds(settings.work_processes_each, settings.work_waiting, settings.work_seconds)
    return Workers(bounds, "service.app:perform", "service.preloaded", service_call=keep, meter=meters)


def create_app(settings: Settings | None = None) -> Asgi:
    """Make the ASGI application of one process; settings come from the environment unless they are given."""
    settings = settings or Settings()
    configure(settings.log_level, human=settings.log_format.is_human(terminal=sys.stderr.isatty()))
    store, notifications = _store_of(settings)
    meters = Meters()
    workers = workers_of(settings, store, meters)
    stores = Stores.of(store, private_webhooks=settings.webhook_private)
    operations = registry_with(store, notifications, workers, stores=stores, settings=settings)
    deliverer = _deliverer_of(settings, store, stores.due, meters)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tune_garbage_collection()
        await workers.open()
        if settings.redis_url is not None:
            deliverer.start(Sender(settings.webhook_timeout, private=settings.webhook_private))
        yield
        await deliverer.stop()
        await workers.close()
        await notifications.close()
        await store.close()

    documents = Documents(registry, FAMILIES, interactive=settings.docs)
    routes = [*health_routes(store, meters), *documents.routes()]
    executor = graphql_of(operations, workers)
    addresses = addresses_of(operations, routes)
    dispatcher = Dispatcher(
        RestRouter(operations, addresses),
        GraphQLApp(executor, documents.graphiql),
        pages_app(routes, lifespan, addresses),
        GraphQLSockets(executor, settings.cors_origins),
    )
    return _guarded(dispatcher, settings, store, meters, operations)


def addresses_of(operations: Registry, routes: Iterable[BaseRoute]) -> Addresses:
    """List all addresses of the service."""
    return Addresses([*operations.paths, GRAPHQL, *[each.path for each in routes if isinstance(each, Route)]])


def _store_of(settings: Settings) -> tuple[Connection, Notifications]:
    """Make the two connections to the store: for commands, and for notifications."""
    quotas = Quotas(settings.creation_quota, settings.storage_quota)
    where = settings.redis_url, settings.store_timeout
    return Connection(*where, quotas), Notifications(*where)


def _deliverer_of(settings: Settings, store: Connection, due: DueLists, meters: Meters) -> Deliverer:
    """Make the deliverer of webhooks, without starting it."""
    feeds = EncounterFeeds(store, Notifications(None), MoveIndex(FAMILIES, bound_procedures()))
    retries = Retries(settings.webhook_attempts, settings.webhook_wait)
    return Deliverer(store, due, feeds.view, retries, meters)


def _guarded(app: Asgi, settings: Settings, store: Connection, meters: Meters, operations: Registry) -> Asgi:
    """Wrap the application in the middleware, innermost first."""
    harmless = [each.path for each in operations if each.method == "POST" and not each.changes]
    longest = {each.path: each.http.body_bytes for each in operations if each.http.body_bytes is not None}
    app = Callers(Idempotency(app, store, plain=harmless, longest=longest))
    if settings.rate_limit is not None:
        app = RateLimit(app, store, Quota.of(settings.rate_limit))
    app = Cors(app, settings.cors_origins)
    app = Metrics(app, meters)
    if settings.tracing:
        app = traced(app)
    return RequestId(app)
