"""A group and its parts: dividing a group changes what the rules say, and nothing else."""

from hypothesis import given, settings
from hypothesis import strategies as st

from service.rules.heroic.aftermath.models import HeroicMoraleCheck
from service.rules.heroic.aftermath.morale import check_morale
from service.rules.heroic.attack.injury import resolve_injury
from service.rules.heroic.attack.odds import HeroicChances, attack_odds, compute_chances
from service.rules.heroic.attack.outcomes import HeroicUnitInjury
from service.rules.heroic.attack.situation.situation import multiplier_halves, ratio_bonus
from service.wire import to_json
from tests.rings import many
from tests.rules.heroic.stat_blocks import OGRES, TROGLODYTES, Document, attack, changed, injury, rulings
from tests.rules.heroic.stories import tell

MEMBERS = st.integers(min_value=2, max_value=40)
FACES = st.lists(st.integers(min_value=1, max_value=6), min_size=3, max_size=3)
OPEN = {"engagement": "unlimited"}


def band(count: int, lost: int = 0, **changes: object) -> Document:
    """Troglodytes of whom so many have fallen."""
    return changed(TROGLODYTES, count_start=count, hp_pool=12 * (count - lost), **changes)


def chances_of(attacker: Document, target: Document, share: int | None = None) -> HeroicChances:
    """What an attack of so many members would be rolled with."""
    return compute_chances(attack(attacker, target, {"mode": "stone_axe", "attackers": share}), rulings(**OPEN))


@settings(max_examples=many(40))
@given(count=MEMBERS, share=st.data(), foes=MEMBERS)
def test_a_share_attacks_as_a_group_of_its_size(count: int, share: st.DataObject, foes: int) -> None:
    """Members sent against one of several targets have the odds of a group that has no other members."""
    sent = share.draw(st.integers(min_value=1, max_value=count))
    ogres = changed(OGRES, count_start=foes, hp_pool=16 * foes)
    part = attack(band(count), ogres, {"mode": "stone_axe", "attackers": sent}, settle=False)
    alone = attack(band(sent), ogres, {"mode": "stone_axe"}, settle=False)
    assert attack_odds(part, rulings()) == attack_odds(alone, rulings())


@settings(max_examples=many(40))
@given(count=MEMBERS, share=st.data(), foes=MEMBERS)
def test_only_numbers_tell_shares_from_wholes(count: int, share: st.DataObject, foes: int) -> None:
    """A share differs from the whole group in ratio and multiplier, each by its own numbers, and nowhere else."""
    sent = share.draw(st.integers(min_value=1, max_value=count - 1))
    ogres = changed(OGRES, count_start=foes, hp_pool=16 * foes)
    whole, part = chances_of(band(count), ogres), chances_of(band(count), ogres, sent)
    for number, chances in ((count, whole), (sent, part)):
        assert chances.numbers.ratio_bonus == ratio_bonus(number, foes)
        assert chances.numbers.multiplier == multiplier_halves(number) / 2
        assert chances.skill.total - chances.numbers.ratio_bonus == whole.skill.base
    assert (whole.defense, whole.speed_factor, whole.blows) == (part.defense, part.speed_factor, part.blows)


def totals(injuries: tuple[HeroicUnitInjury, ...]) -> tuple[int, int]:
    """Hit points lost and members fallen, in all."""
    return sum(each.applied for each in injuries), sum(each.casualties for each in injuries)


@settings(max_examples=many(100))
@given(count=MEMBERS, share=st.data(), pending=st.integers(min_value=1, max_value=600), faces=FACES)
def test_parts_share_injury(count: int, share: st.DataObject, pending: int, faces: list[int]) -> None:
    """The parts of a divided unit that share injury lose what the whole unit would, whoever of them is struck."""
    first = share.draw(st.integers(min_value=1, max_value=count - 1))
    struck = {"unit": "troglodytes", "source": "arrows", "injury": pending}
    parts = [band(first, injury_group="all"), band(count - first, id="others", injury_group="all")]
    whole = tell(resolve_injury, injury([band(count)], [struck]), *faces).outcome
    divided = tell(resolve_injury, injury(parts, [struck]), *faces).outcome
    assert totals(divided.injuries) == totals(whole.injuries)


@settings(max_examples=many(100))
@given(count=MEMBERS, share=st.data(), faces=FACES)
def test_parts_break_together(count: int, share: st.DataObject, faces: list[int]) -> None:
    """The parts of a divided unit check morale as the whole unit would, by the sum of their losses, and do the same."""
    first = share.draw(st.integers(min_value=1, max_value=count - 1))
    lost = share.draw(st.integers(min_value=0, max_value=first))
    others = share.draw(st.integers(min_value=0, max_value=count - first))
    part = band(first, lost, injury_group="all")
    rest = band(count - first, others, id="others", injury_group="all")
    numbers = {"own_numbers": 1, "enemy_numbers": 1, "force": True}
    together = {"unit": part, "parts": [rest]} | numbers
    whole = {"unit": band(count, lost + others)} | numbers
    one, other = [HeroicMoraleCheck.model_validate_json(to_json(each)) for each in (whole, together)]
    due = lost + others < count
    expected = tell(check_morale, one, *(faces if due else ())).outcome
    found = tell(check_morale, other, *(faces if due else ())).outcome
    assert (found.verdict, found.reason, found.modifiers, found.total) == (
        expected.verdict,
        expected.reason,
        expected.modifiers,
        expected.total,
    )
