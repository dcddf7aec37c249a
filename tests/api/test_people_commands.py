"""Commands for people: fights, odds, attacks, figures and dice by names, in sentences or as JSON."""

import re
import sys
import webbrowser
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.app import FAMILY_NAMES
from service.cli import OF_PEOPLE
from service.cli.people import play_command
from service.operations.encounters.line_ups.stock import fights_of, figures_of
from service.store.private.server import PrivateStore
from tests.api.test_cli import Terminal, run
from tests.encounters.live import serving

DUEL = ("fight", "knight@law vs orc@crime", "-f", "opposed", "--seed", "table-7")


def said(*words: str, given: bytes = b"") -> list[str]:
    """What a command says in words."""
    status, out, err = run(*words, "--text", given=given)
    assert status == 0, err
    return out.decode().splitlines()


def asked(*words: str) -> Any:
    """What a command answers in a pipe."""
    status, out, err = run(*words)
    assert (status, err) == (0, b"")
    return orjson.loads(out)


def test_a_fight_is_played_to_its_end() -> None:
    """Who fights for which side, then all rounds, then who won; the same seed is the same fight, also as JSON."""
    lines = said(*DUEL)
    assert lines[0] == "Knight (law) against Orc (crime), by the rules of opposed."
    assert lines[1] == "Round 1 began with Knight and Orc."
    assert said("fight", "knight@law", "vs", "orc@crime", *DUEL[2:]) == lines
    assert lines[-1] == asked(*DUEL)["outcome"]["summary"]
    assert said(*DUEL) == lines
    assert orjson.loads(run(*DUEL, "--example")[1])["input"]["participants"][0]["id"] == "knight"


@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_each_family_has_ready_fights_and_attacks(family: str) -> None:
    """A ready fight is named by its id, and any figure attacks another, whatever an attack needs in its family."""
    ready = next(iter(fights_of(family)))
    assert asked("fight", ready, "-f", family)["outcome"]["verdict"]["rounds"] > 0
    names = list(figures_of(family))
    for attacker, target in pairwise(names):
        status, out, err = run("attack", attacker, target, "-f", family)
        assert b'"summary"' in out or b"knife" in err  # a knife reaches nobody who is a step away
        assert status == (0 if out else 1)


def test_fights_are_repeated_and_counted() -> None:
    """--repeat plays N fights with other dice, and says how often which side won."""
    counted = said("fight", "knight vs goblin", "-f", "opposed", "--repeat", "5", "--seed", "a")
    assert counted == ["Knight (red) against Goblin (blue), by the rules of opposed.", "5 of 5: red wins."]
    lines = run("fight", "knight vs goblin", "-f", "opposed", "--repeat", "3", "--seed", "a")[1].splitlines()
    assert [orjson.loads(each)["dice"]["seed"] for each in lines] == [f"sha256ctr1:a/{n}" for n in (1, 2, 3)]


@pytest.mark.parametrize(("family", "first"), [("opposed", 1), ("tactical", 2)])
def test_a_fight_waits_after_each_round(family: str, first: int) -> None:
    """--step waits for Enter where a round begins, and ends with standard input."""
    duel = ("fight", "commoner vs commoner", "-f", family, "--seed", "a", "--step", "--text")
    status, out, err = run(*duel, given=b"\n" * 200)
    waits = err.decode().count("-- Enter --")
    assert (status, out.decode().splitlines()) == (0, said(*duel[:-2]))
    assert waits > 1
    status, out, err = run(*duel, given=b"")
    assert (status, err.decode()) == (1, "-- Enter --")
    assert f"round {first}" not in out.decode().lower() or family == "tactical"


@cache
def weighed() -> list[str]:
    """What is told of the odds of a fight and of what matters most: that takes seconds."""
    return said("odds", "knight@law vs goblin*4@gang", "-f", "opposed", "--why")


def test_odds_are_bars_with_bounds() -> None:
    """Each side has a bar, its chance and its bounds; --why adds what matters most; a pipe gets the answer."""
    lines = weighed()
    assert [line.partition(")")[0].strip() for line in lines[:2]] == ["Knight (law", "Goblin ×4 (gang"]
    assert all("█" in line and "·" in line and " %" in line for line in lines[:2])
    assert any(line.startswith("It takes ") for line in lines)
    assert any(re.match(r"Knight, [a-z ]+ \d+ instead of \d+: law wins ", line) for line in lines)
    assert [each["side"] for each in asked("odds", "knight vs orc", "-f", "opposed")["winner"]] == ["red", "blue"]


