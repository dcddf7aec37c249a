"""Dictionaries of Zstandard by family: what stored states, entries, situations and heads of a family have in common.

A file `<family>-<number>.zdict` never changes and is never deleted, because every document that was packed with it
needs it. The newest of a family is the one with the largest number; `python -m tests.dictionaries` makes it.
"""

import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from service.errors import UmpireError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_OPTIONS: Final[Mapping[int, int]] = {
    zstd.CompressionParameter.compression_level: 3,
    zstd.CompressionParameter.content_size_flag: 0,  # it stands before the frame
    zstd.CompressionParameter.checksum_flag: 0,
}
_SUFFIX: Final = ".zdict"


class UnknownDictionary(UmpireError, status=503, title="Unknown dictionary"):
    """A stored document was packed with a dictionary that this release does not have: a newer one has written it."""


def compressed_for(family: str, document: bytes) -> bytes:
    """Compress a document with the newest dictionary of a family; without one, if it has none."""
    return _compressor(family).compress(document, zstd.ZstdCompressor.FLUSH_FRAME)


def decompressed(frame: bytes, size: int) -> bytes:
    """Decompress the frame of a document that has so many bytes.

    Raises: UnknownDictionary.
    """
    number = zstd.get_frame_info(frame).dictionary_id
    if number and number not in _names():
        known = ", ".join(str(each) for each in sorted(_names()))
        raise UnknownDictionary(
            f"A stored document was packed with the dictionary {number}; this release has {known}. A newer release has "
            "written it: read it with that one."
        )
    return zstd.ZstdDecompressor(zstd_dict=_dictionary(number) if number else None).decompress(frame, max_length=size)


@cache
def _compressor(family: str) -> zstd.ZstdCompressor:
    """Return what compresses documents of a family."""
    found = [number for number, name in _names().items() if name == family]
    dictionary = _dictionary(max(found)).as_digested_dict if found else None
    return zstd.ZstdCompressor(options=_OPTIONS, zstd_dict=dictionary)


@cache
def _names() -> dict[int, str]:
    """Return the family of each dictionary by its number."""
    stems = [each.name.removesuffix(_SUFFIX) for each in files(__name__).iterdir() if each.name.endswith(_SUFFIX)]
    return {int(number): family for family, _, number in (stem.rpartition("-") for stem in stems)}


@cache
def _dictionary(number: int) -> zstd.ZstdDict:
    """Return a dictionary by its number."""
    return zstd.ZstdDict((files(__name__) / f"{_names()[number]}-{number}{_SUFFIX}").read_bytes())
