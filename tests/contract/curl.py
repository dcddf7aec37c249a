"""A stand-in for curl with the options that the README uses, so that its commands run where there is no curl.

`curl [-s] [-N] [-X METHOD] [-H HEADER]... [-d BODY] ADDRESS`; of a stream it prints up to the first event with data.
"""

import argparse
import sys
from pathlib import Path

import httpx2

from tests.patience import PATIENCE


def body_of(given: str | None) -> bytes | None:
    """Return the body as curl sends it: of a file without its line ends, else as it is."""
    if given is None or not given.startswith("@"):
        return None if given is None else given.encode()
    text = sys.stdin.read() if given == "@-" else Path(given[1:]).read_text(encoding="utf-8")
    return text.replace("\n", "").encode()


def main() -> None:
    """Send one request, and print the answer."""
    parser = argparse.ArgumentParser()
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-N", action="store_true")
    parser.add_argument("-X", default=None)
    parser.add_argument("-H", action="append", default=[])
    parser.add_argument("-d", default=None)
    parser.add_argument("address")
    given = parser.parse_args()
    body = body_of(given.d)
    method = given.X or ("GET" if body is None else "POST")
    headers = dict(each.split(": ", 1) for each in given.H)
    with httpx2.stream(method, given.address, headers=headers, content=body, timeout=PATIENCE, verify=False) as reply:
        if not reply.headers["content-type"].startswith("text/event-stream"):
            sys.stdout.write(reply.read().decode())
            return
        for line in reply.iter_lines():
            sys.stdout.write(f"{line}\n")
            if line.startswith("data: "):
                return


if __name__ == "__main__":
    main()
