"""What could be made of an exported log: by an editor without the key, and by a service that signs what it likes."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from service.encounters.trust.heads import GENESIS, full_of, head_hash, shown_of, signed
from service.encounters.trust.signing import Signer

ORIGIN: Final = "umpire.example"
SIGNER: Final = Signer(bytes(range(32)))
"""The key that the published logs are signed with."""
STRANGER: Final = Signer(bytes(range(1, 33)))

Edit = Callable[[int, str], str]
Line = dict[str, Any]


def edited(lines: Sequence[str], version: int, change: Callable[[Line], object]) -> list[str]:
    """Change the line of a version without the key."""
    line = json.loads(lines[version])
    change(line)
    return [*lines[:version], json.dumps(line), *lines[version + 1 :]]


def forged(
    lines: Sequence[str], change: Edit, *, heads: Mapping[int, Mapping[str, str]] | None = None, signer: Signer = SIGNER
) -> list[str]:
    """Change entries and what was shown of them, and sign the whole log again, as only the service can.

    `heads` has the fields of heads to change, by version: id, version, draw, commit, promise or prev.
    """
    made, prev = [lines[0]], GENESIS
    for version, line in enumerate(lines[1:], 1):
        told = json.loads(line)
        first, origin, known, *rest = told["head"].rpartition("\n\n")[0].split("\n")
        fields = {"id": known, **dict(each.split(" ") for each in rest), "prev": prev}
        fields |= (heads or {}).get(version, {})
        told["shown"] = change(version, told["shown"])
        fields["shown"] = shown_of(fields["id"], int(fields["version"]), told["shown"].encode())
        if "entry" in told:
            told["entry"] = change(version, told["entry"])
            entry = told["entry"].encode()
            fields["full"] = full_of(fields["id"], int(fields["version"]), told["salt"], entry)
        named = [f"{name} {fields[name]}" for name in ("version", "draw", "commit", "full", "shown", "promise", "prev")]
        text = "\n".join([first, origin, fields["id"], *named]) + "\n"
        told["head"] = signed(text, origin, [signer])
        prev = head_hash(told["head"])
        made.append(json.dumps(told))
    return made


def at(number: int, change: Callable[[Any], object]) -> Edit:
    """Return the edit that changes the JSON of one version's entry."""

    def edit(version: int, text: str) -> str:
        if version != number:
            return text
        value = json.loads(text)
        change(value)
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    return edit


def rewritten(number: int, old: str, new: str) -> Edit:
    """Return the edit that changes the text of one version's entry."""

    def edit(version: int, text: str) -> str:
        assert version != number or old in text
        return text.replace(old, new, 1) if version == number else text

    return edit


def unchanged(_: int, text: str) -> str:
    """The edit that changes nothing."""
    return text


def hash_at(lines: Sequence[str], version: int) -> str:
    """The hash of a version's head."""
    return head_hash(json.loads(lines[version])["head"])
