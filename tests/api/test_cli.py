"""The command line answers as the service does, and starts the service."""

import io
import os
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import orjson
import pytest
from starlette.testclient import TestClient

from service.app import create_app, registry
from service.cli import main
from service.cli.showing import cards_said
from service.rules.examples import examples_of

SEEDED = b'{"notation": "4d6+2", "dice": {"kind": "seeded", "seed": "sha256ctr1:table-7"}}'

Run = Callable[..., tuple[int, bytes, bytes]]


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def run(*words: str, given: bytes = b"", stream: type[io.TextIOWrapper] = io.TextIOWrapper) -> tuple[int, bytes, bytes]:
    """Run a command in this process: its status, and what it wrote to both streams."""
    streams: list[Any] = [stream(io.BytesIO(each), write_through=True) for each in (given, b"", b"")]
    with patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]):
        try:
            status = main(words)
        except SystemExit as end:
            status = int(end.code or 0)
    return status, streams[1].buffer.getvalue(), streams[2].buffer.getvalue()


def test_a_request_is_answered_with_the_bytes_of_rest() -> None:
    """Standard input is the body, standard output the answer, byte for byte, and a line's end."""
    client = TestClient(create_app())
    over_http = client.post("/v1/dice/roll", content=SEEDED, headers={"content-type": "application/json"})
    assert run("dice", "roll", given=SEEDED) == (0, over_http.content + b"\n", b"")


def test_a_problem_goes_to_standard_error() -> None:
    """What REST would refuse is refused with the same document; the status says so, and nothing is answered."""
    client = TestClient(create_app())
    for body in (b'{"notation": "cheese"}', b'{"notation": "999d6"}', b"{", b'{"notation": "d6", "notation": "d6"}'):
        over_http = client.post("/v1/dice/roll", content=body, headers={"content-type": "application/json"})
        assert run("dice", "roll", given=body) == (1, b"", over_http.content + b"\n")


def test_the_request_may_be_a_file(tmp_path: Path) -> None:
    """--file reads a file in place of standard input."""
    file = tmp_path / "request.json"
    file.write_bytes(SEEDED)
    assert run("dice", "roll", "--file", str(file)) == run("dice", "roll", given=SEEDED)
    status, out, err = run("dice", "roll", "--file", str(tmp_path / "none.json"))
    assert (status, out) == (2, b"")
    assert b"none.json" in err


def test_odds_are_a_word_more() -> None:
    """`umpire FAMILY PROCEDURE odds` gives the exact odds of the same request."""
    odds = next(each for each in registry() if each.name.endswith("/odds") and each.examples)
    request = orjson.dumps(odds.examples[0].request)
    status, out, _ = run(*odds.name.split("/"), given=request)
    assert status == 0
    assert orjson.loads(out)["status"] == "computed"
    assert run(*odds.name.split("/")[:-1], given=request)[0] == 0


def test_what_takes_nothing_reads_nothing() -> None:
    """Reference without parameters does not wait for standard input."""
    status, out, _ = run("meta")
    assert (status, orjson.loads(out)["service"]) == (0, "umpire")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["dice", "rol"], "Did you mean dice roll?"),
        (["dice"], "dice roll  Roll dice in notation"),
        (["cheese"], "there is no command 'cheese'"),
        (["dice", "roll", "--cheese"], "--cheese"),
        (["serve", "--port", "http"], "--port"),
        (["serve", "--workers", "0"], "UMPIRE_WORKERS is a whole number from 1 to 256; got 0."),
        (["serve", "cheese"], "cheese"),
    ],
)
def test_what_is_not_understood_is_explained(words: list[str], told: str) -> None:
    """Status 2, nothing on standard output, and a hint on standard error."""
    status, out, err = run(*words)
    assert (status, out) == (2, b"")
    assert told in err.decode()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--help"], ["umpire serve", "umpire contract", "umpire dice", "verify", "umpire tactical --help"]),
        (["dice", "--help"], ["dice roll", "Roll dice in notation"]),
        (["dice", "roll", "--help"], ["Roll dice in notation", "--file"]),
        (["serve", "--help"], ["--host", "--port", "--workers", "127.0.0.1", "8000"]),
        (["contract", "--help"], ["--root", "openapi.yaml"]),
        (["verify", "--help"], ["usage: umpire verify ", "--keys", "--saw", "an exported log"]),
        (["--version"], ["umpire 0."]),
    ],
)
def test_help(words: list[str], told: list[str]) -> None:
    """Every level of the command says what it takes."""
    status, out, _ = run(*words)
    assert status == 0
    assert [each for each in told if each not in out.decode()] == []


def test_the_help_names_every_format_of_campaigns() -> None:
    """`umpire --help` lists what the parser of `umpire campaign` takes, and nothing else."""
    text = run("--help")[1].decode()
    (shown,) = re.findall(r"--format (\S+)\]", text)
    taken = re.search(r"--format \{([a-z,]+)\}", run("campaign", "--help")[1].decode())
    assert taken
    assert shown.split("|") == taken[1].split(",")


