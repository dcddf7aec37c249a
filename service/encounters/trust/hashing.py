"""Hash inputs: texts of lines, so that no two of them are equal by accident and anybody can write them again.

A text is the line `umpire:<label>:1`, then one line for each field, each ended by a line feed. Numbers are decimal, 32
bytes are 64 lower-case hexadecimal digits. `H(label, a, b)` is SHA-256 of such a text, `M(key, label, a, b)` is
HMAC-SHA256 of it under the bytes of a key, both in hexadecimal.
"""

from hashlib import sha256
from typing import Final

SHA256_BLOCK: Final = 64
_INNER: Final = bytes([byte ^ 0x36 for byte in range(256)])
_OUTER: Final = bytes([byte ^ 0x5C for byte in range(256)])
"""What HMAC adds to the bytes of a key (RFC 2104), as tables of `bytes.translate`."""


def text(label: str, *fields: object) -> bytes:
    """Return the text of a hash input."""
    return "".join([f"umpire:{label}:1\n", *[f"{each}\n" for each in fields]]).encode()


def digest(label: str, *fields: object, tail: bytes = b"") -> str:
    """Return the SHA-256 of a hash input; long bytes follow it bare."""
    return sha256(text(label, *fields) + tail).hexdigest()


def keyed(key: bytes, label: str, *fields: object) -> bytes:
    """Return the HMAC-SHA256 of a hash input under a key of at most 64 bytes (RFC 2104).

    It is made of two hashes: `hmac.digest` looks its algorithm up at each call, which took 30 us more of an act.
    """
    block = key.ljust(SHA256_BLOCK, b"\0")
    inner = sha256(block.translate(_INNER) + text(label, *fields)).digest()
    return sha256(block.translate(_OUTER) + inner).digest()
