"""An assistant plays a fight of every family to a named winner, over both transports, and reads no token."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from service.api.mcp.named_fights import Holder, Seat
from service.app import FAMILY_NAMES
from service.operations.encounters.line_ups.stock import fights_of
from service.store.private.server import PrivateStore
from tests.assistants.assistant import SECRET, TOKEN, Assistant, over_http, over_stdio
from tests.encounters.plays import led
from tests.rings import IS_LONG

LIMIT = 2_000


async def play_all(assistant: Assistant, secret: str, families: Sequence[str] = FAMILY_NAMES) -> None:
    """Play a fight of each family, and look at everything that was read."""
    for family in families:
        winner = await assistant.played(family, sides=next(iter(fights_of(family))))
        told = await assistant.ask("log", fight=f"{family}-0", last=3)
        assert winner
        assert told
    listed = await assistant.ask("fights")
    assert [family for family in families if f"{family}-0: {family}, over, won by" not in listed] == []
    held = [Holder(secret, seat).access(f"{family}-0").token for seat in Seat for family in families]
    held.append(Holder(secret, Seat.REFEREE).listing().next().token("listing"))
    assert [text for text in assistant.texts if any(token in text for token in (secret, *held))] == []
    assert [found for text in assistant.texts for found in TOKEN.findall(text)] == []
    assert max(len(text.encode()) for text in assistant.texts) <= LIMIT


async def test_over_standard_streams(private_store: PrivateStore, tmp_path: Path) -> None:
    """`umpire mcp` leads a fight of every family to a winner; its secret is made at once, for the user alone."""
    file = tmp_path / "state" / "secret"
    async with over_stdio(private_store.url, file) as assistant:
        await play_all(assistant, file.read_text().strip(), FAMILY_NAMES if IS_LONG else FAMILY_NAMES[:1])
    assert file.stat().st_mode & 0o777 == 0o600


async def test_over_http(tools: str) -> None:
    """A service leads the same fights at /mcp, where the secret is in a header of each request."""
    async with over_http(tools, authorization=f"Bearer {SECRET}") as assistant:
        await play_all(assistant, SECRET)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_both_generations_of_the_protocol(
    tools: str, private_store: PrivateStore, tmp_path: Path, mode: str
) -> None:
    """Clients that begin with a handshake and those that do not use the same tools, over both transports."""
    state = led("opposed")["state"]
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    async with over_http(tools, mode=mode, authorization=f"Bearer {SECRET}") as assistant:
        await assistant.ask("start_fight", family="opposed", name=f"of-{mode}", state=state)
    async with over_stdio(private_store.url, secret, mode=mode) as assistant:
        assert f"of-{mode}: opposed, going on" in await assistant.ask("fights")
        assert "Ash" in await assistant.ask("play", fight=f"of-{mode}")
