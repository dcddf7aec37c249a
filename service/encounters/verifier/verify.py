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
from hashlib import sha256
from pathlib import Path
from typing import Any

from service.encounters.verifier.announcement_checks import Announcements, is_withdrawal, same
from service.encounters.verifier.cards import Decks, below
from service.encounters.verifier.comparing import agree
from service.encounters.verifier.curve import ed25519, is_good_key
from service.encounters.verifier.words import WHY, sentences, words_of

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
    *("acts", "service", "table", "ticket", "caller", "no_rolls", "supplied_faces", "faces", "cards", "dealt"),
    *("sealed", "burned"),
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
        self.told |= {"fork_of": None, "silent": []}
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
        if line.get("entry") is not None and line.get("shown") is not None:
            need(agree(strict(line["shown"]), view), "differs")
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
            self.fork(view.get("forked_from"))
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

    def fork(self, said: Any) -> None:
        """Keep what the first entry says of a fork; forks of older releases do not say it."""
        if said is not None:
            need(re.fullmatch(r"[0-9a-f]{32}", said["encounter"]), "form")
            self.told["fork_of"] = {"encounter": said["encounter"], "version": whole(said["version"])}

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
        self.told["silent"] = sorted({*self.told["silent"], *missing})
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
        need(0 <= given <= len(faces) and 0 <= cards_given <= len(cards), "count")
        need(same(faces, dice["faces"]), "faces")
        need(same(cards, dice["cards"]), "cards")
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
    told["only_shown"] = last - log.told["whole"]
    return told | sentences(told)


def main(arguments: Sequence[str] | None = None, program: str | None = None) -> int:
    """Check the log that the command line names; `program` is how the command is called."""
    parser = argparse.ArgumentParser(program, description="Check an exported log without the service that wrote it.")
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
