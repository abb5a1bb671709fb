"""Writes docs/results.md: tables as text, pictures beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ce_core.consequence_engine import EngineConfig
from ce_core.experiments.condition import GAP
from ce_core.experiments.corridor_figures import draw_corridor
from ce_core.experiments.corridor_results import corridor_results
from ce_core.experiments.figures.reality_gap import draw_reality_gap
from ce_core.experiments.figures.safety_distance import draw_safety_distance
from ce_core.experiments.paper import PAPER
from ce_core.experiments.reality_gap import HORIZONS, RealityGapConfig, measure
from ce_core.experiments.reality_gap_command import reality_gap_results
from ce_core.experiments.report_command import VARIANTS
from ce_core.experiments.safety_distance import safety_distance_results
from ce_core.experiments.statistics import column, mean_sd_n, welch_from_moments
from ce_core.experiments.table import LABELS, STANDS_FOR

FIRST = ("danger_ratio_percent", "distance_m", "run_time_s", "simulations_per_step")


def write_report(data: dict[str, Sequence[Any]], seed: int, folder: Path) -> Path:
    """Write the page and its pictures from the trials of every part; `sim` and `gap` must be among them."""
    content = corridor_results(seed, [*data["sim"], *data["gap"]])
    draw_corridor([*data["sim"], *data["gap"]], folder)
    parts = [
        _HEAD.format(seed=seed),
        *(_condition(content, condition) for condition in ("sim", "gap")),
        "![box plots](box_plots.png)\n",
        _conditions(content),
        _gap(),
        _variants(data),
        _RUNS,
    ]
    if "safety_distance" in data:
        distance = safety_distance_results(seed, data["safety_distance"])
        draw_safety_distance(distance, folder / "safety_distance.png")
        parts.append(_distance(distance))
    if "reality_gap" in data:
        errors = measure(seed, "gap")
        draw_reality_gap(errors, RealityGapConfig().fit_from, folder / "reality_gap.png")
        parts.append(_reality(reality_gap_results(seed, list(data["reality_gap"]))))
    path = folder / "results.md"
    path.write_text("\n".join(parts))
    return path


_HEAD = """# Results: the corridor of paper 0

    ./ce run report        # runs every trial and writes this page and its pictures

All trials have reporting seeds, from {seed} on; nothing was tuned on them. Tables give mean (SD).
The paper's numbers are from its Tables 1 and 2.
"""

_RUNS = """## One run, one decision, the attention

![a run](trajectories.png)

Blue: the smart robot; red: h-robots. Solid: driven; dotted: predicted for the chosen action, of robots in the
attention area, which is outlined. The disc is the safety distance. As Figure 12; the seed is in the picture.

![a decision](decision.png)

What every stage said, as Figure 3: large dots are considered actions, pale robots are not attended.

![attention](attention.png)

As Figure 7.
"""


def _condition(content: dict[str, Any], condition: str) -> str:
    rows, tests = content["summary"][condition], content["tests"].get(condition, {})
    paper = PAPER[STANDS_FOR[condition]]
    stands = "the internal model equals the world" if condition == "sim" else "in place of real robots"
    n = rows["ce"]["danger_ratio_percent"]["n"]
    lines = [
        f"## Condition `{condition}`: {stands}, n = {n} pairs\n",
        "|  | baseline | paper | engine | paper | t (df), p | paper's t, p |",
        "|---|---|---|---|---|---|---|",
    ]
    for metric, label in LABELS.items():
        if metric not in rows["ce"] or rows["ce"][metric]["mean"] is None:
            continue
        cells = []
        for name in ("baseline", "ce"):
            published = paper[name].get(metric)
            cells += [
                _cell(rows[name][metric]),
                _cell(published._asdict()) if published else "",
            ]
        theirs = ""
        if metric in FIRST:
            theirs = _test(welch_from_moments(*paper["baseline"][metric], *paper["ce"][metric]), df=False)
        lines.append(f"| {label} | {' | '.join(cells)} | {_test(tests.get(metric))} | {theirs} |")
    return "\n".join(lines) + "\n"


def _conditions(content: dict[str, Any]) -> str:
    lines = [
        "## `gap` against `sim`, as Table 2\n",
        "|  | baseline: t (df), p | paper's | engine: t (df), p | paper's |",
        "|---|---|---|---|---|",
    ]
    found = content["tests"].get("gap_vs_sim", {})
    for metric in FIRST:
        cells = []
        for name in ("baseline", "ce"):
            theirs = welch_from_moments(*PAPER["real"][name][metric], *PAPER["sim"][name][metric])
            cells += [_test(found.get(name, {}).get(metric)), _test(theirs, df=False)]
        lines.append(f"| {LABELS[metric]} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _gap() -> str:
    tracker = GAP.tracker
    assert tracker is not None
    return f"""## What `gap` is

