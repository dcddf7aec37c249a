"""Notices of changes: live feeds, and webhooks with their delivery."""
