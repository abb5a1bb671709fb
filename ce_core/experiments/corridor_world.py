"""The world of one trial: six robots that run their controllers, and what can be known of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine import Snapshot
from ce_core.experiments.condition import Condition
from ce_core.experiments.scenario import CorridorScenario
from ce_core.internal_model.robot_controller import (
    CONTROL_PERIOD,
    Action,
    Senses,
    control,
    encode,
    to_twist,
)
from ce_core.internal_model.robot_model import RobotModel
from ce_core.internal_model.sensors.tracker import Tracker
from ce_core.internal_model.simulator.running_world import RunningWorld
from ce_core.internal_model.world_model import load_arena
from ce_core.object_tracker import PoseTracker, PoseTrackerConfig

Floats = NDArray[np.float64]


class CorridorWorld:
    """Advances from one control step to the next."""

    def __init__(
        self, scenario: CorridorScenario, condition: Condition, model: RobotModel, arena: str
    ) -> None:
        """Place the robots where the scenario says, which is in the tracker's frame."""
        self.scenario, self.condition = scenario, condition
        self._drive = model.drive()
        self._world = RunningWorld(
            load_arena(arena),
            [model] * len(scenario.names),
            condition.in_arena(scenario.poses),
            time_step=condition.time_step,
            seed=scenario.seed,
            noise=condition.noise,
            compiled=True,
        )
        self._controls = 0
        self._tracker = None if condition.tracker is None else Tracker(condition.tracker, scenario.seed)
        self._tracks = PoseTracker(PoseTrackerConfig())
        self._watch()

    @property
    def time(self) -> float:
        """Since the beginning [s]."""
        return self._controls * CONTROL_PERIOD

    @property
    def poses(self) -> Floats:
        """(robots, 3): where the robots really are, in the arena's frame."""
        return self._world.poses

    def snapshot(self) -> Snapshot:
        """See the world as the smart robot does; the controllers of the h-robots are known to it (2.4)."""
        names = self.scenario.names
        if self._tracker is None:
            poses, velocities = self._world.poses, self._world.velocities
        else:
            tracks = {track.robot: track for track in self._tracks.tracks(self.time)}
            poses = self._tracker.latest(self.time).poses
            velocities = np.array([(tracks[name].speed, tracks[name].omega) for name in names])
        return Snapshot.of(
            self.time, self.scenario.smart_robot, names, poses, velocities, self.scenario.actions
        )

    def advance(self, actions: Sequence[Action]) -> None:
        """Run every robot's controller once, and the world until the next time."""
        commands = self._commands(actions)
        for _ in range(self.condition.steps_per_control):
            self._world.step(commands)
            if self._tracker is not None:
                self._tracker.observe(self._world.time, self._world.poses)
        self._controls += 1
        self._watch()

    def _commands(self, actions: Sequence[Action]) -> Floats:
        """Speeds and turn rates (robots, 2) [m/s, rad/s]."""
        infrared = self._world.infrared()
        known = self._world.poses if self._tracker is None else self._tracker.latest(self.time).poses
        commands = np.empty((len(actions), 2))
        for i, action in enumerate(actions):
            senses = Senses(infrared[i], *known[i].tolist())
            commands[i] = to_twist(control(*encode(action), senses, self._drive), self._drive)
        return commands

    def _watch(self) -> None:
        """Learn velocities from the newest frame that has arrived."""
        if self._tracker is None:
            return
        if self._controls == 0:
            self._tracker.observe(0.0, self._world.poses)
        frame = self._tracker.latest(self.time)
        for name, pose in zip(self.scenario.names, frame.poses.tolist(), strict=True):
            self._tracks.update(name, frame.time, *pose)
