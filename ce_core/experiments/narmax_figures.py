"""The pictures of paper 3, with our numbers; each is named after its figure in the paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ce_core.experiments.narmax import CIRCUITS, Exploration, Job, rounds_of
from ce_core.experiments.narmax_circuits import Floats, signed_distances
from ce_core.experiments.narmax_laboratory import Laboratory
from ce_core.identification.terms import term_text
from ce_core.identified_environment.cusps import CuspRule, find_cusps
from ce_core.identified_environment.environment_model import EnvironmentModel
from ce_core.identified_environment.signatures import BORROWED, SAMPLES, VISITED
from ce_core.identified_environment.term_summary import term_effects, term_summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PLACE = (-0.70, 0.29)
"""The paper's location (1.78, 2.31) in our arena [m]."""
DEGREES = np.arange(SAMPLES)
DARK, LIGHT = "#33415c", "#e07a3f"
LABELS = {"lookup": "look-up table", "complete": "complete model", "piecewise": "piecewise model"}
TRAJECTORIES = {"complete": 14, "piecewise": 15, "lookup": 16}


def draw_figures(
    seed: int, found: Exploration, models: Mapping[str, EnvironmentModel], folder: Path
) -> list[Path]:
    """Draw all figures of one seed into a folder."""
    from matplotlib.figure import Figure

    laboratory = Laboratory()
    robot: list[Floats] = []
    simulated: dict[str, list[Floats]] = {}
    for kind, model in models.items():
        robot, simulated[kind] = rounds_of(laboratory, found, model, Job(seed, kind))
    draw: dict[str, tuple[float, Callable[[Axes], None]]] = {
        "figure_05_exploration": (4.0, lambda axes: _exploration(axes, laboratory, found)),
        "figure_06_grid": (4.0, lambda axes: _grid(axes, laboratory, models["piecewise"])),
        "figure_07_signature": (3.4, lambda axes: _signature(axes, found, models, ())),
        "figure_09_complete": (3.4, lambda axes: _signature(axes, found, models, ("complete",))),
        "figure_11_cusps": (3.4, lambda axes: _cusps(axes, found, models)),
        "figure_12_piecewise": (3.4, lambda axes: _signature(axes, found, models, ("piecewise",))),
        "figure_13_wall_following": (4.0, lambda axes: _rounds(axes, laboratory, robot, DARK)),
    }
    for kind, number in TRAJECTORIES.items():
        paint = partial(
            _comparison, laboratory=laboratory, robot=robot, simulated=simulated[kind], label=LABELS[kind]
        )
        draw[f"figure_{number}_{kind}"] = (4.0, paint)
    paths = []
    for name, (height, draw_on) in draw.items():
        figure = Figure(figsize=(6.0, height), layout="constrained")
        draw_on(figure.add_subplot())
        paths.append(folder / f"{name}.png")
        figure.savefig(paths[-1], dpi=110)
    paths.append(_circuits(folder / "figure_18_circuits.png", laboratory, robot, simulated))
    paths.append(_distributions(folder / "figure_19_distances.png", robot, simulated))
    paths.append(_terms(folder / "terms_where.png", laboratory, models["complete"]))
    return paths


def _walls(axes: Axes, laboratory: Laboratory) -> None:
    for x1, y1, x2, y2 in laboratory.segments:
        axes.plot((x1, x2), (y1, y2), color="black", linewidth=1.5)
    axes.set_aspect("equal")
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")


def _exploration(axes: Axes, laboratory: Laboratory, found: Exploration) -> None:
    _walls(axes, laboratory)
    axes.plot(*found.log.poses[:, :2].T, color=DARK, linewidth=0.15)
    axes.set_title(f"exploration, {found.log.time[-1] / 3600.0:.1f} h, as the camera saw it")


def _grid(axes: Axes, laboratory: Laboratory, model: EnvironmentModel) -> None:
    _walls(axes, laboratory)
    nodes, status = model.knowledge.grid.nodes(), model.knowledge.status
    for value, colour, label in ((VISITED, DARK, "visited"), (BORROWED, LIGHT, "read from further away")):
        axes.plot(*nodes[status == value].T, ".", color=colour, markersize=3, label=label)
    axes.plot(*model.knowledge.locations[model.location_at(*PLACE)], "s", color="black", markersize=6)
    axes.legend(loc="lower right", fontsize=7)
    axes.set_title(f"{len(model.knowledge.locations)} locations of the grid")


