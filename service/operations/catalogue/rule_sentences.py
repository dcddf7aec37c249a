"""What each rule says in a sentence, as it is written in the folder of its family, and the search for words in it."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import orjson

RULES: Final = files("service.rules")
SPELLINGS: Final = {
    "armour": "armor",
    "defence": "defense",
    "manoeuvre": "maneuver",
    "centre": "center",
}
"""British spellings of words in rules, and the American ones that mean the same."""
_BRITISH: Final = re.compile("|".join(SPELLINGS))


@cache
def sentences_of_rules(family: str) -> Mapping[str, str]:
    """Return the sentences of a family's rules by their ids without the family; they are read at first use."""
    read: dict[str, Any] = orjson.loads(RULES.joinpath(family, "book", "sentences.json").read_bytes())
    return read


def spelt(text: str) -> str:
    """Return a text in small letters, with one spelling for each word."""
    return _BRITISH.sub(lambda word: SPELLINGS[word[0]], text.lower())


def has_words(text: str, words: str) -> bool:
    """Return whether a text has all words, or longer words that begin so, whatever their spelling."""
    here = spelt(text)
    return all(re.search(rf"\b{re.escape(word)}", here) for word in spelt(words).split())
