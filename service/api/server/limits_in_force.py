"""The limits in force: those that are constants beside the code that refuses, and those that settings choose."""

from service.api.graphql.document_limits import (
    INIT_SECONDS,
    MAX_ALIASES,
    MAX_DEPTH,
    MAX_OPERATIONS,
    MAX_OPERATIONS_AT_ONCE,
    MAX_SELECTIONS,
    MAX_TOKENS,
)
from service.api.middleware.idempotency import LONGEST_KEY
from service.api.rest.streams import HEARTBEAT_SECONDS
from service.api.server.connections import BODY_SECONDS, HEAD_BYTES, HEAD_SECONDS
from service.api.server.write_timeouts import STALLED_SECONDS
from service.dice.exact import MAX_COMPARISONS, MAX_PATHS, MAX_ROLLS_PER_PATH
from service.dice.model import MAX_DICE
from service.dice.notation import MAX_COUNT, MAX_EXPLOSIONS, MAX_SIDES
from service.encounters import encounter, log
from service.encounters.notices import feed
from service.encounters.notices.webhook_store import MAX_RECEIVERS, MAX_WEBHOOKS
from service.encounters.stored import listing_store
from service.encounters.stored.page_store import KEPT_SECONDS, MAX_RESULTS
from service.forecasts.campaigns.sweep import LONGEST_LABEL, MAX_AXES, MAX_CELLS
from service.operations.answering.dice_source import MAX_CARDS
from service.operations.batch import BATCH_ITEMS, BUDGET, BUDGET_SECONDS
from service.operations.catalogue.limits import (
    AccessLimits,
    BatchLimits,
    CampaignLimits,
    ConnectionLimits,
    EncounterLimits,
    GraphqlLimits,
    KeyLimits,
    Limits,
    ListingLimits,
    MapLimits,
    OddsLimits,
    QuotaLimits,
    ResultLimits,
    WebhookLimits,
    WebsocketLimits,
    WorkerLimits,
)
from service.operations.encounters.notices.deliverer import HANGING_SECONDS
from service.operations.encounters.notices.webhooks import MAX_URL
from service.operations.fields import MAX_FIELDS
from service.operations.forecasts.campaigns.requests import LONGEST_SEED, MAX_FIGHTS
from service.operations.maps.asked import MAX_HEXES
from service.operations.maps.drawing import MAP_BYTES
from service.operations.registry import ANSWER_BYTES, BODY_BYTES, PROOF_BYTES
from service.operations.validation.complaints import MAX_FAULTS
from service.operations.validation.not_json import MOST_LEVELS
from service.operations.verification.verifying import MAX_STEPS
from service.operations.work.estimates import MAX_TURNS
from service.operations.work.held_bodies import ALL_BYTES, CALLER_BYTES
from service.rules.kernel.chances.absorbing import MAX_STATES
from service.rules.kernel.chances.sums import MAX_EFFORT, MAX_PAIRS
from service.settings.access.allowances import UNLIMITED
from service.settings.environment import Settings
from service.store import idempotency_store
from service.store.attempts import SHORTEST_SECRET_KEY
from service.store.due_lists import LONGEST_WAIT
from service.store.packing import PAGE_BYTES


