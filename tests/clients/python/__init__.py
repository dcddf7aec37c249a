"""The Python client: what is generated in it, and tests of the package as its users install it."""
