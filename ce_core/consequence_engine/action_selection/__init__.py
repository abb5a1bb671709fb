"""Action Selection (AS): the action with the highest safety value (paper 0, section 2.2.4)."""

from ce_core.consequence_engine.action_selection import (  # noqa: F401 - register the last resorts
    highest_value,
    largest_distance,
    latest_danger,
    least_exposure,
)
from ce_core.consequence_engine.action_selection.last_resort import LAST_RESORTS, LastResort
from ce_core.consequence_engine.action_selection.select import (
    ActionSelectionConfig,
    Selection,
    select_action,
)

__all__ = ["LAST_RESORTS", "ActionSelectionConfig", "LastResort", "Selection", "select_action"]
