"""Bodies as the contract shows them: with the paths that `fields` may have, and with the requests inside.

Models of requests say neither, since both depend on the operation: what its answer has, and which others there are.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from service.api.rest.request_parts import parts_of
from service.operations.answering.answer_paths import paths_into
from service.operations.registry import Inside, Operation, Registry, pascal

Schema = dict[str, Any]
Reference = Callable[[type], Schema]
"""Returns the reference to the schema of a request model."""

FIELDS: Final = "fields"
FORMS: Final = "oneOf"
"""The member of a body's schema that has what each of its forms has besides: narrower fields, or more that it needs."""

TOLD: Final = "description"


class Bodies:
    """Makes the schemas of bodies, and the components that they refer to."""

    def __init__(self, registry: Registry, components: Mapping[str, Schema], reference: Reference) -> None:
        """Set the components that there are already."""
        self.components: dict[str, Schema] = dict(components)
        self.references: dict[str, Schema] = {}
        """References to the bodies of operations by name."""
        self._models = components
        self._reference = reference
        taken: dict[str, Schema] = {}
        for operation in registry:
            body = parts_of(operation).body
            if body is None:
                continue
            name = _name_in(reference(body))
            made = self._body(operation, components[name])
            if taken.setdefault(name, made) != made:
                name = f"{operation.pascal_name}Request"
            self._keep(name, self._of_forms(name, made) if FORMS in made else made)
            self.references[operation.name] = {"$ref": _address(name)}

    def _body(self, operation: Operation, model: Schema) -> Schema:
        body = dict(model)
        if FIELDS in model.get("properties", {}):
            body["properties"] = {**model["properties"], FIELDS: self._choosing(operation, model["properties"][FIELDS])}
        if operation.inside is not None:
            body[FORMS] = list(self._inside(operation.inside))
        return body

    def _of_forms(self, name: str, body: Schema) -> Schema:
        """Keep each form of a body as a component, since generators do not read fields beside `oneOf`."""
        references = []
        for form in body[FORMS]:
            told = [each["const"] for each in form["properties"].values() if "const" in each] or form["required"]
            narrower = form["properties"]
            properties = {name: _narrowed(each, narrower.get(name, {})) for name, each in body["properties"].items()}
            needed = dict.fromkeys([*body.get("required", ()), *form.get("required", ())])
            whole = {**body, TOLD: f"With {told[0]}.", "properties": properties, "required": list(needed)}
            self._keep(f"{name}{pascal(told[0])}", {key: each for key, each in whole.items() if key != FORMS})
            references.append({"$ref": _address(f"{name}{pascal(told[0])}")})
        return {"oneOf": references, TOLD: body[TOLD]}

    def _choosing(self, operation: Operation, field: Schema) -> Schema:
        """Return the schema of `fields`, with the paths into the answers of an operation."""
        items = []
        for name, paths in paths_into(operation.answers, operation.parts).items():
            self._keep(name, {"type": "string", "enum": list(paths)})
            items.append({"$ref": _address(name)})
        paths_or_null = [
            {**each, "items": {"anyOf": items} if len(items) > 1 else items[0]} if each.get("type") == "array" else each
            for each in field["anyOf"]
        ]
        return {**field, "anyOf": paths_or_null}

    def _inside(self, inside: Inside) -> Iterator[Schema]:
        """Yield what a body has besides for each value of the tag: the forms of the fields that depend on it."""
        for value, models in inside.models.items():
            forms = {field: self._form(inside, model) for field, model in models.items()}
            yield {"properties": {inside.tag: {"type": "string", "const": value}, **forms}}

    def _form(self, inside: Inside, model: type) -> Schema:
        reference = self._reference(model)
        if not inside.leaves_out and not inside.is_open:
            return reference
        whole = self._models[_name_in(reference)]
        return {
            "type": "object",
            "properties": {
                name: {"$ref": each["$ref"]} if "$ref" in each else each
                for name, each in whole["properties"].items()
                if name not in inside.leaves_out
            },
            "required": whole["required"],
            "additionalProperties": inside.is_open,
        }

    def _keep(self, name: str, schema: Schema) -> None:
        before = self.components.get(name)
        if before not in (None, schema, self._models.get(name)):
            message = f"two different schemas would be called {name}"
            raise TypeError(message)
        self.components[name] = schema


def models_inside(registry: Registry) -> Iterator[type]:
    """Yield the models of all requests inside bodies."""
    for operation in registry:
        if operation.inside is not None:
            for models in operation.inside.models.values():
                yield from models.values()


def _narrowed(field: Schema, by: Schema) -> Schema:
    """Return the schema of a field as a form of a body has it."""
    return by if by.keys() & {"$ref", "const", "properties", "type"} else {**field, **by}


def _name_in(reference: Schema) -> str:
    name: str = reference["$ref"].rpartition("/")[2]
    return name


def _address(name: str) -> str:
    return f"#/components/schemas/{name}"
