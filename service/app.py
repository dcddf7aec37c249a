"""The composition root: makes the store, the registry of operations and the ASGI application from the settings."""

import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Any

from orjson import Fragment
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route

from service.api.documents.openapi.example_answers import Played
from service.api.documents.routes import Documents
from service.api.http.addresses import Addresses
from service.api.http.problem_documents import Asgi
from service.api.middleware.access import Access, Rights
from service.api.middleware.compression import as_preferred
from service.api.middleware.cors import Cors
from service.api.middleware.idempotency import Idempotency
from service.api.middleware.logs import configure
from service.api.middleware.metrics import Meters, Metrics
from service.api.middleware.rate_limits import CallerHeaders, RateLimit
from service.api.middleware.requestid import RequestId
from service.api.middleware.tracing import traced
from service.api.rest.health import health_routes
from service.api.rest.public_keys import key_routes
from service.api.rest.router import RestRouter
from service.api.server.admin import Administration, Listeners
from service.api.server.assistants import Assistants
from service.api.server.deferred import Deferred
from service.api.server.dispatch import GRAPHQL, Dispatcher, pages_app
from service.api.server.garbage import tune_garbage_collection
from service.api.server.limits_in_force import limits_of
from service.api.server.overload import admission
from service.api.server.worker_tasks import RemotePages, TaskRunner
from service.encounters.stored.page_store import Pages, Put
from service.encounters.stored.signing_keys import Keys
from service.encounters.stored.stores import Stores
from service.encounters.stored.ticket_store import Tickets
from service.forecasts.campaigns.campaign_listings import CampaignListings
from service.forecasts.campaigns.campaign_queue import CampaignQueue
from service.forecasts.campaigns.campaign_store import Campaigns
from service.forecasts.campaigns.dask_cluster import DaskCluster
from service.forecasts.campaigns.gatherer import Gatherer
from service.forecasts.campaigns.player import PlayedSlice, Player
from service.operations.answering.feeds import open_feeds
from service.operations.batch import batch_operation
from service.operations.catalogue.families import catalogue_of
from service.operations.catalogue.limits import Limits
from service.operations.catalogue.ready_figures import figures_of_families
from service.operations.dice import ROLL_DICE
from service.operations.encounters.declared import encounters_of
from service.operations.encounters.luck.log_luck import LogLuck
from service.operations.encounters.move_index import MoveIndex
from service.operations.encounters.notices.deliverer import Deliverer, Retries
from service.operations.encounters.notices.following import EncounterFeeds, follow_operation
from service.operations.encounters.playing.turn import Turns
from service.operations.encounters.reading.encounter_maps import StateMaps
from service.operations.encounters.reading.encounter_odds import EncounterOddsService
from service.operations.encounters.sharing.results import Results, ResultStore, results_of
from service.operations.encounters.sharing.tickets import TicketService, tickets_of
from service.operations.encounters.trust.replay import LogReplay
from service.operations.fields import with_fields
from service.operations.forecasts.campaigns.checked import CampaignCells
from service.operations.forecasts.campaigns.declared import campaigns_of
from service.operations.forecasts.campaigns.service import CampaignService, preparing
from service.operations.forecasts.campaigns.slices import SlicePlayer
from service.operations.forecasts.charts.pictures import pictures_of
from service.operations.forecasts.declared import forecasts_of
from service.operations.forecasts.questions.comparison import COMPARISON
from service.operations.forecasts.questions.deciding import questions_of
from service.operations.forecasts.questions.searching import SEARCH
from service.operations.forecasts.questions.sensitivity import SENSITIVITY
from service.operations.maps.declared import map_operations
from service.operations.procedure import BoundProcedure, bound_procedures_of, operations_of
from service.operations.registry import Operation, Registry
from service.operations.verification.verifying import verify_operation
from service.operations.work.estimates import Job, WorkerPool, in_workers
from service.operations.work.executor import LocalProcesses
from service.operations.work.large_bodies import with_large_bodies
from service.operations.work.memory import map_large_blocks
from service.operations.work.pool import Bounds, Workers
from service.rules.kernel.family import Family
from service.settings.access.proxies import Proxies
from service.settings.access.ring import KeyRing
from service.settings.access.scopes import Scope
from service.settings.environment import Settings
from service.store.connection import Connection
from service.store.due_lists import DueLists
from service.store.key_names import SIGNING_KEY
from service.store.notifications import Notifications
from service.store.quotas import Quotas

