"""Heavy work: its estimate and price, and the worker processes that do it."""
