"""World Model: the virtual duplicate of the environment (paper 0, section 2.1.2)."""

from ce_core.internal_model.world_model.arena import (
    DEFAULT_ARENA,
    Arena,
    ArenaError,
    arena_names,
    load_arena,
)

__all__ = ["DEFAULT_ARENA", "Arena", "ArenaError", "arena_names", "load_arena"]
