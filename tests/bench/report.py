"""docs/performance.md: what each section of the bench printed last, with the machine, the day and the commit."""

import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from shutil import which
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "performance.md"
HEAD: Final = """\
# Performance

`make bench` writes this page. `make bench SECTION` measures one section again, and replaces what stands below its
heading. Each section names the machine, the day and the commit. Servers are measured in turn in one run: compare only
numbers of one section, and trust ratios more than times. The bench is in `tests/bench/`.
"""


class Copied(StringIO):
    """Text that is kept and shown at once."""

    def write(self, text: str, /) -> int:
        """Keep text, and show it."""
        sys.__stdout__.write(text) if sys.__stdout__ else None
        return super().write(text)

    def flush(self) -> None:
        """Show what is not shown yet."""
        if sys.__stdout__:
            sys.__stdout__.flush()


@contextmanager
def kept(name: str, page: Path = PAGE) -> Iterator[None]:
    """Keep what is printed meanwhile as a section of the page."""
    copied = Copied()
    with redirect_stdout(copied):
        yield
    written = page.read_text(encoding="utf-8") if page.exists() else HEAD
    page.write_text(with_section(written, name, f"{_measured_at()}\n\n{copied.getvalue().strip()}"), encoding="utf-8")


def with_section(page: str, name: str, text: str) -> str:
    """Return the text of a page whose section of a name is replaced, or added at the end."""
    head, *sections = re.split(r"^## ", page, flags=re.MULTILINE)
    found = {each.partition("\n")[0]: each.partition("\n")[2] for each in sections} | {name: f"\n{text}\n"}
    return "\n".join([head.strip() + "\n", *(f"## {title}\n\n{body.strip()}\n" for title, body in found.items())])


def _measured_at() -> str:
    """Name the day, the commit, the machine, and how busy it was."""
    machine = f"{os.cpu_count()} × {_processor()}, {platform.system()}, Python {platform.python_version()}"
    return f"{datetime.now(UTC):%Y-%m-%d}, commit {_commit()}, {machine}. Load before: {os.getloadavg()[0]:.1f}."


def _commit() -> str:
    git, command = which("git"), ["describe", "--always", "--dirty"]
    said = subprocess.run([git, *command], cwd=ROOT, capture_output=True, check=False).stdout if git else b""
    return said.decode().strip() or "unknown"


def _processor() -> str:
    """The processor's name, as far as the system says it."""
    about = Path("/proc/cpuinfo")
    names = (
        re.findall(r"^model name\s*: (.*)$", about.read_text(encoding="utf-8"), re.MULTILINE) if about.exists() else []
    )
    return names[0] if names else platform.machine()
