"""What is logged at the level `debug`: the service's own lines, and nothing of what passes through it."""

from pathlib import Path

import orjson

from service.store.private.server import PrivateStore
from tests.encounters.live import serving, sse
from tests.encounters.receivers import receiving

PRIVATE = {"UMPIRE_WEBHOOK_PRIVATE": "true", "UMPIRE_LOG_LEVEL": "debug"}


async def test_no_entry_and_no_header_is_logged(private_store: PrivateStore, tmp_path: Path) -> None:
    """A stream and a webhook pass at level debug without a word of the entries, the tokens or the signatures."""
    log = tmp_path / "log"
    with log.open("w") as said, serving(private_store.url, said=said, **PRIVATE) as service:
        async with receiving() as receiver:
            seat = await service.seat()
            path, right = f"/v1/encounters/{seat.id}/webhooks", f"Bearer {seat.referee}"
            made = await service.ask("POST", path, {"url": receiver.url}, authorization=right)
            assert (await service.change(seat, 1)).status_code == 200
            await receiver.has(1)
            async with sse(service.port, seat, seat.viewer, after=0, until=2) as events:
                told = [each async for each in events]
    assert len(told) >= 2
    text = log.read_text(encoding="utf-8")
    lines = [orjson.loads(line) for line in text.splitlines()]
    assert {line["event"] for line in lines} >= {"starting", "stopped"}
    assert [line for line in lines if line["level"] == "debug" and not line["logger"].startswith("umpire")] == []
    signature = receiver.received[0].headers["webhook-signature"]
    for secret in (seat.referee, seat.viewer, made.json()["secret"], signature, "webhook-signature", '"data: '):
        assert secret not in text
