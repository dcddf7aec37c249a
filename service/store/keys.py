"""Names of the keys and channels of an encounter, of a listing, and of the due-list of webhooks, by hash tag."""

from typing import Final

DUE_LISTS: Final = 8
"""The number of due-lists, so that on a cluster no single node has all of them."""


def channel_of(id: str) -> str:
    """Return the pub/sub channel on which an encounter's changes are published."""
    return f"umpire:{{{id}}}:live"


def keys_of(id: str) -> tuple[str, str]:
    """Return the keys of an encounter's hash and its log."""
    return f"umpire:{{{id}}}:encounter", f"umpire:{{{id}}}:log"


def listing_keys_of(id: str) -> tuple[str, str]:
    """Return the keys of a listing's hash and of its encounters."""
    return f"umpire:{{{id}}}:listing", f"umpire:{{{id}}}:listing:encounters"


def due_keys_of(number: int) -> tuple[str, str]:
    """Return the keys of a due-list and of its leases; lists are numbered from 0 to `DUE_LISTS` - 1."""
    return f"umpire:{{webhooks-{number}}}:due", f"umpire:{{webhooks-{number}}}:leases"


def due_list_of(id: str) -> int:
    """Return the number of the due-list that has the webhooks of an encounter."""
    return int(id[:4], 16) % DUE_LISTS