if TYPE_CHECKING:
    from service.api.graphql.execution import GraphQLExecutor
    from service.encounters.notices.deliveries import Sender

PRELOADED = "service.cli.preloaded"
"""The module that worker processes have imported."""

FAMILY_NAMES = ("heroic", "laurels", "mass", "opposed", "tactical")
FAMILIES: tuple[Family, ...] = tuple(import_module(f"service.rules.{name}.family").FAMILY for name in FAMILY_NAMES)
USUAL_SETTINGS = Settings.model_construct()
"""The defaults, whatever the environment says: the contract is generated with them."""


@cache
def bound_procedures() -> Mapping[str, BoundProcedure]:
    """Bind the procedures of all families, once a process."""
    return {name: bound for family in FAMILIES for name, bound in bound_procedures_of(family).items()}


@cache
def campaign_cells() -> CampaignCells:
    """Make the check of campaigns, once a process."""
    return CampaignCells(bound_procedures())


@cache
def rolling() -> tuple[Operation, ...]:
    """Declare every operation whose answer can be shared as a page, once a process."""
    return (
        *operations_of(bound_procedures()),
        *forecasts_of(bound_procedures()),
        *questions_of(bound_procedures(), COMPARISON, SENSITIVITY, SEARCH),
        *pictures_of(bound_procedures()),
        ROLL_DICE,
    )


def stateless(results: Results, limits: Limits, pool: WorkerPool | None = None) -> Registry:
    """Declare every operation that works without a store, in the order of the documentation."""
    operations = [
        *[with_fields(results.with_sharing(each)) for each in rolling()],
        *map_operations(FAMILIES),
        verify_operation(bound_procedures()),
        *catalogue_of({family.name: family for family in FAMILIES}, bound_procedures(), limits),
        *figures_of_families(MoveIndex(FAMILIES, bound_procedures())),
    ]
    return Registry(in_workers([*operations, batch_operation(Registry(operations))], pool))


def registry_with(
    store: Connection,
    notifications: Notifications | None = None,
    pool: WorkerPool | None = None,
    pages: ResultStore | None = None,
    stores: Stores | None = None,
    settings: Settings = USUAL_SETTINGS,
    queue: CampaignQueue | None = None,
) -> Registry:
    """Declare every operation, with the store and the notifications of encounters.

    The pool, if there is one, does heavy work. Shared results are stored by `pages`, by default in the store; `stores`
    are those of encounters, and `queue` that of campaigns, by default over the same connection.
    """
    subscriptions = notifications or Notifications(None)
    results = Results(Pages(store), subscriptions, pages)
    feeds = EncounterFeeds(store, subscriptions, MoveIndex(FAMILIES, bound_procedures()))
    stored, queued = (Campaigns(store), CampaignListings(store)), queue or CampaignQueue(store)
    campaigns = CampaignService(stored, queued, campaign_cells(), settings.campaign_fights, subscriptions, pool)
    kept = stores or Stores.of(store)
    operations = [
        *stateless(results, limits_of(settings), pool),
        *results_of(results),
        *encounters_of(FAMILIES, bound_procedures(), rolling(), kept, pool),
        *tickets_of(TicketService(Tickets(store), kept.keys, pages or Pages(store), rolling(), pool)),
        *follow_operation(feeds),
        *campaigns_of(campaigns),
    ]
    return Registry(with_large_bodies(operations, pool))


@cache
def registry() -> Registry:
    """Declare every operation without a store: those that need one raise StoreAway."""
    return registry_with(Connection(None))


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Registry]:
    """Declare every operation with the store of the settings, and close the connection at the end."""
    store, notifications = _store_of(settings)
    try:
        stores = _stores_of(settings, store)
        yield registry_with(store, notifications, stores=stores, settings=settings)
    finally:
        await notifications.close()
        await store.close()


async def played(store_url: str, least: Mapping[str, int]) -> Mapping[str, Any]:
    """Play the examples that need a store, in one that is empty, and return their answers by operation.

    `least` says how many items shortened lists need, by their names.
    """
    settings = USUAL_SETTINGS.model_copy(update={"redis_url": store_url})
    store = Connection(store_url)
    async with store as redis:
        await redis.set(SIGNING_KEY, sha256(b"a key of examples").digest())
    try:
        async with opened(settings) as operations:
            return await Played(operations, CampaignQueue(store), least).play()
    finally:
        await store.close()


