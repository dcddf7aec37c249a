"""How commands show answers and problems: as sentences at a terminal, as JSON elsewhere, or as the options say."""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import orjson

from service.cli.move_list import lists_moves, move_list
from service.errors import UmpireError
from service.operations.answering.answer_texts import problem_sentences, sentences_of
from service.operations.problem import problem_of
from service.wire import to_json, value_class

JSON: Final = "--json"
TEXT: Final = "--text"
ADDRESS: Final = re.compile(r"GET /v1/(\w+)/(figures|fights)")
"""Where the service lists what is ready; a command does the same."""
CARD: Final = re.compile(r"(?<=[a-z] |.\()(?:(10|[2-9JQKA])([SHDC])|JOKER[12])(?=[.,;:)]| and\b|$)")
"""A card in a sentence: after a word or a bracket, before the next sign."""
RANKS: Final = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
BAR: Final = 30
"""Characters of a bar."""


@value_class
class Shown:
    """How a command shows what it has to say: `json` and `text` are the options; None of them: as the streams are."""

    json: bool = False
    text: bool = False

    @property
    def in_words(self) -> bool:
        """Whether answers are shown as sentences."""
        return self.text or (not self.json and sys.stdout.isatty())

    def answer(self, operation: str, answer: object) -> None:
        """Write an answer, one line of JSON or sentences."""
        written = to_json(answer)
        if self.in_words:
            document = orjson.loads(written)
            written = (move_list(document) if lists_moves(operation) else _in_words(document)).rstrip("\n").encode()
        write(written + b"\n")

    def answers(self, operation: str, answers: Iterable[object]) -> None:
        """Write the answers to one request that was asked again and again: a line each, or how often what happened."""
        if not self.in_words:
            for each in answers:
                self.answer(operation, each)
            return
        counts = Counter([_headline(orjson.loads(to_json(each))) for each in answers])
        for told, times in counts.most_common():
            write(f"{times} of {counts.total()}: {told}\n".encode())

    def problem(self, error: UmpireError, path: str) -> None:
        """Write a problem to standard error, as sentences or as its document."""
        problem = problem_of(error, path)
        if self.text or (not self.json and sys.stderr.isatty()):
            self.fault(*problem_sentences(orjson.loads(to_json(problem))))
        else:
            sys.stderr.buffer.write(to_json(problem) + b"\n")

    def refusal(self, error: UmpireError) -> None:
        """Write a problem for people, who have typed no JSON and send no requests, in words; else as its document."""
        if not self.in_words:
            self.problem(error, "/")
            return
        told = orjson.loads(to_json(problem_of(error, "/")))
        faults = [each["message"] for each in told["errors"]] or [told["detail"]]
        self.fault(*[ADDRESS.sub(r"`umpire \2 \1`", each) for each in faults])

    @staticmethod
    def fault(*sentences: str) -> None:
        """Write sentences to standard error."""
        sys.stderr.write("".join([f"umpire: {each}\n" for each in sentences]))

    @staticmethod
    def note(sentence: str) -> None:
        """Write a sentence to standard error, if somebody is there to read it."""
        if sys.stderr.isatty():
            sys.stderr.write(f"umpire: {sentence}\n")


def bar(share: float) -> str:
    """Return a share from 0 to 1 as a bar."""
    return ("█" * round(BAR * share)).ljust(BAR, "·")


def add_showing(parser: argparse.ArgumentParser) -> None:
    """Add the two options to a command."""
    parser.add_argument(JSON, action="store_true", help="print JSON, as is usual in a pipe")
    parser.add_argument(TEXT, action="store_true", help="print sentences, as is usual at a terminal")


def write(answer: bytes) -> None:
    """Write to standard output at once."""
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as lines whose cells stand below each other."""
    widths = [max([len(row[column]) for row in rows]) for column in range(len(rows[0]))] if rows else []
    return "".join(
        [
            "  ".join([f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)]).rstrip() + "\n"
            for row in rows
        ]
    )


def cards_said(text: str) -> str:
    """Return a sentence with its cards in words: "drew QH." is "drew queen of hearts."."""
    return CARD.sub(_card_said, text)


def _card_said(card: re.Match[str]) -> str:
    rank, suit = card.groups()
    return "a joker" if suit is None else f"{RANKS.get(rank, rank)} of {SUITS[suit]}"


def _in_words(answer: Mapping[str, Any]) -> str:
    lines = sentences_of(answer)
    return orjson.dumps(answer, option=orjson.OPT_INDENT_2).decode() if lines is None else cards_said("\n".join(lines))


def _headline(answer: Mapping[str, Any]) -> str:
    """Return the result of an answer in few words, by which equal results are counted."""
    verdict = answer.get("outcome", {}).get("verdict", {})
    if verdict.get("winner"):
        return f"{verdict['winner']} wins."
    lines = sentences_of(answer) or [answer["status"]]
    return str(verdict["outcome"]).replace("_", " ") if verdict.get("outcome") else lines[-1]
