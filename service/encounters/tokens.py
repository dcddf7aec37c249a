"""Capability tokens: who holds an encounter's referee token may change it, who holds its viewer token may watch it."""

import secrets
from enum import StrEnum
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from service.encounters.model import Encounter
from service.errors import TokenMissing, TokenTooWeak, TokenUnknown

LONGEST_TOKEN: Final = 128


class Role(StrEnum):
    """What a token lets its holder do."""

    REFEREE = "referee"
    VIEWER = "viewer"


def new_token() -> str:
    """Return 256 fresh bits as text."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> bytes:
    """Return what the store keeps of a token; 256 random bits need no salt."""
    return sha256(token.encode()).hexdigest().encode()


def rights_of(referee: bytes | None, viewer: bytes | None) -> bytes:
    """Return bytes that are others as soon as another token of an encounter counts, of the hashes of its tokens."""
    return b"%s %s" % (referee or b"", viewer or b"")


def role_of(encounter: Encounter, token: str | None) -> Role:
    """Return what a token lets its holder do with an encounter.

    Raises: TokenMissing, if there is none; TokenUnknown, if it is not one of this encounter's.
    """
    if token is None:
        raise TokenMissing("This needs one of the encounter's tokens, sent as `Authorization: Bearer <token>`.")
    shown = hashed(token)
    if compare_digest(shown, encounter.referee):
        return Role.REFEREE
    if compare_digest(shown, encounter.viewer):
        return Role.VIEWER
    raise TokenUnknown("The token is not one of this encounter's, or has been revoked.")


def require_referee(encounter: Encounter, token: str | None) -> None:
    """Let only the referee pass.

    Raises: TokenMissing, TokenUnknown; TokenTooWeak, if the token is the viewer's.
    """
    if role_of(encounter, token) is not Role.REFEREE:
        raise TokenTooWeak("The viewer's token lets its holder watch; this needs the referee's.")
