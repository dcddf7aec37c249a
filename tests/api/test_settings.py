"""Settings come from the environment, are checked, and do not change."""

import pytest
from pydantic import ValidationError

from service.settings.environment import LogFormat, Settings


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the shell has set."""
    for name in Settings.model_fields:
        monkeypatch.delenv(f"UMPIRE_{name.upper()}", raising=False)


def test_nothing_has_to_be_set() -> None:
    """The defaults serve this machine alone, without limits but that of the body."""
    settings = Settings()
    assert (settings.host, settings.port, settings.workers) == ("127.0.0.1", 8000, 1)
    assert (settings.redis_url, settings.rate_limit, settings.tracing) == (None, None, False)
    assert (settings.cors_origins, settings.docs) == (("*",), True)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("port", "9000", 9000),
        ("redis_url", "redis://store:6379/0", "redis://store:6379/0"),
        ("redis_url", "", None),
        ("cors_origins", "https://a.example, https://b.example", ("https://a.example", "https://b.example")),
        ("cors_origins", "*", ("*",)),
        ("rate_limit", "50/second", "50/second"),
        ("store_timeout", "2.5", 2.5),
        ("docs", "false", False),
        ("tracing", "1", True),
        ("log_format", "json", LogFormat.JSON),
    ],
)
def test_the_environment_sets(monkeypatch: pytest.MonkeyPatch, name: str, text: str, value: object) -> None:
    """UMPIRE_ and a field's name set the field; an empty value sets nothing."""
    monkeypatch.setenv(f"UMPIRE_{name.upper()}", text)
    assert getattr(Settings(), name) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "65536"),
        ("port", "http"),
        ("workers", "0"),
        ("redis_url", "http://store"),
        ("rate_limit", "fast"),
        ("rate_limit", "0/second"),
        ("store_timeout", "0"),
        ("store_timeout", "601"),
        ("log_level", "loud"),
    ],
)
def test_nonsense_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    """A value that cannot be meant stops the start."""
    monkeypatch.setenv(f"UMPIRE_{name.upper()}", text)
    with pytest.raises(ValidationError, match=name):
        Settings()


def test_settings_stay() -> None:
    """Nothing changes a setting while the service runs."""
    settings = Settings()
    with pytest.raises(ValidationError):
        settings.__setattr__("port", 1)
    assert settings.port == 8000


def test_passwords_are_not_shown() -> None:
    """A store's address may hold a password, so it is left out where settings are printed."""
    assert "hush" not in repr(Settings(redis_url="redis://:hush@store:6379"))


def test_every_setting_is_described() -> None:
    """A reader learns from the field what it does."""
    assert all(field.description for field in Settings.model_fields.values())


@pytest.mark.parametrize(
    ("chosen", "terminal", "human"),
    [("auto", True, True), ("auto", False, False), ("json", True, False), ("console", False, True)],
)
def test_log_lines_suit_their_reader(chosen: str, terminal: bool, human: bool) -> None:
    """People at a terminal get columns and everybody else JSON, unless told otherwise."""
    assert LogFormat(chosen).is_human(terminal=terminal) is human
