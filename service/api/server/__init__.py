"""The server process: uvicorn, dispatch, connection limits, write timeouts and garbage collection."""
