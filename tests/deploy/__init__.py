"""What is deployed is checked without an engine and without a cluster."""
