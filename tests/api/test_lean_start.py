"""A service that has started holds no libraries that only some of its work needs, and no validator twice."""

import subprocess
import sys

import orjson
import pytest

from service.rules.examples import examples_of
from service.wire import Frozen
from tests.patience import PATIENCE
from tests.shell import unset

LATER = ("dask", "distributed", "graphql", "httpx2", "nacl", "strawberry", "yaml")
"""For campaigns, GraphQL, webhooks, signatures and the OpenAPI document as YAML: several MiB each, or one at least."""

STARTED = f"""
import sys
from service.app import create_app, rolling
rolling()
create_app()
print(*[name for name in {LATER} if name in sys.modules])
"""

QUICK = """
import io, sys
from service.cli import main
sys.stdin = io.TextIOWrapper(io.BytesIO(sys.argv[1].encode()))
status = main(sys.argv[2:])
rules = [f"service.rules.{name}" for name in ("heroic", "laurels", "mass", "opposed", "tactical")]
heavy = ["asyncio", "pydantic_settings", "redis", "service.app", "starlette", "structlog", "uvicorn"]
print(status, *[name for name in (*rules, *heavy) if name in sys.modules], file=sys.stderr)
"""

PARENT = """
import sys
from service.api.server import serving
serving.serve = lambda *_: print("service.app" in sys.modules)
from service.cli import main
main(["serve", "--port", "0", "--workers", sys.argv[1]])
"""


def printed(program: str, *words: str) -> str:
    """What a program prints in a new interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        env={**unset(), "UMPIRE_REDIS_URL": "redis://127.0.0.1:1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return done.stdout.strip()


def test_libraries_are_imported_when_they_are_needed() -> None:
    """Neither the service nor the worker processes that are forked from it begin with them."""
    assert printed(STARTED) == ""


@pytest.mark.parametrize(
    ("words", "family"),
    [
        (("laurels", "resolve-attack"), "service.rules.laurels"),
        (("laurels", "resolve-skirmish", "odds"), "service.rules.laurels"),
        (("fight", "goblin vs wolf", "-f", "laurels"), "service.rules.laurels"),
        (("odds", "spearmen vs knights"), "service.rules.mass"),
        (("rules", "laurels", "parry"), "service.rules.laurels"),
        (("roll", "d6"), ""),
        (("dice", "roll"), ""),
    ],
)
def test_a_command_that_needs_no_store_imports_one_family(words: tuple[str, ...], family: str) -> None:
    """It is answered without the other families, servers, the store's client, settings and an event loop."""
    asked = examples_of("/".join(words).removesuffix("/odds"))[:1]
    body = orjson.dumps(asked[0].request if asked else {"notation": "d6"}).decode()
    done = subprocess.run(
        [sys.executable, "-c", QUICK, body, *words],
        env=unset(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stderr.split() == ["0", *[each for each in (family,) if each]]


@pytest.mark.parametrize(("workers", "is_imported"), [("1", "True"), ("2", "False")])
def test_a_process_that_only_watches_others_knows_no_rules(workers: str, is_imported: str) -> None:
    """The one process of a service imports everything before it forks; the parent of several imports none of it."""
    assert printed(PARENT, workers) == is_imported


class Inner(Frozen):
    """A figure, say."""

    text: str


class Middle(Frozen):
    """A group of them."""

    members: tuple[Inner, ...] | None = None


class Outer(Frozen):
    """A request."""

    groups: dict[str, Middle]


def test_a_model_is_built_before_those_that_contain_it() -> None:
    """A nested model has a validator of its own as soon as one that contains it is used."""
    assert not any(each.__pydantic_complete__ for each in (Inner, Middle, Outer))
    assert Outer.model_validate_json('{"groups": {"a": {"members": [{"text": "x"}]}}}').groups["a"].members
    assert all(each.__pydantic_complete__ for each in (Inner, Middle, Outer))


def test_a_reader_may_leave() -> None:
    """A command whose output nobody reads on (`| head`) ends without a trace of the program."""
    words = [sys.executable, "-m", "service", "roll", "3d6", "--repeat", "5000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"status":"resolved"')
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 1)
