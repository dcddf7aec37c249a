"""The sides of a battle as they roll for the initiative: who is still awake, and whose leader stands."""

from functools import lru_cache

from service.rules.heroic.battle.models import HeroicContender, HeroicSide
from service.rules.heroic.battle.state import Battle, active_members, is_awake


def contenders_of(battle: Battle) -> tuple[HeroicContender, ...]:
    """Return what counts for the initiative of each side that still has somebody awake."""
    return tuple(
        [
            _contender(side, leads=_leads(battle, side.leader_unit))
            for side in battle.sides
            if any(unit.side == side.id and is_awake(unit) for unit in battle.units)
        ]
    )


def _leads(battle: Battle, leader: str | None) -> bool:
    """Return whether the unit of a side's leader stands; one without a unit always does.

    Ruling: heroic/ruling/leader-down.
    """
    return leader is None or active_members(battle, battle.places[leader]) > 0


@lru_cache(maxsize=1024)
def _contender(side: HeroicSide, *, leads: bool) -> HeroicContender:
    """Return what counts for a side's initiative."""
    return HeroicContender(id=side.id, name=side.name, leader_tactics=side.leader_tactics, leader_active=leads)