@cache
def graphql() -> "GraphQLExecutor":
    """Derive the GraphQL schema of all operations, without a store."""
    return _graphql_of(registry())


def _graphql_of(operations: Registry) -> "GraphQLExecutor":
    """Derive the GraphQL schema; only processes that need it import the GraphQL libraries."""
    executor: GraphQLExecutor = import_module("service.api.graphql.execution").graphql_of(operations)
    return executor


@cache
def task_runner() -> TaskRunner:
    """Make the task runner of a worker process."""
    pages = RemotePages()
    operations = registry_with(Connection(None), pages=pages, settings=Settings())
    moves = MoveIndex(FAMILIES, bound_procedures())
    logs = LogReplay(moves), LogLuck(moves)
    turns, maps = Turns(moves, None), StateMaps(moves)
    odds = EncounterOddsService(Stores.of(Connection(None)).encounters, moves, rolling())
    return TaskRunner(operations, partial(_graphql_of, operations), turns, odds, *logs, maps, pages)


def perform(job: Job, ask: Callable[..., Any]) -> Any:
    """Carry out a job in a worker process."""
    return task_runner().perform(job, ask)


@cache
def slice_player() -> SlicePlayer:
    """Make the player of slices of campaigns of a process of an executor."""
    return SlicePlayer(bound_procedures())


def play_slice(*arguments: Any) -> PlayedSlice:
    """Play a slice of a campaign in a process of an executor."""
    return slice_player().play(*arguments)


def player_of(dask: str | None, processes: int, preload: str) -> Player:
    """Make the player of campaigns: with a Dask scheduler, or with processes of this machine that import a module."""
    source = LocalProcesses(processes, preload) if dask is None else DaskCluster(dask)
    return Player(source, play_slice)


def workers_of(settings: Settings, store: Connection, meters: Meters) -> Workers:
    """Make the pool of worker processes, without starting them."""
    pages = Pages(store)

    async def keep(operation: str, answer: bytes, beside: str | None) -> Put:
        return await pages.put(operation, Fragment(answer), beside)

    bounds = Bounds(settings.work_processes_each, settings.work_waiting, settings.work_seconds)
    return Workers(bounds, "service.app:perform", PRELOADED, service_call=keep, meter=meters)


def create_app(settings: Settings | None = None) -> Asgi:
    """Make the ASGI application of one process; settings come from the environment unless they are given."""
    settings = settings or Settings()
    configure(settings.log_level, human=settings.log_format.is_human(terminal=sys.stderr.isatty()))
    ring, meters = key_ring_of(settings), Meters()
    store, notifications = _store_of(settings, ring)
    admission.limit(settings.queue_seconds, meters.note_overload)
    store.quotas.noted = meters.note_usage if ring.is_used else None
    workers = workers_of(settings, store, meters)
    stores = _stores_of(settings, store)
    queued = CampaignQueue(store)
    operations = registry_with(store, notifications, workers, stores=stores, settings=settings, queue=queued)
    assistants = Assistants(operations, FAMILY_NAMES, settings.cors_origins, offered=settings.mcp)
    gatherer = _gatherer_of(settings, store, queued, meters)
    deliverer = _deliverer_of(settings, store, stores.due, meters)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        map_large_blocks()
        tune_garbage_collection()
        await workers.open()
        if settings.redis_url is not None:
            deliverer.start()
            gatherer.start()
        async with assistants.running():
            yield
        await gatherer.stop()
        await deliverer.stop()
        await workers.close()
        await notifications.close()
        await store.close()

    documents = Documents(registry, FAMILIES, interactive=settings.docs)
    health = health_routes(store, meters if settings.admin_bind is None else None)
    routes = [*health, *key_routes(stores.keys), *documents.routes()]
    graphql_endpoint = _graphql_endpoint(operations, workers, documents.graphiql, settings.cors_origins)
    addresses = addresses_of(operations, routes)
    rest, pages = RestRouter(operations, addresses), pages_app(routes, lifespan, addresses)
    dispatcher = Dispatcher(rest, graphql_endpoint, pages, graphql_endpoint, assistants.app)
    served = _guarded(dispatcher, settings, store, meters, operations, rights_of(settings, ring))
    return _with_administration(served, settings, store, ring, meters)


