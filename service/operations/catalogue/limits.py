"""The limits of the service, as `/v1/meta` tells them: every number by which a request can be refused.

Sizes of lists and texts, and ranges of numbers, stand in the schemas of requests. The values are collected by
`service/api/server/limits_in_force.py`.
"""

from typing import Annotated

from pydantic import Field

from service.wire import record


@record
class BatchLimits:
    """The limits of a batch beyond the number of its requests."""

    budget: Annotated[int, Field(description="Cost of all requests: 10 a request, 1 a die, 1000 for odds.")]
    seconds: Annotated[float, Field(description="Seconds after which no further request is begun.")]


@record
class OddsLimits:
    """The limits of one request for odds beyond the number of paths."""

    rolls: Annotated[int, Field(description="Rolls on one path.")]
    states: Annotated[int, Field(description="States of a fight that are followed until it is over.")]
    pairs: Annotated[int, Field(description="Pairs of numbers that one addition combines.")]
    numbers: Annotated[int, Field(description="Numbers that all additions of a request combine.")]
    comparisons: Annotated[int, Field(description="Comparisons of cards, in odds of a draw.")]


@record
class GraphqlLimits:
    """The limits of one GraphQL document; its body is limited as others are."""

    tokens: Annotated[int, Field(description="Tokens.")]
    selections: Annotated[int, Field(description="Fields, fragments and spreads that are selected, written out.")]
    depth: Annotated[int, Field(description="Levels of braces.")]
    aliases: Annotated[int, Field(description="Fields under an alias, in one operation.")]
    operations: Annotated[int, Field(description="Root fields of one operation: operations of this service to run.")]


@record
class WebsocketLimits:
    """The limits of one WebSocket."""

    message_bytes: Annotated[int, Field(description="Bytes of one message.")]
    operations: Annotated[int, Field(description="Operations under way at once, subscriptions among them.")]
    init_seconds: Annotated[int, Field(description="Seconds within which `connection_init` has to arrive.")]


@record
class ConnectionLimits:
    """The limits of connections."""

    connections: Annotated[int, Field(description="Connections that each process answers.")]
    feeds: Annotated[int, Field(description="Live feeds that one caller may have open in each process.")]
    head_bytes: Annotated[int, Field(description="Bytes of the head of a request.")]
    head_seconds: Annotated[float, Field(description="Seconds within which the head of a request has to arrive.")]
    body_seconds: Annotated[float, Field(description="Seconds within which the body of a request has to arrive.")]
    unwritable_seconds: Annotated[
        float, Field(description="Seconds after which a connection is reset that cannot be written to.")
    ]
    silent_seconds: Annotated[
        float, Field(description="Seconds between comments of a stream or pings of a WebSocket, and for its answer.")
    ]
    queue_seconds: Annotated[
        float,
        Field(description="Seconds that requests may queue in a process that is always busy; 0: no limit."),
    ]


@record
class EncounterLimits:
    """The limits of encounters."""

    versions: Annotated[int, Field(description="Changes of one encounter.")]
    stored_bytes: Annotated[int, Field(description="Bytes of one state or log entry, and of one page of a log.")]
    page_entries: Annotated[int, Field(description="Entries of one page of a log.")]
    shortest_ttl: Annotated[int, Field(description="The smallest `ttl`, in seconds.")]
    longest_ttl: Annotated[int, Field(description="The largest `ttl`, in seconds.")]
    queued_entries: Annotated[int, Field(description="Entries that a follower may lag behind before its feed ends.")]
    queued_bytes: Annotated[int, Field(description="Bytes of entries that a follower may lag behind.")]


@record
class ListingLimits:
    """The limits of listings."""

    encounters: Annotated[int, Field(description="Encounters of one listing.")]
    shortest_ttl: Annotated[int, Field(description="The smallest `ttl` of a listing, in seconds.")]
    longest_ttl: Annotated[int, Field(description="The largest `ttl` of a listing, in seconds.")]


@record
class MapLimits:
    """The limits of maps that are drawn."""

    hexes: Annotated[int, Field(description="Hexes of one map; of a larger one a part is drawn.")]
    bytes: Annotated[int, Field(description="Bytes of the file.")]


@record
class WebhookLimits:
    """The limits of webhooks."""

    webhooks: Annotated[int, Field(description="Webhooks of one encounter.")]
    receivers: Annotated[int, Field(description="Receivers that the webhooks of one caller reach in an hour.")]
    url_characters: Annotated[int, Field(description="Characters of a URL.")]
    attempts: Annotated[int, Field(description="Attempts to deliver an entry before the webhook has failed.")]
    hanging_seconds: Annotated[
        int, Field(description="Seconds for which a receiver is tried that does not answer in time.")
    ]
    wait_seconds: Annotated[
        float, Field(description="Seconds before the second attempt; each further one waits twice as long.")
    ]
    longest_wait_seconds: Annotated[float, Field(description="Seconds before a further attempt at most.")]
    answer_seconds: Annotated[float, Field(description="Seconds within which the receiver has to answer.")]


