"""Writes the client for coroutines from the one that blocks: the same words, with async and await."""

import re
from typing import Final

HEAD: Final = '"""The client for coroutines: each call is awaited. Generated from client.py by `make clients`."""\n'
RENAMED: Final = (
    (r"(?<![\w.])(Umpire|(?:Created)?Encounter|(?:Running|Started)Campaign)(?=[(:)\[])", r"Async\1"),
    (r"\b(Driver|Feed|Dice|Acts|Previews)\b", r"Async\1"),
    (r"umpire_client\.driver", "umpire_client.async_driver"),
    (r"httpx\.Client\b", "httpx.AsyncClient"),
    (r"operations\.(Resolve|Odds|Get|Create|Find)\b", r"operations.Async\1"),
    (r"`(umpire)\.", r"`await \1."),
    (r"__(enter|exit)__", r"__a\1__"),
    (r"self\._own\.close\(\)", "self._own.aclose()"),
)
AWAITED: Final = re.compile(r"self\._driver\.run\(|self\._own\.aclose\(|self\.close\(")


def awaiting(client: str) -> str:
    """Return the text of the client for coroutines, given that of the one that blocks."""
    text = HEAD + client.partition("\n")[2]
    for pattern, word in RENAMED:
        text = re.sub(pattern, word, text)
    return "".join(_awaiting_method(each) for each in re.split(r"(?m)^(?=    def )", text))


def _awaiting_method(method: str) -> str:
    """Return a method, as a coroutine function if it awaits anything, or stands at the begin of an `async with`.

    Overloads are of those that await.
    """
    awaits = AWAITED.search(method) or method.startswith("    def __aenter__") or ": ...\n" in method
    return AWAITED.sub(r"await \g<0>", method).replace("    def ", "    async def ", 1) if awaits else method
