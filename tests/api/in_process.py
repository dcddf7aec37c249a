"""A pool of worker processes for tests that has its work done in this process, on a thread."""

from multiprocessing.reduction import ForkingPickler
from typing import Any

from anyio import to_thread

from service.app import perform
from service.operations.work.estimates import Job


class Pool:
    """A pool that notes which work it was given."""

    is_open = True

    def __init__(self) -> None:
        """Start without work."""
        self.tasks: list[str] = []

    async def run(self, name: str, task: str, *arguments: Any) -> Any:
        """Do a task as worker processes do it."""
        self.tasks.append(arguments[0] if task == "graphql" else task)
        job = ForkingPickler.loads(ForkingPickler.dumps(Job(task, arguments, None, None)))  # as a pipe does
        return ForkingPickler.loads(ForkingPickler.dumps(await to_thread.run_sync(perform, job, _no_service)))


def _no_service(*_call: Any) -> Any:
    raise AssertionError
