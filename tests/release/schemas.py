"""What a GraphQL schema breaks of another one, as graphql-core compares them."""

from typing import Any

from graphql import Node, Visitor, build_schema, find_breaking_changes, parse, print_ast, visit


class _Silence(Visitor):
    """Removes descriptions."""

    def enter(self, node: Node, *_args: Any) -> None:
        """Remove the description of a node."""
        if getattr(node, "description", None) is not None:
            vars(node)["description"] = None


def without_descriptions(sdl: str) -> str:
    """Return a schema without what only people read."""
    document = parse(sdl, no_location=True)
    visit(document, _Silence())
    return print_ast(document) + "\n"


def schema_breaks(old: str, new: str) -> list[str]:
    """List what a new schema breaks for callers who know an old one, each in graphql-core's sentence.

    Breaks are: a type, field, argument, enumeration value or member of a union that is gone; another type; an argument
    or input field that is new and required, or has become required.
    """
    return sorted({each.description for each in find_breaking_changes(build_schema(old), build_schema(new))})
