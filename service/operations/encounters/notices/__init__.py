"""Operations that notify others of changes: streams, and webhooks with their delivery."""
