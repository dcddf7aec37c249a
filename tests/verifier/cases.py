"""Logs that somebody has tampered with, and what verifiers have to say of each: a word of `WHY`, or that it holds."""

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, Final

from service.encounters.trust.draws import commit_of, seed_of
from service.encounters.trust.heads import signed
from service.encounters.trust.seats import SeatValue
from service.encounters.verifier.bundle import FOLDER
from tests.verifier.announced import announced
from tests.verifier.card_cases import card_forgeries
from tests.verifier.forging import ORIGIN, SIGNER, STRANGER, at, edited, forged, hash_at, rewritten, unchanged

Lines = Sequence[str]
OTHER: Final = "5" * 64
GROUND: Final = sha256(b"an opening that was tried out").hexdigest()
JOIN_ANN, JOIN_BOR, BOR, ANN, ACT, UNDO, ABSENT, BROUGHT, VOID, ROLLED, END = 2, 3, 4, 5, 6, 7, 9, 13, 15, 18, 20
"""The versions of what happens in the published log."""
EIGHTFOLD: Final = 4
"""The version of the act, in the log `named`, whose seed gives eight numbers for a hash."""
PUBLISHED: Final = tuple(sorted(path.stem for path in (FOLDER / "logs").iterdir()))
STRANGERS: Final = base64.urlsafe_b64encode(STRANGER.public).rstrip(b"=").decode()


@dataclass(frozen=True)
class Case:
    """A log, what is known beforehand, and what has to be found."""

    name: str
    finds: str
    lines: Lines
    saw: Sequence[tuple[int, str]] = ()
    keys: Any = None


