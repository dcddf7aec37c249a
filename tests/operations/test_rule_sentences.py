"""Each rule says what it says, in a sentence, and is found by the words of it."""

import re
from typing import Final

import pytest

from service.app import FAMILIES
from service.operations.catalogue.rule_sentences import has_words, sentences_of_rules
from service.rules.kernel.family import Family
from tests.operations.asking import ask

EACH: Final = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
LONGEST: Final = 260
SHORTEST: Final = 20


@EACH
def test_every_rule_has_a_sentence(family: Family) -> None:
    """Each rule has one sentence, no sentence belongs to no rule, and none only repeats the title."""
    said = sentences_of_rules(family.name)
    assert list(said) == [rule.id.partition("/")[2] for rule in family.rules]
    titles = {rule.id.partition("/")[2]: rule.title for rule in family.rules}
    for name, sentence in said.items():
        assert SHORTEST <= len(sentence) <= LONGEST, name
        assert re.fullmatch(r"[A-Z0-9].*[a-zA-Z0-9)]\.", sentence), name
        assert not re.search(r"[a-z]\. [A-Z]", sentence), name
        assert sentence.rstrip(".").lower() != titles[name].lower()


@EACH
def test_a_rule_answers_with_its_sentence(family: Family) -> None:
    """The list has all rules and rulings with their sentences; each alone says the same."""
    listed = ask("families/rules", {"family": family.name})["rules"]
    assert [each["id"] for each in listed] == [each.id for each in family.rules] + [
        each.id for each in family.decisions
    ]
    assert all(each["says"] for each in listed)
    for each in (listed[0], listed[len(family.rules)]):
        alone = ask("families/rule", {"family": family.name, "rule": each["id"]})
        assert {name: alone[name] for name in each} == each


@EACH
@pytest.mark.parametrize("words", ["retreat", "armour", "armor", "ARMOR"])
def test_rules_are_found_by_words(family: Family, words: str) -> None:
    """A word finds rules in every family, however it is spelt."""
    found = ask("families/rules", {"family": family.name, "search": words})["rules"]
    everything = ask("families/rules", {"family": family.name})["rules"]
    assert 0 < len(found) < len(everything)
    if words.lower().startswith("armo"):
        assert found == ask("families/rules", {"family": family.name, "search": "armour"})["rules"]


@pytest.mark.parametrize(
    ("text", "words", "has"),
    [
        ("The armour stops it.", "armor stop", True),
        ("The armor stops it.", "Armour", True),
        ("Disarmed and gone.", "arm", False),
        ("A retreat.", "retreat blow", False),
        ("A (strange) rule.", "(strange", False),
    ],
)
def test_words_begin_words(text: str, words: str, has: bool) -> None:
    """All words have to be there, at the beginning of words."""
    assert has_words(text, words) is has


def test_an_unknown_family_is_refused() -> None:
    """Whoever asks for the rules of no family is told which there are."""
    refused = ask("families/rules", {"family": "oposed", "search": "retreat"})
    assert (refused["status"], refused["type"]) == (404, "/problems/unknown-family")
    assert "Did you mean opposed?" in refused["detail"]
