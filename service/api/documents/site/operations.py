"""Lists of operations, with links to where each can be tried."""

from service.api.documents.site.html import Html, code, join, prose, tag
from service.api.documents.site.layout import listing
from service.api.documents.site.library import Library
from service.operations.registry import Operation


def operation_list(library: Library, group: str) -> Html:
    """List the operations of a group with links to the reference."""
    return listing([_operation(each, group) for each in library.groups[group]], class_="operations")


def reference_address(operation: Operation, group: str) -> str:
    """Return the address of an operation in the interactive reference."""
    tag_name = operation.name.partition("/")[0]
    return f"/docs/api/{group}#tag/{tag_name}/{operation.method}{operation.path}"


def _operation(operation: Operation, group: str) -> Html:
    address = tag("a", code(operation.path), href=reference_address(operation, group))
    return join(tag("span", operation.method, class_="method"), " ", address, tag("br"), prose(operation.summary))
