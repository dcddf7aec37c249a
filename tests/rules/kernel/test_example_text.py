"""Examples that are texts and not requests."""

from service.rules.examples import example_text


def test_the_attack_of_graphql_is_there() -> None:
    """The document that GraphiQL opens with is a mutation."""
    assert example_text("graphql/attack.graphql").lstrip().startswith(("mutation", "#"))