def test_an_attack_with_the_dice_of_the_table() -> None:
    """--roll asks for the faces that the rules want, one roll after the other, and explains what is no face."""
    status, out, err = run("attack", "knight", "orc", "-f", "opposed", "--roll", "--text", given=b"15\nmany\n60\n8\n")
    lines = out.decode().splitlines()
    assert (status, lines[0]) == (0, "Knight struck and rolled 15 against 95: Crucial.")
    assert lines[-1] == "Knight hit Orc for 13 Endurance; Orc was stunned."
    assert "Orc rolls d100 for: Defence, whether Orc defends against Knight. " in err.decode()
    assert "umpire: Type the faces of the dice as numbers, such as 4 3 6." in err.decode()
    assert run("attack", "knight", "orc", "-f", "opposed", "--roll", given=b"15\n")[0] == 1
    assert said("attack", "knight", "orc", "-f", "opposed", "--odds")[0].startswith("hit: ")


def test_the_family_that_knows_all_names() -> None:
    """Without -f the rules are those of the first family that knows everybody, and a terminal reads which."""
    assert asked("fight", "spearmen vs knights")["ruleset"] == "mass@2"
    err = run("fight", "spearmen vs knights", stream=Terminal)[2].decode()
    assert err == "umpire: These are the rules of mass; -f names others.\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("fight", "gobblin vs orc", "-f", "opposed"), "Did you mean goblin?"),
        (("fight", "the-brige", "-f", "opposed"), "has no ready fight 'the-brige'"),
        (("fight", "knight vs", "-f", "opposed"), "two to six sides"),
        (("odds", "knight vs orc", "-f", "oposed"), "Did you mean opposed?"),
        (("attack", "knight", "ork", "-f", "heroic"), "Did you mean orc?"),
        (("figure", "knigt"), "Did you mean knight?"),
        (("rule", "opposed/atack/sequence"), "Did you mean attack/sequence?"),
        (("rule", "oposed/attack/sequence"), "Did you mean opposed?"),
        (("rule", "retreat"), "`umpire rules opposed retreat` lists the rules of opposed that have this word."),
        (("rules", "opposed", "no-such-word"), "No rule of opposed has the words 'no-such-word'."),
        (("figures", "no-such-word"), "No figure has the words 'no-such-word'; `umpire figures` lists all of them."),
        (
            ("fight", "knigt", "vs", "orc", "-f", "tactical"),
            "; `umpire figures tactical` lists them. Did you mean knight?",
        ),
        (("figures", "gobln"), "Did you mean goblin?"),
        (("fight", "knight", "orc", "-f", "opposed"), 'Sides are parted by vs, as in "knight vs goblin*3".'),
        (("roll", "3x6"), "'3x6' is not dice notation such as '2d6+3'"),
        (("rule", "tactical"), "`umpire rules tactical` lists its rules."),
        (("fight", "nosuch"), "There is no ready fight 'nosuch'; `umpire fights` lists them."),
        (("roll", "cheese", "--odds"), "is not dice notation"),
    ],
)
def test_problems_are_sentences(words: tuple[str, ...], told: str) -> None:
    """What cannot be done is said in words on standard error, with what may be meant."""
    status, out, err = run(*words, "--text")
    assert (status, out) == (1, b"")
    assert err.decode().startswith("umpire: ")
    assert told in err.decode()
    assert "GET /" not in err.decode()
    assert not err.decode().strip().endswith(")")  # who types no JSON is told of no field


