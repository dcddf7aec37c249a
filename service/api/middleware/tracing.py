"""OpenTelemetry, only when it is asked for: it costs half of the throughput."""

from importlib import import_module
from importlib.util import find_spec

from service.api.http.problems import Asgi


class TracingNotInstalled(Exception):
    """Tracing was asked for, but the extra that does it is not installed."""


def require() -> None:
    """Make sure that tracing can be done.

    Raises: TracingNotInstalled, naming both ways out.
    """
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        raise TracingNotInstalled(
            "UMPIRE_TRACING is on, but OpenTelemetry is not installed: install umpire-referee[tracing], or turn it off."
        )


def traced(app: Asgi) -> Asgi:
    """Wrap an application so that each request is a span, sent to where the OTEL_* variables say.

    Raises: TracingNotInstalled.
    """
    require()
    wrapped: Asgi = import_module("service.api.middleware.spans").exported(app)
    return wrapped
