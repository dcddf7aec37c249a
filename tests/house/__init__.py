"""`make house`: how large the house is, how many rooms a blow passes through, and how each room can be drawn."""
