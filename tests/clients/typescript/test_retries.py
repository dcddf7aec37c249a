"""What is sent again, how often and with which key, against a stand-in for a service in bad health."""

from typing import Any

import pytest

from tests.clients.typescript.packed import Packed


@pytest.fixture(scope="module")
def said(packed: Packed) -> Any:
    """What the program says that has asked the stand-ins."""
    return packed.ask("retries")


def test_passing_failures(said: Any) -> None:
    """After 503, 429 and a lost connection the same body is sent with the same key, which nobody can guess."""
    (key,) = set(said["passing"]["keys"])
    assert len(key) == 32
    assert len(said["passing"]["keys"]) == 4
    assert len(set(said["passing"]["bodies"])) == 1
    assert said["passing"]["version"] == 1


def test_gives_up_after_four(said: Any) -> None:
    """The fourth failure is what the caller gets."""
    assert said["exhausted"]["count"] == 4
    assert (said["exhausted"]["made"]["status"], said["exhausted"]["made"]["retryAfter"]) == (503, 0)


@pytest.mark.parametrize(("case", "status"), [("stale", 412), ("refused", 409)])
def test_refusals_are_final(said: Any, case: str, status: int) -> None:
    """412, and 409 without `Retry-After`, are not repeated."""
    assert (said[case]["count"], said[case]["made"]["status"], said[case]["made"]["kind"]) == (
        1,
        status,
        f"p{status}",
    )


def test_key_in_use_and_a_cut_answer(said: Any) -> None:
    """409 with `Retry-After` and an answer that is cut are repeated, with the same key and version."""
    assert len(said["inUse"]["keys"]) == 3
    assert len(set(said["inUse"]["keys"])) == 1
    assert set(said["inUse"]["matches"]) == {'"1"'}
    assert said["inUse"]["made"]["version"] == 2


def test_the_api_key_comes_with_every_request(said: Any) -> None:
    """It is sent beside the token, and again when a request is."""
    assert said["known"] == [["umpire_k", "Bearer v"]] * 2


def test_long_waits_are_left_to_the_caller(said: Any) -> None:
    """An hour is not waited; the error says how long it would be."""
    assert (said["far"]["count"], said["far"]["made"]["retryAfter"]) == (1, 3600)


def test_answers_of_proxies(said: Any) -> None:
    """An answer that is no problem document is a problem all the same, and `Retry-After` may be a date."""
    assert said["html"]["count"] == 4
    assert (said["html"]["made"]["status"], said["html"]["made"]["kind"]) == (502, "about:blank")
    assert said["html"]["made"]["message"] == "<h1>Bad gateway</h1>"
    assert said["dated"]["count"] == 2


def test_rounds_of_dice(said: Any) -> None:
    """Each round has a key of its own, a repeated one the same, and faces and cards are kept apart."""
    assert said["dice"]["keys"] == ["k" * 16 + end for end in (".0", ".1", ".1", ".2", ".3")]
    sent = [(each["faces"], each["cards"]) for each in said["dice"]["sent"]]
    assert sent == [([], []), ([15], []), ([15], []), ([15, 60], []), ([15, 60], ["QH"])]
    assert said["never"]["message"] == "No dice were given for: one"


def test_keys_of_what_is_not_stored(said: Any) -> None:
    """An operation that stores nothing has no key, unless its answer is kept."""
    assert said["plain"] == [None]
    assert len(said["kept"][0]) == 32


def test_feed_goes_on(said: Any) -> None:
    """A feed that ends because the service stops is opened again after the last entry, and repeats none."""
    assert said["feed"] == {"versions": [2, 3, 4], "reason": "gone", "after": ["1", "2", "2", "3"]}


def test_nobody_there(said: Any) -> None:
    """Where nothing answers, the error has a type of its own and names the address."""
    assert said["absent"]["isTyped"] is True
    assert "/v1/meta" in said["absent"]["text"]


def test_signal(said: Any) -> None:
    """A signal ends the waiting between retries."""
    assert (said["left"]["count"], said["left"]["made"]["name"]) == (1, "AbortError")


def test_another_major_version(said: Any) -> None:
    """The client says so if the service has another major version."""
    assert said["meta"]["same"]["compatible"] is True
    assert said["meta"]["other"]["compatible"] is False
    assert "another major version" in said["meta"]["other"]["text"]