The paper's real robots are not here. `gap` stands in for them: the engine keeps its internal model, but the
world differs:

| difference | value |
|---|---|
| step of the world | {GAP.time_step:g} s (model: 0.1 s) |
| each wheel, new in each step | {100 * GAP.noise.motor:g} % of its speed |
| each wheel, constant in a run | {100 * GAP.noise.motor_bias:g} % of its speed |
| infrared readings | {100 * GAP.noise.infrared:g} % |
| tracker | {tracker.rate:g} Hz, {1000 * tracker.latency:g} ms late |
| tracker's noise | {1000 * tracker.position_sd:g} mm, 0.5 degrees |
| tracker's frame | turned by 3 degrees, shifted by {100 * tracker.offset_x:g} cm in x and y |
| engine | its action is carried out {GAP.engine_delay:g} s after the snapshot |

The 3 degrees, 15 Hz and the 0.5 s of one update are the paper's; most others are plausible for an e-puck.
The constant error of the wheels is large for one. It stands for all that a model gets wrong about how
robots drive and turn away, and was set by the result, the danger of the engine, on tuning seeds.
"""


def _variants(data: dict[str, Sequence[Any]]) -> str:
    default = EngineConfig()
    rows: dict[str, Sequence[Any]] = {
        f"as above: one re-run, {default.action_selection.all_dangerous}": [
            t for t in data["sim"] if t.controller == "ce"
        ]
    }
    for name in VARIANTS:
        label = "re-runs until safe or at the minimum" if name == "until_minimum" else name
        rows[label] = data.get(name, ())
    lines = [
        "## Where the text leaves a choice (condition `sim`, engine)\n",
        "One re-run or several (section 2.3.6), and the rule when every action is dangerous.\n",
        "|  | danger ratio [%] | fully safe runs | distance [m] | run time [s] | simulations/step | n |",
        "|---|---|---|---|---|---|---|",
    ]
    for label, trials in rows.items():
        if not trials:
            continue
        fields = ("danger_ratio_percent", "safe_run", "distance_m", "run_time_s", "simulations_per_step")
        found = [mean_sd_n(column(trials, field)) for field in fields]
        cells = [_cell(found[0]), f"{found[1]['mean']:.3f}", *map(_cell, found[2:]), str(found[0]["n"])]
        lines.append(f"| {label} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _distance(content: dict[str, Any]) -> str:
    curve, shape = content["curve"]["sim"], content["shape"]["sim"]
    lines = ["## Danger ratio against safety distance (condition `sim`)\n", "![](safety_distance.png)\n"]
    lines += ["| safety distance [m] | baseline [%] | engine [%] |", "|---|---|---|"]
    for base, engine in zip(curve["baseline"], curve["ce"], strict=True):
        lines.append(f"| {base['safety_distance_m']:g} | {_cell(base)} | {_cell(engine)} |")
    n = curve["ce"][0]["n"]
    threshold = shape["ce"]["threshold_m"]
    held = "at no distance" if threshold is None else f"up to {threshold:g} m"
    lines.append(
        f"\nn = {n} each. A straight line explains {100 * shape['baseline']['linear_r_squared']:.0f} % "
        f"of the variance of the baseline's means. The engine's mean stays below 1 % {held}; "
        "the paper names 0.2 m as just below the threshold."
    )
    return "\n".join(lines) + "\n"


def _reality(content: dict[str, Any]) -> str:
    metrics = content["summary"]["gap"]["avoidance"]
    medians = ", ".join(
        f"{100 * metrics[f'median_error_{h:g}s']['mean']:.1f} % after {h:g} s" for h in HORIZONS
    )
    return f"""## The reality gap, as Figures 5 and 6

![reality gap](reality_gap.png)

Six robots, `GoStraight(0.8);Avoidance`, 489 s, predicted from every second on. Median error over the
length of the path: {medians}.
Line through the medians from 2 s on: {100 * metrics["slope_per_s"]["mean"]:.2f} % per second.
The large errors of the first second are short paths that divide, as in the paper.
"""


def _cell(moments: dict[str, Any]) -> str:
    if moments["mean"] is None:
        return "-"
    digits = 2 if abs(moments["mean"]) >= 9.9995 else 3
    sd = "" if moments["sd"] is None else f" ({moments['sd']:.{digits}f})"
    return f"{moments['mean']:.{digits}f}{sd}"


def _test(test: dict[str, float] | None, df: bool = True) -> str:
    if test is None:
        return "-"
    p = "< 0.001" if test["p"] < 0.001 else f"{test['p']:.3f}"
    freedom = f" ({test['df']:.0f})" if df else ""
    return f"{test['t']:.2f}{freedom}, {p}"
