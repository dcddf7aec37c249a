"""The rules family `tactical`: fights on a hex map."""
