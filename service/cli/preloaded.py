"""The module that the fork server imports: everything that worker processes need, made before they are forked."""

import os
import sys
from typing import Final

from service.api.middleware.logs import configure
from service.api.server.garbage import tune_garbage_collection
from service.app import task_runner
from service.operations.work.memory import map_large_blocks
from service.settings.environment import Settings

NICENESS: Final = 10
"""The niceness of worker processes, so that the event loop of the service has priority."""

settings = Settings()
configure(settings.log_level, human=settings.log_format.is_human(terminal=sys.stderr.isatty()))
map_large_blocks()
task_runner()
tune_garbage_collection()
os.nice(NICENESS)
