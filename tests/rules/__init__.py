"""Rules: stories with named faces, printed tables, hand-worked odds."""
