"""What odds may combine has an end."""

import pytest

from service.dice.model import Rule
from service.errors import OddsTooLarge
from service.rules.kernel.chances.sums import MAX_EFFORT, Effort

STEP = Rule("test/step", "Step", cites="Tests")


def test_effort_has_an_end() -> None:
    """So many numbers may be combined and no more; the refusal names the rule that added the last."""
    effort = Effort()
    effort.spend(MAX_EFFORT, STEP)
    with pytest.raises(OddsTooLarge, match=r"Step \(test/step\) added the last") as refused:
        effort.spend(1, STEP)
    assert refused.value.faults[0].rule == STEP.id
