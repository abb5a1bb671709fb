"""The Consequence Engine (CE) of Figure 2, one file or folder for every box and stage."""

from ce_core.consequence_engine.config import EngineConfig
from ce_core.consequence_engine.decision import CandidateAction, Decision
from ce_core.consequence_engine.engine import ConsequenceEngine
from ce_core.consequence_engine.snapshot import Snapshot

__all__ = ["CandidateAction", "ConsequenceEngine", "Decision", "EngineConfig", "Snapshot"]
