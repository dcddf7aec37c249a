"""Tickets: rolls without an encounter that cannot be picked from many, since the table sees the ticket first."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

import orjson
from pydantic import Field

from service.encounters.stored.page_store import Put
from service.encounters.stored.signing_keys import Keys
from service.encounters.stored.ticket_store import KEPT_SECONDS, Tickets, UnknownTicket
from service.encounters.trust.draws import dice_key, draw_of
from service.encounters.trust.heads import GENESIS, head_hash
from service.errors import DoesNotFit, StoreAway, UmpireError, UnknownOperation
from service.operations.answering.dice_source import SeedBy
from service.operations.answering.resolution import Kept, PageId
from service.operations.encounters.sharing.results import SHARING_ERRORS, ResultStore
from service.operations.encounters.trust.proofs import first_line, joined
from service.operations.registry import BESIDE_INPUT, PROOF_BYTES, Effect, Http, Inside, Media, Operation, operation_of
from service.operations.validation import rewritten, validated
from service.operations.work.estimates import POOL_ERRORS, WORK_ERRORS, WorkerPool, in_workers
from service.operations.work.large_bodies import answer_to, require_fit, with_large_bodies
from service.store.attempts import next_attempt
from service.wire import Form, Frozen, Json, record, to_json

Errors = tuple[type[UmpireError], ...]

OPEN: Final = "tickets/open"
POLICY: Final = {"supplied": "nobody", "seeds": "nobody", "seats": [], "wait_for": "nobody", "ticket": True}

TicketId = Annotated[
    str,
    Field(pattern=r"^[0-9a-f]{32}$", max_length=32),
    Form("32 digits 0-9 and a-f, as in the answer to its opening", UnknownTicket.slug()),
]
LINES: Final = Media("application/jsonl", "lines")


class OpenTicket(Frozen):
    """A roll to commit to: the operation, and its whole request without the dice."""

    operation: str = Field(max_length=80, description="An operation that rolls, such as dice/roll.")
    request: dict[str, Json] = Field(description="Its request, without dice.")
    keep_with: PageId | None = Field(
        default=None,
        description="The page that shows the ticket and its answer, from an earlier `kept`; null: a new one.",
    )


@dataclass(frozen=True, slots=True)
class CheckedTicket:
    """What is stored of a new ticket: its operation, and a request that fits it."""

    operation: str
    written: bytes
    keep_with: str | None


class KnownTicket(Frozen):
    """A ticket."""

    id: TicketId = Field(description="Id of the ticket; everybody who has it can use it.")


@record
class Ticket:
    """A ticket: a roll that is committed to, and once it is used its answer."""

    status: Annotated[Literal["open", "used"], Field(description="Whether it was used.")]
    id: Annotated[str, Field(description="Id of the ticket; everybody who has it can use it.")]
    operation: Annotated[str, Field(description="The operation.")]
    request: Annotated[Json, Field(description="The request.")]
    request_hash: Annotated[str, Field(description="SHA-256 of the request as the log of the ticket has it.")]
    head: Annotated[str, Field(description="The signed note of its last entry: show it to the table before the roll.")]
    answer: Annotated[Json, Field(description="The answer of the operation; null until it is used.")]
    kept: Annotated[Kept | None, Field(description="The page that shows the ticket; null where it is only read.")]


@record
class TicketProof:
    """The log of a ticket, as lines by which verifiers check it without this service."""

    status: Annotated[Literal["found"], Field(description="The lines were found.")]
    id: Annotated[str, Field(description="Id of the ticket.")]
    lines: Annotated[str, Field(description="A line with `origin` and `keys`, then one for each entry.")]


class TicketService:
    """The operations of tickets."""

    def __init__(
        self,
        tickets: Tickets,
        keys: Keys,
        pages: ResultStore,
        rolling: Iterable[Operation],
        pool: WorkerPool | None = None,
    ) -> None:
        """Set the store of tickets, the keys, the pages that tell of them, the operations that roll, and their pool."""
        self._tickets = tickets
        self._keys = keys
        self._pages = pages
        rolls = [each for each in rolling if each.effect is Effect.ROLL]
        self.rolling = {each.name: each for each in with_large_bodies(in_workers(rolls, pool), pool)}

    async def open(self, request: OpenTicket | CheckedTicket) -> Ticket:
        """Open a ticket for one roll.

        It fixes the request, and commits to a draw that nobody can choose afterwards.
        Show the answer's `head` to the table, or let the table follow the page of `kept`; then use the ticket. A page
        shows which tickets were opened, and which of them were not used.
        """
        attempt = next_attempt()
        if isinstance(request, OpenTicket):
            operation, written = self._stored_request(request)
            with _inside():
                await require_fit(operation, written)
            request = CheckedTicket(request.operation, written, request.keep_with)
        written = request.written
        name, secret = attempt.id(), attempt.secret()
        first = to_json({**_entry(1, "create", request.operation, written), "dice_policy": POLICY})
        note = await self._signed(name, 1, secret, first, GENESIS)
        fields = {"secret": secret, "operation": request.operation.encode(), "request": written}
        ticket = _ticket(name, {**fields, "note1": note.encode()}, None)
        put = await self._pages.put(OPEN, ticket, request.keep_with)
        await self._tickets.open(name, {**fields, "note1": note.encode(), "shown1": first, "page": put.id.encode()})
        return _ticket(name, {**fields, "note1": note.encode()}, put)

    def prepared(self, request: OpenTicket) -> CheckedTicket:
        """Return what is stored of a new ticket.

        Raises: UnknownOperation, DoesNotFit and others of validation.
        """
        operation, written = self._stored_request(request)
        with _inside():
            validated(operation.request, written)
        return CheckedTicket(request.operation, written, request.keep_with)

    async def use(self, request: KnownTicket) -> Ticket:
        """Use a ticket.

        Its request is rolled from the draw that it is committed to. Later calls answer the same.
        """
        kept = await self._tickets.read(request.id)
        if "answer" in kept:
            return _ticket(request.id, kept, None)
        operation = self.rolling[kept["operation"].decode()]
        draw = draw_of(request.id, dice_key(kept["secret"], request.id), 1)
        body = _with_dice(kept["request"], {"kind": "seeded", "seed": draw.seed})
        answer = orjson.loads(to_json(await answer_to(operation, body)))
        if answer["dice"]["seed"] is not None:
            answer["dice"]["seed_by"] = SeedBy.TICKET.value
        told = {name: answer.pop(name) for name in ("dice", "steps")}
        entry = _entry(2, "act", operation.name, kept["request"])
        second = to_json({**entry, **told, "answer": answer, "draw": draw})
        note = await self._signed(request.id, 2, kept["secret"], second, head_hash(kept["note1"].decode()))
        used = {"answer": to_json({**answer, **told}), "note2": note.encode(), "shown2": second}
        await self._tickets.use(request.id, used)
        put = await self._pages.put(operation.name, {**answer, **told}, kept["page"].decode())
        return _ticket(request.id, {**kept, **used}, put)

    async def get(self, request: KnownTicket) -> Ticket:
        """Read a ticket, and its answer if it was used."""
        return _ticket(request.id, await self._tickets.read(request.id), None)

    async def proof(self, request: KnownTicket) -> TicketProof:
        """Export a ticket's log for verifiers.

        It is as `GET /v1/encounters/{id}/proof` exports that of an encounter.
        """
        kept = await self._tickets.read(request.id)
        lines = [first_line(await self._keys.ring())]
        for number in (1, 2) if "answer" in kept else (1,):
            head, shown = kept[f"note{number}"].decode(), kept[f"shown{number}"].decode()
            lines.append(orjson.dumps({"head": head, "shown": shown}))
        return TicketProof(status="found", id=request.id, lines=joined(lines))

    def _stored_request(self, request: OpenTicket) -> tuple[Operation, bytes]:
        """Return the operation that is asked for, and its request as it is stored.

        Raises: UnknownOperation; DoesNotFit, if the request has dice of its own.
        """
        operation = self.rolling.get(request.operation)
        if operation is None:
            message = f"{request.operation!r} is no operation that rolls, such as {', '.join(list(self.rolling)[:3])}."
            raise UnknownOperation(message, pointer="/operation")
        for name in request.request:
            if name in BESIDE_INPUT:
                message = f"A ticket's request has no {name}: it rolls from its own draw."
                raise DoesNotFit(message, pointer=f"/request/{name}")
        return operation, rewritten(request.request)

    async def _signed(self, id: str, version: int, secret: bytes, shown: bytes, prev: str) -> str:
        ring = await self._keys.ring()
        return ring.head(id, version, secret=secret, draw=version, parts=(shown, shown, prev))


@contextmanager
def _inside() -> Iterator[None]:
    """Let faults that are found in the block point below the request inside."""
    try:
        yield
    except POOL_ERRORS:
        raise
    except UmpireError as misfit:
        raise misfit.below("/request") from None


def _with_dice(request: bytes, dice: Mapping[str, Any]) -> bytes:
    """Return a request that is written as JSON, and has no dice, with dice."""
    rest = request[1:] if request == b"{}" else b"," + request[1:]
    return b'{"dice":' + to_json(dice) + rest


def _entry(version: int, kind: str, operation: str, request: bytes) -> dict[str, Any]:
    asked = orjson.Fragment(request)
    return {"version": version, "kind": kind, "secret": False, "operation": operation, "input": asked}


def _ticket(id: str, kept: Mapping[str, bytes], put: Put | None) -> Ticket:
    answer = kept.get("answer")
    place = None
    if put is not None:
        place = Kept(id=put.id, number=put.number, path=f"/v1/results/{put.id}", seconds=KEPT_SECONDS)
    return Ticket(
        status="open" if answer is None else "used",
        id=id,
        operation=kept["operation"].decode(),
        request=orjson.Fragment(kept["request"]),
        request_hash=sha256(kept["request"]).hexdigest(),
        head=kept["note1" if answer is None else "note2"].decode(),
        answer=None if answer is None else orjson.Fragment(answer),
        kept=place,
    )


def tickets_of(service: TicketService) -> Iterator[Operation]:
    """Declare the operations of tickets."""
    stored: Errors = (StoreAway, *SHARING_ERRORS)
    named: Errors = (UnknownTicket, StoreAway)
    rolling = {name: {"request": each.request} for name, each in service.rolling.items()}
    refused = tuple([error for each in service.rolling.values() for error in each.errors])
    yield operation_of(
        "tickets/open",
        "/v1/tickets",
        service.open,
        effect=Effect.KEEP,
        errors=(UnknownOperation, *stored),
        http=Http(status=201, body_bytes=PROOF_BYTES),
        request=OpenTicket,
        prepare=service.prepared,
        inside=Inside("operation", rolling, leaves_out=BESIDE_INPUT),
    )
    yield operation_of(
        "tickets/use",
        "/v1/tickets/{id}",
        service.use,
        effect=Effect.KEEP,
        errors=(*named, *stored, *refused, *WORK_ERRORS),
        http=Http(body_optional=True),
    )
    yield operation_of("tickets/get", "/v1/tickets/{id}", service.get, effect=Effect.READ, errors=named)
    lines = Http(media=LINES)
    yield operation_of(
        "tickets/proof", "/v1/tickets/{id}/proof", service.proof, effect=Effect.READ, errors=named, http=lines
    )
