"""Who may do what: keys, scopes, quotas, addresses and settings."""
