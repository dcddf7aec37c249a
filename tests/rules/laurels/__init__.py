"""The laurels family: stories with supplied dice, printed tables, odds by brute force, refusals."""
