"""Receivers of webhooks hear of the end of a fight with the act that ends it."""

import asyncio
import os
import sys
from typing import Any

import pytest

from service.api.documents.guide import RECEIVER
from service.store.private.server import PrivateStore
from tests.encounters.live import Seat, Service
from tests.encounters.nodes import free_ports
from tests.encounters.receivers import receiving
from tests.encounters.test_deliveries import changed, hooked, quick, state_of, until
from tests.patience import PATIENCE


async def played_and_undone(service: Service, seat: Seat, first: int = 1) -> list[str]:
    """Play a fight to its end, correct it, undo both and play it again; return how it ended, each time."""
    path, told = f"/v1/encounters/{seat.id}", []
    acts: tuple[tuple[str, Any], ...] = (
        ("resolve-skirmish", {"input": {"max_rounds": 30}}),
        *(("correct", None), ("undo", None), ("undo", None)),
        ("resolve-skirmish", {"input": {"max_rounds": 30}}),
    )
    for version, (what, body) in enumerate(acts, first):
        right = {"authorization": f"Bearer {seat.referee}", "if_match": f'"{version}"'}
        if what == "correct":
            reply = await service.change(seat, version)
        else:
            reply = await service.ask("POST", f"{path}/{what}", body, **right)
        assert reply.status_code == 200, reply.text
        if what == "resolve-skirmish":
            told.append(reply.json()["situation"]["text"])
    return told


@pytest.mark.parametrize("reveal", ["all", "outcomes"])
async def test_a_webhook_tells_the_end_with_the_act_that_ends_it(private_store: PrivateStore, reveal: str) -> None:
    """The entry of that act is the first that is over, and says who won and how, for the referee and for viewers."""
    with quick(private_store.url) as service:
        async with receiving() as mine, receiving() as theirs:
            seat = await service.seat(reveal=reveal)
            for receiver, token in ((mine, seat.referee), (theirs, seat.viewer)):
                await hooked(service, seat, receiver.url, token)
            told = await played_and_undone(service, seat)
            for receiver in (mine, theirs):
                await receiver.has(5)
                found = [each.entry["situation"] for each in receiver.received]
                assert [each["over"] for each in found] == [True, True, True, False, True]
                assert [found[0]["text"], found[4]["text"]] == told
                for each in (found[0], found[4]):
                    assert (each["winner"] is None, each["decision"]) == (each["draw"], "none")
                    assert each["ended_by"] in {"defeat", "flight", "mutual"}


async def test_the_receiver_of_the_guide_verifies_deliveries(private_store: PrivateStore) -> None:
    """The receiver in the guide takes what is signed with its secret, refuses what is not, and tells each end once."""
    (port,) = free_ports(1)
    with quick(private_store.url) as service:
        seat = await service.seat()
        hooks = [await hooked(service, seat, f"http://127.0.0.1:{port}/") for _ in range(2)]
        receiver = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", RECEIVER.replace("9000", str(port))),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "SECRET": hooks[0]["secret"]},
        )
        assert receiver.stdout is not None
        try:
            await changed(service, seat, 1, 3)
            async with asyncio.timeout(PATIENCE):
                assert [await receiver.stdout.readline() for _ in range(2)] == [b"correct\n"] * 2
            await until(lambda: state_of(service, seat, hooks[0]["webhook"]), delivered=3)
            await until(lambda: state_of(service, seat, hooks[1]["webhook"]), reason="The receiver answered 401.")
            first, again = await played_and_undone(service, seat, 3)
            kinds = ["act", first, "correct", "undo", "undo", "act", again]
            async with asyncio.timeout(PATIENCE):
                assert [(await receiver.stdout.readline()).decode().strip() for _ in kinds] == kinds
        finally:
            receiver.kill()
            await receiver.wait()
