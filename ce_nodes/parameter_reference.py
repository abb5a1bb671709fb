"""Writes docs/parameters.md from the configs (`python -m ce_nodes.parameter_reference`)."""

from __future__ import annotations

import sys

from ce_core.settings import settings_of
from ce_nodes.configs import CONFIGS

HEAD = """# Parameters

Every parameter of every node, as `ros2 param describe` shows it. This page is derived from the config
dataclasses (`python -m ce_nodes.parameter_reference > docs/parameters.md`); a test keeps it current.
"""


def reference() -> str:
    """Return the page."""
    parts = [HEAD]
    for executable, config in CONFIGS.items():
        rows = [
            f"| `{s.name}` | {_value(s.default)} | {s.bounds()} | {s.meaning} |"
            for s in settings_of(config).values()
        ]
        table = ["| parameter | default | allowed | meaning |", "|---|---|---|---|", *rows]
        parts.append("\n".join([f"## {executable}", "", (config.__doc__ or "").strip(), "", *table, ""]))
    return "\n".join(parts)


def _value(value: object) -> str:
    if isinstance(value, tuple):
        shown = [_value(v) for v in value]
        return ", ".join(shown) if len(shown) < 7 else f"{', '.join(shown[:3])}, ... ({len(shown)})"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value!s}`" if value != "" else "empty"


if __name__ == "__main__":
    sys.stdout.write(reference())
