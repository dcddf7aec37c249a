"""Addresses: which operation a path leads to does not depend on what the ids in it are called."""

import re
from typing import Final

from service.api.rest.router import RestRouter
from service.app import registry

PARAMETER: Final = re.compile(r"\{\w+\}")
PATHS: Final = tuple(registry().paths)
WORDS: Final = sorted({part for path in PATHS for part in path.split("/")[2:] if part and "{" not in part} | {"0f"})
"""What ids may be called: as any part of any path, and as nothing else is called."""


PATTERNS: Final = [
    (path, re.compile(PARAMETER.sub("[^/]+", path.replace("{rule}", "\0")).replace("\0", ".+")))
    for path in sorted(PATHS, key=lambda path: (path.count("{rule}"), path.count("{")))
]
"""The paths with the fewest parameters first; the last part of a rule may be deep."""


def test_ids_may_be_called_as_other_paths_end() -> None:
    """An address leads to the first path with the fewest parameters that fits it, whatever its ids are called."""
    router = RestRouter(registry())
    addresses = {path: router._fixed.get(path) or router._match(PARAMETER.sub("0f", path))[0] for path in PATHS}
    assert None not in addresses.values()
    for path in PATHS:
        for word in WORDS:
            asked = PARAMETER.sub(word, path)
            nearest = next(each for each, pattern in PATTERNS if pattern.fullmatch(asked))
            assert (router._fixed.get(asked) or router._match(asked)[0]) is addresses[nearest], (asked, nearest)