def limits_of(settings: Settings) -> Limits:
    """Return all limits of a service with these settings."""
    return Limits(
        dice=MAX_DICE,
        supplied_cards=MAX_CARDS,
        notation_dice=MAX_COUNT,
        notation_sides=MAX_SIDES,
        notation_explosions=MAX_EXPLOSIONS,
        odds_paths=MAX_PATHS,
        odds=ODDS,
        body_bytes=BODY_BYTES,
        proof_bytes=PROOF_BYTES,
        body_levels=MOST_LEVELS,
        proof_steps=MAX_STEPS,
        answer_bytes=ANSWER_BYTES,
        fields=MAX_FIELDS,
        faults=MAX_FAULTS,
        batch_items=BATCH_ITEMS,
        batch=BatchLimits(budget=BUDGET, seconds=BUDGET_SECONDS),
        graphql=GRAPHQL,
        websocket=WebsocketLimits(
            message_bytes=BODY_BYTES, operations=MAX_OPERATIONS_AT_ONCE, init_seconds=INIT_SECONDS
        ),
        connections=_connections(settings),
        encounters=ENCOUNTERS,
        listings=LISTINGS,
        maps=MapLimits(hexes=MAX_HEXES, bytes=MAP_BYTES),
        webhooks=_webhooks(settings),
        results=ResultLimits(results=MAX_RESULTS, seconds=KEPT_SECONDS),
        idempotency_keys=KeyLimits(
            characters=LONGEST_KEY, secret_characters=SHORTEST_SECRET_KEY, seconds=idempotency_store.KEPT_SECONDS
        ),
        workers=_workers(settings),
        campaigns=_campaigns(settings),
        quotas=_quotas(settings),
        access=AccessLimits(anonymous=tuple(each.value for each in settings.anonymous)),
    )


def _workers(settings: Settings) -> WorkerLimits:
    return WorkerLimits(
        waiting=settings.work_waiting,
        seconds=settings.work_seconds,
        turns=MAX_TURNS,
        caller_bytes=CALLER_BYTES,
        all_bytes=ALL_BYTES,
    )


ODDS = OddsLimits(
    rolls=MAX_ROLLS_PER_PATH,
    states=MAX_STATES,
    pairs=MAX_PAIRS,
    numbers=MAX_EFFORT,
    comparisons=MAX_COMPARISONS,
)

GRAPHQL = GraphqlLimits(
    tokens=MAX_TOKENS,
    selections=MAX_SELECTIONS,
    depth=MAX_DEPTH,
    aliases=MAX_ALIASES,
    operations=MAX_OPERATIONS,
)

LISTINGS = ListingLimits(
    encounters=listing_store.MAX_LISTED,
    shortest_ttl=listing_store.SHORTEST_TTL,
    longest_ttl=listing_store.LONGEST_TTL,
)

ENCOUNTERS = EncounterLimits(
    versions=encounter.MAX_VERSIONS,
    stored_bytes=PAGE_BYTES,
    page_entries=log.LONGEST_PAGE,
    shortest_ttl=encounter.SHORTEST_TTL,
    longest_ttl=encounter.LONGEST_TTL,
    queued_entries=feed.MAX_QUEUED,
    queued_bytes=feed.MAX_BYTES,
)


def _quota(setting: str) -> str | None:
    return None if setting == UNLIMITED else setting


def _campaigns(settings: Settings) -> CampaignLimits:
    return CampaignLimits(
        fights=settings.campaign_fights,
        fights_of_a_cell=MAX_FIGHTS,
        cells=MAX_CELLS,
        axes=MAX_AXES,
        label_characters=LONGEST_LABEL,
        seed_characters=LONGEST_SEED,
    )


def _quotas(settings: Settings) -> QuotaLimits:
    return QuotaLimits(
        requests=settings.rate_limit,
        creations=_quota(settings.creation_quota),
        storage=_quota(settings.storage_quota),
        campaigns=_quota(settings.campaign_quota),
    )


def _connections(settings: Settings) -> ConnectionLimits:
    return ConnectionLimits(
        connections=settings.connections,
        feeds=settings.feeds,
        head_bytes=HEAD_BYTES,
        head_seconds=HEAD_SECONDS,
        body_seconds=BODY_SECONDS,
        unwritable_seconds=STALLED_SECONDS,
        silent_seconds=HEARTBEAT_SECONDS,
        queue_seconds=settings.queue_seconds,
    )


def _webhooks(settings: Settings) -> WebhookLimits:
    return WebhookLimits(
        webhooks=MAX_WEBHOOKS,
        receivers=MAX_RECEIVERS,
        hanging_seconds=HANGING_SECONDS,
        url_characters=MAX_URL,
        attempts=settings.webhook_attempts,
        wait_seconds=settings.webhook_wait,
        longest_wait_seconds=LONGEST_WAIT,
        answer_seconds=settings.webhook_timeout,
    )
