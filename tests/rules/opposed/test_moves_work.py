"""The work of lists of moves is estimated by their figures."""

from service.rules.opposed.encounter.legal_moves import OpposedLegalMovesAsked, moves_work
from service.wire import to_json
from tests.rules.played import of


def test_the_work_of_lists() -> None:
    """The list of the figure that is next looks at each other once."""
    table = of("opposed", 1)
    assert len(table.listed("participants")) == 5
    for figure, work in ((None, 5), ("Hild", 5)):
        asked = to_json({"state": table.state, "figure": figure})
        assert moves_work(OpposedLegalMovesAsked.model_validate_json(asked)) == work
