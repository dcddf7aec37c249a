"""API keys: what the service has of them, what is refused, and how they are changed while it runs."""

import os
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from service.settings.access.allowances import Allowance, Allowances
from service.settings.access.api_keys import KeyLineWrong, digest_of, keys_in, new_key
from service.settings.access.ring import CHECK_SECONDS, KeyRing
from service.settings.access.scopes import Scope
from tests.access.apps import holder, ring_of

HASH = "sha256:" + "0" * 64


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_key_has_256_random_bits_and_a_prefix() -> None:
    """Keys differ, and are found by scanners for secrets by their prefix."""
    keys = {new_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(re.fullmatch(r"umpire_[A-Za-z0-9_-]{43}", key) for key in keys)


def test_a_line_says_everything_but_the_key() -> None:
    """A line has name, hash, scopes, quotas and last day, is read as it was written, and does not contain the key."""
    made = holder("foundry", "encounters,resolve", "requests=9/second", "storage=1GB/day", "until=2999-12-31")
    (found,) = keys_in(["# keys", "", f"  {made.line}  "], "keys")
    assert made.key not in made.line
    assert found.line == made.line
    assert (found.name, found.digest) == ("foundry", digest_of(made.key))
    assert found.scopes == {Scope.RESOLVE, Scope.ENCOUNTERS}
    assert found.own == {"requests": "9/second", "storage": "1GB/day"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("foundry", "a line has a name"),
        (f"Foundry {HASH} resolve", "'Foundry' is no name"),
        (f"-x {HASH} resolve", "'-x' is no name"),
        (f"anonymous {HASH} resolve", "take another name"),
        ("foundry sha256:0 resolve", "the hash of foundry is no"),
        (f"foundry {HASH[7:]} resolve", "the hash of foundry is no"),
        (f"foundry {HASH} resolv", "'resolv' is no scope .*Did you mean resolve?"),
        (f"foundry {HASH} resolve storag=1GB/day", "'storag=1GB/day' is none of .*Did you mean storage?"),
        (f"foundry {HASH} resolve requests=many", "'many' is no quota"),
        (f"foundry {HASH} resolve requests=0/hour", "'0/hour' is no quota"),
        (f"foundry {HASH} resolve until=tomorrow", "until=tomorrow is no date"),
        (f"foundry {HASH} resolve\nfoundry {HASH[:-1]}1 resolve", "there is a key foundry already"),
        (f"foundry {HASH} resolve\nroll20 {HASH} resolve", "roll20 has the hash of another key"),
    ],
)
def test_a_wrong_line_is_named(line: str, said: str) -> None:
    """What is wrong is said with its line, and a misspelt word with the one that was meant."""
    with pytest.raises(KeyLineWrong, match=f"^keys.txt, line .*{said}"):
        keys_in(line.splitlines(), "keys.txt")


def test_a_key_in_the_place_of_its_hash_is_refused_and_not_repeated() -> None:
    """Whoever writes the key itself into the file is told so, without the key being written into a log."""
    key = new_key()
    with pytest.raises(KeyLineWrong, match="this is a key, not its hash") as wrong:
        keys_in([f"foundry {key} resolve"], "keys")
    assert key not in str(wrong.value)


def test_only_whole_keys_are_known() -> None:
    """Neither a part of a key nor another spelling of it, nor its hash, is the key."""
    made = holder("foundry")
    ring = ring_of(made)
    assert ring.find(made.key) is not None
    for guess in ("", made.key[:-1], f"{made.key}A", made.key.upper(), f" {made.key}", digest_of(made.key), "\0"):
        assert ring.find(guess) is None


def test_a_key_counts_to_the_end_of_its_last_day() -> None:
    """A key whose last day is today is known, and one whose last day was yesterday is not."""
    today = datetime.now(UTC).date()
    last = holder("last", "resolve", f"until={today + timedelta(days=1)}")
    past = holder("past", "resolve", f"until={today - timedelta(days=2)}")
    ring = ring_of(last, past)
    assert (ring.find(last.key) is None, ring.find(past.key) is None) == (False, True)


def test_keys_of_the_variable_stand_beside_those_of_the_file(tmp_path: Path) -> None:
    """Lines are separated by semicolons in the variable; a file may be empty at first."""
    one, two, three = (holder(name) for name in ("one", "two", "three"))
    file = tmp_path / "keys"
    file.write_text(f"{three.line}\n")
    ring = KeyRing(f"{one.line}; {two.line}", file)
    assert [each.name for each in ring.keys] == ["one", "two", "three"]
    file.write_text("")
    assert KeyRing(None, file).is_used
    assert not KeyRing().is_used


def test_a_file_that_has_changed_is_read_again(tmp_path: Path, log_lines: Callable[[], list[dict[str, Any]]]) -> None:
    """New keys count and withdrawn ones do not within a second; a file that is wrong or gone changes nothing."""
    old, new = holder("old"), holder("new")
    file, clock = tmp_path / "keys", Clock()
    file.write_text(f"{old.line}\n")
    ring = KeyRing(None, file, clock=clock)

    def known() -> tuple[bool, bool]:
        clock.now += CHECK_SECONDS
        return ring.find(old.key) is not None, ring.find(new.key) is not None

    assert known() == (True, False)
    file.write_text(f"{old.line}\n{new.line}\n")
    assert known() == (True, True)
    file.write_text(f"{new.line}\n")
    assert known() == (False, True)
    file.write_text("nonsense\n")
    assert known() == (False, True)
    file.unlink()
    assert known() == (False, True)
    lines = [line for line in log_lines() if line["event"] == "api keys not read again"]
    assert [line["level"] for line in lines] == ["warning", "warning"]
    assert "line 1" in lines[0]["reason"]


def test_a_file_is_looked_at_once_a_second(tmp_path: Path) -> None:
    """Between two looks a change is not seen, so that keys cost requests nothing."""
    made = holder("made")
    file, clock = tmp_path / "keys", Clock()
    file.write_text("")
    ring = KeyRing(None, file, clock=clock)
    file.write_text(made.line)
    os.utime(file, (1, 1))
    clock.now = CHECK_SECONDS / 2
    assert ring.find(made.key) is None
    clock.now = CHECK_SECONDS
    assert ring.find(made.key) is not None


def test_changed_quotas_count_as_soon_as_the_file_is_read(tmp_path: Path) -> None:
    """A key's quotas are those of its line as it is now, also of one that has made requests before."""
    made, usual = holder("made", "resolve", "requests=9/second"), Allowances(Allowance.of("1/day"))
    file, clock = tmp_path / "keys", Clock()
    file.write_text(made.line)
    ring = KeyRing(None, file, clock=clock)
    for quota in ("9/second", "1000/hour"):
        file.write_text(made.line.replace("9/second", quota))
        clock.now += CHECK_SECONDS
        assert ring.find(made.key) is not None
        assert ring.allowances("key:made", usual).requests == Allowance.of(quota)


def test_a_key_has_quotas_of_its_own_and_otherwise_the_usual_ones() -> None:
    """A line's quotas replace the usual ones one by one; none is no limit; a key that is gone has the usual ones."""
    made = holder("made", "resolve", "requests=9/second", "storage=none")
    usual = Allowances(Allowance.of("1/day"), Allowance.of("2/day"), Allowance.of("1kB/day"), None)
    ring = ring_of(made)
    assert ring.allowances("key:made", usual) == Allowances(Allowance.of("9/second"), Allowance.of("2/day"), None, None)
    assert ring.allowances("key:gone", usual) == usual
    assert ring.allowances("192.0.2.1", usual) == usual
