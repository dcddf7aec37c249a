"""Operations that prove a log: seats, proofs, and the replay of every entry."""
