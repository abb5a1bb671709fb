"""Internal simulation: Robot Model, Robot Controller and World Model at work (paper 0, section 2.3)."""

from ce_core.internal_model.simulator.box2d_simulator import Box2DSimulator
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.noise import WorldNoise
from ce_core.internal_model.simulator.plain_simulator import PlainSimulator
from ce_core.internal_model.simulator.running_world import RunningWorld
from ce_core.internal_model.simulator.simulator import (
    SimRequest,
    SimulationError,
    Simulator,
    Trajectory,
)

__all__ = [
    "Box2DSimulator",
    "KernelSimulator",
    "PlainSimulator",
    "RunningWorld",
    "SimRequest",
    "SimulationError",
    "Simulator",
    "Trajectory",
    "WorldNoise",
]
