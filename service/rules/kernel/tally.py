"""Build a number from a base, printed modifiers as rows, and the rules that change it, keeping what each one did."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache

from service.dice.model import Cites, Rule
from service.dice.transcript import Tally, Term
from service.rules.kernel.book import Fact
from service.wire import value_class


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


# Printed modifiers as rows: the rule, what it adds, and the fact that brings it

Facts = Mapping[Fact, int]
"""How often each fact holds; one that does not hold is left out."""


@value_class
class Modifier:
    """A row of a table of modifiers: it counts `value` as often as its fact holds.

    Its term is labelled with its own label, else with the title of its rule.
    """

    rule: Rule
    value: int
    fact: Fact
    label: str | None = None
    term: Term = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Make the term of a fact that holds once."""
        object.__setattr__(self, "term", self.times(1))

    def times(self, number: int) -> Term:
        """Return the term of a fact that holds several times."""
        return term(self.rule, self.value * number, self.label)


def counted(rows: Iterable[Modifier], facts: Facts) -> list[Term]:
    """Return the terms of all rows whose facts hold, in the order of the rows."""
    terms = []
    for row in rows:
        number = facts.get(row.fact)
        if number:
            terms.append(row.term if number == 1 else row.times(number))
    return terms


def behind(rows: Iterable[Modifier], facts: Facts) -> Cites:
    """Return what stands behind the rules of all rows whose facts hold; the terms name the rules themselves."""
    return tuple([cited for row in rows if facts.get(row.fact) for cited in row.rule.behind])


def told(rows: Iterable[Modifier], facts: Facts) -> tuple[list[Term], Cites]:
    """Return the terms of all rows whose facts hold, and what stands behind their rules, as both others do."""
    terms: list[Term] = []
    cites: Cites = ()
    if facts:
        for row in rows:
            number = facts.get(row.fact)
            if number:
                terms.append(row.term if number == 1 else row.times(number))
                cites += row.rule.behind
    return terms, cites
