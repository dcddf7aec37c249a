"""Maps as SVG: a neutral picture of a family, drawn for the eye and told in words for screen readers."""
