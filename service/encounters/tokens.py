"""Capability tokens: the referee token of an encounter allows to change it, the viewer token to watch it."""

from enum import StrEnum
from hashlib import sha256
from hmac import compare_digest

from service.encounters.encounter import Encounter
from service.errors import TokenMissing, TokenTooWeak, TokenUnknown


class Role(StrEnum):
    """The role that a token grants."""

    REFEREE = "referee"
    VIEWER = "viewer"


def hashed(token: str) -> bytes:
    """Return the hash that is stored of a token; 256 random bits need no salt."""
    return sha256(token.encode()).hexdigest().encode()


def token_hash_of(encounter: Encounter, role: Role) -> bytes:
    """Return the hash of an encounter's token of a role; empty if there is none."""
    return encounter.referee if role is Role.REFEREE else encounter.viewer


def rights_of(referee: bytes | None, viewer: bytes | None) -> bytes:
    """Return bytes made of the hashes of an encounter's tokens, which change whenever a token is replaced."""
    return b"%s %s" % (referee or b"", viewer or b"")


def is_current(rights: bytes, role: str, token_hash: str) -> bool:
    """Return whether a token of a role is still valid, by the rights of its encounter."""
    referee, viewer = rights.split(b" ")
    return compare_digest(token_hash.encode(), referee if role == Role.REFEREE else viewer)


def role_of(encounter: Encounter, token: str | None) -> Role:
    """Return the role that a token grants in an encounter.

    Raises: TokenMissing, if there is no token; TokenUnknown, if it is not one of this encounter's tokens.
    """
    if token is None:
        message = (
            "This needs a token of the encounter: `Authorization: Bearer TOKEN`, or in GraphQL the argument `token`."
        )
        raise TokenMissing(message)
    shown = hashed(token)
    if compare_digest(shown, encounter.referee):
        return Role.REFEREE
    if compare_digest(shown, encounter.viewer):
        return Role.VIEWER
    raise TokenUnknown("The token is not one of this encounter's tokens, or was replaced or revoked.")


def require_referee(encounter: Encounter, token: str | None) -> None:
    """Require the referee's token.

    Raises: TokenMissing, TokenUnknown; TokenTooWeak, if the token is the viewer's.
    """
    if role_of(encounter, token) is not Role.REFEREE:
        raise TokenTooWeak("The viewer token only allows reading; this needs the referee token.")
