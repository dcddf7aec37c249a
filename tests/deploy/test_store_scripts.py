"""The scripts that start the stores of Kubernetes are run here: real servers, in folders and on ports of our own."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import yaml

from service.store.server import program_found
from tests.architecture.source import ROOT
from tests.encounters.nodes import Server, eventually, free_ports
from tests.encounters.replicas import Member
from tests.patience import PATIENCE

OVERLAYS: Final = ROOT / "deploy" / "kubernetes" / "overlays"
HERE: Final = "127.0.0.1"
SETTINGS: Final = {
    "single": {"appendonly": "yes", "maxmemory-policy": "noeviction"},
    "sentinel": {"appendonly": "yes", "replica-announce-ip": HERE},
    "cluster": {"appendonly": "yes", "cluster-enabled": "yes", "cluster-require-full-coverage": "no"},
}


class Pod:
    """A pod of a store: its scripts, with its folder and ports in place of those of a container."""

    def __init__(self, overlay: str, folder: Path) -> None:
        self.store, self.sentinel = free_ports(2)
        objects = yaml.safe_load_all((OVERLAYS / overlay / "store.yaml").read_text(encoding="utf-8"))
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
        self.environment = {**os.environ, "PATH": path, "REDISCLI_AUTH": "secret", "HOSTNAME": "umpire-store-0"}
        self.running: list[subprocess.Popen[bytes]] = []

    def _placed(self, text: str) -> str:
        """Have a script lead to this folder and these ports."""
        names = {"$HOSTNAME.umpire-store": HERE, "umpire-store-0.umpire-store": HERE, "/data": self.folder}
        for word, value in {**names, "26379": self.sentinel, "6379": self.store}.items():
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


@pytest.fixture(params=SETTINGS)
def pod(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Pod]:
    """A pod of one kind of store."""
    pod = Pod(request.param, tmp_path)
    yield pod
    pod.end()


def test_the_store_starts_as_it_is_meant_to(pod: Pod, request: pytest.FixtureRequest) -> None:
    """Each script starts a server with a password and the settings of its kind, which keeps what it is told."""
    server = pod.run("store.sh", pod.store, "secret")
    for name, value in SETTINGS[request.node.callspec.params["pod"]].items():
        assert server.tell("CONFIG", "GET", name) == {name.encode(): value.encode()}
    assert not Member(pod.store, [], None).answers()
    assert (pod.folder / "appendonlydir").is_dir()


def flags_of(sentinel: Server) -> str:
    """What a Sentinel finds of the primary; "master" alone is well."""
    return str(sentinel.tell("SENTINEL", "MASTER", "umpire")[b"flags"], "ascii")


def test_a_sentinel_watches_the_first_member(tmp_path: Path) -> None:
    """A Sentinel learns of the primary, keeps its file, and starts again with another password."""
    pod = Pod("sentinel", tmp_path)
    try:
        pod.run("store.sh", pod.store, "secret")
        sentinel = pod.run("sentinel.sh", pod.sentinel, None)
        assert sentinel.tell("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "umpire")[1] == b"%d" % pod.store
        eventually(lambda: flags_of(sentinel) == "master")
        file = (pod.folder / "sentinel.conf").read_text(encoding="utf-8")
        pod.running[-1].kill()
        pod.running[-1].wait(PATIENCE)
        pod.run("sentinel.sh", pod.sentinel, None)
        again = (pod.folder / "sentinel.conf").read_text(encoding="utf-8")
        assert file.count("sentinel monitor umpire") == again.count("sentinel monitor umpire") == 1
    finally:
        pod.end()


@pytest.mark.parametrize("overlay", SETTINGS)
def test_every_script_can_be_read(overlay: str, tmp_path: Path) -> None:
    """A shell reads every script, those that need a whole cluster included."""
    Pod(overlay, tmp_path)
    for script in tmp_path.glob("*.sh"):
        subprocess.run(["/bin/sh", "-n", script], check=True, timeout=PATIENCE)
