"""Every cell of a campaign is checked before anything is played, and what does not fit is named."""

from dataclasses import replace
from typing import Any

import pytest

from service.app import bound_procedures, campaign_cells, slice_player
from service.errors import UmpireError, UnfitRequest, UnknownOperation
from service.forecasts.campaigns.campaign import Plan, Run
from service.forecasts.campaigns.campaign_listings import CampaignListings
from service.forecasts.campaigns.campaign_queue import CampaignQueue
from service.forecasts.campaigns.campaign_store import Campaigns
from service.forecasts.counting.tally import Kind, Tally
from service.forecasts.problems import CampaignTooLarge, PartsDisagree, UnknownCell
from service.forecasts.sampled import play_fights
from service.operations.forecasts.campaigns import slices
from service.operations.forecasts.campaigns.checked import fight_of
from service.operations.forecasts.campaigns.costs import checked_campaign
from service.operations.forecasts.campaigns.service import CampaignService
from service.operations.validation import rewritten
from service.settings.access.scopes import current_caller
from service.store.connection import Connection
from service.store.notifications import Notifications
from service.store.quotas import Quotas
from tests.campaigns.specs import MORALE, asked, in_order, known, results, spec
from tests.forecasts.fights import DOCUMENTS, FIGHTING
from tests.patience import PATIENCE


def refusal(**changes: Any) -> UmpireError:
    """Return why a campaign is refused."""
    with pytest.raises(UmpireError) as refused:
        campaign_cells().chunk(asked(**changes))
    return refused.value


def test_every_skirmish_can_be_a_campaign() -> None:
    """The size of a chunk depends on the figures alone."""
    assert set(campaign_cells().operations) == {f"{family}/resolve-skirmish" for family in FIGHTING}
    for family, document in DOCUMENTS.items():
        if family in FIGHTING:
            body = {"operation": f"{family}/resolve-skirmish", "request": {"input": document(2)}, "axes": []}
            assert campaign_cells().chunk(asked(**body)) == 1024
    assert campaign_cells().chunk(asked()) == 2048


def test_a_value_that_does_not_fit_is_named_with_its_axis_and_labels() -> None:
    """The pointer leads to the value; what is wrong beside the axes leads into the shared request."""
    axes = [{"pointer": MORALE, "values": [3, "many"], "labels": ["steady", "odd"]}]
    wrong = refusal(axes=axes)
    assert isinstance(wrong, PartsDisagree)
    assert wrong.detail.startswith("Cell 1 (odd): ")
    assert [fault.pointer for fault in wrong.faults] == ["/axes/0/values/1"]
    shared = refusal(request={"input": {**DOCUMENTS["mass"](1), "max_rounds": 0}}, axes=[])
    assert isinstance(shared, UnfitRequest)
    assert [fault.pointer for fault in shared.faults] == ["/request/input/max_rounds"]
    nowhere = refusal(axes=[{"pointer": "/input/nobody/hex", "values": [1]}])
    assert nowhere.faults[0].pointer == "/axes/0/pointer"


def test_what_the_rules_refuse_is_named_too() -> None:
    """Two units with one id are a refusal of the rules, whose problem stays what it is."""
    twice = refusal(axes=[{"pointer": "/input/units/1/id", "values": ["blue 0", "red 0"]}])
    assert "Cell 1 (red 0)" in twice.detail
    assert not isinstance(twice, UnknownOperation)


def test_what_is_not_there_is_refused() -> None:
    """Operations that are no skirmish, sides that nobody fights for, and campaigns that are too large."""
    with pytest.raises(UnknownOperation, match="Did you mean mass/resolve-skirmish"):
        campaign_cells().sized(asked(operation="mass/resolve-skirmis"), 10**9)
    with pytest.raises(UnknownOperation):
        campaign_cells().sized(asked(operation="mass/resolve-round"), 10**9)
    with pytest.raises(CampaignTooLarge, match=r"3 cells of 320 fights are 960 fights; .* at most 959"):
        campaign_cells().sized(asked(), 959)
    assert len(campaign_cells().sized(asked(), 960).cells) == 3
    assert refusal(halving={"side": "reds"}).faults[0].pointer == "/halving/side"


def test_a_fight_is_shown_by_its_number() -> None:
    """Its request has the seed of the run and the number; other cells and fights are not there."""
    shown = known().fight(2, 7)
    assert shown["dice"] == {"kind": "seeded", "seed": "sha512ctr1:campaign/7"}
    assert shown["input"]["units"][0]["morale_max"] == 3
    for cell, number in ((3, 0), (0, 320)):
        with pytest.raises(UnknownCell):
            known().fight(cell, number)


async def test_the_shown_fight_is_the_one_that_was_counted() -> None:
    """The lowest fight with an ending, resolved with all its rolls, ends so."""
    cells = known()
    run = in_order(cells)
    procedure = bound_procedures()[spec()["operation"]]
    for number, cell in enumerate(run.cells):
        for (_, winner, rounds), first in cell.tally.firsts.items():
            request = procedure.request.model_validate_json(rewritten(cells.fight(number, first)))
            verdict = procedure.answered(request).outcome.verdict
            assert (verdict.winner, verdict.rounds) == (winner, rounds)