def _graphql_endpoint(operations: Registry, workers: Workers, page: Asgi | None, origins: Sequence[str]) -> Asgi:
    """Return the endpoint of GraphQL, whose schema is derived at the first request."""

    def made() -> Asgi:
        endpoint: Asgi = import_module("service.api.graphql.endpoint").GraphQLEndpoint(
            operations, workers, page, origins
        )
        tune_garbage_collection()
        return endpoint

    return Deferred(made)


def addresses_of(operations: Registry, routes: Iterable[BaseRoute]) -> Addresses:
    """List all addresses of the service."""
    return Addresses([*operations.spelt_paths, GRAPHQL, *[each.path for each in routes if isinstance(each, Route)]])


def key_ring_of(settings: Settings) -> KeyRing:
    """Read the API keys that the settings name."""
    return KeyRing(settings.api_keys, settings.api_keys_file)


def rights_of(settings: Settings, ring: KeyRing) -> Rights:
    """Return what callers may do, and who is believed about them."""
    proxies = Proxies(settings.trusted_proxies, settings.proxy_header) if settings.trusted_proxies else None
    return Rights.of(ring, frozenset(Scope(each.value) for each in settings.anonymous), proxies)


def _store_of(settings: Settings, ring: KeyRing | None = None) -> tuple[Connection, Notifications]:
    """Make the two connections to the store: for commands, and for notifications."""
    usual = settings.creation_quota, settings.storage_quota, settings.campaign_quota, settings.rate_limit
    quotas = Quotas(*usual, of_caller=ring.allowances if ring is not None and ring.is_used else None)
    where = settings.redis_url, settings.store_timeout
    return Connection(*where, quotas, settings.data), Notifications(*where)


def _stores_of(settings: Settings, store: Connection) -> Stores:
    """Make the stores of encounters, with the keys that sign."""
    keys = Keys(store, settings.origin, settings.signing_key_file)
    return Stores.of(store, keys=keys, private_webhooks=settings.webhook_private)


def _deliverer_of(settings: Settings, store: Connection, due: DueLists, meters: Meters) -> Deliverer:
    """Make the deliverer of webhooks, without starting it."""
    feeds = EncounterFeeds(store, Notifications(None), MoveIndex(FAMILIES, bound_procedures()))
    retries = Retries(settings.webhook_attempts, settings.webhook_wait)
    return Deliverer(store, due, feeds.view, retries, meters, partial(_sender_of, settings))


def _sender_of(settings: Settings) -> "Sender":
    """Make the sender of webhooks; only processes that send one import the HTTP library."""
    deliveries = import_module("service.encounters.notices.deliveries")
    sender: Sender = deliveries.Sender(settings.webhook_timeout, private=settings.webhook_private)
    return sender


def _gatherer_of(settings: Settings, store: Connection, queue: CampaignQueue, meters: Meters) -> Gatherer:
    """Make the gatherer of campaigns, without starting it."""
    player = player_of(settings.dask, settings.campaign_processes_each, PRELOADED)
    return Gatherer(Campaigns(store), queue, player, preparing(campaign_cells()), meters)


def _with_administration(app: Asgi, settings: Settings, store: Connection, ring: KeyRing, meters: Meters) -> Asgi:
    """Add the administration, if it has an address."""
    address = settings.admin_address
    if address is None:
        return app
    return Listeners(app, Administration(settings, store, ring, meters).app(), address[1])


def _guarded(
    app: Asgi, settings: Settings, store: Connection, meters: Meters, operations: Registry, rights: Rights
) -> Asgi:
    """Wrap the application in the middleware, innermost first, and limit the feeds of callers."""
    open_feeds.most = settings.feeds
    harmless = [each.path for each in operations if each.method == "POST" and not each.changes]
    longest = {each.path: each.http.body_bytes for each in operations if each.http.body_bytes is not None}
    app = as_preferred(Idempotency(app, store, plain=harmless, longest=longest), FAMILIES)
    if settings.rate_limit is not None or rights.ring.is_used:
        app = RateLimit(app, store)
    app = Access(app, store, rights, meters)
    app = Cors(app, settings.cors_origins)
    meters.begin(operation.name for operation in operations)
    app = Metrics(app, meters)
    if settings.tracing:
        app = traced(app)
    return RequestId(app, CallerHeaders(store.quotas).headers)
