"""Names of the keys and channels of an encounter, a listing, a campaign, of due-lists, and of the signing key."""

from typing import Final

DUE_LISTS: Final = 8
"""The number of due-lists of a kind, so that on a cluster no single node has all of them."""

SIGNING_KEY: Final = "umpire:signing-key"
"""The key that signs heads, unless it is in a file."""

WEBHOOKS: Final = "webhooks"
CAMPAIGNS: Final = "campaigns"
"""The kinds of due-lists."""

PLAYERS: Final = "umpire:{campaigns-players}"
"""The hash of the gatherers that play campaigns now."""


def channel_of(id: str) -> str:
    """Return the pub/sub channel on which an encounter's changes are published."""
    return f"umpire:{{{id}}}:live"


def keys_of(id: str) -> tuple[str, str]:
    """Return the keys of an encounter's hash and its log."""
    return f"umpire:{{{id}}}:encounter", f"umpire:{{{id}}}:log"


def listing_keys_of(id: str) -> tuple[str, str, str]:
    """Return the keys of a listing's hash, of its encounters, and of its campaigns."""
    tag = f"umpire:{{{id}}}:listing"
    return tag, f"{tag}:encounters", f"{tag}:campaigns"


def campaign_keys_of(id: str) -> tuple[str, str, str]:
    """Return the keys of a campaign's hash, of what is counted of its cells, and of what is told of them."""
    tag = f"umpire:{{campaign-{id}}}"
    return f"{tag}:campaign", f"{tag}:cells", f"{tag}:told"


def campaign_channel_of(id: str) -> str:
    """Return the pub/sub channel on which a campaign's checkpoints are published."""
    return f"umpire:{{campaign-{id}}}:live"


def due_keys_of(number: int, kind: str = WEBHOOKS) -> tuple[str, str]:
    """Return the keys of a due-list and of its leases; lists are numbered from 0 to `DUE_LISTS` - 1."""
    return f"umpire:{{{kind}-{number}}}:due", f"umpire:{{{kind}-{number}}}:leases"


def due_list_of(id: str) -> int:
    """Return the number of the due-list that has the webhooks of an encounter, or a campaign."""
    return int(id[:4], 16) % DUE_LISTS
