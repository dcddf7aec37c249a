"""OpenTelemetry spans: one for each request, as a child of the caller's span; needs the extra `tracing`."""

from typing import Any

from anyio import to_thread
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from service.api.http.problem_documents import Asgi, Receive, Scope, Send


class Spans:
    """ASGI middleware that makes spans; the provider is flushed and shut down with the application."""

    def __init__(self, app: Asgi, provider: TracerProvider) -> None:
        """Set the application and the provider of its spans."""
        self._app = app
        self._provider = provider
        self._tracer = provider.get_tracer("umpire")
        self._propagator = TraceContextTextMapPropagator()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            await to_thread.run_sync(self._provider.shutdown)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sent = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        attributes = {"http.request.method": scope["method"], "url.path": scope["path"]}
        with self._tracer.start_as_current_span(
            scope["method"], self._propagator.extract(sent), SpanKind.SERVER, attributes
        ) as span:

            async def recording(message: Any) -> None:
                if message["type"] == "http.response.start":
                    status = message["status"]
                    span.set_attribute("http.response.status_code", status)
                    if status >= 500:
                        span.set_status(StatusCode.ERROR)
                await send(message)

            await self._app(scope, receive, recording)
            operation = scope.get("umpire.operation")
            if operation is not None:
                span.update_name(f"{scope['method']} {operation}")
                span.set_attribute("umpire.operation", operation)


def exported(app: Asgi) -> Asgi:
    """Wrap an application so that its spans go to the exporter that the OTEL_* variables describe."""
    resource = Resource({"service.name": "umpire"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Spans(app, provider)
