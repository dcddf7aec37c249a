"""The client that blocks: each call returns its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Self, cast, overload

import httpx

from umpire_client.calls import Calls, CallsOfCampaign, CallsOfEncounter
from umpire_client.contract import Compatibility
from umpire_client.driver import Driver, Feed
from umpire_client.plays import Acts, Previews
from umpire_client.transport import LOCAL, TIMEOUT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Unpack

    from umpire_client import operations, types
    from umpire_client.exchange import Dice
    from umpire_client.plays import Playable, Suggesting


class Umpire:
    """A service at an address; `token` is sent where no other is named.

    `api_key` is the key that the service's operator has given you, if the service needs one.

    A request is sent again, up to `retries` times, after a lost connection and after answers that ask for it. `http` is
    a client of httpx with settings of your own (proxies, certificates, time limits); it is yours to close.

    Every call raises UmpireProblem if the service refuses, and UmpireUnreachable if it does not answer.
    """

    def __init__(
        self,
        url: str = LOCAL,
        *,
        token: str | None = None,
        api_key: str | None = None,
        retries: int = 3,
        http: httpx.Client | None = None,
    ) -> None:
        client = httpx.Client(timeout=TIMEOUT) if http is None else http
        self._own = client if http is None else None
        self._driver = Driver(client, url.rstrip("/"))
        self._calls = Calls(token, retries, api_key)

    @property
    def resolve(self) -> operations.Resolve:
        """Resolve an operation that stores nothing, by its path below /v1, such as "opposed/resolve-attack".

        `dice` is who rolls: a callback that is told what is needed, or a source; left out: what the body says, else the
        service. With a `key` of yours, sending the same again gets the same answer.
        """
        return self._resolve

    @property
    def odds(self) -> operations.Odds:
        """Work out the odds of an operation: the body is that of the operation."""
        return self._odds

    @property
    def get(self) -> operations.Get:
        """Read any path: `umpire.get("/v1/families/{family}/play", family="opposed")`.

        Placeholders and query are named; a path that is written out works as well, but its answer has no type.
        """
        return self._get

    @property
    def create(self) -> operations.Create:
        """Create an encounter; with a `key` of yours, sending the same again gets the same encounter.

        Its family decides which procedures it knows, and what their outcomes are.
        """
        return self._create

    @property
    def encounter(self) -> operations.Find:
        """Return an encounter by its id, and a token of its referee or its viewers; nothing is asked yet.

        Whoever names its `family` has the outcomes of its procedures typed.
        """
        return self._encounter

    def campaign(self, body: types.NewCampaign, *, key: str | None = None) -> StartedCampaign:
        """Start a campaign."""
        return StartedCampaign(self._driver, self._calls, self._driver.run(self._calls.campaign(body, key)))

    def campaign_by_id(self, id: str, *, token: str | None = None) -> RunningCampaign:
        """Return a campaign by its id, and the token to cancel it; nothing is asked yet."""
        return RunningCampaign(self._driver, CallsOfCampaign(self._calls, id, token))

    def post(self, path: str, body: object = None, *, token: str | None = None, key: str | None = None) -> Any:
        """Post to any path, such as `umpire.post("/v1/listings", {})`."""
        return self._driver.run(self._calls.call("POST", path, body, key, token=token))

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        token: str | None = None,
        version: int | None = None,
        key: str | None = None,
    ) -> Any:
        """Send any other request; `version` is the one that a change of an encounter applies to."""
        return self._driver.run(self._calls.call(method, path, body, key, token=token, version=version))

    def check(self) -> Compatibility:
        """Ask the service for its version, and tell whether this client fits it: both have the same major version."""
        return Compatibility.of(self._driver.run(self._calls.send("GET", "/v1/meta")))

    def close(self) -> None:
        """Close the connections, unless they are those of a client that was given."""
        if self._own is not None:
            self._own.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _create(self, body: Any, *, key: str | None = None) -> Any:
        return CreatedEncounter(self._driver, self._calls, self._driver.run(self._calls.create(body, key)))

    def _encounter(self, id: str, token: str | None = None, *, family: str | None = None) -> Any:
        return Encounter(self._driver, CallsOfEncounter(self._calls, id, token))

    def _resolve(self, operation: str, body: Any, *, dice: Dice | None = None, key: str | None = None) -> Any:
        return self._driver.run(self._calls.resolve(operation, body, dice, key))

    def _odds(self, operation: str, body: Any) -> Any:
        return self._driver.run(self._calls.send("POST", f"/v1/{operation}/odds", body))

    def _get(self, path: str, *, token: str | None = None, **values: Any) -> Any:
        return self._driver.run(self._calls.get(path, token, values))


class Encounter(Generic[Acts, Previews]):
    """An encounter, as far as its token lets its holder see and change it.

    `version` is the newest one that any of its calls was answered with; what `follow` tells does not count. A change
    applies to it unless another is named. If somebody was quicker it is refused with 412: read, and decide again.
    """

    def __init__(self, driver: Driver, calls: CallsOfEncounter) -> None:
        self._driver = driver
        self._calls = calls

    @property
    def id(self) -> str:
        """Return its id."""
        return self._calls.id

    @property
    def token(self) -> str | None:
        """Return the token that it is asked with."""
        return self._calls.token

    @property
    def version(self) -> int | None:
        """Return the newest version that was seen; None: none."""
        return self._calls.version

    @property
    def situation(self) -> types.Situation:
        """Return whose turn it is, and whether the fight is over, in the newest version that was seen.

        Creation, acts and all other answers with a state bring it: nothing is asked. If none was seen yet, `read()`.
        """
        return self._calls.situation

    def read(self) -> types.EncounterView:
        """Read it as it is now."""
        return self._driver.run(self._calls.read())

    @overload
    def moves(
        self,
        figure: str,
        *,
        kinds: Sequence[str] = (),
        target: str | None = None,
        audience: types.Audience | None = None,
        chances: bool = False,
    ) -> types.FigureMoves: ...

    @overload
    def moves(
        self,
        figure: None = None,
        *,
        kinds: Sequence[str] = (),
        target: str | None = None,
        audience: types.Audience | None = None,
        chances: bool = False,
    ) -> list[types.FigureMoves]: ...

    def moves(
        self,
        figure: str | None = None,
        *,
        kinds: Sequence[str] = (),
        target: str | None = None,
        audience: types.Audience | None = None,
        chances: bool = False,
    ) -> Any:
        """List what a figure may do now, and what not, and why; left out: of each who is next.

        `kinds` and `target` say which moves. With the audience "players" nothing in the list tells of hidden figures.
        With `chances` each attack has its chance to hit, for the referee.
        """
        return self._driver.run(
            self._calls.moves(figure, kinds=kinds, target=target, audience=audience, chances=chances or None)
        )

    def suggest(self, figure: str | None = None, **whom: Unpack[Suggesting]) -> types.EncounterSuggestions:
        """Say what the service would do with a figure, and why; left out: with all who are next."""
        return self._driver.run(self._calls.suggest(figure, **whom))

    def play(
        self,
        *moves: Playable,
        version: int | None = None,
        dice: Dice | None = None,
        secret: bool = False,
        key: str | None = None,
    ) -> types.EncounterActed:
        """Play a move that is offered, or several of different figures at once, or all that is suggested.

        Without a move dice decide who is next, where the situation names nobody because they have to.
        `dice`, `secret` and `version` are those of an act.
        """
        return self._driver.run(self._calls.play(moves, {"secret": secret}, version, dice, key))

    @property
    def act(self) -> Acts:
        """Play a procedure and store its outcome: figures by their ids, the rest is stored.

        `dice` is who rolls: a callback, or a source; left out: the service. `secret` hides it from viewers.
        """
        return cast("Acts", self._act)

    @property
    def preview(self) -> Previews:
        """Play a procedure and store nothing; what the service rolls is not what an act would roll."""
        return cast("Previews", self._preview)

    def odds(
        self,
        procedure: str,
        input: Mapping[str, Any],
        *,
        forecast: types.ForecastOptionsInput | None = None,
        at_version: int | None = None,
    ) -> types.EncounterOdds:
        """Work out the odds of a procedure now or `at_version`, for the referee; `forecast`: how those of a fight."""
        return self._driver.run(self._calls.odds(procedure, input, forecast, at_version))

    def undo(self, *, version: int | None = None, key: str | None = None) -> types.EncounterChanged:
        """Return to the state before the last change."""
        return self._driver.run(self._calls.turn("undo", version, key))

    def redo(self, *, version: int | None = None, key: str | None = None) -> types.EncounterChanged:
        """Return to the state that was last undone."""
        return self._driver.run(self._calls.turn("redo", version, key))

    def correct(
        self, body: types.EncountersCorrectBody, *, version: int | None = None, key: str | None = None
    ) -> types.EncounterChanged:
        """Put values of the state right."""
        return self._driver.run(self._calls.correct(body, version, key))

    def log(self) -> list[types.EncounterEntry]:
        """Read the whole log, from the first entry on."""
        return self._driver.run(self._calls.log())

    def luck(self) -> types.EncounterLuck:
        """Say how lucky each side has been: the acts are played again and again with other dice."""
        return self._driver.run(self._calls.luck())

    def verify(self) -> types.LogVerified | types.LogDiverged:
        """Have the service play the whole log again."""
        return self._driver.run(self._calls.verify())

    def map(self, overlay: types.EncountersDrawMapBody | None = None) -> str:
        """Draw the map as an SVG file, with lines of fire and areas laid over it, if there are any."""
        return self._driver.run(self._calls.map(overlay))

    def fork(self, *, key: str | None = None) -> CreatedEncounter[Acts, Previews]:
        """Create a copy at its present version, with tokens and a log of its own."""
        return CreatedEncounter(self._driver, self._calls.calls, self._driver.run(self._calls.fork(key)))

    def tokens(self, body: types.EncountersTokensBody, *, key: str | None = None) -> types.EncounterTokens:
        """Replace or revoke tokens; the old ones are invalid at once."""
        return self._driver.run(self._calls.tokens(body, key))

    def delete(self, *, version: int | None = None, key: str | None = None) -> types.EncounterDeleted:
        """Delete it, with its log and its tokens."""
        return self._driver.run(self._calls.delete(version, key))

    def follow(self, *, after: int | None = None) -> Feed[types.EncounterEntry]:
        """Follow the log: iterate over each entry after a version, once and in order, over lost connections.

        Left out, `after` is the version of now; 0: from the first entry on.
        """
        return self._driver.feed(self._calls.follow(after))

    def _act(
        self,
        procedure: str,
        input: Mapping[str, Any],
        *,
        version: int | None = None,
        dice: Dice | None = None,
        secret: bool = False,
        key: str | None = None,
    ) -> types.EncounterActed:
        body = {"input": input, "secret": secret}
        return self._driver.run(self._calls.act(procedure, body, version, dice, key))

    def _preview(self, procedure: str, input: Mapping[str, Any], *, dice: Dice | None = None) -> types.EncounterPreview:
        return self._driver.run(self._calls.preview(procedure, {"input": input}, dice))


class CreatedEncounter(Encounter[Acts, Previews]):
    """A new encounter, with the tokens that are told only once; it acts as its referee."""

    def __init__(self, driver: Driver, calls: Calls, created: types.EncounterCreated) -> None:
        super().__init__(driver, CallsOfEncounter(calls, created["id"], created["referee"], created))
        self.created = created

    @property
    def referee(self) -> str:
        """Return the token to change it and to read all of it."""
        return self.created["referee"]

    @property
    def viewer(self) -> str:
        """Return the token to watch it."""
        return self.created["viewer"]


class RunningCampaign:
    """A campaign that was started, by its id."""

    def __init__(self, driver: Driver, calls: CallsOfCampaign) -> None:
        self._driver = driver
        self._calls = calls

    @property
    def id(self) -> str:
        """Return its id."""
        return self._calls.id

    def read(self, *, cell: int | None = None) -> types.Campaign:
        """Read how far it is, and what its cells came to so far, or one cell alone."""
        return self._driver.run(self._calls.read(cell))

    def cell(self, cell: int) -> types.CampaignCellOdds:
        """Read the odds of one cell, counted from 0."""
        return self._driver.run(self._calls.cell(cell))

    def fight(self, n: int, *, cell: int = 0) -> types.CampaignFight:
        """Read the request that shows one fight of a cell in full: post it to its operation."""
        return self._driver.run(self._calls.fight(n, cell))

    def chart(self, *, side: str | None = None) -> str:
        """Draw it as an SVG file: a heat map of the chance that a side wins; left out: the first side by id."""
        return self._driver.run(self._calls.chart(side))

    def cancel(self, *, key: str | None = None) -> types.CampaignCancelled:
        """Cancel it, by its token or the API key that started it; what was counted can still be read."""
        return self._driver.run(self._calls.cancel(key))

    def follow(self, *, after: int = 0) -> Feed[types.Campaign]:
        """Follow it to its end: iterate over its state at each checkpoint, with the cells that changed."""
        return self._driver.feed(self._calls.follow(after))


class StartedCampaign(RunningCampaign):
    """A campaign that this program has started."""

    def __init__(self, driver: Driver, calls: Calls, started: types.CampaignStarted) -> None:
        super().__init__(driver, CallsOfCampaign(calls, started["id"], started["token"]))
        self.started = started

    @property
    def token(self) -> str:
        """Return the token that cancels it."""
        return self.started["token"]
