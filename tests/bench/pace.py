"""How long and how hard servers are pressed.

UMPIRE_BENCH_SECONDS and UMPIRE_BENCH_ROUNDS set how long each server is pressed and how often.
"""

import os
from typing import Final

SECONDS: Final = float(os.environ.get("UMPIRE_BENCH_SECONDS", "3"))
ROUNDS: Final = int(os.environ.get("UMPIRE_BENCH_ROUNDS", "3"))
CONNECTIONS: Final = 32
SERVICE: Final = "service.app:create_app"