def test_figures_are_listed_and_shown() -> None:
    """A table by words, of all families or of one, and a stat block with every number and list; JSON in a pipe."""
    listed = said("figures", "missile")
    assert {line.split()[1] for line in listed} <= set(FAMILY_NAMES)
    assert len(said("figures", "-f", "mass")) == len(figures_of("mass"))
    assert asked("figures", "knights", "-f", "mass")[0] == {
        "family": "mass",
        "id": "knights",
        "name": "Knights",
        "tags": list(figures_of("mass")["knights"].tags),
        "power": figures_of("mass")["knights"].power,
    }
    block = said("figure", "knight", "-f", "tactical")
    assert block == [
        "Knight (tactical; human, hero, soldier; wins 95 % of duels against the others)",
        "  ST 14, DX 13, IQ 11, HT 12, encumbrance 2, combat reflexes",
        "  Weapons:",
        "    broadsword: skill Broadsword 16, melee, one hand",
        "      swing: 2d+1 cutting, reach 1, parry +0",
        "      thrust: 1d+2 impaling, reach 1, parry +0",
        "  Ready: broadsword in the right hand",
        "  Shield: DB 2, level 15",
        "  Armour: torso DR 6, vitals DR 6, elsewhere DR 4",
    ]
    assert asked("figure", "knight").keys() == {name for name in FAMILY_NAMES if "knight" in figures_of(name)}


@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_stat_blocks_are_in_words(family: str) -> None:
    """No stat block of the catalogue has a word of the schema, an empty part, or a line wider than a terminal."""
    for name in figures_of(family):
        lines = said("figure", name, "-f", family)
        assert [line for line in lines[1:] if "_" in line or "None" in line or "True" in line or len(line) > 80] == []
        assert [line for line in lines[1:] if re.search(r"\b(st|dx|hp|dr) \d|, ,|:\s*,", line)] == []


def test_ready_fights_are_listed() -> None:
    """The fights that `umpire fight` takes by their ids are found by words; in a pipe they are JSON."""
    (line,) = said("fights", "wolf", "-f", "tactical")
    assert line.split(maxsplit=2) == ["wolves-at-the-fold", "tactical", "levy-spearman*2 vs wolf*4"]
    (fight,) = asked("fights", "fold")
    assert (fight["id"], fight["sides"]["wolves"]) == ("wolves-at-the-fold", ["wolf*4"])
    assert run("fights", "no-such-word", "--text")[2] == (
        b"umpire: No ready fight has the words 'no-such-word'; `umpire fights` lists all of them.\n"
    )
    assert asked("fights", "tactical") == asked("fights", "-f", "tactical")
    assert asked("figures", "tactical", "wolf") == asked("figures", "wolf", "-f", "tactical")


def test_what_decides_is_told_by_names() -> None:
    """`umpire odds --why` names the figure and the number, or says that no number decides it alone."""
    told = [line for line in weighed() if " instead of " in line]
    assert told
    number, worth = r"[A-Z][\w ]+, [A-Za-z ]+ -?\d+ instead of -?\d+", r"law wins [1-9]\d* (more|fewer) of 100 fights"
    pattern = rf"{number}: {worth}( \(may be luck\))?\."
    assert [line for line in told if not re.fullmatch(pattern, line)] == []
    sure = [re.search(r" (\d+) instead of (\d+): law wins \d+ (\w+) of 100 fights\.$", line) for line in told]
    more = {(int(each[1]) > int(each[2])) == (each[3] == "more") for each in sure if each}
    assert more == {True}, "what helps law's knight, helps law"
    assert said("odds", "champion vs commoner", "-f", "laurels", "--why")[-1].startswith("No number decides it alone")


def test_rules_are_found_and_shown() -> None:
    """A rule is shown by the id that answers cite, and rules are listed by words, with what each says."""
    assert said("rule", "opposed/attack/sequence")[0] == "Strike (opposed/attack/sequence)"
    assert asked("rule", "opposed/attack/sequence")["cites"] == "Core Mechanics"
    (line,) = said("rules", "tactical", "dodge-and-drop")
    assert line.startswith("tactical/retreat/dodge-and-drop: ")
    assert line.endswith(asked("rules", "tactical", "dodge-and-drop")["rules"][0]["says"])
    assert len(asked("rules", "opposed")["rules"]) > len(asked("rules", "opposed", "armour")["rules"]) > 0


