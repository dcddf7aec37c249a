"""What is deployed is what is built here."""

import re
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.app import registry
from service.settings.environment import Settings
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
    services: dict[str, Any] = yaml.load(
        (DEPLOY / "compose.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
    )["services"]
    return services


def test_every_setting_is_in_the_example() -> None:
    """`deploy/env.example` lists every setting, with its default, and nothing else."""
    assert {
        f"UMPIRE_{name.upper()}": written(field.default) for name, field in Settings.model_fields.items()
    } == EXAMPLE


def test_the_papers_name_only_real_settings() -> None:
    """A setting that the image, the composition, the runbook or the README names is one."""
    papers = [
        ROOT / "Dockerfile",
        ROOT / "README.md",
        *sorted((ROOT / "docs").glob("*.md")),
        *sorted(DEPLOY.rglob("*.*")),
    ]
    named = {word for path in papers for word in re.findall(r"\bUMPIRE_[A-Z_]+\b", path.read_text(encoding="utf-8"))}
    assert named <= EXAMPLE.keys()


@pytest.mark.parametrize("paper", ["deploy/env.example", "deploy/runbook.md"])
def test_whom_to_believe_about_callers_is_documented(paper: str) -> None:
    """Whoever runs the service behind a proxy reads of UMPIRE_TRUSTED_PROXIES, without which all callers are one."""
    assert "UMPIRE_TRUSTED_PROXIES" in (ROOT / paper).read_text(encoding="utf-8")


def test_images_are_pinned() -> None:
    """The composition names its own image with the project's version, and each other one with its digest."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    images = {name: part["image"] for name, part in compose().items()}
    own = {images.pop(name) for name in ("service", "scheduler", "worker")}
    assert own == {f"umpire:{version}"}
    assert set(images) == {"proxy", "store"}
    assert all(re.fullmatch(r"[a-z/]+:\d+\.\d+\.\d+(-[a-z]+)?@sha256:[0-9a-f]{64}", each) for each in images.values())


@pytest.mark.parametrize("part", ["proxy", "service", "scheduler", "worker", "store"])
def test_every_part_runs_with_few_rights(part: str) -> None:
    """The composition gives no part a capability, a new privilege or a place to write but a scratch folder."""
    service = compose()[part]
    assert (service["cap_drop"], service["security_opt"]) == (["ALL"], ["no-new-privileges:true"])
    assert service["read_only"] is True
    assert len(service.get("tmpfs", [])) <= 1
    assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory"}
    assert "privileged" not in service


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    """Callers come by TLS to the proxy, which alone believes nobody about addresses; the store has a password."""
    parts = compose()
    assert [name for name, part in parts.items() if "ports" in part] == ["proxy"]
    assert [name for name, part in parts.items() if "back" in part["networks"]] == ["service", "store"]
    assert "STORE_PASSWORD:?" in parts["service"]["environment"]["UMPIRE_REDIS_URL"]
    assert "--requirepass" in parts["store"]["command"][-1]
    composition = yaml.load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    subnet = composition["networks"]["front"]["ipam"]["config"][0]["subnet"]
    address = parts["proxy"]["networks"]["front"]["ipv4_address"]
    assert ip_address(address) in ip_network(subnet)
    assert parts["service"]["environment"]["UMPIRE_TRUSTED_PROXIES"] == address
    proxy = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
    assert "http-request set-header X-Forwarded-For %[src]" in proxy
    assert "deny deny_status 404 if { path /metrics }" in proxy


def test_the_proxy_takes_bodies_that_the_service_takes() -> None:
    """What is longer than the largest body that any operation reads is refused by the proxy, and nothing else is."""
    proxy = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
    assert re.findall(r"req\.body_size gt (\d+)", proxy) == [str(max(each.http.body_bytes or 0 for each in registry()))]


def test_an_instance_has_time_to_drain() -> None:
    """The proxy has noticed that an instance stops before the instance stops, which then has time to finish."""
    service = compose()["service"]
    drain = float(service["environment"]["UMPIRE_DRAIN_SECONDS"])
    proxy = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
    checks = re.findall(r"inter (\d+)s fall (\d+)", proxy)
    assert checks
    assert all(int(seconds) * int(times) < drain for seconds, times in checks)
    assert float(service["stop_grace_period"].removesuffix("s")) > drain + 10


def test_only_the_service_and_workers_reach_the_scheduler() -> None:
    """Whoever can speak to a scheduler can run code, so it is on a network of its own that leads nowhere."""
    composition = yaml.load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    there = {name for name, part in composition["services"].items() if "cluster" in part["networks"]}
    assert there == {"service", "scheduler", "worker"}
    assert composition["services"]["scheduler"]["networks"] == ["cluster"]
    assert composition["networks"]["cluster"] == {"internal": True}
    profiles = {name: part["profiles"] for name, part in composition["services"].items() if "profiles" in part}
    assert profiles == {"scheduler": ["cluster"], "worker": ["cluster"]}
    assert composition["services"]["service"]["environment"]["UMPIRE_DASK"] == "${UMPIRE_DASK:-}"


def test_the_composition_finds_its_files() -> None:
    """Every file that the composition mounts or builds from is here."""
    parts = compose()
    volumes = [volume for part in parts.values() for volume in part.get("volumes", [])]
    mounts = {Path(volume.split(":")[0]) for volume in volumes if volume.startswith(".")}
    assert (DEPLOY / parts["service"]["build"]["context"] / "Dockerfile").resolve() == ROOT / "Dockerfile"
    assert [mount for mount in mounts if not (DEPLOY / mount).exists()] == [Path("tls")]  # the operator's
