"""The fights of channels: what is asked in them, and what is answered."""

import json
import os
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Final

from resvg_py import svg_to_bytes

from umpire_client import Umpire, UmpireProblem

FILE: Final = Path(os.environ.get("BOT_FILE", "fights.json"))
MOST_OPTIONS, LONGEST_LABEL, MOST_LISTS = 25, 100, 4
"""What a message of Discord holds."""
STORY: Final = 12

Message = dict[str, Any]


class Said(Exception):
    """Something that cannot be done, in words for who asked."""


@dataclass
class Answer:
    """What is written into the message that asked, and what the whole channel is told."""

    content: str
    components: list[Message] = field(default_factory=list)
    picture: bytes | None = None
    public: str | None = None


class Table:
    """The fights of the channels, kept in a file that only its owner reads: it has the referees' tokens."""

    def __init__(self, umpire: Umpire) -> None:
        self.umpire = umpire
        self.locks: defaultdict[str, Lock] = defaultdict(Lock)
        self.orders: defaultdict[str, dict[str, Any]] = defaultdict(dict)
        self._file_lock = Lock()
        self._fights: dict[str, Any] = json.loads(FILE.read_text()) if FILE.exists() else {}

    def fight(self, channel: str, *, going: bool = False) -> tuple[Any, dict[str, Any]]:
        """Return the fight of a channel as its referee, read now, and what is kept of it."""
        if channel not in self._fights:
            raise Said("There is no fight in this channel. `/fight` begins one.")
        kept = self._fights[channel]
        fight = self.umpire.encounter(kept["id"], kept["referee"])
        if fight.read() and going and fight.situation["over"]:
            raise Said(fight.situation["text"])
        return fight, kept

    def keep(self, channel: str, kept: dict[str, Any]) -> None:
        """Keep the fight of a channel, in place of the one before."""
        with self._file_lock:
            self._fights[channel] = kept
            self.orders.pop(channel, None)
            beside = FILE.with_suffix(".new")
            beside.touch(mode=0o600)
            beside.write_text(json.dumps(self._fights))
            beside.replace(FILE)

    def begin(self, channel: str, user: str, options: dict[str, str]) -> Answer:
        """Begin a fight: the sides are played by who is named, else by who begins."""
        body: Any = {
            "family": options.get("rules", "opposed"),
            "line_up": {"text": options["sides"]},
            "reveal": "faces",
        }
        fight = self.umpire.create(body)
        sides = list(dict.fromkeys(each["side"] for each in fight.situation["order"]))
        named = [options.get("first"), options.get("second")]
        players = dict(zip(sides, [each or user for each in named], strict=False))
        kept = {"id": fight.id, "referee": fight.referee, "viewer": fight.viewer, "starter": user, "players": players}
        self.keep(channel, kept)
        told = ", ".join(f"{side}: <@{players.get(side, user)}>" for side in sides)
        return Answer(f"{fight.situation['text']}\n{told}. `/act` chooses.")

    def act(self, channel: str, user: str) -> Answer:
        """Offer what the user's figures may do now; where dice decide who is next, roll them."""
        fight, kept = self.fight(channel, going=True)
        situation = fight.situation
        if not situation["next"]:
            return self._played(channel, fight, fight.play())
        own = [each for each in situation["next"] if user == _player_of(each, situation, kept)]
        if not own and user != kept["starter"]:
            raise Said(f"It is not your turn. {situation['text']}")
        lists = [_list_of(fight.moves(each, chances=True), each, fight.version) for each in own[:MOST_LISTS]]
        label = "The service chooses" if situation["decision"] == "turn" else "Play the round"
        button = {"type": 2, "style": 1, "label": label, "custom_id": f"service|{fight.version}"}
        rows = [{"type": 1, "components": [each]} for each in [*filter(None, lists), button]]
        return Answer(situation["text"], rows)

    def chosen(self, channel: str, user: str, custom_id: str, values: list[str]) -> Answer:
        """Play what was chosen in a message of `act`: a turn at once, orders together when the round is played."""
        fight, kept = self.fight(channel)
        what, version = custom_id.rsplit("|", 1)
        if int(version) != fight.version:
            raise Said("The fight has gone on meanwhile. `/act` shows what can be done now.")
        if what == "service":
            return self._service(channel, user, fight, kept)
        if user != _player_of(what, fight.situation, kept):
            raise Said("That figure is played by somebody else.")
        move = _ready(fight.moves(what))[int(values[0])]
        if fight.situation["decision"] == "turn":
            return self._played(channel, fight, fight.play(move))
        self.orders[channel][what] = move
        return Answer(f"Ordered: {move['label']}. The round is played when <@{kept['starter']}> says so.")

    def _service(self, channel: str, user: str, fight: Any, kept: dict[str, Any]) -> Answer:
        """Play orders that were given, and what the service chooses for all others who are next."""
        players = {_player_of(each, fight.situation, kept) for each in fight.situation["next"]}
        may = {kept["starter"]} | (players if fight.situation["decision"] == "turn" else set())
        if user not in may:
            raise Said(f"<@{kept['starter']}> plays the round.")
        ordered = self.orders[channel]
        others = [each["moves"] for each in fight.suggest()["figures"] if each["figure"] not in ordered]
        moves = [*ordered.values(), *[move for each in others for move in each]]
        return self._played(channel, fight, fight.play(*moves))

    def _played(self, channel: str, fight: Any, acted: Any) -> Answer:
        """Tell the channel what happened, and who is next."""
        self.orders.pop(channel, None)
        return Answer("Done.", public=f"{acted['summary']}\n*{fight.situation['text']}*")

    def odds(self, channel: str) -> Answer:
        """Say who would win from here, if everybody did what the service would do."""
        fight, _ = self.fight(channel, going=True)
        odds = fight.odds("resolve-skirmish", {})["odds"]
        lines = [
            f"`{'█' * round(20 * each['chance']['decimal']):<20}` {_percent(each['chance'])} {each['side'] or 'nobody'}"
            for each in odds["winner"]
        ]
        return Answer("\n".join(["If both sides fight as the service would:", *lines]))

    def story(self, channel: str) -> Answer:
        """Tell what happened last, with the map as viewers see it, if the rules have one."""
        fight, kept = self.fight(channel)
        seen = self.umpire.encounter(kept["id"], kept["viewer"])
        told = [f"- {each['summary']}" for each in seen.log()[-STORY:]]
        try:
            picture = bytes(svg_to_bytes(svg_string=seen.map(), width=1000, background="white"))
        except UmpireProblem:
            picture = None
        return Answer("\n".join([*told, f"*{fight.situation['text']}*"]), picture=picture)


