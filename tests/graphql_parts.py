"""GraphQL of a part of the operations: to derive the schema of all takes a second, and most tests ask a few of them."""

from service.api.graphql.execution import GraphQLExecutor, graphql_of
from service.operations.registry import Registry
from service.operations.work.estimates import WorkerPool

STORED = ("dice", "encounters", "listings", "results", "tickets")
"""The groups of operations that keep and read what a store has, and one that rolls."""


def graphql_of_groups(
    operations: Registry, groups: tuple[str, ...] = STORED, pool: WorkerPool | None = None
) -> GraphQLExecutor:
    """Return GraphQL of the operations that belong to some groups."""
    return graphql_of(Registry([each for each in operations if each.name.partition("/")[0] in groups]), pool)
