"""The published numbers of paper 1, Tables 1 to 5: task completion times in seconds."""

from __future__ import annotations

from typing import NamedTuple

from ce_core.experiments.paper import Published

SOURCE = (
    "A. Gerstenberg and M. Steinert, Development and verification of a simulation for leveraging results of "
    "a human subjects programming experiment (2021), Tables 1 to 5"
)


class Perturbed(NamedTuple):
    """A perturbed run, and the absolute differences to the unperturbed one, start by start."""

    times: Published
    difference: Published


PHYSICAL = {
    "ultrasound_1": Published(20.5, 2.92, 18),
    "ultrasound_2": Published(28.6, 11.06, 19),
    "blink": Published(106.6, 43.07, 20),
}
"""Table 2: the physical robot from the twenty starts."""

SIMULATED = {
    "20": {
        "ultrasound_1": Published(15.25, 1.38, 20),
        "ultrasound_2": Published(20.28, 3.54, 19),
        "blink": Published(84.21, 72.58, 20),
    },
    "random:99": {
        "ultrasound_1": Published(15.16, 1.06, 99),
        "ultrasound_2": Published(20.86, 7.37, 99),
        "blink": Published(75.53, 57.66, 99),
    },
}
"""Tables 2 and 3: the authors' simulation."""

PERTURBED = {
    "20:turned_1deg": {
        "ultrasound_1": Perturbed(Published(14.97, 1.85, 20), Published(0.35, 0.67, 20)),
        "ultrasound_2": Perturbed(Published(19.05, 3.28, 19), Published(1.26, 1.07, 19)),
        "blink": Perturbed(Published(64.00, 32.20, 20), Published(42.57, 59.32, 20)),
    },
    "20:right_motor_1pct": {
        "ultrasound_1": Perturbed(Published(14.89, 2.1, 20), Published(1.07, 1.03, 20)),
        "ultrasound_2": Perturbed(Published(20.00, 4.34, 19), Published(2.23, 2.51, 19)),
        "blink": Perturbed(Published(62.10, 28.20, 20), Published(39.97, 65.06, 20)),
    },
}
"""Tables 4 and 5: the robot turned by one degree; the right motor one percent faster."""


def published(starts: str, solution: str) -> Published | None:
    """Return what the paper's simulation took for a solution from these starts, if it says."""
    if starts in PERTURBED and solution in PERTURBED[starts]:
        return PERTURBED[starts][solution].times
    return SIMULATED.get(starts, {}).get(solution)
