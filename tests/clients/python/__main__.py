"""Writes what is generated in clients/python: `python -m tests.clients.python`."""

from tests.clients.python.generated import write

write()
