"""Names of the keys and channels of an encounter, all under one hash tag."""


def channel_of(id: str) -> str:
    """Return the pub/sub channel on which an encounter's changes are published."""
    return f"umpire:{{{id}}}:live"


def keys_of(id: str) -> tuple[str, str]:
    """Return the keys of an encounter's hash and its log."""
    return f"umpire:{{{id}}}:encounter", f"umpire:{{{id}}}:log"
