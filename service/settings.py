"""How a running service is set up: the UMPIRE_* environment, read once into a frozen record."""

from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


class LogLevel(StrEnum):
    """The least serious lines that are written."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    """How a log line looks."""

    AUTO = "auto"
    JSON = "json"
    CONSOLE = "console"

    def is_human(self, *, terminal: bool) -> bool:
        """Say whether lines are laid out for people, given whether they go to a terminal."""
        return terminal if self is LogFormat.AUTO else self is LogFormat.CONSOLE


def _listed(value: object) -> object:
    """Read "a, b" as two values."""
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


class Settings(BaseSettings):
    """Everything that can be set from outside; the environment variable of a field is UMPIRE_ and its name."""

    model_config = SettingsConfigDict(env_prefix="UMPIRE_", env_ignore_empty=True, frozen=True, extra="forbid")

    host: str = Field(default="127.0.0.1", description="Address to listen on; 0.0.0.0 for every interface.")
    port: int = Field(default=8000, ge=0, le=65535, description="Port to listen on; 0 takes any free one.")
    workers: int = Field(default=1, ge=1, le=256, description="Processes that answer requests.")
    redis_url: str | None = Field(
        default=None,
        pattern=r"^(rediss?|unix)://",
        repr=False,
        description=(
            "The store: redis://, rediss:// or unix://, of Redis or Valkey 7 or newer; of a cluster, some nodes: "
            "redis://one:6379,two:6379?cluster=true. Without one, `umpire serve` starts a private server."
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
        description="Requests a client address may make, such as 50/second; no limit without it.",
    )
    shutdown_grace: int = Field(
        default=10, ge=0, le=300, description="Seconds that requests under way are given when the service stops."
    )
    docs: bool = Field(default=True, description="Whether the pages /docs and GraphiQL are served.")
    tracing: bool = Field(
        default=False, description="Whether requests are traced with OpenTelemetry; needs the extra `tracing`."
    )
