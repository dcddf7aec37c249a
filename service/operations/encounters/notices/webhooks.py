"""Operations on webhooks: entries of an encounter's log are posted to a URL, for servers that hold no stream."""

from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Final, Literal

from pydantic import Field

from service.encounters.encounter import Encounter
from service.encounters.notices.webhook_store import (
    Progress,
    Webhook,
    Webhooks,
    WebhookStatus,
    secret_of,
    unknown_webhook,
)
from service.encounters.stored.encounter_store import Store
from service.encounters.tokens import Role, is_current, rights_of, token_hash_of
from service.operations.encounters.answers import EncounterEntry, Id
from service.operations.encounters.loading import load_with_role
from service.operations.encounters.requests import EncounterId, KnownEncounter, Version
from service.settings.access.scopes import current_caller
from service.store.attempts import next_attempt
from service.store.due_lists import DueLists
from service.wire import record

MAX_URL: Final = 2_000
TARGETS: Final = "service.encounters.notices.targets"
"""The module that checks targets; it is imported with the first webhook, since its HTTP library takes 2 MiB."""
SECRETS: Final = (
    "^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{3}=)?|(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==)?)$"
)
"""The form of signing secrets: 24 to 64 bytes in Base64."""

WebhookId = Annotated[str, Field(description="Id of the webhook.")]
Url = Annotated[str, Field(description="The URL that entries are posted to.")]
WebhookRole = Annotated[str, Field(description="Whose entries it receives: the referee's or a viewer's.")]


class NewWebhook(KnownEncounter):
    """A webhook to create."""

    url: Annotated[str, Field(min_length=1, max_length=MAX_URL)] = Field(
        description="The URL that entries are posted to: https, without user name and password."
    )
    secret: Annotated[str, Field(pattern=SECRETS, max_length=100)] | None = Field(
        default=None,
        description='The secret to sign deliveries with: "whsec_" and 24 to 64 bytes in Base64; null: a new one.',
    )
    after: Version | None = Field(
        default=None, description="The last version that the receiver has; null: only new entries are sent."
    )


class KnownWebhook(KnownEncounter):
    """A webhook of an encounter."""

    webhook: EncounterId = Field(description="Id of the webhook.")


@record
class WebhookCreated:
    """A new webhook, and the secret that its deliveries are signed with."""

    status: Annotated[Literal["created"], Field(description="The webhook is stored.")]
    id: Id
    webhook: WebhookId
    url: Url
    role: WebhookRole
    after: Annotated[int, Field(description="Entries after this version are sent.")]
    secret: Annotated[str, Field(description="The secret to verify signatures with; shown only in this answer.")]


@record
class WebhookView:
    """A webhook, and how far its deliveries are."""

    webhook: WebhookId
    url: Url
    role: WebhookRole
    status: Annotated[
        str,
        Field(
            description=(
                "active; failed: the receiver failed too often, did not answer for a day, or answered 410; ended: the "
                "token that made it was replaced or revoked. Nothing more is sent to a webhook that failed or ended."
            )
        ),
    ]
    delivered: Annotated[int, Field(description="The last version that the receiver accepted, or that it began after.")]
    failures: Annotated[int, Field(description="Failed attempts to deliver the next version.")]
    reason: Annotated[str | None, Field(description="Why the last attempt failed; null after a success.")]


@record
class EncounterWebhooks:
    """The webhooks of an encounter that the token may see."""

    status: Annotated[Literal["found"], Field(description="The encounter was found.")]
    id: Id
    webhooks: tuple[WebhookView, ...]


@record
class WebhookDeleted:
    """A webhook that was deleted; an attempt that is under way may still arrive."""

    status: Annotated[Literal["deleted"], Field(description="The webhook is deleted.")]
    id: Id
    webhook: WebhookId


@record
class WebhookDelivery:
    """The body of a delivery: one entry of the encounter's log, as the token that made the webhook lets its holder see.

    The same entry may be delivered more than once, always with the same `webhook-id`; entries arrive in order.
    """

    type: Annotated[Literal["encounter.entry"], Field(description="An encounter has a new version.")]
    id: Id
    webhook: WebhookId
    role: WebhookRole
    entry: EncounterEntry


