"""Action Evaluator (AE): is anybody ever too close? (paper 0, section 2.2.1)"""

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation, unknown
from ce_core.consequence_engine.action_evaluator.safety_distance import (
    ActionEvaluatorConfig,
    evaluate,
)

__all__ = ["ActionEvaluatorConfig", "Evaluation", "evaluate", "unknown"]
