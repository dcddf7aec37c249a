"""How long a test waits for what has to happen: so long that it bears a machine that is far slower than any."""

from typing import Final

PATIENCE: Final = 300.0
"""Seconds after which something that did not happen never will; no test takes them unless it fails."""
