"""The composition root: settings to store to registry to one ASGI application; nothing is wired anywhere else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from starlette.applications import Starlette

from service.api.front import Front, pages_app
from service.api.graphql import GraphQLFace, graphql_of
from service.api.graphql_http import GraphQLApp
from service.api.openapi import document_of, to_yaml
from service.api.pages import pages
from service.api.problems import Asgi
from service.api.rest import RestFace
from service.operations import opposed
from service.operations.batch import batching
from service.operations.catalogue import catalogue_of
from service.operations.dice import ROLL_DICE
from service.operations.procedure import benches_of, operations_of
from service.operations.registry import Registry
from service.operations.verify import verifying
from service.settings import Settings

FAMILIES = (opposed.FAMILY,)


@cache
def registry() -> Registry:
    """Declare every operation, in reading order."""
    families = {family.name: family for family in FAMILIES}
    benches = {name: bench for family in FAMILIES for name, bench in benches_of(family).items()}
    operations = [
        *operations_of(benches),
        ROLL_DICE,
        verifying(benches),
        *catalogue_of(families, benches),
    ]
    return Registry([*operations, batching(Registry(operations))])


@cache
def graphql() -> GraphQLFace:
    """Derive the GraphQL face once a process."""
    return graphql_of(registry())


def create_app(settings: Settings | None = None) -> Asgi:
    """Make the application of one process."""
    operations = registry()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield

    routes = pages(to_yaml(document_of(operations)))
    return Front(RestFace(operations), GraphQLApp(graphql()), pages_app(routes, lifespan))
