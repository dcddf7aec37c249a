#!/usr/bin/env python3
"""Check an exported log without the service that wrote it: `python3 verify.py LOG.jsonl`.

    --keys FILE           the service's key document, fetched beforehand; else the keys in the log are taken
    --saw VERSION:HASH    the hash of a head that you have seen; may be repeated
    --fast                check the last signature only, which covers all before it
    --json                write the result as JSON

One file, and the standard library alone; PyNaCl makes it faster. It checks signatures, the chain, what was shown, the
openings of draws, who rolled, and every face and card of the service; the service checks the rules. `verify.mjs` does
the same in JavaScript. It exits with 0 if the log holds, with 1 if it is broken.
"""

import argparse
import base64
import binascii
import hmac
import json
import re
import sys
from collections.abc import Iterable, Sequence
from hashlib import sha256, sha512
from importlib import import_module
from pathlib import Path
from typing import Any

KEY_BYTES = 32
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]
ZERO: Point = (0, 1, 1, 0)


class NoPoint(Exception):
    """Some bytes are no point of the curve."""


def point(raw: bytes) -> Point:
    """Read a point of the curve.

    Raises: NoPoint.
    """
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        raise NoPoint
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * ROOT % P
    if (x * x - xx) % P or (x == 0 and sign):
        raise NoPoint
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def add(a: Point, b: Point) -> Point:
    """Add two points."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    i, j, k, m = f - e, h - g, h + g, f + e
    return i * j % P, k * m % P, j * k % P, i * m % P


def times(s: int, a: Point) -> Point:
    """Multiply a point."""
    total = ZERO
    while s:
        if s & 1:
            total = add(total, a)
        a, s = add(a, a), s >> 1
    return total


def equal(a: Point, b: Point) -> bool:
    """Tell whether two points are the same."""
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def slow_ed25519(public: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether a signature is that of a message."""
    s = int.from_bytes(signature[32:], "little")
    try:
        a, r = point(public), point(signature[:32])
    except NoPoint:
        return False
    h = int.from_bytes(sha512(signature[:32] + public + message).digest(), "little") % L
    return s < L and equal(times(s, BASE), add(r, times(h, a)))


