"""Printed modifiers as rows: the rule, what it adds, and the fact that brings it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from service.dice.model import Cites, Rule
from service.dice.transcript import Term
from service.rules.kernel.tally import term
from service.rules.kernel.words import Fact

Facts = Mapping[Fact, int]
"""How often each fact holds; one that does not hold is left out."""


@dataclass(frozen=True, slots=True)
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
