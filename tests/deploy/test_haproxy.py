"""The proxy of `deploy/` limits each source address on both ports, and answers in problem documents."""

import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final

import httpx2
import orjson
import pytest
import yaml

from service.api.http import problem_documents as of_connections
from service.errors import problems
from service.settings.access.allowances import Allowance
from service.settings.access.proxies import networks_in
from tests.architecture.source import ROOT
from tests.deploy.haproxy import ABSENT, CONFIGURATION, PROGRAM, Running, running
from tests.encounters.live import Shared
from tests.patience import PATIENCE

TEXT: Final = CONFIGURATION.read_text(encoding="utf-8")
PLAIN_MOST: Final = 16
ENCRYPTED_MOST: Final = 200


def frontend(name: str) -> str:
    """The lines of a frontend."""
    return TEXT.split(f"\nfrontend {name}\n")[1].split("\n\n")[0]


def documents() -> dict[int, Any]:
    """The problem documents of the configuration, by status."""
    line = r"^    http-error status (\d+) content-type application/problem\+json string '([^']+)'"
    found = re.findall(line, TEXT, re.MULTILINE)
    return {int(status): orjson.loads(document) for status, document in found}


def test_both_ports_have_limits_of_their_own() -> None:
    """Each port has connections of its own, which the whole has room for, and limits them by address and network."""
    most = [int(each) for each in re.findall(r"^    maxconn (\d+)$", TEXT, re.MULTILINE)]
    assert most[0] >= sum(most[1:])
    for name in ("plain", "encrypted"):
        lines = frontend(name)
        assert "maxconn" in lines
        assert "track-sc0 src,ipmask(32,64)" in lines
        assert "track-sc1 src,ipmask(32,48)" in lines
        own, network = (int(each) for each in re.findall(r"sc[01]_conn_cur gt (\d+)", lines))
        assert own < network
    assert f"sc0_conn_cur gt {PLAIN_MOST} " in frontend("plain")
    assert f"sc0_conn_cur gt {ENCRYPTED_MOST} " in frontend("encrypted")
    tables = re.findall(r"track-sc\d \S+ table (\w+)", TEXT)
    assert len(set(tables)) == len(tables) == 4


def test_what_the_proxy_answers_itself_is_a_problem_document() -> None:
    """Every error of its own has the members of our documents, a type that has a page, and when to ask again."""
    assert {400, 403, 404, 408, 413, 429, 500, 502, 503, 504} == documents().keys()
    assert of_connections.MEDIA_TYPE == b"application/problem+json"
    pages = {f"/problems/{each.slug()}": each for each in problems()}
    for status, document in documents().items():
        assert document.keys() == {"type", "title", "status", "detail", "instance", "errors"}
        assert document["status"] == status
        page = pages.get(document["type"])
        if document["type"] != "about:blank":
            assert page is not None
            assert (page.status, page.title) == (status, document["title"])
    for status in (429, 502, 503, 504):
        assert re.search(rf"^    http-error status {status} .* hdr retry-after \d+$", TEXT, re.MULTILINE)
    for status in {int(each) for each in re.findall(r"deny_status (\d+)", TEXT)}:
        assert status in documents()


def test_compose_trusts_the_proxy_alone_and_limits_requests() -> None:
    """The proxy has an address of its own, which is all that is believed; requests of an address are limited."""
    told = yaml.load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)[
        "services"
    ]
    environment = told["service"]["environment"]
    address = told["proxy"]["networks"]["front"]["ipv4_address"]
    assert environment["UMPIRE_TRUSTED_PROXIES"] == address
    assert [each.num_addresses for each in networks_in([address])] == [1]
    default = re.fullmatch(r"\$\{UMPIRE_RATE_LIMIT:-(.+)\}", environment["UMPIRE_RATE_LIMIT"])
    assert default is not None
    assert Allowance.of(default[1]) is not None


# ── The proxy itself ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def proxy(
    shared: Shared, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Running | None]:
    """The proxy before a service; None where it is not installed, which is said."""
    if PROGRAM is None:
        request.config.get_terminal_writer().line(ABSENT)
        yield None
        return
    with running(PROGRAM, tmp_path_factory.mktemp("haproxy"), shared.service.port) as proxy:
        yield proxy


def connected(port: int, source: str, stack: ExitStack) -> socket.socket:
    """Connect from an address of this machine."""
    made = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(source, 0))
    return stack.enter_context(made)


def accepted(port: int, source: str, stack: ExitStack) -> socket.socket | None:
    """Connect from an address of this machine; None, if the connection is reset at once."""
    try:
        return connected(port, source, stack)
    except ConnectionError:
        return None


def answer(sock: socket.socket, path: str = "/livez") -> bytes:
    """Ask for a page, and read the beginning of the answer; nothing, if the connection is closed."""
    try:
        sock.sendall(b"GET %s HTTP/1.1\r\nhost: localhost\r\n\r\n" % path.encode())
        return sock.recv(65536)
    except ConnectionError:
        return b""


def encrypted() -> ssl.SSLContext:
    """TLS that takes the test's certificate."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def test_an_address_that_takes_all_it_may_costs_no_other_an_answer(proxy: Running | None) -> None:
    """Idle connections above the limit are closed at once, and others are answered beside them, on both ports."""
    if proxy is None:
        return
    with ExitStack() as stack:
        idle = [accepted(proxy.plain, "127.0.0.2", stack) for _ in range(3 * PLAIN_MOST)]
        closed = [each for each in idle if each is None or answer(each) == b""]
        assert len(closed) >= PLAIN_MOST  # all but those of the limit, unless some of these had timed out before
        assert answer(connected(proxy.plain, "127.0.0.3", stack)).startswith(b"HTTP/1.1 308")
        with httpx2.Client(verify=encrypted(), timeout=PATIENCE) as client:
            reply = client.get(f"https://127.0.0.1:{proxy.encrypted}/livez")
        assert reply.status_code == 200


def test_the_proxy_refuses_with_a_problem_document(proxy: Running | None) -> None:
    """What it does not pass on is answered with our media type, and requests above the rate with the time to wait."""
    if proxy is None:
        return
    with httpx2.Client(verify=encrypted(), timeout=PATIENCE, base_url=f"https://127.0.0.1:{proxy.encrypted}") as client:
        hidden = client.get("/metrics")
        assert (hidden.status_code, hidden.headers["content-type"]) == (404, "application/problem+json")
        assert hidden.json() == documents()[404]
    with ExitStack() as stack:
        plain = connected(proxy.encrypted, "127.0.0.4", stack)
        sock = stack.enter_context(encrypted().wrap_socket(plain))
        heard = b""
        while b"HTTP/1.1 429" not in heard:
            sock.sendall(100 * b"GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n")
            while heard.count(b'"errors":[]}') < 100:
                heard += sock.recv(65536)
            heard = heard[-100_000:] if b"HTTP/1.1 429" in heard else b""
    head, _, rest = heard[heard.index(b"HTTP/1.1 429") :].partition(b"\r\n\r\n")
    assert b"retry-after: 10\r\n" in head + b"\r\n"
    assert orjson.loads(rest[: rest.index(b"}") + 1]) == documents()[429]
