"""Charts of odds and of sweeps as SVG files."""
