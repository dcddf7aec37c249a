"""Announcements as the verifier in Python checks them: what was announced is played, and only values come before."""

from typing import Any

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
    """Return whether an entry withdraws what was announced."""
    return bool(view["kind"] == "void" and view.get("problem") == "withdrawn")


class Announcements:
    """What is announced and not played yet, in a log that is read; `played` acts were announced."""

    def __init__(self) -> None:
        """Begin before the first entry."""
        self.open: Any = None
        self.is_complete = False
        self.played = 0

    def allow(self, policy: Any, view: Any, *, is_whole: bool) -> bool:
        """Return whether an entry may stand where it does; viewers do not see all that is compared of whole entries."""
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
        """Return whether an entry has the operation and the input that were announced, as far as both are shown."""
        announced, self.open, self.played = self.open, None, self.played + (view["kind"] == "act")
        said, done = announced.get("operation"), view.get("operation")
        if view["secret"] is not announced["covert"]:
            return False
        if self.is_complete and is_complete:
            return said is not None and same([said, announced.get("input")], [done, view.get("input")])
        return said is None or done is None or same(said, done)
