"""The server process: dispatch, health, timeouts and garbage collection."""
