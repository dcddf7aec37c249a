"""Logging: one JSON object per line on standard error, for the events of the service and of its libraries.

A line that is written during a request has the request's id, and the trace id that its caller sent. The level `debug`
is for the service's own lines: libraries write the entries of streams and the headers of deliveries at that level.
"""

import logging
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any, Final

import orjson
import structlog
from structlog.typing import Processor

request_ids: Final[ContextVar[tuple[str, str | None] | None]] = ContextVar("request_ids", default=None)
"""The request id and the caller's trace id of the current request."""


OWN: Final = ("service", "umpire")
"""What the names of the service's own loggers begin with."""


class StderrHandler(logging.Handler):
    """A log handler that writes to the present `sys.stderr`, which may be replaced after the start."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line with one call."""
        sys.stderr.write(f"{self.format(record)}\n")


def configure(level: str, *, human: bool = False) -> None:
    """Configure logging for a level ("info") and above; `human`: in columns, otherwise as JSON."""
    structlog.configure(
        processors=[*_enriching(), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    lines = StderrHandler()
    lines.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_enriching(),
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(human=human)],
        )
    )
    root = logging.getLogger()
    root.handlers = [each for each in root.handlers if not isinstance(each, StderrHandler)] + [lines]
    own = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(own, logging.INFO))  # what libraries say below that has bodies and headers in it
    for name in OWN:
        logging.getLogger(name).setLevel(own)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # the service itself logs its start and stop


def _enriching() -> list[Processor]:
    return [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
        _add_request_ids,
        structlog.processors.format_exc_info,
    ]


def _rendering(*, human: bool) -> list[Processor]:
    if human:
        return [structlog.dev.ConsoleRenderer(timestamp_key="at", colors=sys.stderr.isatty())]
    return [structlog.processors.JSONRenderer(serializer=_to_line)]


def _add_request_ids(logger: Any, method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    ids = request_ids.get()
    if ids is not None:
        line.setdefault("request_id", ids[0])
        if ids[1] is not None:
            line["trace_id"] = ids[1]
    return line


def _to_line(line: Any, **options: Any) -> str:
    return orjson.dumps(line, default=repr).decode()
