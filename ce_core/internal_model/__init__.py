"""The simulation-based internal model: Robot Model, Robot Controller, World Model (Figure 2)."""
