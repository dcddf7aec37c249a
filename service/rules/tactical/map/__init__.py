"""The hex map: sectors, lines, footprints and the ground."""
