"""SVG as text: elements whose attributes and texts are escaped, and numbers as short decimals."""

import unicodedata
from html import escape
from typing import Final

ELLIPSIS: Final = "…"
REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
ISOLATED: Final = "\N{FIRST STRONG ISOLATE}{}\N{POP DIRECTIONAL ISOLATE}"
"""A name inside a sentence: the direction in which it is written does not reach beyond it."""

SPACES: Final = "\t\n\r\x85\u2028\u2029"
UNPRINTABLE: Final = frozenset({"Cc", "Cs"})
"""Controls and halves of surrogate pairs; XML forbids most of them."""
NO_CHARACTER: Final = 0xFFFE
"""In each plane this number and the next are no characters."""
DIRECTING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that would turn the direction of the text around them."""


def plain_text(text: str) -> str:
    """Return a text that is safe inside a sentence: no controls, no line breaks, and nothing that turns directions."""
    if text.isascii() and text.isprintable():
        return text
    return "".join([_plain_character(each) for each in text if each not in DIRECTING])


def _plain_character(character: str) -> str:
    if character in SPACES:
        return " "
    is_none = ord(character) & NO_CHARACTER == NO_CHARACTER
    return REPLACEMENT if is_none or unicodedata.category(character) in UNPRINTABLE else character


def isolated(text: str) -> str:
    """Return a name as it stands inside a sentence."""
    plain = plain_text(text)
    return plain if plain.isascii() else ISOLATED.format(plain)


def shortened(text: str, most: int) -> str:
    """Return a text of at most so many characters, an ellipsis for what is left out included."""
    plain = plain_text(text).strip()
    return plain if len(plain) <= most else f"{plain[: most - 1].rstrip()}{ELLIPSIS}"


def element(name: str, *children: str, **attributes: str | None) -> str:
    """Write an element; `children` are markup, `data_hex` is the attribute data-hex, and None leaves one out."""
    written = "".join(
        [
            f' {key.rstrip("_").replace("_", "-")}="{escape(plain_text(value))}"'
            for key, value in attributes.items()
            if value is not None
        ]
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def text_of(plain: str) -> str:
    """Write a text as markup; what others wrote in it is plain already, isolated or shortened."""
    return escape(plain, quote=False)


def number(value: float) -> str:
    """Write a coordinate with at most two decimals."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written
