"""The plain functions of the internal model, compiled: the only place that imports numba."""
