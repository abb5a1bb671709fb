"""Safety Logic (SL): a family of rules that modify the base values (paper 0, section 2.2.3)."""

from ce_core.consequence_engine.safety_logic import danger, vector  # noqa: F401 - register the rules
from ce_core.consequence_engine.safety_logic.rule import SAFETY_RULES, SafetyRule
from ce_core.consequence_engine.safety_logic.safety_logic import SafetyLogicConfig, safety_modifiers

__all__ = ["SAFETY_RULES", "SafetyLogicConfig", "SafetyRule", "safety_modifiers"]
