"""World Model: the virtual duplicate of the environment (paper 0, section 2.1.2)."""

from ce_core.internal_model.world_model.arena import Arena, ArenaError
from ce_core.internal_model.world_model.arena_file import (
    DEFAULT_ARENA,
    arena_names,
    load_arena,
    parse_arena,
)

__all__ = ["DEFAULT_ARENA", "Arena", "ArenaError", "arena_names", "load_arena", "parse_arena"]
