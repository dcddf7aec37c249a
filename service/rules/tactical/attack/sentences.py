"""What players read of an attack."""

from collections.abc import Sequence
from typing import Final

from service.rules.kernel.hexes import hex_text
from service.rules.kernel.telling import amount
from service.rules.kernel.verdict import AttackResult
from service.rules.tactical.attack.hits import spoken_part
from service.rules.tactical.attack.outcomes import TacticalAttackReport, TacticalFeint, TacticalMishap, TacticalWound
from service.rules.tactical.book.critical_results import TacticalCriticalMiss
from service.rules.tactical.book.words import TacticalKnockdown
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.standing import name_of

Miss = TacticalCriticalMiss
DEFENDED: Final = frozenset({AttackResult.DODGED, AttackResult.PARRIED, AttackResult.BLOCKED})
SUFFERED: Final = {
    Miss.BREAKS: "broke the weapon",
    Miss.HITS_SELF: "hit itself",
    Miss.HITS_SELF_HALF: "hit itself",
    Miss.LOSES_BALANCE: "lost balance",
    Miss.UNREADY: "was left unready",
    Miss.DROPS: "dropped the weapon",
    Miss.FLIES: "lost hold of the weapon, which flew off",
    Miss.STRAINS_ARM: "strained an arm",
    Miss.FALLS: "fell",
    Miss.KNOCKED_OUT: "was knocked out",
    Miss.STRAINS_LIMB: "strained a limb",
    Miss.HITS_SOLID: "hit something solid",
    Miss.HITS_SOLID_HALF: "hit something solid",
    Miss.STUMBLES: "stumbled",
    Miss.TRIPS: "tripped",
    Miss.EXPOSED: "was left exposed",
    Miss.HURTS_LIMB: "tore a muscle",
}


def summary_of(field: Field, reports: Sequence[TacticalAttackReport], feint: TacticalFeint | None) -> str:
    """Say in a sentence or two what attacks came to, after a feint if one was made."""
    told = [] if feint is None else [_feint_text(field, feint)]
    return " ".join([*told, *[_attack_text(field, each) for each in reports]])


def _name(field: Field, id: str) -> str:
    return name_of(field[id])


def _feint_text(field: Field, feint: TacticalFeint) -> str:
    attacker, target = _name(field, feint.figure), _name(field, feint.target)
    if feint.penalty:
        return f"{attacker} feinted, and {target} fell for it: -{feint.penalty} to defenses."
    return f"{attacker} feinted, but {target} was not deceived."


def _attack_text(field: Field, report: TacticalAttackReport) -> str:
    """Say what one attack came to."""
    attacker = _name(field, report.attacker)
    where = f"hex {hex_text(report.hex)}" if report.target is None else _name(field, report.target)
    if report.hit is not None and report.hit == report.target:
        text = f"{attacker} hit {where}{_hits_text(report)}"
    elif report.outcome in DEFENDED:
        text = f"{attacker} attacked {where}, who {report.outcome.value}"
    else:
        text = f"{attacker} missed {where}"
    if report.hit is not None and report.hit != report.target:
        text += f"{',' if report.outcome in DEFENDED else ''} and hit {_name(field, report.hit)} instead"
        text += _hits_text(report)
    ends = _wounds_text(field, report.wounds)
    slips = [_mishap_text(field, each) for each in report.mishaps]
    return f"{'; '.join([text, *([ends] if ends else []), *slips])}."


def _hits_text(report: TacticalAttackReport) -> str:
    """Say where the hits were and what they cost."""
    injury = sum([each.injury for each in report.wounds])
    where = f" in the {spoken_part(report.wounds[0].location)}" if report.hits == 1 else f" {report.hits} times"
    return f"{where} for {amount(injury, 'point')} of injury" if injury else f"{where} without injury"


def _wounds_text(field: Field, wounds: Sequence[TacticalWound]) -> str:
    """Say what became of somebody who was hit, if anything did."""
    if not wounds:
        return ""
    said = _fate_text(wounds)
    pushed = sum([each.knocked_back for each in wounds])
    if not said and pushed:
        said = f"was knocked back {amount(pushed, 'yard')}"
    if any(each.stands is False for each in wounds):
        said = f"{said} and fell" if said else "fell"
    return f"{_name(field, wounds[0].figure)} {said}" if said else ""


def _fate_text(wounds: Sequence[TacticalWound]) -> str:
    """Say the worst that wounds have done, if it is more than injury."""
    if any(each.dead for each in wounds):
        return "died"
    if any(each.mortal for each in wounds):
        return "is mortally wounded"
    worst = {each.knockdown for each in wounds}
    if TacticalKnockdown.UNCONSCIOUS in worst:
        return "fell unconscious"
    return "is stunned and down" if TacticalKnockdown.STUNNED_PRONE in worst else ""


def _mishap_text(field: Field, mishap: TacticalMishap) -> str:
    injury = sum([each.injury for each in mishap.wounds if each.figure == mishap.figure])
    hurt = f" for {amount(injury, 'point')} of injury" if injury else ""
    return f"{_name(field, mishap.figure)} {SUFFERED[mishap.effect]}{hurt}"
