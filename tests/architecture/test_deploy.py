"""What is deployed is what is built here."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.settings import Settings
from tests.architecture.source import ROOT

DEPLOY = ROOT / "deploy"
EXAMPLE = dict(
    re.findall(r"^#(UMPIRE_[A-Z_]+)=(.*)$", (DEPLOY / "env.example").read_text(encoding="utf-8"), re.MULTILINE)
)


def written(default: object) -> str:
    """A default as one writes it into an environment."""
    match default:
        case None:
            return ""
        case bool():
            return str(default).lower()
        case tuple():
            return ",".join(default)
        case _:
            return str(default)


def compose() -> dict[str, Any]:
    """The composition's services by name."""
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    return services


def test_every_setting_is_in_the_example() -> None:
    """`deploy/env.example` lists every setting, with its default, and nothing else."""
    assert {
        f"UMPIRE_{name.upper()}": written(field.default) for name, field in Settings.model_fields.items()
    } == EXAMPLE


def test_the_papers_name_only_real_settings() -> None:
    """A setting that the image, the composition, the runbook or the README names is one."""
    papers = [ROOT / "Dockerfile", ROOT / "README.md", *sorted(DEPLOY.rglob("*.*"))]
    named = {word for path in papers for word in re.findall(r"\bUMPIRE_[A-Z_]+\b", path.read_text(encoding="utf-8"))}
    assert named <= EXAMPLE.keys()


@pytest.mark.parametrize("paper", ["README.md", "deploy/env.example", "deploy/runbook.md"])
def test_whom_to_believe_about_callers_is_documented(paper: str) -> None:
    """Whoever runs the service behind a proxy reads of FORWARDED_ALLOW_IPS, without which all callers are one."""
    assert "FORWARDED_ALLOW_IPS" in (ROOT / paper).read_text(encoding="utf-8")


def test_images_are_pinned() -> None:
    """The composition names each image with a version, and its own with the project's."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    images = {name: part["image"] for name, part in compose().items()}
    assert images["service"] == f"umpire:{version}"
    assert all(re.fullmatch(r"[a-z/]+:\d+\.\d+\.\d+(-[a-z]+)?", image) for image in images.values())


def test_the_service_runs_with_few_rights() -> None:
    """The composition gives the service no capability, no new privilege and no place to write but a scratch folder."""
    service = compose()["service"]
    assert (service["cap_drop"], service["security_opt"]) == (["ALL"], ["no-new-privileges:true"])
    assert (service["read_only"], len(service["tmpfs"])) == (True, 1)


def test_the_composition_finds_its_files() -> None:
    """Every file that the composition mounts or builds from is here."""
    service, store = compose()["service"], compose()["store"]
    mounts = [Path(volume.split(":")[0]) for volume in store["volumes"] if volume.startswith(".")]
    assert (DEPLOY / service["build"]["context"] / "Dockerfile").resolve() == ROOT / "Dockerfile"
    assert [mount for mount in mounts if not (DEPLOY / mount).exists()] == []
