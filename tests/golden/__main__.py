"""Write the golden answers again (`make golden`), or only those below the operations named.

A golden whose expectation does not hold is reported and left as it is. An operation without any golden gets one from
its first example. The transcripts of whole battles are written, too.
"""

import sys
from collections.abc import Iterable

from service.app import registry
from service.operations.registry import Effect
from tests.golden import Golden, goldens
from tests.golden.battle import battles
from tests.golden.faces import Face, in_process
from tests.golden.matching import misses

OK = 200


def from_examples() -> list[Golden]:
    """Begin a golden for each operation that rolls or computes, has none, and shows an example."""
    return [
        Golden(
            operation=operation.name,
            id="example-01",
            title=operation.examples[0].title,
            rules=(),
            request=dict(operation.examples[0].request),
            expect={},
            written={},
        )
        for operation in registry()
        if operation.effect in (Effect.ROLL, Effect.COMPUTE) and operation.examples and not goldens_of(operation.name)
    ]


def goldens_of(operation: str) -> list[Golden]:
    """The goldens of one operation, without those of operations below it."""
    return [golden for golden in goldens(operation) if golden.operation == operation]


def rewrite(kept: Iterable[Golden], face: Face) -> list[str]:
    """Ask for every answer again, keep those that are as expected, and report the others."""
    reports, whole = [], {golden.operation for golden in goldens() if golden.is_whole}
    for golden in kept:
        status, answer = face(golden.operation, golden.request)
        lacking = misses(golden, status, answer)
        if lacking:
            reports.append("\n  ".join([f"{golden.operation}/{golden.id} ({golden.title})", *lacking]))
            continue
        is_whole = golden.is_whole or (golden.operation not in whole and status == OK)
        whole |= {golden.operation} if is_whole else set()
        if golden.write(answer, whole=is_whole):
            print(f"wrote {golden.operation}/{golden.id}")
    return reports


def main(below: list[str]) -> int:
    """Write what was asked for; return 1 if any expectation does not hold."""
    kept = [golden for each in below or [""] for golden in goldens(each)]
    reports = rewrite([*kept, *([] if below else from_examples())], in_process)
    if not below:
        for battle in battles():
            if battle.write(in_process):
                print(f"wrote {battle.path.name}")
    for report in reports:
        print(report, file=sys.stderr)
    return 1 if reports else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
