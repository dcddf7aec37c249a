"""Operations on encounters."""
