"""A copy of the repository in an empty folder, its service, and a shell for the commands of its READMEs."""

import os
import re
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Final

from tests.encounters.live import PATIENT
from tests.node.tools import FOLDER, PACKAGES, PROGRAMS
from tests.patience import PATIENCE
from tests.shell import sh, unset

ROOT: Final = Path(__file__).resolve().parents[2]
NPM: Final = PROGRAMS.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
UMPIRE: Final = "import sys\nfrom service.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n"


@dataclass(frozen=True)
class Unpacked:
    """The copy, and a home folder beside it."""

    folder: Path
    home: Path

    def sh(self, commands: str, folder: Path | None = None, programs: Path | None = None) -> str:
        """Carry out commands in a shell, and return what they printed; all must end well."""
        found = [str(programs)] if programs else []
        environment = {**unset(), "PATH": os.pathsep.join([*found, str(self.home / "bin"), os.environ["PATH"]])}
        if programs is None:
            environment |= {"HOME": str(self.home), **_npm()}
        return sh(commands, folder or self.folder, environment)

    @contextmanager
    def run(self) -> Iterator[str]:
        """Give `make run`, on a free port; tell where the service is, and end it at last as Ctrl-C does."""
        with subprocess.Popen(
            ["/bin/sh", "-c", "exec make run"],
            cwd=self.folder,
            env={**unset(), "UMPIRE_PORT": "0", "UMPIRE_WORK_SECONDS": PATIENT, "UMPIRE_STORE_TIMEOUT": str(PATIENCE)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        ) as process:
            assert process.stdout is not None
            try:
                found = next(
                    filter(None, (re.search(r"http://127\.0\.0\.1:\d+", line) for line in process.stdout)), None
                )
                assert found, "make run ended without an address"
                yield found[0]
            finally:
                os.killpg(process.pid, signal.SIGINT)


def commands_of(page: Path) -> str:
    """Return the commands of a README, all of which stand in one block."""
    (block,) = re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return str(block)


def programs_of(page: Path, kind: str, address: str) -> list[str]:
    """Return the programs of a README, with the address at which the service is."""
    blocks = re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [block.replace("http://127.0.0.1:8000", address) for block in blocks]


def copied(folder: Path) -> Path:
    """Copy what git would keep."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    ignored = [line.strip("/") for line in lines if line and not line.startswith("#")]
    copytree(ROOT, folder / "umpire", ignore=ignore_patterns(".git", *ignored))
    return folder / "umpire"


def unpacked_in(folder: Path) -> Unpacked:
    """Copy the repository, with an environment of its own.

    Packages are not installed a second time, which would take a minute: the environment finds those of this one,
    and the modules of the copy before them.
    """
    copy = copied(folder)
    environment = copy / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True, timeout=PATIENCE)
    purelib = sysconfig.get_path("purelib", vars={"base": str(environment)})
    Path(purelib, "umpire.pth").write_text(f"{copy}\n{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    _program(environment / "bin" / "umpire", f"#!{environment}/bin/python\n{UMPIRE}")
    (copy / FOLDER.relative_to(ROOT) / PACKAGES.name).symlink_to(PACKAGES)
    (environment / "ok").touch()
    home = folder / "home"
    (home / "bin").mkdir(parents=True)
    _program(home / "bin" / "node", f'#!/bin/sh\nexec "{PROGRAMS}/node" "$@"\n')
    _program(home / "bin" / "npm", f'#!/bin/sh\nexec "{PROGRAMS}/node" "{NPM}" "$@"\n')
    return Unpacked(copy, home)


def empty_environment(folder: Path) -> Path:
    """Make an environment that has nothing but `pip`, which is that of the tests: installing it takes seconds."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True, timeout=PATIENCE)
    _program(folder / "bin" / "pip", f'#!/bin/sh\nexec "{sys.executable}" -m pip --python "{folder}/bin/python" "$@"\n')
    return folder


def _program(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def _npm() -> Mapping[str, str]:
    """Have npm keep its settings and its cache, whatever HOME is."""
    own, files = Path.home(), {"npm_config_userconfig": ".npmrc", "npm_config_cache": ".npm"}
    return {
        **{name: str(own / file) for name, file in files.items() if name not in os.environ},
        "npm_config_prefer_offline": "true",
        "npm_config_audit": "false",
        "npm_config_fund": "false",
        "npm_config_update_notifier": "false",
    }
