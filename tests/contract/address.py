"""Where the service under test will be: Schemathesis wants to know before it is started."""

import socket
from typing import Final


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


PORT: Final = _free_port()
ADDRESS: Final = f"http://127.0.0.1:{PORT}"
