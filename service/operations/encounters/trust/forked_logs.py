"""Forks: what a log says of where it was forked from, and what that leaves open."""

from collections.abc import Mapping
from typing import Any


def fork_in(entry: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what a first entry says of the encounter that it was forked from, if it says it in the right form."""
    fork = entry.get("forked_from")
    if not isinstance(fork, Mapping) or {*fork} != {"encounter", "version"}:
        return None
    return fork if isinstance(fork["encounter"], str) and isinstance(fork["version"], int) else None


def forked_by(fork: Mapping[str, Any] | None) -> str:
    """Return the sentence on where a fork comes from; empty for no fork."""
    return "" if fork is None else f" The log is a fork: forked from {fork['encounter']} at version {fork['version']}."


def doubts_of(fork: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Return what is not proved of a fork; nothing for no fork."""
    unseen = "what was before the fork, and that there was no other fork, of which a referee can make many"
    return () if fork is None else (unseen,)
