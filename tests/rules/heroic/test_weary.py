"""If low fatigue points take effect, they do in a single attack, a grapple and an attempt to break free as well."""

from typing import Any

import pytest

from service.dice.exact import Distribution
from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.attack.odds import attack_odds, compute_chances
from service.rules.heroic.attack.rolls import Duel, contest_rules, roll_duel
from service.rules.heroic.book.attack_rules import ATTACK_CONTEST
from service.rules.heroic.book.words import HeroicDefense
from service.rules.heroic.grapple.break_free import break_free_odds, resolve_break_free
from service.rules.heroic.grapple.grapple import grapple_odds, resolve_grapple
from service.rules.kernel.tally import tally
from tests.rules.heroic.battles import hold
from tests.rules.heroic.stat_blocks import BANDIT, SWORDSMAN, WRESTLER, attack, break_free, changed, grapple, rulings
from tests.rules.heroic.stories import tell

TIRED = {"fp": 12, "fp_current": 3}


@pytest.mark.parametrize(("options", "dodge"), [({}, 10), ({"fp_effects": "apply"}, 5)])
def test_effects_on_one_attack(options: dict[str, Any], dodge: int) -> None:
    """A tired target dodges half as well in a single attack too, in its odds and chances, and is no worse for it."""
    given = attack(SWORDSMAN, changed(BANDIT, side="road", **TIRED), {"mode": "sword_thrust"})
    told = tell(resolve_attack, given, 6, 6, 6, 1, 1, 1, options=options)
    assert told.outcome.attack.defense.value == tally(dodge)
    assert told.outcome.units == (given.attacker, given.target)
    assert compute_chances(given, rulings(**options)).defense.value == tally(dodge)
    rules = contest_rules(rulings(), has_initiative=False)
    duel = Duel(ATTACK_CONTEST, "", "", tally(14), (), "", "", HeroicDefense.DODGE, tally(dodge), (), rules)
    contests = Distribution.of(lambda dice: roll_duel(duel, dice)).chances
    expected = sum(chance for contest, chance in contests.items() if not contest.won)
    assert sum(c for v, c in attack_odds(given, rulings(**options)).chances.items() if not v.hits) == expected


@pytest.mark.parametrize(("options", "score"), [({}, 14), ({"fp_effects": "apply"}, 13)])
def test_effects_on_one_grapple(options: dict[str, Any], score: int) -> None:
    """A tired wrestler has half of its ST in follow-ups and against who breaks free, and is no worse for it."""
    wrestler = changed(WRESTLER, **TIRED)
    given = grapple(wrestler, SWORDSMAN, {"grapple_spend": [{"type": "takedown"}]}, settle=False)
    told = tell(resolve_grapple, given, 3, 3, 4, 4, 4, 4, 6, 6, 6, 1, 1, 1, options=options)
    (spent,) = told.outcome.grapple.spent
    assert spent.contest is not None
    assert (spent.contest.first.base, told.outcome.units[0].st) == (score, 14)
    assert {verdict.backfired for verdict in grapple_odds(given, rulings(**options)).chances} == {True, False}
    held = break_free(victim=SWORDSMAN, holder=wrestler, hold=hold("wrestler", "swordsman"))
    freed = tell(resolve_break_free, held, 6, 6, 6, 1, 1, 1, options=options)
    assert freed.outcome.tries[0].contest is not None
    assert freed.outcome.tries[0].contest.second.base == (7 if options else 14)
    easier = sum(
        chance for verdict, chance in break_free_odds(held, rulings(**options)).chances.items() if verdict.freed
    )
    harder = sum(chance for verdict, chance in break_free_odds(held, rulings()).chances.items() if verdict.freed)
    assert (easier > harder) is bool(options)
