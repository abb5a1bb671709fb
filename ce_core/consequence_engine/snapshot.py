"""What the Object Tracker-Localizer hands to the engine: who is where, and doing what, now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ce_core.internal_model.robot_controller.action import Action


@dataclass(frozen=True, eq=False)
class Snapshot:
    """One instant, seen from the robot that decides. Frame map, metres and radians."""

    time: float
    """[s]"""
    robot: str
    """Name of the robot that decides."""
    pose: NDArray[np.float64]
    """(3,): x [m], y [m], theta [rad]."""
    velocity: NDArray[np.float64]
    """(2,): forward speed [m/s], turn rate [rad/s]."""
    others: tuple[str, ...]
    """Names of the other robots, unique."""
    other_poses: NDArray[np.float64]
    """(others, 3): x [m], y [m], theta [rad]."""
    other_velocities: NDArray[np.float64]
    """(others, 2): forward speed [m/s], turn rate [rad/s]."""
    other_actions: tuple[Action | None, ...]
    """What each other robot does; None where it is not known."""

    def __post_init__(self) -> None:
        n = len(self.others)
        for field, shape in (
            ("pose", (3,)),
            ("velocity", (2,)),
            ("other_poses", (n, 3)),
            ("other_velocities", (n, 2)),
        ):
            array = np.array(getattr(self, field), dtype=np.float64)
            if array.shape != shape:
                raise ValueError(
                    f"{field} of the snapshot of {self.robot!r} has shape {array.shape}; "
                    f"with {n} other robots it must be {shape}"
                )
            if not np.isfinite(array).all():
                bad = np.argwhere(~np.isfinite(array))[0]
                who = self.others[bad[0]] if array.ndim == 2 else self.robot
                raise ValueError(f"{field} of {who!r} is {array[tuple(bad)]}; it must be finite")
            array.setflags(write=False)
            object.__setattr__(self, field, array)
        if len(self.other_actions) != n:
            raise ValueError(
                f"{len(self.other_actions)} other_actions for {n} other robots; "
                "give one each, None where it is not known"
            )
        names = [self.robot, *self.others]
        if len(set(names)) != len(names):
            twice = sorted({name for name in names if names.count(name) > 1})
            raise ValueError(f"robots {', '.join(twice)} are in the snapshot twice; names must differ")

    @classmethod
    def of(
        cls,
        time: float,
        robot: str,
        names: Sequence[str],
        poses: ArrayLike,
        velocities: ArrayLike,
        actions: Sequence[Action | None],
    ) -> Snapshot:
        """Make the snapshot of `robot` from all robots: poses (n, 3), velocities (n, 2), actions n."""
        if robot not in names:
            raise ValueError(f"robot {robot!r} is not among the tracked {', '.join(names) or 'none'}")
        own = list(names).index(robot)
        rest = [i for i in range(len(names)) if i != own]
        all_poses = np.asarray(poses, dtype=np.float64)
        all_velocities = np.asarray(velocities, dtype=np.float64)
        return cls(
            time=time,
            robot=robot,
            pose=all_poses[own],
            velocity=all_velocities[own],
            others=tuple(names[i] for i in rest),
            other_poses=all_poses[rest],
            other_velocities=all_velocities[rest],
            other_actions=tuple(actions[i] for i in rest),
        )

    def only(self, attended: NDArray[np.bool_]) -> Snapshot:
        """Return the same instant with only those other robots, (others,) of bool."""
        if attended.all():
            return self
        rows = np.flatnonzero(attended)
        return Snapshot(
            time=self.time,
            robot=self.robot,
            pose=self.pose,
            velocity=self.velocity,
            others=tuple(self.others[i] for i in rows),
            other_poses=self.other_poses[rows],
            other_velocities=self.other_velocities[rows],
            other_actions=tuple(self.other_actions[i] for i in rows),
        )
