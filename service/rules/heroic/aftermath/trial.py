"""What tries the courage of a unit, apart from what it has lost, and what comes of a single check."""

from service.rules.heroic.aftermath.models import HeroicMoraleCheck
from service.rules.heroic.aftermath.outcomes import HeroicMoraleChecked, HeroicMoraleOutcome
from service.rules.heroic.book.words import HeroicChangeReason
from service.rules.heroic.figures.changes import Cause, changes_of_units
from service.rules.heroic.figures.models import HeroicUnit
from service.wire import value_class


@value_class
class Trial:
    """A unit whose courage may fail, and what counts for it, as `HeroicMoraleCheck` has it; a round makes many."""

    unit: HeroicUnit
    own_numbers: int | None
    enemy_numbers: int
    side_start: int | None
    side_casualties: int | None
    parts: tuple[HeroicUnit, ...]
    held: bool
    can_retreat: bool
    enemy_accepts_surrender: bool
    force: bool = False


def trial_of(input: HeroicMoraleCheck) -> Trial:
    """Return what a request says of a unit whose courage may fail."""
    return Trial(
        input.unit,
        input.own_numbers,
        input.enemy_numbers,
        input.side_start,
        input.side_casualties,
        input.parts,
        input.held,
        input.can_retreat,
        input.enemy_accepts_surrender,
        input.force,
    )


def checked_alone(input: HeroicMoraleCheck, outcome: HeroicMoraleOutcome) -> HeroicMoraleChecked:
    """Return what came of a check by itself, with what it changes of the unit and its other parts."""
    before, after = (input.unit, *input.parts), (outcome.unit, *outcome.parts)
    changes = changes_of_units(before, after, Cause(HeroicChangeReason.MORALE))
    return HeroicMoraleChecked(**vars(outcome), changes=changes)
