"""What a robot perceives where, identified from its own log (paper 3)."""

from ce_core.identified_environment.environment_model import (
    ENVIRONMENT_MODELS,
    EnvironmentModel,
    UnvisitedError,
)
from ce_core.identified_environment.model_file import ModelFileError, load_model, save_model
from ce_core.identified_environment.perception_log import LogError, PerceptionLog
from ce_core.identified_environment.signatures import Signatures, approximate_signatures

from . import complete, lookup, piecewise  # noqa: F401  (register themselves)

__all__ = [
    "ENVIRONMENT_MODELS",
    "EnvironmentModel",
    "LogError",
    "ModelFileError",
    "PerceptionLog",
    "Signatures",
    "UnvisitedError",
    "approximate_signatures",
    "load_model",
    "save_model",
]
