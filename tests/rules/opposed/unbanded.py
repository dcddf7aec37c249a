"""Exact dice that are not told of bands."""

from service.dice.exact import ExactDice
from service.dice.model import A, Bands, Card, Cites, Deck, DicePool, Explosion, Kernel, R, Roll, Rule, Spans
from service.dice.transcript import Tally


class Unbanded:
    """Exact dice that are not told which faces the first roll for one rule grades alike."""

    tells = False

    def __init__(self, dice: ExactDice, rule: str) -> None:
        self._dice = dice
        self._rule: str | None = rule

    def roll(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        actor: str | None = None,
        target: Tally | None = None,
        bands: Bands | None = None,
    ) -> Roll:
        if rule.id == self._rule:
            self._rule, bands = None, None
        return self._dice.roll(rule, pool, actor=actor, bands=bands)

    def explode(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        again: Rule,
        limit: int,
        actor: str | None = None,
        spans: Spans | None = None,
    ) -> Explosion:
        return self._dice.explode(rule, pool, again=again, limit=limit, actor=actor, spans=spans)

    def draw(self, rule: Rule, deck: Deck, *, actor: str | None = None, name: str | None = None) -> Card:
        return self._dice.draw(rule, deck, actor=actor)

    def note(
        self, rule: Rule, text: str, *, actor: str | None = None, target: Tally | None = None, cites: Cites = ()
    ) -> None:
        self._dice.note(rule, text)

    def settle(self, rule: Rule, kernel: Kernel[A, R], arguments: A) -> R:
        return kernel(arguments, self)

    def expect(self, rolls: object) -> None:
        """Do nothing: these dice never ask."""

    def warn(self, text: str) -> None:
        self._dice.warn(text)
