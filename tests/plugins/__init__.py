"""Plugins of virtual tabletops, in `clients/`: built as their READMEs say, and played on a real service."""
