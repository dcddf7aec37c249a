"""GraphQL requests."""

from pydantic import ConfigDict, Field

from service.wire import Frozen, Json


class GraphQLRequest(Frozen):
    """A GraphQL request over HTTP; further members, such as `extensions`, are ignored."""

    model_config = ConfigDict(extra="ignore")

    query: str = Field(min_length=1, description="A GraphQL document.")
    variables: dict[str, Json] | None = Field(default=None, description="Values of its variables.")
    operation_name: str | None = Field(default=None, alias="operationName", description="Which of its operations.")
