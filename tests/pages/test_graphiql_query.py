"""The query that GraphiQL opens with."""

import httpx2

from service.rules.examples import example_text
from tests.pages.test_site import Reader


def test_the_query_is_a_real_attack(client: httpx2.Client) -> None:
    """The service answers it, with sentences and without a problem."""
    answer = client.post("/graphql", json={"query": example_text("graphql/attack.graphql")}).json()
    assert "errors" not in answer
    (attack,) = answer["data"].values()
    assert attack["steps"][0]["text"] == "Ash struck and rolled 15 against 87: Crucial."
    assert attack["outcome"]["verdict"]


def test_the_page_is_a_document(client: httpx2.Client) -> None:
    """It loads its scripts from the service, runs none of its own text, and is not sent again if it is known."""
    browser = {"accept": "text/html,application/xhtml+xml"}
    page = client.get("/graphql", headers=browser)
    assert all(each.startswith("/assets/") for each in Reader(page.text).links)
    assert "script-src" not in page.headers["content-security-policy"]
    assert page.headers["content-security-policy"].startswith("default-src 'self'")
    assert client.get("/graphql", headers={**browser, "if-none-match": page.headers["etag"]}).status_code == 304
