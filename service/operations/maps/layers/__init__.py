"""The layers of a map, each as markup: ground, overlays, figures with their labels, and the legend."""