def test_a_party_fights(tmp_path: Path) -> None:
    """The figures of a party file fight by their ids, by the rules of its family; a file that is none is explained."""
    wick = {"name": "Wick", "agility": 14, "fatigue": 20, "endurance": 18, "weapon": {"base_chance": 50, "rank": 5}}
    party = {"umpire": "party@1", "family": "opposed", "ruleset": "opposed@2", "name": "The Grey Company"}
    file = tmp_path / "grey-company.json"
    file.write_bytes(orjson.dumps({**party, "figures": [{"id": "wick", "name": "Wick", "figure": wick}]}))
    fought = asked("fight", "wick vs goblin", "--party", str(file))
    assert (fought["ruleset"], fought["outcome"]["verdict"]["figures"][0]["id"]) == ("opposed@2", "wick")
    assert said("attack", "wick", "goblin", "--party", str(file), "--seed", "a")
    for words in (("fight", "wick vs goblin"), ("play", "wick vs goblin")):
        status, out, err = run(*words, "--party", str(tmp_path / "none.json"))
        assert (status, out) == (2, b"")
        assert b"none.json cannot be used" in err
    status, out, err = run("fight", "wik vs goblin", "--party", str(file), "--text")
    assert (status, out) == (1, b"")
    assert err.startswith(b"umpire: The party has no figure 'wik', only wick")
    assert b"Did you mean wick?" in err
    file.write_text("{}")
    status, out, err = run("fight", "wick vs goblin", "--party", str(file), "--text")
    assert (status, out) == (1, b"")
    assert f"{file} is no party file: " in err.decode()


def test_a_ruling_is_told_in_words() -> None:
    """A ruling says what is decided, what else it could be, and how a request decides it."""
    assert said("rule", "tactical/ruling/sprint") == [
        "Nobody sprints. (tactical/ruling/sprint)",
        "Otherwise: Who runs straight ahead for a second is faster.",
        "A request can decide it by `rulings.sprint`.",
    ]


def test_ctrl_c_ends_a_command_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a command with the status that shells give it, and without a trace of the program."""

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("service.cli.people.lookup_commands.answer_here", stopped)
    assert run("roll", "3d6") == (130, b"", b"")


def test_dice_and_their_distribution() -> None:
    """Dice are rolled by notation; --odds has a bar and the chance of each total."""
    assert said("roll", "4d6+2", "--seed", "table-7")[-1].startswith("Total: ")
    chances = asked("roll", "2d6", "--odds")
    assert [each["total"] for each in chances] == list(range(2, 13))
    assert sum(each["chance"] for each in chances) == pytest.approx(1)
    bars = said("roll", "2d6", "--odds")
    assert bars[5] == f"    7 {'█' * 30} 16.67 %"


def test_a_fight_in_the_browser(private_store: PrivateStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """`umpire play` begins the fight at the service that runs, and opens the page as its referee."""
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    with serving(private_store.url) as service:
        words = ("play", "knight vs goblin*3", "-f", "opposed", "--port", str(service.port))
        status, out, _ = run(*words)
        assert (status, opened) == (0, [out.decode().strip()])
        assert opened[0].startswith(f"http://127.0.0.1:{service.port}/play#watch=")
        status, out, err = run("play", "knight vs gobblin", *words[2:])
        assert (status, out) == (1, b"")
        assert b"Did you mean goblin?" in err
        assert run(*words[:1], *words[4:], "--no-browser")[1].decode().strip().endswith("/play")


def test_a_service_is_started_for_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no service answers, one is started; the command ends with it."""
    started: list[list[str]] = []

    class Process:
        """A service that ends at once."""

        def __init__(self, words: list[str], stdout: int) -> None:
            started.append(words)

        def poll(self) -> int:
            return 0

        def wait(self) -> int:
            return 0

        def terminate(self) -> None:
            pass

    monkeypatch.setattr(f"{play_command.__name__}.subprocess.Popen", Process)
    assert run("play", "--port", "1", "--no-browser") == (0, b"http://127.0.0.1:1/play\n", b"")
    assert started == [[sys.executable, "-m", "service", "serve", "--port", "1"]]
    monkeypatch.setattr(Process, "poll", lambda _: 2)
    monkeypatch.setattr(Process, "wait", lambda _: 2)
    assert run("play", "--port", "99999") == (2, b"", b"")  # it did not start, so there is no page to open


def test_every_command_is_in_the_help() -> None:
    """`umpire --help` shows each command for people, and each explains itself."""
    text = run("--help")[1].decode()
    for name in OF_PEOPLE:
        assert f"umpire {name} " in text or f"| {name} " in text
        assert run(name, "--help")[1].decode().startswith(f"usage: umpire {name} ")


