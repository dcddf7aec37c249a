"""Where the service under test will be: Schemathesis wants to know before it is started."""

from typing import Final

from tests.encounters.nodes import free_ports

PORTS: Final = range(21_000, 32_000)
"""Ports that no other tests take between the import of this module and the start of the service."""

PORT: Final = free_ports(1, PORTS)[0]
ADDRESS: Final = f"http://127.0.0.1:{PORT}"
