"""Sentences on bodies that are not JSON: the line, the column, what stands before it, and what is wrong there."""

import re
from typing import Any, Final

import orjson

MOST_LEVELS: Final = 200
"""How many levels of objects and lists a body may have: what every parser and validator of the service takes."""
_SHOWN: Final = 30
_WORD: Final = re.compile(r"-?[A-Za-z_]\w*")
_PYTHON: Final = {"True": "true", "False": "false", "None": "null", "undefined": "null", "nil": "null"}
_REASONS: Final = (
    ("trailing comma", "a comma stands after the last item"),
    ("expected ':'", "a colon is missing between a name and its value"),
    ("expected ','", "a comma or a closing bracket is missing"),
    ("unexpected end", "the body ends before every bracket and quote is closed"),
    ("after document", "the document is complete, but more follows"),
    ("control character", r"a text contains a line break or a control character; write a line break as \n"),
    ("leading zero", "a number begins with 0"),
    ("no digit", "a digit is missing; write 0.5 for .5, and 1 for +1"),
    ("infinity", "the number is too large"),
    ("escaped", r"a text contains a backslash that begins no escape; write \\ for a backslash"),
    ("surrogate", "a text contains half of a surrogate pair"),
    ("depth limit", f"the body nests deeper than {MOST_LEVELS} levels of objects and lists"),
)


def not_json(body: bytes, error: orjson.JSONDecodeError) -> str:
    """Return the sentence on a body that the parser has refused."""
    if not body.strip():
        return "The body is empty; send a JSON object."
    try:
        text = body.decode()
    except UnicodeDecodeError as fault:
        place = _place(body[: fault.start].decode())
        return f"The body is not JSON in UTF-8: {place}: the byte 0x{body[fault.start]:02X} is not UTF-8."
    if text.startswith("\ufeff"):
        return "The body is not JSON: it begins with a byte order mark; send UTF-8 without one."
    position = min(error.pos, len(text))
    return f"The body is not JSON: {_place(text[:position])}: {_reason(error.msg, text[position:])}."


def too_deep(document: Any) -> str:
    """Return the sentence on a body that nests deeper than it can be validated."""
    return f"The body nests {levels_in(document)} levels of objects and lists; at most {MOST_LEVELS} are read."


def levels_in(document: Any) -> int:
    """Return how many levels of objects and lists a document has."""
    levels, here = 0, [document]
    while here := [each for each in here if isinstance(each, dict | list)]:
        levels += 1
        here = [part for each in here for part in (each.values() if isinstance(each, dict) else each)]
    return levels


def _place(before: str) -> str:
    """Return line, column, and the end of what stands before the fault."""
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    shown = " ".join(before.split())
    shown = f"…{shown[-_SHOWN:]}" if len(shown) > _SHOWN else shown
    return f"line {line}, column {column}" + (f", after `{shown}`" if shown else "")


def _reason(message: str, rest: str) -> str:
    for sign, reason in _REASONS:
        if sign in message:
            return reason
    if rest.startswith("'"):
        return "a single quote; names and texts stand in double quotes"
    if rest.startswith(("/", "#")):
        return "JSON has no comments"
    return _word_reason(message, rest)


def _word_reason(message: str, rest: str) -> str:
    found = _WORD.match(rest)
    if "string key" in message:
        return f"the name {found[0]} needs double quotes" if found else "a name in double quotes is missing"
    if found is None:
        return "a value is missing"
    word = found[0]
    if word.lower().lstrip("-") in {"nan", "infinity", "inf"}:
        return f"{word} is not a number in JSON"
    return f"{word} is written {_PYTHON[word]} in JSON" if word in _PYTHON else f"the text {word} needs double quotes"
