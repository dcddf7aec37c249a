"""What verifiers say: why a log is broken, what one that holds proves, and what it does not."""

from typing import Any

WHY = {
    "absent": "the seats named as absent are not those that put no value into the draw",
    "after-end": "something comes after the end of the log",
    "announced": "what was announced is not what was played, something came in between, or nothing was announced",
    "cards": "a card is not the one that its seed gives, or was not in the deck",
    "chain": "it does not follow the entry before: something was left out, put in or put in another order",
    "commit-kept": "the commitment to the next draw changed although no draw was taken, or stayed although one was",
    "count": "more dice are said to be brought than there are, or fewer than none",
    "differs": "what viewers were shown is not of the entry",
    "draw": "the draws are not counted as they have to be",
    "empty": "there is neither an entry nor what viewers were shown",
    "faces": "a face is not the one that its seed gives",
    "form": "a value is missing, or is of another kind",
    "full": "the entry is not the one that was signed",
    "header": "the first line is not that of an exported log",
    "id": "it is of another encounter",
    "json": "it is no JSON that every program reads alike",
    "key": "a key is no good key",
    "kind": "an entry of this kind cannot stand here",
    "label": "it does not say truly who chose the seed",
    "late-commitment": "a value counts in a draw whose first value was known before the player was committed",
    "note": "the head is not written as heads are",
    "opening": "the draw was not opened with what the service was committed to",
    "origin": "it is of another service",
    "other-log": "a head that was seen is not in this log: there are two logs, or its end was cut off",
    "policy": "the dice are not such as the dice policy of the log allows",
    "promise": "the key of the draws is not the one that was promised at the creation, or a draw is not made of it",
    "reused-commitment": "a commitment comes twice",
    "seat": "a seat acts that may not",
    "seed": "the seed does not follow from the opening and the values",
    "shown": "what viewers were shown is not what was signed",
    "signature": "it is signed by no key that is known",
    "state": "it does not begin where the entry before has ended",
    "value": "a value is not what the player was committed to",
    "values": "the values in the draw are not those that players have put into it",
    "version": "the entries are not counted one by one",
}


ALWAYS = "always"
PROVED = (
    (ALWAYS, "All {version} entries are what {origin} signed, in this order; none is left out before the last."),
    ("fork", "It is a fork: {origin_of_fork}."),
    ("acts", "{drawn} of {acts} acts were rolled from draws that the service was committed to before."),
    ("table", "{table} of them hold values that players were committed to, too."),
    ("announced", "{announced} acts were announced before any value for their draws was told."),
    ("rolled", "{rolled} faces follow from their seeds."),
    ("dealt", "{dealt} cards follow from their seeds and the decks that they were dealt from."),
    ("spent", "In sight of all: {undone} undone, {void} refused or withdrawn, {burned} draws taken without an act."),
    ("ended", "The log is whole: it is ended."),
    ("traced", "Every draw follows from the key that was promised at the creation."),
)
NOT_PROVED = (
    ("caller", "{caller} acts were rolled from seeds that the referee named, who may have tried many."),
    ("supplied_faces", "{supplied_faces} faces were brought: that they were rolled is only stated."),
    (
        "beacon",
        "{beacon} draws hold a beacon's value: that it is the beacon's, and new, is only stated.",
    ),
    ("stated_cards", "{stated_cards} cards were brought, or are of decks that are not shown: they are only stated."),
    (
        "fork",
        "What was before the fork, and that there was no other fork: many can be made, and the luckiest be shown.",
    ),
    ("only_shown", "{only_shown} of {version} entries are in this file only as viewers saw them."),
    ("silent", "That every seat took part: {absent} values are missing in draws, of {silent_seats}."),
    ("sealed", "{sealed} draws are fixed, but not shown in this file, and cannot be checked."),
    ("open_end", "That nothing came after the last entry: the log is not ended. Compare the last head."),
    ("untraced", "That the service did not choose later draws as it pleased: their key is not opened."),
    ("own_keys", "That the keys are those of {origin}: they are of this file. Compare /.well-known/umpire-keys there."),
    (ALWAYS, "That the outcomes follow from the rules: POST /v1/encounters/verify checks that."),
    (ALWAYS, "When anything happened, who the players are, and that there was no other encounter or ticket."),
)
"""Sentences, each with the name of what has to be so that it is said."""


def sentences(told: dict[str, Any]) -> dict[str, list[str]]:
    """Return what a log that holds proves, and what it does not, as sentences."""
    facts = told | {
        ALWAYS: True,
        "drawn": told["service"] + told["table"] + told["ticket"],
        "rolled": told["faces"] - told["supplied_faces"],
        "stated_cards": told["cards"] - told["dealt"],
        "fork": is_fork(told),
        "origin_of_fork": origin_of(told),
        "silent_seats": ", ".join(told["silent"]),
        "spent": told["undone"] + told["void"] + told["burned"],
        "traced": told["from_creation"] == "proven",
        "open_end": not told["ended"],
        "untraced": told["from_creation"] != "proven",
        "own_keys": told["keys_from"] == "the file",
    }
    proved = [said.format_map(facts) for when, said in PROVED if facts[when]]
    return {"proved": proved, "not_proved": [said.format_map(facts) for when, said in NOT_PROVED if facts[when]]}


def is_fork(told: dict[str, Any]) -> bool:
    """Tell whether a log begins as a fork, by its first entry or its first head."""
    return told["forked_from"] is not None or told["fork_of"] is not None


def origin_of(told: dict[str, Any]) -> str:
    """Return where a fork comes from: as its first entry says, or, of one of an older release, as its head does."""
    fork, head = told["fork_of"], told["forked_from"]
    origin = "a log" if fork is None else f"{fork['encounter']} at version {fork['version']}"
    return f"forked from {origin}" + ("" if head is None else f", whose head has the hash {head}")


def words_of(found: dict[str, Any]) -> str:
    """Write a verdict for people."""
    if found["verdict"] == "broken":
        return f"Broken at entry {found['version']}: {found['text']} ({found['why']})."
    proved = "\n".join([f"  + {each}" for each in found["proved"]])
    doubts = "\n".join([f"  - {each}" for each in found["not_proved"]])
    fork = f" It is {origin_of(found)}." if is_fork(found) else ""
    return (
        f"The log holds.{fork} Proved:\n{proved}\nNot proved:\n{doubts}\nLast head: {found['version']}:{found['head']}"
    )
