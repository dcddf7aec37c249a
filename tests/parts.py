"""`make test-all`: everything, in parts that can be run alone and resumed.

`python -m tests.parts` runs each part that has not passed on the files as they are now; `python -m tests.parts NAME …`
runs these parts, whether they have passed or not. What has passed is kept in .parts.json.
"""

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import which
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
KEPT: Final = ROOT / ".parts.json"
PYTEST: Final = (sys.executable, "-m", "pytest", "--dist", "worksteal")
TRIED: Final = (sys.executable, "-m", "tests.long")
MEASURED: Final = ("tests/rules", "tests/dice")
"""The folders of tests under the coverage gate."""
GATE: Final = (
    "--cov=service.rules",
    "--cov=service.dice",
    "--cov-report=term-missing:skip-covered",
    "--cov-fail-under=100",
)
SMALL: Final = ("coverage",)
"""The parts that try as few examples as `make test`: to trace more takes minutes, and reaches no other branch."""
FOLDERS: Final[Mapping[str, Sequence[str]]] = {
    "rules": ("rules", "dice"),
    "contract": ("contract", "wire", "golden", "verifier"),
    "browsers": ("clients", "console", "newcomer", "pages", "plugins"),
    "service": (
        "access",
        "api",
        "architecture",
        "assistants",
        "campaigns",
        "catalogue",
        "deploy",
        "encounters",
        "forecasts",
        "operations",
        "release",
    ),
}
"""The folders whose long tests make a part; `quick` runs their other tests, with more examples than `make test`."""
PARTS: Final[Mapping[str, Sequence[str]]] = {
    "quick": ("make", "test"),
    "coverage": (*PYTEST, "-n", "2", "-m", "not long and not untraced", *GATE, *MEASURED),
    **{name: (*PYTEST, "-n", "4", "-m", "long", *(f"tests/{each}" for each in them)) for name, them in FOLDERS.items()},
    "image": (*TRIED, "image"),
    "generators": (*TRIED, "generators"),
    "overload": (*TRIED, "overload"),
    "rolling": (*TRIED, "rolling"),
    "kills": (*TRIED, "kills"),
    "campaigns": (*TRIED, "campaigns"),
    "outsider": (*TRIED, "outsider"),
    "fuzz": (*TRIED, "fuzz"),
}
"""What each part runs, the shortest first; the last five take from five minutes to some hours each."""


def main(names: Sequence[str]) -> int:
    """Run the parts that are named, or all that have not passed yet; stop at the first that fails."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        raise SystemExit(f"There are no parts {', '.join(unknown)}; there are {', '.join(PARTS)}.")
    files = state_of_files()
    for name in names or PARTS:
        if not names and passed().get(name) == files:
            print(f"{name}: passed already")
            continue
        began = time.monotonic()
        ring = {"UMPIRE_RING": "" if name in SMALL else "long"}
        status = subprocess.run(PARTS[name], cwd=ROOT, env={**os.environ, **ring}, check=False).returncode
        print(f"{name}: {'failed' if status else 'passed'} after {time.monotonic() - began:.0f} s", flush=True)
        if status:
            return status
        KEPT.write_text(json.dumps({**passed(), name: files}), encoding="utf-8")
    return 0


def passed() -> dict[str, str]:
    """Return the parts that have passed, and on which files."""
    kept: dict[str, str] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return kept


def state_of_files() -> str:
    """Return a hash of all files that git knows or would add; without git, parts are never taken as passed."""
    git = which("git")
    command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"] if git else []
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout if git else os.urandom(16)
    whole = hashlib.sha256(listed)
    for name in filter(None, listed.decode(errors="replace").split("\0")):
        path = ROOT / name
        whole.update(hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b"")
    return whole.hexdigest()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