class WebhookService:
    """The operations on webhooks; all state is in the store."""

    def __init__(self, store: Store, webhooks: Webhooks, due: DueLists, *, private: bool) -> None:
        """Set the stores, and whether webhooks may lead to private addresses and use plain http."""
        self._store = store
        self._webhooks = webhooks
        self._due = due
        self._private = private

    async def add(self, request: NewWebhook) -> WebhookCreated:
        """Post each new entry of an encounter's log to a URL of yours.

        The referee's token makes a webhook that receives entries as the referee sees them, the viewer's token one that
        receives them as viewers see them. When that token is replaced or revoked, the webhook ends.

        Deliveries are signed as Standard Webhooks has it, so any library for that convention verifies them. They come
        in order, each at least once; any answer of 2xx accepts one. Redirects are not followed. After a failure the
        same entry is sent again, later each time; after too many failures, or an answer of 410, the webhook has failed.
        A receiver that does not answer in time is tried for a day. The webhooks of one caller reach a bounded number of
        receivers in an hour; further ones wait.
        """
        attempt = next_attempt()
        encounter, role = await load_with_role(self._store, request)
        import_module(TARGETS).require_target(request.url, private=self._private)
        webhook = Webhook(
            id=attempt.id(),
            url=request.url,
            secret=request.secret or secret_of(attempt.secret()),
            role=role.value,
            token_hash=token_hash_of(encounter, role).decode(),
            caller=current_caller.get() or "",
        )
        after = encounter.version if request.after is None else min(request.after, encounter.version)
        await self._webhooks.add(encounter.id, webhook, after)
        await self._due.add(encounter.id, [webhook.id])
        return WebhookCreated(
            status="created",
            id=encounter.id,
            webhook=webhook.id,
            url=webhook.url,
            role=webhook.role,
            after=after,
            secret=webhook.secret,
        )

    async def all(self, request: KnownEncounter) -> EncounterWebhooks:
        """List an encounter's webhooks, and how far their deliveries are.

        The referee sees all of them, viewers see those that were made with their token.
        """
        encounter, role = await load_with_role(self._store, request)
        views = [_view(encounter, *each) for each in _visible(encounter, role, await self._webhooks.all(encounter.id))]
        return EncounterWebhooks(status="found", id=encounter.id, webhooks=tuple(views))

    async def delete(self, request: KnownWebhook) -> WebhookDeleted:
        """Delete a webhook.

        The referee may delete every webhook, viewers those that were made with their token.
        """
        encounter, role = await load_with_role(self._store, request)
        found = _visible(encounter, role, await self._webhooks.all(encounter.id))
        if request.webhook not in {webhook.id for webhook, _ in found}:
            raise unknown_webhook(encounter.id, request.webhook)
        await self._webhooks.remove(encounter.id, request.webhook)
        return WebhookDeleted(status="deleted", id=encounter.id, webhook=request.webhook)


def _visible(
    encounter: Encounter, role: Role, found: Iterable[tuple[Webhook, Progress]]
) -> list[tuple[Webhook, Progress]]:
    """Return the webhooks that the holder of a role's present token may see."""
    rights = rights_of(encounter.referee, encounter.viewer)
    return [
        each
        for each in found
        if role is Role.REFEREE or (each[0].role == role and is_current(rights, role, each[0].token_hash))
    ]


def _view(encounter: Encounter, webhook: Webhook, progress: Progress) -> WebhookView:
    rights = rights_of(encounter.referee, encounter.viewer)
    status = progress.status if is_current(rights, webhook.role, webhook.token_hash) else WebhookStatus.ENDED
    return WebhookView(
        webhook=webhook.id,
        url=webhook.url,
        role=webhook.role,
        status=status.value,
        delivered=progress.delivered,
        failures=progress.failures,
        reason=progress.reason or None,
    )
