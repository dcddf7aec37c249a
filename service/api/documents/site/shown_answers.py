"""Requests and answers as they are shown: a command, the request, the sentences and the whole answer."""

from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Final

import orjson

from service.api.documents.site.html import Html, block, join, pretty, shown, table, tag
from service.api.documents.site.library import Answered
from service.operations.registry import Operation
from service.wire import to_json

HOST: Final = "http://127.0.0.1:8000"
CHANCES_SHOWN: Final = 12
"""The number of chances that stand on a page; the whole answer has all of them."""
LONG_FRACTION: Final = 24
"""The most characters of a fraction that stands on a page."""


def command_of(operation: Operation, request: Mapping[str, Any]) -> Html:
    """Write a request as a command of a shell."""
    body = pretty(orjson.loads(to_json(request))).replace("'", "'\\''")
    text = f"curl -s {HOST}{operation.path} -H 'content-type: application/json' -d '{body}' | python3 -m json.tool"
    return block(text)


def exchange(answered: Answered) -> Html:
    """Show an example request and what it was answered."""
    return join(
        tag("p", tag("strong", "Request"), f": {answered.example.title}."),
        shown(answered.example.request),
        tag("p", tag("strong", "Answer"), ":"),
        _picture(answered) or _excerpt(answered.answer),
        tag("details", tag("summary", "The whole answer"), shown(answered.answer)),
    )


def sentences_of(answer: Mapping[str, Any]) -> Html:
    """Show the sentences of the steps of an answer."""
    return tag("ol", [tag("li", step["text"]) for step in answer["steps"]])


def _picture(answered: Answered) -> Html | None:
    """Show an answer that is a picture."""
    media = answered.operation.http.media
    if media is None:
        return None
    file = b64encode(answered.answer[media.field].encode()).decode()
    picture = tag("img", src=f"data:{media.type};base64,{file}", alt=f"What is drawn: {answered.example.title}")
    return tag("div", picture, class_="said")


def _excerpt(answer: Mapping[str, Any]) -> Html:
    """Show what matters of an answer: the sentences of its steps and the verdict, or the chances."""
    if "events" in answer:
        return _chances(answer)
    outcome = answer["outcome"] if isinstance(answer.get("outcome"), dict) else {}
    sentences = sentences_of(answer) if answer.get("steps") else None
    verdict = outcome.get("verdict")
    return tag(
        "div",
        tag("p", outcome["summary"]) if isinstance(outcome.get("summary"), str) else None,
        sentences,
        shown({"verdict": verdict}) if verdict else None if sentences else shown(answer.get("outcome", answer)),
        class_="said",
    )


def _chances(answer: Mapping[str, Any]) -> Html:
    rows = [(each["event"], _fraction(each["chance"]), _percent(each["chance"])) for each in answer["events"]]
    shown_rows, left = rows[:CHANCES_SHOWN], len(rows) - CHANCES_SHOWN
    more = tag("p", f"And {left} more in the whole answer.", class_="quiet") if left > 0 else None
    return join(table(("Event", "Chance", "Per cent"), shown_rows, "Chances"), more)


def _fraction(chance: Mapping[str, Any]) -> str:
    fraction = f"{chance['numerator']}/{chance['denominator']}"
    return fraction if len(fraction) <= LONG_FRACTION else "a long fraction"


def _percent(chance: Mapping[str, Any]) -> str:
    return f"{100 * chance['decimal']:.2f}"
