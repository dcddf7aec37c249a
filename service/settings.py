"""Settings of the service: the UMPIRE_* environment variables, read once into an immutable record."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


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


def _listed(value: object) -> object:
    """Read "a, b" as two values."""
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


class Settings(BaseSettings):
    """The settings; the environment variable of a field is UMPIRE_ and its name."""

    model_config = SettingsConfigDict(env_prefix="UMPIRE_", env_ignore_empty=True, frozen=True, extra="forbid")

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
            "redis://one:6379,two:6379?cluster=true. Without one, `umpire serve` starts a private server."
        ),
    )
    data: Path | None = Field(
        default=None,
        description=(
            "Folder in which the private server keeps what it holds, in append-only files; without one it forgets "
            "everything when the service ends."
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
    rate_limit: str | None = Field(
        default=None,
        pattern=r"^[1-9][0-9]{0,5}/(second|minute|hour|day)$",
        json_schema_extra={"x-form": "a number of requests per second, minute, hour or day, such as 50/second"},
        description="Requests a client address may make, such as 50/second; no limit without it.",
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
    creation_quota: str = Field(
        default="1000/hour",
        pattern=r"^(none|[1-9][0-9]{0,5}/(second|minute|hour|day))$",
        json_schema_extra={"x-form": "a number per second, minute, hour or day, such as 1000/hour, or none"},
        description=(
            "Encounters, listings, webhooks and kept results that a client address may create, such as 1000/hour; "
            "none: no limit."
        ),
    )
    storage_quota: str = Field(
        default="32MB/day",
        pattern=r"^(none|[1-9][0-9]{0,5}(kB|MB|GB)/(second|minute|hour|day))$",
        json_schema_extra={"x-form": "kB, MB or GB per second, minute, hour or day, such as 32MB/day, or none"},
        description="Bytes that a client address may have stored, deflated, such as 32MB/day; none: no limit.",
    )
    webhook_private: bool = Field(
        default=False,
        description="Whether webhooks may lead to private addresses and use plain http, for use at home.",
    )
    webhook_attempts: int = Field(
        default=12, ge=1, le=100, description="How often an entry is sent to a webhook before it has failed."
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
    shutdown_grace: int = Field(
        default=10, ge=0, le=300, description="Seconds that requests under way are given when the service stops."
    )
    docs: bool = Field(default=True, description="Whether the pages /docs and GraphiQL are served.")
    tracing: bool = Field(
        default=False, description="Whether requests are traced with OpenTelemetry; needs the extra `tracing`."
    )

    @property
    def work_processes_each(self) -> int:
        """The number of worker processes for heavy work of each of the `workers`."""
        return max((self.work_processes or max(os.cpu_count() or 1, 2)) // self.workers, 1)
