"""The TypeScript client."""