def ed25519(public: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether a signature is that of a message, by PyNaCl if it is there."""
    try:
        signing, exceptions = import_module("nacl.signing"), import_module("nacl.exceptions")
    except ImportError:
        return slow_ed25519(public, message, signature)
    try:
        signing.VerifyKey(public).verify(message, signature)
    except exceptions.BadSignatureError:
        return False
    return True


def is_good_key(public: bytes) -> bool:
    """Tell whether some bytes are a public key; one of small order is none, since anything would be signed by it."""
    try:
        return len(public) == KEY_BYTES and not equal(times(8, point(public)), ZERO)
    except NoPoint:
        return False


WHY = {
    "absent": "the seats named as absent are not those that put no value into the draw",
    "after-end": "something comes after the end of the log",
    "announced": "what was announced is not what was played, something came in between, or nothing was announced",
    "cards": "a card is not the one that its seed gives, or was not in the deck",
    "chain": "it does not follow the entry before: something was left out, put in or put in another order",
    "commit-kept": "the commitment to the next draw changed although no draw was taken, or stayed although one was",
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
        "spent": told["undone"] + told["void"] + told["burned"],
        "traced": told["from_creation"] == "proven",
        "open_end": not told["ended"],
        "untraced": told["from_creation"] != "proven",
        "own_keys": told["keys_from"] == "the file",
    }
    proved = [said.format_map(facts) for when, said in PROVED if facts[when]]
    return {"proved": proved, "not_proved": [said.format_map(facts) for when, said in NOT_PROVED if facts[when]]}


def words_of(found: dict[str, Any]) -> str:
    """Write a verdict for people."""
    if found["verdict"] == "broken":
        return f"Broken at entry {found['version']}: {found['text']} ({found['why']})."
    proved = "\n".join([f"  + {each}" for each in found["proved"]])
    doubts = "\n".join([f"  - {each}" for each in found["not_proved"]])
    return f"The log holds. Proved:\n{proved}\nNot proved:\n{doubts}\nLast head: {found['version']}:{found['head']}"


AFTER = ("act", "void", "hidden", "contribute")


def same(a: Any, b: Any) -> bool:
    """Compare as JSON does: true is not 1, but 1.0 is."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


def is_withdrawal(view: Any) -> bool:
    """Tell whether an entry withdraws what was announced."""
    return bool(view["kind"] == "void" and view.get("problem") == "withdrawn")


class Announcements:
    """What is announced and not played yet, in a log that is read; `played` acts were announced."""

    def __init__(self) -> None:
        """Begin before the first entry."""
        self.open: Any = None
        self.is_complete = False
        self.played = 0

    def allow(self, policy: Any, view: Any, *, is_whole: bool) -> bool:
        """Tell whether an entry may stand where it does; viewers do not see all that is compared of whole entries."""
        kind, is_complete = view["kind"], is_whole or view.get("after") is not None
        if kind == "create" or not isinstance(policy, dict) or policy.get("announce") is not True:
            return kind != "announce" and not is_withdrawal(view)
        if kind == "announce":
            before, self.open, self.is_complete = self.open, view, is_complete
            return before is None and isinstance(view.get("covert"), bool)
        is_unseen = kind == "hidden" and not is_whole
        if self.open is None:
            return is_unseen or kind not in AFTER
        return kind == "contribute" or (
            (is_unseen or kind in ("act", "void")) and self.plays(view, is_complete=is_complete)
        )

    def plays(self, view: Any, *, is_complete: bool) -> bool:
        """Tell whether an entry has the operation and the input that were announced, as far as both are shown."""
        announced, self.open, self.played = self.open, None, self.played + (view["kind"] == "act")
        said, done = announced.get("operation"), view.get("operation")
        if view["secret"] is not announced["covert"]:
            return False
        if self.is_complete and is_complete:
            return said is not None and same([said, announced.get("input")], [done, view.get("input")])
        return said is None or done is None or same(said, done)


RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = (*[rank + suit for suit in "SHDC" for rank in RANKS], "JOKER1", "JOKER2")
"""A fresh deck in its published order; shorter decks lack the last cards."""
MOST_CARDS = 200
DECK_SIZES = (52, 53, 54)
DECK_FAMILY = "mass"
MANY_ROUNDS = "mass/resolve-skirmish"
"""The operation whose rounds each have a fresh deck, whatever deck the encounter keeps."""
ALL_DRAWN = "mass/initiative/card-order"
"""The rule of the step that follows the last card of a round."""


def below(seed: str, n: int, sides: int) -> int:
    """Return number n of a seed, below `sides`."""
    attempt, prefix = 0, f"{seed}/"
    hashed, numbers = (sha512, 8) if prefix.startswith("sha512ctr1:") else (sha256, 1)
    block, place = divmod(n, numbers)
    while True:
        digest = hashed(f"{prefix}{block}/{attempt}".encode()).digest()
        word = int.from_bytes(digest[8 * place : 8 * place + 8], "big")
        if word < (1 << 64) // sides * sides:
            return word % sides
        attempt += 1


def fresh_deck(view: Any) -> list[str] | None:
    """Return a fresh deck by the rulings of an entry; None if the file does not show them."""
    rulings = view.get("rulings")
    size = rulings.get("deck") if view.get("family") == DECK_FAMILY and isinstance(rulings, dict) else None
    return list(CARDS[: int(size)]) if size in DECK_SIZES else None


class Decks:
    """The decks of a log that is read.

    `deck` has the cards left for the next draw; it is None where the file does not show them. `dealt` is how many cards
    were found to follow from their seeds.
    """

    def __init__(self) -> None:
        """Begin before the first entry."""
        self.kept: dict[str, list[str] | None] = {}  # by state: the deck in it; None if each round has a fresh one
        self.fresh: list[str] | None = None
        self.deck: list[str] | None = None
        self.dealt = 0

    def begin(self, view: Any) -> None:
        """Take up the deck that an act draws from."""
        before, self.fresh, self.deck = view.get("before"), fresh_deck(view), None
        if isinstance(before, str) and before in self.kept:
            held = None if view.get("operation") == MANY_ROUNDS else self.kept[before]
            self.deck = self.fresh if held is None else held
            self.deck = None if self.deck is None else list(self.deck)

    def take(self, card: Any, seed: Any, n: int | None) -> bool:
        """Take a card out of the deck; tell whether it was in it, and is number `n` of the seed if it was dealt."""
        if n is not None and not isinstance(seed, str):
            return False
        if self.deck is None:
            return True
        if card not in self.deck or (n is not None and self.deck[below(seed, n, len(self.deck))] != card):
            return False
        self.deck.remove(card)
        self.dealt += n is not None
        return True

    def step(self, view: Any, rule: Any) -> None:
        """Go past a step without dice: after the draws of a round in a skirmish, the next deck is fresh."""
        if rule == ALL_DRAWN and view.get("operation") == MANY_ROUNDS and self.deck is not None:
            self.deck = None if self.fresh is None else list(self.fresh)

    def end(self, view: Any) -> None:
        """Remember the deck in the state that an entry has led to, if the file shows it."""
        before, after, state = view.get("before"), view.get("after"), view.get("state")
        if not isinstance(after, str):
            return
        if isinstance(state, dict):
            deck = state.get("deck_state")
            is_deck = isinstance(deck, list) and 0 < len(deck) <= MOST_CARDS
            if deck is None or (is_deck and all(isinstance(each, str) for each in deck)):
                self.kept[after] = deck
        elif view["kind"] == "act" and isinstance(before, str) and before in self.kept:
            held = self.kept[before]
            is_used_up = held is not None and view.get("dice") is not None and view.get("operation") != MANY_ROUNDS
            self.kept[after] = (self.deck or self.fresh) if is_used_up else held


HEAD = re.compile(
    r"umpire/head/1\n([a-z0-9.:/_-]{1,100})\n([0-9a-f]{32})\nversion ([1-9][0-9]{0,6})\ndraw ([1-9][0-9]{0,6})\n"
    r"commit ([0-9a-f]{64})\nfull ([0-9a-f]{64})\nshown ([0-9a-f]{64})\npromise ([0-9a-f]{64})\nprev ([0-9a-f]{64})\n"
)
HEX = re.compile(r"[0-9a-f]{64}")
SEAT = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
SIGNATURE = re.compile(r"(?:[0-9a-f]{2}){16,128}")
POOL = re.compile(r"([0-9]{0,5})d([0-9]{1,4})")
KINDS = ("create", "act", "void", "correct", "undo", "redo", "join", "contribute", "announce", "end")
SIGNATURE_BYTES = 64
MOST_SEATS = 16
LARGEST = 2**53


class BrokenLogError(Exception):
    """The log does not hold; `why` is a word of `WHY`."""

    def __init__(self, why: str) -> None:
        """Set the word."""
        super().__init__(why)
        self.why = why


def need(holds: object, why: str) -> None:
    """Require something of the log."""
    if not holds:
        raise BrokenLogError(why)


# --- Hashes, dice and JSON -----------------------------------------------------------------------------------------


def text(label: str, *lines: object) -> bytes:
    """Write a hash input: a line for its label, and one for each field."""
    return "".join(f"{line}\n" for line in (f"umpire:{label}:1", *lines)).encode()


def digest(label: str, *lines: object, tail: bytes = b"") -> str:
    """Return the SHA-256 of a hash input, and of bytes after it."""
    return sha256(text(label, *lines) + tail).hexdigest()


def mac(key: str, label: str, *lines: object) -> str:
    """Return the HMAC-SHA256 of a hash input."""
    return hmac.digest(bytes.fromhex(key), text(label, *lines), "sha256").hex()


def strict(document: str) -> Any:
    """Read JSON that every program reads alike."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len({name for name, _ in pairs}) == len(pairs), "json")
        return dict(pairs)

    def refuse(word: str) -> Any:
        raise BrokenLogError("json")

    try:
        return json.loads(document, object_pairs_hook=once, parse_constant=refuse)
    except (ValueError, RecursionError):
        raise BrokenLogError("json") from None


def whole(value: Any) -> int:
    """Return a number that every program reads alike."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    need(is_number and abs(value) < LARGEST and value == int(value), "form")
    return int(value)


# --- Keys and signed notes -----------------------------------------------------------------------------------------


def known_keys(document: Any) -> tuple[str, dict[bytes, bytes]]:
    """Return the origin of a key document, and its keys by their ids."""
    keys = {}
    for key in document["keys"]:
        raw = base64.urlsafe_b64decode(key["x"] + "=" * (-len(key["x"]) % 4))
        need(key["kty"] == "OKP" and key["crv"] == "Ed25519" and is_good_key(raw), "key")
        keys[sha256(document["origin"].encode() + b"\n\x01" + raw).digest()[:4]] = raw
    return document["origin"], keys


def opened(note: str, origin: str, keys: dict[bytes, bytes], *, check: bool) -> tuple[str, str]:
    """Check a signed note, and return its text and the id of the key."""
    body, blank, lines = note.rpartition("\n\n")
    need(blank and lines.endswith("\n"), "note")
    body, found = body + "\n", ""
    for line in lines[:-1].split("\n"):
        parts = line.split(" ")
        need(len(parts) == 3 and parts[0] == "\N{EM DASH}", "note")
        try:
            raw = base64.b64decode(parts[2], validate=True)
        except binascii.Error:
            raise BrokenLogError("note") from None
        if parts[1] == origin and raw[:4] in keys:
            good = len(raw) == 4 + SIGNATURE_BYTES
            need(good and (not check or ed25519(keys[raw[:4]], body.encode(errors="replace"), raw[4:])), "signature")
            found = raw[:4].hex()
    need(found, "signature")
    return body, found


# --- The log -------------------------------------------------------------------------------------------------------

COUNTS = (
    "acts",
    "service",
    "table",
    "ticket",
    "caller",
    "no_rolls",
    "supplied_faces",
    "faces",
    "cards",
    "dealt",
    "sealed",
    "burned",
)
COUNTED = {"act": "acts", "void": "void", "undo": "undone", "correct": "corrected"}
MORE_COUNTS = ("announced", "beacon", "void", "undone", "corrected", "absent", "whole")


class Log:
    """A log that is read line by line; `told` is what is known of it so far."""

    def __init__(self, header: Any, pinned: Any, *, fast: bool) -> None:
        """Begin with the first line, and with the keys that are known beforehand, if any."""
        need(header.get("umpire") == "log/1", "header")
        self.origin, self.keys = known_keys(pinned or header)
        need(self.origin == header["origin"], "origin")
        self.fast = fast
        self.before: tuple[str, str, int, str] | None = None  # id, promise, draw and commitment of the head before
        self.prev = ""
        self.commits: dict[int, str] = {}
        self.heads: dict[int, str] = {}
        self.policy: Any = {}
        self.state: Any = None
        self.seats: dict[str, str] = {}
        self.since: dict[str, int] = {}
        self.values: dict[str, str] = {}
        self.used: set[str] = set()
        self.first = 0
        self.announcing, self.decks = Announcements(), Decks()
        self.told: dict[str, Any] = dict.fromkeys((*COUNTS, *MORE_COUNTS), 0)
        self.told |= {"origin": self.origin, "from_creation": "not opened", "ended": False, "forked_from": None}
        self.told |= {"keys": [], "keys_from": "elsewhere" if pinned else "the file"}

    def take(self, version: int, line: Any, *, last: bool) -> None:
        """Check the line of a version."""
        need(not self.told["ended"], "after-end")
        note, key = opened(line["head"], self.origin, self.keys, check=last or not self.fast)
        match = HEAD.fullmatch(note)
        if match is None:
            raise BrokenLogError("note")
        origin, known, written, drawn, commit, full, shown, promise, prev = match.groups()
        draw, taken = int(drawn), False
        need(origin == self.origin, "origin")
        need(int(written) == version, "version")
        if key not in self.told["keys"]:
            self.told["keys"].append(key)
        if self.before is None:
            need(draw == 1, "draw")
            self.told["forked_from"] = prev if prev.strip("0") else None
        else:
            need((known, promise) == self.before[:2], "id")
            need(prev == self.prev, "chain")
            taken = draw != self.before[2]
            need(draw == self.before[2] + taken, "draw")
            need((commit != self.before[3]) == taken, "commit-kept")
        view = self.read(line, known, version, (full, shown))
        now = (known, *(self.before[2:] if self.before else (1, commit)))
        self.follow(now, version, view, taken=taken, is_whole=line.get("entry") is not None)
        self.commits[draw] = commit
        self.before, self.prev = (known, promise, draw, commit), sha256(note.encode()).hexdigest()
        self.heads[version] = self.prev
        if view["kind"] == "end":
            self.close(known, view, promise)

    def read(self, line: Any, id: str, version: int, hashes: tuple[str, str]) -> Any:
        """Return the entry of a line, or what viewers were shown of it."""
        view = None
        if line.get("shown") is not None:
            need(digest("shown", id, version, tail=line["shown"].encode(errors="replace")) == hashes[1], "shown")
            view = strict(line["shown"])
        if line.get("entry") is not None:
            need(HEX.fullmatch(line["salt"]), "full")
            tail = line["entry"].encode(errors="replace")
            need(digest("entry", id, version, line["salt"], tail=tail) == hashes[0], "full")
            view = strict(line["entry"])
            self.told["whole"] += 1
        if view is None:
            raise BrokenLogError("empty")
        need(same(view["version"], version), "version")
        need(view["kind"] in KINDS or (view["kind"] == "hidden" and view["secret"] is True), "kind")
        return view

    def follow(self, now: tuple[str, int, str], version: int, view: Any, *, taken: bool, is_whole: bool) -> None:
        """Check an entry; `now` is the encounter's id, the draw that is next, and the commitment to it."""
        kind, secret = view["kind"], view["secret"]
        need(isinstance(secret, bool), "form")
        need((kind == "create") == (version == 1), "kind")
        need(taken == (kind in ("act", "void") or secret), "draw")
        need(self.announcing.allow(self.policy, view, is_whole=is_whole), "announced")
        self.told["announced"] = self.announcing.played
        if kind == "create":
            self.policy = view["dice_policy"]
            need(len(self.policy.get("seats", ())) <= MOST_SEATS, "policy")
        elif kind == "join":
            need(view["seat"] in self.policy["seats"] and SEAT.fullmatch(view["seat"]), "seat")
            self.bind(version, view)
        elif kind == "contribute":
            self.contribute(now[0], version, view)
        elif kind in ("act", "void"):
            self.act(now, view)
        if kind in COUNTED:
            self.told[COUNTED[kind]] += 1
        if is_whole:
            need(self.state is None or view["before"] == self.state, "state")
            self.state = view["after"]
        self.decks.end(view)
        if taken:
            self.spend(view)

    def spend(self, view: Any) -> None:
        """Count a draw that was taken, and begin the next one."""
        is_sealed = view.get("draw") is None and view["kind"] in ("act", "void", "hidden")
        if is_sealed or view["kind"] != "act":
            self.told["sealed" if is_sealed else "burned"] += 1
        self.values, self.first = {}, 0

    def bind(self, version: int, view: Any) -> None:
        """Keep the commitment of a seat."""
        need(HEX.fullmatch(view["commit"]) and view["commit"] not in self.used, "reused-commitment")
        self.used.add(view["commit"])
        self.seats[view["seat"]], self.since[view["seat"]] = view["commit"], version

    def contribute(self, id: str, version: int, view: Any) -> None:
        """Check the value of a seat."""
        seat, value = view["seat"], view["value"]
        need(seat in self.seats and seat not in self.values, "seat")
        need(HEX.fullmatch(value) and digest("seat", id, seat, value) == self.seats[seat], "value")
        need(self.policy.get("wait_for") != "everybody" or set(self.policy["seats"]) <= set(self.seats), "policy")
        need(not self.first or self.since[seat] <= self.first, "late-commitment")
        self.values[seat], self.first = value, self.first or version
        self.bind(version, view)

    def act(self, now: tuple[str, int, str], view: Any) -> None:
        """Check the draw and the dice of an act, as far as they are shown."""
        mine, n, promised = now
        wait_for, draw = None if is_withdrawal(view) else self.policy.get("wait_for"), view.get("draw")
        late = {seat for seat, since in self.since.items() if self.first and since > self.first}
        need(wait_for != "everybody" or set(self.policy["seats"]) <= set(self.values) | late, "policy")
        need(wait_for != "anybody" or self.values, "policy")
        missing, given = sorted(set(self.seats) - set(self.values)), sorted(self.values)
        self.told["absent"] += len(missing)
        if draw is None:
            return
        need(same(draw["n"], n) and digest("commit", mine, n, draw["opening"]) == promised, "opening")
        need(same(draw["values"], [{"seat": seat, "value": self.values[seat]} for seat in given]), "values")
        need(same(draw["absent"], missing), "absent")
        table = digest("table", mine, n, *(f"{seat} {self.values[seat]}" for seat in given), *self.beacon(draw))
        need(draw["seed"] == "sha256ctr1:" + mac(draw["opening"], "seed", mine, n, table), "seed")
        need(view["kind"] == "void" or view["dice"] is not None, "form")
        if view["dice"] is not None:
            self.dice(view, view["dice"], draw["seed"])

    def beacon(self, draw: Any) -> list[str]:
        """Return the line of the beacon that the dice policy names, if it names one."""
        named, value = self.policy.get("beacon"), draw.get("beacon")
        if named is None:
            need(value is None, "policy")
            return []
        need(same(named, {"chain": value["chain"], "round": value["round"]}), "policy")
        need(SIGNATURE.fullmatch(value["signature"]), "form")
        self.told["beacon"] += 1
        return [f"beacon {value['chain']} {whole(value['round'])} {value['signature']}"]

    def dice(self, view: Any, dice: Any, seed: str) -> None:
        """Check who rolled, and every face and card that was rolled here."""
        own = "ticket" if self.policy.get("ticket") else "table" if self.values else "service"
        by = None if dice["seed"] is None else own if dice["seed"] == seed else "caller"
        need(dice["seed_by"] == by, "label")
        need(by != "caller" or self.policy["seeds"] != "nobody", "policy")
        given, cards_given = whole(dice["supplied_faces"]), whole(dice["supplied_cards"])
        need(not given + cards_given or self.policy["supplied"] != "nobody", "policy")
        self.told[by or "no_rolls"] += 1
        self.told["supplied_faces"] += given
        self.decks.begin(view)
        faces: list[Any] = []
        cards: list[Any] = []
        count = 0
        for step in view["steps"]:
            if step["card"] is not None:
                is_dealt = len(cards) >= cards_given
                need(self.decks.take(step["card"], dice["seed"], count if is_dealt else None), "cards")
                count += is_dealt
                cards.append(step["card"])
                continue
            if step["dice"] is None:
                self.decks.step(view, step["rule"])
                continue
            pool = POOL.fullmatch(step["dice"])
            need(pool and len(step["faces"]) == int(pool[1] or 1), "faces")
            for position, each in enumerate(step["faces"], len(faces)):
                if position >= given:
                    need(dice["seed"] and pool and same(each, below(dice["seed"], count, int(pool[2])) + 1), "faces")
                    count += 1
            faces += step["faces"]
        need(same(faces, dice["faces"]), "faces")
        need(same(cards, dice["cards"]) and cards_given <= len(cards), "cards")
        self.told["faces"] += len(faces)
        self.told["cards"] += len(cards)
        self.told["dealt"] = self.decks.dealt

    def close(self, id: str, view: Any, promise: str) -> None:
        """Check the end: with the key of the draws every draw is traced to the creation."""
        self.told["ended"], key = True, view["dice_key"]
        if key is not None:
            need(HEX.fullmatch(key) and digest("promise", id, key) == promise, "promise")
            for n, commit in self.commits.items():
                need(digest("commit", id, n, mac(key, "opening", id, n)) == commit, "promise")
            self.told["from_creation"] = "proven"


def check(
    lines: Sequence[str], pinned: Any = None, saw: Iterable[tuple[int, str]] = (), *, fast: bool = False
) -> dict[str, Any]:
    """Return the verdict on the lines of an exported log."""
    version = 0
    try:
        log = Log(strict(lines[0]), pinned, fast=fast)
        for version, line in enumerate(lines[1:], 1):
            log.take(version, strict(line), last=version == len(lines) - 1)
        last = version
        for version, head in saw:
            need(log.heads.get(version) == head, "other-log")
    except BrokenLogError as broken:
        return {"verdict": "broken", "version": version, "why": broken.why, "text": WHY[broken.why]}
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError):
        return {"verdict": "broken", "version": version, "why": "form", "text": WHY["form"]}
    told = {"verdict": "holds", "version": last, "head": log.prev, **log.told}
    return told | sentences(told)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the log that the command line names."""
    parser = argparse.ArgumentParser(description="Check an exported log without the service that wrote it.")
    parser.add_argument("log", type=Path, help="the file that GET /v1/encounters/{id}/proof answered")
    parser.add_argument("--keys", type=Path, help="the key document of the service, fetched beforehand")
    parser.add_argument("--saw", action="append", default=[], metavar="VERSION:HASH", help="a head that you have seen")
    parser.add_argument("--fast", action="store_true", help="check the last signature only, which covers all before it")
    parser.add_argument("--json", action="store_true", help="write the result as JSON")
    options = parser.parse_args(arguments)
    pinned = json.loads(options.keys.read_text(encoding="utf-8")) if options.keys else None
    saw = [(int(version), head) for version, _, head in (each.partition(":") for each in options.saw)]
    lines = options.log.read_text(encoding="utf-8").rstrip("\n").split("\n")
    found = check(lines, pinned, saw, fast=options.fast)
    sys.stdout.write((json.dumps(found, sort_keys=True) if options.json else words_of(found)) + "\n")
    return int(found["verdict"] != "holds")


if __name__ == "__main__":
    sys.exit(main())
