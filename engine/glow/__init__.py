"""Glow, with the Dawn expansion and the solo mode: rules in RULES.md."""
