"""Webhooks are created, listed and deleted by whoever may see what they receive."""

from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from service.api.middleware.idempotency import Idempotency
from service.api.rest.router import RestRouter
from service.app import registry_with
from service.encounters.notices.webhook_store import MAX_WEBHOOKS
from service.encounters.stored.stores import Stores
from service.operations.encounters.notices.webhooks import NewWebhook
from service.settings.access.scopes import current_caller
from service.store.attempts import KeyedAttempts, set_attempts
from service.store.connection import Connection
from service.store.key_names import DUE_LISTS, due_keys_of, keys_of
from service.store.quotas import Quotas
from service.store.scripts import Script
from tests.api.calls import Reply
from tests.encounters.client import STRIKE, Client, Table, seated
from tests.patience import PATIENCE

URL = "https://bot.example/umpire?table=1"
GIVEN = "whsec_" + "c2VjcmV0" * 4
KEY = "a-key-of-mine-that-is-long"


async def hook(client: Client, table: Table, url: str = URL, **body: Any) -> Reply:
    """Create a webhook."""
    return await client.ask("POST", f"{table.path}/webhooks", {"url": url, **body})


async def hooks_of(client: Client, table: Table) -> Any:
    """List what a client sees."""
    reply = await client.ask("GET", f"{table.path}/webhooks")
    assert reply.status == 200, reply.body
    return reply.json["webhooks"]


async def test_a_webhook_is_created_and_listed_without_its_secret(app: Asgi) -> None:
    """The answer to the creation has the secret, once; the list says how far the webhook is."""
    table = await seated(app)
    made = await hook(table.referee, table)
    assert (made.status, made.header("cache-control")) == (201, "no-store")
    told = made.json
    assert told["secret"].startswith("whsec_")
    assert (told["status"], told["id"], told["url"], told["role"], told["after"]) == (
        "created",
        table.id,
        URL,
        "referee",
        1,
    )
    listed = await table.referee.ask("GET", f"{table.path}/webhooks")
    assert told["secret"].encode() not in listed.body
    assert listed.json["webhooks"] == [
        {
            "webhook": told["webhook"],
            "url": URL,
            "role": "referee",
            "status": "active",
            "delivered": 1,
            "failures": 0,
            "reason": None,
        }
    ]


async def test_a_webhook_begins_after_any_version(app: Asgi) -> None:
    """Without a version it gets only what is new; a version that is not there yet is the present one."""
    table = await seated(app)
    assert (await table.correct(reveal="all")).status == 200
    given = [
        (await hook(table.referee, table, URL, **body)).json["after"] for body in ({}, {"after": 1}, {"after": 99})
    ]
    assert given == [2, 1, 2]


async def test_a_given_secret_is_used(app: Asgi) -> None:
    """A secret of the client's own is taken if it is one of the convention."""
    table = await seated(app)
    assert (await hook(table.referee, table, secret=GIVEN)).json["secret"] == GIVEN
    for wrong in ("c2VjcmV0" * 4, "whsec_short", "whsec_" + "c2V*" * 8, "whsec_" + "c2VjcmV0" * 12):
        refused = await hook(table.referee, table, secret=wrong)
        assert (refused.status, refused.json["errors"][0]["pointer"]) == (422, "/secret")


async def test_viewers_see_and_delete_only_their_own(app: Asgi) -> None:
    """The referee sees all webhooks; viewers those that viewers made, and the others do not exist for them."""
    table = await seated(app)
    mine, theirs = [(await hook(who, table)).json["webhook"] for who in (table.referee, table.viewer)]
    assert [each["webhook"] for each in await hooks_of(table.referee, table)] == [mine, theirs]
    assert [(each["webhook"], each["role"]) for each in await hooks_of(table.viewer, table)] == [(theirs, "viewer")]
    refused = await table.viewer.ask("DELETE", f"{table.path}/webhooks/{mine}")
    assert (refused.status, refused.problem, mine in refused.json["detail"]) == (404, "unknown-webhook", True)
    for who, webhook in ((table.viewer, theirs), (table.referee, mine)):
        gone = await who.ask("DELETE", f"{table.path}/webhooks/{webhook}")
        assert gone.json == {"status": "deleted", "id": table.id, "webhook": webhook}
        assert (await who.ask("DELETE", f"{table.path}/webhooks/{webhook}")).problem == "unknown-webhook"
    assert await hooks_of(table.referee, table) == []


