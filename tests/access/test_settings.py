"""Settings as a whole: where they come from, and what is wrong with them is said at the start."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from service.cli import main
from service.settings.checks import CONTRADICTIONS, contradictions_in, faults_in
from service.settings.environment import Permission, Settings
from tests.access.apps import holder

Say = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that the shell has set."""
    for name in [name for name in os.environ if name.startswith("UMPIRE_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Carry out a command with some variables; return its status, and what it wrote to both outputs."""

    def said(command: str, **variables: str) -> tuple[int, str, str]:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        status = main(command.split())
        told = capsys.readouterr()
        return status, told.out, told.err

    return said


def rows(text: str) -> dict[str, tuple[str, str]]:
    """The values and sources of a table of settings by name."""
    found = [line.split(maxsplit=2) for line in text.splitlines()]
    return {name: (value, source) for name, value, source in found}


def test_config_tells_values_and_where_they_come_from(say: Say, tmp_path: Path) -> None:
    """The environment comes before the file, and the file before the default."""
    file = tmp_path / "umpire.env"
    file.write_text('# a comment\n\nUMPIRE_PORT=9000\nexport UMPIRE_WORKERS="3"\nUMPIRE_LOG_LEVEL=debug\n')
    status, out, _ = say("config", UMPIRE_SETTINGS_FILE=str(file), UMPIRE_PORT="9001", UMPIRE_ANONYMOUS="none, ")
    told = rows(out)
    assert status == 2
    status, out, _ = say("config", UMPIRE_ANONYMOUS="resolve, tokens")
    told = rows(out)
    assert status == 0
    assert told["UMPIRE_PORT"] == ("9001", "environment")
    assert told["UMPIRE_WORKERS"] == ("3", f"file {file}")
    assert told["UMPIRE_HOST"] == ("127.0.0.1", "default")
    assert told["UMPIRE_ANONYMOUS"] == ("resolve,tokens", "environment")
    assert set(told) == {f"UMPIRE_{name.upper()}" for name in Settings.model_fields}


def test_config_shows_no_secret(say: Say) -> None:
    """Neither passwords in addresses nor lines on keys are shown, whatever the form of the output."""
    made = holder("foundry")
    secrets = {"UMPIRE_REDIS_URL": "redis://umpire:hush@store:6379/0", "UMPIRE_API_KEYS": made.line}
    for command in ("config", "config --json"):
        status, out, _ = say(command, **secrets)
        assert status == 0
        assert "redis://***@store:6379/0" in out
        assert "hush" not in out
        assert made.line.split()[1] not in out


@pytest.mark.parametrize("command", ["config", "serve", "listings create --file /dev/null"])
def test_an_unknown_name_stops_the_start(say: Say, command: str) -> None:
    """A misspelt variable is named with the one that was meant, by every command that reads the settings."""
    status, _, err = say(command, UMPIRE_CORS_ORIGIN="*", UMPIRE_RATELIMIT="1/day")
    assert status == 2
    assert "UMPIRE_CORS_ORIGIN is no setting. Did you mean UMPIRE_CORS_ORIGINS?" in err
    assert "UMPIRE_RATELIMIT is no setting. Did you mean UMPIRE_RATE_LIMIT?" in err


def test_an_old_name_is_read_unless_the_new_one_says_otherwise(say: Say) -> None:
    """FORWARDED_ALLOW_IPS still names the proxies; set beside the new name, it has to say the same."""
    status, out, _ = say("config", FORWARDED_ALLOW_IPS="10.0.0.1")
    assert (status, rows(out)["UMPIRE_TRUSTED_PROXIES"]) == (0, ("10.0.0.1", "environment, as FORWARDED_ALLOW_IPS"))
    assert say("config", UMPIRE_TRUSTED_PROXIES="10.0.0.1")[0] == 0
    status, _, err = say("config", UMPIRE_TRUSTED_PROXIES="10.0.0.2")
    assert (status, "leave FORWARDED_ALLOW_IPS out" in err) == (2, True)


def test_what_kubernetes_sets_is_no_setting(say: Say) -> None:
    """Variables for a service called umpire, and those of this repository's tools, are left alone."""
    links = {
        "UMPIRE_SERVICE_HOST": "10.0.0.1",
        "UMPIRE_SERVICE_PORT_HTTP": "80",
        "UMPIRE_PORT_80_TCP": "tcp://10.0.0.1:80",
        "UMPIRE_PORT_80_TCP_ADDR": "10.0.0.1",
        "UMPIRE_SCHEDULER_SERVICE_HOST": "10.0.0.2",
        "UMPIRE_SCHEDULER_PORT": "tcp://10.0.0.2:8786",
        "UMPIRE_FUZZ_EXAMPLES": "5",
        "UMPIRE_RING": "long",
    }
    assert say("config", **links)[0] == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("UMPIRE_PORT", "line 1: a line is UMPIRE_NAME=value"),
        ("\nPORT=1", "line 2: a line is UMPIRE_NAME=value"),
        ("UMPIRE_PORT=1\nUMPIRE_PORT=2", "line 2: UMPIRE_PORT is set twice"),
        ("UMPIRE_PROT=1", "UMPIRE_PROT is no setting (in "),
        ("UMPIRE_PORT=http", "UMPIRE_PORT is a whole number from 0 to 65535; got 'http'"),
    ],
)
def test_a_wrong_file_is_named(say: Say, tmp_path: Path, text: str, said: str) -> None:
    """What is wrong in the settings file is said with its line or its name."""
    file = tmp_path / "umpire.env"
    file.write_text(text)
    status, _, err = say("config", UMPIRE_SETTINGS_FILE=str(file))
    assert status == 2
    assert said in err


