"""Likenesses: which figure of a catalogue is most like somebody of another game, found by words of the sheet."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from service.operations.encounters.line_ups.stock import StockFigure, figures_of
from service.rules.sheets.loose import Loose, system_of

KIN: Final[Mapping[str, str]] = {
    "soldier": "fighter footman guard guardsman legionnaire mercenary sergeant trooper veteran warrior",
    "watch": "constable guard guardsman sentry watchman",
    "bandit": "brigand burglar cutthroat highwayman outlaw pirate robber rogue scoundrel spy thief thug",
    "missile": "archer bowman hunter marksman ranger scout sharpshooter sniper",
    "caster": "bard cleric cultist druid mage mystic priest priestess shaman sorcerer warlock witch wizard",
    "civilian": "farmer merchant noble peasant servant townsfolk villager",
    "hero": "captain commander gladiator lord paladin",
    "raider": "barbarian marauder savage viking",
    "berserker": "barbarian",
    "duellist": "swashbuckler fencer",
    "knight": "cavalier paladin",
    "goblin": "goblinoid kobold imp",
    "orc": "bugbear gnoll hobgoblin orcish",
    "undead": "ghost lich mummy revenant spectre vampire wight wraith zombie",
    "ghoul": "ghast vampire wight zombie",
    "giant": "cyclops dragon ettin golem",
    "troll": "ettin",
    "beast": "animal ape bird cat eagle horse lion mammoth monstrosity panther rat snake spider tiger",
    "wolf": "hound jackal warg worg",
    "boar": "pig swine",
    "drake": "dragon wyrm wyvern",
    "human": "humanoid man woman",
}
"""Words of catalogues, and those of other games and stories that stand for them."""
BY_NAME: Final = 4
BY_TAG: Final = 2
BY_KIN: Final = 1
"""What a word counts: one that a figure is called by, one that is a tag of it, one that stands for either."""
SIZES: Final = frozenset({"giant"})
"""Words that say how large somebody is, unless a name ends with them."""
MIDDLING: Final = 50
ORDINARY: Final = frozenset({"soldier", "foot"})
"""Tags of those who are taken where nothing is alike."""
MOST_OTHERS: Final = 5
SAID: Final = (
    ("details", "type", "value"),
    ("details", "type", "subtype"),
    ("details", "type"),
    ("details", "race"),
    ("details", "class"),
    ("details", "archetype"),
    ("details", "species", "name"),
    ("traits", "value"),
    ("traits", "type"),
)
"""Where actors of virtual tabletops say what somebody is."""
OF_KIND: Final = frozenset({"ancestry", "background", "class", "heritage", "race", "species"})
"""Items of actors that say what somebody is."""
LONGEST: Final = 200

Reasons = tuple[tuple[int, "LikenessBy", str], ...]
"""What words count for a figure, what kind of word each is, and why in words."""


class LikenessBy(StrEnum):
    """What a likeness was found by: a word of the name, what the sheet says that somebody is, or nothing at all."""

    NAME = "name"
    KIND = "kind"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Likeness:
    """A figure of the catalogue that is like somebody, why, and others that are next."""

    figure: StockFigure
    by: LikenessBy
    why: str
    others: tuple[StockFigure, ...]


def likeness_of(family: str, source: Loose) -> Likeness:
    """Return the figure of a family's catalogue that is most like somebody."""
    called = name_in(source)
    name, kinds = _words_of(called), _words_in(*_kinds_in(source))
    found = sorted(
        [(each, reasons) for each in figures_of(family).values() if (reasons := tuple(_reasons(each, name, kinds)))],
        key=lambda each: _rank(*each),
    )
    if not found:
        return _middling(family, called)
    (best, reasons), *others = found
    by = LikenessBy.NAME if any(by is LikenessBy.NAME for _, by, _ in reasons) else LikenessBy.KIND
    told = "; ".join(dict.fromkeys([text for _, _, text in reasons]))
    return Likeness(
        best, by, f"{best.name} is the likeness: {told}.", tuple([each for each, _ in others[:MOST_OTHERS]])
    )