def _player_of(figure: str, situation: Any, kept: dict[str, Any]) -> str:
    side = next(each["side"] for each in situation["order"] if each["id"] == figure)
    return str(kept["players"].get(side, kept["starter"]))


def _ready(listed: Any) -> list[Any]:
    """Return the moves for which nothing has to be added, the suggested one first."""
    ready = [each for each in listed["moves"] if not each["needs"]]
    return sorted(ready, key=lambda each: not each["suggested"])


def _list_of(listed: Any, title: str, version: int) -> Message | None:
    """Return the list from which a move of a figure is chosen; its values are places among what is ready."""
    told = [_told(each) for each in _ready(listed)[:MOST_OPTIONS]]
    options = [{"label": each, "value": str(place)} for place, each in enumerate(told)]
    shown = {"placeholder": cut(title, LONGEST_LABEL), "options": options}
    return {"type": 3, "custom_id": f"{listed['figure']}|{version}", **shown} if options else None


def _told(move: Any) -> str:
    chance = "" if move["chance"] is None else f" · {move['chance']:.0%}"
    return cut(f"{move['label']}{chance}{' · suggested' if move['suggested'] else ''}", LONGEST_LABEL)


def _percent(chance: Any) -> str:
    bounds = "" if chance["low"] == chance["high"] else f" ({chance['low']:.0%} to {chance['high']:.0%})"
    return f"{chance['decimal']:.0%}{bounds}"


def cut(text: str, longest: int) -> str:
    """Return a text that is not too long."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
