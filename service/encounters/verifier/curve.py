"""Ed25519 signatures (RFC 8032), verification only."""

from hashlib import sha512
from importlib import import_module

KEY_BYTES = 32
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]
ZERO: Point = (0, 1, 1, 0)


class NoPoint(Exception):
    """Some bytes are no point of the curve."""


def point(raw: bytes) -> Point:
    """Read a point of the curve.

    Raises: NoPoint.
    """
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        raise NoPoint
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * ROOT % P
    if (x * x - xx) % P or (x == 0 and sign):
        raise NoPoint
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def add(a: Point, b: Point) -> Point:
    """Add two points."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    i, j, k, m = f - e, h - g, h + g, f + e
    return i * j % P, k * m % P, j * k % P, i * m % P


def times(s: int, a: Point) -> Point:
    """Multiply a point."""
    total = ZERO
    while s:
        if s & 1:
            total = add(total, a)
        a, s = add(a, a), s >> 1
    return total


def equal(a: Point, b: Point) -> bool:
    """Return whether two points are the same."""
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def slow_ed25519(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether a signature is that of a message."""
    s = int.from_bytes(signature[32:], "little")
    try:
        a, r = point(public), point(signature[:32])
    except NoPoint:
        return False
    h = int.from_bytes(sha512(signature[:32] + public + message).digest(), "little") % L
    return s < L and equal(times(s, BASE), add(r, times(h, a)))


def ed25519(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether a signature is that of a message, by PyNaCl if it is there."""
    try:
        signing, exceptions = import_module("nacl.signing"), import_module("nacl.exceptions")
    except ImportError:
        return slow_ed25519(public, message, signature)
    try:
        signing.VerifyKey(public).verify(message, signature)
    except exceptions.BadSignatureError:
        return False
    return True


def is_good_key(public: bytes) -> bool:
    """Return whether some bytes are a public key; one of small order is none, since anything would be signed by it."""
    try:
        return len(public) == KEY_BYTES and not equal(times(8, point(public)), ZERO)
    except NoPoint:
        return False
