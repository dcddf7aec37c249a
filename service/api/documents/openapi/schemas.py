"""JSON Schemas of all request and answer models, under the names that their types have in GraphQL too.

One rule names them: models of requests end in `Input`; models of answers do not, nor do enumerations, which are the
same in both. Unions that a tag tells apart are named by the title of their field. Whole bodies (`XRequest`) have no
type in GraphQL, where their fields are arguments.

No schema has the keyword `default`: several client generators take a field that has one for a required field, or leave
out operations with defaults that are objects. Descriptions tell the defaults in words instead.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from service.api.documents.openapi.shown_bodies import models_inside
from service.api.rest.request_parts import parts_of
from service.operations.problem import Problem
from service.operations.registry import Registry
from service.wire import FORM, PROBLEM, with_default

REFERENCE: Final = "#/components/schemas/{model}"
NAMED_BY_PYDANTIC: Final = "#/made/{model}"
"""Where references lead until the models have their published names."""


class AnswersAreWhole(GenerateJsonSchema):
    """A schema generator for which every field of an answer is required, with or without a default."""

    def field_is_required(self, field: Any, total: Any) -> bool:
        """Return true for every field of an answer, and for the fields of a request that have no default."""
        return self.mode == "serialization" or super().field_is_required(field, total)


@dataclass(frozen=True, slots=True)
class Schemas:
    """The named schemas, and the references to those of requests and answers."""

    components: Mapping[str, Any]
    _references: Mapping[tuple[type, JsonSchemaMode], Any]

    def of_request(self, model: type) -> Any:
        """Return the schema of a request model, or a reference to it."""
        return self._references[model, "validation"]

    def of_answers(self, answers: Iterable[type]) -> Any:
        """Return the schema of one of several answers."""
        references = [self._references[answer, "serialization"] for answer in answers]
        return references[0] if len(references) == 1 else {"oneOf": references}


def schemas_of(registry: Registry) -> Schemas:
    """Make the schemas of every request, answer and problem of a registry.

    Raises: TypeError, if two different schemas would have one name.
    """
    requests: list[type] = []
    answers: list[type] = [Problem]
    for operation in registry:
        parts = parts_of(operation)
        requests += [model for model in (parts.body, parts.parameters) if model is not None]
        answers += (*operation.answers, *operation.rest_answers, *([operation.delivers] if operation.delivers else ()))
    made = _Made()
    made.add("validation", requests, models_inside(registry))
    made.add("serialization", answers)
    return Schemas(dict(sorted(made.components.items())), made.references)


class _Made:
    """The schemas made so far, under their published names."""

    def __init__(self) -> None:
        self.components: dict[str, Any] = {}
        self.references: dict[tuple[type, JsonSchemaMode], Any] = {}

    def add(self, mode: JsonSchemaMode, models: Iterable[type], inside: Iterable[type] = ()) -> None:
        """Make the schemas of some models, of those that are inside their bodies, and of all models in them."""
        bodies = dict.fromkeys(models)
        wanted = dict.fromkeys([*bodies, *inside])
        references, document = TypeAdapter.json_schemas(
            [(model, mode, TypeAdapter(model)) for model in wanted],
            ref_template=NAMED_BY_PYDANTIC,
            schema_generator=AnswersAreWhole,
        )
        definitions = document["$defs"]
        whole = {model.__name__ for model in bodies}
        ending = "Input" if mode == "validation" else ""
        names = {
            name: f"{name}{ending}" if "properties" in schema and name not in whole else name
            for name, schema in definitions.items()
        }
        for name, schema in definitions.items():
            self._keep(names[name], self._published(schema, names, ending))
        self.references |= {key: self._published(each, names, ending) for key, each in references.items()}

    def _keep(self, name: str, schema: Any) -> None:
        if self.components.setdefault(name, schema) != schema:
            raise TypeError(f"two different schemas would be called {name}")

    def _published(self, schema: Any, names: Mapping[str, str], ending: str) -> Any:
        """Return a schema with published names, without titles made of field names, and with its defaults in words."""
        if isinstance(schema, list):
            return [self._published(each, names, ending) for each in schema]
        if not isinstance(schema, dict):
            return _renamed(schema, names)
        published = {
            key: {name: self._published(field, names, ending) for name, field in each.items()}
            if key == "properties"
            else self._published(each, names, ending)
            for key, each in _with_form_in_words(_with_default_in_words(schema)).items()
            if key != "title"
        }
        for inside in ("items", "anyOf"):
            if inside in published:
                published[inside] = self._with_named_parts(schema[inside], published[inside])
        if "discriminator" not in schema:
            return published
        name = f"{schema['title']}{ending}"
        self._keep(name, {key: published.pop(key) for key in ("discriminator", "oneOf")})
        return {"$ref": REFERENCE.format(model=name), **published}

    def _with_named_parts(self, schema: Any, published: Any) -> Any:
        """Return items or choices; what has a title of its own there is a component with that name.

        Fields have titles, too, which Pydantic makes of their names.
        """
        if isinstance(schema, list):
            return [self._with_named_parts(*pair) for pair in zip(schema, published, strict=True)]
        if not isinstance(schema, dict) or "title" not in schema or "$ref" in published:
            return published
        self._keep(schema["title"], published)
        return {"$ref": REFERENCE.format(model=schema["title"])}


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return a reference to a model with the model's published name; all other values are returned unchanged."""
    head = NAMED_BY_PYDANTIC.format(model="")
    if not (isinstance(value, str) and value.startswith(head)):
        return value
    return REFERENCE.format(model=names[value.removeprefix(head)])


def _with_form_in_words(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of a text whose description tells its form; all other schemas are returned unchanged."""
    if not isinstance(schema.get(FORM), str):
        return schema
    told = {key: value for key, value in schema.items() if key not in {FORM, PROBLEM}}
    return {**told, "description": f"{schema.get('description', '')} Form: {schema[FORM]}.".strip()}


def _with_default_in_words(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of a field whose description tells its default; all other schemas are returned unchanged.

    Null says nothing but that the field may be left out, and the fields of an object have defaults of their own.
    """
    if "default" not in schema:
        return schema
    told = {key: value for key, value in schema.items() if key != "default"}
    default = schema["default"]
    if default is None or isinstance(default, dict):
        return told
    return {**told, "description": with_default(schema.get("description"), default)}
