"""Tests in several processes that are forked after one collection: `pytest -p tests.forks --forks 4`.

To import and collect all tests takes some twenty seconds of a processor. pytest-xdist pays that in each worker, and its
controller compares and converts what they say. Here a worker sends its reports, and the process that collected hands
them to pytest, so that `-x`, `-k`, `--lf`, `--durations` and `--junit-xml` mean what they always mean.
"""

import atexit
import os
import sys
import threading
import traceback
import uuid
import warnings
from collections import defaultdict, deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from tempfile import TemporaryFile
from typing import Any, Final, NoReturn

import pytest
from _pytest.capture import FDCapture

AHEAD: Final = 3
"""How many tests a worker has: the one that it runs, the next, by which it ends fixtures, and one to begin then."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the number of processes."""
    parser.addoption("--forks", type=int, default=0, help="run tests in so many processes, forked after collection")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the tests in forked processes if there are any, `--forks` is given, and all could be collected."""
    number = min(session.config.getoption("forks"), len(session.items))
    if not number or session.testsfailed or session.config.option.collectonly:
        return None
    _Run(session).run(number)
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)
    return True


class _Tests:
    """The tests that no worker has. A worker stays at its file, whose fixtures it has, and in its folder."""

    def __init__(self, items: Sequence[pytest.Item]) -> None:
        self._files = [item.nodeid.partition("::")[0] for item in items]
        self._left: dict[str, deque[int]] = defaultdict(deque)
        for number, file in enumerate(self._files):
            self._left[file].append(number)
        self._untouched: dict[str, deque[str]] = defaultdict(deque)
        for file in self._left:
            self._untouched[_folder(file)].append(file)
        self._entered: set[str] = set()

    def next_after(self, last: int | None) -> int | None:
        """Return a test of the same file, of the same folder, of a new one, of any file, or of a file under way."""
        if not self._left:
            return None
        file = "" if last is None else self._files[last]
        if file not in self._left:
            file = self._next_file(_folder(file))
        number = self._left[file].popleft()
        if not self._left[file]:
            del self._left[file]
        return number

    def _next_file(self, folder: str) -> str:
        untouched = {name: files for name, files in self._untouched.items() if files}
        if not untouched:
            return max(self._left, key=lambda each: len(self._left[each]))
        if folder not in untouched:
            new = [name for name in untouched if name not in self._entered]
            folder = new[0] if new else max(untouched, key=lambda each: len(untouched[each]))
        self._entered.add(folder)
        return self._untouched[folder].popleft()

    def take_back(self, number: int) -> None:
        """Have another worker run this test."""
        self._left[self._files[number]].append(number)


def _folder(file: str) -> str:
    return file.rpartition("/")[0]


class _Worker:
    """A worker as the process that collected sees it."""

    def __init__(self, pid: int, name: str) -> None:
        self.pid, self.id = pid, name
        self.gateway = self  # pytest looks at these to name a process
        self.workerinfo = {
            "id": name,
            "sysplatform": sys.platform,
            "version_info": sys.version_info,
            "executable": sys.executable,
        }
        self.has: deque[int] = deque()
        self.last: int | None = None
        self.stops = False


class _Run:
    """The tests of a session, dealt out to workers."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session
        self._hook = session.config.hook
        self._reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
        self._tests = _Tests(session.items)
        self._workers: dict[Connection, _Worker] = {}
        self._names = (f"gw{number}" for number in count())

    def run(self, number: int) -> None:
        """Run the tests in so many processes."""
        if threading.active_count() > 1:
            raise pytest.UsageError("A module of tests starts a thread when it is imported, which no fork would have.")
        self._reporter.showfspath = False
        os.environ["PYTEST_XDIST_TESTRUNUID"] = uuid.uuid4().hex
        try:
            for _ in range(number):
                self._start()
            while self._workers and not self._session.shouldfail and not self._session.shouldstop:
                for connection in wait([*self._workers]):
                    assert isinstance(connection, Connection)
                    self._hear(connection, self._workers[connection])
        finally:
            for connection, worker in self._workers.items():
                connection.close()  # a worker ends when nobody hears what became of a test
                os.waitpid(worker.pid, 0)

    def _start(self) -> None:
        name = next(self._names)
        ours, theirs = Pipe()
        self._reporter.flush()
        pid = os.fork()
        if not pid:
            for each in (ours, *self._workers):
                each.close()
            _work(self._session, theirs, name)
        theirs.close()
        self._workers[ours] = _Worker(pid, name)
        self._deal(ours, self._workers[ours])

    def _deal(self, connection: Connection, worker: _Worker) -> None:
        while len(worker.has) < AHEAD and not worker.stops:
            number = self._tests.next_after(worker.last)
            worker.stops = number is None
            if number is not None:
                worker.has.append(number)
                worker.last = number
            with suppress(ConnectionError):  # if it was lost, that is heard next
                connection.send(number)

    def _hear(self, connection: Connection, worker: _Worker) -> None:
        said: Sequence[tuple[str, Any]] | None = None
        with suppress(EOFError, ConnectionError):
            said = connection.recv()
        if said is None:
            self._end(connection, worker)
            return
        item = self._session.items[worker.has.popleft()]
        for event, data in said:
            if event == "warning":
                self._hook.pytest_warning_recorded.call_historic(kwargs=data)
            else:
                self._report(self._hook.pytest_report_from_serializable(config=item.config, data=data), worker)
        self._hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        self._deal(connection, worker)

    def _end(self, connection: Connection, worker: _Worker) -> None:
        del self._workers[connection]
        connection.close()
        status = os.waitstatus_to_exitcode(os.waitpid(worker.pid, 0)[1])
        why = f"{worker.id} ended with status {status}"
        if not worker.has:
            if status:
                raise RuntimeError(why)
            return
        item = self._session.items[worker.has.popleft()]
        self._report(pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call"), worker)
        for number in worker.has:
            self._tests.take_back(number)
        self._start()

    def _report(self, report: Any, worker: _Worker) -> None:
        report.node = worker
        self._hook.pytest_runtest_logreport(report=report)


# ── In a worker ──────────────────────────────────────────────────────────────────────────────────────────────────────


class _Said:
    """What pytest would say in a worker, kept to be sent; what a test itself writes on the terminal is not kept."""

    def __init__(self, config: pytest.Config, reporter: Any) -> None:
        self._config = config
        self._tw = reporter._tw  # where `Config.get_terminal_writer` looks
        self.events: list[tuple[str, Any]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep a report."""
        hook = self._config.hook
        self.events.append(("report", hook.pytest_report_to_serializable(config=self._config, report=report)))

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: Any
    ) -> None:
        """Keep a warning without the objects that it is about."""
        said = warning_message
        plain = warnings.WarningMessage(str(said.message), said.category, said.filename, said.lineno)
        self.events.append(
            ("warning", {"warning_message": plain, "when": when, "nodeid": nodeid, "location": location})
        )


def _work(session: pytest.Session, connection: Connection, name: str) -> NoReturn:
    """Run what is dealt to this process, and end it."""
    status = 1
    try:
        said = _beginning(session.config, name)
        try:
            with suppress(ConnectionError, EOFError, KeyboardInterrupt):  # nobody wants to hear more
                _run_what_is_dealt(session, connection, said)
        finally:
            session._setupstate.teardown_exact(None)
        status = 0
    finally:
        if status:
            traceback.print_exc()
        atexit._run_exitfuncs()
        os._exit(status)


def _beginning(config: Any, name: str) -> _Said:
    """Give this process a name, a folder and streams of its own, and have it keep what it would print."""
    os.environ["PYTEST_XDIST_WORKER"] = name
    folders = config._tmp_path_factory
    folders._basetemp = folders.getbasetemp() / f"popen-{name}"
    folders._basetemp.mkdir(mode=0o700)
    captured = config.pluginmanager.get_plugin("capturemanager")._global_capturing
    for each in (captured.out, captured.err):
        if isinstance(each, FDCapture):  # modules may keep the stream itself, so only the file behind it is another one
            with TemporaryFile() as own:
                os.dup2(own.fileno(), each.tmpfile.fileno(), inheritable=False)
    said = _Said(config, config.pluginmanager.unregister(name="terminalreporter"))
    config.pluginmanager.register(said, "terminalreporter")
    said.events.clear()  # warnings of the collection, which have been told
    return said


def _run_what_is_dealt(session: pytest.Session, connection: Connection, said: _Said) -> None:
    os.register_at_fork(after_in_child=connection.close)
    number = connection.recv()
    while number is not None:
        following = connection.recv()
        item = session.items[number]
        after = None if following is None else session.items[following]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        said._tw.flush()
        connection.send(said.events)
        said.events.clear()
        number = following
