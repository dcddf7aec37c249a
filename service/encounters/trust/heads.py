"""Heads: a signed note for each entry of a log, in a chain, so that a log cannot be changed without being noticed.

A head contains the version, the number and the commitment of the next draw, the hashes of the entry and of what viewers
were shown of it, the promise, and the hash of the head before. Everybody who keeps a head can notice that a log was
rewritten. It is a C2SP signed note: a text, a blank line, and lines of signatures. `hashing.py` in this folder has
the form of hash inputs; with S the encounter's secret, v a version, and Z = M(S, salt-key, id):

    salt           z_v = M(Z, salt, id, v)
    full           H(entry, id, v, z_v) with the bytes of the entry as they are stored
    shown          H(shown, id, v) with the bytes of what viewers are shown of it

Nobody can find a hidden number by trying all values against `full`, because the salt is of a key of its own.
"""

import base64
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final

from service.encounters.trust.draws import commit_of as commitment_to
from service.encounters.trust.draws import dice_key, opening_of, promise_of
from service.encounters.trust.hashing import digest, keyed
from service.encounters.trust.signing import Signer

GENESIS: Final = "0" * 64
"""What the first head of a log names as the head before, if the encounter is no fork."""

ED25519: Final = b"\x01"
CODE_BYTES: Final = 13
CODE_LETTERS: Final = 20


@lru_cache(maxsize=64)
def key_id(origin: str, public: bytes) -> bytes:
    """Return the four bytes by which a signature line names its key."""
    return sha256(origin.encode() + b"\n" + ED25519 + public).digest()[:4]


def signed(text: str, origin: str, signers: Iterable[Signer]) -> str:
    """Return a text that ends with a line feed as a note, with one signature line for each signer."""
    message = text.encode()
    lines = [base64.b64encode(key_id(origin, each.public) + each.sign(message)).decode() for each in signers]
    return "\n".join([text, *[f"\N{EM DASH} {origin} {line}" for line in lines], ""])


@lru_cache(maxsize=4096)
def head_hash(note: str) -> str:
    """Return the hash of a head, by which the next one names it: SHA-256 of its text above the blank line."""
    text, _, _ = note.rpartition("\n\n")
    return sha256(f"{text}\n".encode()).hexdigest()


def table_code(note: str) -> str:
    """Return the first 100 bits of a head's hash as five groups of four letters, for people to read out."""
    letters = base64.b32encode(bytes.fromhex(head_hash(note))[:CODE_BYTES]).decode()[:CODE_LETTERS]
    return "-".join([letters[at : at + 4] for at in range(0, CODE_LETTERS, 4)])


@lru_cache(maxsize=4096)
def salt_key(secret: bytes, id: str) -> bytes:
    """Return the key of all salts of an encounter."""
    return keyed(secret, "salt-key", id)


def salt_of(key: bytes, id: str, version: int) -> str:
    """Return the salt of an entry."""
    return keyed(key, "salt", id, version).hex()


def full_of(id: str, version: int, salt: str, entry: bytes) -> str:
    """Return the hash of an entry."""
    return digest("entry", id, version, salt, tail=entry)


def shown_of(id: str, version: int, shown: bytes) -> str:
    """Return the hash of what viewers are shown of an entry."""
    return digest("shown", id, version, tail=shown)


def head_text(origin: str, id: str, version: int, *, secret: bytes, draw: int, parts: tuple[bytes, bytes, str]) -> str:
    """Return the text of a head; `parts` are the entry, what viewers are shown, and the hash of the head before."""
    entry, shown, prev = parts
    key = dice_key(secret, id)
    commit = commitment_to(id, draw, opening_of(key, id, draw))
    full = full_of(id, version, salt_of(salt_key(secret, id), id, version), entry)
    return (
        f"umpire/head/1\n{origin}\n{id}\nversion {version}\ndraw {draw}\ncommit {commit}\nfull {full}\n"
        f"shown {shown_of(id, version, shown)}\npromise {promise_of(id, key)}\nprev {prev}\n"
    )
