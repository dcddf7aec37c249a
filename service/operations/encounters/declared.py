"""Declarations of the encounter operations: names, paths, errors, headers and links."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from service.encounters.stored.stores import Stores
from service.encounters.trust.announcements import AnnouncementBinds, AnnouncementMissing
from service.encounters.trust.draws import DicePolicyRefuses, DrawsLost
from service.encounters.trust.seats import SeatsAwaited, UnknownSeat, ValueRefused
from service.errors import (
    AnswerTooLarge,
    KeyTooShort,
    ListingFull,
    MapMissing,
    NothingToRedo,
    NothingToUndo,
    OddsTooLarge,
    RulesetChanged,
    RulesRefuse,
    StoreAway,
    TokenMissing,
    TokenUnknown,
    UnfitRequest,
    UnknownEncounter,
    UnknownProcedure,
    UnknownWebhook,
    VersionStale,
    WebhooksFull,
    WebhookTargetRefused,
)
from service.forecasts.problems import PartsDisagree
from service.operations.answering.resolution import NeedsDice
from service.operations.encounters.luck.log_luck import EncounterLuckService, LogLuck
from service.operations.encounters.move_index import MoveIndex
from service.operations.encounters.notices.webhooks import WebhookDelivery, WebhookService
from service.operations.encounters.problems import (
    BOUND,
    CHANGED,
    CLOSED,
    DRAWN,
    LINED_UP,
    PLAYED,
    PROVED,
    REFEREED,
    STORED,
    WATCHED,
    Errors,
)
from service.operations.encounters.reading.encounter_maps import EncounterMaps, StateMaps
from service.operations.encounters.reading.encounter_moves import EncounterMovesService, StateMoves
from service.operations.encounters.reading.encounter_odds import EncounterOddsService, UnknownVersion
from service.operations.encounters.reading.encounter_situations import EncounterSituations
from service.operations.encounters.reading.listings import ListingService
from service.operations.encounters.requests import new_encounter_of
from service.operations.encounters.service import EncounterService
from service.operations.encounters.trust.seating import Seating
from service.operations.fields import SelectedAnswer
from service.operations.maps.declared import SVG
from service.operations.procedure import BoundProcedure
from service.operations.registry import (
    PLAIN,
    PROOF_BYTES,
    SECRET,
    TOKEN,
    Effect,
    Http,
    Inside,
    Link,
    Media,
    Operation,
    operation_of,
)
from service.operations.work.estimates import POOL_ERRORS, WORK_ERRORS, WorkerPool
from service.rules.examples import Example, examples_of
from service.rules.kernel.family import Family

Run = Callable[[Any], Awaitable[Any]]

TOKEN_AND_VERSION: Final = {**TOKEN, "version": "If-Match"}
ETAG: Final = {"ETag": '"{version}"'}
PLACE: Final = {**ETAG, "Location": "/v1/encounters/{id}", **SECRET}

LINES: Final = Media("application/jsonl", "lines")

OF_CREATED: Final = {"id": "$response.body#/id"}
OF_REQUEST: Final = {"id": "$request.path.id"}
AT_VERSION: Final = {"If-Match": "$response.header.ETag"}


def encounters_of(
    families: Sequence[Family],
    bound_procedures: Mapping[str, BoundProcedure],
    computed: Iterable[Operation],
    stores: Stores,
    pool: WorkerPool | None = None,
) -> Iterator[Operation]:
    """Yield the operations on encounters of all families that are playable; without a store they raise StoreAway.

    Among `computed` are the operations that work out odds.
    """
    moves = MoveIndex(families, bound_procedures)
    if not moves.plays:
        return
    playing = EncounterService((stores.encounters, stores.keys), stores.listings, moves, pool)
    yield _creating(playing, moves)
    yield from _reading(playing)
    yield from _changing(playing)
    yield from _playing(playing, moves)
    yield from _seating(playing.seating)
    yield _computing(EncounterOddsService(stores.encounters, moves, computed, pool), moves)
    yield from _judging(EncounterLuckService(stores.encounters, LogLuck(moves), pool))
    situations = EncounterSituations(stores.encounters, playing.situations)
    yield from _leading(situations, EncounterMovesService(stores.encounters, StateMoves(moves), pool), moves)
    yield from _drawing(EncounterMaps(stores.encounters, StateMaps(moves), pool))
    yield from _listing(ListingService(stores.encounters, stores.listings))
    yield from _notifying(
        WebhookService(stores.encounters, stores.webhooks, stores.due, private=stores.private_webhooks)
    )


def _creating(playing: EncounterService, moves: MoveIndex) -> Operation:
    return _operation(
        "create",
        "",
        playing.create,
        (*LINED_UP, ListingFull, StoreAway, KeyTooShort, UnknownEncounter, TokenUnknown, *STORED),
        Http(status=201, response_headers=PLACE, body_bytes=PROOF_BYTES),
        request=new_encounter_of(tuple(moves.plays)),
        prepare=playing.prepared,
        inside=Inside("family", {name: moves.begun(name) for name in moves.plays}),
        examples=tuple([each for name in moves.plays for each in examples_of(f"encounters/{name}/create")]),
        links=(
            _link("read it", "get", OF_CREATED),
            _link("act", "act", {**OF_CREATED, **AT_VERSION, "procedure": "resolve-round"}),
            _link("preview", "preview", {**OF_CREATED, "procedure": "resolve-round"}),
            _link("ask for odds", "odds", {**OF_CREATED, "procedure": "resolve-attack"}),
            _link("correct it", "correct", {**OF_CREATED, **AT_VERSION}),
            _link("read its log", "log", OF_CREATED),
            _link("fork it", "fork", OF_CREATED),
            _link("prove it", "verify", OF_CREATED),
            _link("see whose turn it is", "situation", OF_CREATED),
            _link("tell its luck", "luck", OF_CREATED),
            _link("delete it", "delete", {**OF_CREATED, **AT_VERSION}),
        ),
    )


def _listing(listings: ListingService) -> Iterator[Operation]:
    listed = (TokenMissing, TokenUnknown, StoreAway)
    yield _operation(
        "create",
        "",
        listings.create,
        (StoreAway, KeyTooShort, TokenUnknown, *STORED),
        Http(status=201, response_headers=SECRET),
        group="listings",
    )
    yield _operation(
        "delete", "", listings.delete, listed, Http(method="DELETE", request_headers=TOKEN), group="listings"
    )
    yield _operation("list", "", listings.page, listed, Http(request_headers=TOKEN), effect=Effect.READ)
    yield _operation(
        "add-to-listing", "/{id}/listing", listings.add, (*REFEREED, ListingFull, *STORED), Http(request_headers=TOKEN)
    )


def _notifying(webhooks: WebhookService) -> Iterator[Operation]:
    yield _operation(
        "add-webhook",
        "/{id}/webhooks",
        webhooks.add,
        (*WATCHED, WebhookTargetRefused, WebhooksFull, *STORED),
        Http(status=201, request_headers=TOKEN, response_headers=SECRET),
        examples=(Example("to a server of yours", {"url": "https://bot.example/umpire"}),),
        delivers=WebhookDelivery,
    )
    yield _operation(
        "webhooks", "/{id}/webhooks", webhooks.all, WATCHED, Http(request_headers=TOKEN), effect=Effect.READ
    )
    yield _operation(
        "delete-webhook",
        "/{id}/webhooks/{webhook}",
        webhooks.delete,
        (*WATCHED, UnknownWebhook),
        Http(method="DELETE", request_headers=TOKEN),
    )


def _reading(playing: EncounterService) -> Iterator[Operation]:
    read = Effect.READ
    yield _operation(
        "get", "/{id}", playing.view, WATCHED, Http(request_headers=TOKEN, response_headers=ETAG), effect=read
    )
    yield _operation("log", "/{id}/log", playing.log, WATCHED, Http(request_headers=TOKEN), effect=read)
    lines = Http(request_headers=TOKEN, media=LINES)
    yield _operation(
        "proof", "/{id}/proof", playing.proofs.proof, (*WATCHED, DrawsLost, AnswerTooLarge), lines, effect=read
    )
    yield _operation("verify", "/{id}/verify", playing.verify, (*REFEREED, *PROVED), Http(request_headers=TOKEN))
    yield _operation(
        "verify-log",
        "/verify",
        playing.verify_log,
        (*PROVED, UnfitRequest),
        Http(body_bytes=PROOF_BYTES),
        effect=Effect.COMPUTE,
    )


def _drawing(maps: EncounterMaps) -> Iterator[Operation]:
    errors = (*WATCHED, MapMissing, RulesetChanged, AnswerTooLarge, *WORK_ERRORS)
    http = Http(request_headers=TOKEN, media=SVG)
    yield _operation("map", "/{id}/map.svg", maps.map, errors, http, effect=Effect.READ)
    yield _operation(
        "draw-map",
        "/{id}/map.svg",
        maps.draw_map,
        errors,
        Http(method="POST", request_headers=TOKEN, media=SVG),
        effect=Effect.READ,
    )


def _changing(playing: EncounterService) -> Iterator[Operation]:
    change = Http(request_headers=TOKEN_AND_VERSION, response_headers=ETAG)
    undone = (_link("redo it", "redo", {**OF_REQUEST, **AT_VERSION}), *_onward())
    yield _operation(
        "correct",
        "/{id}",
        playing.correct,
        (*BOUND, RulesetChanged, UnfitRequest, PartsDisagree, RulesRefuse),
        Http(method="PATCH", request_headers=TOKEN_AND_VERSION, response_headers=ETAG),
        examples=(Example("nothing but what viewers see", {"reveal": "faces"}),),
        links=(_link("undo it", "undo", {**OF_REQUEST, **AT_VERSION}), *_onward()),
    )
    yield _operation(
        "delete", "/{id}", playing.delete, CHANGED, Http(method="DELETE", request_headers=TOKEN_AND_VERSION)
    )
    yield _operation("undo", "/{id}/undo", playing.undo, (*BOUND, NothingToUndo), change, links=undone)
    yield _operation("redo", "/{id}/redo", playing.redo, (*BOUND, NothingToRedo), change, links=_onward())
    yield _operation(
        "fork",
        "/{id}/fork",
        playing.fork,
        (*REFEREED, *STORED),
        Http(status=201, request_headers=TOKEN, response_headers=PLACE, body_optional=True),
    )
    ended = Http(request_headers=TOKEN_AND_VERSION, response_headers=ETAG)
    yield _operation("end", "/{id}/end", playing.end, BOUND, ended)
    yield _operation(
        "tokens", "/{id}/tokens", playing.change_tokens, REFEREED, Http(request_headers=TOKEN, response_headers=SECRET)
    )


def _playing(playing: EncounterService, moves: MoveIndex) -> Iterator[Operation]:
    errors = (*PLAYED, *moves.errors())
    examples = tuple(
        [
            each
            for name, play in moves.plays.items()
            for move in play.moves
            for each in examples_of(f"encounters/{name}/{move.procedure}")
        ]
    )
    yield _operation(
        "act",
        "/{id}/{procedure}",
        playing.act,
        (*CHANGED, *DRAWN, *errors),
        Http(request_headers=TOKEN_AND_VERSION, response_headers=ETAG, values=moves.named),
        parts=moves.answer_parts,
        examples=examples,
        links=(_link("undo it", "undo", {**OF_REQUEST, **AT_VERSION}), *_onward()),
    )
    yield from _announcing(playing, moves)
    yield _operation(
        "preview",
        "/{id}/{procedure}/preview",
        playing.preview,
        (*REFEREED, *errors),
        Http(request_headers=TOKEN, values=moves.named),
        parts=moves.answer_parts,
        examples=examples,
    )


def _announcing(playing: EncounterService, moves: MoveIndex) -> Iterator[Operation]:
    change = Http(request_headers=TOKEN_AND_VERSION, response_headers=ETAG)
    unfit: Errors = (UnknownProcedure, RulesetChanged, UnfitRequest, RulesRefuse)
    yield _operation(
        "announce",
        "/{id}/{procedure}/announce",
        playing.announce,
        (*BOUND, DrawsLost, DicePolicyRefuses, *unfit),
        replace(change, values=moves.named),
    )
    yield _operation("withdraw", "/{id}/withdraw", playing.withdraw, (*CHANGED, DrawsLost, AnnouncementMissing), change)


def _seating(seating: Seating) -> Iterator[Operation]:
    errors: Errors = (*WATCHED, DrawsLost, ValueRefused)
    written: Errors = (VersionStale, *CLOSED, *STORED)
    tagged = {**ETAG, **SECRET}
    yield _operation(
        "join",
        "/{id}/seats/{seat}",
        seating.join,
        (*errors, UnknownSeat, AnnouncementBinds, *written),
        Http(request_headers=TOKEN, response_headers=tagged),
    )
    yield _operation(
        "invite",
        "/{id}/seats/{seat}/invitation",
        seating.invite,
        (*REFEREED, UnknownSeat, *STORED),
        Http(request_headers=TOKEN, response_headers=SECRET),
    )
    yield _operation(
        "contribute",
        "/{id}/values",
        seating.contribute,
        (*errors, SeatsAwaited, AnnouncementMissing, *written),
        Http(request_headers=TOKEN, response_headers=ETAG),
    )


def _computing(service: EncounterOddsService, moves: MoveIndex) -> Operation:
    return _operation(
        "odds",
        "/{id}/{procedure}/odds",
        service.odds,
        (*REFEREED, UnknownVersion, *PLAYED, OddsTooLarge, *moves.errors()),
        Http(method="POST", request_headers=TOKEN, values=moves.named),
        effect=Effect.READ,
        parts=service.parts,
        examples=tuple([each for name in moves.plays for each in examples_of(f"encounters/{name}/resolve-attack")]),
    )


def _leading(situations: EncounterSituations, service: EncounterMovesService, moves: MoveIndex) -> Iterator[Operation]:
    errors = (*REFEREED, UnfitRequest, RulesetChanged, RulesRefuse, *moves.errors(), *WORK_ERRORS)
    http = Http(request_headers=TOKEN, response_headers=ETAG, revalidated=True)
    known = (*WATCHED, RulesetChanged, *POOL_ERRORS)
    yield _operation("situation", "/{id}/situation", situations.situation, known, http, effect=Effect.READ)
    yield _operation("legal-moves", "/{id}/legal-moves", service.legal_moves, errors, http, effect=Effect.READ)
    yield _operation("suggest", "/{id}/suggest", service.suggest, errors, http, effect=Effect.READ)


def _judging(service: EncounterLuckService) -> Iterator[Operation]:
    yield _operation(
        "luck",
        "/{id}/luck",
        service.luck,
        (*REFEREED, *PROVED),
        Http(request_headers=TOKEN),
        effect=Effect.READ,
    )
    yield _operation(
        "luck-of-log", "/luck", service.luck_of_log, PROVED, Http(body_bytes=PROOF_BYTES), effect=Effect.COMPUTE
    )


def _onward() -> tuple[Link, ...]:
    return (
        _link("read the log", "log", OF_REQUEST),
        _link("prove the log", "verify", OF_REQUEST),
        _link("delete it", "delete", {**OF_REQUEST, **AT_VERSION}),
    )


def _link(title: str, operation: str, fields: Mapping[str, str]) -> Link:
    return Link(title, f"encounters/{operation}", fields)


def _operation(
    name: str, path: str, run: Run, errors: Errors, http: Http | None = None, group: str = "encounters", **declared: Any
) -> Operation:
    """Declare an operation; it may answer with less than it has, where its request has `fields`."""
    given = {"effect": Effect.KEEP, "errors": errors, "http": http or PLAIN, **declared}
    made = operation_of(f"{group}/{name}", f"/v1/{group}{path}", run, **given)
    return replace(
        made,
        answers=tuple(sorted(made.answers, key=lambda each: each is NeedsDice)),
        rest_answers=(SelectedAnswer,) if "fields" in made.request.model_fields else (),
    )
