"""Tools for assistants (MCP): operations of the registry as tools whose answers are sentences; the extra `mcp`."""
