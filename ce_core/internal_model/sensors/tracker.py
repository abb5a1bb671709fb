"""A motion capture system as a sensor: poses of all robots, at a rate, late, and not quite right.

Paper 0, section 2.4.2: the tracker measures at 50 Hz and broadcasts at 15 Hz, and its frame was turned
against the arena by 3 degrees (section 2.3.3). A simulated robot knows poses only through one of these.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
from annotated_types import Ge, Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.internal_model.draw import TRACKED_THETA, TRACKED_X, TRACKED_Y, gaussian, seed_key

Floats = NDArray[np.float64]

ROUNDING = 1e-9
"""Times that differ by less are the same [s]."""


@dataclass(frozen=True)
class TrackerConfig:
    """What lies between where the robots are and what the tracker says; exact and at once by default."""

    rate: Annotated[float, Unit("Hz"), Gt(0.0), Doc("Frames per second; 15 in paper 0.")] = 15.0
    latency: Annotated[float, Unit("s"), Ge(0.0), Doc("A frame arrives this long after it was measured.")] = (
        0.0
    )
    position_sd: Annotated[
        float, Unit("m"), Ge(0.0), Doc("Standard deviation of a measured x and y, new in each frame.")
    ] = 0.0
    heading_sd: Annotated[
        float, Unit("rad"), Ge(0.0), Doc("Standard deviation of a measured heading, new in each frame.")
    ] = 0.0
    rotation: Annotated[
        float, Unit("rad"), Doc("The tracker's frame is turned by this against the arena's.")
    ] = 0.0
    offset_x: Annotated[float, Unit("m"), Doc("The tracker's frame is shifted by this.")] = 0.0
    offset_y: Annotated[float, Unit("m"), Doc("The tracker's frame is shifted by this.")] = 0.0

    def __post_init__(self) -> None:
        for name in ("rate", "latency", "position_sd", "heading_sd", "rotation", "offset_x", "offset_y"):
            value = getattr(self, name)
            if not math.isfinite(value) or (value < 0.0 and name not in ("rotation", "offset_x", "offset_y")):
                raise ValueError(f"tracker: {name} = {value!r} must be finite and not negative")
        if self.rate == 0.0:
            raise ValueError(f"tracker: rate = {self.rate!r} Hz must be > 0")


class Frame(NamedTuple):
    """One measurement of all robots."""

    time: float
    """When it was measured [s]."""
    poses: Floats
    """(robots, 3): x, y [m], theta [rad] as the tracker sees them."""


class Tracker:
    """Measures at its rate whoever shows it the world, and hands out what has arrived.

    Call `observe` in every step of the world, in the order of time; `latest` at any time after.
    """

    def __init__(self, config: TrackerConfig | None = None, seed: int = 0) -> None:
        self.config = config or TrackerConfig()
        self._key = seed_key(seed)
        self._frames: deque[Frame] = deque()
        self._measured = 0
        self._now = -math.inf

    def observe(self, time: float, poses: Floats) -> None:
        """Let the tracker see where the robots are: poses (n, 3) in frame map at `time` [s].

        Frame k is measured in the first step at or after k / rate, as the first call is frame 0.
        """
        if not math.isfinite(time) or time < self._now:
            raise ValueError(f"tracker: time = {time!r} s after {self._now!r}; expected time that goes on")
        self._now = time
        if not self._frames:
            self._start = time
        if time + ROUNDING < self._start + self._measured / self.config.rate:
            return
        self._frames.append(Frame(time, self._measure(np.asarray(poses, dtype=np.float64))))
        # A world that steps more slowly than the tracker measures leaves frames out.
        self._measured = math.floor((time - self._start + ROUNDING) * self.config.rate) + 1
        while len(self._frames) > 1 and self._arrived(self._frames[1], time):
            self._frames.popleft()

    def latest(self, time: float) -> Frame:
        """Return the newest frame that has arrived by `time` [s]; before the first arrives, the first."""
        if not self._frames:
            raise ValueError("tracker: nothing was observed yet; call observe(time, poses) first")
        arrived = [frame for frame in self._frames if self._arrived(frame, time)]
        return arrived[-1] if arrived else self._frames[0]

    def _arrived(self, frame: Frame, time: float) -> bool:
        return frame.time + self.config.latency <= time + ROUNDING

    def _measure(self, poses: Floats) -> Floats:
        if poses.ndim != 2 or poses.shape[1] != 3 or not np.isfinite(poses).all():
            raise ValueError(f"tracker: poses {poses.tolist()!r:.120}; expected finite x, y, theta each")
        config = self.config
        cos, sin = math.cos(config.rotation), math.sin(config.rotation)
        seen = np.empty_like(poses)
        seen[:, 0] = cos * poses[:, 0] - sin * poses[:, 1] + config.offset_x
        seen[:, 1] = sin * poses[:, 0] + cos * poses[:, 1] + config.offset_y
        seen[:, 2] = poses[:, 2] + config.rotation
        spread = (config.position_sd, config.position_sd, config.heading_sd)
        channels = (TRACKED_X, TRACKED_Y, TRACKED_THETA)
        for column, (sd, channel) in enumerate(zip(spread, channels, strict=True)):
            if sd > 0.0:
                errors = [gaussian(self._key, k, self._measured, channel) for k in range(len(poses))]
                seen[:, column] += sd * np.array(errors)
        seen.setflags(write=False)
        return seen
