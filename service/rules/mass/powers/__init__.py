"""Powers and engagement."""
