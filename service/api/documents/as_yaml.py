"""Writing of documents as YAML; the library for it takes 1 MiB, so it is imported when YAML is first wanted."""

from collections.abc import Mapping
from typing import Any

import orjson
import yaml


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
    """A YAML dumper that writes text of several lines as a block, so that diffs are readable."""


def _block(dumper: BlockDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


BlockDumper.add_representer(str, _block)
