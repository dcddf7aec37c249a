"""What every request passes: request ids, limits, idempotency, metrics and tracing."""
