"""JSON Schemas of all request and answer models, by unique names: `X` for answers, `XInput` where requests differ."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from service.api.rest.parts import parts_of
from service.operations.problem import Problem
from service.operations.registry import Registry
from service.wire import FORM, PROBLEM

REFERENCE: Final = "#/components/schemas/{model}"


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
    """Make the schemas of every request, answer and problem of a registry."""
    wanted: dict[tuple[type, JsonSchemaMode], TypeAdapter[Any]] = {(Problem, "serialization"): TypeAdapter(Problem)}
    for operation in registry:
        parts = parts_of(operation)
        for model in (parts.body, parts.parameters):
            if model is not None:
                wanted[model, "validation"] = TypeAdapter(model)
        for answer in (*operation.answers, *operation.rest_answers):
            wanted[answer, "serialization"] = TypeAdapter(answer)
    references, document = TypeAdapter.json_schemas(
        [(key, key[1], adapter) for key, adapter in wanted.items()],
        ref_template=REFERENCE,
        schema_generator=AnswersAreWhole,
    )
    definitions = document["$defs"]
    names = {name: _short(name, definitions) for name in definitions}
    return Schemas(
        components={names[name]: _renamed(definitions[name], names) for name in sorted(definitions)},
        _references={key[0]: _renamed(reference, names) for key, reference in references.items()},
    )


def _short(name: str, names: Iterable[str]) -> str:
    """Shorten `X-Input` and `X-Output`, Pydantic's names of a model that differs between requests and answers."""
    return name.removesuffix("-Output") if name.endswith("-Output") else name.replace("-Input", "Input")


def _renamed(schema: Any, names: Mapping[str, str]) -> Any:
    if isinstance(schema, list):
        return [_renamed(each, names) for each in schema]
    if not isinstance(schema, dict):
        return schema
    renamed = {key: _renamed(value, names) for key, value in schema.items() if not _is_made_up_title(key, value)}
    form = renamed.pop(FORM, None)
    renamed.pop(PROBLEM, None)
    if isinstance(form, str):
        renamed["description"] = f"{renamed.get('description', '')} Form: {form}.".strip()
    reference = schema.get("$ref")
    if isinstance(reference, str):
        head, _, name = reference.rpartition("/")
        renamed["$ref"] = f"{head}/{names.get(name, name)}"
    mapping = schema.get("mapping")
    if isinstance(mapping, dict):
        renamed["mapping"] = {
            tag: f"{target.rpartition('/')[0]}/{names.get(target.rpartition('/')[2], target.rpartition('/')[2])}"
            for tag, target in mapping.items()
            if isinstance(target, str)
        }
    return renamed


def _is_made_up_title(key: str, value: Any) -> bool:
    """Return whether a title is one that Pydantic makes of a field name, which says nothing new."""
    return key == "title" and isinstance(value, str)