def _signature(
    axes: Axes, found: Exploration, models: Mapping[str, EnvironmentModel], kinds: tuple[str, ...]
) -> None:
    location = models["lookup"].location_at(*PLACE)
    x, y = models["lookup"].knowledge.locations[location]
    axes.plot(DEGREES, found.signatures.values[location], color=DARK, lw=0.8, zorder=3, label="approximated")
    for kind in kinds:
        axes.plot(DEGREES, models[kind].signature(location), color=LIGHT, linewidth=2.4, label=LABELS[kind])
    axes.set_xlabel("direction [degree], counter-clockwise from x")
    axes.set_ylabel("range [m]")
    axes.set_title(f"laser signature at ({x:.1f}, {y:.1f}) m")
    axes.legend(fontsize=7)


def _cusps(axes: Axes, found: Exploration, models: Mapping[str, EnvironmentModel]) -> None:
    _signature(axes, found, models, ())
    signature = found.signatures.values[models["lookup"].location_at(*PLACE)]
    starts = np.zeros(SAMPLES, dtype=np.int64)
    cuts = starts[1 : find_cusps(signature, CuspRule(), starts)]
    axes.plot(cuts, signature[cuts], "o", color=LIGHT, markerfacecolor="none", label=f"{len(cuts)} cusps")
    axes.legend(fontsize=7)


def _rounds(axes: Axes, laboratory: Laboratory, rounds: list[Floats], colour: str) -> None:
    _walls(axes, laboratory)
    for positions in rounds:
        axes.plot(*positions.T, color=colour, linewidth=0.5)


def _comparison(
    axes: Axes, laboratory: Laboratory, robot: list[Floats], simulated: list[Floats], label: str
) -> None:
    _rounds(axes, laboratory, robot, DARK)
    _rounds(axes, laboratory, simulated, LIGHT)
    axes.plot([], [], color=DARK, label="robot")
    axes.plot([], [], color=LIGHT, label=label)
    axes.legend(loc="lower right", fontsize=7)


def _circuits(
    path: Path, laboratory: Laboratory, robot: list[Floats], simulated: Mapping[str, list[Floats]]
) -> Path:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.0, 6.0), layout="constrained")
    groups = {"robot": robot[1:], **{LABELS[kind]: rounds for kind, rounds in simulated.items()}}
    for axes, (label, rounds) in zip(figure.subplots(2, 2).ravel(), groups.items(), strict=True):
        _rounds(axes, laboratory, rounds, LIGHT)
        axes.plot(*robot[0].T, color="black", linewidth=0.9, linestyle="--")
        axes.set_title(f"{label}: {len(rounds)} circuits; dashed the reference", fontsize=8)
    figure.savefig(path, dpi=90)
    return path


def _distributions(path: Path, robot: list[Floats], simulated: Mapping[str, list[Floats]]) -> Path:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.0, 5.0), layout="constrained")
    groups = {"robot": robot[1:], **{LABELS[kind]: rounds for kind, rounds in simulated.items()}}
    panels: Any = figure.subplots(2, 2, sharex=True, sharey=True)
    for axes, (label, rounds) in zip(panels.ravel(), groups.items(), strict=True):
        distances = [signed_distances(positions, robot[0])[0] for positions in rounds]
        values = 100.0 * np.concatenate(distances) if distances else np.zeros(0)
        axes.hist(values, bins=np.linspace(-8.0, 8.0, 65), color=DARK)
        mean = f", mean {values.mean():+.2f} cm" if len(values) else ""
        axes.set_title(f"{label}, {len(rounds)} of {CIRCUITS} circuits{mean}", fontsize=8)
        axes.set_xlabel("distance to the reference circuit [cm], left +", fontsize=7)
    figure.savefig(path, dpi=90)
    return path


def _terms(path: Path, laboratory: Laboratory, model: EnvironmentModel) -> Path:
    """Show where each of the six strongest terms of the complete model matters."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10.0, 5.0), layout="constrained")
    effects = term_effects(model)
    names = [term_text(term, lags=False) or "1" for term in model.terms]
    strongest = np.argsort(-np.sqrt(np.mean(effects**2, axis=0)), kind="stable")[:6]
    used = {use.term: use.polynomials for use in term_summary(model)}
    for axes, m in zip(figure.subplots(2, 3).ravel(), strongest.tolist(), strict=True):
        _walls(axes, laboratory)
        drawn = axes.scatter(*model.knowledge.locations.T, c=effects[:, m], s=9, marker="s", cmap="viridis")
        figure.colorbar(drawn, ax=axes, label="effect [m]", shrink=0.7)
        axes.set_title(f"{names[m]}, in {used.get(names[m], 0)} of {model.polynomials}", fontsize=8)
    figure.savefig(path, dpi=80)
    return path
