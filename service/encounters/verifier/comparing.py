"""What viewers were shown of an entry, beside the entry: they may have been shown less of it, but nothing else."""

import re
from typing import Any

from service.encounters.verifier.announcement_checks import same

HASH = re.compile(r"sha256:[0-9a-f]{64}")
OF_STEPS = ("rule", "actor", "label", "dice", "faces", "card", "source", "total")
RETOLD = ("reveal", "steps", "before", "after")
ALWAYS_SHOWN = ("version", "kind", "secret")
OF_SECRETS = (*ALWAYS_SHOWN, "reveal", "summary")


def is_part(shown: Any, whole: Any) -> bool:
    """Return whether a value is another, or that with parts left out: fields, items of lists, or all of it."""
    if shown is None:
        return True
    if isinstance(shown, dict) and isinstance(whole, dict):
        return all(name in whole and is_part(each, whole[name]) for name, each in shown.items())
    if isinstance(shown, list) and isinstance(whole, list):
        return in_order(shown, whole, is_part)
    return same(shown, whole)


def in_order(shown: Any, whole: Any, fits: Any) -> bool:
    """Return whether each item fits one of other items, in the same order."""
    rest = iter(whole)
    return all(any(fits(each, other) for other in rest) for each in shown)


def is_step(shown: Any, whole: Any) -> bool:
    """Return whether a step is another one, perhaps with another number and another sentence."""
    return all(same(shown[name], whole[name]) for name in OF_STEPS)


def agree(shown: Any, entry: Any) -> bool:
    """Return whether what viewers were shown is of the entry; of a secret they are shown nothing but that it is one."""
    told = {name: each for name, each in shown.items() if each not in (None, [], {})}
    if entry["secret"] is True:
        return shown["kind"] == "hidden" and shown["secret"] is True and all(name in OF_SECRETS for name in told)
    if not all(same(shown[name], entry[name]) for name in ALWAYS_SHOWN):
        return False
    if not all(is_part(each, entry.get(name)) for name, each in told.items() if name not in RETOLD):
        return False
    hashes = [told[name] for name in ("before", "after") if name in told]
    steps = in_order(told.get("steps", []), entry.get("steps") or [], is_step)
    return steps and all(isinstance(each, str) and HASH.fullmatch(each) for each in hashes)
