"""Compression of stored documents: deflated if that saves space, with a size that can be read before inflating.

A packed document is `=` and the document itself, or `z`, its size in bytes as a decimal number, `:`, and the document
deflated (zlib). Lua reads the size of either form by `size_of` in `page.lua`.
"""

import zlib
from typing import Final

from service.errors import TooLargeToStore

LONGEST_PLAIN: Final = 256
PAGE_BYTES: Final = 4_000_000
"""Bytes of documents that one page holds at most, and so the size of the largest document that is stored."""

_PLAIN: Final = b"="
_DEFLATED: Final = b"z"
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


def unpacked(kept: bytes) -> bytes:
    """Return the document that `packed` has packed."""
    if kept[:1] == _PLAIN:
        return kept[1:]
    size, _, deflated = kept[1:].partition(b":")
    return zlib.decompress(deflated, bufsize=max(int(size), 1))
