"""The pictures that go with a run of the corridor experiment."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ce_core.experiments.condition import SIM
from ce_core.experiments.corridor import CorridorConfig, Run, Trial, run_once
from ce_core.experiments.corridor_world import CorridorWorld
from ce_core.experiments.figures.attention import draw_attention_area
from ce_core.experiments.figures.box_plots import draw_box_plots
from ce_core.experiments.figures.decision import draw_decision
from ce_core.experiments.figures.trajectories import draw_trajectories
from ce_core.experiments.scenario import draw, robot_names
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator


def draw_corridor(trials: Sequence[Trial], folder: Path, config: CorridorConfig | None = None) -> list[Path]:
    """Draw Figures 13, 7, 12 and 3: all trials, the attention, one run and one decision of the engine."""
    config = CorridorConfig() if config is None else config
    paths = [
        draw_box_plots(trials, folder / "box_plots.png"),
        draw_attention_area(config.engine, folder / "attention.png"),
    ]
    engines = [trial for trial in trials if trial.controller == "ce"]
    if engines:
        first = engines[0]
        run = run_once(first.seed, "ce", config, condition=first.condition)
        paths.append(draw_trajectories(run, config.engine, folder / "trajectories.png"))
        paths.append(folder / "decision.png")
        draw_decision(_instructive(run, config).snapshot(), config.engine, KernelSimulator(), paths[-1])
    return paths


def _instructive(run: Run, config: CorridorConfig) -> CorridorWorld:
    """Bring a world without a gap to the moment of the run's decision with the most different answers.

    That is one in which about half of the actions are dangerous.
    """
    shares = [np.mean([c.dangerous for c in decision.candidates]) for decision in run.decisions]
    wanted = run.decisions[int(np.argmin(np.abs(np.array(shares) - 0.5)))]
    step = int(np.searchsorted(run.times, wanted.time - 1e-6))
    scenario = draw(run.trial.seed, robot_names(config.n_robots), config.scenario)
    model = ROBOT_MODELS[config.engine.robot_model]
    at_that_time = type(scenario)(
        scenario.seed,
        scenario.names,
        scenario.smart_robot,
        run.poses[step],
        scenario.actions,
        scenario.goal,
    )
    return CorridorWorld(at_that_time, SIM, model, config.engine.world)
