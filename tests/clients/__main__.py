"""`make clients`: write what is generated of the clients and of the console's scripts."""

from tests.clients import made
from tests.clients.python import generated
from tests.node import tools

made.write(tools.installed())
generated.write()
