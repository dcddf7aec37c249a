"""Compression of stored documents: deflated if that saves space, with a size that can be read before inflating.

A packed document is `=` and the document itself, or `z`, its size in bytes as a decimal number, `:`, and the document
deflated (zlib). It is `d` instead of `z` if another document, which has to be known to inflate it, is the dictionary.
Lua reads the size of each form by `size_of` in `page.lua`.
"""

import zlib
from typing import Final

from service.errors import TooLargeToStore

Word = bytes | str | int
"""What the store takes as the value of a field, or as the argument of a script."""

LONGEST_PLAIN: Final = 256
PAGE_BYTES: Final = 4_000_000
"""Bytes of documents that one page holds at most, and so the size of the largest document that is stored."""

_PLAIN: Final = b"="
_DEFLATED: Final = b"z"
_BESIDE: Final = b"d"
_LEVEL: Final = 1


def packed(document: bytes) -> bytes:
    """Pack a document in the form in which it is stored."""
    if len(document) <= LONGEST_PLAIN:
        return _PLAIN + document
    return b"%s%d:%s" % (_DEFLATED, len(document), zlib.compress(document, _LEVEL))


def packed_for_a_page(document: bytes, what: str) -> bytes:
    """Pack a document that has to fit on one page; `what` names the document at the start of the error message.

    Raises: TooLargeToStore.
    """
    require_room(document, what)
    return packed(document)


def require_room(document: bytes, what: str) -> None:
    """Refuse a document that does not fit on one page; `what` names it at the start of the error message.

    Raises: TooLargeToStore.
    """
    if len(document) > PAGE_BYTES:
        message = f"{what} would have {len(document)} bytes; at most {PAGE_BYTES} are stored. Ask for less at once."
        raise TooLargeToStore(message)


def packed_beside(document: bytes, other: bytes) -> bytes:
    """Pack a document that has most words in common with another, which is kept, too."""
    if not other or len(document) <= LONGEST_PLAIN:
        return packed(document)
    deflating = zlib.compressobj(_LEVEL, zdict=other)
    return b"%s%d:%s" % (_BESIDE, len(document), deflating.compress(document) + deflating.flush())


def unpacked(kept: bytes, other: bytes = b"") -> bytes:
    """Return the document that was packed; `other` is the one that `packed_beside` has packed it beside."""
    if kept[:1] == _PLAIN:
        return kept[1:]
    size, _, deflated = kept[1:].partition(b":")
    if kept[:1] == _BESIDE:
        return zlib.decompressobj(zdict=other).decompress(deflated)
    return zlib.decompress(deflated, bufsize=max(int(size), 1))
