"""Printed modifiers as rows: the rule, the value, and the fact that the modifier depends on."""

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

    Its label is what players read in tallies: the rule's title, unless the rule has several rows.
    """

    rule: Rule
    value: int
    fact: Fact
    label: str = ""
    term: Term = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Make the term of a fact that holds once."""
        object.__setattr__(self, "term", self.times(1))

    def times(self, number: int) -> Term:
        """Return the term of a fact that holds several times."""
        return Term(rule=self.rule.id, label=self.label or self.rule.title, value=self.value * number)


def counted(rows: Iterable[Modifier], facts: Facts) -> list[Term]:
    """Return the terms of all rows whose facts hold, in the order of the rows."""
    terms = []
    for row in rows:
        times = facts.get(row.fact, 0)
        if times == 1:
            terms.append(row.term)
        elif times:
            terms.append(row.times(times))
    return terms
