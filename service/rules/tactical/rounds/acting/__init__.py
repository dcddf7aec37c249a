"""What a figure does in its turn: orders are judged, and carried out."""
