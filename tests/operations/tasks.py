"""Work for worker processes of tests: it answers, asks, stalls, fails or dies."""

import os
import time
from collections.abc import Callable
from typing import Any

from service.encounters.errands import next_errand
from service.errors import BadNotation
from service.operations.charging import charge
from service.operations.heavy_work import Order


def perform(order: Order, ask: Callable[..., Any]) -> Any:
    """Do what the order says."""
    match order.task:
        case "pid":
            return os.getpid()
        case "ask":
            return ask(*order.arguments)
        case "charge":
            charge(*order.arguments)
        case "seed":
            return next_errand().seed()
        case "refuse":
            raise BadNotation("no", pointer="/here")
        case "fail":
            raise ZeroDivisionError
        case "die":
            os._exit(9)
        case "stall":
            (path,) = order.arguments
            path.write_text(str(os.getpid()))
            time.sleep(3600)
    return order.selection
