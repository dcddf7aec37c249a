"""Printed modifiers as rows: the rule, what it adds, and the fact that brings it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from service.dice.model import Rule
from service.dice.transcript import Term
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
    label: str = ""
    term: Term = field(init=False, compare=False)
    terms: dict[int, Term] = field(init=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Make the term of a fact that holds once."""
        object.__setattr__(self, "term", self.times(1))

    def times(self, times: int) -> Term:
        """Return the term of a fact that holds so many times; terms are kept, for making one takes long."""
        found = self.terms.get(times)
        if found is None:
            found = Term(rule=self.rule.id, label=self.label or self.rule.title, value=self.value * times)
            self.terms[times] = found
        return found


def counted(rows: Iterable[Modifier], facts: Facts) -> list[Term]:
    """Return the terms of all rows whose facts hold, in the order of the rows."""
    terms = []
    for row in rows:
        times = facts.get(row.fact)
        if times:
            terms.append(row.times(times))
    return terms