def _rank(figure: StockFigure, reasons: Reasons) -> tuple[int, int, int]:
    """Return what puts likenesses in order: what words count, then the plainest name, then middling power."""
    is_called = any(worth == BY_NAME for worth, _, _ in reasons)
    return (
        -sum([worth for worth, _, _ in reasons]),
        len(_called(figure)) if is_called else 0,
        abs(figure.power - MIDDLING),
    )


def name_in(source: Loose) -> str:
    """Return what somebody is called in a sheet of any form; without a name "figure"."""
    return source.at("name").text(source.at("profile", "name").text("figure"))[:100]


def _middling(family: str, called: str) -> Likeness:
    ordinary = [each for each in figures_of(family).values() if ORDINARY & set(each.tags)]
    by_power = sorted(ordinary, key=lambda each: abs(each.power - MIDDLING))
    best, others = by_power[0], tuple(by_power[1 : MOST_OTHERS + 1])
    why = f"Nothing in the sheet of {called!r} is like a figure of {family}; {best.name} is of middling power."
    return Likeness(best, LikenessBy.NOTHING, why, others)


def _reasons(figure: StockFigure, name: frozenset[str], kinds: frozenset[str]) -> Iterator[tuple[int, LikenessBy, str]]:
    """Yield what each word counts for a figure, what kind of word it is, and the reason in words."""
    called, tags = _called(figure), _words_in(*figure.tags)
    for words, by, place in ((name, LikenessBy.NAME, "the name has"), (kinds, LikenessBy.KIND, "the sheet says")):
        for word in sorted(words):
            if word in called:
                yield (BY_NAME if by is LikenessBy.NAME else BY_TAG), by, f"{place} {word!r}"
            elif word in tags:
                yield BY_TAG if by is LikenessBy.NAME else BY_KIN, by, f"{place} {word!r}"
            else:
                for kin in sorted((called | tags) & _stands_for(word)):
                    yield BY_KIN, by, f"{place} {word!r}, which is near to {kin!r}"


@cache
def _kin() -> Mapping[str, frozenset[str]]:
    words = {ours: frozenset(kin.split()) for ours, kin in KIN.items()}
    every = frozenset().union(*words.values())
    return {word: frozenset({ours for ours, kin in words.items() if word in kin}) for word in every}


def _stands_for(word: str) -> frozenset[str]:
    return _kin().get(word, frozenset())


def _called(figure: StockFigure) -> frozenset[str]:
    return _words_in(figure.id, figure.name)


def _kinds_in(source: Loose) -> Iterator[str]:
    """Yield what a sheet says that somebody is."""
    system = system_of(source)
    yield source.at("profile", "title").text()[:LONGEST]
    for way in SAID:
        part = system.at(*way)
        yield part.text()[:LONGEST]
        yield from [each.text()[:LONGEST] for each in part.rows()[:20] if isinstance(part.value, list)]
    for item in source.at("items").rows():
        if item.at("type").text().lower() in OF_KIND:
            yield item.at("name").text()[:LONGEST]


def _words_of(name: str) -> frozenset[str]:
    """Return the words of a name, without those that say how large somebody is."""
    words = list(_plain([name]))
    return frozenset([*[each for each in words[:-1] if each not in SIZES], *words[-1:]])


def _words_in(*texts: str) -> frozenset[str]:
    return frozenset(_plain(texts))


def _plain(texts: Iterable[str]) -> Iterator[str]:
    """Yield words in small letters and in the singular; those of two letters say nothing."""
    for word in re.findall(r"[^\W\d_]{3,}", " ".join(texts).lower()):
        one = re.sub(r"men$", "man", word)
        yield re.sub(r"(?<=[^s])s$", "", one) if len(one) > 4 else one
