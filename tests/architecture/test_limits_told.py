"""`/v1/meta` tells every number by which a request can be refused."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import pytest

from service.api.graphql.document_limits import MAX_DEPTH
from service.api.server.limits_in_force import limits_of
from service.app import USUAL_SETTINGS, registry
from service.operations.catalogue.limits import Limits
from service.settings.environment import Settings
from tests.architecture.source import SERVICE, Module, modules
from tests.operations.asking import ask

LIMIT: Final = re.compile(r"(?:MAX|LONGEST|SHORTEST)_[A-Z_]+|[A-Z_]+_(?:BYTES|SECONDS|ITEMS|TTL)|BUDGET")
"""What constants are called that limit something."""

FAMILIES: Final = re.compile(r"service/rules/(?!kernel/)\w+/")
"""The limits of a family stand in the schemas of its requests."""

REFUSES_NOTHING: Final = {
    "api/documents/openapi/example_answers.py": "PLAIN_ITEMS",
    "api/graphql/documents.py": "INTROSPECTION_BYTES",
    "api/graphql/compiled/plans.py": "MAX_VARIANTS",
    "api/http/addresses.py": "MAX_BELOW",
    "api/mcp/lookup_tools.py": "MOST_SECONDS",
    "api/mcp/named_fights.py": "SHORTEST_SECRET",
    "api/mcp/tool_answers.py": "LONGEST_LINE",
    "api/http/body.py": "LONGEST_QUOTE",
    "api/http/problem_documents.py": "STORE_RETRY_SECONDS WORKER_RETRY_SECONDS",
    "api/middleware/cors.py": "DAY_SECONDS",
    "api/middleware/idempotency.py": "LONGEST_QUOTE RETRY_SECONDS",
    "api/middleware/requestid.py": "LONGEST_PATH",
    "api/middleware/withdrawal.py": "CHECK_SECONDS",
    "api/rest/streams.py": "FAREWELL_SECONDS",
    "api/server/overload.py": "INTERVAL_SECONDS STANDING_SECONDS",
    "api/server/serving.py": "CHECK_SECONDS WORKER_HEALTH_SECONDS",
    "cli/backup_command.py": "PATIENT_SECONDS",
    "cli/people/play_command.py": "ANSWER_SECONDS POLL_SECONDS START_SECONDS",
    "dice/remembered/paths.py": "BRANCH_BYTES FORK_BYTES LEAF_BYTES MOST_BYTES TREE_BYTES",
    "dice/remembered/steps.py": "PLACE_BYTES",
    "encounters/notices/deliveries.py": "MAX_RESOLVING",
    "store/due_lists.py": "IDLE_SECONDS KEPT_SECONDS LEASE_SECONDS",
    "encounters/notices/feed.py": "CHECK_SECONDS RETRY_SECONDS",
    "encounters/trust/heads.py": "CODE_BYTES",
    "encounters/stored/last_written.py": "MOST_BYTES",
    "encounters/stored/listing_store.py": "DEFAULT_TTL LISTING_BYTES",
    "encounters/encounter.py": "DAY_SECONDS DEFAULT_TTL",
    "encounters/trust/signing.py": "SEED_BYTES SIGNATURE_BYTES",
    "encounters/notices/targets.py": "MAX_PORT",
    "encounters/stored/ticket_store.py": "KEPT_SECONDS",
    "encounters/verifier/curve.py": "KEY_BYTES",
    "encounters/verifier/verify.py": "SIGNATURE_BYTES",
    "forecasts/campaigns/campaign_store.py": "KEPT_SECONDS",
    "forecasts/campaigns/dask_cluster.py": "CLOSE_SECONDS CONNECT_SECONDS",
    "forecasts/campaigns/campaign_queue.py": "LIFE_SECONDS",
    "forecasts/campaigns/gatherer.py": (
        "CHECKPOINT_SECONDS IDLE_SECONDS LONGEST_REASON POLL_SECONDS QUOTA_SECONDS RENEW_SECONDS RETRY_SECONDS "
        "TURN_SECONDS"
    ),
    "forecasts/campaigns/player.py": "SLICE_SECONDS WIDTH_SECONDS",
    "forecasts/sampled.py": "BATCH_SECONDS",
    "operations/batch.py": "FRAME_BYTES",
    "operations/forecasts/campaigns/costs.py": "TRIED_SECONDS",
    "operations/encounters/notices/deliverer.py": "LONGEST_REASON MAX_IN_A_ROW POLL_SECONDS RENEW_SECONDS",
    "operations/encounters/notices/slots.py": (
        "BUSY_SECONDS LONGEST_PAUSE MAX_OF_CALLER MAX_OF_RECEIVER MAX_REMEMBERED MAX_RUNNING"
    ),
    "operations/encounters/move_index.py": "MAX_BYTES",
    "operations/encounters/trust/proofs.py": "PROOF_BYTES",
    "operations/encounters/trust/replay.py": "LONGEST_QUOTE",
    "operations/fields.py": "MAX_LISTED",
    "operations/validation/schema.py": "MAX_FIELDS MAX_WORDS",
    "operations/validation/sentences.py": "LONGEST_QUOTE MAX_TOLD",
    "rules/kernel/moves.py": "LONGEST_QUOTE",
    "settings/access/allowances.py": "MAX_LOCAL",
    "settings/access/api_keys.py": "MAX_KEYS",
    "settings/access/proxies.py": "MAX_HOPS",
    "settings/access/ring.py": "CHECK_SECONDS",
    "store/private/disk.py": "SPARE_BYTES",
    "store/attempts.py": "ID_BYTES MARK_BYTES SECRET_BYTES SEED_BYTES TOKEN_BYTES",
    "store/backup.py": "LONGEST_LINE",
    "store/client/cluster.py": "RETRY_SECONDS",
    "store/connection.py": "ANSWER_SECONDS IDLE_SECONDS",
    "store/idempotency_store.py": "CLAIM_BYTES HELD_SECONDS RENEWED_SECONDS",
    "store/notifications.py": "HEARTBEAT_SECONDS RETRY_SECONDS SILENCE_SECONDS",
    "store/packing.py": "LONGEST_PLAIN",
    "store/client/pipelines.py": "BATCH_BYTES MAX_BATCH MAX_QUEUED",
    "store/quotas.py": "LOCAL_SECONDS LOG_SECONDS MAX_REMEMBERED",
    "store/private/server.py": "LONGEST_SOCKET_PATH MAX_MEMORY STARTUP_SECONDS STOP_SECONDS",
    "store/private/watch.py": "DEATH_SECONDS MAX_DEATHS",
}
"""Constants with such names that concern caches, quotes, retries, tokens or the service's own store and processes."""

