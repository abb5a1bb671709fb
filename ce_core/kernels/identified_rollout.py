"""The internal simulation in an identified world, compiled."""

from __future__ import annotations

import ce_core.kernels.closed_loop  # noqa: F401 - makes reading identified environments callable
from ce_core.identified_environment.identified_simulator import identified_request
from ce_core.kernels.compiled import compiled

identified_rollout = compiled(identified_request)
