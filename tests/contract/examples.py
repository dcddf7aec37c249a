"""How hard the fuzzers try: a little in `make test`, much more in `make fuzz`."""

import os
from typing import Final

from hypothesis import HealthCheck, settings

from tests.rings import many

FUZZING: Final = "UMPIRE_FUZZ_EXAMPLES" in os.environ
"""Whether this is `make fuzz`."""
QUICK: Final = "laurels"
"""The family of which `make test` tries all that all families do alike."""
EXAMPLES: Final = int(os.environ.get("UMPIRE_FUZZ_EXAMPLES", many(5, 3)))
MINUTES: Final = float(os.environ.get("UMPIRE_FUZZ_MINUTES", "0"))
"""How long chains are played at least."""

fuzzing: Final = settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
chaining: Final = settings(
    max_examples=EXAMPLES,
    stateful_step_count=4,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
