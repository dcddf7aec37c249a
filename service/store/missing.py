"""The problem of an encounter that the store does not have, in one wording for everything that asks for one."""

from service.errors import UnknownEncounter


def unknown_encounter(id: str, *remarks: str) -> UnknownEncounter:
    """Return the problem of an id; `remarks` are further sentences."""
    told = f"There is no encounter {id!r}; it was deleted, has expired, or never was."
    return UnknownEncounter(" ".join([told, *remarks]))
