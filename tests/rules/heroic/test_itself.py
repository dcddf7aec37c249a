"""What makes no sense is refused or warned of: who attacks, grapples, holds or answers itself, or has no weapon."""

import pytest

from service.dice.seeded import SeededDice
from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.book.refusals import HeroicDuplicateId, SameSideTarget
from service.rules.heroic.grapple.break_free import resolve_break_free
from service.rules.heroic.grapple.grapple import resolve_grapple
from service.rules.heroic.rounds.round import resolve_round
from service.rules.heroic.rounds.skirmish.skirmish import resolve_skirmish
from service.rules.heroic.rounds.wait import resolve_wait
from tests.rules.heroic.battles import FOE, MAN, blow, encounter, order, round_of, skirmish_of, wait_of
from tests.rules.heroic.stat_blocks import WRESTLER, Document, attack, break_free, grapple, rulings
from tests.rules.heroic.stories import refused

SWORD: Document = {"mode": "sword"}
OTHER_SELF = MAN | {"side": "blue"}


@pytest.mark.parametrize("target", [MAN, OTHER_SELF, MAN | {"hp_pool": 3}])
def test_attacks(target: Document) -> None:
    """Nobody attacks itself, whatever side it says it is on."""
    error = refused(HeroicDuplicateId, resolve_attack, attack(MAN, target, SWORD))
    assert (error.pointer, error.detail) == (
        "/target",
        "man cannot be its own target: both units are called 'man'.",
    )


def test_grapples_and_waits() -> None:
    """Nobody grapples itself, breaks its own hold, or has waited for itself."""
    assert refused(HeroicDuplicateId, resolve_grapple, grapple(WRESTLER, WRESTLER, {})).pointer == "/target"
    hold = {"grappler": "man", "victim": "man"}
    held = refused(HeroicDuplicateId, resolve_break_free, break_free(victim=MAN, holder=OTHER_SELF, hold=hold))
    assert (held.pointer, held.detail) == ("/holder", "man cannot hold itself: both units are called 'man'.")
    waiting = wait_of(MAN, {"attack": SWORD}, OTHER_SELF)
    assert refused(HeroicDuplicateId, resolve_wait, waiting).pointer == "/interrupted"


def test_orders_and_distances() -> None:
    """No order leads a unit against itself, and no unit has a distance from itself."""
    against = round_of(encounter(MAN, FOE), [order("man", melee=[blow("man")]), order("foe")])
    assert refused(SameSideTarget, resolve_round, against).pointer == "/orders/0/melee/0/target"
    near = encounter(MAN, FOE) | {"distances": [{"one": "man", "other": "man", "yards": 3}]}
    error = refused(HeroicDuplicateId, resolve_round, round_of(near, [order("man"), order("foe")]))
    assert (error.pointer, error.detail) == (
        "/encounter/distances/0/other",
        "A unit has no distance from itself; one and other are both 'man'.",
    )


def test_unarmed() -> None:
    """Who has no attack mode attacks nobody in a skirmish, and a warning says so; of who is out of it none does."""
    bare = MAN | {"attack_modes": []}
    gone = MAN | {"id": "gone", "attack_modes": [], "status": "fled"}
    dice = SeededDice("sha256ctr1:1")
    resolve_skirmish(skirmish_of(encounter(bare, FOE, gone, at={"foe": 1}), max_rounds=1), rulings(), dice)
    assert dice.warnings == ["man has no attack_modes, so it attacks nobody."]
