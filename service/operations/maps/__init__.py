"""Maps as SVG: a neutral picture of a family, drawn, and described in words for screen readers."""
