"""Requests are traced only when that is asked for and installed."""

from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from service.api.http.problem_documents import Scope
from service.api.middleware import tracing
from service.api.middleware.spans import Spans
from service.api.middleware.tracing import TracingNotInstalled, traced
from tests.api.calls import answering, call

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


def rolling(scope: Scope, body: bytes) -> tuple[int, bytes]:
    """An operation with a status of the body's choice."""
    scope["umpire.operation"] = "dice/roll"
    return int(body), b""


async def test_a_request_is_a_span_below_its_callers() -> None:
    """The span has the operation's name, the status, and the trace of the caller; 5xx is an error."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    app = Spans(answering(rolling), provider)
    await call(app, body=b"200", traceparent=f"00-{TRACE}-00f067aa0ba902b7-01")
    await call(app, body=b"503")
    first, second = exporter.get_finished_spans()
    assert first.name == "POST dice/roll"
    assert first.context is not None
    assert f"{first.context.trace_id:032x}" == TRACE
    assert dict(first.attributes or {}) == {
        "http.request.method": "POST",
        "url.path": "/v1/dice/roll",
        "http.response.status_code": 200,
        "umpire.operation": "dice/roll",
    }
    assert (first.status.is_ok, second.status.is_ok) == (True, False)


async def test_spans_are_sent_before_the_end() -> None:
    """When the application stops, what was not sent yet is sent."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))

    async def nothing(*_: Any) -> Any:
        return {}

    await Spans(nothing, provider)({"type": "lifespan"}, nothing, nothing)
    assert exporter._stopped


async def test_tracing_wraps_the_application(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the extra installed, the application is wrapped and answers as before."""
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "always_off")
    assert (await call(traced(answering(rolling)), body=b"200")).status == 200


def test_without_the_extra_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the extra, or turn tracing off."""
    monkeypatch.setattr(tracing, "find_spec", lambda name: None)
    with pytest.raises(TracingNotInstalled, match=r"umpire-referee\[tracing\]"):
        traced(answering(rolling))
