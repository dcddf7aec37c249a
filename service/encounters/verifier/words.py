"""What verifiers say: why a log is broken, what one that holds proves, and what it does not."""

from typing import Any

WHY = {
    "absent": "the seats that the draw names as absent are not those without a value in it",
    "after-end": "something comes after the end of the log",
    "announced": "the act was not announced, differs from the announcement, or another entry came in between",
    "cards": "a card is not the one that its seed gives, or was not in the deck",
    "chain": "the entry does not follow the one before it: entries were removed, added or reordered",
    "commit-kept": "the commitment to the next draw changed although no draw was taken, or stayed although one was",
    "count": "the number of supplied dice is below zero or above the number of dice rolled",
    "differs": "what viewers were shown does not match the entry",
    "draw": "the number of the draw does not follow from the entries before it",
    "empty": "the line has neither an entry nor what viewers were shown",
    "faces": "a face is not the one that its seed gives",
    "form": "a field is missing, or has a value of the wrong type",
    "full": "the entry is not the one that was signed",
    "header": "the first line is not the header of an exported log",
    "id": "the entry belongs to another encounter",
    "json": "the line is not JSON that all programs read in the same way",
    "key": "a signing key is not valid",
    "kind": "an entry of this kind is not allowed at this place",
    "label": "the entry is wrong about who chose the seed",
    "late-commitment": "a value counts in a draw whose first value was known before the player made the commitment",
    "note": "the signed head does not have the form of a head",
    "opening": "the opening of the draw does not match the commitment of the service",
    "origin": "the head was signed for another service",
    "other-log": "a head that was seen is not in this log: there are two logs, or its end was cut off",
    "policy": "the dice policy of the log does not allow these dice",
    "promise": "the key of the draws is not the one committed to at the creation, or a draw does not follow from it",
    "reused-commitment": "a commitment is used twice",
    "seat": "this seat may not do this at this place",
    "seed": "the seed does not follow from the opening and the values",
    "shown": "what viewers were shown does not match what was signed",
    "signature": "the signature is not valid under any known key",
    "state": "the state before the entry is not the state after the entry before it",
    "value": "a value does not match the commitment of the player",
    "values": "the values in the draw are not those that the players contributed",
    "version": "the version numbers are not consecutive",
}


ALWAYS = "always"
PROVED = (
    (ALWAYS, "All {version} entries are what {origin} signed, in this order; none before the last is missing."),
    ("fork", "It is a fork: {origin_of_fork}."),
    ("acts", "{drawn} of {acts} acts were rolled from draws to which the service had committed itself before."),
    ("table", "{table} of these draws also hold values to which players had committed themselves."),
    ("announced", "{announced} acts were announced before any value for their draws was known."),
    ("rolled", "{rolled} faces follow from their seeds."),
    ("dealt", "{dealt} cards follow from their seeds and the decks that they were dealt from."),
    ("spent", "The log shows: {undone} acts undone, {void} refused or withdrawn, {burned} draws used without an act."),
    ("ended", "The log is complete: its end is signed."),
    ("traced", "Every draw follows from the key that the service committed itself to at the creation."),
)
NOT_PROVED = (
    ("caller", "{caller} acts were rolled from seeds that the referee chose and may have selected from many."),
    ("supplied_faces", "{supplied_faces} faces were supplied: nothing shows that they were rolled."),
    (
        "beacon",
        "{beacon} draws hold a beacon's value: nothing shows that it is the beacon's, and new.",
    ),
    ("stated_cards", "{stated_cards} cards were supplied or are of hidden decks: nothing shows that they were drawn."),
    (
        "fork",
        "What came before the fork, and that there was no other fork: a referee can show the luckiest of many.",
    ),
    ("only_shown", "{only_shown} of {version} entries are in this file only as viewers saw them."),
    ("silent", "That every seat took part: draws lack {absent} values, from {silent_seats}."),
    ("sealed", "{sealed} draws are committed to, but not shown in this file, and cannot be checked."),
    ("open_end", "That no entry came after the last one: the log is not ended. Compare the last head."),
    ("untraced", "That the service did not choose later draws freely: the key of the draws is not opened."),
    ("own_keys", "That the keys are those of {origin}: this file has them. Compare /.well-known/umpire-keys there."),
    (ALWAYS, "That the outcomes follow from the rules: POST /v1/encounters/verify checks this."),
    (ALWAYS, "The time of each act, who the players are, and that there was no other encounter or ticket."),
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
    """Return whether a log begins as a fork, by its first entry or its first head."""
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