@record
class ResultLimits:
    """The limits of shared results."""

    results: Annotated[int, Field(description="Results on one page.")]
    seconds: Annotated[int, Field(description="Seconds for which a page is kept after the last addition.")]


@record
class KeyLimits:
    """The limits of idempotency keys."""

    characters: Annotated[int, Field(description="Characters of a key.")]
    secret_characters: Annotated[int, Field(description="Characters that a key of a creation needs at least.")]
    seconds: Annotated[int, Field(description="Seconds for which an answer is stored under its key.")]


@record
class WorkerLimits:
    """The limits of heavy work: odds, skirmishes, batches, verifications and other large requests."""

    waiting: Annotated[
        int, Field(description="Requests that may wait for a worker process; more are refused with 503.")
    ]
    seconds: Annotated[int, Field(description="Seconds that a request may wait, and then work.")]
    turns: Annotated[int, Field(description="Turns that a fight may take, by an estimate before it begins.")]
    caller_bytes: Annotated[
        int, Field(description="Bytes of large bodies of one caller at once; more are refused with 429.")
    ]
    all_bytes: Annotated[
        int, Field(description="Bytes of large bodies of all callers at once; more are refused with 503.")
    ]


@record
class CampaignLimits:
    """The limits of campaigns."""

    fights: Annotated[int, Field(description="Fights of one campaign, over all its cells.")]
    fights_of_a_cell: Annotated[int, Field(description="Fights of one cell.")]
    cells: Annotated[int, Field(description="Cells of one campaign: combinations of values.")]
    axes: Annotated[int, Field(description="Axes of one campaign.")]
    label_characters: Annotated[int, Field(description="Characters of the name of a value.")]
    seed_characters: Annotated[int, Field(description="Characters of a seed after the name of its generator.")]


@record
class QuotaLimits:
    """What one client address, or one API key, may do, as 50/second and the like; null without a quota."""

    requests: Annotated[str | None, Field(description="Requests; heavy work counts as several.")]
    creations: Annotated[str | None, Field(description="Encounters and pages of results that are created.")]
    storage: Annotated[str | None, Field(description="Bytes that are stored, compressed.")]
    campaigns: Annotated[str | None, Field(description="CPU seconds of campaigns that are played.")]


@record
class AccessLimits:
    """What may be done without an API key."""

    anonymous: Annotated[
        tuple[str, ...],
        Field(
            description="Scopes of requests without a key: `resolve`, `encounters`, `campaigns`, or `tokens` for those "
            "encounters whose token is sent. Reference is open to all."
        ),
    ]


@record
class Limits:
    """The limits of one request, and of what is stored."""

    dice: Annotated[int, Field(description="Dice and cards of one request.")]
    supplied_cards: Annotated[int, Field(description="Cards that one request may supply.")]
    notation_dice: Annotated[int, Field(description="Dice of one notation such as 4d6+2.")]
    notation_sides: Annotated[int, Field(description="Sides of a die of a notation.")]
    notation_explosions: Annotated[int, Field(description="Dice that an exploding notation may add.")]
    odds_paths: Annotated[int, Field(description="Paths that are enumerated for odds.")]
    odds: OddsLimits
    body_bytes: Annotated[int, Field(description="Bytes of a body.")]
    proof_bytes: Annotated[
        int,
        Field(
            description="Bytes of a body to verify, of a scene to draw, or of a procedure of a family with large maps "
            "(tactical); over GraphQL that of other bodies applies."
        ),
    ]
    body_levels: Annotated[int, Field(description="Levels of objects and lists in a body.")]
    proof_steps: Annotated[int, Field(description="Steps of an answer to verify.")]
    answer_bytes: Annotated[int, Field(description="Bytes of an answer.")]
    fields: Annotated[int, Field(description="Paths that `fields` of a request lists.")]
    faults: Annotated[int, Field(description="Faults of a request that one problem lists.")]
    batch_items: Annotated[int, Field(description="Requests of a batch.")]
    batch: BatchLimits
    graphql: GraphqlLimits
    websocket: WebsocketLimits
    connections: ConnectionLimits
    encounters: EncounterLimits
    listings: ListingLimits
    maps: MapLimits
    webhooks: WebhookLimits
    results: ResultLimits
    idempotency_keys: KeyLimits
    workers: WorkerLimits
    campaigns: CampaignLimits
    quotas: QuotaLimits
    access: AccessLimits
