"""The published numbers that ours are printed beside: paper 0, Tables 1 and 2, section 4.4."""

from __future__ import annotations

from typing import NamedTuple


class Published(NamedTuple):
    """Mean and standard deviation over n runs."""

    mean: float
    sd: float
    n: int


SOURCE = (
    "Simulation-Based Internal Models for Safer Robots, Frontiers in Robotics and AI 4:74 (2018), "
    "doi 10.3389/frobt.2017.00074, Tables 1 and 2"
)

SIMULATIONS, REAL_RUNS = 88, 54
"""Runs of each controller in simulation and with real robots (section 2.4.6)."""

# The decimal points that the scanned tables lost are put back; Table 1 has them.
PAPER: dict[str, dict[str, dict[str, Published]]] = {
    "sim": {
        "baseline": {
            "danger_ratio_percent": Published(22.327, 15.494, SIMULATIONS),
            "distance_m": Published(1.933, 0.050, SIMULATIONS),
            "run_time_s": Published(25.335, 2.705, SIMULATIONS),
            "simulations_per_step": Published(0.0, 0.0, SIMULATIONS),
        },
        "ce": {
            "danger_ratio_percent": Published(0.347, 1.429, SIMULATIONS),
            "distance_m": Published(2.449, 0.443, SIMULATIONS),
            "run_time_s": Published(35.795, 9.825, SIMULATIONS),
            "simulations_per_step": Published(8.568, 0.708, SIMULATIONS),
        },
    },
    "real": {
        "baseline": {
            "danger_ratio_percent": Published(25.197, 16.215, REAL_RUNS),
            "distance_m": Published(1.933, 0.070, REAL_RUNS),
            "run_time_s": Published(19.636, 1.271, REAL_RUNS),
            "simulations_per_step": Published(0.0, 0.0, REAL_RUNS),
        },
        "ce": {
            "danger_ratio_percent": Published(2.049, 3.452, REAL_RUNS),
            "distance_m": Published(2.652, 0.522, REAL_RUNS),
            "run_time_s": Published(31.553, 7.918, REAL_RUNS),
            "simulations_per_step": Published(9.148, 0.763, REAL_RUNS),
        },
    },
}