@cache
def published(name: str) -> tuple[str, ...]:
    """A published log."""
    return tuple((FOLDER / "logs" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())


def header(**changes: Any) -> Any:
    """The key document of the published logs."""
    return {**json.loads(published("whole")[0]), **changes}


def key_of(x: str) -> Any:
    """A key document with one key."""
    return header(keys=[{**header()["keys"][0], "x": x}])


def shown_alone(number: int) -> Callable[[int, str], str]:
    """The edit that changes what viewers were shown of a version, which comes first, and not its entry."""
    texts = iter(["Another thing happens."])

    def edit(version: int, text: str) -> str:
        said = next(texts, None) if version == number else None
        return text if said is None else json.dumps({**json.loads(text), "summary": said})

    return edit


def forging(number: int, change: Callable[[Any], object]) -> Lines:
    """The whole log with a changed entry, signed by the service."""
    return forged(published("whole"), at(number, change))


def writing(number: int, old: str, new: str) -> Lines:
    """The whole log with a changed text of an entry, signed by the service."""
    return forged(published("whole"), rewritten(number, old, new))


def headed(number: int, **fields: str) -> Lines:
    """The whole log with changed fields of a head, signed by the service."""
    return forged(published("whole"), unchanged, heads={number: fields})


def commit_at(number: int) -> str:
    """The commitment in a head of the whole log."""
    return str(json.loads(published("whole")[number])["head"].split("\n")[5].split(" ")[1])


def noted(number: int, change: Callable[[str], str]) -> Lines:
    """The whole log with a changed note, without the key."""
    return edited(published("whole"), number, lambda line: line.update(head=change(line["head"])))


def moved(version: int, text: str) -> str:
    """The edit by which a seat is taken after the first value of the draw, and contributes to it all the same."""
    order = {2: JOIN_BOR, 3: BOR, 4: JOIN_ANN}
    lines = published("whole")
    told = json.loads(json.loads(lines[order.get(version, version)])["entry"])
    return json.dumps({**told, "version": version}) if version in order else text


def ground(lines: Lines) -> Lines:
    """A log in which the service has chosen a coming opening as it pleased, and committed itself to it."""
    known = json.loads(lines[1])["head"].split("\n")[2]
    commit = {"commit": commit_of(known, 3, GROUND)}
    seed = seed_of(known, 3, GROUND)
    change = at(BROUGHT, lambda entry: entry["draw"].update(opening=GROUND, seed=seed))
    return forged(lines, change, heads=dict.fromkeys(range(ABSENT, BROUGHT), commit))


def after_values(entry: Any) -> None:
    """Open a draw with an opening that was tried out when all values were known."""
    draw = entry["draw"]
    known = json.loads(published("whole")[1])["head"].split("\n")[2]
    values = [SeatValue(**each) for each in draw["values"]]
    draw |= {"opening": GROUND, "seed": seed_of(known, 1, GROUND, values)}
    entry["dice"]["seed"] = draw["seed"]


def lucky(**changes: str) -> Callable[[Any], object]:
    """The change by which an act has the seed that a preview was pleasant with."""
    return lambda entry: entry["dice"].update(seed="sha256ctr1:lucky", **changes)


def faced(entry: Any) -> None:
    """Change the first face."""
    step = next(each for each in entry["steps"] if each["faces"])
    step["faces"][0] = entry["dice"]["faces"][0] = step["faces"][0] % 6 + 1


def faced_last(entry: Any) -> None:
    """Change the last face."""
    step = [each for each in entry["steps"] if each["faces"]][-1]
    step["faces"][-1] = entry["dice"]["faces"][-1] = step["faces"][-1] % 6 + 1


def other_notes() -> list[Case]:
    """Heads that are not what was signed."""
    small = "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    ticket = signed("umpire/ticket/1\nx\n", ORIGIN, [SIGNER])
    stranger = forged(published("whole"), unchanged, signer=STRANGER)
    other = [json.dumps(header(origin="other.example")), *published("whole")[1:]]
    renamed = [each.replace(f"\\n{ORIGIN}\\n", "\\nother.example\\n", 1) for each in published("whole")]
    return [
        Case("a stranger signs", "signature", stranger),
        Case("a signature of another entry", "signature", noted(3, lambda head: head.replace("draw 1", "draw 2"))),
        Case("a line end of another system", "signature", noted(3, lambda head: head.replace("\ndraw", "\r\ndraw"))),
        Case(
            "a paragraph before the signatures", "signature", noted(3, lambda head: head.replace("\n\n", "\n\nx\n\n"))
        ),
        Case("no signature", "note", noted(3, lambda head: head.rpartition("\n\n")[0])),
        Case("a signature that is no base64", "note", noted(3, lambda head: f"{head[:-2]}!\n")),
        Case("a note of another kind", "note", noted(3, lambda _: ticket)),
        Case("a key of small order", "key", published("whole"), keys=key_of(small)),
        Case(
            "a key of 31 bytes",
            "key",
            published("whole"),
            keys=key_of(base64.urlsafe_b64encode(bytes(31)).decode().rstrip("=")),
        ),
        Case("another key than the one that is known", "signature", published("whole"), keys=key_of(STRANGERS)),
        Case("another service", "signature", other),
        Case("another service than the one that is known", "origin", other, keys=header()),
        Case("heads of another service", "signature", renamed),
        Case("no exported log", "header", ["{}", *published("whole")[1:]]),
    ]


def editors() -> list[Case]:
    """What an editor without the key can do."""
    whole, last = list(published("whole")), published("whole")[-1]
    seen = [(END, hash_at(whole, END))]
    doubled = [*whole[: UNDO + 1], *whole[UNDO:]]

    def texted(old: str, new: str, name: str = "entry") -> Lines:
        return edited(whole, ACT, lambda line: line.update({name: line[name].replace(old, new, 1)}))

    return [
        Case("a face is changed", "full", texted('"faces":[', '"faces":[9,')),
        Case("an outcome is changed", "full", texted('"outcome":{', '"outcome":{"x":1,')),
        Case("a sentence is changed", "full", texted('"text":"', '"text":"x')),
        Case("what viewers saw is changed", "shown", texted('"summary":"', '"summary":"x', "shown")),
        Case("a salt is none", "full", edited(whole, ACT, lambda line: line.update(salt="x"))),
        Case("a lone surrogate", "full", texted('"text":"', '"text":"\ud800')),
        Case(
            "nothing is left of an entry", "empty", edited(whole, ACT, lambda line: line.update(shown=None, entry=None))
        ),
        Case("an entry is left out", "version", [*whole[:UNDO], *whole[UNDO + 1 :]]),
        Case("an entry comes twice", "version", doubled),
        Case("two entries are swapped", "version", [*whole[:ACT], whole[UNDO], whole[ACT], *whole[UNDO + 1 :]]),
        Case("an entry is counted anew", "signature", noted(ACT, lambda head: head.replace("version 6", "version 7"))),
        Case("something comes after the end", "after-end", [*whole, last]),
        Case("the end is cut off, and nobody saw it", "holds", whole[:END]),
        Case("the end is cut off, and somebody saw it", "other-log", whole[:END], seen),
        Case("a line that is no JSON", "json", [*whole[:ACT], "{", *whole[UNDO:]]),
    ]


def services() -> list[Case]:
    """What a service can do that signs what it likes: its dice."""
    return [
        Case("a seed is named where nobody may", "policy", forging(ROLLED, lucky(seed_by="caller"))),
        Case("a named seed is called the service's", "label", forging(ROLLED, lucky())),
        Case(
            "the table's dice are called the service's",
            "label",
            forging(ACT, lambda e: e["dice"].update(seed_by="service")),
        ),
        Case("a face is not the seed's", "faces", forging(ROLLED, faced)),
        Case("a face is not that of a named seed", "faces", forged(published("named"), at(EIGHTFOLD, faced_last))),
        Case("an act without its dice", "form", forging(ROLLED, lambda entry: entry.update(dice=None))),
        Case("a rolled face is called brought", "faces", forging(ROLLED, lambda e: e["dice"].update(supplied_faces=1))),
        Case("fewer than no faces", "count", forging(ROLLED, lambda e: e["dice"].update(supplied_faces=-3))),
        Case("fewer than no cards", "count", forging(ROLLED, lambda e: e["dice"].update(supplied_cards=-1))),
        Case("viewers were shown something else", "differs", forged(published("whole"), shown_alone(ACT))),
        Case("a face is left out", "faces", forging(ROLLED, lambda e: e["dice"]["faces"].pop())),
        Case(
            "dice are brought where nobody may",
            "policy",
            forging(1, lambda e: e["dice_policy"].update(supplied="nobody")),
        ),
        Case("nobody waited for all", "policy", forging(1, lambda e: e["dice_policy"].update(wait_for="everybody"))),
        Case("nobody waited for anybody", "policy", forging(1, lambda e: e["dice_policy"].update(wait_for="anybody"))),
        Case("an opening tried out after the values", "opening", forging(ACT, after_values)),
        Case("an opening chosen one ahead, never ended", "holds", ground(published("not-ended"))),
        Case("an opening chosen one ahead, and ended", "promise", ground(published("whole"))),
        Case("another key of the draws", "promise", forging(END, lambda e: e.update(dice_key=OTHER))),
        Case("a seed that does not follow", "seed", forging(ROLLED, lambda e: e["draw"].update(seed="sha256ctr1:x"))),
        Case("a draw is skipped", "draw", headed(ROLLED, draw="8")),
        Case("a draw is taken twice", "draw", headed(ROLLED, draw="6", commit=commit_at(ROLLED - 1))),
        Case("a commitment is changed", "commit-kept", headed(UNDO, commit=OTHER)),
        Case("an entry of another encounter", "id", headed(UNDO, id="0" * 32)),
        Case("another promise", "id", headed(UNDO, promise=OTHER)),
        Case("another log behind it", "chain", headed(UNDO, prev=OTHER)),
        Case("a beginning that is no creation", "kind", forging(1, lambda e: e.update(kind="undo"))),
        Case("an entry of no kind", "kind", forging(UNDO, lambda e: e.update(kind="gift"))),
        Case("a state from nowhere", "state", forging(UNDO, lambda e: e.update(before="sha256:x"))),
        Case("a draw without its number", "form", forging(ACT, lambda e: e["draw"].pop("n"))),
    ]


def seats() -> list[Case]:
    """What a service can do with players, or players with the service."""
    first = json.loads(json.loads(published("whole")[JOIN_ANN])["entry"])["commit"]
    return [
        Case("a value is left out of the draw", "values", forging(ACT, lambda e: e["draw"]["values"].pop())),
        Case("values in another order", "values", forging(ACT, lambda e: e["draw"]["values"].reverse())),
        Case("an absent seat is not told", "absent", forging(ABSENT, lambda e: e["draw"].update(absent=[]))),
        Case("a value of another", "value", forging(ANN, lambda e: e.update(value=OTHER))),
        Case("a commitment is copied", "reused-commitment", forging(JOIN_BOR, lambda e: e.update(commit=first))),
        Case("a commitment comes twice", "reused-commitment", forging(ANN, lambda e: e.update(commit=first))),
        Case("a seat that is none", "seat", forging(JOIN_ANN, lambda e: e.update(seat="cid"))),
        Case("a seat contributes twice", "seat", forging(ANN, lambda e: e.update(seat="bor"))),
        Case("a commitment after the first value", "late-commitment", forged(published("whole"), moved)),
    ]


def bytes_() -> list[Case]:
    """What programs could read differently."""
    huge = '"supplied_faces":9007199254740993'
    return [
        Case("a key comes twice", "json", writing(ACT, '"faces":[', '"faces":[1],"faces":[')),
        Case("a version that is 6.0", "holds", writing(ACT, '"version":6,', '"version":6.0,')),
        Case("a version that is true", "version", writing(1, '"version":1,', '"version":true,')),
        Case("a count that not all can hold", "form", writing(ACT, '"supplied_faces":0', huge)),
        Case("a count that is no number", "json", writing(ACT, '"supplied_faces":0', '"supplied_faces":NaN')),
        Case("a die without sides", "form", writing(ROLLED, '"dice":"d100"', '"dice":"d0"')),
        Case(
            "more seats than there may be", "policy", forging(1, lambda e: e["dice_policy"].update(seats=["ann"] * 17))
        ),
        Case("a line separator in a sentence", "holds", writing(ACT, '"summary":"', '"summary":"\u2028')),
    ]


def all_cases() -> list[Case]:
    """Every case, the published logs among them."""
    plain = [Case(f"the log {name}", "holds", published(name)) for name in PUBLISHED]
    keyed = Case(
        "the keys are known beforehand", "holds", published("whole"), [(6, hash_at(published("whole"), 6))], header()
    )
    cards = [Case(name, finds, lines) for name, (finds, lines) in card_forgeries(published("cards")).items()]
    announcements = [Case(*each) for each in announced(published("announced"), published("whole"))]
    return [*plain, keyed, *other_notes(), *editors(), *services(), *cards, *announcements, *seats(), *bytes_()]


def mutated(number: int) -> list[str]:
    """A log with one small change of any kind."""
    chance = Random(number)
    lines = list(published("not-ended"))
    place = chance.randrange(1, len(lines))
    how = chance.randrange(4)
    if how == 0:
        del lines[place]
    elif how == 1:
        lines.insert(place, lines[chance.randrange(1, len(lines))])
    elif how == 2:
        lines[place] = _scratched(lines[place], chance)
    else:
        line = json.loads(lines[place])
        part = chance.choice(["entry", "shown", "salt", "head"])
        line[part] = _scratched(line[part], chance)
        lines[place] = json.dumps(line)
    return lines


def _scratched(text: str, chance: Random) -> str:
    place = chance.randrange(len(text))
    return text[:place] + chance.choice('019a",:{}[]\\n \u00fc\u2028') + text[place + 1 :]
