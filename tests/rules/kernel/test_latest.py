"""What is remembered of figures by their places."""

from service.rules.kernel.memory import Latest


def test_only_a_figure_that_is_another_object_is_looked_at_again() -> None:
    """A result is kept for the very object that was last at a place, and an equal one is worked out anew."""
    asked: list[tuple[int, list[int]]] = []

    def total(place: int, figure: list[int]) -> int:
        asked.append((place, figure))
        return place + sum(figure)

    latest: Latest[list[int], int] = Latest(total)
    one, other, equal = [1, 2], [4], [1, 2]

    assert latest([one, other]) == (3, 5)
    assert latest([one, other]) == (3, 5)
    assert len(asked) == 2
    assert latest([equal, other]) == (3, 5)
    assert latest.at(0, other) == 4
    assert asked[2:] == [(0, equal), (0, other)]


def test_a_figure_is_another_one_at_another_place() -> None:
    """The result may depend on the place, so the same object is looked at once for each place."""
    latest: Latest[str, str] = Latest(lambda place, name: f"{name} {place}")

    assert latest(["r", "r"]) == ("r 0", "r 1")


def test_a_change_from_which_nothing_follows() -> None:
    """A result may be carried on to the next figure at a place, but not from one that was not the last there."""
    latest: Latest[str, str] = Latest(lambda place, name: f"{name} {place}")

    assert latest.at(0, "red") == "red 0"
    latest.carry(0, "red", "hurt")
    assert latest.at(0, "hurt") == "red 0"
    latest.carry(0, "red", "other")
    latest.carry(1, "red", "other")
    assert (latest.at(0, "other"), latest.at(1, "other")) == ("other 0", "other 1")
