"""Request bodies and problem documents."""