async def test_a_new_viewer_sees_nothing_of_an_older_token(app: Asgi) -> None:
    """Webhooks of a viewer's token that was replaced are the referee's to see; they take no place of the new ones."""
    table = await seated(app)
    made = [(await hook(table.viewer, table)).json["webhook"] for _ in range(MAX_WEBHOOKS)]
    rotated = await table.referee.ask("POST", f"{table.path}/tokens", {"viewer": "rotate"})
    viewer = Client(app, rotated.json["viewer"])
    assert await hooks_of(viewer, table) == []
    assert {each["status"] for each in await hooks_of(table.referee, table)} == {"ended"}
    refused = await viewer.ask("DELETE", f"{table.path}/webhooks/{made[0]}")
    assert (refused.status, refused.problem) == (404, "unknown-webhook")
    mine = [(await hook(viewer, table)).json["webhook"] for _ in range(MAX_WEBHOOKS)]
    assert [each["webhook"] for each in await hooks_of(viewer, table)] == mine
    assert (await hook(viewer, table)).problem == "webhooks-full"


async def test_each_role_has_a_few_webhooks(app: Asgi) -> None:
    """More are refused, until one is deleted; viewers take no place of the referee's."""
    table = await seated(app)
    for _ in range(MAX_WEBHOOKS):
        assert (await hook(table.viewer, table)).status == 201
    refused = await hook(table.viewer, table)
    assert (refused.status, refused.problem, f"{MAX_WEBHOOKS} webhooks" in refused.json["detail"]) == (
        409,
        "webhooks-full",
        True,
    )
    assert (await hook(table.referee, table)).status == 201
    first = (await hooks_of(table.viewer, table))[0]["webhook"]
    assert (await table.viewer.ask("DELETE", f"{table.path}/webhooks/{first}")).status == 200
    assert (await hook(table.viewer, table)).status == 201


@pytest.mark.parametrize(
    ("url", "quoted"),
    [
        ("http://bot.example/", "'http://bot.example/'"),
        ("ftp://bot.example/", "'ftp://bot.example/'"),
        ("bot.example", "'bot.example'"),
        ("https://", "'https://'"),
        ("https://me:secret@bot.example/", "'bot.example'"),
        ("https://bot.example:99999/", "99999"),
        ("https://127.0.0.1/", "'127.0.0.1'"),
        ("https://[::1]:8443/", "'::1'"),
        ("https://10.1.2.3/", "'10.1.2.3'"),
        ("https://169.254.169.254/latest/", "'169.254.169.254'"),
        ("https://[fe80::1]/", "'fe80::1'"),
        ("https://[::ffff:10.0.0.1]/", "'::ffff:10.0.0.1'"),
        ("https://224.0.0.1/", "'224.0.0.1'"),
        ("https://\x7f/", "'https://\\x7f/'"),
    ],
)
async def test_a_target_that_is_refused(app: Asgi, url: str, quoted: str) -> None:
    """Only https, without credentials, and not to an address of a private network; the value is quoted."""
    table = await seated(app)
    refused = await hook(table.referee, table, url)
    assert (refused.status, refused.problem) == (409, "webhook-target-refused")
    assert quoted in refused.json["detail"]
    assert "secret" not in refused.json["detail"]
    assert refused.json["errors"][0]["pointer"] == "/url"
    assert await hooks_of(table.referee, table) == []


async def test_private_targets_can_be_allowed(store: Connection) -> None:
    """With the setting, plain http and private addresses are taken; credentials are not."""
    app = RestRouter(registry_with(store, stores=Stores.of(store, private_webhooks=True)))
    table = await seated(app)
    urls = ("http://127.0.0.1:9/x", "https://10.0.0.1/", "http://[::1]/", "http://me@localhost/")
    assert [(await hook(table.referee, table, url)).status for url in urls] == [201, 201, 201, 409]


async def test_webhooks_live_and_end_with_their_encounter(app: Asgi, store: Connection) -> None:
    """They are part of the encounter's own record, so that nothing outlives it, and the due-lists expire."""
    table = await seated(app, ttl=600)
    assert (await hook(table.referee, table)).status == 201
    async with store as redis:
        before = [bytes(each) async for each in redis.scan_iter(f"umpire:{{{table.id}}}:*")]
        assert sorted(before) == sorted(each.encode() for each in keys_of(table.id))
        lists = [due_keys_of(number)[0] for number in range(DUE_LISTS)]
        lives = [await redis.ttl(each) for each in lists if await redis.exists(each)]
        assert [life > 0 for life in lives] == [True]
    assert (await table.referee.ask("DELETE", table.path, version=1)).status == 200
    async with store as redis:
        assert [each async for each in redis.scan_iter(f"umpire:{{{table.id}}}:*")] == []
    assert (await table.referee.ask("GET", f"{table.path}/webhooks")).problem == "unknown-encounter"