FAMILIES_REFUSE_NOTHING: Final = {
    "heroic": ("LONGEST_ID", "LONGEST_NAME", "LONG_DEED_SECONDS"),
    "tactical": ("LONGEST_AIM", "LONGEST_SHOWN", "ROUND_SECONDS", "TEN_SECONDS"),
}
"""Those of families, which cut what the service writes, or are rules."""

SETTINGS_THAT_REFUSE_NOTHING: Final = {"cors_origins", "data", "docs", "host", "log_format", "log_level", "port"} | {
    "admin_bind",
    "api_keys",
    "api_keys_file",
    "campaign_processes",
    "dask",
    "drain_seconds",
    "mcp",
    "origin",
    "proxy_header",
    "redis_url",
    "settings_file",
    "shutdown_grace",
    "signing_key_file",
    "store_timeout",
    "tracing",
    "trusted_proxies",
    "webhook_private",
    "work_processes",
    "workers",
}


def told() -> Iterator[tuple[str, str]]:
    """File and name of each constant that is told, and `settings` and the name of each setting."""
    tree = ast.parse((SERVICE / "api/server/limits_in_force.py").read_text(encoding="utf-8"))
    imported: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            folder = (node.module or "").removeprefix("service.").replace(".", "/")
            yield from ((f"{folder}.py", each.name) for each in node.names)
            imported |= {each.name: f"{folder}/{each.name}.py" for each in node.names}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield imported.get(node.value.id, node.value.id), node.attr


def limits_in(module: Module) -> list[str]:
    """Names of a module's constants that are called like limits."""
    return [
        target.id
        for node in module.tree.body
        if isinstance(node, ast.AnnAssign | ast.Assign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and LIMIT.fullmatch(target.id)
    ]


def families() -> dict[str, list[Module]]:
    """The modules of each family."""
    found: dict[str, list[Module]] = {}
    for module in modules(SERVICE):
        if FAMILIES.match(module.name):
            found.setdefault(module.name.split("/")[2], []).append(module)
    return found


def test_every_limit_is_told_or_refuses_nothing() -> None:
    """A constant that is called like a limit is told by `/v1/meta`, or is in the list of those that refuse nothing."""
    excepted = {(file, name) for file, names in REFUSES_NOTHING.items() for name in names.split()}
    found = {
        (module.path.relative_to(SERVICE).as_posix(), name)
        for module in modules(SERVICE)
        if not FAMILIES.match(module.name)
        for name in limits_in(module)
    }
    assert found - excepted - set(told()) == set()
    assert excepted - found == set()


def test_limits_of_families_stand_in_schemas() -> None:
    """A constant of a family that is called like a limit is one in the schema of a field, so that nothing is untold."""
    for family, parts in families().items():
        for name in [name for module in parts for name in limits_in(module)]:
            schema = re.compile(rf"(?:max_length|le)=(?:\w+\.)?{name}\b")
            is_in_schema = any(schema.search(module.text) for module in parts)
            assert is_in_schema or name in FAMILIES_REFUSE_NOTHING.get(family, ()), f"{family}: {name}"


def test_every_setting_is_told_or_refuses_nothing() -> None:
    """So is each setting."""
    chosen = {name for owner, name in told() if owner == "settings"}
    assert chosen | SETTINGS_THAT_REFUSE_NOTHING == set(Settings.model_fields)


def test_settings_are_told_as_they_are() -> None:
    """A quota that is off is null."""
    settings = USUAL_SETTINGS.model_copy(
        update={"connections": 7, "rate_limit": "50/second", "creation_quota": "none", "work_seconds": 3}
    )
    changed = limits_of(settings)
    assert changed.connections.connections == 7
    assert changed.workers.seconds == 3
    assert (changed.quotas.requests, changed.quotas.creations, changed.quotas.storage) == (
        "50/second",
        None,
        "32MB/day",
    )


def test_meta_tells_the_usual_limits() -> None:
    """Without settings, `/v1/meta` has the defaults."""
    meta = ask("meta", {})["limits"]
    assert (meta["graphql"]["depth"], meta["quotas"]["creations"]) == (MAX_DEPTH, "1000/hour")
    assert registry()["meta"].answers[0].__name__ == "Meta"


@pytest.mark.parametrize(("name", "annotation"), get_type_hints(Limits, include_extras=True).items())
def test_every_limit_has_its_unit(name: str, annotation: Any) -> None:
    """A number says in its description what it counts."""
    groups = [annotation] if is_dataclass(annotation) else []
    hints = [hint for group in groups for hint in get_type_hints(group, include_extras=True).values()] or [annotation]
    assert all(get_origin(hint) is Annotated and get_args(hint)[1].description for hint in hints)
    assert [len(fields(group)) for group in groups] == [len(hints)] * len(groups)
