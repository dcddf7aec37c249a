"""Heavy work: its estimate and cost, and the worker processes that do it."""
