"""The keys that the service knows, from a variable and from a file that is read again when it has changed."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import structlog

from service.settings.access.allowances import Allowances
from service.settings.access.api_keys import ApiKey, KeyLineWrong, digest_of, keys_in
from service.settings.access.scopes import key_name

CHECK_SECONDS: Final = 1.0
VARIABLE: Final = "UMPIRE_API_KEYS"

log = structlog.get_logger("umpire.access")


class KeyRing:
    """The known keys; of a file that is wrong or gone, those that were read before stay valid, and the log says so."""

    def __init__(
        self,
        text: str | None = None,
        file: Path | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read the keys of a text, in lines or with semicolons between them, and of a file.

        Raises: KeyLineWrong, naming the line; OSError, if the file cannot be read.
        """
        self._given = keys_in((text or "").replace(";", "\n").splitlines(), VARIABLE)
        self._file = file
        self._clock = clock
        self._seen: tuple[int, ...] | None = None
        self._checked_at = clock()
        self._by_digest: dict[str, ApiKey] = {}
        self._by_name: dict[str, ApiKey] = {}
        self._allowances: dict[str, Allowances] = {}
        self._read()

    @property
    def is_used(self) -> bool:
        """Whether there are keys, or may be at some time."""
        return bool(self._given) or self._file is not None

    @property
    def keys(self) -> list[ApiKey]:
        """All keys, also those that have expired."""
        self._refresh()
        return list(self._by_name.values())

    def find(self, key: str) -> ApiKey | None:
        """Return what is known of a key, unless it has expired.

        The hash is looked up, so the time that it takes says nothing about how near a guess was.
        """
        self._refresh()
        found = self._by_digest.get(digest_of(key))
        return found if found is not None and found.counts() else None

    def allowances(self, caller: str, usual: Allowances) -> Allowances:
        """Return the quotas of a caller: those of its key where it has its own, else the usual ones.

        The usual ones are the same each time.
        """
        name = key_name(caller)
        if name is None:
            return usual
        known = self._allowances.get(caller)
        if known is None:
            found = self._by_name.get(name)
            known = self._allowances[caller] = usual if found is None else usual.with_own(found.own)
        return known

    def _refresh(self) -> None:
        """Read the file again if it has changed; it is looked at once a second at most."""
        now = self._clock()
        if self._file is None or now < self._checked_at + CHECK_SECONDS:
            return
        self._checked_at = now
        try:
            self._read()
        except (KeyLineWrong, OSError) as error:
            log.warning("api keys not read again", reason=str(error))

    def _read(self) -> None:
        found = list(self._given)
        if self._file is not None:
            about = self._file.stat()
            seen = (about.st_mtime_ns, about.st_size, about.st_ino)
            if seen == self._seen:
                return
            self._seen = seen
            lines = self._file.read_text(encoding="utf-8").splitlines()
            found += keys_in(lines, str(self._file))
        self._by_name = {each.name: each for each in found}
        self._by_digest = {each.digest: each for each in found}
        self._allowances = {}
