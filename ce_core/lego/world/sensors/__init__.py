"""The robot's sensors, one file each, as the paper has them and as the authors' program has them."""

PRESETS = ("authors", "paper")
"""Variants of every sensor, in the order of `SETTINGS` in their files."""
