"""The broken logs that are published: one for each reason, as short as it can be, and what verifiers have to say."""

import json
from collections.abc import Mapping
from functools import cache

from service.encounters.verifier.verify import check
from tests.verifier.cases import Case, all_cases

INDEX = "broken.json"


@cache
def broken_logs() -> Mapping[str, str]:
    """The files below the published folder, by their names: the logs, and a list of what has to be found in them."""
    shortest: dict[str, Case] = {}
    for case in all_cases():
        short = _cut(case)
        if case.finds != "holds" and (case.finds not in shortest or _size(short) < _size(shortest[case.finds])):
            shortest[case.finds] = short
    chosen = [_plain(case) for _, case in sorted(shortest.items())]
    files = {f"broken/{case.finds}.jsonl": "\n".join([*case.lines, ""]) for case in chosen}
    return files | {INDEX: json.dumps([_told(case) for case in chosen], indent=2) + "\n"}


def _told(case: Case) -> Mapping[str, object]:
    """What was done to a log, with what options it is checked, and what is found."""
    found = check(case.lines, case.keys, case.saw)
    seen = [f"{version}:{head}" for version, head in case.saw]
    return {
        "log": f"broken/{case.finds}.jsonl",
        "done": case.name,
        "keys": case.keys,
        "saw": seen,
        "verdict": found["verdict"],
        "version": found["version"],
        "why": found["why"],
        "text": found["text"],
    }


def _cut(case: Case) -> Case:
    """The case without what comes after the entry that is broken, unless something is missing that was seen."""
    if case.saw:
        return case
    found = check(case.lines, case.keys)
    return Case(case.name, case.finds, case.lines[: found["version"] + 1], (), case.keys)


def _plain(case: Case) -> Case:
    """The case without what viewers were shown of whole entries, if it is broken all the same."""
    lines = [case.lines[0], *[_without_shown(each) for each in case.lines[1:]]]
    plain = Case(case.name, case.finds, lines, case.saw, case.keys)
    return plain if check(lines, case.keys, case.saw) == check(case.lines, case.keys, case.saw) else case


def _without_shown(line: str) -> str:
    try:
        told = json.loads(line)
    except ValueError:
        return line
    return json.dumps({name: each for name, each in told.items() if name != "shown" or told.get("entry") is None})


def _size(case: Case) -> int:
    return sum(map(len, case.lines))
