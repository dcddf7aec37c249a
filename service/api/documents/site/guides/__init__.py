"""The guides and the pages of the tools."""
