"""How a run went, from poses alone: the same for a trial in process and for a recording.

The four metrics of paper 0, section 3, are danger ratio, distance, run time and simulations per step, which
poses do not tell. The others are the common ones of social navigation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ce_core.experiments.metrics import ScoreConfig

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class RunMetrics:
    """One run of one robot among others, until it arrived or the poses end; NaN: there is no such thing."""

    arrived: bool
    run_time: float
    """[s]"""
    distance: float
    """Length of the path [m]."""
    danger_time: float
    """With another robot inside the safety distance [s]."""
    min_distance: float
    """Of another robot, centre to centre [m]; inf if alone."""
    contacts: int
    """How often another robot came to touch this one."""
    stuck_robots: tuple[int, ...]
    """Other robots that stayed in one place."""
    success: bool
    """Arrived, and touched nobody on the way."""
    spl: float
    """Success weighted by path length: success x shortest path / path, 0 to 1."""
    slow_time: float
    """Slower than `slow_speed` [s]."""
    min_time_to_collision: float
    """If everybody went straight on from some moment: the shortest time until a contact [s]; NaN if none."""
    jerk: float
    """Root mean square of the third derivative of the position [m/s^3]."""
    others_time_to_goal: float
    """Mean over the others that have a goal and arrived there [s]."""
    others_speed: float
    """Mean over the others and the run [m/s]."""

    @property
    def danger_ratio(self) -> float:
        """Fraction of the run time in danger, 0 to 1."""
        return self.danger_time / self.run_time if self.run_time > 0.0 else 0.0


def run_metrics(
    times: ArrayLike,
    poses: ArrayLike,
    goal: ArrayLike,
    smart_index: int = 0,
    config: ScoreConfig | None = None,
    other_goals: ArrayLike | None = None,
) -> RunMetrics:
    """Score the robot at `smart_index` on its way to a goal (2,) [m].

    times (steps,) [s], ascending; poses (steps, robots, 2 or more): x, y, ... [m]; other_goals (robots, 2)
    [m], NaN for a robot that has none. The state at the end of an interval counts for the whole interval.
    """
    config = ScoreConfig() if config is None else config
    t, xy = _checked(times, poses, smart_index)
    target = np.asarray(goal, dtype=np.float64)
    there = np.hypot(*(xy[:, smart_index] - target).T) <= config.goal_tolerance
    arrived = bool(there.any())
    end = int(np.argmax(there)) + 1 if arrived else len(t)
    t, xy = t[:end], xy[:end]
    own, others = xy[:, smart_index], np.delete(xy, smart_index, axis=1)
    gaps = np.hypot(others[..., 0] - own[:, None, 0], others[..., 1] - own[:, None, 1])
    nearest = gaps.min(axis=1, initial=np.inf)
    dt = np.diff(t)
    steps = np.hypot(*np.diff(own, axis=0).T)
    distance = float(steps.sum())
    touching = gaps < config.contact_distance
    contacts = int(touching[0].sum() + (touching[1:] & ~touching[:-1]).sum())
    success = arrived and contacts == 0
    shortest = max(float(np.hypot(*(target - own[0]))) - config.goal_tolerance, 0.0)
    return RunMetrics(
        arrived=arrived,
        run_time=float(t[-1] - t[0]),
        distance=distance,
        danger_time=float(dt[nearest[1:] < config.safety_distance].sum()),
        min_distance=float(nearest.min()),
        contacts=contacts,
        stuck_robots=tuple(i for i in range(xy.shape[1]) if i != smart_index and _stuck(t, xy[:, i], config)),
        success=success,
        spl=(shortest / max(distance, shortest) if max(distance, shortest) > 0.0 else 1.0) * success,
        slow_time=float(dt[steps < config.slow_speed * dt].sum()),
        min_time_to_collision=_time_to_collision(t, own, others, config.contact_distance),
        jerk=_jerk(t, own),
        others_time_to_goal=_others_time_to_goal(t, xy, smart_index, other_goals, config),
        others_speed=_mean_speed(t, others),
    )


def _checked(times: ArrayLike, poses: ArrayLike, smart_index: int) -> tuple[Floats, Floats]:
    t, xy = np.asarray(times, dtype=np.float64), np.asarray(poses, dtype=np.float64)
    if t.ndim != 1 or not len(t) or xy.ndim != 3 or len(xy) != len(t) or xy.shape[2] < 2:
        raise ValueError(
            f"times of shape {t.shape} and poses of shape {xy.shape}; expected (steps,), (steps, robots, 2+)"
        )
    if not 0 <= smart_index < xy.shape[1]:
        raise ValueError(f"smart_index {smart_index} is not one of {xy.shape[1]} robots")
    backwards = np.flatnonzero(np.diff(t) < 0.0)
    if backwards.size:
        i = int(backwards[0])
        raise ValueError(f"time {t[i + 1]} s is before {t[i]} s; a score goes forward only")
    return t, xy[..., :2]


def _stuck(t: Floats, path: Floats, config: ScoreConfig) -> bool:
    """Tell whether a robot ever stayed within stuck_distance of where it was, for stuck_time."""
    since, (ax, ay) = float(t[0]), path[0].tolist()
    for now, (x, y) in zip(t.tolist(), path.tolist(), strict=True):
        if math.hypot(x - ax, y - ay) > config.stuck_distance:
            since, ax, ay = now, x, y
        elif now - since >= config.stuck_time:
            return True
    return False


def _time_to_collision(t: Floats, own: Floats, others: Floats, reach: float) -> float:
    """Solve |p + w s| = reach for the smallest s >= 0 at every step: p from here to there, w its change."""
    dt = np.diff(t)[:, None, None]
    if not dt.size or not others.shape[1] or (dt <= 0.0).any():
        return math.nan
    p = others[1:] - own[1:, None]
    w = (np.diff(others, axis=0) - np.diff(own, axis=0)[:, None]) / dt
    a, b = (w * w).sum(axis=2), (p * w).sum(axis=2)
    c = (p * p).sum(axis=2) - reach**2
    with np.errstate(divide="ignore", invalid="ignore"):
        root = (-b - np.sqrt(b * b - a * c)) / a
    root = np.where(c <= 0.0, 0.0, np.where((b < 0.0) & np.isfinite(root), root, np.inf))
    shortest = float(root.min())
    return shortest if math.isfinite(shortest) else math.nan


def _jerk(t: Floats, own: Floats) -> float:
    if len(t) < 4 or (np.diff(t) <= 0.0).any():
        return math.nan
    derivative, at = own, t
    for _ in range(3):
        derivative = np.diff(derivative, axis=0) / np.diff(at)[:, None]
        at = 0.5 * (at[1:] + at[:-1])
    return float(np.sqrt((derivative**2).sum(axis=1).mean()))


def _others_time_to_goal(
    t: Floats, xy: Floats, smart_index: int, other_goals: ArrayLike | None, config: ScoreConfig
) -> float:
    if other_goals is None:
        return math.nan
    gaps = np.hypot(*np.moveaxis(xy - np.asarray(other_goals, dtype=np.float64), 2, 0))
    found = [
        float(t[int(np.argmax(gaps[:, i] <= config.goal_tolerance))] - t[0])
        for i in range(xy.shape[1])
        if i != smart_index and (gaps[:, i] <= config.goal_tolerance).any()
    ]
    return float(np.mean(found)) if found else math.nan


def _mean_speed(t: Floats, others: Floats) -> float:
    if not others.shape[1] or t[-1] <= t[0]:
        return math.nan
    lengths = np.hypot(*np.moveaxis(np.diff(others, axis=0), 2, 0)).sum(axis=0)
    return float(lengths.mean() / (t[-1] - t[0]))