async def test_a_webhook_ends_with_its_token(app: Asgi) -> None:
    """As soon as the token that made it is replaced or revoked, it says that it has ended."""
    table = await seated(app)
    for who in (table.referee, table.viewer):
        assert (await hook(who, table)).status == 201
    assert (await table.referee.ask("POST", f"{table.path}/tokens", {"viewer": "revoke"})).status == 200
    assert [each["status"] for each in await hooks_of(table.referee, table)] == ["active", "ended"]
    new = (await table.referee.ask("POST", f"{table.path}/tokens", {"referee": "rotate"})).json["referee"]
    assert [each["status"] for each in await hooks_of(Client(app, new), table)] == ["ended", "ended"]
    assert (await table.referee.ask("GET", f"{table.path}/webhooks")).problem == "token-unknown"


async def test_an_act_without_webhooks_costs_no_round_trip_more(app: Asgi, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first act runs two scripts, to load and to write, the next one only one; a webhook takes one more."""
    ran: list[str] = []
    run = Script.__call__

    async def counted(self: Script, redis: Any, keys: Any, *words: Any) -> Any:
        ran.append(self._name)
        return await run(self, redis, keys, *words)

    table = await seated(app)
    monkeypatch.setattr(Script, "__call__", counted)
    assert (await table.act("resolve-attack", STRIKE, 1)).status == 200
    assert len(ran) == 2
    assert (await hook(table.referee, table)).status == 201
    ran.clear()
    assert (await table.act("resolve-attack", STRIKE, 2)).status == 200
    assert len(ran) == 2


async def test_a_retry_makes_one_webhook(app: Asgi, store: Connection) -> None:
    """Under a key the same webhook and secret are told again."""
    table = await seated(app)
    client = Client(Idempotency(app, store), table.referee.token)
    first, second = [
        await client.ask("POST", f"{table.path}/webhooks", {"url": URL}, idempotency_key=KEY) for _ in range(2)
    ]
    assert (second.body, second.header("idempotent-replayed")) == (first.body, "true")
    assert [each["webhook"] for each in await hooks_of(table.referee, table)] == [first.json["webhook"]]


async def test_a_lost_answer_is_made_anew_from_the_key(store: Connection) -> None:
    """If a worker died before it answered, the next try stores nothing new and has the same secret."""
    registry = registry_with(store)
    table = await seated(RestRouter(registry))
    request = NewWebhook(id=table.id, token=table.referee.token, url=URL)
    answers = []
    for _ in range(2):
        set_attempts(KeyedAttempts(b"key", b"secret"))
        answers.append(await registry["encounters/add-webhook"].run(request))
        set_attempts(None)
    assert answers[0] == answers[1]
    assert [each["webhook"] for each in await hooks_of(table.referee, table)] == [answers[0].webhook]


async def test_webhooks_count_as_created(store_url: str) -> None:
    """A webhook is one of the objects that a caller may create."""
    limited = Connection(store_url, PATIENCE, Quotas("3/hour", "none"))
    table = await seated(RestRouter(registry_with(limited)))
    token = current_caller.set("a caller of webhooks")
    try:
        made = [await hook(table.referee, table) for _ in range(4)]
    finally:
        current_caller.reset(token)
        await limited.close()
    assert [each.status for each in made] == [201, 201, 201, 429]


async def test_graphql_has_the_same_webhooks(both: Asgi) -> None:
    """By the names of the registry a webhook is created, listed and deleted; refusals are problems of the field."""
    table = await seated(both)
    variables = {"id": table.id, "token": table.viewer.token, "url": URL}
    add = (
        "mutation($id: String!, $token: String, $url: String!) { encountersAddWebhook(id: $id, token: $token, "
        "url: $url) { ... on WebhookCreated { webhook role secret } ... on Problem { type } } }"
    )
    made = await asked(both, add, variables)
    assert made["encountersAddWebhook"]["role"] == "viewer"
    refused = await asked(both, add, {**variables, "url": "http://localhost"})
    assert refused["encountersAddWebhook"] == {"type": "/problems/webhook-target-refused"}
    see = (
        "query($id: String!, $token: String) { encountersWebhooks(id: $id, token: $token) "
        "{ ... on EncounterWebhooks { webhooks { webhook status } } } }"
    )
    known = {"id": table.id, "token": table.viewer.token}
    (seen,) = (await asked(both, see, known))["encountersWebhooks"]["webhooks"]
    assert seen == {"webhook": made["encountersAddWebhook"]["webhook"], "status": "active"}
    delete = (
        "mutation($id: String!, $token: String, $webhook: String!) "
        "{ encountersDeleteWebhook(id: $id, token: $token, webhook: $webhook) { __typename } }"
    )
    gone = await asked(both, delete, {**known, "webhook": seen["webhook"]})
    assert gone["encountersDeleteWebhook"]["__typename"] == "WebhookDeleted"


async def asked(app: Asgi, query: str, variables: dict[str, Any]) -> Any:
    """Ask GraphQL."""
    reply = await Client(app).ask("POST", "/graphql", {"query": query, "variables": variables})
    assert "errors" not in reply.json, reply.body
    return reply.json["data"]