def test_a_missing_file_is_told(say: Say, tmp_path: Path) -> None:
    """A file of settings or of keys that is not there is named, instead of being left out."""
    missing = str(tmp_path / "gone")
    assert say("config", UMPIRE_API_KEYS_FILE=missing)[::2] == (
        2,
        f"umpire: UMPIRE_API_KEYS_FILE: {missing} cannot be read (No such file or directory).\n",
    )
    status, _, err = say("config", UMPIRE_SETTINGS_FILE=missing)
    assert (status, "UMPIRE_SETTINGS_FILE" in err) == (2, True)


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"UMPIRE_DATA": "data", "UMPIRE_REDIS_URL": "redis://h"}, "UMPIRE_DATA (--data) is the folder"),
        ({"UMPIRE_CORS_ORIGINS": "*,https://a.example"}, "UMPIRE_CORS_ORIGINS has *"),
        ({"UMPIRE_TRUSTED_PROXIES": "*,10.0.0.1"}, "UMPIRE_TRUSTED_PROXIES has *"),
        ({"UMPIRE_PROXY_HEADER": "forwarded"}, "UMPIRE_TRUSTED_PROXIES names no proxy"),
        ({"UMPIRE_ADMIN_BIND": "8000"}, "UMPIRE_ADMIN_BIND has the port of the service"),
        ({"UMPIRE_ANONYMOUS": "none"}, "nobody could do anything"),
        ({"UMPIRE_ANONYMOUS": "encounters,tokens"}, "encounters includes tokens"),
        ({"UMPIRE_DASK": "tcp://h:1", "UMPIRE_CAMPAIGN_PROCESSES": "2"}, "UMPIRE_CAMPAIGN_PROCESSES is the number"),
        ({"UMPIRE_TRUSTED_PROXIES": "10.0.0.1/8"}, "'10.0.0.1/8' is no address"),
        ({"UMPIRE_API_KEYS": "foundry nonsense"}, "UMPIRE_API_KEYS, line 1: a line has a name"),
        ({"UMPIRE_ANONYMOUS": "resolve,admin"}, "got 'admin'"),
        ({"UMPIRE_ADMIN_BIND": "here"}, "a port, or an address and a port"),
        ({"UMPIRE_REDIS_URL": "http://me:hush@h"}, "got 'http://***@h'"),
    ],
)
def test_what_cannot_be_meant_stops_the_start(
    say: Say, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], said: str
) -> None:
    """Two settings that contradict each other, and values that are none, are explained, and nothing is started."""
    monkeypatch.setattr("service.cli._serve", lambda settings: pytest.fail("the service was started"))
    status, _, err = say("serve", **variables)
    assert status == 2
    assert said in err
    assert "hush" not in err


def test_a_scheduler_without_dask_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names the extra that is missing."""
    told = Settings(dask="tcp://h:1")
    assert faults_in(told) == []
    monkeypatch.setattr("service.settings.checks.find_spec", lambda name: None)
    (fault,) = faults_in(told)
    assert "install umpire-referee[cluster]" in fault


def test_the_defaults_contradict_nothing() -> None:
    """Nobody has to set anything; the anonymous tier is open, and no proxy is believed."""
    settings = Settings()
    assert contradictions_in(settings) == []
    assert len(CONTRADICTIONS) == 8
    assert settings.anonymous == (Permission.RESOLVE, Permission.ENCOUNTERS, Permission.CAMPAIGNS)
    assert (settings.trusted_proxies, settings.admin_address) == ((), None)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("9000", ("127.0.0.1", 9000)),
        ("192.0.2.7:9000", ("192.0.2.7", 9000)),
        ("[::1]:9000", ("::1", 9000)),
        ("::1:9000", ("::1", 9000)),
    ],
)
def test_the_address_of_the_administration(text: str, address: tuple[str, int]) -> None:
    """A port alone is on this machine."""
    assert Settings(admin_bind=text).admin_address == address


def test_a_new_key_is_printed_once_with_its_line(say: Say) -> None:
    """`umpire keys new` prints the key and the line, and notes for people apart from both."""
    status, out, err = say("keys new foundry --scopes resolve --requests 9/second --until 2999-01-01")
    key, line = out.splitlines()
    assert status == 0
    assert line.startswith("foundry sha256:")
    assert line.endswith(" resolve requests=9/second until=2999-01-01")
    assert key not in line + err
    assert say("config", UMPIRE_API_KEYS=line)[0] == 0


@pytest.mark.parametrize("words", ["Foundry", "foundry --scopes rest", "foundry --storage much", "foundry --until x"])
def test_a_key_that_the_service_would_not_read_is_not_made(say: Say, words: str) -> None:
    """What would be wrong in the line is said instead."""
    status, out, err = say(f"keys new {words}")
    assert (status, out) == (2, "")
    assert err.startswith("umpire: ")
