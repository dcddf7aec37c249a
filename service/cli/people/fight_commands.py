"""Commands for people about fights of ready figures: `umpire fight`, `umpire odds` and `umpire attack`."""

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import orjson

from service.cli.one_family import quick_operation
from service.cli.people.sides import Fight, add_family, add_sides, fight_of, play_of, who_fights
from service.cli.requests import add_dice, answer_here, at_once, bodies_of, seed_called
from service.cli.showing import Shown, add_showing, bar, write
from service.errors import RulesRefuse, UmpireError
from service.errors.unusable_files import unusable
from service.operations.answering.answer_texts import percent, sentences_of, what_decides
from service.operations.encounters.line_ups.lining_up import skirmish_in
from service.operations.registry import Operation
from service.operations.validation import validated
from service.rules.kernel.family import Family, Move
from service.wire import to_json

BEGINS: Final = re.compile(r"Round \d")
ENDS: Final = re.compile(r"End of round \d")
"""The beginnings of sentences with which rounds begin, or end."""
ATTACK: Final = "resolve-attack"
ODDS: Final = "odds"
REACHES: Final = (1, 2)
"""How far apart those stand who attack each other: where the weapon reaches, the nearest first."""

Command = Callable[[argparse.Namespace, Shown], int]


def fight(words: Sequence[str]) -> int:
    """Play a fight to its end."""
    parser = _parser("fight", "Play a fight of ready figures to its end; the service chooses each move.")
    add_sides(parser, 'who fights, such as "town-guard*3 vs bandit*4", or a ready fight')
    parser.add_argument("--step", action="store_true", help="wait for Enter after each round")
    parser.add_argument("--example", action="store_true", help="print the request for resolve-skirmish instead")
    add_dice(parser)
    return _carried_out(parser, words, _fight)


def odds(words: Sequence[str]) -> int:
    """Give the odds of a fight."""
    parser = _parser("odds", "Say who would win a fight of ready figures, how often, and after how many rounds.")
    add_sides(parser, 'who fights, such as "knight vs goblin*4", or a ready fight')
    parser.add_argument(
        "--why", action="store_true", help="also say which numbers matter most; this takes some seconds"
    )
    return _carried_out(parser, words, _odds)


def attack(words: Sequence[str]) -> int:
    """Resolve one attack."""
    parser = _parser("attack", "Resolve one attack of a ready figure on another, with every term and rule.")
    parser.add_argument("attacker", help="the figure that attacks, such as knight")
    parser.add_argument("target", help="the figure that is attacked, such as orc")
    parser.add_argument("--roll", action="store_true", help="ask for the faces of your own dice")
    parser.add_argument("--odds", action="store_true", help="print the chances, and roll nothing")
    parser.add_argument("--seed", help="the seed of the dice, such as table-7")
    return _carried_out(parser, words, _attack)


def _parser(name: str, description: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"umpire {name}", description=description, allow_abbrev=False)
    add_family(parser)
    add_showing(parser)
    return parser


def _carried_out(parser: argparse.ArgumentParser, words: Sequence[str], command: Command) -> int:
    options = parser.parse_args(words)
    shown = Shown(options.json, options.text)
    try:
        return command(options, shown)
    except UmpireError as error:
        shown.refusal(error)
        return 1
    except FileNotFoundError as error:
        Shown.fault(unusable(error))
        return 2
    except EOFError:
        return 1


def _fight(options: argparse.Namespace, shown: Shown) -> int:
    family, asked = _skirmish(options)
    body = orjson.dumps(asked)
    if options.example:
        write(body + b"\n")
        return 0
    operation = _operation(family, "resolve-skirmish")
    if shown.in_words:
        write(f"{_met(family, asked)}\n".encode())
    if not options.step:
        status = answer_here(operation, body, options)
        return 1 if status is None else status
    (seeded,) = bodies_of(operation, body, options)
    ended = False
    for line in sentences_of(_answered(family, "resolve-skirmish", orjson.loads(seeded))) or []:
        if ended or BEGINS.match(line):
            _wait()
        ended = ENDS.match(line) is not None
        write(f"{line}\n".encode())
    return 0


def _skirmish(options: argparse.Namespace) -> tuple[Family, dict[str, Any]]:
    """Return the family, and the request of a fight without players."""
    fight = fight_of(options, options.sides)
    return fight.family, {"input": skirmish_in(play_of(fight.family), fight.lined_up().state)}


def _met(family: Family, fight: Mapping[str, Any]) -> str:
    """Return who fights whom, as a sentence."""
    sides = [f"{who} ({side})" for side, who in _who(family, fight).items()]
    return f"{' against '.join(sides)}, by the rules of {family.name}."


def _who(family: Family, fight: Mapping[str, Any]) -> Mapping[str, str]:
    play, asked = play_of(family), fight["input"]
    return who_fights(play, asked if play.state_member is None else asked[play.state_member])


def _wait() -> None:
    """Wait for Enter; the end of standard input ends the command."""
    sys.stderr.write("-- Enter --")
    sys.stderr.flush()
    if not sys.stdin.readline():
        raise EOFError


