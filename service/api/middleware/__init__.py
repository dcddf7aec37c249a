"""ASGI middleware: request ids, rate limits, idempotency keys, CORS, metrics and tracing."""