def test_chunks_are_played_with_the_rules_of_the_campaign() -> None:
    """A chunk is what `play_fights` plays; a process with other rules refuses."""
    bound = bound_procedures()[spec()["operation"]]
    request = rewritten(known().request(0))
    tally = play_fights(fight_of(bound, request), "sha512ctr1:campaign", 32, 16)
    data, seconds, _ = slice_player().play("mass@2", spec()["operation"], request, "sha512ctr1:campaign", 32, 16)
    assert data == tally.to_data()
    assert seconds >= 0
    refused = slice_player().play("mass@0", spec()["operation"], request, "sha512ctr1:campaign", 32, 16)
    assert refused.failure == "The campaign is played by mass@0, and this process has mass@2."


def test_fights_that_fail_are_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the service does wrong is noted in its log alone; a refusal by the rules is told as it is."""
    request = rewritten(known().request(0))
    told = []
    for error in (KeyError("figure"), UnfitRequest("No figure stands.")):

        def broken(*_given: Any, error: Exception = error) -> Tally:
            raise error

        monkeypatch.setattr(slices, "play_fights", broken)
        told.append(slice_player().play("mass@2", spec()["operation"], request, "sha512ctr1:campaign", 32, 16).failure)
    assert told == ["The service failed; the failure has been noted.", "No figure stands."]


def test_results_have_every_chance_with_its_interval() -> None:
    """Cells have their labels, all chances add up to 1, and more morale wins more."""
    cells = known()
    told = results(cells, in_order(cells))
    assert [cell.labels for cell in told] == [("shaken",), ("steady",), ("brave",)]
    for cell in told:
        chances = [*[side.chance for side in cell.winner], cell.draw, cell.undecided, cell.stalemate]
        assert sum(each.decimal for each in chances) == pytest.approx(1)
        assert all(each.low <= each.decimal <= each.high for each in chances)
        assert (cell.fights, cell.stopped) == (320, "max_fights")
        assert cell.mean_rounds is not None
    red = [side.chance.decimal for cell in told for side in cell.winner if side.side == "red"]
    assert red[0] < red[2]


def test_what_a_campaign_takes_is_estimated_by_some_of_its_fights() -> None:
    """Twice as many fights take twice as long, about; a wide half_width and halving make it less."""
    plan = Plan(cells=8, chunk=16, max_fights=16 * 64, half_width=None, level=0.95)
    assert plan.most_fights == 8 * 16 * 64
    assert replace(plan, half_width=0.1).most_fights == 8 * 128
    assert replace(plan, half_width=0.0001).most_fights == plan.most_fights
    halved = replace(plan, halving="red")
    assert halved.most_fights == 8 * 16 + 4 * 16 + 2 * 32 + 16 * 60
    assert replace(halved, cells=1).most_fights == 16 * 64
    checked = checked_campaign(campaign_cells(), asked(), 10**9)
    assert checked.chunk == campaign_cells().chunk(asked())
    assert checked.seconds > 0


@pytest.mark.parametrize("halving", [None, "red"])
@pytest.mark.parametrize("half_width", [None, 0.2])
def test_a_campaign_never_takes_more_fights_than_were_estimated(halving: str | None, half_width: float | None) -> None:
    """Where each chance is one half, which is known last."""
    plan = Plan(cells=5, chunk=4, max_fights=101, half_width=half_width, level=0.95, halving=halving)
    run = Run(plan)
    while (chunk := run.next_chunk()) is not None:
        tally = Tally(fights=chunk.fights)
        for side, fights in (("red", chunk.fights // 2), ("blue", chunk.fights - chunk.fights // 2)):
            tally.endings[Kind.WON, side, 1] = fights
            tally.firsts[Kind.WON, side, 1] = chunk.first
        run.take(chunk, tally)
    assert run.is_done
    assert run.fights <= plan.most_fights


async def test_an_estimate_over_the_quota_is_refused_at_creation(store_url: str) -> None:
    """The refusal has the estimate and the quota; nothing is stored, and a smaller campaign is taken."""
    connection = Connection(store_url, PATIENCE, Quotas(played="5/day"))
    service = CampaignService(
        (Campaigns(connection), CampaignListings(connection)),
        CampaignQueue(connection),
        campaign_cells(),
        10**9,
        Notifications(None),
    )
    current_caller.set("192.0.2.7")
    with pytest.raises(CampaignTooLarge, match=r"about [\d,]+ CPU seconds, .*may have 5/day played") as refused:
        await service.start(asked(max_fights=10**8))
    assert refused.value.pointer == "/max_fights"
    assert (await service.start(asked(max_fights=2))).status == "started"
    current_caller.set(None)
    await connection.close()
