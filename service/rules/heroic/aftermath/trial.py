"""What tries the courage of a unit, apart from what it has lost."""

from service.rules.heroic.aftermath.models import HeroicMoraleCheck
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.kernel.value import value


@value
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