def _odds(options: argparse.Namespace, shown: Shown) -> int:
    family, fight = _skirmish(options)
    answer = _answered(family, "resolve-skirmish/odds", fight)
    if not shown.in_words:
        shown.answer(ODDS, answer)
        return 0
    who = _who(family, fight)
    names = {each["side"]: f"{who.get(each['side'], '')} ({each['side']})".lstrip() for each in answer["winner"]}
    wide = max(map(len, names.values()))
    for each in answer["winner"]:
        row = f"{names[each['side']]:>{wide}} {bar(each['chance']['decimal'])} {percent(each['chance'])}\n"
        write(row.encode())
    lines = sentences_of(answer) or []
    write("".join([f"{line}\n" for line in lines[len(answer["winner"]) :]]).encode())
    if options.why:
        why = what_decides(_answered(family, "resolve-skirmish/sensitivity", fight), fight)
        write("".join([f"{line}\n" for line in why]).encode())
    return 0


def _operation(family: Family, name: str) -> Operation:
    """Return an operation of a family; all of them have those that are asked for here."""
    operation = quick_operation(f"{family.name}/{name}")
    if operation is None:
        message = f"the family {family.name} has no {name}"
        raise ValueError(message)
    return operation


def _answered(family: Family, name: str, request: Mapping[str, Any]) -> Any:
    return orjson.loads(to_json(_resolved(family, name, request)))


# ── One attack ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _attack(options: argparse.Namespace, shown: Shown) -> int:
    sides = f"{options.attacker}@attackers vs {options.target}@defenders"
    fight = fight_of(options, sides)
    family, request = fight.family, _within_reach(fight)
    if options.odds:
        shown.answer(ODDS, _resolved(family, f"{ATTACK}/odds", request))
        return 0
    if options.seed is not None:
        request["dice"] = {"kind": "seeded", "seed": seed_called(options.seed)}
    if options.roll:
        request["dice"] = {"kind": "supplied", "faces": []}
    answer = _answered(family, ATTACK, request)
    said = 0
    while answer["status"] == "needs_dice":
        said = _say(answer, said)
        request["dice"]["faces"] += _faces(answer["need"]["text"])
        answer = _answered(family, ATTACK, request)
    if said and shown.in_words:
        _say(answer, said)
        write(f"{answer['outcome']['summary']}\n".encode())
    else:
        shown.answer(ATTACK, answer)
    return 0


def _say(answer: Mapping[str, Any], said: int) -> int:
    """Print the steps that have not been printed, and return how many there are."""
    write("".join([f"{each['text']}\n" for each in answer["steps"][said:]]).encode())
    return len(answer["steps"])


def _faces(asked: str) -> list[int]:
    """Ask for faces until somebody names some."""
    while True:
        sys.stderr.write(f"{asked} ")
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        words = line.replace(",", " ").split()
        if words and all(each.isdecimal() for each in words):
            return [int(each) for each in words]
        Shown.fault("Type the faces of the dice as numbers, such as 4 3 6.")


def _within_reach(fight: Fight) -> dict[str, Any]:
    """Return the request of an attack between figures that stand so that the weapon reaches.

    Raises: the first refusal, if it reaches from nowhere.
    """
    refusals: list[RulesRefuse] = []
    for apart in REACHES:
        request = _attack_request(fight, apart)
        try:
            _resolved(fight.family, ATTACK, {**request, "dice": {"kind": "supplied"}})
        except RulesRefuse as refusal:
            refusals.append(refusal)
        else:
            return request
    raise refusals[0]


def _attack_request(fight: Fight, apart: int) -> dict[str, Any]:
    """Return the request of an attack: figures so far from each other, and what an attack has to name."""
    lined, play, rulings = fight.lined_up(apart), play_of(fight.family), fight.family.rulings()
    state = validated(play.state, orjson.dumps(lined.state))
    move = next(each for each in play.moves if each.procedure == ATTACK)
    attacker, target = lined.places
    named = _named(move, lined.state, attacker, target)
    filled = move.fill(state, validated(move.takes, orjson.dumps(named)), rulings)
    return {"input": orjson.loads(filled.model_dump_json(exclude_defaults=True))}


def _named(move: Move, state: Mapping[str, Any], attacker: str, target: str) -> dict[str, Any]:
    """Return who attacks whom, in the words of the family, and the first of its attacks where one has to be named."""
    known = {"attacker": attacker, "defender": target, "target": target, "pairs": [[attacker, target]]}
    named: dict[str, Any] = {name: value for name, value in known.items() if name in move.takes.model_fields}
    for part in state.values():
        for each in part if isinstance(part, list | tuple) else ():
            if isinstance(each, dict) and each.get("id") == attacker and each.get("attack_modes"):
                named["attack"] = {"mode": each["attack_modes"][0]["id"]}
    return named


def _resolved(family: Family, name: str, request: Mapping[str, Any]) -> Any:
    operation = _operation(family, name)
    return at_once(operation.run(validated(operation.request, orjson.dumps(request))))
