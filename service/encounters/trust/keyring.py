"""The keys that sign heads: current, retired and revoked; from a file, or else one that the store keeps.

A file has one key on each line: 64 hexadecimal digits, the secret bytes, and after a space `retired` or `revoked` if it
signs no more. The first line is the current key. A key that was used once stays in the file for good, so that what it
has signed can be checked.
"""

import base64
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field

from service.encounters.trust.heads import head_text, key_id, signed
from service.encounters.trust.signing import Signer
from service.wire import record

USUAL_ORIGIN: Final = "localhost"
_LINE: Final = re.compile(r"([0-9a-f]{64})(?: (retired|revoked))?")


class KeyStatus(StrEnum):
    """Whether a key signs, has signed, or is no longer to be trusted."""

    CURRENT = "current"
    RETIRED = "retired"
    REVOKED = "revoked"


class KeyPlace(StrEnum):
    """Where the current key is kept: whoever can read the store can sign with one that is kept there."""

    FILE = "file"
    STORE = "store"


@record
class PublicKey:
    """A public key as JSON Web Key."""

    kty: Annotated[Literal["OKP"], Field(description="The type of key.")]
    crv: Annotated[Literal["Ed25519"], Field(description="The curve.")]
    use: Annotated[Literal["sig"], Field(description="What it is for: signatures.")]
    kid: Annotated[str, Field(description="The four bytes by which signature lines name it, in hexadecimal.")]
    x: Annotated[str, Field(description="The key, 32 bytes in base64url.")]
    status: Annotated[KeyStatus, Field(description="current: signs; retired: has signed; revoked: may be stolen.")]


@record
class KeyDocument:
    """The public keys of a service, as a JWK Set."""

    origin: Annotated[str, Field(description="The name that the service signs as.")]
    keys: Annotated[tuple[PublicKey, ...], Field(description="The current key first, then all earlier ones.")]
    notes: Annotated[tuple[str, ...], Field(description="The list of keys as a note, signed by all but revoked keys.")]
    kept: Annotated[KeyPlace, Field(description="Where the current key is kept: in a file, or in the store.")]


class KeysUnreadable(ValueError):
    """The file of keys is not as it has to be."""


@dataclass(frozen=True, slots=True)
class Keyring:
    """The keys of a service, the current one first, and the name that it signs as."""

    origin: str
    signers: tuple[tuple[Signer, KeyStatus], ...]
    kept: KeyPlace

    @property
    def current(self) -> Signer:
        """The key that signs."""
        return self.signers[0][0]

    def note(self, text: str) -> str:
        """Sign a text that ends with a line feed as a note."""
        return signed(text, self.origin, [self.current])

    def head(self, id: str, version: int, *, secret: bytes, draw: int, parts: tuple[bytes, bytes, str]) -> str:
        """Sign the head of an entry; `parts` are those of `head_text`."""
        return self.note(head_text(self.origin, id, version, secret=secret, draw=draw, parts=parts))

    def document(self) -> KeyDocument:
        """Return what everybody may know of the keys."""
        keys = "".join([f"key {signer.public.hex()}\n" for signer, _ in self.signers])
        trusted = [signer for signer, status in self.signers if status is not KeyStatus.REVOKED]
        return KeyDocument(
            origin=self.origin,
            keys=tuple([_public(self.origin, *each) for each in self.signers]),
            notes=(signed(f"umpire/keys/1\n{self.origin}\n{keys}", self.origin, trusted),),
            kept=self.kept,
        )


def _public(origin: str, signer: Signer, status: KeyStatus) -> PublicKey:
    x = base64.urlsafe_b64encode(signer.public).rstrip(b"=").decode()
    kid = key_id(origin, signer.public).hex()
    return PublicKey(kty="OKP", crv="Ed25519", use="sig", kid=kid, x=x, status=status)


def keyring_in(path: Path, origin: str) -> Keyring:
    """Read the keys of a file.

    Raises: KeysUnreadable, naming the line that is not as it has to be, and quoting nothing of it.
    """
    signers: list[tuple[Signer, KeyStatus]] = []
    for number, line in enumerate(path.read_text(encoding="ascii", errors="replace").splitlines(), 1):
        match = _LINE.fullmatch(line.strip())
        status = KeyStatus((match[2] if match else None) or KeyStatus.CURRENT)
        if match is None or (status is KeyStatus.CURRENT) is not (number == 1):
            wanted = "64 digits 0-9 and a-f; every line but the first ends with `retired` or `revoked`"
            message = f"Line {number} of the file of signing keys {path} is no key: {wanted}."
            raise KeysUnreadable(message)
        signers.append((Signer(bytes.fromhex(match[1])), status))
    if not signers:
        message = f"The file of signing keys {path} contains no key."
        raise KeysUnreadable(message)
    return Keyring(origin, tuple(signers), KeyPlace.FILE)
