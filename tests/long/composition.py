"""The composition of deploy/compose.yaml as commands of the engine, for machines without `docker compose`.

Only what the file uses is known: services with networks, volumes, environment, limits, health checks, replicas and
profiles. Ports of the proxy are free ones of this machine; everything else is as the file has it.
"""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from tests.architecture.source import ROOT
from tests.long.engine import Engine, available, words_of
from tests.patience import PATIENCE

DEPLOY: Final = ROOT / "deploy"
KNOWN: Final = (
    *("build", "cap_drop", "command", "depends_on", "deploy", "entrypoint", "env_file", "environment", "healthcheck"),
    *("image", "init", "networks", "ports", "profiles", "read_only", "restart", "security_opt", "stop_grace_period"),
    *("stop_signal", "tmpfs", "user", "volumes"),
)
"""What a service of the file may have; `env_file` is one of the operator's own."""
VARIABLE: Final = re.compile(r"\$\{(\w+)(?::?([?-])([^}]*))?\}")


@dataclass
class Composition:
    """What runs of the composition; `images` says which image each name of the file stands for."""

    docker: Engine
    files: Path
    settings: Mapping[str, str]
    image: str
    project: str = "umpire-long"
    containers: dict[str, list[str]] = field(default_factory=dict)
    _begun: int = 0

    @property
    def told(self) -> Any:
        """The file, with the settings filled in where it has text."""
        return self._filled(yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8")))

    def _filled(self, part: Any) -> Any:
        if isinstance(part, dict):
            return {name: self._filled(each) for name, each in part.items()}
        if isinstance(part, list):
            return [self._filled(each) for each in part]
        return VARIABLE.sub(self._value, part).replace("$$", "$") if isinstance(part, str) else part

    def _value(self, found: re.Match[str]) -> str:
        name, kind, default = found.groups()
        assert name in self.settings or kind != "?", f"{name}: {default}"
        return self.settings.get(name, default if kind == "-" else "")

    def up(self) -> None:
        """Make networks and volumes, and start every service that has no profile, after those that it depends on."""
        told = self.told
        for name, network in told["networks"].items():
            options = [("--subnet", each["subnet"]) for each in (network or {}).get("ipam", {}).get("config", [])]
            internal = ["--internal"] if (network or {}).get("internal") else []
            self.docker("network", "create", *internal, *words_of(options), f"{self.project}-{name}")
        services = {name: each for name, each in told["services"].items() if "profiles" not in each}
        for name in sorted(services, key=lambda name: _depth(services, name)):
            for _ in range(services[name].get("deploy", {}).get("replicas", 1)):
                self.start(name)

    def start(self, service: str) -> str:
        """Start another container of a service, and wait until it is healthy if it says how."""
        told = self.told
        each = told["services"][service]
        assert set(each) <= set(KNOWN), set(each) - set(KNOWN)
        self._begun += 1
        name = f"{self.project}-{service}-{self._begun}"
        image = self.image if each["image"].startswith("umpire:") else available(self.docker, each["image"])
        command = [*each.get("entrypoint", [])[1:], *each.get("command", [])]
        if service == "proxy" and image != each["image"]:  # what its image's own entrypoint does
            command = ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
        networks = [f"{self.project}-{network}" for network in each["networks"] if network in told["networks"]]
        self.docker("create", "--name", name, *self._options(service, each), "--network", networks[0], image, *command)
        for network in networks[1:]:
            self.docker("network", "connect", "--alias", service, network, name)
        self.docker("start", name)
        self.containers.setdefault(service, []).append(name)
        self.wait(name)
        return name

    def _options(self, service: str, each: dict[str, Any]) -> list[str]:
        limits = each.get("deploy", {}).get("resources", {}).get("limits", {})
        options: list[tuple[str, Any]] = [
            ("--network-alias", service),
            ("--restart", each.get("restart")),
            ("--user", each.get("user")),
            ("--cpus", limits.get("cpus")),
            ("--memory", limits.get("memory")),
            ("--stop-signal", each.get("stop_signal")),
            ("--entrypoint", each["entrypoint"][0] if "entrypoint" in each else None),
        ]
        options += [("--cap-drop", capability) for capability in each.get("cap_drop", [])]
        options += [("--security-opt", option) for option in each.get("security_opt", [])]
        options += [("--tmpfs", place) for place in each.get("tmpfs", [])]
        options += [("--env", f"{name}={value}") for name, value in each.get("environment", {}).items()]
        options += [("--volume", self._volume(volume)) for volume in each.get("volumes", [])]
        options += [("--publish", f"127.0.0.1::{port.partition(':')[2]}") for port in each.get("ports", [])]
        if "test" in each.get("healthcheck", {}):
            health = each["healthcheck"]
            options += [("--health-cmd", health["test"][1]), ("--health-interval", health["interval"])]
        flags = ["--read-only"] * each.get("read_only", False) + ["--init"] * each.get("init", False)
        return [*words_of(options), *flags]

    def _volume(self, volume: str) -> str:
        source, _, rest = volume.partition(":")
        return f"{self.files / source}:{rest}" if source.startswith(".") else f"{self.project}-{source}:{rest}"

    def wait(self, name: str) -> None:
        """Wait until a container is healthy, or runs if nobody asks it how it is."""
        until = time.monotonic() + PATIENCE
        while True:
            state = self.docker.inspect(name)["State"]
            if state.get("Health", {}).get("Status", state["Status"]) in {"healthy", "running"}:
                return
            assert time.monotonic() < until, self.docker("logs", name, check=False)
            time.sleep(0.3)

    def address(self, service: str, port: int) -> str:
        """Where a port of a service is published on this machine."""
        return self.docker("port", self.containers[service][0], f"{port}/tcp").splitlines()[0]

    def inner(self, name: str, network: str = "front") -> str:
        """The address of a container in a network."""
        networks = self.docker.inspect(name)["NetworkSettings"]["Networks"]
        return str(networks[f"{self.project}-{network}"]["IPAddress"])

    def remove(self, service: str, name: str) -> None:
        """Stop a container as an orchestrator does, and forget it."""
        self.docker("stop", "--time", "40", name)
        self.docker("rm", "--force", name)
        self.containers[service].remove(name)

    def down(self) -> None:
        """Remove everything."""
        for names in self.containers.values():
            self.docker("rm", "--force", "--volumes", *names, check=False)
        self.docker("volume", "rm", *[f"{self.project}-{name}" for name in self.told["volumes"]], check=False)
        self.docker("network", "rm", *[f"{self.project}-{name}" for name in self.told["networks"]], check=False)


def _depth(services: Mapping[str, Any], name: str) -> int:
    """How many services have to be there before one."""
    return max((1 + _depth(services, each) for each in services[name].get("depends_on", ())), default=0)
