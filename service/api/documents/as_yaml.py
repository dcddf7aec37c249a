"""Writing of documents as YAML; the library for it takes 1 MiB, so it is imported when YAML is first wanted."""

from collections.abc import Mapping
from typing import Any, Final

import orjson
import yaml

SHORT: Final = 170
"""The most bytes as JSON of what is written in the style of JSON, though it has objects or lists in it."""


def to_yaml(document: Mapping[str, Any]) -> str:
    """Write a document as YAML that is the same every time."""
    return yaml.dump(
        orjson.loads(orjson.dumps(document)),
        sort_keys=False,
        allow_unicode=True,
        width=120,
        default_flow_style=None,
        Dumper=BlockDumper,
    )


class BlockDumper(yaml.CSafeDumper):
    """A YAML dumper that writes text of several lines as a block, and what is short in one line."""

    def represent_mapping(self, tag: str, mapping: Any, flow_style: Any = None) -> yaml.MappingNode:
        """Return the node of an object."""
        node = super().represent_mapping(tag, mapping, flow_style)
        node.flow_style = node.flow_style or len(orjson.dumps(mapping)) <= SHORT
        return node

    def represent_sequence(self, tag: str, sequence: Any, flow_style: Any = None) -> yaml.SequenceNode:
        """Return the node of a list."""
        node = super().represent_sequence(tag, sequence, flow_style)
        node.flow_style = node.flow_style or len(orjson.dumps(sequence)) <= SHORT
        return node


def _block(dumper: BlockDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


BlockDumper.add_representer(str, _block)
