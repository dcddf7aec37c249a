"""The Redis client: addresses, pipelines, a cluster, and the primary that Sentinels name."""
