"""The files around the code keep their promises."""

import re
import stat
import tomllib
from importlib.metadata import PackageNotFoundError, requires

import orjson
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.source import ROOT

LOCKS = (
    "requirements.lock",
    "requirements-cluster.lock",
    "requirements-mcp.lock",
    "requirements-dev.lock",
    "requirements-build.lock",
)
PINNED = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[[a-z0-9,-]+\])?==([^ ;\\]+)", re.MULTILINE)
WITH_EXTRAS = re.compile(r"^([a-z0-9][a-z0-9._-]*)\[([a-z0-9,-]+)\]==", re.MULTILINE)
COMMANDS = {
    "bench",
    "campaign-kills",
    "check",
    "clients",
    "clean",
    "contract",
    "fuzz",
    "fuzz-long",
    "generators",
    "golden",
    "help",
    "images",
    "lock",
    "outsider",
    "overload",
    "image-run",
    "kills",
    "rolling",
    "pictures",
    "release",
    "house",
    "run",
    "test",
    "test-all",
}


def text(name: str) -> str:
    """One file from the top of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def pinned(name: str) -> dict[str, str]:
    """The versions that a lock file names."""
    return dict(PINNED.findall(text(name)))


def named(requirements: list[str]) -> set[str]:
    """The packages that a list of requirements names, as lock files spell them."""
    return {re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower().replace(".", "-") for requirement in requirements}


def asked_by(package: str, extras: set[str]) -> list[Requirement]:
    """What an installed package asks for on this machine, with its extras; nothing where it is not installed."""
    try:
        asked = [Requirement(line) for line in requires(package) or ()]
    except PackageNotFoundError:
        return []
    return [
        each
        for each in asked
        if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in ("", *extras))
    ]


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_hashes(name: str) -> None:
    """A lock file names each package with one version and at least one hash."""
    entries = re.split(r"\n(?=[a-z0-9])", re.sub(r"^\s*#.*\n", "", text(name), flags=re.MULTILINE))
    assert [entry.split()[0] for entry in entries if not (PINNED.match(entry) and "--hash=sha256:" in entry)] == []


@pytest.mark.parametrize("name", LOCKS)
def test_locks_name_extras(name: str) -> None:
    """A package that is asked for with an extra is locked with it, or some versions of pip take its newest release."""
    extras = {package: set(words.split(",")) for package, words in WITH_EXTRAS.findall(text(name))}
    missing = [
        f"{package} asks for {asked}"
        for package in pinned(name)
        for asked in asked_by(package, extras.get(package, set()))
        if not asked.extras <= extras.get(canonicalize_name(asked.name), set())
    ]
    assert missing == []


@pytest.mark.parametrize("name", LOCKS)
def test_locks_name_no_address(name: str) -> None:
    """A lock file says what to install and leaves it to the reader from where."""
    assert re.findall(r"\w+://|--index|--extra-index|--find-links|--trusted-host", text(name)) == []


def test_locks_agree() -> None:
    """What is tested is what is shipped: the runtime's versions are the development environment's."""
    everything = pinned("requirements-dev.lock")
    assert pinned("requirements.lock").items() <= everything.items()
    for each in ("requirements-cluster.lock", "requirements-mcp.lock"):
        assert pinned("requirements.lock").items() <= pinned(each).items() <= everything.items()
    assert pinned("requirements-build.lock").items() <= everything.items()


def test_every_dependency_is_locked() -> None:
    """What pyproject.toml asks for stands in the lock files."""
    project = tomllib.loads(text("pyproject.toml"))
    runtime = named(project["project"]["dependencies"])
    dev = named(project["dependency-groups"]["dev"])
    assert runtime <= pinned("requirements.lock").keys()
    assert dev <= pinned("requirements-dev.lock").keys()


def test_the_graphql_library_is_pinned_exactly() -> None:
    """The bridge leans on how Strawberry builds types, so its version changes only on purpose."""
    version = pinned("requirements.lock")["strawberry-graphql"]
    assert f'"strawberry-graphql=={version}"' in text("pyproject.toml")


def test_every_command_is_explained() -> None:
    """`make help` lists every command that the Makefile has."""
    makefile = text("Makefile")
    explained = set(re.findall(r"^([a-z-]+):.*## \S", makefile, re.MULTILINE))
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony
    assert explained == set(phony[1].split()) == COMMANDS


def test_the_two_commands_stand_in_the_readme() -> None:
    """The README leads with the two commands that work on a fresh machine."""
    assert {"make run", "make test"} <= set(re.findall(r"make [a-z]+", text("README.md")))


def test_continuous_integration_is_make_test() -> None:
    """`.ci/run` can be run and calls `make test` and nothing else."""
    commands = [line for line in text(".ci/run").splitlines() if line and not line.startswith(("#", "set ", "cd "))]
    assert commands == ["exec make test"]
    assert (ROOT / ".ci/run").stat().st_mode & stat.S_IXUSR


def test_the_image_is_the_house_as_tested() -> None:
    """The image has a pinned base, locked packages, an ordinary user and a health check."""
    image = text("Dockerfile")
    bases = re.findall(r"^FROM (\S+)", image, re.MULTILINE)
    assert bases
    assert all(re.fullmatch(r"python:3\.\d+\.\d+-slim-[a-z]+@sha256:[0-9a-f]{64}", base) for base in bases)
    assert image.count("--require-hashes") >= 1
    assert re.findall(r"^USER (?!root|0)", image, re.MULTILINE)
    assert re.search(r"^HEALTHCHECK .*", image, re.MULTILINE)


@pytest.mark.parametrize(
    "name", ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "DECISIONS.md", "LICENSE", "NOTICE"]
)
def test_the_papers_are_there(name: str) -> None:
    """The papers that every project has are here and say something."""
    assert text(name).strip()


def test_decisions_name_their_test() -> None:
    """Every decision ends in the test that enforces it."""
    decisions = re.split(r"^## ", text("DECISIONS.md"), flags=re.MULTILINE)[1:]
    unproven = [entry.splitlines()[0] for entry in decisions if not re.search(r"^Enforced by: ", entry, re.MULTILINE)]
    assert decisions
    assert unproven == []


def test_decisions_name_tests_that_are_there() -> None:
    """A path that a decision gives for its enforcement leads somewhere."""
    named = re.findall(r"`((?:tests|service|deploy|api_schema)/[\w./-]+)", text("DECISIONS.md"))
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_top_level_is_fixed() -> None:
    """Nothing new lies at the top of the project: what a thing is decides in which folder it goes."""
    papers = {"ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "DECISIONS.md", "LICENSE", "NOTICE", "README.md"}
    house = {"Dockerfile", "Makefile", "api_schema", "clients", "deploy", "docs", "openapi.yaml", "service", "tests"}
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    leavings = {"build", "data", "dist", "schemathesis-report", "umpire_referee.egg-info"}
    assert found - leavings <= house | papers | {"pyproject.toml", *LOCKS}


@pytest.mark.parametrize("page", sorted(each.name for each in ROOT.glob("*.md")))
def test_every_merge_was_ended(page: str) -> None:
    """No page holds two versions of itself."""
    assert re.findall(r"^(?:<{7} .*|={7}|>{7} .*)$", text(page), re.MULTILINE) == []


def test_node_packages_have_hashes_and_no_address() -> None:
    """The lock file of npm names exact versions with their hashes, and leaves it to the reader from where they come."""
    asked = orjson.loads(text("tests/node/package.json"))["devDependencies"]
    locked = {
        name: each for name, each in orjson.loads(text("tests/node/package-lock.json"))["packages"].items() if name
    }
    assert {name: locked[f"node_modules/{name}"]["version"] for name in asked} == asked
    assert [name for name, each in locked.items() if "sha512-" not in each.get("integrity", "")] == []
    assert [name for name, each in locked.items() if "resolved" in each] == []
    assert "registry" not in text("tests/node/.npmrc").replace("omit-lockfile-registry-resolved", "")