SHEETS = Path(__file__).parent.parent / "catalogue" / "sheets"


def test_sheets_become_a_party_that_fights(tmp_path: Path) -> None:
    """Figures of sheets are printed with notes, and written into a party file, to which others are added."""
    party = tmp_path / "grey-company.json"
    lines = said("import", str(SHEETS / "warden.gcs"), "-f", "tactical", "--to", str(party))
    assert lines[0].endswith("(tactical; converted from warden.gcs (gcs))")
    assert "  Weapons:" in lines
    assert "Left out, or otherwise:" in lines
    said("import", str(SHEETS / "duellist.gga.json"), str(SHEETS / "warden.gcs"), "--to", str(party))
    written = orjson.loads(party.read_bytes())
    assert (written["umpire"], written["family"], written["name"]) == ("party@1", "tactical", "Grey company")
    ids = [each["id"] for each in written["figures"]]
    assert len(set(ids)) == 3
    assert ids[2] == f"{ids[0]}-2"
    assert [each["source"]["format"] for each in written["figures"]] == ["gcs", "gga", "gcs"]
    duel = said("fight", f"{ids[0]} vs goblin", "--party", str(party), "--seed", "a")
    assert duel[-1].startswith("Victory for ")


def test_other_games_get_a_likeness(tmp_path: Path) -> None:
    """A sheet whose numbers mean something else is a figure of the catalogue, and the note says why."""
    sheet = tmp_path / "goblin.json"
    sheet.write_text('{"name": "Goblin Warrior", "type": "npc"}')
    lines = said("import", str(sheet), "--format", "other", "-f", "mass")
    assert lines[0] == "Goblin Warrior (mass; likened from goblin.json (other))"
    assert "  - Goblin mob is the likeness: the name has 'goblin'." in lines
    lines = said("import", str(sheet), "-f", "mass")
    assert (
        "  - Nothing in the sheet tells which program has written it; name its `format`, if it is one that is read."
        in lines
    )
    answer = asked(
        "import", str(sheet), "--format", "other", "-f", "laurels", "--set", "stamina=9", "--set", "name=Wat"
    )
    assert (answer["figure"]["stamina"], answer["figure"]["name"], answer["likeness"]["figure"]) == (9, "Wat", "goblin")


@pytest.mark.parametrize(
    ("written", "options", "told"),
    [
        ("<xml/>", (), "is no JSON: "),
        ("[]", (), "is no sheet: a sheet is a JSON object."),
        ('{"profile": {}}', ("--set", "hue=green"), "The sheet makes no figure of heroic"),
        ('{"profile": {}}', ("-f", "nosuch"), "There is no rules family 'nosuch'"),
    ],
)
def test_bad_sheets_are_sentences(tmp_path: Path, written: str, options: tuple[str, ...], told: str) -> None:
    """What is no sheet is refused with the name of the file, and nothing is written."""
    sheet, party = tmp_path / "hero.gcs", tmp_path / "party.json"
    sheet.write_text(written)
    status, out, err = run("import", str(sheet), *options, "--to", str(party), "--text")
    assert (status, out) == (1, b"")
    assert told in err.decode()
    assert "nosuch" in told or str(sheet) in err.decode()
    assert not party.exists()


def test_a_party_of_other_rules_is_left_alone(tmp_path: Path) -> None:
    """Figures of one family are not added to a party of another one, nor to what is no party; absent files are told."""
    party, sheet = tmp_path / "party.json", str(SHEETS / "archer.gcs")
    said("import", sheet, "-f", "heroic", "--to", str(party))
    kept = party.read_bytes()
    status, _, err = run("import", sheet, "-f", "tactical", "--to", str(party), "--text")
    assert (status, "is a party of heroic, not of tactical" in err.decode()) == (1, True)
    assert party.read_bytes() == kept
    party.write_text("{}")
    assert run("import", sheet, "--to", str(party), "--text")[0] == 1
    status, _, err = run("import", str(tmp_path / "none.gcs"), "--text")
    assert (status, "no such file" in err.decode()) == (2, True)
    status, _, err = run("import", sheet, "--set", "armor_points")
    assert (status, "armor_points=4, not 'armor_points'" in err.decode()) == (2, True)
