"""`umpire play`: opens the page at /play, of a service that runs or is started, with a fight of ready figures."""

import argparse
import subprocess
import sys
import time
import webbrowser
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection, HTTPException
from typing import Any, Final
from urllib.parse import quote

import orjson

from service.cli.people.sides import Fight, add_family, add_sides, fight_of
from service.cli.showing import Shown
from service.errors import UmpireError
from service.errors.unusable_files import unusable

HOST: Final = "127.0.0.1"
PORT: Final = 8000
START_SECONDS: Final = 60.0
POLL_SECONDS: Final = 0.1
ANSWER_SECONDS: Final = 30.0


def play(words: Sequence[str]) -> int:
    """Open the page, and serve it until Ctrl-C if no service runs."""
    parser = argparse.ArgumentParser(
        prog="umpire play", description="Play a fight in the browser, at /play.", allow_abbrev=False
    )
    add_sides(parser, 'who fights, such as "knight vs goblin*3"; default: choose on the page', optional=True)
    add_family(parser)
    parser.add_argument("--port", type=int, default=PORT, help=f"port of the service on this machine (default: {PORT})")
    parser.add_argument("--no-browser", action="store_true", help="print the address, and open nothing")
    options = parser.parse_args(words)
    try:
        fight = None if options.sides is None else _begun(fight_of(options, options.sides))
    except UmpireError as error:
        Shown().refusal(error)
        return 1
    except FileNotFoundError as error:
        Shown.fault(unusable(error))
        return 2
    process = None if _answers(options.port) else _started(options.port)
    if process is not None and process.poll():
        return process.wait()  # it has said why it does not start
    try:
        return _open(options, fight, process)
    except KeyboardInterrupt:
        return 0
    finally:
        if process is not None:
            process.terminate()
            process.wait()


def _begun(fight: Fight) -> Mapping[str, Any]:
    """Return the request that begins a fight."""
    return {"family": fight.family.name, "reveal": "faces", "line_up": fight.line_up()}


def _open(options: argparse.Namespace, fight: Mapping[str, Any] | None, process: subprocess.Popen[bytes] | None) -> int:
    """Open the page, and wait for the service that was started."""
    status, seat = 200, None
    if fight is not None:
        status, answer = _answer_of(options.port, "POST", "/v1/encounters", fight)
        if status >= 400:
            Shown.fault(str(answer.get("detail")))
            return 1
        seat = f"#watch={answer['id']}.{quote(answer['referee'])}"
    address = f"http://{HOST}:{options.port}/play{seat or ''}"
    sys.stdout.write(f"{address}\n")
    sys.stdout.flush()
    if not options.no_browser:
        webbrowser.open(address)
    return 0 if process is None else process.wait()


def _started(port: int) -> subprocess.Popen[bytes]:
    """Start a service, and wait until it answers or has ended."""
    words = [sys.executable, "-m", "service", "serve", "--port", str(port)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    last = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < last and not _answers(port):
        time.sleep(POLL_SECONDS)
    return process


def _answers(port: int) -> bool:
    """Return whether a service answers on a port of this machine."""
    try:
        return _answer_of(port, "GET", "/livez")[0] == 200
    except (OSError, HTTPException):
        return False


def _answer_of(port: int, method: str, path: str, body: Mapping[str, Any] | None = None) -> tuple[int, Any]:
    """Return the status and the answer of a request, if that is JSON."""
    connection = HTTPConnection(HOST, port, timeout=ANSWER_SECONDS)
    try:
        sent = None if body is None else orjson.dumps(body)
        connection.request(method, path, sent, {"content-type": "application/json"})
        answer = connection.getresponse()
        written = answer.read()
        return answer.status, orjson.loads(written) if written.startswith(b"{") else {}
    finally:
        connection.close()
