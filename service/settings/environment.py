"""The settings, each with its default: the UMPIRE_* variables, read once into an immutable record."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from service.settings.file import FileSource, OldNames


class LogLevel(StrEnum):
    """The lowest level of log lines that are written."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    """The format of log lines."""

    AUTO = "auto"
    JSON = "json"
    CONSOLE = "console"

    def is_human(self, *, terminal: bool) -> bool:
        """Return whether lines are formatted for people; `terminal`: they go to a terminal."""
        return terminal if self is LogFormat.AUTO else self is LogFormat.CONSOLE


class Permission(StrEnum):
    """What the operator may allow to requests without a key; the scopes of keys have the same names."""

    RESOLVE = "resolve"
    ENCOUNTERS = "encounters"
    TOKENS = "tokens"
    CAMPAIGNS = "campaigns"


class ProxyHeader(StrEnum):
    """The header in which trusted proxies say whom they ask for."""

    X_FORWARDED_FOR = "x-forwarded-for"
    FORWARDED = "forwarded"


def _listed(value: object) -> object:
    """Read "a, b" as two values."""
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _permitted(value: object) -> object:
    """Read "resolve, tokens" as two values, and "none" as no value."""
    listed = _listed(value)
    return () if listed == ("none",) else listed


class Settings(BaseSettings):
    """The settings; the environment variable of a field is UMPIRE_ and its name."""

    model_config = SettingsConfigDict(env_prefix="UMPIRE_", env_ignore_empty=True, frozen=True, extra="forbid")

    settings_file: Path | None = Field(
        default=None,
        description="File with further settings, one UMPIRE_NAME=value in a line; the environment comes before it.",
    )
    host: str = Field(default="127.0.0.1", description="Address to listen on; 0.0.0.0 for every interface.")
    port: int = Field(default=8000, ge=0, le=65535, description="Port to listen on; 0 takes any free one.")
    workers: int = Field(default=1, ge=1, le=256, description="Processes that answer requests.")
    redis_url: str | None = Field(
        default=None,
        pattern=r"^(rediss?|unix)://",
        json_schema_extra={"x-form": "an address such as redis://localhost:6379/0 or unix:///run/valkey.sock"},
        repr=False,
        description=(
            "The store: redis://, rediss:// or unix://, of Redis or Valkey 7 or newer; of a cluster, some nodes: "
            "redis://one:6379,two:6379?cluster=true; of Sentinels: redis://one:26379,two:26379/0?sentinel=NAME. "
            "Without one, `umpire serve` starts a private server."
        ),
    )
    data: Path | None = Field(
        default=None,
        description=(
            "Folder in which the private server keeps what it holds, in append-only files; without one it forgets "
            "everything when the service ends."
        ),
    )
    origin: str = Field(
        default="localhost",
        pattern=r"^[a-z0-9.:/_-]{1,100}$",
        json_schema_extra={"x-form": "a name in small letters, such as umpire.example"},
        description="The name that the service signs the heads of logs as, such as its host name.",
    )
    signing_key_file: Path | None = Field(
        default=None,
        description=(
            "File with the keys that sign the heads of logs, one a line in hexadecimal, the current one first; without "
            "one, a key is made in the store, and everybody who reads the store can sign."
        ),
    )
    store_timeout: float = Field(
        default=1.0,
        ge=0.05,
        le=600,
        description="Seconds that the store is given to answer a command; then it counts as away.",
    )
    log_level: LogLevel = Field(default=LogLevel.INFO, description="debug, info, warning or error.")
    log_format: LogFormat = Field(
        default=LogFormat.AUTO, description="json: one object a line; console: for people; auto: as who reads it."
    )
    cors_origins: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_listed)] = Field(
        default=("*",),
        description="Origins whose pages may call the service, comma-separated; * for all. Never with credentials.",
    )
    trusted_proxies: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_listed)] = Field(
        default=(),
        description=(
            "Addresses and networks of proxies whose header is believed to say where a request came from, "
            "comma-separated; nobody else's is. * for all, if nothing else can reach the service."
        ),
    )
    proxy_header: ProxyHeader = Field(
        default=ProxyHeader.X_FORWARDED_FOR,
        description="The header that the trusted proxies write: x-forwarded-for or forwarded (RFC 7239).",
    )
    admin_bind: str | None = Field(
        default=None,
        pattern=r"^(.+:)?[0-9]{1,5}$",
        json_schema_extra={"x-form": "a port, or an address and a port such as 127.0.0.1:9000"},
        description=(
            "Address and port for /metrics and the administration, such as 127.0.0.1:9000; then neither is on the "
            "address of the service. Without it /metrics is there, and there is no administration."
        ),
    )
    api_keys: str | None = Field(
        default=None,
        repr=False,
        description="Lines on API keys as `umpire keys new` prints them, with semicolons between them; no keys.",
    )
    api_keys_file: Path | None = Field(
        default=None,
        description="File with such lines; it is read again when it has changed.",
    )
    anonymous: Annotated[tuple[Permission, ...], NoDecode, BeforeValidator(_permitted)] = Field(
        default=(Permission.RESOLVE, Permission.ENCOUNTERS, Permission.CAMPAIGNS),
        json_schema_extra={"x-form": "some of resolve, encounters, tokens and campaigns, with commas, or none"},
        description=(
            "What requests without a key may do: resolve, encounters, campaigns; tokens: use only those encounters "
            "whose token they send; none. Reference and pages are open to all."
        ),
    )
    rate_limit: str | None = Field(
        default=None,
        pattern=r"^[1-9][0-9]{0,5}/(second|minute|hour|day)$",
        json_schema_extra={"x-form": "a number of requests per second, minute, hour or day, such as 50/second"},
        description=(
            "Requests that a client address, or a key, may make, such as 50/second; no limit without it. Lines on keys "
            "may have quotas of their own, of each kind."
        ),
    )
    work_processes: int | None = Field(
        default=None,
        ge=1,
        le=256,
        description=(
            "Processes that do heavy work, shared among `workers`, each of which has at least one; if it is not set, "
            "as many as there are processors, and at least 2."
        ),
    )
    work_waiting: int = Field(
        default=32, ge=0, le=10_000, description="Requests of one worker that may wait for such a process."
    )
    work_seconds: int = Field(
        default=15, ge=1, le=3600, description="Seconds that one request may wait, and then work, before it is refused."
    )
    connections: int = Field(
        default=900, ge=1, le=1_000_000, description="Connections that each process answers; more are refused with 503."
    )
    feeds: int = Field(
        default=100,
        ge=1,
        le=1_000_000,
        description=(
            "Live feeds (streams and subscriptions) that a client address, or a key, may have open in each process; an "
            "IPv6 network of 48 bits four times as many."
        ),
    )
    creation_quota: str = Field(
        default="1000/hour",
        pattern=r"^(none|[1-9][0-9]{0,5}/(second|minute|hour|day))$",
        json_schema_extra={"x-form": "a number per second, minute, hour or day, such as 1000/hour, or none"},
        description=(
            "Encounters, listings, webhooks, campaigns and kept results that a client address, or a key, may create, "
            "such as 1000/hour; none: no limit."
        ),
    )
    storage_quota: str = Field(
        default="32MB/day",
        pattern=r"^(none|[1-9][0-9]{0,5}(kB|MB|GB)/(second|minute|hour|day))$",
        json_schema_extra={"x-form": "kB, MB or GB per second, minute, hour or day, such as 32MB/day, or none"},
        description="Bytes that a client address, or a key, may have stored, compressed: 32MB/day; none: no limit.",
    )
    campaign_quota: str = Field(
        default="100000/day",
        pattern=r"^(none|[1-9][0-9]{0,5}/(second|minute|hour|day))$",
        json_schema_extra={"x-form": "a number per second, minute, hour or day, such as 100000/day, or none"},
        description=(
            "CPU seconds of campaigns that a client address, or a key, may have played, such as 100000/day; a campaign "
            "that would take more is refused, and one whose caller has spent it waits. none: no limit."
        ),
    )
    webhook_private: bool = Field(
        default=False,
        description="Whether webhooks may lead to private addresses and use plain http, for use at home.",
    )
    webhook_attempts: int = Field(
        default=12,
        ge=1,
        le=100,
        description="How often an entry is sent to a webhook before it has failed; one that hangs is tried for a day.",
    )
    webhook_wait: float = Field(
        default=5.0,
        ge=0.01,
        le=3600,
        description="Seconds before the second attempt, about; each further one waits twice as long, up to an hour.",
    )
    webhook_timeout: float = Field(
        default=10.0, ge=0.1, le=120, description="Seconds that a webhook's receiver is given to answer."
    )
    dask: str | None = Field(
        default=None,
        pattern=r"^(tcp|tls|ws|wss)://[^/]+:[0-9]+$",
        json_schema_extra={"x-form": "the address of a scheduler, such as tcp://scheduler:8786"},
        description=(
            "The Dask scheduler whose workers play campaigns, such as tcp://scheduler:8786; it needs the extra "
            "`cluster`. Without one, processes of this machine play."
        ),
    )
    campaign_processes: int | None = Field(
        default=None,
        ge=1,
        le=1024,
        description=(
            "Processes that play campaigns where no `dask` is set, shared among `workers`, each of which has at least "
            "one; if it is not set, as many as there are processors."
        ),
    )
    campaign_fights: int = Field(
        default=100_000_000, ge=1, le=2_000_000_000, description="The most fights of one campaign, over all its cells."
    )
    queue_seconds: float = Field(
        default=0.0,
        ge=0,
        le=60,
        description=(
            "Seconds that requests may queue in a process that is busy without a break; then it refuses as many with "
            "503 as it takes. 0: none is refused."
        ),
    )
    drain_seconds: float = Field(
        default=0,
        ge=0,
        le=300,
        description=(
            "Seconds that the service goes on answering after SIGTERM, while /readyz says 503, so that proxies turn to "
            "other instances first."
        ),
    )
    shutdown_grace: int = Field(
        default=10, ge=0, le=300, description="Seconds that requests under way are given when the service stops."
    )
    docs: bool = Field(default=True, description="Whether the pages /docs and GraphiQL are served.")
    mcp: bool = Field(
        default=False,
        description="Whether assistants find tools at /mcp, and players' assistants at /mcp/player; needs the extra "
        "`mcp`.",
    )
    tracing: bool = Field(
        default=False, description="Whether requests are traced with OpenTelemetry; needs the extra `tracing`."
    )

    @property
    def admin_address(self) -> tuple[str, int] | None:
        """The host and the port of the administration; without a host it is this machine alone."""
        if self.admin_bind is None:
            return None
        host, _, port = self.admin_bind.rpartition(":")
        return host.strip("[]") or "127.0.0.1", int(port)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read arguments first, then the environment, then the settings file, and old names last."""
        further = FileSource(settings_cls), OldNames(settings_cls)
        return init_settings, env_settings, *further, dotenv_settings, file_secret_settings

    @property
    def work_processes_each(self) -> int:
        """The number of worker processes for heavy work of each of the `workers`."""
        return max((self.work_processes or max(os.cpu_count() or 1, 2)) // self.workers, 1)

    @property
    def campaign_processes_each(self) -> int:
        """The number of processes that play campaigns of each of the `workers`."""
        return max((self.campaign_processes or os.cpu_count() or 1) // self.workers, 1)
