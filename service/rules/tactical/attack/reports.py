"""What is reported of an attack once its wounds are applied."""

from collections.abc import Sequence

from service.rules.tactical.attack.criticals import Mishap
from service.rules.tactical.attack.outcomes import (
    TacticalAttackReport,
    TacticalDefenseUsed,
    TacticalMishap,
    TacticalStray,
    TacticalWound,
)
from service.rules.tactical.attack.struck import Strayed, Struck, Tried

Wounds = tuple[TacticalWound, ...]


def report_of(struck: Struck, wounds: Wounds, hurt: Sequence[Wounds]) -> TacticalAttackReport:
    """Return everything an attack came to; `hurt` are the wounds of each of its critical misses."""
    plan = struck.plan
    return TacticalAttackReport(
        attacker=plan.attacker,
        target=plan.target,
        hex=plan.way.hex,
        weapon=plan.weapon.id,
        mode=plan.mode.name,
        number=plan.number,
        swing=plan.way.swing,
        zone=plan.way.zone,
        arc=plan.arc,
        reach=plan.way.reach,
        range_yards=plan.way.yards,
        in_way=plan.way.in_way,
        roll=struck.roll,
        attack=struck.grade,
        critical_roll=struck.critical_roll,
        defenses=tuple([_defense(each) for each in struck.tried]),
        outcome=struck.outcome,
        hit=struck.victim,
        hits=struck.hits,
        wounds=wounds,
        strays=tuple([_stray(each) for each in struck.strays]),
        mishaps=tuple([_mishap(each, done) for each, done in zip(struck.mishaps, hurt, strict=True)]),
    )


def _defense(tried: Tried) -> TacticalDefenseUsed:
    planned = tried.planned
    return TacticalDefenseUsed(
        figure=tried.figure,
        kind=tried.kind,
        hand=tried.hand,
        number=planned.number,
        roll=tried.roll,
        grade=tried.grade,
        retreat=planned.retreat,
        dropped=planned.drop,
    )


def _stray(strayed: Strayed) -> TacticalStray:
    return TacticalStray(figure=strayed.figure, number=strayed.number, roll=strayed.roll, hit=strayed.hit)


def _mishap(mishap: Mishap, wounds: Wounds) -> TacticalMishap:
    return TacticalMishap(
        figure=mishap.figure, weapon=mishap.weapon, roll=mishap.roll, effect=mishap.effect, wounds=wounds
    )
