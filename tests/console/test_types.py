"""The console's scripts agree with their types, and with those of the client that they use."""

from pathlib import Path

from tests.node.tools import NodeTools


def test_the_types_of_the_console(node_tools: NodeTools) -> None:
    """The strict TypeScript compiler finds no error in any script."""
    assert node_tools.run(node_tools.bin("tsc"), "--project", Path(__file__).with_name("tsconfig.json")) == ""
