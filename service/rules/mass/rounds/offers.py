"""What commanders may declare for the round to come: candidates of each kind of action, and what the policy chooses."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Final

from service.dice.exact import START, ExactDice
from service.dice.transcript import capital
from service.errors import RulesRefuse
from service.rules.kernel.family import Bar, Candidate, Chosen, Offers, Spots
from service.rules.kernel.figures import found
from service.rules.kernel.telling import sentence
from service.rules.kernel.verdict import BarredHow, Ending
from service.rules.mass.battle.sides import IN_BATTLE, refuse_lone_side
from service.rules.mass.battle.state import Battle
from service.rules.mass.book import rulebook
from service.rules.mass.book.refusals import UnknownCommander
from service.rules.mass.figures import orders
from service.rules.mass.figures.orders import MassOrders
from service.rules.mass.figures.text import called
from service.rules.mass.rounds import candidates
from service.rules.mass.rounds.candidates import Host
from service.rules.mass.rounds.passed_over import judge, loss_of
from service.rules.mass.rounds.policy import declare, why_of

SECTIONS: Final[tuple[tuple[str | None, Callable[[Host], Iterator[Candidate]]], ...]] = (
    ("power", candidates.powers_of),
    ("move", candidates.commands_of),
    ("rally", candidates.rallies_of),
    (None, candidates.spells_of),
    (None, candidates.others_of),
)
"""The kinds of moves in their order; what the policy has chosen of a kind follows those of it."""
TOGETHER: Final = orders.MassPowerOrder | orders.MassMoveOrder
"""The actions that the policy gives several units at once; a rally of all is listed as such."""
ALONE: Final = Bar("No unit of its side is left in the battle.", rulebook.COMMAND_ANY_NUMBER)


class MassOffers(Offers):
    """The moves of a battle between two rounds; `end` says whether it is over."""

    def __init__(self, battle: Battle, end: Ending) -> None:
        """Take a battle that has been checked."""
        self._battle = battle
        self._end = end

    def idle(self, figure: str) -> Bar | None:
        """Return why a commander has no choice now: the battle is over, or its side has left it."""
        units, commanders = self._battle.states(), self._battle.scene.commanders.values()
        commander = found(commanders, figure, "/figure", UnknownCommander, "in the battle")
        if self._end.over:
            return Bar(self._end.text, rulebook.ROUND_END, BarredHow.REFUSED)
        try:
            refuse_lone_side({each.side for each in units})
        except RulesRefuse as refusal:
            return Bar(refusal.detail, rulebook.ROUND_PHASES, BarredHow.REFUSED)
        return None if any(each.side == commander.side and each.status in IN_BATTLE for each in units) else ALONE

    def candidates(self, figure: str) -> Iterator[Candidate]:
        """Return every kind of action, for each unit of the commander's side and against each target."""
        host = self._host(figure)
        chosen = self.chosen(figure).orders
        for kind, section in SECTIONS:
            if kind is None:
                yield from section(host)
                continue
            listed = list(section(host))
            yield from listed
            for order in chosen:
                action = order.actions[0] if order.actions else None
                if (
                    isinstance(action, TOGETHER)
                    and action.kind == kind
                    and order not in [each.order for each in listed]
                ):
                    yield candidates.together(host, action)

    def places(self, figure: str) -> Iterator[Spots]:
        """Return where each unit can march that is free to."""
        return candidates.marches_of(self._host(figure))

    def judge(self, order: MassOrders) -> None:
        """Refuse what a commander declares as a round does."""
        judge((order,), self._battle)

    def void(self, order: MassOrders) -> Bar | None:
        """Return why a round would be played as if a commander had passed."""
        losses = [loss_of(self._battle, self._battle.scene.commanders[order.commander], each) for each in order.actions]
        if not losses or None in losses:
            return None
        why, rule = next(each for each in losses if each is not None)
        user = _user_of(order.actions[0])
        why = capital(why) if user is None else f"{called(self._battle.units[user])}: {why}"
        return Bar(f"{why}.", rule)

    def posted(self, figure: str, orders: tuple[MassOrders, ...]) -> dict[str, Any]:
        """Return the input of a round in which a commander takes the actions of some orders, one after the other."""
        actions = [each.model_dump(mode="json", exclude_defaults=True) for given in orders for each in given.actions]
        return {"orders": [{"commander": figure, "actions": actions}]}

    def choice(self, figure: str) -> Chosen:
        """Work out what the policy declares for a commander: an action, and one for a joker.

        What would do nothing is left out.
        """
        actions = [MassOrders(commander=figure, actions=(each,)) for each in self._declared[figure]]
        useful = tuple([each for each in actions if self.void(each) is None])
        if not useful:
            why = "No unit can use a power, march or be rallied."
            return Chosen((MassOrders(commander=figure),), why, rulebook.SKIRMISH_POLICY)
        clauses = "; with a joker, ".join([why_of(each.actions[0]) for each in useful])
        return Chosen(useful, sentence(clauses), rulebook.SKIRMISH_POLICY)

    def _host(self, figure: str) -> Host:
        return candidates.host_of(self._battle, self._battle.scene.commanders[figure])

    @cached_property
    def _declared(self) -> orders.Declared:
        return declare(self._battle, {}, ExactDice(START, []))


def _user_of(action: orders.MassAction) -> str | None:
    """Return the unit that uses a power on another one, which a reason has to name beside its target."""
    if isinstance(action, orders.MassPowerOrder) and action.units[0].target is not None:
        return action.units[0].unit
    return None
