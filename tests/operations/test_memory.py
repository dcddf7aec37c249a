"""Memory that was freed goes back to the system, although smaller blocks that are kept stand beside it."""

import platform
import subprocess
import sys
from typing import Final

GROWTH: Final = """
from resource import getpagesize
from service.operations.work.memory import give_back, map_large_blocks

def resident():
    with open("/proc/self/statm") as pages:
        return int(pages.read().split()[1]) * getpagesize()

def filled(size):
    return b"x" * size

{first}
filled(24 * 2**20)  # once freed, the C library no longer maps blocks of this size by itself
before = resident()
blocks = [filled(size) for _ in range(16) for size in (2**20, 100 * 2**10)]
del blocks[::2]
{last}
print(resident() - before)
"""
KEPT: Final = 16 * 100 * 2**10
FREED: Final = 16 * 2**20


def grown(first: str = "", last: str = "") -> int:
    """Return by how many bytes a process grew that has freed sixteen blocks of a MiB and kept smaller ones."""
    code = GROWTH.format(first=first, last=last)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(ran.stdout)


def test_large_blocks_go_back_when_they_are_freed() -> None:
    """With the C library of most Linux systems; other systems have no such setting, and nothing is done there."""
    if platform.libc_ver()[0] == "glibc":
        assert grown() > FREED / 2
        assert grown(first="map_large_blocks()") < FREED / 2


def test_a_process_gives_back_what_it_does_not_need() -> None:
    """After a large body, for blocks that were made before."""
    if platform.libc_ver()[0] == "glibc":
        assert grown(last="give_back()") < KEPT + FREED / 4
