"""Initiative and surprise: which side acts first, and whether one is surprised."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from service.dice.model import D6, Bands, Cites, Dice, Expected
from service.rules.kernel.telling import Verbs, said_of, sentence
from service.rules.laurels.attack.outcomes import LaurelsInitiativeOutcome, LaurelsInitiativeVerdict
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.refusals import InvalidReverseFaces
from service.rules.laurels.book.tables import INITIATIVE_ROWS, SURPRISE_RULES
from service.rules.laurels.book.words import LaurelsRole, LaurelsSurprise
from service.rules.laurels.figures.models import LaurelsInitiative, LaurelsReverse

SPOKEN: Final = {LaurelsRole.PARTY: "the party", LaurelsRole.OPPONENTS: "the opponents"}
LOST_TURN: Final[Verbs] = ("was surprised and took no turn", "were surprised and took no turn")
NO_REVERSE: Final = LaurelsReverse()


def roll_initiative(input: LaurelsInitiative, rulings: LaurelsRulings, dice: Dice) -> LaurelsInitiativeOutcome:
    """Roll one d6 for both sides: on 1 to 3 the opponents act first, on 4 to 6 the party.

    In the first round the same roll is read for surprise, as the situation says.

    Dice: D6.
    Raises: InvalidReverseFaces.
    Ruling: laurels/ruling/surprise-default, laurels/ruling/reverse-ambush.
    Source: Determining Turn Order: Initiative; Surprise.
    """
    refuse_reverse(input.reverse)
    warn_of_surprise(input, dice)
    return outcome_of(roll_sides(input, dice))


def refuse_reverse(reverse: LaurelsReverse | None) -> None:
    """Refuse faces that surprise both sides."""
    if reverse is not None:
        for position, face in enumerate(reverse.opponents_surprised_on):
            if face in reverse.party_surprised_on:
                message = f"A {face} is said to surprise both the party and the opponents."
                raise InvalidReverseFaces(message, pointer=f"/reverse/opponents_surprised_on/{position}")


def warn_of_surprise(initiative: LaurelsInitiative, dice: Dice, *, is_rolled: bool = False) -> None:
    """Warn of what the request says of surprise without effect; `is_rolled` is whether initiative was rolled before."""
    surprise, number = initiative.surprise, initiative.round
    if is_rolled:
        if surprise is not LaurelsSurprise.UNAWARE or initiative.reverse is not None:
            dice.warn(f"Initiative has been rolled for round {number}: what is said of surprise has no effect.")
        return
    if number > 1 and surprise not in (LaurelsSurprise.NONE, LaurelsSurprise.UNAWARE):
        dice.warn(f"surprise is {surprise.value!r}, but round {number} is not read for surprise: it has no effect.")
    if initiative.reverse is not None and surprise is not LaurelsSurprise.REVERSE_AMBUSH:
        dice.warn(f"reverse is given, but surprise is {surprise.value!r}: it has no effect.")


class Sides(NamedTuple):
    """An initiative roll: its face, who acts first, and who is surprised."""

    face: int
    first: LaurelsRole
    surprised: LaurelsRole | None


def roll_sides(initiative: LaurelsInitiative, dice: Dice) -> Sides:
    """Roll the initiative of a round; surprise is read in the first only.

    Dice: D6.
    """
    surprise = initiative.surprise if initiative.round == 1 else LaurelsSurprise.NONE
    rule = rulebook.INITIATIVE_SIDE_ROLL
    dice.expect(lambda: (Expected(rule, D6, None, "which side acts first"),))
    reverse = initiative.reverse or NO_REVERSE
    roll = dice.roll(rule, D6, bands=_bands(surprise, reverse))
    first, surprised = _reading(roll.total, surprise, reverse)
    sides = Sides(roll.total, first, surprised)
    if dice.tells:
        cites = _cites(initiative.round, surprise)
        roll.tell(f"The die showed {roll.total}: {initiative_told(first, surprised)}.", cites=cites)
    return sides


def outcome_of(sides: Sides) -> LaurelsInitiativeOutcome:
    """Make the outcome of an initiative roll."""
    text = initiative_told(sides.first, sides.surprised)
    (second,) = set(LaurelsRole) - {sides.first}
    verdict = LaurelsInitiativeVerdict(first=sides.first, surprised=sides.surprised)
    return LaurelsInitiativeOutcome(
        summary=sentence(text),
        verdict=verdict,
        face=sides.face,
        first=sides.first,
        second=second,
        surprised=sides.surprised,
    )


def initiative_told(first: LaurelsRole, surprised: LaurelsRole | None) -> str:
    """Say which side has won the initiative, and which was surprised."""
    text = f"{SPOKEN[first]} won the initiative"
    if surprised is not None:
        text += f", and {SPOKEN[surprised]} {'was' if surprised is LaurelsRole.PARTY else 'were'} surprised"
    return text


def surprise_told(names: Sequence[str]) -> list[str]:
    """Say who was surprised and took no turn, if anybody was."""
    return [sentence(said_of(names, LOST_TURN))] if names else []


def _reading(face: int, surprise: LaurelsSurprise, reverse: LaurelsReverse) -> tuple[LaurelsRole, LaurelsRole | None]:
    """Return who acts first and who is surprised."""
    if surprise is LaurelsSurprise.REVERSE_AMBUSH:
        if face in reverse.party_surprised_on:
            return LaurelsRole.OPPONENTS, LaurelsRole.PARTY
        if face in reverse.opponents_surprised_on:
            return LaurelsRole.PARTY, LaurelsRole.OPPONENTS
        surprise = LaurelsSurprise.NONE
    row = INITIATIVE_ROWS[surprise, face]
    return row.first, row.surprised


@lru_cache(maxsize=256)
def _bands(surprise: LaurelsSurprise, reverse: LaurelsReverse) -> Bands:
    """Return the highest of each range of faces that are read alike."""
    readings = [_reading(face, surprise, reverse) for face in range(1, D6.sides + 1)]
    return (*[face for face, pair in enumerate(pairwise(readings), 1) if pair[0] != pair[1]], D6.sides)


def _cites(number: int, surprise: LaurelsSurprise) -> Cites:
    if number > 1:
        return (rulebook.INITIATIVE_EVERY_ROUND,)
    read = () if surprise is LaurelsSurprise.NONE else (SURPRISE_RULES[surprise],)
    return (rulebook.SURPRISE_FIRST_ROUND_ONLY, *read)
