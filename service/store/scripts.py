"""Lua scripts: the store runs each one atomically; its text is sent only if the store has not cached it."""

from collections.abc import Sequence
from hashlib import sha1
from pathlib import Path
from typing import Any

from redis.exceptions import NoScriptError

from service.store.client.cluster import Cluster
from service.store.client.pipelines import Pipelines
from service.store.packing import Word


class Script:
    """A Lua script, which any client can run."""

    def __init__(self, text: str, *, is_long: bool = False) -> None:
        """Set the text of the script; `is_long`: its answer may be long, so it uses a separate connection."""
        self._text = text
        self._is_long = is_long
        self._name = sha1(text.encode(), usedforsecurity=False).hexdigest()

    @classmethod
    def named(cls, *names: str, is_long: bool = False) -> "Script":
        """Read a script from the Lua files of these names beside this module, the first of which define functions."""
        folder = Path(__file__).parent
        return cls("\n".join([(folder / f"{name}.lua").read_text(encoding="utf-8") for name in names]), is_long=is_long)

    async def __call__(self, redis: Pipelines | Cluster, keys: Sequence[str | bytes], *words: Word) -> Any:
        """Run the script with keys, which on a cluster share one hash tag, and with further arguments."""
        run: Any = redis.execute_separately if self._is_long else redis.execute_command
        try:
            return await run("EVALSHA", self._name, len(keys), *keys, *words)
        except NoScriptError:
            return await run("EVAL", self._text, len(keys), *keys, *words)
