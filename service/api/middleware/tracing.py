"""OpenTelemetry tracing, imported only if it is enabled: it halves the throughput."""

from importlib import import_module
from importlib.util import find_spec

from service.api.http.problem_documents import Asgi


class TracingNotInstalled(Exception):
    """Tracing is enabled, but the extra `tracing` is not installed."""


def require() -> None:
    """Check that the extra `tracing` is installed.

    Raises: TracingNotInstalled, naming both remedies.
    """
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        raise TracingNotInstalled(
            "UMPIRE_TRACING is on, but OpenTelemetry is not installed: install umpire-referee[tracing], or turn it off."
        )


def traced(app: Asgi) -> Asgi:
    """Wrap an application so that each request is a span, sent to the exporter of the OTEL_* variables.

    Raises: TracingNotInstalled.
    """
    require()
    wrapped: Asgi = import_module("service.api.middleware.spans").exported(app)
    return wrapped
