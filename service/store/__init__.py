"""The Redis client: connections, pipelines, scripts, notifications and the private server."""
