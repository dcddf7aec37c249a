"""Operations that read an encounter and change nothing: listings, maps, odds, and what can be played."""
