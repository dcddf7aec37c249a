"""The main function of a worker process: it reads jobs from a pipe one by one, and ends when the service ends.

The answer to a job is a triple: how it ended, its result, and its cost. Before that, a task may call functions that
only the service can run, such as to keep an answer in the store.
"""

import os
import threading
from collections.abc import Callable
from enum import StrEnum
from importlib import import_module
from multiprocessing.connection import Connection
from select import poll
from time import process_time
from typing import Any, Final

import structlog

from service.errors import UmpireError
from service.forecasts.deadlines import answer_within
from service.operations.registry import BODY_BYTES
from service.operations.work.estimates import Account, Job, current_account, price_of, selecting
from service.operations.work.held_bodies import size_of
from service.operations.work.memory import give_back
from service.store.attempts import set_attempts

log = structlog.get_logger("umpire.work")

READY: Final = "ready"

CallService = Callable[..., Any]
"""Calls a function of the service, and returns its result."""

Perform = Callable[[Job, CallService], Any]
"""Does the work of a job."""


class Ending(StrEnum):
    """The kind of a worker process's next message: how its work ended, or a call to the service."""

    ASKED = "asked"
    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"
    CANCELLED = "cancelled"
    TIMED_OUT = "timed_out"
    LOST = "lost"
    TURNED_AWAY = "turned_away"


def main(connection: Connection, perform: str) -> None:
    """Carry out jobs until there are no more; `perform` names the function, "module:function", that does the work."""
    threading.Thread(target=_end_with_service, args=(connection.fileno(),), daemon=True).start()
    module, _, name = perform.partition(":")
    work: Perform = getattr(import_module(module), name)
    connection.send(READY)
    while True:
        try:
            job: Job = connection.recv()
        except EOFError:
            return
        connection.send(run_job(work, job, lambda *call: _call_service(connection, call)))
        if size_of(job.arguments) > BODY_BYTES:
            job = Job("", (), None, None)
            give_back()


def run_job(work: Perform, job: Job, call_service: CallService) -> tuple[Ending, Any, int]:
    """Carry out a job; return how it ended, the result or the error, and its cost in requests; log failures."""
    account = Account()
    current_account.set(account)
    selecting.set(job.selection)
    set_attempts(job.attempts)
    answer_within(job.seconds)
    began = process_time()
    try:
        ending, result = Ending.DONE, work(job, call_service)
    except UmpireError as refusal:
        ending, result = Ending.REFUSED, _alone(refusal)
    except Exception:
        log.exception("work failed", task=job.task)
        ending, result = Ending.FAILED, None
    return ending, result, account.requests + price_of(process_time() - began)


def _alone(refusal: UmpireError) -> UmpireError:
    """Let go of the calls in which an error was raised: they hold the request, which may be large, until it is sent."""
    refusal.__context__ = refusal.__cause__ = None
    return refusal.with_traceback(None)


def _call_service(connection: Connection, call: tuple[Any, ...]) -> Any:
    """Call a function of the service; errors of the function are raised here."""
    connection.send((Ending.ASKED, call, 0))
    ending, result = connection.recv()
    if ending is Ending.REFUSED:
        try:
            raise result
        finally:
            del result  # as in the pool: the error knows this call, and with it what was to be stored
    return result


def _end_with_service(descriptor: int) -> None:
    """Wait until the service has closed its end of the pipe, and end this process, even in the middle of work."""
    hung_up = poll()
    hung_up.register(descriptor, 0)  # without a flag, it waits for the hang-up alone
    hung_up.poll()
    os._exit(0)
