"""Action Selection (AS): the action with the highest safety value (paper 0, section 2.2.4)."""

from ce_core.consequence_engine.action_selection.highest_value import highest_value
from ce_core.consequence_engine.action_selection.least_bad import least_bad
from ce_core.consequence_engine.action_selection.select import Selection, select_action

__all__ = ["Selection", "highest_value", "least_bad", "select_action"]