@pytest.mark.parametrize(
    "words",
    [
        ["dice", "roll", "--file"],
        ["dice", "roll", "--jsonl", "--file"],
        ["verify"],
        ["verify", "--json"],
        ["campaign"],
        ["campaign", "show"],
        ["restore"],
        ["backup"],
    ],
    ids=" ".join,
)
def test_a_file_that_cannot_be_used_is_named(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence says which file, and why not, without the number of an error and without a traceback."""
    monkeypatch.setenv("UMPIRE_REDIS_URL", "unix:///nowhere/store.sock")
    file = tmp_path / "nowhere" / "file"
    more = ["1"] if words == ["campaign", "show"] else []
    status, out, err = run(*words, str(file), *more)
    assert (status, out) == (1 if words[0] in {"backup", "restore"} else 2, b"")
    told = err.decode()
    assert told.startswith("umpire: The file ")
    assert str(file) in told
    assert told.endswith(" cannot be used: no such file or directory.\n")


def test_a_log_that_is_no_text_is_refused_in_words(tmp_path: Path) -> None:
    """Neither a picture nor a file of keys that is not JSON ends `umpire verify` with a traceback."""
    file = tmp_path / "log"
    file.write_bytes(b"\xff\xfe")
    assert run("verify", str(file))[0] == 2
    (tmp_path / "keys").write_text("no JSON")
    status, out, err = run("verify", str(file), "--keys", str(tmp_path / "keys"))
    assert (status, out) == (2, b"")
    assert err.startswith(b"umpire: The log, or the file of keys, cannot be read: ")


def test_every_operation_has_its_line_of_help() -> None:
    """`umpire --help` has a line for each group of operations, whose own help says what each of them does."""
    whole = run("--help")[1].decode()
    groups = list(dict.fromkeys(each.name.partition("/")[0] for each in registry()))
    assert [each for each in groups if f"  umpire {each} " not in whole] == []
    assert len(whole.splitlines()) < 70
    told = {each: plain(run(each, "--text", "--help")[1].decode()) for each in groups}
    assert [each.name for each in registry() if plain(each.summary) not in told[each.name.partition("/")[0]]] == []
    named = {each: names_in(run(each, "--text", "--help")[1].decode()) for each in groups}
    assert [
        each.name for each in registry() if "/" in each.name and each.name not in named[each.name.partition("/")[0]]
    ] == []


def plain(text: str) -> str:
    """Return a text without line breaks, and without what marks exact odds, which stand beside what they count."""
    return " ".join(text.split()).replace("Exact odds. ", "")


def names_in(text: str) -> set[str]:
    """Return the operations that a page of help lists."""
    listed = [re.split(r"  +", line.strip())[0] for line in text.splitlines() if re.match(r"  \w", line)]
    names = {each.removesuffix(" [odds]").replace(" ", "/") for each in listed}
    return names | {each.replace(" [odds]", "/odds").replace(" ", "/") for each in listed}


def test_a_command_that_is_misspelled() -> None:
    """Help on what does not exist is refused, with the nearest command, family or operation."""
    assert run("tactica", "--help") == (2, b"", b"umpire: there is no command 'tactica'. Did you mean tactical?\n")
    assert run("figur", "knight")[2].endswith(b"Did you mean figure?\n")
    assert run("opposed", "resolv-attack")[2].endswith(b"Did you mean opposed resolve-attack?\n")
    status, out, err = run("opposed")
    assert (status, out) == (2, b"")
    assert err.startswith(b"umpire: name one of these operations:\n  opposed success-quality [odds] ")


def test_without_a_word_it_introduces_itself() -> None:
    """`umpire` alone prints its help, and has done nothing."""
    status, out, _ = run()
    assert status == 2
    assert b"umpire serve" in out


def test_moves_as_a_list_for_people() -> None:
    """With --text moves are a numbered list, with what is suggested, what has to be said, and why others are barred."""
    request = examples_of("opposed/legal-moves")[0].request
    asked = {**request, "input": {**request["input"], "kinds": ["attack", "stand_up"], "chances": True}}
    status, out, err = run("opposed", "legal-moves", "--text", given=orjson.dumps(asked))
    lines = out.decode().splitlines()
    assert (status, err, lines[0], lines[1]) == (0, b"", "Ash:", "   1  Strike Orc   (suggested; 70 % to hit)")
    assert "  11  Throw the weapon at Orc   (say flight)" in lines
    assert lines[-1] == "   -  Stand up: It is standing already. (opposed/round/stand-up)"


def test_answers_in_words() -> None:
    """With --text every answer is sentences: what happened, which dice are needed, chances, whose turn it is."""
    strike = examples_of("opposed/resolve-attack")[0].request
    said = run("opposed", "resolve-attack", "--text", given=orjson.dumps(strike))[1].decode().splitlines()
    steps = orjson.loads(run("opposed", "resolve-attack", given=orjson.dumps(strike))[1])
    assert said[: len(steps["steps"])] == [each["text"] for each in steps["steps"]]
    assert said[-1] == steps["outcome"]["summary"]
    asks = {**strike, "dice": {"kind": "supplied", "faces": []}}
    assert run("opposed", "resolve-attack", "--text", given=orjson.dumps(asks))[1].startswith(b"Ash rolls d100 for: ")
    odds = run("opposed", "resolve-attack", "odds", "--text", given=orjson.dumps(strike))[1]
    assert odds.startswith(b"hit: 73.8 %\n")
    suggested = run("opposed", "suggest", "--text", "--file", example_file("opposed/suggest"))[1].decode()
    assert suggested.startswith("Orc: ")
    assert run("dice", "roll", "--text", given=SEEDED)[1].decode().splitlines()[-1].startswith("Total: ")


def test_problems_in_words() -> None:
    """With --text a problem is its sentences, each with the field that it is in."""
    status, out, err = run("dice", "roll", "--text", given=b'{"notation": "d6", "dise": 1}')
    assert (status, out) == (1, b"")
    assert err.decode() == "umpire: Unknown field dise: did you mean dice? Got 1. (/dise)\n"


@pytest.mark.parametrize("option", [[], ["--json"], ["--text"]], ids=["none", "json", "text"])
def test_a_terminal_gets_sentences(option: list[str]) -> None:
    """At a terminal answers and problems are sentences unless --json says otherwise."""
    out = run("dice", "roll", *option, "--file", example_file("dice/roll"), stream=Terminal)[1]
    assert out.startswith(b"{") is (option == ["--json"])
    err = run("dice", "roll", *option, given=b"{}", stream=Terminal)[2].decode().splitlines()[-1]
    assert err.startswith("{") is (option == ["--json"])


def test_an_example_works() -> None:
    """--example prints a request that is answered, and answers nothing itself; what has none says so."""
    status, out, _ = run("heroic", "resolve-round", "--example")
    assert (status, orjson.loads(out)) == (0, examples_of("heroic/resolve-round")[0].request)
    assert run("heroic", "resolve-round", given=out)[0] == 0
    assert run("encounters", "create", "--example")[0] == 0
    assert run("listings", "create", "--example") == (
        2,
        b"",
        b"umpire: There is no example of listings create; `--help` says what it takes.\n",
    )


def test_a_seed_and_repetition() -> None:
    """--seed names the dice, and --repeat asks again with other dice: lines of JSON, or how often what happened."""
    rolled = run("dice", "roll", "--seed", "table-7", given=b'{"notation": "4d6+2"}')
    assert rolled == run("dice", "roll", given=SEEDED)
    lines = run("dice", "roll", "--seed", "a", "--repeat", "3", given=b'{"notation": "d100"}')[1].splitlines()
    assert [orjson.loads(each)["dice"]["seed"] for each in lines] == [f"sha256ctr1:a/{n}" for n in (1, 2, 3)]
    duel = ("opposed", "resolve-skirmish", "--file", example_file("opposed/resolve-skirmish"))
    counted = run(*duel, "--repeat", "20", "--seed", "abc", "--text")[1].decode().splitlines()
    assert counted == ["15 of 20: red wins.", "5 of 20: blue wins."]
    unseeded = run("dice", "roll", "--repeat", "2", given=b'{"notation": "20d100"}')[1].splitlines()
    assert unseeded[0] != unseeded[1]
    for wrong in ("0", "many"):
        status, out, err = run("dice", "roll", "--repeat", wrong, given=b"{}")
        assert (status, out) == (2, b"")
        assert f"a whole number from 1 to 10000, not '{wrong}'" in err.decode()


def test_lines_are_always_json() -> None:
    """--jsonl has an answer a line, so that it is refused beside what asks for anything else."""
    status, out, err = run("opposed", "suggest", "--jsonl", "--text", given=b"{}")
    assert (status, out) == (2, b"")
    assert b"--jsonl answers with JSON" in err


def example_file(operation: str) -> str:
    """The path of the first example of an operation, made in a folder of this process."""
    file = Path(tempfile.gettempdir()) / f"umpire-example-{os.getpid()}.json"
    file.write_bytes(orjson.dumps(next(iter(registry()[operation].examples)).request))
    return str(file)


def test_cards_are_told_in_words() -> None:
    """A card in a sentence is called as players call it; other capitals stay as they are."""
    told = cards_said("Ana drew QH. Order of action: Ana (7D), then Bo (JOKER1). Bo kept 10S, and AC 15 is none.")
    assert told == (
        "Ana drew queen of hearts. Order of action: Ana (7 of diamonds), then Bo (a joker). "
        "Bo kept 10 of spades, and AC 15 is none."
    )
