"""Operations that change an encounter: creation, acts, announcements, corrections, undo and redo."""
