"""Operations on encounters: create, act, preview, correct, undo, redo, read, follow and verify."""
