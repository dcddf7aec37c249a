"""Small fights whose odds can be worked out by hand: two figures with hit points strike at each other in turn."""

from collections.abc import Hashable
from dataclasses import dataclass, replace

from service.dice.model import Dice, DicePool
from service.rules.kernel.fight import Fight, unchanged
from service.rules.kernel.verdict import Fate, FigureFate, SkirmishVerdict, sides_of
from tests.dice.rules_to_roll import DAMAGE, INITIATIVE, STRIKE


@dataclass(frozen=True)
class Standing:
    """Hit points of both, who strikes next within a round, and the rounds played, which only tell."""

    red: int
    blue: int
    turns: tuple[str, ...] = ()
    played: int = 0


@dataclass(frozen=True)
class Toy:
    """A duel: whoever rolls above `armour` on a die takes one point from the other; both may strike at once.

    With `drawn`, the order is rolled for in each round. With `exploding`, a strike takes as many points as dice are
    added to it. With `heals`, blue may get a point back after the last round.
    """

    red: int = 2
    blue: int = 2
    sides: int = 4
    armour: int = 2
    most_rounds: int = 3
    at_once: bool = False
    drawn: bool = False
    exploding: bool = False
    heals: bool = False

    def fight(self) -> Fight[Standing]:
        """Return its steps."""
        return Fight(
            begin=self.begin,
            advance=self.advance,
            is_over=lambda state: state.red <= 0 or state.blue <= 0,
            is_between_rounds=lambda state: not state.turns,
            key=self.key,
            fates=self.fates,
            verdict=self.verdict,
            most_rounds=self.most_rounds,
            end=self.end if self.heals else unchanged,
        )

    def begin(self, dice: Dice) -> Standing:
        """Roll for a point more, if the order is drawn, too."""
        more = self.drawn and dice.roll(INITIATIVE, DicePool(1, 3)).total == 1
        return Standing(self.red + more, self.blue)

    def advance(self, state: Standing, dice: Dice) -> Standing:
        """Begin a round, or let the next one strike; both strike before either falls, if they do so at once."""
        if not state.turns:
            first = not self.drawn or dice.roll(INITIATIVE, DicePool(1, 2)).total == 1
            return replace(state, turns=("red", "blue") if first else ("blue", "red"))
        who, *others = state.turns
        lost = self.lost(dice)
        state = replace(state, turns=tuple(others))
        state = replace(state, blue=state.blue - lost) if who == "red" else replace(state, red=state.red - lost)
        if not self.at_once and min(state.red, state.blue) <= 0:
            state = replace(state, turns=())
        return state if state.turns else replace(state, played=state.played + 1)

    def lost(self, dice: Dice) -> int:
        """Roll what a strike takes."""
        pool = DicePool(1, self.sides)
        if self.exploding:
            return dice.explode(STRIKE, pool, again=DAMAGE, limit=40).added
        return int(dice.roll(STRIKE, pool).total > self.armour)

    def end(self, state: Standing, dice: Dice) -> Standing:
        """Give blue a point back on the highest face."""
        return replace(state, blue=state.blue + (dice.roll(DAMAGE, DicePool(1, 3)).total == 3))

    def key(self, state: Standing) -> Hashable:
        """Return all but the rounds, of which nothing depends."""
        return state.red, state.blue, state.turns

    def fates(self, state: Standing) -> tuple[FigureFate, ...]:
        """Tell what has become of both."""
        return tuple(
            [
                FigureFate(
                    id=side,
                    side=side,
                    fate=Fate.STANDING if points > 0 else Fate.DOWN,
                    standing=int(points > 0),
                    lost=int(points <= 0),
                    left=points,
                )
                for side, points in (("red", state.red), ("blue", state.blue))
            ]
        )

    def verdict(self, state: Standing, rounds: int) -> SkirmishVerdict:
        """Tell who stands."""
        figures = self.fates(state)
        able = [figure.side for figure in figures if figure.standing]
        return SkirmishVerdict(
            winner=able[0] if len(able) == 1 else None,
            draw=not able,
            undecided=len(able) > 1,
            rounds=rounds,
            sides=sides_of(figures),
            figures=figures,
        )
