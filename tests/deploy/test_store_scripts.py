"""The scripts that start the store of Kubernetes are run here: a real server, in a folder and on a port of our own."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import yaml

from service.store.private.server import program_found
from tests.architecture.source import ROOT
from tests.encounters.nodes import Server, eventually, free_ports
from tests.encounters.replicas import Member
from tests.patience import PATIENCE

STORE: Final = ROOT / "deploy" / "kubernetes" / "overlays" / "single" / "store.yaml"
SETTINGS: Final = {"appendonly": "yes", "maxmemory-policy": "noeviction"}


class Pod:
    """The pod of the store: its scripts, with its folder and port in place of those of a container."""

    def __init__(self, folder: Path) -> None:
        (self.store,) = free_ports(1)
        objects = yaml.safe_load_all(STORE.read_text(encoding="utf-8"))
        (scripts,) = [each["data"] for each in objects if each["kind"] == "ConfigMap"]
        self.folder = folder
        for name, text in scripts.items():
            (folder / name).write_text(self._placed(text), encoding="utf-8")
        programs = folder / "programs"
        programs.mkdir()
        (programs / "valkey-server").symlink_to(program_found())
        (programs / "valkey-cli").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")  # nobody answers yet
        (programs / "valkey-cli").chmod(0o755)
        path = f"{programs}:{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "REDISCLI_AUTH": "secret"}
        self.running: list[subprocess.Popen[bytes]] = []

    def _placed(self, text: str) -> str:
        """Have a script lead to this folder and this port."""
        for word, value in {"/data": self.folder, "6379": self.store}.items():
            text = re.sub(rf"{re.escape(word)}(?![0-9])", str(value), text)
        return text

    def run(self, script: str, port: int, password: str | None) -> Server:
        """Run a script, and return the server that it becomes."""
        command, out = ["/bin/sh", str(self.folder / script)], subprocess.DEVNULL
        self.running.append(subprocess.Popen(command, env=self.environment, cwd=self.folder, stdout=out, stderr=out))
        server = Member(port, [], password)
        eventually(server.answers)
        return server

    def end(self) -> None:
        """End what runs."""
        for process in self.running:
            process.kill()
            process.wait(PATIENCE)


@pytest.fixture
def pod(tmp_path: Path) -> Iterator[Pod]:
    """The pod of the store."""
    pod = Pod(tmp_path)
    yield pod
    pod.end()


def test_the_store_starts_as_it_is_meant_to(pod: Pod) -> None:
    """Its script starts a server with a password and its settings, which keeps what it is told."""
    server = pod.run("store.sh", pod.store, "secret")
    for name, value in SETTINGS.items():
        assert server.tell("CONFIG", "GET", name) == {name.encode(): value.encode()}
    assert not Member(pod.store, [], None).answers()
    assert (pod.folder / "appendonlydir").is_dir()


def test_every_script_can_be_read(tmp_path: Path) -> None:
    """A shell reads every script."""
    Pod(tmp_path)
    for script in tmp_path.glob("*.sh"):
        subprocess.run(["/bin/sh", "-n", script], check=True, timeout=PATIENCE)
