"""Who may do what: API keys, scopes, quotas as they are written, and the address that a request came from."""
