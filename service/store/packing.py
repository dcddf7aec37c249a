"""Compression of stored documents: Zstandard with a dictionary by family, and a size that is read before expanding.

A packed document is `=` and the document itself, or `s`, its size in bytes as a decimal number, `:`, and a Zstandard
frame, whose head names its dictionary. Older releases wrote `z` instead of `s`, and deflated the document (zlib), or
`d`, if another document, which has to be known to inflate it, was the dictionary; both are read.
Lua reads the size of each form by `size_of` in `page.lua`.
"""

import zlib
from typing import Final

from service.errors import TooLargeToStore
from service.store.dictionaries import compressed_for, decompressed

Word = bytes | str | int
"""What the store takes as the value of a field, or as the argument of a script."""

LONGEST_PLAIN: Final = 256
PAGE_BYTES: Final = 4_000_000
"""Bytes of documents that one page holds at most, and so the size of the largest document that is stored."""

_PLAIN: Final = b"="
COMPRESSED: Final = b"s"
_BESIDE: Final = b"d"
"""The form of older releases that needs another document."""


def packed(document: bytes, family: str = "") -> bytes:
    """Pack a document in the form in which it is stored, with the dictionary of a family if it is one of its answers.

    Even a short document is compressed then: the dictionary knows most of it.
    """
    if not document or (not family and len(document) <= LONGEST_PLAIN):
        return _PLAIN + document
    return b"%s%d:%s" % (COMPRESSED, len(document), compressed_for(family, document))


def packed_for_a_page(document: bytes, what: str, family: str = "") -> bytes:
    """Pack a document that has to fit on one page; `what` names the document at the start of the error message.

    Raises: TooLargeToStore.
    """
    require_room(document, what)
    return packed(document, family)


def require_room(document: bytes, what: str) -> None:
    """Refuse a document that does not fit on one page; `what` names it at the start of the error message.

    Raises: TooLargeToStore.
    """
    if len(document) > PAGE_BYTES:
        message = f"{what} would have {len(document)} bytes; at most {PAGE_BYTES} are stored. Ask for less at once."
        raise TooLargeToStore(message)


def unpacked(kept: bytes, other: bytes = b"") -> bytes:
    """Return the document that was packed; `other` is the one beside which an older release packed it.

    Raises: UnknownDictionary.
    """
    if kept[:1] == _PLAIN:
        return kept[1:]
    size, _, compressed = kept[1:].partition(b":")
    if kept[:1] == COMPRESSED:
        return decompressed(compressed, int(size))
    if kept[:1] == _BESIDE:
        return zlib.decompressobj(zdict=other).decompress(compressed)
    return zlib.decompress(compressed, bufsize=max(int(size), 1))
