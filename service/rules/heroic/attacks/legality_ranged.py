"""What a ranged attack must be to be resolved: range, shots, Fast-Draw and ammunition."""

from service.rules.heroic.attack_models import HeroicAttackChoice
from service.rules.heroic.attacks.aims import Aim, is_low_tech
from service.rules.heroic.attacks.situation import Situation
from service.rules.heroic.attacks.volley import max_shots, supply_of
from service.rules.heroic.option_words import HeroicAooOnce
from service.rules.heroic.options import HeroicRulings
from service.rules.heroic.refusals import FastDrawUnavailable, NoAmmo, OutOfRange, TooManyShots
from service.rules.heroic.state import spoken_name
from service.rules.heroic.words import HeroicTactic


def refuse_shooting(
    situation: Situation, choice: HeroicAttackChoice, aims: tuple[Aim, ...], rulings: HeroicRulings, at: str
) -> None:
    """Refuse shots that are too far, too many, or not there."""
    wanted = choice.shots_each or 1
    for aim in aims:
        mode = aim.mode
        if mode.range_max is not None and situation.distance > mode.range_max:
            message = f"The target is {situation.distance:g} yards away; {mode.id!r} carries {mode.range_max}."
            raise OutOfRange(message, pointer=f"{at}/mode")
        most = max_shots(mode, situation.attacker_tactic, situation.allowance_spent, rulings.aoo_once)
        if wanted > most:
            message = f"{wanted} shots with {mode.id!r} are too many; {most} can be made."
            raise TooManyShots(message, pointer=f"{at}/shots_each")
        supply = supply_of(situation.attacker, mode)
        if supply is not None and supply < wanted:
            message = (
                f"{wanted} shots with {mode.id!r} are ordered; {spoken_name(situation.attacker)} can make {supply}."
            )
            raise NoAmmo(message, pointer=f"{at}/shots_each")
    if choice.fast_draw:
        _refuse_fast_draw(situation, aims, rulings, at)


def _refuse_fast_draw(situation: Situation, aims: tuple[Aim, ...], rulings: HeroicRulings, at: str) -> None:
    """Refuse Fast-Draw without the skill, with other than low-tech weapons, and in a charge.

    Ruling: heroic/ruling/fast-draw-aoo.
    """
    mode = aims[0].mode
    pointer = f"{at}/fast_draw"
    if mode.fast_draw is None or not is_low_tech(mode):
        raise FastDrawUnavailable(f"The mode {mode.id!r} allows no Fast-Draw.", pointer=pointer)
    charges = situation.attacker_tactic is HeroicTactic.ALL_OUT_OFFENSIVE
    if charges and rulings.aoo_once is HeroicAooOnce.NO_EXTRA_SHOTS:
        raise FastDrawUnavailable(
            f"In a charge {spoken_name(situation.attacker)} can shoot only once.", pointer=pointer
        )
