"""Server-Sent Events, read from bytes as they come."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a stream: its kind, its id if it has one, and its data."""

    kind: str
    id: str | None
    data: str


class EventReader:
    """Reads the events of one connection; what is not yet whole waits for more bytes, and is lost with the connection.

    Lines end in LF, CR or CR LF; an event ends in an empty line. `retry` is the time after which the server wants to be
    asked again, in seconds, if it said so.
    """

    def __init__(self) -> None:
        self.retry: float | None = None
        self._rest = b""
        self._fields: dict[str, str] = {}
        self._data: list[str] = []

    def read(self, chunk: bytes) -> list[Event]:
        """Return the events that are whole now."""
        text = self._rest + chunk
        held = b"\r" if text.endswith(b"\r") else b""  # its LF may come with the next bytes
        lines = text.removesuffix(held).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._rest = lines.pop() + held
        events = [self._take(line.decode("utf-8", "replace")) for line in lines]
        return [event for event in events if event is not None]

    def _take(self, line: str) -> Event | None:
        """Take one line; return the event that it ends."""
        if not line:
            return self._end()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "retry" and value.isdecimal():
            self.retry = int(value) / 1000
        elif name:
            self._fields[name] = value
        return None

    def _end(self) -> Event | None:
        fields, data = self._fields, self._data
        self._fields, self._data = {}, []
        if not data:
            return None
        return Event(fields.get("event", "message"), fields.get("id"), "\n".join(data))
