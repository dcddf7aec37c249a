"""Build a number from a base and the rules that change it, keeping what each one did."""

from collections.abc import Iterable
from functools import lru_cache

from service.dice.model import Rule
from service.dice.transcript import Tally, Term


@lru_cache(maxsize=4096)
def term(rule: Rule, value: int, label: str | None = None) -> Term:
    """Grant a modifier by a rule, with a label of its own or else the rule's title."""
    return Term(rule=rule.id, label=rule.title if label is None else label, value=value)


def tally(base: int, terms: Iterable[Term] = ()) -> Tally:
    """Add modifiers to a base."""
    kept = tuple(terms)
    if not kept:
        return bare(base)
    return Tally(base=base, terms=kept, total=base + sum([each.value for each in kept]))


@lru_cache(maxsize=1024)
def bare(number: int) -> Tally:
    """Return a number that nothing changes."""
    return Tally(base=number, terms=(), total=number)


def spoken(number: Tally) -> str:
    """Say how a number came about: "11 (14 - 3 Short range)", or just "14" when nothing changed it."""
    if not number.terms:
        return str(number.total)
    changes = " ".join([f"{'-' if each.value < 0 else '+'} {abs(each.value)} {each.label}" for each in number.terms])
    return f"{number.total} ({number.base} {changes})"
