"""Lua scripts: the store runs each as one step, and is sent its text only when it does not know it."""

from collections.abc import Sequence
from hashlib import sha1
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import NoScriptError

Word = bytes | str | int


class Script:
    """One script; any client may run it."""

    def __init__(self, text: str) -> None:
        """Take its text."""
        self._text = text
        self._name = sha1(text.encode(), usedforsecurity=False).hexdigest()

    @classmethod
    def beside(cls, place: str, name: str) -> "Script":
        """Read the script of a name from beside a source file."""
        return cls(Path(place).with_name(f"{name}.lua").read_text(encoding="utf-8"))

    async def __call__(self, redis: Redis, keys: Sequence[str | bytes], *words: Word) -> Any:
        """Run it with keys, which have one hash tag, and with further words."""
        run: Any = redis.execute_command
        try:
            return await run("EVALSHA", self._name, len(keys), *keys, *words)
        except NoScriptError:
            return await run("EVAL", self._text, len(keys), *keys, *words)
